/** Campaign.Compare: two campaigns of a client, and whether the difference of their rates is more than chance. See docs/decisions/overviews.md#two-campaigns-differ-by-more-than-chance-or-not. */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { readCampaignsByPublicId } from '../../../store/accounts/access.ts'
import type { Measured } from '../../../store/campaigns/report-links.ts'
import type { Database } from '../../../store/connection/database.ts'
import { readInstantOfLocal } from '../../../store/local-time.ts'
import type { CampaignRef } from '../../access/access.ts'
import { type ComparedRate, comparedRates } from '../../texts/report/language.ts'
import { level, type Proportion, pValue } from '../variants/statistics.ts'
import { type MeasuredCampaign, readMeasuredCampaigns } from './client-results.ts'
import { leastForRates } from './comparison.ts'
import { countUp } from './counting.ts'

export type DifferenceVerdict =
  | 'higher'
  | 'lower'
  | 'no difference'
  | 'too few'
  | 'not measured'
  | 'measured differently'

export interface RateDifference {
  readonly of: ComparedRate
  readonly one: Proportion
  readonly other: Proportion
  /** Corrected for the number of rates; undefined where none is computed. */
  readonly p: number | undefined
  readonly verdict: DifferenceVerdict
}

export interface CampaignPair {
  readonly one: MeasuredCampaign
  readonly other: MeasuredCampaign
  readonly rates: readonly RateDifference[]
  readonly isStillComing: boolean
}

/** The normal approximation needs so many reactions in each campaign, if both had the same rate. */
const leastExpected = 5
const freshMs = 48 * 3_600_000

/** @throws Refusal InvalidCampaignId, CampaignNotStarted */
export async function compareCampaigns(
  db: Database,
  campaign: CampaignRef,
  otherId: string | null,
  now: Date,
): Promise<CampaignPair> {
  const [found] = isPublicId(otherId) ? await readCampaignsByPublicId(db, [otherId]) : []
  if (found?.clientId !== campaign.clientId) throw new Refusal('InvalidCampaignId', 'The client has no such campaign.')
  for (const each of [campaign, found]) await countUp(db, each)
  const rows = await readMeasuredCampaigns(db, campaign, [campaign.campaignId, found.campaignId])
  const one = rows.find(({ campaignId }) => campaignId === campaign.campaignId)
  const other = rows.find(({ campaignId }) => campaignId === found.campaignId)
  if (!one || !other) throw new Refusal('InvalidCampaignId')
  const starts = [one, other].flatMap(({ sentDate }) => sentDate ?? [])
  if (starts.length < 2) throw new Refusal('CampaignNotStarted', 'Both campaigns must have started to be sent.')
  const begun = await Promise.all(starts.map(date => readInstantOfLocal(db, date, campaign.timeZone)))
  const isStillComing = begun.some(at => now.getTime() - at.getTime() < freshMs)
  return { one, other, rates: differencesOf(one, other), isStillComing }
}

type Counted = Pick<
  MeasuredCampaign,
  | 'accepted'
  | 'refused'
  | 'humanUniqueOpens'
  | 'humanUniqueClicks'
  | 'bounces'
  | 'unsubscribes'
  | 'complaints'
  | 'measured'
>

/** Pure. Several rates are looked at, so one of them differs by chance more often: the level of 5 % is that of all together (Bonferroni). */
export function differencesOf(one: Counted, other: Counted): RateDifference[] {
  return comparedRates.map(name => {
    const [own, its] = [proportionOf(name, one), proportionOf(name, other)]
    return { of: name, one: own, other: its, ...judgeDifference(own, its, kindOf(name, one), kindOf(name, other)) }
  })
}

function judgeDifference(
  one: Proportion,
  other: Proportion,
  measured: Measured,
  otherMeasured: Measured,
): Pick<RateDifference, 'p' | 'verdict'> {
  if (measured === 'no one' || otherMeasured === 'no one') return { p: undefined, verdict: 'not measured' }
  if (measured !== otherMeasured) return { p: undefined, verdict: 'measured differently' }
  const least = Math.min(one.people, other.people)
  if (least < leastForRates) return { p: undefined, verdict: 'too few' }
  const pooled = (one.reacted + other.reacted) / (one.people + other.people)
  if (least * Math.min(pooled, 1 - pooled) < leastExpected) return { p: undefined, verdict: 'too few' }
  const p = Math.min(1, pValue(one, other) * comparedRates.length)
  if (p > level) return { p, verdict: 'no difference' }
  return { p, verdict: one.reacted / one.people > other.reacted / other.people ? 'higher' : 'lower' }
}

function kindOf(name: ComparedRate, { measured }: Counted): Measured {
  if (name === 'opened') return measured.opens
  return name === 'clicked' ? measured.clicks : 'everyone'
}

function proportionOf(name: ComparedRate, counted: Counted): Proportion {
  const { accepted, refused } = counted
  switch (name) {
    case 'opened':
      return { people: accepted, reacted: counted.humanUniqueOpens }
    case 'clicked':
      return { people: accepted, reacted: counted.humanUniqueClicks }
    case 'bounced':
      return { people: accepted + refused, reacted: counted.bounces }
    case 'unsubscribed':
      return { people: accepted, reacted: counted.unsubscribes }
    case 'complained':
      return { people: accepted, reacted: counted.complaints }
  }
}
