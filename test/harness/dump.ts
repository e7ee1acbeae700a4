/** What a dump of a database would show. The embedded server ships no pg_dump, and Debian's is older than it. */
import type { Database } from '../../src/store/connection/database.ts'

/**
 * Columns of all tables that hold one of these texts, in any case, in letters or in octets.
 * @param texts patterns of PostgreSQL, in lower case
 * @returns `table.column`, in order
 */
export async function columnsWith(db: Database, ...texts: readonly string[]): Promise<string[]> {
  const columns = await db<{ schema: string; table: string; column: string; type: string }[]>`
    select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')`
  const found: string[] = []
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? db`encode(${db(column)}, 'escape')` : db`${db(column)}::text`
    const [row] = await db`
      select from ${db(`${schema}.${table}`)} where lower(${value}) ~ any(${texts as string[]}::text[]) limit 1`
    if (row) found.push(`${table}.${column}`)
  }
  return [...new Set(found)].sort()
}
