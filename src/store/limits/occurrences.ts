/**
 * The sliding-window counter: how often something happened within the last minutes, for limits that all processes share and
 * that outlive a restart. Each occurrence is a row of the table `occurrences`; `purge.ts` deletes rows that are older than any
 * window. Counting reads the rows of one subject within its window, so callers record no more than their limit lets happen.
 * What is counted in the memory of processes, or in a fixed window, is another kind: `domain/limits/rate-limit.ts`,
 * `store/limits/attempts.ts`, `delivery/range/recent.ts`.
 */
import type { Sql, Transaction } from '../connection/database.ts'

/** What happens and to what, such as `test mail of account` and the id of the account. */
export interface Subject {
  readonly kind: string
  readonly subject: string
}

/** Counts each subject within the last minutes. Without a lock that the caller takes, others may record at the same time. @returns one count for each, in order */
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

/** Records that each happened now (the start of the transaction), `times` times; once unless given. */
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

/** Forgets all that happened to these subjects. @returns how many rows went */
export async function forgetOccurrences(sql: Sql, subjects: readonly Subject[]): Promise<number> {
  const { count } = await sql`
    delete from occurrences o
    using unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ subject }) => subject)}::text[]) as g (kind, subject)
    where o.kind = g.kind and o.subject = g.subject`
  return count
}

/**
 * Records that each happened, unless one of them happened as often as it may within the last hour; then none is recorded. What
 * happens to one subject is counted one after another, until the transaction ends.
 * @returns the first that may not happen, or undefined
 */
export async function takeWithinHour<Limited extends Subject & { readonly most: number }>(
  sql: Transaction,
  wanted: readonly Limited[],
): Promise<Limited | undefined> {
  // in one order, so that two transactions do not wait for each other
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

/** Has what one account may do so often be counted one after another, until the transaction ends. */
export async function lockAccount(sql: Transaction, accountId: number): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`
}
