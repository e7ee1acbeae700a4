/** How many people get a campaign when: before it is sent, and while it is. */
import { Refusal } from '../../../contract/refusals.ts'
import { instantOf, nextOpening } from '../../../lib/zones.ts'
import { type Audience, listsOf } from '../../../store/campaigns/audience.ts'
import {
  countGroups,
  countListsWithField,
  readTimingToPlan,
  readWaiting,
  readZones,
  type Timing,
  type Waiting,
} from '../../../store/campaigns/timing.ts'
import type { Database, Sql } from '../../../store/connection/database.ts'
import { readLocalTimeOf } from '../../../store/local-time.ts'
import type { CampaignRef } from '../../access/access.ts'
import { parseLocalTime } from '../../text-rules/dates.ts'
import { readAudience } from '../drafting/sources.ts'
import { unreadableSegment } from '../findings/check-findings.ts'
import { zoneGroups } from './waves.ts'

/** A date so far back still means now: clocks differ, and forms are filled in slowly. */
export const toleranceMs = 5 * 60_000

export interface ZoneCount {
  readonly timeZone: string
  /** False for those whose zone is not known: they have that of the client. */
  readonly isKnown: boolean
  readonly recipients: number
}

/** @param key of the custom field, without brackets @throws Refusal InvalidTiming if no list of the audience has the field */
export async function countZones(
  sql: Sql,
  { clientId, timeZone }: CampaignRef,
  audience: Audience,
  key: string,
): Promise<readonly ZoneCount[]> {
  if ((await countListsWithField(sql, clientId, listsOf(audience), key)) === 0)
    throw new Refusal('InvalidTiming', `No list of the campaign has the custom field [${key}]: choose another one.`)
  const { zones, groups } = zoneGroups(key, timeZone)
  const counts = await countGroups(sql, clientId, audience, groups)
  return counts.map(({ group, recipients }) => ({
    timeZone: zones[group]!,
    isKnown: group !== groups.otherwise,
    recipients,
  }))
}

/**
 * When a campaign begins that goes out by the time zones of its recipients: in the first zone where the time has not passed, or at once where
 * people in other zones get it now.
 * @param local `YYYY-MM-DD HH:MM:SS`
 * @throws Refusal InvalidTiming, TimeZonesPast, DeliveryDateInPast
 */
export async function beginOfZones(
  sql: Sql,
  campaign: CampaignRef,
  audience: Audience,
  { zoneField = '', past }: Timing,
  local: string,
  now: Date,
): Promise<Date> {
  const zones = await countZones(sql, campaign, audience, zoneField)
  const times = zones.map(zone => ({ ...zone, at: instantOf(local, zone.timeZone) }))
  const isPast = ({ at }: { at: number }) => at < now.getTime() - toleranceMs
  const passed = times.filter(isPast)
  const first = Math.min(...times.filter(time => !isPast(time)).map(({ at }) => at))
  if (!Number.isFinite(first)) throw new Refusal('DeliveryDateInPast')
  if (passed.length > 0 && past === undefined) {
    const people = passed.reduce((sum, { recipients }) => sum + recipients, 0)
    const sentence = `For ${people} recipients in ${passed.length} time zones this time has passed. Choose with PastZones of Campaign.SetTiming whether they get the mail now or are skipped, or send at a later date.`
    throw new Refusal('TimeZonesPast', sentence)
  }
  return passed.length > 0 && past === 'now' ? now : new Date(first)
}

export interface Timetable {
  readonly zones: readonly (ZoneCount & {
    /** In the time zone of the client; '' where no date is given. */
    readonly date: string
    readonly state: 'on time' | 'past' | 'now' | 'skipped'
  })[]
  readonly waiting: Waiting
}

/**
 * The zones of a campaign with their times, earliest first; none where zones do not count.
 * @param sendDate of a draft: the local time that it may be sent at
 * @throws Refusal InvalidDate, InvalidSegments, InvalidTiming
 */
export async function readTimetable(
  db: Database,
  campaign: CampaignRef,
  sendDate: string | null,
  now: Date,
): Promise<Timetable> {
  const toPlan = await readTimingToPlan(db, campaign)
  if (toPlan?.hasBegun) return timetableOf(db, campaign, now)
  const waiting = { recipients: 0, nextDate: null }
  if (!toPlan?.timing.zoneField) return { zones: [], waiting }
  const local = toPlan.isScheduled ? toPlan.localDue : readSendDate(sendDate)
  const audience = await readAudience(db, campaign.clientId, campaign.campaignId)
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  const counts = await countZones(db, campaign, audience, toPlan.timing.zoneField)
  const zones = await Promise.all(
    counts.map(async zone => {
      if (local === null) return { ...zone, date: '', state: 'on time' as const, at: 0 }
      const due = instantOf(local, zone.timeZone)
      const isPast = due < now.getTime() - toleranceMs
      const at = isPast && toPlan.timing.past === 'now' ? now.getTime() : due
      const opening = toPlan.timing.hours ? nextOpening(toPlan.timing.hours, zone.timeZone, at) : at
      const date = await readLocalTimeOf(db, new Date(opening), campaign.timeZone)
      return { ...zone, at: opening, date, state: isPast ? pastState(toPlan.timing.past) : ('on time' as const) }
    }),
  )
  const inOrder = zones.toSorted((a, b) => a.at - b.at || b.recipients - a.recipients)
  return { zones: inOrder.map(({ at, ...zone }) => zone), waiting }
}

function pastState(past: Timing['past']): 'past' | 'now' | 'skipped' {
  return past === undefined ? 'past' : past === 'now' ? 'now' : 'skipped'
}

function readSendDate(sendDate: string | null): string | null {
  if (sendDate === null || sendDate.trim() === '') return null
  const local = parseLocalTime(sendDate)
  if (local === undefined)
    throw new Refusal('InvalidDate', 'SendDate is a date YYYY-MM-DD HH:MM:SS, or left out for the zones alone.')
  return local
}

async function timetableOf(db: Database, campaign: CampaignRef, now: Date): Promise<Timetable> {
  const rows = await readZones(db, campaign, campaign.timeZone)
  return {
    zones: rows.map(({ timeZone, isKnown, recipients, dueDate, leftOut }) => ({
      ...{ timeZone, isKnown, recipients, date: dueDate },
      state: leftOut ? 'skipped' : 'on time',
    })),
    waiting: await readWaiting(db, campaign, campaign.timeZone, now),
  }
}
