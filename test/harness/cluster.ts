/** PostgreSQL servers of Debian's packages for tests of what happens between servers: a primary, its standby, a pooler. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { chmod, chown, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)

export interface Cluster {
  readonly url: string
  readonly port: number
  /** At once, as a machine that loses its power. */
  kill(): Promise<void>
  start(): Promise<void>
  /** A standby that follows this one. */
  standby(): Promise<Cluster>
  /** A standby becomes the primary. */
  promote(): Promise<void>
  remove(): Promise<void>
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
  await chmod(folder, 0o700)
  if (userInfo().uid === 0) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(flag => run('id', [flag, 'postgres'])))
    await chown(folder, Number(uid!.stdout), Number(gid!.stdout))
  }
  return folder
}

export async function createCluster(): Promise<Cluster> {
  const folder = await serverFolder()
  const data = join(folder, 'data')
  await runAsServer(join(binaries(), 'initdb'), [
    ...['-D', data, '-U', 'lettershop', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
  ])
  const cluster = await clusterIn(folder)
  await cluster.start()
  return cluster
}

async function clusterIn(folder: string): Promise<Cluster> {
  const data = join(folder, 'data')
  const port = await freePort()
  const control = (...args: string[]) => runAsServer(join(binaries(), 'pg_ctl'), [...args, '-D', data, '-w', '-s'])
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: 100,
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    url: `postgres://lettershop@127.0.0.1:${port}/postgres`,
    port,
    kill: async () => void (await control('stop', '-m', 'immediate')),
    start: async () => void (await control('start', '-l', join(folder, 'log'), '-o', options.join(' '))),
    async standby() {
      const other = await serverFolder()
      await runAsServer(join(binaries(), 'pg_basebackup'), [
        ...['-h', '127.0.0.1', '-p', String(port), '-U', 'lettershop', '-D', join(other, 'data')],
        ...['-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      ])
      const cluster = await clusterIn(other)
      await cluster.start()
      return cluster
    },
    promote: async () => void (await control('promote')),
    async remove() {
      await control('stop', '-m', 'immediate').catch(() => {}) // it may be stopped already
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

/** PgBouncer in front of a cluster. */
export async function startPooler(cluster: Cluster, mode: 'session' | 'transaction'): Promise<Pooler> {
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
`,
    { mode: 0o644 },
  )
  const child = spawn(...asServer('/usr/sbin/pgbouncer', ['-q', file]), { cwd: '/', stdio: 'ignore' })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await until(async () => isOpen(port), 'PgBouncer listens')
  return {
    url: `postgres://lettershop@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGKILL')
      await ended
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
