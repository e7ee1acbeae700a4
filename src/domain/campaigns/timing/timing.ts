/** What the author of a campaign chooses about when its mails go out. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Hours } from '../../../lib/zones.ts'
import { readTiming, storeTiming, type Timing } from '../../../store/campaigns/timing.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignRef } from '../../access/access.ts'
import { lockOrRefuse } from '../../campaign-state/transitions.ts'

export const mostSpreadHours = 48

export interface TimingOrder {
  /** `HH:MM`; both empty for all hours. */
  readonly from: string | null
  readonly until: string | null
  /** 1 (Monday) to 7; empty for all days. */
  readonly days: readonly number[]
  readonly spreadHours: number
  readonly zoneField: string | null
  readonly past: 'now' | 'skip' | undefined
}

/** Chooses anew when the mails of a draft go out. @throws Refusal InvalidCampaignId, CampaignNotDraft, InvalidTiming */
export async function setTiming(db: Database, campaign: CampaignRef, order: TimingOrder): Promise<void> {
  const timing = readOrder(order)
  await transaction(db, async sql => {
    const { state } = await lockOrRefuse(sql, campaign)
    if (state !== 'draft') throw new Refusal('CampaignNotDraft', 'Times of mails can be changed while it is a draft.')
    if (!(await storeTiming(sql, campaign, timing)) && timing)
      throw new Refusal('InvalidTiming', 'This is a step of a series: set its hours with Series.Update.')
  })
}

/** @returns undefined where nothing was chosen @throws Refusal InvalidCampaignId */
export async function findTiming(db: Database, campaign: CampaignRef): Promise<Timing | undefined> {
  const timing = await readTiming(db, campaign)
  if (timing === undefined) throw new Refusal('InvalidCampaignId')
  return timing ?? undefined
}

/** @returns undefined if nothing is chosen @throws Refusal InvalidTiming */
function readOrder({ from, until, days, spreadHours, zoneField, past }: TimingOrder): Timing | undefined {
  const hours = readHours(from ?? '', until ?? '', days)
  if (spreadHours < 0 || spreadHours > mostSpreadHours)
    throw new Refusal('InvalidTiming', `SpreadHours is 1 to ${mostSpreadHours}, or 0 for no spreading.`)
  const key = (zoneField ?? '').trim().replace(/^\[|\]$/g, '')
  if (key.length > 250) throw new Refusal('InvalidTiming', 'TimeZoneField is the key of a custom field.')
  const timing: Timing = {
    ...(hours && { hours }),
    ...(spreadHours > 0 && { spreadHours }),
    ...(key !== '' && { zoneField: key }),
    ...(key !== '' && past && { past }),
  }
  return Object.keys(timing).length > 0 ? timing : undefined
}

function readHours(from: string, until: string, days: readonly number[]): Hours | undefined {
  const week = days.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : [...new Set(days)].sort()
  if (from.trim() === '' && until.trim() === '')
    return week.length === 7 ? undefined : { from: 0, until: 0, days: week }
  return { from: readMinutes('AllowedFrom', from), until: readMinutes('AllowedUntil', until) % 1440, days: week }
}

function readMinutes(name: string, text: string): number {
  const match = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(text)
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || minute % 15 !== 0 || minute > 45 || hour * 60 + minute > (name === 'AllowedUntil' ? 1440 : 1425))
    throw new Refusal(
      'InvalidTiming',
      `${name} is HH:MM, a full quarter of an hour${name === 'AllowedUntil' ? ' up to 24:00' : ''}; leave out both times for all hours.`,
    )
  return hour * 60 + minute
}

/** `HH:MM` of minutes of a day. */
export function writeMinutes(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
