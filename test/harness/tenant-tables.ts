/** The tables that have rows of clients, read from the schema. */
import type { Database } from '../../src/store/connection/database.ts'

/** Tables whose rows are not a client's; their client_id is a reference that may be absent. */
export const notOfTenants: ReadonlySet<string> = new Set(['audit_log', 'grants', 'logins', 'mailbox'])

export interface ClientTable {
  readonly name: string
  /** Whether client_id may be null. */
  readonly optional: boolean
  /** Unique indexes with their columns; the name of an expression is its text. */
  readonly keys: readonly { readonly name: string; readonly primary: boolean; readonly columns: readonly string[] }[]
}

/** Every table with a column client_id, by name. The directory says of identifiers whose they are, and is read before the client is known. */
export function clientTables(db: Database): Promise<readonly ClientTable[]> {
  // partitions have the keys of their table
  return db<ClientTable[]>`
    select c.relname as name, not a.attnotnull as optional,
      coalesce((
        select json_agg(json_build_object('name', x.relname, 'primary', i.indisprimary, 'columns', (
          select json_agg(pg_get_indexdef(i.indexrelid, k, false) order by k) from generate_series(1, i.indnkeyatts) k)) order by x.relname)
        from pg_index i
        join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and i.indisunique
      ), '[]') as keys
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'directory'
    order by c.relname`
}
