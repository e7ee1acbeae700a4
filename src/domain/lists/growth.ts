/** List.GetGrowth. See docs/decisions/overviews.md#days-before-they-were-counted-are-left-out. */
import type { Sql } from '../../store/connection/database.ts'
import { type GrowthDay, readGrowthBounds, readGrowthDays } from '../../store/lists/growth.ts'
import type { ListRef } from '../access/access.ts'
import { readDayRange } from '../text-rules/days.ts'

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
  const { first, today } = await readGrowthBounds(sql, list, list.timeZone)
  const given = readDayRange({ from, until }, today, usualDays)
  const known = { from: given.from < first ? first : given.from, until: given.until > today ? today : given.until }
  const days = known.from > known.until ? [] : await readGrowthDays(sql, list, known.from, known.until)
  return { first, days }
}
