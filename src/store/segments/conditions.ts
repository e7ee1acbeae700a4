/**
 * What a segment's tree is compiled from: conditions on a membership `s`, without names that could change. Plain data: the audience of a
 * campaign is kept as JSON while it is frozen. A condition is true, false or, of engagement that was not measured, unknown.
 */
import type { Purpose } from '../subscribers/purposes.ts'

export interface ConditionTree {
  readonly match: 'all' | 'any' | 'none'
  /** Leaves and groups alike. One without parts: all and none hold, any does not. */
  readonly parts: readonly (ConditionTree | LeafCondition)[]
}

/** A tree that is ready to be compiled, with all that must still exist when it is judged. */
export interface CompiledTree {
  readonly tree: ConditionTree
  /** Without one of these no person matches: a condition that is lost must not widen the audience. */
  readonly needs: readonly Need[]
}

export type Need =
  | { readonly kind: 'field'; readonly listId: number | null; readonly key: string }
  | { readonly kind: 'list' | 'campaign' | 'segment' | 'tag' | 'import'; readonly id: number }
  /** Something that does not exist any more: no person matches. */
  | { readonly kind: 'lost' }

export type LeafCondition =
  | TextCondition
  | NumberCondition
  | DateCondition
  | StateCondition
  | SourceCondition
  | ImportCondition
  | TagCondition
  | ListCondition
  | SegmentCondition
  | ConsentCondition
  | EventCondition

/** Where text, numbers and dates are read from. */
export type Place =
  | { readonly of: 'address' | 'domain' | 'name' | 'state date' | 'joined' | 'confirmed' }
  | { readonly of: 'field'; readonly key: string }

/** Compared without case, in Unicode normal form. */
export interface TextCondition {
  readonly is: 'text'
  readonly place: Place
  readonly test: 'equals' | 'contains' | 'begins' | 'known'
  /** `any`: one of the values; `all`: each of them, for fields of several options; `none`: not one. */
  readonly quantity: 'any' | 'all' | 'none'
  readonly values: readonly string[]
}

export interface NumberCondition {
  readonly is: 'number'
  readonly place: Place
  /** Decimal text; null for no bound. */
  readonly from: string | null
  readonly to: string | null
  readonly withFrom: boolean
  readonly withTo: boolean
}

export interface DateCondition {
  readonly is: 'date'
  readonly place: Place
  readonly test: DateTest
}

export type DateTest =
  /** Dates, both included; null for no bound. */
  | { readonly kind: 'between'; readonly from: string | null; readonly to: string | null }
  /** Days around today, both included: -6 to 0 are the last seven days. */
  | { readonly kind: 'days'; readonly from: number; readonly to: number }
  | { readonly kind: 'every year'; readonly month: number; readonly day: number }
  /** The anniversary is today or in the days after it. 29 February is 28 February in years without it. */
  | { readonly kind: 'anniversary'; readonly days: number }

export interface StateCondition {
  readonly is: 'state'
  readonly states: readonly string[]
  readonly not: boolean
}

export interface SourceCondition {
  readonly is: 'source'
  readonly sources: readonly string[]
  readonly not: boolean
}

export interface ImportCondition {
  readonly is: 'import'
  readonly importIds: readonly number[]
  readonly not: boolean
}

export interface TagCondition {
  readonly is: 'tag'
  readonly quantity: 'any' | 'all' | 'none'
  readonly tagIds: readonly number[]
}

export interface ListCondition {
  readonly is: 'list'
  readonly listId: number
  readonly states: readonly string[]
  readonly not: boolean
}

/** The person is an active member for whom the tree of a segment holds. */
export interface SegmentCondition {
  readonly is: 'segment'
  /** Null: of the client. */
  readonly listId: number | null
  readonly tree: ConditionTree
  readonly not: boolean
}

export interface ConsentCondition {
  readonly is: 'consent'
  readonly purpose: Purpose
  readonly answers: readonly ('granted' | 'denied' | 'unknown')[]
}

export interface EventCondition {
  readonly is: 'event'
  /** `capped`: left out of a campaign because of the frequency cap. No segment asks for it; a campaign that catches up does. */
  readonly event: 'sent' | 'accepted' | 'opened' | 'clicked' | 'bounced' | 'capped'
  /** `byOwnList`: only mails by the list of the membership that is judged. */
  readonly scope: { readonly campaigns: readonly number[]; readonly byOwnList?: boolean } | { readonly days: number }
  /** Of `clicked`: where the link leads; null for any. */
  readonly link: string | null
  readonly times: { readonly is: 'at least' | 'at most' | 'exactly'; readonly count: number }
}
