/**
 * What parameters and fields mean, their format and limits, for the documents. Looked up from the narrowest to the widest: by
 * operation or record, by group, by name. A test demands one for every parameter and field of the contract.
 */
import type { Operation, OperationName } from '../contract/operations.ts'
import { longestPage } from '../contract/paging.ts'
import type { RecordShape } from '../contract/shapes.ts'
import { approvalParameters } from './approval-meanings.ts'
import { bulkChangeParameters } from './bulk-change-meanings.ts'
import { draftParameters } from './draft-meanings.ts'
import { erasureParameters } from './erasure-meanings.ts'
import { exportParameters } from './export-meanings.ts'
import { recordMeanings } from './field-meanings.ts'
import { firstRunParameters } from './first-run-meanings.ts'
import { groupOf } from './groups.ts'
import { importParameters } from './import-meanings.ts'
import { memberParameters } from './member-meanings.ts'

type Meanings = Readonly<Record<string, string>>

export function meaningOfParameter(operation: Operation, name: string): string {
  const own = ofOperation[operation.name as OperationName]?.[name] ?? ofGroup[groupOf(operation)]?.[name]
  return own ?? ofParameter[name] ?? ''
}

export function meaningOfField({ name: record }: RecordShape, name: string): string {
  return recordMeanings[record]?.[name] ?? ofField[name] ?? ofParameter[name] ?? ''
}

const address = 'An absolute http or https URL.'
const moment = 'YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight.'
const page = 'An absolute http or https URL that this service can reach.'

const ofParameter: Meanings = {
  ApiKey: 'In place of the Authorization header.',
  ClientID: 'The client: 32 hexadecimal digits.',
  ListID: 'The list: 32 hexadecimal digits.',
  SegmentID: 'The segment: 32 hexadecimal digits, as Client.ListSegments names it.',
  TemplateID: 'The template: 32 hexadecimal digits.',
  CampaignID: 'The campaign: 32 hexadecimal digits.',
  WebhookID: 'The webhook: 32 hexadecimal digits.',
  SenderID: 'The saved sender: 32 hexadecimal digits, as Sender.List names it.',
  BasedOn:
    'The revision that the caller saw last; refused with 363 when another was saved since. 0 for whatever there is.',
  TestGroupID: 'The test group: 32 hexadecimal digits, as TestGroup.List names it.',
  ReportLinkID: 'The link to the report: 32 hexadecimal digits, as Report.ListLinks names it.',
  UploadID: 'The upload: 32 hexadecimal digits, as POST /api/uploads yields it.',
  AssetID: 'The asset: 32 hexadecimal digits, as Asset.List names it.',
  MailID: 'The returned mail: 32 hexadecimal digits, as Mailbox.List names it.',

  SiteUrl: 'The web address of the account, as LETTERSHOP_SITE_URL gave it; http or https does not matter.',
  Username: 'The user name of the login; case does not matter.',
  Password: 'The password of the login.',
  NewPassword: 'The new password, 6 to 200 characters; not one of those that are guessed first.',
  Token: 'The token of the link in the mail: what stands behind the #.',
  PersonID: 'The person: 32 hexadecimal digits, as Person.List names it.',
  InvitationID: 'The invitation: 32 hexadecimal digits, as Person.ListInvitations names it.',
  OverlapHours: 'Hours for which the old key works beside the new one, 0 to 168; 0 ends it at once.',

  CompanyName: 'The name of the company, one line of at most 200 characters.',
  ContactName: 'The person to talk to, one line of at most 200 characters.',
  EmailAddress: 'An email address.',
  Country: 'A country in the spelling of User.ListCountries or User.GetCountries.',
  Timezone: 'A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin.',
  AccessLevel:
    'What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at.',
  BillingType: 'How the client pays for its campaigns; needed where AccessLevel lets it send.',
  Currency: 'The currency; needed unless BillingType is UserPaysOnClientsBehalf.',
  DeliveryFee:
    'The fee for each campaign in units of the currency, a decimal such as 6.5; needed for ClientPaysWithMarkup.',
  CostPerRecipient: 'The price of a recipient in cents, a decimal such as 1.5; needed for ClientPaysWithMarkup.',
  DesignAndSpamTestFee:
    'The fee for a design and spam test in units of the currency, a decimal; needed for ClientPaysWithMarkup.',
  DailyLimit: 'Mails in a day of the client’s time zone; 0 for no limit, -1 for that of the installation.',
  SendOnlyReady: 'True has Campaign.Send refuse a campaign that Campaign.Check does not find ready.',
  StopSeconds:
    'Seconds, 0 to 600: what a person signed in to the console sends at once begins so much later, and Campaign.Unschedule stops it until then. 0 to begin at once. Calls with a key always begin at once.',
  ConfirmAbove:
    'Recipients: 0 or more, or -1 for ten times the median of the last ten campaigns that were sent, at least 100; 5,000 where fewer than three were. Calls with a key need no confirmation.',
  LogoUrl:
    'The URL of a PNG, JPEG, GIF or WebP image of at most 500 KB, http or https. It is fetched once and becomes an asset of the client; given again, that asset stays.',
  LogoAssetID:
    'In place of LogoUrl: an asset of the client of at most 500 KB, as Asset.List names it. It is served while it is the logo, deleted or not.',
  PrimaryColor:
    'The colour of buttons and links, #rrggbb or #rgb. As text it needs 4.5:1 on the background (WCAG 2.2 AA), and so does the text of a button on it.',
  BackgroundColor:
    'The colour behind the text, #rrggbb or #rgb; white when left out. Black or white text needs 4.5:1 on it.',
  FooterText: 'Plain text below pages and mails, at most 500 characters, of several lines.',
  PostalAddress: 'The postal address below pages and mails, at most 300 characters, of several lines.',
  ImprintUrl:
    'Where the legal notice of the client stands: an absolute http or https URL, linked below pages and mails.',
  ConfirmationFromName:
    'The name that confirmation mails come from, one line of at most 200 characters; CompanyName when left out.',
  ConfirmationFromEmail:
    'The address that confirmation mails come from; EmailAddress of the client when left out. They are signed where its domain is a verified one of the client.',
  Wordings: 'The client’s own words on pages, each page and language once.',
  Deliberately: 'True to take off an address that opted out, bounced or complained as well.',

  Title: 'The name of the list, one line of at most 200 characters.',
  UnsubscribePage: `Where people are led after unsubscribing; a page of this service when left out. ${address}`,
  ConfirmOptIn: 'Whether new subscribers are asked by mail to confirm.',
  ConfirmationSuccessPage: `Where people are led after confirming; a page of this service when left out. ${address}`,
  UnsubscribeScope: 'Whether an opt-out ends this membership only or bars the address from the whole client.',
  Tracking: 'Whose opens and clicks are recorded: of all recipients, of those who agreed, of none.',
  Language: 'The language of pages and mails for subscribers: en, de, fr or es, also with a region such as de-AT.',
  FieldName: 'The name of the field; its key is made from the letters and digits of it.',
  DataType: 'What the field holds.',
  Options: 'For MultiSelectOne and MultiSelectMany: the choices, joined by ||. Left out for the other types.',
  Key: 'The key of the field, with or without brackets; case does not matter.',

  Email: 'The email address of the subscriber; case does not matter.',
  Name: 'The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has.',
  MobileNumber: 'A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has.',
  CustomFields:
    'Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option.',
  Date: 'Changes after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight.',
  Consent: 'What the subscriber said; Unknown forgets it.',

  Rules: 'Up to 50 rules that must all hold.',
  TemplateName: 'The name of the template, at most 30 characters.',
  Sections: 'A document of sections: JSON of at most 250,000 characters, as content of the kind Sections has it.',
  Mjml: 'An MJML document of at most 500,000 characters. `mj-include` and `mj-html-attributes` are problems of severity Error.',
  Regions:
    'What regions are to hold, each by the Name that Template.GetRegions says, at most once; regions that are left out show what the template does.',
  Starter: 'The starter template, as Template.ListStarters names it; case does not matter.',
  HTMLPageURL: `The page of the template. ${page}`,
  ZipFileURL: `A ZIP file with the pictures and style sheets the page names relatively. ${page}`,
  ScreenshotURL: `A picture of the template. ${page}`,

  CampaignName: 'The name of the campaign, by which you find it; no two drafts of a client have one name.',
  CampaignSubject: 'The subject of the mail; tags such as [firstname,fallback=friend] are filled in.',
  FromName: 'The name of the sender.',
  FromEmail: 'The address of the sender.',
  ReplyTo: 'The address that replies go to.',
  HtmlUrl: `The page that is sent; it is fetched once, now. ${page}`,
  TextUrl: `The text for people who read no HTML; made from the HTML when left out. ${page}`,
  SubscriberListIDs: 'ListIDs of the lists it goes to. This or ListSegments is needed.',
  ListSegments:
    'Segments it goes to, each by the ListID of its list and its Name. This or SubscriberListIDs is needed.',
  ConfirmationEmail: 'Who is told when the campaign is sent: an email address.',
  SendDate: 'Immediately, or YYYY-MM-DD HH:MM:SS in the time zone of the client.',
  Recipients: 'Up to 15 email addresses.',
  PersonalizeAs: 'A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback.',
  AtLeastOnce: 'True: recipients in flight when a sender died are sent to again and may get two copies.',
  As: 'What became of them; Retry sends to them again.',
  Codes: 'Codes of warnings that Campaign.Check found.',
  EmailAddresses: 'Email addresses, up to 10,000.',

  After: 'The Number of the last row you have read, 0 for the first page.',
  Limit: `Rows of this page, at most ${longestPage}; 0 for as many as a page holds.`,
  Cursor: 'The NextCursor of the page before; left out or empty for the first page.',
  KeyID: 'The key: 32 hexadecimal digits.',
  Label: 'What uses the key, one line of at most 100 characters.',
  Scopes: 'What the key may do; each scope stands for rights that its maker needs on every client of the key.',
  ClientIDs: 'Clients the key reaches, at most 1,000; left out or empty for all whose keys the caller manages.',
  ExpiresDate:
    'When the key ends by itself: YYYY-MM-DD HH:MM:SS in the time zone of the account, in the future; left out or empty for never.',
  Networks:
    'Where calls may come from: up to 50 addresses or ranges such as 192.0.2.0/24; left out or empty for anywhere.',
  Domain: 'The domain of From addresses: bloom.example.',
  URL: `Where events are sent. ${page}`,
  Events: 'The types of events to send; left out or empty for all.',
}

const ofGroup: Readonly<Record<string, Meanings>> = {
  Segment: { Name: 'The name of the segment.' },
  Export: exportParameters,
  Import: importParameters,
  BulkChange: bulkChangeParameters,
  Erasure: erasureParameters,
  Template: {
    Name: 'The name of the template, one line of which 30 characters are kept; left out or empty for that of the starter.',
  },
  Asset: {
    UploadID:
      'The file as an upload of this client, as POST /api/uploads yields it; this or Content is needed. It is used up.',
    Content:
      'The file in base64 without line breaks, at most 65,536 characters of it: 48 KB of file; needed without UploadID.',
    Name: 'The name of the image, one line of at most 250 characters; left out, that of the uploaded file.',
    Limit: `Images of this page, at most ${longestPage}; 0 for as many as a page holds.`,
  },
  TestGroup: {
    Name: 'The name of the group, one line of at most 100 characters; no two groups of a client have one name.',
    Addresses: 'Up to 15 email addresses; one that is given twice gets one copy.',
  },
  Person: {
    Name: 'The name of the person, one line of at most 100 characters.',
    Language: 'The language of mails to the person: en, de, fr or es, also with a region such as de-AT.',
    Limit: `Entries of this page, at most ${longestPage}; 0 for as many as a page holds.`,
    Grants: 'Up to 200 grants, each client and the whole account at most once.',
    ClientID: 'The client whose team is meant; left out or empty for the team of the account.',
    EmailAddress: 'The address of a person of the team, or of one who is invited; case does not matter.',
    AccessLevel:
      'What the person may do, a sum as of Client.UpdateAccessAndBilling; 1023 is everything. Bits above 32 are kept and give no right.',
  },
  Client: { EmailAddress: 'An email address.' },
  Report: {
    Label: 'Who the link is for, one line of at most 100 characters; the page does not show it.',
    ExpiresDate:
      'When the link ends: YYYY-MM-DD HH:MM:SS in the time zone of the client, within 366 days; left out or empty for 90 days from now.',
    Language:
      'The language of the page: en, de, fr or es, also with a region such as de-AT; left out or empty for that of the first list of the campaign.',
  },
  Mailbox: {
    State: 'Only mails in this state; left out or empty for all.',
    After: 'The Sequence of the last row you have read, 0 for the first page.',
  },
  Webhook: { Since: 'The Sequence of the last event the receiver has; -1 for all that is kept.' },
  Campaign: { State: 'Only recipients in this state; left out or empty for all.' },
  Session: {
    EmailAddress: 'The email address of the person; this, or Username, is needed.',
    SiteUrl:
      'For a login: the web address of its account; http or https does not matter. May be left out where the installation has one account.',
    Username: 'For a login: its user name; case does not matter.',
    Password: 'The password of the person or the login.',
    Code: 'Where the person has a second factor: the six digits that the authenticator app shows, or a recovery code; spaces do not matter.',
    Device:
      'A name for this browser in Session.List, one line of at most 60 characters; left out, it is described by its User-Agent.',
    SessionID: 'A session of the caller as Session.List names it: 32 hexadecimal digits.',
    KeepThis: 'True lets the session of the call go on.',
    AccountID: 'An account of the person as Session.Get lists it: 32 hexadecimal digits.',
  },
  Factor: {
    Password:
      'The present password of the person, asked for again; wrong ones count together with those of signing in.',
    Code: 'The six digits that the authenticator app shows, or a recovery code; spaces do not matter.',
  },
}

const suppression = {
  list: 'The list whose entry it is; left out or empty for the client.',
  entry:
    'What no mail goes to: an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits.',
  removed: 'The address to take off; or a domain or hash, as Suppression.List shows it.',
  entries:
    'At most 100,000 lines, each an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits.',
  reason: 'Why no mail goes to these addresses; left out or empty for Manual. Domains and hashes are always Manual.',
  wantedReason: 'Only addresses that are there for this reason; left out or empty for all.',
  search:
    'Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all.',
}

const ofOperation: { readonly [Name in OperationName]?: Meanings } = {
  ...draftParameters,
  ...approvalParameters,
  ...firstRunParameters,
  'User.GetApiKey': { Password: 'The password of the login.' },
  'Person.Invite': {
    EmailAddress: 'Where the invitation goes; only who states this address can accept it.',
    Name: 'How the mail greets, one line of at most 100 characters; the person may choose another name.',
    Language: 'The language of the mail: en, de, fr or es; English when left out.',
    Grants: 'What the person may do, where: at least one grant, and none with a right that you lack yourself.',
  },
  'Person.AcceptInvitation': {
    EmailAddress: 'The address that the invitation went to; case does not matter.',
    Name: 'The name of a new person, one line of at most 100 characters; that of the invitation when left out.',
    Password:
      'Of a new person the password it chooses, 6 to 200 characters; of a person who exists already the present one.',
    Code: 'The code of the second factor, or a recovery code; needed of a person who exists already and has one.',
    Language: 'The language of a new person: en, de, fr or es; that of the invitation when left out.',
    Timezone:
      'The time zone of a new person, as User.GetTimezones lists it, or an IANA name; that of the account when left out.',
  },
  'Person.SetGrants': {
    Grants:
      'All grants the person has from now on, on the account or the clients that you look after; an empty list removes the person.',
  },
  'Person.AddToTeam': {
    EmailAddress: 'Where the invitation goes, or the address of a person who works with the account.',
  },
  'Person.ChangeInTeam': {
    NewEmailAddress:
      'Another address for an invitation; left out or empty it stays. That of a person cannot be changed.',
    Name: 'The name of the person, one line of at most 100 characters; left out or empty it stays.',
    AccessLevel: 'What the person may do from now on, as of Person.AddToTeam; left out or 0 it stays.',
  },
  'Person.RequestPasswordReset': {
    EmailAddress: 'The address of the person; the answer does not tell whether there is one.',
  },
  'Person.ResetPassword': {
    Password: 'The new password, 6 to 200 characters; not one of those that are guessed first.',
  },
  'Person.ChangePassword': { Password: 'The present password.' },
  'Person.SetPreferences': {
    EmailAddress: 'Another address to sign in with and to get mails at; needs Password. Left out it stays.',
    Password: 'The present password; needed for another EmailAddress.',
    Timezone: 'A time zone as User.GetTimezones lists it, or an IANA name such as Europe/Berlin; left out it stays.',
    Notifications: 'What to be told of by mail; left out it stays, an empty list is nothing.',
  },
  'Account.Update': {
    Name: 'The name of the account, one line of at most 200 characters; mails that invite people say it.',
    FactorRequiredFrom:
      'From when on people of the account need a second factor: YYYY-MM-DD HH:MM:SS in the time zone of the account; empty or left out for never. Another moment needs the right People.',
  },
  'Factor.Confirm': { Code: 'The six digits that the authenticator app shows now; spaces do not matter.' },
  'Client.Create': { EmailAddress: 'The address of the contact; no two clients of an account have one address.' },
  'Client.UpdateBasics': { EmailAddress: 'The address of the contact; no two clients of an account have one address.' },
  'Client.UpdateAccessAndBilling': {
    Username:
      'The user name of the client’s login; needed for the first one, left out it stays. Another one needs the right People.',
    Password:
      'Its password, 6 to 200 characters; needed for the first one, left out or Deprecated it stays. Another one needs the right People.',
  },
  'Subscribers.GetSingleSubscriber': { EmailAddress: 'The email address of the subscriber; case does not matter.' },
  'Subscribers.GetIsSubscribed': { Email: 'The email address; without one the answer is False.' },
  'Relay.Test': {
    Relay: 'One relay, as host:port or by its host; left out or empty for all.',
    FromEmail: 'The sender to offer to the relays; left out or empty for none, as bounces have it.',
  },
  'Deleted.List': {
    ClientID: 'Only objects of this client; left out or empty for those of all clients you reach.',
    Kinds: 'Only objects of these kinds; left out or empty for all.',
  },
  'Deleted.Restore': {
    Kind: 'What the object is.',
    ID: 'The object: 32 hexadecimal digits, as Deleted.List names it.',
  },
  'BulkChange.List': { ListID: 'Only changes of this list; left out or empty for all.' },
  'Segment.Create': { Name: 'The name of the segment, one line of at most 100 characters.' },
  'Campaign.FindRecipients': { Search: 'A whole address, or what addresses begin with; case does not matter.' },
  'Campaign.GetRecipientHistory': { Number: 'The Number of the recipient.' },
  'Campaign.SettleUnknown': { Number: 'The Number of the recipient, 0 for all who are unknown.' },
  'Client.AddSuppression': {
    EmailAddress: suppression.entry,
  },
  'Client.RemoveSuppression': {
    EmailAddress: suppression.removed,
  },
  'Subscriber.List': {
    State: 'Only subscribers in this state; left out or empty for all.',
    Search:
      'Only addresses that begin with this, with the domain in A-labels; case does not matter. Goes with Order Address; left out or empty for all.',
    JoinedSince: `Only those who joined then or later: ${moment} Goes with Order Newest; left out or empty for any.`,
    JoinedUntil: `Only those who joined before: ${moment} Goes with Order Newest; left out or empty for any.`,
    Order: 'Newest: who joined last comes first. Address: in the order of the characters of the addresses.',
    Fields: 'Keys of the custom fields to answer, with or without brackets; left out or empty for none.',
  },
  'Subscriber.Search': {
    By: 'Address: contacts whose address begins with Search. Domain: those whose address has this domain. Name: those one of whose names has Search in it, from three characters on; a shorter one, and where the database has no index for parts, begins with it.',
    Search:
      'The beginning of an address or of a name, or a whole domain, domains in A-labels; case does not matter. Left out or empty with Address for all contacts.',
  },
  ...memberParameters,
  'Subscriber.UpdateEmail': {
    ListID:
      'The list whose subscriber gets the new address; left out or empty for every list on which the address is active.',
    Email: 'The present address.',
    NewEmail: 'The new address. Another spelling of the same address is one, too.',
  },
  'Subscriber.Delete': { Email: 'The address of the subscriber.' },
  'Subscriber.Restore': { Email: 'The address of the subscriber.' },
  'Subscriber.GetContact': {
    Email: 'The address of the contact.',
  },
  'Subscriber.GetProof': {
    Email: 'The address of the contact.',
  },
  'Suppression.Add': { ListID: suppression.list, EmailAddress: suppression.entry },
  'Suppression.Remove': { ListID: suppression.list, EmailAddress: suppression.removed },
  'Suppression.Import': { ListID: suppression.list, Entries: suppression.entries, Reason: suppression.reason },
  'Suppression.List': {
    Scope:
      'Client: the entries of the client. List: those of the list that ListID names, without it of all lists of the client. Any: those of the client and of all its lists. Left out or empty for Client, with ListID for List.',
    ListID: 'The list whose entries are shown; left out or empty for what Scope says.',
    Reason: suppression.wantedReason,
    Search: suppression.search,
  },
  'Suppression.AddToAccount': { EmailAddress: suppression.entry },
  'Suppression.RemoveFromAccount': { EmailAddress: suppression.removed },
  'Suppression.ImportToAccount': { Entries: suppression.entries, Reason: suppression.reason },
  'Suppression.ListOfAccount': { Reason: suppression.wantedReason, Search: suppression.search },
  'Campaign.List': {
    State: 'Only campaigns in this state; left out or empty for all.',
    Search: `Only campaigns whose name contains this; case does not matter; left out or empty for all. A call looks at the next 2,000 campaigns: go on with NextCursor until it is empty.`,
  },
  'List.GetGrowth': {
    From: 'The first day of the client’s calendar: YYYY-MM-DD; left out or empty for 30 days in all.',
    Until: `The last day: YYYY-MM-DD; left out or empty for today. At most ${longestPage} days.`,
  },
  'Audit.List': {
    ClientID: 'Only entries about this client; left out or empty for all that the caller sees.',
    ActorID:
      'Only what this person or key did: a PersonID or a KeyID. A person is found by sessions and by the own historical key.',
    Operation:
      'Only calls of this operation, such as List.Create, or a command of the operator, such as lettershop passwd.',
    Outcome:
      'Only calls that ended so: Succeeded, Refused, or Failed for a fault of the service; left out or empty for all.',
    From: 'Entries from this moment on: YYYY-MM-DD HH:MM:SS in the time zone of the account; a bare date is its midnight.',
    Until: 'Entries before this moment, written as From.',
  },
  'Event.List': {
    Since: 'The Sequence of the last event you have, 0 for none, -1 for all that is kept.',
    Limit: `Events of this answer, at most ${longestPage}; 0 for ${longestPage}.`,
  },
}

const ofField: Meanings = {
  NextCursor: 'The Cursor of the next page; empty at the end.',
  ListID: 'The list.',
  CampaignID: 'The campaign.',
  ClientID: 'The client.',
  TemplateID: 'The template.',
  EmailAddress: 'The email address.',
  Name: 'The name.',
  Date: 'When, in the time zone of the client.',
  Username: 'The user name of who did it; empty where it was no login.',
  Password: 'Always Deprecated; sent back it changes nothing.',
  Detail: 'More about it, for people to read.',
  Evidence: 'The line that says it.',
  Number: 'The recipient’s place in the campaign, as After takes it.',
  SentDate: 'When it started to be sent, in the time zone of the client.',
  SizeInBytes: 'The size in octets.',
  Sequence: 'The number of the event, as Since takes it.',
  Milliseconds: 'How long the answer took.',
  Error: 'What went wrong; empty when it was delivered.',
  Remote: 'The network address it came from.',
  Agent: 'The User-Agent of the program that did it.',
  Clicks: 'How often it was clicked.',
  UniqueClicked: 'How many recipients clicked it.',
  HumanClicks: 'How often people clicked it, machines left out.',
  HumanUniqueClicked: 'How many people clicked it, machines left out.',
  HumanOpened: 'How often people opened it, machines left out.',
  HumanUniqueOpened: 'How many people opened it, machines left out.',
  TotalOpened: 'How often it was opened.',
  UniqueOpened: 'How many recipients opened it.',
  BounceType: 'H: the address is gone. S: it may work another time.',
  Status: 'The enhanced status code (RFC 3463); empty where there was none.',
  FieldOptions: 'What a value may be; empty for types without choices.',
  PreviewURL: 'Where the template can be seen.',
  ScreenshotURL: 'Where the picture of the template is; empty where there is none.',
  Domain: 'The domain.',
  Currency: 'The currency; empty where the client does not pay.',
  Recipients: 'How many it went to.',
  Unsubscribed: 'How many unsubscribed.',
  Bounced: 'How many copies bounced.',
}
