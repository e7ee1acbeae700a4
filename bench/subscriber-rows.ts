/**
 * What a subscriber takes: bytes of its row and of each index, and bytes of the write-ahead log for the row with its history row.
 *
 *   node --import tsx bench/subscriber-rows.ts [subscribers]
 *
 * Addresses come in no order and times ascend, as when people join one by one: pages of the indexes on addresses are about two thirds
 * full, those on times nearly full. Full-page images depend on how often the server makes a checkpoint, so they are counted apart.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/lib/log.ts'
import { connect, type Database } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { makePartitions } from '../src/store/partitions.ts'
import { insertMembers } from '../src/store/subscribers/memberships.ts'
import { seed } from '../test/harness/seed.ts'
import { count, printTable } from './table.ts'

const [subscribers = 1_000_000] = process.argv.slice(2).map(Number)
/** Of a statement. */
const batch = 1_000
const evidence = { by: 'admin', wire: 'json', remote: '192.0.2.17', loginId: 1 }
const singles = 2_000
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const log = createLog('warn')

try {
  // without full-page images, as its settings are
  const [sizes, ...records] = await onServer(false, async db => {
    await prepare(db)
    const added = await addInBatches(db, subscribers)
    await db.unsafe('vacuum analyze subscribers')
    const single = await addSingly(db)
    return [await sizesOf(db), added, single] as const
  })
  const images = await onServer(true, async db => {
    await db.unsafe('checkpoint')
    return [await addInBatches(db, subscribers / 10), await addSingly(db)] as const
  })
  printTable([['of a subscriber', 'bytes'], ...sizes])
  const labels = [`in statements of ${count(batch)}`, 'one by one, with the event']
  printTable([
    ['bytes of the write-ahead log', 'without full-page images', 'with them, from a checkpoint on'],
    ...labels.map((label, n) => [label, records[n]!.toFixed(0), images[n]!.toFixed(0)]),
  ])
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function onServer<Value>(durable: boolean, work: (db: Database) => Promise<Value>): Promise<Value> {
  const embedded = await startEmbedded({ dataFolder: folder, log, durable })
  const db = connect(embedded.url, { max: 2 })
  try {
    return await work(db)
  } finally {
    await db.end()
    await embedded.stop()
  }
}

async function prepare(db: Database) {
  await migrate(db)
  await makePartitions(db, new Date())
  await seed(db)
  await db.unsafe(`
    create sequence readers;
    create function reader(i bigint) returns text language sql immutable as $$
      select (array['anna','ben','clara','david','eva','felix','greta','hannes','ida','jonas','katharina','lukas','maria','noah','olga','paul'])[1 + i % 16]
        || '.' || substr(md5(i::text), 1, 10) || '@'
        || (array['gmail.com','outlook.com','yahoo.com','web.de','example.com','mail.example.org'])[1 + i % 6] $$;
    create function named(i bigint) returns text language sql immutable as $$
      select case when i % 10 < 7 then initcap(split_part(reader(i), '.', 1)) || ' ' || initcap(substr(md5(i::text), 9, 8)) else '' end $$`)
}

/** @returns bytes of the write-ahead log for each */
function addInBatches(db: Database, rows: number): Promise<number> {
  return logged(db, rows, async () => {
    for (let added = 0; added < rows; added += batch)
      await db`
        with added as (
          insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
          select 1, 1, reader(n), reader(n), named(n),
            case when n % 20 = 0 then 'Unsubscribed' when n % 50 = 1 then 'Bounced' else 'Active' end,
            clock_timestamp(), clock_timestamp(), jsonb_build_object('City', 'Berlin', 'Plan', 'free')
          from (select nextval('readers') as n from generate_series(1, ${batch}::integer)) k
          returning client_id, list_id, id, state, state_at
        )
        insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
        select client_id, list_id, id, state_at, null, state, 'added', ${db.json(evidence)}::jsonb
        from added`
  })
}

/** @returns bytes of the write-ahead log for each */
async function addSingly(db: Database): Promise<number> {
  const readers = await db<{ address: string; name: string }[]>`
    select reader(n) as address, named(n) as name from (select nextval('readers') as n from generate_series(1, ${singles}::integer)) k`
  return logged(db, singles, async () => {
    for (const { address, name } of readers) {
      const member = {
        clientId: 1,
        listId: 1,
        address,
        email: address,
        name,
        mobileNumber: null,
        state: 'Active' as const,
      }
      await transaction(db, sql =>
        insertMembers(sql, [{ ...member, fields: { City: 'Berlin', Plan: 'free' }, cause: 'added', evidence }]),
      )
    }
  })
}

async function sizesOf(db: Database): Promise<string[][]> {
  const sizes = await db<{ name: string; bytes: number; each: number }[]>`
    select relname as name, pg_relation_size(oid) as bytes, pg_relation_size(oid) / ${subscribers + singles}::float as each
    from pg_class
    where oid = 'subscribers'::regclass or oid in (select indexrelid from pg_index where indrelid = 'subscribers'::regclass)
    order by relkind desc, 2 desc`
  const indexes = sizes.slice(1).reduce((sum, { each }) => sum + each, 0)
  return [...sizes.map(({ name, each }) => [name, each.toFixed(0)]), ['all indexes', indexes.toFixed(0)]]
}

async function logged(db: Database, rows: number, work: () => Promise<void>): Promise<number> {
  const begun = await position(db)
  await work()
  return ((await position(db)) - begun) / rows
}

async function position(db: Database): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`
  return row!.bytes
}
