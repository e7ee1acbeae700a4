/** Opens the storage: the server of DATABASE_URL or an embedded one, with the schema of this program. */
import type { Log } from '../../lib/log.ts'
import { type LogEvent, logEvent } from '../../lib/log-events.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { refuseMarkedFolder, refuseUnfinishedRestore } from '../backups/unfinished.ts'
import { refuseUnfinishedDistribution } from '../distribution/unfinished.ts'
import { clusterFolder, type Embedded, startEmbedded } from '../embedded/embedded.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { migrate } from '../migrate.ts'
import { makePartitions } from '../partitions.ts'
import { connect, type Database } from './database.ts'
import { checkEngine, type Guarantee, tryRowLocks } from './engine.ts'
import { isTooSlow } from './failures.ts'

export interface OpenOptions {
  /** A PostgreSQL server; without it the embedded one is started. */
  readonly databaseUrl?: string | undefined
  /** Folder of the embedded database. */
  readonly dataFolder: string
  /** Maximum connections of the pool; 10 by default. */
  readonly connections?: number | undefined
  /** Of the connections, as the database shows them; `lettershop` by default. */
  readonly name?: string | undefined
  /** The service that starts this process has tried the server (engine.ts). */
  readonly isChecked?: boolean | undefined
  readonly log: Log
}

export interface Store {
  readonly db: Database
  /** Contains a password: never log it. */
  readonly url: string
  readonly embedded: boolean
  /** Resolves with a sentence if the embedded server ends unexpectedly: nothing works from then on. */
  readonly lost: Promise<string>
  /** Waits for statements in progress, then closes the pool and the embedded server. */
  close(): Promise<void>
}

/**
 * @throws OperatorError if the server is too old, lacks something (engine.ts), cannot be reached or started, its schema is too new, or a
 * restore is unfinished
 */
export async function open(options: OpenOptions): Promise<Store> {
  if (!options.databaseUrl) await refuseMarkedFolder(options.dataFolder)
  const { store, untried } = await openChecked(options)
  try {
    await refuseUnfinishedRestore(store.db, store.embedded ? clusterFolder(options.dataFolder) : undefined)
    await refuseUnfinishedDistribution(store.db)
    const applied = await migrate(store.db, { after: () => migrateJobs(store.url, options.log) })
    if (applied.length > 0) options.log.info({ applied }, 'the schema is up to date')
    if (untried.includes('row locks')) await checkEngine(store.db, { log: options.log, attempt: tryRowLocks })
    await makePartitions(store.db, new Date())
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens the server without looking into its database.
 * @throws OperatorError if it is too old, lacks something, or cannot be reached or started
 */
export async function openServer(options: OpenOptions): Promise<Store> {
  return (await openChecked(options)).store
}

async function openChecked({
  databaseUrl,
  dataFolder,
  connections,
  name,
  isChecked,
  log,
}: OpenOptions): Promise<{ readonly store: Store; readonly untried: readonly Guarantee[] }> {
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataFolder, log })
  const url = databaseUrl ?? embedded!.url
  const onEvent = (event: LogEvent) => logEvent(log, event)
  const db = connect(url, {
    onEvent,
    ...(connections !== undefined && { max: connections }),
    ...(name !== undefined && { name }),
  })
  const close = async () => {
    await db.end({ timeout: 5 })
    await embedded?.stop()
  }
  try {
    await checkServer(db)
    // the embedded server is ours
    const untried = databaseUrl && !isChecked ? await checkEngine(db, { log }) : []
    return { store: { db, url, embedded: embedded !== undefined, lost: lossOf(embedded), close }, untried }
  } catch (error) {
    await close()
    throw error
  }
}

function lossOf(embedded: Embedded | undefined): Promise<string> {
  return embedded ? embedded.lost : new Promise(() => {}) // an external server comes back by itself
}

interface ServerFacts {
  readonly version: string
  readonly number: number
  readonly encoding: string
}

async function checkServer(db: Database): Promise<void> {
  let server: ServerFacts
  try {
    server = await askServer(db)
  } catch (cause) {
    const seen = cause instanceof Unavailable && cause.cause instanceof Error ? cause.cause : cause
    const reason = seen instanceof Error ? (seen.message || seen.name).replace(/\.$/, '') : String(seen)
    throw new OperatorError(`The PostgreSQL of DATABASE_URL cannot be used: ${reason}.`, { cause })
  }
  if (server.number < 150_000)
    throw new OperatorError(
      `DATABASE_URL names PostgreSQL ${server.version}; Lettershop needs 15 or newer. Upgrade the server, or leave DATABASE_URL out to use the embedded one.`,
    )
  if (server.encoding !== 'UTF8')
    throw new OperatorError(
      `The database of DATABASE_URL is encoded in ${server.encoding}; Lettershop needs UTF8 (create database … encoding 'UTF8' template template0).`,
    )
}

/** A machine that starts many programs at once answers late; a missing server refuses at once. */
const attempts = 4

async function askServer(db: Database): Promise<ServerFacts> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [server] = await db<ServerFacts[]>`
        select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
          current_setting('server_encoding') as encoding`
      return server!
    } catch (error) {
      if (attempt === attempts || !isTooSlow(error)) throw error
    }
  }
}
