/** Token buckets that several processes use: each says now and then how much it took, and is told what is left of it. */
import type { Sql } from '../connection/database.ts'

/** Tokens gained per second, and how many a bucket holds. */
export interface BucketSize {
  readonly perSecond: number
  readonly burst: number
}

/** What a process took of a subject's bucket since it last said so. */
export interface Taken {
  readonly subject: string
  readonly tokens: number
}

/**
 * Takes tokens out of the buckets of a kind, which begin full. What processes took before they knew of each other is owed: a bucket may go below zero,
 * to minus what it holds at most.
 * @param taken each subject once
 * @returns what is left by subject
 */
export async function takeShared(
  sql: Sql,
  kind: string,
  { perSecond, burst }: BucketSize,
  taken: readonly Taken[],
): Promise<ReadonlyMap<string, number>> {
  // in one order, so that two processes do not wait for each other; a clock that went back fills nothing and takes nothing
  const rows = await sql<{ subject: string; tokens: number }[]>`
    insert into shared_buckets as b (kind, subject, tokens)
    select ${kind}, subject, greatest(${burst}::double precision - taken, -${burst}::double precision)
    from unnest(
      ${taken.map(({ subject }) => subject)}::text[], ${taken.map(({ tokens }) => tokens)}::double precision[]
    ) as given (subject, taken)
    order by subject
    on conflict (kind, subject) do update set
      tokens = greatest(
        least(${burst}, b.tokens + greatest(extract(epoch from now() - b.at)::double precision, 0) * ${perSecond})
          - (${burst} - excluded.tokens),
        -${burst}::double precision),
      at = greatest(b.at, now())
    returning subject, tokens`
  return new Map(rows.map(({ subject, tokens }) => [subject, tokens]))
}
