import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { emptyDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { schemaText } from '../../test/harness/schema.ts'
import { connect } from './connection/database.ts'
import { migrate, SchemaTooNew } from './migrate.ts'
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

test('schema.sql is what the migrations make (BLESS=1 rewrites it)', async () => {
  await migrate(it.db)
  const text = await schemaText(it.db)
  const file = new URL('./schema.sql', import.meta.url)
  if (process.env.BLESS) await writeFile(file, text)
  assert.equal(text, await readFile(file, 'utf8'))
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
