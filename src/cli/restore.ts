/** `lettershop restore <file>`: a backup into a new data folder, or into the empty database of DATABASE_URL. */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { readBackupFile } from '../domain/backups/files.ts'
import { type OpenedBackup, openBackup } from '../domain/backups/reading.ts'
import { restoreBackup } from '../domain/backups/restore.ts'
import { appendRecord, readRecord, recordName } from '../domain/erasures/record.ts'
import { createLog } from '../lib/log.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { placeSecret } from '../store/accounts/installation.ts'
import { refuseFilled } from '../store/backups/loading.ts'
import { findUnfinishedRestore, markFolder, markRestore, unmarkFolder } from '../store/backups/unfinished.ts'
import { openServer, type Store } from '../store/connection/open.ts'
import { openDataFolder } from '../store/embedded/data-folder.ts'
import { clusterFolder } from '../store/embedded/embedded.ts'
import type { RememberedErasure } from '../store/erasures/erasures.ts'
import { dropJobs, hasJobs, migrateJobs } from '../store/jobs/jobs.ts'
import { openingOf, openingOptions } from './backup/opening.ts'
import { describeProgress, showProgress } from './backup/progress.ts'

const usage = `lettershop restore <file | ->                              into a new data folder, or the empty database of DATABASE_URL
  [--identity <file>]… [--passphrase | --passphrase-file <file>]
  [--erasures <file>]                                      the record of erasures that were made since (docs/personal-data.md)
More: docs/backups.md
`

/**
 * @returns 0 when it is restored, 2 when the command line is wrong
 * @throws OperatorError when it is not; the place has nothing of the backup then, and no installation is started in it
 */
export async function restore(args: readonly string[]): Promise<number> {
  const given = parse(args)
  if (given === 'help') {
    process.stdout.write(usage)
    return 0
  }
  if (given === 'wrong') {
    process.stderr.write(usage)
    return 2
  }
  const { file, values } = given
  const opening = await openingOf(values)
  const erasures = values.erasures === undefined ? [] : await readErasures(values.erasures)
  const backup = await openBackup(file === '-' ? process.stdin : readBackupFile(file), opening)
  const began = performance.now()
  const done = await restoreInto(readConfig().LETTERSHOP_DATA, backup, erasures)
  process.stdout.write(`Restored: ${describeProgress(done, performance.now() - began)}, the state of ${backup.manifest.at}.
Sending is held: what was sent after that moment would be sent again. Start the service, look at its campaigns, then:
lettershop resume-sending --yes
`)
  return 0
}

function parse(args: readonly string[]) {
  try {
    const options = { ...openingOptions, erasures: { type: 'string' }, help: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [file, ...more] = positionals
    if (values.help) return 'help'
    return file === undefined || more.length > 0 ? 'wrong' : { file, values }
  } catch {
    return 'wrong' // parseArgs throws nothing but what is wrong with the arguments
  }
}

/** @param path a file `erasures`, of a data folder or of a folder of LETTERSHOP_STATE_DIR */
async function readErasures(path: string) {
  await readFile(path).catch(cause => {
    throw new OperatorError(`${path} cannot be read: ${(cause as Error).message}.`, { cause })
  })
  if (basename(path) !== recordName)
    throw new OperatorError(`The record of erasures is a file that is called ${recordName}.`)
  return readRecord(dirname(resolve(path)))
}

async function restoreInto(dataFolder: string, backup: OpenedBackup, erasures: readonly RememberedErasure[]) {
  const { DATABASE_URL, LETTERSHOP_SECRET, LETTERSHOP_LOG_LEVEL } = readConfig()
  const log = createLog(LETTERSHOP_LOG_LEVEL)
  const secret = await placeSecret(backup.secret, { dataFolder, given: LETTERSHOP_SECRET })
  const server = { databaseUrl: DATABASE_URL ?? undefined, dataFolder, log }
  let store: Store | undefined
  let isDone = false
  let madeJobs = false
  const shown = showProgress()
  try {
    if (DATABASE_URL === null && !existsSync(clusterFolder(dataFolder))) await markFolder(dataFolder)
    store = await openServer(server)
    await refuseFilled(store.db)
    if (store.embedded && (await findUnfinishedRestore(store.db)) !== undefined) {
      // a server that was killed never gives back the disk that its unfinished rows took
      await store.close()
      await markFolder(dataFolder)
      await rm(clusterFolder(dataFolder), { recursive: true })
      store = await openServer(server)
    }
    await markRestore(store.db)
    await unmarkFolder(dataFolder)
    madeJobs = !(await hasJobs(store.db))
    await migrateJobs(store.url, log)
    const beforeCommit = async () => {
      // closed to other accounts
      await openDataFolder(dataFolder, log)
      await secret.put()
      // where the installation is, the record is: their contacts are not to come back
      if (erasures.length > 0) await appendRecord(dataFolder, erasures)
    }
    const done = await restoreBackup({ db: store.db, backup, beforeCommit, progress: shown.note })
    isDone = true
    await recordSystemChange(store.db, 'lettershop restore', backup.manifest.at)
    return done
  } finally {
    shown.end()
    // what the transaction of the restore does not take back by itself; a database that is away keeps it
    if (!isDone && store && madeJobs) await dropJobs(store.db).catch(() => {})
    await store?.close()
    if (!isDone) await secret.takeBack()
  }
}
