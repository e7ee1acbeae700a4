import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { emptyDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { migrate } from '../migrate.ts'

/** The migration. */
const upgrade = '000016.sql'

let database: TestDatabase
let folder: string

before(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-migrations-'))
})
after(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The stored reply of a bounce, and its code after the upgrade. */
const stored = [
  [{ evidence: '550 5.1.1 no such user', code: null, mailId: null }, 550],
  [{ evidence: '552-5.2.2 full', code: null, mailId: null }, 552],
  [{ evidence: '421', code: null, mailId: null }, 421],
  [{ evidence: '550 5.1.1 no such user', code: 551, mailId: null }, 551],
  [{ evidence: '5501 users are unknown here', code: null, mailId: null }, null],
  [{ evidence: '5.1.1 no such user', code: null, mailId: null }, null],
  [{ evidence: '250 ok', code: null, mailId: null }, null],
  [{ evidence: '', code: null, mailId: null }, null],
  // the reader of a mail said what its code is
  [{ evidence: '550 5.1.1 no such user', code: null, mailId: 'e'.repeat(32) }, null],
] as const

test('an upgrade takes the code of a bounce out of what the relay answered, where it certainly is one', async () => {
  const { db } = database
  const all = fileURLToPath(new URL('../migrations/before-1.0/', import.meta.url))
  const some = { folder: pathToFileURL(`${folder}/`) }
  for (const name of await readdir(all)) if (name < upgrade) await cp(join(all, name), join(folder, name))
  await migrate(db, some)
  for (const [index, [row]] of stored.entries())
    await db`insert into campaign_bounces ${db({ clientId: 1, campaignId: 1, number: index + 1, type: 'S', at: new Date(), ...row })}`
  await cp(join(all, upgrade), join(folder, upgrade))
  await migrate(db, some)
  const rows = await db`select code, evidence from campaign_bounces order by number`
  assert.deepEqual(
    rows.map(({ code, evidence }) => [evidence, code]),
    stored.map(([{ evidence }, code]) => [evidence, code]),
  )
})
