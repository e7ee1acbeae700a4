/** What the leaves of segments refer to: by ids for compiling and showing a tree, by the wire's names for saving one. */
import type { Sql } from '../connection/database.ts'
import type { DataType } from '../lists/custom-fields.ts'
import { tagKey } from '../tags/tag-key.ts'
import { readTags } from '../tags/tags.ts'

export interface SegmentOfClient {
  readonly id: number
  readonly publicId: string
  /** Null: of the client. */
  readonly listId: number | null
  readonly name: string
  readonly rules: unknown
  /** When its rules last changed. */
  readonly changedAt: Date
}

const columns = (sql: Sql) => sql`s.id, s.public_id, s.list_id, s.name, s.rules, s.changed_at`

/** Those that exist on lists that are not deleted. */
export async function readSegmentsById(
  sql: Sql,
  clientId: number,
  ids: readonly number[],
): Promise<readonly SegmentOfClient[]> {
  if (ids.length === 0) return []
  return sql<SegmentOfClient[]>`
    select ${columns(sql)} from segments s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and s.id = any(${ids as number[]}::bigint[]) and l.deleted_at is null`
}

/** All segments of a client on lists that are not deleted, those of the client first, then by list and name. */
export async function readAllSegments(
  sql: Sql,
  clientId: number,
): Promise<readonly (SegmentOfClient & { readonly listPublicId: string | null })[]> {
  return sql<(SegmentOfClient & { listPublicId: string | null })[]>`
    select ${columns(sql)}, l.public_id as list_public_id from segments s
    left join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and l.deleted_at is null
    order by l.id is not null, lower(l.title), l.id, lower(s.name), s.id`
}

/** One kind of things that leaves name. */
export interface Referred {
  readonly id: number
  /** By which the wire names it: an identifier, of a tag its name. */
  readonly wire: string
  readonly name: string
}

export type ReferredKind = 'list' | 'segment' | 'campaign' | 'tag' | 'import'

/** Things of a client that exist, by their ids or by what the wire calls them. */
export async function readReferred(
  sql: Sql,
  clientId: number,
  kind: ReferredKind,
  by: { readonly ids: readonly number[] } | { readonly names: readonly string[] },
): Promise<readonly Referred[]> {
  const named = 'ids' in by ? by.ids : by.names
  if (named.length === 0) return []
  const ids = 'ids' in by ? (by.ids as number[]) : null
  const names = 'ids' in by ? null : (by.names as string[])
  const among = (table: string) =>
    ids ? sql`${sql(`${table}.id`)} = any(${ids}::bigint[])` : sql`${sql(`${table}.publicId`)} = any(${names}::uuid[])`
  switch (kind) {
    case 'list':
      return sql<Referred[]>`
        select l.id, l.public_id as wire, l.title as name from lists l
        where l.client_id = ${clientId} and l.deleted_at is null and ${among('l')}`
    case 'segment':
      return sql<Referred[]>`
        select s.id, s.public_id as wire, s.name from segments s
        left join lists l on l.client_id = ${clientId} and l.id = s.list_id
        where s.client_id = ${clientId} and l.deleted_at is null and ${among('s')}`
    case 'campaign':
      return sql<Referred[]>`
        select c.id, c.public_id as wire, c.name from campaigns c
        where c.client_id = ${clientId} and c.deleted_at is null and ${among('c')}`
    case 'import':
      return sql<Referred[]>`
        select i.id, i.public_id as wire, i.file_name as name from imports i where i.client_id = ${clientId} and ${among('i')}`
    case 'tag': {
      const tags = await readTags(sql, clientId)
      const keys = new Set(names?.map(tagKey))
      return tags
        .filter(({ tagId, name }) => ids?.includes(tagId) ?? keys.has(tagKey(name)))
        .map(({ tagId, name }) => ({ id: tagId, wire: name, name }))
    }
  }
}

export interface FieldOfList {
  readonly listId: number
  readonly key: string
  readonly dataType: DataType
}

/** The custom fields of one list, or of all lists of a client that are not deleted. */
export async function readFieldsOf(sql: Sql, clientId: number, listId: number | null): Promise<readonly FieldOfList[]> {
  return sql<FieldOfList[]>`
    select f.list_id, f.key, f.data_type from custom_fields f
    join lists l on l.client_id = ${clientId} and l.id = f.list_id
    where f.client_id = ${clientId} and l.deleted_at is null and (${listId}::bigint is null or f.list_id = ${listId})
    order by f.list_id, f.position`
}
