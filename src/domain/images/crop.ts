/** A part of an image as an image of its own: the other one stays as it is, where mails show it. */
import { Refusal } from '../../contract/refusals.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import { TaskFault } from '../../lib/tasks.ts'
import type { Database } from '../../store/connection/database.ts'
import { findImageBytes, type ImageRow } from '../../store/images/images.ts'
import type { ClientRef } from '../access/access.ts'
import { keepImage, readOwnImage, unknownAsset, type WithImage } from './images.ts'
import { isImageType } from './rebuild.ts'
import type { ImageTasks } from './tasks.ts'

/** Pixels of the image as it is shown. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Makes an image of a part of an image of the client.
 * @throws Refusal UnknownAsset, InvalidParameter for an area outside of it, NotAnImage for one that moves, ImageTooLarge where it has too
 *   many pixels to be cut, TooManyAssets, RequestTimeout when many images are being read
 */
export async function cropImage(
  db: Database,
  tasks: Pick<ImageTasks, 'readImage' | 'cutImage'>,
  client: ClientRef,
  { assetId, area }: { readonly assetId: string; readonly area: Area },
  withIt?: WithImage,
): Promise<ImageRow> {
  const image = await readOwnImage(db, client, assetId)
  const { mediaType, animated, width, height } = image
  if (!isImageType(mediaType) || mediaType === 'image/gif' || animated) {
    throw new Refusal('NotAnImage', 'A GIF or an animation cannot be cropped.')
  }
  if (area.x < 0 || area.y < 0 || area.width < 1 || area.height < 1) throw outside(width, height)
  if (area.x + area.width > width || area.y + area.height > height) throw outside(width, height)
  const bytes = await findImageBytes(db, { ...image, clientId: client.clientId, imageId: image.id })
  if (!bytes) return unknownAsset()
  const cut = await tasks.cutImage({ bytes, mediaType, area }, { key: client.clientId }).catch((error: unknown) => {
    if (error instanceof TaskFault) throw new Refusal('NotAnImage', 'The image cannot be decoded.')
    if (!(error instanceof Overloaded)) throw error
    throw new Refusal('RequestTimeout', 'Too many images are being read at this moment. Try again in a few seconds.')
  })
  if (cut === null)
    throw new Refusal('ImageTooLarge', 'The image has too many pixels to be cropped here. Make it smaller first.')
  return keepImage(db, tasks, client, { bytes: Buffer.from(cut), name: image.name }, withIt)
}

function outside(width: number, height: number): Refusal {
  return new Refusal(
    'InvalidParameter',
    `X, Y, Width and Height must be an area of the image, which has ${width} × ${height} pixels.`,
  )
}
