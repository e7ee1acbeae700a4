/** Finds how a text file is encoded, and reads it as text. */
import { findDecoder } from '../../../lib/charset.ts'
import { problemOf, warningOf } from '../sentences.ts'
import { type EncodingChoice, UnreadableSource } from '../source.ts'
import { encodings, rankEncodings } from './encoding-guess.ts'
import type { Bytes, Table } from './table.ts'

export interface FoundEncoding {
  /** A name of the WHATWG Encoding Standard. */
  readonly encoding: string
  /** For a guess that a person has to judge: the candidates, the most likely first, with some cells as each reads them. */
  readonly choices?: readonly EncodingChoice[]
  readonly isGuess?: boolean
}

/** What helps to find it. */
export interface EncodingHints {
  /** What a person said. */
  readonly given?: string | undefined
  /** Of the list. */
  readonly language?: string | undefined
  /** What the file says of itself, which counts where it is no UTF-8. */
  readonly declared?: string | undefined
}

/** Cells outside ASCII that are looked at, and how many of them a person is shown. */
const mostCells = 400
const shownCells = 3
const longestCell = 200

/**
 * A byte order mark decides; then whatever is valid UTF-8 to its end is UTF-8; then zeros at every other byte mean UTF-16; what is
 * left is guessed from the cells with letters outside ASCII. Reads the file once.
 */
export async function findEncoding(
  bytes: Bytes,
  { given, language, declared }: EncodingHints = {},
): Promise<FoundEncoding> {
  const stream = await bytes.open()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const cells = new StrangeCells()
  let isFirst = true
  let isUtf8 = true
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (isFirst) {
        const marked = markOf(chunk) ?? zerosOf(chunk)
        if (marked) return { encoding: given ?? marked }
        isFirst = false
      }
      if (isUtf8) {
        try {
          utf8.decode(chunk, { stream: true })
        } catch {
          isUtf8 = false
        }
      }
      cells.add(chunk)
      if (!isUtf8 && cells.isFull) break
    }
  } finally {
    stream.destroy()
  }
  if (isUtf8) {
    try {
      utf8.decode()
      return { encoding: given ?? 'utf-8' }
    } catch {
      // the file ends within a character
    }
  }
  cells.end()
  const ranked = rankEncodings(cells.found, language)
  const encoding = given ?? declared ?? ranked[0] ?? 'windows-1252'
  const rest = encodings.filter(one => !ranked.includes(one))
  const choices = [...new Set([encoding, ...ranked, ...rest])].map(one => ({
    encoding: one,
    samples: cells.found.slice(0, shownCells).map(cell => findDecoder(one)!.decode(cell).trim()),
  }))
  return { encoding, choices, isGuess: given === undefined }
}

/** A table with what was found of its encoding, and a warning where that was guessed. */
export function withEncoding(table: Table, { encoding, choices, isGuess }: FoundEncoding): Table {
  const names = choices?.[0]?.samples.join(' · ') ?? ''
  const warnings = [
    ...(table.warnings ?? []),
    ...(isGuess ? [warningOf('EncodingGuessed', table.name, encoding, names)] : []),
  ]
  return {
    ...table,
    encoding,
    ...(choices === undefined ? {} : { encodingChoices: choices }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** Collects the cells of a file that have octets outside ASCII, each once. */
class StrangeCells {
  readonly #cells = new Map<string, Buffer>()
  #rest: Buffer = Buffer.alloc(0)

  get found(): readonly Buffer[] {
    return [...this.#cells.values()]
  }

  get isFull(): boolean {
    return this.#cells.size >= mostCells
  }

  add(chunk: Buffer): void {
    if (this.isFull) return
    const text = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let from = 0
    let isStrange = false
    for (let at = 0; at < text.length; at++) {
      const octet = text[at]!
      if (octet >= 0x80) isStrange = true
      else if (endsCell(octet)) {
        if (isStrange) this.#keep(text.subarray(from, at))
        if (this.isFull) return
        from = at + 1
        isStrange = false
      }
    }
    // the rest of a long cell says nothing new
    if (text.length - from <= longestCell) this.#rest = Buffer.from(text.subarray(from))
    else {
      if (isStrange) this.#keep(text.subarray(from))
      this.#rest = Buffer.alloc(0)
    }
  }

  /** The file is over: what is left is its last cell. */
  end(): void {
    if (this.#rest.some(octet => octet >= 0x80)) this.#keep(this.#rest)
  }

  #keep(cell: Buffer): void {
    const kept = Buffer.from(cell.subarray(0, longestCell))
    this.#cells.set(kept.toString('latin1'), kept)
  }
}

/** Of the separators those that are no second octet of a character in any encoding: `|` is. */
function endsCell(octet: number): boolean {
  return octet === 0x2c || octet === 0x3b || octet === 0x09 || octet === 0x22 || octet === 0x0a || octet === 0x0d
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

/** UTF-16 without a mark: a table has addresses, whose every other byte is zero, and hardly a character whose lower byte is. */
function zerosOf(head: Buffer): string | undefined {
  const looked = Math.min(head.length & ~1, 4096)
  const zeros = [0, 0]
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at & 1]!++
  const most = looked / 2
  if (most < 2) return undefined
  if (zeros[1]! > most * 0.3 && zeros[0]! < most * 0.05) return 'utf-16le'
  if (zeros[0]! > most * 0.3 && zeros[1]! < most * 0.05) return 'utf-16be'
  return undefined
}
