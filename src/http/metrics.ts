/** Metrics for Prometheus: `GET /metrics`. The labels are closed sets, without addresses and names of clients. */
import { hash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { RelayFigures } from '../delivery/transport.ts'
import type { Budget } from '../lib/budget.ts'
import type { QueueFigures } from '../lib/coalesce.ts'
import type { Answer, Request, Route } from '../lib/http.ts'
import { isLoopback, isLoopbackHost } from '../lib/network-address.ts'
import { bearerOf } from '../protocols/json.ts'
import { readBackupFigures } from '../store/backups/backups.ts'
import type { Database } from '../store/connection/database.ts'
import { readCountsOfProcess } from '../store/forms/counts.ts'
import { findActiveHolds } from '../store/limits/guards.ts'
import { findActivePauses } from '../store/limits/pauses.ts'
import {
  type FormFigure,
  openWork,
  type Queues,
  readForMetrics,
  readFormFigures,
  readInboundOfDay,
  readJobFigures,
  readLedgerSums,
  readQueueFigures,
} from '../store/metrics.ts'
import { CallFigures } from './call-figures.ts'

export interface MetricsParts {
  readonly db: Database
  readonly memory: Budget
  /** Octets that `memory` allows. */
  readonly memoryMost: number
  /** Without one, callers on this machine that name it as the Host may read; with one, those who send it as `Authorization: Bearer`. */
  readonly token: string | undefined
  /** Metrics have a port of their own: on that of the service only a token opens them. */
  readonly hasOwnPort?: boolean
  /** What each relay did; absent where mail is written into a folder. */
  readonly relays?: (() => readonly RelayFigures[]) | undefined
  /** The processes that send for this one. */
  readonly senders?: SenderFigures | undefined
  /** What waits in this process to be written, by name. */
  readonly queues?: ReadonlyMap<string, () => QueueFigures> | undefined
}

export interface SenderFigures {
  readonly wanted: number
  running(): number
  restarts(): number
}

/** Called when an operation has ended. @param failure the error, undefined for a success */
export type ObserveCall = (operation: string, wire: string, seconds: number, failure: unknown) => void

export interface Metrics {
  readonly observe: ObserveCall
  readonly route: Route
  /** For a port of its own: every caller may read. */
  readonly openRoute: Route
}

/** How long what the database said is shown, in milliseconds: several scrapers cost what one does. */
const keptMs = 5_000
/** A proxy on this machine that is not named adds one of these; its callers are strangers. */
const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const

export function metrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // sums of other metrics, which count by kind; Prometheus keeps this ending for counters
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  processGauges(registry, parts)
  if (parts.relays) relayMetrics(registry, parts.relays)
  if (parts.senders) senderMetrics(registry, parts.senders)
  if (parts.queues) queueMetrics(registry, parts.queues)
  formMetrics(registry)
  const refresh = databaseGauges(registry, parts.db)
  return {
    observe: callMetrics(registry),
    route: request => {
      if (!isScrape(request)) return undefined
      const isShut = parts.hasOwnPort === true && parts.token === undefined
      return !isShut && mayRead(request, parts.token) ? scrape() : Promise.resolve(notFound)
    },
    openRoute: request => (isScrape(request) ? scrape() : undefined),
  }

  async function scrape(): Promise<Answer> {
    await refresh()
    return {
      status: 200,
      headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
      body: await registry.metrics(),
    }
  }
}

function isScrape({ path, method }: Request): boolean {
  return path === '/metrics' && method === 'GET'
}

/** As for an address where nothing is: strangers do not learn that there are metrics. */
const notFound: Answer = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'Not found\n',
}

function mayRead({ remote, headers }: Request, token: string | undefined): boolean {
  if (token === undefined) {
    return isLoopback(remote) && isOurs(headers.host) && forwarding.every(name => headers[name] === undefined)
  }
  const given = bearerOf(headers.authorization)
  // digests have one length, which timingSafeEqual asks for
  return given !== undefined && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}

/** A program of this machine asks for this machine; a proxy that adds no header passes on the name its callers asked for. */
function isOurs(host: string | undefined): boolean {
  return host !== undefined && URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname)
}

function callMetrics(registry: Registry): ObserveCall {
  const figures = new CallFigures()
  figures.register(registry)
  return (operation, wire, seconds, failure) => figures.note(operation, wire, seconds, failure)
}

function processGauges(registry: Registry, { db, memory, memoryMost }: MetricsParts): void {
  const registers = [registry]
  new Gauge({
    name: 'lettershop_memory_budget_used_bytes',
    help: 'Memory held for callers and incoming mail.',
    registers,
    collect() {
      this.set(memory.used)
    },
  })
  new Gauge({
    name: 'lettershop_memory_budget_bytes',
    help: 'Most memory that may be held for callers and incoming mail.',
    registers,
  }).set(memoryMost)
  new Gauge({
    name: 'lettershop_database_longest_wait_seconds',
    help: 'Longest wait for a connection to the database within the last minute.',
    registers,
    collect() {
      this.set(db.usage().longestWaitSeconds)
    },
  })
  const states = { open: 'open', used: 'in use', waiting: 'waited for' } as const
  for (const [state, words] of Object.entries(states) as [keyof typeof states, string][])
    new Gauge({
      name: `lettershop_database_connections_${state}`,
      help: `Connections to the database that are ${words}.`,
      registers,
      collect() {
        this.set(db.usage()[state])
      },
    })
}

/** Opens and clicks, and opt-outs: their pages answer when they are written. */
function senderMetrics(registry: Registry, { wanted, running, restarts }: SenderFigures): void {
  const registers = [registry]
  new Gauge({
    name: 'lettershop_sender_processes_wanted',
    help: 'Processes that are to send for this one.',
    registers,
  }).set(wanted)
  new Gauge({
    name: 'lettershop_sender_processes',
    help: 'Processes that send for this one now.',
    registers,
    collect() {
      this.set(running())
    },
  })
  new Counter({
    name: 'lettershop_sender_restarts_total',
    help: 'Sender processes that ended and were started again.',
    registers,
    collect() {
      this.reset()
      this.inc(restarts())
    },
  })
}

function queueMetrics(registry: Registry, queues: ReadonlyMap<string, () => QueueFigures>): void {
  const common = { labelNames: ['queue'] as const, registers: [registry] }
  const each = (
    kind: typeof Counter<'queue'> | typeof Gauge<'queue'>,
    name: string,
    help: string,
    of: keyof QueueFigures,
  ) =>
    new kind({
      ...common,
      name: `lettershop_queue_${name}`,
      help,
      collect() {
        this.reset()
        for (const [queue, read] of queues) this.inc({ queue }, read()[of])
      },
    })
  each(Counter, 'done_total', 'Opens and clicks, or opt-outs, that were written.', 'done')
  each(Counter, 'refused_total', 'Those refused with 503 because too many waited.', 'refused')
  each(Gauge, 'waiting', 'Those that wait to be written, or are being written.', 'waiting')
  each(Gauge, 'oldest_seconds', 'How long the oldest of them waits.', 'oldestSeconds')
}

function formMetrics(registry: Registry): void {
  new Counter({
    name: 'lettershop_form_outcomes_total',
    help: 'What came of sign-up forms, as this process counted it.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, count] of readCountsOfProcess()) this.inc({ outcome: inWords(kind.replace(' ', '')) }, count)
    },
  })
}

/** The counters are those of the transport: they are read when they are asked for. */
function relayMetrics(registry: Registry, relays: () => readonly RelayFigures[]): void {
  const labelled = { labelNames: ['relay'] as const, registers: [registry] }
  const replies = new Counter({
    name: 'lettershop_relay_messages_total',
    help: 'Messages given to a relay, by what became of them.',
    labelNames: ['relay', 'outcome'] as const,
    registers: [registry],
    collect() {
      replies.reset()
      for (const { relay, outcomes } of relays())
        for (const [outcome, count] of Object.entries(outcomes)) replies.inc({ relay, outcome }, count)
    },
  })
  const gauge = (name: string, help: string, read: (figures: RelayFigures) => number) =>
    new Gauge({
      name: `lettershop_relay_${name}`,
      help,
      ...labelled,
      collect() {
        for (const figures of relays()) this.set({ relay: figures.relay }, read(figures))
      },
    })
  gauge('connections', 'Open sessions to a relay.', ({ connections }) => connections)
  gauge('messages_under_way', 'Messages given to a relay whose outcome is not known.', ({ underWay }) => underWay)
  gauge('held', '1 while a relay is left alone after failures, else 0.', ({ isHeld }) => Number(isHeld))
}

/** @returns reads the database again where what is shown is older than `keptMs`; what could not be read has no samples */
function databaseGauges(registry: Registry, db: Database): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `lettershop_${name}`, help, labelNames, registers: [registry] })
  const campaigns = gauge('campaigns', 'Campaigns under way, by state.', 'campaign_state')
  const recipients = gauge(
    'recipients',
    'Recipients of campaigns under way, by state of the campaign and of the recipient.',
    'campaign_state',
    'recipient_state',
  )
  const work = gauge(
    'open_work',
    'Imports, exports, bulk changes, erasures and inbound mails that wait or are under way.',
    'kind',
  )
  const holds = gauge('holds', 'Holds that stop sending, by kind.', 'kind')
  const pauses = gauge('paused', 'Background work that an operator has paused: a role or one of its works.', 'work')
  const backupAge = gauge('backup_age_seconds', 'Seconds since the last backup was made; absent where none was.')
  const backupsFailed = gauge('backups_failed', 'Backups that failed since the last one that was made.')
  const inbound = gauge('inbound_mails_of_day', 'Mails that came in within the last day, by state.', 'state')
  const waiting = queueGauges(gauge)
  const forms = formGauges(gauge)
  const feeds = gauge('feeds', 'Feeds that are not paused, by how they do.', 'feed_state')
  const jobs = gauge('jobs', 'Background jobs, by kind and state.', 'task', 'state')
  const oldestJob = gauge('oldest_job_due_seconds', 'How long the oldest job of a kind is overdue.', 'task')
  const reads = gauge('database_read', '1 where the database answered for this group of metrics, else 0.', 'group')

  async function read(): Promise<void> {
    const [sums, open, standing, queued, mails, paused, backups, kinds, signUps] = await Promise.all([
      readForMetrics(db, readLedgerSums),
      readForMetrics(db, openWork),
      readForMetrics(db, findActiveHolds),
      readForMetrics(db, readQueueFigures),
      readForMetrics(db, readInboundOfDay),
      readForMetrics(db, findActivePauses),
      readForMetrics(db, readBackupFigures),
      readForMetrics(db, readJobFigures),
      readForMetrics(db, readFormFigures),
    ])
    for (const each of [campaigns, recipients, work, holds, inbound, pauses, jobs, oldestJob, feeds]) each.reset()
    // reset() would say 0
    for (const each of [...Object.values(waiting), ...Object.values(forms), backupAge, backupsFailed]) each.remove()
    for (const { state, campaigns: count, ...states } of sums ?? []) {
      campaigns.set({ campaign_state: state }, count)
      for (const [name, people] of Object.entries(states))
        recipients.set({ campaign_state: state, recipient_state: inWords(name) }, people)
    }
    for (const { kind, open: count } of open ?? []) work.set({ kind: kind.replaceAll(' ', '_') }, count)
    for (const { kind } of standing ?? []) holds.inc({ kind: kind.replaceAll(' ', '_') })
    for (const { work } of paused ?? []) pauses.set({ work }, 1)
    if (backups && backups.ageSeconds !== null) backupAge.set(backups.ageSeconds)
    if (backups) backupsFailed.set(backups.failed)
    for (const { state, mails: count } of mails ?? []) inbound.set({ state }, count)
    for (const { kind, count } of signUps ?? [])
      if (isOfForms(kind)) forms[kind].set(count)
      else feeds.set({ feed_state: kind.slice('feeds '.length) }, count)
    for (const { task, oldestDue, ...counts } of kinds ?? []) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ task, state }, count)
      oldestJob.set({ task }, oldestDue ?? 0)
    }
    for (const [name, figure] of Object.entries(queued?.[0] ?? {}) as [keyof Queues, number | null][]) {
      // null: nothing waits, so that nothing has waited for any time
      waiting[name].set(figure ?? 0)
    }
    for (const [group, found] of Object.entries({
      ledger: sums,
      work: open,
      holds: standing,
      queues: queued,
      inbound: mails,
      pauses: paused,
      backups,
      jobs: kinds,
      forms: signUps,
    }))
      reads.set({ group }, found === undefined ? 0 : 1)
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  return async () => {
    if (performance.now() - readAt < keptMs) return
    reading ??= read().finally(() => {
      readAt = performance.now()
      reading = undefined
    })
    await reading
  }
}

/** Of queues. @param gauge makes a gauge without labels */
function queueGauges(gauge: (name: string, help: string) => Gauge) {
  return {
    uncountedHits: gauge('uncounted_hit_batches', 'Batches of opens and clicks that are stored and not counted yet.'),
    webhookEvents: gauge('webhook_events_waiting', 'Events that webhooks have not taken yet.'),
    webhooksFailing: gauge('webhooks_failing', 'Webhooks whose last attempt failed.'),
    webhooksPaused: gauge('webhooks_paused', 'Webhooks that are paused.'),
    campaignsDue: gauge('campaigns_due', 'Scheduled campaigns whose time has come and that no sender has planned yet.'),
    oldestCampaignDue: gauge('oldest_campaign_due_seconds', 'How long the oldest scheduled campaign is overdue.'),
    oldestInboundMail: gauge('oldest_inbound_mail_seconds', 'How long the oldest inbound mail waits to be read.'),
    oldestUncountedHit: gauge('oldest_uncounted_hit_seconds', 'How long the oldest open or click waits to be counted.'),
    oldestRecipientsDue: gauge(
      'oldest_recipients_due_seconds',
      'How long recipients whose next attempt is due wait for a sender.',
    ),
  }
}

function isOfForms(kind: FormFigure['kind']): kind is 'waiting' | 'held' | 'waves' {
  return !kind.startsWith('feeds ')
}

/** Of all forms. @param gauge makes a gauge without labels */
function formGauges(gauge: (name: string, help: string) => Gauge) {
  return {
    waiting: gauge('form_sign_ups_waiting', 'Sign-ups of forms that are not decided yet.'),
    held: gauge('form_sign_ups_held', 'Sign-ups of forms that a wave holds until someone decides.'),
    waves: gauge('form_waves', 'Waves of sign-ups that hold new ones now.'),
  }
}

/** `handingOver` → `handing_over` */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
