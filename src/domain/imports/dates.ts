/** Dates as files of other programs and people write them. */
import { parseLocalTime } from '../text-rules/dates.ts'
import { withAsciiDigits } from './digits.ts'
import { bareName, nameLists } from './month-names.ts'

/**
 * The order of day, month and year; with `2` also years of two digits, which are of the hundred years up to now. Or a number: seconds
 * since 1970 or thousandths of them, or days as spreadsheets count them. ISO 8601, and a month in words beside a year of four digits, are read whatever the order is.
 */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'unix', 'serial', 'ymd2', 'dmy2', 'mdy2'] as const
export type DateOrder = (typeof dateOrders)[number]

/** True for an order that a person has to choose: a year of two digits does not say its century. */
export function hasShortYears(order: DateOrder): boolean {
  return order.endsWith('2')
}

// an offset of 16 hours is more than PostgreSQL reads, and than any place has
const zoneText = String.raw`Z|UTC|GMT|[+-](?:0\d|1[0-5]):?[0-5]\d`
const iso = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(${zoneText})?$`,
  'i',
)
/** ISO 8601 without hyphens and colons, as calendars write it. */
const compact = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(${zoneText})?$`, 'i')
/** `24.07.1980`, `24. 7. 1980`, `1/5/24`, with a time or without. */
const numeric = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})\.?(?:(?:,?\s+|T)(\S.*))?$/i
/** `2024年1月5日`, `2024년 1월 5일`. */
const inSigns = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]?(?:\s*(\S.*))?$/
const timeOfDay = new RegExp(
  String.raw`^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?\s*(?:([ap])\.?\s?m\.?|uhr)?\s*(${zoneText})?$`,
  'i',
)
const longestDate = 60

/** Years that dates of a membership may have, the last one excepted: earlier ones are mistakes, and partitions are kept for each. */
const firstYear = 1990

/** True for a date that a membership can have. @param date as parseDate yields it */
export function isRecent(date: string): boolean {
  return Number(date.slice(0, 4)) >= firstYear
}

/** What a text says, as far as no order is needed for it. */
type Reading =
  | { readonly date: string }
  | { readonly parts: readonly [string, string, string]; readonly month?: number; readonly time: string }
  | { readonly digits: string }

/**
 * Reads a date.
 * @param thisYear the last one that two digits can mean
 * @returns `YYYY-MM-DD HH:MM:SS`, followed by an offset where the text has one; undefined for anything else
 */
export function parseDate(
  text: string,
  order: DateOrder,
  thisYear: number = new Date().getUTCFullYear(),
): string | undefined {
  const reading = readingOf(text)
  return reading && resolved(reading, order, thisYear)
}

/** @returns the orders that a text can be read in: all of them where it needs none, none for what is no date */
export function ordersOf(text: string): readonly DateOrder[] {
  const reading = readingOf(text)
  if (!reading) return []
  if ('date' in reading) return dateOrders
  const thisYear = new Date().getUTCFullYear()
  return dateOrders.filter(order => resolved(reading, order, thisYear) !== undefined)
}

function readingOf(text: string): Reading | undefined {
  if (text.length > longestDate) return undefined
  const trimmed = withAsciiDigits(text).trim()
  const first = trimmed.charCodeAt(0)
  // most cells of most columns are none
  const beginsWithDigit = first >= 0x30 && first <= 0x39
  if (!beginsWithDigit) return namedReading(trimmed) ?? numericReading(numeric.exec(withoutWeekday(trimmed)))
  if (/^\d+(?:\.\d+)?$/.test(trimmed)) return { digits: trimmed }
  const found = iso.exec(trimmed) ?? compact.exec(trimmed)
  if (found) {
    const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found
    return dated(`${year}-${month}-${day} ${hour}:${minute}:${second}`, offset(zone))
  }
  const signs = inSigns.exec(trimmed)
  if (signs) return dated(`${signs[1]}-${two(signs[2]!)}-${two(signs[3]!)}`, timeOf(signs[4]))
  const parts = numeric.exec(trimmed)
  return parts ? numericReading(parts) : namedReading(trimmed)
}

/** @param parts what `numeric` found */
function numericReading(parts: RegExpExecArray | null): Reading | undefined {
  const time = parts ? timeOf(parts[5]) : undefined
  return parts && time !== undefined ? { parts: [parts[1]!, parts[3]!, parts[4]!], time } : undefined
}

/** @returns what follows a day of the week, where figures do; '' for another text */
function withoutWeekday(text: string): string {
  const found = /^(\p{L}{2,12})\.?,?\s+(?=\d{1,4}[-/.])/u.exec(text)
  return found && nameLists().fillers.has(bareName(found[1]!)) ? text.slice(found[0].length) : ''
}

function dated(local: string, rest: string | undefined): Reading | undefined {
  if (rest === undefined) return undefined
  const date = local.length > 10 ? checked(local, rest) : checked(local + rest.slice(0, 9), rest.slice(9))
  return date === undefined ? undefined : { date }
}

/** `Jan 5, 2024`, `5 janv. 2024`, `Fri, 05 Jan 2024 14:30:00 +0100`: one month in words, and two numbers. */
function namedReading(text: string): Reading | undefined {
  // the lists of names are made for the first date that needs them: two numbers, and a word
  if (text.includes('@') || !/\d\D+\d/.test(text) || !/\p{L}{2}/u.test(text)) return undefined
  const { months, fillers } = nameLists()
  // Oracle writes full stops between hours, minutes and seconds
  const clock = /(?:^|[\s,T])(\d{1,2}(?:[:h]\d{2}|\.\d{2}\.\d{2}).*?)(\s\d{4})?$/i.exec(text)
  const time = timeOf(clock?.[1])
  if (time === undefined) return undefined
  const date = clock ? text.slice(0, clock.index) + (clock[2] ?? '') : text
  const numbers: string[] = []
  let month: number | undefined
  let monthAt = 0
  for (const [token] of date.matchAll(/\d+|[\p{L}\p{M}º]+\.?|[^\s\p{P}]/gu)) {
    if (/^\d/.test(token)) numbers.push(token)
    else {
      const name = bareName(token)
      const named = months.get(name)
      if (named !== undefined && month === undefined) {
        month = named
        monthAt = numbers.length
      } else if (!fillers.has(name)) return undefined
    }
  }
  const [one, other] = numbers
  if (month === undefined || one === undefined || other === undefined || numbers.length > 2) return undefined
  const year = one.length === 4 ? one : other.length === 4 ? other : undefined
  const day = year === one ? other : one
  if (year !== undefined) {
    return day.length > 2 ? undefined : dated(`${year}-${two(String(month))}-${two(day)}`, time)
  }
  if (one.length > 2 || other.length > 2 || monthAt > 1) return undefined
  const name = String(month)
  return { parts: monthAt === 0 ? [name, one, other] : [one, name, other], month, time }
}

function resolved(reading: Reading, order: DateOrder, thisYear: number): string | undefined {
  if ('date' in reading) return reading.date
  if ('digits' in reading) return ofDigits(reading.digits, order)
  const [one, middle, three] = reading.parts
  const isShort = hasShortYears(order)
  let places: readonly [string, string, string]
  switch (order) {
    case 'ymd':
    case 'ymd2':
      places = [one, middle, three]
      break
    case 'dmy':
    case 'dmy2':
      places = [three, middle, one]
      break
    case 'mdy':
    case 'mdy2':
      places = [three, one, middle]
      break
    case 'unix':
    case 'serial':
      return undefined
  }
  const [year, month, day] = places
  // where the month is in words, it can stand in its own place only
  if (reading.month !== undefined && month !== String(reading.month)) return undefined
  if (month.length > 2 || day.length > 2 || (year.length !== 4 && !(isShort && year.length === 2))) return undefined
  const full = year.length === 4 ? year : centuryOf(Number(year), thisYear)
  return checked(`${full}-${two(month)}-${two(day)}${reading.time.slice(0, 9)}`, reading.time.slice(9))
}

function centuryOf(year: number, thisYear: number): string {
  const century = thisYear - (thisYear % 100)
  return String(century + year <= thisYear ? century + year : century - 100 + year)
}

const msOfDay = 86_400_000
/** Days of 1927 to 2064 as spreadsheets count them, which smaller and larger numbers hardly ever are. */
const serials = { first: 10_000, last: 60_000, day0: Date.UTC(1899, 11, 30) } as const

function ofDigits(digits: string, order: DateOrder): string | undefined {
  if (order === 'unix' && /^\d{9,10}$/.test(digits)) return atInstant(Number(digits) * 1000, '+00')
  // thousandths, of 2001 to 2033: most longer numbers that begin otherwise are of telephones
  if (order === 'unix' && /^1\d{12}$/.test(digits)) return atInstant(Number(digits), '+00')
  if (order === 'ymd' && /^(?:1[89]|20|21)\d{6}$/.test(digits)) {
    return checked(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)} 00:00:00`, '')
  }
  const serial = Number(digits)
  if (order !== 'serial' || !(serial >= serials.first && serial < serials.last)) return undefined
  return atInstant(serials.day0 + Math.round((serial * msOfDay) / 1000) * 1000, '')
}

function atInstant(ms: number, zone: string): string | undefined {
  return checked(new Date(ms).toISOString().slice(0, 19).replace('T', ' '), zone)
}

/** @returns ` HH:MM:SS` and an offset; midnight without a time, undefined for another text */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return ' 00:00:00'
  const found = timeOfDay.exec(text)
  if (!found) return undefined
  const [, hour = '', minute = '', second = '00', half, zone] = found
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  return ` ${two(String(hours))}:${minute}:${second}${offset(zone)}`
}

function checked(local: string, zone: string): string | undefined {
  return parseLocalTime(local) === undefined ? undefined : local + zone
}

function two(part: string): string {
  return part.padStart(2, '0')
}

function offset(zone: string | undefined): string {
  if (zone === undefined) return ''
  return /^(?:Z|UTC|GMT)$/i.test(zone) ? '+00' : zone
}
