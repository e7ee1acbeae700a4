/**
 * Numbered migrations, `migrations/000001.sql` onwards, applied in order under an advisory lock. A migration is never
 * edited after it lands.
 */
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number no other program locks; two starters wait for each other. */
const lockKey = 7_203_551_882

export class SchemaTooNew extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, this program knows up to ${known}. Start the newer program again, or restore a backup made before it ran.`,
    )
    this.name = 'SchemaTooNew'
  }
}

/**
 * Brings the schema up to date; safe to call from several starters at once.
 * @returns the numbers applied now
 * @throws SchemaTooNew when the database was migrated by a newer program
 */
export async function migrate(db: Database): Promise<readonly number[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const known = files.map(name => Number.parseInt(name, 10))
  return db.begin(async sql => {
    await sql`select pg_advisory_xact_lock(${lockKey})`
    await sql`create table if not exists migrations (number integer primary key, applied_at timestamptz not null default now())`
    const applied = (await sql<{ number: number }[]>`select number from migrations order by number`).map(
      row => row.number,
    )
    const newest = applied.at(-1) ?? 0
    if (newest > (known.at(-1) ?? 0)) throw new SchemaTooNew(newest, known.at(-1) ?? 0)
    const missing = known.filter(number => number > newest)
    for (const number of missing) {
      const file = files[known.indexOf(number)]!
      await sql.unsafe(await readFile(new URL(file, folder), 'utf8')).simple()
      await sql`insert into migrations (number) values (${number})`
    }
    return missing
  })
}
