/** What parameters and fields of members, list settings and client profiles mean, with believable values. */
import type { OperationName } from '../contract/operations.ts'
import { longestPage } from '../contract/paging.ts'

type Meanings = Readonly<Record<string, string>>

export const webVersionExample = `https://mail.example.com/l/${'A'.repeat(36)}`
export const webVersionMeaning =
  'Where anybody who has the address reads the letter in a browser, without a recipient; empty before the campaign has begun.'

const numbered = {
  Page: 'The number of the page, from 1.',
  PageSize: `Rows of a page, 1 to ${longestPage}.`,
  Descending: 'True for the opposite of the order.',
}
const entry = {
  EmailAddress: 'The address of the subscriber; case does not matter.',
  CustomFields:
    'Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. Fields that are left out stay.',
  TrackingConsent:
    'Whether the person agreed to have opens and clicks recorded, on all lists of the client; Unchanged says nothing of it.',
  MobileConsent:
    'Whether the person agreed to get messages on the mobile number, on all lists of the client; Unchanged says nothing of it.',
  MobileNumber:
    'A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has; an empty one takes it away.',
}
const saved = {
  ...entry,
  Resubscribe:
    'True to revive a subscriber who is not active; on a list with confirmation it is asked again. One that is suppressed is refused all the same.',
}
const field = {
  FieldName: 'The name of the field; the key of a new one is made from the letters and digits of it.',
  VisibleInPreferences: 'Whether people may be shown the field where they change their preferences.',
  Options: 'For MultiSelectOne and MultiSelectMany: the choices. Left out for the other types.',
}
const createdById = {
  Name: 'The name of the campaign; no two drafts of a client have one name.',
  Subject: 'The subject, one line of at most 500 characters; merge tags are filled in.',
  ListIDs: 'The lists it goes to; needed unless SegmentIDs are given.',
  SegmentIDs: 'The segments it goes to; needed unless ListIDs are given.',
  InlineCss:
    'Whether rules of style sheets are written to the elements they are for, for mail programs without style sheets.',
}
const placed = {
  Singlelines: 'For the SingleLine regions, in the order of the template.',
  Multilines: 'For the MultiLine regions, in the order of the template.',
  Images: 'For the Image regions, in the order of the template.',
}
const placedHref = 'An http, https, mailto, tel or sms address, for a region that can be a link; left out for no link.'
const segmentTitle = 'The name of the segment, one line of at most 100 characters.'
const contact =
  'The address of the contact; no two clients of an account have one address. Left out with ContactName for'

export const memberParameters: { readonly [Name in OperationName]?: Meanings } = {
  'Subscriber.Save': saved,
  'Subscriber.Change': {
    ...saved,
    EmailAddress: 'The present address of the member; case does not matter.',
    NewEmailAddress:
      'The address it is to have, of an active or unconfirmed member; left out or empty for the present one.',
  },
  'Subscriber.GetMember': { EmailAddress: 'The address of the member; case does not matter.' },
  'Subscriber.GetMails': { EmailAddress: 'The address of the member; case does not matter.' },
  'Subscriber.FindLists': { EmailAddress: 'The address that is looked for; case does not matter.' },
  'Subscribers.Save': {
    Subscribers: `Up to ${longestPage} subscribers; of those that are given more than once the last counts.`,
    Resubscribe: saved.Resubscribe,
  },
  'Subscribers.Page': {
    ...numbered,
    State: 'The state of the members.',
    ChangedAfter:
      'Only members whose state changed after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all.',
    Order: 'By address, by name without regard to case, or by the date of the last change of state.',
  },
  'Campaign.Page': {
    ...numbered,
    Kind: 'Sent: those that have started, by when they did. Scheduled: by when they are due. Draft: by when they were made.',
    Tags: 'Only campaigns that have all of these tags; left out or empty for any.',
    SentFrom:
      'Of those that were sent, only on this day of the client or later: YYYY-MM-DD. Left out or empty for any.',
    SentUntil:
      'Of those that were sent, only on this day of the client or before: YYYY-MM-DD. Left out or empty for any.',
  },
  'Segment.Add': { Title: segmentTitle },
  'Segment.Replace': { Title: segmentTitle },
  'Segment.AddRules': { Rules: 'Rules that must hold besides those of the segment; 50 in all.' },
  'Segment.PageMembers': {
    ...numbered,
    ChangedAfter:
      'Only members whose state changed after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all.',
    Order: 'By address, by name without regard to case, or by the date of the last change of state.',
  },
  'Campaign.CreateFromPages': createdById,
  'Campaign.CreateFromTemplate': {
    ...createdById,
    TemplateID: 'A template of the client.',
    TemplateContent:
      'What the regions are to hold, by their position. Left out for none: regions without a value are left out.',
  },
  'Template.Copy': {
    ToClientID: 'The client that gets the copy; it may be that of the template.',
    Name: 'The name of the copy, cut after 30 characters; left out or empty for that of the template.',
  },
  'Campaign.PageEvents': {
    ...numbered,
    Kind: 'Recipient: whom it went to. The others: each event of that kind.',
    Since:
      'Only events after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all, and for recipients.',
    Order: 'By address; by list, in the order in which recipients are numbered; or by date.',
  },
  'Campaign.SetTags': {
    Tags: 'Up to 20 tags of at most 50 characters; two that differ in case alone are one. Left out or empty for none.',
  },
  'Suppression.Page': { ...numbered, Order: 'By address, or by the date since when.' },
  'List.UpdateWithScope': {
    SuppressUnsubscribed: 'True to put who has unsubscribed from the list on the suppression list of the client, once.',
    RemoveSuppressed: 'True to take suppressed addresses off the list, once: active members become Deleted.',
  },
  'List.AddCustomField': field,
  'List.ChangeCustomField': field,
  'List.SetCustomFieldOptions': {
    KeepExisting: 'True to add to the options there are.',
    Options: 'The choices; those there are need not be given again where they are kept.',
  },
  'List.CreateWebhook': {
    Events: 'Which events are sent: Subscribe, Update, Deactivate. At least one.',
    URL: 'Where they are posted: a URL that begins with https://.',
  },
  'Client.CreateCompany': { EmailAddress: `${contact} a client without a contact.` },
  'Client.ChangeBasics': { EmailAddress: `${contact} the present contact.` },
  'Client.SetMarkups': {
    ClientPays: 'Whether the client pays for its campaigns; else the rest is not looked at.',
    Currency: 'The currency; needed where the client pays.',
    MarkupPercentage: 'Percent above the standard rates, a decimal; left out or empty for none.',
    MarkupOnDelivery:
      'What is added to the standard fee for each campaign, in units of the currency; left out or empty for nothing.',
    MarkupPerRecipient: 'What is added to the standard price of a recipient, in cents; left out or empty for nothing.',
  },
}

export const memberFields: Readonly<Record<string, Meanings>> = {
  FieldChange: {
    Value: 'The value; for a MultiSelectMany field one option.',
    Clear: 'True to have no value: of a MultiSelectMany field with a Value, not that option.',
  },
  MemberEntry: entry,
  Member: {
    State: 'The state of the membership.',
    StateDate: 'Since when it is in this state, in the time zone of the client.',
    JoinedDate: 'When it joined the list, in the time zone of the client.',
    MobileNumber: 'The mobile number in E.164 form; empty where none is known.',
    TrackingConsent:
      'Whether the person agreed to have opens and clicks recorded; Unknown where nothing was said of it.',
    MobileConsent:
      'Whether the person agreed to get messages on the mobile number; Unknown where nothing was said of it.',
    CustomFields: 'The values of its custom fields, an entry for each option of a MultiSelectMany field.',
  },
  MemberPage: { Members: 'The members of this page.', Total: 'How many there are on all pages.' },
  MemberMail: { Actions: 'Opens and clicks, the oldest first; 60 at most.' },
  MailAction: {
    Kind: 'Open or Click.',
    Network: 'The network that it came from, as far as it is kept.',
    URL: 'The link that was clicked; empty for an open.',
  },
  SavedMembers: {
    Unique: 'How many different addresses were given: Added, Present and Failures together.',
    Added: 'Those the list did not have.',
    Present: 'Those the list had before, in any state.',
    Duplicates: 'The addresses that were given more than once.',
    Failures: 'Those that were not saved.',
  },
  MemberFailure: {
    EmailAddress: 'The address as it was given.',
    Code: 'The code of the refusal.',
    Message: 'The short message of the refusal.',
    Detail: 'What to do about it, in a sentence; empty where Message says it.',
  },
  NumberedSuppressionPage: { Suppressions: 'The addresses of this page.', Total: 'How many there are on all pages.' },
  NumberedCampaign: {
    Name: 'The name of the campaign.',
    Subject: 'The subject of its mails.',
    CreatedDate: 'When it was made, in the time zone of the client.',
    DueDate: 'When it is due, in the time zone of the client; empty where it is not scheduled.',
    SentDate: 'When it began, in the time zone of the client; empty before.',
    Timezone: 'The time zone of the client.',
    Recipients: 'How many it goes to, once it has begun; 0 before.',
    Tags: 'Its tags.',
    WebVersionURL: webVersionMeaning,
  },
  NumberedCampaignPage: { Campaigns: 'The campaigns of this page.', Total: 'How many there are on all pages.' },
  RecipientEvent: {
    EmailAddress: 'The address as it was when the campaign began.',
    ListID: 'The list it came from; empty once that is purged.',
    Date: 'When it happened, in the time zone of the client; empty for recipients.',
    RemoteAddress: 'The network address that opened or clicked; otherwise empty.',
    URL: 'The link that was clicked; otherwise empty.',
    BounceType: 'H for a hard bounce, S for a soft one; otherwise empty.',
    Reason: 'Of a bounce, what the other server said; of a complaint, its kind; otherwise empty.',
  },
  RecipientEventPage: { Events: 'The events of this page.', Total: 'How many there are on all pages.' },
  MailProgram: {
    Name: 'What the program says that it is; Unknown where that is not known. Image proxies and the privacy proxy of Apple Mail are named as what they stand for.',
    Version: 'Its main version, or the proxy that loads its images; empty where neither is known.',
    Recipients: 'How many recipients read the mail with it.',
    Percentage: 'Of all who are known to have read the mail.',
  },
  CampaignTag: { Name: 'The tag.', Campaigns: 'How many campaigns have it.' },
  PlacedContent: { ...placed, Repeaters: 'For the repeaters, in the order of the template.' },
  PlacedText: {
    Content:
      'Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine; left out or empty for nothing.',
    Href: placedHref,
  },
  PlacedImage: {
    Content: 'An http or https URL, from which the image is fetched at once; left out or empty for no image.',
    Alt: 'The text in the place of the image.',
    Href: placedHref,
  },
  PlacedRepeater: { Items: 'The items in their order, at most 500 in a template; left out for none.' },
  PlacedItem: { Layout: 'The label of the layout; may be left out where there is only one.', ...placed },
  SegmentName: { Title: segmentTitle },
  SegmentDetail: { Title: segmentTitle, ActiveSubscribers: 'How many active subscribers it has now.' },
  CampaignAudience: { Lists: 'The lists it goes to as a whole.', Segments: 'The segments it goes to.' },
  ListSettings: { Title: 'The name of the list.' },
  ListField: {
    FieldName: 'The name of the field.',
    Key: 'The key in brackets, as tags are written.',
    Options: 'The choices; of Country and USState those there are.',
    VisibleInPreferences: field.VisibleInPreferences,
  },
  ClientProfile: {
    ContactName: 'The person to talk to; empty where the client has none.',
    EmailAddress: 'The address of the contact; empty where the client has none.',
    Username: 'The user name of the client’s login; empty without access.',
    ClientPays: 'Whether the client pays for its campaigns.',
    Currency: 'The currency; empty where the client does not pay.',
    BaseDeliveryFee: 'The standard fee for each campaign; empty where the client does not pay.',
    BaseCostPerRecipient: 'The standard price of a recipient in cents; empty where the client does not pay.',
    BaseDesignAndSpamTestFee: 'The standard fee for a design and spam test; empty where the client does not pay.',
    DeliveryFee: 'What the client pays for each campaign; empty at the standard rate.',
    CostPerRecipient: 'What the client pays for a recipient, in cents; empty at the standard rate.',
    DesignAndSpamTestFee: 'What the client pays for a design and spam test; empty at the standard rate.',
    ApiKey: 'The API key of the client’s login, for callers with the key of a user of the account; otherwise empty.',
  },
}

const numberedExample = { Page: 1, PageSize: 100, Descending: false }
const eventExample = {
  ListID: 'b'.repeat(32),
  Date: '2026-03-20 09:30:00',
  RemoteAddress: '192.0.2.17',
  URL: 'https://bloom.example/tulips',
  BounceType: '',
  Reason: '',
}
const entryExample = {
  EmailAddress: 'sam@reader.example',
  CustomFields: [{ Key: '[Favouriteflower]', Value: 'Tulip', Clear: false }],
  TrackingConsent: 'Granted',
  MobileConsent: 'Unchanged',
}
const placedText = { Content: 'Tulips are here', Href: '' }
const placedImage = { Content: 'https://bloom.example/tulips.png', Alt: 'Tulips', Href: '' }
const savedExample = { ...entryExample, Resubscribe: false }

export const memberExampleParameters: { readonly [Name in OperationName]?: Readonly<Record<string, unknown>> } = {
  'Subscriber.Save': savedExample,
  'Subscriber.Change': { ...savedExample, NewEmailAddress: 'sam.reader@reader.example' },
  'Subscriber.GetMember': { EmailAddress: 'sam@reader.example' },
  'Subscriber.GetMails': { EmailAddress: 'sam@reader.example' },
  'Subscriber.FindLists': { EmailAddress: 'sam@reader.example' },
  'Subscribers.Page': { ...numberedExample, ChangedAfter: '', Order: 'EmailAddress' },
  'Campaign.Page': {
    ...numberedExample,
    Kind: 'Sent',
    Tags: [],
    SentFrom: '2026-03-01',
    SentUntil: '',
    Descending: true,
  },
  'Template.Copy': { ToClientID: 'a'.repeat(32), Name: 'Two columns' },
  'Campaign.PageEvents': { ...numberedExample, Kind: 'Click', Since: '', Order: 'Date' },
  'Campaign.SetTags': { Tags: ['spring'] },
  'Segment.Add': { Title: 'Tulip lovers' },
  'Segment.Replace': { Title: 'Tulip lovers' },
  'Segment.PageMembers': { ...numberedExample, ChangedAfter: '', Order: 'EmailAddress' },
  'Campaign.CreateFromPages': { Name: 'Spring 2026', ListIDs: ['b'.repeat(32)], SegmentIDs: [], InlineCss: true },
  'Campaign.CreateFromTemplate': {
    Name: 'Spring 2026',
    TemplateContent: {
      Singlelines: [{ Content: 'Tulips are here', Href: '' }],
      Multilines: [],
      Images: [],
      Repeaters: [],
    },
    ListIDs: ['b'.repeat(32)],
    SegmentIDs: [],
    InlineCss: true,
  },
  'Suppression.Page': { ...numberedExample, Order: 'Date' },
  'List.AddCustomField': { Options: ['Rose', 'Tulip', 'Lily'] },
  'List.CreateWebhook': { Events: ['Subscribe', 'Deactivate'] },
  'List.SetCustomFieldOptions': { KeepExisting: true, Options: ['Peony'] },
  'Client.SetMarkups': {
    ClientPays: true,
    MarkupPercentage: '',
    MarkupOnDelivery: '1.5',
    MarkupPerRecipient: '0.2',
  },
}

export const memberExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  MemberEntry: entryExample,
  Member: { EmailAddress: 'sam@reader.example', TrackingConsent: 'Granted', MobileConsent: 'Unknown' },
  MemberPage: { Total: 1 },
  SavedMembers: { Unique: 3, Added: 1, Present: 1, Duplicates: [] },
  MemberFailure: { EmailAddress: 'sam@', Code: 1, Message: 'Invalid Email Address', Detail: '' },
  NumberedSuppressionPage: { Total: 1 },
  PlacedContent: { Singlelines: [placedText], Multilines: [], Images: [placedImage], Repeaters: [] },
  PlacedText: placedText,
  PlacedImage: placedImage,
  PlacedRepeater: { Items: [{ Layout: 'Story', Singlelines: [placedText], Multilines: [], Images: [] }] },
  PlacedItem: { Layout: 'Story', Singlelines: [placedText], Multilines: [], Images: [] },
  SegmentName: { Title: 'Tulip lovers' },
  SegmentDetail: { Title: 'Tulip lovers', ActiveSubscribers: 148 },
  NumberedCampaign: {
    Name: 'Spring 2026',
    DueDate: '',
    Recipients: 148,
    Tags: ['spring'],
    WebVersionURL: webVersionExample,
  },
  NumberedCampaignPage: { Total: 1 },
  RecipientEvent: eventExample,
  // the name is that of a list of types elsewhere
  RecipientEventPage: { Events: [{ EmailAddress: 'sam@reader.example', ...eventExample }], Total: 1 },
  MailProgram: { Name: 'Gmail', Version: 'image proxy', Recipients: 61, Percentage: '41.2162' },
  CampaignTag: { Name: 'spring', Campaigns: 1 },
  ListField: { Options: ['Rose', 'Tulip', 'Lily'] },
  ClientProfile: {
    ClientPays: true,
    BaseDeliveryFee: '4',
    BaseCostPerRecipient: '0.8',
    BaseDesignAndSpamTestFee: '4',
  },
}

/** What operations that yield bare text yield. */
export const memberResults: { readonly [Name in OperationName]?: unknown } = {
  'Subscriber.Save': 'sam@reader.example',
  'List.CreateWithScope': 'b'.repeat(32),
  'List.AddCustomField': '[Favouriteflower]',
  'List.ChangeCustomField': '[Favouriteflower]',
  'Client.CreateCompany': 'a'.repeat(32),
  'Segment.Add': 'f'.repeat(32),
  'Campaign.CreateFromPages': 'd'.repeat(32),
  'Campaign.CreateFromTemplate': 'd'.repeat(32),
  'Template.Copy': 'e'.repeat(32),
}
