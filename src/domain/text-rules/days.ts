/** Days of a client's calendar, as callers name a range of them. */
import { longestPage } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { parseLocalTime } from './dates.ts'

export interface DayRange {
  /** Both inclusive, `YYYY-MM-DD`. */
  readonly from: string
  readonly until: string
}

/**
 * @param given empty or null for the usual number of days up to today
 * @param today of the client's calendar
 * @throws Refusal InvalidDate
 */
export function readDayRange(
  given: { readonly from: string | null; readonly until: string | null },
  today: string,
  usualDays: number,
): DayRange {
  const from = readDay('From', given.from)
  const until = readDay('Until', given.until) ?? today
  const begin = from ?? addDays(until, 1 - usualDays)
  if (begin > until) throw new Refusal('InvalidDate', 'From is after Until.')
  if (addDays(begin, longestPage) <= until) {
    throw new Refusal('InvalidDate', `From and Until are at most ${longestPage} days apart.`)
  }
  return { from: begin, until }
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
