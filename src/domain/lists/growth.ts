/** List.GetGrowth. See docs/decisions/overviews.md#days-before-they-were-counted-are-left-out. */
import { longestPage } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import { type GrowthDay, readGrowthBounds, readGrowthDays } from '../../store/lists/growth.ts'
import type { ListRef } from '../access/access.ts'
import { parseLocalTime } from '../text-rules/dates.ts'

/** Days that are answered where none are named. */
const usualDays = 30

export interface Growth {
  /** The first day that is known. */
  readonly first: string
  readonly days: readonly GrowthDay[]
}

/**
 * @param from date of the client's calendar; empty for 30 days up to the last
 * @param until the last day; empty for today
 * @throws Refusal InvalidDate
 */
export async function readGrowth(sql: Sql, list: ListRef, from: string | null, until: string | null): Promise<Growth> {
  const given = { from: readDay('From', from), until: readDay('Until', until) }
  const { first, today } = await readGrowthBounds(sql, list, list.timeZone)
  const last = given.until ?? today
  const begin = given.from ?? addDays(last, 1 - usualDays)
  if (begin > last) throw new Refusal('InvalidDate', 'From is after Until.')
  if (addDays(begin, longestPage) <= last) {
    throw new Refusal('InvalidDate', `From and Until are at most ${longestPage} days apart.`)
  }
  const known = { from: begin < first ? first : begin, until: last > today ? today : last }
  const days = known.from > known.until ? [] : await readGrowthDays(sql, list, known.from, known.until)
  return { first, days }
}

function readDay(name: string, text: string | null): string | undefined {
  if (text === null || text.trim() === '') return undefined
  const day = text.trim()
  if (day.length !== 'YYYY-MM-DD'.length || parseLocalTime(day) === undefined) {
    throw new Refusal('InvalidDate', `${name} is YYYY-MM-DD.`)
  }
  return day
}

/** The calendar's reckoning; no time of day and no zone takes part. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
