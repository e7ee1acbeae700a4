/**
 * SMTP relays (RFC 5321), side by side: each gets its share of the messages as far as it keeps up and its throttle allows. A relay
 * that is down drains to the others; only when none can be reached is a message `unavailable`, and then nothing of it was sent.
 */
import type { Log } from '../../lib/log.ts'
import { quietTimers, type Timers } from '../../lib/timers.ts'
import type { Outcome } from '../outcome.ts'
import { type Dial, dialSocket } from '../smtp/channel.ts'
import { Pool } from '../smtp/pool.ts'
import type { Message, Transport } from '../transport.ts'
import { relayBalancer } from './balancer.ts'
import { domainThrottle } from './domain-throttle.ts'
import { parseRelay } from './relay.ts'
import { type BucketStore, createThrottle } from './throttle.ts'

export interface SmtpOptions {
  /** Milliseconds that never jump. */
  readonly now?: () => number
  readonly timers?: Timers
  /** How relays are reached. */
  readonly dial?: Dial
  /** Where the throttle outlives this process. */
  readonly buckets?: BucketStore | undefined
  readonly log?: Log | undefined
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
  const { now = steadyNow, timers = quietTimers, dial = dialSocket, buckets, log } = options
  const relays = urls.map(parseRelay)
  const isPaced = relays.some(({ rate, domainRates }) => rate !== undefined || domainRates.size > 0)
  const throttle = createThrottle(now, isPaced ? buckets : undefined, error =>
    log?.warn({ err: error }, 'the throttle of the relays could not be written down; sending goes on'),
  )
  const pools = relays.map(
    relay =>
      new Pool<Job>(
        relay,
        { now, timers, dial },
        {
          done(job, outcome) {
            job.message.handOver?.answered(outcome)
            job.resolve(outcome)
            if (waiting.length > 0) place()
          },
          back,
          held: ({ host, port }, { reason }, ms) =>
            log?.warn({ relay: `${host}:${port}`, reason, seconds: ms / 1000 }, 'a relay is left alone for a while'),
        },
      ),
  )
  const share = relayBalancer(pools)
  const domains = domainThrottle(relays, throttle, now)
  const mostSlow = () => Math.max(1, Math.floor(share.concurrency / 4))
  /** For a relay with room. */
  const waiting: Job[] = []
  /** For their domain's throttle; never so many that the others find no place. */
  const slow = new Set<Job>()
  let stopWaking: (() => void) | undefined
  let stopLooking: (() => void) | undefined
  let isClosed = false
  let isPlacing = false

  /** Gives to relays whom they have room for. */
  function place() {
    if (isPlacing) return
    isPlacing = true
    for (;;) {
      const job = waiting[0]
      if (!job || !placeOne(job)) break
    }
    isPlacing = false
  }

  /** @returns false when it has to wait, and the jobs behind it as well */
  function placeOne(job: Job): boolean {
    const at = now()
    const up = isClosed ? [] : pools.filter(pool => !pool.isHeld(at))
    if (up.length === 0) {
      waiting.shift()
      job.resolve(unavailable(pools))
      return true
    }
    let soonest = Number.POSITIVE_INFINITY
    let isSlow = true
    for (const pool of share.inTurn(up)) {
      if (!share.hasRoom(pool, up)) {
        isSlow = false
        continue
      }
      const relayWait = pool.relay.rate === undefined ? 0 : throttle.wait(domains.relayKey(pool.relay), pool.relay.rate)
      const domainWait = domains.wait(pool.relay, job.message.to)
      if (relayWait === 0 && domainWait === 0) {
        waiting.shift()
        if (pool.relay.rate !== undefined) throttle.count(domains.relayKey(pool.relay), pool.relay.rate)
        domains.count(pool.relay, job.message.to)
        share.count(pool)
        pool.give(job)
        return true
      }
      if (domainWait === 0) isSlow = false
      soonest = Math.min(soonest, Math.max(relayWait, domainWait))
    }
    if (!isSlow) {
      wakeAt(soonest)
      return false
    }
    waiting.shift()
    if (soonest - at <= longestWaitMs && slow.size < mostSlow()) {
      slow.add(job)
      wakeAt(soonest)
    } else {
      const until = new Date(domains.book(job.message.to, soonest))
      job.resolve({ kind: 'unavailable', code: null, answer: 'the rate limit of the domain is reached', until })
    }
    return true
  }

  function back(job: Job, { code, reason }: { readonly code: number | null; readonly reason: string }) {
    job.tries++
    const at = now()
    if (isClosed || job.tries > mostTries * pools.length) {
      // the relay may be well, and only this message end its sessions: then only this message waits
      const until = !isClosed && pools.some(pool => !pool.isHeld(at)) ? new Date(at + putBackMs) : undefined
      return job.resolve({ kind: 'unavailable', code, answer: reason, until })
    }
    waiting.unshift(job)
    process.nextTick(place)
  }

  function wakeAt(at: number) {
    if (stopWaking || at === Number.POSITIVE_INFINITY) return
    stopWaking = timers.after(Math.max(1, Math.min(at - now(), 1000)), () => {
      stopWaking = undefined
      waiting.unshift(...slow)
      slow.clear()
      place()
    })
  }

  function look() {
    for (const pool of pools) pool.look()
    place()
  }

  return {
    get concurrency() {
      return share.concurrency
    },
    send(message) {
      stopLooking ??= timers.every(lookMs, look)
      return new Promise(resolve => {
        waiting.push({ message, resolve, tries: 0 })
        place()
      })
    },
    async close() {
      isClosed = true
      stopLooking?.()
      stopWaking?.()
      waiting.push(...slow)
      slow.clear()
      for (const pool of pools) pool.close()
      place()
      await throttle.close()
    },
  }
}

const begun = performance.timeOrigin
const steadyNow = () => begun + performance.now()

function unavailable(pools: readonly Pool<Job>[]): Outcome {
  const why = pools.map(({ complaint }) => complaint).find(complaint => complaint !== undefined)
  return { kind: 'unavailable', code: why?.code ?? null, answer: why?.reason ?? 'no relay can be reached' }
}
