/**
 * Teams: people with a grant on the account or on a client, and open invitations. Queries find people by address, as other programs
 * name them. Changes of one account's grants are serialised by `lockAccount`.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import type { GrantRow, StoredRole } from './access.ts'
import { isWithin, type Part } from './people.ts'

export interface TeamRow extends StoredRole {
  /** Null until the invitation is accepted. */
  readonly personPublicId: string | null
  /** Null for an account user without an address. */
  readonly email: string | null
  readonly name: string
  readonly isPrimary: boolean
}

/** A team: first people in order of creation, then open invitations. @param clientId null for the account */
export async function readTeamOf(sql: Sql, accountId: number, clientId: number | null): Promise<TeamRow[]> {
  return sql<TeamRow[]>`
    select person_public_id, email, name, role, access_level, is_primary
    from (
      select 0 as part, p.id, p.public_id as person_public_id, p.email, p.name, g.role, g.access_level, g.is_primary
      from grants g
      join people p on p.id = g.person_id and p.removed_at is null
      where g.account_id = ${accountId} and g.client_id is not distinct from ${clientId}
      union all
      select 1, i.id, null, i.email, i.name, g.role, g."accessLevel", false
      from invitations i
      cross join lateral jsonb_to_recordset(i.grants) as g ("clientId" bigint, role text, "accessLevel" smallint)
      where i.account_id = ${accountId} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
        and g."clientId" is not distinct from ${clientId}
    ) team
    order by part, id`
}

/** The public id of the person of an address who has a grant within `part` of the account. */
export async function findMemberByAddress(
  sql: Sql,
  accountId: number,
  part: Part,
  address: string,
): Promise<string | undefined> {
  const [row] = await sql<{ publicId: string }[]>`
    select p.public_id
    from people p
    where p.address = ${address} and p.removed_at is null and exists (
      select 1 from grants where person_id = p.id and account_id = ${accountId} and ${isWithin(sql, part)}
    )`
  return row?.publicId
}

/** Changes an invitation. The link that its inviter knows stays valid, because the grants give no more than before. */
export async function updateInvitation(
  sql: Transaction,
  id: number,
  { name, grants }: { readonly name: string; readonly grants: readonly GrantRow[] },
): Promise<void> {
  await sql`update invitations set name = ${name}, grants = ${sql.json(grants as never)} where id = ${id}` // plain JSON
}

/** Renames a person, if all their grants are within `part`. @returns false if some are not */
export async function renamePerson(
  sql: Transaction,
  personId: number,
  accountId: number,
  part: Part,
  name: string,
): Promise<boolean> {
  const { count } = await sql`
    update people set name = ${name}
    where id = ${personId} and not exists (
      select 1 from grants where person_id = ${personId} and not (account_id = ${accountId} and ${isWithin(sql, part)}))`
  return count > 0
}

/** The public id of a team's primary contact. */
export async function findPrimaryOf(sql: Sql, accountId: number, clientId: number | null): Promise<string | undefined> {
  const [row] = await sql<{ publicId: string }[]>`
    select p.public_id
    from grants g
    join people p on p.id = g.person_id and p.removed_at is null
    where g.account_id = ${accountId} and g.client_id is not distinct from ${clientId} and g.is_primary`
  return row?.publicId
}

/** Makes a person of the team its primary contact and replaces the previous one. @returns false if the person has no grant there */
export async function setPrimary(
  sql: Transaction,
  accountId: number,
  clientId: number | null,
  personPublicId: string,
): Promise<boolean> {
  await sql`
    update grants set is_primary = false
    where account_id = ${accountId} and client_id is not distinct from ${clientId} and is_primary`
  const { count } = await sql`
    update grants g set is_primary = true
    from people p
    where p.public_id = ${personPublicId}::uuid and p.removed_at is null and g.person_id = p.id
      and g.account_id = ${accountId} and g.client_id is not distinct from ${clientId}`
  return count > 0
}
