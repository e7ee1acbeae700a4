/** Images of clients: one row per content, and smaller copies. See docs/decisions/content.md#images-are-rebuilt-and-named-by-content. */
import type { ClientRef } from '../accounts/access.ts'
import { recordDeletion } from '../accounts/deletions.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { findClientId } from '../directory.ts'
import { localTime } from '../local-time.ts'

export interface NewImage {
  readonly name: string
  readonly sha256: Buffer
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly animated: boolean
  readonly bytes: Buffer
}

export interface ImageRow {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly sha256: Buffer
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly animated: boolean
  readonly size: number
  /** Local time of the client. */
  readonly created: string
}

const columns = (sql: Sql) => sql`
  i.id, i.public_id, i.name, i.sha256, i.media_type, i.width, i.height, i.animated, i.size,
  ${localTime(sql, 'i.created_at', sql`c.time_zone`)} as created`

/** Counts a client's images that are not deleted, up to `most`. */
export async function countImages(sql: Sql, { clientId }: ClientRef, most: number): Promise<number> {
  const [counted] = await sql<{ images: number }[]>`
    select count(*)::integer as images from (
      select 1 from images where client_id = ${clientId} and deleted_at is null limit ${most}) i`
  return counted!.images
}

/** The image with this content, even if it is deleted. */
export async function readImageByContent(sql: Sql, { clientId }: ClientRef, sha256: Buffer) {
  const [image] = await sql<(ImageRow & { readonly isDeleted: boolean })[]>`
    select ${columns(sql)}, i.deleted_at is not null as is_deleted
    from images i join clients c on c.id = i.client_id
    where i.client_id = ${clientId} and i.sha256 = ${sha256}`
  return image
}

/** An image that is not deleted. */
export async function readImageByPublicId(sql: Sql, { clientId }: ClientRef, publicId: string) {
  const [image] = await sql<ImageRow[]>`
    select ${columns(sql)}
    from images i join clients c on c.id = i.client_id
    where i.client_id = ${clientId} and i.public_id = ${publicId} and i.deleted_at is null`
  return image
}

/** Called in a transaction that holds the client. @returns undefined if the client was deleted meanwhile */
export async function insertImage(
  sql: Transaction,
  { clientId }: ClientRef,
  image: NewImage,
): Promise<ImageRow | undefined> {
  const { name, sha256, mediaType, width, height, animated, bytes } = image
  const [made] = await sql<ImageRow[]>`
    with i as (
      insert into images (client_id, name, sha256, media_type, width, height, animated, size, bytes)
      select ${clientId}, ${name}, ${sha256}, ${mediaType}, ${width}, ${height}, ${animated}, ${bytes.length}, ${bytes}
      from clients where id = ${clientId} and deleted_at is null
      returning *
    )
    select ${columns(sql)} from i join clients c on c.id = i.client_id`
  return made
}

/** A page, newest first. @param after id of the last image of the previous page */
export async function readImagesOf(
  sql: Sql,
  { clientId }: ClientRef,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
) {
  return sql<ImageRow[]>`
    select ${columns(sql)}
    from images i join clients c on c.id = i.client_id
    where i.client_id = ${clientId} and i.deleted_at is null and (${after ?? null}::bigint is null or i.id < ${after ?? null})
    order by i.id desc
    limit ${limit}`
}

/**
 * Kind and id of campaigns and templates whose HTML refers to the image `i`: the HTML to send, and the HTML of all revisions of drafts and
 * templates, which can be restored. Deleted ones count, because they were sent or can be restored. Reads the HTML of one client, by keys
 * that begin with the client.
 */
const mention = (sql: Sql, clientId: number) => sql`
  select 'campaign' as kind, m.id from campaigns m
  where m.client_id = ${clientId} and strpos(m.html, encode(i.sha256, 'hex')) > 0
  union all
  select 'campaign', d.campaign_id from campaign_contents d
  where d.client_id = ${clientId} and strpos(d.html, encode(i.sha256, 'hex')) > 0
  union all
  select 'template', t.id from templates t
  where t.client_id = ${clientId} and strpos(t.html, encode(i.sha256, 'hex')) > 0
  union all
  select 'template', r.template_id from template_revisions r
  where r.client_id = ${clientId} and strpos(r.html, encode(i.sha256, 'hex')) > 0
  limit 1`

/** @param deletedBy name of the caller. @returns false if the image does not exist or was deleted before */
export async function softDeleteImage(
  sql: Transaction,
  { accountId, clientId }: ClientRef,
  publicId: string,
  deletedBy: string,
): Promise<boolean> {
  const [deleted] = await sql<{ name: string }[]>`
    update images i set deleted_at = now(), (shown_in, shown_in_id) = (${mention(sql, clientId)})
    where i.client_id = ${clientId} and i.public_id = ${publicId} and i.deleted_at is null
    returning i.name`
  if (deleted) await recordDeletion(sql, { accountId, clientId, kind: 'asset', publicId, ...deleted, deletedBy })
  return deleted !== undefined
}

/** A deleted image that can no longer be restored. */
export interface DeletedImage {
  readonly clientId: number
  readonly id: number
  readonly publicId: string
}

/** Images deleted before a date that no branding and, so far, no existing object refers to. */
export async function readUnshownImages(sql: Sql, before: Date): Promise<readonly DeletedImage[]> {
  return sql<DeletedImage[]>`
    select i.client_id, i.id, i.public_id
    from images i
    where i.deleted_at < ${before} and case i.shown_in
      when 'campaign' then not exists (select 1 from campaigns m where m.client_id = i.client_id and m.id = i.shown_in_id)
      when 'template' then not exists (select 1 from templates t where t.client_id = i.client_id and t.id = i.shown_in_id)
      else true end
      and not exists (select 1 from client_brandings b where b.client_id = i.client_id and b.logo_image_id = i.id)
    order by i.deleted_at`
}

/**
 * Checks again for references to a deleted image, and deletes it.
 * @returns true if it was deleted: nothing refers to it, no branding uses it, and it was not restored
 */
export async function deleteUnshown(sql: Transaction, { clientId, id }: DeletedImage, before: Date): Promise<boolean> {
  const [image] = await sql<{ shownIn: string | null }[]>`
    update images i set (shown_in, shown_in_id) = (${mention(sql, clientId)})
    where i.client_id = ${clientId} and i.id = ${id} and i.deleted_at < ${before}
      and not exists (select 1 from client_brandings b where b.client_id = ${clientId} and b.logo_image_id = i.id)
    returning i.shown_in`
  if (image?.shownIn !== null) return false
  await sql`delete from image_copies where client_id = ${clientId} and image_id = ${id}`
  await sql`delete from images where client_id = ${clientId} and id = ${id}`
  return true
}

/** Undoes a deletion. */
export async function undeleteImage(sql: Transaction, clientId: number, publicId: string): Promise<void> {
  await sql`update images set deleted_at = null, shown_in = null, shown_in_id = null
    where client_id = ${clientId} and public_id = ${publicId}`
}

/** The fields of an image's URL. */
export interface ServedImage {
  readonly clientId: number
  readonly imageId: number
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly animated: boolean
}

/**
 * An image by its URL. A deleted image is served while a campaign or template refers to it, and images of a deleted client while one of
 * its campaigns was sent, because sent mails show them. The logo is served until its client is purged.
 */
export async function findServedImage(
  sql: Sql,
  clientPublicId: string,
  sha256: Buffer,
): Promise<ServedImage | undefined> {
  const clientId = await findClientId(sql, clientPublicId)
  if (clientId === undefined) return undefined
  const [image] = await sql<ServedImage[]>`
    select i.client_id, i.id as image_id, i.media_type, i.width, i.height, i.animated
    from clients c
    join images i on i.client_id = ${clientId}
    where c.id = ${clientId} and i.sha256 = ${sha256} and (
      (i.deleted_at is null or i.shown_in is not null) and (c.deleted_at is null or exists (
        select 1 from campaigns m where m.client_id = ${clientId} and m.started_at is not null))
      or exists (select 1 from client_brandings b where b.client_id = ${clientId} and b.logo_image_id = i.id))`
  return image
}

export async function findImageBytes(sql: Sql, { clientId, imageId }: ServedImage): Promise<Buffer | undefined> {
  const [image] = await sql<{ bytes: Buffer }[]>`
    select bytes from images where client_id = ${clientId} and id = ${imageId}`
  return image?.bytes
}

/** A smaller copy. @returns null if the image itself must be served, undefined if no copy exists yet */
export async function copyOf(
  sql: Sql,
  { clientId, imageId }: ServedImage,
  width: number,
): Promise<Buffer | null | undefined> {
  const [copy] = await sql<{ bytes: Buffer | null }[]>`
    select bytes from image_copies where client_id = ${clientId} and image_id = ${imageId} and width = ${width}`
  return copy?.bytes
}

/** Stores a copy, unless another process stored it or the image no longer exists. */
export async function keepCopy(
  sql: Sql,
  { clientId, imageId }: ServedImage,
  width: number,
  bytes: Buffer | null,
): Promise<void> {
  await sql`
    insert into image_copies (client_id, image_id, width, bytes)
    select ${clientId}, i.id, ${width}, ${bytes} from images i where i.client_id = ${clientId} and i.id = ${imageId}
    on conflict do nothing`
}
