/** Scoped API keys: create, list, rotate and revoke. Only the hash of a secret is stored. */
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { localTime } from '../local-time.ts'
import type { GrantRow } from './access.ts'

export interface NewApiKey {
  readonly publicId: string
  readonly accountId: number
  readonly label: string
  readonly scopes: readonly string[]
  /** The clients the key reaches; null for the whole account. */
  readonly clientIds: readonly number[] | null
  /** In CIDR notation; empty for any network. */
  readonly networks: readonly string[]
  readonly secretHash: Buffer
  /** The person who created the key, or the login of that person; null for neither. */
  readonly maker: { readonly personId: number } | { readonly loginId: number } | null
  readonly createdBy: string
  /** Local time of the account; null for never. */
  readonly expiresAt: string | null
}

/** @returns false if the account already has the maximum number of working keys */
export async function insertApiKey(db: Database, key: NewApiKey, most: number): Promise<boolean> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls count one after the other
    await sql`select 1 from accounts where id = ${key.accountId} for no key update`
    const [present] = await sql<{ count: number; makerId: number | null; until: Date | null }[]>`
      select k.count, ${makerOf(sql, key.maker)} as maker_id, ${key.expiresAt}::timestamp at time zone a.time_zone as until
      from accounts a
      cross join (
        select count(*)::integer as count from api_keys k
        where k.account_id = ${key.accountId} and k.own_of is null and ${works(sql)}
      ) k
      where a.id = ${key.accountId}`
    if (present!.count >= most) return false
    await sql`
      insert into api_keys (public_id, account_id, label, scopes, client_ids, networks, secret_hash, person_id, created_by, expires_at)
      values (${key.publicId}, ${key.accountId}, ${key.label}, ${key.scopes as string[]}::text[],
        ${key.clientIds as number[] | null}::bigint[], ${key.networks as string[]}::text[], ${key.secretHash},
        ${present!.makerId}, ${key.createdBy}, ${present!.until})`
    return true
  })
}

/** The client's own key, revoked or not. */
export async function readOwnKeyOf(sql: Sql, clientId: number) {
  const [key] = await sql<{ publicId: string; secretHash: Buffer; works: boolean }[]>`
    select replace(k.public_id::text, '-', '') as public_id, k.secret_hash, ${works(sql)} as works
    from api_keys k where k.own_of = ${clientId}`
  return key
}

/** Inserts the client's own key. If two calls insert at once, the first key is kept. */
export async function insertOwnKey(
  sql: Sql,
  clientId: number,
  key: Pick<NewApiKey, 'publicId' | 'accountId' | 'label' | 'scopes' | 'secretHash' | 'createdBy'>,
): Promise<void> {
  await sql`
    insert into api_keys (public_id, account_id, label, scopes, client_ids, secret_hash, created_by, own_of)
    values (${key.publicId}, ${key.accountId}, ${key.label}, ${key.scopes as string[]}::text[], ${[clientId]}::bigint[],
      ${key.secretHash}, ${key.createdBy}, ${clientId})
    on conflict (own_of) where own_of is not null do nothing`
}

function makerOf(sql: Sql, maker: NewApiKey['maker']): Fragment {
  if (maker === null) return sql`null::bigint`
  return 'personId' in maker
    ? sql`${maker.personId}::bigint`
    : sql`(select id from people where login_id = ${maker.loginId})`
}

/** Whether a local time of the account is in the future. */
export async function isToCome(sql: Sql, accountId: number, local: string): Promise<boolean> {
  const [row] = await sql<{ toCome: boolean }[]>`
    select ${local}::timestamp at time zone time_zone > now() as to_come from accounts where id = ${accountId}`
  return row!.toCome
}

/** A key as its managers see it. Dates are local times of the account. */
export interface ApiKeyDetail {
  readonly keyId: number
  readonly publicId: string
  readonly accountId: number
  readonly label: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly scopes: readonly string[]
  readonly clientIds: readonly number[] | null
  /** Clients of the key that still exist, by name; empty for the whole account. */
  readonly clientPublicIds: readonly string[]
  readonly networks: readonly string[]
  readonly personId: number | null
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly lastUsedFrom: string | null
  /** End of the overlap in which the previous secret works too; null if it does not work. */
  readonly oldEndsAt: string | null
  readonly oldLastUsedAt: string | null
  readonly oldLastUsedFrom: string | null
  readonly revokedAt: string | null
}

/** Selects keys of an account; with `within` only those that reach no client outside this set. */
export interface KeyScope {
  readonly accountId: number
  readonly within: readonly number[] | null
}

/** Keys, newest first. @param before number of the last key of the previous page; 0 for the first page */
export async function readApiKeysOf(sql: Sql, scope: KeyScope, before: number, limit: number): Promise<ApiKeyDetail[]> {
  return sql<ApiKeyDetail[]>`
    ${details(sql)} where ${inScope(sql, scope)} and (${before}::bigint = 0 or k.id < ${before})
    order by k.id desc limit ${limit}`
}

export async function findApiKeyByPublicId(
  sql: Sql,
  scope: KeyScope,
  publicId: string,
): Promise<ApiKeyDetail | undefined> {
  const [key] = await sql<ApiKeyDetail[]>`${details(sql)} where ${inScope(sql, scope)} and k.public_id = ${publicId}`
  return key
}

/** The key that a caller authenticated with. */
export async function readApiKeyById(sql: Sql, keyId: number): Promise<ApiKeyDetail> {
  const [key] = await sql<ApiKeyDetail[]>`${details(sql)} where k.id = ${keyId}`
  return key!
}

function details(sql: Sql): Fragment {
  const local = (column: string) => localTime(sql, column, sql`a.time_zone`)
  const whileOverlap = (value: Fragment) => sql`case when k.old_ends_at > now() then ${value} end`
  return sql`
    select k.id as key_id, k.public_id, k.account_id, k.label,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end as state,
      k.scopes, k.client_ids, k.networks, k.person_id, k.created_by,
      coalesce((
        select array_agg(replace(c.public_id::text, '-', '') order by lower(c.company_name), c.id)
        from clients c where c.id = any(k.client_ids) and c.deleted_at is null
      ), '{}') as client_public_ids,
      ${local('k.created_at')} as created_at, ${local('k.expires_at')} as expires_at,
      ${local('k.last_used_at')} as last_used_at, k.last_used_from,
      ${whileOverlap(local('k.old_ends_at'))} as old_ends_at,
      ${whileOverlap(local('k.old_last_used_at'))} as old_last_used_at,
      ${whileOverlap(sql`k.old_last_used_from`)} as old_last_used_from, ${local('k.revoked_at')} as revoked_at
    from api_keys k
    join accounts a on a.id = k.account_id`
}

function inScope(sql: Sql, { accountId, within }: KeyScope): Fragment {
  const own = sql`k.account_id = ${accountId}`
  return within === null ? own : sql`${own} and k.client_ids <@ ${within as number[]}::bigint[]`
}

function works(sql: Sql): Fragment {
  return sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
}

/**
 * Replaces the secret of a key. With an overlap the previous secret works until the overlap ends.
 * @returns `ended` if the key no longer works, `overlap` if an earlier overlap has not ended
 */
export async function replaceSecret(
  db: Database,
  keyId: number,
  secretHash: Buffer,
  overlapHours: number,
): Promise<'replaced' | 'ended' | 'overlap'> {
  return transaction(db, async sql => {
    const [key] = await sql<{ works: boolean; overlaps: boolean }[]>`
      select ${works(sql)} as works, coalesce(k.old_ends_at > now(), false) as overlaps
      from api_keys k where k.id = ${keyId} for update`
    if (!key?.works) return 'ended'
    if (key.overlaps) return 'overlap'
    await sql`
      update api_keys set secret_hash = ${secretHash},
        old_hash = case when ${overlapHours}::integer > 0 then secret_hash end,
        old_ends_at = now() + make_interval(hours => nullif(${overlapHours}::integer, 0)),
        old_last_used_at = case when ${overlapHours}::integer > 0 then last_used_at end,
        old_last_used_from = case when ${overlapHours}::integer > 0 then last_used_from end,
        last_used_at = null, last_used_from = null
      where id = ${keyId}`
    return 'replaced'
  })
}

/** Ends the overlap of the previous secret now. */
export async function endOverlap(sql: Sql, keyId: number): Promise<void> {
  await sql`
    update api_keys set old_hash = null, old_ends_at = null, old_last_used_at = null, old_last_used_from = null
    where id = ${keyId}`
}

export async function revokeApiKeys(sql: Sql, keyIds: readonly number[]): Promise<void> {
  await sql`
    update api_keys set revoked_at = now()
    where id = any(${keyIds as number[]}::bigint[]) and revoked_at is null`
}

/** A key of a person that is not revoked: its rights by client, with the roles that the person has there now. */
export interface KeyOfPerson {
  readonly keyId: number
  readonly scopes: readonly string[]
  readonly clientIds: readonly number[] | null
  readonly grants: readonly GrantRow[]
}

/** Locks the person's keys until the transaction ends. */
export async function lockKeysOfPerson(sql: Transaction, personId: number): Promise<KeyOfPerson[]> {
  return sql<KeyOfPerson[]>`
    select k.id as key_id, k.scopes, k.client_ids,
      coalesce((
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'role', g.role, 'accessLevel', g.access_level))
        from grants g where g.person_id = k.person_id and g.account_id = k.account_id
      ), '[]') as grants
    from api_keys k
    where k.person_id = ${personId} and k.revoked_at is null
    for update of k`
}

/** A use of a secret. */
export interface KeyUse {
  readonly keyId: number
  /** True for the previous secret of a rotated key. */
  readonly isOld: boolean
  readonly remote: string
}

/** Records uses, except for keys whose last recorded use is less than a minute old. */
export async function recordKeyUses(sql: Sql, uses: readonly KeyUse[]): Promise<void> {
  const given = (old: boolean) => {
    const some = uses.filter(({ isOld }) => isOld === old)
    return sql`unnest(${some.map(({ keyId }) => keyId)}::bigint[], ${some.map(({ remote }) => remote)}::text[]) as u (key_id, remote)`
  }
  if (uses.some(({ isOld }) => !isOld)) {
    await sql`
      update api_keys k set last_used_at = now(), last_used_from = u.remote from ${given(false)}
      where k.id = u.key_id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')`
  }
  if (uses.some(({ isOld }) => isOld)) {
    await sql`
      update api_keys k set old_last_used_at = now(), old_last_used_from = u.remote from ${given(true)}
      where k.id = u.key_id and k.old_hash is not null
        and (k.old_last_used_at is null or k.old_last_used_at < now() - interval '1 minute')`
  }
}

/** Removes a purged client from all keys, and ends keys that reached no other client. */
export async function purgeClientOfKeys(sql: Sql, clientId: number): Promise<void> {
  await sql`
    update api_keys set revoked_at = now() where client_ids = array[${clientId}::bigint] and revoked_at is null`
  await sql`
    update api_keys set client_ids = array_remove(client_ids, ${clientId}::bigint)
    where client_ids @> array[${clientId}::bigint]`
}
