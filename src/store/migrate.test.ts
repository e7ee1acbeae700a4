import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { emptyDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { schemaText } from '../../test/harness/schema.ts'
import { connect, type Database } from './connection/database.ts'
import { transaction } from './connection/transaction.ts'
import { migrate, migrateWithin, readKnownSchema, SchemaTooNew } from './migrate.ts'
import { hasNameParts } from './subscribers/contact-search.ts'

let it: TestDatabase
const folders: string[] = []

beforeEach(async () => {
  it = await emptyDatabase()
})
afterEach(() => it.drop())
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function migrations(...texts: readonly string[]): Promise<{ folder: URL }> {
  const folder = await mkdtemp(join(tmpdir(), 'ls-'))
  folders.push(folder)
  for (const [index, text] of texts.entries())
    await writeFile(join(folder, `${String(index + 1).padStart(6, '0')}.sql`), text)
  return { folder: pathToFileURL(`${folder}/`) }
}

async function tables(): Promise<readonly string[]> {
  const rows = await it.db<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
  return rows.map(({ name }) => name)
}

/** Extended statistics, and the rows that a new database holds; their times differ. */
async function contentsOf(db: Database): Promise<object> {
  const statistics = await db`
    select pg_get_statisticsobjdef(oid) as made from pg_statistic_ext where stxnamespace = 'public'::regnamespace order by 1`
  const names = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`
  const rows: Record<string, readonly string[]> = {}
  for (const { name } of names) {
    const found = await db<{ row: string }[]>`select to_jsonb(t)::text as row from ${db(name)} t order by 1`
    if (found.length > 0) rows[name] = found.map(({ row }) => row.replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, 'time'))
  }
  return { statistics, rows }
}

test('schema.sql makes what all migrations make, with the same rows', async () => {
  const other = await emptyDatabase()
  try {
    const known = await readKnownSchema()
    assert.equal((await migrate(it.db)).length, known)
    // as a restored backup of an earlier version does
    await transaction(other.db, sql => migrateWithin(sql, known - 1), 'long')
    await transaction(other.db, sql => migrateWithin(sql), 'long')
    const [newest] = await it.db`select count(*)::int as count, max(number) as last from migrations`
    assert.deepEqual(newest, { count: known, last: known })
    const lines = [await schemaText(it.db), await schemaText(other.db)].map(text => text.split('\n\n')) as [
      string[],
      string[],
    ]
    const onlyIn = (one: number) => lines[one]!.filter(line => !lines[1 - one]!.includes(line))
    assert.deepEqual({ schema: onlyIn(0), migrations: onlyIn(1) }, { schema: [], migrations: [] })
    assert.deepEqual(await contentsOf(it.db), await contentsOf(other.db))
  } finally {
    await other.drop()
  }
})

test('a new database runs schema.sql and no earlier migration', async () => {
  await migrate(it.db)
  const [row] = await it.db`select count(distinct applied_at)::int as count from migrations`
  assert.equal(row!.count, 1, 'schema.sql holds every migration: change its last number')
  assert.deepEqual(await migrate(it.db), [])
})

test('migrations are applied in order and once', async () => {
  const one = 'create table a (x integer);'
  const options = await migrations(one, 'insert into a values (1); -- a comment at the end')
  assert.deepEqual(await migrate(it.db, options), [1, 2])
  assert.deepEqual(await migrate(it.db, options), [])
  const longer = await migrations(one, '', 'insert into a values (3)')
  assert.deepEqual(await migrate(it.db, longer), [3])
  assert.deepEqual(
    (await it.db`select x from a order by x`).map(row => row.x),
    [1, 3],
  )
})

test('of two starters at once, each migration is applied by one', async () => {
  const options = await migrations('select pg_sleep(0.2); create table a (x integer)', 'insert into a values (1)')
  const other = connect(it.url, { max: 1 })
  const applied = await Promise.all([migrate(it.db, options), migrate(other, options)])
  await other.end()
  assert.deepEqual(applied.flat(), [1, 2])
  assert.equal((await it.db`select x from a`).length, 1)
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const broken = await migrations('create table a (x integer)', 'create table b (x integer); select 1 / 0')
  await assert.rejects(migrate(it.db, broken), { code: '22012' })
  assert.deepEqual(await tables(), ['a', 'migrations'])
  const mended = await migrations('create table a (x integer)', 'create table b (x integer)')
  assert.deepEqual(await migrate(it.db, mended), [2])
})

test('the lock is free again after a failure', async () => {
  const broken = await migrations('select 1 / 0')
  await assert.rejects(migrate(it.db, broken))
  const other = connect(it.url, { max: 1 })
  assert.deepEqual(await migrate(other, await migrations('create table a (x integer)')), [1])
  await other.end()
})

test('a schema newer than the program is refused and left alone', async () => {
  await migrate(it.db, await migrations('create table a (x integer)', 'create table b (x integer)'))
  let ran = false
  const older = await migrations('create table a (x integer)')
  const after = async () => {
    ran = true
  }
  await assert.rejects(migrate(it.db, { ...older, after }), (error: Error) => {
    assert.ok(error instanceof SchemaTooNew)
    assert.match(error.message, /schema 2, this program knows up to 1/)
    return true
  })
  assert.equal(ran, false)
})

test('a role that may not create extensions migrates, and has no index for parts of names', async () => {
  const role = `limited_${process.pid}`
  await it.db.unsafe(`create role ${role} login password 'limited'`)
  await it.db.unsafe(`grant all on schema public to ${role}`)
  const url = new URL(it.url)
  Object.assign(url, { username: role, password: 'limited' })
  const limited = connect(url.href, { max: 2 })
  try {
    assert.ok((await migrate(limited)).length > 40)
    assert.equal(await hasNameParts(limited), false)
  } finally {
    await limited.end()
    await it.db.unsafe(`drop owned by ${role}`)
    await it.db.unsafe(`drop role ${role}`)
  }
})
