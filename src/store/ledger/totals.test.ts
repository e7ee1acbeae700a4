/** Counters of a campaign are never below 0; the migration that adds the check counts wrong ones again. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { emptyDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { migrate } from '../migrate.ts'
import { stateCounters } from './totals.ts'

const ours = fileURLToPath(new URL('../migrations/before-1.0/', import.meta.url))
const checks = 13
let database: TestDatabase
let folder: string
before(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-migrations-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('counters that a lost tail left below 0 are counted from the log, those of a purged campaign are cut off at 0', async () => {
  const { db } = database
  for (const name of await readdir(ours))
    if (Number.parseInt(name, 10) < checks) await cp(join(ours, name), join(folder, name))
  const options = { folder: pathToFileURL(`${folder}/`) }
  await migrate(db, options)
  const totals =
    'client_id, campaign_id, recipients, planned, handing_over, accepted, deferred, refused, unknown, excluded'
  await db.unsafe(`
    begin;
    -- rows of other tables are not needed here
    set local session_replication_role = replica;
    insert into campaign_totals (${totals}) values
      (1, 1, 6, 4, -3, 2, 0, 1, 1, 1), (1, 2, 10, 0, -4, 14, 0, 0, 0, 0), (1, 3, 5, 5, 0, 0, 0, 0, 0, 0);
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select 1, 1, n, 1, n, n || '@example.com', n || '@example.com', '', '{}', true from generate_series(1, 6) n;
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, handed, opened_at)
    values (1, 1, 1, 4, 'a sender', 1, now(), 3, now());
    insert into log (client_id, campaign_id, number, attempt, kind, retry_at) values
      (1, 1, 1, 1, 'accepted', null), (1, 1, 2, 1, 'deferred', now() + interval '1 hour'), (1, 1, 5, 1, 'deferred', now()),
      (1, 1, 5, 2, 'refused', null);
    commit`)
  const added = `${String(checks).padStart(6, '0')}.sql`
  await cp(join(ours, added), join(folder, added))
  assert.deepEqual(await migrate(db, options), [checks])
  const rows = await db`
    select campaign_id, recipients, planned, handing_over, accepted, deferred, refused, unknown, excluded
    from campaign_totals order by campaign_id`
  assert.deepEqual(
    rows.map(row => Object.values(row)),
    [
      [1, 6, 2, 1, 1, 1, 1, 0, 0],
      [2, 14, 0, 0, 14, 0, 0, 0, 0],
      [3, 5, 5, 0, 0, 0, 0, 0, 0],
    ],
  )
})

test('no state of a campaign can be counted below 0', async () => {
  const { db } = database
  for (const state of Object.values(stateCounters)) {
    await assert.rejects(
      async () =>
        await db`update campaign_totals set ${db(state)} = -1, recipients = recipients - ${db(state)} - 1 where campaign_id = 3`,
      { code: '23514', constraint: `campaign_totals_${state}_check` },
    )
  }
})
