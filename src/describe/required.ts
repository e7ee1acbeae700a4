/** What a call over JSON really must bring. A test holds every line against the service (test/bad-input/required.test.ts). */
import type { Operation, OperationName } from '../contract/operations.ts'
import { isRequired, type RecordShape, type Shape } from '../contract/shapes.ts'

/** Texts, lists and records that may be left out: of any operation, then of one. Numbers, booleans and choices never may. */
const optional: ReadonlySet<string> = new Set([
  'MobileNumber',
  'CustomFields',
  'UnsubscribePage',
  'ConfirmationSuccessPage',
  'Options',
  'TextUrl',
  'ZipFileURL',
  'ScreenshotURL',
  'State',
  'PersonalizeAs',
  'EmailAddresses',
  'Cursor',
  'Reason',
  'JoinedSince',
  'JoinedUntil',
  'Fields',
  'ClientIDs',
  'ExpiresDate',
  'Networks',
])
const draftSettings = [
  'Name',
  'Subject',
  'FromName',
  'FromEmail',
  'ReplyTo',
  'Preheader',
  'Audience',
  'Tracking',
  'Utm',
  'InlineCss',
  'Content',
]
const bulkRule = ['Segment', 'Search', 'Domain', 'NameBegins']
const optionalOf: { readonly [Name in OperationName]?: readonly string[] } = {
  'Subscriber.List': ['Search'],
  'Subscriber.Search': ['Search'],
  'Suppression.Add': ['ListID'],
  'Suppression.Remove': ['ListID'],
  'Suppression.Import': ['ListID'],
  'Suppression.List': ['Scope', 'ListID', 'Search'],
  'Suppression.ListOfAccount': ['Search'],
  'Campaign.List': ['Search'],
  'Webhook.Create': ['Events'],
  'Subscriber.Add': ['Name'],
  'Subscriber.AddAndResubscribe': ['Name'],
  'Subscriber.AddWithCustomFields': ['Name'],
  'Subscriber.AddAndResubscribeWithCustomFields': ['Name'],
  'Subscriber.AddWithMobileNumber': ['Name'],
  'Subscriber.AddAndResubscribeWithMobileNumber': ['Name'],
  'Subscribers.GetIsSubscribed': ['Email'],
  'List.GetGrowth': ['From', 'Until'],
  // needed for the first login, and for some kinds of billing
  'Client.UpdateAccessAndBilling': [
    'Username',
    'Password',
    'BillingType',
    'Currency',
    'DeliveryFee',
    'CostPerRecipient',
    'DesignAndSpamTestFee',
  ],
  'Campaign.Create': ['SubscriberListIDs', 'ListSegments'],
  'Campaign.CreateDraft': draftSettings,
  'Campaign.UpdateDraft': draftSettings,
  'Campaign.LocateFindings': ['Findings'],
  'Campaign.RepairFinding': ['Detail'],
  'Campaign.Duplicate': ['Name'],
  'Sender.Save': ['ReplyTo'],
  'Client.SetUtmTags': ['Tags'],
  'Asset.Upload': ['UploadID', 'Content', 'Name'],
  'Export.Create': ['ListID', 'Segment', 'State', 'CampaignID', 'ImportID', 'Undoing', 'Scope', 'Email', 'Gzip'],
  'Import.List': ['ListID'],
  'BulkChange.Count': bulkRule,
  'BulkChange.Create': [...bulkRule, 'Key', 'Values', 'ToListID'],
  'BulkChange.List': ['ListID'],
  'Subscriber.UpdateEmail': ['ListID'],
  'Subscriber.Save': ['Name'],
  'Subscriber.Change': ['Name', 'NewEmailAddress'],
  'Subscribers.Page': ['ChangedAfter'],
  'Template.Copy': ['Name'],
  'Segment.Add': ['Rules'],
  'Segment.Replace': ['Rules'],
  'Segment.PageMembers': ['ChangedAfter'],
  'Campaign.CreateFromPages': ['ListIDs', 'SegmentIDs'],
  'Campaign.CreateFromTemplate': ['ListIDs', 'SegmentIDs', 'TemplateContent'],
  'Campaign.PageEvents': ['Since'],
  'Campaign.Page': ['Tags', 'SentFrom', 'SentUntil'],
  'Campaign.SetTags': ['Tags'],
  'Client.CreateCompany': ['ContactName', 'EmailAddress'],
  'Client.ChangeBasics': ['ContactName', 'EmailAddress'],
  'Client.SetAccess': ['Username', 'Password'],
  'Client.SetMarkups': ['Currency', 'MarkupPercentage', 'MarkupOnDelivery', 'MarkupPerRecipient'],
  'Import.GetRemoteLists': ['Url', 'RemoteClientID', 'Username'],
  'Import.CreateFromApi': ['Url', 'RemoteClientID', 'Username'],
  'Import.SetMapping': [
    'Columns',
    'PartStates',
    'Words',
    'Values',
    'Duplicates',
    'EmptyCells',
    'DefaultState',
    'Dates',
    'Encoding',
    'HeaderRows',
  ],
  'Import.Commit': ['ValuesLost'],
  'Import.GetVerdicts': ['Verdict', 'Undoing'],
  'Relay.Test': ['Relay', 'FromEmail'],
  'Report.Share': ['Label', 'Language'],
  // what is left out is as without branding
  'Client.SetBranding': [
    'LogoUrl',
    'LogoAssetID',
    'PrimaryColor',
    'BackgroundColor',
    'FooterText',
    'PostalAddress',
    'ImprintUrl',
    'ConfirmationFromName',
    'ConfirmationFromEmail',
    'Wordings',
  ],
  'Campaign.RequestApproval': ['Comment'],
  'Campaign.Approve': ['Comment'],
  'Campaign.AddComment': ['Place'],
  'Template.FillRegions': ['Regions'],
  'Template.CreateFromStarter': ['Name'],
  'Template.CreateFromContent': ['Html', 'Mjml', 'UploadID'],
  'Template.SaveContent': ['Html', 'Mjml', 'UploadID'],
  'Deleted.List': ['ClientID', 'Kinds'],
  'Outbox.List': ['CampaignID'],
  'Person.Invite': ['Name', 'Language'],
  'Person.GetTeam': ['ClientID'],
  'Person.AddToTeam': ['ClientID', 'Name'],
  'Person.ChangeInTeam': ['ClientID', 'NewEmailAddress', 'Name', 'AccessLevel'],
  'Person.RemoveFromTeam': ['ClientID'],
  'Person.SetPrimaryContact': ['ClientID'],
  'Person.AcceptInvitation': ['Name', 'Code', 'Language', 'Timezone'],
  'Person.SetPreferences': ['Name', 'EmailAddress', 'Password', 'Language', 'Timezone', 'Notifications'],
  'Account.Update': ['FactorRequiredFrom'],
  'Audit.List': ['ClientID', 'ActorID', 'Operation', 'Outcome', 'From', 'Until'],
  // an address, or a site and a user name; a code where there is a second factor
  'Session.SignIn': ['EmailAddress', 'SiteUrl', 'Username', 'Code', 'Device'],
}

/** One of them is needed at least. */
const eitherOf: { readonly [Name in OperationName]?: readonly string[] } = {
  'Campaign.Create': ['SubscriberListIDs', 'ListSegments'],
  'Campaign.CreateFromPages': ['ListIDs', 'SegmentIDs'],
  'Campaign.CreateFromTemplate': ['ListIDs', 'SegmentIDs'],
  'Asset.Upload': ['UploadID', 'Content'],
  'Template.CreateFromContent': ['Html', 'Mjml', 'UploadID'],
  'Template.SaveContent': ['Html', 'Mjml', 'UploadID'],
}

/** The key apart, which the Authorization header brings. */
export function isParameterRequired(operation: Operation, name: string, shape: Shape): boolean {
  if (name === 'ApiKey') return false
  if (isRequired(shape)) return true
  return !optional.has(name) && !(optionalOf[operation.name as OperationName] ?? []).includes(name)
}

export function oneOfParameters({ name }: Operation): readonly string[] {
  return eitherOf[name as OperationName] ?? []
}

/** Texts of records that are never left out, sent or answered. */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  SegmentRule: ['Field'],
  SubscriberCustomField: ['Key'],
  List: ['ListID', 'Name'],
}

/** Numbers of records that calls may leave out; that is 0. */
const optionalFields: Readonly<Record<string, readonly string[]>> = { Grant: ['AccessLevel'] }

export function isFieldRequired({ name: record }: RecordShape, name: string, shape: Shape): boolean {
  if (optionalFields[record]?.includes(name)) return false
  return isRequired(shape) || (requiredFields[record] ?? []).includes(name)
}
