/** Entries of a ZIP on disk (of CSVs, or a workbook), inflated as they are read and never further than the limits. */
import { type Readable, Transform } from 'node:stream'
import { type Entry, open, type ZipFile } from 'yauzl'
import { entriesOf, isPackersOwn } from '../../../lib/zip-entries.ts'
import { problemOf } from '../sentences.ts'
import { UnreadableSource } from '../source.ts'
import type { Bytes } from './table.ts'

const archiveLimits = {
  entries: 1_000,
  /** Of one entry, counted while it is inflated: what the archive says of itself is not believed. */
  entryBytes: 2 * 1024 ** 3,
  /** Inflated to packed; tables of real exports stay below 40. */
  ratio: 200,
  /** Inflated bytes below which a ratio proves nothing. */
  ratioFrom: 10 * 1024 ** 2,
} as const

export interface Archive {
  /** By path; folders and what packers leave beside the files are left out. */
  readonly entries: ReadonlyMap<string, Bytes>
  close(): void
}

/** @throws UnreadableSource */
export async function openArchive(path: string, name: string): Promise<Archive> {
  let zip: ZipFile | undefined
  try {
    const opened = await new Promise<ZipFile>((resolve, reject) => {
      open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, file) =>
        error ? reject(error) : resolve(file),
      )
    })
    zip = opened
    const entries = new Map<string, Bytes>()
    if (opened.entryCount > archiveLimits.entries) {
      throw new UnreadableSource(problemOf('TooManyEntries', name, archiveLimits.entries))
    }
    let packed = 0
    for await (const entry of entriesOf(opened)) {
      packed += entry.compressedSize
      // entries that share octets: a small archive would unpack to as much as thousands of large ones
      if (packed > opened.fileSize) throw new UnreadableSource(problemOf('ZipUnreadable', name))
      if (entry.fileName.endsWith('/') || isPackersOwn(entry.fileName)) continue
      if (entries.has(entry.fileName)) throw new UnreadableSource(problemOf('EntryTwice', entry.fileName, name))
      if (entry.isEncrypted()) {
        throw new UnreadableSource(problemOf('EntryEncrypted', entry.fileName, name))
      }
      entries.set(entry.fileName, { name: entry.fileName, open: () => inflate(opened, entry) })
    }
    return { entries, close: () => opened.close() }
  } catch (error) {
    zip?.close()
    throw error instanceof UnreadableSource
      ? error
      : new UnreadableSource(problemOf('ZipUnreadable', name), { cause: error })
  }
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Readable> {
  const raw = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new UnreadableSource(problemOf('EntryUnreadable', entry.fileName), { cause: error }))
      else resolve(stream)
    })
  })
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const isBomb =
        bytes > archiveLimits.entryBytes ||
        (bytes > archiveLimits.ratioFrom && bytes > entry.compressedSize * archiveLimits.ratio)
      if (isBomb) done(new UnreadableSource(problemOf('EntryTooLarge', entry.fileName)))
      else done(null, chunk)
    },
  })
  raw.on('error', error =>
    counted.destroy(new UnreadableSource(problemOf('EntryUnreadable', entry.fileName), { cause: error })),
  )
  counted.on('close', () => raw.destroy())
  return raw.pipe(counted)
}
