/** Counts, rates and dates as the reader of a report writes them. */
import { localeOf, type Texts } from '../texts.ts'

export interface Format {
  readonly count: (value: number) => string
  /** @param rate from 0 to 1 */
  readonly percent: (rate: number) => string
  /** @param local `YYYY-MM-DD HH:MM:SS` in the time zone of the report */
  readonly day: (local: string) => string
  readonly dayAndTime: (local: string) => string
  /** `March 2026`. @param day of the month, `YYYY-MM-DD` */
  readonly month: (day: string) => string
  /** The instant in a time zone. */
  readonly now: (at: Date, timeZone: string) => string
}

export function formatFor(texts: Texts): Format {
  const locale = localeOf(texts)
  const counts = new Intl.NumberFormat(locale)
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const fine = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const finest = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
  // local times come without an offset: they are read and written in UTC
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return {
    count: value => counts.format(value),
    percent(rate) {
      // a complaint in a thousand matters, a hundredth of an opening does not
      if (rate === 0 || rate >= 0.2) return whole.format(rate)
      return (rate >= 0.01 ? fine : finest).format(rate)
    },
    day: local => day.format(instantOf(local)),
    dayAndTime: local => dayAndTime.format(instantOf(local)),
    month: text => month.format(instantOf(`${text} 00:00:00`)),
    now: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at),
  }
}

/** A local time as if it were of UTC. */
export function instantOf(local: string): Date {
  return new Date(`${local.replace(' ', 'T')}Z`)
}

/** The other way round. */
export function localOf(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}
