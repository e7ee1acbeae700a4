/**
 * An image that was written anew from the parts of its file that make the picture: comments, metadata, unknown parts and whatever
 * follows the end are left behind, so a file that is something else besides an image is only an image afterwards. The picture itself
 * is not encoded again and loses nothing. See docs/decisions/content.md#images-are-rebuilt-and-named-by-content.
 */
import { Refusal } from '../../contract/refusals.ts'

export interface RebuiltImage {
  readonly bytes: Buffer
  /** Pixels, as it is shown: upright. */
  readonly width: number
  readonly height: number
  /** 1 for a still image. */
  readonly frames: number
  /** Pixels of all frames together. */
  readonly framePixels: number
  /** Octets that a decoder needs for it at once: the pixels, and its working memory until the end. Zero where it is not decoded. */
  readonly decodingOctets: number
  /** Its ICC profile, as the format holds it; copies take it over. */
  readonly profile: Buffer | undefined
}

/** Longest profile that is kept: those of screens have a few KB. */
export const mostProfileBytes = 100_000

export const notAnImageRefusal = (reason: string) => new Refusal('NotAnImage', `The file cannot be used: ${reason}.`)
export const cutOff = () => notAnImageRefusal('it ends before its end, as a download does that was cut off')

/** An ICC profile that says how long it is, and that it is one (ICC.1:2022 §7.2). */
export function isProfile(bytes: Buffer): boolean {
  return (
    bytes.length >= 132 &&
    bytes.length <= mostProfileBytes &&
    bytes.readUInt32BE(0) === bytes.length &&
    bytes.toString('latin1', 36, 40) === 'acsp'
  )
}
