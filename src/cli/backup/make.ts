/** `lettershop backup <file>`: the complete installation into a file, a folder or standard output. The service may run meanwhile. */
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../config.ts'
import { recordSystemChange } from '../../domain/audit/system.ts'
import { type BackupMade, makeBackup } from '../../domain/backups/backup.ts'
import { recordBegun, removeAbandoned } from '../../domain/backups/begun.ts'
import {
  BackupFileRefused,
  backupName,
  keepNewest,
  writeBackupFile,
  writeBackupOutput,
} from '../../domain/backups/files.ts'
import type { Seal } from '../../domain/backups/sealing.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { readSecretOfInstallation } from '../../store/accounts/installation.ts'
import { type BackupRow, insertBackup, markDeleted } from '../../store/backups/backups.ts'
import type { Database } from '../../store/connection/database.ts'
import { reach } from '../reach.ts'
import { codeOf, endingSignals } from './in-background.ts'
import { describeProgress, showProgress } from './progress.ts'

export interface BackupOrder {
  /** A file that is not there yet, a folder, or `-`. */
  readonly to: string
  readonly seal: Seal | undefined
  readonly isAnonymous: boolean
  readonly isScheduled: boolean
  /** Octets of rows that are read in a second, at most. */
  readonly bytesPerSecond: number
  /** How many stay in the folder; all of them where it is not given. */
  readonly keep: number | undefined
}

/** A signal ended the backup. */
class Ended extends OperatorError {
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`The backup was ended by ${signal}, and nothing is left of it. Begin another one.`)
    this.signal = signal
  }
}

/** @returns 0, or the code of the signal that ended it @throws Error when there is no backup; nothing is left of it then */
export async function make(order: BackupOrder): Promise<number> {
  if (!order.seal && !order.isAnonymous)
    process.stderr.write(
      'The backup is not encrypted: it holds addresses, and the secret that all keys and links come from. Encrypt it: --recipient, --passphrase.\n',
    )
  await removeAbandoned(readConfig().LETTERSHOP_DATA)
  // without migrating it: a backup made before an upgrade holds the old schema
  const { db, close } = await reach('lettershop backup', { asItIs: true })
  const beganAt = new Date()
  const attempt = { db, order, beganAt, place: { path: resolve(order.to), folder: undefined } as Place }
  try {
    attempt.place = await placeOf(order)
    const { made, bytes } = await write(attempt)
    await ignoreMissingTable(record(attempt, { publicId: made.id, rows: made.rows, bytes, problem: null }))
    await ignoreMissingTable(recordSystemChange(db, 'lettershop backup', attempt.place.path ?? ''))
    await forgetOld(attempt)
    const took = Date.now() - beganAt.getTime()
    process.stderr.write(`${attempt.place.path ?? 'standard output'}: ${describeProgress(made, took)}\n`)
    return 0
  } catch (error) {
    // a signal is not a failure: a scheduled backup is made after the next start
    if (error instanceof Ended) {
      process.stderr.write(`${error.message}\n`)
      return codeOf(error.signal)
    }
    const { message } = error as Error
    // recording fails too when the database is the cause
    await record(attempt, { publicId: '0'.repeat(32), rows: 0, bytes: 0, problem: message }).catch(() => {})
    throw error
  } finally {
    await close()
  }
}

/** Awaits a row about the backup; an older schema, backed up before its upgrade, has no table for it. */
async function ignoreMissingTable(work: Promise<void>): Promise<void> {
  await work.catch(error => {
    if ((error as { code?: string }).code !== undefinedTable) throw error // the code of PostgreSQL's errors is the SQLSTATE
  })
}

const undefinedTable = '42P01'

interface Place {
  /** Undefined: standard output. */
  readonly path: string | undefined
  /** The folder that was named, where one was. */
  readonly folder: string | undefined
}

interface Attempt {
  readonly db: Database
  readonly order: BackupOrder
  readonly beganAt: Date
  readonly place: Place
}

async function placeOf({ to, seal, keep }: BackupOrder): Promise<Place> {
  if (to === '-') return { path: undefined, folder: undefined }
  const folder = resolve(to)
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
  if (isFolder) return { path: join(folder, backupName(new Date(), { isSealed: seal !== undefined })), folder }
  if (keep !== undefined || to.endsWith('/')) throw new BackupFileRefused(`${folder} is no folder. Make it first.`)
  return { path: folder, folder: undefined }
}

/** @returns also how many octets the file has */
async function write({ db, order, place }: Attempt): Promise<{ readonly made: BackupMade; readonly bytes: number }> {
  const { LETTERSHOP_DATA, LETTERSHOP_SECRET } = readConfig()
  const secret = await readSecretOfInstallation(db, { dataFolder: LETTERSHOP_DATA, given: LETTERSHOP_SECRET })
  const shown = showProgress()
  const ending = endingBySignal()
  let bytes = 0
  async function* counting(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of readUntilEnded(pieces, ending.ended)) {
      bytes += piece.length
      yield piece
    }
  }
  const note = (partial: string) => recordBegun(LETTERSHOP_DATA, partial)
  const into = (pieces: AsyncIterable<Uint8Array>) =>
    place.path === undefined
      ? writeBackupOutput(process.stdout, counting(pieces))
      : writeBackupFile(place.path, counting(pieces), note)
  try {
    const made = await makeBackup({ db, secret, into, progress: shown.note, ...order })
    return { made, bytes }
  } finally {
    ending.stop()
    shown.end()
  }
}

/** Rejects when a signal asks the process to end. A second one ends it as it would any. */
function endingBySignal(): { readonly ended: Promise<never>; stop(): void } {
  let end: (signal: NodeJS.Signals) => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = signal => reject(new Ended(signal))
  })
  ended.catch(() => {}) // heard by who waits for the next piece
  for (const signal of endingSignals) process.once(signal, end)
  return { ended, stop: () => endingSignals.forEach(signal => void process.off(signal, end)) }
}

/** Yields the pieces; rejects as soon as `ended` does, even while it waits for the next piece. */
async function* readUntilEnded<Piece>(pieces: AsyncIterable<Piece>, ended: Promise<never>): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), ended])
      if (next.done) return
      yield next.value
    }
  } finally {
    void iterator.return?.().catch(() => {})
  }
}

function record(
  { db, order, beganAt, place }: Attempt,
  outcome: Pick<BackupRow, 'publicId' | 'rows' | 'bytes' | 'problem'>,
): Promise<void> {
  const { isScheduled, isAnonymous, seal } = order
  return insertBackup(db, {
    ...{ ...outcome, beganAt, endedAt: new Date(), host: hostname(), file: place.path ?? '' },
    ...{ scheduled: isScheduled, anonymous: isAnonymous, encrypted: seal !== undefined },
  })
}

async function forgetOld({ db, order: { keep }, place: { folder } }: Attempt): Promise<void> {
  if (folder === undefined || keep === undefined) return
  const gone = await keepNewest(folder, keep)
  const files = gone.map(name => join(folder, name))
  await ignoreMissingTable(markDeleted(db, hostname(), files))
}
