/** Numbers and dates as the reader writes them. */
import { i18n } from '@lingui/core'

/** The language of the console, as it is written where the reader is: `en-GB` writes other dates than `en-US`. */
export function locale(): string {
  // `pseudo` is no language of Intl
  const language = i18n.locale === 'pseudo' ? 'en' : i18n.locale
  return navigator.languages.find(tag => tag.split('-')[0] === language && tag !== language) ?? language
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}

/** @returns `Eva, Rosa and Max` */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names)
}

/** Fewer deliveries make a percentage of one person. */
const fewestForPercent = 100

/** @returns `21.4 %` in the reader's spelling; undefined where the whole is too small for one */
export function percentage(count: number, of: number): string | undefined {
  if (of < fewestForPercent) return undefined
  const share = count / of
  // small shares are what complaints and bounces are judged by
  const digits = share > 0 && share < 0.01 ? 2 : 1
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: digits }).format(share)
}

/**
 * A date as the service says it: wall-clock time of a zone that stands beside it, so it is shown as it is and never converted.
 * @param text `2026-03-20 10:30:00`, or `2026-03-20`
 * @returns '' for ''
 */
export function dateTime(text: string | undefined): string {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+)(?:[ T](\d+):(\d+))?/.exec(text ?? '') ?? []
  if (year === undefined) return text ?? ''
  const moment = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)),
  )
  const time = hour === undefined ? {} : ({ hour: '2-digit', minute: '2-digit' } as const)
  return new Intl.DateTimeFormat(locale(), {
    ...{ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...time,
  }).format(moment)
}

/** A day in a chart. @param at seconds since 1970 of wall-clock time written in UTC */
export function dayOf(at: number): string {
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale(), options).format(new Date(at * 1000))
}

/** An hour in a chart. @param at as for dayOf */
export function hourOf(at: number): string {
  const options = { month: 'short', day: 'numeric', hour: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale(), options).format(new Date(at * 1000))
}

/** `2026-03` as a reader says it. */
export function month(text: string): string {
  const [, year, number] = /^(\d+)-(\d+)/.exec(text) ?? []
  if (year === undefined) return text
  return new Intl.DateTimeFormat(locale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(Number(year), Number(number) - 1)),
  )
}

/** All zones that the browser knows. */
export function timeZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone')
}
