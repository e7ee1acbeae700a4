/**
 * An installation of an earlier version becomes partitioned while a campaign is being sent: nothing is copied, the migration gives way to
 * what holds a table, and starts anew where it was ended.
 */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { useKeys } from '../src/domain/access/keys.ts'
import { connect, type Database } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
import { migrateJobs } from '../src/store/jobs/jobs.ts'
import type { CampaignKey } from '../src/store/keys.ts'
import { migrate, migrateWithin, readKnownSchema } from '../src/store/migrate.ts'
import { makePartitions, makePartitionsOf } from '../src/store/partitions.ts'
import { assertAccounts } from './harness/accounting.ts'
import { emptyDatabase, type TestDatabase } from './harness/database.ts'
import { lockAwaited } from './harness/locks.ts'
import { root } from './harness/markdown.ts'
import { seed, testKeys } from './harness/seed.ts'
import type { SenderOrder } from './harness/sender-process.ts'
import { startSinkProcess } from './harness/sink-child.ts'
import { until } from './harness/until.ts'

const recipients = 4_000
/** The last before the tables are partitioned. */
const schemaBefore = 63
const partitioned = ['audience', 'clicks', 'leases', 'log', 'opens', 'published_events']

let database: TestDatabase
let folder: string
const endings: (() => Promise<unknown>)[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-partitions-'))
  database = await emptyDatabase()
  const restoring = connect(database.url, { max: 1 }) // the dump changes settings of its session
  await restoring.unsafe(gunzipSync(await readFile(join(root, 'test/kept/schema-56/dump.sql.gz'))).toString())
  await restoring.end()
  await transaction(database.db, sql => migrateWithin(sql, schemaBefore), 'long')
  // senders of this version need their columns; the migrations can be applied twice
  for (const number of ['000070', '000071', '000072', '000073'])
    await database.db.unsafe(await readFile(join(root, `src/store/migrations/${number}.sql`), 'utf8'))
  await migrateJobs(database.url)
  // of the installation that was kept
  await database.db`delete from holds`
  await database.db`delete from database_server`
  await database.db`update campaigns set state = 'paused' where state = 'sending'` // its daily limit lets it go on from the next day
  await database.db`grant select on log to public`
  useKeys(database.db, testKeys)
})
after(async () => {
  for (const end of endings.reverse()) await end()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the tables are partitioned while senders and readers work, and each recipient gets one mail', async () => {
  const { db } = database
  const counts = await rowsOf(db)
  const running = await beginCampaign(db)
  const sink = await startSinkProcess()
  endings.push(() => sink.kill())
  sink.takes(500)
  const order = {
    databaseUrl: database.url,
    relay: `smtp://127.0.0.1:${sink.port}/?connections=4`,
    journalFolder: join(folder, 'journal'),
  }
  for (const _ of [1, 2]) await startSender(order)
  await sink.took(300)

  const opening = keepOpening(db, running)
  const reading = connect(database.url, { max: 1 })
  const migrating = connect(database.url, { max: 2 })
  // as a dump does
  await reading.unsafe('begin; select count(*) from log')
  const ended = assert.rejects(migrate(migrating))
  await lockAwaited(db, { like: '%become partitioned%' })
  sink.takes(1_500)
  // the migration waits for the reader, and the senders do not wait for the migration
  await sink.took(1_200)
  await until(async () => {
    const ends = await db`
      select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%become partitioned%'`
    return ends.length > 0
  }, 'the migration is ended while it waits')
  await ended
  await migrating.end()
  await reading.unsafe('commit')
  await reading.end()

  const [first] = await db<{ newest: number }[]>`select max(number) as newest from migrations`
  assert.equal(first!.newest, schemaBefore, 'what was ended left nothing')
  sink.takes(2_500)
  assert.equal((await migrate(db)).at(-1), await readKnownSchema())
  await makePartitions(db, new Date())
  sink.takes(recipients)
  await until(async () => {
    const [row] = await db`select state from campaigns where id = ${running.campaignId}`
    return row!.state === 'sent'
  }, 'the campaign is sent')
  const opened = await opening.end()

  await db`analyze audience, log, leases`
  const got = await sink.recipients()
  assert.equal(new Set(got).size, recipients)
  assert.equal(got.length, recipients, 'no recipient got two')
  await assertAccounts(db, running)
  const [opens] = await db`select sum(opens)::int as sum from opens where campaign_id = ${running.campaignId}`
  assert.equal(opens!.sum, opened, 'every open is there')
  const now = await rowsOf(db)
  assert.equal(now.audience, counts.audience! + recipients)
  assert.equal(now.published_events! >= counts.published_events!, true)
})

test('no partitioned table of the ledger has a default partition, and a campaign beyond the ranges makes its own', async () => {
  const { db } = database
  const partitions = await db<{ table: string; bound: string }[]>`
    select i.inhparent::regclass::text as table, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where c.relkind = 'r'`
  const ofLedger = partitions.filter(({ table }) => partitioned.includes(table))
  assert.deepEqual([...new Set(ofLedger.map(({ table }) => table))].sort(), partitioned)
  assert.ok(ofLedger.every(({ bound }) => bound !== 'DEFAULT'))

  const campaignId = 123_456
  await transaction(db, sql => makePartitionsOf(sql, campaignId), 'long')
  await db`
    insert into opens (client_id, campaign_id, number, opens, first_at) values (1, ${campaignId}, 1, 1, now())`
  const [row] = await db<{ place: string }[]>`
    select tableoid::regclass::text as place from opens where campaign_id = ${campaignId}`
  assert.match(row!.place, /^opens_from_\d+$/)
})

test('the partitions have the keys that the tables had, once, and the tables their privileges', async () => {
  const [granted] = await database.db`select 'public' as role where has_table_privilege('public', 'log', 'select')`
  assert.ok(granted)
  const rows = await database.db<{ table: string; indexes: number }[]>`
    select t.name as table, (select count(*)::int from pg_index where indrelid = (t.name || '_first')::regclass) as indexes
    from unnest(${partitioned}::text[]) t (name)`
  assert.deepEqual(Object.fromEntries(rows.map(({ table, indexes }) => [table, indexes])), {
    ...{ audience: 2, clicks: 1, leases: 2, log: 2, opens: 2, published_events: 1 },
  })
})

async function rowsOf(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of partitioned) {
    const [row] = await db<{ count: number }[]>`select count(*)::int as count from ${db(table)}`
    counts[table] = row!.count
  }
  return counts
}

/** As the earlier version left it once its audience was frozen. */
async function beginCampaign(db: Database): Promise<CampaignKey> {
  const world = await seed(db)
  const { clientId } = world.client
  const [campaign] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, public_url)
    values (${clientId}, 'News', 'Hi', 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
      '<html><body><p><a href="https://shop.example/">shop</a></p><unsubscribe>out</unsubscribe></body></html>',
      'sending', now(), 'https://x.example')
    returning id`
  const key = { clientId, campaignId: campaign!.id }
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${key.campaignId}, ${world.list.listId})`
  await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${key.campaignId}, 1, 'https://shop.example/')`
  await db`
    with members as (
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      select ${clientId}, ${world.list.listId}, 'p' || n || '@people.example', 'p' || n || '@people.example', 'Active', now(), now()
      from generate_series(1, ${recipients}::integer) n
      returning *
    )
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select client_id, ${key.campaignId}, row_number() over (order by id), list_id, id, email, address, name, fields from members`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, planned)
    values (${clientId}, ${key.campaignId}, ${recipients}, ${recipients})`
  await db`analyze subscribers, audience`
  return key
}

async function startSender(order: SenderOrder): Promise<void> {
  const child = fork(new URL('./harness/sender-process.ts', import.meta.url))
  endings.push(async () => {
    if (child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  await once(child, 'message')
  child.send(order)
  await once(child, 'message')
}

/** One recipient after the other opens, until the test ends it. */
function keepOpening(db: Database, { clientId, campaignId }: CampaignKey) {
  let opened = 0
  let isOver = false
  const all = (async () => {
    while (!isOver) {
      await db`
        insert into opens as o (client_id, campaign_id, number, opens, first_at)
        values (${clientId}, ${campaignId}, ${(opened % 500) + 1}, 1, now())
        on conflict (client_id, campaign_id, number) do update set opens = o.opens + 1`
      opened++
    }
  })()
  return {
    async end() {
      isOver = true
      await all
      return opened
    },
  }
}
