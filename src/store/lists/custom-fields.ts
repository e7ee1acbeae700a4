/** Definitions of custom fields. */
import type { ListRef } from '../accounts/access.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'

export type DataType = 'Text' | 'Number' | 'MultiSelectOne' | 'MultiSelectMany' | 'Date' | 'Country' | 'USState'

export interface CustomFieldRow {
  /** Without brackets. */
  readonly key: string
  readonly name: string
  readonly dataType: DataType
  readonly options: readonly string[]
  /** Whether preference pages may show the field. */
  readonly visible: boolean
}

/** Fields of several lists, each in order of creation. */
export async function readCustomFieldRows(sql: Sql, clientId: number, listIds: readonly number[]) {
  return sql<(CustomFieldRow & { readonly listId: number })[]>`
    select list_id, key, name, data_type, options, visible
    from custom_fields
    where client_id = ${clientId} and list_id = any(${listIds as number[]}::bigint[])
    order by list_id, position`
}

/** The fields of a list; serialises changes of them until the transaction ends. */
async function lockFields(sql: Transaction, { clientId, listId }: ListKey) {
  await sql`select 1 from lists where client_id = ${clientId} and id = ${listId} for no key update`
  return sql<FieldNames[]>`select key, name from custom_fields where client_id = ${clientId} and list_id = ${listId}`
}

export type FieldNames = Pick<CustomFieldRow, 'key' | 'name'>
type ListKey = Pick<ListRef, 'clientId' | 'listId'>

/**
 * Adds a field after the others, unless its key is taken or the list has the maximum number.
 * @param isTaken whether one of the existing fields has the key
 */
export async function insertCustomField(
  sql: Transaction,
  list: ListKey,
  { key, name, dataType, options, visible }: CustomFieldRow,
  { most, isTaken }: { readonly most: number; readonly isTaken: (present: FieldNames) => boolean },
): Promise<'created' | 'exists' | 'full'> {
  const { clientId, listId } = list
  const fields = await lockFields(sql, list)
  if (fields.some(isTaken)) return 'exists'
  if (fields.length >= most) return 'full'
  await sql`
    insert into custom_fields (client_id, list_id, key, name, data_type, options, visible, position)
    select ${clientId}, ${listId}, ${key}, ${name}, ${dataType}, ${options as string[]}::text[], ${visible}, coalesce(max(position), 0) + 1
    from custom_fields where client_id = ${clientId} and list_id = ${listId}`
  return 'created'
}

/**
 * Replaces the changeable properties of a field, unless another field has the name or the key derived from the name.
 * @param key as it is stored
 * @param isTaken whether another field has the key
 * @returns false if the field does not exist
 */
export async function updateCustomField(
  db: Database,
  list: ListRef,
  key: string,
  { name, visible }: Pick<CustomFieldRow, 'name' | 'visible'>,
  isTaken: (other: FieldNames) => boolean,
): Promise<'changed' | 'exists' | undefined> {
  const { clientId, listId } = list
  return transaction(db, async sql => {
    const fields = await lockFields(sql, list)
    if (!fields.some(field => field.key === key)) return undefined
    if (fields.some(other => other.key !== key && isTaken(other))) return 'exists'
    await sql`
      update custom_fields set name = ${name}, visible = ${visible}
      where client_id = ${clientId} and list_id = ${listId} and key = ${key}`
    return 'changed'
  })
}

/** Replaces the options of a field under a lock. @param key as it is stored @param change gets the present options */
export async function updateOptions(
  db: Database,
  { clientId, listId }: ListRef,
  key: string,
  change: (field: CustomFieldRow) => readonly string[],
): Promise<boolean> {
  return transaction(db, async sql => {
    const [row] = await sql<CustomFieldRow[]>`
      select key, name, data_type, options, visible
      from custom_fields
      where client_id = ${clientId} and list_id = ${listId} and key = ${key}
      for update`
    if (!row) return false
    await sql`
      update custom_fields set options = ${change(row) as string[]}::text[]
      where client_id = ${clientId} and list_id = ${listId} and key = ${row.key}`
    return true
  })
}

/**
 * Deletes a field and its values of all subscribers.
 * @param key as it is stored
 * @returns false if the field does not exist
 */
export async function deleteCustomField(db: Database, { clientId, listId }: ListRef, key: string): Promise<boolean> {
  return transaction(db, async sql => {
    const [deleted] = await sql<{ key: string }[]>`
      delete from custom_fields
      where client_id = ${clientId} and list_id = ${listId} and key = ${key}
      returning key`
    if (!deleted) return false
    await sql`
      update subscribers set fields = fields - ${deleted.key}::text
      where client_id = ${clientId} and list_id = ${listId} and fields ? ${deleted.key}`
    return true
  })
}
