/** JPEG, segment by segment (ITU-T T.81 Annex B). */
import { cutOff, isProfile, notAnImageRefusal, type RebuiltImage } from './rebuilt.ts'

const startOfImage = Buffer.from([0xff, 0xd8])
const endOfImage = Buffer.from([0xff, 0xd9])

/** Tables, and what the frame and its scans say: without them there is no picture. */
const tables = new Set([0xdb, 0xc4, 0xdd])
/** Frames of Huffman coding, sequential and progressive: what mail programs show. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2])
const isOtherFrame = (marker: number) =>
  marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Scans of one image. Encoders write about ten; each costs a decoder as much as an image may. */
const mostScans = 100

/** @throws Refusal NotAnImage */
export function rebuildJpeg(file: Buffer): RebuiltImage {
  const parts: Buffer[] = []
  const profileParts: Buffer[] = []
  let frame: Frame | undefined
  let isProgressive = false
  let orientation = 1
  let adobe: Buffer | undefined
  let scans = 0
  let at = 2
  for (;;) {
    const marker = markerAt(file, at)
    at = marker.end
    if (marker.code === 0xd9) break
    // restarts outside a scan, and the marker without a meaning
    if ((marker.code >= 0xd0 && marker.code <= 0xd7) || marker.code === 0x01) continue
    if (marker.code === 0xd8) throw notAnImageRefusal('it holds another image')
    if (at + 2 > file.length) throw cutOff()
    const length = file.readUInt16BE(at)
    if (length < 2) throw notAnImageRefusal('it is damaged')
    if (at + length > file.length) throw cutOff()
    const data = file.subarray(at + 2, at + length)
    const segment = file.subarray(at - 2, at + length)
    at += length
    if (frameMarkers.has(marker.code)) {
      if (frame) throw notAnImageRefusal('it has two headers')
      frame = frameOf(data)
      isProgressive = marker.code === 0xc2
      parts.push(segment)
    } else if (isOtherFrame(marker.code)) throw notAnImageRefusal('it is a kind of JPEG that mail programs do not show')
    else if (tables.has(marker.code)) parts.push(segment)
    else if (marker.code === 0xda) {
      if (!frame || ++scans > mostScans) throw notAnImageRefusal('it has no header, or too many layers')
      const end = endOfScan(file, at)
      parts.push(segment, file.subarray(at, end))
      at = end
    } else if (marker.code === 0xe1) orientation = orientationOf(data) ?? orientation
    else if (marker.code === 0xe2 && data.toString('latin1', 0, 12) === 'ICC_PROFILE\0')
      profileParts.push(data.subarray(14))
    else if (marker.code === 0xee && data.toString('latin1', 0, 5) === 'Adobe' && data.length >= 12)
      adobe = data.subarray(0, 12)
  }
  if (!frame || scans === 0) throw notAnImageRefusal('it has no pixels')
  const joined = Buffer.concat(profileParts)
  const profile = isProfile(joined) ? joined : undefined
  const head = [
    startOfImage,
    ...(adobe
      ? [segmentOf(0xee, adobe)]
      : [segmentOf(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))]),
    ...(orientation === 1 ? [] : [segmentOf(0xe1, exifOf(orientation))]),
    ...(profile ? profileSegments(profile) : []),
  ]
  const isTurned = orientation > 4
  const { width, height } = isTurned ? { width: frame.height, height: frame.width } : frame
  const bytes = Buffer.concat([...head, ...parts, endOfImage])
  const framePixels = width * height
  // what comes in several scans is kept until the last: two octets for each sample
  const kept = isProgressive || scans > 1 ? 2 * frame.samplesOfPixel : 0
  const decodingOctets = framePixels * (4 + kept)
  return { bytes, width, height, frames: 1, framePixels, decodingOctets, profile }
}

/** A JPEG without a profile, with one. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  return Buffer.concat([startOfImage, ...profileSegments(profile), jpeg.subarray(2)])
}

/** Fill bytes may stand before a marker. */
function markerAt(file: Buffer, from: number): { readonly code: number; readonly end: number } {
  let at = from
  if (at < file.length && file[at] !== 0xff) throw notAnImageRefusal('it is damaged')
  while (at < file.length && file[at] === 0xff) at++
  if (at >= file.length) throw cutOff()
  return { code: file[at]!, end: at + 1 }
}

/** Where a scan ends: at a marker that is neither a stuffed octet nor a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = file.indexOf(0xff, at)
    if (at < 0 || at + 1 >= file.length) throw cutOff()
    const next = file[at + 1]!
    if (next === 0xff) at--
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

interface Frame {
  readonly width: number
  readonly height: number
  /** 3 where each pixel has all colours of its own, 1.5 where four pixels share them. */
  readonly samplesOfPixel: number
}

function frameOf(data: Buffer): Frame {
  if (data.length < 6 || data.length < 6 + 3 * data[5]!) throw notAnImageRefusal('it is damaged')
  const components = data[5]!
  if (data[0] !== 8) throw notAnImageRefusal('it has more than 8 bits for a colour')
  if (components === 4) throw notAnImageRefusal('its colours are those of printing (CMYK); save it in RGB')
  if (components !== 1 && components !== 3) throw notAnImageRefusal('it has an unknown kind of colours')
  const factors = Array.from({ length: components }, (_, n) => ({ x: data[7 + 3 * n]! >> 4, y: data[7 + 3 * n]! & 15 }))
  const largest = Math.max(...factors.map(({ x }) => x)) * Math.max(...factors.map(({ y }) => y))
  const samplesOfPixel = factors.reduce((sum, { x, y }) => sum + x * y, 0) / Math.max(1, largest)
  return { height: data.readUInt16BE(1), width: data.readUInt16BE(3), samplesOfPixel }
}

/** The orientation in EXIF, 1 to 8 (CIPA DC-008 §4.6.4); its other facts may be a person's whereabouts. */
function orientationOf(data: Buffer): number | undefined {
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = data.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  if (tiff.length < 8) return undefined
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = short(directory)
  for (let entry = 0; entry < entries && entry < 200; entry++) {
    const at = directory + 2 + 12 * entry
    if (short(at) !== 0x0112) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** EXIF with the orientation and nothing else. */
function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  exif.writeUInt16BE(orientation, 24)
  return exif
}

/** Longest part of a profile in one segment. */
const profilePart = 65_519

/** A profile in numbered parts (ICC.1:2022 Annex B.4). */
function profileSegments(profile: Buffer): Buffer[] {
  const count = Math.ceil(profile.length / profilePart)
  return Array.from({ length: count }, (_, part) => {
    const head = Buffer.from(`ICC_PROFILE\0${String.fromCharCode(part + 1, count)}`, 'latin1')
    return segmentOf(0xe2, Buffer.concat([head, profile.subarray(part * profilePart, (part + 1) * profilePart)]))
  })
}

function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
