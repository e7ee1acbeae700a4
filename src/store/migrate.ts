/**
 * The schema: `schema.sql` makes all of it in an empty database; an older one is brought up to date by numbered migrations,
 * `migrations/000062.sql` and on, each in a transaction of its own. Those of installations before version 1.0 are in
 * `migrations/before-1.0/`. All of it runs under an advisory lock. A migration is never edited after it lands; a test compares what
 * `schema.sql` makes and what the migrations make.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../lib/operator-error.ts'
import type { Database, Sql } from './connection/database.ts'
import { isDistributed } from './connection/distributed.ts'
import { wasBlocked } from './connection/failures.ts'
import { splitStatements } from './connection/statements.ts'
import { placeNewTables, takeInByKeys } from './distribution/placing.ts'

/** Where a schema comes from. */
interface Source {
  /** Makes all of it in an empty database, and records the numbers that it holds. */
  readonly baseline?: URL
  /** Where the numbered files are; each ends with a slash. */
  readonly folders: readonly URL[]
}

const ours = {
  baseline: new URL('./schema.sql', import.meta.url),
  folders: [new URL('./migrations/before-1.0/', import.meta.url), new URL('./migrations/', import.meta.url)],
} satisfies Source
/** Any number no other program locks; two starters wait for each other. */
const lockKey = 7_203_551_882

export class SchemaTooNew extends OperatorError {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, this program knows up to ${known}. Start the newer program again, or restore a backup made before it ran.`,
    )
    this.name = 'SchemaTooNew'
  }
}

interface MigrateOptions {
  /** Numbered files to take instead of ours; ends with a slash. */
  readonly folder?: URL
  /** More to bring up to date while other starters wait. */
  readonly after?: () => Promise<void>
}

/**
 * Brings the schema up to date; safe to call from several starters at once.
 * @returns the numbers applied now
 * @throws SchemaTooNew when the database was migrated by a newer program
 */
export async function migrate(db: Database, { folder, after }: MigrateOptions = {}): Promise<readonly number[]> {
  const source: Source = folder ? { folders: [folder] } : ours
  const known = await migrationsIn(source)
  // One connection for all: the lock is its session's, and ends with it whatever happens to us.
  const sql = await db.reserve()
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    const found = await newestApplied(sql)
    const last = Math.max(0, ...known.keys())
    if (found > last) throw new SchemaTooNew(found, last)
    if (found === 0 && source.baseline) await runAlone(sql, await readFile(source.baseline, 'utf8'))
    const newest = await newestApplied(sql)
    for (const [number, file] of known) if (number > newest) await runAlone(sql, await textOf(number, file))
    await after?.()
    return [...known.keys()].filter(number => number > found)
  } finally {
    await sql.unsafe('rollback').catch(() => {}) // a warning where no transaction is open; the connection may be gone
    await sql`select pg_advisory_unlock(${lockKey})`.catch(() => {})
    sql.release()
  }
}

/**
 * Where a migration has this line, and at its end, the tables that it has made are placed in a database that is distributed: what follows may
 * then have foreign keys from them to tables of clients, and join them. A new table of clients has no such key before that line.
 */
const placingLine = /^-- new tables are placed here$/m

/** Runs a file in a transaction of its own. One that gives way, instead of having others wait behind it, runs again until it has its locks. */
async function runAlone(sql: Sql, text: string): Promise<void> {
  for (;;) {
    try {
      if (await isDistributed(sql)) await runPlacing(sql, text)
      else await sql.unsafe(`begin;\n${text}\n; commit`)
      return
    } catch (error) {
      if (!wasBlocked(error)) throw error
      await sql.unsafe('rollback')
      await sleep(2000)
    }
  }
}

async function runPlacing(sql: Sql, text: string): Promise<void> {
  // shards of one table after the other, on the connections that the transaction has already
  await sql.unsafe(`begin; set local citus.multi_shard_modify_mode = 'sequential'`)
  await takeInByKeys(sql, false)
  for (const part of text.split(placingLine)) {
    for (const statement of splitStatements(part)) await sql.unsafe(statement)
    await placeNewTables(sql)
  }
  await sql.unsafe('commit')
}

/**
 * Applies missing migrations in the present transaction of this connection: they commit or roll back with its other work.
 * Other starters wait for its end.
 * @param upTo the newest to apply; all there are where it is not given
 */
export async function migrateWithin(sql: Sql, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`
  const isAll = upTo >= (await readKnownSchema())
  if (isAll && (await newestApplied(sql)) === 0) await sql.unsafe(await readFile(ours.baseline, 'utf8'))
  const newest = await newestApplied(sql)
  for (const [number, file] of await migrationsIn(ours))
    if (number > newest && number <= upTo) await sql.unsafe(await textOf(number, file))
}

async function newestApplied(sql: Sql): Promise<number> {
  await sql`create table if not exists migrations (number integer primary key, applied_at timestamptz not null default now())`
  const [row] = await sql<{ newest: number }[]>`select coalesce(max(number), 0) as newest from migrations`
  return row!.newest
}

async function textOf(number: number, file: URL): Promise<string> {
  return `${await readFile(file, 'utf8')}\n;insert into migrations (number) values (${number})`
}

let knownNumber: Promise<number> | undefined

/** The number of this program's newest migration. */
export function readKnownSchema(): Promise<number> {
  knownNumber ??= migrationsIn(ours).then(known => Math.max(...known.keys()))
  return knownNumber
}

/** @returns how many migrations of this program the database lacks; negative when a newer program migrated it */
export async function readSchemaAge(db: Sql): Promise<number> {
  const [last, [row]] = await Promise.all([
    readKnownSchema(),
    db<{ newest: number }[]>`select coalesce(max(number), 0) as newest from migrations`,
  ])
  return last - row!.newest
}

/** The files by number, in order. */
async function migrationsIn({ folders }: Source): Promise<Map<number, URL>> {
  const names = await Promise.all(folders.map(folder => readdir(folder)))
  const files = names.flatMap((found, index) =>
    found.filter(name => name.endsWith('.sql')).map(name => [name, folders[index]!] as const),
  )
  files.sort(([one], [other]) => (one < other ? -1 : 1))
  return new Map(files.map(([name, folder]) => [Number.parseInt(name, 10), new URL(name, folder)]))
}
