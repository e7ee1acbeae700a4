/** Revisions of templates: their sources and files. */
import type { Sql, Transaction } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { SavedBy, Saver } from './draft-rows.ts'
import type { RevisionRow } from './revisions.ts'
import type { TemplateRow } from './templates.ts'

export interface TemplateKey {
  readonly clientId: number
  readonly templateId: number
}

/** Locks a template. @returns the number of its revision; undefined if the template is deleted */
export async function lockTemplate(
  sql: Transaction,
  { clientId, templateId }: TemplateKey,
): Promise<number | undefined> {
  const [row] = await sql<{ revision: number }[]>`
    select revision from templates
    where client_id = ${clientId} and id = ${templateId} and deleted_at is null
    for no key update`
  return row?.revision
}

/** Stores the present version of a template whose row is locked, unless it is stored. @param files paths of the assets it uses */
export async function insertTemplateRevision(
  sql: Transaction,
  { clientId, templateId }: TemplateKey,
  { at, username, means, action, restored }: SavedBy,
  files: readonly string[],
): Promise<void> {
  await sql`
    insert into template_revisions (client_id, template_id, revision, at, username, means, action, restored, name, page_url,
      zip_url, screenshot_url, html, files)
    select ${clientId}, t.id, t.revision, ${at}, ${username}, ${means}, ${action}, ${restored ?? null}, t.name, t.page_url,
      t.zip_url, t.screenshot_url, t.html, ${files as string[]}::text[]
    from templates t
    where t.client_id = ${clientId} and t.id = ${templateId}`
}

/**
 * Inserts the first revision row of a template from before revisions.
 * @param screenshot path of the screenshot, which is not a file of the page
 */
export async function keepFirstTemplateRevision(
  sql: Transaction,
  { clientId, templateId }: TemplateKey,
  screenshot: string,
  by: Saver = { username: '', means: '' },
): Promise<void> {
  await sql`
    insert into template_revisions (client_id, template_id, revision, at, username, means, action, name, page_url, zip_url,
      screenshot_url, html, files)
    select ${clientId}, t.id, t.revision, t.updated_at, ${by.username}, ${by.means}, 'created', t.name, t.page_url, t.zip_url,
      t.screenshot_url, t.html, array(
        select path from assets f
        where f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = t.id and f.path <> ${screenshot})
    from templates t
    where t.client_id = ${clientId} and t.id = ${templateId}
    on conflict do nothing`
}

/** Newest first. @param before the last revision of the previous page */
export async function readTemplateRevisionsOf(
  sql: Sql,
  { clientId, templateId }: TemplateKey,
  {
    before,
    limit,
    timeZone,
  }: { readonly before: number | undefined; readonly limit: number; readonly timeZone: string },
): Promise<RevisionRow[]> {
  return sql<RevisionRow[]>`
    select revision, ${localTime(sql, 'at', timeZone)} as saved_date, username, means, action, restored, name
    from template_revisions
    where client_id = ${clientId} and template_id = ${templateId}
      and (${before ?? null}::integer is null or revision < ${before ?? null})
    order by revision desc
    limit ${limit}`
}

export interface TemplateVersion extends TemplateRow {
  readonly revision: number
  readonly savedDate: string
  readonly savedBy: string
}

/** A stored revision of a template. */
export async function findTemplateInRevision(
  sql: Sql,
  { clientId, templateId }: TemplateKey,
  revision: number,
  timeZone: string,
): Promise<(TemplateVersion & { readonly files: readonly string[] }) | undefined> {
  const [row] = await sql<(TemplateVersion & { files: string[] })[]>`
    select revision, ${localTime(sql, 'at', timeZone)} as saved_date, username as saved_by, name, page_url, zip_url,
      screenshot_url, html, files
    from template_revisions
    where client_id = ${clientId} and template_id = ${templateId} and revision = ${revision}`
  return row
}

/** The present version of a template, stored as a revision or not. */
export async function findTemplateNow(
  sql: Sql,
  { clientId, templateId }: TemplateKey,
  timeZone: string,
): Promise<TemplateVersion | undefined> {
  const [row] = await sql<TemplateVersion[]>`
    select t.revision, ${localTime(sql, 't.updated_at', timeZone)} as saved_date, coalesce(r.username, '') as saved_by, t.name,
      t.page_url, t.zip_url, t.screenshot_url, t.html
    from templates t
    left join template_revisions r
      on r.client_id = ${clientId} and r.template_id = t.id and r.revision = t.revision
    where t.client_id = ${clientId} and t.id = ${templateId} and t.deleted_at is null`
  return row
}

/** Keeps the newest revisions, and the files that they and the screenshot use. */
export async function thinTemplateRevisions(
  sql: Transaction,
  { clientId, templateId }: TemplateKey,
  most: number,
  screenshot: string,
): Promise<void> {
  await sql`
    delete from template_revisions r
    where r.client_id = ${clientId} and r.template_id = ${templateId} and r.revision <= (
      select max(revision) - ${most} from template_revisions
      where client_id = ${clientId} and template_id = ${templateId})`
  await sql`
    delete from assets f
    where f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = ${templateId} and f.path <> ${screenshot}
      and f.path not in (
        select unnest(r.files) from template_revisions r where r.client_id = ${clientId} and r.template_id = ${templateId})`
}
