/** Stored previews, which expire after some minutes. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export interface PreviewRow {
  readonly html: string
  /** The origin whose pages may frame the preview. */
  readonly framedBy: string
}

/** Minutes for which a preview can be opened. */
export const previewMinutes = 15

/** Inserting a preview deletes up to so many expired ones of the client. */
const swept = 20

/** @returns its id, and its expiry as local time of the client */
export async function insertPreview(
  sql: Sql,
  clientId: number,
  { html, framedBy, expiresAt }: PreviewRow & { readonly expiresAt: Date },
  now: Date,
): Promise<{ readonly id: number; readonly expires: string }> {
  const [inserted] = await sql<{ id: number; expires: string }[]>`
    with swept as (
      delete from previews where client_id = ${clientId} and id = any(array(
        select id from previews where client_id = ${clientId} and expires_at < ${now}
        order by expires_at limit ${swept}
      ))
    ), inserted as (
      insert into previews (client_id, html, framed_by, expires_at)
      values (${clientId}, ${html}, ${framedBy}, ${expiresAt})
      returning id, expires_at
    )
    select i.id, ${localTime(sql, 'i.expires_at', sql`c.time_zone`)} as expires
    from inserted i
    join clients c on c.id = ${clientId}`
  return inserted!
}

/** @returns undefined if it has expired, or its client was deleted */
export async function openPreview(sql: Sql, clientId: number, id: number, now: Date): Promise<PreviewRow | undefined> {
  const [row] = await sql<PreviewRow[]>`
    select p.html, p.framed_by
    from previews p
    join clients c on c.id = p.client_id and c.deleted_at is null
    where p.client_id = ${clientId} and p.id = ${id} and p.expires_at > ${now}`
  return row
}
