/** Reads a file as an image: what kind it is, whether it is one, how large it is, and the image that is kept of it. */
import { Refusal } from '../../contract/refusals.ts'
import { type MediaType, mediaTypeOf } from '../content/media.ts'
import { rebuildGif } from './gif.ts'
import { rebuildJpeg } from './jpeg.ts'
import { rebuildPng } from './png.ts'
import { notAnImageRefusal, type RebuiltImage } from './rebuilt.ts'
import { rebuildWebp } from './webp.ts'

/** Octets of a file. */
export const mostImageBytes = 5 * 1_048_576
/** Pixels of an image: 25 megapixels, as cameras have. Decoded, each takes four octets. */
export const mostPixels = 25_000_000
/** Pixels of a side: rows and columns have costs of their own. */
export const longestSide = 20_000
/** Octets for decoding. Only these forms take more of them for fewer pixels; a PNG is read in pieces. */
const mostDecodingOctets = 170_000_000
const costlyForms: Readonly<Partial<Record<string, string>>> = {
  'image/jpeg': 'as a progressive JPEG, which has to be kept until its last layer',
  'image/webp': 'as a lossless WebP',
}
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
  if (mediaType === undefined || !isImageType(mediaType)) throw notAnImageRefusal('it is no PNG, JPEG, GIF or WebP')
  const rebuilt = rebuilders[mediaType](file)
  const { width, height, frames, framePixels, decodingOctets } = rebuilt
  if (width === 0 || height === 0) throw notAnImageRefusal('it has no pixels')
  if (width * height > mostPixels || Math.max(width, height) > longestSide) {
    throw new Refusal(
      'ImageTooLarge',
      `The image has ${width} × ${height} pixels; it may have ${mostPixels / 1_000_000} megapixels, and ${longestSide} pixels on a side. Make it smaller.`,
    )
  }
  const costly = costlyForms[mediaType]
  if (costly && decodingOctets > mostDecodingOctets) {
    const megapixels = Math.floor(((mostDecodingOctets / decodingOctets) * width * height) / 1_000_000)
    throw new Refusal(
      'ImageTooLarge',
      `The image has ${width} × ${height} pixels; ${costly}, it may have ${megapixels} megapixels. Make it smaller, or save it in another way.`,
    )
  }
  if (frames > mostFrames || framePixels > mostFramePixels) {
    throw new Refusal(
      'ImageTooLarge',
      `The animation has ${frames} frames of ${Math.round(framePixels / 1_000_000)} megapixels together; it may have ${mostFrames} of ${mostFramePixels / 1_000_000}.`,
    )
  }
  return { ...rebuilt, mediaType }
}
