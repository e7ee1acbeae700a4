/**
 * What grows without end is kept in partitions, so that its old part goes by dropping a table. History is kept by month: each month has a
 * partition, made a month ahead. The ledger, opens and clicks are kept by ranges of campaigns, whose ids rise with time; the ranges of
 * about a month are made ahead, and a campaign beyond them makes its own when it begins.
 */
import type { Database, Sql } from './connection/database.ts'
import { isDistributed } from './connection/distributed.ts'
import { transaction } from './connection/transaction.ts'
import { forgetLocalRows } from './distribution/placing.ts'
import { removeUnderLock } from './retention/removing.ts'

/** By month: the column that says when, and whether rows of no month's partition go to a default one, `<table>_rest`. */
const byMonth = {
  subscriber_history: { at: 'at', hasRest: true },
  hits: { at: 'at', hasRest: true },
  audit_log: { at: 'at', hasRest: true },
  published_events: { at: 'published_at', hasRest: false },
} as const
type MonthlyTable = keyof typeof byMonth

/** By campaign: no table has a default partition. */
const byCampaign = ['audience', 'leases', 'log', 'opens', 'clicks'] as const
type CampaignTable = (typeof byCampaign)[number]

/** Any number no other program locks; two makers wait for each other. */
const lockKey = 7_203_551_884

export interface Partition {
  readonly table: string
  readonly name: string
  /** As PostgreSQL writes them, in UTC; from the first on (MINVALUE: all before), before the second. */
  readonly from: string
  readonly until: string
}

/** All partitions but the default ones. */
export async function readPartitions(sql: Sql): Promise<Partition[]> {
  return sql<Partition[]>`
    select p.relname as table, c.relname as name, trim('''' from bounds[1]) as from, trim('''' from bounds[2]) as until
    from pg_class c
    join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent and p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace
    cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(](.+)[)] TO [(](.+)[)]') bounds
    where c.relkind = 'r' and bounds is not null
    order by c.relname`
}

/**
 * Makes the partitions of this month and the next, in UTC, and those of the campaigns to come; those that exist stay. Rows that are in
 * a default partition already move to theirs.
 */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const there = await readPartitions(db)
  for (const table of Object.keys(byMonth) as MonthlyTable[]) {
    const first = there.find(partition => partition.table === table && partition.from === 'MINVALUE')
    for (const next of [0, 1]) {
      const from = new Date(Date.UTC(year, month + next))
      if (first && from < new Date(first.until)) continue
      await makeMonth(db, table, from, new Date(Date.UTC(year, month + next + 1)))
    }
  }
  await makeCampaignPartitions(db)
}

/** Before this year a partition holds a year: imports bring single old rows. */
const firstYearByMonth = 2020

/** Makes the partitions of the history for rows of these months (UTC), of months already past. */
export async function makeHistoryPartitions(db: Database, months: readonly Date[]): Promise<void> {
  for (const at of months) {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
    if (year < firstYearByMonth) {
      const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
      await makeMonth(db, 'subscriber_history', from, to, String(year))
    } else {
      await makeMonth(db, 'subscriber_history', new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1)))
    }
  }
}

async function makeMonth(
  db: Database,
  table: MonthlyTable,
  from: Date,
  to: Date,
  name = from.toISOString().slice(0, 'YYYY-MM'.length).replace('-', '_'),
): Promise<void> {
  const partition = `${table}_${name}`
  const exists = await db`select 1 from pg_inherits where inhrelid = to_regclass(${partition})`
  if (exists.length > 0) return
  const bounds = { table, name: partition, from: from.toISOString(), until: to.toISOString() }
  await transaction(db, sql => attachPartition(sql, bounds), 'long')
}

/** Campaigns of the smallest and of the largest range. Each table has a partition a month for as long as it is in between. */
const [leastCampaigns, mostCampaigns] = [100, 100_000]

/** Makes the partitions of the campaigns that about a month may add. */
async function makeCampaignPartitions(db: Database): Promise<void> {
  const [campaigns] = await db<{ latest: number; recent: number }[]>`
    select (select last_value from campaigns_id_seq) as latest,
      (select count(*) from campaigns where created_at > now() - interval '31 days') as recent`
  const { latest, recent } = campaigns!
  const width = Math.min(Math.max(Math.ceil(recent / leastCampaigns) * leastCampaigns, leastCampaigns), mostCampaigns)
  const last = latest + Math.max(recent, leastCampaigns)
  await transaction(db, sql => extendTo(sql, last, width), 'long')
}

/** Makes the partitions that a campaign's rows go to, in the transaction that this connection is in, unless they were made ahead. */
export async function makePartitionsOf(sql: Sql, campaignId: number): Promise<void> {
  await extendTo(sql, campaignId, leastCampaigns)
}

/** One range more, where a campaign is beyond those that there are. */
async function extendTo(sql: Sql, campaignId: number, width: number): Promise<void> {
  if (campaignId < (await endOfCampaigns(sql))) return
  await sql`select pg_advisory_xact_lock(${lockKey})`
  const from = await endOfCampaigns(sql)
  if (campaignId < from) return
  const until = from + width * Math.ceil((campaignId + 1 - from) / width)
  for (const table of byCampaign)
    await attachPartition(sql, { table, name: `${table}_from_${from}`, from: String(from), until: String(until) })
}

/** The first campaign that has no partition yet. The tables have the same bounds. */
async function endOfCampaigns(sql: Sql): Promise<number> {
  const [row] = await sql<{ end: number }[]>`
    select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO [(]''([0-9]+)''')::bigint) as end
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audience'::regclass`
  return row!.end
}

/** Whether partitions of a table are made here. */
export function isPartitioned(table: string): table is MonthlyTable | CampaignTable {
  return table in byMonth || isByCampaign(table)
}

function isByCampaign(table: string): table is CampaignTable {
  return (byCampaign as readonly string[]).includes(table)
}

/**
 * Makes a partition in the transaction that this connection is in, unless it is there. Writers do not wait, but where rows move from
 * the default partition.
 * @param partition with a name of letters, digits and underscores, and bounds that are instants or numbers
 */
export async function attachPartition(sql: Sql, { table, name, from, until }: Partition): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`
  const [found] = await sql`select 1 from pg_inherits where inhrelid = to_regclass(${name})`
  if (found) return
  const monthly = table in byMonth ? byMonth[table as MonthlyTable] : undefined // it was looked up
  if (monthly?.hasRest) {
    // An insert finds its partition under a lock on the table; found before and used after the attaching, it would
    // be the wrong one, and the row would be refused.
    await sql`lock table only ${sql(table)} in share row exclusive mode`
    // Attaching needs this lock in any case; rows that came between moving and attaching would make it fail.
    await sql`lock table ${sql(`${table}_rest`)} in access exclusive mode`
  }
  await sql`create table ${sql(name)} (like ${sql(table)} including all)`
  // the key of the table would have to name the month
  if (table === 'published_events') await sql`alter table ${sql(name)} add primary key (client_id, sequence)`
  const moved = monthly?.hasRest ? await moveFromRest(sql, monthly.at, { table, name, from, until }) : 0
  // Neither a name nor a bound can be a parameter here; all three are made of our own constants and numbers.
  const begin = from === 'MINVALUE' ? from : `'${from}'`
  await sql.unsafe(`alter table ${table} attach partition ${name} for values from (${begin}) to ('${until}')`)
  // attaching distributes the partition as its table is, and copies its rows
  if (moved > 0 && (await isDistributed(sql)) && isOfClients(table)) await forgetLocalRows(sql, name)
}

/** @param at the column that says when @returns the number of rows that are in the partition now */
async function moveFromRest(sql: Sql, at: string, { table, name, from, until }: Partition): Promise<number> {
  const { count } = await sql`
    with moved as (
      delete from ${sql(`${table}_rest`)}
      where ${sql(at)} >= ${from}::timestamptz and ${sql(at)} < ${until}::timestamptz
      returning *
    )
    insert into ${sql(name)} select * from moved`
  return count
}

/** Whether a distributed database distributes the partitions of a table. */
function isOfClients(table: string): boolean {
  return table !== 'audit_log'
}

/** Drops partitions of a month that ended before an instant, with what is in them. @throws InUse */
export async function dropMonths(db: Database, table: 'audit_log', before: Date): Promise<void> {
  for (const partition of await readPartitions(db)) {
    const isOver = partition.table === table && partition.from !== 'MINVALUE' && new Date(partition.until) <= before
    if (isOver) await removeUnderLock(db, async sql => sql`drop table ${sql(partition.name)}`)
  }
}
