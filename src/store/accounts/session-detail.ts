/** Details of a session for the console, which asks for them once. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { StoredRole } from './access.ts'

export interface SessionDetailRow {
  readonly sessionPublicId: string
  readonly personId: number | null
  readonly personPublicId: string | null
  readonly name: string
  readonly email: string | null
  readonly username: string | null
  /** BCP 47; null for the login of a client. */
  readonly language: string | null
  readonly timeZone: string
  readonly accountId: number
  readonly accountPublicId: string
  readonly accountName: string
  /** The client of a client's login; null for a person. */
  readonly clientPublicId: string | null
  readonly clientName: string | null
  readonly level: number
  readonly hasSecret: boolean
  readonly hasFactor: boolean
  /** True if the account requires a second factor now and the caller has no factor. */
  readonly needsFactor: boolean
  /** Dates are in `timeZone`. */
  readonly factorRequiredFrom: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

/** @returns undefined if the session no longer exists */
export async function findSessionDetail(sql: Sql, sessionId: number): Promise<SessionDetailRow | undefined> {
  const zone = sql`coalesce(p.time_zone, c.time_zone, a.time_zone)`
  const [detail] = await sql<SessionDetailRow[]>`
    select s.public_id as session_public_id, p.id as person_id, p.public_id as person_public_id, coalesce(p.name, l.username) as name,
      p.email, coalesce(l.username, own.username) as username, p.language, ${zone} as time_zone,
      a.id as account_id, a.public_id as account_public_id, a.name as account_name,
      c.public_id as client_public_id, c.company_name as client_name, coalesce(c.access_level, 0) as level,
      p.totp_secret is not null as has_secret, p.totp_since is not null as has_factor,
      coalesce(a.factor_required_from <= now(), false) and p.totp_since is null as needs_factor,
      ${localTime(sql, 'a.factor_required_from', zone)} as factor_required_from,
      ${localTime(sql, 's.created_at', zone)} as created_at, ${localTime(sql, 's.expires_at', zone)} as expires_at
    from sessions s
    join accounts a on a.id = s.account_id
    left join people p on p.id = s.person_id
    left join logins own on own.id = p.login_id
    left join logins l on l.id = s.login_id
    left join clients c on c.id = l.client_id
    where s.id = ${sessionId}`
  return detail
}

/** A grant of a person in an account, with the name of its client; nulls for the whole account. */
export interface NamedGrant extends StoredRole {
  readonly clientPublicId: string | null
  readonly clientName: string | null
}

/** Grants on the account first, then those on clients by name. */
export async function readNamedGrants(sql: Sql, personId: number, accountId: number): Promise<readonly NamedGrant[]> {
  return sql<NamedGrant[]>`
    select c.public_id as client_public_id, c.company_name as client_name, g.role, g.access_level
    from grants g
    left join clients c on c.id = g.client_id
    where g.person_id = ${personId} and g.account_id = ${accountId} and c.deleted_at is null
    order by g.client_id is not null, c.company_name, c.id`
}
