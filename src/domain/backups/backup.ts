/** Makes a backup: one consistent snapshot of the installation, read while it runs, as a stream that needs little memory. */
import { randomBytes, randomUUID } from 'node:crypto'
import { version } from '../../lib/version.ts'
import { type Anonymiser, anonymiser } from '../../store/backups/anonymous.ts'
import { type Snapshot, withSnapshot } from '../../store/backups/snapshot.ts'
import type { Database } from '../../store/connection/database.ts'
import { hashPassword } from '../accounts/passwords.ts'
import {
  type ArchiveWriter,
  archiveFormat,
  groupOfTable,
  jobsGroup,
  type Manifest,
  manifestName,
  type Sum,
  secretName,
  sumsName,
  writeArchive,
} from './archive.ts'
import { paceOf } from './pace.ts'
import { type Seal, seal } from './sealing.ts'

export interface BackupWanted {
  readonly db: Database
  /** The installation's, as its file holds it. */
  readonly secret: string
  readonly seal?: Seal | undefined
  /** People are replaced, and the copy has a secret of its own. */
  readonly isAnonymous: boolean
  /** Octets of rows that are read in a second, at most. */
  readonly bytesPerSecond: number
  /** Takes the file's octets; resolves when they are durable. */
  readonly into: (pieces: AsyncIterable<Uint8Array>) => Promise<void>
  /** Called now and then. */
  readonly progress?: (soFar: Progress) => void
}

export interface Progress {
  readonly rows: number
  /** Octets of the tables, before compression. */
  readonly bytes: number
}

export interface BackupMade extends Progress {
  /** Which backup it is: 32 hexadecimal digits. */
  readonly id: string
  readonly at: Date
}

/** @throws Error of the database, of the key, or of `into`; what was written then is no backup */
export async function makeBackup(wanted: BackupWanted): Promise<BackupMade> {
  const { db, seal: sealed, into } = wanted
  return withSnapshot(db, async snapshot => {
    const at = new Date()
    const archive = writeArchive(at)
    const failure = new AbortController()
    const written = writeAll(archive, snapshot, at, wanted).catch(error => {
      archive.destroy(error)
      failure.abort(error)
      throw error
    })
    const failed = new Promise<never>((_, reject) => {
      failure.signal.addEventListener('abort', () => reject(failure.signal.reason))
    })
    failed.catch(() => {}) // heard by the race, where it is still under way
    try {
      const pieces = sealed ? await seal(archive.stream, sealed) : archive.stream
      // the error of the writer says more than that of the stream it ended
      await Promise.race([into(pieces), failed])
    } catch (error) {
      written.catch(() => {})
      archive.destroy(error as Error)
      throw failure.signal.aborted ? failure.signal.reason : error
    }
    return { ...(await written), at }
  })
}

async function writeAll(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  at: Date,
  { secret, isAnonymous, bytesPerSecond, progress }: BackupWanted,
): Promise<Omit<BackupMade, 'at'>> {
  const anonymous = isAnonymous ? anonymiser(await hashPassword(randomBytes(24).toString('base64url'))) : undefined
  const tables = snapshot.tables.filter(({ name }) => anonymous?.rows(name) !== 'none')
  const id = randomUUID().replaceAll('-', '')
  const manifest: Manifest = {
    format: archiveFormat,
    program: version,
    schema: snapshot.schema,
    server: snapshot.serverVersion,
    installation: snapshot.installation,
    backup: id,
    at: at.toISOString(),
    isAnonymous,
    tables,
    partitions: snapshot.partitions,
  }
  await archive.file(manifestName, JSON.stringify(manifest))
  await archive.file(secretName, anonymous?.secret ?? secret)
  const groups: Record<string, Sum> = {}
  const soFar = { rows: 0, bytes: 0 }
  const paced = paceOf(bytesPerSecond)
  const add = async (group: string, pieces: AsyncIterable<Buffer>) => {
    const sum = await archive.rows(
      group,
      counted(paced(pieces), bytes => progress?.({ ...soFar, bytes: soFar.bytes + bytes })),
    )
    groups[group] = sum
    soFar.rows += sum.rows
    soFar.bytes += sum.bytes
  }
  for (const table of tables) await add(groupOfTable(table.name), snapshot.rows(table, selectOf(anonymous, table.name)))
  // a job may name a person
  if (!isAnonymous) await add(jobsGroup, snapshot.jobs())
  // after the rows, so that no sequence is behind an id in them
  await archive.file(sumsName, JSON.stringify({ groups, sequences: await snapshot.sequences() }))
  archive.end()
  return { id, ...soFar }
}

function selectOf(anonymous: Anonymiser | undefined, table: string): Readonly<Record<string, string>> | undefined {
  const rows = anonymous?.rows(table)
  return typeof rows === 'object' ? rows : undefined
}

async function* counted(pieces: AsyncIterable<Buffer>, note: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    note(bytes)
    yield piece
  }
}
