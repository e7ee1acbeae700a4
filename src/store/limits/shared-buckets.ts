/** Token buckets shared by several processes: each reports periodically how much it took, and gets what is left. */
import type { Sql } from '../connection/database.ts'

/** Tokens gained per second, and the capacity of a bucket. */
export interface BucketSize {
  readonly perSecond: number
  readonly burst: number
}

/** Tokens that a process took from a subject's bucket since its last report. */
export interface Taken {
  readonly subject: string
  readonly tokens: number
}

/**
 * Takes tokens from the buckets of a kind, which begin full. Tokens that several processes took before they knew of each other are owed: a
 * bucket can become negative, down to minus its capacity.
 * @param taken each subject once
 * @returns remaining tokens by subject
 */
export async function takeShared(
  sql: Sql,
  kind: string,
  { perSecond, burst }: BucketSize,
  taken: readonly Taken[],
): Promise<ReadonlyMap<string, number>> {
  // sorted, so that two processes cannot deadlock; a clock that went back neither fills nor takes
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
