/**
 * PostgreSQL without a PostgreSQL: the real server, from the npm package's binaries, for one data folder and one
 * Lettershop. Files: `<data>/postgres`. It listens on a socket inside that folder, which only its account may enter, or,
 * where that cannot be, on a loopback port; every connection authenticates with a password kept in the folder.
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
import { give, serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, prepareCluster, readPassword, removeLeftovers, role } from './cluster.ts'
import { openDataFolder } from './data-folder.ts'
import { isServerOf, type Postmaster, readPostmaster, releaseStaleLocks, serverProcesses } from './locks.ts'
import { runProgram, type ServerProcess, startServer } from './process.ts'

export interface Embedded {
  readonly url: string
  /** Resolves, with a sentence, if the server ends without being asked to. */
  readonly lost: Promise<string>
  /** Stops the server after everything is written; close every pool first. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The folder of LETTERSHOP_DATA; made when absent. */
  readonly dataFolder: string
  readonly log: Log
  /** False for throw-away databases of tests: nothing survives a power cut. */
  readonly durable?: boolean
  /** Most connections, 100 unless given. */
  readonly maxConnections?: number
}

/** Where the embedded database of a data folder is. */
export function clusterFolder(dataFolder: string): string {
  return join(resolve(dataFolder), 'postgres')
}

/** Another Lettershop runs on the data folder. */
export class FolderInUse extends OperatorError {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another Lettershop (process ${pid}). Stop that one first, or name another folder as LETTERSHOP_DATA.`,
    )
    this.name = 'FolderInUse'
  }
}

/**
 * Starts the server, on the first start after making its database. Takes over after a kill -9 of anything.
 * @throws FolderInUse when another Lettershop runs on the folder
 * @throws OperatorError when the server cannot run
 */
export async function startEmbedded({
  dataFolder,
  log,
  durable = true,
  maxConnections = 100,
}: EmbeddedOptions): Promise<Embedded> {
  const data = await openDataFolder(dataFolder, log)
  const folder = clusterFolder(data)
  const account = await serverAccount(folder, log)
  const binaries = await findBinaries(data, account)
  await removeLeftovers(folder)
  const cluster = await prepareCluster(folder, account, binaries, durable)

  // Two starters may race: the loser finds the winner's server the next time round.
  for (let attempt = 1; ; attempt++) {
    await settleRunning(cluster, data, log)
    // a copy made by root, or a database of `nobody`; not before no server works on it
    if (account) await give(folder, account)
    await releaseStaleLocks(folder)
    const started = await start(cluster, { durable, maxConnections }, log)
    if (!('failed' in started)) return own(cluster, started, log)
    if (attempt === 10) throw new OperatorError(`PostgreSQL did not start in ${folder}:\n${started.failed}`)
    // Another starter was faster, its port was taken, or processes of a killed server still work.
    if (!/lock file|postmaster\.pid|address already in use|shared memory block/i.test(started.failed)) attempt = 9
    else await sleep(100)
    if (/shared memory block/i.test(started.failed)) await endOrphans(folder, log)
  }
}

/**
 * The server that runs on a data folder, for processes that may read its files: the operator's commands beside a running service.
 * @returns undefined when none runs
 */
export async function runningEmbedded(dataFolder: string): Promise<string | undefined> {
  const folder = clusterFolder(dataFolder)
  const postmaster = await readPostmaster(folder)
  if (!postmaster?.ready || !(await isServerOf(postmaster.pid, folder))) return undefined
  return urlOf({ folder, password: await readPassword(folder) }, postmaster)
}

/** Waits for a server on the folder to end, or ends it if its Lettershop is gone. */
async function settleRunning(cluster: Cluster, data: string, log: Log): Promise<void> {
  let alone = 0
  let ending = 0
  for (;;) {
    const postmaster = await readPostmaster(cluster.folder)
    if (!postmaster) return
    const found = await look(cluster, postmaster)
    // Between its first line in the file and its first connection, say.
    if (found === 'gone' && (process.platform === 'win32' || !(await isServerOf(postmaster.pid, cluster.folder))))
      return
    if (found === 'gone' || found === 'alone') {
      // Its Lettershop may just be starting, or connecting again after the server restarted itself.
      if (++alone * pause > grace) {
        log.warn({ pid: postmaster.pid }, 'stopping the PostgreSQL a killed Lettershop left behind')
        await end(cluster, postmaster)
      }
    } else if (found !== 'busy') {
      // The server goes on listing the connection of a killed process for a moment. One in another container has a number that means nothing here.
      if ((await isAlive(Number(found.owner))) || ++ending * pause > grace) throw new FolderInUse(data, found.owner)
    }
    await sleep(pause)
  }
}
/** Milliseconds. */
const pause = 50
const grace = 2000

const ownerName = 'lettershop owner '

/**
 * A process of a server that was killed goes on with its statement until that ends, an hour later perhaps, and keeps every start from its
 * shared memory until then.
 */
async function endOrphans(folder: string, log: Log): Promise<void> {
  const pids = await serverProcesses(folder)
  const postmaster = await readPostmaster(folder)
  if (pids.length === 0 || (postmaster && (await isServerOf(postmaster.pid, folder)))) return // another starter was faster
  log.warn({ pids }, 'ending the processes that outlived a killed PostgreSQL')
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // it has ended meanwhile
    }
}

/** Asks the server who owns it. `busy`: it starts or stops and answers no query. */
async function look(
  cluster: Cluster,
  postmaster: Postmaster,
): Promise<'gone' | 'busy' | 'alone' | { readonly owner: string }> {
  // Its port may have gone to another program; a socket in the folder is its own.
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
    if (isOurs) return 'busy' // it starts or stops, or ended the connection
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
    // The file may be a killed server's or another starter's.
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
    // A quarter of a small machine; more than half a gigabyte is for those who bring their own server.
    shared_buffers: `${Math.max(32, Math.min(512, Math.floor(totalmem() / megabyte / 4)))}MB`,
    // Parallel queries need /dev/shm, of which containers have little, and a small machine has no core to spare.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements come back to us as errors; their values stay out of every log.
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

/** Holds the folder: one connection, named for us, as long as we live. Another starter reads the name. */
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

/** With all that the driver would otherwise take from PG* variables, which are about other servers; a socket's port is in its name. */
function urlOf({ folder, password }: Pick<Cluster, 'folder' | 'password'>, { port, address }: Postmaster): string {
  const host = address ? `${address}:${port}` : `${encodeURIComponent(folder)}:5432`
  return `postgres://${role}:${password}@${host}/postgres?sslmode=disable&options=%20`
}

/** A socket's path has 103 bytes at most (macOS; Linux has 107), and Node on Windows has no such sockets. */
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

/** The server's own words: its failures are ours, the rest is detail. */
function writeLine(log: Log, text: string): void {
  if (/^(FATAL|PANIC):/.test(text)) log.warn({ postgres: text }, 'PostgreSQL')
  else log.debug({ postgres: text }, 'PostgreSQL')
}
