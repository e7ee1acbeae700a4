/**
 * The service as a table: one row per operation, those of the historical WSDL in its order (reference/wsdl.md), then ours.
 * Every wire, the WSDL, the help pages, OpenAPI, `lettershop call` and the cross-wire tests are read from it.
 */
import * as own from './own-records.ts'
import * as records from './records.ts'
import { boolean, type InputsOf, int, list, long, type Members, type OutputOf, type Shape, text } from './shapes.ts'

/** What a client's login must be allowed to do; the values are the bits of AccessLevel (reference/wire.md §6). */
export const accessLevels = {
  reports: 1,
  subscribers: 2,
  campaigns: 4,
  designTests: 8,
  importSubscribers: 16,
  importHtml: 32,
} as const

/**
 * Who may call: `anyone` (no key), `key` (any valid key), `account` (a user of the account), or a login that reaches the
 * object a parameter names, with the access level given.
 */
export type Access =
  | { readonly to: 'anyone' | 'key' | 'account' }
  | { readonly to: 'ClientID' | 'ListID' | 'TemplateID' | 'CampaignID'; readonly level: Level }

/** Bits of AccessLevel a client's login needs, 0 for any login of the client, `account` to keep client logins out. */
export type Level = number | 'account'

export interface Operation {
  /** The dotted name of the interface: MessageName, element name and path. */
  readonly name: string
  /** `wsdl:operation/@name`, by which WSDL-driven clients call (reference/asmx.md §6). */
  readonly wsdlName: string
  /** Parameters in the interface's order. */
  readonly parameters: Members
  readonly result: Shape
  /** Kind R: a declared Result. Otherwise kind U: an untyped slot that holds the value or, on refusal, a Result. */
  readonly typed: boolean
  readonly access: Access
  /** One sentence for the help page and OpenAPI. */
  readonly summary: string
  /** Of the historical service; ours come after. */
  readonly historical: boolean
  /** Offered over JSON alone: neither SOAP, GET and POST nor the documents that describe them know it. */
  readonly jsonOnly: boolean
}

interface Row<Parameters extends Members, Value extends Shape, To extends Access['to']> {
  readonly wsdlName: string
  readonly parameters: Parameters
  readonly result: Value
  readonly typed: boolean
  readonly access: { readonly to: To; readonly level?: Level }
  readonly summary: string
}

function row<const Parameters extends Members, const Value extends Shape, const To extends Access['to']>(
  wsdlName: string,
  parameters: Parameters,
  result: { readonly shape: Value; readonly typed: boolean },
  access: { readonly to: To; readonly level?: Level },
  summary: string,
): Row<Parameters, Value, To> {
  return { wsdlName, parameters, result: result.shape, typed: result.typed, access, summary }
}

const R = { shape: records.Result, typed: true } as const
const U = <const S extends Shape>(shape: S) => ({ shape, typed: false }) as const

const anyone = { to: 'anyone' } as const
const key = { to: 'key' } as const
const account = { to: 'account' } as const
const on = <const To extends 'ClientID' | 'ListID' | 'TemplateID' | 'CampaignID'>(to: To, level: Level) => ({
  to,
  level,
})

const { reports, subscribers, campaigns, importHtml } = accessLevels
const anyLogin = 0
const member = { ApiKey: text, ListID: text, Email: text, Name: text }
const since = { ApiKey: text, ListID: text, Date: text }
const ofClient = { ApiKey: text, ClientID: text }
const ofWebhook = { ...ofClient, WebhookID: text }
const ofList = { ApiKey: text, ListID: text }
const ofSegment = { ...ofList, Name: text }
const ofCampaign = { ApiKey: text, CampaignID: text }
const basics = { CompanyName: text, ContactName: text, EmailAddress: text, Country: text, Timezone: text }
const listSettings = { Title: text, UnsubscribePage: text, ConfirmOptIn: boolean, ConfirmationSuccessPage: text }
const templatePages = { TemplateName: text, HTMLPageURL: text, ZipFileURL: text, ScreenshotURL: text }
const CustomFields = list(records.SubscriberCustomField)

// biome-ignore format: a table reads by its columns
const historical = {
  'User.GetApiKey': row('GetApiKey', { SiteUrl: text, Username: text, Password: text }, U(text), anyone, 'Yields the API key of a login.'),

  'Subscriber.AddWithCustomFields': row('AddSubscriberWithCustomFields', { ...member, CustomFields }, R, on('ListID', subscribers), 'Adds a subscriber with custom field values; on a member the given fields are updated.'),
  'Subscriber.AddAndResubscribeWithCustomFields': row('AddAndResubscribeWithCustomFields', { ...member, CustomFields }, R, on('ListID', subscribers), 'Adds a subscriber or revives an inactive one; custom fields not given are erased.'),
  'Subscriber.Add': row('AddSubscriber', member, R, on('ListID', subscribers), 'Adds a subscriber; an inactive one is left as it is.'),
  'Subscriber.AddAndResubscribe': row('AddAndResubscribe', member, R, on('ListID', subscribers), 'Adds a subscriber or revives an inactive one.'),
  'Subscriber.Unsubscribe': row('Unsubscribe', { ApiKey: text, ListID: text, Email: text }, R, on('ListID', subscribers), 'Ends the subscription of an active subscriber.'),
  'Subscriber.AddWithMobileNumber': row('AddSubscriberWithMobileNumber', { ...member, MobileNumber: text }, R, on('ListID', subscribers), 'Adds a subscriber with a mobile number in E.164 form.'),
  'Subscriber.AddAndResubscribeWithMobileNumber': row('AddAndResubscribeWithMobileNumber', { ...member, MobileNumber: text }, R, on('ListID', subscribers), 'Adds or revives a subscriber with a mobile number in E.164 form.'),

  'Subscribers.GetActive': row('GetSubscribers', since, U(list(records.Subscriber)), on('ListID', subscribers), 'Active subscribers since a date.'),
  'Subscribers.GetUnsubscribed': row('GetUnsubscribed', since, U(list(records.Subscriber)), on('ListID', subscribers), 'Subscribers who unsubscribed since a date.'),
  'Subscribers.GetBounced': row('GetBounced', since, U(list(records.Subscriber)), on('ListID', subscribers), 'Subscribers who bounced since a date.'),
  'Subscribers.GetSingleSubscriber': row('GetSingleSubscriber', { ApiKey: text, ListID: text, EmailAddress: text }, U(records.Subscriber), on('ListID', subscribers), 'One subscriber, active or not; an unknown address gives an empty record.'),
  'Subscribers.GetIsSubscribed': row('GetIsSubscribed', { ApiKey: text, ListID: text, Email: text }, U(text), on('ListID', subscribers), 'True or False: is this address an active member?'),

  'List.Create': row('CreateList', { ...ofClient, ...listSettings }, U(text), on('ClientID', subscribers), 'Creates a list and yields its ListID.'),
  'List.Update': row('UpdateList', { ...ofList, ...listSettings }, R, on('ListID', subscribers), 'Replaces the settings of a list.'),
  'List.GetDetail': row('GetListDetail', ofList, U(records.ListDetail), on('ListID', anyLogin), 'The settings of a list.'),
  'List.Delete': row('DeleteList', ofList, R, on('ListID', subscribers), 'Deletes a list.'),
  'List.GetCustomFields': row('GetListCustomFields', ofList, U(list(records.ListCustomField)), on('ListID', anyLogin), 'The custom fields of a list.'),
  'List.DeleteCustomField': row('DeleteListCustomField', { ...ofList, Key: text }, R, on('ListID', subscribers), 'Deletes a custom field and its values.'),
  'List.CreateCustomField': row('CreateListCustomField', { ...ofList, FieldName: text, DataType: text, Options: text }, R, on('ListID', subscribers), 'Creates a custom field; options are joined by ||.'),
  'List.GetStats': row('GetListStats', ofList, U(records.ListStatistics), on('ListID', reports), 'Counts of a list: today, yesterday, this week, month and year.'),

  'Client.GetCampaigns': row('GetClientCampaigns', ofClient, U(list(records.Campaign)), on('ClientID', reports), 'The sent campaigns of a client.'),
  'Client.GetLists': row('GetClientLists', ofClient, U(list(records.List)), on('ClientID', anyLogin), 'The lists of a client.'),
  'Client.GetSegments': row('GetClientSegments', ofClient, U(list(records.List)), on('ClientID', anyLogin), 'The segments of a client; ListID is the list each belongs to.'),
  'Client.GetSuppressionList': row('GetClientSuppressionList', ofClient, U(list(records.Subscriber)), on('ClientID', subscribers), 'The addresses no campaign of this client is sent to.'),
  'Client.GetTemplates': row('GetClientTemplates', ofClient, U(list(records.Template)), on('ClientID', campaigns), 'The templates of a client.'),
  'Client.Create': row('CreateClient', { ApiKey: text, ...basics }, U(text), account, 'Creates a client and yields its ClientID.'),
  'Client.UpdateBasics': row('UpdateClientBasics', { ...ofClient, ...basics }, U(records.Result), on('ClientID', 'account'), 'Replaces the basic details of a client.'),
  'Client.UpdateAccessAndBilling': row('UpdateClientAccessAndBilling', { ...ofClient, AccessLevel: int, Username: text, Password: text, BillingType: text, Currency: text, DeliveryFee: text, CostPerRecipient: text, DesignAndSpamTestFee: text }, R, on('ClientID', 'account'), 'Sets what a client may do and how it pays.'),
  'Client.GetDetail': row('GetClientDetail', ofClient, U(records.ClientDetail), on('ClientID', anyLogin), 'The details of a client.'),
  'Client.Delete': row('DeleteClient', ofClient, R, on('ClientID', 'account'), 'Deletes a client.'),

  'Campaign.GetSubscriberClicks': row('GetSubscriberClicks', ofCampaign, U(list(records.SubscriberClick)), on('CampaignID', reports), 'Who clicked which links of a campaign.'),
  'Campaign.GetOpens': row('GetCampaignOpens', ofCampaign, U(list(records.SubscriberOpen)), on('CampaignID', reports), 'Who opened a campaign, and how often.'),
  'Campaign.GetBounces': row('GetCampaignBounces', ofCampaign, U(list(records.SubscriberBounce)), on('CampaignID', reports), 'Whose copy bounced: H hard, S soft.'),
  'Campaign.GetUnsubscribes': row('GetCampaignUnsubscribes', ofCampaign, U(list(records.SubscriberUnsubscribe)), on('CampaignID', reports), 'Who unsubscribed from a campaign.'),
  'Campaign.GetSummary': row('GetCampaignSummary', ofCampaign, U(records.CampaignSummary), on('CampaignID', reports), 'The counts of a campaign.'),
  'Campaign.GetLists': row('GetCampaignLists', ofCampaign, U(list(records.List)), on('CampaignID', reports), 'The lists a campaign goes to.'),

  'User.GetClients': row('GetClients', { ApiKey: text }, U(list(records.Client)), key, 'The clients this key reaches.'),
  'User.GetSystemDate': row('GetSystemDate', { ApiKey: text }, U(text), key, 'The current date and time in the time zone of the account.'),
  'User.GetTimezones': row('GetTimezones', { ApiKey: text }, U(list(text)), key, 'The time zones a client may have.'),
  'User.GetCountries': row('GetCountries', { ApiKey: text }, U(list(text)), key, 'The countries a client may have.'),

  'Campaign.Create': row('CreateCampaign', { ...ofClient, CampaignName: text, CampaignSubject: text, FromName: text, FromEmail: text, ReplyTo: text, HtmlUrl: text, TextUrl: text, SubscriberListIDs: list(text), ListSegments: list(records.List) }, U(text), on('ClientID', importHtml), 'Creates a draft from pages fetched at once and yields its CampaignID.'),
  'Campaign.Send': row('SendCampaign', { ...ofCampaign, ConfirmationEmail: text, SendDate: text }, R, on('CampaignID', campaigns), 'Sends a draft, Immediately or at a date.'),
  'Campaign.Delete': row('DeleteCampaign', ofCampaign, R, on('CampaignID', campaigns), 'Deletes a campaign.'),

  'Template.Create': row('CreateTemplate', { ...ofClient, ...templatePages }, U(text), on('ClientID', importHtml), 'Creates a template from a page and yields its TemplateID.'),
  'Template.GetDetail': row('GetTemplateDetail', { ApiKey: text, TemplateID: text }, U(records.Template), on('TemplateID', campaigns), 'A template with its preview.'),
  'Template.Update': row('UpdateTemplate', { ApiKey: text, TemplateID: text, ...templatePages }, R, on('TemplateID', importHtml), 'Fetches a template anew.'),
  'Template.Delete': row('DeleteTemplate', { ApiKey: text, TemplateID: text }, R, on('TemplateID', importHtml), 'Deletes a template.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>

/** Operations the historical service did not have. They never change a row above (design §3). */
// biome-ignore format: a table reads by its columns
const ours = {
  'Segment.Create': row('CreateSegment', { ...ofSegment, Rules: list(own.SegmentRule) }, R, on('ListID', subscribers), 'Creates a segment of a list: the active subscribers for whom every rule holds.'),
  'Segment.Delete': row('DeleteSegment', ofSegment, R, on('ListID', subscribers), 'Deletes a segment that no draft or scheduled campaign goes to.'),
  'Segment.GetRules': row('GetSegmentRules', ofSegment, U(list(own.SegmentRule)), on('ListID', subscribers), 'The rules of a segment.'),
  'Segment.GetCount': row('GetSegmentCount', ofSegment, U(int), on('ListID', subscribers), 'How many active subscribers a segment has now.'),

  'Campaign.GetProgress': row('GetCampaignProgress', ofCampaign, U(own.CampaignProgress), on('CampaignID', reports), 'How far a campaign is: how many recipients are in which state.'),
  'Campaign.GetRecipients': row('GetCampaignRecipients', { ...ofCampaign, State: text, After: int, Limit: int }, U(list(own.CampaignRecipient)), on('CampaignID', reports), 'The recipients of a campaign with what became of each, page by page: those in one state, or all.'),
  'Campaign.GetHistory': row('GetCampaignHistory', ofCampaign, U(list(own.CampaignEvent)), on('CampaignID', reports), 'What was done to a campaign and by whom, newest first.'),
  'Campaign.SendTest': row('SendCampaignTest', { ...ofCampaign, Recipients: list(text), PersonalizeAs: text }, U(list(own.TestResult)), on('CampaignID', campaigns), 'Sends the message of a campaign to up to 15 addresses, marked as a test and counted nowhere.'),
  'Campaign.SetAtLeastOnce': row('SetCampaignAtLeastOnce', { ...ofCampaign, AtLeastOnce: boolean }, R, on('CampaignID', campaigns), 'Chooses, before it begins, whether who was under way when a sender died is sent to again: at least once instead of at most once.'),
  'Campaign.Unschedule': row('UnscheduleCampaign', ofCampaign, R, on('CampaignID', campaigns), 'Makes a scheduled campaign a draft again.'),
  'Campaign.Pause': row('PauseCampaign', ofCampaign, R, on('CampaignID', campaigns), 'Stops sending until the campaign is resumed.'),
  'Campaign.Resume': row('ResumeCampaign', ofCampaign, R, on('CampaignID', campaigns), 'Goes on with a paused campaign where it was.'),
  'Campaign.Cancel': row('CancelCampaign', ofCampaign, R, on('CampaignID', campaigns), 'Stops a campaign for good: no further recipient is sent to.'),
  'Campaign.RetryFailed': row('RetryFailedRecipients', ofCampaign, U(int), on('CampaignID', campaigns), 'Sends again to recipients who were refused or wait for a later attempt; yields how many.'),
  'Campaign.SettleUnknown': row('SettleUnknownRecipients', { ...ofCampaign, Number: int, As: own.Settlement }, U(int), on('CampaignID', campaigns), 'Decides what became of one recipient who is unknown, or with Number 0 of all; yields how many.'),

  'Campaign.GetEngagement': row('GetCampaignEngagement', ofCampaign, U(own.CampaignEngagement), on('CampaignID', reports), 'Opens and clicks of a campaign: all of them, and those of people, told from machines by versioned rules.'),
  'Campaign.GetLinks': row('GetCampaignLinks', ofCampaign, U(list(own.CampaignLink)), on('CampaignID', reports), 'The links of a campaign, how often each was clicked, and how often by people.'),
  'Campaign.GetTimeline': row('GetCampaignTimeline', ofCampaign, U(list(own.CampaignHour)), on('CampaignID', reports), 'A campaign hour by hour: what was sent and what came back.'),
  'Campaign.Reclassify': row('ReclassifyCampaign', ofCampaign, R, on('CampaignID', reports), 'Has all opens and clicks of a campaign classified anew, by the rules of today.'),

  'Campaign.Check': row('CheckCampaign', ofCampaign, U(own.CampaignCheck), on('CampaignID', campaigns), 'What is wrong with a campaign, whom it would go to and what it would cost; follows its links, changes nothing.'),
  'Campaign.AcknowledgeWarnings': row('AcknowledgeCampaignWarnings', { ...ofCampaign, Codes: list(text) }, R, on('CampaignID', campaigns), 'Records that these warnings of Campaign.Check were seen and accepted.'),

  'Client.SetDailyLimit': row('SetClientDailyLimit', { ...ofClient, DailyLimit: int }, R, on('ClientID', 'account'), 'Sets how many mails the campaigns of a client are sent in a day: 0 for no limit, -1 for that of the installation.'),
  'Client.GetDailyLimit': row('GetClientDailyLimit', ofClient, U(own.SendingLimit), on('ClientID', campaigns), 'The daily limit of a client, and how much of it is used.'),

  'Campaign.GetBounceDetails': row('GetCampaignBounceDetails', { ...ofCampaign, After: int, Limit: int }, U(list(own.BounceDetail)), on('CampaignID', reports), 'Whose copy bounced, why, and what said so, page by page.'),
  'Campaign.GetBounceSummary': row('GetCampaignBounceSummary', ofCampaign, U(list(own.BounceCount)), on('CampaignID', reports), 'How many recipients of a campaign bounced for which reason.'),
  'Campaign.GetComplaints': row('GetCampaignComplaints', { ...ofCampaign, After: int, Limit: int }, U(list(own.CampaignComplaint)), on('CampaignID', reports), 'Who complained about a campaign, page by page.'),
  'Client.GetHold': row('GetClientHold', ofClient, U(own.ClientHold), on('ClientID', campaigns), 'How many recipients of a client complain, and whether its sending is held for that.'),
  'Client.ReleaseHold': row('ReleaseClientHold', ofClient, R, on('ClientID', 'account'), 'Lets a client that is held for complaints send again, and its campaigns that were paused for them go on.'),

  'Domain.Create': row('CreateSendingDomain', { ...ofClient, Domain: text }, U(own.SendingDomain), on('ClientID', 'account'), 'Makes DKIM keys for a domain a client sends from, and yields the DNS records to publish.'),
  'Domain.Verify': row('VerifySendingDomain', { ...ofClient, Domain: text }, U(own.SendingDomain), on('ClientID', campaigns), 'Looks up the DNS records of a sending domain and says what is missing; once its DKIM record is found, mail is signed.'),
  'Domain.List': row('GetSendingDomains', ofClient, U(list(own.SendingDomain)), on('ClientID', campaigns), 'The sending domains of a client, as they were last verified.'),
  'Domain.Delete': row('DeleteSendingDomain', { ...ofClient, Domain: text }, R, on('ClientID', 'account'), 'Deletes a sending domain and its keys for good.'),

  'Mailbox.List': row('GetReturnedMail', { ...ofClient, State: text, After: long, Limit: int }, U(list(own.ReturnedMail)), on('ClientID', 'account'), 'Mail that came back to a client, newest first, page by page: bounces, complaints, opt-outs by mail, and what was not recognised.'),
  'Mailbox.GetMessage': row('GetReturnedMessage', { ...ofClient, MailID: text }, U(own.ReturnedMessage), on('ClientID', 'account'), 'A returned mail as it came: where from, its headers, and the beginning of its text.'),
  'Mailbox.ReadAgain': row('ReadReturnedMailAgain', ofClient, U(int), on('ClientID', 'account'), 'Has returned mail that told nothing read again, by the rules of today; yields how many mails.'),

  'List.SetOptions': row('SetListOptions', { ...ofList, UnsubscribeScope: own.UnsubscribeScope, Tracking: own.Tracking, Language: text }, R, on('ListID', subscribers), 'Sets whether an opt-out counts for the list or the whole client, who is tracked, and the language of pages and mails.'),
  'List.GetOptions': row('GetListOptions', ofList, U(own.ListOptions), on('ListID', anyLogin), 'How far an opt-out from a list reaches, who is tracked, and its language.'),
  'Subscriber.GetHistory': row('GetSubscriberHistory', { ...ofList, Email: text }, U(list(own.SubscriberChange)), on('ListID', subscribers), 'Every change of a membership with its proof: when, by whom, from where, because of which mail.'),
  'Subscriber.SetTrackingConsent': row('SetTrackingConsent', { ...ofList, Email: text, Consent: own.TrackingConsent }, R, on('ListID', subscribers), 'Records whether a subscriber agreed to have opens and clicks recorded; mails composed from now on go by it.'),
  'Subscriber.GetTrackingConsent': row('GetTrackingConsent', { ...ofList, Email: text }, U(own.TrackingConsent), on('ListID', subscribers), 'Whether a subscriber agreed to have opens and clicks recorded.'),
  'Campaign.GetForwards': row('GetCampaignForwards', ofCampaign, U(int), on('CampaignID', reports), 'How many friends a campaign was sent on to.'),
  'Client.AddSuppression': row('AddClientSuppression', { ...ofClient, EmailAddress: text }, R, on('ClientID', 'account'), 'Puts an address on the suppression list of a client.'),
  'Client.RemoveSuppression': row('RemoveClientSuppression', { ...ofClient, EmailAddress: text, Deliberately: boolean }, R, on('ClientID', 'account'), 'Takes an address off the suppression list; one that opted out, bounced or complained only Deliberately.'),
  'Campaign.FindScannerOptOuts': row('FindScannerOptOuts', ofCampaign, U(list(own.ScannerOptOut)), on('CampaignID', subscribers), 'Opt-outs from a campaign that look like those of a mail scanner, each with the reason.'),
  'Campaign.RepairOptOuts': row('RepairOptOuts', { ...ofCampaign, EmailAddresses: list(text) }, U(int), on('CampaignID', subscribers), 'Brings back those of these addresses that left through a mail of this campaign in the last 30 days; yields how many.'),

  'Event.List': row('GetEvents', { ...ofClient, Since: long, Limit: int }, U(list(own.Event)), on('ClientID', reports | subscribers), 'What happened to a client since the event with this sequence, oldest first; -1 for all that is kept.'),
  'Webhook.Create': row('CreateWebhook', { ...ofClient, URL: text, Events: list(text) }, U(own.WebhookDetail), on('ClientID', 'account'), 'Sends events of a client to a URL from now on, those of these types or all; yields the secret that signs them, this once.'),
  'Webhook.List': row('GetWebhooks', ofClient, U(list(own.Webhook)), on('ClientID', reports | subscribers), 'The webhooks of a client, how far each is, and why one does not go on.'),
  'Webhook.Delete': row('DeleteWebhook', ofWebhook, R, on('ClientID', 'account'), 'Deletes a webhook.'),
  'Webhook.Test': row('TestWebhook', ofWebhook, U(own.WebhookTest), on('ClientID', 'account'), 'Sends a test event to a webhook at once and yields what its receiver answered.'),
  'Webhook.Replay': row('ReplayWebhook', { ...ofWebhook, Since: long }, R, on('ClientID', 'account'), 'Sends again what came after the event with this sequence; -1 for all that is kept.'),
  'Webhook.Pause': row('PauseWebhook', ofWebhook, R, on('ClientID', 'account'), 'Sends nothing to a webhook until it is resumed.'),
  'Webhook.Resume': row('ResumeWebhook', ofWebhook, R, on('ClientID', 'account'), 'Goes on with a webhook where it was, at once.'),
  'Webhook.RotateSecret': row('RotateWebhookSecret', ofWebhook, U(own.WebhookDetail), on('ClientID', 'account'), 'Gives a webhook a new secret; for 24 hours the old one signs as well.'),
  'Webhook.GetAttempts': row('GetWebhookAttempts', ofWebhook, U(list(own.WebhookAttempt)), on('ClientID', reports | subscribers), 'The latest attempts to send to a webhook, newest first, with what its receiver answered.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>

/** New operations are offered over JSON alone: the WSDL does not change any more, and generated clients need no new build (design §3). */
// biome-ignore format: a table reads by its columns
const jsonOnly = {
  'User.RotateApiKey': row('RotateApiKey', { ApiKey: text, OverlapHours: int }, U(text), key, 'Gives the calling login a new API key and yields it; the old one ends at once or after an overlap.'),
  'Client.RotateApiKey': row('RotateClientApiKey', { ...ofClient, OverlapHours: int }, U(text), on('ClientID', 'account'), "Gives the login of a client a new API key and yields it; the old one ends at once or after an overlap."),
  'Client.SetOptions': row('SetClientOptions', { ...ofClient, SendOnlyReady: boolean }, R, on('ClientID', 'account'), 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
  'Client.GetOptions': row('GetClientOptions', ofClient, U(own.ClientOptions), on('ClientID', anyLogin), 'Whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>

export const operations = { ...historical, ...ours, ...jsonOnly } as const

export type OperationName = keyof typeof operations
export type ParamsOf<Name extends OperationName> = InputsOf<(typeof operations)[Name]['parameters']>
/** What a handler of this operation returns: nothing where success is the plain `Result(0, Success)`. */
export type ValueOf<Name extends OperationName> = (typeof operations)[Name]['result'] extends typeof records.Result
  ? void
  : OutputOf<(typeof operations)[Name]['result']>
export type AccessOf<Name extends OperationName> = (typeof operations)[Name]['access']['to']

/** The rows as a list with their names, in table order. */
export const allOperations: readonly Operation[] = Object.entries(operations).map(([name, columns]) => ({
  name,
  ...(columns as Row<Members, Shape, Access['to']>), // the union of row types is wider than the walker needs
  historical: name in historical,
  jsonOnly: name in jsonOnly,
})) as readonly Operation[]

/** What SOAP, GET and POST offer and their documents describe. */
export const xmlOperations: readonly Operation[] = allOperations.filter(operation => !operation.jsonOnly)

const byName = new Map(allOperations.map(operation => [operation.name, operation]))

/** Names are case-sensitive (reference/asmx.md §1.1). */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name)
}
