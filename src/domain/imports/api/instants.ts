/** Times of another program, which it writes in a time zone of its own. */

const local = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/

/**
 * @param timeZone IANA name; undefined where it is not known: the time stays without an offset
 * @returns the time in UTC with an offset, or the text as it is where it is no local time. Of an hour that a zone repeats, the first
 */
export function instantIn(text: string, timeZone: string | undefined): string {
  const found = local.exec(text)
  if (!found || timeZone === undefined) return text
  const [year, month, day, hour, minute, second = 0] = found.slice(1).map(part => Number(part ?? 0))
  const asUtc = Date.UTC(year!, month! - 1, day, hour, minute, second)
  if (Number.isNaN(asUtc)) return text
  // the offset of a zone is that of an instant: taken near it, and again at it
  const near = asUtc - offsetAt(asUtc, timeZone)
  const at = asUtc - offsetAt(near, timeZone)
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that a zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const numeric = 'numeric' as const
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    formats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return (
    Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second) -
    Math.floor(instant / 1000) * 1000
  )
}
