/**
 * Assets of templates and campaigns: files kept in the database.
 * See docs/decisions/storage.md#assets-live-in-the-database.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { findByPublicIds } from '../directory.ts'

export type Owner = 'template' | 'campaign'

interface File {
  readonly path: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** Replaces all files of the owner. */
export async function replaceAssets(
  sql: Transaction,
  clientId: number,
  owner: Owner,
  ownerId: number,
  files: readonly File[],
): Promise<void> {
  await sql`delete from assets where client_id = ${clientId} and owner = ${owner} and owner_id = ${ownerId}`
  for (const { path, mediaType, bytes } of files) {
    await sql`
      insert into assets (client_id, owner, owner_id, path, media_type, bytes)
      values (${clientId}, ${owner}, ${ownerId}, ${path}, ${mediaType}, ${bytes})`
  }
}

/**
 * Adds files to an owner. A file whose path exists is the same file, because paths contain a hash of the content
 * (domain/content/assets.ts).
 */
export async function addAssets(
  sql: Transaction,
  { clientId, owner, ownerId }: { readonly clientId: number; readonly owner: Owner; readonly ownerId: number },
  files: readonly File[],
): Promise<void> {
  for (const { path, mediaType, bytes } of files) {
    await sql`
      insert into assets (client_id, owner, owner_id, path, media_type, bytes)
      values (${clientId}, ${owner}, ${ownerId}, ${path}, ${mediaType}, ${bytes})
      on conflict do nothing`
  }
}

export async function removeAsset(
  sql: Transaction,
  { clientId, owner, ownerId }: { readonly clientId: number; readonly owner: Owner; readonly ownerId: number },
  path: string,
): Promise<void> {
  await sql`
    delete from assets
    where client_id = ${clientId} and owner = ${owner} and owner_id = ${ownerId} and path = ${path}`
}

/** The files of an owner. */
export async function readAssetsOf(
  sql: Sql,
  { clientId, owner, ownerId }: { readonly clientId: number; readonly owner: Owner; readonly ownerId: number },
): Promise<readonly File[]> {
  return sql<File[]>`
    select path, media_type, bytes from assets where client_id = ${clientId} and owner = ${owner} and owner_id = ${ownerId}`
}

/** A file of a template, unless the template is deleted. */
export async function findAssetOfTemplate(sql: Sql, templatePublicId: string, path: string): Promise<File | undefined> {
  const [entry] = await findByPublicIds(sql, 'template', [templatePublicId])
  if (!entry) return undefined
  const { clientId, id } = entry
  const [file] = await sql<File[]>`
    select f.path, f.media_type, f.bytes
    from templates t
    join clients c on c.id = ${clientId}
    join assets f on f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = t.id
    where t.client_id = ${clientId} and t.id = ${id} and t.deleted_at is null and c.deleted_at is null and f.path = ${path}`
  return file
}

/**
 * A file of a campaign. After the start, mails refer to the file: it is served until the campaign is purged, even if it is
 * deleted.
 */
export async function findAssetOfCampaign(sql: Sql, campaignPublicId: string, path: string): Promise<File | undefined> {
  const [entry] = await findByPublicIds(sql, 'campaign', [campaignPublicId])
  if (!entry) return undefined
  const { clientId, id } = entry
  const [file] = await sql<File[]>`
    select f.path, f.media_type, f.bytes
    from campaigns m
    join clients c on c.id = ${clientId}
    join assets f on f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = m.id
    where m.client_id = ${clientId} and m.id = ${id} and f.path = ${path}
      and (m.started_at is not null or (m.deleted_at is null and c.deleted_at is null))`
  return file
}
