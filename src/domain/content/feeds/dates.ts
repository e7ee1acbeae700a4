/** Dates of feeds: RFC 822 and 850, ISO 8601, asctime, and what programs write in their place. A date that cannot be read is absent. */
import { sequence } from '../../../lib/patterns.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Minutes of the zones that RFC 822 names. */
const zones: Readonly<Record<string, number>> = {
  ...{
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
  },
  ...{ bst: 60, cet: 60, cest: 120, eet: 120, eest: 180, wet: 0, west: 60, jst: 540, ist: 330 },
}

const isoDate =
  /^(\d{4})-?(\d{2})(?:-?(\d{2}))?(?:[T ]\s?(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2}|[a-z]{1,5})?)?$/i
const mailDate =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]{0,6}\.?[\s-](\d{2,4}),?(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{2}:?\d{2}|[a-z]{1,5})?)?(?:\s*\([^)]{0,40}\))?$/i
const monthAndDay = /^(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]{0,6}\.?\s+(\d{1,2}),?\s+/
/** *Thu Mar 5 09:30:00 2026* */
const timeThenYear = sequence(
  [monthAndDay, /(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([+-]\d{2}:?\d{2}|[a-z]{1,5})?\s*(\d{4})$/],
  'i',
)
/** *March 5, 2026 09:30* */
const yearThenTime = sequence(
  [monthAndDay, /(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{2}:?\d{2}|[a-z]{1,5})?)?$/],
  'i',
)
const slashes = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** Years that an item of a feed may have; others are mistakes. */
const years = { first: 1980, last: 2100 } as const

/** @returns ISO 8601 in UTC; undefined for what is no date. A date without a zone is in UTC. */
export function readFeedDate(text: string): string | undefined {
  const date = text.trim().replace(/\s+/g, ' ')
  if (date === '' || date.length > 80) return undefined
  const seconds = /^\d{10}$/.test(date) ? Number(date) : undefined
  if (seconds !== undefined) return written(new Date(seconds * 1000))
  const at = (...parts: readonly (string | undefined)[]) => instant(parts)
  const iso = isoDate.exec(date)
  if (iso) return at(iso[1], iso[2], iso[3] ?? '1', iso[4], iso[5], iso[6], iso[7])
  const mail = mailDate.exec(date)
  if (mail) return at(fullYear(mail[3]!), monthOf(mail[2]!), mail[1], mail[4], mail[5], mail[6], mail[7])
  const asc = timeThenYear.exec(date)
  if (asc) return at(asc[7], monthOf(asc[1]!), ...asc.slice(2, 7))
  const spoken = yearThenTime.exec(date)
  if (spoken) return at(spoken[3], monthOf(spoken[1]!), spoken[2], ...spoken.slice(4, 8))
  const slashed = slashes.exec(date)
  return slashed ? at(...slashed.slice(1, 7), undefined) : undefined
}

function monthOf(name: string): string {
  return String(months.indexOf(name.toLowerCase()) + 1)
}

/** RFC 822 had years of two digits. */
function fullYear(text: string): string {
  if (text.length > 2) return text
  return String(Number(text) < 70 ? 2000 + Number(text) : 1900 + Number(text))
}

/** @param parts year, month, day, hour, minute, second, zone */
function instant(parts: readonly (string | undefined)[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map(part => Number(part ?? 0))
  const isInCalendar = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isOnClock = hour <= 24 && minute <= 59 && second <= 60
  if (year < years.first || year > years.last || !isInCalendar || !isOnClock) return undefined
  return written(new Date(Date.UTC(year, month - 1, day, hour, minute - offsetOf(parts[6]), second)))
}

function offsetOf(zone: string | undefined): number {
  const numeric = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!numeric) return zones[(zone ?? '').toLowerCase()] ?? 0
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3])
  return numeric[1] === '-' ? -minutes : minutes
}

function written(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
