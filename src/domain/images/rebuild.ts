/** Reads a file as an image: what kind it is, whether it is one, how large it is, and the image that is kept of it. */
import { Refusal } from '../../contract/refusals.ts'
import { type MediaType, mediaTypeOf } from '../content/media.ts'
import { rebuildGif } from './gif.ts'
import { rebuildJpeg } from './jpeg.ts'
import { rebuildPng } from './png.ts'
import { notAnImage, type RebuiltImage } from './rebuilt.ts'
import { rebuildWebp } from './webp.ts'

/** Octets of a file. */
export const mostImageBytes = 5 * 1_048_576
/** Pixels of an image: 40 megapixels. Decoded, each takes four octets. */
const mostPixels = 40_000_000
/** Of an animation. */
export const mostFrames = 500
const mostFramePixels = 200_000_000

const rebuilders = {
  'image/png': rebuildPng,
  'image/jpeg': rebuildJpeg,
  'image/gif': rebuildGif,
  'image/webp': rebuildWebp,
} as const satisfies Partial<Readonly<Record<MediaType, (file: Buffer) => RebuiltImage>>>

export type ImageType = keyof typeof rebuilders

export function isImageType(type: string): type is ImageType {
  return Object.hasOwn(rebuilders, type)
}

/** @param bytes of a file. @throws Refusal ImageTooLarge */
export function refuseLargeFile(bytes: number): void {
  if (bytes <= mostImageBytes) return
  throw new Refusal('ImageTooLarge', `The file has ${bytes} octets; an image may have ${mostImageBytes} (5 MB).`)
}

/** @throws Refusal NotAnImage, ImageTooLarge */
export function rebuildImage(file: Buffer): RebuiltImage & { readonly mediaType: ImageType } {
  refuseLargeFile(file.length)
  const mediaType = mediaTypeOf(file)
  if (mediaType === undefined || !isImageType(mediaType)) throw notAnImage('it is no PNG, JPEG, GIF or WebP')
  const rebuilt = rebuilders[mediaType](file)
  const { width, height, frames, framePixels } = rebuilt
  if (width === 0 || height === 0) throw notAnImage('it has no pixels')
  if (width * height > mostPixels) {
    throw new Refusal('ImageTooLarge', `The image has ${width} × ${height} pixels; it may have 40 megapixels.`)
  }
  if (frames > mostFrames || framePixels > mostFramePixels) {
    throw new Refusal(
      'ImageTooLarge',
      `The animation has ${frames} frames of ${Math.round(framePixels / 1_000_000)} megapixels together; it may have ${mostFrames} of ${mostFramePixels / 1_000_000}.`,
    )
  }
  return { ...rebuilt, mediaType }
}
