/**
 * Who calls and what they reach: the look-ups every operation begins with, each for a batch of callers at once.
 * See docs/decisions/storage.md#internal-bigint-ids-public-random-ids.
 */
import type { Sql } from '../connection/database.ts'

/** The login behind an API key. */
export interface LoginRow {
  readonly loginId: number
  readonly username: string
  readonly accountId: number
  /** Set for a client's login: it reaches this client only. */
  readonly clientId: number | null
  /** AccessLevel bits of the client; of no meaning for a user of the account. */
  readonly level: number
  /** The key the call came with was replaced and works only until its overlap ends. */
  readonly keyIsReplaced?: boolean
}

export interface ClientRef {
  readonly accountId: number
  readonly clientId: number
  readonly clientPublicId: string
  readonly timeZone: string
}

export interface ListRef extends ClientRef {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  readonly confirmOptIn: boolean
}

/** A segment, with its list. */
export interface SegmentRef extends ListRef {
  readonly segmentPublicId: string
  readonly segmentName: string
}

export interface TemplateRef extends ClientRef {
  readonly templateId: number
  readonly templatePublicId: string
}

export interface CampaignRef extends ClientRef {
  readonly campaignId: number
  readonly campaignPublicId: string
}

/** The logins of API keys, by the keys' SHA-256. One whose access was withdrawn is left out (a client's: level 0). */
export async function loginsByKeyHash(sql: Sql, hashes: readonly Buffer[]) {
  return sql<(LoginRow & { keyHash: Buffer })[]>`
    select l.key_hash, l.id as login_id, l.username, l.account_id, l.client_id, coalesce(c.access_level, 0) as level
    from logins l
    left join clients c on c.id = l.client_id
    where l.key_hash = any(${hashes}::bytea[]) and l.withdrawn_at is null
      and (l.client_id is null or (c.deleted_at is null and c.access_level > 0))`
}

/** The logins of keys that were replaced, while their overlap lasts; few calls ever come to ask for them. */
export async function loginsByReplacedKeyHash(sql: Sql, hashes: readonly Buffer[]) {
  return sql<(LoginRow & { keyHash: Buffer })[]>`
    select l.old_key_hash as key_hash, l.id as login_id, l.username, l.account_id, l.client_id,
      coalesce(c.access_level, 0) as level, true as key_is_replaced
    from logins l
    left join clients c on c.id = l.client_id
    where l.old_key_hash = any(${hashes}::bytea[]) and l.old_key_ends_at > now() and l.withdrawn_at is null
      and (l.client_id is null or (c.deleted_at is null and c.access_level > 0))`
}

/** What a grant gives, as it is stored: a role, which the table's check names, and the AccessLevel it was given by, if it was given by one. */
export interface StoredRole {
  readonly role: string
  readonly accessLevel: number | null
}

/** A grant as it is stored: on a client, or with null on the whole account. */
export interface GrantRow extends StoredRole {
  readonly clientId: number | null
}

/** A session that stands. */
interface SessionRow {
  readonly tokenHash: Buffer
  readonly sessionId: number
  readonly accountId: number
  /** The account requires a second factor by now, and the caller has none. */
  readonly needsFactor: boolean
  /** Its last use was written some minutes ago. */
  readonly isUseOutdated: boolean
}

/** A session of a person, or of the login of a client or of a user who is no person yet. */
export type StandingSession =
  | (SessionRow & {
      readonly personId: number
      readonly name: string
      /** In the account that the session works in. */
      readonly grants: readonly GrantRow[]
      readonly loginId: null
    })
  | (SessionRow & LoginRow & { readonly personId: null })

/** How sessions are looked up. */
export interface SessionTimes {
  /** How long a session may go unused. */
  readonly idleHours: number
  /** After which its last use is written again. */
  readonly useMinutes: number
}

/**
 * Sessions by their tokens' SHA-256: those that have not ended, whose person or login still stands, of its present epoch. The statement is
 * a function of the database, which keeps its plan (docs/decisions/storage.md#query-plans-are-made-for-the-values-at-hand).
 */
export async function sessionsByTokenHash(
  sql: Sql,
  hashes: readonly Buffer[],
  { idleHours, useMinutes }: SessionTimes,
) {
  return sql<StandingSession[]>`
    select * from standing_sessions(${hashes}::bytea[], make_interval(hours => ${idleHours}), make_interval(mins => ${useMinutes}))`
}

/** Writes that sessions were used just now, those that another process has not. */
export async function recordSessionUse(sql: Sql, sessionIds: readonly number[], useMinutes: number): Promise<void> {
  await sql`
    update sessions set last_used_at = now()
    where id = any(${sessionIds}::bigint[]) and last_used_at < now() - make_interval(mins => ${useMinutes})`
}

/** A key with scopes that stands. */
export interface ApiKeyRow {
  readonly keyId: number
  readonly accountId: number
  readonly label: string
  readonly scopes: readonly string[]
  /** Null for the whole account. */
  readonly clientIds: readonly number[] | null
  /** Where it may be used from, in CIDR notation; empty for anywhere. */
  readonly networks: readonly string[]
  /** It was rotated and works only until the overlap ends. */
  readonly keyIsReplaced: boolean
  /** Its last use was noted more than a minute ago, or never. */
  readonly useIsDue: boolean
}

/** Keys by their secrets' SHA-256: those that were not revoked and have not expired. */
export async function apiKeysByHash(sql: Sql, hashes: readonly Buffer[]) {
  return sql<(ApiKeyRow & { secretHash: Buffer })[]>`
    select k.secret_hash, k.id as key_id, k.account_id, k.label, k.scopes, k.client_ids, k.networks, false as key_is_replaced,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as use_is_due
    from api_keys k
    where k.secret_hash = any(${hashes}::bytea[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    union all
    select k.old_hash, k.id, k.account_id, k.label, k.scopes, k.client_ids, k.networks, true,
      coalesce(k.old_last_used_at < now() - interval '1 minute', true)
    from api_keys k
    where k.old_hash = any(${hashes}::bytea[]) and k.old_ends_at > now() and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())`
}

export async function clientsByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<ClientRef[]>`
    select account_id, id as client_id, public_id as client_public_id, time_zone
    from clients
    where public_id = any(${publicIds as string[]}::uuid[]) and deleted_at is null`
}

export async function listsByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<ListRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in
    from lists l
    join clients c on c.id = l.client_id
    where l.public_id = any(${publicIds as string[]}::uuid[]) and l.deleted_at is null and c.deleted_at is null`
}

export async function segmentsByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<SegmentRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in,
      s.public_id as segment_public_id, s.name as segment_name
    from segments s
    join lists l on l.client_id = s.client_id and l.id = s.list_id
    join clients c on c.id = s.client_id
    where s.public_id = any(${publicIds as string[]}::uuid[]) and l.deleted_at is null and c.deleted_at is null`
}

export async function templatesByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<TemplateRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      t.id as template_id, t.public_id as template_public_id
    from templates t
    join clients c on c.id = t.client_id
    where t.public_id = any(${publicIds as string[]}::uuid[]) and t.deleted_at is null and c.deleted_at is null`
}

export async function campaignsByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<CampaignRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      m.id as campaign_id, m.public_id as campaign_public_id
    from campaigns m
    join clients c on c.id = m.client_id
    where m.public_id = any(${publicIds as string[]}::uuid[]) and m.deleted_at is null and c.deleted_at is null`
}
