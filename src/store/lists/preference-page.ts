/** What the preference page shows of lists and of their custom fields. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { DataType } from './custom-fields.ts'

export type ShownTo = 'members' | 'everyone' | 'nobody'
export type ReaderAccess = 'none' | 'read' | 'change'

export interface PageSettings {
  /** '' for none. */
  readonly description: string
  readonly shownTo: ShownTo
}

export interface PageField {
  readonly key: string
  readonly name: string
  readonly access: ReaderAccess
}

interface ListKey {
  readonly clientId: number
  readonly listId: number
}

export async function readPageSettings(sql: Sql, { clientId, listId }: ListKey): Promise<PageSettings> {
  const [row] = await sql<PageSettings[]>`
    select description, shown_to from lists where client_id = ${clientId} and id = ${listId}`
  return row!
}

export async function updatePageSettings(
  sql: Sql,
  { clientId, listId }: ListKey,
  { description, shownTo }: PageSettings,
): Promise<void> {
  await sql`
    update lists set description = ${description}, shown_to = ${shownTo} where client_id = ${clientId} and id = ${listId}`
}

export async function readPageFields(sql: Sql, { clientId, listId }: ListKey): Promise<readonly PageField[]> {
  return sql<PageField[]>`
    select key, name, reader_access as access from custom_fields
    where client_id = ${clientId} and list_id = ${listId} order by position`
}

export async function updateFieldAccess(
  sql: Transaction,
  { clientId, listId }: ListKey,
  fields: readonly Pick<PageField, 'key' | 'access'>[],
): Promise<void> {
  await sql`
    update custom_fields f set reader_access = g.access
    from unnest(${fields.map(({ key }) => key)}::text[], ${fields.map(({ access }) => access)}::text[]) as g (key, access)
    where f.client_id = ${clientId} and f.list_id = ${listId} and f.key = g.key`
}

/** A custom field as its reader may see it. */
export interface OwnField {
  readonly listId: number
  readonly key: string
  readonly name: string
  readonly dataType: DataType
  readonly options: readonly string[]
  readonly access: Exclude<ReaderAccess, 'none'>
}

/** Fields of lists that readers may see; `visible = false` hides a field from every page. */
export async function readOwnFields(sql: Sql, clientId: number, listIds: readonly number[]): Promise<readonly OwnField[]> {
  return sql<OwnField[]>`
    select list_id, key, name, data_type, options, reader_access as access from custom_fields
    where client_id = ${clientId} and list_id = any(${listIds as number[]}::bigint[]) and visible and reader_access <> 'none'
    order by list_id, position`
}
