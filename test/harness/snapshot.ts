/** Every row of a database, for tests of what does not change. */
import type { Database } from '../../src/store/connection/database.ts'

/** Changed by the service itself, whatever is asked of it: times of work, and calls. */
const busy: ReadonlySet<string> = new Set([
  'audit_log',
  'backup_schedule',
  'database_server',
  'heartbeats',
  'job_workers',
  'retention_work',
  'sessions',
  'throttle_buckets',
])

/** All rows by table, as text. Partitions are read as their table. */
export async function snapshot(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
  const rows = new Map<string, readonly string[]>()
  for (const { name } of tables) {
    if (busy.has(name)) continue
    const found = await db<{ row: string }[]>`select t::text as row from ${db(name)} t order by 1`
    rows.set(
      name,
      found.map(({ row }) => row),
    )
  }
  return rows
}

/** Rows that one snapshot has and the other does not, by table. */
export function differences(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, { readonly gone: readonly string[]; readonly come: readonly string[] }>> {
  return Object.fromEntries(
    [...after].flatMap(([table, rows]) => {
      const old = new Set(before.get(table))
      const now = new Set(rows)
      const gone = [...old].filter(row => !now.has(row))
      const come = [...now].filter(row => !old.has(row))
      return gone.length + come.length > 0 ? [[table, { gone, come }]] : []
    }),
  )
}
