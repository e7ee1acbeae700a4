/** The record types of our own operations. */
import { boolean, enumeration, int, list, long, record, text } from './shapes.ts'

export const SegmentOperator = enumeration(
  'SegmentOperator',
  'Equals',
  'NotEquals',
  'Contains',
  'NotContains',
  'IsSet',
  'IsNotSet',
)

/** Field is `Email`, `Name` or the key of a custom field; IsSet and IsNotSet take no Value. */
export const SegmentRule = record('SegmentRule', { Field: text, Operator: SegmentOperator, Value: text })

export const CampaignState = enumeration(
  'CampaignState',
  'Draft',
  'Scheduled',
  'Sending',
  'Paused',
  'Cancelled',
  'Sent',
)

/** Recipients is always the sum of the seven counts after it. Dates are in the client's time zone. */
export const CampaignProgress = record('CampaignProgress', {
  State: CampaignState,
  Recipients: int,
  Planned: int,
  HandingOver: int,
  Accepted: int,
  Deferred: int,
  Refused: int,
  Unknown: int,
  Excluded: int,
  DueDate: text,
  SentDate: text,
  FinishedDate: text,
})

export const RecipientState = enumeration(
  'RecipientState',
  'Planned',
  'HandingOver',
  'Accepted',
  'Deferred',
  'Refused',
  'Unknown',
  'Excluded',
)

/** Code is the relay's reply code, 0 where there was none; Answer is the relay's words, or why no relay was asked. */
export const CampaignRecipient = record('CampaignRecipient', {
  Number: int,
  EmailAddress: text,
  ListID: text,
  State: RecipientState,
  Attempts: int,
  Date: text,
  Code: int,
  Answer: text,
  RetryDate: text,
})

export const CampaignEvent = record('CampaignEvent', { Date: text, Action: text, Username: text, Detail: text })

/** State is Accepted, Deferred, Refused or Unknown. */
export const TestResult = record('TestResult', { EmailAddress: text, State: RecipientState, Code: int, Answer: text })

export const Settlement = enumeration('Settlement', 'Accepted', 'Refused', 'Retry')

export const CheckSeverity = enumeration('CheckSeverity', 'Error', 'Warning', 'Note')

/** AcknowledgedBy and AcknowledgedDate are empty unless a user accepted the warning. */
export const CheckFinding = record('CheckFinding', {
  Severity: CheckSeverity,
  Code: text,
  Message: text,
  Detail: text,
  AcknowledgedBy: text,
  AcknowledgedDate: text,
})

/** Ready: no errors, and every warning acknowledged. Cost and Currency are empty for a client that does not pay itself. */
export const CheckReport = record('CheckReport', {
  Ready: boolean,
  Recipients: int,
  Suppressed: int,
  Cost: text,
  Currency: text,
  SizeInBytes: int,
  Findings: list(CheckFinding),
})

/** DailyLimit is 0 for none; NextDate is when the client's next day begins. */
export const SendingLimit = record('SendingLimit', { DailyLimit: int, SentToday: int, NextDate: text })

export const DnsRecordRole = enumeration('DnsRecordRole', 'DkimRsa', 'DkimEd25519', 'Spf', 'Dmarc', 'ReturnPath')

export const DnsProblem = enumeration(
  'DnsProblem',
  'None',
  'NotChecked',
  'NoAnswer',
  'DkimMissing',
  'DkimRepeated',
  'DkimRevoked',
  'DkimDifferent',
  'SpfMissing',
  'SpfRepeated',
  'SpfOpen',
  'DmarcMissing',
  'DmarcRepeated',
  'DmarcWithoutPolicy',
  'MxMissing',
)

/** A record of the domain name system that a sending domain needs; Problem is a sentence for ProblemCode. */
export const DnsRecord = record('DnsRecord', {
  Name: text,
  Type: text,
  Value: text,
  Purpose: text,
  Found: boolean,
  Problem: text,
  Role: DnsRecordRole,
  ProblemCode: DnsProblem,
})

/** Verified: mail from this domain is signed. Dates are empty before the first. */
export const SendingDomain = record('SendingDomain', {
  Domain: text,
  Verified: boolean,
  VerifiedDate: text,
  CheckedDate: text,
  Records: list(DnsRecord),
})

/**
 * The first four are of now; those of people are of ClassifiedDate, some seconds after the hits. MachineShare is a fraction with
 * four digits, of the hits that are classified.
 */
export const CampaignEngagement = record('CampaignEngagement', {
  TotalOpened: int,
  UniqueOpened: int,
  Clicks: int,
  UniqueClicked: int,
  HumanOpened: int,
  HumanUniqueOpened: int,
  HumanClicks: int,
  HumanUniqueClicked: int,
  MachineShare: text,
  RulesVersion: int,
  Reclassifying: boolean,
  ClassifiedDate: text,
})

export const CampaignLink = record('CampaignLink', {
  Number: int,
  Link: text,
  Clicks: int,
  UniqueClicked: int,
  HumanClicks: int,
  HumanUniqueClicked: int,
})

/** Date is when an hour of UTC begins, in the client's time zone; hours in which nothing happened are left out. */
export const CampaignHour = record('CampaignHour', {
  Date: text,
  Accepted: int,
  Opened: int,
  HumanOpened: int,
  Clicks: int,
  HumanClicks: int,
  Unsubscribed: int,
  Bounced: int,
  Complained: int,
})

export const UnsubscribeScope = enumeration('UnsubscribeScope', 'List', 'Client')

/** Unknown: never asked, or no longer known. */
export const ConsentState = enumeration('ConsentState', 'Granted', 'Denied', 'Unknown')

export const Tracking = enumeration('Tracking', 'Always', 'Consent', 'Never')

/** Language is a tag of BCP 47. */
export const ClientOptions = record('ClientOptions', {
  SendOnlyReady: boolean,
  StopSeconds: int,
  ApprovalRequired: boolean,
  ConfirmAbove: int,
  ConfirmAboveNow: int,
})

export const ListOptions = record('ListOptions', { UnsubscribeScope, Tracking, Language: text })

/**
 * One change of a membership and the proof of it. By is api, page, one-click, mail, bounce, complaint, console or operator;
 * FromState is empty for the first; what does not apply is empty. Where only a preference or the suppression of the address
 * changed, both states are the one it had.
 */
export const SubscriberChange = record('SubscriberChange', {
  Date: text,
  FromState: text,
  ToState: text,
  Cause: text,
  By: text,
  Username: text,
  Wire: text,
  RemoteAddress: text,
  Agent: text,
  CampaignID: text,
  Detail: text,
})

export const ScannerReason = enumeration('ScannerReason', 'Burst', 'EveryLink')

/** An opt-out that looks like a machine's; Network is the beginning of the address it came from. */
export const ScannerOptOut = record('ScannerOptOut', {
  EmailAddress: text,
  ListID: text,
  Date: text,
  By: text,
  Network: text,
  Agent: text,
  Reason: ScannerReason,
  Detail: text,
})

export const ReturnedMailState = enumeration(
  'ReturnedMailState',
  'Waiting',
  'Read',
  'Unrecognised',
  'Unmatched',
  'Unreadable',
)

/**
 * Kind is bounce, delay, delivery, complaint, auto-reply, opt-out or other; Class why a mail did not arrive, in the words of BounceClass;
 * Evidence the line that says it, or why the mail cannot be read. Sequence is what After takes. EmailAddress and Number are the recipient's it is about, if one is known.
 */
export const ReturnedMail = record('ReturnedMail', {
  MailID: text,
  Date: text,
  State: ReturnedMailState,
  Kind: text,
  Class: text,
  Status: text,
  Evidence: text,
  EmailAddress: text,
  CampaignID: text,
  Number: long,
  Sender: text,
  SizeInBytes: long,
  Sequence: long,
})

/** Cut: there is more of it than Text shows. */
export const ReturnedMessage = record('ReturnedMessage', {
  Date: text,
  Remote: text,
  Helo: text,
  Sender: text,
  Recipient: text,
  SizeInBytes: long,
  Headers: text,
  Text: text,
  Cut: boolean,
})

export const BounceClass = enumeration(
  'BounceClass',
  'RecipientGone',
  'MailboxFull',
  'Policy',
  'Content',
  'Dns',
  'Transient',
  'Unknown',
)

/**
 * BounceType is `H` or `S`. Status is an enhanced status code or empty, Code an SMTP reply code or 0. Reported is the address the
 * report names, where that is another than the recipient's.
 */
export const BounceDetail = record('BounceDetail', {
  Number: int,
  EmailAddress: text,
  ListID: text,
  Date: text,
  BounceType: text,
  Class: BounceClass,
  Status: text,
  Code: int,
  Evidence: text,
  Reported: text,
})

export const BounceCount = record('BounceCount', { Class: BounceClass, Recipients: int })

/** FeedbackType is `abuse`, `fraud` … (RFC 5965). */
export const CampaignComplaint = record('CampaignComplaint', {
  Number: int,
  EmailAddress: text,
  ListID: text,
  Date: text,
  FeedbackType: text,
  Evidence: text,
})

export const AlarmKind = enumeration('AlarmKind', 'Warning', 'Hold')

/** CampaignID is empty where all campaigns of the client were judged together; ReleasedDate is empty while a hold stands. */
export const ComplaintAlarm = record('ComplaintAlarm', {
  Date: text,
  Kind: AlarmKind,
  CampaignID: text,
  Reason: text,
  ReleasedDate: text,
  ReleasedBy: text,
})

/** Complaints, Mails and Share are of the campaigns of the last 30 days, or since the latest release. Campaigns: those paused for complaints. */
export const ClientHold = record('ClientHold', {
  Held: boolean,
  Complaints: int,
  Mails: int,
  Share: text,
  Campaigns: list(text),
  Alarms: list(ComplaintAlarm),
})

/** Date is in the client's time zone; Data is a JSON object. */
export const Event = record('Event', { Sequence: long, Type: text, Date: text, Data: text })

export const WebhookState = enumeration('WebhookState', 'Active', 'Failing', 'Paused')

/** Events is empty for all of them. DeliveredTo is the sequence of the last event that is delivered or not wanted, Waiting how many came after it. */
export const Webhook = record('Webhook', {
  WebhookID: text,
  URL: text,
  Events: list(text),
  State: WebhookState,
  CreatedDate: text,
  DeliveredTo: long,
  Waiting: long,
  Failures: int,
  FailingSince: text,
  NextDate: text,
  PausedDate: text,
  PauseReason: text,
})

/** Secret is shown this once. */
export const WebhookDetail = record('WebhookDetail', { WebhookID: text, URL: text, Events: list(text), Secret: text })

/** Status is the receiver's, 0 where there was no answer. */
export const WebhookTestOutcome = record('WebhookTestOutcome', {
  Type: text,
  Delivered: boolean,
  Status: int,
  Milliseconds: int,
  Error: text,
})

/** Sequence is 0 for a test, Status 0 where there was no answer; Error is empty when it was delivered. */
export const WebhookAttempt = record('WebhookAttempt', {
  Date: text,
  Sequence: long,
  Type: text,
  Attempt: int,
  Status: int,
  Milliseconds: int,
  Error: text,
})
