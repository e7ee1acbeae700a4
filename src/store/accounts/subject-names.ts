/** Names of objects by their public identifiers, as the audit log and events show them: one statement for all kinds of a client. */
import type { Fragment, Sql } from '../connection/database.ts'

/** Tables of clients' objects: the column of the name, and whether deleted rows are kept for a time. */
const tables = {
  List: { table: 'lists', name: 'title', keepsDeleted: true },
  Campaign: { table: 'campaigns', name: 'name', keepsDeleted: true },
  Segment: { table: 'segments', name: 'name', keepsDeleted: false },
  Template: { table: 'templates', name: 'name', keepsDeleted: true },
  Series: { table: 'series', name: 'name', keepsDeleted: true },
  Form: { table: 'forms', name: 'title', keepsDeleted: false },
  Feed: { table: 'feeds', name: 'title', keepsDeleted: false },
  Tag: { table: 'contact_tags', name: 'name', keepsDeleted: false },
  Block: { table: 'blocks', name: 'name', keepsDeleted: false },
  Image: { table: 'images', name: 'name', keepsDeleted: true },
  TestGroup: { table: 'test_groups', name: 'name', keepsDeleted: false },
  Sender: { table: 'senders', name: 'from_name', keepsDeleted: false },
  Import: { table: 'imports', name: 'file_name', keepsDeleted: false },
  Export: { table: 'exports', name: 'file_name', keepsDeleted: false },
  ReportLink: { table: 'report_links', name: 'label', keepsDeleted: false },
  Webhook: { table: 'webhooks', name: 'url', keepsDeleted: false },
} as const satisfies Record<string, { table: string; name: string; keepsDeleted: boolean }>

export type ClientObjectKind = keyof typeof tables
export type AccountObjectKind = 'Client' | 'Person' | 'Key' | 'SegmentTemplate'
export type NamedKind = ClientObjectKind | AccountObjectKind

export const clientObjectKinds = Object.keys(tables) as readonly ClientObjectKind[] // the keys of the table

export interface ObjectName {
  readonly kind: NamedKind
  readonly publicId: string
  readonly name: string
  readonly isDeleted: boolean
}

/** Names of a client's objects; those without a row are missing. */
export async function readNamesOfClient(
  sql: Sql,
  clientId: number,
  wanted: ReadonlyMap<ClientObjectKind, readonly string[]>,
): Promise<readonly ObjectName[]> {
  if (wanted.size === 0) return []
  const parts = [...wanted].map(([kind, publicIds]): Fragment => {
    const { table, name, keepsDeleted } = tables[kind]
    return sql`
      select ${kind}::text as kind, public_id, ${sql(name)} as name, ${keepsDeleted ? sql`deleted_at is not null` : sql`false`} as is_deleted
      from ${sql(table)} where client_id = ${clientId} and public_id = any(${publicIds as string[]}::uuid[])`
  })
  return sql<ObjectName[]>`${parts.reduce((all, part) => sql`${all} union all ${part}`)}`
}

/**
 * Names of what belongs to an account.
 * @param clientIds clients whose names may be read; null for all of the account
 */
export async function readNamesOfAccount(
  sql: Sql,
  accountId: number,
  clientIds: readonly number[] | null,
  wanted: ReadonlyMap<AccountObjectKind, readonly string[]>,
): Promise<readonly ObjectName[]> {
  const publicIdsOf = (kind: AccountObjectKind) => (wanted.get(kind) ?? []) as string[]
  if ([...wanted.values()].every(({ length }) => length === 0)) return []
  return sql<ObjectName[]>`
    select 'Client' as kind, public_id, company_name as name, deleted_at is not null as is_deleted
    from clients
    where account_id = ${accountId} and public_id = any(${publicIdsOf('Client')}::uuid[])
      and (${clientIds as number[] | null}::bigint[] is null or id = any(${clientIds as number[] | null}::bigint[]))
    union all
    select 'Key', public_id, label, revoked_at is not null from api_keys
    where account_id = ${accountId} and public_id = any(${publicIdsOf('Key')}::uuid[])
    union all
    select 'SegmentTemplate', public_id, title, false from segment_templates
    where account_id = ${accountId} and public_id = any(${publicIdsOf('SegmentTemplate')}::uuid[])
    union all
    select 'Person', p.public_id, p.name, not g.has_access
    from people p cross join lateral (
      select exists (select 1 from grants g where g.person_id = p.id and g.account_id = ${accountId}) as has_access
    ) g
    where p.public_id = any(${publicIdsOf('Person')}::uuid[]) and (g.has_access or exists (
      select 1 from audit_log l where l.account_id = ${accountId} and l.actor_id = p.id and l.actor_kind = 'person'))`
}
