/** PostgreSQL servers of Debian's packages for tests of what happens between servers: a primary, its standby, a pooler. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, chown, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect as connectTo } from '../../src/store/connection/database.ts'
import { until } from './until.ts'

const run = promisify(execFile)

export interface Cluster {
  readonly url: string
  readonly port: number
  /** Of its disk, if it has one of its own. */
  readonly folder: string
  /** At once, as a machine that loses its power. */
  kill(): Promise<void>
  /** Does nothing while it runs. */
  start(): Promise<void>
  /** As an operator restarts it: connections are cut, what was committed is written. */
  restart(): Promise<void>
  /** All of its processes stand still until `wake`, with all that they have open. */
  freeze(): Promise<void>
  wake(): Promise<void>
  /** A setting from now on, as ALTER SYSTEM does. */
  set(setting: string, value: string): Promise<void>
  /** A standby that follows this one. */
  standby(): Promise<Cluster>
  /** Loses all it has and becomes a standby of another one; it must have been stopped. */
  follow(primary: Cluster): Promise<void>
  /** A standby becomes the primary. */
  promote(): Promise<void>
  remove(): Promise<void>
}

export interface ClusterOptions {
  /** Megabytes of a disk of its own; only where `canMount`. */
  readonly diskMb?: number
}

const binaries = () => {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b))
  return join('/usr/lib/postgresql', versions.at(-1)!, 'bin')
}

/** PostgreSQL and PgBouncer do not run as root. */
const asServer = (command: string, args: readonly string[]): [string, string[]] =>
  userInfo().uid === 0
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', command, ...args]]
    : [command, [...args]]

const runAsServer = (command: string, args: readonly string[]) => run(...asServer(command, args), { cwd: '/' })

/** A folder of the account the servers run as. */
async function serverFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-cluster-'))
  await giveToServer(folder)
  return folder
}

async function giveToServer(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  if (userInfo().uid !== 0) return
  const [uid, gid] = await Promise.all(['-u', '-g'].map(flag => run('id', [flag, 'postgres'])))
  await chown(folder, Number(uid!.stdout), Number(gid!.stdout))
}

/** Whether a disk of some megabytes can be had here: it takes the right to mount one. */
export async function canMount(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    await run('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true })
  }
}

export async function createCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await newCluster(options)
  await cluster.init()
  await cluster.start()
  return cluster
}

interface NewCluster extends Cluster {
  init(): Promise<void>
}

/** Its folder and port, with nothing in it. */
async function newCluster({ diskMb }: ClusterOptions): Promise<NewCluster> {
  const folder = await serverFolder()
  if (diskMb !== undefined) {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder])
    await giveToServer(folder)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const control = (...args: string[]) => runAsServer(join(binaries(), 'pg_ctl'), [...args, '-D', data, '-w', '-s'])
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 100,
    // the separate disk is small; a standby that was away for moments finds the log that it missed
    max_wal_size: '96MB',
    wal_keep_size: '64MB',
    // five seconds otherwise, for which commits wait after a restart
    wal_retrieve_retry_interval: '500ms',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const running = ['-l', join(folder, 'log'), '-o', options.join(' ')]
  const url = `postgres://lettershop@127.0.0.1:${port}/postgres`

  /** To each of its processes: most of them are in groups of their own. */
  async function signal(name: NodeJS.Signals): Promise<void> {
    const [main] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', main!])
    for (const pid of [main!, ...stdout.trim().split(/\s+/)])
      try {
        process.kill(Number(pid), name)
      } catch {
        // a connection that ended meanwhile
      }
  }

  const cluster: NewCluster = {
    url,
    port,
    folder,
    async init() {
      await runAsServer(join(binaries(), 'initdb'), [
        ...['-D', data, '-U', 'lettershop', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
      ])
    },
    kill: async () => void (await control('stop', '-m', 'immediate')),
    async start() {
      if (!(await isOpen(port))) await control('start', ...running)
    },
    restart: async () => void (await control('restart', '-m', 'fast', ...running)),
    freeze: () => signal('SIGSTOP'),
    wake: () => signal('SIGCONT'),
    async set(setting, value) {
      const db = connectTo(url, { max: 1 })
      await db.unsafe(`alter system set ${setting} = '${value}'`)
      await db`select pg_reload_conf()`
      await db.end()
    },
    async standby() {
      const other = await newCluster({})
      await other.follow(cluster)
      return other
    },
    async follow(primary) {
      await rm(data, { recursive: true, force: true })
      await runAsServer(join(binaries(), 'pg_basebackup'), [
        ...['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'lettershop', '-D', data],
        ...['-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      ])
      await cluster.start()
    },
    promote: async () => void (await control('promote')),
    async remove() {
      await signal('SIGCONT').catch(() => {}) // it may be stopped already
      await control('stop', '-m', 'immediate').catch(() => {})
      if (diskMb !== undefined) await run('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

export interface Pooler {
  readonly url: string
  readonly port: number
  /** At once; its connections are cut. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** PgBouncer in front of a cluster. */
export async function startPooler(cluster: Cluster, mode: 'session' | 'transaction' | 'statement'): Promise<Pooler> {
  const folder = await serverFolder()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${cluster.port} user=lettershop
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
server_login_retry = 1
`,
    { mode: 0o644 },
  )
  let end = async () => {}
  async function start() {
    const child = spawn(...asServer('/usr/sbin/pgbouncer', ['-q', file]), { cwd: '/', stdio: 'ignore' })
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    end = async () => {
      child.kill('SIGKILL')
      await ended
    }
    await until(async () => isOpen(port), 'PgBouncer listens')
  }
  await start()
  return {
    url: `postgres://lettershop@127.0.0.1:${port}/postgres`,
    port,
    kill: () => end(),
    start,
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
}

/** A port that nothing listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
