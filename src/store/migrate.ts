/**
 * Numbered migrations, `migrations/000001.sql` onwards, each in a transaction of its own, under an advisory lock. A
 * migration is never edited after it lands; a test holds `schema.sql` against what they make.
 */
import { readdir, readFile } from 'node:fs/promises'
import { OperatorError } from '../lib/operator-error.ts'
import type { Database, Sql } from './connection/database.ts'

const ours = new URL('./migrations/', import.meta.url)
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
  /** Where the numbered files are; ends with a slash. */
  readonly folder?: URL
  /** More to bring up to date while other starters wait. */
  readonly after?: () => Promise<void>
}

/**
 * Brings the schema up to date; safe to call from several starters at once.
 * @returns the numbers applied now
 * @throws SchemaTooNew when the database was migrated by a newer program
 */
export async function migrate(db: Database, { folder = ours, after }: MigrateOptions = {}): Promise<readonly number[]> {
  const known = await migrationsIn(folder)
  // One connection for all: the lock is its session's, and ends with it whatever happens to us.
  const sql = await db.reserve()
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    const newest = await newestApplied(sql)
    const last = Math.max(0, ...known.keys())
    if (newest > last) throw new SchemaTooNew(newest, last)
    const missing = [...known].filter(([number]) => number > newest)
    for (const [number, file] of missing)
      await sql.unsafe(`begin;\n${await textOf(number, new URL(file, folder))}; commit`)
    await after?.()
    return missing.map(([number]) => number)
  } finally {
    await sql.unsafe('rollback').catch(() => {}) // a warning where no transaction is open; the connection may be gone
    await sql`select pg_advisory_unlock(${lockKey})`.catch(() => {})
    sql.release()
  }
}

/**
 * Applies missing migrations in the present transaction of this connection: they commit or roll back with its other work.
 * Other starters wait for its end.
 * @param upTo the newest to apply; all there are where it is not given
 */
export async function migrateWithin(sql: Sql, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`
  const newest = await newestApplied(sql)
  for (const [number, file] of await migrationsIn(ours))
    if (number > newest && number <= upTo) await sql.unsafe(await textOf(number, new URL(file, ours)))
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
export function knownSchema(): Promise<number> {
  knownNumber ??= migrationsIn(ours).then(known => Math.max(...known.keys()))
  return knownNumber
}

/** @returns how many migrations of this program the database lacks; negative when a newer program migrated it */
export async function schemaAge(db: Database): Promise<number> {
  const [last, [row]] = await Promise.all([
    knownSchema(),
    db<{ newest: number }[]>`select coalesce(max(number), 0) as newest from migrations`,
  ])
  return last - row!.newest
}

/** The files by number, in order. */
async function migrationsIn(folder: URL): Promise<Map<number, string>> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return new Map(files.map(name => [Number.parseInt(name, 10), name]))
}
