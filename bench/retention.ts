/**
 * The bytes that retention writes and frees: write-ahead log against bytes of rows and indexes, each case right after a checkpoint, when PostgreSQL
 * writes the most. Vacuum, which gives back what was deleted row by row, is part of what is written.
 *
 *   node --import tsx bench/retention.ts [rows]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/lib/log.ts'
import { connect } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { makePartitions } from '../src/store/partitions.ts'
import { removeEngagement } from '../src/store/retention/campaigns.ts'
import type { Horizons } from '../src/store/retention/horizons.ts'
import { removeMonths } from '../src/store/retention/months.ts'
import { count, printTable } from './table.ts'

const [rows = 300_000] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const embedded = await startEmbedded({ dataFolder: folder, log: createLog('error'), durable: false })
const db = connect(embedded.url, { max: 2 })
const signal = new AbortController().signal
const month = new Date('2024-03-01T00:00:00Z')
const monthOver = new Date('2024-05-01T00:00:00Z')

try {
  await migrate(db)
  await db.unsafe(`
    insert into accounts (name, site_url) values ('a', 'http://a.example/');
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
      select 1, 'c' || n, '', '', 'Germany', 'Etc/UTC', '' from generate_series(1, 3) n;`)
  await db.unsafe('alter system set full_page_writes = on')
  await db.unsafe('select pg_reload_conf()')
  const table: string[][] = [['', 'freed', 'written', 'share', 'seconds']]
  const own = (before: Date | null): Horizons => ({ others: monthOver, own: [{ clientId: 2, before }] })
  for (const [name, staying, horizons] of [
    ['a month of opens and clicks, all rows go', 0, own(null)],
    ['5 % of its rows stay', 0.05, own(null)],
    ['40 % of its rows stay', 0.4, own(null)],
    ['5 % of its rows go', 0.05, { others: null, own: [{ clientId: 2, before: monthOver }] }],
  ] as const) {
    await fillHits(staying)
    const gone = horizons.others ? 1 - staying : staying
    const bytes = await sizeOf('hits_2024_03')
    table.push([name, ...(await measure(bytes * gone, () => removeMonths(db, 'hits', horizons, signal), 'hits'))])
  }
  for (const [name, going] of [
    ['opens per person, all of a partition go', 10],
    ['one campaign of ten goes', 1],
  ] as const) {
    await fillOpens(going)
    const bytes = (await sizeOf('opens_first')) * (going / 10)
    const horizons = { others: new Date(), own: [] }
    table.push([name, ...(await measure(bytes, () => removeEngagement(db, horizons, signal), 'opens'))])
  }
  printTable([[`${count(rows)} rows`, ...table[0]!.slice(1)], ...table.slice(1)])
} finally {
  await db.end()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A month; so many rows are of client 2, in its own campaign. */
async function fillHits(share: number): Promise<void> {
  await db.unsafe('drop table if exists hits_2024_03')
  await makePartitions(db, month)
  await db.unsafe(`
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
    select case when n <= ${rows * share} then 2 else 1 end, case when n <= ${rows * share} then 2 else 1 end, n % 100000,
      case when n % 3 = 0 then 'click' else 'open' end, case when n % 3 = 0 then 1 end,
      '2024-03-02'::timestamptz + n * interval '1 second', '192.0.2.0', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'
    from generate_series(1, ${rows}) n`)
}

/** Ten campaigns of the first partition, of which the first ones are over. */
async function fillOpens(going: number): Promise<void> {
  await db.unsafe(`
    truncate campaigns, opens, clicks cascade;
    insert into campaigns (client_id, id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
      overriding system value
      select 1, n, 'c', '', '', '', '', '', '', 'sent', now(), case when n <= ${going} then '2020-01-01'::timestamptz else now() + interval '1 day' end
      from generate_series(1, 10) n;
    insert into opens (client_id, campaign_id, number, opens, first_at, counted)
      select 1, 1 + n % 10, n, 1, now(), '{"all": [1,1,0,0], "hours": {"480000": [1,1,0,0]}, "links": {}, "program": {"name": "Thunderbird", "version": ""}}'
      from generate_series(1, ${rows}) n order by n % 10`)
}

async function sizeOf(partition: string): Promise<number> {
  const [row] = await db<
    { bytes: number }[]
  >`select pg_total_relation_size(${partition}::text::regclass)::bigint as bytes`
  return row!.bytes
}

async function measure(freed: number, work: () => Promise<void>, table: string): Promise<readonly string[]> {
  await db.unsafe('checkpoint')
  const [from] = await db<{ at: string }[]>`select pg_current_wal_lsn()::text as at`
  const begun = performance.now()
  await work()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  await db.unsafe(`vacuum ${table}`)
  const [row] = await db<
    { written: number }[]
  >`select pg_wal_lsn_diff(pg_current_wal_lsn(), ${from!.at}::text::pg_lsn)::bigint as written`
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MB`
  return [mb(freed), mb(row!.written), `${((100 * row!.written) / freed).toFixed(1)} %`, seconds]
}
