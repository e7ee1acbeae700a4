/** Failed attempts at passwords, counted for all processes together: one row for each subject, in a fixed window. */
import type { Sql } from '../connection/database.ts'

/** An attempt that counts until it is taken back. */
export interface CountedAttempt {
  readonly subject: Buffer
  /** When its window began, as the database writes it: a Date would lose the microseconds. */
  readonly since: string
}

/** Counts an attempt, in a new window where the last one is over. Attempts of a subject at the same time are counted one after another. @returns undefined when there were too many */
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

/** Takes an attempt back; one whose window is over changes nothing. */
export async function withdrawAttempt(sql: Sql, { subject, since }: CountedAttempt): Promise<void> {
  await sql`
    update sign_in_attempts set attempts = greatest(attempts - 1, 0)
    where subject = ${subject} and since = ${since}::text::timestamptz`
}
