/** Members that cards of several groups share: each is defined once, with its words. */

import { longestPage } from './limits.ts'
import { boolean, int, long, optional, text } from './shapes.ts'

export const reachableUrl = 'An absolute http or https URL that this service can reach.'
const absoluteUrl = 'An absolute http or https URL.'
export const moment = 'YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight.'

/** An identifier, for examples. */
export const id = (digit: string) => digit.repeat(32)

export const Username = text('The user name of the login; case does not matter.', 'carla')
export const Password = text('The password of the login.', 'correct horse battery staple')
export const ApiKey = text('In place of the Authorization header.', '0f1e2d3c4b5a69788796a5b4c3d2e1f0')
export const ListID = text('The list: 32 hexadecimal digits.', id('b'))
export const Email = text('The email address of the subscriber; case does not matter.', 'sam@reader.example')
export const SubscriberName = optional(
  text('The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has.', 'Sam Reader'),
)
export const SegmentName = text('The name of the segment.', 'Tulip lovers')
export const ClientID = text('The client: 32 hexadecimal digits.', id('a'))
export const Title = text('The name of the list, one line of at most 200 characters.', 'Spring newsletter')
export const UnsubscribePage = text(
  `Where people are led after unsubscribing; a page of this service when left out. ${absoluteUrl}`,
  'https://bloom.example/goodbye',
)
export const ConfirmOptIn = boolean('Whether new subscribers are asked by mail to confirm.')
export const ConfirmationSuccessPage = text(
  `Where people are led after confirming; a page of this service when left out. ${absoluteUrl}`,
  'https://bloom.example/welcome',
)
export const Key = text('The key of the field, with or without brackets; case does not matter.', '[Favouriteflower]')
export const DataType = text('What the field holds.', 'MultiSelectOne')
export const CompanyName = text('The name of the company, one line of at most 200 characters.', 'Bloom & Sons')
export const ContactName = text('The person to talk to, one line of at most 200 characters.', 'Carla Bloom')
export const Country = text('A country in the spelling of User.ListCountries or User.GetCountries.', 'Germany')
export const Timezone = text(
  'A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin.',
  '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
)
export const AccessLevel = int(
  'What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at.',
  63,
)
export const CampaignID = text('The campaign: 32 hexadecimal digits.', id('d'))
export const FromName = text('The name of the sender.', 'Bloom & Sons')
export const FromEmail = text('The address of the sender.', 'news@bloom.example')
export const ReplyTo = text('The address that replies go to.', 'carla@bloom.example')
export const HtmlUrl = text(`The page that is sent; it is fetched once, now. ${reachableUrl}`, 'https://bloom.example/mail/spring.html')
export const TextUrl = optional(
  text(`The text for people who read no HTML; made from the HTML when left out. ${reachableUrl}`, 'https://bloom.example/mail/spring.txt'),
)
export const ConfirmationEmail = text('Who is notified when the campaign is sent: an email address.', 'carla@bloom.example')
export const SendDate = text('Immediately, or YYYY-MM-DD HH:MM:SS in the time zone of the client.', 'Immediately')
export const TemplateID = text('The template: 32 hexadecimal digits.', id('c'))
export const After = int('The Number of the last row you have read, 0 for the first page.', 0)
export const Limit = int(`Rows of this page, at most ${longestPage}; 0 for as many as a page holds.`, 100)
export const PersonalizeAs = optional(
  text('A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback.', 'sam@reader.example'),
)
export const Variant = optional(text('Of a campaign with a test: the letter of the variant; left out for A.', 'B'))
export const SuppressedEntry = text(
  'What no mail goes to: an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits.',
  'carla@bloom.example',
)
export const RemovedEntry = text('The address to take off; or a domain or hash, as Suppression.List shows it.', 'carla@bloom.example')
export const Deliberately = boolean('True to take off an address that opted out, bounced or complained as well.')
export const WebhookID = text('The webhook: 32 hexadecimal digits.', id('e'))
export const OverlapHours = int('Hours for which the old key works beside the new one, 0 to 168; 0 ends it at once.', 24)
export const Cursor = optional(text('The NextCursor of the page before; left out or empty for the first page.', ''))
export const Search = optional(
  text('Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all.', 'sam'),
)
export const Page = int('The number of the page, from 1.')
export const PageSize = int(`Rows of a page, 1 to ${longestPage}.`, 100)
export const Descending = boolean('True for the opposite of the order.', false)
export const ChangedAfter = optional(text(`Only members whose state changed after this moment: ${moment} Left out or empty for all.`, ''))

export const ofClient = { ApiKey, ClientID }
export const ofList = { ApiKey, ListID }
export const ofCampaign = { ApiKey, CampaignID }
export const ofTemplate = { ApiKey, TemplateID }
export const ofImport = { ...ofClient, ImportID: text('The import: 32 hexadecimal digits, as Import.List names it.', id('8')) }
export const page = { Cursor, Limit }

/** Fields of records. */
export const fields = {
  LoginOfClient: text('The user name of the client’s login; empty without access.', 'carla'),
  Username: text('The user name of who did it; empty where it was no login.', 'carla'),
  ListID: text('The list.', id('b')),
  CompanyName: text('The name of the company.', 'Bloom & Sons'),
  Name: text('The name.', 'Sam Reader'),
  CampaignName: text('The name of the campaign.', 'Spring 2026'),
  OwnName: text('Its name.', 'Newsletter'),
  AccountName: text('The name of the account.', 'Spring Agency'),
  ClientID: text('The client.', id('a')),
  Key: text('The key in brackets, as tags are written.', '[Favouriteflower]'),
  CampaignID: text('The campaign.', id('d')),
  TemplateID: text('The template.', id('c')),
  EmailAddress: text('The email address.', 'sam@reader.example'),
  Subject: text('The subject of the mail.', 'The tulips are out'),
  FilledSubject: text('The subject with its tags filled in.', 'Sam, the spring collection is here'),
  SentDate: text('When it started to be sent, in the time zone of the client.', '2026-03-21 08:00:00'),
  Currency: text('The currency; empty where the client does not pay.', 'EUR'),
  Link: text('Where the link leads.', 'https://bloom.example/tulips'),
  BounceType: text('H: the address is gone. S: it may work another time.', 'H'),
  TotalOpened: int('How often it was opened.', 480),
  Clicks: int('How often links were clicked.', 95),
  Unsubscribed: int('How many unsubscribed.', 3),
  UniqueOpened: int('How many recipients opened it.', 390),
  Planned: int('Recipients whose turn is still to come.', 0),
  HandingOver: int('Recipients whose mail is being handed over now.', 0),
  Accepted: int('Recipients whose mail a relay took.', 988),
  Deferred: int('Recipients who are tried again later.', 0),
  Refused: int('Recipients whose mail a relay refused.', 7),
  Unknown: int('Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides.'),
  Excluded: int('Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled.', 4),
  FinishedDate: text('When the last recipient was done, in the time zone of the client; empty before.', '2026-03-21 08:04:00'),
  Number: int('The recipient’s place in the campaign, as After takes it.', 17),
  RetryDate: text('When the next attempt is due, in the time zone of the client; empty where none is.', '2026-03-21 08:01:02'),
  Date: text('When, in the time zone of the client.', '2026-03-20 09:30:00'),
  HumanOpened: int('How often people opened it, machines left out.', 310),
  HumanUniqueOpened: int('How many people opened it, machines left out.', 260),
  RecipientsNow: int('How many would get a copy now.', 1000),
  Suppressed: int('Addresses on the suppression list, which are left out.', 4),
  Held: boolean('Nothing is sent for this client.', false),
  Domain: text('The domain.', 'bloom.example'),
  Verified: boolean('Mail from this domain is signed.'),
  SavedDate: text('When it was saved, in the time zone of the client.', '2026-03-20 09:30:00'),
  NextCursor: text('The Cursor of the next page; empty at the end.', ''),
  WebVersionURL: text(
    'Where anybody who has the address reads the letter in a browser, without a recipient; empty before the campaign has begun.',
    `https://mail.example.com/l/${'A'.repeat(36)}`,
  ),
  Total: int('How many there are on all pages.'),
  HitsFromDate: text(
    'Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept.',
    '',
  ),
  MadeDate: text('When it was made, in the time zone of the account.', '2026-03-20 09:30:00'),
  BegunDate: text('When it was begun, in the time zone of the client.', '2026-03-20 09:30:00'),
  RequestedDate: text('When it was asked for, in the time zone of the client.', '2026-03-20 09:30:00'),
  PostgresVersion: text('The version of the PostgreSQL server.', '18.1'),
  SchemaNumber: int('The number of the newest migration of the database.', 34),
  Bytes: long('The size of the file in octets.', 812_000),
  FieldName: text('The name of the field.', 'City'),
  ListTitle: text('The title of the list.', 'Spring readers'),
  EndedDate: text('When it ended, in the time zone of the client; empty before.', ''),
}
