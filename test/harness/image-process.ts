/** Reads one image as the service does, and reports how much more memory the process took. Only Linux reports that exactly. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { CodecType } from '../../src/domain/images/pixels.ts'
import { imageThreads } from '../../src/domain/images/tasks.ts'

export interface ImageOrder {
  readonly file: string
  /** Makes a copy of this width, of an image of this type; without it the image is read. */
  readonly shrink?: { readonly mediaType: CodecType; readonly width: number }
}

export interface ImageReport {
  /** Of resident memory, at most. */
  readonly addedMegabytes: number
  /** What is wrong with the image, or that nothing is. */
  readonly outcome: string
}

process.once('message', async (order: ImageOrder) => {
  const report = await measure(order)
  process.send?.(report satisfies ImageReport, () => process.exit())
})

async function measure({ file, shrink }: ImageOrder): Promise<ImageReport> {
  const bytes = readFileSync(file)
  const { tasks } = imageThreads()
  // the most from now on (proc(5), clear_refs)
  writeFileSync('/proc/self/clear_refs', '5')
  const before = megabytes('VmHWM')
  const outcome = await (shrink
    ? tasks.shrinkImage({ bytes, ...shrink }, { key: 1 }).then(copy => (copy ? 'smaller' : 'not smaller'))
    : tasks.readImage({ bytes }, { key: 1 }).then(image => ('refused' in image ? String(image.detail) : 'an image'))
  ).catch((error: unknown) => String(error))
  return { addedMegabytes: megabytes('VmHWM') - before, outcome }
}

function megabytes(name: 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
