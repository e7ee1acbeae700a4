/** A backup and a restore that are killed, and a backup whose database dies: nothing is lost, nothing half made is taken for whole. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { findRunningEmbedded } from '../../src/store/embedded/embedded.ts'
import { lettershop } from '../harness/command.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../harness/database.ts'
import { mayTake } from '../harness/effort.ts'
import { fillList } from '../harness/large-list.ts'
import { longOnly } from '../harness/long.ts'
import { basics } from '../harness/new-client.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

/** More than a second's work of a backup that reads a megabyte a second. */
const people = 120_000
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ls-faults-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function fill(program: Program, db: Database): Promise<void> {
  const ClientID = await program.call<string>('Client.Create', basics)
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  const ListID = await program.call<string>('List.Create', { ClientID, Title: 'News', ConfirmOptIn: false, ...pages })
  await fillList(db, ListID, people)
}

const executable = join(import.meta.dirname, '../../bin/lettershop.mjs')

/** A command that is to be killed. */
function begin(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [executable, ...args], {
    env: { ...process.env, DATABASE_URL: '', LETTERSHOP_LOG_LEVEL: 'fatal', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  return { child, ended }
}

/** The rows of the largest table are being read. */
async function reads(db: Database): Promise<void> {
  await until(async () => {
    const rows = await db`
      select from pg_stat_activity where query ilike 'copy (select%from "subscribers"%' and state = 'active' and pid <> pg_backend_pid()`
    return rows.length > 0
  }, 'a backup reads subscribers')
}

function isSentence(said: string): void {
  assert.match(said, /^The database went away, and lettershop backup did not end its work\. .*run the command again\./m)
  assert.doesNotMatch(said, /^ {4}at /m, 'a sentence, no trace')
}

describe('a backup whose database dies ends with a sentence and leaves nothing', () => {
  test('the embedded one, with its service', async () => {
    const settings = { LETTERSHOP_DATA: join(folder, 'embedded') }
    const program = await startProgram({ ...settings, LETTERSHOP_LOG_LEVEL: 'silent' })
    const db = connect((await findRunningEmbedded(settings.LETTERSHOP_DATA))!, { max: 1 })
    await fill(program, db)
    const place = join(folder, 'of-embedded')
    await mkdir(place)
    const { ended } = begin(['backup', place, '--rate', '1'], settings)
    await reads(db)
    await db.end()
    const [pid] = (await readFile(join(settings.LETTERSHOP_DATA, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    const { code, said } = await ended
    assert.equal(code, 1)
    isSentence(said)
    assert.deepEqual(await readdir(place), [])
    await program.end('SIGKILL')
  })

  test('one of its own server', async () => {
    const database = await freshDatabase()
    const settings = { DATABASE_URL: database.url, LETTERSHOP_DATA: join(folder, 'server') }
    const program = await startProgram(settings)
    try {
      await fill(program, database.db)
      const place = join(folder, 'of-server')
      await mkdir(place)
      const { ended } = begin(['backup', place, '--rate', '1'], settings)
      await reads(database.db)
      await database.db`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query ilike 'copy (select%from "subscribers"%' and datname = current_database()`
      const { code, said } = await ended
      assert.equal(code, 1)
      isSentence(said)
      assert.deepEqual(await readdir(place), [])
    } finally {
      await program.end('SIGKILL')
      await database.drop()
    }
  })
})

describe('killed in the middle', longOnly, () => {
  let database: TestDatabase
  let program: Program
  let settings: Readonly<Record<string, string>>
  before(async () => {
    database = await freshDatabase()
    settings = { DATABASE_URL: database.url, LETTERSHOP_DATA: join(folder, 'killed') }
    program = await startProgram(settings)
    await fill(program, database.db)
  })
  after(async () => {
    await program?.end('SIGKILL')
    await database?.drop()
  })

  test('a backup leaves no file with a name of a backup, and the next one is complete', async () => {
    mayTake(600_000)
    const place = join(folder, 'backups')
    await mkdir(place)
    for (const rate of ['1', '2', '3']) {
      const { child, ended } = begin(['backup', place, '--rate', rate, '--scheduled'], settings)
      await reads(database.db)
      child.kill('SIGKILL')
      await ended
      assert.deepEqual(
        (await readdir(place)).filter(name => !name.startsWith('.')),
        [],
      )
    }
    const next = join(place, 'next.tar.gz')
    assert.equal((await lettershop(['backup', next], settings)).code, 0)
    assert.equal((await lettershop(['backup', 'verify', next], settings)).code, 0)
    assert.equal((await stat(next)).mode & 0o777, 0o600)
  })

  test('a restore is not started empty, whenever it was killed, and the next one has every row', async () => {
    mayTake(1_200_000)
    const file = join(folder, 'whole.tar.gz')
    assert.equal((await lettershop(['backup', file, '--rate', '10000'], settings)).code, 0)
    const counts = (db: Database) => db`
      select (select count(*)::int from subscribers) as subscribers, (select count(*)::int from clients) as clients`
    const expected = [...(await counts(database.db))]
    const server = await emptyDatabase()
    const places = [
      { LETTERSHOP_DATA: join(folder, 'into-embedded') },
      { DATABASE_URL: server.url, LETTERSHOP_DATA: join(folder, 'into-server') },
    ] as const
    try {
      for (const to of places) {
        // while the database is made, while rows come in, and towards the end
        for (const share of [0.15, 0.5, 0.85]) {
          const took = await restoredAfter(file, to, share)
          if (took) break
          // killed before it had begun to do anything: nothing is to be said
          if ('DATABASE_URL' in to ? (await marks(server.db)) === 0 : !existsSync(to.LETTERSHOP_DATA)) continue
          const { code, stderr } = await lettershop(['start'], { ...to, LETTERSHOP_PORT: '0' })
          assert.equal(code, 1)
          assert.match(stderr, /^A restore into this database began at 20\S+Z and has not ended/, `killed at ${share}`)
        }
        const again = await lettershop(['restore', file], to)
        assert.ok(again.code === 0 || /already holds an installation/.test(again.stderr), again.stderr)
        const started = await startProgram(to)
        const url = 'DATABASE_URL' in to ? to.DATABASE_URL : (await findRunningEmbedded(to.LETTERSHOP_DATA))!
        const db = connect(url, { max: 1 })
        assert.deepEqual([...(await counts(db))], expected)
        assert.ok(
          started.banner.some(line => line.startsWith('HELD')),
          'sending is held',
        )
        await db.end()
        await started.end()
      }
    } finally {
      await server.drop()
    }
  })

  async function marks(db: Database): Promise<number> {
    const [row] = await db<{ count: number }[]>`
      select count(*)::int as count from pg_namespace where nspname = 'lettershop_restore'`
    return row!.count
  }

  /** How long a restore takes here, measured once for each place. */
  const lasts = new Map<string, number>()

  /** Kills a restore after a share of its time. @returns whether it was done before */
  async function restoredAfter(file: string, to: Readonly<Record<string, string>>, share: number): Promise<boolean> {
    const kind = to.DATABASE_URL === undefined ? 'embedded' : 'server'
    if (!lasts.has(kind)) {
      const other = kind === 'server' ? await emptyDatabase() : undefined
      const began = performance.now()
      const measured = { LETTERSHOP_DATA: join(folder, `measured-${kind}`), ...(other && { DATABASE_URL: other.url }) }
      assert.equal((await lettershop(['restore', file], measured)).code, 0)
      lasts.set(kind, performance.now() - began)
      await other?.drop()
    }
    const { child, ended } = begin(['restore', file], to)
    const timer = setTimeout(() => child.kill('SIGKILL'), lasts.get(kind)! * share)
    const { code } = await ended
    clearTimeout(timer)
    return code === 0
  }
})
