/** Files we keep and serve: the closed list of media types, told by what a file is rather than what it is called. */

export type MediaType = keyof typeof extensions

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
} as const

export function extensionOf(type: MediaType): string {
  return extensions[type]
}

export function isKnownMediaType(type: string): type is MediaType {
  return Object.hasOwn(extensions, type)
}

const signatures: readonly (readonly [type: MediaType, offset: number, bytes: string])[] = [
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
  ['image/bmp', 0, '424d'],
  ['image/x-icon', 0, '00000100'],
  ['font/woff', 0, '774f4646'],
  ['font/woff2', 0, '774f4632'],
]

/** The media type of a file by its first bytes (mimesniff.spec.whatwg.org §6); never HTML, SVG or scripts. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  return signatures.find(([, offset, hex]) => bytes.toString('hex', offset, offset + hex.length / 2) === hex)?.[0]
}

/** Width of a JPEG, PNG or GIF in pixels; undefined when it is none or is cut off before it says. */
export function imageWidth(bytes: Buffer): number | undefined {
  switch (mediaTypeOf(bytes)) {
    case 'image/png':
      return bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR' ? bytes.readUInt32BE(16) : undefined
    case 'image/gif':
      return bytes.length >= 10 ? bytes.readUInt16LE(6) : undefined
    case 'image/jpeg':
      return jpegWidth(bytes)
    default:
      return undefined
  }
}

/** The frame header, SOF0 … SOF15 without DHT, JPG and DAC (ITU-T T.81 §B.2.2). */
function jpegWidth(bytes: Buffer): number | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return bytes.readUInt16BE(at + 7)
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
