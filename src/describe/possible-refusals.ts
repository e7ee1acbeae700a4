/**
 * Which refusals an operation may answer with, for the documents: those any call can meet, those its row implies, and
 * its own (the historical pages' lists, reference/wire.md §5, with our additions).
 */
import { takesIdempotencyKey } from '../contract/effects.ts'
import type { Operation, OperationName } from '../contract/operations.ts'
import { type RefusalName, refusals, templateMarkup, unsubscribeTags } from '../contract/refusals.ts'
import { isRequired, type Shape } from '../contract/shapes.ts'

/** Any call on the JSON wire may meet these before its operation is looked at, or when something breaks. */
export const anywhere = [
  'InvalidRequest',
  'RequestTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'UnexpectedError',
  'RequestTimeout',
  'ServiceUnavailable',
] as const satisfies readonly RefusalName[]

/** Answered to a call that names no operation, or comes with another verb than POST. */
export const elsewhere = ['UnknownOperation', 'WrongVerb'] as const satisfies readonly RefusalName[]

/** In the order of the catalogue's codes. */
export function refusalsOf({ name, parameters, access }: Operation): RefusalName[] {
  const own = ownRefusals[name as OperationName] // a row's name is an operation's
  const once: RefusalName[] = takesIdempotencyKey(name) ? ['IdempotencyKeyReused', 'IdempotencyKeyInUse'] : []
  const met = new Set([...ofParameters(Object.values(parameters)), ...ofAccess(access), ...own, ...once])
  return [...met].sort((a, b) => refusals[a][0] - refusals[b][0])
}

/** Refusals by the status they have on the JSON wire, in the order given. */
export function byStatus(names: readonly RefusalName[]): Readonly<Record<string, readonly RefusalName[]>> {
  const groups: Record<string, RefusalName[]> = {}
  for (const name of names) {
    const status = String(refusals[name][2])
    groups[status] = [...(groups[status] ?? []), name]
  }
  return groups
}

/** On the JSON wire a parameter of the wrong type is refused, and a number or a boolean must be there; in records, an enumeration. */
function ofParameters(shapes: readonly Shape[]): RefusalName[] {
  const missing: RefusalName[] = shapes.some(shape => isRequired(shape) || hasEnumeration(shape))
    ? ['MissingParameter']
    : []
  return [...missing, 'InvalidParameter', 'ValueTooLong', 'InvalidCharacters']
}

function hasEnumeration(shape: Shape): boolean {
  if (shape.kind === 'list') return hasEnumeration(shape.item)
  return shape.kind === 'record' ? Object.values(shape.fields).some(hasEnumeration) : shape.kind === 'enumeration'
}

function ofAccess(access: Operation['access']): RefusalName[] {
  if (access.to === 'anyone') return []
  if (access.to === 'key' && access.session) return ['InvalidApiKey', 'SessionEnded', 'AccessDenied']
  const caller: RefusalName[] = ['InvalidApiKey', 'SessionEnded', 'SecondFactorRequired']
  const denied: RefusalName[] = access.right === 'View' && !access.session ? [] : ['AccessDenied']
  switch (access.to) {
    case 'key':
      return caller
    case 'account':
    case 'part':
      return [...caller, 'AccessDenied']
    case 'ClientID':
      return [...caller, 'InvalidClientId', ...denied]
    case 'ListID':
      return [...caller, 'InvalidListId', ...denied]
    case 'SegmentID':
      return [...caller, 'UnknownSegment', ...denied]
    case 'TemplateID':
      return [...caller, 'InvalidTemplateId', ...denied]
    case 'CampaignID':
      return [...caller, 'InvalidCampaignId', ...denied]
  }
}

const basics = [
  'InvalidEmail',
  'EmailTaken',
  'InvalidTimezone',
  'EmptyCompanyName',
  'EmptyContactName',
  'InvalidCountry',
] as const
const companyBasics = ['InvalidEmail', 'EmailTaken', 'InvalidTimezone', 'EmptyCompanyName', 'InvalidCountry'] as const
const listSettings = [
  'DuplicateListTitle',
  'ListTitleEmpty',
  'InvalidUnsubscribePage',
  'InvalidConfirmationPage',
] as const
const add = [
  'InvalidEmail',
  'TooManyConfirmations',
  'InSuppressionList',
  'IsDeleted',
  'IsUnsubscribed',
  'IsBounced',
  'IsUnconfirmed',
] as const
const customField = [
  'InvalidFieldName',
  'FieldKeyExists',
  'OptionsNotAllowed',
  'OptionsRequired',
  'TooManyCustomFields',
  'InvalidDataType',
] as const
const access = [
  'UsernameTaken',
  'InvalidAccessLevel',
  'InvalidUsername',
  'InvalidBillingType',
  'InvalidCurrency',
  'InvalidFee',
  'MarkupTooLow',
  'UnsafePassword',
  'InvalidPassword',
] as const
const segmentContent = [
  'SegmentNameEmpty',
  'DuplicateSegmentName',
  'SegmentRulesRequired',
  'InvalidSegmentRule',
  'TooManySegmentRules',
  'TooManySegments',
] as const
const saved = [...add, 'InvalidMobileNumber', 'InvalidCustomFieldValue', 'InvalidKey'] as const
const revive = ['InvalidEmail', 'TooManyConfirmations', 'InSuppressionList'] as const
const fromPages = [
  'DuplicateCampaignName',
  'CampaignSubjectRequired',
  'FromNameRequired',
  'InvalidFromEmail',
  'ReplyToRequired',
  'InvalidReplyTo',
  'HtmlUrlRequired',
  'InvalidHtmlContent',
  'InvalidTextUrl',
  'InvalidListIds',
  'InvalidSegments',
  'ListsRequired',
  'ProblemsImportingLinks',
  'LinkTooLong',
  'TextUnsubscribeInHtml',
  'CampaignNameRequired',
  'NestedTooDeep',
  ...unsubscribeTags,
] as const
/** Of a draft that is written here, with pages that are fetched. */
const decided = ['AlreadySent', 'CampaignCancelled', 'StaleRevision', 'ApprovalNotRequested', 'ApprovalVoid'] as const

const sent = [
  'InvalidDate',
  'AlreadySent',
  'NoRecipients',
  'InvalidSegments',
  'DeliveryDateInPast',
  'ConfirmationEmailRequired',
  'InvalidConfirmationEmail',
  'RecipientListsEmpty',
  'NotComposable',
  'CampaignNotReady',
  'ClientHeld',
  'PublicUrlRequired',
  'DraftIncomplete',
  'StaleRevision',
  'ApprovalRequired',
  'AudienceNotConfirmed',
] as const

const written = [
  'DuplicateCampaignName',
  'CampaignNameRequired',
  'InvalidFromEmail',
  'InvalidReplyTo',
  'HtmlUrlRequired',
  'InvalidHtmlContent',
  'InvalidTextUrl',
  'InvalidListIds',
  'InvalidSegments',
  'ProblemsImportingLinks',
  'LinkTooLong',
  'TextUnsubscribeInHtml',
  'NestedTooDeep',
  'InvalidZip',
  'InvalidSections',
  'UnknownUpload',
  'UploadInUse',
  'MissingParameter',
  'InvalidTemplateId',
  'UnknownRevision',
  'TooManyRegions',
  ...unsubscribeTags,
] as const
const templatePages = [
  'TemplateNameRequired',
  'InvalidTemplateName',
  'HtmlPageUrlRequired',
  'InvalidHtmlPageUrl',
  'InvalidZipFileUrl',
  'InvalidScreenshotUrl',
  ...templateMarkup,
  'NestedTooDeep',
  'TooManyRegions',
] as const
/** Of pages that come with the call. */
const templateContent = [
  'MissingParameter',
  ...templatePages.filter(code => !/UrlRequired|FileUrl|ScreenshotUrl/.test(code)),
  'InvalidMjml',
  'InvalidZip',
  'UnknownUpload',
  'UploadInUse',
  'InvalidHtmlContent',
] as const

const testGroup = [
  'InvalidEmail',
  'TestRecipientsRequired',
  'TooManyTestRecipients',
  'TestGroupNameEmpty',
  'DuplicateTestGroupName',
] as const

/** Total: an operation that is added does not compile before it says which refusals are its own. */
const ownRefusals: { readonly [Name in OperationName]: readonly RefusalName[] } = {
  'User.GetApiKey': ['InvalidLogin', 'KeyNotGiven'],
  'User.RotateApiKey': ['AccessDenied', 'KeyInOverlap', 'KeyEnded'],

  'Key.Create': ['MissingParameter', 'InvalidDate', 'InvalidClientId', 'TooManyKeys'],
  'Key.List': [],
  'Key.Get': ['UnknownKey'],
  'Key.Rotate': ['UnknownKey', 'KeyInOverlap', 'KeyEnded'],
  'Key.EndOverlap': ['UnknownKey'],
  'Key.Revoke': ['UnknownKey'],
  'Audit.List': ['InvalidDate', 'InvalidClientId'],

  'Subscriber.AddWithCustomFields': [...add, 'InvalidCustomFieldValue', 'InvalidKey'],
  'Subscriber.AddAndResubscribeWithCustomFields': [...revive, 'InvalidCustomFieldValue', 'InvalidKey'],
  'Subscriber.Add': add,
  'Subscriber.AddAndResubscribe': revive,
  'Subscriber.Unsubscribe': ['InvalidEmail', 'NotInList'],
  'Subscriber.AddWithMobileNumber': [...add, 'InvalidMobileNumber'],
  'Subscriber.AddAndResubscribeWithMobileNumber': [...revive, 'InvalidMobileNumber'],

  'Subscribers.GetActive': ['InvalidDate'],
  'Subscribers.GetUnsubscribed': ['InvalidDate'],
  'Subscribers.GetBounced': ['InvalidDate'],
  'Subscribers.GetSingleSubscriber': ['InvalidEmail'],

  'List.Create': listSettings,
  'List.Update': listSettings,
  'List.Delete': ['ListInDraft'],
  'List.DeleteCustomField': ['InvalidKey'],
  'List.CreateCustomField': customField,

  'Client.RotateApiKey': ['NoClientLogin'],
  'Client.Create': [...basics, 'ClientCreationLimit'],
  'Client.UpdateBasics': basics,
  'Client.UpdateAccessAndBilling': access,

  'Campaign.Create': fromPages,
  'Campaign.Send': sent,
  'Campaign.SendConfirmed': sent,

  'Campaign.CreateDraft': [...written, 'AccessDenied'],
  'Campaign.UpdateDraft': [...written, 'CampaignNotDraft', 'StaleRevision'],
  'Campaign.RepairFinding': [...written, 'CampaignNotDraft', 'StaleRevision', 'NotComposable'],
  'Campaign.LocateFindings': ['NotComposable'],
  'Campaign.Duplicate': ['DuplicateCampaignName'],
  'Campaign.GetDraft': [],
  'Campaign.ListRevisions': [],
  'Campaign.GetRevision': ['UnknownRevision'],
  'Campaign.RestoreRevision': [
    'DuplicateCampaignName',
    'InvalidListIds',
    'InvalidSegments',
    'CampaignNotDraft',
    'StaleRevision',
    'UnknownRevision',
  ],
  'Template.ListRevisions': [],
  'Template.GetRevision': ['UnknownRevision'],
  'Template.RestoreRevision': ['StaleRevision', 'UnknownRevision'],
  'Sender.Save': ['FromNameRequired', 'InvalidFromEmail', 'InvalidReplyTo', 'TooManySenders'],
  'Sender.List': [],
  'Sender.Delete': ['UnknownSender'],
  'Client.GetUtmTags': [],
  'Client.SetUtmTags': [],

  'Campaign.GetRecipients': ['InvalidRecipientState'],
  'Campaign.SendTest': [
    'InvalidEmail',
    'NotInList',
    'TestRecipientsRequired',
    'TooManyTestRecipients',
    'TestLimit',
    'PublicUrlRequired',
    'DraftIncomplete',
    'NotComposable',
    'StaleRevision',
  ],
  'Campaign.SendTestToGroup': [
    'UnknownTestGroup',
    'NotInList',
    'InvalidEmail',
    'TestLimit',
    'PublicUrlRequired',
    'DraftIncomplete',
    'NotComposable',
    'StaleRevision',
  ],
  'Campaign.SetAtLeastOnce': ['AlreadySent', 'CampaignCancelled'],
  'Campaign.Unschedule': ['CampaignNotScheduled'],
  'Campaign.Pause': ['AlreadySent', 'CampaignNotSending', 'CampaignCancelled'],
  'Campaign.Resume': [
    'DuplicateCampaignName',
    'AlreadySent',
    'CampaignNotPaused',
    'CampaignCancelled',
    'ClientHeld',
    'CampaignHeld',
  ],
  'Campaign.Cancel': ['AlreadySent', 'CampaignNotSending'],
  'Campaign.RetryFailed': ['CampaignNotStarted', 'CampaignCancelled', 'ClientHeld'],
  'Campaign.SettleUnknown': ['CampaignNotStarted', 'CampaignCancelled', 'UnknownRecipient', 'ClientHeld'],

  'Template.Create': templatePages,
  'Template.Update': templatePages,
  'Content.CompileMjml': ['InvalidMjml'],
  'Content.CompileSections': ['InvalidSections'],
  'Content.GetSectionKinds': [],
  'Template.GetRegions': ['TooManyRegions'],
  'Template.FillRegions': ['TooManyRegions', 'UnknownRegion', 'InvalidRegionValue'],
  'Template.CreateFromStarter': ['InvalidTemplateName', 'UnknownStarter'],
  'Template.Copy': ['InvalidClientId', 'InvalidTemplateName'],
  'Template.CreateFromContent': templateContent,
  'Template.SaveContent': [...templateContent, 'StaleRevision'],

  'Domain.Create': ['InvalidDomain', 'DuplicateDomain', 'TooManyDomains'],
  'Domain.Verify': ['UnknownDomain'],
  'Domain.Delete': ['UnknownDomain'],

  'Mailbox.List': ['InvalidMailState'],
  'Mailbox.GetMessage': ['UnknownMail'],

  'Segment.Create': segmentContent,
  'Segment.Delete': ['UnknownSegment', 'SegmentInDraft'],
  'Segment.GetRules': ['UnknownSegment'],
  'Segment.GetCount': ['UnknownSegment'],

  'Campaign.AcknowledgeWarnings': ['AlreadySent', 'UnknownWarning'],
  'Client.SetDailyLimit': ['InvalidDailyLimit'],

  'List.SetOptions': ['InvalidLanguage'],
  'Subscriber.GetHistory': ['InvalidEmail'],
  'Subscriber.SetTrackingConsent': ['InvalidEmail', 'NotInList'],
  'Subscriber.GetTrackingConsent': ['InvalidEmail', 'NotInList'],
  'Client.AddSuppression': ['InvalidEmail'],
  'Client.RemoveSuppression': ['InvalidEmail', 'NotSuppressed', 'RemovalNotDeliberate', 'ContactErased'],
  'Campaign.RepairOptOuts': ['InvalidEmail'],

  'Event.List': ['EventsNotKept', 'InvalidSequence'],
  'Webhook.Create': ['InvalidWebhookUrl', 'InvalidEventType', 'TooManyWebhooks'],
  'Webhook.Delete': ['UnknownWebhook'],
  'Webhook.Test': ['UnknownWebhook', 'WebhookTestLimit'],
  'Webhook.Replay': ['EventsNotKept', 'InvalidSequence', 'UnknownWebhook', 'WebhookReplayLimit'],
  'Webhook.Pause': ['UnknownWebhook'],
  'Webhook.Resume': ['UnknownWebhook'],
  'Webhook.RotateSecret': ['UnknownWebhook'],
  'Webhook.GetAttempts': ['UnknownWebhook'],

  'Asset.Upload': ['MissingParameter', 'UnknownUpload', 'UploadInUse', 'NotAnImage', 'ImageTooLarge', 'TooManyAssets'],
  'Asset.List': [],
  'Asset.Delete': ['UnknownAsset'],

  'TestGroup.Create': [...testGroup, 'TooManyTestGroups'],
  'TestGroup.Update': [...testGroup, 'UnknownTestGroup'],
  'TestGroup.Delete': ['UnknownTestGroup'],
  'Report.Share': ['InvalidDate', 'InvalidLanguage', 'CampaignNotStarted', 'PublicUrlRequired', 'TooManyReportLinks'],
  'Report.Revoke': ['UnknownReportLink'],
  'Export.Create': [
    'InvalidListId',
    'InvalidCampaignId',
    'UnknownSegment',
    'UnknownImport',
    'ImportNotReady',
    'InvalidRecipientState',
    'InvalidEmail',
    'NotInList',
    'TooManyExports',
  ],
  'Export.Get': ['UnknownExport'],
  'Export.List': [],
  'Export.GetLink': ['UnknownExport', 'ExportNotReady'],
  'Export.Delete': ['UnknownExport'],
  'Erasure.Create': ['InvalidEmail', 'NotInList'],
  'Erasure.Get': ['UnknownErasure'],
  'Erasure.List': [],
  'BulkChange.Count': ['InvalidDate', 'UnknownSegment'],
  'BulkChange.Create': [
    'InvalidDate',
    'UnknownSegment',
    'InvalidKey',
    'InvalidCustomFieldValue',
    'TooManyCustomFields',
    'AudienceNotConfirmed',
    'NoSubscriberFits',
    'TooManyBulkChanges',
  ],
  'BulkChange.Get': ['UnknownBulkChange'],
  'BulkChange.List': ['InvalidListId'],
  'BulkChange.Cancel': ['UnknownBulkChange', 'BulkChangeNotReady'],
  'BulkChange.Undo': ['UnknownBulkChange', 'BulkChangeNotReady'],
  'Import.Create': [
    'ConsentRequired',
    'InvalidDate',
    'UnknownUpload',
    'UploadInUse',
    'RequestTooLarge',
    'TooManyImports',
  ],
  'Import.GetRemoteLists': ['UnknownRemoteList', 'RemoteKeyRefused', 'RemoteUnreadable'],
  'Import.CreateFromApi': ['ConsentRequired', 'InvalidDate', 'UnknownRemoteList', 'TooManyImports'],
  'Import.CountUnconfirmed': ['UnknownImport', 'ListIsDeleted', 'ImportNotReady'],
  'Import.AskUnconfirmed': [
    'UnknownImport',
    'ListIsDeleted',
    'ImportNotReady',
    'AudienceNotConfirmed',
    'PublicUrlRequired',
  ],
  'Import.Get': ['UnknownImport'],
  'Import.List': ['InvalidListId'],
  'Import.GetMapping': ['UnknownImport', 'ImportNotReady'],
  'Import.SetMapping': ['UnknownImport', 'ImportNotReady', 'InvalidMapping', 'InvalidFieldName'],
  'Import.Judge': ['UnknownImport', 'ImportNotReady', 'InvalidMapping'],
  'Import.GetVerdicts': ['UnknownImport', 'ImportNotReady'],
  'Import.Commit': [
    'UnknownImport',
    'ListIsDeleted',
    'ImportNotReady',
    'ImportNeedsApproval',
    'ImportLossNotConfirmed',
    'TooManyCustomFields',
    'ListImportUnderWay',
  ],
  'Import.Cancel': ['UnknownImport', 'ImportNotReady'],
  'Import.Undo': ['UnknownImport', 'ImportNotReady', 'ListImportUnderWay'],
  'Relay.Test': ['InvalidEmail', 'UnknownRelay', 'RelayTestLimit'],
  'Outbox.List': ['InvalidCampaignId', 'NoOutbox'],
  'Outbox.GetMail': ['UnknownMail', 'NoOutbox', 'MailNotHere', 'MailNotReadable'],
  'Sample.Create': ['EmailTaken', 'ClientHeld'],
  'Deleted.List': ['InvalidClientId'],
  'Deleted.Restore': [
    'AccessDenied',
    'EmailTaken',
    'DuplicateListTitle',
    'DuplicateCampaignName',
    'UnknownDeletion',
    'RestoreTooLate',
    'ClientIsDeleted',
    'ListIsDeleted',
  ],
  'Subscriber.List': ['InvalidDate', 'InvalidKey'],
  'Subscriber.Save': saved,
  'Subscriber.Change': [...saved, 'NotInList', 'AddressIsOnList'],
  'Subscriber.GetMember': ['InvalidEmail', 'NotInList'],
  'Subscriber.GetMails': ['InvalidEmail', 'NotInList'],
  'Subscriber.FindLists': ['InvalidEmail'],
  'Subscribers.Save': [],
  'Subscribers.Page': ['InvalidDate'],
  'Suppression.Page': [],
  'List.CreateWithScope': listSettings,
  'List.UpdateWithScope': listSettings,
  'List.GetSettings': [],
  'List.GetFields': [],
  'List.AddCustomField': customField,
  'List.ChangeCustomField': ['InvalidKey', 'InvalidFieldName', 'FieldKeyExists'],
  'List.CreateWebhook': ['InvalidWebhookUrl', 'InvalidEventType', 'TooManyWebhooks'],
  'List.TestWebhook': ['UnknownWebhook', 'WebhookTestLimit'],
  'List.PauseWebhook': ['UnknownWebhook'],
  'List.ResumeWebhook': ['UnknownWebhook'],
  'List.DeleteWebhook': ['UnknownWebhook'],
  'List.SetCustomFieldOptions': ['InvalidKey', 'OptionsNotAllowed', 'OptionsRequired'],
  'Client.CreateCompany': [...companyBasics, 'ClientCreationLimit'],
  'Client.ChangeBasics': companyBasics,
  'Client.SetAccess': access,
  'Client.SetMarkups': ['InvalidCurrency', 'InvalidFee'],
  'Client.GetProfile': [],
  'Client.ListSegments': [],
  'List.ListSegments': [],
  'Segment.Add': segmentContent.filter(name => name !== 'SegmentRulesRequired'),
  'Segment.Replace': segmentContent.filter(name => name !== 'SegmentRulesRequired'),
  'Segment.AddRules': segmentContent,
  'Segment.ClearRules': [],
  'Segment.Remove': ['SegmentInDraft'],
  'Segment.Read': [],
  'Segment.PageMembers': ['InvalidDate'],
  'Campaign.GetAudience': [],
  'Campaign.CreateFromPages': fromPages,
  'Campaign.CreateFromTemplate': [
    ...fromPages.filter(name => name !== 'HtmlUrlRequired' && name !== 'InvalidTextUrl'),
    'InvalidTemplateId',
    'TooManyRegions',
    'UnknownRegion',
    'InvalidRegionValue',
    'RegionImageNotFetched',
  ],
  'Client.GetTags': [],
  'Campaign.Page': ['InvalidDate'],
  'Campaign.PageEvents': ['InvalidDate'],
  'Campaign.SetTags': [],
  'List.GetGrowth': ['InvalidDate'],
  'Person.Invite': [
    'InvalidEmail',
    'InvalidLanguage',
    'GrantsRequired',
    'InvalidClientId',
    'InvalidAccessLevel',
    'AlreadyMember',
    'TooManyPeople',
    'TooManyInvitations',
  ],
  'Person.ListInvitations': [],
  'Person.RevokeInvitation': ['UnknownInvitation'],
  'Person.AcceptInvitation': [
    'InvalidInvitation',
    'InvitationEnded',
    'InvalidLogin',
    'CodeRequired',
    'InvalidCode',
    'TooManyCodes',
    'NameRequired',
    'InvalidPassword',
    'UnsafePassword',
    'InvalidLanguage',
    'InvalidTimezone',
    'TooManyPeople',
  ],
  'Person.List': [],
  'Person.Get': ['UnknownPerson'],
  'Person.SetGrants': [
    'UnknownPerson',
    'GrantsRequired',
    'InvalidClientId',
    'InvalidAccessLevel',
    'LastOwner',
    'AddressRequired',
  ],
  'Person.GetTeam': ['InvalidClientId'],
  'Person.AddToTeam': [
    'InvalidEmail',
    'InvalidClientId',
    'InvalidAccessLevel',
    'AlreadyMember',
    'TooManyPeople',
    'TooManyInvitations',
  ],
  'Person.ChangeInTeam': [
    'InvalidEmail',
    'InvalidClientId',
    'InvalidAccessLevel',
    'UnknownPerson',
    'LastOwner',
    'AlreadyMember',
    'TooManyInvitations',
  ],
  'Person.RemoveFromTeam': ['InvalidEmail', 'InvalidClientId', 'UnknownPerson', 'LastOwner'],
  'Person.SetPrimaryContact': ['InvalidEmail', 'InvalidClientId', 'UnknownPerson', 'NotYetMember'],
  'Person.Remove': ['UnknownPerson', 'LastOwner'],
  'Person.RequestPasswordReset': ['InvalidEmail'],
  'Person.ResetPassword': ['InvalidReset', 'InvalidPassword', 'UnsafePassword'],
  'Person.ChangePassword': ['PersonRequired', 'InvalidLogin', 'InvalidPassword', 'UnsafePassword'],
  'Person.GetMe': ['PersonRequired'],
  'Person.SetPreferences': [
    'PersonRequired',
    'InvalidEmail',
    'EmailTaken',
    'InvalidLogin',
    'InvalidLanguage',
    'InvalidTimezone',
  ],
  'Account.Get': [],
  'Account.Update': ['NameRequired', 'InvalidTimezone', 'InvalidDate'],
  'Session.SignIn': ['InvalidLogin', 'CookieNotAccepted', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],
  'Session.End': ['UnknownSession'],
  'Session.SelectAccount': ['UnknownAccount'],
  'Factor.Begin': ['InvalidLogin', 'FactorActive'],
  'Factor.Confirm': ['InvalidLogin', 'FactorActive', 'FactorNotActive', 'InvalidCode', 'TooManyCodes'],
  'Factor.Disable': ['InvalidLogin', 'FactorNotActive', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],
  'Factor.NewCodes': ['InvalidLogin', 'FactorNotActive', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],

  // no refusals but those of any call, and of the parameters and rights of the row
  'Subscribers.GetIsSubscribed': [],
  'List.GetDetail': [],
  'List.GetCustomFields': [],
  'List.GetStats': [],
  'Client.GetCampaigns': [],
  'Client.GetLists': [],
  'Client.GetSegments': [],
  'Client.GetSuppressionList': [],
  'Client.GetTemplates': [],
  'Client.GetDetail': [],
  'Client.Delete': [],
  'Campaign.GetSubscriberClicks': [],
  'Campaign.GetOpens': [],
  'Campaign.GetBounces': [],
  'Campaign.GetUnsubscribes': [],
  'Campaign.GetSummary': [],
  'Campaign.GetLists': [],
  'User.GetClients': [],
  'User.GetSystemDate': [],
  'User.GetTimezones': [],
  'User.GetCountries': [],
  'User.ListTimezones': [],
  'User.ListCountries': [],
  'Campaign.Delete': [],
  'Template.GetDetail': [],
  'Template.Delete': [],
  'Campaign.GetProgress': [],
  'Campaign.GetHistory': [],
  'Campaign.GetEngagement': [],
  'Campaign.GetLinks': [],
  'Campaign.GetTimeline': [],
  'Campaign.Reclassify': [],
  'Campaign.Check': [],
  'Campaign.CountAudience': ['InvalidSegments'],
  'Client.ReadDate': ['InvalidDate'],
  'Campaign.Preview': ['InvalidEmail', 'NotInList', 'NotComposable', 'DraftIncomplete', 'StaleRevision'],
  'Template.Preview': [],
  'Client.GetDailyLimit': [],
  'Campaign.GetBounceDetails': [],
  'Campaign.GetBounceSummary': [],
  'Campaign.GetComplaints': [],
  'Client.GetHold': [],
  'Client.ReleaseHold': [],
  'Domain.List': [],
  'Mailbox.ReadAgain': [],
  'List.GetOptions': [],
  'Campaign.GetForwards': [],
  'Campaign.FindScannerOptOuts': [],
  'Webhook.List': [],
  'List.GetWebhooks': [],
  'Client.SetOptions': [],
  'Client.GetOptions': [],
  'Client.SetStopSeconds': ['InvalidParameter'],
  'Client.SetSendConfirmation': ['InvalidParameter'],
  'Client.SetApproval': [],

  'Campaign.RequestApproval': [
    'AlreadySent',
    'CampaignCancelled',
    'NotComposable',
    'DraftIncomplete',
    'StaleRevision',
    'ApprovalAlreadyRequested',
    'AlreadyApproved',
  ],
  'Campaign.WithdrawApprovalRequest': ['ApprovalNotRequested'],
  'Campaign.Approve': [...decided, 'AlreadyApproved', 'OwnRequest'],
  'Campaign.Reject': [...decided, 'CommentRequired'],
  'Campaign.GetApproval': [],
  'Campaign.ListApprovals': [],
  'Campaign.AddComment': ['UnknownRevision', 'CommentRequired', 'TooManyComments'],
  'Campaign.ListComments': [],
  'Campaign.ResolveComment': ['UnknownComment'],
  'Campaign.DeleteComment': ['UnknownComment'],
  'Campaign.SetEditing': [],
  'Template.SetEditing': [],
  'Client.SetBranding': [
    'InvalidLogo',
    'UnknownAsset',
    'TooManyAssets',
    'InvalidColor',
    'InsufficientContrast',
    'InvalidWording',
    'InvalidLanguage',
    'InvalidFromEmail',
    'InvalidParameter',
  ],
  'Client.GetBranding': [],
  'TestGroup.List': [],
  'Report.ListLinks': [],
  'Template.ListStarters': [],
  'Setup.GetStatus': [],
  'Setup.GetVersion': [],
  'System.GetState': [],
  'Sample.Remove': [],
  'Hold.List': [],
  'Subscriber.UpdateEmail': [
    'InvalidEmail',
    'InvalidListId',
    'NotInList',
    'IsUnconfirmed',
    'IsUnsubscribed',
    'IsBounced',
    'IsDeleted',
    'InSuppressionList',
    'AddressIsOnList',
  ],
  'Subscriber.Delete': ['InvalidEmail', 'NotInList', 'IsUnsubscribed', 'IsBounced', 'IsDeleted'],
  'Subscriber.Restore': ['InvalidEmail', 'NotInList', 'RestoreTooLate', 'InSuppressionList'],
  'Subscriber.Search': [],
  'Subscriber.GetContact': ['InvalidEmail', 'NotInList'],
  'Subscriber.GetProof': ['InvalidEmail', 'NotInList'],
  'Suppression.Add': ['InvalidEmail', 'InvalidListId'],
  'Suppression.AddToAccount': ['InvalidEmail'],
  'Suppression.Import': ['InvalidListId'],
  'Suppression.ImportToAccount': [],
  'Suppression.List': ['InvalidListId'],
  'Suppression.ListOfAccount': [],
  'Suppression.Remove': ['InvalidEmail', 'InvalidListId', 'NotSuppressed', 'RemovalNotDeliberate', 'ContactErased'],
  'Suppression.RemoveFromAccount': ['InvalidEmail', 'NotSuppressed', 'RemovalNotDeliberate'],
  'Campaign.List': [],
  'Campaign.GetDomains': [],
  'Campaign.GetReport': [],
  'Campaign.GetMailPrograms': [],
  'Campaign.GetClickMap': ['NotComposable', 'DraftIncomplete', 'StaleRevision'],
  'Campaign.FindRecipients': [],
  'Campaign.GetRecipientHistory': ['UnknownRecipient'],
  'Client.GetOverview': [],
  'Account.GetOverview': [],
  'Session.SignOut': [],
  'Session.Get': [],
  'Session.List': [],
  'Session.EndAll': [],
}
