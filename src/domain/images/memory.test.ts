/** What an image adds to the memory of the process, as its operating system counts it, at the limits of what is accepted. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { someOf } from '../../../test/harness/effort.ts'
import type { ImageOrder, ImageReport } from '../../../test/harness/image-process.ts'
import { jpegOfSize, plainPng } from '../../../test/harness/pictures.ts'
import { encodeAs } from '../../../test/harness/pictures-encoded.ts'
import { mostOfDecoding } from './counted.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-images-'))
})
after(() => folder && rm(folder, { recursive: true, force: true }))

/** In a process of its own: what others leave free would hide what is taken. */
async function measure(order: ImageOrder): Promise<ImageReport> {
  const child = fork(new URL('../../../test/harness/image-process.ts', import.meta.url))
  child.send(order)
  const [report] = await once(child, 'message')
  return report as ImageReport // it sends nothing else
}

const skip = process.platform === 'linux' ? false : 'memory is read from /proc, as Linux has it'

describe('an image adds 232 MB at most, read and made smaller', { skip }, () => {
  const files: readonly (readonly [
    name: string,
    type: 'image/png' | 'image/jpeg' | 'image/webp',
    make: () => Promise<Buffer>,
    outcome: RegExp,
  ])[] = [
    ['a PNG of 5000 × 5000', 'image/png', async () => plainPng(5000, 5000), /^an image$/],
    ['a PNG of 5000 × 5000 with 16 bits', 'image/png', async () => plainPng(5000, 5000, { depth: 16 }), /^an image$/],
    ['a PNG of 3200 × 3200', 'image/png', async () => plainPng(3200, 3200), /^an image$/],
    ['a PNG of 8000 × 5000', 'image/png', async () => plainPng(8000, 5000), /8000 × 5000 .* 25 megapixels/],
    [
      'a PNG of 1 × 40,000,000',
      'image/png',
      async () => plainPng(1, 40_000_000),
      /1 × 40000000 .* 20000 pixels on a side/,
    ],
    [
      'a JPEG of 5000 × 5000',
      'image/jpeg',
      () => encodeAs('image/jpeg', 5000, 5000, { progressive: false, baseline: true }),
      /^an image$/,
    ],
    [
      'a progressive JPEG of 4000 × 3000',
      'image/jpeg',
      () => encodeAs('image/jpeg', 4000, 3000, { progressive: true }),
      /^an image$/,
    ],
    [
      'a progressive JPEG of 5000 × 5000, whose pixels have all colours of their own',
      'image/jpeg',
      // its header alone decides
      async () =>
        jpegOfSize(
          await encodeAs('image/jpeg', 50, 50, { progressive: true, auto_subsample: false, chroma_subsample: 1 }),
          5000,
          5000,
        ),
      /5000 × 5000 pixels; as a progressive JPEG.* 17 megapixels/,
    ],
    ['a WebP of 5000 × 5000', 'image/webp', () => encodeAs('image/webp', 5000, 5000, { method: 0 }), /^an image$/],
    [
      'a progressive JPEG of 6000 × 4000',
      'image/jpeg',
      () => encodeAs('image/jpeg', 6000, 4000, { progressive: true }),
      /^an image$/,
    ],
    [
      'a lossless WebP of 5000 × 5000',
      'image/webp',
      () => encodeAs('image/webp', 5000, 5000, { method: 0, quality: 0, lossless: 1 }),
      /5000 × 5000 pixels; as a lossless WebP, it may have 21 megapixels/,
    ],
    [
      'a lossless WebP of 5000 × 4200',
      'image/webp',
      () => encodeAs('image/webp', 5000, 4200, { method: 0, quality: 0, lossless: 1 }),
      /^an image$/,
    ],
  ]
  for (const [turn, [name, mediaType, make, outcome]] of files.entries())
    test(name, async () => {
      const file = join(folder, name)
      await writeFile(file, await make())
      const read = await measure({ file })
      assert.match(read.outcome, outcome)
      const reports = [read]
      if (read.outcome === 'an image') {
        for (const width of someOf([800, 1600], 1, turn))
          reports.push(await measure({ file, shrink: { mediaType, width } }))
      }
      const added = reports.map(({ addedMegabytes }) => Math.round(addedMegabytes))
      if (process.env.VERBOSE) console.log(name, added)
      for (const megabytes of added) assert.ok(megabytes <= mostOfDecoding / 1_048_576, `${added} MB`)
    })
})
