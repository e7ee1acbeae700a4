/**
 * Applies a returned mail: suppresses a contact after a hard bounce or a complaint, unsubscribes one who asks for it, and
 * settles recipients whose delivery was unknown. Each is one transaction and has its effect once per recipient, however often it is reported.
 */

import { evidenceOf } from '../domain/bounce-classification/plain.ts'
import { type ComplaintLimits, judgeComplaints, type Raised, reasonOf } from '../domain/clients/complaints.ts'
import { complain } from '../domain/subscribers/returned.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import { coalesce } from '../lib/coalesce.ts'
import type { Log } from '../lib/log.ts'
import { storableLine } from '../lib/storable-text.ts'
import { lockCampaign } from '../store/campaigns/transitions.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { isLost } from '../store/connection/failures.ts'
import { transaction } from '../store/connection/transaction.ts'
import { recordEvents } from '../store/events/events.ts'
import { recordBounces } from '../store/inbound/bounces.ts'
import { countComplaint, recordComplaint, type Share } from '../store/inbound/complaints.ts'
import type { ClaimedMail } from '../store/inbound/mailbox.ts'
import { type Returned, recordArrival } from '../store/inbound/returned.ts'
import { lockClient } from '../store/limits/daily-limits.ts'
import { bounceOf, takeEffect } from './bounce-processor.ts'
import type { ParsedReport } from './parsed-report.ts'
import { settleAsArrived } from './unknowns.ts'

export interface FeedbackSettings {
  /** Soft bounces in a row that count as a hard one; 0 for never. */
  readonly softBounces: number
  readonly complaints: ComplaintLimits
}

export interface ProcessorParts {
  readonly db: Database
  readonly subscriptions: Pick<Subscriptions, 'unsubscribeMember'>
  readonly log: Log
  readonly now: () => Date
  readonly settings: FeedbackSettings
}

export interface Source {
  readonly returned: Returned
  readonly reading: ParsedReport
  /** When it came. */
  readonly at: Date
  /** The mail that says it. */
  readonly mail: Pick<ClaimedMail, 'publicId' | 'remote' | 'sender'>
}

export interface Effect {
  readonly done:
    | 'hard bounce'
    /** It counts, in a row with others. */
    | 'soft bounce'
    | 'soft bounces counted as hard'
    /** Caused by the sender, or for an unknown reason: it is reported and does nothing to the person. */
    | 'bounce noted'
    | 'complaint'
    | 'opt-out'
    | 'arrived'
    | 'nothing'
  /** Of nothing. */
  readonly why?: string
  /** Of a complaint: the counts of the campaign with it, and the consequence. */
  readonly complaint?: Share & { readonly consequence: Consequence }
  /** It was not known whether the mail had been handed over; now it is. */
  readonly settled: boolean
}

export interface Processor {
  /** Idempotent. Resolves when it is durable. */
  apply(source: Source): Promise<Effect>
}

type Done = Omit<Effect, 'settled'>

/** A report of a bounce, and its entry about our recipient. */
interface FoundBounce {
  readonly source: Source
  readonly found: NonNullable<ReturnType<typeof bounceOf>>
}

/** Bounces that take effect by one transaction: their locks are held no longer than a few milliseconds. */
const mostTogether = 50

/** Of one campaign and in the order of its recipients, each once: a second report of a recipient is for the next batch. */
function batchesOf(all: readonly FoundBounce[]): readonly (readonly FoundBounce[])[] {
  const batches: Map<number, FoundBounce>[] = []
  for (const one of all) {
    const { campaignId, number } = one.source.returned
    const batch = batches.find(some => {
      const [other] = some.values()
      return other!.source.returned.campaignId === campaignId && !some.has(number)
    })
    if (batch) batch.set(number, one)
    else batches.push(new Map([[number, one]]))
  }
  return batches.map(batch =>
    [...batch.values()].sort((one, other) => one.source.returned.number - other.source.returned.number),
  )
}

/** What a complaint leads to, the gravest last. */
export const consequences = ['none', 'warning', 'campaign held', 'client held'] as const
export type Consequence = (typeof consequences)[number]

function consequenceOf(raised: readonly Raised[]): Consequence {
  const held = raised.filter(({ level }) => level === 'hold')
  if (held.some(({ campaign }) => campaign === undefined)) return 'client held'
  return held.length > 0 ? 'campaign held' : raised.length > 0 ? 'warning' : 'none'
}

/** Feedback types that are not a person's complaint: withdrawn (RFC 6430), or sent by a machine (RFC 5965 §7.3, RFC 6591). */
const noComplaints: readonly string[] = ['not-spam', 'auth-failure', 'virus']
/** Types of feedback loops that let the person leave rather than complain. */
const optOuts: readonly string[] = ['opt-out', 'opt-out-list']

/** A person wants no more mail: by a mail of their own, or through a feedback loop. */
function asksToLeave({ kind, feedbackType }: ParsedReport): boolean {
  return kind === 'opt-out' || (kind === 'complaint' && optOuts.includes(feedbackType ?? ''))
}

export function inboundProcessor({ db, subscriptions, log, now, settings }: ProcessorParts): Processor {
  async function apply(source: Source): Promise<Effect> {
    const { returned, reading } = source
    if (returned.isClientDeleted) {
      // opting out works all the same: docs/decisions/unsubscribing.md#get-never-unsubscribes-any-post-does
      const done = asksToLeave(reading) ? leave(source) : nothing('the client is deleted')
      return { ...(await done), settled: false }
    }
    // whatever it says, it is about a mail that was sent
    const settled = returned.unknown && (await settleAsArrived(db, returned, 'a report proves that it was sent', now()))
    return { ...(await act(source)), settled }
  }

  function act(source: Source): Promise<Done> {
    const { returned, reading, at } = source
    switch (reading.kind) {
      case 'bounce':
        return bounce(source)
      case 'complaint':
        return asksToLeave(reading) ? leave(source) : complaint(source)
      case 'opt-out':
        return leave(source)
      case 'delivery':
        return arrived(returned, 'delivery', at)
      case 'auto-reply':
        return arrived(returned, 'auto-reply', at)
      case 'delay':
        return nothing('it is still being tried')
      case 'other':
        return nothing('what it says was not understood')
    }
  }

  function bounce(source: Source): Promise<Done> {
    const found = bounceOf(source.returned, source.reading)
    return found === undefined ? nothing('no recipient failed for good') : together({ source, found })
  }

  /** After a storm bounces wait by the thousand: those that are read together take effect by one transaction. */
  const together = coalesce<FoundBounce, Done>(
    async all => {
      const done = new Map<FoundBounce, Done | Error>()
      for (const some of batchesOf(all)) for (const [one, effect] of await carryOut(some)) done.set(one, effect)
      return all.map(one => done.get(one)!)
    },
    { most: mostTogether, concurrency: 1 },
  )

  /** Where one of them fails, each is tried by itself. */
  async function carryOut(all: readonly FoundBounce[]): Promise<readonly (readonly [FoundBounce, Done | Error])[]> {
    try {
      const done = await transaction(db, sql => bounceAll(sql, all))
      return all.map((one, place) => [one, done[place]!])
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      if (all.length === 1 || isLost(error)) return all.map(one => [one, failure])
      const each = []
      for (const one of all) each.push(...(await carryOut([one])))
      return each
    }
  }

  async function bounceAll(sql: Transaction, all: readonly FoundBounce[]): Promise<readonly Done[]> {
    const bounces = all.map(({ source: { returned, at, mail }, found }) => {
      return { ...found, ...keyOf(returned), at, mailId: mail.publicId }
    })
    const recorded = await recordBounces(sql, bounces, now())
    const fresh = bounces.flatMap((said, place) => {
      const { recorded: how, classBefore } = recorded[place]!
      const { returned } = all[place]!.source
      const before = { class: classBefore, counted: how === 'upgraded' }
      return how === 'known' ? [] : [{ returned, bounce: said, before, handedOverAt: returned.handedOverAt }]
    })
    const effects = (await takeEffect(sql, fresh, settings.softBounces, now())).values()
    return recorded.map(({ recorded: how }) =>
      how === 'known' ? { done: 'nothing', why: 'this bounce is known' } : { done: effects.next().value! },
    )
  }

  async function complaint({ returned, reading, at, mail }: Source): Promise<Done> {
    const { campaignId, number, campaignPublicId, email, listPublicId } = returned
    const feedbackType = storableLine(reading.feedbackType ?? 'abuse', 50)
    if (noComplaints.includes(feedbackType)) return nothing(`${feedbackType} is no complaint`)
    const evidence = evidenceOf(reading.evidence)
    const judged = await transaction(db, async sql => {
      await lockClient(sql, returned.clientId)
      await lockCampaign(sql, returned)
      const row = { ...keyOf(returned), at, feedbackType, evidence, mailId: mail.publicId }
      if (!(await recordComplaint(sql, row))) return undefined
      const why = { by: 'complaint', campaignId, number, detail: `${feedbackType}: ${evidence}` }
      await complain(sql, returned, returned, at, why)
      const share = await countComplaint(sql, returned)
      const data = {
        CampaignID: campaignPublicId,
        ListID: listPublicId,
        EmailAddress: email,
        FeedbackType: feedbackType,
      }
      await recordEvents(sql, [{ clientId: returned.clientId, type: 'recipient.complained', at, data }])
      return { share, raised: await judgeComplaints(sql, returned, share, settings.complaints, now()) }
    })
    if (judged === undefined) return { done: 'nothing', why: 'this complaint is known' }
    for (const alarm of judged.raised) logAlarm(returned, alarm)
    return { done: 'complaint', complaint: { ...judged.share, consequence: consequenceOf(judged.raised) } }
  }

  function logAlarm({ clientPublicId }: Returned, alarm: Raised) {
    const { level, campaign, ...share } = alarm
    const about = { client: clientPublicId, ...(campaign && { campaign }), reason: reasonOf(share) }
    if (level === 'warning') log.warn(about, 'many recipients complain')
    else log.error(about, 'too many recipients complain: sending is held until a user of the account releases it')
  }

  async function leave({ returned, reading, mail }: Source): Promise<Done> {
    const { campaignId, number, listId, subscriberId } = returned
    const proof =
      reading.kind === 'opt-out'
        ? { remote: mail.remote, detail: `mail ${mail.publicId} from <${mail.sender}>` }
        : { detail: evidenceOf(reading.evidence) } // the mail is the feedback loop's, not the person's
    const evidence = { by: 'mail', campaignId, number, ...proof }
    const changed = await subscriptions.unsubscribeMember(returned, listId, subscriberId, evidence)
    return changed ? { done: 'opt-out' } : nothing('there is no such member any more')
  }

  async function arrived(returned: Returned, kind: 'delivery' | 'auto-reply', at: Date): Promise<Done> {
    return (await recordArrival(db, returned, kind, at)) ? { done: 'arrived' } : nothing('this is known')
  }

  return { apply }
}

function keyOf({ clientId, campaignId, number }: Returned) {
  return { clientId, campaignId, number }
}

async function nothing(why: string): Promise<Done> {
  return { done: 'nothing', why }
}
