/**
 * Recipients of one campaign that are due at different times. Each recipient belongs to a wave. A chunk of the audience is numbered in the order
 * of its waves, and the numbers of a wave become ranges that no sender claims before the wave is due: released leases with `due_at`
 * (ledger/leases.ts). All of the chunk's numbers are in such ranges, so `campaign_totals.next_number` is behind it. Claiming, handing over, settling,
 * pausing and cancelling know nothing of waves.
 * See docs/decisions/campaigns.md#recipients-that-are-due-at-different-times.
 */

import { addOpen, type Hours } from '../../lib/zones.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import type { Exclusion } from '../ledger/exclusion.ts'
import { insertWaitingRanges, type WaitingRange } from '../ledger/leases.ts'

export interface Wave {
  /** No sender claims it before: a date of ISO 8601, `-infinity` for at once, or `infinity` until something else sets `leases.due_at`. */
  readonly dueAt: string
  /** Why its recipients get nothing, in the words of the log. Absent: they get the mail. */
  readonly leftOut?: Exclusion
  /** Whose clock `dueAt` and the allowed hours are of. Absent: the wave depends on no clock. */
  readonly timeZone?: string
  /** True if the zone of its recipients is not known, and `timeZone` is that of the client. */
  readonly isUnknown?: boolean
  /** True if its recipients get the variants of a test, false if they are the others of one (variants.ts). Absent: there is no test. */
  readonly isTested?: boolean
}

/** The waves of a campaign and the rule by which its recipients belong to them. It is kept as JSON until the audience is all frozen. */
export interface Waves {
  /**
   * In the order of their numbers: all parts of the first group, then all parts of the second. With `everyMinutes` one for each group, which is its
   * first part.
   */
  readonly waves: readonly Wave[]
  /** Minutes of allowed time between two parts of a group. */
  readonly everyMinutes?: number
  /** The allowed hours of the campaign, on the clocks of the waves. Absent: all. */
  readonly hours?: Hours
  /** Finds the group of a recipient. Absent: one group. */
  readonly groups?: FieldGroups
  /** Relative sizes of the parts into which each group is divided at random. Absent: one part. */
  readonly shares?: readonly number[]
}

/** Groups by the value of a custom field. */
export interface FieldGroups {
  /** Of the custom field, without brackets. */
  readonly key: string
  /** The number of the group for each known value, in the form of `normalise`. */
  readonly byValue: Readonly<Record<string, number>>
  /** The group of all others. */
  readonly otherwise: number
}

/** Recipients of a wave in a chunk that was just numbered. */
export interface WaveCount {
  readonly wave: number
  readonly recipients: number
}

/** Numbers of one wave, both inclusive. */
export interface WaveSpan extends Wave {
  readonly low: number
  readonly high: number
}

/** Recipients of a range; senders claim new ranges of the same size. */
const usualRangeSize = 4000

/** The number of the wave of a subscriber `s`. */
export function waveOf(sql: Sql, { campaignId }: CampaignKey, { groups, shares = [1] }: Waves): Fragment {
  const group = groups ? groupOf(sql, groups) : sql`0`
  return shares.length === 1 ? group : sql`(${group} * ${shares.length}::integer + ${shareOf(sql, campaignId, shares)})`
}

/** The number of the group of a subscriber `s`. */
export function groupOf(sql: Sql, { key, byValue, otherwise }: FieldGroups): Fragment {
  return sql`coalesce((${sql.json(byValue)}::jsonb ->> ${normalise(sql, sql`s.fields ->> ${key}::text`)})::integer, ${otherwise}::integer)`
}

/** A value as the keys of `byValue` are written. Letters beyond ASCII keep their case where the collation of the database is C. */
export function normalise(sql: Sql, value: Fragment): Fragment {
  return sql`lower(btrim(${value}))`
}

/** A hash that PostgreSQL keeps stable, because hash partitions depend on it; another one in each campaign. */
function shareOf(sql: Sql, campaignId: number, shares: readonly number[]): Fragment {
  const upTo = (count: number) => shares.slice(0, count).reduce((sum, share) => sum + share, 0)
  const limits = shares.slice(1).map((_, n) => Math.round((upTo(n + 1) / upTo(shares.length)) * 2 ** 32))
  return sql`width_bucket(hashint8extended(s.id, ${campaignId}::bigint) & 4294967295, ${limits}::bigint[])`
}

/** The numbers of each wave of a chunk that was numbered in the order of its waves. @param numbered recipients before the chunk */
export function spansOf(waves: Waves, counts: readonly WaveCount[], numbered: number): readonly WaveSpan[] {
  const read = waveReader(waves)
  let low = numbered + 1
  return counts.map(({ wave, recipients }) => {
    const span = { ...read(wave), low, high: low + recipients - 1 }
    low += recipients
    return span
  })
}

/** Reads waves by their numbers; the times of the parts of a group are computed once. */
function waveReader({ waves, everyMinutes, hours, shares = [1] }: Waves): (wave: number) => Wave {
  if (everyMinutes === undefined) return wave => waves[wave]!
  const timesAfter = shares.map((_, part) => part * everyMinutes * 60_000)
  const times = new Map<number, readonly number[]>()
  return number => {
    const [group, part] = [Math.floor(number / shares.length), number % shares.length]
    const wave = waves[group]!
    let ofGroup = times.get(group)
    if (!ofGroup) {
      const at = Date.parse(wave.dueAt)
      ofGroup = hours ? addOpen(hours, wave.timeZone!, at, timesAfter) : timesAfter.map(time => at + time)
      times.set(group, ofGroup)
    }
    return { ...wave, dueAt: new Date(ofGroup[part]!).toISOString() }
  }
}

/** Excludes the recipients of waves that are left out. @returns how many */
export async function excludeLeftOut(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  spans: readonly WaveSpan[],
  at: Date,
): Promise<number> {
  const out = spans.filter(({ leftOut }) => leftOut !== undefined)
  if (out.length === 0) return 0
  const [row] = await sql<{ excluded: number }[]>`
    with shut as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
      select ${clientId}, ${campaignId}, n.number, 1, 'excluded', ${at}, o.reason
      from unnest(
        ${out.map(({ low }) => low)}::integer[], ${out.map(({ high }) => high)}::integer[],
        ${out.map(({ leftOut }) => leftOut!)}::text[]
      ) as o (low, high, reason)
      cross join lateral generate_series(o.low, o.high) n (number)
      -- others are excluded already
      on conflict do nothing
      returning 1
    )
    select count(*)::integer as excluded from shut`
  return row!.excluded
}

/**
 * Makes ranges of the waves of a chunk, in its transaction. The counters of the campaign contain the chunk already.
 * @param rangeSize recipients of a range
 */
export async function holdWaves(
  sql: Transaction,
  key: CampaignKey,
  spans: readonly WaveSpan[],
  at: Date,
  rangeSize = usualRangeSize,
): Promise<void> {
  const ranges = spans.flatMap(span => rangesOf(span, rangeSize))
  await insertWaitingRanges(sql, key, ranges, at)
  await countZones(sql, key, spans)
}

/** Adds recipients of a chunk to those of their zones. */
async function countZones(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  spans: readonly WaveSpan[],
): Promise<void> {
  const zones = new Map<string, WaveSpan & { timeZone: string; recipients: number }>()
  for (const span of spans) {
    const { timeZone, isUnknown = false, low, high } = span
    if (timeZone === undefined) continue
    const name = `${timeZone} ${isUnknown}`
    const before = zones.get(name)
    // the parts of a group come in the order of their times
    zones.set(name, { ...(before ?? span), timeZone, recipients: (before?.recipients ?? 0) + high - low + 1 })
  }
  const rows = [...zones.values()]
  if (rows.length === 0) return
  await sql`
    insert into campaign_zones (client_id, campaign_id, time_zone, is_known, due_at, left_out, recipients)
    select ${clientId}, ${campaignId}, time_zone, is_known, due_at, left_out, recipients
    from unnest(
      ${rows.map(({ timeZone }) => timeZone)}::text[], ${rows.map(({ isUnknown }) => !isUnknown)}::boolean[],
      ${rows.map(({ dueAt }) => dueAt)}::timestamptz[], ${rows.map(({ leftOut }) => leftOut !== undefined)}::boolean[],
      ${rows.map(({ recipients }) => recipients)}::integer[]
    ) as z (time_zone, is_known, due_at, left_out, recipients)
    on conflict (client_id, campaign_id, time_zone, is_known) do update
    set recipients = campaign_zones.recipients + excluded.recipients, due_at = least(campaign_zones.due_at, excluded.due_at)`
}

function rangesOf({ low, high, dueAt, leftOut, timeZone }: WaveSpan, size: number): readonly WaitingRange[] {
  const count = Math.ceil((high - low + 1) / size)
  return Array.from({ length: count }, (_, n) => {
    const first = low + n * size
    return { low: first, high: Math.min(first + size - 1, high), dueAt, timeZone, done: leftOut !== undefined }
  })
}
