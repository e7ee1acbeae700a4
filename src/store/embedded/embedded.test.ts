import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../../test/harness/until.ts'
import { createLog } from '../../lib/log.ts'
import { connect } from '../connection/database.ts'
import { findServerAccount } from './account.ts'
import { findBinaries, findPlatformPackage } from './binaries.ts'
import { openDataFolder } from './data-folder.ts'
import { type Embedded, type EmbeddedOptions, FolderInUse, findRunningEmbedded, startEmbedded } from './embedded.ts'
import { isServerOf } from './locks.ts'

const log = createLog('silent')
const holder = fileURLToPath(new URL('../../../test/harness/hold-embedded.ts', import.meta.url))

/** The folder of a first start, copied for each test. */
let pristine: string
const folders: string[] = []
const started: Embedded[] = []

before(async () => {
  pristine = await temporaryFolder()
  await (await start(pristine)).stop()
})
after(async () => {
  for (const embedded of started) await embedded.stop() // a test that failed has not
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function start(folder: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataFolder: folder, log, ...options })
  started.push(embedded)
  return embedded
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ls-'))
  folders.push(folder)
  return folder
}

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder()
  // Copied by root it becomes root's: the start gives it back.
  await cp(pristine, folder, { recursive: true })
  await chmod(join(folder, 'postgres'), 0o700)
  return folder
}

interface Holder {
  readonly child: ChildProcess
  /** The next line it says. */
  next(): Promise<string>
}

/** Another process that runs the server and, for each line it says, has committed one more number. */
function hold(folder: string): Holder {
  const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return { child, next: async () => (await lines.next()).value ?? '' }
}

async function kill({ child }: Holder): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

async function parentOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[1])
}

/** The reader that the guard began, then the guard: the other way round the reader would still stop the server. */
async function guardsOf(server: number): Promise<readonly number[]> {
  const guard = await parentOf(server)
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(pid => parentOf(pid).catch(() => 0)))
  return [...pids.filter((pid, index) => parents[index] === guard && pid !== server), guard]
}

async function numbersIn({ url }: Embedded): Promise<number> {
  const db = connect(url, { max: 1 })
  const [row] = await db<{ count: number }[]>`select count(*) from numbers`
  await db.end()
  return row!.count
}

async function setting({ url }: Embedded, name: string): Promise<string> {
  const db = connect(url, { max: 1 })
  const [row] = await db<{ value: string }[]>`select current_setting(${name}) as value`
  await db.end()
  return row!.value
}

test('commits survive a kill -9 of the process, and the server ends with it', async () => {
  const folder = await dataFolder()
  const first = hold(folder)
  let said = 0
  while (said < 20) said = Number(await first.next())
  const server = await postmasterPid(folder)
  await kill(first)
  const again = await start(folder)
  assert.notEqual(await postmasterPid(folder), server)
  assert.ok((await numbersIn(again)) >= said)
  await again.stop()
})

test('a second process on the folder is refused by name of the folder and the process', async () => {
  const folder = await dataFolder()
  const first = hold(folder)
  await first.next()
  await assert.rejects(start(folder), (error: Error) => {
    assert.ok(error instanceof FolderInUse)
    assert.ok(error.message.includes(folder) && error.message.includes(`process ${first.child.pid}`), error.message)
    return true
  })
  assert.notEqual(await first.next(), '', 'the first one goes on')
  await kill(first)
})

test('of two that start at once on a fresh folder, one runs and the other is refused', async () => {
  const folder = await temporaryFolder()
  const results = await Promise.allSettled([1, 2].map(() => start(folder, { durable: false })))
  const [failed] = results.filter(result => result.status === 'rejected')
  assert.ok(failed?.reason instanceof FolderInUse, String(failed?.reason))
  const [winner] = results.filter(result => result.status === 'fulfilled')
  assert.deepEqual(await readdir(folder), ['postgres'])
  await winner!.value.stop()
})

test('a server that outlived a kill -9 of its process and of its guard is stopped, and nothing is lost', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const folder = await dataFolder()
  const first = hold(folder)
  const said = Number(await first.next())
  const orphan = await postmasterPid(folder)
  for (const pid of await guardsOf(orphan)) process.kill(pid, 'SIGKILL')
  await kill(first)
  assert.ok(await isServerOf(orphan, join(folder, 'postgres')), 'it goes on')
  const again = await start(folder)
  assert.equal(await isServerOf(orphan, join(folder, 'postgres')), false)
  assert.ok((await numbersIn(again)) >= said)
  await again.stop()
})

test('a kill -9 of the server is reported to its owner, and the next start recovers', async () => {
  const folder = await dataFolder()
  const first = await start(folder)
  const db = connect(first.url, { max: 1 })
  await db`create table numbers (number integer)`
  await db`insert into numbers values (1)`
  await db.end()
  process.kill(await postmasterPid(folder), 'SIGKILL')
  assert.match(await first.lost, /^PostgreSQL in .* ended/)
  await first.stop()
  const again = await start(folder)
  assert.equal(await numbersIn(again), 1)
  await again.stop()
})

describe('locks of a server that was killed, with the number of another process', {
  skip: process.platform === 'win32' && 'there are no such locks',
}, () => {
  /** Runs as the server's account: PostgreSQL ignores processes of other accounts. */
  const others: Readonly<Record<string, (folder: string) => Promise<Other>>> = {
    'another program': async folder => program(['sleep', '600'], folder, '/'),
    'a zombie': zombie,
    'a shell that works in the folder': async folder =>
      program(['sh', '-c', 'while :; do sleep 1; done'], folder, join(folder, 'postgres')),
    'a server of another folder': otherServer,
  }
  for (const [what, begin] of Object.entries(others))
    test(`do not keep it from starting: ${what}`, async () => {
      const folder = await dataFolder()
      const cluster = join(folder, 'postgres')
      const other = await begin(folder)
      try {
        for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock'])
          await writeFile(join(cluster, file), `${other.pid}\n${cluster}\n1\n5432\n.\n\n\nready\n`)
        assert.equal(await isServerOf(other.pid, cluster), false)
        assert.equal(await findRunningEmbedded(folder), undefined)
        const embedded = await start(folder)
        await embedded.stop()
        assert.equal(await other.lives(), true, 'it goes on')
      } finally {
        await other.end()
      }
    })

  interface Other {
    readonly pid: number
    lives(): Promise<boolean>
    end(): Promise<void>
  }

  async function program(
    [command, ...args]: readonly [string, ...string[]],
    folder: string,
    cwd: string,
  ): Promise<Other> {
    const account = await findServerAccount(join(folder, 'postgres'), log)
    const child = spawn(command, args, { stdio: 'ignore', cwd, ...account })
    const ended = once(child, 'exit')
    return {
      pid: child.pid!,
      lives: async () => child.exitCode === null && child.signalCode === null,
      end: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  /** A shell's child that ended after the shell had become a program that never asks for it: a shell that still runs might. */
  async function zombie(folder: string): Promise<Other> {
    const account = await findServerAccount(join(folder, 'postgres'), log)
    const child = spawn('sh', ['-c', 'exec 3<&0; cat <&3 >&2 & echo $!; exec sleep 600'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
      ...account,
    })
    const ended = once(child, 'exit')
    const pid = Number((await once(child.stdout!, 'data'))[0])
    const ps = (column: string, process: number) =>
      spawnSync('ps', ['-o', `${column}=`, '-p', String(process)], { encoding: 'utf8' }).stdout.trim()
    const lives = async () => ps('stat', pid).startsWith('Z')
    await until(async () => ps('comm', child.pid!) === 'sleep', 'the shell became another program')
    child.stdin!.end()
    await until(lives, 'its child is a zombie')
    return {
      pid,
      lives,
      end: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  async function otherServer(): Promise<Other> {
    const folder = await dataFolder()
    const embedded = await start(folder)
    const pid = await postmasterPid(folder)
    return { pid, lives: () => isServerOf(pid, join(folder, 'postgres')), end: () => embedded.stop() }
  }
})

test('a process of a killed server that goes on with a long statement is ended by the next start', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const folder = await dataFolder()
  const first = await start(folder)
  const db = connect(first.url, { max: 1 })
  const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
  const endless = db`select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b`
  endless.catch(() => {}) // its server is killed
  await until(
    async () => (await readFile(`/proc/${row!.pid}/cmdline`, 'utf8')).includes('SELECT'),
    'the statement runs',
  )
  process.kill(await postmasterPid(folder), 'SIGKILL')
  await first.lost
  await first.stop()
  assert.equal(await isServerOf(row!.pid, join(folder, 'postgres')), true, 'it outlives its server')
  const again = await start(folder)
  assert.equal(await isServerOf(row!.pid, join(folder, 'postgres')), false)
  await again.stop()
  await db.end()
})

test('a stop leaves no process and no pid file', async () => {
  const folder = await dataFolder()
  const embedded = await start(folder)
  const pid = await postmasterPid(folder)
  await embedded.stop()
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  await assert.rejects(stat(join(folder, 'postgres/postmaster.pid')), { code: 'ENOENT' })
})

describe('the server', () => {
  let folder: string
  let embedded: Embedded
  before(async () => {
    folder = await dataFolder()
    embedded = await start(folder)
  })
  after(() => embedded.stop())

  const settings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  }
  for (const [name, value] of Object.entries(settings))
    test(`runs with ${name} = ${value || 'nothing'}`, async () => assert.equal(await setting(embedded, name), value))

  test('lets no client in without the password', async () => {
    const db = connect(embedded.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), { max: 1 })
    await assert.rejects(db`select 1`, { code: '28P01' })
    await db.end()
  })

  test('keeps its folder and the password to its account', async () => {
    assert.equal((await stat(join(folder, 'postgres'))).mode & 0o777, 0o700)
    assert.equal((await stat(join(folder, 'postgres/lettershop.password'))).mode & 0o777, 0o600)
  })

  test('folds letters beyond ASCII, whatever locales the machine has', async () => {
    const db = connect(embedded.url, { max: 1 })
    const [row] = await db`select lower('ÄÖÉ') as folded`
    await db.end()
    assert.equal(row!.folded, 'äöé')
  })
})

/** Other programs that run as `nobody`. */
const shared = { uid: 65_534, gid: 65_534 }
const asRoot = {
  skip:
    (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('id', ['lettershop']).status === 0) &&
    'is about root without an account lettershop, on Linux',
}

function readable(path: string): boolean {
  return spawnSync('cat', [path], { ...shared, cwd: '/' }).status === 0
}

describe('as root without an account lettershop', asRoot, () => {
  test('the server runs as a number that no account has, and no other account reads the password', async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o755)
    const embedded = await start(folder)
    const pid = await postmasterPid(folder)
    const { uid } = await stat(`/proc/${pid}`)
    assert.ok(uid > 0 && uid !== shared.uid, `it runs as ${uid}`)
    assert.equal(spawnSync('getent', ['passwd', String(uid)]).status, 2)
    for (const file of ['lettershop.password', 'pg_hba.conf', 'PG_VERSION'])
      for (const path of [join(folder, 'postgres', file), `/proc/${pid}/cwd/${file}`])
        assert.equal(readable(path), false, path)
    assert.ok(readable('/etc/passwd'), 'it could read what all accounts may read')
    await embedded.stop()
    const again = await start(folder)
    assert.equal((await stat(`/proc/${await postmasterPid(folder)}`)).uid, uid, 'the next start takes the same one')
    await again.stop()
  })

  test('a database that an earlier version gave to `nobody` gets another owner', async () => {
    const folder = await dataFolder()
    const first = await start(folder)
    const db = connect(first.url, { max: 1 })
    await db`create table numbers (number integer)`
    await db`insert into numbers values (1)`
    await db.end()
    await first.stop()
    assert.equal(spawnSync('chown', ['-R', '65534:65534', join(folder, 'postgres')]).status, 0)
    const again = await start(folder)
    assert.notEqual((await stat(`/proc/${await postmasterPid(folder)}`)).uid, shared.uid)
    assert.equal(readable(join(folder, 'postgres/lettershop.password')), false)
    assert.equal(await numbersIn(again), 1)
    await again.stop()
  })

  test('a server of an earlier version that runs as `nobody` is stopped before its files get another owner', async () => {
    const folder = await dataFolder()
    await (await start(folder)).stop()
    const cluster = join(folder, 'postgres')
    assert.equal(spawnSync('chown', ['-R', '65534:65534', cluster]).status, 0)
    const { postgres } = await findBinaries(folder, shared)
    const settings = ['-c', 'listen_addresses=', '-c', 'unix_socket_directories=.']
    const orphan = spawn(postgres, ['-D', '/proc/self/cwd', ...settings], { cwd: cluster, ...shared, stdio: 'ignore' })
    const ended = once(orphan, 'exit')
    try {
      let url: string | undefined
      while (!url) url = await findRunningEmbedded(folder)
      const db = connect(url, { max: 1 })
      await db`create table numbers (number integer)`
      await db`insert into numbers values (1)`
      await db.end()
      const again = await start(folder)
      await ended
      assert.notEqual((await stat(cluster)).uid, shared.uid)
      assert.equal(await numbersIn(again), 1)
      await again.stop()
    } finally {
      orphan.kill('SIGKILL')
    }
  })
})

test('the data folder is closed to others when it is created, empty, or contains only our files', async () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const parent = await temporaryFolder()
  assert.equal(await modeOf(await openDataFolder(join(parent, 'new/data'), log)), '700')

  const empty = join(parent, 'empty')
  await mkdir(empty, { mode: 0o755 })
  assert.equal(await modeOf(await openDataFolder(empty, log)), '700')

  const used = join(parent, 'used')
  await mkdir(join(used, 'postgres'), { recursive: true })
  for (const name of ['secret', 'sender', 'heartbeat', 'heartbeat-1', 'heartbeat.0a1b'])
    await writeFile(join(used, name), '')
  await chmod(used, 0o755)
  assert.equal(await modeOf(await openDataFolder(used, log)), '700')

  const home = join(parent, 'home')
  await mkdir(home, { mode: 0o755 })
  await writeFile(join(home, '.profile'), '')
  const said: string[] = []
  const listening = { ...log, warn: (sentence: string) => said.push(sentence) } as unknown as typeof log // says no more than this
  assert.equal(await modeOf(await openDataFolder(home, listening)), '755', 'others may have to pass it')
  assert.match(said[0] ?? '', /can be entered by other accounts .*chmod 700 /)
})

test('a folder too deep for a socket gets a loopback port, with the password', async () => {
  const folder = join(await dataFolder(), 'x'.repeat(100))
  await mkdir(folder)
  await rename(join(folder, '../postgres'), join(folder, 'postgres'))
  const embedded = await start(folder)
  assert.equal(await setting(embedded, 'listen_addresses'), '127.0.0.1')
  assert.equal(new URL(embedded.url).hostname, '127.0.0.1')
  const db = connect(embedded.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), { max: 1 })
  await assert.rejects(db`select 1`, { code: '28P01' })
  await db.end()
  await assert.rejects(start(folder), FolderInUse)
  await embedded.stop()
})

test('first and later starts work below a folder that only we may enter', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o700)
  for (let time = 1; time <= 2; time++) {
    const embedded = await start(join(folder, 'data'), { durable: false })
    assert.equal(await setting(embedded, 'server_encoding'), 'UTF8')
    await embedded.stop()
  }
})

test('leftovers of an interrupted first start are removed', async () => {
  const folder = await dataFolder()
  const gone = spawn('true')
  await once(gone, 'exit')
  await mkdir(join(folder, `postgres.making-${gone.pid}-abc`))
  await (await start(folder)).stop()
  assert.deepEqual(await readdir(folder), ['postgres'])
})

const refused = [
  { what: 'made by another PostgreSQL', file: 'PG_VERSION', text: '15\n', sentence: /made by PostgreSQL 15/ },
  { what: 'without its version', file: 'PG_VERSION', text: null, sentence: /is not a database of Lettershop/ },
  {
    what: 'without its password',
    file: 'lettershop.password',
    text: null,
    sentence: /is not a database of Lettershop/,
  },
]
for (const { what, file, text, sentence } of refused)
  test(`a database ${what} is refused in a sentence`, async () => {
    const folder = await dataFolder()
    const path = join(folder, 'postgres', file)
    if (text === null) await rm(path)
    else await writeFile(path, text)
    await assert.rejects(start(folder), { message: sentence, name: 'OperatorError' })
  })

describe('the programs', () => {
  let installed: { native: string; version: string }
  before(async () => {
    const { native, version } = await findPlatformPackage()
    const folder = await temporaryFolder()
    await cp(native, join(folder, 'native'), {
      recursive: true,
      filter: async path => !(await lstat(path)).isSymbolicLink(),
    })
    await chmod(folder, 0o755)
    installed = { native: join(folder, 'native'), version: `${version}-test-${process.pid}` }
  })

  test('get the library links their install script would have made', async () => {
    const { initdb, major } = await findBinaries(await temporaryFolder(), undefined, installed)
    assert.equal(initdb, join(installed.native, 'bin/initdb'))
    assert.equal(major, '18')
    for (const { target } of JSON.parse(await readFile(join(installed.native, 'pg-symlinks.json'), 'utf8')))
      assert.ok((await lstat(join(installed.native, '..', target))).isSymbolicLink(), target)
  })

  test('are copied, once, where the server’s account reaches them, if it cannot reach the package', async () => {
    const data = await temporaryFolder()
    await chmod(data, 0o755)
    await chmod(join(installed.native, '..'), 0o700)
    // The owner can read everything; the test reads as another account, as programs of the account `nobody` would.
    const stranger = { uid: 65_000, gid: 65_000 }
    const first = await findBinaries(data, stranger, installed)
    assert.ok(first.postgres.startsWith(data), first.postgres)
    assert.deepEqual(await findBinaries(data, stranger, installed), first)
    assert.equal((await stat(first.postgres)).mode & 0o777, 0o755)
    assert.equal((await readdir(data)).length, 1)
  })
})
