/**
 * Recipients of one campaign that are due at different times. Each recipient belongs to a wave. A chunk of the audience is numbered in the order
 * of its waves, and the numbers of a wave become ranges that no sender claims before the wave is due: released leases with `due_at`
 * (ledger/leases.ts). All of the chunk's numbers are in such ranges, so `campaign_totals.next_number` is behind it. Claiming, handing over, settling,
 * pausing and cancelling know nothing of waves.
 * See docs/decisions/campaigns.md#recipients-that-are-due-at-different-times.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { nextToken } from '../jobs/claiming.ts'
import type { CampaignKey } from '../keys.ts'
import { leaseClaims } from '../ledger/leases.ts'

export interface Wave {
  /** No sender claims it before: a date of ISO 8601, `-infinity` for at once, or `infinity` until something else sets `leases.due_at`. */
  readonly dueAt: string
  /** Why its recipients get nothing, in the words of the log. Absent: they get the mail. */
  readonly leftOut?: string
  /** Its recipients get the variants of a test (variants.ts). */
  readonly isTested?: true
}

/** The waves of a campaign and the rule by which its recipients belong to them. It is kept as JSON until the audience is all frozen. */
export interface Waves {
  /** In the order of their numbers: all parts of the first group, then all parts of the second. */
  readonly waves: readonly Wave[]
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
export function spansOf({ waves }: Waves, counts: readonly WaveCount[], numbered: number): readonly WaveSpan[] {
  let low = numbered + 1
  return counts.map(({ wave, recipients }) => {
    const span = { ...waves[wave]!, low, high: low + recipients - 1 }
    low += recipients
    return span
  })
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
  { clientId, campaignId }: CampaignKey,
  spans: readonly WaveSpan[],
  at: Date,
  rangeSize = usualRangeSize,
): Promise<void> {
  const ranges = spans.flatMap(span => rangesOf(span, rangeSize))
  if (ranges.length === 0) return
  // none of them was ever held: one token for all fences nothing off
  const token = await nextToken(sql, leaseClaims.sequence!)
  await sql`
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, due_at, done)
    select ${clientId}, ${campaignId}, low, high, '', ${token}, ${at}, due_at, done
    from unnest(
      ${ranges.map(({ low }) => low)}::integer[], ${ranges.map(({ high }) => high)}::integer[],
      ${ranges.map(({ dueAt }) => dueAt)}::timestamptz[], ${ranges.map(({ leftOut }) => leftOut !== undefined)}::boolean[]
    ) as r (low, high, due_at, done)`
  await sql`
    update campaign_totals t set next_number = ${ranges.at(-1)!.high + 1}
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
}

function rangesOf(span: WaveSpan, size: number): readonly WaveSpan[] {
  const count = Math.ceil((span.high - span.low + 1) / size)
  return Array.from({ length: count }, (_, n) => {
    const low = span.low + n * size
    return { ...span, low, high: Math.min(low + size - 1, span.high) }
  })
}
