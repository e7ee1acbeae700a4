/**
 * The schema of a database as text, read from the catalogs, to compare databases. The embedded server ships no pg_dump, and this reads
 * the same on every PostgreSQL from 15 on.
 */
import type { Database } from '../../src/store/connection/database.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly identity: string
  readonly expression: string | null
  /** Where it differs from the type's. */
  readonly storage: string | null
}

interface Named {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Tables with columns and constraints, then indexes and sequences, each in the order of its name. */
export async function schemaText(db: Database): Promise<string> {
  const tables = await db<
    {
      name: string
      isLogged: boolean
      options: string | null
      partitionedBy: string | null
      parent: string | null
      bound: string | null
    }[]
  >`
    select c.relname as name, c.relpersistence = 'p' as is_logged, array_to_string(c.reloptions, ', ') as options, pg_get_partkeydef(c.oid) as partitioned_by,
      i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"`
  const columns = await db<Column[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as expression,
      case when a.attstorage <> t.typstorage then a.attstorage end as storage
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`
  const constraints = await db<Named[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'c', 'f', 'x') and k.conparentid = 0
    order by c.relname collate "C", k.contype, k.conname collate "C"`
  const indexes = await db<Named[]>`
    select c.relname as table, x.relname as name, pg_get_indexdef(x.oid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by c.relname collate "C", x.relname collate "C"`
  const others = await db<Named[]>`
    select 'sequence' as table, c.relname as name, '' as definition
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a'))
    union all
    select 'trigger', t.tgname, pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select 'function', p.proname, pg_get_functiondef(p.oid)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
      -- those of extensions differ from version to version
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'extension', e.extname, format('create extension %s', e.extname)
    from pg_extension e where e.extname <> 'plpgsql'
    union all
    select 'view', c.relname, pg_get_viewdef(c.oid)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    order by 1, 2`

  const blocks = tables.map(({ name, isLogged, options, partitionedBy, parent, bound }) => {
    if (parent) return `create table ${name} partition of ${parent} ${bound!.toLowerCase()};`
    const lines = [
      ...columns.filter(({ table }) => table === name).map(columnText),
      ...constraints
        .filter(({ table }) => table === name)
        .map(constraint => `constraint ${constraint.name} ${constraint.definition}`),
    ]
    const end = `${partitionedBy ? ` partition by ${partitionedBy}` : ''}${options ? ` with (${options})` : ''}`
    const own = indexes.filter(({ table }) => table === name).map(({ definition }) => `${definition};`)
    const begin = `create ${isLogged ? '' : 'unlogged '}table ${name}`
    return [`${begin} (\n${lines.map(line => `  ${line}`).join(',\n')}\n)${end};`, ...own].join('\n')
  })
  const rest = others.map(({ table, name, definition }) => `${(definition || `create ${table} ${name}`).trimEnd()};`)
  return `${[...blocks, ...rest].join('\n\n')}\n`
}

function columnText({ name, type, required, identity, expression, storage }: Column): string {
  return [
    `${name} ${type}`,
    ...(storage ? [`storage ${storage}`] : []),
    ...(required ? ['not null'] : []),
    ...(identity === 'a'
      ? ['generated always as identity']
      : identity === 'd'
        ? ['generated by default as identity']
        : []),
    ...(expression ? [`default ${expression}`] : []),
  ].join(' ')
}
