/** What Prometheus reads: `GET /metrics`. The labels are closed sets, and none is an address or the name of a client. */
import { hash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../contract/refusals.ts'
import type { Budget } from '../lib/budget.ts'
import type { Answer, Request, Route } from '../lib/http.ts'
import { isLoopback } from '../lib/network-address.ts'
import type { Database } from '../store/connection/database.ts'
import { standingHolds } from '../store/limits/guards.ts'
import { ledgerSums, openWork, readForMetrics } from '../store/metrics.ts'

export interface MetricsParts {
  readonly db: Database
  readonly memory: Budget
  /** Octets that `memory` allows. */
  readonly memoryMost: number
  /** Without one, callers on this machine may read; with one, those who send it as `Authorization: Bearer`. */
  readonly token: string | undefined
}

/** Called when an operation has ended. @param failure what it threw, undefined for a success */
export type ObserveCall = (operation: string, wire: string, seconds: number, failure: unknown) => void

export interface Metrics {
  readonly observe: ObserveCall
  readonly route: Route
}

/** How long what the database said is shown, in milliseconds: several scrapers cost what one does. */
const keptMs = 5_000
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
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
  processGauges(registry, parts)
  const refresh = databaseGauges(registry, parts.db)
  return {
    observe: callMetrics(registry),
    route: request => {
      if (request.path !== '/metrics' || request.method !== 'GET') return undefined
      return mayRead(request, parts.token) ? scrape() : Promise.resolve(notFound)
    },
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

/** As for an address where nothing is: strangers do not learn that there are metrics. */
const notFound: Answer = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'Not found\n',
}

function mayRead({ remote, headers }: Request, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(remote) && forwarding.every(name => headers[name] === undefined)
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  // digests have one length, which timingSafeEqual asks for
  return given !== undefined && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}

function callMetrics(registry: Registry): ObserveCall {
  const registers = [registry]
  const calls = new Counter({
    name: 'lettershop_calls_total',
    help: 'Calls performed, by operation, wire and refusal ("none" for a success).',
    labelNames: ['operation', 'wire', 'refusal'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'lettershop_call_seconds',
    help: 'Time from a bound call to the beginning of its answer.',
    labelNames: ['wire'] as const,
    buckets: secondsBuckets,
    registers,
  })
  return (operation, wire, duration, failure) => {
    calls.inc({ operation, wire, refusal: refusalOf(failure) })
    seconds.observe({ wire }, duration)
  }
}

function refusalOf(failure: unknown): string {
  if (failure === undefined) return 'none'
  return failure instanceof Refusal ? failure.refusal : 'UnexpectedError'
}

function processGauges(registry: Registry, { memory, memoryMost }: MetricsParts): void {
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
  const reads = gauge('database_read', '1 where the database answered for this group of metrics, else 0.', 'group')

  async function read(): Promise<void> {
    const [sums, open, standing] = await Promise.all([
      readForMetrics(db, ledgerSums),
      readForMetrics(db, openWork),
      readForMetrics(db, standingHolds),
    ])
    for (const each of [campaigns, recipients, work, holds]) each.reset()
    for (const { state, campaigns: count, ...states } of sums ?? []) {
      campaigns.set({ campaign_state: state }, count)
      for (const [name, people] of Object.entries(states))
        recipients.set({ campaign_state: state, recipient_state: inWords(name) }, people)
    }
    for (const { kind, open: count } of open ?? []) work.set({ kind: kind.replaceAll(' ', '_') }, count)
    for (const { kind } of standing ?? []) holds.inc({ kind: kind.replaceAll(' ', '_') })
    for (const [group, found] of Object.entries({ ledger: sums, work: open, holds: standing }))
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

/** `handingOver` → `handing_over` */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
