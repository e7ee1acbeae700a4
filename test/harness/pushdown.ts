/** The last step of Citus's planner (its query_pushdown_planning.c): what a query that runs on all shards may have. */
import { type Catalogue, worst } from './catalogue.ts'
import { isClient, type Restrictions } from './client-constants.ts'
import {
  allSources,
  type Expression,
  isCorrelated,
  type Query,
  queriesOf,
  type Source,
  walk,
  walkQuery,
} from './query-model.ts'
import { Refused } from './refusals.ts'

export class Pushdown {
  readonly #catalogue: Catalogue
  readonly #query: Query
  readonly #restrictions: Restrictions

  constructor(catalogue: Catalogue, query: Query, restrictions: Restrictions) {
    this.#catalogue = catalogue
    this.#query = query
    this.#restrictions = restrictions
  }

  /** Whether it is more than joined tables, which another part of the planner takes. */
  isNeeded(): boolean {
    const { pulledUp, hasSemiJoin } = this.#restrictions
    const sources = allSources(this.#query)
    const isOther = sources.some(({ kind }) => ['stored', 'function', 'values'].includes(kind))
    const hasOuterJoin = [this.#query, ...innerQueries(this.#query)].some(({ from }) => from.some(isOuterJoin))
    const isApart = innerQueries(this.#query).some(inner => !pulledUp.has(inner))
    return isOther || hasOuterJoin || hasSemiJoin || isApart || this.#query.has('WindowFuncs')
  }

  /** @param isModification whether outer joins of rows that all shards have are refused too */
  refusal(isModification: boolean): Refused | undefined {
    const queries = innerQueries(this.#query)
    if (!this.#restrictions.areTogether()) return new Refused('join', 'tables that are not compared by client')
    const refused = fromRecurs(this.#query, this.#catalogue) ?? this.#lateralRefusal(this.#query, isModification)
    if (refused) return refused
    for (const query of queries) {
      const found = cannotPushDown(query, this.#catalogue) ?? this.#lateralRefusal(query, isModification)
      if (found) return found
    }
    return undefined
  }

  /** A subquery of each row that all shards have must not need the rows of all shards. */
  #lateralRefusal(query: Query, isModification: boolean): Refused | undefined {
    const recurring = new Set(query.sources.filter(source => isRecurring(source, this.#catalogue)))
    for (const source of query.sources) {
      const inner = source.query
      if (!inner || !source.isLateral || !hasClients(source, this.#catalogue)) continue
      if (!mentions(inner, recurring)) continue
      const refused = needsMerge(inner, this.#catalogue)
      if (refused) return refused
    }
    for (const item of query.from) {
      const refused = this.#outerRefusal(item, query, isModification)
      if (refused) return refused
    }
    return undefined
  }

  #outerRefusal(item: Expression, query: Query, isModification: boolean): Refused | undefined {
    if (item.kind !== 'JOINEXPR') return undefined
    const sides = item.parts.filter(({ kind }) => kind === 'RANGETBLREF' || kind === 'JOINEXPR')
    const [left, right] = sides.map(side => sourcesOf(side, query)) as [Source[], Source[]]
    const isLeft = Number(item.fields.get('jointype')) === 1
    const isOuterRecurring = !left.some(source => hasClients(source, this.#catalogue))
    const ofClients = right.filter(source => hasClients(source, this.#catalogue))
    if (
      isLeft &&
      isOuterRecurring &&
      ofClients.length > 0 &&
      (isModification || ofClients.some(({ isLateral }) => isLateral))
    )
      return new Refused('merge', 'a lateral outer join')
    return sides.map(side => this.#outerRefusal(side, query, isModification)).find(refused => refused)
  }
}

/** Why a subquery does not run on each shard for itself. */
export function cannotPushDown(query: Query, catalogue: Catalogue): Refused | undefined {
  const { sources, targets, union } = query
  for (const { kind, parts } of sources) {
    const isComputed = kind === 'function' || kind === 'values'
    if (isComputed && parts.some(part => isMutable(part, catalogue)))
      return new Refused('other', `a mutable ${kind} in from`)
    if (kind === 'cte') return new Refused('other', 'a common table in a subquery')
  }
  if (sources.length === 0 && targets.some(({ expression }) => isMutable(expression, catalogue)))
    return new Refused('other', 'a function that is not immutable in a subquery without from')
  const refused = isCorrelated(query) ? undefined : needsMerge(query, catalogue)
  if (refused) return refused
  if (union) {
    if (union.operators.some(operator => operator !== 1)) return new Refused('other', 'except or intersect')
    if (union.halves.some(half => !hasClients(half, catalogue)))
      return new Refused('other', 'a union with a small table')
  }
  if (query.has('Recursive')) return new Refused('recursive', 'with recursive')
  if (query.ctes.length > 0) return new Refused('other', 'a common table in a subquery')
  if (query.has('ForUpdate')) return new Refused('lock', 'for update in a subquery')
  if (query.hasGroupingSets) return new Refused('other', 'grouping sets')
  return fromRecurs(query, catalogue)
}

/** Why the coordinator would have to put the rows of all shards together. */
export function needsMerge(query: Query, catalogue: Catalogue): Refused | undefined {
  const { limit, offset, groupBy, distinctOn, windows, having } = query
  const isByClient = (list: readonly number[]) =>
    !query.sources.some(source => hasClients(source, catalogue)) ||
    [...query.targets, ...query.hidden].some(
      ({ expression, reference }) => list.includes(reference) && isClient(expression, catalogue),
    )
  if (limit || offset) return new Refused('merge', 'limit')
  if (groupBy.length > 0 && !isByClient(groupBy)) return new Refused('merge', 'not grouped by client')
  if (groupBy.length === 0 && (query.has('Aggs') || having)) return new Refused('merge', 'an aggregate of all rows')
  if (distinctOn.length > 0 && !isByClient(distinctOn)) return new Refused('merge', 'distinct without client')
  if (!windows.every(isByClient)) return new Refused('merge', 'a window of several clients')
  return undefined
}

/** Subqueries of rows that are the same for each shard would be counted once for each. */
function fromRecurs(query: Query, catalogue: Catalogue): Refused | undefined {
  if (!query.has('SubLinks') || query.sources.some(source => hasClients(source, catalogue))) return undefined
  const isEmpty = query.sources.length === 0 || query.sources.every(({ kind }) => kind === 'result')
  return isEmpty || query.sources.some(source => isRecurring(source, catalogue))
    ? new Refused('correlated', 'a subquery of each row')
    : undefined
}

/** Whether a source, or a query within its `from`, has rows of clients. */
export function hasClients(source: Source, catalogue: Catalogue): boolean {
  return (
    catalogue.placement(source) === 'distributed' ||
    (source.query?.sources.some(inner => hasClients(inner, catalogue)) ?? false)
  )
}

function isRecurring(source: Source, catalogue: Catalogue): boolean {
  if (source.query) {
    const { sources } = source.query
    return (
      sources.length === 0 || (!hasClients(source, catalogue) && sources.some(inner => isRecurring(inner, catalogue)))
    )
  }
  return ['function', 'values', 'result', 'stored'].includes(source.kind) || catalogue.placement(source) === 'reference'
}

function mentions(query: Query, sources: ReadonlySet<Source>): boolean {
  let found = false
  walkQuery(query, ({ column }) => {
    if (column && sources.has(column.source)) found = true
  })
  return found
}

export function isMutable(expression: Expression, catalogue: Catalogue): boolean {
  let volatility = catalogue.volatility(expression)
  walk(expression, part => {
    volatility = worst(volatility, catalogue.volatility(part))
  })
  return volatility !== 'immutable'
}

export function isMutableQuery(query: Query, catalogue: Catalogue): boolean {
  let found = false
  walkQuery(query, part => {
    if (catalogue.volatility(part) !== 'immutable') found = true
  })
  return found
}

function innerQueries(query: Query): Query[] {
  return queriesOf(query).flatMap(inner => [inner, ...innerQueries(inner)])
}

function isOuterJoin(item: Expression): boolean {
  return item.kind === 'JOINEXPR' && (item.fields.get('jointype') !== '0' || item.parts.some(isOuterJoin))
}

function sourcesOf(item: Expression, query: Query): Source[] {
  return item.kind === 'RANGETBLREF'
    ? [query.sources[Number(item.fields.get('rtindex')) - 1]!]
    : item.parts.flatMap(part => sourcesOf(part, query))
}
