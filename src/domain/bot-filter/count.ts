/** What one recipient adds to the numbers of a campaign: a pure function of hits and verdicts, so that it can be replaced. */
import type { Engaged, RawHit } from '../../store/tracking/classified.ts'
import { type MailProgram, programOf } from './mail-programs.ts'
import type { Verdict } from './verdicts.ts'

/** [opens, of these people's, clicks, of these people's] */
export type Counts = readonly [opens: number, humanOpens: number, clicks: number, humanClicks: number]

export interface Counted {
  /** Loads of the pixel, and clicks; GET only. */
  readonly all: Counts
  /** By hour since 1970, of UTC. */
  readonly hours: Readonly<Record<string, Counts>>
  /** By number of the link: clicks and people's clicks. */
  readonly links: Readonly<Record<string, readonly [clicks: number, humanClicks: number]>>
  /** What a person reads mail with; absent where none is known to have read it. */
  readonly program?: MailProgram | undefined
}

export const nothingCounted: Counted = { all: [0, 0, 0, 0], hours: {}, links: {} }

/** Verdicts are of the hits at the same places. HEAD requests count nowhere. */
export function count(hits: readonly RawHit[], verdicts: readonly Verdict[]): Counted {
  const all: Tally = [0, 0, 0, 0]
  const hours: Record<string, Tally> = {}
  const links: Record<string, [number, number]> = {}
  for (const [place, { link, at, method }] of hits.entries()) {
    if (method === 'HEAD') continue
    const person = verdicts[place]!.machine ? 0 : 1
    const hour = Math.floor(at / 3_600_000)
    hours[hour] ??= [0, 0, 0, 0]
    for (const tally of [all, hours[hour]]) {
      tally[link === null ? 0 : 2]++
      tally[link === null ? 1 : 3] += person
    }
    if (link === null) continue
    links[link] ??= [0, 0]
    links[link][0]++
    links[link][1] += person
  }
  return { all, hours, links, program: programOf(hits, verdicts) }
}

type Tally = [number, number, number, number]

/** Sums of both; a program that is known stays. */
export function addCounted(one: Counted, other: Counted): Counted {
  return {
    all: addTallies(one.all, other.all),
    hours: addByKey(one.hours, other.hours, addTallies),
    links: addByKey(one.links, other.links, ([a, b], [c, d]) => [a + c, b + d] as const),
    program: one.program ?? other.program,
  }
}

function addTallies([a, b, c, d]: Counts, [e, f, g, h]: Counts): Counts {
  return [a + e, b + f, c + g, d + h]
}

function addByKey<Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  add: (one: Value, other: Value) => Value,
): Readonly<Record<string, Value>> {
  const sums: Record<string, Value> = { ...one }
  for (const [key, value] of Object.entries(other)) sums[key] = sums[key] === undefined ? value : add(sums[key], value)
  return sums
}

export function engagementOf({ all: [opens, humanOpens, clicks, humanClicks] }: Counted): Engaged {
  const acted = humanOpens + humanClicks > 0 ? 1 : 0
  return {
    opens,
    clicks,
    machineOpens: opens - humanOpens,
    machineClicks: clicks - humanClicks,
    humanOpens: Math.max(humanOpens, acted),
    humanUniqueOpens: acted,
    humanClicks,
    humanUniqueClicks: humanClicks > 0 ? 1 : 0,
  }
}
