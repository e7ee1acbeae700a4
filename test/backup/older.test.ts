/** The backup of an installation of an earlier version, and its way into this one. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { readKnownSchema } from '../../src/store/migrate.ts'
import { lettershop } from '../harness/command.ts'
import { emptyDatabase, freshDatabase } from '../harness/database.ts'
import { root } from '../harness/markdown.ts'
import { schemaText } from '../harness/schema.ts'

const kept = join(root, 'test/kept/schema-10')

async function countOf(db: Database, table: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from ${db(table)}`
  return row!.count
}

test('a backup of schema 10 leaves the database as it is, and is restored as an installation of today', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-older-'))
  const [old, target, today] = [await emptyDatabase(), await emptyDatabase(), await freshDatabase()]
  try {
    const loading = connect(old.url, { max: 1 }) // the dump changes settings of its session
    await loading.unsafe(gunzipSync(await readFile(join(kept, 'dump.sql.gz'))).toString())
    await loading.end()
    await cp(join(kept, 'folder'), join(folder, 'data'), { recursive: true })
    const own = { DATABASE_URL: old.url, LETTERSHOP_DATA: join(folder, 'data') }
    const file = join(folder, 'old.tar.gz')
    const made = await lettershop(['backup', file], own)
    assert.equal(made.code, 0, made.stderr)
    const [row] = await old.db`select max(number) as newest from migrations`
    assert.equal(row!.newest, 10)
    const verified = await lettershop(['backup', 'verify', file], own)
    assert.match(verified.stdout, /, schema 10, /, verified.stderr)

    const to = { DATABASE_URL: target.url, LETTERSHOP_DATA: join(folder, 'new') }
    const restored = await lettershop(['restore', file], to)
    assert.equal(restored.code, 0, restored.stderr)
    const [now] = await target.db`select max(number) as newest from migrations`
    assert.equal(now!.newest, await readKnownSchema())
    for (const table of ['clients', 'lists', 'subscribers', 'campaigns', 'audience', 'log'])
      assert.equal(await countOf(target.db, table), await countOf(old.db, table), table)
    // as if it had always been one; months have come and gone
    const months = /^create table \w+ partition of \w+ for values .*;\n\n/gm
    const [brought, fresh] = [await schemaText(target.db), await schemaText(today.db)].map(text =>
      text.replaceAll(months, ''),
    )
    assert.equal(brought, fresh)
  } finally {
    for (const database of [old, target, today]) await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
