/**
 * The embedded PostgreSQL server: the real server, from the npm package's binaries, for one data folder and one
 * Lettershop. Files: `<data>/postgres`. It listens on a socket inside that folder, which only its account may enter, or on a
 * loopback port if sockets are impossible. Connections authenticate with a password stored in the folder.
 * See docs/decisions/storage.md#the-embedded-database-is-a-real-postgresql.
 */
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { isAlive } from '../../lib/other-processes.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { connect, type Database } from '../connection/database.ts'
import { findServerAccount, give } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, prepareCluster, readPassword, removeLeftovers, role } from './cluster.ts'
import { openDataFolder } from './data-folder.ts'
import { findServerProcesses, isServerOf, type Postmaster, readPostmaster, releaseStaleLocks } from './locks.ts'
import { runProgram, type ServerProcess, startServer } from './process.ts'

export interface Embedded {
  readonly url: string
  /** Resolves with a sentence if the server ends unexpectedly. */
  readonly lost: Promise<string>
  /** Stops the server after all data is written; close all pools first. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The folder of LETTERSHOP_DATA; created if missing. */
  readonly dataFolder: string
  readonly log: Log
  /** False for temporary databases of tests, which do not survive a power cut. */
  readonly durable?: boolean
  /** Maximum connections, 100 by default. */
  readonly maxConnections?: number
}

/** The folder of the embedded database within a data folder. */
export function clusterFolder(dataFolder: string): string {
  return join(resolve(dataFolder), 'postgres')
}

/** Another Lettershop uses the data folder. */
export class FolderInUse extends OperatorError {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another Lettershop (process ${pid}). Stop that one first, or name another folder as LETTERSHOP_DATA.`,
    )
    this.name = 'FolderInUse'
  }
}

/**
 * Starts the server. The first start creates the database. Takes over if an earlier server or its Lettershop was killed.
 * @throws FolderInUse if another Lettershop uses the folder
 * @throws OperatorError if the server cannot run
 */
export async function startEmbedded({
  dataFolder,
  log,
  durable = true,
  maxConnections = 100,
}: EmbeddedOptions): Promise<Embedded> {
  const data = await openDataFolder(dataFolder, log)
  const folder = clusterFolder(data)
  const account = await findServerAccount(folder, log)
  const binaries = await findBinaries(data, account)
  await removeLeftovers(folder)
  const cluster = await prepareCluster(folder, account, binaries, durable)

  // Two processes may start at once: the loser finds the winner's server in the next iteration.
  for (let attempt = 1; ; attempt++) {
    await settleRunning(cluster, data, log)
    // a copy made by root, or a database that the account `nobody` owns; it gets another owner only when no server works on it
    if (account) await give(folder, account)
    await releaseStaleLocks(folder)
    const started = await start(cluster, { durable, maxConnections }, log)
    if (!('failed' in started)) return own(cluster, started, log)
    if (attempt === 10) throw new OperatorError(`PostgreSQL did not start in ${folder}:\n${started.failed}`)
    // Another process was faster, its port is taken, or processes of a killed server are still working.
    if (!/lock file|postmaster\.pid|address already in use|shared memory block/i.test(started.failed)) attempt = 9
    else await sleep(100)
    if (/shared memory block/i.test(started.failed)) await endOrphans(folder, log)
  }
}

/**
 * The URL of the server that runs on a data folder, for processes that may read its files: operator's commands beside a running service.
 * @returns undefined if no server is running
 */
export async function findRunningEmbedded(dataFolder: string): Promise<string | undefined> {
  const folder = clusterFolder(dataFolder)
  const postmaster = await readPostmaster(folder)
  if (!postmaster?.ready || !(await isServerOf(postmaster.pid, folder))) return undefined
  return urlOf({ folder, password: await readPassword(folder) }, postmaster)
}

/** Waits until a server on the folder ends, or ends it if its Lettershop is gone. */
async function settleRunning(cluster: Cluster, data: string, log: Log): Promise<void> {
  let alone = 0
  let ending = 0
  for (;;) {
    const postmaster = await readPostmaster(cluster.folder)
    if (!postmaster) return
    const found = await look(cluster, postmaster)
    // For example between writing its pid file and its first connection.
    if (found === 'gone' && (process.platform === 'win32' || !(await isServerOf(postmaster.pid, cluster.folder))))
      return
    if (found === 'gone' || found === 'alone') {
      // Its Lettershop may be starting, or reconnecting after the server restarted itself.
      if (++alone * pause > grace) {
        log.warn({ pid: postmaster.pid }, 'stopping the PostgreSQL a killed Lettershop left behind')
        await end(cluster, postmaster)
      }
    } else if (found !== 'busy') {
      // The server lists the connection of a killed process for a moment. A pid from another container has no meaning here.
      if ((await isAlive(Number(found.owner))) || ++ending * pause > grace) throw new FolderInUse(data, found.owner)
    }
    await sleep(pause)
  }
}
/** Milliseconds between two looks. */
const pause = 50
const grace = 2000

const ownerName = 'lettershop owner '

/**
 * Ends backends of a killed server. Such a backend finishes its statement, possibly an hour later, and until then its use of the shared
 * memory prevents any start.
 */
async function endOrphans(folder: string, log: Log): Promise<void> {
  const pids = await findServerProcesses(folder)
  const postmaster = await readPostmaster(folder)
  if (pids.length === 0 || (postmaster && (await isServerOf(postmaster.pid, folder)))) return // another process was faster
  log.warn({ pids }, 'ending the processes that outlived a killed PostgreSQL')
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // the backend has ended meanwhile
    }
}

/** Asks the server for its owner. `busy`: it is starting or stopping and answers no query. */
async function look(
  cluster: Cluster,
  postmaster: Postmaster,
): Promise<'gone' | 'busy' | 'alone' | { readonly owner: string }> {
  // Its port may belong to another program now; a socket in the folder cannot.
  if (postmaster.address && !(await isAlive(postmaster.pid))) return 'gone'
  const db = connect(urlOf(cluster, postmaster), { max: 1, name: 'lettershop start' })
  try {
    const [owner] = await db<{ applicationName: string }[]>`
      select application_name from pg_stat_activity where starts_with(application_name, ${ownerName})`
    return owner ? { owner: owner.applicationName.slice(ownerName.length) } : 'alone'
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') return 'gone'
    const isOurs = error.code === undefined || ['57P03', '57P01', 'ECONNRESET', 'EPIPE'].includes(error.code)
    if (isOurs) return 'busy' // it is starting or stopping, or ended the connection
    if (postmaster.address) return 'gone'
    throw error
  } finally {
    await db.end({ timeout: 1 })
  }
}

async function end({ folder, binaries }: Cluster, { pid, text }: Postmaster): Promise<void> {
  if ((await readPostmaster(folder))?.text !== text) return
  try {
    if (process.platform === 'win32')
      await runProgram(binaries.pgCtl, ['stop', '-D', folder, '-m', 'fast'], { cwd: folder, account: undefined })
    else process.kill(pid, 'SIGINT')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return // kill throws this type
    throw new OperatorError(`A PostgreSQL (process ${pid}) still runs on ${folder} and cannot be stopped from here.`, {
      cause,
    })
  }
  while ((await readPostmaster(folder))?.text === text) await sleep(pause)
}

interface Started {
  readonly server: ServerProcess
  readonly url: string
}

async function start(
  cluster: Cluster,
  options: { readonly durable: boolean; readonly maxConnections: number },
  log: Log,
): Promise<Started | { readonly failed: string }> {
  const { folder, binaries, account, pgdata } = cluster
  const listening = hasSockets(folder)
    ? { listen_addresses: '', unix_socket_directories: '.', port: 5432 }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: await freePort() }
  const settings = Object.entries({ ...listening, ...serverSettings(options) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = startServer(binaries.postgres, ['-D', pgdata, ...settings], { cwd: folder, account }, text =>
    writeLine(log, text),
  )
  let ended = false
  void server.exited.then(() => (ended = true))
  const pid = await server.pid
  for (let waited = 0; !ended; waited += 5) {
    // The file may belong to a killed server or to another start.
    const postmaster = await readPostmaster(folder)
    if (postmaster?.pid === pid && postmaster?.ready) return { server, url: urlOf(cluster, postmaster) }
    if (waited === 5000) log.info('PostgreSQL is still starting: it brings the database up to date after a crash')
    await sleep(5)
  }
  return { failed: server.lastWords() || (await server.exited) }
}

function serverSettings({ durable, maxConnections }: { readonly durable: boolean; readonly maxConnections: number }) {
  const onOff = durable ? 'on' : 'off'
  const megabyte = 2 ** 20
  return {
    fsync: onOff,
    synchronous_commit: onOff,
    full_page_writes: onOff,
    max_connections: maxConnections,
    // A quarter of a small machine's memory; installations that need more than 512 MB use their own server.
    shared_buffers: `${Math.max(32, Math.min(512, Math.floor(totalmem() / megabyte / 4)))}MB`,
    // Parallel queries need /dev/shm, which is small in containers, and small machines have no spare core.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements come back to us as errors; their values must not be in any log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    log_line_prefix: '',
    logging_collector: 'off',
    log_destination: 'stderr',
  }
}

/** Holds the folder with one connection named after us for our lifetime; another start reads the name. */
async function own(cluster: Cluster, { server, url }: Started, log: Log): Promise<Embedded> {
  let stopping = false
  let owner: Database | undefined
  const hold = async () => {
    for (;;) {
      const db = connect(url, { max: 1, name: ownerName + process.pid, onClose: () => void again() })
      try {
        await db`select 1`
        owner = db
        return
      } catch {
        await db.end({ timeout: 1 })
        if (stopping) return
        await sleep(pause)
      }
    }
  }
  const again = async () => {
    if (stopping || !owner) return
    owner = undefined
    await hold()
  }
  await hold()

  const lost = new Promise<string>(resolve => {
    void server.exited.then(how => {
      if (stopping) return
      stopping = true
      resolve(`PostgreSQL in ${cluster.folder} ended (${how}). ${server.lastWords().split('\n').at(-1) ?? ''}`.trim())
    })
  })
  return {
    url,
    lost,
    async stop() {
      if (stopping) return void (await server.exited)
      stopping = true
      await owner?.end({ timeout: 1 })
      server.stop()
      const timer = new AbortController()
      const slow = async () => {
        await sleep(8000, undefined, { signal: timer.signal })
        const postmaster = await readPostmaster(cluster.folder)
        log.warn('PostgreSQL takes long to stop; it is stopped at once and will recover at the next start')
        if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
      }
      slow().catch(() => {}) // aborted: the server has ended
      await server.exited
      timer.abort()
    },
  }
}

/**
 * Contains everything that the driver would otherwise take from PG* variables, which describe other servers. A socket's port is in
 * its name.
 */
function urlOf({ folder, password }: Pick<Cluster, 'folder' | 'password'>, { port, address }: Postmaster): string {
  const host = address ? `${address}:${port}` : `${encodeURIComponent(folder)}:5432`
  return `postgres://${role}:${password}@${host}/postgres?sslmode=disable&options=%20`
}

/** Whether sockets can be used: their paths are limited to 103 bytes (macOS; Linux 107), and Node on Windows has none. */
function hasSockets(folder: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Logs a line of the server: failures as ours, other lines as detail, among them the end of a connection by our own stop. */
function writeLine(log: Log, text: string): void {
  if (/^(FATAL|PANIC):/.test(text) && !text.endsWith('due to administrator command'))
    log.warn({ postgres: text }, 'PostgreSQL')
  else log.debug({ postgres: text }, 'PostgreSQL')
}
