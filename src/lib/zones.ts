/**
 * Local times of time zones, and hours of the day in them. A zone is an IANA name, or a fixed offset such as `+05:30`. Local times are read as
 * PostgreSQL reads them (domain/text-rules/dates.ts): one that does not exist as long after the change of the clocks as it claims to be, one that comes
 * twice as the second.
 */

const minute = 60_000
const day = 86_400_000
/** Offsets of zones are multiples of it, so hours begin and end at multiples of it in every zone. */
export const quarter = 15 * minute

/** Hours in which something may happen. */
export interface Hours {
  /** Minutes of the day, multiples of 15; equal ones for all of the day, and `until` before `from` for hours over midnight. */
  readonly from: number
  readonly until: number
  /** Days of the week on which the hours begin, 1 (Monday) to 7. */
  readonly days: readonly number[]
}

const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 600

/** @throws RangeError for a zone that Node does not know */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    } as const)
    if (formats.size >= mostFormats) formats.clear()
    formats.set(zone, format)
  }
  return format
}

/** A fixed offset in milliseconds; undefined for a name. */
function fixedOffset(zone: string): number | undefined {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(zone)
  if (!match) return undefined
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * minute
}

/** The local time of an instant, as the milliseconds that it would be in UTC. */
export function toLocal(at: number, zone: string): number {
  const offset = fixedOffset(zone)
  if (offset !== undefined) return at + offset
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minutes, second) + (((at % 1000) + 1000) % 1000)
}

/** The instant of a local time. @param local as `toLocal` returns it */
export function fromLocal(local: number, zone: string): number {
  // clocks of a zone change at most once in two days
  const before = toLocal(local - day, zone) - (local - day)
  const after = toLocal(local + day, zone) - (local + day)
  const changed = local - after
  return toLocal(changed, zone) === local ? changed : local - before
}

/** @param local `YYYY-MM-DD HH:MM:SS` */
export function instantOf(local: string, zone: string): number {
  return fromLocal(Date.parse(`${local.replace(' ', 'T')}Z`), zone)
}

export function isOpen({ from, until, days }: Hours, zone: string, at: number): boolean {
  const local = toLocal(at, zone)
  const minutes = Math.floor((local - Math.floor(local / day) * day) / minute)
  const opensOn = (from < until || minutes >= from ? 0 : -1) + Math.floor(local / day)
  // 1970-01-01 was a Thursday
  const weekday = ((((opensOn + 3) % 7) + 7) % 7) + 1
  if (!days.includes(weekday)) return false
  if (from === until) return true
  return from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until
}

/** Quarters of an hour in which one is looked for: hours that a change of the clocks skips come again a week later. */
const furthest = (15 * day) / quarter

/** The instant from which hours are open: `at` itself if they are open. @throws RangeError for hours that are never open */
export function nextOpening(hours: Hours, zone: string, at: number): number {
  if (isOpen(hours, zone, at)) return at
  const first = (Math.floor(at / quarter) + 1) * quarter
  for (let n = 0; n < furthest; n++) if (isOpen(hours, zone, first + n * quarter)) return first + n * quarter
  throw new RangeError('hours that are never open')
}

/** The instant at which hours that are open close; Infinity if they do not within a week. */
export function nextClosing(hours: Hours, zone: string, at: number): number {
  const first = (Math.floor(at / quarter) + 1) * quarter
  for (let n = 0; n < (8 * day) / quarter; n++)
    if (!isOpen(hours, zone, first + n * quarter)) return first + n * quarter
  return Number.POSITIVE_INFINITY
}

/** The instants after so much time in which hours are open. @param times milliseconds, ascending */
export function addOpen(hours: Hours, zone: string, at: number, times: readonly number[]): readonly number[] {
  let opening = nextOpening(hours, zone, at)
  let closing = nextClosing(hours, zone, opening)
  let passed = 0
  return times.map(time => {
    while (time - passed >= closing - opening) {
      passed += closing - opening
      opening = nextOpening(hours, zone, closing)
      closing = nextClosing(hours, zone, opening)
    }
    return opening + time - passed
  })
}
