/**
 * History is kept by month: each month has a partition, made a month ahead. What no month's partition takes (rows dated
 * long ago) goes to the default partition, `<table>_rest`.
 */
import type { Database, Sql } from './connection/database.ts'
import { transaction } from './connection/transaction.ts'

const tables = ['subscriber_history', 'hits', 'audit_log'] as const
/** Any number no other program locks; two makers wait for each other. */
const lockKey = 7_203_551_884

/**
 * Makes the partitions of this month and the next, in UTC; those that exist stay. Rows that are in the default
 * partition already move to theirs.
 */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  for (const table of tables) {
    for (const next of [0, 1]) {
      const from = new Date(Date.UTC(year, month + next))
      await makePartition(db, table, from, new Date(Date.UTC(year, month + next + 1)))
    }
  }
}

/** Before this year a partition holds a year: imports bring single old rows. */
const firstYearByMonth = 2020

/** Makes the partitions of the history for rows of these months (UTC), of months already past. */
export async function makeHistoryPartitions(db: Database, months: readonly Date[]): Promise<void> {
  for (const at of months) {
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
    if (year < firstYearByMonth) {
      const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]
      await makePartition(db, 'subscriber_history', from, to, String(year))
    } else {
      await makePartition(
        db,
        'subscriber_history',
        new Date(Date.UTC(year, month)),
        new Date(Date.UTC(year, month + 1)),
      )
    }
  }
}

async function makePartition(
  db: Database,
  table: PartitionedTable,
  from: Date,
  to: Date,
  name = from.toISOString().slice(0, 'YYYY-MM'.length).replace('-', '_'),
): Promise<void> {
  const partition = `${table}_${name}`
  const exists = await db`select 1 from pg_inherits where inhrelid = to_regclass(${partition})`
  if (exists.length > 0) return
  await transaction(db, sql => attachPartition(sql, table, partition, from, to), 'long')
}

export type PartitionedTable = (typeof tables)[number]

export function isPartitioned(table: string): table is PartitionedTable {
  return (tables as readonly string[]).includes(table)
}

/**
 * Makes a partition in the transaction that this connection is in, unless it is there.
 * @param partition its name, made of letters, digits and underscores
 */
export async function attachPartition(
  sql: Sql,
  table: PartitionedTable,
  partition: string,
  from: Date,
  to: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`
  const [found] = await sql`select 1 from pg_inherits where inhrelid = to_regclass(${partition})`
  if (found) return
  // An insert finds its partition under a lock on the table; found before and used after the attaching, it would
  // be the wrong one, and the row would be refused.
  await sql`lock table only ${sql(table)} in share row exclusive mode`
  // Attaching needs this lock in any case; rows that came between moving and attaching would make it fail.
  await sql`lock table ${sql(`${table}_rest`)} in access exclusive mode`
  await sql`create table ${sql(partition)} (like ${sql(table)} including all)`
  await sql`
    with moved as (delete from ${sql(`${table}_rest`)} where at >= ${from} and at < ${to} returning *)
    insert into ${sql(partition)} select * from moved`
  // Neither a name nor a bound can be a parameter here; all three are made of our own constants and a number.
  await sql.unsafe(
    `alter table ${table} attach partition ${partition} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  )
}
