import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { emptyDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import { migrate } from '../migrate.ts'
import { readDeletionsIn } from './deletions.ts'

const upgrade = '000021.sql'
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

test('objects deleted before the upgrade can be restored after it, in the order of the deletions', async () => {
  const { db } = database
  const all = fileURLToPath(new URL('../migrations/before-1.0/', import.meta.url))
  const some = { folder: pathToFileURL(`${folder}/`) }
  for (const name of await readdir(all)) if (name < upgrade) await cp(join(all, name), join(folder, name))
  await migrate(db, some)
  const world = await seed(db)
  const { clientId } = world.client
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db`update clients set deleted_at = ${ago(1)} where id = ${clientId}`
  await db`update lists set deleted_at = ${ago(3)} where id = ${world.list.listId}`
  await seedList(db, world.client, 'Kept')
  await db`
    insert into templates (client_id, name, page_url, html, deleted_at)
    values (${clientId}, 'Two columns', 'http://x.example/', '', ${ago(2)})`
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, deleted_at)
    values (${clientId}, 'News', 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example/', '', ${ago(4)})
    returning id`
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state)
    values (${clientId}, ${campaign!.id}, now(), 'delete', 1, 'carla', 'json', '', 'draft', 'draft')`
  for (const name of await readdir(all)) if (name >= upgrade) await cp(join(all, name), join(folder, name))
  await migrate(db, some)

  const scopes = (['client', 'list', 'template', 'campaign'] as const).map(kind => ({ kind, clientIds: null }))
  const rows = await readDeletionsIn(db, world.accountId, scopes, { after: undefined, limit: 10 })
  assert.deepEqual(
    rows.map(({ kind, name, deletedBy }) => [kind, name, deletedBy]),
    [
      ['client', rows[0]!.companyName, ''],
      ['template', 'Two columns', ''],
      ['list', world.list.title, ''],
      ['campaign', 'News', 'carla'],
    ],
  )
})
