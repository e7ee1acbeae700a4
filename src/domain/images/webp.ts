/** WebP, animated or not, chunk by chunk (developers.google.com/speed/webp/docs/riff_container, RFC 9649). */
import { cutOff, isProfile, notAnImageRefusal, type RebuiltImage } from './rebuilt.ts'

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** Flags of the header for what is kept: profile, alpha, animation. Those for EXIF and XMP are cleared. */
const profileFlag = 0x20
const keptFlags = profileFlag | 0x10 | 0x02
const pixels = new Set(['VP8 ', 'VP8L'])

/** @throws Refusal NotAnImage */
export function rebuildWebp(file: Buffer): RebuiltImage {
  if (file.length < 20 || file.toString('latin1', 0, 4) !== 'RIFF') throw notAnImageRefusal('it is damaged')
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) throw cutOff()
  const chunks = chunksIn(file.subarray(12, end))
  const [first] = chunks
  if (first?.type !== 'VP8X') return still(first)
  if (first.data.length !== 10) throw notAnImageRefusal('its header is damaged')
  const width = 1 + first.data.readUIntLE(4, 3)
  const height = 1 + first.data.readUIntLE(7, 3)
  const given = chunks.find(({ type }) => type === 'ICCP')?.data
  const profile = given && isProfile(given) ? given : undefined
  const frames = chunks.filter(({ type }) => type === 'ANMF').map(frame)
  const image = frames.length > 0 ? undefined : chunks.find(({ type }) => pixels.has(type))
  const control = chunks.find(({ type }) => type === 'ANIM')
  if (frames.length > 0 ? !control : !image) throw notAnImageRefusal('it has no pixels')
  if (image) {
    const size = sizeOf(image)
    if (size.width !== width || size.height !== height) throw notAnImageRefusal('it says two sizes')
  }
  const alpha = image?.type === 'VP8 ' ? chunks.find(({ type }) => type === 'ALPH') : undefined
  const header = Buffer.alloc(10)
  first.data.copy(header, 4, 4)
  header[0] = first.data[0]! & (profile ? keptFlags : keptFlags & ~profileFlag)
  const bytes = riff([
    { type: 'VP8X', data: header },
    ...(profile ? [{ type: 'ICCP', data: profile }] : []),
    ...(control && frames.length > 0 ? [{ type: 'ANIM', data: control.data.subarray(0, 6) }] : []),
    ...frames.map(({ data }) => ({ type: 'ANMF', data })),
    ...(alpha ? [alpha] : []),
    ...(image ? [image] : []),
  ])
  const framePixels = frames.reduce((sum, each) => sum + each.pixels, 0)
  const decodingOctets = image ? decodingOctetsOf(image, width * height) : 0
  return {
    bytes,
    width,
    height,
    frames: Math.max(1, frames.length),
    framePixels: framePixels || width * height,
    decodingOctets,
    profile,
  }
}

/** Of an image without a header of its own. */
function still(chunk: Chunk | undefined): RebuiltImage {
  if (!chunk || !pixels.has(chunk.type)) throw notAnImageRefusal('it has no pixels')
  const { width, height } = sizeOf(chunk)
  const framePixels = width * height
  const decodingOctets = decodingOctetsOf(chunk, framePixels)
  return { bytes: riff([chunk]), width, height, frames: 1, framePixels, decodingOctets, profile: undefined }
}

/** Four octets for each pixel, and in lossless images as many for what they are made of. */
function decodingOctetsOf({ type }: Chunk, count: number): number {
  return count * (type === 'VP8L' ? 8 : 4.5)
}

/** A frame of an animation: 16 octets, and chunks of its own. */
function frame({ data }: Chunk): { readonly data: Buffer; readonly pixels: number } {
  if (data.length < 16) throw notAnImageRefusal('a frame of it is damaged')
  const own = chunksIn(data.subarray(16))
  const image = own.find(({ type }) => pixels.has(type))
  if (!image) throw notAnImageRefusal('a frame of it has no pixels')
  const alpha = image.type === 'VP8 ' ? own.find(({ type }) => type === 'ALPH') : undefined
  const { width, height } = sizeOf(image)
  const bytes = Buffer.concat([data.subarray(0, 16), ...(alpha ? [chunkBytes(alpha)] : []), chunkBytes(image)])
  return { data: bytes, pixels: width * height }
}

/** Width and height as the pixels' own header has them (RFC 6386 §9.1, RFC 9649 §3.4). */
function sizeOf({ type, data }: Chunk): { readonly width: number; readonly height: number } {
  if (type === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) throw notAnImageRefusal('it is damaged')
    const bits = data.readUInt32LE(1)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw notAnImageRefusal('it is damaged')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function chunksIn(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > bytes.length) throw cutOff()
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) })
    at = end + (length & 1)
  }
  return chunks
}

function chunkBytes({ type, data }: Chunk): Buffer {
  const all = Buffer.alloc(8 + data.length + (data.length & 1))
  all.write(type, 0, 'latin1')
  all.writeUInt32LE(data.length, 4)
  data.copy(all, 8)
  return all
}

function riff(chunks: readonly Chunk[]): Buffer {
  const body = chunks.map(chunkBytes)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0), 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, ...body])
}
