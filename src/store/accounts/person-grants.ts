/**
 * Grants of people: add, replace, and end dependent sessions, invitations and logins. Changes of one account's grants are serialised
 * by `lockAccount`.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { GrantRow } from './access.ts'
import { isWithin, type Part } from './people.ts'

/** A person whose grants will change. */
export interface Member {
  readonly personId: number
  readonly address: string | null
  /** The login of an account's user and the account of this login; null for others. */
  readonly loginId: number | null
  readonly loginAccountId: number | null
  /** All grants in the account. */
  readonly grants: readonly GrantRow[]
}

/** The member of an account with a grant within `part`. The caller holds the lock of the account. */
export async function lockMember(
  sql: Transaction,
  accountId: number,
  part: Part,
  publicId: string,
): Promise<Member | undefined> {
  const [person] = await sql<Omit<Member, 'grants'>[]>`
    select p.id as person_id, p.address, p.login_id, (select account_id from logins where id = p.login_id) as login_account_id
    from people p
    where p.public_id = ${publicId}::uuid and p.removed_at is null and exists (
      select 1 from grants where person_id = p.id and account_id = ${accountId} and ${isWithin(sql, part)}
    )
    for update`
  if (!person) return undefined
  const grants = await sql<GrantRow[]>`
    select client_id, role, access_level from grants where person_id = ${person.personId} and account_id = ${accountId}`
  return { ...person, grants }
}

/** Existing grants on the account or a client are unchanged. @returns the number of new grants */
export async function addGrants(
  sql: Sql,
  personId: number,
  accountId: number,
  grants: readonly GrantRow[],
): Promise<number> {
  const { count } = await sql`
    insert into grants (person_id, account_id, client_id, role, access_level)
    select ${personId}, ${accountId}, given.client_id, given.role, given.access_level
    from ${rowsOf(sql, grants)} as given (client_id, role, access_level)
    left join clients c on c.id = given.client_id
    where given.client_id is null or c.deleted_at is null
    on conflict do nothing
    returning 1`
  return count
}

/** Replaces all grants of a person in an account. A primary contact remains one if any grant is left. */
export async function replaceGrants(
  sql: Transaction,
  personId: number,
  accountId: number,
  grants: readonly GrantRow[],
): Promise<void> {
  const clientIds = grants.map(({ clientId }) => clientId ?? 0)
  await sql`
    delete from grants
    where person_id = ${personId} and account_id = ${accountId} and coalesce(client_id, 0) <> all(${clientIds}::bigint[])`
  await sql`
    update grants g set role = given.role, access_level = given.access_level
    from ${rowsOf(sql, grants)} as given (client_id, role, access_level)
    where g.person_id = ${personId} and g.account_id = ${accountId} and g.client_id is not distinct from given.client_id
      and (g.role, g.access_level) is distinct from (given.role, given.access_level)`
  await addGrants(sql, personId, accountId, grants)
}

function rowsOf(sql: Sql, grants: readonly GrantRow[]): Fragment {
  return sql`unnest(${grants.map(({ clientId }) => clientId)}::bigint[], ${grants.map(({ role }) => role)}::text[],
    ${grants.map(({ accessLevel }) => accessLevel ?? null)}::smallint[])` // grants of older invitations have no level
}

/** Whether another person is an Owner of the account. */
export async function hasOtherOwner(sql: Sql, accountId: number, personId: number): Promise<boolean> {
  const [row] = await sql`
    select 1
    from grants g
    join people p on p.id = g.person_id and p.removed_at is null
    where g.account_id = ${accountId} and g.client_id is null and g.role = 'Owner' and g.person_id <> ${personId}
    limit 1`
  return row !== undefined
}

/** The number of people with grants in an account, and of its open invitations. */
export async function countMembers(sql: Sql, accountId: number): Promise<{ people: number; invitations: number }> {
  const [row] = await sql<{ people: number; invitations: number }[]>`
    select (select count(distinct person_id)::integer from grants where account_id = ${accountId}) as people,
      (select count(*)::integer from invitations
        where account_id = ${accountId} and accepted_at is null and revoked_at is null and expires_at > now()) as invitations`
  return row!
}

/** Whether the person of an address has a grant within `part`. */
export async function isMember(sql: Sql, accountId: number, part: Part, address: string): Promise<boolean> {
  const [row] = await sql`
    select 1
    from people p
    join grants g on g.person_id = p.id and g.account_id = ${accountId} and ${isWithin(sql, part, 'g.client_id')}
    where p.address = ${address} and p.removed_at is null
    limit 1`
  return row !== undefined
}

/** Ends the sessions of a person, and the open invitations this person sent for an account. */
export async function endSessionsAndInvitations(sql: Sql, personId: number, accountId: number): Promise<void> {
  await sql`update people set epoch = epoch + 1 where id = ${personId}`
  await sql`
    update invitations set revoked_at = now()
    where inviter_id = ${personId} and account_id = ${accountId} and accepted_at is null and revoked_at is null`
}

/** Turns an account user into a person with the login's password; the login's key and password stop working. */
export async function withdrawLogin(sql: Sql, personId: number): Promise<void> {
  const [person] = await sql<{ loginId: number | null }[]>`select login_id from people where id = ${personId}`
  if (!person || person.loginId === null) return
  const [login] = await sql<{ passwordHash: string }[]>`
    update logins set withdrawn_at = now(), epoch = epoch + 1 where id = ${person.loginId} returning password_hash`
  if (!login) return
  await sql`update people set login_id = null, password_hash = ${login.passwordHash} where id = ${personId}`
}

/** Removes a person who has no grant in any account. @returns true if the person was removed */
export async function removeWithoutGrants(sql: Transaction, personId: number): Promise<boolean> {
  const [gone] = await sql<{ loginId: number | null }[]>`
    with gone as (
      update people p
      set removed_at = now(), epoch = epoch + 1, password_hash = null, totp_secret = null, totp_since = null
      where p.id = ${personId} and not exists (select 1 from grants where person_id = p.id)
      returning id, login_id
    ), resets as (
      delete from password_resets r using gone where r.person_id = gone.id
    )
    select login_id from gone`
  if (!gone) return false
  await sql`update logins set withdrawn_at = now(), epoch = epoch + 1 where id = ${gone.loginId}`
  return true
}
