/** Failed password attempts, counted over all processes: one row per subject, with a fixed window. */
import type { Sql } from '../connection/database.ts'

/** A counted attempt, which can be withdrawn. */
export interface CountedAttempt {
  readonly subject: Buffer
  /** Start of its window in PostgreSQL's format: a Date would lose the microseconds. */
  readonly since: string
}

/**
 * Counts an attempt, in a new window if the last one is over. Concurrent attempts of a subject are serialised.
 * @returns undefined if the limit is reached
 */
export async function countAttempt(
  sql: Sql,
  subject: Buffer,
  { most, minutes }: { readonly most: number; readonly minutes: number },
): Promise<CountedAttempt | undefined> {
  const isOver = sql`a.since <= now() - make_interval(mins => ${minutes})`
  const [counted] = await sql<{ since: string }[]>`
    insert into sign_in_attempts as a (subject, attempts) values (${subject}, 1)
    on conflict (subject) do update set
      attempts = case when ${isOver} then 1 else a.attempts + 1 end,
      since = case when ${isOver} then now() else a.since end
    where ${isOver} or a.attempts < ${most}
    returning since::text`
  return counted && { subject, since: counted.since }
}

/** Withdraws an attempt; does nothing if its window is over. */
export async function withdrawAttempt(sql: Sql, { subject, since }: CountedAttempt): Promise<void> {
  await sql`
    update sign_in_attempts set attempts = greatest(attempts - 1, 0)
    where subject = ${subject} and since = ${since}::text::timestamptz`
}
