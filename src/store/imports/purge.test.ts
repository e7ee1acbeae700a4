/** The remaining data of an import after 30 and 90 days. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { countsOf, everythingOf, type Importer, importer } from '../../../test/harness/imports.ts'
import { lockAwaited } from '../../../test/harness/locks.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import type { Database, Sql } from '../connection/database.ts'
import type { Horizons } from '../retention/horizons.ts'
import { type ImportKey, moveImport } from './imports.ts'
import { beginPurge, purgeImports, readImportsToPurge } from './purge.ts'

const file = 'email\nann@x.example\nno address\nben@x.example\n'
/** What is older than its days, so many days from now. */
const horizon = (fromNow: number, days: number): Horizons => ({
  others: new Date(Date.now() + (fromNow - days) * 86_400_000),
  own: [],
})
const purgeIn = (days: number) => purgeImports(db, horizon(days, 30), horizon(days, 90))

let database: TestDatabase
let db: Database
let world: World
let it: Importer
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(db)
  it = importer(db, world)
})

async function verdicts(id: string): Promise<readonly string[]> {
  const { Rows } = (await it.call('Import.GetVerdicts', it.of(id))) as { Rows: readonly { Verdict: string }[] }
  return Rows.map(({ Verdict }) => Verdict)
}

test('for 30 days an import is kept completely, and can be undone', async () => {
  const id = await it.committed(file)
  await purgeIn(29)
  assert.deepEqual(await verdicts(id), ['New', 'Refused', 'New'])
  await it.call('Import.Undo', it.of(id))
  await it.work()
  assert.equal((await it.get(id)).RowsUndone, 2)
})

test('after 30 days only refused rows and the counts are left, and undoing is refused', async () => {
  const id = await it.committed(file)
  const members = await everythingOf(db, world.client.clientId)
  await purgeIn(31)
  assert.deepEqual(await verdicts(id), ['Refused'])
  const { State, Written, RowsInFile } = await it.get(id)
  assert.deepEqual([State, RowsInFile, countsOf(Written)], ['Done', 3, { New: 2, Refused: 1 }])
  await it.refused('Import.Undo', it.of(id), 'ImportNotReady')
  assert.deepEqual(await everythingOf(db, world.client.clientId), members, 'the members stay')
})

test('after 90 days no row is left, and the import still has its counts', async () => {
  const id = await it.committed(file)
  await purgeIn(31)
  await purgeIn(91)
  assert.deepEqual(await verdicts(id), [])
  assert.deepEqual(countsOf((await it.get(id)).Written), { New: 2, Refused: 1 })
})

test('an import that was never committed is cancelled after 30 days, and cannot continue', async () => {
  const mapped = await it.begin(file)
  const judged = await it.judged(file)
  await purgeIn(31)
  for (const id of [mapped, judged]) {
    assert.equal((await it.get(id)).State, 'Cancelled')
    await it.refused('Import.Commit', it.of(id), 'ImportNotReady')
    await it.refused('Import.Judge', it.of(id), 'ImportNotReady')
  }
})

test('an import that is being written or undone keeps its rows until that ends', async () => {
  const id = await it.judged(file)
  await it.call('Import.Commit', it.of(id))
  await purgeIn(100)
  assert.deepEqual(await verdicts(id), ['New', 'Refused', 'New'])
  await it.work()
  assert.deepEqual(countsOf((await it.get(id)).Written), { New: 2, Refused: 1 })
  await it.call('Import.Undo', it.of(id))
  await purgeIn(100)
  await it.work()
  assert.equal((await it.get(id)).RowsUndone, 2)
})

/** Imports of this test that are older than they may be, as the purge finds them; the oldest first. */
const old = async () => {
  const found = await readImportsToPurge(db, horizon(31, 30))
  return found.filter(({ clientId }) => clientId === world.client.clientId).sort((a, b) => a.importId - b.importId)
}
const begin = (sql: Sql, key: ImportKey) => beginPurge(sql, key, horizon(31, 30))

test('an import whose undo began after the purge found it is undone completely, and purged afterwards', async () => {
  const id = await it.committed(file)
  const [found] = await old()
  await it.call('Import.Undo', it.of(id))
  assert.equal(await begin(db, found!), false)
  await purgeIn(31)
  assert.deepEqual(await verdicts(id), ['New', 'Refused', 'New'])
  await it.work()
  assert.equal((await it.get(id)).RowsUndone, 2)
  await purgeIn(31)
  assert.deepEqual(await verdicts(id), ['Refused'])
})

test('an import whose purge began cannot be undone, although its rows still exist', async () => {
  const id = await it.committed(file)
  const members = await everythingOf(db, world.client.clientId)
  const [found] = await old()
  assert.equal(await begin(db, found!), true)
  assert.equal((await it.get(id)).CanBeUndone, false)
  await it.refused('Import.Undo', it.of(id), 'ImportNotReady')
  await it.work()
  assert.equal((await it.get(id)).State, 'Done')
  assert.deepEqual(await everythingOf(db, world.client.clientId), members)
})

test('if an undo and the purge begin at once, either the undo is refused or the purge keeps the rows', async () => {
  const [one, two] = [await it.committed(file), await it.committed('email\nzoe@x.example\n')]
  const [first, second] = await old()
  let asked: Promise<unknown> | undefined
  await db.begin(async sql => {
    assert.equal(await begin(sql, first!), true)
    // not `refused`, which also asks that nothing changes meanwhile
    asked = assert.rejects(it.call('Import.Undo', it.of(one)), { refusal: 'ImportNotReady' })
    await lockAwaited(db)
  })
  await asked
  let begun: Promise<boolean> | undefined
  await db.begin(async sql => {
    assert.equal(await moveImport(sql, second!, ['done'], 'undoing'), true)
    begun = begin(db, second!)
    await lockAwaited(db)
  })
  assert.equal(await begun, false)
  await it.work()
  assert.equal((await it.get(two)).RowsUndone, 1)
})

test('the next purge deletes the remaining rows of an interrupted one', async () => {
  const id = await it.committed(file)
  const [found] = await old()
  await begin(db, found!)
  assert.deepEqual(await verdicts(id), ['New', 'Refused', 'New'], 'nothing is deleted yet')
  await purgeIn(31)
  assert.deepEqual(await verdicts(id), ['Refused'])
  assert.deepEqual(await old(), [], 'it is not looked at again')
})
