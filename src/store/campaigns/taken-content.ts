/** What a draft's source becomes when it is taken in: the HTML and text that are sent, and the files they show. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { addAssets } from './assets.ts'
import type { ContentKind } from './draft-rows.ts'

/** A source that was not taken in since it changed. */
export interface UntakenSource {
  readonly revision: number
  readonly contentRevision: number
  readonly kind: ContentKind
  readonly html: string
  readonly text: string | null
}

/** @returns undefined when what is sent is made from the present source */
export async function untakenSource(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<UntakenSource | undefined> {
  const [row] = await sql<UntakenSource[]>`
    select m.revision, m.content_revision, k.kind, k.html, k.text
    from campaigns m
    join campaign_contents k
      on k.client_id = m.client_id and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null and m.state = 'draft'
      and m.taken_revision <> m.content_revision`
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
    update campaign_contents set files = ${files.map(({ path }) => path)}::text[]
    where client_id = ${clientId} and campaign_id = ${campaignId} and revision = ${contentRevision}`
  await removeUnusedFiles(sql, { clientId, campaignId })
  return true
}

/** A page was taken in when it was fetched: what is sent is its source as it is kept. */
export async function keepTakenPage(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update campaigns m set html = k.html, text = k.text, taken_revision = m.content_revision
    from campaign_contents k
    where m.client_id = ${clientId} and m.id = ${campaignId} and k.client_id = m.client_id and k.campaign_id = m.id
      and k.revision = m.content_revision and k.kind = 'url'`
}

/** Removes the files of sources that are not kept any more. Sources as authors wrote them are taken in anew when they are restored. */
export async function removeUnusedFiles(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    delete from assets f
    where f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = ${campaignId} and not exists (
      select
      from campaign_contents k
      join campaigns m on m.client_id = k.client_id and m.id = k.campaign_id
      where k.client_id = f.client_id and k.campaign_id = f.owner_id and f.path = any(k.files)
        and (k.kind = 'url' or k.revision in (m.content_revision, m.taken_revision))
    )`
}

/** Copies the files of one campaign for another of the same client. */
export async function copyFiles(sql: Transaction, from: CampaignKey, campaignId: number): Promise<void> {
  await sql`
    insert into assets (client_id, owner, owner_id, path, media_type, bytes)
    select ${from.clientId}, 'campaign', ${campaignId}, path, media_type, bytes
    from assets
    where client_id = ${from.clientId} and owner = 'campaign' and owner_id = ${from.campaignId}`
}
