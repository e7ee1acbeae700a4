/** Sessions of the console: opened by a sign-in, ended by its owner, by time, or by a newer epoch of the person or login. */
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

/** Whose sessions: a person's, or a client's login's. */
export type SessionOwner = { readonly personId: number } | { readonly loginId: number }

function idsOf(owner: SessionOwner) {
  return { personId: 'personId' in owner ? owner.personId : null, loginId: 'loginId' in owner ? owner.loginId : null }
}

export interface NewSession {
  readonly tokenHash: Buffer
  readonly owner: SessionOwner
  /** Of the owner, as it was when the password was read: a new password meanwhile makes the session worth nothing. */
  readonly epoch: number
  readonly accountId: number
  readonly remote: string
  /** The browser, in words. */
  readonly agent: string
  /** Until when it lasts at most. */
  readonly days: number
  /** How many the owner may have: the ones that were used longest ago end. */
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

/** A session that stands, as its owner sees it. Dates are in the owner's time zone. */
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

/** Those that work, the one used last first. */
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

/** Ends one of the owner's sessions. @returns false where there is none of this identifier that works */
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

/** Ends all sessions of the owner, but for one. @returns how many */
export async function endSessions(sql: Sql, owner: SessionOwner, except: number | null): Promise<number> {
  const { personId, loginId } = idsOf(owner)
  const { count } = await sql`
    update sessions set ended_at = now()
    where (person_id = ${personId} or login_id = ${loginId}) and ended_at is null and id is distinct from ${except}`
  return count
}

/**
 * Gives a session another token, and takes it into the present epoch of its owner: what a new password ended goes on for the one who
 * set it.
 */
export async function renewSession(sql: Sql, sessionId: number, tokenHash: Buffer): Promise<void> {
  await sql`
    update sessions s set token_hash = ${tokenHash},
      epoch = coalesce((select p.epoch from people p where p.id = s.person_id), (select l.epoch from logins l where l.id = s.login_id))
    where s.id = ${sessionId} and s.ended_at is null`
}

/** Has a person's session work in another of their accounts. */
export async function moveSession(sql: Sql, sessionId: number, accountId: number): Promise<void> {
  await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`
}
