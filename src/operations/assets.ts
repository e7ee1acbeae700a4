/** Asset.*: images of clients. */

import type { ClientRef } from '../domain/access/access.ts'
import { cropImage } from '../domain/images/crop.ts'
import { createImage, deleteImage, imagePath, listImages } from '../domain/images/images.ts'
import type { Transaction } from '../store/connection/database.ts'
import type { ImageRow } from '../store/images/images.ts'
import type { Dependencies, HandlersOf, Origin } from './dependencies.ts'

export const assets: HandlersOf<'Asset'> = {
  async 'Asset.Upload'({ UploadID, Content, Name }, { client, origin, keep }, dependencies) {
    const {
      db,
      content: { imageTasks },
    } = dependencies
    const given = { uploadId: UploadID, content: Content, name: Name }
    const asset = (image: ImageRow) => assetOf(image, client, imageBase(dependencies, origin))
    const keepAnswer = keep && ((sql: Transaction, image: ImageRow) => keep(sql, asset(image)))
    return asset(await createImage(db, imageTasks, client, given, keepAnswer))
  },

  async 'Asset.Crop'({ AssetID, X, Y, Width, Height }, { client, origin, keep }, dependencies) {
    const {
      db,
      content: { imageTasks },
    } = dependencies
    const given = { assetId: AssetID ?? '', area: { x: X, y: Y, width: Width, height: Height } }
    const asset = (image: ImageRow) => assetOf(image, client, imageBase(dependencies, origin))
    const keepAnswer = keep && ((sql: Transaction, image: ImageRow) => keep(sql, asset(image)))
    return asset(await cropImage(db, imageTasks, client, given, keepAnswer))
  },

  async 'Asset.List'({ Cursor, Limit }, { client, origin }, dependencies) {
    const { rows, nextCursor } = await listImages(dependencies.db, client, { cursor: Cursor, limit: Limit })
    const base = imageBase(dependencies, origin)
    return { Assets: rows.map(row => assetOf(row, client, base)), NextCursor: nextCursor }
  },

  'Asset.Delete': ({ AssetID }, { client, principal }, { db }) => deleteImage(db, client, AssetID, principal.username),
}

/** The addresses are used in mails, so the Host of a request is used only if no setting contains the public URL. */
export function imageBase(
  { content: { contentUrl }, mail: { mailLinks } }: Dependencies,
  { publicUrl }: Origin,
): string {
  return contentUrl ?? mailLinks.base() ?? publicUrl
}

function assetOf(image: ImageRow, { clientPublicId }: ClientRef, base: string) {
  const { publicId, name, mediaType, width, height, animated, size, created } = image
  return {
    AssetID: publicId,
    Name: name,
    Url: base + imagePath(clientPublicId, image),
    MediaType: mediaType,
    Width: width,
    Height: height,
    Animated: animated,
    Bytes: size,
    CreatedDate: created,
  }
}
