/**
 * A database whose tables hold many rows each that PostgreSQL has no statistics of, as after a burst: the rows belong to one account, one
 * client, one list, one campaign …, unless a key asks for more of them. Values follow from the columns, so a new table needs nothing here.
 */
import type { Database } from '../../src/store/connection/database.ts'
import { makePartitions } from '../../src/store/partitions.ts'

interface Column {
  readonly name: string
  /** Base type as PostgreSQL says it: `bigint`, `text[]` … */
  readonly type: string
  readonly isOptional: boolean
  readonly isIdentity: boolean
  /** Values that a check allows; undefined for any. */
  readonly values: readonly string[] | null
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns of each unique index; an expression is missing. */
  readonly keys: readonly (readonly string[])[]
}

/** Fills every table, in an order that does not matter: constraints between tables are not checked. */
export async function fillTables(db: Database, rows: number): Promise<void> {
  await makePartitions(db, new Date())
  const tables = await tablesOf(db)
  const connection = await db.reserve()
  try {
    await connection.unsafe('set session_replication_role = replica; set synchronous_commit = off')
    for (const table of tables) {
      await connection.unsafe(await withoutChecks(db, table.name))
      await connection.unsafe(insertOf(table, rows))
    }
  } finally {
    connection.release()
  }
}

async function tablesOf(db: Database): Promise<readonly Table[]> {
  return db<Table[]>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, case when a.atttypid = 'bit'::regtype then a.atttypmod end), 'isOptional', not a.attnotnull,
          'isIdentity', a.attidentity <> '',
          'values', (
            select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
            from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
              and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
            limit 1
          )) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg((
          select coalesce(json_agg(a.attname order by k.place), '[]')
          from unnest(i.indkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where k.place <= i.indnkeyatts))
        from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as keys
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
    order by c.relname`
}

/** Checks would ask for rows that agree with themselves; autovacuum would gather statistics. */
async function withoutChecks(db: Database, table: string): Promise<string> {
  const checks = await db<{ name: string }[]>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`
  const parts = await db<{ name: string }[]>`
    select coalesce(i.inhrelid, c.oid)::regclass::text as name
    from pg_class c left join pg_inherits i on i.inhparent = c.oid where c.oid = ${table}::regclass`
  return [
    ...checks.map(({ name }) => `alter table ${table} drop constraint "${name}"`),
    ...parts.map(part => `alter table ${part.name} set (autovacuum_enabled = false)`),
  ].join(';')
}

function insertOf({ name, columns, keys }: Table, rows: number): string {
  const counting = countingColumns(columns, keys)
  const values = columns.map(column => columnValue(column, counting.has(column.name)))
  return `insert into ${name} (${columns.map(column => `"${column.name}"`).join(', ')}) overriding system value
    select ${values.join(', ')} from generate_series(1, ${rows}) n on conflict do nothing`
}

const isReference = ({ name, type }: Column) => type === 'bigint' && name.endsWith('_id')
/** Whether values of a column differ anyway, wherever it is part of a key. */
const isDistinct = (column: Column) =>
  column.values === null && !isReference(column) && column.type !== 'boolean' && column.type !== 'jsonb'

/** Columns of numbers in which each row has its own: of every key one column at least differs from row to row. */
function countingColumns(columns: readonly Column[], keys: Table['keys']): ReadonlySet<string> {
  const found = new Set<string>()
  for (const key of keys) {
    const parts = key.map(name => columns.find(column => column.name === name)!)
    const own = parts.filter(isDistinct)
    // the last number of a key counts: of a client's campaign the recipients do, not the campaigns
    const numbers = own.filter(({ type }) => /^(?:bigint|integer|smallint)$/.test(type))
    if (numbers.length > 0) found.add(numbers[0]!.name)
    else if (own.length === 0) for (const { name } of parts.filter(isReference).slice(-1)) found.add(name)
  }
  return found
}

function columnValue(column: Column, isCounting: boolean): string {
  const { name, type, values } = column
  const value = plainValue(column, isCounting)
  if (values) return `(array['${values.join("','")}'])[1 + n % ${values.length}]`
  return column.isOptional && type !== 'bigint' && name !== 'counted' ? `case when n % 2 = 0 then ${value} end` : value
}

function plainValue({ name, type, isIdentity }: Column, isCounting: boolean): string {
  if (isCounting || isIdentity || name === 'id') return type === 'uuid' ? 'md5(n::text)::uuid' : 'n'
  const [, bits] = /^bit\((\d+)\)$/.exec(type) ?? []
  if (bits !== undefined) return `(n::bigint)::bit(${bits})`
  if (type.endsWith('[]') || type.endsWith('multirange')) return `'{}'::${type}`
  switch (type) {
    case 'bigint':
      return name.endsWith('_id') ? '1' : 'n'
    case 'integer':
    case 'smallint':
      return '1 + n % 10'
    case 'boolean':
      return 'n % 2 = 0'
    case 'uuid':
      return 'md5(n::text)::uuid'
    case 'bytea':
      return `decode(md5(n::text), 'hex')`
    case 'jsonb':
      return name === 'counted' ? `'{"all": [1,1,0,0,1,0], "hours": {}, "links": []}'::jsonb` : `'{}'::jsonb`
    case 'date':
      return 'current_date - n'
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return `now() - n * interval '1 second'`
    case 'int4multirange':
      return 'int4multirange(int4range(1, 1 + n % 10))'
    case 'interval':
      return `n * interval '1 second'`
    case 'text':
      return textOf(name)
    default:
      return `n::${type}`
  }
}

/** Addresses agree between tables. */
function textOf(name: string): string {
  if (name === 'address' || name === 'email') return `'a' || md5(n::text) || '@example.org'`
  if (name === 'month' || name === 'hour') return `to_char(now() - n * interval '1 month', 'YYYY-MM')`
  return `'${name} ' || n`
}
