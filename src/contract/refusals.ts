/**
 * The closed catalogue of refusals: every answer other than success a caller may see, with its code, its short
 * message (reference/wire.md §5) and the status the JSON wire gives; `ours` has a number that the historical list leaves free.
 * `docs/codes.md` is generated from it. The historical wires carry code and message; JSON adds the detail.
 * See docs/decisions/wires.md#refusals-are-results-on-soap-get-and-post-and-4xx-on-json.
 */

type Row = readonly [code: number, message: string, status: number]
const ours = 'ours'

// biome-ignore format: a table reads by its columns
export const refusals = {
  InvalidEmail: [1, 'Invalid Email Address', 400],
  InvalidRequest: [2, 'Invalid Request', 400, ours],
  UnknownOperation: [3, 'Unknown Operation', 404, ours],
  MissingParameter: [4, 'Missing Parameter', 400, ours],
  InvalidDate: [5, 'Invalid Date', 400],
  InvalidParameter: [6, 'Invalid Parameter Value', 400, ours],
  RequestTooLarge: [7, 'Request Too Large', 413, ours],
  TooManyRequests: [8, 'Too Many Requests', 429, ours],
  RequestTimeout: [9, 'Request Timeout', 503, ours],
  UnexpectedError: [10, 'Unexpected Error', 500, ours],
  ValueTooLong: [11, 'Value Too Long', 400, ours],
  InvalidCharacters: [12, 'Invalid Characters', 400, ours],
  WrongVerb: [13, 'Wrong Verb', 405, ours],
  UnsupportedMediaType: [14, 'Unsupported Media Type', 415, ours],
  ServiceUnavailable: [15, 'Service Unavailable', 503, ours],
  IdempotencyKeyReused: [16, 'Idempotency-Key Was Used For Another Call', 422, ours],
  IdempotencyKeyInUse: [17, 'A Call With This Idempotency-Key Is Under Way', 409, ours],
  StorageFull: [18, 'Storage Is Full', 507, ours],

  InvalidApiKey: [100, 'Invalid API Key', 401],
  InvalidListId: [101, 'Invalid ListID', 404],
  InvalidClientId: [102, 'Invalid ClientID', 404],
  AccessDenied: [103, 'Access Level Does Not Allow This', 403, ours],
  InvalidLogin: [105, 'Invalid Login', 401],
  SessionEnded: [110, 'Session Ended', 401, ours],

  InvalidInvitation: [120, 'Invalid Invitation', 404, ours],
  InvitationEnded: [121, 'Invitation Has Ended', 410, ours],
  InvalidReset: [122, 'Invalid Password Reset', 404, ours],
  PersonRequired: [123, 'Only For People', 403, ours],
  UnknownKey: [124, 'Unknown Key', 404, ours],
  TooManyKeys: [125, 'Too Many Keys', 409, ours],
  KeyInOverlap: [126, 'Key Is In Its Overlap', 409, ours],
  KeyEnded: [127, 'Key Has Ended', 409, ours],
  CookieNotAccepted: [130, 'Session Cookie Not Accepted', 403, ours],
  CodeRequired: [131, 'Code Of The Second Factor Required', 401, ours],
  InvalidCode: [132, 'Invalid Code', 400, ours],
  TooManyCodes: [133, 'Too Many Wrong Codes', 429, ours],
  SecondFactorRequired: [134, 'Second Factor Required', 403, ours],
  FactorActive: [135, 'Second Factor Is Active', 409, ours],
  FactorNotActive: [136, 'Second Factor Is Not Active', 409, ours],
  KeyNotGiven: [137, 'API Key Is Not Given For A Password', 403, ours],
  UnknownSession: [138, 'Unknown Session', 404, ours],
  UnknownAccount: [139, 'Unknown Account', 404, ours],

  EmailTaken: [150, 'Email Taken', 409],
  UsernameTaken: [151, 'Username Taken', 409, ours],
  InvalidTimezone: [152, 'Invalid Timezone', 400],
  InvalidAccessLevel: [153, 'Invalid Access Level', 400],
  EmptyCompanyName: [154, 'Empty Company Name', 400],
  EmptyContactName: [155, 'Empty Contact Name', 400],
  InvalidUsername: [156, 'Invalid Username', 400, ours],
  InvalidCountry: [157, 'Invalid Country', 400],
  InvalidBillingType: [166, 'Invalid Billing Type', 400, ours],
  InvalidCurrency: [167, 'Invalid Currency Code', 400],
  InvalidFee: [168, 'Invalid Fee', 400, ours],
  InvalidDailyLimit: [169, 'Invalid Daily Limit', 400, ours],
  MarkupTooLow: [170, 'Markup Rate Too Low', 400],
  NoClientLogin: [171, 'Client Has No Login', 409, ours],
  ClientCreationLimit: [172, 'Client Creation Limit', 429],
  RetentionNotAllowed: [173, 'Retention Not Allowed', 400, ours],
  UnsafePassword: [174, 'Unsafe Password', 400],
  InvalidPassword: [175, 'Invalid Password', 400],

  UnknownPerson: [180, 'Unknown Person', 404, ours],
  UnknownInvitation: [181, 'Unknown Invitation', 404, ours],
  AlreadyMember: [182, 'Already a Member', 409, ours],
  LastOwner: [183, 'Last Owner', 409, ours],
  GrantsRequired: [184, 'Grants Required', 400, ours],
  NameRequired: [185, 'Name Required', 400, ours],
  AddressRequired: [186, 'Email Address Required', 409, ours],
  TooManyPeople: [187, 'Too Many People', 409, ours],
  TooManyInvitations: [188, 'Too Many Invitations', 429, ours],
  NotYetMember: [189, 'Not Yet a Member', 409, ours],

  InvalidColor: [190, 'Invalid Colour', 400, ours],
  InsufficientContrast: [191, 'Insufficient Contrast', 400, ours],
  InvalidLogo: [192, 'Invalid Logo', 400, ours],
  InvalidWording: [193, 'Invalid Wording', 400, ours],

  NotInList: [202, 'Subscriber not in list or has already been removed', 404],
  InSuppressionList: [204, 'In Suppression List', 409],
  IsDeleted: [205, 'Is Deleted', 409],
  IsUnsubscribed: [206, 'Is Unsubscribed', 409],
  IsBounced: [207, 'Is Bounced', 409],
  IsUnconfirmed: [208, 'Is Unconfirmed', 409],
  NotSuppressed: [209, 'Not In Suppression List', 404, ours],
  RemovalNotDeliberate: [210, 'Removal Must Be Deliberate', 409, ours],
  AddressIsOnList: [211, 'New Address Is On The List Already', 409, ours],
  ContactErased: [212, 'Contact Was Erased', 409, ours],
  UnknownErasure: [213, 'Unknown Erasure', 404, ours],
  InvalidCustomFieldValue: [230, 'Invalid Custom Field Value', 400, ours],
  InvalidMobileNumber: [220, 'Invalid Mobile Number', 400],
  TooManyConfirmations: [222, 'Too Many Confirmation Mails', 429, ours],
  PurposeNotAsked: [223, 'List Does Not Ask For This Purpose', 409, ours],

  DuplicateListTitle: [250, 'Duplicate List Title', 409],
  ListTitleEmpty: [251, 'List Title Empty', 400],
  ListInDraft: [252, 'Cannot delete a list attached to at least one campaign draft', 409],
  InvalidKey: [253, 'Invalid Key', 404],
  InvalidFieldName: [254, 'Invalid FieldName', 400],
  FieldKeyExists: [255, 'The Field Key Already Exists', 409],
  OptionsNotAllowed: [256, 'Options Defined for Text or Number Field', 400],
  OptionsRequired: [257, 'No Options Defined for Multi-Valued Field', 400],
  TooManyCustomFields: [258, 'Too Many Custom Fields', 409, ours],
  InvalidDataType: [259, 'DataType must be one of (Text|Number|MultiSelectOne|MultiSelectMany|Country|USState|Date)', 400],
  InvalidUnsubscribePage: [260, 'Invalid Unsubscribe Page', 400, ours],
  InvalidConfirmationPage: [261, 'Invalid Confirmation Success Page', 400, ours],

  InvalidLanguage: [262, 'Invalid Language', 400, ours],

  SegmentNameEmpty: [270, 'Segment Name Empty', 400, ours],
  DuplicateSegmentName: [271, 'Duplicate Segment Name', 409, ours],
  UnknownSegment: [272, 'Unknown Segment', 404, ours],
  SegmentRulesRequired: [273, 'Segment Rules Required', 400, ours],
  InvalidSegmentRule: [274, 'Invalid Segment Rule', 400, ours],
  TooManySegmentRules: [275, 'Too Many Segment Rules', 400, ours],
  TooManySegments: [276, 'Too Many Segments', 409, ours],
  SegmentInDraft: [277, 'Cannot delete a segment attached to at least one campaign draft', 409, ours],
  SegmentIsTree: [278, 'Segment Is A Tree', 409, ours],
  InvalidSegmentTree: [279, 'Invalid Segment Tree', 400, ours],
  SegmentInUse: [280, 'Segment Is Used By Other Segments', 409, ours],
  UnknownSegmentTemplate: [281, 'Unknown Segment Template', 404, ours],

  InvalidCampaignId: [301, 'Invalid CampaignID', 404],
  DuplicateCampaignName: [303, 'Duplicate Campaign Name', 409],
  CampaignSubjectRequired: [304, 'Campaign Subject Required', 400],
  FromNameRequired: [305, 'From Name Required', 400],
  InvalidFromEmail: [307, 'Invalid From Email Address', 400],
  ReplyToRequired: [308, 'Reply to Address Required', 400],
  InvalidReplyTo: [309, 'Invalid Reply-To Address', 400],
  HtmlUrlRequired: [310, 'HTML Content URL Required', 400],
  InvalidHtmlContent: [311, 'Invalid HTML Content', 400],
  InvalidTextUrl: [312, 'Invalid Text Content URL', 400],
  InvalidListIds: [313, 'Invalid ListIDs', 400],
  InvalidSegments: [314, 'Invalid Segments', 400],
  ListsRequired: [315, 'Lists or Segments Required', 400],
  ProblemsImportingLinks: [316, 'Problems Importing Links', 400],
  LinkTooLong: [317, 'Link Too Long', 400],
  TextUnsubscribeInHtml: [318, 'Text Unsubscribe Tag Used in HTML', 400],
  CampaignNameRequired: [319, 'Campaign Name Required', 400],
  UnknownWarning: [320, 'Unknown Warning', 400, ours],
  NestedTooDeep: [321, 'HTML Nested Too Deeply', 400, ours],
  InvalidMjml: [322, 'Invalid MJML', 400, ours],
  InvalidSections: [324, 'Invalid Sections', 400, ours],
  InvalidZip: [323, 'Invalid ZIP File', 400, ours],
  AlreadySent: [331, 'Campaign has already been sent', 409],
  NoRecipients: [332, 'No Recipients Added', 409],
  DeliveryDateInPast: [337, 'Delivery Date Cannot be in the Past', 400],
  ConfirmationEmailRequired: [338, 'Confirmation Email Required', 400],
  InvalidConfirmationEmail: [339, 'Confirmation Email Invalid', 400],
  RecipientListsEmpty: [340, 'Recipient Lists Empty', 409],
  CampaignNotScheduled: [341, 'Campaign is not scheduled', 409],
  CampaignNotSending: [342, 'Campaign is not being sent', 409, ours],
  CampaignNotPaused: [343, 'Campaign is not paused', 409, ours],
  CampaignNotStarted: [344, 'Campaign has not started', 409, ours],
  CampaignCancelled: [345, 'Campaign has been cancelled', 409, ours],
  InvalidRecipientState: [346, 'Invalid Recipient State', 400, ours],
  UnknownRecipient: [347, 'Unknown Recipient', 404, ours],
  TestRecipientsRequired: [348, 'Test Recipients Required', 400, ours],
  TooManyTestRecipients: [349, 'Too Many Test Recipients', 400, ours],
  TestLimit: [350, 'Test Limit', 429, ours],
  PublicUrlRequired: [351, 'Public URL Required', 409, ours],
  NotComposable: [355, 'Campaign Cannot Be Composed', 409, ours],
  CampaignNotReady: [356, 'Campaign Is Not Ready', 409, ours],
  TestGroupNameEmpty: [357, 'Test Group Name Empty', 400, ours],
  DuplicateTestGroupName: [358, 'Duplicate Test Group Name', 409, ours],
  UnknownTestGroup: [359, 'Unknown Test Group', 404, ours],
  TooManyTestGroups: [360, 'Too Many Test Groups', 409, ours],

  DraftIncomplete: [361, 'Draft Is Incomplete', 409, ours],
  CampaignNotDraft: [362, 'Campaign Is Not A Draft', 409, ours],
  StaleRevision: [363, 'Saved By Another Since', 409, ours],
  UnknownRevision: [364, 'Unknown Revision', 404, ours],
  UnknownSender: [365, 'Unknown Sender', 404, ours],
  TooManySenders: [366, 'Too Many Saved Senders', 409, ours],
  ApprovalRequired: [367, 'Approval Required', 409, ours],
  ApprovalNotRequested: [368, 'Approval Not Requested', 409, ours],
  ApprovalAlreadyRequested: [369, 'Approval Already Requested', 409, ours],
  UnknownReportLink: [370, 'Unknown Report Link', 404, ours],
  TooManyReportLinks: [371, 'Too Many Report Links', 409, ours],
  AlreadyApproved: [372, 'Already Approved', 409, ours],
  ApprovalVoid: [373, 'Changed Since Approval Was Requested', 409, ours],
  OwnRequest: [374, 'Own Request', 403, ours],
  CommentRequired: [375, 'Comment Required', 400, ours],
  UnknownComment: [376, 'Unknown Comment', 404, ours],
  TooManyComments: [377, 'Too Many Comments', 409, ours],
  AudienceNotConfirmed: [378, 'Number Of Recipients Not Confirmed', 409, ours],

  InvalidDomain: [380, 'Invalid Domain', 400, ours],
  DuplicateDomain: [381, 'Duplicate Domain', 409, ours],
  UnknownDomain: [382, 'Unknown Domain', 404, ours],
  TooManyDomains: [383, 'Too Many Domains', 409, ours],

  UnknownMail: [600, 'Unknown Mail', 404, ours],
  InvalidMailState: [601, 'Invalid State of Returned Mail', 400, ours],
  ClientHeld: [610, 'Sending Is Held', 409, ours],
  CampaignHeld: [611, 'Campaign Is Held', 409, ours],

  EventsNotKept: [620, 'Events Are No Longer Kept', 410, ours],
  InvalidSequence: [621, 'Invalid Sequence', 400, ours],
  UnknownWebhook: [622, 'Unknown Webhook', 404, ours],
  InvalidWebhookUrl: [623, 'Invalid Webhook URL', 400, ours],
  InvalidEventType: [624, 'Invalid Event Type', 400, ours],
  TooManyWebhooks: [625, 'Too Many Webhooks', 409, ours],
  WebhookTestLimit: [626, 'Webhook Test Limit', 429, ours],
  WebhookReplayLimit: [627, 'Webhook Replay Limit', 429, ours],

  UnknownRelay: [640, 'Unknown Relay', 404, ours],
  RelayTestLimit: [641, 'Relay Test Limit', 429, ours],
  NoOutbox: [642, 'Mail Goes To Relays', 409, ours],
  MailNotHere: [643, 'Mail Is Not On This Machine', 404, ours],
  MailNotReadable: [644, 'Mail Cannot Be Read', 409, ours],

  UnknownDeletion: [650, 'Unknown Deleted Object', 404, ours],
  RestoreTooLate: [651, 'Too Late To Restore', 410, ours],
  ClientIsDeleted: [652, 'Client Is Deleted', 409, ours],
  ListIsDeleted: [653, 'List Is Deleted', 409, ours],

  UnknownUpload: [670, 'Unknown Upload', 404, ours],
  UploadInUse: [671, 'Upload Is In Use', 409, ours],
  TooManyUploads: [672, 'Too Many Unused Uploads', 409, ours],
  EmptyUpload: [673, 'Upload Is Empty', 400, ours],
  UploadTooSlow: [674, 'Upload Too Slow', 408, ours],

  NotAnImage: [680, 'Not An Image', 400, ours],
  ImageTooLarge: [681, 'Image Too Large', 400, ours],
  UnknownAsset: [682, 'Unknown Asset', 404, ours],
  TooManyAssets: [683, 'Too Many Assets', 409, ours],

  ImportLossNotConfirmed: [689, 'Loss Of Values Not Confirmed', 409, ours],
  UnknownImport: [690, 'Unknown Import', 404, ours],
  RemoteUnreadable: [691, 'Other Service Cannot Be Read', 400, ours],
  ConsentRequired: [692, 'Consent Note Required', 400, ours],
  InvalidMapping: [693, 'Invalid Mapping', 400, ours],
  ImportNotReady: [694, 'Import Is Not Ready For This', 409, ours],
  ImportNeedsApproval: [695, 'Import Needs Approval', 403, ours],
  ListImportUnderWay: [696, 'Another Import Into The List Is Under Way', 409, ours],
  TooManyImports: [697, 'Too Many Imports', 409, ours],
  UnknownRemoteList: [698, 'Other Service Has No Such List', 404, ours],
  RemoteKeyRefused: [699, 'Other Service Refuses The Key', 400, ours],
  UnknownExport: [700, 'Unknown Export', 404, ours],
  ExportNotReady: [701, 'Export Is Not Ready', 409, ours],
  TooManyExports: [702, 'Too Many Exports', 409, ours],
  UnknownBulkChange: [705, 'Unknown Bulk Change', 404, ours],
  BulkChangeNotReady: [706, 'Bulk Change Is Not Ready For This', 409, ours],
  NoSubscriberFits: [707, 'No Subscriber Fits', 409, ours],
  TooManyBulkChanges: [708, 'Too Many Bulk Changes', 409, ours],

  InvalidTemplateId: [4001, 'Invalid TemplateID', 404],
  TemplateNameRequired: [4002, 'Template Name Required', 400],
  InvalidTemplateName: [4003, 'Invalid Template Name', 400],
  HtmlPageUrlRequired: [4004, 'HTML Page URL Required', 400],
  InvalidHtmlPageUrl: [4005, 'Invalid HTML Page URL', 400],
  InvalidZipFileUrl: [4006, 'Invalid ZIP File URL', 400],
  InvalidScreenshotUrl: [4007, 'Invalid Screenshot URL', 400],
  UnknownStarter: [4010, 'Unknown Starter Template', 404, ours],
  NoEditableRegion: [4101, 'No Description Or Repeater', 400],
  NoClosingRepeater: [4102, 'No Closing Repeater', 400],
  NoImageWidth: [4103, 'No Width Specified in the Image Tag', 400],
  NoEditableRegionInRepeater: [4104, 'No Editable Regions in Repeater', 400],
  NoOpeningRepeater: [4105, 'No Opening Repeater Tag', 400],
  NoClosingTableOfContents: [4108, 'No Closing Table of Contents', 400],
  NoRepeaterTitle: [4109, 'No repeatertitle Tag', 400],
  MultipleRepeaterTitles: [4110, 'Multiple repeatertitle Tags', 400],
  NoTableOfContents: [4111, 'No tableofcontents Tags', 400],
  TableOfContentsWithoutRepeater: [4118, 'Table of Contents With No Repeater', 400],
  NestedRepeaters: [4128, 'Nested Repeaters', 400],
  RepeaterWithMultipleRows: [4129, 'Table Based Repeater Contains Multiple Trs', 400],
  NoClosingSingleline: [4130, 'No Closing Singleline Tag', 400],
  NoClosingMultiline: [4131, 'No Closing Multiline Tag', 400],
  NoRepeaterWithTitle: [4132, 'No Repeater with Title', 400],
  TooManyRegions: [4150, 'Too Many Editable Regions', 400, ours],
  UnknownRegion: [4151, 'Unknown Editable Region', 400, ours],
  InvalidRegionValue: [4152, 'Invalid Value Of An Editable Region', 400, ours],
  RegionImageNotFetched: [4153, 'Image Of An Editable Region Cannot Be Fetched', 400, ours],
  ContainsFlash: [4201, 'Contains Flash', 400],
  ContainsScript: [4202, 'Contains Script', 400],
  ContainsJava: [4203, 'Contains Java', 400],
  NoUnsubscribeTag: [4300, 'No Unsubscribe Tag', 400],
  UnsubscribeTagInComment: [4301, 'Unsubscribe Tag Hidden in Comments', 400],
  UnsubscribeTagTooShort: [4302, 'Unsubscribe Tag Text Under 3 Characters', 400],
  UnsubscribeTagContainsLink: [4303, 'Unsubscribe Tag Contains a Link', 400],
  NoClosingUnsubscribeTag: [4304, 'No Closing Unsubscribe Tag', 400],
  TextUnsubscribeTagInHtml: [4305, 'Text Unsubscribe Tag Used in HTML', 400],
  NestedUnsubscribeTag: [4306, 'Unsubscribe Tag Nested in Another', 400],
  UnsubscribeTagInLink: [4307, 'Unsubscribe Tag Nested in a Link', 400],
  FilesMissingFromZip: [4350, 'Files Missing from ZIP File', 400],
  LayoutNotInRepeater: [4401, 'Layout Not In Repeater', 400],
  NoClosingLayout: [4402, 'No Closing Layout', 400],
  NoOpeningLayout: [4403, 'No Opening Layout', 400],
  NoEditableRegionInLayout: [4404, 'No Editable Region In Layout', 400],
  LayoutWithMultipleRows: [4405, 'Layout Contains Multiple Trs', 400],
  NoLayoutLabel: [4406, 'Layout Label Missing', 400],
} as const satisfies Record<string, Row | readonly [...Row, typeof ours]>

export type RefusalName = keyof typeof refusals

/** The refusals of the historical service, with its numbers. */
export type HistoricalRefusal = {
  [Name in RefusalName]: (typeof refusals)[Name] extends Row ? Name : never
}[RefusalName]

export function isHistorical(name: RefusalName): name is HistoricalRefusal {
  return !(refusals[name] as readonly unknown[]).includes(ours)
}

/** What is wrong with the tag that a page's reader unsubscribes by. */
export const unsubscribeTags = [
  'UnsubscribeTagTooShort',
  'UnsubscribeTagContainsLink',
  'NoClosingUnsubscribeTag',
  'NestedUnsubscribeTag',
  'UnsubscribeTagInLink',
] as const satisfies readonly RefusalName[]

/** What the markup of a page is refused for that is to become a template. */
export const templateMarkup = [
  'NoEditableRegion',
  'NoClosingRepeater',
  'NoImageWidth',
  'NoEditableRegionInRepeater',
  'NoOpeningRepeater',
  'NoClosingTableOfContents',
  'NoRepeaterTitle',
  'MultipleRepeaterTitles',
  'NoTableOfContents',
  'TableOfContentsWithoutRepeater',
  'NestedRepeaters',
  'RepeaterWithMultipleRows',
  'NoClosingSingleline',
  'NoClosingMultiline',
  'NoRepeaterWithTitle',
  'ContainsFlash',
  'ContainsScript',
  'ContainsJava',
  'NoUnsubscribeTag',
  'UnsubscribeTagInComment',
  'TextUnsubscribeTagInHtml',
  ...unsubscribeTags,
  'FilesMissingFromZip',
  'LayoutNotInRepeater',
  'NoClosingLayout',
  'NoOpeningLayout',
  'NoEditableRegionInLayout',
  'LayoutWithMultipleRows',
  'NoLayoutLabel',
] as const satisfies readonly RefusalName[]

/** The one error a caller may see. `detail` is a sentence the caller can act on; `cause` is for the log only. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly code: number
  /** The catalogue's short message, as the historical wires carry it. */
  readonly title: string
  /** HTTP status on the JSON wire. */
  readonly status: number
  readonly detail: string | undefined
  /** What the JSON wire answers besides: plain data that a program can go on with. */
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(
    refusal: RefusalName,
    detail?: string,
    options?: ErrorOptions & { readonly data?: Readonly<Record<string, unknown>> },
  ) {
    const [code, title, status] = refusals[refusal]
    super(detail ?? title, options)
    this.name = 'Refusal'
    this.refusal = refusal
    this.code = code
    this.title = title
    this.status = status
    this.detail = detail
    this.data = options?.data
  }
}
