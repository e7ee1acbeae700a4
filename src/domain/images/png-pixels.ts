/**
 * Whether the pixels of a PNG can be decoded, piece by piece (www.w3.org/TR/png-3 §7, §8, §10): as many octets as its size needs, each row
 * with a filter that there is. The pixels themselves are not needed for that, and are never all in memory.
 */

import { once } from 'node:events'
import { createInflate } from 'node:zlib'

interface Header {
  readonly width: number
  readonly height: number
  readonly bitsOfPixel: number
  readonly isInterlaced: boolean
}

interface Pass {
  /** Of a row, with its filter. */
  readonly octets: number
  /** Of rows. */
  readonly count: number
}

/** Samples of a pixel, by colour type, and the depths that there are of each (§11.2.1). */
const colourTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Of Adam7: the first column and row of each pass, and the steps between its columns and rows (§8.1). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const lastFilter = 4

/** @param file that was rebuilt: its chunks are complete @throws Error where it cannot be decoded */
export async function measurePng(file: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const header = headerOf(file)
  const rows = new Rows(rowsOf(header))
  const inflate = createInflate()
  inflate.on('data', (piece: Buffer) => {
    if (!rows.take(piece)) inflate.destroy(new Error('it has a filter that there is not'))
  })
  const ended = once(inflate, 'end')
  // it may fail while nothing waits for it yet
  ended.catch(() => {})
  for (const data of pixelData(file)) {
    if (inflate.destroyed) break
    if (!inflate.write(data)) await Promise.race([once(inflate, 'drain'), ended])
  }
  inflate.end()
  await ended
  if (!rows.isComplete) throw new Error('it has fewer rows than it says')
  return { width: header.width, height: header.height }
}

function headerOf(file: Buffer): Header {
  const depth = file[24]!
  const colours = colourTypes[file[25]!]
  const [compression, filter, interlace] = file.subarray(26, 29)
  if (!colours?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace! > 1) {
    throw new Error('its header is not one of PNG')
  }
  return {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    bitsOfPixel: colours.samples * depth,
    isInterlaced: interlace === 1,
  }
}

/** Octets and number of the rows of each pass; without interlacing there is one. */
function rowsOf({ width, height, bitsOfPixel, isInterlaced }: Header): Pass[] {
  const ofPass = (columns: number, count: number) => ({ octets: 1 + Math.ceil((columns * bitsOfPixel) / 8), count })
  if (!isInterlaced) return [ofPass(width, height)]
  return passes
    .map(
      ([column, row, columns, rows]) =>
        [Math.ceil((width - column) / columns), Math.ceil((height - row) / rows)] as const,
    )
    .filter(([columns, rows]) => columns > 0 && rows > 0)
    .map(([columns, rows]) => ofPass(columns, rows))
}

/** Walks along rows, each of which begins with its filter. */
class Rows {
  readonly #passes: readonly Pass[]
  #pass = 0
  #row = 0
  /** Octets to the next filter. */
  #ahead = 0

  constructor(passes: readonly Pass[]) {
    this.#passes = passes
  }

  get isComplete(): boolean {
    return this.#pass === this.#passes.length && this.#ahead === 0
  }

  /** @returns whether its filters are ones that there are; what follows the last row does not count */
  take(piece: Buffer): boolean {
    let at = this.#ahead
    while (at < piece.length && this.#pass < this.#passes.length) {
      if (piece[at]! > lastFilter) return false
      const { octets, count } = this.#passes[this.#pass]!
      at += octets
      if (++this.#row === count) {
        this.#row = 0
        this.#pass++
      }
    }
    this.#ahead = Math.max(0, at - piece.length)
    return true
  }
}

/** What the IDAT chunks hold. */
function* pixelData(file: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') yield file.subarray(at + 8, at + 8 + length)
    at += 12 + length
  }
}
