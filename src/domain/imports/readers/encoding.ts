/** Finds how a text file is encoded, and reads it as text. */
import chardet from 'chardet'
import { findCharset, findDecoder } from '../../../lib/charset.ts'
import { problemOf } from '../sentences.ts'
import { UnreadableSource } from '../source.ts'
import type { Bytes } from './table.ts'

export interface FoundEncoding {
  /** A name of the WHATWG Encoding Standard. */
  readonly encoding: string
  /** A line with letters outside ASCII, where the encoding is a guess that a person has to judge. */
  readonly preview?: string
}

/** Bytes that a guess is made from. */
const guessedFrom = 262_144
const longestPreview = 120

/**
 * A byte order mark decides; then whatever is valid UTF-8 to its end is UTF-8; then zeros at every other byte mean UTF-16; what is
 * left is guessed from 256 KB that begin at the first line outside ASCII. Reads the file once.
 */
export async function findEncoding(bytes: Bytes): Promise<FoundEncoding> {
  const stream = await bytes.open()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  let sample: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (isFirst) {
        const marked = markOf(chunk) ?? zerosOf(chunk)
        if (marked) return { encoding: marked }
        isFirst = false
      }
      if (isUtf8) {
        try {
          utf8.decode(chunk, { stream: true })
        } catch {
          isUtf8 = false
        }
      }
      if (sample.length > 0) sample = Buffer.concat([sample, chunk.subarray(0, guessedFrom - sample.length)])
      else {
        const strange = chunk.findIndex(byte => byte >= 0x80)
        if (strange >= 0) {
          const line = Math.max(chunk.lastIndexOf(0x0a, strange), chunk.lastIndexOf(0x0d, strange)) + 1
          sample = Buffer.from(chunk.subarray(line, line + guessedFrom))
        }
      }
      if (!isUtf8 && sample.length >= guessedFrom) break
    }
  } finally {
    stream.destroy()
  }
  if (isUtf8) {
    try {
      utf8.decode()
      return { encoding: 'utf-8' }
    } catch {
      // the file ends within a character
    }
  }
  const encoding = guess(sample)
  const decoder = findDecoder(encoding)! // `guess` answers names that are known
  return { encoding, preview: previewOf(decoder.decode(sample)) }
}

/** The file's text, a chunk at a time and without its byte order mark. What no character can be becomes U+FFFD. */
export async function* textOf(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = findDecoder(encoding)! // one that `findEncoding` found
  const stream = await bytes.open()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof UnreadableSource
      ? error
      : new UnreadableSource(problemOf('BreaksOff', bytes.name), { cause: error })
  } finally {
    stream.destroy()
  }
}

function markOf(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** UTF-16 without a mark: most characters of a table are ASCII, so that every other byte is mostly zero. */
function zerosOf(head: Buffer): string | undefined {
  const looked = Math.min(head.length & ~1, 4096)
  const zeros = [0, 0]
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at & 1]!++
  const most = looked / 2
  if (most < 2) return undefined
  if (zeros[1]! > most * 0.7 && zeros[0]! < most * 0.1) return 'utf-16le'
  if (zeros[0]! > most * 0.7 && zeros[1]! < most * 0.1) return 'utf-16be'
  return undefined
}

function guess(sample: Buffer): string {
  for (const { name, confidence } of chardet.analyse(sample)) {
    // a valid byte sequence was ruled out for UTF-8, and UTF-16 has zeros
    if (confidence < 10 || /^(?:UTF|ASCII)/i.test(name)) continue
    const charset = findCharset(name)
    // chardet knows encodings that the standard does not
    if (charset !== undefined) return charset
  }
  return 'windows-1252'
}

function previewOf(text: string): string {
  const line = text.split(/[\r\n]/).find(one => /[^\0-\x7f]/.test(one)) ?? ''
  const at = line.search(/[^\0-\x7f]/)
  const from = Math.max(0, at - longestPreview / 2)
  return line.slice(from, from + longestPreview)
}
