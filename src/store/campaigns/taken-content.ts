/** What a draft's source becomes when it is taken in: the HTML and text that are sent, and the files they show. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { addAssets } from './assets.ts'
import { type DraftText, ownFilesOf } from './draft-rows.ts'

/** A source that was not taken in since it changed. */
export interface UntakenSource extends Pick<DraftText, 'kind' | 'html' | 'text' | 'detail'> {
  readonly revision: number
  readonly contentRevision: number
}

/** @returns undefined when what is sent is made from the present source */
export async function untakenSource(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<UntakenSource | undefined> {
  const [row] = await sql<UntakenSource[]>`
    select m.revision, m.content_revision, k.kind, k.html, k.text, k.detail
    from campaigns m
    join campaign_contents k
      on k.client_id = m.client_id and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.state = 'draft'
      and m.taken_revision <> m.content_revision`
  return row
}

/** The present source of a draft; undefined for a campaign from before revisions, and for one that is no draft. */
export async function presentSource(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<Pick<DraftText, 'kind' | 'html'> | undefined> {
  const [row] = await sql<Pick<DraftText, 'kind' | 'html'>[]>`
    select k.kind, case when k.kind in ('mjml', 'sections') then k.html else '' end as html
    from campaigns m
    join campaign_contents k
      on k.client_id = m.client_id and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.state = 'draft'`
  return row
}

interface File {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** Keeps what a source became. @returns false when the source changed meanwhile: nothing was kept then */
export async function keepTaken(
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

/** For a source that was taken in when it was read, as pages are: what is sent is its source as it is kept. */
export async function keepTakenPage(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update campaigns m set html = k.html, text = k.text, taken_revision = m.content_revision
    from campaign_contents k
    where m.client_id = ${clientId} and m.id = ${campaignId} and k.client_id = m.client_id and k.campaign_id = m.id
      and k.revision = m.content_revision`
}

/** Removes the files that no source has that is kept. What a source became is made anew when it is restored. */
export async function removeUnusedFiles(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    delete from assets f
    where f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = ${campaignId} and f.path not in (
      select unnest(${ownFilesOf(sql)} || case when k.revision in (m.content_revision, m.taken_revision) then k.files else '{}' end)
      from campaigns m
      join campaign_contents k on k.client_id = m.client_id and k.campaign_id = m.id
      where m.client_id = ${clientId} and m.id = ${campaignId})`
}

/** Copies files of one campaign for another of the same client. */
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

/** A file of a template, and what it is to be called beside a campaign. */
export interface CopiedFile {
  readonly path: string
  readonly as: string
}

/** Copies files of a template for a campaign of the same client. Of a file that is gone there is no copy. */
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
