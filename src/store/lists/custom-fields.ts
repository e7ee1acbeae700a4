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
  /** Whether people may be shown the field where they change their preferences. */
  readonly visible: boolean
}

/** Of several lists at once, of each in the order they were made. */
export async function customFieldRows(sql: Sql, clientId: number, listIds: readonly number[]) {
  return sql<(CustomFieldRow & { readonly listId: number })[]>`
    select list_id, key, name, data_type, options, visible
    from custom_fields
    where client_id = ${clientId} and list_id = any(${listIds as number[]}::bigint[])
    order by list_id, position`
}

/** Adds a field after the others, unless its key is taken or the list has as many as it may. */
export function insertCustomField(
  db: Database,
  list: Pick<ListRef, 'clientId' | 'listId'>,
  field: CustomFieldRow,
  most: number,
): Promise<'created' | 'exists' | 'full'> {
  return transaction(db, sql => addCustomField(sql, list, field, most))
}

/** The same within a transaction. */
export async function addCustomField(
  sql: Transaction,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
  { key, name, dataType, options, visible }: CustomFieldRow,
  most: number,
): Promise<'created' | 'exists' | 'full'> {
  // definitions of one list change one after another
  await sql`select 1 from lists where client_id = ${clientId} and id = ${listId} for no key update`
  const [found] = await sql<{ exists: boolean; fields: number; last: number }[]>`
    select coalesce(bool_or(lower(key) = lower(${key})), false) as exists, count(*) as fields,
      coalesce(max(position), 0) as last
    from custom_fields
    where client_id = ${clientId} and list_id = ${listId}`
  if (found!.exists) return 'exists'
  if (found!.fields >= most) return 'full'
  await sql`
    insert into custom_fields (client_id, list_id, key, name, data_type, options, visible, position)
    values (${clientId}, ${listId}, ${key}, ${name}, ${dataType}, ${options as string[]}::text[], ${visible}, ${found!.last + 1})`
  return 'created'
}

/**
 * Replaces what may change of a field, the key in any case, unless another field has the name, or the key that the name would give.
 * @param keyOfName without brackets
 * @returns its key, or undefined where there is none
 */
export async function updateCustomField(
  db: Database,
  { clientId, listId }: ListRef,
  key: string,
  { name, visible, keyOfName }: Pick<CustomFieldRow, 'name' | 'visible'> & { readonly keyOfName: string },
): Promise<{ readonly key: string } | 'exists' | undefined> {
  return transaction(db, async sql => {
    // definitions of one list change one after another
    await sql`select 1 from lists where client_id = ${clientId} and id = ${listId} for no key update`
    const fields = await sql<{ key: string; isNamed: boolean; isTaken: boolean }[]>`
      select key, lower(key) = lower(${key}) as is_named,
        lower(key) = lower(${keyOfName}) or lower(name) = lower(${name}) as is_taken
      from custom_fields where client_id = ${clientId} and list_id = ${listId}`
    const field = fields.find(({ isNamed }) => isNamed)
    if (!field) return undefined
    if (fields.some(other => other.isTaken && other !== field)) return 'exists'
    await sql`
      update custom_fields set name = ${name}, visible = ${visible}
      where client_id = ${clientId} and list_id = ${listId} and key = ${field.key}`
    return field
  })
}

/** Replaces the options of a field, of which it is locked until then. @param change is given what it has */
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
      where client_id = ${clientId} and list_id = ${listId} and lower(key) = lower(${key})
      for update`
    if (!row) return false
    await sql`
      update custom_fields set options = ${change(row) as string[]}::text[]
      where client_id = ${clientId} and list_id = ${listId} and key = ${row.key}`
    return true
  })
}

/**
 * Deletes a field, the key in any case, and the values subscribers have in it.
 * @returns whether there was one
 */
export async function deleteCustomField(db: Database, { clientId, listId }: ListRef, key: string): Promise<boolean> {
  return transaction(db, async sql => {
    const [deleted] = await sql<{ key: string }[]>`
      delete from custom_fields
      where client_id = ${clientId} and list_id = ${listId} and lower(key) = lower(${key})
      returning key`
    if (!deleted) return false
    await sql`
      update subscribers set fields = fields - ${deleted.key}::text
      where client_id = ${clientId} and list_id = ${listId} and fields ? ${deleted.key}`
    return true
  })
}
