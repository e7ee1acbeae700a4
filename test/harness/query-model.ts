/** A query of query-trees.ts in the shape that the rules of distributable.ts ask: columns know their source, sources their query. */
import type { Tree, Value } from './query-trees.ts'

export type Command = 'select' | 'update' | 'insert' | 'delete' | 'other'

/** An expression or a part of `from`: a node with its kind. Columns of joins and groups are replaced by what they stand for. */
export interface Expression {
  readonly kind: string
  readonly fields: ReadonlyMap<string, Value>
  readonly parts: readonly Expression[]
  /** Of a `VAR`. */
  readonly column?: Column
  /** Of a `SUBLINK`. */
  readonly query?: Query
}

export interface Column {
  readonly source: Source
  readonly number: number
}

/** An item of `from`, or the table that a statement changes. */
export interface Source {
  kind: 'table' | 'query' | 'join' | 'function' | 'values' | 'cte' | 'result' | 'group' | 'stored' | 'other'
  /** Of a table. */
  oid: number
  readonly isLateral: boolean
  query: Query | undefined
  cte: Cte | undefined
  /** Calls of a function, rows of `values`. */
  parts: Expression[]
  /** What the columns of a join or a group stand for. */
  readonly aliases: (Expression | undefined)[]
}

export interface Target {
  readonly expression: Expression
  readonly name: string
  /** Unequal to 0 where `group by`, `distinct` or `order by` means it. */
  readonly reference: number
}

export interface Cte {
  readonly name: string
  query: Query
  /** `not materialized` is never. */
  readonly materialized: 'default' | 'always' | 'never'
  readonly isRecursive: boolean
  references: number
}

export interface Query {
  readonly command: Command
  sources: Source[]
  /** The items of `from`, joins included. */
  from: readonly Expression[]
  quals: Expression | undefined
  targets: Target[]
  /** What `group by`, `distinct` and `order by` mean and is no column of the result. */
  hidden: readonly Target[]
  ctes: Cte[]
  /** The table that it changes. */
  readonly result: Source | undefined
  readonly returning: readonly Expression[]
  readonly onConflict: Expression | undefined
  having: Expression | undefined
  limit: Expression | undefined
  offset: Expression | undefined
  /** References of the targets. */
  groupBy: readonly number[]
  distinctOn: readonly number[]
  /** References of `partition by` of each window. */
  windows: readonly (readonly number[])[]
  /** Sources of each half; the operator is 1 for union. */
  union:
    | { readonly operators: readonly number[]; readonly all: boolean; readonly halves: readonly Source[] }
    | undefined
  has: (
    flag: 'Aggs' | 'WindowFuncs' | 'SubLinks' | 'Recursive' | 'ModifyingCTE' | 'ForUpdate' | 'TargetSRFs',
  ) => boolean
  hasGroupingSets: boolean
  isSorted: boolean
}

const kinds = ['table', 'query', 'join', 'function', 'other', 'values', 'cte', 'other', 'result', 'group'] as const
const commands = ['other', 'select', 'update', 'insert', 'delete'] as const

interface Level {
  readonly sources: Source[]
  readonly ctes: Cte[]
}

export function toQuery(tree: Tree, outer: readonly Level[] = []): Query {
  const { fields } = tree
  const sources: Source[] = listOf(fields.get('rtable')).map(newSource)
  const ctes = listOf(fields.get('cteList')).map(newCte)
  const levels = [{ sources, ctes }, ...outer]
  const build = (value: Value | undefined) => (isTree(value) ? toExpression(value, levels) : undefined)
  const buildAll = (value: Value | undefined) => listOf(value).map(part => toExpression(part, levels))
  // what the columns of joins and groups stand for is needed first: other columns are replaced by it
  listOf(fields.get('rtable')).forEach((rte, n) => {
    const aliases = listOrNulls(rte.fields.get('joinaliasvars') ?? rte.fields.get('groupexprs'))
    sources[n]!.aliases.push(...aliases.map(alias => build(alias)))
  })
  listOf(fields.get('cteList')).forEach((cte, n) => {
    ctes[n]!.query = toQuery(cte.fields.get('ctequery') as Tree, levels)
  })
  listOf(fields.get('rtable')).forEach((rte, n) => {
    fillSource(sources[n]!, rte, levels)
  })
  const joinTree = (fields.get('jointree') as Tree).fields
  const references = (name: string) =>
    listOf(fields.get(name)).map(clause => Number(clause.fields.get('tleSortGroupRef')))
  const operators: number[] = []
  const halves: Source[] = []
  let all = true
  const lookAtUnion = (node: Tree) => {
    if (node.kind === 'RANGETBLREF') halves.push(sources[Number(node.fields.get('rtindex')) - 1]!)
    else {
      operators.push(Number(node.fields.get('op')))
      all &&= node.fields.get('all') === 'true'
      lookAtUnion(node.fields.get('larg') as Tree)
      lookAtUnion(node.fields.get('rarg') as Tree)
    }
  }
  const union = fields.get('setOperations')
  if (isTree(union)) lookAtUnion(union)
  return {
    command: commands[Number(fields.get('commandType'))] ?? 'other',
    sources,
    from: buildAll(joinTree.get('fromlist')),
    quals: build(joinTree.get('quals')),
    targets: targetsOf(fields.get('targetList'), levels),
    hidden: targetsOf(fields.get('targetList'), levels, true),
    ctes,
    result: sources[Number(fields.get('resultRelation')) - 1],
    returning: targetsOf(fields.get('returningList'), levels).map(({ expression }) => expression),
    onConflict: build(fields.get('onConflict')),
    having: build(fields.get('havingQual')),
    limit: build(fields.get('limitCount')),
    offset: build(fields.get('limitOffset')),
    groupBy: references('groupClause'),
    distinctOn: references('distinctClause'),
    windows: listOf(fields.get('windowClause')).map(window =>
      listOf(window.fields.get('partitionClause')).map(clause => Number(clause.fields.get('tleSortGroupRef'))),
    ),
    union: halves.length > 0 ? { operators, all, halves } : undefined,
    has: flag => fields.get(`has${flag}`) === 'true',
    hasGroupingSets: fields.get('groupingSets') !== null,
    isSorted: fields.get('sortClause') !== null,
  }
}

function newSource({ fields }: Tree): Source {
  return {
    kind: kinds[Number(fields.get('rtekind'))] ?? 'other',
    oid: Number(fields.get('relid') ?? 0),
    isLateral: fields.get('lateral') === 'true',
    query: undefined,
    cte: undefined,
    parts: [],
    aliases: [],
  }
}

function newCte({ fields }: Tree): Cte {
  return {
    name: String(fields.get('ctename')),
    query: undefined as unknown as Query, // filled once its names are known to it
    materialized: (['default', 'always', 'never'] as const)[Number(fields.get('ctematerialized'))]!,
    isRecursive: fields.get('cterecursive') === 'true',
    references: Number(fields.get('cterefcount')),
  }
}

function fillSource(source: Source, { fields }: Tree, levels: readonly Level[]): void {
  const query = fields.get('subquery')
  if (source.kind === 'query' && isTree(query)) source.query = toQuery(query, levels)
  if (source.kind === 'cte')
    source.cte = levels[Number(fields.get('ctelevelsup'))]?.ctes.find(({ name }) => name === fields.get('ctename'))
  const parts = [...listOf(fields.get('functions')), ...listOrNulls(fields.get('values_lists')).flatMap(listOf)]
  source.parts = parts.map(part => toExpression(part, levels))
}

function targetsOf(list: Value | undefined, levels: readonly Level[], isHidden = false): Target[] {
  return listOf(list)
    .filter(({ fields }) => (fields.get('resjunk') === 'true') === isHidden)
    .map(({ fields }) => ({
      expression: toExpression(fields.get('expr') as Tree, levels),
      name: String(fields.get('resname')),
      reference: Number(fields.get('ressortgroupref')),
    }))
}

function toExpression({ kind, fields }: Tree, levels: readonly Level[]): Expression {
  if (kind === 'VAR') {
    const source = levels[Number(fields.get('varlevelsup'))]?.sources[Number(fields.get('varno')) - 1]
    const number = Number(fields.get('varattno'))
    const alias = source?.aliases[number - 1]
    if (alias) return alias
    return { kind, fields, parts: [], ...(source && { column: { source, number } }) }
  }
  const parts: Expression[] = []
  const collect = (value: Value | undefined): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (isTree(value) && value.kind !== 'QUERY') parts.push(toExpression(value, levels))
  }
  for (const value of fields.values()) collect(value)
  const select = fields.get('subselect')
  return { kind, fields, parts, ...(isTree(select) && { query: toQuery(select, levels) }) }
}

export function isTree(value: Value | undefined): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOrNulls(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : []
}

function listOf(value: Value | undefined): readonly Tree[] {
  return listOrNulls(value).filter(isTree)
}

/** Calls `see` for an expression and all within, those of its queries included. */
export function walk(expression: Expression | undefined, see: (part: Expression) => void): void {
  if (!expression) return
  see(expression)
  for (const part of expression.parts) walk(part, see)
  if (expression.query) walkQuery(expression.query, see)
}

/** The queries directly within an expression. */
export function queriesIn(expression: Expression | undefined): Query[] {
  if (!expression) return []
  return [...(expression.query ? [expression.query] : []), ...expression.parts.flatMap(queriesIn)]
}

/** All expressions that a query has itself, without those of its sources and common tables. */
export function expressionsOf(query: Query): Expression[] {
  const { targets, hidden, from, quals, returning, onConflict, having, limit, offset } = query
  return [
    ...[...targets, ...hidden].map(({ expression }) => expression),
    ...from,
    quals,
    ...returning,
    onConflict,
    having,
    limit,
    offset,
  ].filter(part => part !== undefined)
}

/** Calls `see` for all expressions of a query, those of its sources and common tables included. */
export function walkQuery(query: Query, see: (part: Expression) => void): void {
  for (const expression of expressionsOf(query)) walk(expression, see)
  for (const source of query.sources) {
    for (const part of source.parts) walk(part, see)
    if (source.query) walkQuery(source.query, see)
  }
  for (const cte of query.ctes) walkQuery(cte.query, see)
}

/** The queries directly within a query: of its sources, its common tables and its expressions. */
export function queriesOf(query: Query): Query[] {
  return [
    ...query.sources.flatMap(({ query: inner, parts }) => [...(inner ? [inner] : []), ...parts.flatMap(queriesIn)]),
    ...query.ctes.map(cte => cte.query),
    ...expressionsOf(query).flatMap(queriesIn),
  ]
}

/** Sources of a query and of all queries within. */
export function allSources(query: Query): Source[] {
  return [...query.sources, ...queriesOf(query).flatMap(allSources)]
}

/** Whether it asks for columns of a query around it. */
export function isCorrelated(query: Query): boolean {
  const own = new Set(allSources(query))
  const ctes = new Set(allCtes(query))
  let found = [...own].some(({ cte }) => cte !== undefined && !ctes.has(cte))
  walkQuery(query, ({ column }) => {
    if (column && !own.has(column.source)) found = true
  })
  return found
}

function allCtes(query: Query): Cte[] {
  return [...query.ctes, ...queriesOf(query).flatMap(allCtes)]
}

/** A select of nothing. */
export function emptyQuery(): Query {
  return {
    ...{
      command: 'select',
      sources: [],
      from: [],
      quals: undefined,
      targets: [],
      hidden: [],
      ctes: [],
      result: undefined,
      returning: [],
    },
    ...{ onConflict: undefined, having: undefined, limit: undefined, offset: undefined, groupBy: [], distinctOn: [] },
    ...{ windows: [], union: undefined, has: () => false, hasGroupingSets: false, isSorted: false },
  }
}
