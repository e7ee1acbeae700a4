/** What a sign-in looks up: the person behind a login, where they work, and the browsers they signed in with. */
import type { Sql, Transaction } from '../connection/database.ts'

/** An account that a person has grants in. */
export interface PersonAccount {
  readonly accountId: number
  readonly publicId: string
  readonly name: string
}

/** Where a person may work, in the order of their names; grants on deleted clients count for nothing. */
export async function accountsOfPerson(sql: Sql, personId: number): Promise<readonly PersonAccount[]> {
  return sql<PersonAccount[]>`
    select a.id as account_id, a.public_id, a.name
    from accounts a
    where exists (
      select from grants g
      left join clients c on c.id = g.client_id
      where g.person_id = ${personId} and g.account_id = a.id and c.deleted_at is null
    )
    order by a.name, a.id`
}

/** The account that a person worked in last; undefined before the first session. */
export async function lastAccountOf(sql: Sql, personId: number): Promise<number | undefined> {
  const [session] = await sql<{ accountId: number }[]>`
    select account_id from sessions where person_id = ${personId} order by last_used_at desc limit 1`
  return session?.accountId
}

/** Days for which a browser is known again after it was used. */
export const deviceDays = 400

/** A browser that a person signs in with. */
export interface Browser {
  readonly tokenHash: Buffer
  readonly agent: string
  readonly remote: string
}

/** A browser gets another token; it stays known to everyone who signs in with it. */
export async function renewDevice(sql: Transaction, former: Buffer, next: Buffer): Promise<void> {
  await sql`update devices set token_hash = ${next} where token_hash = ${former}`
}

/** Notes that a person signed in with a browser again. @returns false where it is a new one */
export async function touchDevice(sql: Sql, personId: number, { tokenHash, agent, remote }: Browser): Promise<boolean> {
  const { count } = await sql`
    update devices set last_at = now(), agent = ${agent}, remote = ${remote}
    where person_id = ${personId} and token_hash = ${tokenHash}`
  return count > 0
}

/**
 * Keeps a new browser, and forgets the ones that were not used for longest beyond `most`.
 * @returns how many the person had before, and how many of them were new in the last hour
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

/** Whom a mail about a sign-in goes to; undefined where there is no address to mail to. */
export async function mailedPerson(sql: Sql, personId: number) {
  const [person] = await sql<{ publicId: string; name: string; email: string; language: string; timeZone: string }[]>`
    select public_id, name, email, language, time_zone
    from people
    where id = ${personId} and email is not null and removed_at is null`
  return person
}

/** The person who has a login; undefined for the login of a client. */
export async function personOfLogin(sql: Sql, loginId: number): Promise<number | undefined> {
  const [person] = await sql<{ id: number }[]>`select id from people where login_id = ${loginId} and removed_at is null`
  return person?.id
}
