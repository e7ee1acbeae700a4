/**
 * SMTP relays (RFC 5321), side by side: each gets its share of the messages as far as it keeps up and its rate limits allow. A relay
 * that is down drains to the others; only when none can be reached is a message `unavailable`, and then nothing of it was sent.
 */
import type { Log } from '../../lib/log.ts'
import { logEvent } from '../../lib/log-events.ts'
import { quietTimers, type Timers } from '../../lib/timers.ts'
import type { Outcome } from '../outcome.ts'
import { type Dial, dialSocket } from '../smtp/channel.ts'
import { Pool, type PoolListener } from '../smtp/pool.ts'
import { parseRelay, type Relay, type Share, sharedRelay } from '../smtp/relay.ts'
import type { Back } from '../smtp/verdict.ts'
import type { Message, RelayFigures, Transport } from '../transport.ts'
import { type RelayBalancer, relayBalancer } from './balancer.ts'
import { type DomainThrottle, domainThrottle } from './domain-throttle.ts'
import { type BucketStore, createThrottle, type Throttle } from './throttle.ts'

export interface SmtpOptions {
  /** Milliseconds that never jump. */
  readonly now?: () => number
  readonly timers?: Timers
  /** How relays are reached. */
  readonly dial?: Dial
  /** Where the throttle outlives this process. */
  readonly buckets?: BucketStore | undefined
  readonly log?: Log | undefined
  readonly share?: Share | undefined
}

interface Job {
  readonly message: Message
  readonly resolve: (outcome: Outcome) => void
  tries: number
}

/** Connections lost over one message, before anything of it was sent, after which it waits. */
const mostTries = 4
const putBackMs = 60_000
/** The longest a message waits for the rate limit of its domain here; for longer it is put back. */
const longestWaitMs = 5000
const lookMs = 250

/** @param urls see `parseRelay` @throws Error with a sentence for a URL that cannot be used */
export function smtpTransport(urls: readonly string[], options: SmtpOptions = {}): Transport {
  const { share } = options
  const relays = urls.map(parseRelay)
  return new RelaysTransport(share ? relays.map(relay => sharedRelay(relay, share)) : relays, options)
}

class RelaysTransport implements Transport {
  readonly #now: () => number
  readonly #timers: Timers
  readonly #throttle: Throttle
  readonly #domains: DomainThrottle
  readonly #pools: readonly Pool<Job>[]
  readonly #balancer: RelayBalancer<Pool<Job>>
  /** For a relay with room. */
  readonly #waiting: Job[] = []
  /** For the rate limit of their domain; never so many that the others find no place. */
  readonly #slow = new Set<Job>()
  #stopWaking: (() => void) | undefined
  #stopLooking: (() => void) | undefined
  #isClosed = false
  #isPlacing = false

  constructor(relays: readonly Relay[], options: SmtpOptions) {
    const { now = steadyNow, timers = quietTimers, dial = dialSocket, buckets, log } = options
    this.#now = now
    this.#timers = timers
    const isLimited = relays.some(({ rate, domainRates }) => rate !== undefined || domainRates.size > 0)
    this.#throttle = createThrottle(now, isLimited ? buckets : undefined, error =>
      log?.warn({ err: error }, 'the rate limits of the relays could not be written down; sending goes on'),
    )
    this.#domains = domainThrottle(relays, this.#throttle, now)
    const listener: PoolListener<Job> = {
      done: (job, outcome) => {
        job.message.handOver?.answered(outcome)
        job.resolve(outcome)
        if (this.#waiting.length > 0) this.#place()
      },
      back: (job, why) => this.#back(job, why),
      held: ({ host, port }, { reason }, ms, failures) => {
        const held = { relay: `${host}:${port}`, reason, seconds: ms / 1000 }
        // an outage begins once, however often the relay is tried meanwhile
        if (failures > 1) log?.warn(held, 'a relay is left alone for longer')
        else if (log) logEvent(log, { event: 'relay.held', ...held })
      },
      recovered: ({ host, port }, ms) => {
        const seconds = Math.round(ms / 1000)
        if (log) logEvent(log, { event: 'relay.back', relay: `${host}:${port}`, seconds })
      },
    }
    this.#pools = relays.map(relay => new Pool<Job>(relay, { now, timers, dial }, listener))
    this.#balancer = relayBalancer(this.#pools)
  }

  get concurrency(): number {
    return this.#balancer.concurrency
  }

  /** A property of its own: wrappers pass it on. */
  readonly relays = (): readonly RelayFigures[] =>
    this.#pools.map(({ relay: { host, port }, figures }) => ({ relay: `${host}:${port}`, ...figures }))

  send(message: Message): Promise<Outcome> {
    this.#stopLooking ??= this.#timers.every(lookMs, () => this.#look())
    return new Promise(resolve => {
      this.#waiting.push({ message, resolve, tries: 0 })
      this.#place()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopLooking?.()
    this.#stopWaking?.()
    this.#waiting.push(...this.#slow)
    this.#slow.clear()
    for (const pool of this.#pools) pool.close()
    this.#place()
    await this.#throttle.close()
  }

  /** Gives messages to relays that have room for them. */
  #place(): void {
    if (this.#isPlacing) return
    this.#isPlacing = true
    for (;;) {
      const job = this.#waiting[0]
      if (!job || !this.#placeOne(job)) break
    }
    this.#isPlacing = false
  }

  /** @returns false when it has to wait, and the jobs behind it as well */
  #placeOne(job: Job): boolean {
    const up = this.#isClosed ? [] : this.#pools.filter(pool => !pool.isHeld)
    if (up.length === 0) {
      this.#waiting.shift()
      job.resolve(unavailable(this.#pools))
      return true
    }
    let soonest = Number.POSITIVE_INFINITY
    let isSlow = true
    for (const pool of this.#balancer.inTurn(up)) {
      if (!this.#balancer.hasRoom(pool, up)) {
        isSlow = false
        continue
      }
      const { relayWait, domainWait } = this.#waits(pool.relay, job.message.to)
      if (relayWait === 0 && domainWait === 0) {
        this.#waiting.shift()
        this.#give(pool, job)
        return true
      }
      if (domainWait === 0) isSlow = false
      soonest = Math.min(soonest, Math.max(relayWait, domainWait))
    }
    if (!isSlow) {
      this.#wakeAt(soonest)
      return false
    }
    this.#waiting.shift()
    this.#setAside(job, soonest)
    return true
  }

  /** Until when the rate limits of the relay and of the recipient's domain let no message through; 0 for now. */
  #waits(relay: Relay, to: string): { readonly relayWait: number; readonly domainWait: number } {
    const { rate } = relay
    const relayWait = rate === undefined ? 0 : this.#throttle.wait(this.#domains.relayKey(relay), rate)
    return { relayWait, domainWait: this.#domains.wait(relay, to) }
  }

  #give(pool: Pool<Job>, job: Job): void {
    const { relay } = pool
    if (relay.rate !== undefined) this.#throttle.count(this.#domains.relayKey(relay), relay.rate)
    this.#domains.count(relay, job.message.to)
    this.#balancer.count(pool)
    job.message.handOver?.given(`${relay.host}:${relay.port}`)
    pool.give(job)
  }

  /** Its domain's rate limit is reached: it waits here for a moment, or is put back. */
  #setAside(job: Job, soonest: number) {
    const mostSlow = Math.max(1, Math.floor(this.#balancer.concurrency / 4))
    if (soonest - this.#now() <= longestWaitMs && this.#slow.size < mostSlow) {
      this.#slow.add(job)
      return this.#wakeAt(soonest)
    }
    const until = new Date(this.#domains.book(job.message.to, soonest))
    job.resolve({ kind: 'unavailable', code: null, answer: 'the rate limit of the domain is reached', until })
  }

  #back(job: Job, { code, reason }: Pick<Back, 'code' | 'reason'>) {
    job.tries++
    if (this.#isClosed || job.tries > mostTries * this.#pools.length) {
      // the relay may be well, and only this message end its sessions: then only this message waits
      const isOneUp = !this.#isClosed && this.#pools.some(pool => !pool.isHeld)
      const until = isOneUp ? new Date(this.#now() + putBackMs) : undefined
      return job.resolve({ kind: 'unavailable', code, answer: reason, until })
    }
    this.#waiting.unshift(job)
    process.nextTick(() => this.#place())
  }

  #wakeAt(at: number): void {
    if (this.#stopWaking || at === Number.POSITIVE_INFINITY) return
    this.#stopWaking = this.#timers.after(Math.max(1, Math.min(at - this.#now(), 1000)), () => {
      this.#stopWaking = undefined
      this.#waiting.unshift(...this.#slow)
      this.#slow.clear()
      this.#place()
    })
  }

  #look(): void {
    for (const pool of this.#pools) pool.look()
    this.#place()
  }
}

const begun = performance.timeOrigin
const steadyNow = () => begun + performance.now()

function unavailable(pools: readonly Pool<Job>[]): Outcome {
  const why = pools.map(({ complaint }) => complaint).find(complaint => complaint !== undefined)
  return { kind: 'unavailable', code: why?.code ?? null, answer: why?.reason ?? 'no relay can be reached' }
}
