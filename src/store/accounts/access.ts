/**
 * Looks up callers and the objects they may reach. Every operation begins with these queries; each takes a batch of callers.
 * See docs/decisions/storage.md#internal-bigint-ids-public-random-ids.
 */
import type { Sql } from '../connection/database.ts'
import { type DirectoryEntry, type DirectoryKind, findByPublicIds, isOfClients } from '../directory.ts'
import { readPerClient } from '../per-client.ts'

/** The login behind an API key. */
export interface LoginRow {
  readonly loginId: number
  readonly username: string
  readonly accountId: number
  /** Set for a client's login: it reaches this client only. */
  readonly clientId: number | null
  /** AccessLevel bits of a client's login; not used for a user of the account. */
  readonly level: number
  /** True if the key of this call was replaced and works only until its overlap ends. */
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

/** A segment, with its list; null for a segment of the client. */
export interface SegmentRef extends ClientRef {
  readonly list: ListRef | null
  readonly segmentId: number
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

/** The logins of API keys, by the SHA-256 of the keys, without logins whose access was withdrawn (for a client: level 0). */
export async function readLoginsByKeyHash(sql: Sql, hashes: readonly Buffer[]) {
  return sql<(LoginRow & { keyHash: Buffer })[]>`
    select l.key_hash, l.id as login_id, l.username, l.account_id, l.client_id, coalesce(c.access_level, 0) as level
    from logins l
    left join clients c on c.id = l.client_id
    where l.key_hash = any(${hashes}::bytea[]) and l.withdrawn_at is null
      and (l.client_id is null or (c.deleted_at is null and c.access_level > 0))`
}

/** The logins of replaced keys during their overlap. Few calls need this query. */
export async function readLoginsByReplacedKeyHash(sql: Sql, hashes: readonly Buffer[]) {
  return sql<(LoginRow & { keyHash: Buffer })[]>`
    select l.old_key_hash as key_hash, l.id as login_id, l.username, l.account_id, l.client_id,
      coalesce(c.access_level, 0) as level, true as key_is_replaced
    from logins l
    left join clients c on c.id = l.client_id
    where l.old_key_hash = any(${hashes}::bytea[]) and l.old_key_ends_at > now() and l.withdrawn_at is null
      and (l.client_id is null or (c.deleted_at is null and c.access_level > 0))`
}

/** A grant as it is stored: a role (the table's check lists them), and the AccessLevel if the grant was made from one. */
export interface StoredRole {
  readonly role: string
  readonly accessLevel: number | null
}

/** A stored grant on a client, or on the whole account if `clientId` is null. */
export interface GrantRow extends StoredRole {
  readonly clientId: number | null
}

/** A session that is in force. */
interface SessionRow {
  readonly tokenHash: Buffer
  readonly sessionId: number
  readonly accountId: number
  /** True if the account requires a second factor now and the caller has no factor. */
  readonly needsFactor: boolean
  /** True if the last recorded use is some minutes old. */
  readonly isUseOutdated: boolean
}

/** The session of a person, of a client's login, or of an account user who is not a person yet. */
export type ValidSession =
  | (SessionRow & {
      readonly personId: number
      readonly name: string
      /** The person's grants in the account of the session. */
      readonly grants: readonly GrantRow[]
      readonly loginId: null
    })
  | (SessionRow & LoginRow & { readonly personId: null })

/** How sessions are looked up. */
export interface SessionTimes {
  /** A session that is unused for longer has ended. */
  readonly idleHours: number
  /** A use is recorded again after so many minutes. */
  readonly useMinutes: number
}

/**
 * Finds sessions by the SHA-256 of their tokens. Ended sessions, removed persons and logins, and older epochs are left out. The
 * statement is
 * a function of the database, which keeps its plan (docs/decisions/storage.md#query-plans-are-made-for-the-values-at-hand).
 */
export async function readSessionsByTokenHash(
  sql: Sql,
  hashes: readonly Buffer[],
  { idleHours, useMinutes }: SessionTimes,
) {
  return sql<ValidSession[]>`
    select * from standing_sessions(${hashes}::bytea[], make_interval(hours => ${idleHours}), make_interval(mins => ${useMinutes}))`
}

/** Records that sessions were used now, unless another process has recorded a use just before. */
export async function recordSessionUse(sql: Sql, sessionIds: readonly number[], useMinutes: number): Promise<void> {
  await sql`
    update sessions set last_used_at = now()
    where id = any(${sessionIds}::bigint[]) and last_used_at < now() - make_interval(mins => ${useMinutes})`
}

/** A scoped key that is in force. */
export interface ApiKeyRow {
  readonly keyId: number
  readonly accountId: number
  readonly label: string
  readonly scopes: readonly string[]
  /** The clients the key reaches; null for the whole account. */
  readonly clientIds: readonly number[] | null
  /** Networks from which the key may be used, in CIDR notation; empty for any network. */
  readonly networks: readonly string[]
  /** True if the key was rotated and works only until the overlap ends. */
  readonly keyIsReplaced: boolean
  /** True if the last recorded use is more than a minute old, or no use is recorded. */
  readonly useIsDue: boolean
}

/** Finds keys by the SHA-256 of their secrets, without revoked and expired keys. */
export async function readApiKeysByHash(sql: Sql, hashes: readonly Buffer[]) {
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

export async function readClientsByPublicId(sql: Sql, publicIds: readonly string[]) {
  return sql<ClientRef[]>`
    select account_id, id as client_id, public_id as client_public_id, time_zone
    from clients
    where public_id = any(${publicIds as string[]}::uuid[]) and deleted_at is null`
}

/**
 * The public ids of objects that exist, and their clients. A statement about them names these clients: calls that arrive together are mostly about
 * one, and a distributed database runs the statement on the nodes of those alone.
 * @returns undefined if none of them exists
 */
async function findPlaces(sql: Sql, kind: DirectoryKind, publicIds: readonly string[]) {
  const entries = await findByPublicIds(sql, kind, publicIds)
  if (entries.length === 0) return undefined
  return {
    clientIds: [...new Set(entries.map(({ clientId }) => clientId))],
    publicIds: entries.map(({ publicId }) => publicId),
  }
}

export async function readListsByPublicId(sql: Sql, publicIds: readonly string[]): Promise<readonly ListRef[]> {
  const places = await findPlaces(sql, 'list', publicIds)
  if (!places) return []
  return sql<ListRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in
    from lists l
    join clients c on c.id = l.client_id
    where ${isOfClients(sql, sql`l.client_id`, places.clientIds)} and l.public_id = any(${places.publicIds}::uuid[])
      and l.deleted_at is null and c.deleted_at is null`
}

export async function readSegmentsByPublicId(sql: Sql, publicIds: readonly string[]): Promise<readonly SegmentRef[]> {
  const entries = await findByPublicIds(sql, 'segment', publicIds)
  const rows = await readPerClient(entries, (clientId, own) => readSegmentsOfClient(sql, clientId, own))
  return rows.map(
    ({ listId, listPublicId, title, confirmOptIn, segmentId, segmentPublicId, segmentName, ...client }) => ({
      ...client,
      list: listId === null ? null : { ...client, listId, listPublicId, title, confirmOptIn },
      segmentId,
      segmentPublicId,
      segmentName,
    }),
  )
}

function readSegmentsOfClient(sql: Sql, clientId: number, own: readonly DirectoryEntry[]) {
  return sql<(Omit<ListRef, 'listId'> & Omit<SegmentRef, 'list'> & { listId: number | null })[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in,
      s.id as segment_id, s.public_id as segment_public_id, s.name as segment_name
    from segments s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    join clients c on c.id = ${clientId}
    where s.client_id = ${clientId} and s.id = any(${own.map(({ id }) => id)}::bigint[])
      and l.deleted_at is null and c.deleted_at is null`
}

export async function readTemplatesByPublicId(sql: Sql, publicIds: readonly string[]): Promise<readonly TemplateRef[]> {
  const places = await findPlaces(sql, 'template', publicIds)
  if (!places) return []
  return sql<TemplateRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      t.id as template_id, t.public_id as template_public_id
    from templates t
    join clients c on c.id = t.client_id
    where ${isOfClients(sql, sql`t.client_id`, places.clientIds)} and t.public_id = any(${places.publicIds}::uuid[])
      and t.deleted_at is null and c.deleted_at is null`
}

export async function readCampaignsByPublicId(sql: Sql, publicIds: readonly string[]): Promise<readonly CampaignRef[]> {
  const places = await findPlaces(sql, 'campaign', publicIds)
  if (!places) return []
  return sql<CampaignRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone,
      m.id as campaign_id, m.public_id as campaign_public_id
    from campaigns m
    join clients c on c.id = m.client_id
    where ${isOfClients(sql, sql`m.client_id`, places.clientIds)} and m.public_id = any(${places.publicIds}::uuid[])
      and m.deleted_at is null and c.deleted_at is null`
}
