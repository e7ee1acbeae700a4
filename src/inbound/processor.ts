/**
 * Applies a returned mail: suppresses a contact after a hard bounce or a complaint, unsubscribes one who asks for it, and
 * settles recipients whose delivery was unknown. Each is one transaction and has its effect once per recipient, however often it is reported.
 */

import { evidenceOf } from '../domain/bounce-classification/plain.ts'
import { type Returned, recordArrival } from '../store/inbound/returned.ts'
import { bounceBatches } from './bounce-batches.ts'
import { bounceOf } from './bounce-processor.ts'
import { complaintProcessor } from './complaint-processor.ts'
import { type Done, type Effect, nothing, type ProcessorParts, type Source } from './effect.ts'
import type { ParsedReport } from './parsed-report.ts'
import { settleAsArrived } from './unknowns.ts'

export interface Processor {
  /** Idempotent. Resolves when it is durable. */
  apply(source: Source): Promise<Effect>
}

/** Types of feedback loops that let the person leave rather than complain. */
const optOuts: readonly string[] = ['opt-out', 'opt-out-list']

/** A person wants no more mail: by a mail of their own, or through a feedback loop. */
function asksToLeave({ kind, feedbackType }: ParsedReport): boolean {
  return kind === 'opt-out' || (kind === 'complaint' && optOuts.includes(feedbackType ?? ''))
}

export function inboundProcessor(parts: ProcessorParts): Processor {
  const { db, subscriptions, now } = parts
  const applyBounce = bounceBatches(parts)
  const applyComplaint = complaintProcessor(parts)

  async function apply(source: Source): Promise<Effect> {
    const { returned, reading } = source
    if (returned.isClientDeleted) {
      // opting out works all the same: docs/decisions/unsubscribing.md#get-never-unsubscribes-any-post-does
      const done = asksToLeave(reading) ? await leave(source) : nothing('the client is deleted')
      return { ...done, settled: false }
    }
    // whatever it says, it is about a mail that was sent
    const settled = returned.unknown && (await settleAsArrived(db, returned, 'a report proves that it was sent', now()))
    return { ...(await act(source)), settled }
  }

  async function act(source: Source): Promise<Done> {
    const { returned, reading, at } = source
    switch (reading.kind) {
      case 'bounce':
        return bounce(source)
      case 'complaint':
        return asksToLeave(reading) ? leave(source) : applyComplaint(source)
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

  async function bounce(source: Source): Promise<Done> {
    const found = bounceOf(source.returned, source.reading)
    return found === undefined ? nothing('no recipient failed for good') : applyBounce({ source, found })
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
