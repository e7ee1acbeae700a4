/** `lettershop distribute` on a real Citus. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { askWorkers } from '../../src/store/distribution/nodes.ts'
import { findLocalRows, findMisplaced } from '../../src/store/distribution/placing.ts'
import { isDistributionUnfinished } from '../../src/store/distribution/unfinished.ts'
import { migrate } from '../../src/store/migrate.ts'
import { citusDatabase, citusNodes, needsCitus } from '../harness/citus.ts'
import { executable, lettershop } from '../harness/command.ts'
import { emptyDatabase, type TestDatabase } from '../harness/database.ts'
import { seed } from '../harness/seed.ts'

async function fill(db: Database): Promise<void> {
  for (let n = 0; n < 5; n++) {
    const { client, list } = await seed(db)
    await db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      select ${client.clientId}::bigint, ${list.listId}::bigint, 'p' || n || '@people.example', 'p' || n || '@people.example', '',
        'Active', now(), now(), '{}'
      from generate_series(1, 200) n`
  }
}

const namedTables = ['accounts', 'clients', 'logins', 'lists', 'list_totals', 'subscribers', 'grants'] as const

async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of namedTables) {
    const [row] = await db`select count(*)::integer as rows from ${db(name)}`
    counts[name] = row!.rows as number
  }
  return counts
}

async function countForeignKeys(db: Database): Promise<number> {
  const [row] = await db`
    select count(*)::integer as keys from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and conname !~ '_\\d{6}$'`
  return row!.keys as number
}

describe('lettershop distribute', needsCitus(), () => {
  let database: TestDatabase
  const run = (...args: string[]) => lettershop(['distribute', ...args], { DATABASE_URL: database.url })
  before(async () => {
    database = await citusDatabase('bare')
    await migrate(database.db)
    await fill(database.db)
  })
  after(() => database?.drop())

  test('a dry run says what is missing, with plain sentences, and changes nothing', async () => {
    await database.db.end()
    const { code, stdout, stderr } = await run('--dry-run')
    assert.equal(code, 1)
    assert.match(stdout, /Missing: The workers do not know the coordinator: .* --coordinator <host:port>\./)
    assert.match(stdout, /Missing: There is no worker: add one with --worker <host:port>\./)
    assert.match(stderr, /Nothing was distributed\./)
  })

  test('a worker that is not reached is a sentence', async () => {
    const { coordinator } = await citusNodes()
    const { code, stderr } = await run(
      '--coordinator',
      `${coordinator.host}:${coordinator.port}`,
      '--worker',
      '127.0.0.1:9',
    )
    assert.equal(code, 1)
    assert.match(stderr, /^The worker 127\.0\.0\.1:9 cannot be used: .*\n$/)
  })

  test('it is killed between and in its steps, goes on each time, and loses no row and no foreign key', async () => {
    const db = connect(database.url, { max: 2, name: 'tests' })
    try {
      const [rows, keys] = [await countRows(db), await countForeignKeys(db)]
      const { coordinator, workers } = await citusNodes()
      const nodes = [
        ...['--coordinator', `${coordinator.host}:${coordinator.port}`],
        ...workers.flatMap(({ host, port }) => ['--worker', `${host}:${port}`]),
      ]
      for (const [step, wait] of [
        [/Dropping \d+ foreign keys/, 0],
        [/Table \d+ of \d+: lists/, 0],
        [/Table \d+ of \d+: subscribers/, 60],
        [/Adding \d+ foreign keys/, 300],
        [/Reading the statistics/, 0],
      ] as const) {
        await killAt(['distribute', '--shards', '2', ...nodes], database.url, step, wait)
        assert.equal(await isDistributionUnfinished(db), true, String(step))
        const { code, stderr } = await lettershop(['migrate'], { DATABASE_URL: database.url })
        assert.equal(code, 1)
        assert.match(stderr, /^A distribution of this database has begun and has not ended/)
      }
      const { code, stdout, stderr } = await run('--shards', '2')
      assert.equal(code, 0, stderr)
      assert.match(stdout, /An earlier run has not ended: this one goes on where it ended\./)
      assert.match(
        stdout,
        /\nDistributed: \d+ tables with \d+ rows; \d+ foreign keys are checked\. Start the service\.\n$/,
      )
      assert.doesNotMatch(stdout + stderr, /postgres:\/\//)
      assert.deepEqual([...(await findMisplaced(db))], [])
      assert.deepEqual([...(await findLocalRows(db))], [])
      assert.deepEqual(await countRows(db), rows)
      assert.equal(await countForeignKeys(db), keys)
      const answers = await askWorkers(db)
      assert.deepEqual(
        answers.map(({ facts }) => facts?.jit),
        workers.map(() => false),
      )
    } finally {
      await db.end()
    }
    const again = await run()
    assert.deepEqual([again.code, again.stdout], [0, 'The database is distributed already; nothing was changed.\n'])
  })

  test('it does not run while the service uses the database', async () => {
    const installed = await citusDatabase('installed')
    try {
      await installed.db`select 1`
      const { code, stdout } = await lettershop(['distribute', '--dry-run'], { DATABASE_URL: installed.url })
      assert.equal(code, 1)
      assert.match(
        stdout,
        /Missing: Other processes of Lettershop use the database .*: stop the service on all machines\./,
      )
    } finally {
      await installed.drop()
    }
  })
})

describe('lettershop distribute without Citus', () => {
  test('a server without the extension and the embedded database are sentences', async () => {
    const plain = await emptyDatabase()
    const empty = await emptyDatabase()
    try {
      await migrate(plain.db)
      for (const { url } of [plain, empty]) {
        const { code, stdout, stderr } = await lettershop(['distribute'], { DATABASE_URL: url })
        assert.equal(code, 1)
        assert.match(
          stdout,
          /Missing: This PostgreSQL \(\d+\.\d+\) does not have Citus\. .* lettershop backup and lettershop restore\.|Missing: The database does not have the extension/,
        )
        assert.match(stderr, /^Nothing was distributed\./)
      }
    } finally {
      await plain.drop()
      await empty.drop()
    }
    const embedded = await lettershop(['distribute'])
    assert.equal(embedded.code, 1)
    assert.match(embedded.stderr, /^The embedded database cannot be distributed\. .*lettershop restore/)
    assert.equal((await lettershop(['distribute', '--worker', 'no address'])).code, 2)
    assert.equal((await lettershop(['distribute', '--shards', '0'])).code, 2)
  })
})

/** Runs a command until its output has a line, and kills it so many milliseconds later. */
function killAt(args: readonly string[], url: string, line: RegExp, wait: number): Promise<void> {
  const child = spawn(process.execPath, [executable, ...args], {
    env: { ...process.env, DATABASE_URL: url, LETTERSHOP_LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let isKilled = false
  child.stdout.on('data', piece => {
    text += piece
    if (isKilled || !line.test(text)) return
    isKilled = true
    setTimeout(() => child.kill('SIGKILL'), wait)
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (_, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error(`It ended by itself:\n${text}`)),
    )
  })
}
