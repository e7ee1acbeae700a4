/**
 * One claimed range on its way (design §4): *handing over* is durable before the data of a message is sent, its outcome after.
 * Both go into the same group commits, and no more is handed over than there are places at the transport, so what can
 * become unknown never exceeds the transactions open at that moment.
 * See docs/decisions/mail-goes-out-at-most-once.md.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ClientRef } from '../domain/access.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/database.ts'
import {
  type Appended,
  append,
  type Entry,
  giveBack,
  type Lease,
  type OpenRecipient,
  openRecipients,
  renewLease,
} from '../store/ledger.ts'
import type { CompiledCampaign } from './compose/campaign.ts'
import type { FairShare } from './fair-share.ts'
import { bounceType, type Outcome } from './outcome.ts'
import { retryAt } from './retry.ts'
import type { Message, Transport } from './transport.ts'

export interface DispatchParts {
  readonly db: Database
  readonly transport: Transport
  readonly places: FairShare
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
  readonly log: Log
  readonly now: () => Date
  readonly leaseMs: number
  readonly outage: Outage
  /** Hand nothing over any more. */
  readonly stopping: AbortSignal
  /** Do not wait for open transactions any longer. */
  readonly abandoned: AbortSignal
}

/** While no relay can be reached, nobody is handed over. */
export interface Outage {
  /** Until when nothing is tried; undefined when all is well. */
  heldUntil(now: Date): Date | undefined
  failed(now: Date): Date
  over(): void
}

export interface SendableContent {
  readonly client: ClientRef
  readonly campaignId: number
  readonly campaignPublicId: string
  readonly startedAt: Date
  readonly atLeastOnce: boolean
  readonly compiled: CompiledCampaign
}

/** Pauses between attempts to write down what happened, while the database is away. */
const appendRetriesMs = [100, 500, 1000, 2000, 5000]

/**
 * Sends to everybody of a range who is to be sent to now, and gives the range back.
 * @param draining called once nobody else will be handed over, while the last transactions are still open
 */
export async function deliverRange(
  parts: DispatchParts,
  lease: Lease,
  campaign: SendableContent,
  draining: () => void,
): Promise<void> {
  const { db, transport, places, log, now, leaseMs, outage, stopping, abandoned } = parts
  const { clientId } = lease
  const queue = await openRecipients(db, lease, now())
  const recipients = new Map(queue.map(recipient => [recipient.number, recipient]))
  let position = 0
  let held = true
  let sending = true
  let underWay = 0
  let available = 0
  let asking = false
  let over = false
  let finished: Entry[] = []
  let change = signal()

  const renewal = setInterval(() => {
    renewLease(db, lease, later(now(), leaseMs)).then(
      renewed => {
        held &&= renewed
        change.raise()
      },
      error => log.warn({ err: error }, 'a lease could not be renewed'),
    )
  }, leaseMs / 3)
  const onAbort = () => change.raise()
  stopping.addEventListener('abort', onAbort)
  abandoned.addEventListener('abort', onAbort)

  const remaining = () =>
    sending && !stopping.aborted && outage.heldUntil(now()) === undefined ? queue.length - position : 0

  function askForPlaces() {
    asking = true
    void places.take(clientId, Math.min(remaining(), transport.concurrency)).then(granted => {
      asking = false
      if (over) places.release(clientId, granted)
      else available += granted
      change.raise()
    })
  }

  function hand(recipient: OpenRecipient) {
    underWay++
    void send(recipient).then(outcome => {
      underWay--
      places.release(clientId)
      finished.push(toEntry(recipient, outcome))
      change.raise()
    })
  }

  async function send(recipient: OpenRecipient): Promise<Outcome> {
    let message: Message
    try {
      message = campaign.compiled.compose(recipient, now())
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected error'
      return { kind: 'refused', code: null, answer: `not composed: ${reason}`, stage: 'recipient' }
    }
    return transport.send(message)
  }

  function toEntry({ number, attempt }: OpenRecipient, outcome: Outcome): Entry {
    const entry = { number, attempt, code: outcome.code, answer: outcome.answer, retryAt: null, bounce: null }
    const at = now()
    if (outcome.kind === 'unavailable') return { ...entry, kind: 'deferred', retryAt: outage.failed(at) }
    outage.over()
    switch (outcome.kind) {
      case 'accepted':
        return { ...entry, kind: 'accepted' }
      case 'deferred': {
        const again = retryAt({ attempt, startedAt: campaign.startedAt, now: at })
        if (again) return { ...entry, kind: 'deferred', retryAt: again }
        return { ...entry, kind: 'refused', bounce: outcome.stage === 'sender' ? null : 'S' }
      }
      case 'refused':
        return { ...entry, kind: 'refused', bounce: bounceType(outcome) }
      case 'unknown':
        // a campaign that would rather repeat tries again; the Message-ID stays the same
        if (campaign.atLeastOnce) return { ...entry, kind: 'deferred', retryAt: new Date(at.getTime() + 60_000) }
        return { ...entry, kind: 'unknown' }
    }
  }

  /** Idempotent: what is in the log already is neither written nor counted again. */
  async function commit(entries: readonly Entry[], next: readonly OpenRecipient[]): Promise<Appended> {
    for (let attempt = 0; ; attempt++) {
      try {
        for (const entry of entries) if (entry.bounce === 'H') await suppress(recipients.get(entry.number)!, entry)
        const at = now()
        return await append(db, lease, entries, next, at, later(at, leaseMs))
      } catch (error) {
        const pause = appendRetriesMs[attempt]
        if (pause === undefined || abandoned.aborted) throw error
        log.warn({ err: error, campaign: campaign.campaignPublicId }, 'the ledger could not be written; trying again')
        await setTimeout(pause)
      }
    }
  }

  async function suppress({ address, email, number }: OpenRecipient, entry: Entry) {
    await parts.subscriptions.bounceHard(campaign.client, address, email, {
      by: 'bounce',
      campaignId: campaign.campaignId,
      number,
      detail: `${entry.code ?? ''} ${entry.answer}`.trim(),
    })
  }

  try {
    let drained = false
    while (held && !(abandoned.aborted && finished.length === 0)) {
      const open = remaining()
      if (open === 0 && !drained) {
        drained = true
        draining()
      }
      if (open === 0 && underWay === 0 && finished.length === 0) break
      if (open > 0 && available === 0 && !asking) askForPlaces()
      if ((open === 0 || available === 0) && finished.length === 0) {
        await change.raised
        change = signal()
        // whatever else ends in this turn shares the commit
        await setImmediate()
        continue
      }
      const next = queue.slice(position, position + Math.min(available, open))
      position += next.length
      available -= next.length
      const entries = finished
      finished = []
      const appended = await commit(entries, next)
      held = appended.held
      sending = appended.sending
      let used = 0
      for (const recipient of next) {
        if (!appended.held || !appended.handedOver.has(recipient.number)) continue
        used++
        hand(recipient)
      }
      places.release(clientId, next.length - used)
    }
    if (!held) log.warn({ campaign: campaign.campaignPublicId, low: lease.low }, 'a lease was lost to another sender')
    else await giveBack(db, lease, now(), outage.heldUntil(now()))
  } finally {
    over = true
    places.release(clientId, available)
    clearInterval(renewal)
    stopping.removeEventListener('abort', onAbort)
    abandoned.removeEventListener('abort', onAbort)
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function signal() {
  let raise = () => {}
  const raised = new Promise<void>(resolve => {
    raise = resolve
  })
  return { raise, raised }
}
