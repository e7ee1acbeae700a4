/**
 * Removing rows of partitions for less than they take: a partition without rows that stay is emptied by TRUNCATE, which writes nothing for
 * the rows and gives the space back; few rows that stay are written again; few rows that go are deleted in steps.
 *
 * Each step is a transaction with a short wait for its locks, so that nothing queues behind it. It gives way to a backup: a snapshot sees
 * what a step marks as removed, or all rows of it.
 */
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { isLockTimeout } from '../connection/failures.ts'
import { transaction } from '../connection/transaction.ts'

/** Any number no other program locks: shared by backups, held alone by each step. */
export const removingLock = 7_203_551_887

/** A lock was not to be had, or a backup is being made: the step is tried again later. */
export class InUse extends Error {}

/** Milliseconds that a step waits for a lock. Statements that come meanwhile wait behind it for as long. */
const lockWaitMs = 200
/** Rows of one statement. */
const rowsOfStep = 5_000
/** Rows that are written again while their partition is locked, at most: about a second. */
const mostRewritten = 100_000
/** Writing a row again costs up to twice what deleting one does; so many times more rows have to go. */
const rewriteRatio = 4

/** Does a step that takes locks. @throws InUse */
export async function removeUnderLock<Value>(db: Database, step: (sql: Transaction) => Promise<Value>): Promise<Value> {
  try {
    return await transaction(
      db,
      async sql => {
        const [lock] = await sql<{ isHeld: boolean }[]>`select pg_try_advisory_xact_lock(${removingLock}) as is_held`
        if (!lock!.isHeld) throw new InUse('A backup is being made, or another process removes rows.')
        await sql`select set_config('lock_timeout', ${String(lockWaitMs)}::text, true)`
        return await step(sql)
      },
      'long',
    )
  } catch (error) {
    if (isLockTimeout(error)) throw new InUse('A table is in use.', { cause: error })
    throw error
  }
}

/** Which rows of a partition stay, and which go. Conditions are on its columns. */
export interface Split {
  readonly stays: Fragment
  readonly goes: Fragment
  /** The rows that go in parts that an index finds; absent where all pages are read, once. */
  readonly parts?: readonly Fragment[]
}

/**
 * Removes the rows of a partition that go, in the cheapest way.
 * @param partition a name of PostgreSQL's catalogue
 * @throws InUse
 */
export async function removeRows(db: Database, partition: string, split: Split, signal: AbortSignal): Promise<void> {
  const staying = await countUpTo(db, partition, split.stays, mostRewritten + 1)
  if (staying > mostRewritten) return deleteSplit(db, partition, split, signal)
  const going = await countUpTo(db, partition, split.goes, Math.max(1, staying * rewriteRatio))
  if (going === 0) return
  if (going < staying * rewriteRatio) return deleteSplit(db, partition, split, signal)
  await removeUnderLock(db, async sql => {
    await sql`lock table ${sql(partition)} in access exclusive mode`
    await sql`create temporary table staying on commit drop as select * from ${sql(partition)} where ${split.stays}`
    await sql`truncate table ${sql(partition)}`
    await sql`insert into ${sql(partition)} select * from staying`
  })
}

async function countUpTo(sql: Sql, partition: string, condition: Fragment, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select 1 from ${sql(partition)} where ${condition} limit ${most}) found`
  return row!.count
}

/** Pages of one statement: some thousand rows. */
const pagesOfStep = 128

async function deleteSplit(db: Database, partition: string, { goes, parts }: Split, signal: AbortSignal) {
  if (parts) {
    for (const part of parts) await deleteInSteps(db, partition, part, signal)
    return
  }
  const pages = await countPages(db, partition)
  for (let page = 0; page < pages; page += pagesOfStep) {
    signal.throwIfAborted()
    await db`
      delete from ${db(partition)}
      where ctid >= ${`(${page},0)`}::text::tid and ctid < ${`(${page + pagesOfStep},0)`}::text::tid and ${goes}`
  }
}

/** Pages of a partition; of a distributed one, whose file here is empty, those of its longest part. */
async function countPages(sql: Sql, partition: string): Promise<number> {
  const [size] = await sql<{ pages: number }[]>`
    select (pg_relation_size(${partition}::text::regclass) / current_setting('block_size')::integer)::bigint as pages`
  if (size!.pages > 0) return size!.pages
  const [last] = await sql<{ row: string | null }[]>`select max(ctid)::text as row from ${sql(partition)}`
  return last!.row === null ? 0 : Number(/\d+/.exec(last!.row)![0]) + 1
}

/**
 * Deletes rows in transactions of their own. Another process may delete the same.
 * @param condition names the client of a client's rows
 */
export async function deleteInSteps(
  db: Database,
  table: string,
  condition: Fragment,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const { count } = await db`
      delete from ${db(table)}
      where ctid = any(array(select ctid from ${db(table)} where ${condition} limit ${rowsOfStep})) and ${condition}`
    if (count < rowsOfStep) return
  }
}

/** Drops an empty partition of a table; one that got rows meanwhile stays. @throws InUse */
export async function dropEmpty(db: Database, table: string, partition: string): Promise<void> {
  await removeUnderLock(db, async sql => {
    // in the order of readers, who lock the table first
    await sql`lock table only ${sql(table)} in access exclusive mode`
    const [row] = await sql`select 1 from ${sql(partition)} limit 1`
    if (!row) await sql`drop table ${sql(partition)}`
  })
}
