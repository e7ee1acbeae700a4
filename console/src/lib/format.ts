/** Numbers and dates as the reader writes them. */
import { i18n } from '@lingui/core'
import { zoneName } from '../../../src/lib/zone-name.ts'

export { zoneName }

/** The language of the console, as it is written where the reader is: `en-GB` writes other dates than `en-US`. */
export function locale(): string {
  // `pseudo` is no language of Intl
  const language = i18n.locale === 'pseudo' ? 'en' : i18n.locale
  return navigator.languages.find(tag => tag.split('-')[0] === language && tag !== language) ?? language
}

export function number(value: number): string {
  return numberFormat('whole', {}).format(value)
}

/** `812 KB`: the letters are the same in every language of the console. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${number(bytes)} B`
  if (bytes < 1_000_000) return `${number(Math.round(bytes / 1000))} KB`
  const [unit, letters] = bytes < 1_000_000_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB']
  return `${number(Math.round((bytes / unit) * 10) / 10)} ${letters}`
}

/** `41 seconds`, `3 minutes`: a length of time in its largest unit. */
export function duration(seconds: number): string {
  const [unit, length] =
    seconds < 120
      ? ['second', 1]
      : seconds < 7_200
        ? ['minute', 60]
        : seconds < 172_800
          ? ['hour', 3_600]
          : ['day', 86_400]
  return numberFormat(`long ${unit}`, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / length))
}

/** @returns `Eva, Rosa and Max` */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names)
}

/** Fewer deliveries make a percentage of one person. */
const fewestForPercent = 100

/** @returns `21.4 %` in the reader's spelling; undefined where the whole is too small for one */
export function percentage(count: number, total: number): string | undefined {
  if (total < fewestForPercent) return undefined
  const share = count / total
  // small shares are what complaints and bounces are judged by
  const digits = share > 0 && share < 0.01 ? 2 : 1
  return numberFormat(`percent ${digits}`, { style: 'percent', maximumFractionDigits: digits }).format(share)
}

/**
 * A date as the service returns it: wall-clock time of a zone named beside it, so it is shown unchanged and never converted.
 * @param text `2026-03-20 10:30:00`, or `2026-03-20`
 * @returns '' for ''
 */
export function dateTime(text: string | undefined): string {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)(?:[ T](\d+):(\d+))?/.exec(text ?? '') ?? []
  if (year === undefined) return text ?? ''
  const moment = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)),
  )
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  if (hour === undefined) return dateFormat('date', date).format(moment)
  return dateFormat('date and time', { ...date, hour: '2-digit', minute: '2-digit' }).format(moment)
}

/** The time of a date, on the same clock. @param text `2026-03-20 10:30:00` */
export function timeOf(text: string): string {
  const [, hour, minute] = /[ T](\d+):(\d+)/.exec(text) ?? []
  if (hour === undefined) return ''
  return dateFormat('time', { hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.UTC(1970, 0, 1, Number(hour), Number(minute))),
  )
}

/** The time of a date with its seconds, by which moments of one minute differ. @param text `2026-03-20 10:30:05` */
export function secondsOf(text: string): string {
  const [, hour, minute, second] = /[ T](\d+):(\d+):(\d+)/.exec(text) ?? []
  if (hour === undefined) return ''
  return dateFormat('seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(
    new Date(Date.UTC(1970, 0, 1, Number(hour), Number(minute), Number(second))),
  )
}

/** A day in a chart. @param at seconds since 1970 of wall-clock time written in UTC */
export function dayOf(at: number): string {
  return dateFormat('day', { month: 'short', day: 'numeric' }).format(new Date(at * 1000))
}

/** An hour in a chart. @param at as for dayOf */
export function hourOf(at: number): string {
  return dateFormat('hour', { month: 'short', day: 'numeric', hour: 'numeric' }).format(new Date(at * 1000))
}

/** `2026-03` as a reader says it. */
export function month(text: string): string {
  const [, year, number] = /^(\d+)-(\d+)/.exec(text) ?? []
  if (year === undefined) return text
  const moment = new Date(Date.UTC(Number(year), Number(number) - 1))
  return dateFormat('month', { year: 'numeric', month: 'long' }).format(moment)
}

/**
 * Choices of a time zone by their cities: all that the browser knows, and the present one, which may be a display string of the wires.
 */
export function timeZoneChoices(present: string): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([present, ...Intl.supportedValuesOf('timeZone')])]
    .map(value => ({ value, label: zoneName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale()))
}

/** Formats by name and language: making one takes a browser as long as writing a hundred numbers, and a table has hundreds of cells. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** @param name of the options, a different one for different options */
function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${name}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' })
  dateFormats.set(key, format)
  return format
}

/** @param name of the options, a different one for different options */
function numberFormat(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${name}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(), options)
  numberFormats.set(key, format)
  return format
}

/** @param weekday 1 for Monday to 7 for Sunday */
export function weekdayName(weekday: number, length: 'long' | 'short'): string {
  // 1 January 2024 was a Monday
  return dateFormat(`weekday ${length}`, { weekday: length }).format(new Date(Date.UTC(2024, 0, weekday)))
}

/** An hour of the day, `9:00` or `9 AM`. */
export function hourOfDay(hour: number): string {
  return dateFormat('hour of day', { hour: 'numeric', minute: '2-digit' }).format(new Date(Date.UTC(2024, 0, 1, hour)))
}

/** `21.4 %` of a rate from 0 to 1, whatever it is of. */
export function percentOf(rate: number): string {
  const digits = rate > 0 && rate < 0.01 ? 2 : 1
  return numberFormat(`percent ${digits}`, { style: 'percent', maximumFractionDigits: digits }).format(rate)
}

/** `+9.1`, `−0.02`: a difference of two rates from 0 to 1, in points of percent. */
export function percentPoints(difference: number): string {
  const points = difference * 100
  const digits = Math.abs(points) < 1 ? 2 : 1
  return numberFormat(`points ${digits}`, { maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format(points)
}
