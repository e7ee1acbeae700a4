/**
 * Turns the database of an installation into a distributed one. Each step is a transaction and finds out by itself whether it is done, so that
 * a run which ends at any moment is gone on with by the next. See docs/distributing.md.
 */
import { OperatorError } from '../../lib/operator-error.ts'
import type { Database, Reserved, Sql } from '../connection/database.ts'
import { forgetDistribution } from '../connection/distributed.ts'
import { completeDirectory } from '../directory.ts'
import { addForeignKey, dropForeignKeys, readForeignKeys } from './keys.ts'
import { turnOffJit } from './nodes.ts'
import {
  countRows,
  findLocalRows,
  findMisplaced,
  forgetLocalRows,
  type MisplacedTable,
  placeTable,
  takeInByKeys,
} from './placing.ts'
import {
  beginDistribution,
  endDistribution,
  isDistributionUnfinished,
  readPlaced,
  readRecordedKeys,
  recordPlaced,
} from './unfinished.ts'

/** Any number no other program locks: two runs wait for each other. */
const lockKey = 7_203_551_889

export interface DistributeOptions {
  /** Number of shards of each distributed table; `citus.shard_count` of the server where it is not given. */
  readonly shards?: number | undefined
  /** Called before each step, with a sentence. */
  readonly progress?: (sentence: string) => void
}

export interface Distributed {
  /** Tables that were placed, in this run or in those before it that did not end. */
  readonly tables: number
  readonly rows: number
  readonly foreignKeys: number
}

/**
 * Distributes the tables that are not where they belong. The database has the extension and its workers, and no service uses it.
 * @returns undefined if all tables are where they belong
 * @throws OperatorError if a check fails; nothing is lost then, and the next run goes on
 */
export async function distribute(db: Database, options: DistributeOptions = {}): Promise<Distributed | undefined> {
  const sql = await db.reserve()
  try {
    await lockOut(sql, options)
    await sql.unsafe(`set citus.multi_shard_modify_mode = 'sequential'; set client_min_messages = warning`)
    return await run(sql, options)
  } finally {
    forgetDistribution(db)
    // what is not committed is rolled back with the connection
    sql.release()
  }
}

/** A run that was killed keeps the lock until its last statement has ended on the server. */
async function lockOut(sql: Sql, { progress }: DistributeOptions): Promise<void> {
  const [free] = await sql<{ isFree: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as is_free`
  if (free!.isFree) return
  progress?.('Another run has not ended on the server; this one waits for it.')
  await sql`select pg_advisory_lock(${lockKey})`
}

async function run(sql: Reserved, options: DistributeOptions): Promise<Distributed | undefined> {
  const { progress } = options
  const misplaced = await findMisplaced(sql)
  if (!(await isDistributionUnfinished(sql))) {
    if (misplaced.length === 0) return undefined
    // rows that a program before the directory made since the migration: a distributed database looks for them nowhere else
    if (misplaced.some(({ name }) => name === 'directory')) await within(sql, () => completeDirectory(sql))
    await beginDistribution(
      sql,
      await readForeignKeys(
        sql,
        misplaced.map(({ name }) => name),
      ),
    )
  }
  const keys = await readRecordedKeys(sql)
  if (misplaced.length > 0) {
    progress?.(`Dropping ${keys.length} foreign keys; they come back at the end.`)
    await within(sql, async () => {
      await takeInByKeys(sql, false)
      await dropForeignKeys(sql, keys)
    })
    await placeAll(sql, misplaced, options)
  }
  progress?.(`Adding ${keys.length} foreign keys.`)
  for (const key of keys) await within(sql, () => addForeignKey(sql, key))
  for (const { name } of await findLocalRows(sql)) await forgetLocalRows(sql, name)
  progress?.('Checking tables, rows and keys.')
  const done = await verify(sql)
  await turnOffJit(sql)
  progress?.('Reading the statistics of all tables.')
  await sql.unsafe('analyze')
  await endDistribution(sql)
  return done
}

async function placeAll(sql: Reserved, tables: readonly MisplacedTable[], options: DistributeOptions): Promise<void> {
  for (const [place, table] of tables.entries()) {
    const [size] = await sql<{ bytes: number }[]>`
      select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint as bytes from pg_partition_tree(${table.name}::text::regclass)`
    options.progress?.(
      `Table ${place + 1} of ${tables.length}: ${table.name}, ${table.placement}, ${(size!.bytes / 1e6).toFixed(1)} MB`,
    )
    await within(sql, async () => recordPlaced(sql, table.name, await placeTable(sql, table, options.shards)))
  }
}

/** @throws OperatorError for what is not as it was before, or not where it belongs */
async function verify(sql: Sql): Promise<Distributed> {
  const [misplaced] = await findMisplaced(sql)
  if (misplaced) throw new OperatorError(`The table ${misplaced.name} is not ${misplaced.placement}. ${again}`)
  const [local] = await findLocalRows(sql)
  if (local)
    throw new OperatorError(`The coordinator still has ${local.bytes} octets of the table ${local.name}. ${again}`)
  const placed = await readPlaced(sql)
  for (const { name, rows } of placed) {
    const found = await countRows(sql, name)
    if (found !== rows)
      throw new OperatorError(
        `The table ${name} had ${rows} rows and has ${found}. Restore the backup that was made before.`,
      )
  }
  const keys = await readRecordedKeys(sql)
  const there = new Set(
    (await readForeignKeys(sql, [...new Set(keys.map(({ table }) => table))])).map(
      ({ table, name }) => `${table} ${name}`,
    ),
  )
  const lost = keys.find(({ table, name }) => !there.has(`${table} ${name}`))
  if (lost) throw new OperatorError(`The foreign key ${lost.name} of the table ${lost.table} is missing. ${again}`)
  return { tables: placed.length, rows: placed.reduce((sum, { rows }) => sum + rows, 0), foreignKeys: keys.length }
}

const again = 'Run lettershop distribute again.'

async function within(sql: Reserved, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('begin')
  try {
    await work()
  } catch (error) {
    await sql.unsafe('rollback').catch(() => {})
    throw error
  }
  await sql.unsafe('commit')
}
