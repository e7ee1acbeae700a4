/**
 * Sends events to webhooks: many receivers at once, each one after another. Those that fail or are slow have places of their
 * own: a receiver that lags goes there at once, so that the others do not wait for it.
 * See docs/decisions/events.md#webhooks-are-delivered-in-order-at-least-once.
 */
import type { KeyRing } from '../domain/access/keys.ts'
import type { Log } from '../lib/log.ts'
import { startPoller } from '../lib/poller.ts'
import type { Poster } from '../lib/poster.ts'
import { realTimers } from '../lib/timers.ts'
import { inSpan } from '../lib/trace.ts'
import type { Database } from '../store/connection/database.ts'
import { claimWebhooks, type WebhookLease } from '../store/events/webhook-leases.ts'
import { deliverLeased, leaseMs } from './deliver-leased.ts'

export interface DelivererParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly poster: Poster
  readonly log: Log
  /** Asked before each delivery: false while a guard holds what leaves this installation. */
  readonly mayTell?: (() => Promise<boolean>) | undefined
  /** Webhooks under way at once whose receivers are well; half as many are not. */
  readonly places?: number
  /** Between two looks, in milliseconds. */
  readonly pollMs?: number
  /** Of one attempt. */
  readonly timeoutMs?: number
  /** An answer that takes longer is slow, in milliseconds. */
  readonly slowMs?: number
}

export interface Deliverer {
  /** Looks for work now. */
  wake(): void
  /** Begins no other attempt, waits for those under way for at most `graceMs`, and gives its webhooks back. */
  stop(graceMs?: number): Promise<void>
}

export function startDeliverer(parts: DelivererParts): Deliverer {
  const { db, log, places = 64, pollMs = 1000, mayTell = async () => true } = parts
  const stopping = new AbortController()
  const abandoned = new AbortController()
  const leases = new Set<Promise<void>>()
  let well = 0
  let troubled = 0

  const looking = startPoller({ name: 'looking for webhooks', every: pollMs, work: look, log })

  async function look(): Promise<boolean> {
    // many that lag at the same time for the first time are more than there are places for such
    const free = Math.max(0, Math.min(places - well, places * 4 - leases.size))
    const rest = Math.max(0, Math.ceil(places / 2) - troubled)
    if (free + rest === 0 || !(await mayTell())) return false
    const taken = await claimWebhooks(db, { free, troubled: rest, leaseMs })
    for (const lease of taken) begin(lease)
    return taken.length > 0
  }

  function begin(lease: WebhookLease) {
    let inTrouble = lease.failures > 0 || lease.slow
    if (inTrouble) troubled++
    else well++
    const lag = () => {
      if (inTrouble) return
      inTrouble = true
      well--
      troubled++
      looking.wake()
    }
    const attributes = { 'lettershop.webhook': lease.publicId, 'lettershop.client': lease.clientPublicId }
    const running = inSpan('webhook', { parent: 'none', attributes }, () =>
      deliverLeased({ ...parts, stopping: stopping.signal, abandoned: abandoned.signal }, lease, lag),
    )
      .catch(error => log.error({ err: error, webhook: lease.publicId }, 'a webhook could not be given back'))
      .finally(() => {
        leases.delete(running)
        if (inTrouble) troubled--
        else well--
        looking.wake()
      })
    leases.add(running)
  }

  return {
    wake: () => looking.wake(),
    async stop(graceMs = 5_000) {
      stopping.abort()
      const cancel = realTimers.after(graceMs, () => abandoned.abort())
      await looking.stop()
      await Promise.all(leases)
      cancel()
    },
  }
}
