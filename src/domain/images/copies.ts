/** Images as they are served: as they are, or made smaller. A copy is made when it is first asked for, and kept. */
import { Overloaded } from '../../lib/coalesce.ts'
import { isPublicId } from '../../lib/ids.ts'
import { TaskFault } from '../../lib/tasks.ts'
import type { Database } from '../../store/connection/database.ts'
import { copyOf, findImageBytes, findServedImage, keepCopy, type ServedImage } from '../../store/images/images.ts'
import { extensionOf } from '../content/media.ts'
import { type ImageType, isImageType } from './rebuild.ts'
import type { ImageTasks } from './tasks.ts'

/** Widths that copies are asked for in, in CSS pixels; a closed list, so that requests cannot have copies made without end. */
const copyWidths = [100, 150, 200, 300, 400, 600, 800] as const
/** Pixels for a CSS pixel: 2 is for screens of high resolution. */
const densities = [1, 2] as const

/** Whether copies of this size are made. */
export function isCopySize(width: number, density: number): boolean {
  return copyWidths.some(listed => listed === width) && densities.some(listed => listed === density)
}

/** The address of a copy. @param path of the image */
export function smallPath(
  path: string,
  width: (typeof copyWidths)[number],
  density: (typeof densities)[number],
): string {
  return `${path}?w=${width}&x=${density}`
}

export interface Wanted {
  readonly clientPublicId: string
  /** `<SHA-256>.<extension>`. */
  readonly name: string
  /** Pixels; undefined for the image as it is. */
  readonly width: number | undefined
}

export interface FoundImage {
  readonly mediaType: ImageType
  /** Names what is served; changes with nothing. */
  readonly tag: string
  /** @returns undefined when the image went meanwhile; `isFinal` is false where the copy could not be made now */
  load(): Promise<{ readonly bytes: Buffer; readonly isFinal: boolean } | undefined>
}

export type FindImage = (wanted: Wanted) => Promise<FoundImage | undefined>

export function imageFinder(db: Database, tasks: Pick<ImageTasks, 'shrinkImage'>): FindImage {
  const underWay = new Map<string, Promise<Buffer | null | undefined>>()

  return async ({ clientPublicId, name, width }) => {
    const [, hash, extension] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(name) ?? []
    if (hash === undefined || !isPublicId(clientPublicId)) return undefined
    const image = await findServedImage(db, clientPublicId, Buffer.from(hash, 'hex'))
    if (!image || !isImageType(image.mediaType) || extensionOf(image.mediaType) !== extension) return undefined
    const { mediaType } = image
    // never enlarged; what moves stays as it is
    const isCopied = width !== undefined && width < image.width && mediaType !== 'image/gif' && !image.animated
    if (!isCopied) return { mediaType, tag: hash, load: () => original(image) }
    return { mediaType, tag: `${hash}-${width}`, load: () => copied(image, mediaType, width) }
  }

  async function original(image: ServedImage) {
    const bytes = await findImageBytes(db, image)
    return bytes && { bytes, isFinal: true }
  }

  async function copied(image: ServedImage, mediaType: Exclude<ImageType, 'image/gif'>, width: number) {
    let copy = await copyOf(db, image, width)
    let isFinal = true
    if (copy === undefined) {
      const key = `${image.clientId} ${image.imageId} ${width}`
      const making = underWay.get(key) ?? make(image, mediaType, width).finally(() => underWay.delete(key))
      underWay.set(key, making)
      copy = await making
      isFinal = copy !== undefined
    }
    const bytes = copy ?? (await findImageBytes(db, image))
    return bytes && { bytes, isFinal }
  }

  /** @returns null where the image itself serves better or no copy can be made; undefined where one could not be made now */
  async function make(image: ServedImage, mediaType: Exclude<ImageType, 'image/gif'>, width: number) {
    const bytes = await findImageBytes(db, image)
    if (!bytes) return undefined
    try {
      const made = await tasks.shrinkImage({ bytes, mediaType, width }, { key: image.clientId, repeat: true })
      const copy = made && Buffer.from(made)
      await keepCopy(db, image, width, copy)
      return copy
    } catch (error) {
      if (error instanceof Overloaded) return undefined
      if (!(error instanceof TaskFault)) throw error
      // it would fail again for each who asks
      await keepCopy(db, image, width, null)
      return null
    }
  }
}
