/** Token buckets of relays and recipients' domains, shared by all senders. A row stores when the bucket will be full again. */
import type { Database } from '../connection/database.ts'

/** Buckets that are not full, with the time when they will be full. */
export async function loadBuckets(db: Database, now: Date): Promise<ReadonlyMap<string, Date>> {
  const rows = await db<{ key: string; fullAt: Date }[]>`
    select key, full_at from throttle_buckets where full_at > ${now}`
  return new Map(rows.map(({ key, fullAt }) => [key, fullAt]))
}

/**
 * Spends from each bucket.
 * @param spent in milliseconds of refilling
 * @returns when these buckets will be full
 */
export async function spendFromBuckets(
  db: Database,
  spent: ReadonlyMap<string, number>,
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  // sorted, or two senders could deadlock
  const keys = [...spent.keys()].sort()
  const rows = await db<{ key: string; fullAt: Date }[]>`
    insert into throttle_buckets as bucket (key, full_at)
    select key, ${now}::timestamptz + ms * interval '1 millisecond'
    from unnest(${keys}::text[], ${keys.map(key => spent.get(key)!)}::float8[]) as spent (key, ms)
    on conflict (key) do update
    set full_at = greatest(bucket.full_at, ${now}) + (excluded.full_at - ${now})
    returning key, full_at`
  return new Map(rows.map(({ key, fullAt }) => [key, fullAt]))
}

/** Deletes full buckets, which need no row. */
export async function forgetFullBuckets(db: Database, now: Date): Promise<void> {
  await db`delete from throttle_buckets where full_at <= ${now}`
}
