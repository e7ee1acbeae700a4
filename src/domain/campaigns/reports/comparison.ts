/**
 * A campaign beside those its client sent before: rates with the median and the range of the others.
 * See docs/decisions/overviews.md#a-report-compares-a-client-with-itself.
 */
import type { ListedCampaignRow } from '../../../store/campaigns/campaign-list.ts'
import type { Measured } from '../../../store/campaigns/report-links.ts'
import { type ComparedPlace, type ComparedRate, comparedRates } from '../../texts/report/language.ts'

/** Below so many deliveries a percentage says more than is known. */
export const leastForRates = 100
/** With fewer than so many earlier campaigns there is no range. */
const leastCampaigns = 3
/** A rate this near to the median, as a part of it, is as usual. */
const alike = 0.05

/** Rates are from 0 to 1. */
export interface ComparedLine {
  readonly of: ComparedRate
  readonly rate: number
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** How many campaigns it is compared with. */
  readonly campaigns: number
  readonly place: ComparedPlace
}

export type Compared = readonly ComparedLine[]

/** Opens and clicks apart: a draft chooses for each. */
export interface MeasuredKinds {
  readonly opens: Measured
  readonly clicks: Measured
}

type Counted = Pick<
  ListedCampaignRow,
  'accepted' | 'refused' | 'humanUniqueOpens' | 'humanUniqueClicks' | 'bounces' | 'unsubscribes' | 'complaints'
> & { readonly measured: MeasuredKinds }

/** @returns undefined where the campaign, or all but two of the others, reached too few for rates */
export function compareRates(own: Counted, others: readonly Counted[]): Compared | undefined {
  if (own.accepted < leastForRates) return undefined
  const large = others.filter(({ accepted }) => accepted >= leastForRates)
  const lines = comparedRates.flatMap(name => {
    const rate = rateOf(name, own)
    const rates = large.flatMap(one => rateOf(name, one) ?? []).sort((a, b) => a - b)
    return rate === undefined || rates.length < leastCampaigns ? [] : [lineOf(name, rate, rates)]
  })
  return lines.length === 0 ? undefined : lines
}

/** Undefined for what was not measured. */
function rateOf(name: ComparedRate, counted: Counted): number | undefined {
  const { accepted, refused } = counted
  switch (name) {
    case 'opened':
      return counted.measured.opens === 'no one' ? undefined : counted.humanUniqueOpens / accepted
    case 'clicked':
      return counted.measured.clicks === 'no one' ? undefined : counted.humanUniqueClicks / accepted
    case 'bounced':
      return counted.bounces / (accepted + refused)
    case 'unsubscribed':
      return counted.unsubscribes / accepted
    case 'complained':
      return counted.complaints / accepted
  }
}

/** @param rates sorted */
function lineOf(name: ComparedRate, rate: number, rates: readonly number[]): ComparedLine {
  const middle = rates.length >> 1
  const median = rates.length % 2 === 1 ? rates[middle]! : (rates[middle - 1]! + rates[middle]!) / 2
  const lowest = rates[0]!
  const highest = rates.at(-1)!
  return { of: name, rate, median, lowest, highest, campaigns: rates.length, place: placeOf() }

  function placeOf(): ComparedPlace {
    if (Math.abs(rate - median) <= median * alike) return 'at the median'
    if (rate > median) return rate > highest ? 'above all' : 'above the median'
    return rate < lowest ? 'below all' : 'below the median'
  }
}
