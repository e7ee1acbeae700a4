/** A returned mail with its report, and its effect. */
import type { ComplaintLimits } from '../domain/clients/complaints.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/connection/database.ts'
import type { Share } from '../store/inbound/complaints.ts'
import type { ClaimedMail } from '../store/inbound/mailbox.ts'
import type { Returned } from '../store/inbound/returned.ts'
import type { RecipientKey } from '../store/keys.ts'
import type { ParsedReport } from './parsed-report.ts'

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

/** What one mail did by itself. */
export type Done = Omit<Effect, 'settled'>

/** What a complaint leads to, the gravest last. */
export const consequences = ['none', 'warning', 'campaign held', 'client held'] as const
export type Consequence = (typeof consequences)[number]

export function nothing(why: string): Done {
  return { done: 'nothing', why }
}

export function keyOf({ clientId, campaignId, number }: Returned): RecipientKey {
  return { clientId, campaignId, number }
}
