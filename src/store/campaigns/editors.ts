/** Open editors of campaigns and templates: leases that expire. */
import type { Sql } from '../connection/database.ts'

export interface EditedItem {
  readonly clientId: number
  readonly kind: 'campaign' | 'template'
  readonly itemId: number
  readonly publicId: string
}

/** A signed-in caller. */
export interface Editor {
  readonly kind: string
  readonly id: number
  readonly name: string
}

/** Begins or renews a lease. @returns true if the caller had no lease */
export async function holdEditor(
  sql: Sql,
  { clientId, kind, itemId }: EditedItem,
  editor: Editor,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<boolean> {
  // the CTE reads the row from before the upsert
  const [row] = await sql<{ isNew: boolean }[]>`
    with before as (
      select until from editors
      where client_id = ${clientId} and kind = ${kind} and item_id = ${itemId} and editor_kind = ${editor.kind}
        and editor_id = ${editor.id} and until > ${at}
    ), held as (
      insert into editors (client_id, kind, item_id, editor_kind, editor_id, name, until)
      values (${clientId}, ${kind}, ${itemId}, ${editor.kind}, ${editor.id}, ${editor.name}, ${until})
      on conflict (client_id, kind, item_id, editor_kind, editor_id) do update
      set name = excluded.name, until = greatest(editors.until, excluded.until)
    )
    select not exists (select 1 from before) as is_new`
  return row!.isNew
}

/** @returns true if the lease had not expired */
export async function releaseEditor(
  sql: Sql,
  { clientId, kind, itemId }: EditedItem,
  editor: Pick<Editor, 'kind' | 'id'>,
  at: Date,
): Promise<boolean> {
  const rows = await sql<{ until: Date }[]>`
    delete from editors
    where client_id = ${clientId} and kind = ${kind} and item_id = ${itemId} and editor_kind = ${editor.kind}
      and editor_id = ${editor.id}
    returning until`
  return rows.some(({ until }) => until > at)
}

/** Names of the other callers whose lease has not expired. */
export async function readOtherEditors(
  sql: Sql,
  { clientId, kind, itemId }: EditedItem,
  editor: Pick<Editor, 'kind' | 'id'>,
  at: Date,
  most: number,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from editors
    where client_id = ${clientId} and kind = ${kind} and item_id = ${itemId} and until > ${at}
      and (editor_kind, editor_id) <> (${editor.kind}, ${editor.id})
    order by name, editor_id
    limit ${most}`
  return rows.map(({ name }) => name)
}
