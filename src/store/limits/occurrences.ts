/**
 * A sliding-window counter of events within the last minutes, for limits that all processes share and that survive a
 * restart. Each occurrence is a row of the table `occurrences`; `purge.ts` deletes rows older than any
 * window. A count reads the rows of one subject within its window, so callers must not record more than their limit allows.
 * Counters in the memory of processes, or with a fixed window, are elsewhere: `domain/limits/rate-limit.ts`,
 * `store/limits/attempts.ts`, `delivery/range/recent.ts`.
 */
import type { Sql, Transaction } from '../connection/database.ts'

/** The kind of event and its subject, such as `test mail of account` and the id of the account. */
export interface Subject {
  readonly kind: string
  readonly subject: string
}

/**
 * Counts each subject within the last minutes. Unless the caller holds a lock, others may record at the same time.
 * @returns one count per subject, in order
 */
export async function countOccurrences(
  sql: Sql,
  wanted: readonly (Subject & { readonly withinMinutes: number })[],
): Promise<readonly number[]> {
  if (wanted.length === 0) return []
  const rows = await sql<{ count: number }[]>`
    select (
      select count(*)::integer from occurrences o
      where o.kind = wanted.kind and o.subject = wanted.subject and o.at > now() - make_interval(mins => wanted.minutes)
    ) as count
    from unnest(
      ${wanted.map(({ kind }) => kind)}::text[],
      ${wanted.map(({ subject }) => subject)}::text[],
      ${wanted.map(({ withinMinutes }) => withinMinutes)}::integer[]
    ) with ordinality as wanted (kind, subject, minutes, position)
    order by position`
  return rows.map(({ count }) => count)
}

/** Records each event now (the start of the transaction), `times` times (default 1). */
export async function recordOccurrences(
  sql: Sql,
  happened: readonly (Subject & { readonly times?: number })[],
): Promise<void> {
  if (happened.length === 0) return
  await sql`
    insert into occurrences (kind, subject)
    select happened.kind, happened.subject
    from unnest(
      ${happened.map(({ kind }) => kind)}::text[],
      ${happened.map(({ subject }) => subject)}::text[],
      ${happened.map(({ times = 1 }) => times)}::integer[]
    ) as happened (kind, subject, times), generate_series(1, happened.times)`
}

/** Deletes all occurrences of these subjects. @returns the number of deleted rows */
export async function forgetOccurrences(sql: Sql, subjects: readonly Subject[]): Promise<number> {
  const { count } = await sql`
    delete from occurrences o
    using unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subject }) => subject)}::text[]) as g (kind, subject)
    where o.kind = g.kind and o.subject = g.subject`
  return count
}

/**
 * Records each event, unless one of them has reached its limit within the last hour; then none is recorded. Calls about the same
 * subject are
 * serialised until the transaction ends.
 * @returns the first subject whose limit is reached, or undefined
 */
export async function takeWithinHour<Limited extends Subject & { readonly most: number }>(
  sql: Transaction,
  wanted: readonly Limited[],
): Promise<Limited | undefined> {
  // sorted, so that two transactions cannot deadlock
  const names = wanted.map(({ kind, subject }) => `${kind} ${subject}`).sort()
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
  const counts = await countOccurrences(
    sql,
    wanted.map(({ kind, subject }) => ({ kind, subject, withinMinutes: 60 })),
  )
  const full = wanted.find(({ most }, at) => counts[at]! >= most)
  if (!full) await recordOccurrences(sql, wanted)
  return full
}

export interface Slot {
  /** Whether it was free; then it is taken now. */
  readonly isFree: boolean
  /** When it is free again, where it was not. */
  readonly freeAt: Date
}

/**
 * Takes the slot of a subject, of which there is one within so many minutes. Transactions about one subject wait for each other until they
 * end.
 */
export async function takeSlot(sql: Transaction, { kind, subject }: Subject, minutes: number): Promise<Slot> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${subject}`}, 0))`
  const [row] = await sql<Slot[]>`
    with last as (
      select max(at) as at from occurrences
      where kind = ${kind} and subject = ${subject} and at > clock_timestamp() - make_interval(mins => ${minutes})
    ), taken as (
      insert into occurrences (kind, subject, at)
      select ${kind}, ${subject}, clock_timestamp() from last where at is null
    )
    select at is null as is_free, coalesce(at, clock_timestamp()) + make_interval(mins => ${minutes}) as free_at from last`
  return row!
}

/** Gives back the slot that was taken last. */
export async function returnSlot(sql: Sql, { kind, subject }: Subject): Promise<void> {
  await sql`
    delete from occurrences
    where kind = ${kind} and subject = ${subject}
      and at = (select max(at) from occurrences where kind = ${kind} and subject = ${subject})`
}

/** Serialises limited actions of an account until the transaction ends. */
export async function lockAccount(sql: Transaction, accountId: number): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`
}
