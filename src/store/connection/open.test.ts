import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { emptyDatabase, withConnectTimeout } from '../../../test/harness/database.ts'
import { databaseProxy } from '../../../test/harness/database-proxy.ts'
import { usualConnectTimeoutMs } from '../../lib/database-url.ts'
import { createLog } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { connect } from './database.ts'
import { open, openServer } from './open.ts'

const log = createLog('silent')
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ls-'))
})
after(() => rm(folder, { recursive: true }))

test('without a URL the embedded server holds the schema, jobs and this month’s partitions, also the second time', async () => {
  for (let time = 1; time <= 2; time++) {
    const store = await open({ dataFolder: folder, log })
    assert.equal(store.embedded, true)
    assert.equal((await store.db`select number from migrations`)[0]?.number, 1)
    assert.deepEqual([...(await store.db`select * from graphile_worker.jobs`)], [])
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    const [partition] = await store.db`select to_regclass(${`hits_${month}`}) is not null as there`
    assert.equal(partition?.there, true)
    await store.close()
  }
})

test('with a URL nothing is written to the data folder', async () => {
  const it = await emptyDatabase()
  const untouched = join(folder, 'untouched')
  const store = await open({ databaseUrl: it.url, dataFolder: untouched, connections: 2, log })
  assert.equal(store.embedded, false)
  assert.equal(store.url, it.url)
  await store.close()
  await it.drop()
  await assert.rejects(readdir(untouched), { code: 'ENOENT' })
})

test('several that open a fresh database at once all succeed', async () => {
  const it = await emptyDatabase()
  const options = { databaseUrl: it.url, dataFolder: folder, connections: 1, log }
  const stores = await Promise.all([open(options), open(options), open(options)])
  for (const store of stores) await store.close()
  await it.drop()
})

test('a schema newer than the program is refused', async () => {
  const it = await emptyDatabase()
  await it.db`create table migrations (number integer primary key, applied_at timestamptz not null default now())`
  await it.db`insert into migrations (number) values (900000)`
  await assert.rejects(open({ databaseUrl: it.url, dataFolder: folder, log }), { name: 'SchemaTooNew' })
  assert.deepEqual([...(await it.db`select 1 from pg_namespace where nspname = 'graphile_worker'`)], [])
  await it.drop()
})

test('a database that is not UTF-8 is refused', async () => {
  const it = await emptyDatabase('SQL_ASCII')
  await assert.rejects(open({ databaseUrl: it.url, dataFolder: folder, log }), { message: /SQL_ASCII.*needs UTF8/ })
  await it.drop()
})

test('a server that is slow to answer is asked again', async () => {
  const it = await emptyDatabase()
  const proxy = await databaseProxy(it.url)
  proxy.freeze()
  const opened = openServer({ databaseUrl: proxy.url, dataFolder: folder, log })
  setTimeout(() => proxy.thaw(), usualConnectTimeoutMs + 1000)
  const store = await opened
  assert.deepEqual([...(await store.db`select 1 as one`)], [{ one: 1 }])
  await store.close()
  await proxy.close()
  await it.drop()
})

test('a URL says how long a connection may take to come about', async () => {
  const it = await emptyDatabase()
  const proxy = await databaseProxy(it.url)
  proxy.freeze()
  const hasty = connect(withConnectTimeout(proxy.url, 1), { max: 1 })
  const patient = connect(withConnectTimeout(proxy.url, 600), { max: 1 })
  const waiting = patient<{ one: number }[]>`select 1 as one`.then(rows => [...rows])
  await assert.rejects(hasty`select 1`.then(), { name: 'Unavailable', message: /timeout expired/ })
  assert.equal(await Promise.race([waiting, Promise.resolve('is waiting')]), 'is waiting')
  proxy.thaw()
  assert.deepEqual(await waiting, [{ one: 1 }])
  await Promise.all([hasty.end(), patient.end()])
  await proxy.close()
  await it.drop()
})

test('a server that cannot be reached is refused without its password', async () => {
  await assert.rejects(
    open({ databaseUrl: 'postgres://user:hush@127.0.0.1:1/x', dataFolder: folder, log }),
    (error: Error) => {
      assert.ok(error instanceof OperatorError)
      assert.match(error.message, /^The PostgreSQL of DATABASE_URL cannot be used: .*ECONNREFUSED/)
      assert.ok(!error.message.includes('hush'))
      return true
    },
  )
})
