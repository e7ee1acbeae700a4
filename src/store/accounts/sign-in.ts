/** Look-ups for signing in: the person of a login, their accounts, and the browsers they used before. */
import type { Sql, Transaction } from '../connection/database.ts'

/** An account that a person has grants in. */
export interface PersonAccount {
  readonly accountId: number
  readonly publicId: string
  readonly name: string
}

/** The accounts of a person by name. Grants on deleted clients do not count. */
export async function readAccountsOfPerson(sql: Sql, personId: number): Promise<readonly PersonAccount[]> {
  return sql<PersonAccount[]>`
    select a.id as account_id, a.public_id, a.name
    from accounts a
    where exists (
      select 1 from grants g
      left join clients c on c.id = g.client_id
      where g.person_id = ${personId} and g.account_id = a.id and c.deleted_at is null
    )
    order by a.name, a.id`
}

/** The account in which a person worked last; undefined before the first session. */
export async function findLastAccountOf(sql: Sql, personId: number): Promise<number | undefined> {
  const [session] = await sql<{ accountId: number }[]>`
    select account_id from sessions where person_id = ${personId} order by last_used_at desc limit 1`
  return session?.accountId
}

/** Days for which a browser is remembered after its last use. */
export const deviceDays = 400

/** A browser with which a person signs in. */
export interface Browser {
  readonly tokenHash: Buffer
  readonly agent: string
  readonly remote: string
}

/** Gives a browser another token; all people who sign in with it stay known. */
export async function renewDevice(sql: Transaction, former: Buffer, next: Buffer): Promise<void> {
  await sql`update devices set token_hash = ${next} where token_hash = ${former}`
}

/** Records that a person signed in with a known browser. @returns false if the browser is new */
export async function touchDevice(sql: Sql, personId: number, { tokenHash, agent, remote }: Browser): Promise<boolean> {
  const { count } = await sql`
    update devices set last_at = now(), agent = ${agent}, remote = ${remote}
    where person_id = ${personId} and token_hash = ${tokenHash}`
  return count > 0
}

/**
 * Inserts a new browser, and deletes the least recently used ones above `most`.
 * @returns how many browsers the person had before, and how many of these were new in the last hour
 */
export async function insertDevice(
  sql: Transaction,
  personId: number,
  { tokenHash, agent, remote }: Browser,
  most: number,
): Promise<{ readonly known: number; readonly newOfLate: number }> {
  const [counts] = await sql<{ known: number; newOfLate: number }[]>`
    select count(*)::integer as known, count(*) filter (where first_at > now() - interval '1 hour')::integer as new_of_late
    from devices where person_id = ${personId}`
  await sql`
    insert into devices (person_id, token_hash, agent, remote) values (${personId}, ${tokenHash}, ${agent}, ${remote})`
  await sql`
    delete from devices
    where person_id = ${personId} and token_hash in (
      select token_hash from devices where person_id = ${personId} order by last_at desc, first_at desc offset ${most}
    )`
  return counts!
}

/** The recipient of a mail about a sign-in; undefined if the person has no address. */
export async function readMailedPerson(sql: Sql, personId: number) {
  const [person] = await sql<{ publicId: string; name: string; email: string; language: string; timeZone: string }[]>`
    select public_id, name, email, language, time_zone
    from people
    where id = ${personId} and email is not null and removed_at is null`
  return person
}

/** The person of a login; undefined for the login of a client. */
export async function findPersonOfLogin(sql: Sql, loginId: number): Promise<number | undefined> {
  const [person] = await sql<{ id: number }[]>`select id from people where login_id = ${loginId} and removed_at is null`
  return person?.id
}
