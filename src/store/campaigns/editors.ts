/** Who has the editor of a campaign or of a template open: leases that end by themselves. */
import type { Sql } from '../connection/database.ts'

export interface EditedItem {
  readonly clientId: number
  readonly kind: 'campaign' | 'template'
  readonly itemId: number
  readonly publicId: string
}

/** A caller with a session, of its kind. */
export interface Editor {
  readonly kind: string
  readonly id: number
  readonly name: string
}

/** Begins a lease or makes it longer. @returns whether there was none */
export async function holdEditor(
  sql: Sql,
  { clientId, kind, itemId }: EditedItem,
  editor: Editor,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<boolean> {
  // the part before sees the row as it was
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
    select not exists (select from before) as is_new`
  return row!.isNew
}

/** @returns whether there was a lease that had not ended */
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

/** Names of those whose lease has not ended, but this one. */
export async function otherEditors(
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
