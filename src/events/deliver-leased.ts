/** One lease of a webhook: its next events, one after another, as long as the receiver takes them and the lease lasts. */
import type { KeyRing } from '../domain/access/keys.ts'
import { type Attempt, afterFailure, attempt, attemptMs } from '../domain/webhooks/attempts.ts'
import { signingSecrets } from '../domain/webhooks/secrets.ts'
import type { Log } from '../lib/log.ts'
import type { Post, Poster } from '../lib/poster.ts'
import type { Database } from '../store/connection/database.ts'
import { type PublishedEvent, readEventsAfter } from '../store/events/events.ts'
import { type Ending, endWebhookLease, renewWebhookLease, type WebhookLease } from '../store/events/webhook-leases.ts'
import type { NewAttempt } from '../store/events/webhooks.ts'
import { makeParcels, type Parcel } from './parcels.ts'

export interface DeliveryParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly poster: Poster
  readonly log: Log
  /** No other attempt begins. */
  readonly stopping: AbortSignal
  /** The attempt under way is given up, and not counted. */
  readonly abandoned: AbortSignal
  readonly timeoutMs?: number
  /** An answer that takes longer is slow, in milliseconds. */
  readonly slowMs?: number
}

/** A receiver that takes everything lets others have its place after this. */
const turnMs = 10_000
/** Progress is written down this often: as much is delivered again when a process dies. */
const keepMs = 1000
/** Longer than a lease and an attempt together, and than a stop of the database. */
export const leaseMs = 60_000
/** Events in memory, and events looked through for those that are wanted. */
const mostEvents = 200
const window = 2000
/** After an error of ours. */
const brokenMs = 60_000

/** @param lagging called as soon as an answer is slow */
export async function deliverLeased(
  parts: DeliveryParts,
  lease: WebhookLease,
  lagging: () => void = () => {},
): Promise<void> {
  const { db, keys, poster, log, stopping, abandoned, timeoutMs = attemptMs, slowMs = 2000 } = parts
  const end = performance.now() + turnMs
  let { publishedTo, failures } = lease
  let { slow } = lease
  let attempts: NewAttempt[] = []
  let keptAt = performance.now()
  let line: Post | undefined
  const giveUp = () => line?.close()
  abandoned.addEventListener('abort', giveUp)

  try {
    await finish(await publish())
  } catch (error) {
    log.error({ err: error, webhook: lease.publicId }, 'events could not be sent to a webhook; it is tried again')
    await finish({ kind: 'rest', afterMs: brokenMs })
  } finally {
    abandoned.removeEventListener('abort', giveUp)
    line?.close()
  }

  async function publish(): Promise<Ending> {
    const secrets = signingSecrets(keys, lease)
    line = poster.open(lease.url)
    while (publishedTo < lease.lastSequence) {
      const upTo = Math.min(publishedTo + window, lease.lastSequence)
      const events = await nextEvents(db, lease, publishedTo, upTo)
      for await (const parcel of makeParcels(db, lease, events)) {
        if (stopping.aborted || performance.now() >= end) return rest
        const at = new Date()
        const timer = setTimeout(lagging, slowMs)
        const made = await attempt(line, parcel.message, secrets, at, timeoutMs).finally(() => clearTimeout(timer))
        if (made.error !== null && abandoned.aborted) return rest
        note(parcel, at, made)
        if (made.error !== null) return failed(made)
        failures = 0
        publishedTo = parcel.sequence
        if (performance.now() - keptAt >= keepMs && !(await keep())) return rest
      }
      if (events.length < mostEvents) publishedTo = upTo
    }
    return rest
  }

  function note({ sequence, type }: Parcel, at: Date, { status, milliseconds, error }: Attempt) {
    slow = milliseconds > slowMs
    attempts.push({ sequence, type, at, attempt: failures + 1, status, milliseconds, error })
  }

  function failed(made: Attempt): Ending {
    failures++
    const next = afterFailure(made, failures, Math.random())
    return next.kind === 'again'
      ? { kind: 'failed', failures, afterMs: next.afterMs }
      : { kind: 'paused', failures, reason: next.reason }
  }

  async function keep(): Promise<boolean> {
    keptAt = performance.now()
    const made = attempts
    attempts = []
    return renewWebhookLease(db, lease, { publishedTo, slow, attempts: made }, leaseMs)
  }

  async function finish(ending: Ending) {
    const paused = await endWebhookLease(db, lease, { publishedTo, slow, attempts }, ending)
    if (!paused || ending.kind !== 'paused') return
    const { publicId: webhook, clientPublicId: client } = lease
    log.warn({ webhook, client, reason: ending.reason }, 'a webhook is paused until a user resumes it')
  }
}

const rest: Ending = { kind: 'rest', afterMs: 0 }

function nextEvents(
  db: Database,
  { clientId, types, listPublicId, timeZone }: WebhookLease,
  after: number,
  upTo: number,
): Promise<PublishedEvent[]> {
  return readEventsAfter(db, clientId, { after, upTo, types, listPublicId, timeZone, most: mostEvents })
}
