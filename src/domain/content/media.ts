/** Files we keep and serve: the closed list of media types, found by the bytes of a file rather than its name. */

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
