/** Opens a file that is imported, whatever its format is: found by its first bytes, not by its name. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type ProblemCode, problemOf, type Warning, warningOf } from '../sentences.ts'
import { type ImportSource, UnreadableSource } from '../source.ts'
import { openArchive } from './archive.ts'
import { openCsv } from './csv.ts'
import { recogniseFormat } from './formats.ts'
import type { HeaderRow, Opening } from './head.ts'

import { looksLikeHtml, openHtml } from './html.ts'
import { openJsonLines } from './json-lines.ts'
import type { Bytes, Table } from './table.ts'
import { isWorkbook, openWorkbook } from './workbook.ts'

export type { HeaderRow }

export interface ImportFile {
  /** Where it is on the disk of this process, private to it. */
  readonly path: string
  readonly name: string
}

const octetsOfChunk = 262_144

/** How a file is opened: what an earlier opening of it found, or what a person said, and what helps to find the rest. */
export interface ImportOpening {
  /** Of each text file. */
  readonly encodings?: readonly string[]
  /** Of each table. */
  readonly headerRows?: readonly HeaderRow[]
  /** Of all text files, by a person. */
  readonly encoding?: string | undefined
  /** Of the list. */
  readonly language?: string | undefined
}

/**
 * The file must stay where it is for as long as the source is used.
 * @throws UnreadableSource
 */
export async function openImport({ path, name }: ImportFile, opening: ImportOpening = {}): Promise<ImportSource> {
  const head = await headOf(path)
  if (isArchive(head)) return openPacked(path, name, opening)
  return recognisedText([await openText(fileBytes(path, name), head, openingOf(opening, 0))])
}

function openingOf({ encodings = [], headerRows = [], encoding, language }: ImportOpening, table: number): Opening {
  return { known: encodings[table], headerRow: headerRows[table], given: encoding, language }
}

/** True for an archive, of which a workbook is one. */
export async function isPacked(path: string): Promise<boolean> {
  return isArchive(await headOf(path))
}

function isArchive(head: Buffer): boolean {
  return head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
}

function fileBytes(path: string, name: string): Bytes {
  return { name, open: async () => createReadStream(path, { highWaterMark: octetsOfChunk }) }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(4096)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openPacked(path: string, name: string, opening: ImportOpening): Promise<ImportSource> {
  const { entries, close } = await openArchive(path, name)
  // entries are found once; each reading opens the archive again, so that none stays open between readings
  close()
  const again = new Map(
    [...entries.keys()].map(entry => [entry, { name: entry, open: () => openEntry(path, name, entry) }] as const),
  )
  if (isWorkbook(again)) return recogniseFormat(await openWorkbook(again, opening.headerRows), { fileName: name })
  const tables: Table[] = []
  const left: string[] = []
  for (const bytes of again.values()) {
    const start = /\.(?:csv|tsv|txt|jsonl|ndjson|html?|xls)$/i.test(bytes.name) ? await startOf(bytes) : Buffer.alloc(0)
    // programs write a file without a byte for a state that no one is in
    if (start.length > 0) tables.push(await openText(bytes, start, openingOf(opening, tables.length)))
    else left.push(bytes.name)
  }
  if (tables.length === 0) throw new UnreadableSource(problemOf('NoTableInside', name))
  const warnings = left.length === 0 ? [] : [warningOf('FilesLeftOut', left.length, name)]
  return recognisedText(tables, warnings)
}

async function recognisedText(tables: readonly Table[], warnings: readonly Warning[] = []): Promise<ImportSource> {
  const encodings = tables.map(({ encoding }) => encoding ?? 'utf-8')
  return { ...(await recogniseFormat(tables, { warnings })), encodings }
}

async function openEntry(path: string, name: string, entry: string) {
  const archive = await openArchive(path, name)
  try {
    const stream = await archive.entries.get(entry)!.open()
    stream.once('close', archive.close)
    return stream
  } catch (error) {
    archive.close()
    throw error
  }
}

async function startOf(bytes: Bytes): Promise<Buffer> {
  const stream = await bytes.open()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) return chunk.subarray(0, 4096)
    return Buffer.alloc(0)
  } finally {
    stream.destroy()
  }
}

async function openText(bytes: Bytes, head: Buffer, opening: Opening): Promise<Table> {
  const wrong = otherKinds.find(([start]) => head.subarray(0, start.length).equals(start))
  if (wrong) throw new UnreadableSource(problemOf(wrong[1], bytes.name))
  // without the zeros and the mark of UTF-16, enough of it is ASCII
  const text = Buffer.from(head.filter(octet => octet !== 0 && octet < 0xfe))
    .toString('utf8')
    .replace(/^\ufeff/, '')
  if (/^\s*\{\s*(?:"|\})/.test(text)) return openJsonLines(bytes)
  if (/^\s*\[\s*[{\]]/.test(text)) {
    throw new UnreadableSource(problemOf('JsonArray', bytes.name))
  }
  return looksLikeHtml(text) ? openHtml(bytes, text, opening) : openCsv(bytes, opening)
}

/** First bytes of files that people take for tables. */
const otherKinds: readonly (readonly [Buffer, ProblemCode])[] = [
  [Buffer.from('PK\x05\x06'), 'EmptyZip'],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'OldWorkbook'],
  [Buffer.from('%PDF-'), 'Pdf'],
  [Buffer.from('{\\rtf'), 'RichText'],
  [Buffer.from('1f8b', 'hex'), 'Gzip'],
]
