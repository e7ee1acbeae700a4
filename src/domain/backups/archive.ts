/**
 * The file of a backup: a tar archive, compressed by gzip, so that `tar -xzf` opens it. Its entries, in this order:
 *
 * | entry                       | holds                                                                        |
 * |-----------------------------|------------------------------------------------------------------------------|
 * | `manifest.json`             | the installation, its schema, and its tables with their columns |
 * | `secret`                    | the installation's secret                                                    |
 * | `tables/<name>/<n>.copy`    | rows as PostgreSQL's COPY writes them as text; each part ends with a row     |
 * | `jobs/<n>.copy`             | jobs that wait                                                               |
 * | `sums.json`                 | rows, octets and SHA-256 of each table, and where the sequences stand        |
 *
 * A file without its last entry was cut off. See docs/backups.md#the-file.
 */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { OperatorError } from '../../lib/operator-error.ts'
import type { BackupTable } from '../../store/backups/tables.ts'
import type { Partition } from '../../store/partitions.ts'

/** Of the entries and of the two documents among them. A file with a newer one is refused. */
export const archiveFormat = 1

export interface Manifest {
  readonly format: typeof archiveFormat
  /** The program's version. */
  readonly program: string
  /** The newest migration. */
  readonly schema: number
  /** PostgreSQL's version; for information. */
  readonly server: string
  /** 32 hexadecimal digits: which installation it is of, and which backup it is. */
  readonly installation: string
  readonly backup: string
  /** ISO 8601: the moment it shows. */
  readonly at: string
  readonly isAnonymous: boolean
  readonly tables: readonly BackupTable[]
  readonly partitions: readonly Partition[]
}

export interface Sum {
  readonly rows: number
  /** Octets before compression. */
  readonly bytes: number
  /** Of all its parts together, in hexadecimal digits. */
  readonly sha256: string
}

/** The last entry. */
export interface Sums {
  /** By what is before the number of a part: `tables/clients`, `jobs`. */
  readonly groups: Readonly<Record<string, Sum>>
  readonly sequences: Readonly<Record<string, string>>
}

/** The file is no backup, or is incomplete. */
export class BackupDamaged extends OperatorError {}

export const manifestName = 'manifest.json'
export const secretName = 'secret'
export const sumsName = 'sums.json'
export const jobsGroup = 'jobs'
const ofTable = 'tables/'
export const groupOfTable = (table: string): string => `${ofTable}${table}`

/** Octets of a part, at most, unless a row is longer. */
const partBytes = 4 * 2 ** 20
/** Octets that are compressed as one member of the gzip file. */
const memberBytes = 2 ** 20
/** Octets of a document that is read into memory at once. */
const longestDocument = 16 * 2 ** 20

/** Writes the entries; `stream` is read meanwhile. */
export interface ArchiveWriter {
  readonly stream: AsyncIterable<Buffer>
  /** One entry, in a piece. */
  file(name: string, content: string): Promise<void>
  /** Rows as parts of a group. Resolves when the last is taken over. */
  rows(group: string, pieces: AsyncIterable<Buffer>): Promise<Sum>
  end(): void
  /** Ends the stream with an error. */
  destroy(error: Error): void
}

export function writeArchive(at: Date): ArchiveWriter {
  const tar = pack()
  // who reads the stream hears it
  tar.on('error', () => {})
  const file = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size: content.length, mode: 0o600, mtime: at }, error =>
        error ? reject(error) : resolve(),
      )
      // the callback gets the error
      entry.on('error', () => {})
      entry.end(content)
    })
  return {
    stream: compressed(tar as AsyncIterable<Buffer>),
    file: (name, content) => file(name, Buffer.from(content)),
    async rows(group, pieces) {
      const hash = createHash('sha256')
      let [rows, bytes, number] = [0, 0, 0]
      // the next part is read while one is compressed
      let taken: Promise<void> = Promise.resolve()
      for await (const part of partsOf(pieces)) {
        hash.update(part)
        rows += linesIn(part)
        bytes += part.length
        await taken
        taken = file(`${group}/${String(++number).padStart(6, '0')}.copy`, part)
        taken.catch(() => {}) // heard where it is awaited
      }
      await taken
      return { rows, bytes, sha256: hash.digest('hex') }
    },
    end: () => tar.finalize(),
    destroy: error => void tar.destroy(error),
  }
}

/** Cuts what comes into parts that end with a row. COPY escapes line feeds within values. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const end = length + piece.length < partBytes ? -1 : piece.lastIndexOf(0x0a)
    if (end === -1) {
      held.push(piece)
      length += piece.length
      continue
    }
    yield Buffer.concat([...held, piece.subarray(0, end + 1)])
    const rest = piece.subarray(end + 1)
    held = rest.length > 0 ? [rest] : []
    length = rest.length
  }
  if (length > 0) yield Buffer.concat(held)
}

function linesIn(part: Buffer): number {
  let lines = 0
  for (let at = part.indexOf(0x0a); at !== -1; at = part.indexOf(0x0a, at + 1)) lines++
  return lines
}

const compress = promisify<Buffer, { level: number }, Buffer>(gzip)
/** The fastest: the rest of the pipeline waits for it. */
const level = 1

/** Members of a gzip file, compressed side by side in the thread pool, in order; a few at a time are in memory. */
async function* compressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const most = availableParallelism() + 1
  const under: Promise<Buffer>[] = []
  let held: Buffer[] = []
  let length = 0
  const begin = () => {
    const member = compress(Buffer.concat(held), { level })
    member.catch(() => {}) // heard where it is awaited
    under.push(member)
    held = []
    length = 0
  }
  for await (const piece of source) {
    held.push(piece)
    length += piece.length
    if (length < memberBytes) continue
    begin()
    if (under.length >= most) yield await under.shift()!
  }
  if (length > 0) begin()
  for (const member of under) yield await member
}

/** An entry, or the parts of a group together. All pieces must be taken before the next one is asked for. */
export interface ArchiveItem {
  /** The entry's name, or the group's. */
  readonly name: string
  readonly pieces: AsyncIterable<Buffer>
}

/**
 * The entries of a backup, in order. Parts of a group come as one.
 * @param source the file's octets, not encrypted
 * @throws BackupDamaged when it is cut off, or its sums do not match
 */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem> {
  const tar = extract()
  const read = pipeline(Readable.from(source), createGunzip(), tar as unknown as Duplex)
  read.catch(() => {}) // the entries end with the same error
  const entries = tar[Symbol.asyncIterator]()
  const following = async () => {
    try {
      return await entries.next()
    } catch (error) {
      throw damaged(error)
    }
  }
  try {
    let next = await following()
    while (!next.done) {
      const name = groupOf(next.value.header.name)
      const pieces = async function* () {
        while (!next.done && groupOf(next.value.header.name) === name) {
          try {
            yield* next.value as AsyncIterable<Buffer>
          } catch (error) {
            throw damaged(error)
          }
          next = await following()
        }
      }
      yield { name, pieces: pieces() }
    }
    await read.catch(error => {
      throw damaged(error)
    })
  } finally {
    tar.destroy()
  }
}

/** What is before the number of a part; the name of an entry that has none. */
function groupOf(name: string): string {
  return name.endsWith('.copy') ? name.slice(0, name.lastIndexOf('/')) : name
}

function damaged(cause: unknown): Error {
  if (cause instanceof OperatorError) return cause
  const { message } = cause as Error // of zlib, tar-stream or node:fs
  return new BackupDamaged(`The backup is cut off or damaged: ${message.replace(/\.$/, '')}.`, { cause })
}

/** Reads an entry as text. @throws BackupDamaged when it is longer than any document of a backup */
export async function readDocument({ name, pieces }: ArchiveItem): Promise<string> {
  const held: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > longestDocument) throw new BackupDamaged(`The backup is damaged: its entry ${name} is too long.`)
    held.push(piece)
  }
  return Buffer.concat(held).toString('utf8')
}

/** Hands on what is read, and knows its sum in the end. */
export function summing(pieces: AsyncIterable<Buffer>): {
  readonly pieces: AsyncIterable<Buffer>
  sum(): Sum
} {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  async function* through() {
    for await (const piece of pieces) {
      hash.update(piece)
      rows += linesIn(piece)
      bytes += piece.length
      yield piece
    }
  }
  return { pieces: through(), sum: () => ({ rows, bytes, sha256: hash.digest('hex') }) }
}
