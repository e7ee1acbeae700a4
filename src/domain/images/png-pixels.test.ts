import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PngKind, pngChunk, pngOf } from '../../../test/harness/pictures.ts'
import { decode } from './pixels.ts'
import { measurePng } from './png-pixels.ts'

/** Octets of all rows with their filters, by the passes of Adam7 where it is interlaced. */
function octetsOf(width: number, height: number, { colours = 6, depth = 8, interlaced }: PngKind): number {
  const bits = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colours] * depth
  let octets = 0
  const passes = interlaced
    ? ['0,0,8,8', '4,0,8,8', '0,4,4,8', '2,0,4,4', '0,2,2,4', '1,0,2,2', '0,1,1,2']
    : ['0,0,1,1']
  for (const pass of passes) {
    const [x = 0, y = 0, right = 1, down = 1] = pass.split(',').map(Number)
    let columns = 0
    for (let column = x; column < width; column += right) columns++
    if (columns > 0) for (let row = y; row < height; row += down) octets += 1 + Math.ceil((columns * bits) / 8)
  }
  return octets
}

const kinds: readonly PngKind[] = (
  [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const
).flatMap(([colours, depths]) =>
  depths.flatMap(depth => [false, true].map(interlaced => ({ colours, depth, interlaced }))),
)

/** Whether the codec that makes copies decodes it. */
const isDecoded = (file: Buffer) =>
  decode('image/png', file).then(
    () => true,
    () => false,
  )

describe('the pixels of a PNG are found to be complete', () => {
  for (const kind of kinds)
    test(JSON.stringify(kind), async () => {
      for (const [width, height] of [
        [1, 1],
        [3, 2],
        [5, 9],
        [17, 16],
        [1, 40],
      ] as const) {
        const octets = octetsOf(width, height, kind)
        const whole = pngOf(width, height, kind, Buffer.alloc(octets))
        assert.deepEqual(await measurePng(whole), { width, height })
        assert.ok(await isDecoded(whole))
        await assert.rejects(measurePng(pngOf(width, height, kind, Buffer.alloc(octets - 1))), /fewer rows/)
      }
    })
})

describe('the pixels of a PNG are found to be broken', () => {
  const rows = Buffer.alloc(octetsOf(5, 5, {}))
  const filtered = (filter: number) => {
    const broken = Buffer.from(rows)
    broken[3 * (1 + 20)] = filter
    return pngOf(5, 5, {}, broken)
  }
  const whole = pngOf(5, 5, {}, rows)
  const withHeader = (change: (header: Buffer) => void) => {
    const header = Buffer.from(whole.subarray(16, 29))
    change(header)
    return Buffer.concat([whole.subarray(0, 8), pngChunk('IHDR', header), whole.subarray(33)])
  }
  const broken: Readonly<Record<string, Buffer>> = {
    'a filter that there is not': filtered(5),
    'no compressed data': Buffer.concat([
      whole.subarray(0, 33),
      pngChunk('IDAT', Buffer.alloc(20, 9)),
      pngChunk('IEND', ''),
    ]),
    'nothing at all': Buffer.concat([whole.subarray(0, 33), pngChunk('IDAT', ''), pngChunk('IEND', '')]),
    'a depth that its colours do not have': withHeader(header => header.set([4], 8)),
    'colours that there are not': withHeader(header => header.set([5], 9)),
    'another compression': withHeader(header => header.set([1], 10)),
    'another order of rows': withHeader(header => header.set([2], 12)),
  }
  for (const [name, file] of Object.entries(broken))
    test(name, async () => {
      await assert.rejects(measurePng(file))
      assert.equal(await isDecoded(file), false)
    })

  test('of a filter that there is, they are not', async () => {
    for (const filter of [0, 1, 2, 3, 4]) assert.deepEqual(await measurePng(filtered(filter)), { width: 5, height: 5 })
  })

  test('in pieces of any size they are the same', async () => {
    const idat = whole.subarray(33, -12)
    const data = idat.subarray(8, -4)
    const chunks = Array.from(data, (_, at) => pngChunk('IDAT', data.subarray(at, at + 1)))
    const pieces = Buffer.concat([whole.subarray(0, 33), ...chunks, whole.subarray(-12)])
    assert.deepEqual(await measurePng(pieces), { width: 5, height: 5 })
  })
})
