/** Believable values for parameters and fields, by name; a name that is not here shows a plain one of its shape. */
import type { Operation } from '../contract/operations.ts'
import { type Shape, typeName } from '../contract/shapes.ts'
import { groupOf } from './groups.ts'
import { overviewExamples } from './overview-examples.ts'

const id = (digit: string) => digit.repeat(32)

const byName: Readonly<Record<string, unknown>> = {
  ApiKey: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  ClientID: id('a'),
  ListID: id('b'),
  TemplateID: id('c'),
  CampaignID: id('d'),
  SiteUrl: 'https://agency.example.com/',
  Username: 'carla',
  Password: 'correct horse battery staple',
  CompanyName: 'Bloom & Sons',
  ContactName: 'Carla Bloom',
  EmailAddress: 'carla@bloom.example',
  Email: 'sam@reader.example',
  Name: 'Sam Reader',
  MobileNumber: '+4915112345678',
  Country: 'Germany',
  Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  AccessLevel: 63,
  BillingType: 'ClientPaysWithMarkup',
  Currency: 'EUR',
  DeliveryFee: '6.5',
  CostPerRecipient: '1.5',
  DesignAndSpamTestFee: '6',
  Title: 'Spring newsletter',
  UnsubscribePage: 'https://bloom.example/goodbye',
  ConfirmOptIn: true,
  ConfirmationSuccessPage: 'https://bloom.example/welcome',
  FieldName: 'Favourite flower',
  DataType: 'MultiSelectOne',
  Options: 'Rose||Tulip||Lily',
  FieldOptions: ['Rose', 'Tulip', 'Lily'],
  Key: '[Favouriteflower]',
  Value: 'Tulip',
  Field: '[Favouriteflower]',
  Date: '2026-03-20 09:30:00',
  State: 'Active',
  TemplateName: 'Two columns',
  HTMLPageURL: 'https://bloom.example/mail/template.html',
  ZipFileURL: 'https://bloom.example/mail/images.zip',
  ScreenshotURL: 'https://bloom.example/mail/template.jpg',
  CampaignName: 'Spring 2026',
  CampaignSubject: 'The tulips are out',
  Subject: 'The tulips are out',
  FromName: 'Bloom & Sons',
  FromEmail: 'news@bloom.example',
  ReplyTo: 'carla@bloom.example',
  HtmlUrl: 'https://bloom.example/mail/spring.html',
  TextUrl: 'https://bloom.example/mail/spring.txt',
  Domain: 'bloom.example',
  MailID: id('e'),
  VerifiedDate: '2026-03-20 09:30:00',
  CheckedDate: '2026-03-20 09:30:00',
  SubscriberListIDs: [id('b')],
  ConfirmationEmail: 'carla@bloom.example',
  SendDate: 'Immediately',
  SentDate: '2026-03-21 08:00:00',
  BounceType: 'H',
  Link: 'https://bloom.example/tulips',
  Clicks: '2',
  Codes: ['MissingFallback'],
  WebhookID: id('e'),
  TestGroupID: id('e'),
  Addresses: ['carla@bloom.example', 'otto@bloom.example'],
  Cursor: '',
  NextCursor: '',
  URL: 'https://hooks.bloom.example/lettershop',
  Events: ['subscriber.subscribed', 'subscriber.unsubscribed'],
  Since: 41,
  DailyLimit: 5000,
  Language: 'de',
  Deliberately: true,
  OverlapHours: 24,
  EmailAddresses: ['sam@reader.example'],
  PersonID: id('1'),
  InvitationID: id('2'),
  Token: 'q8mB3T0n5xR2cVw7Jd1sKfLhYg4PzA6eUo9iNtXbCvM',
  NewPassword: 'purple kettle on a bicycle',
  Code: 0,
  Message: 'Success',
  Search: 'sam',
  JoinedSince: '',
  JoinedUntil: '',
  Order: 'Address',
  Fields: ['Favouriteflower'],
  Reason: 'Complained',
  From: '2026-03-01',
  Until: '2026-03-21',
}

/** Where a name means something else in one record. */
const byRecord: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Client: { Name: 'Bloom & Sons' },
  ClientAccessAndBilling: { Password: 'Deprecated' },
  List: { Name: 'Spring newsletter' },
  Template: {
    Name: 'Two columns',
    PreviewURL: `https://mail.example.com/preview/template/${id('c')}`,
    ScreenshotURL: `https://mail.example.com/files/template/${id('c')}/screenshot`,
  },
  SubscriberCustomField: { Key: 'Favouriteflower' },
  Grant: { Role: 'Manager' },
  PersonGrant: { ClientName: 'Bloom & Sons', Role: 'Analyst', Rights: ['View', 'ReadReports'] },
  Person: {
    EmailAddress: 'ada@agency.example',
    Name: 'Ada Moss',
    Username: '',
    Timezone: 'Europe/Berlin',
    Notifications: ['ApprovalAsked', 'Held'],
    CreatedDate: '2026-03-20 09:30:00',
  },
  Invitation: {
    State: 'Open',
    EmailAddress: 'ada@agency.example',
    Name: 'Ada Moss',
    InvitedBy: 'Carla Bloom',
    CreatedDate: '2026-03-20 09:30:00',
    ExpiresDate: '2026-03-27 09:30:00',
  },
  SentInvitation: {
    ExpiresDate: '2026-03-27 09:30:00',
    Link: 'https://mail.example.com/accept-invitation#q8mB3T0n5xR2cVw7Jd1sKfLhYg4PzA6eUo9iNtXbCvM',
  },
  Account: {
    Name: 'Spring Agency',
    Timezone: 'Europe/Berlin',
    FactorRequiredFrom: '',
    CreatedDate: '2026-03-20 09:30:00',
  },
  Campaign: { Name: 'Spring 2026', TotalRecipients: 1000 },
  CampaignSummary: { Recipients: 1000, TotalOpened: 612, Clicks: 148, Unsubscribed: 3, Bounced: 7, UniqueOpened: 431 },
  DnsRecord: {
    Name: '_dmarc.bloom.example',
    Type: 'TXT',
    Value: 'v=DMARC1; p=none',
    Purpose: 'DMARC: large receivers want it of bulk senders.',
    Problem: '',
  },
  ReturnedMail: {
    State: 'Read',
    Kind: 'bounce',
    Class: 'MailboxFull',
    Status: '5.2.2',
    Evidence: '552 5.2.2 The mailbox is over quota',
    EmailAddress: 'sam@reader.example',
    Number: 17,
    Sender: '',
    SizeInBytes: 4210,
    Sequence: 1204,
  },
  ReturnedMessage: {
    Remote: '192.0.2.25',
    Helo: 'mx.reader.example',
    Sender: '',
    Recipient: 'b+aebagbafaydqqcikbmga2dqpcaireeyuculbogazdinryhi6@bounce.bloom.example',
    SizeInBytes: 4210,
    Headers: 'Subject: Undelivered Mail Returned to Sender',
    Text: 'The mailbox is over quota',
    Cut: false,
  },
  CheckFinding: {
    Severity: 'Warning',
    Code: 'MissingFallback',
    Message: 'Recipients without a value would see nothing where this tag stands. Give it a fallback.',
    Detail: '[City]: 12 of 1000 recipients',
    AcknowledgedBy: 'carla',
    AcknowledgedDate: '2026-03-20 17:00:00',
  },
  CampaignCheck: { Recipients: 1000, Suppressed: 4, Cost: '21.50', SizeInBytes: 41_200 },
  SendingLimit: { DailyLimit: 5000, SentToday: 1000, NextDate: '2026-03-22 00:00:00' },
  Subscriber: { EmailAddress: 'sam@reader.example' },
  CampaignEngagement: {
    TotalOpened: 480,
    UniqueOpened: 390,
    Clicks: 95,
    UniqueClicked: 60,
    HumanOpened: 310,
    HumanUniqueOpened: 260,
    HumanClicks: 41,
    HumanUniqueClicked: 33,
    MachineShare: '0.3896',
    RulesVersion: 1,
    Reclassifying: false,
    ClassifiedDate: '2026-03-21 08:31:12',
  },
  CampaignLink: {
    Number: 1,
    Link: 'https://shop.example.com/offers',
    Clicks: 70,
    UniqueClicked: 44,
    HumanClicks: 30,
    HumanUniqueClicked: 25,
  },
  CampaignHour: {
    Date: '2026-03-21 08:00:00',
    Accepted: 770,
    Opened: 210,
    HumanOpened: 130,
    Clicks: 40,
    HumanClicks: 18,
    Unsubscribed: 2,
    Bounced: 7,
    Complained: 0,
  },
  CampaignProgress: {
    State: 'Sending',
    Recipients: 1000,
    Planned: 200,
    HandingOver: 10,
    Accepted: 770,
    Deferred: 8,
    Refused: 7,
    Unknown: 1,
    Excluded: 4,
    DueDate: '2026-03-21 08:00:00',
    FinishedDate: '2026-03-21 08:04:00',
  },
  CampaignRecipient: {
    Number: 17,
    EmailAddress: 'sam@reader.example',
    State: 'Deferred',
    Attempts: 1,
    Date: '2026-03-21 08:00:02',
    Code: 450,
    Answer: '4.2.0 try again later',
    RetryDate: '2026-03-21 08:01:02',
  },
  CampaignEvent: { Date: '2026-03-21 08:02:00', Action: 'pause', Username: 'carla', Detail: 'sending → paused' },
  TestResult: { State: 'Accepted', Code: 250, Answer: '2.0.0 taken' },
  SubscriberChange: {
    FromState: 'Active',
    ToState: 'Unsubscribed',
    Cause: 'unsubscribed',
    By: 'one-click',
    Username: '',
    Wire: '',
    RemoteAddress: '192.0.2.17',
    Agent: 'Mozilla/5.0',
    CampaignID: 'd'.repeat(32),
    Detail: '',
  },
  ScannerOptOut: {
    EmailAddress: 'sam@reader.example',
    By: 'page',
    Network: '192.0.2.0',
    Agent: 'Mozilla/5.0',
    Reason: 'EveryLink',
    Detail: '4 of 5 links were followed within 10 seconds of it.',
  },
  Event: {
    Sequence: 42,
    Type: 'subscriber.subscribed',
    Data: `{"By":"api","Name":"Sam Reader","Cause":"added","State":"Active","ListID":"${id('b')}","EmailAddress":"sam@reader.example"}`,
  },
  Webhook: {
    State: 'Failing',
    CreatedDate: '2026-03-20 09:30:00',
    DeliveredTo: 41,
    Waiting: 3,
    Failures: 1,
    FailingSince: '2026-03-21 08:00:00',
    NextDate: '2026-03-21 08:00:05',
    PausedDate: '',
    PauseReason: '',
  },
  WebhookDetail: { Secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  WebhookTest: { Type: 'webhook.test', Delivered: true, Status: 204, Milliseconds: 48, Error: '' },
  WebhookAttempt: {
    Date: '2026-03-21 08:00:00',
    Sequence: 42,
    Type: 'subscriber.subscribed',
    Attempt: 1,
    Status: 500,
    Milliseconds: 48,
    Error: 'The receiver answered 500.',
  },
  TestGroup: { Name: 'Proof-readers' },
  RelayTests: { Transport: 'Relays', Message: '1 of 1 relay cannot be used.' },
  RelayTest: {
    Relay: 'smtp.relay.example:587',
    Works: false,
    Step: 'Login',
    Code: 535,
    Error: '535 5.7.8 authentication failed',
    Addresses: ['192.0.2.25'],
    Encrypted: true,
    LoggedIn: false,
    Pipelining: false,
    Chunking: false,
    EightBitMime: false,
    SmtpUtf8: false,
    MostBytes: 0,
    LoginMethods: ['PLAIN'],
    Milliseconds: 212,
  },
  SetupStatus: { Complete: false },
  SetupStep: {
    Name: 'Transport',
    State: 'Todo',
    Message: 'Mail is written into a folder and reaches nobody. Set LETTERSHOP_TRANSPORT to an SMTP relay.',
    GoTo: 'Settings',
  },
  DeletedObject: {
    Kind: 'List',
    ID: id('b'),
    Name: 'Spring newsletter',
    CompanyName: 'Bloom & Sons',
    ClientIsDeleted: false,
    DeletedDate: '2026-03-20 17:00:00',
    DeletedBy: 'carla',
    RestorableUntil: '2026-04-19 17:00:00',
  },
  SubscriberUnsubscribe: { EmailAddress: 'sam@reader.example' },
  SubscriberBounce: { EmailAddress: 'sam@reader.example' },
  BounceDetail: {
    Number: 17,
    EmailAddress: 'sam@reader.example',
    Date: '2026-03-21 08:05:40',
    BounceType: 'S',
    Class: 'MailboxFull',
    Status: '5.2.2',
    Code: 552,
    Evidence: '552 5.2.2 The mailbox is full',
    Reported: '',
  },
  BounceCount: { Class: 'MailboxFull', Recipients: 4 },
  CampaignComplaint: {
    Number: 17,
    EmailAddress: 'sam@reader.example',
    Date: '2026-03-21 09:12:00',
    FeedbackType: 'abuse',
    Evidence: 'Feedback-Type: abuse',
  },
  ComplaintAlarm: {
    Date: '2026-03-21 09:12:00',
    Kind: 'Hold',
    Reason: 'complaints 0.41 %: 41 of 10000 mails',
    ReleasedDate: '2026-03-21 10:00:00',
    ReleasedBy: 'carla',
  },
  ClientHold: { Held: false, Complaints: 2, Mails: 9800, Share: '0.02 %', Campaigns: [id('d')] },
  ...overviewExamples,
  SubscriberOpen: { EmailAddress: 'sam@reader.example', NumberOfOpens: 2 },
  SubscriberClick: { EmailAddress: 'sam@reader.example' },
}

/** Where a name means something else in the operations of one group. */
const byGroup: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Subscriber: { Limit: 100 },
  Suppression: { Limit: 100 },
  Event: { Limit: 100 },
  Mailbox: { State: 'Unrecognised', After: 0, Limit: 100 },
  Segment: { Name: 'Tulip lovers' },
  TestGroup: { Name: 'Proof-readers', Limit: 100 },
  Relay: { Relay: 'smtp.relay.example:587' },
  Deleted: { Kinds: ['List', 'Campaign'], Kind: 'List', ID: id('b'), Limit: 100 },
  Person: { EmailAddress: 'ada@agency.example', Name: 'Ada Moss', Code: '', Timezone: 'Europe/Berlin', Limit: 100 },
  Account: { Name: 'Spring Agency', Timezone: 'Europe/Berlin', FactorRequiredFrom: '', Limit: 100 },
  Campaign: {
    State: 'Refused',
    After: 0,
    Limit: 1000,
    Number: 17,
    As: 'Retry',
    Recipients: ['carla@bloom.example'],
    PersonalizeAs: 'sam@reader.example',
  },
}

/** What an operation that yields bare text yields. */
const byOperation: Readonly<Record<string, unknown>> = {
  'User.GetApiKey': byName.ApiKey,
  'User.RotateApiKey': byName.ApiKey,
  'Client.RotateApiKey': byName.ApiKey,
  'Client.Create': byName.ClientID,
  'List.Create': byName.ListID,
  'Template.Create': byName.TemplateID,
  'Campaign.Create': byName.CampaignID,
  'TestGroup.Create': byName.TestGroupID,
  'Subscribers.GetIsSubscribed': 'True',
  'User.GetSystemDate': '2026-03-21 08:00:00',
  'User.GetTimezones': ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', byName.Timezone],
  'User.GetCountries': ['Germany', 'New Zealand'],
  'Segment.GetCount': 148,
  'Campaign.RetryFailed': 7,
  'Mailbox.ReadAgain': 12,
  'Campaign.SettleUnknown': 1,
  'Campaign.GetForwards': 23,
}

/** Where a name means something else in one operation. */
const parametersOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Campaign.List': { State: 'Sent', Search: 'spring', Limit: 100 },
}

export function exampleParameter(operation: Operation, name: string): unknown {
  const own = parametersOf[operation.name]?.[name]
  return own ?? byGroup[groupOf(operation)]?.[name] ?? plainField(name, operation.parameters[name]!) // a parameter of its own
}

/** A value the operation might answer with, as JSON carries it. */
export function exampleResult({ name, result }: Operation): unknown {
  return byOperation[name] ?? plain(result)
}

/** All parameters but the key, which JSON takes from the Authorization header. */
export function exampleBody(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(operation.parameters)
      .filter(name => name !== 'ApiKey')
      .map(name => [name, exampleParameter(operation, name)]),
  )
}

function plainField(name: string, shape: Shape): unknown {
  return byName[name] ?? plain(shape)
}

function plain(shape: Shape): unknown {
  switch (shape.kind) {
    case 'scalar':
      return { string: 'text', int: 1, long: 1, boolean: true }[shape.name]
    case 'enumeration':
      return shape.values[0]
    case 'record':
      return Object.fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          byRecord[typeName(shape)]?.[name] ?? plainField(name, field),
        ]),
      )
    case 'list':
      return [plain(shape.item)]
  }
}
