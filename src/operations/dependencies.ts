/** Dependencies of handlers, and their types: one handler per row of the contract, so that the compiler reports a missing one. */
import type { AccessOf, OperationName, ParamsOf, ValueOf } from '../contract/operations.ts'
import type {
  Access,
  CampaignRef,
  ClientRef,
  ListRef,
  Principal,
  SegmentRef,
  TemplateRef,
} from '../domain/access/access.ts'
import type { KeyRing } from '../domain/access/keys.ts'
import { reachedClients } from '../domain/access/principal.ts'
import type { SetupSettings } from '../domain/accounts/setup.ts'
import type { AuditLog, PendingEntry } from '../domain/audit/audit-log.ts'
import type { Evidence } from '../domain/audit/evidence.ts'
import type { ComposeOnce } from '../domain/campaigns/checking/compose-once.ts'
import type { Actor } from '../domain/campaigns/lifecycle/lifecycle.ts'
import type { OutboxFolder } from '../domain/campaigns/mails/outbox.ts'
import type { RenderCampaign } from '../domain/campaigns/mails/preview.ts'
import type { DeliverTest } from '../domain/campaigns/mails/test-send.ts'
import type { FindLinkPlaces } from '../domain/campaigns/reports/report-links.ts'
import type { ComplaintLimits } from '../domain/clients/complaints.ts'
import type { ErasureMemory } from '../domain/erasures/remembering.ts'
import type { RenderForm } from '../domain/forms/previewing.ts'
import type { ImageTasks } from '../domain/images/tasks.ts'
import type { HitAddresses } from '../domain/processing/register.ts'
import type { RetentionDays } from '../domain/retention/rules.ts'
import type { SendSample } from '../domain/sample/sample.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { RelayTester } from '../domain/system/relay-tests.ts'
import type { ContentTasks } from '../domain/templates/content-tasks.ts'
import type { MailLinks } from '../domain/tokens/mail-links.ts'
import type { Tokens } from '../domain/tokens/tokens.ts'
import type { Cookies, WithheldCookies } from '../lib/cookies.ts'
import type { Dns } from '../lib/dns.ts'
import type { Fetch } from '../lib/fetcher.ts'
import type { Log } from '../lib/log.ts'
import type { Poster } from '../lib/poster.ts'
import type { Database, Transaction } from '../store/connection/database.ts'

/** The parts available to handlers. Built once in `service.ts`. */
export interface Dependencies {
  readonly db: Database
  readonly access: Access
  readonly audit: AuditLog
  readonly keys: KeyRing
  readonly subscriptions: Subscriptions
  /** Keeps a record of erasures beside the database. */
  readonly erasures: Pick<ErasureMemory, 'remember'>
  readonly content: ContentParts
  readonly mail: MailParts
  readonly network: NetworkParts
  readonly limits: Limits
  /** What the first-run checklist asks of the settings. */
  readonly setup: SetupSettings
  readonly log: Log
  readonly now: () => Date
}

/** Content of campaigns and templates: read, composed and shown. Operations do not reach into delivery. */
export interface ContentParts {
  /** Reads pages and letters. */
  readonly contentTasks: ContentTasks
  /** Reads images and makes them smaller. */
  readonly imageTasks: ImageTasks
  /** Composes a message for a check. */
  readonly composeOnce: ComposeOnce
  /** Renders a campaign for its preview. */
  readonly renderCampaign: RenderCampaign
  /** Reads a mail for its links, in a thread. */
  readonly findLinkPlaces: FindLinkPlaces
  /** The page of a form as settings would make it, without its script, and the octets of what is served. */
  readonly renderForm: RenderForm
  /** Base of the addresses where other people's content is shown: LETTERSHOP_CONTENT_URL. */
  readonly contentUrl: string | null
}

/** Mail on its way, and its links. */
export interface MailParts {
  /** Where the links in mails lead, whatever a request says. */
  readonly mailLinks: MailLinks
  readonly tokens: Pick<Tokens, 'sign'>
  /** Where returned mail goes; undefined for the From address. */
  readonly bounceDomain?: string | undefined
  /** Hands test mails to the transport. */
  readonly deliverTest: DeliverTest
  /** Mails that were written to a folder instead of being sent. */
  readonly outbox: OutboxFolder
  /** Makes a sample campaign a sent one without sending mails. */
  readonly sendSample: SendSample
  /** Opens sessions with relays without sending. */
  readonly relayTester: RelayTester
}

/** Other machines whose names or addresses a caller gives. */
export interface NetworkParts {
  /** The guarded fetcher: the only way to a URL a caller names. */
  readonly fetch: Fetch
  /** The same guard for what is sent to such a URL. */
  readonly poster: Poster
  readonly dns: Dns
}

/** Of the settings. */
export interface Limits {
  /** Clients an account may create within 30 minutes; 0 for no limit. */
  readonly clientsPerHalfHour: number
  /** Complaint rates above which a check warns. */
  readonly complaintLimits?: ComplaintLimits
  /** Daily limit of mails for clients without their own; 0 for no limit. */
  readonly dailyLimit?: number
  /** How long the installation keeps what grows. */
  readonly retention: RetentionDays
  /** How much of the network address of an open or click is stored: LETTERSHOP_HIT_ADDRESS. */
  readonly hitAddresses: HitAddresses
  /** Full months of the audit log besides the present one. */
  readonly auditMonths: number
}

/** The parts that read pages of the web and compile content. */
export function sourceParts({ db, content: { contentTasks }, network: { fetch }, now }: Dependencies) {
  return { db, fetch, contentTasks, now }
}

/** Where a call came from: evidence for histories, addresses for answers. */
export interface Origin {
  readonly wire: 'soap11' | 'soap12' | 'get' | 'post' | 'json' | 'rest'
  /** The caller's network address. */
  readonly remote: string
  /** The Idempotency-Key of the call, on the JSON wire only. */
  readonly idempotencyKey?: string | undefined
  /** The User-Agent header, if the wire passes it on. */
  readonly agent?: string | undefined
  /** Cookies of the console: on the JSON wire, for calls of our own pages only. */
  readonly cookies?: Cookies | undefined
  /** Why cookies do not count, on a wire with cookies. */
  readonly withheld?: WithheldCookies | undefined
  /** The URL by which the caller reaches us, for responses but never for mails, without a trailing slash: `https://mail.example.com`. */
  readonly publicUrl: string
  /** Added to all log lines that the call causes. */
  readonly requestId: string
}

/** The actor for a campaign's history. */
export function actor(principal: Principal, { wire, remote }: Origin): Actor {
  const { kind, id, loginId, username } = principal
  return { loginId, username, wire, remote, principal: { kind, id }, account: reachedClients(principal) === null }
}

/** The evidence for the history of a membership or a suppression. */
export function evidenceOf({ loginId, username, sessionId }: Principal, { wire, remote }: Origin): Evidence {
  const by = sessionId === undefined ? 'api' : 'console'
  return { by, wire, remote, ...(loginId === 0 ? { username } : { loginId }) }
}

interface Subjects {
  anyone: { readonly principal: null }
  key: { readonly principal: Principal }
  account: { readonly principal: Principal }
  part: { readonly principal: Principal }
  ClientID: { readonly principal: Principal; readonly client: ClientRef }
  ListID: { readonly principal: Principal; readonly list: ListRef }
  SegmentID: { readonly principal: Principal; readonly segment: SegmentRef }
  TemplateID: { readonly principal: Principal; readonly template: TemplateRef }
  CampaignID: { readonly principal: Principal; readonly campaign: CampaignRef }
}

/** Arguments of a handler besides its parameters: the caller, the objects the caller was authorised for, and the origin. */
export type CallOf<Name extends OperationName> = Subjects[AccessOf<Name>] & {
  readonly origin: Origin
  /** The call's audit entry, for handlers whose transaction writes it with the change; other handlers ignore it. */
  readonly audit?: PendingEntry | undefined
  /**
   * Set for handlers with the effect `prepared create` if the call has an Idempotency-Key: they must await it in the creating transaction,
   * with the answer.
   */
  readonly keep?: KeepAnswer | undefined
}

/** @throws Refusal IdempotencyKeyInUse if the transaction must not commit */
export type KeepAnswer = (sql: Transaction, answer: unknown) => Promise<void>

export type Handler<Name extends OperationName> = (
  params: ParamsOf<Name>,
  call: CallOf<Name>,
  dependencies: Dependencies,
) => Promise<ValueOf<Name>>

/** The handlers of a group: `HandlersOf<'List'>` has one per operation `List.*`. */
export type HandlersOf<Group extends string> = {
  readonly [Name in Extract<OperationName, `${Group}.${string}`>]: Handler<Name>
}

export type Handlers = { readonly [Name in OperationName]: Handler<Name> }
