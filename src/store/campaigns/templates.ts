/** Templates: stored copies of the pages they were made from. */
import type { ClientRef, TemplateRef } from '../accounts/access.ts'
import { recordDeletion } from '../accounts/deletions.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { addToDirectory, findByPublicIds } from '../directory.ts'

export interface TemplateRow {
  readonly name: string
  readonly pageUrl: string
  readonly zipUrl: string
  readonly screenshotUrl: string
  readonly html: string
}

/** @returns undefined if the client was deleted meanwhile */
export async function insertTemplate(
  sql: Transaction,
  { clientId }: ClientRef,
  { name, pageUrl, zipUrl, screenshotUrl, html }: TemplateRow,
): Promise<{ readonly id: number; readonly publicId: string } | undefined> {
  const [template] = await sql<{ id: number; publicId: string }[]>`
    insert into templates (client_id, name, page_url, zip_url, screenshot_url, html)
    select ${clientId}, ${name}, ${pageUrl}, ${zipUrl}, ${screenshotUrl}, ${html}
    from clients c
    where c.id = ${clientId} and c.deleted_at is null
    returning id, public_id`
  if (template) await addToDirectory(sql, 'template', { clientId, ...template })
  return template
}

/** Writes the next revision of a template. @returns false if the template was deleted meanwhile */
export async function updateTemplate(
  sql: Transaction,
  { clientId, templateId }: TemplateRef,
  { name, pageUrl, zipUrl, screenshotUrl, html }: TemplateRow,
): Promise<boolean> {
  const { count } = await sql`
    update templates
    set name = ${name}, page_url = ${pageUrl}, zip_url = ${zipUrl}, screenshot_url = ${screenshotUrl}, html = ${html},
      revision = revision + 1, updated_at = now()
    where client_id = ${clientId} and id = ${templateId} and deleted_at is null`
  return count === 1
}

/** @param deletedBy name of the caller. @returns false if it was deleted before */
export async function softDeleteTemplate(
  sql: Transaction,
  { accountId, clientId, templateId }: TemplateRef,
  deletedBy: string,
): Promise<boolean> {
  const [deleted] = await sql<{ publicId: string; name: string }[]>`
    update templates set deleted_at = now()
    where client_id = ${clientId} and id = ${templateId} and deleted_at is null
    returning public_id, name`
  if (deleted) await recordDeletion(sql, { accountId, clientId, kind: 'template', ...deleted, deletedBy })
  return deleted !== undefined
}

/** Undoes the deletion of a template; templates may share a name. */
export async function undeleteTemplate(sql: Transaction, clientId: number, publicId: string): Promise<void> {
  await sql`update templates set deleted_at = null where client_id = ${clientId} and public_id = ${publicId}`
}

export async function readTemplateDetail(sql: Sql, { clientId, templateId }: TemplateRef, screenshotPath: string) {
  const [template] = await sql<{ name: string; hasScreenshot: boolean }[]>`
    select t.name, f.path is not null as has_screenshot
    from templates t
    left join assets f
      on f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = t.id and f.path = ${screenshotPath}
    where t.client_id = ${clientId} and t.id = ${templateId} and t.deleted_at is null`
  return template
}

/** The public preview of a template, found by its unguessable public id only. */
export async function readTemplatePreview(sql: Sql, publicId: string) {
  const [entry] = await findByPublicIds(sql, 'template', [publicId])
  if (!entry) return undefined
  const { clientId, id } = entry
  const [template] = await sql<{ html: string; updatedAt: Date }[]>`
    select t.html, t.updated_at
    from templates t
    join clients c on c.id = ${clientId}
    where t.client_id = ${clientId} and t.id = ${id} and t.deleted_at is null and c.deleted_at is null`
  return template
}
