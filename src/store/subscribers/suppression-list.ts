/** Pages of suppression lists, in the order of the addresses' bytes; each reason has its own range of an index. */
import type { Fragment, Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import { addressesFrom } from './subscriber-list.ts'
import type { ScopeKind } from './suppression-keys.ts'
import { isOfScope, type SuppressionReason, type SuppressionScope, tableOf } from './suppressions.ts'

export interface SuppressionRow {
  readonly scope: ScopeKind
  /** The list, for an entry of a list. */
  readonly listPublicId: string | null
  readonly address: string
  readonly email: string
  readonly reason: SuppressionReason
  /** Local time of the client, or of the account. */
  readonly date: string
  /** In the format of `domain/audit/evidence.ts`. */
  readonly evidence: unknown
  /** Null if no campaign led to the entry, or it was purged. */
  readonly campaignName: string | null
  /** Owner of the key that added the entry; null if no login added it, or the login was deleted. */
  readonly username: string | null
}

/** A row of a page with its position. */
export interface ListedSuppressionRow extends SuppressionRow {
  /** 0 for an entry that belongs to no list. */
  readonly listId: number
}

export interface SuppressionPage {
  /** Owner of the entries; for a client optionally the entries of its lists, with or without its own. */
  readonly owner: SuppressionScope | { readonly kind: 'lists' | 'client and lists'; readonly clientId: number }
  readonly timeZone: string
  readonly reasons: readonly SuppressionReason[]
  /** Prefix of the normalised address; empty for all. */
  readonly prefix: string
  /** The last row of the previous page. */
  readonly after: { readonly address: string; readonly listId: number } | undefined
  readonly limit: number
}

/** The indexes *_by_address and list_suppressions_of_list serve this query. */
export async function readSuppressionPage(sql: Sql, page: SuppressionPage): Promise<ListedSuppressionRow[]> {
  const { owner, timeZone, limit } = page
  const clientId = owner.kind === 'account' ? null : owner.clientId
  return sql<ListedSuppressionRow[]>`
    select s.scope, s.list_id, l.public_id as list_public_id, s.address, s.email, s.reason, ${localTime(sql, 's.at', timeZone)} as date,
      s.evidence, m.name as campaign_name, i.username
    from (select * from (${entries(sql, page)}) e order by address collate "C", list_id limit ${limit}) s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    left join campaigns m on m.client_id = ${clientId} and m.id = (s.evidence ->> 'campaignId')::bigint
    left join logins i on i.id = (s.evidence ->> 'loginId')::bigint
    order by s.address collate "C", s.list_id`
}

/** At least the first entries of the page, in undefined order: scope, list_id, and the columns of an entry. */
function entries(sql: Sql, { owner, reasons, prefix, after, limit }: SuppressionPage): Fragment {
  const part = (scope: ScopeKind, listId: Fragment, entries: Fragment, from: Fragment) => sql`
    select ${scope}::text as scope, k.*
    from unnest(${reasons as string[]}::text[]) as wanted (reason)
    cross join lateral (
      select ${listId} as list_id, address, email, reason, at, evidence
      from ${sql(tableOf({ kind: scope }))} s
      where ${entries} and s.reason = wanted.reason ${from}
      order by address collate "C", list_id
      limit ${limit}
    ) k`
  const from = addressesFrom(sql, { prefix, after: after?.address })
  const { kind } = owner
  if (kind === 'account' || kind === 'client') return part(kind, sql`0::bigint`, isOfScope(sql, owner), from)
  if (kind === 'list') return part(kind, sql`s.list_id`, isOfScope(sql, owner), from)
  const { clientId } = owner
  const inLists = sql`
    ${addressesFrom(sql, { prefix, after: undefined })}
    ${after === undefined ? sql`` : sql`and (address collate "C", list_id) > (${after.address}, ${after.listId}::bigint)`}`
  const lists = part('list', sql`s.list_id`, sql`s.client_id = ${clientId}`, inLists)
  if (kind === 'lists') return lists
  return sql`${part('client', sql`0::bigint`, isOfScope(sql, { kind: 'client', clientId }), from)} union all ${lists}`
}

export interface NumberedSuppressions {
  readonly order: 'EmailAddress' | 'Date'
  readonly descending: boolean
  /** Index of the first entry in this order, less than the total. */
  readonly offset: number
  readonly limit: number
  /** Number of all entries. */
  readonly total: number
}

/** Number of addresses on the list of a client, without rules. Reads only the primary key. */
export async function countAddresses(sql: Sql, clientId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from suppressions where client_id = ${clientId} and not starts_with(address, '@')`
  return row!.count
}

/** Addresses on the list of a client, read from the nearer end. The primary key and suppressions_by_date serve this query. */
export async function readNumberedSuppressions(
  sql: Sql,
  { clientId, timeZone }: { readonly clientId: number; readonly timeZone: string },
  { order, descending, offset, limit, total }: NumberedSuppressions,
): Promise<SuppressionRow[]> {
  const size = Math.min(limit, total - offset)
  const isNearEnd = offset > total - offset - size
  const skipped = isNearEnd ? total - offset - size : offset
  const direction = descending === isNearEnd ? sql`asc` : sql`desc`
  const key = (table: string) =>
    order === 'Date'
      ? sql`${sql(`${table}.at`)} ${direction}, ${sql(`${table}.address`)} ${direction}`
      : sql`${sql(`${table}.address`)} ${direction}`
  const rows = await sql<SuppressionRow[]>`
    select 'client' as scope, null as list_public_id, s.address, s.email, s.reason, ${localTime(sql, 's.at', timeZone)} as date,
      s.evidence, m.name as campaign_name, i.username
    from (
      select e.*
      from suppressions e
      where e.client_id = ${clientId} and not starts_with(e.address, '@')
      order by ${key('e')}
      offset ${skipped}
      limit ${size}
    ) s
    left join campaigns m on m.client_id = ${clientId} and m.id = (s.evidence ->> 'campaignId')::bigint
    left join logins i on i.id = (s.evidence ->> 'loginId')::bigint
    order by ${key('s')}`
  return isNearEnd ? rows.toReversed() : rows
}
