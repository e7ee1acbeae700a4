/** Console sessions. A sign-in opens a session; the owner, time, or a newer epoch of the person or login ends it. */
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

/** The owner of a session: a person, or a client's login. */
export type SessionOwner = { readonly personId: number } | { readonly loginId: number }

function idsOf(owner: SessionOwner) {
  return { personId: 'personId' in owner ? owner.personId : null, loginId: 'loginId' in owner ? owner.loginId : null }
}

export interface NewSession {
  readonly tokenHash: Buffer
  readonly owner: SessionOwner
  /** The owner's epoch when the password was read: if the password changes meanwhile, the session is invalid. */
  readonly epoch: number
  readonly accountId: number
  readonly remote: string
  /** The browser's name in plain words. */
  readonly agent: string
  /** Maximum lifetime. */
  readonly days: number
  /** Maximum number of sessions of the owner; the least recently used ones end. */
  readonly most: number
  /** See `SessionTimes`. */
  readonly idleHours: number
}

/** @returns its id */
export async function insertSession(sql: Transaction, session: NewSession): Promise<number> {
  const { personId, loginId } = idsOf(session.owner)
  const [inserted] = await sql<{ id: number }[]>`
    insert into sessions (token_hash, person_id, login_id, account_id, epoch, expires_at, remote, agent)
    values (${session.tokenHash}, ${personId}, ${loginId}, ${session.accountId}, ${session.epoch},
      now() + make_interval(days => ${session.days}), ${session.remote}, ${session.agent})
    returning id`
  await sql`
    update sessions set ended_at = now()
    where id in (
      select s.id
      from sessions s
      where (s.person_id = ${personId} or s.login_id = ${loginId}) and s.ended_at is null
      order by s.expires_at < now() or s.last_used_at < now() - make_interval(hours => ${session.idleHours}), s.id desc
      offset ${session.most}
    )`
  return inserted!.id
}

/** An open session as its owner sees it. Dates are in the owner's time zone. */
export interface OpenSession {
  readonly publicId: string
  readonly sessionId: number
  readonly account: string
  readonly agent: string
  readonly remote: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
}

/** Open sessions, most recently used first. */
export async function openSessions(sql: Sql, owner: SessionOwner, idleHours: number): Promise<readonly OpenSession[]> {
  const { personId, loginId } = idsOf(owner)
  const zone = sql`coalesce(p.time_zone, c.time_zone, a.time_zone)`
  return sql<OpenSession[]>`
    select s.public_id, s.id as session_id, a.name as account, s.agent, s.remote,
      ${localTime(sql, 's.created_at', zone)} as created_at, ${localTime(sql, 's.last_used_at', zone)} as last_used_at,
      ${localTime(sql, 's.expires_at', zone)} as expires_at
    from sessions s
    join accounts a on a.id = s.account_id
    left join people p on p.id = s.person_id
    left join logins l on l.id = s.login_id
    left join clients c on c.id = l.client_id
    where (s.person_id = ${personId} or s.login_id = ${loginId}) and s.ended_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(hours => ${idleHours}) and s.epoch = coalesce(p.epoch, l.epoch)
    order by s.last_used_at desc, s.id desc`
}

/** Ends one of the owner's sessions. @returns false if the owner has no open session with this identifier */
export async function endSession(sql: Sql, owner: SessionOwner, publicId: string): Promise<boolean> {
  const { personId, loginId } = idsOf(owner)
  const { count } = await sql`
    update sessions set ended_at = now()
    where public_id = ${publicId} and (person_id = ${personId} or login_id = ${loginId}) and ended_at is null`
  return count > 0
}

/** Ends the session of a token, of a person or a login. */
export async function endSessionOfToken(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql`update sessions set ended_at = now() where token_hash = ${tokenHash} and ended_at is null`
}

/** Ends all sessions of the owner except one. @returns the number of ended sessions */
export async function endSessions(sql: Sql, owner: SessionOwner, except: number | null): Promise<number> {
  const { personId, loginId } = idsOf(owner)
  const { count } = await sql`
    update sessions set ended_at = now()
    where (person_id = ${personId} or login_id = ${loginId}) and ended_at is null and id is distinct from ${except}`
  return count
}

/**
 * Gives a session another token and the present epoch of its owner. The session of the person who sets a new password stays open,
 * although the new epoch ends all others.
 */
export async function renewSession(sql: Sql, sessionId: number, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions s set token_hash = ${tokenHash},
      epoch = coalesce((select p.epoch from people p where p.id = s.person_id), (select l.epoch from logins l where l.id = s.login_id))
    where s.id = ${sessionId} and s.ended_at is null`
}

/** Moves a person's session to another of their accounts. */
export async function moveSession(sql: Sql, sessionId: number, accountId: number): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`
}
