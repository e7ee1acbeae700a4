/**
 * Dates as the wire writes them: `YYYY-MM-DD HH:MM:SS`, without an offset, in the time zone of the client or account they are
 * about (reference/wire.md §6).
 *
 * Which instant a local time is, is PostgreSQL's to say: `${text}::timestamp at time zone ${timeZone}`. Where clocks go
 * forward, a time that does not exist is read with the offset before the change, so it lies as long after the change as it claims
 * to; where they go back, a time that comes twice is the later one, in standard time. The other way round is `localTime` of the store.
 */
import { Refusal } from '../../contract/refusals.ts'

/**
 * Reads a wire date; a bare date is its midnight. Only dates the calendar has, in the years 1753 to 9999 (the range
 * of the historical service's database), with white space around tolerated.
 * @returns the local time as `YYYY-MM-DD HH:MM:SS`, or undefined for anything else, null included
 */
export function parseLocalTime(text: string | null): string | undefined {
  const trimmed = (text ?? '').trim()
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(trimmed)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ] // the pattern has six groups
  if (year < 1753 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return match[4] === undefined ? `${trimmed} 00:00:00` : trimmed
}

/**
 * Reads a wire date that may be left out.
 * @param name of the parameter
 * @returns undefined for null and blank text
 * @throws Refusal InvalidDate
 */
export function readLocalTime(name: string, text: string | null): string | undefined {
  if (text === null || text.trim() === '') return undefined
  const date = parseLocalTime(text)
  if (date === undefined) throw new Refusal('InvalidDate', `${name} is YYYY-MM-DD or YYYY-MM-DD HH:MM:SS.`)
  return date
}

/** Reads a day that may be left out. @returns `YYYY-MM-DD`; undefined for null and blank text @throws Refusal InvalidDate */
export function readDay(name: string, text: string | null): string | undefined {
  if (text === null || text.trim() === '') return undefined
  const date = parseLocalTime(text)
  if (date === undefined) throw new Refusal('InvalidDate', `${name} is YYYY-MM-DD.`)
  return date.slice(0, 'YYYY-MM-DD'.length)
}

/** Days of a month of the Gregorian calendar, months from 1. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
