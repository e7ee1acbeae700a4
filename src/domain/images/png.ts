/** PNG and APNG, chunk by chunk (www.w3.org/TR/png-3 §5, §11). */
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { cutOff, isProfile, mostProfileBytes, notAnImageRefusal, type RebuiltImage } from './rebuilt.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** What makes the picture and how it is shown. Text, time, EXIF and private chunks are left out. */
const kept = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

/** Its own pixels, those with four octets each, and their copy. */
const octetsOfPixel = 13

/** @throws Refusal NotAnImage */
export function rebuildPng(file: Buffer): RebuiltImage {
  const parts: Buffer[] = [signature]
  let width = 0
  let height = 0
  let frames = 0
  let framePixels = 0
  let profile: Buffer | undefined
  let hasPixels = false
  for (let at = signature.length; ; ) {
    if (at + 12 > file.length) throw cutOff()
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > file.length) throw cutOff()
    const data = file.subarray(at + 8, end - 4)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw notAnImageRefusal('it is damaged')
    if ((at === signature.length) !== (type === 'IHDR')) throw notAnImageRefusal('its header is not at its beginning')
    if (type === 'IHDR') {
      if (length !== 13) throw notAnImageRefusal('its header is damaged')
      width = data.readUInt32BE(0)
      height = data.readUInt32BE(4)
    } else if (type === 'IDAT') hasPixels = true
    else if (type === 'fcTL') {
      if (length !== 26) throw notAnImageRefusal('a frame of it is damaged')
      frames++
      framePixels += data.readUInt32BE(4) * data.readUInt32BE(8)
    } else if (type === 'iCCP' && !profile && !hasPixels) {
      profile = readProfile(data)
      if (profile) parts.push(profileChunk(profile))
    }
    if (kept.has(type)) parts.push(file.subarray(at, end))
    // the fifth bit of the first letter: a decoder must know the chunk
    else if (type !== 'IEND' && (file[at + 4]! & 0x20) === 0) throw notAnImageRefusal('it is of an unknown kind')
    at = end
    if (type === 'IEND') break
  }
  if (!hasPixels) throw notAnImageRefusal('it has no pixels')
  parts.push(chunk('IEND', Buffer.alloc(0)))
  return {
    bytes: Buffer.concat(parts),
    width,
    height,
    frames: Math.max(1, frames),
    framePixels: Math.max(framePixels, width * height),
    decodingOctets: width * height * octetsOfPixel,
    profile,
  }
}

/** A PNG without a profile, with one. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  // behind the header, which is the first chunk and always as long
  const at = signature.length + 25
  return Buffer.concat([png.subarray(0, at), profileChunk(profile), png.subarray(at)])
}

/** Name, NUL, method 0, compressed profile. @returns undefined for an invalid or too long one */
function readProfile(data: Buffer): Buffer | undefined {
  const end = data.indexOf(0)
  if (end < 0 || data[end + 1] !== 0) return undefined
  try {
    const profile = inflateSync(data.subarray(end + 2), { maxOutputLength: mostProfileBytes })
    return isProfile(profile) ? profile : undefined
  } catch {
    return undefined
  }
}

/** Compressed anew, under a name of ours. */
function profileChunk(profile: Buffer): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]))
}

function chunk(type: string, data: Buffer): Buffer {
  const all = Buffer.alloc(12 + data.length)
  all.writeUInt32BE(data.length, 0)
  all.write(type, 4, 'latin1')
  data.copy(all, 8)
  all.writeUInt32BE(crc32(all.subarray(4, 8 + data.length)), 8 + data.length)
  return all
}
