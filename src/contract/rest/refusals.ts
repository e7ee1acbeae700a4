/**
 * Refusals on the REST wire: its codes and statuses (reference/rest.md §1.4, §2; messages of `reference/wire.md` §5), and which of them
 * answers for which refusal of the catalogue. The numbers of the catalogue that are our own mean other things there (§5.1), so none of
 * them is answered as it is: a refusal that the REST interface does not know has the number of the catalogue plus 10,000.
 */
import { type HistoricalRefusal, isHistorical, type Refusal, type RefusalName, refusals } from '../refusals.ts'

/** Historical refusals whose status is 401: of identifiers and keys. Of the others it is 400, as of all that is wrong with the text of a call. */
const unauthorised: ReadonlySet<string> = new Set<HistoricalRefusal>([
  'InvalidApiKey',
  'InvalidListId',
  'InvalidClientId',
  'InvalidLogin',
  'InvalidCampaignId',
  'InvalidTemplateId',
])

// biome-ignore format: a table reads by its columns
/** Codes that the catalogue does not have, or has other numbers for. */
const restCodes = {

  // of a request as such: their codes are statuses
  Unreadable: [400, 'Failed to deserialize your request.\r\nPlease check the documentation and try again.', 400],
  Forbidden: [403, 'You do not have permission to do this.', 403],
  NotFound: [404, 'There is no such call.', 404],
  NoXml: [406, 'XML is not offered: ask for .json', 400],
  TooLarge: [413, 'The body of the request is too large.', 413],
  TooManyRequests: [429, 'Rate limit exceeded', 429],
  ServerError: [500, "Sorry, we've run into a problem.", 500],
  Unavailable: [503, 'The service is unavailable. Please try again in a few seconds.', 503],
  StorageFull: [507, 'The storage of the service is full.', 507],

  InvalidToken: [120, 'Invalid OAuth Token', 401],

  InvalidDestination: [125, 'Invalid Destination ClientID', 400],
  NotSuppressed: [176, 'Email address not in suppression list', 400],

  AlreadySubscribed: [201, 'Already Subscribed', 400],
  AddedTooOften: [429, 'Subscriber was added too many times too quickly, try again later.', 429],
  NotInList: [203, 'Subscriber not in list or has already been removed', 400],
  BatchTooLarge: [209, 'Subscriber batch size too large', 400],
  ImportHadFailures: [210, 'Subscriber Import had some failures', 400],
  SubscribersRequired: [212, 'No Subscribers Provided', 400],
  InvalidConsent: [215, 'ConsentToTrack is missing', 400],
  InvalidUnsubscribeSetting: [261, 'Invalid Unsubscribe Setting', 400],

  InvalidSegmentId: [271, 'Invalid SegmentID', 401],
  SegmentHasCampaigns: [272, 'Segment Has Campaigns', 400],
  SegmentTitleEmpty: [273, 'Segment Title Empty', 400],
  DuplicateSegmentTitle: [275, 'Duplicate Segment Title', 400],
  InvalidSegmentRules: [277, 'Invalid Segment Rules', 400],

  // named in a body: 401 is of identifiers in a path
  UnknownTemplate: [4001, 'Invalid TemplateID', 400],
  InvalidTemplateContent: [320, 'Invalid Template Content', 400],
  InvalidImage: [321, 'Image Cannot Be Fetched', 400],
  PreviewRecipientsRequired: [370, 'Preview Recipients Required', 400],
  InvalidPreviewRecipients: [371, 'Invalid Preview Recipients', 400],
  TooManyPreviewRecipients: [373, 'Too Many Preview Recipients', 400],
  ApprovalRequired: [334, 'Campaign Pending Approval', 400],

  InvalidWebhookEvents: [601, 'Invalid Webhook Events', 400],
  InvalidWebhookUrl: [602, 'Invalid Webhook URL', 400],
  InvalidPayloadFormat: [603, 'Invalid Webhook Payload Format', 400],
  WebhookTestFailed: [610, 'Webhook Test Failed', 400],

  PersonExists: [701, 'Person Already Exists', 400],
  UnknownPerson: [702, 'Person Does Not Exist', 400],
  InvalidPrimaryContact: [704, 'Invalid Primary Contact', 400],
  AdministratorExists: [751, 'Administrator Already Exists', 400],
  UnknownAdministrator: [752, 'Administrator Does Not Exist', 400],
  LastAdministrator: [753, 'Cannot Delete The Last Administrator', 400],
  InvalidPrimaryAdministrator: [754, 'Invalid Primary Contact', 400],

  InvalidPage: [800, 'Invalid Page Number', 400],
  InvalidPageSize: [801, 'Invalid Page Size', 400],
  InvalidOrderField: [802, 'Invalid Order Field', 400],
  InvalidOrderDirection: [803, 'Invalid Order Direction', 400],
  InvalidFromDate: [920, 'Invalid From Date', 400],
  InvalidToDate: [922, 'Invalid To Date', 400],
  FromAfterTo: [927, 'From Date Is After To Date', 400],
} as const satisfies Record<string, readonly [code: number, message: string, status: number]>

/** Codes of this table, and the historical refusals, which have their number and message here too. */
export type RestCode = keyof typeof restCodes | HistoricalRefusal

/** By refusal; where one has several codes, by the data that comes with it, undefined for the usual one. */
export type Codes = {
  readonly [Refusal in RefusalName]?:
    | RestCode
    | ((data: Readonly<Record<string, unknown>> | undefined) => RestCode | undefined)
}

/** Added to the numbers of the catalogue that are our own. */
const ownNumbers = 10_000

/** Refusals of ours that the REST interface knows by a code of its own. Others of ours have their own number, historical ones theirs. */
const codeOf: { readonly [Name in RefusalName]?: RestCode } = {
  InvalidRequest: 'Unreadable',
  UnknownOperation: 'NotFound',
  RequestTooLarge: 'TooLarge',
  TooManyRequests: 'TooManyRequests',
  RequestTimeout: 'Unavailable',
  UnexpectedError: 'ServerError',
  WrongVerb: 'NotFound',
  ServiceUnavailable: 'Unavailable',
  StorageFull: 'StorageFull',
  AccessDenied: 'Forbidden',
  SessionEnded: 'InvalidApiKey',
  TooManyCodes: 'TooManyRequests',
  UnknownPerson: 'UnknownPerson',
  AlreadyMember: 'PersonExists',
  LastOwner: 'LastAdministrator',
  TooManyInvitations: 'TooManyRequests',
  NotYetMember: 'InvalidPrimaryContact',
  NotInList: 'NotInList',
  NotSuppressed: 'NotSuppressed',
  AddressIsOnList: 'AlreadySubscribed',
  TooManyConfirmations: 'TooManyRequests',
  SegmentNameEmpty: 'SegmentTitleEmpty',
  DuplicateSegmentName: 'DuplicateSegmentTitle',
  UnknownSegment: 'InvalidSegmentId',
  SegmentRulesRequired: 'InvalidSegmentRules',
  InvalidSegmentRule: 'InvalidSegmentRules',
  TooManySegmentRules: 'InvalidSegmentRules',
  InvalidSegmentTree: 'InvalidSegmentRules',
  SegmentIsTree: 'InvalidSegmentRules',
  SegmentInDraft: 'SegmentHasCampaigns',
  TestRecipientsRequired: 'PreviewRecipientsRequired',
  TooManyTestRecipients: 'TooManyPreviewRecipients',
  TestLimit: 'TooManyRequests',
  ApprovalRequired: 'ApprovalRequired',
  InvalidWebhookUrl: 'InvalidWebhookUrl',
  InvalidEventType: 'InvalidWebhookEvents',
  WebhookTestLimit: 'TooManyRequests',
  WebhookReplayLimit: 'TooManyRequests',
  RelayTestLimit: 'TooManyRequests',
  TooManyRegions: 'InvalidTemplateContent',
  UnknownRegion: 'InvalidTemplateContent',
  InvalidRegionValue: 'InvalidTemplateContent',
  RegionImageNotFetched: 'InvalidImage',
}

/** What a caller of the REST wire sees of what went wrong. */
export class RestRefusal extends Error {
  readonly code: number
  /** HTTP status. */
  readonly status: number
  /** A sentence that the caller can act on. */
  readonly detail: string | undefined
  readonly resultData: unknown

  constructor(
    name: RestCode | AnsweredCode,
    {
      detail,
      resultData,
      ...options
    }: ErrorOptions & { readonly detail?: string | undefined; readonly resultData?: unknown } = {},
  ) {
    const { code, message, status } = typeof name === 'string' ? restCode(name) : name
    super(message, options)
    this.name = 'RestRefusal'
    this.code = code
    this.status = status
    this.detail = detail
    this.resultData = resultData
  }
}

export interface AnsweredCode {
  readonly code: number
  readonly message: string
  /** HTTP status. */
  readonly status: number
}

/** A code as it is on the wire. */
export function restCode(name: RestCode): AnsweredCode {
  if (isOfTable(name)) {
    const [code, message, status] = restCodes[name]
    return { code, message, status }
  }
  const [code, message] = refusals[name]
  return { code, message, status: unauthorised.has(name) ? 401 : 400 }
}

function isOfTable(name: string): name is keyof typeof restCodes {
  return Object.hasOwn(restCodes, name)
}

function codeFor(name: RefusalName): RestCode | 'own' {
  return codeOf[name] ?? (isHistorical(name) ? name : 'own')
}

/**
 * @param call whose codes go before the usual ones; undefined for none
 * @param resultDataOf what is answered of the data that came with the refusal
 */
export function restRefusal(
  refusal: Refusal,
  call: { readonly codes: Codes } | undefined,
  resultDataOf: (data: Readonly<Record<string, unknown>>) => unknown,
): RestRefusal {
  const { detail, data } = refusal
  const own = call?.codes[refusal.refusal]
  const name = (typeof own === 'function' ? own(data) : own) ?? codeFor(refusal.refusal)
  const options = { detail, resultData: data && resultDataOf(data), cause: refusal }
  return new RestRefusal(name === 'own' ? ownCode(refusal.refusal) : name, options)
}

/** Of these the status is 401, as of every identifier that is not known. */
const unknownOwn: ReadonlySet<RefusalName> = new Set(['UnknownWebhook'])

/** Of a refusal that the REST interface does not know. */
function ownCode(name: RefusalName): AnsweredCode {
  const [number, message, status] = refusals[name]
  const kept = status >= 500 || status === 413 || status === 429
  return { code: ownNumbers + number, message, status: unknownOwn.has(name) ? 401 : kept ? status : 400 }
}

/**
 * A refusal by its number in the catalogue, as a row of an import names it.
 * @param detail becomes the message where the interface has no such refusal: a row has no other place for it
 */
export function codeNumbered(
  number: number,
  detail?: string | null,
): { readonly Code: number; readonly Message: string } {
  const name = namesByNumber.get(number)
  if (name === undefined) return { Code: ownNumbers + number, Message: detail ?? '' }
  const { code, message } = usualCode(name)
  return { Code: code, Message: (code > ownNumbers && detail) || message }
}
const namesByNumber = new Map(
  (Object.keys(refusals) as RefusalName[]).map(name => [refusals[name][0] as number, name] as const), // keys of the catalogue
)

/** How a refusal of the catalogue is answered where a call does not say otherwise; for the documents. */
export function usualCode(name: RefusalName): AnsweredCode {
  const code = codeFor(name)
  return code === 'own' ? ownCode(name) : restCode(code)
}
