/**
 * What is recorded of a distribution that has begun: the foreign keys that it drops, and the rows of the tables that it has placed. It is kept
 * in a schema of its own, which is made before the first change and dropped after the last check: while it is there nothing but another
 * run of `lettershop distribute` uses the database.
 */
import { OperatorError } from '../../lib/operator-error.ts'
import type { Sql } from '../connection/database.ts'
import type { RecordedKey } from './keys.ts'

const mark = 'lettershop_distribution'

class DistributionUnfinished extends OperatorError {
  constructor() {
    super(
      'A distribution of this database has begun and has not ended: it failed, was stopped, or still runs. Run lettershop distribute again; it goes on where it ended.',
    )
  }
}

/** @throws OperatorError if a distribution has begun and has not ended */
export async function refuseUnfinishedDistribution(sql: Sql): Promise<void> {
  if (await isDistributionUnfinished(sql)) throw new DistributionUnfinished()
}

export async function isDistributionUnfinished(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from pg_namespace where nspname = ${mark}) as found`
  return row!.found
}

/** Begins it, in one transaction, unless it has begun: makes the schema and records the keys. Citus is not to copy it to the workers. */
export async function beginDistribution(sql: Sql, keys: readonly RecordedKey[]): Promise<void> {
  await sql.unsafe(`begin; set local citus.enable_ddl_propagation = off; create schema ${mark};
    create table ${mark}.keys ("table" text, name text, definition text, primary key ("table", name));
    create table ${mark}.tables (name text primary key, rows bigint not null)`)
  for (const { table, name, definition } of keys)
    await sql`insert into ${sql(mark)}.keys values (${table}, ${name}, ${definition})`
  await sql.unsafe('commit')
}

/** The keys to add at the end. */
export async function readRecordedKeys(sql: Sql): Promise<RecordedKey[]> {
  return sql<RecordedKey[]>`select "table", name, definition from ${sql(mark)}.keys order by "table", name`
}

/** Called in the transaction that places the table. */
export async function recordPlaced(sql: Sql, table: string, rows: number): Promise<void> {
  await sql`insert into ${sql(mark)}.tables values (${table}, ${rows}) on conflict (name) do update set rows = excluded.rows`
}

/** The rows that each placed table had before. */
export async function readPlaced(sql: Sql): Promise<readonly { readonly name: string; readonly rows: number }[]> {
  return sql<{ name: string; rows: number }[]>`select name, rows from ${sql(mark)}.tables order by name`
}

/** Ends it. */
export async function endDistribution(sql: Sql): Promise<void> {
  await sql.unsafe(`begin; set local citus.enable_ddl_propagation = off; drop schema ${mark} cascade; commit`)
}
