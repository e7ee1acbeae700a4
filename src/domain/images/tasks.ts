/**
 * What is done with the octets of images, by a thread: `lib/task-threads.ts`. The thread is not one of those that compile campaigns, so
 * that images hold up no sending; there is one, so that one image at a time takes the memory that decoding needs; and it ends soon
 * when there is nothing to do, which gives that memory back.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { type ThreadOptions, type Threads, taskThreads } from '../../lib/task-threads.ts'
import { type Tasks, tasksHere } from '../../lib/tasks.ts'
import { withProfile as jpegWithProfile } from './jpeg.ts'
import { type CodecType, cutPixels, decode, decodeSmaller, encode, measure, type Size } from './pixels.ts'
import { withProfile as pngWithProfile } from './png.ts'
import { type ImageType, rebuildImage } from './rebuild.ts'

export interface ReadImage {
  readonly mediaType: ImageType
  /** Rebuilt. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly animated: boolean
}

interface Refused {
  readonly refused: RefusalName
  readonly detail: string | undefined
}

/** Rebuilds an image and decodes it, so that what is kept can be shown. GIF and animations are rebuilt only. */
async function readImage({ bytes: given }: { readonly bytes: Uint8Array }): Promise<ReadImage | Refused> {
  try {
    const { mediaType, bytes, width, height, frames } = rebuildImage(bufferOf(given))
    if (mediaType !== 'image/gif' && frames === 1) {
      const decoded = await measure(mediaType, bytes)
      if (decoded.width !== width || decoded.height !== height) throw new Error('it says two sizes')
    }
    return { mediaType, bytes, width, height, animated: frames > 1 }
  } catch (error) {
    // refusals lose what they are between threads
    if (error instanceof Refusal) return { refused: error.refusal, detail: error.detail }
    throw error
  }
}

export interface ShrinkOrder {
  /** Of a still image that `readImage` made. */
  readonly bytes: Uint8Array
  readonly mediaType: CodecType
  readonly width: number
}

/** Octets for making a copy: those of decoding, and those that a pixel of the copy takes to be made and encoded. */
const mostOfCopy = 170_000_000
const ofCopiedPixel = 40
/** Octets for cutting out a part: some 4 megapixels, more than any mail shows. */
const mostOfCut = 220_000_000

/** A copy with the same profile. @returns null where it would have no fewer octets, or would take too much memory to make */
async function shrinkImage({ bytes: given, mediaType, width }: ShrinkOrder): Promise<Uint8Array | null> {
  const file = bufferOf(given)
  const { profile, decodingOctets, width: own, height } = rebuildImage(file)
  if (decodingOctets + ofCopiedPixel * width * height * (width / own) > mostOfCopy) return null
  // a profile needs a header that the encoder does not write; few such images have one
  if (profile && mediaType === 'image/webp') return null
  const plain = await encode(mediaType, await decodeSmaller(mediaType, file, width))
  const copy = profile ? (mediaType === 'image/png' ? pngWithProfile : jpegWithProfile)(plain, profile) : plain
  return copy.length < file.length ? copy : null
}

export interface CutOrder {
  /** Of a still image that `readImage` made. */
  readonly bytes: Uint8Array
  readonly mediaType: CodecType
  /** Within the image, in pixels as it is shown. */
  readonly area: Size & { readonly x: number; readonly y: number }
}

/** A part of an image, with the same profile. @returns null where it would take too much memory to make */
async function cutImage({ bytes: given, mediaType, area }: CutOrder): Promise<Uint8Array | null> {
  const file = bufferOf(given)
  const { profile, decodingOctets, width, height } = rebuildImage(file)
  // the decoded image, a copy of it, and the part, which is encoded
  if (decodingOctets + 4 * width * height + ofCopiedPixel * area.width * area.height > mostOfCut) return null
  const plain = await encode(mediaType, cutPixels(await decode(mediaType, file), area))
  if (!profile || mediaType === 'image/webp') return plain
  return (mediaType === 'image/png' ? pngWithProfile : jpegWithProfile)(plain, profile)
}

export const tasks = { readImage, shrinkImage, cutImage }

export type ImageTasks = Tasks<typeof tasks>

/** In a thread of its own, as the service runs them. */
export function imageThreads(options: ThreadOptions = {}): Threads<typeof tasks> {
  return taskThreads(tasks, new URL('./tasks.ts', import.meta.url), {
    threads: 1,
    idleMs: 5_000,
    // each holds its file
    waiting: 32,
    waitingOfKey: 8,
    ...options,
  })
}

/** In this thread, for tests. */
export const imageTasksHere: ImageTasks = tasksHere(tasks)

/** Between threads a Buffer becomes a bare array of octets. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength) // none is shared
}
