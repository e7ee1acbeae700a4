/** What the report of a campaign says to the people it is shared with, in one language. Counts and dates come formatted. */
import type { BounceClass } from '../../../store/inbound/bounce-classes.ts'

/** A term, and its meaning. */
export interface Term {
  readonly name: string
  readonly meaning: string
}

/** What a campaign's recipients are counted as; together they are all recipients. */
export const ledgerStates = ['accepted', 'refused', 'unknown', 'open', 'excluded'] as const
export type LedgerState = (typeof ledgerStates)[number]

/** How far down in the mail a link is, in fifths. */
export const linkHeights = ['top', 'upper', 'middle', 'lower', 'bottom'] as const
export type LinkHeight = (typeof linkHeights)[number]

/** The rates in which a campaign is compared with earlier ones of its client. */
export const comparedRates = ['opened', 'clicked', 'bounced', 'unsubscribed', 'complained'] as const
export type ComparedRate = (typeof comparedRates)[number]

/** Where a rate is among those of earlier campaigns. */
export type ComparedPlace = 'above all' | 'above the median' | 'at the median' | 'below the median' | 'below all'

export interface ReportTexts {
  readonly title: string
  readonly subject: string
  readonly sent: string
  readonly recipients: string
  /** @param zone as `zoneName` says it */
  readonly asOf: (when: string, zone: string) => string
  /** While the numbers still change, or will not any more. */
  readonly states: {
    readonly sending: (when: string) => string
    readonly paused: (when: string) => string
    readonly cancelled: string
  }
  readonly download: string
  readonly fraction: (count: string, total: string) => string
  readonly people: string
  readonly machines: string
  /** Pale, beside people: counts of machines. */
  readonly alsoMachines: (count: string) => string
  readonly notMeasured: string
  /** Below the figures, where it applies. */
  readonly notes: {
    readonly notMeasured: { readonly opens: string; readonly clicks: string; readonly both: string }
    readonly whoAgreed: string
    readonly noRates: string
    /** Hits are being classified anew, or have not been yet. */
    readonly classifying: string
  }
  readonly glance: {
    readonly heading: string
    readonly delivered: string
    readonly opened: string
    readonly clicked: string
    readonly unsubscribed: string
  }
  readonly time: {
    readonly heading: string
    readonly charts: Readonly<Record<'opens' | 'clicks', { readonly hours: string; readonly days: string }>>
    /** What a chart shows, in a sentence. */
    readonly described: (people: string, machines: string, most: string) => string
    readonly table: string
    readonly period: string
    readonly opens: string
    readonly clicks: string
    readonly day: (number: string, date: string) => string
    readonly later: string
    readonly nothing: string
  }
  readonly links: {
    readonly heading: string
    readonly link: string
    readonly place: string
    readonly clicks: string
    readonly share: string
    readonly heights: Readonly<Record<LinkHeight, string>>
    /** The how many-th link it is. */
    readonly order: (number: string) => string
    readonly times: (count: string) => string
    readonly further: (links: string, clicks: string) => string
    readonly none: string
  }
  readonly delivery: {
    readonly heading: string
    readonly intro: string
    readonly states: Readonly<Record<LedgerState, Term>>
  }
  readonly back: {
    readonly heading: string
    readonly bounced: string
    readonly classes: Readonly<Record<BounceClass, Term>>
    readonly noBounces: string
    readonly unsubscribed: Term
    readonly complained: Term
  }
  readonly comparison: {
    readonly heading: string
    readonly intro: (campaigns: string) => string
    readonly rate: string
    readonly own: string
    readonly usual: string
    readonly range: string
    readonly meaning: string
    readonly rates: Readonly<Record<ComparedRate, string>>
    readonly places: Readonly<Record<ComparedPlace, string>>
    readonly of: (campaigns: string) => string
    readonly none: string
    /** While the campaign is being sent. */
    readonly notYet: string
  }
  readonly glossary: { readonly heading: string; readonly terms: readonly Term[] }
  readonly footer: string
  /** Headings of the download. */
  readonly csv: {
    readonly section: string
    readonly item: string
    readonly detail: string
    readonly all: string
  }
}
