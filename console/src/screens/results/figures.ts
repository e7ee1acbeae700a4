/** What screens say about the results of campaigns: rates, and what is usual. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Results = ValueOf<'Client.GetResults'>
export type CampaignResult = NonNullable<Results['Campaigns']>[number]
export type RateName = 'Opened' | 'Clicked' | 'Bounced' | 'Unsubscribed' | 'Complained'

/** Fewer deliveries make a percentage of one person. */
const fewestForRates = 100
/** With fewer there is nothing that is usual. */
const fewestForUsual = 3
/** A rate this near to the median, as a part of it, is as usual (as in reports). */
const alike = 0.05

/** @returns from 0 to 1; undefined where it was not measured or says nothing */
export function rateOf(name: RateName, campaign: CampaignResult): number | undefined {
  const { Count, Of } = shareOf(name, campaign) ?? { Count: 0, Of: 0 }
  return Of < fewestForRates ? undefined : Count / Of
}

/** @returns undefined where it was not measured */
export function shareOf(name: RateName, campaign: CampaignResult): { Count: number; Of: number } | undefined {
  const { Accepted, Tried } = campaign
  switch (name) {
    case 'Opened':
      return campaign.OpensMeasured === 'NoOne' ? undefined : { Count: campaign.HumanUniqueOpened, Of: Accepted }
    case 'Clicked':
      return campaign.ClicksMeasured === 'NoOne' ? undefined : { Count: campaign.HumanUniqueClicked, Of: Accepted }
    case 'Bounced':
      return { Count: campaign.Bounced, Of: Tried }
    case 'Unsubscribed':
      return { Count: campaign.Unsubscribed, Of: Accepted }
    case 'Complained':
      return { Count: campaign.Complained, Of: Accepted }
  }
}

export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Of the last campaign against those before it; undefined where too little is known. */
export function comparedWithUsual(
  name: RateName,
  campaigns: readonly CampaignResult[],
): { readonly rate: number; readonly usual: number; readonly place: 'more' | 'less' | 'as usual' } | undefined {
  const last = campaigns.at(-1)
  const rate = last && rateOf(name, last)
  const before = campaigns.slice(0, -1).flatMap(one => rateOf(name, one) ?? [])
  const usual = medianOf(before)
  if (rate === undefined || usual === undefined || before.length < fewestForUsual) return undefined
  if (Math.abs(rate - usual) <= usual * alike) return { rate, usual, place: 'as usual' }
  return { rate, usual, place: rate > usual ? 'more' : 'less' }
}

/** The moment of a date of the service as charts take it: wall-clock time written in UTC. */
export function momentOf(date: string | undefined): number {
  return Date.parse(`${(date ?? '').replace(' ', 'T')}Z`) / 1000
}
