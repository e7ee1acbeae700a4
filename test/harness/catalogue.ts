/** What PostgreSQL's catalogue says of the functions, operators and tables of a statement. */
import type { Database } from '../../src/store/connection/database.ts'
import {
  distributionColumn,
  type Placement,
  placementOf,
  referenceTables,
} from '../../src/store/distribution/placement.ts'
import type { Expression, Source } from './query-model.ts'

export type Volatility = 'immutable' | 'stable' | 'volatile'

export interface Catalogue {
  /** Where a distributed database keeps the table; undefined for what is no table. */
  placement(source: Source): Placement | undefined
  /** Whether Citus runs modifications of the table, one of the coordinator: it is joined with reference tables by foreign keys, or by others. */
  isManaged(source: Source | undefined): boolean
  /** Number of the column that the table is distributed by. */
  clientColumn(source: Source): number | undefined
  /** Of what a node itself runs, without its parts. */
  volatility(expression: Expression): Volatility
  /** Whether it compares two values for being equal, in a way that joins can use. */
  isEquality(expression: Expression): boolean
  /** Whether it takes the next value of a sequence. */
  isNextValue(expression: Expression): boolean
  /** Whether it notifies those who listen. */
  isNotification(expression: Expression): boolean
}

export async function readCatalogue(db: Database): Promise<Catalogue> {
  const functions = await db<{ oid: number; name: string; volatility: string }[]>`
    select oid::bigint, proname as name, provolatile as volatility from pg_proc`
  const operators = await db<{ oid: number; function: number; equals: boolean }[]>`
    select oid::bigint, oprcode::oid::bigint as function, oprname = '=' and oprcanmerge as equals from pg_operator`
  const types = await db<{ oid: number; input: number; output: number }[]>`
    select oid::bigint, typinput::oid::bigint as input, typoutput::oid::bigint as output from pg_type`
  const tables = await db<{ oid: number; name: string; clientColumn: number | null; isRequired: boolean }[]>`
    select c.oid::bigint, r.relname as name, a.attnum::integer as client_column, coalesce(a.attnotnull, false) as is_required
    from pg_class c
    join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
    left join pg_attribute a on a.attrelid = r.oid and a.attname = ${distributionColumn} and not a.attisdropped
    where c.relkind in ('r', 'p')`
  const managed = await db<{ oid: number }[]>`
    with recursive referring as (
      select oid from pg_class where relname = any(${[...referenceTables]}::text[]) and relnamespace = current_schema()::regnamespace
      union
      select case when k.conrelid = r.oid then k.confrelid else k.conrelid end
      from referring r
      join pg_constraint k on k.contype = 'f' and r.oid in (k.conrelid, k.confrelid)
    )
    select oid::bigint from referring`
  const managedOids = new Set(managed.map(({ oid }) => Number(oid)))
  const byOid = new Map(tables.map(table => [Number(table.oid), table]))
  const volatilityOf = new Map(functions.map(({ oid, volatility }) => [Number(oid), named(volatility)]))
  const oidsOf = (called: string) =>
    new Set(functions.filter(({ name }) => name === called).map(({ oid }) => Number(oid)))
  const [nextValue, notification] = [oidsOf('nextval'), oidsOf('pg_notify')]
  const operatorOf = new Map(operators.map(operator => [Number(operator.oid), operator]))
  const typeOf = new Map(types.map(type => [Number(type.oid), type]))
  const ofFunction = (oid: unknown): Volatility => volatilityOf.get(Number(oid)) ?? 'immutable'

  function volatility({ kind, fields, parts }: Expression): Volatility {
    if (kind === 'NEXTVALUEEXPR') return 'volatile'
    // current_date and the like
    if (kind === 'SQLVALUEFUNCTION') return 'stable'
    if (kind === 'COERCEVIAIO') {
      const from = typeOf.get(resultType(parts[0]))
      return worst(ofFunction(typeOf.get(Number(fields.get('resulttype')))?.input), ofFunction(from?.output))
    }
    const operator = operatorOf.get(Number(fields.get('opno') ?? 0))
    return ofFunction(
      operator?.function ?? fields.get('funcid') ?? fields.get('aggfnoid') ?? fields.get('winfnoid') ?? 0,
    )
  }
  return {
    placement({ kind, oid }) {
      const table = kind === 'table' ? byOid.get(oid) : undefined
      return table && placementOf(table.name, table.isRequired)
    },
    isManaged: source => source !== undefined && managedOids.has(source.oid),
    clientColumn: ({ oid }) => byOid.get(oid)?.clientColumn ?? undefined,
    volatility,
    isEquality: ({ kind, fields }) => kind === 'OPEXPR' && operatorOf.get(Number(fields.get('opno')))?.equals === true,
    isNextValue: ({ kind, fields }) => kind === 'NEXTVALUEEXPR' || nextValue.has(Number(fields.get('funcid') ?? 0)),
    isNotification: ({ fields }) => notification.has(Number(fields.get('funcid') ?? 0)),
  }
}

function named(letter: string): Volatility {
  return letter === 'v' ? 'volatile' : letter === 's' ? 'stable' : 'immutable'
}

export function worst(...all: readonly Volatility[]): Volatility {
  return all.includes('volatile') ? 'volatile' : all.includes('stable') ? 'stable' : 'immutable'
}

/** Each kind of node has its type under a name of its own, such as `vartype`. */
function resultType(expression: Expression | undefined): number {
  const names = [
    'vartype',
    'consttype',
    'paramtype',
    'resulttype',
    'funcresulttype',
    'opresulttype',
    'aggtype',
    'wintype',
  ]
  for (const name of [...names, 'coalescetype', 'casetype', 'minmaxtype', 'array_typeid', 'refrestype', 'row_typeid'])
    if (expression?.fields.has(name)) return Number(expression.fields.get(name))
  return 0
}
