/**
 * Foreign keys, and unique keys without the client. Citus takes a foreign key only between tables that are placed already, so that they are
 * dropped before tables are placed and added afterwards; all of ours are of kinds that it takes. A unique key of a distributed table must
 * contain the client: the others become ordinary indexes. What they kept unique are random public ids, which `directory` keeps unique where
 * they are looked up before the client is known, and numbers from sequences.
 */
import type { Sql } from '../connection/database.ts'
import { distributionColumn } from './placement.ts'

export interface RecordedKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export interface ForeignKey extends RecordedKey {
  /** The other table. */
  readonly references: string
}

/** The foreign keys of or to these tables. */
export async function readForeignKeys(sql: Sql, tables: readonly string[]): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition, r.relname as references
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace
      and not c.relispartition and (c.relname = any(${tables}::text[]) or r.relname = any(${tables}::text[]))
    order by c.relname, k.conname`
}

export interface UniqueKey {
  readonly table: string
  readonly name: string
  readonly isConstraint: boolean
  /** Makes the index that takes its place. */
  readonly index: string
}

/** The unique keys of these tables that do not contain the client. */
export async function readClientlessKeys(sql: Sql, tables: readonly string[]): Promise<UniqueKey[]> {
  return sql<UniqueKey[]>`
    select c.relname as table, x.relname as name, k.oid is not null as is_constraint,
      regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX', 'CREATE INDEX') as index
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('u', 'p')
    where i.indisunique and c.relnamespace = current_schema()::regnamespace and c.relname = any(${tables}::text[])
      and not exists (
        select 1 from pg_attribute a
        where a.attrelid = c.oid and a.attname = ${distributionColumn}
          and a.attnum = any((i.indkey::smallint[])[0:i.indnkeyatts - 1]))
    order by c.relname, x.relname`
}

/** Makes ordinary indexes of unique keys. In one transaction, so that none is lost. */
export async function loosenKeys(sql: Sql, keys: readonly UniqueKey[]): Promise<void> {
  for (const { table, name, isConstraint, index } of keys) {
    if (isConstraint) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`
    else await sql`drop index ${sql(name)}`
    await sql.unsafe(index)
  }
}

/** Drops foreign keys; those that are gone already are left out. */
export async function dropForeignKeys(sql: Sql, keys: readonly RecordedKey[]): Promise<void> {
  for (const { table, name } of keys) await sql`alter table ${sql(table)} drop constraint if exists ${sql(name)}`
}

/** Adds a foreign key, unless it is there; PostgreSQL checks all rows. */
export async function addForeignKey(sql: Sql, { table, name, definition }: RecordedKey): Promise<void> {
  const [found] = await sql`
    select 1 from pg_constraint where conrelid = ${table}::text::regclass and conname = ${name} and contype = 'f'`
  if (found) return
  // the definition is PostgreSQL's own text of it
  await sql.unsafe(`alter table "${table}" add constraint "${name}" ${definition}`)
}
