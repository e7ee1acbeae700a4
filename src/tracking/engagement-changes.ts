/** Changes to the numbers of campaigns after recipients were classified: differences only. */

import { engagementOf } from '../domain/bot-filter/count.ts'
import type { EngagementSums, HourSums, LinkSums, ProgramSums } from '../store/tracking/classified.ts'
import type { EngagedHour } from '../store/tracking/contact-engagement.ts'
import type { Examined } from './examined.ts'

export interface Changes {
  /** A row for each campaign, changed or not: all of them were looked at. */
  readonly campaigns: readonly EngagementSums[]
  readonly ofLinks: readonly LinkSums[]
  readonly ofHours: readonly HourSums[]
  readonly ofPrograms: readonly ProgramSums[]
}

export function sumChanges(looked: readonly Examined[]): Changes {
  const campaigns = new Map<string, EngagementSums>()
  const ofLinks = new Map<string, LinkSums>()
  const ofHours = new Map<string, HourSums>()
  const ofPrograms = new Map<string, ProgramSums>()
  for (const { recipient, before, after } of looked) {
    const { clientId, campaignId } = recipient
    const key = `${campaignId}`
    campaigns.set(key, {
      ...plus(campaigns.get(key), difference(engagementOf(after), engagementOf(before))),
      clientId,
      campaignId,
    })
    for (const [program, recipients] of [
      [before.program, -1],
      [after.program, 1],
    ] as const) {
      if (!program) continue
      const key = JSON.stringify([campaignId, program.name, program.version])
      const sum = (ofPrograms.get(key)?.recipients ?? 0) + recipients
      ofPrograms.set(key, { ...program, clientId, campaignId, recipients: sum })
    }
    for (const link of keysOf(before.links, after.links)) {
      const key = `${campaignId} ${link}`
      const sums = plus(ofLinks.get(key), difference(linkSums(after.links[link]), linkSums(before.links[link])))
      ofLinks.set(key, { ...sums, clientId, campaignId, link: Number(link) })
    }
    for (const hour of keysOf(before.hours, after.hours)) {
      const key = `${campaignId} ${hour}`
      const sums = plus(ofHours.get(key), difference(hourSums(after.hours[hour]), hourSums(before.hours[hour])))
      ofHours.set(key, { ...sums, clientId, campaignId, hour: Number(hour) })
    }
  }
  return {
    campaigns: [...campaigns.values()],
    ofLinks: [...ofLinks.values()].filter(({ clicks, humanClicks }) => clicks !== 0 || humanClicks !== 0),
    ofHours: [...ofHours.values()].filter(
      ({ opens, humanOpens, clicks, humanClicks }) =>
        opens !== 0 || humanOpens !== 0 || clicks !== 0 || humanClicks !== 0,
    ),
    ofPrograms: [...ofPrograms.values()].filter(({ recipients }) => recipients !== 0),
  }
}

export interface EngagedHours {
  /** Hours in which people turned out to have opened or clicked. */
  readonly found: readonly EngagedHour[]
  /** Hours in which no person did after all. */
  readonly lost: readonly EngagedHour[]
}

/** The hours whose engagement by people differs from before: few recipients have any. */
export function findEngagedHours(looked: readonly Examined[]): EngagedHours {
  const found: EngagedHour[] = []
  const lost: EngagedHour[] = []
  for (const { recipient, before, after } of looked) {
    const { clientId, campaignId, number } = recipient
    for (const key of keysOf(before.hours, after.hours)) {
      const [was, is] = [byPeople(before.hours[key]), byPeople(after.hours[key])]
      const hour = { clientId, campaignId, number, hour: Number(key) }
      if ((is.opened && !was.opened) || (is.clicked && !was.clicked)) found.push({ ...hour, ...is })
      if ((was.opened && !is.opened) || (was.clicked && !is.clicked))
        lost.push({ ...hour, opened: was.opened && !is.opened, clicked: was.clicked && !is.clicked })
    }
  }
  return { found, lost }
}

/** A click proves an open. */
function byPeople([, opens, , clicks]: readonly number[] = [0, 0, 0, 0]) {
  return { opened: (opens ?? 0) + (clicks ?? 0) > 0, clicked: (clicks ?? 0) > 0 }
}

/** Member by member. */
function difference<T extends { readonly [Name in keyof T]: number }>(one: T, other: T): T {
  const names = Object.keys(one) as (keyof T)[] // all of them are numbers
  return Object.fromEntries(names.map(name => [name, one[name] - other[name]])) as T
}

/** Members of `more` are added to those of the same name, if there are any yet. */
function plus<T extends { readonly [Name in keyof T]: number }>(sums: Partial<T> | undefined, more: T): T {
  if (!sums) return more
  const names = Object.keys(more) as (keyof T)[] // all of them are numbers
  return Object.fromEntries(names.map(name => [name, (sums[name] ?? 0) + more[name]])) as T
}

const keysOf = (one: object, other: object) => new Set([...Object.keys(one), ...Object.keys(other)])

function linkSums([clicks, humanClicks]: readonly [number, number] = [0, 0]) {
  return {
    clicks,
    uniqueClicks: clicks > 0 ? 1 : 0,
    humanClicks,
    humanUniqueClicks: humanClicks > 0 ? 1 : 0,
  }
}

function hourSums([opens, humanOpens, clicks, humanClicks]: readonly number[] = [0, 0, 0, 0]) {
  return { opens: opens ?? 0, humanOpens: humanOpens ?? 0, clicks: clicks ?? 0, humanClicks: humanClicks ?? 0 }
}
