/** Invitations of people. Only the hash of the link's token is stored. An invitation is open until it is accepted, revoked or expires. */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { GrantRow } from './access.ts'
import type { Part, ShownGrant } from './people.ts'

/** Days for which an invitation is open. */
export const invitationDays = 7

export interface NewInvitation {
  readonly accountId: number
  readonly email: string
  readonly address: string
  readonly name: string
  readonly language: string
  readonly grants: readonly GrantRow[]
  readonly tokenHash: Buffer
  readonly invitedBy: string
  readonly inviterId: number | null
}

/** @returns its ids, and its expiry as local time of the account */
export async function insertInvitation(sql: Sql, { grants, ...invitation }: NewInvitation) {
  const { accountId, email, address, name, language, tokenHash, invitedBy, inviterId } = invitation
  const [row] = await sql<{ id: number; publicId: string; expiresAt: string }[]>`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, inviter_id, expires_at)
    select a.id, ${email}, ${address}, ${name}, ${language}, ${sql.json(grants as never)}, ${tokenHash}, ${invitedBy}, ${inviterId},
      now() + make_interval(days => ${invitationDays})
    from accounts a
    where a.id = ${accountId}
    returning id, public_id, ${localTime(sql, 'expires_at', sql`(select time_zone from accounts where id = account_id)`)} as expires_at` // plain JSON
  return row!
}

export interface InvitationRow {
  readonly id: number
  readonly publicId: string
  readonly email: string
  readonly name: string
  readonly language: string
  readonly invitedBy: string
  readonly isExpired: boolean
  /** Local times of the account. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly grants: readonly ShownGrant[]
}

/**
 * Invitations of an account that were neither accepted nor revoked, newest first, before the given id. Only invitations whose grants
 * are all
 * within `part` are returned.
 * @param before null for the first page
 */
export async function readInvitationsBefore(
  sql: Sql,
  accountId: number,
  part: Part,
  before: number | null,
  most: number,
) {
  return sql<InvitationRow[]>`
    select i.id, i.public_id, i.email, i.name, i.language, i.invited_by, i.expires_at <= now() as is_expired,
      ${localTime(sql, 'i.created_at', sql`a.time_zone`)} as created_at,
      ${localTime(sql, 'i.expires_at', sql`a.time_zone`)} as expires_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('clientId', c.id, 'clientPublicId', replace(c.public_id::text, '-', ''),
          'clientName', c.company_name, 'role', g.role, 'accessLevel', g."accessLevel") order by c.id nulls first)
        from ${given(sql)}
        left join clients c on c.id = g."clientId"
        where g."clientId" is null or c.deleted_at is null
      ), '[]') as grants
    from invitations i
    join accounts a on a.id = i.account_id
    where i.account_id = ${accountId} and i.accepted_at is null and i.revoked_at is null
      and (${before}::bigint is null or i.id < ${before}) and ${isAllWithin(sql, part)}
    order by i.id desc
    limit ${most}`
}

export interface PendingInvitation {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly language: string
  readonly grants: readonly GrantRow[]
  readonly isExpired: boolean
}

/** An invitation that was neither accepted nor revoked, if all its grants are within `part`. */
export async function lockInvitation(
  sql: Transaction,
  accountId: number,
  part: Part,
  publicId: string,
): Promise<PendingInvitation | undefined> {
  const [row] = await sql<PendingInvitation[]>`
    ${pending(sql, accountId, part)} and i.public_id = ${publicId}::uuid for update`
  return row
}

/** The same for an address, newest first. */
export async function lockInvitationsOf(
  sql: Transaction,
  accountId: number,
  part: Part,
  address: string,
): Promise<readonly PendingInvitation[]> {
  return sql<PendingInvitation[]>`
    ${pending(sql, accountId, part)} and i.address = ${address} order by i.id desc for update`
}

function pending(sql: Sql, accountId: number, part: Part): Fragment {
  return sql`
    select i.id, i.email, i.name, i.language, i.grants, i.expires_at <= now() as is_expired
    from invitations i
    where i.account_id = ${accountId} and i.accepted_at is null and i.revoked_at is null and ${isAllWithin(sql, part)}`
}

/** Ends an invitation; its link stops working. */
export async function endInvitation(sql: Transaction, id: number): Promise<void> {
  await sql`update invitations set revoked_at = now() where id = ${id}`
}

function given(sql: Sql): Fragment {
  return sql`jsonb_to_recordset(i.grants) as g ("clientId" bigint, role text, "accessLevel" smallint)`
}

/** Whether all grants of the invitation `i` are within `part`. */
function isAllWithin(sql: Sql, part: Part): Fragment {
  return sql`(${part as number[] | null}::bigint[] is null or not exists (
    select 1 from ${given(sql)} where g."clientId" is null or g."clientId" <> all(${part as number[] | null}::bigint[])
  ))`
}

export interface FoundInvitation {
  readonly id: number
  readonly accountId: number
  readonly address: string
  readonly email: string
  readonly name: string
  readonly language: string
  /** IANA name, of the account. */
  readonly timeZone: string
  readonly grants: readonly GrantRow[]
  readonly accountName: string
  readonly state: 'open' | 'accepted' | 'revoked' | 'expired'
}

export async function findInvitationByToken(sql: Sql, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
  const [row] = await sql<FoundInvitation[]>`
    select i.id, i.account_id, a.name as account_name, i.address, i.email, i.name, i.language, a.time_zone, i.grants,
      case
        when i.accepted_at is not null then 'accepted'
        when i.revoked_at is not null then 'revoked'
        when i.expires_at <= now() then 'expired'
        else 'open'
      end as state
    from invitations i
    join accounts a on a.id = i.account_id
    where i.token_hash = ${tokenHash}`
  return row
}

/** Marks an invitation as accepted. @returns false if it is no longer open */
export async function markAccepted(sql: Transaction, id: number): Promise<boolean> {
  const { count } = await sql`
    update invitations set accepted_at = now()
    where id = ${id} and accepted_at is null and revoked_at is null and expires_at > now()`
  return count > 0
}

/** The content for the invitation's mail; undefined if the invitation is no longer open. */
export async function readInvitationToMail(sql: Sql, id: number) {
  const [row] = await sql<
    {
      publicId: string
      email: string
      name: string
      language: string
      invitedBy: string
      accountName: string
      timeZone: string
      expiresAt: Date
    }[]
  >`
    select i.public_id, i.email, i.name, i.language, i.invited_by, a.name as account_name, a.time_zone, i.expires_at
    from invitations i
    join accounts a on a.id = i.account_id
    where i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`
  return row
}
