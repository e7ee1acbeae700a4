/**
 * A world of so many subscribers with three times as many recipients and raw hits, kept in a folder, and what the calls that matter cost in
 * it. It is made in steps, each a transaction: a run that was stopped goes on where it was.
 *
 *   node --import tsx bench/world.ts make <folder> <subscribers>
 *   node --import tsx bench/world.ts measure <folder> [call …]
 *   node --import tsx bench/world.ts sizes <folder>
 *   node --import tsx bench/world.ts freeze <folder>      a campaign to all subscribers, in ranges; it stays in the world
 */
import { mkdirSync } from 'node:fs'
import { usualFreezeSize } from '../src/delivery/planning/freezing.ts'
import { beginFreezing, findNextFreeze, freezeRange } from '../src/store/campaigns/freezing.ts'
import { makeHistoryPartitions, makePartitions, makePartitionsOf } from '../src/store/partitions.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, printTable } from './table.ts'
import { measureCalls } from './world-calls.ts'
import { campaigns, makeSteps } from './world-steps.ts'

/** A freeze of more has no end. */
const mostRanges = 1_000

const [command, folder, ...rest] = process.argv.slice(2)
if (!folder || !['make', 'measure', 'sizes', 'freeze'].includes(command!))
  throw new Error('Say make, measure, sizes or freeze, and the folder of the world.')
mkdirSync(folder, { recursive: true })

// nothing of it is sent, counted or purged meanwhile
const world = await startProduct({ LETTERSHOP_ROLES: 'api', LETTERSHOP_CLIENTS_PER_HALF_HOUR: '0' }, folder)
try {
  if (command === 'make') await make(world, Number(rest[0]))
  else if (command === 'measure') await measureCalls(world, rest)
  else if (command === 'freeze') await freeze(world)
  else await showSizes(world)
} finally {
  await world.end()
}

async function make(product: Product, subscribers: number): Promise<void> {
  if (!(subscribers >= 1000 && subscribers <= 10_000_000))
    throw new Error('The subscribers are from 1,000 to 10,000,000.')
  const { db } = product
  await db`create table if not exists world_steps (name text primary key, took_ms integer not null)`
  const [made] = await db`select 1 from lists limit 1`
  if (!made) await makeFields(product, await makeList(product))
  const past = Array.from({ length: 7 }, (_, ago) => new Date(Date.now() - ago * 30 * 24 * 3_600_000))
  await makeHistoryPartitions(db, past)
  for (const at of past) await makePartitions(db, at)
  await makePartitionsOf(db, 10_000)
  const steps = makeSteps(subscribers)
  const done = new Set((await db<{ name: string }[]>`select name from world_steps`).map(({ name }) => name))
  for (const [n, { name, statements }] of steps.entries()) {
    if (done.has(name)) continue
    const begun = performance.now()
    await db.begin(async sql => {
      // the rows fit each other; asking that of each takes longer than writing them
      await sql`set local session_replication_role = replica`
      await sql`set local synchronous_commit = off`
      for (const statement of statements) await sql.unsafe(statement)
      await sql`insert into world_steps values (${name}, ${Math.round(performance.now() - begun)})`
    }, 'long')
    console.log(`${n + 1} of ${steps.length}: ${name}, ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  await db.unsafe('vacuum analyze')
  await showSizes(product)
}

/** Freezes the audience of a campaign to the largest list, range by range, as the service does, and says how long that takes. */
async function freeze({ db }: Product): Promise<void> {
  const [list] = await db<{ clientId: number; listId: number }[]>`
    select client_id, list_id from list_totals order by active desc limit 1`
  const { clientId, listId } = list!
  const [campaign] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${clientId}, ${`Frozen ${new Date().toISOString()}`}, 's', 'f', 'f@x.example', 'f@x.example', '', '', 'sending', now())
    returning id`
  const key = { clientId, campaignId: campaign!.id }
  const begun = performance.now()
  await db.begin(sql => beginFreezing(sql, key, { sources: [{ listId, tree: null }], exclusions: [] }))
  const seconds: number[] = []
  for (let isMore = true; isMore && seconds.length < mostRanges; ) {
    const beginning = performance.now()
    await db.begin(sql => freezeRange(sql, key, new Date(), usualFreezeSize, async () => undefined), 'long')
    seconds.push((performance.now() - beginning) / 1000)
    isMore = (await findNextFreeze(db, new Date(Date.now() + 60_000))) !== undefined
  }
  const [totals] = await db<{ recipients: number }[]>`
    select recipients from campaign_totals where client_id = ${clientId} and campaign_id = ${key.campaignId}`
  printTable([
    ['recipients', 'ranges', 'all, s', 'first range, s', 'last range, s', 'longest range, s'],
    [
      ...[count(totals!.recipients), count(seconds.length), ((performance.now() - begun) / 1000).toFixed(1)],
      ...[seconds[0]!, seconds.at(-1)!, Math.max(...seconds)].map(one => one.toFixed(2)),
    ],
  ])
}

async function makeFields({ call }: Product, { ListID }: { readonly ListID: string }): Promise<void> {
  for (const FieldName of ['City', 'Plan'])
    await call('List.CreateCustomField', { ListID, FieldName, DataType: 'Text', Options: '' })
  await call('Segment.Create', {
    ListID,
    Name: 'Berlin',
    Rules: [{ Field: '[City]', Operator: 'Equals', Value: 'Berlin' }],
  })
}

async function showSizes({ db }: Product): Promise<void> {
  const rows = await db<{ name: string; rows: number; heap: number; indexes: number }[]>`
    select parent.name, sum(greatest(c.reltuples, 0))::bigint as rows, sum(pg_table_size(c.oid))::bigint as heap,
      sum(pg_indexes_size(c.oid))::bigint as indexes
    from pg_class c
    cross join lateral (
      select coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = c.oid), c.relname::text) as name) parent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1 having sum(greatest(c.reltuples, 0)) > 1000
    order by 3 desc`
  const megabytes = (bytes: number) => count(bytes / 1_048_576)
  printTable([
    ['table', 'rows', 'table MB', 'index MB', 'table bytes a row', 'index bytes a row'],
    ...rows.map(({ name, rows, heap, indexes }) => [
      ...[name, count(rows), megabytes(heap), megabytes(indexes)],
      ...[(heap / rows).toFixed(0), (indexes / rows).toFixed(0)],
    ]),
  ])
  console.log(`${campaigns} campaigns to everyone; the database has ${megabytes(await sizeOf())} MB`)

  async function sizeOf(): Promise<number> {
    const [size] = await db<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`
    return Number(size!.bytes)
  }
}
