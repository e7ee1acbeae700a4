/** Settings of series and steps as callers give them. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Sql, Transaction } from '../../store/connection/database.ts'
import { findSegmentFor } from '../../store/lists/segments.ts'
import type { SeriesSettings, SeriesTrigger, StepSettings } from '../../store/series/series.ts'
import type { ClientRef } from '../access/access.ts'
import { findField, readCustomFields } from '../lists/custom-fields.ts'
import { findTags } from '../tags/tags.ts'

export type TriggerName = 'Joined' | 'TagGiven' | 'Date' | 'Api'

/** Absent is null. */
export interface GivenSeries {
  readonly Name: string | null
  readonly Trigger: TriggerName
  readonly Tag: string | null
  readonly DateField: string | null
  readonly DateDays: number | null
  readonly DateYearly: boolean | null
  readonly SegmentID: string | null
  readonly AgainAfterDays: number | null
  readonly GoalSegmentID: string | null
  readonly GoalClick: boolean | null
  readonly Steps: readonly (GivenStep | null)[] | null
}

export interface GivenStep {
  readonly StepID: number | null
  readonly DelayMinutes: number
  readonly FromTime: string | null
  readonly ToTime: string | null
  readonly SegmentID: string | null
  readonly CampaignID: string | null
}

export const mostSteps = 50
const minutesOfYear = 366 * 24 * 60
const mostDays = 3660

function invalid(sentence: string): Refusal {
  return new Refusal('InvalidSeries', sentence)
}

/** @throws Refusal InvalidSeries, InvalidSegments, InvalidKey, TagNameEmpty, TooManyTags */
export async function readSeriesSettings(
  sql: Transaction,
  list: ClientRef & { readonly listId: number },
  given: GivenSeries,
): Promise<SeriesSettings> {
  const again = given.AgainAfterDays ?? 0
  if (again < 0 || again > mostDays) throw invalid(`AgainAfterDays is 1 to ${mostDays}, or 0 for never.`)
  return {
    trigger: await readTrigger(sql, list, given),
    segmentId: await findSegment(sql, list, given.SegmentID),
    againAfterDays: again === 0 ? null : again,
    goalSegmentId: await findSegment(sql, list, given.GoalSegmentID),
    goalClick: given.GoalClick ?? false,
  }
}

async function readTrigger(
  sql: Transaction,
  list: ClientRef & { readonly listId: number },
  { Trigger, Tag, DateField, DateDays, DateYearly }: GivenSeries,
): Promise<SeriesTrigger> {
  switch (Trigger) {
    case 'Joined':
      return { on: 'joined' }
    case 'Api':
      return { on: 'api' }
    case 'TagGiven': {
      const [tag] = await findTags(sql, list.clientId, [Tag ?? ''], { createMissing: true })
      if (!tag) throw invalid('Name the Tag that enrols people.')
      return { on: 'tag', tagId: tag.tagId }
    }
    case 'Date': {
      const field = findField(await readCustomFields(sql, list), DateField)
      if (field?.dataType !== 'Date') throw invalid('DateField names no field of the list that holds dates.')
      const days = DateDays ?? 0
      if (Math.abs(days) > mostDays) throw invalid(`DateDays is -${mostDays} to ${mostDays}.`)
      return { on: 'date', key: field.key, days, yearly: DateYearly ?? false }
    }
  }
}

/** A segment of the list or of the client by its identifier. @returns 0 for none @throws Refusal InvalidSegments */
export async function findSegment(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
  id: string | null,
): Promise<number> {
  const wanted = (id ?? '').trim().toLowerCase()
  if (wanted === '') return 0
  const found = isPublicId(wanted) ? await findSegmentFor(sql, { clientId, listId }, wanted) : undefined
  if (found !== undefined) return found
  throw new Refusal('InvalidSegments', `Neither the list nor its client has the segment ${wanted.slice(0, 60)}.`)
}

/** @throws Refusal InvalidSeries, InvalidSegments */
export async function readStepSettings(
  sql: Sql,
  list: { readonly clientId: number; readonly listId: number },
  { DelayMinutes, FromTime, ToTime, SegmentID }: GivenStep,
): Promise<StepSettings> {
  if (DelayMinutes < 0 || DelayMinutes > minutesOfYear) {
    throw invalid(`DelayMinutes is 0 to ${minutesOfYear}.`)
  }
  const from = readTime(FromTime)
  const to = readTime(ToTime)
  if ((from === null) !== (to === null) || (from !== null && to !== null && from >= to)) {
    throw invalid('FromTime and ToTime are two times of a day, HH:MM, the earlier one first; or both are left out.')
  }
  return {
    delayMinutes: DelayMinutes,
    fromMinute: from,
    toMinute: to,
    segmentId: await findSegment(sql, list, SegmentID),
  }
}

/** @returns minutes since midnight; null for none */
function readTime(text: string | null): number | null {
  const given = (text ?? '').trim()
  if (given === '') return null
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(given) ?? []
  const time = Number(hours) * 60 + Number(minutes)
  if (hours === undefined || Number(minutes) > 59 || time > 24 * 60)
    throw invalid(`${given.slice(0, 20)} is no time of a day.`)
  return time
}

export function timeText(minute: number | null): string {
  if (minute === null) return ''
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
