/** GIF, animated or not, block by block (www.w3.org/Graphics/GIF/spec-gif89a.txt). */
import { cutOff, notAnImageRefusal, type RebuiltImage } from './rebuilt.ts'

/** Extensions that say how often an animation repeats. */
const repeats = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** @throws Refusal NotAnImage */
export function rebuildGif(file: Buffer): RebuiltImage {
  const need = (end: number) => {
    if (end > file.length) throw cutOff()
  }
  need(13)
  let at = 13 + colorTable(file[10]!)
  need(at)
  const parts = [file.subarray(0, at)]
  let frames = 0
  let framePixels = 0
  // some encoders leave out the trailer, and every program shows the image
  while (at < file.length && file[at] !== 0x3b) {
    if (file[at] === 0x2c) {
      need(at + 10)
      const end = endOfBlocks(file, at + 11 + colorTable(file[at + 9]!))
      frames++
      framePixels += file.readUInt16LE(at + 5) * file.readUInt16LE(at + 7)
      parts.push(file.subarray(at, end))
      at = end
    } else if (file[at] === 0x21) {
      const end = endOfBlocks(file, at + 2)
      const block = file.subarray(at, end)
      if (isControl(block) || isRepeat(block)) parts.push(block)
      at = end
    } else throw notAnImageRefusal('it is damaged')
  }
  if (frames === 0) throw at >= file.length ? cutOff() : notAnImageRefusal('it has no pixels')
  parts.push(Buffer.from([0x3b]))
  const width = file.readUInt16LE(6)
  const height = file.readUInt16LE(8)
  return { bytes: Buffer.concat(parts), width, height, frames, framePixels, decodingOctets: 0, profile: undefined }
}

/** Octets of the table of colours that these flags announce. */
function colorTable(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** Behind blocks that each begin with their length, the last of which is empty. */
function endOfBlocks(file: Buffer, from: number): number {
  let at = from
  for (;;) {
    if (at >= file.length) throw cutOff()
    const length = file[at]!
    at += 1 + length
    if (length === 0) return at
  }
}

/** How the next frame is shown: time and transparency. */
function isControl(block: Buffer): boolean {
  return block[1] === 0xf9 && block.length === 8 && block[2] === 4
}

/** A name of 11 octets, and a block of 3 with the number. */
function isRepeat(block: Buffer): boolean {
  return (
    block[1] === 0xff &&
    block.length === 19 &&
    block[2] === 11 &&
    repeats.has(block.toString('latin1', 3, 14)) &&
    block[14] === 3
  )
}
