/** Content import of a draft: the HTML and text to send, and their files, made from its source. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { addAssets } from './assets.ts'
import { type DraftText, ownFilesOf } from './draft-rows.ts'

/** A source that was not imported since it changed. */
export interface UnimportedSource extends Pick<DraftText, 'kind' | 'html' | 'text' | 'detail'> {
  readonly revision: number
  readonly contentRevision: number
}

/** @returns undefined if the stored content was made from the present source */
export async function findUnimportedSource(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<UnimportedSource | undefined> {
  const [row] = await sql<UnimportedSource[]>`
    select m.revision, m.content_revision, k.kind, k.html, k.text, k.detail
    from campaigns m
    join campaign_contents k
      on k.client_id = ${clientId} and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.state = 'draft'
      and m.taken_revision <> m.content_revision`
  return row
}

/** The present source of a draft; undefined for a campaign from before revisions, and for a campaign that is not a draft. */
export async function presentSource(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<Pick<DraftText, 'kind' | 'html'> | undefined> {
  const [row] = await sql<Pick<DraftText, 'kind' | 'html'>[]>`
    select k.kind, case when k.kind in ('mjml', 'sections') then k.html else '' end as html
    from campaigns m
    join campaign_contents k
      on k.client_id = ${clientId} and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.state = 'draft'`
  return row
}

interface File {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** Stores the imported content. @returns false, and stores nothing, if the source changed meanwhile */
export async function storeImportedContent(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  contentRevision: number,
  { html, text, files }: { readonly html: string; readonly text: string | null; readonly files: readonly File[] },
): Promise<boolean> {
  const { count } = await sql`
    update campaigns set html = ${html}, text = ${text}, taken_revision = content_revision
    where client_id = ${clientId} and id = ${campaignId} and content_revision = ${contentRevision} and state = 'draft'`
  if (count === 0) return false
  await addAssets(sql, { clientId, owner: 'campaign', ownerId: campaignId }, files)
  await sql`
    update campaign_contents
    set files = array(select distinct unnest(own_files || ${files.map(({ path }) => path)}::text[]))
    where client_id = ${clientId} and campaign_id = ${campaignId} and revision = ${contentRevision}`
  await removeUnusedFiles(sql, { clientId, campaignId })
  return true
}

/** For a source that was imported when it was read, as pages are: the stored source is the content to send. */
export async function storeImportedPage(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update campaigns m set html = k.html, text = k.text, taken_revision = m.content_revision
    from campaign_contents k
    where m.client_id = ${clientId} and m.id = ${campaignId} and k.client_id = ${clientId} and k.campaign_id = m.id
      and k.revision = m.content_revision`
}

/** Deletes files that no stored source and no variant uses. A restored source is imported again. */
export async function removeUnusedFiles(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    delete from assets f
    where f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = ${campaignId} and f.path not in (
      select unnest(${ownFilesOf(sql)} || case when k.revision in (m.content_revision, m.taken_revision) then k.files else '{}' end)
      from campaigns m
      join campaign_contents k on k.client_id = ${clientId} and k.campaign_id = m.id
      where m.client_id = ${clientId} and m.id = ${campaignId}
      union all
      select unnest(v.files) from campaign_variants v where v.client_id = ${clientId} and v.campaign_id = ${campaignId})`
}

/** Copies files to another campaign of the same client. */
export async function copyFiles(
  sql: Transaction,
  from: CampaignKey,
  campaignId: number,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  await sql`
    insert into assets (client_id, owner, owner_id, path, media_type, bytes)
    select ${from.clientId}, 'campaign', ${campaignId}, path, media_type, bytes
    from assets
    where client_id = ${from.clientId} and owner = 'campaign' and owner_id = ${from.campaignId}
      and path = any(${paths as string[]})
    on conflict do nothing`
}

/** A file of a template, with its name in the campaign. */
export interface CopiedFile {
  readonly path: string
  readonly as: string
}

/** Copies files of a template to a campaign of the same client. Missing files are skipped. */
export async function copyTemplateFiles(
  sql: Transaction,
  { clientId, templateId }: { readonly clientId: number; readonly templateId: number },
  campaignId: number,
  files: readonly CopiedFile[],
): Promise<void> {
  if (files.length === 0) return
  await sql`
    insert into assets (client_id, owner, owner_id, path, media_type, bytes)
    select ${clientId}, 'campaign', ${campaignId}, c.as_path, f.media_type, f.bytes
    from assets f
    join unnest(${files.map(({ path }) => path)}::text[], ${files.map(file => file.as)}::text[]) as c (path, as_path)
      on c.path = f.path
    where f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = ${templateId}
    on conflict do nothing`
}
