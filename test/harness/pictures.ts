/** Images of any size, and what strangers put into the files of images. */
import { crc32, deflateSync } from 'node:zlib'
import { type CodecType, encode } from '../../src/domain/images/pixels.ts'

/** Colours that run over the picture, so that turned and cut ones differ. */
export function picture(type: CodecType, width: number, height: number): Promise<Buffer> {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      data[at] = (x * 255) / width
      data[at + 1] = (y * 255) / height
      data[at + 2] = 128
      data[at + 3] = 255
    }
  }
  return encode(type, { data, width, height })
}

/** A GIF of so many frames of a canvas; each frame has one pixel. */
export function animation(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const repeat = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const frame = Buffer.from('21f90401000000002c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([head, repeat, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

export function pngChunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const all = Buffer.alloc(8 + body.length)
  all.writeUInt32BE(body.length - 4, 0)
  body.copy(all, 4)
  all.writeUInt32BE(crc32(body), 4 + body.length)
  return all
}

/** Behind the header of a PNG. */
export function intoPng(png: Buffer, chunk: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** Behind the beginning of a JPEG. */
export function intoJpeg(jpeg: Buffer, marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** A JPEG whose header gives another size than its pixels have. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const other = Buffer.from(jpeg)
  let at = 2
  // markers with their lengths, up to the one of the frame (ITU-T T.81, B.2.2)
  while (other[at + 1] !== 0xc0 && other[at + 1] !== 0xc2) at += 2 + other.readUInt16BE(at + 2)
  other.writeUInt16BE(height, at + 5)
  other.writeUInt16BE(width, at + 7)
  return other
}

/** EXIF with an orientation, and a text as a camera's name. */
export function exif(orientation: number, text: string): Buffer {
  const name = Buffer.from(`${text}\0`, 'latin1')
  const head = Buffer.from(
    'Exif\0\0II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\0\0\0\0\x26\0\0\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(name.length, 20)
  head.writeUInt16LE(orientation, 36)
  return Buffer.concat([head, name])
}

/** A WebP with a header and further chunks. */
export function extendedWebp(
  webp: Buffer,
  width: number,
  height: number,
  chunks: readonly (readonly [string, string])[],
): Buffer {
  const header = Buffer.alloc(10)
  header[0] = 0x0c // EXIF and XMP
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const body = Buffer.concat([
    chunk('VP8X', header),
    webp.subarray(12),
    ...chunks.map(([type, text]) => chunk(type, Buffer.from(text))),
  ])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

/** An ICC profile without colours, as long as its header and this padding. */
export function colourProfile(padding = 200): Buffer {
  const profile = Buffer.alloc(128 + 4 + padding, 7)
  profile.writeUInt32BE(profile.length, 0)
  profile.write('acsp', 36, 'latin1')
  return profile
}

export interface PngKind {
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colours?: 0 | 2 | 3 | 4 | 6
  readonly depth?: number
  readonly interlaced?: boolean
}

/** A PNG of one colour. Its rows are made one by one; a large one is small as a file. */
export function plainPng(width: number, height: number, kind: PngKind = {}): Buffer {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind.colours ?? 6]
  const octets = 1 + Math.ceil((width * samples * (kind.depth ?? 8)) / 8)
  return pngOf(width, height, kind, Buffer.alloc(octets * height))
}

/** @param rows each with its filter in front, not compressed yet */
export function pngOf(
  width: number,
  height: number,
  { colours = 6, depth = 8, interlaced }: PngKind,
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(colours === 3 ? [pngChunk('PLTE', Buffer.alloc(3 * 2 ** depth, 7))] : []),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', ''),
  ])
}
