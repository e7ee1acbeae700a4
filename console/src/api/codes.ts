/**
 * Codes of refusals by their names in the catalogue.
 * Generated from src/contract/refusals.ts (src/describe/refusal-codes.ts); do not edit. `npm run bless` rewrites this file.
 */

/** Invalid Email Address */
export const InvalidEmail = 1
/** Invalid Request */
export const InvalidRequest = 2
/** Unknown Operation */
export const UnknownOperation = 3
/** Missing Parameter */
export const MissingParameter = 4
/** Invalid Date */
export const InvalidDate = 5
/** Invalid Parameter Value */
export const InvalidParameter = 6
/** Request Too Large */
export const RequestTooLarge = 7
/** Too Many Requests */
export const TooManyRequests = 8
/** Request Timeout */
export const RequestTimeout = 9
/** Unexpected Error */
export const UnexpectedError = 10
/** Value Too Long */
export const ValueTooLong = 11
/** Invalid Characters */
export const InvalidCharacters = 12
/** Wrong Verb */
export const WrongVerb = 13
/** Unsupported Media Type */
export const UnsupportedMediaType = 14
/** Service Unavailable */
export const ServiceUnavailable = 15
/** Idempotency-Key Was Used For Another Call */
export const IdempotencyKeyReused = 16
/** A Call With This Idempotency-Key Is Under Way */
export const IdempotencyKeyInUse = 17
/** Storage Is Full */
export const StorageFull = 18
/** Invalid API Key */
export const InvalidApiKey = 100
/** Invalid ListID */
export const InvalidListId = 101
/** Invalid ClientID */
export const InvalidClientId = 102
/** Access Level Does Not Allow This */
export const AccessDenied = 103
/** Invalid Login */
export const InvalidLogin = 105
/** Session Ended */
export const SessionEnded = 110
/** Invalid Invitation */
export const InvalidInvitation = 120
/** Invitation Has Ended */
export const InvitationEnded = 121
/** Invalid Password Reset */
export const InvalidReset = 122
/** Only For People */
export const PersonRequired = 123
/** Unknown Key */
export const UnknownKey = 124
/** Too Many Keys */
export const TooManyKeys = 125
/** Key Is In Its Overlap */
export const KeyInOverlap = 126
/** Key Has Ended */
export const KeyEnded = 127
/** Session Cookie Not Accepted */
export const CookieNotAccepted = 130
/** Code Of The Second Factor Required */
export const CodeRequired = 131
/** Invalid Code */
export const InvalidCode = 132
/** Too Many Wrong Codes */
export const TooManyCodes = 133
/** Second Factor Required */
export const SecondFactorRequired = 134
/** Second Factor Is Active */
export const FactorActive = 135
/** Second Factor Is Not Active */
export const FactorNotActive = 136
/** API Key Is Not Given For A Password */
export const KeyNotGiven = 137
/** Unknown Session */
export const UnknownSession = 138
/** Unknown Account */
export const UnknownAccount = 139
/** Email Taken */
export const EmailTaken = 150
/** Username Taken */
export const UsernameTaken = 151
/** Invalid Timezone */
export const InvalidTimezone = 152
/** Invalid Access Level */
export const InvalidAccessLevel = 153
/** Empty Company Name */
export const EmptyCompanyName = 154
/** Empty Contact Name */
export const EmptyContactName = 155
/** Invalid Username */
export const InvalidUsername = 156
/** Invalid Country */
export const InvalidCountry = 157
/** Invalid Billing Type */
export const InvalidBillingType = 166
/** Invalid Currency Code */
export const InvalidCurrency = 167
/** Invalid Fee */
export const InvalidFee = 168
/** Invalid Daily Limit */
export const InvalidDailyLimit = 169
/** Markup Rate Too Low */
export const MarkupTooLow = 170
/** Client Has No Login */
export const NoClientLogin = 171
/** Client Creation Limit */
export const ClientCreationLimit = 172
/** Retention Not Allowed */
export const RetentionNotAllowed = 173
/** Unsafe Password */
export const UnsafePassword = 174
/** Invalid Password */
export const InvalidPassword = 175
/** Unknown Person */
export const UnknownPerson = 180
/** Unknown Invitation */
export const UnknownInvitation = 181
/** Already a Member */
export const AlreadyMember = 182
/** Last Owner */
export const LastOwner = 183
/** Grants Required */
export const GrantsRequired = 184
/** Name Required */
export const NameRequired = 185
/** Email Address Required */
export const AddressRequired = 186
/** Too Many People */
export const TooManyPeople = 187
/** Too Many Invitations */
export const TooManyInvitations = 188
/** Not Yet a Member */
export const NotYetMember = 189
/** Invalid Colour */
export const InvalidColor = 190
/** Insufficient Contrast */
export const InsufficientContrast = 191
/** Invalid Logo */
export const InvalidLogo = 192
/** Invalid Wording */
export const InvalidWording = 193
/** Subscriber not in list or has already been removed */
export const NotInList = 202
/** In Suppression List */
export const InSuppressionList = 204
/** Is Deleted */
export const IsDeleted = 205
/** Is Unsubscribed */
export const IsUnsubscribed = 206
/** Is Bounced */
export const IsBounced = 207
/** Is Unconfirmed */
export const IsUnconfirmed = 208
/** Not In Suppression List */
export const NotSuppressed = 209
/** Removal Must Be Deliberate */
export const RemovalNotDeliberate = 210
/** New Address Is On The List Already */
export const AddressIsOnList = 211
/** Contact Was Erased */
export const ContactErased = 212
/** Unknown Erasure */
export const UnknownErasure = 213
/** Invalid Custom Field Value */
export const InvalidCustomFieldValue = 230
/** Invalid Mobile Number */
export const InvalidMobileNumber = 220
/** Too Many Confirmation Mails */
export const TooManyConfirmations = 222
/** List Does Not Ask For This Purpose */
export const PurposeNotAsked = 223
/** Duplicate List Title */
export const DuplicateListTitle = 250
/** List Title Empty */
export const ListTitleEmpty = 251
/** Cannot delete a list attached to at least one campaign draft */
export const ListInDraft = 252
/** Invalid Key */
export const InvalidKey = 253
/** Invalid FieldName */
export const InvalidFieldName = 254
/** The Field Key Already Exists */
export const FieldKeyExists = 255
/** Options Defined for Text or Number Field */
export const OptionsNotAllowed = 256
/** No Options Defined for Multi-Valued Field */
export const OptionsRequired = 257
/** Too Many Custom Fields */
export const TooManyCustomFields = 258
/** DataType must be one of (Text|Number|MultiSelectOne|MultiSelectMany|Country|USState|Date) */
export const InvalidDataType = 259
/** Invalid Unsubscribe Page */
export const InvalidUnsubscribePage = 260
/** Invalid Confirmation Success Page */
export const InvalidConfirmationPage = 261
/** Invalid Language */
export const InvalidLanguage = 262
/** Segment Name Empty */
export const SegmentNameEmpty = 270
/** Duplicate Segment Name */
export const DuplicateSegmentName = 271
/** Unknown Segment */
export const UnknownSegment = 272
/** Segment Rules Required */
export const SegmentRulesRequired = 273
/** Invalid Segment Rule */
export const InvalidSegmentRule = 274
/** Too Many Segment Rules */
export const TooManySegmentRules = 275
/** Too Many Segments */
export const TooManySegments = 276
/** Cannot delete a segment attached to at least one campaign draft */
export const SegmentInDraft = 277
/** Segment Is A Tree */
export const SegmentIsTree = 278
/** Invalid Segment Tree */
export const InvalidSegmentTree = 279
/** Segment Is Used By Other Segments */
export const SegmentInUse = 280
/** Unknown Segment Template */
export const UnknownSegmentTemplate = 281
/** Invalid CampaignID */
export const InvalidCampaignId = 301
/** Duplicate Campaign Name */
export const DuplicateCampaignName = 303
/** Campaign Subject Required */
export const CampaignSubjectRequired = 304
/** From Name Required */
export const FromNameRequired = 305
/** Invalid From Email Address */
export const InvalidFromEmail = 307
/** Reply to Address Required */
export const ReplyToRequired = 308
/** Invalid Reply-To Address */
export const InvalidReplyTo = 309
/** HTML Content URL Required */
export const HtmlUrlRequired = 310
/** Invalid HTML Content */
export const InvalidHtmlContent = 311
/** Invalid Text Content URL */
export const InvalidTextUrl = 312
/** Invalid ListIDs */
export const InvalidListIds = 313
/** Invalid Segments */
export const InvalidSegments = 314
/** Lists or Segments Required */
export const ListsRequired = 315
/** Problems Importing Links */
export const ProblemsImportingLinks = 316
/** Link Too Long */
export const LinkTooLong = 317
/** Text Unsubscribe Tag Used in HTML */
export const TextUnsubscribeInHtml = 318
/** Campaign Name Required */
export const CampaignNameRequired = 319
/** Unknown Warning */
export const UnknownWarning = 320
/** HTML Nested Too Deeply */
export const NestedTooDeep = 321
/** Invalid MJML */
export const InvalidMjml = 322
/** Invalid Sections */
export const InvalidSections = 324
/** Invalid ZIP File */
export const InvalidZip = 323
/** Campaign has already been sent */
export const AlreadySent = 331
/** No Recipients Added */
export const NoRecipients = 332
/** Delivery Date Cannot be in the Past */
export const DeliveryDateInPast = 337
/** Confirmation Email Required */
export const ConfirmationEmailRequired = 338
/** Confirmation Email Invalid */
export const InvalidConfirmationEmail = 339
/** Recipient Lists Empty */
export const RecipientListsEmpty = 340
/** Campaign is not scheduled */
export const CampaignNotScheduled = 341
/** Campaign is not being sent */
export const CampaignNotSending = 342
/** Campaign is not paused */
export const CampaignNotPaused = 343
/** Campaign has not started */
export const CampaignNotStarted = 344
/** Campaign has been cancelled */
export const CampaignCancelled = 345
/** Invalid Recipient State */
export const InvalidRecipientState = 346
/** Unknown Recipient */
export const UnknownRecipient = 347
/** Test Recipients Required */
export const TestRecipientsRequired = 348
/** Too Many Test Recipients */
export const TooManyTestRecipients = 349
/** Test Limit */
export const TestLimit = 350
/** Public URL Required */
export const PublicUrlRequired = 351
/** Invalid Timing */
export const InvalidTiming = 353
/** Time Has Passed In Some Time Zones */
export const TimeZonesPast = 354
/** Campaign Cannot Be Composed */
export const NotComposable = 355
/** Campaign Is Not Ready */
export const CampaignNotReady = 356
/** Test Group Name Empty */
export const TestGroupNameEmpty = 357
/** Duplicate Test Group Name */
export const DuplicateTestGroupName = 358
/** Unknown Test Group */
export const UnknownTestGroup = 359
/** Too Many Test Groups */
export const TooManyTestGroups = 360
/** Draft Is Incomplete */
export const DraftIncomplete = 361
/** Campaign Is Not A Draft */
export const CampaignNotDraft = 362
/** Saved By Another Since */
export const StaleRevision = 363
/** Unknown Revision */
export const UnknownRevision = 364
/** Unknown Sender */
export const UnknownSender = 365
/** Too Many Saved Senders */
export const TooManySenders = 366
/** Approval Required */
export const ApprovalRequired = 367
/** Approval Not Requested */
export const ApprovalNotRequested = 368
/** Approval Already Requested */
export const ApprovalAlreadyRequested = 369
/** Unknown Report Link */
export const UnknownReportLink = 370
/** Too Many Report Links */
export const TooManyReportLinks = 371
/** Already Approved */
export const AlreadyApproved = 372
/** Changed Since Approval Was Requested */
export const ApprovalVoid = 373
/** Own Request */
export const OwnRequest = 374
/** Comment Required */
export const CommentRequired = 375
/** Unknown Comment */
export const UnknownComment = 376
/** Too Many Comments */
export const TooManyComments = 377
/** Number Of Recipients Not Confirmed */
export const AudienceNotConfirmed = 378
/** Campaign Cannot Be Resent */
export const NotResendable = 384
/** Campaign Was Resent Already */
export const AlreadyResent = 385
/** A Resend Needs Another Subject */
export const SubjectNotNew = 386
/** Too Soon For A Resend */
export const ResendTooSoon = 387
/** Variants Not Valid */
export const InvalidVariants = 388
/** Variant Cannot Be Chosen */
export const VariantNotChoosable = 389
/** Too Many Recipients Of Reports */
export const TooManyReportRecipients = 390
/** Unknown Sent Report */
export const UnknownSentReport = 391
/** Invalid Domain */
export const InvalidDomain = 380
/** Duplicate Domain */
export const DuplicateDomain = 381
/** Unknown Domain */
export const UnknownDomain = 382
/** Too Many Domains */
export const TooManyDomains = 383
/** Unknown Mail */
export const UnknownMail = 600
/** Invalid State of Returned Mail */
export const InvalidMailState = 601
/** Sending Is Held */
export const ClientHeld = 610
/** Campaign Is Held */
export const CampaignHeld = 611
/** Events Are No Longer Kept */
export const EventsNotKept = 620
/** Invalid Sequence */
export const InvalidSequence = 621
/** Unknown Webhook */
export const UnknownWebhook = 622
/** Invalid Webhook URL */
export const InvalidWebhookUrl = 623
/** Invalid Event Type */
export const InvalidEventType = 624
/** Too Many Webhooks */
export const TooManyWebhooks = 625
/** Webhook Test Limit */
export const WebhookTestLimit = 626
/** Webhook Replay Limit */
export const WebhookReplayLimit = 627
/** Unknown Relay */
export const UnknownRelay = 640
/** Relay Test Limit */
export const RelayTestLimit = 641
/** Mail Goes To Relays */
export const NoOutbox = 642
/** Mail Is Not On This Machine */
export const MailNotHere = 643
/** Mail Cannot Be Read */
export const MailNotReadable = 644
/** Unknown Deleted Object */
export const UnknownDeletion = 650
/** Too Late To Restore */
export const RestoreTooLate = 651
/** Client Is Deleted */
export const ClientIsDeleted = 652
/** List Is Deleted */
export const ListIsDeleted = 653
/** Unknown Upload */
export const UnknownUpload = 670
/** Upload Is In Use */
export const UploadInUse = 671
/** Too Many Unused Uploads */
export const TooManyUploads = 672
/** Upload Is Empty */
export const EmptyUpload = 673
/** Upload Too Slow */
export const UploadTooSlow = 674
/** Not An Image */
export const NotAnImage = 680
/** Image Too Large */
export const ImageTooLarge = 681
/** Unknown Asset */
export const UnknownAsset = 682
/** Too Many Assets */
export const TooManyAssets = 683
/** Loss Of Values Not Confirmed */
export const ImportLossNotConfirmed = 689
/** Unknown Import */
export const UnknownImport = 690
/** Other Service Cannot Be Read */
export const RemoteUnreadable = 691
/** Consent Note Required */
export const ConsentRequired = 692
/** Invalid Mapping */
export const InvalidMapping = 693
/** Import Is Not Ready For This */
export const ImportNotReady = 694
/** Import Needs Approval */
export const ImportNeedsApproval = 695
/** Another Import Into The List Is Under Way */
export const ListImportUnderWay = 696
/** Too Many Imports */
export const TooManyImports = 697
/** Other Service Has No Such List */
export const UnknownRemoteList = 698
/** Other Service Refuses The Key */
export const RemoteKeyRefused = 699
/** Unknown Export */
export const UnknownExport = 700
/** Export Is Not Ready */
export const ExportNotReady = 701
/** Too Many Exports */
export const TooManyExports = 702
/** Unknown Bulk Change */
export const UnknownBulkChange = 705
/** Bulk Change Is Not Ready For This */
export const BulkChangeNotReady = 706
/** No Subscriber Fits */
export const NoSubscriberFits = 707
/** Too Many Bulk Changes */
export const TooManyBulkChanges = 708
/** Tag Name Empty */
export const TagNameEmpty = 720
/** Duplicate Tag Name */
export const DuplicateTagName = 721
/** Unknown Tag */
export const UnknownTag = 722
/** Too Many Tags */
export const TooManyTags = 723
/** Too Many Tags Of One Contact */
export const TooManyTagsOfContact = 724
/** Campaign Has No Such Link */
export const UnknownLink = 725
/** Unknown Form */
export const UnknownForm = 730
/** Too Many Forms */
export const TooManyForms = 731
/** Invalid Form */
export const InvalidForm = 732
/** List Asks For Confirmation */
export const ConfirmationNeeded = 733
/** Unknown Series */
export const UnknownSeries = 745
/** Too Many Series */
export const TooManySeries = 746
/** Invalid Series */
export const InvalidSeries = 747
/** Series Is Not Ready For This */
export const SeriesNotReady = 748
/** Series Has No Such Step */
export const UnknownSeriesStep = 749
/** Unknown Feed */
export const UnknownFeed = 740
/** Too Many Feeds */
export const TooManyFeeds = 741
/** Invalid Feed */
export const InvalidFeed = 742
/** Feed Cannot Be Read */
export const FeedUnreadable = 743
/** Block Name Empty */
export const BlockNameEmpty = 410
/** Duplicate Block Name */
export const DuplicateBlockName = 411
/** Unknown Block */
export const UnknownBlock = 412
/** Too Many Blocks */
export const TooManyBlocks = 413
/** Invalid TemplateID */
export const InvalidTemplateId = 4001
/** Template Name Required */
export const TemplateNameRequired = 4002
/** Invalid Template Name */
export const InvalidTemplateName = 4003
/** HTML Page URL Required */
export const HtmlPageUrlRequired = 4004
/** Invalid HTML Page URL */
export const InvalidHtmlPageUrl = 4005
/** Invalid ZIP File URL */
export const InvalidZipFileUrl = 4006
/** Invalid Screenshot URL */
export const InvalidScreenshotUrl = 4007
/** Unknown Starter Template */
export const UnknownStarter = 4010
/** No Description Or Repeater */
export const NoEditableRegion = 4101
/** No Closing Repeater */
export const NoClosingRepeater = 4102
/** No Width Specified in the Image Tag */
export const NoImageWidth = 4103
/** No Editable Regions in Repeater */
export const NoEditableRegionInRepeater = 4104
/** No Opening Repeater Tag */
export const NoOpeningRepeater = 4105
/** No Closing Table of Contents */
export const NoClosingTableOfContents = 4108
/** No repeatertitle Tag */
export const NoRepeaterTitle = 4109
/** Multiple repeatertitle Tags */
export const MultipleRepeaterTitles = 4110
/** No tableofcontents Tags */
export const NoTableOfContents = 4111
/** Table of Contents With No Repeater */
export const TableOfContentsWithoutRepeater = 4118
/** Nested Repeaters */
export const NestedRepeaters = 4128
/** Table Based Repeater Contains Multiple Trs */
export const RepeaterWithMultipleRows = 4129
/** No Closing Singleline Tag */
export const NoClosingSingleline = 4130
/** No Closing Multiline Tag */
export const NoClosingMultiline = 4131
/** No Repeater with Title */
export const NoRepeaterWithTitle = 4132
/** Too Many Editable Regions */
export const TooManyRegions = 4150
/** Unknown Editable Region */
export const UnknownRegion = 4151
/** Invalid Value Of An Editable Region */
export const InvalidRegionValue = 4152
/** Image Of An Editable Region Cannot Be Fetched */
export const RegionImageNotFetched = 4153
/** Contains Flash */
export const ContainsFlash = 4201
/** Contains Script */
export const ContainsScript = 4202
/** Contains Java */
export const ContainsJava = 4203
/** No Unsubscribe Tag */
export const NoUnsubscribeTag = 4300
/** Unsubscribe Tag Hidden in Comments */
export const UnsubscribeTagInComment = 4301
/** Unsubscribe Tag Text Under 3 Characters */
export const UnsubscribeTagTooShort = 4302
/** Unsubscribe Tag Contains a Link */
export const UnsubscribeTagContainsLink = 4303
/** No Closing Unsubscribe Tag */
export const NoClosingUnsubscribeTag = 4304
/** Text Unsubscribe Tag Used in HTML */
export const TextUnsubscribeTagInHtml = 4305
/** Unsubscribe Tag Nested in Another */
export const NestedUnsubscribeTag = 4306
/** Unsubscribe Tag Nested in a Link */
export const UnsubscribeTagInLink = 4307
/** Files Missing from ZIP File */
export const FilesMissingFromZip = 4350
/** Layout Not In Repeater */
export const LayoutNotInRepeater = 4401
/** No Closing Layout */
export const NoClosingLayout = 4402
/** No Opening Layout */
export const NoOpeningLayout = 4403
/** No Editable Region In Layout */
export const NoEditableRegionInLayout = 4404
/** Layout Contains Multiple Trs */
export const LayoutWithMultipleRows = 4405
/** Layout Label Missing */
export const NoLayoutLabel = 4406
