/**
 * The second step of Citus's planner (its recursive_planning.c): common tables, and subqueries that shards cannot answer for themselves, are
 * planned one by one, and their rows are stored; the rest reads these rows on each node. The query is changed accordingly.
 */
import type { Catalogue } from './catalogue.ts'
import { type Restrictions, restrictionsOf } from './client-constants.ts'
import { cannotPushDown, hasClients, isMutable } from './pushdown.ts'
import {
  allSources,
  type Expression,
  emptyQuery,
  isCorrelated,
  type Query,
  queriesIn,
  queriesOf,
  type Source,
} from './query-model.ts'
import { Refused } from './refusals.ts'

export interface Planning {
  /** Plans a query on its own, or throws Refused. */
  plan(query: Query): void
  readonly withoutColumns: string[]
}

/** @returns how many were stored */
export function storeParts(query: Query, catalogue: Catalogue, planning: Planning): number {
  const storing = new Storing(query, catalogue, planning)
  storing.visit(query, 0)
  return storing.count
}

class Storing {
  count = 0
  readonly #catalogue: Catalogue
  readonly #planning: Planning
  readonly #restrictions: Restrictions
  readonly #stored = new Set<Query>()

  constructor(query: Query, catalogue: Catalogue, planning: Planning) {
    this.#catalogue = catalogue
    this.#planning = planning
    this.#restrictions = restrictionsOf(query, catalogue)
  }

  visit(query: Query, level: number): void {
    this.#storeCtes(query)
    this.#storeFunctions(query)
    for (const inner of queriesOf(query)) {
      this.visit(inner, level + 1)
      if (this.#mustStore(inner)) this.#store(inner)
    }
    if (query.union) this.#storeHalves(query, level)
    const ofHaving = queriesIn(query.having)
    if (ofHaving.some(isCorrelated)) throw new Refused('merge', 'a subquery of each group')
    for (const inner of ofHaving) this.#store(inner)
    this.#storeOfOtherClients(query)
    this.#storeLocal(query)
    for (const item of query.from) this.#storeOuter(item, query)
    if (query.sources.some(source => hasClients(source, this.#catalogue))) return
    for (const part of [query.quals, ...query.targets.map(({ expression }) => expression)])
      for (const inner of queriesIn(part))
        if (allSources(inner).some(source => this.#isOfCitus(source))) this.#store(inner)
  }

  #storeCtes(query: Query): void {
    if (query.ctes.length > 0 && query.has('Recursive')) throw new Refused('recursive', 'with recursive')
    this.#checkOrder(query)
    for (const cte of query.ctes) {
      if (isCorrelated(cte.query)) throw new Refused('merge', 'a common table of each outer row')
      if (cte.references === 0 && cte.query.command === 'select') continue
      const { command, targets, returning } = cte.query
      const columns = command === 'select' ? targets : returning
      if (cte.references > 0 && columns.length === 0) this.#planning.withoutColumns.push(`the common table ${cte.name}`)
      this.#planning.plan(cte.query)
      this.count++
      for (const source of allSources(query)) if (source.cte === cte) toStored(source)
    }
    query.ctes = []
  }

  /** One after another: what a later part reads has the changes of an earlier one, which PostgreSQL never shows to it. */
  #checkOrder(query: Query): void {
    const changed = new Set<number>()
    for (const part of [...query.ctes.map(cte => cte.query), { ...query, ctes: [] }]) {
      // an insert has its table, and `excluded`, beside the query that it reads
      const isRead = (source: Source) => part.command !== 'insert' || !part.sources.includes(source)
      if (allSources(part).some(source => source.kind === 'table' && changed.has(source.oid) && isRead(source)))
        throw new Refused('order', 'a table that an earlier common table changes')
      if (part.command !== 'select' && part.result) changed.add(part.result.oid)
    }
  }

  /** Joined functions run on the coordinator where each node could find something else. */
  #storeFunctions(query: Query): void {
    if (query.sources.length < 2) return
    for (const source of query.sources) {
      if (source.kind !== 'function' || source.isLateral) continue
      if (!source.parts.some(part => isMutable(part, this.#catalogue))) continue
      toStored(source)
      this.count++
    }
  }

  #mustStore(query: Query): boolean {
    if (query.sources.some(source => this.#catalogue.placement(source) === 'coordinator')) return true
    if (cannotPushDown(query, this.#catalogue)) return true
    const tables = allSources(query).filter(source => this.#catalogue.placement(source) === 'distributed')
    return !this.#restrictions.areTogether() && !this.#restrictions.areTogether(tables)
  }

  /** @returns false for one of each outer row, which stays */
  #store(query: Query): boolean {
    if (this.#stored.has(query)) return true
    if (isCorrelated(query)) return false
    if (query.targets.length === 0) this.#planning.withoutColumns.push('a subquery')
    this.#planning.plan(query)
    const source = {
      ...query.sources[0],
      kind: 'stored',
      oid: 0,
      isLateral: false,
      query: undefined,
      cte: undefined,
    } as Source
    const targets = query.targets.map((target, n) => ({
      ...target,
      expression: { kind: 'VAR', fields: new Map(), parts: [], column: { source, number: n + 1 } },
    }))
    Object.assign(query, emptyQuery(), { sources: [{ ...source, parts: [], aliases: [] }], targets })
    this.#stored.add(query)
    this.count++
    return true
  }

  #storeHalves(query: Query, level: number): void {
    const { operators, halves } = query.union!
    const isPushable =
      level > 0 &&
      operators.every(operator => operator === 1) &&
      !cannotPushDown(query, this.#catalogue) &&
      halves.every(half => hasClients(half, this.#catalogue)) &&
      this.#restrictions.areTogether()
    if (isPushable) return
    for (const half of halves) if (hasClients(half, this.#catalogue)) this.#store(half.query!)
  }

  /** Subqueries that are not joined by client with the first table of clients, or the first subquery. */
  #storeOfOtherClients(query: Query): void {
    const isOfClients = (source: Source) => this.#catalogue.placement(source) === 'distributed'
    const restrictions = this.#restrictions
    if (query.union || restrictions.areTogether(allSources(query).filter(isOfClients))) return
    const first = query.sources.find(isOfClients) ?? query.sources.find(source => hasClients(source, this.#catalogue))
    if (!first) return
    const tables = isOfClients(first) ? [first] : allSources(first.query!).filter(isOfClients)
    for (const inner of queriesOf(query)) {
      if (inner === first.query) continue
      if (!restrictions.areTogether([...tables, ...allSources(inner).filter(isOfClients)])) this.#store(inner)
    }
  }

  /** Rows of the coordinator that are joined with those of clients. A table that is changed stays, and the others are stored. */
  #storeLocal(query: Query): void {
    const isLocal = (source: Source) => this.#catalogue.placement(source) === 'coordinator'
    const isOther = (source: Source) => this.#isOfCitus(source) || hasClients(source, this.#catalogue)
    if (!query.sources.some(isLocal) || !query.sources.some(isOther)) return
    const ofClients = query.sources.some(source => hasClients(source, this.#catalogue))
    if (query.result && this.#catalogue.placement(query.result) === 'reference' && !ofClients) return
    const changesLocal = query.result !== undefined && isLocal(query.result)
    for (const source of query.sources) {
      if (source === query.result) continue
      if (!(changesLocal ? this.#isOfCitus(source) : isLocal(source))) continue
      toStored(source)
      this.count++
    }
  }

  /** The inner side of an outer join whose outer rows are the same for each shard. @returns whether an item's rows are */
  #storeOuter(item: Expression, query: Query): boolean {
    if (item.kind === 'RANGETBLREF')
      return !hasClients(query.sources[Number(item.fields.get('rtindex')) - 1]!, this.#catalogue)
    const sides = item.parts.filter(({ kind }) => kind === 'RANGETBLREF' || kind === 'JOINEXPR')
    const [left, right] = sides.map(side => this.#storeOuter(side, query)) as [boolean, boolean]
    const kind = Number(item.fields.get('jointype'))
    if ((kind === 1 || kind === 2) && left && !right) this.#storeSide(sides[1]!, query)
    if ((kind === 3 || kind === 2) && right && !left) this.#storeSide(sides[0]!, query)
    return kind === 0 ? left && right : kind === 1 ? left : kind === 3 ? right : left || right
  }

  #storeSide(item: Expression, query: Query): void {
    for (const part of item.parts)
      if (part.kind === 'RANGETBLREF' || part.kind === 'JOINEXPR') this.#storeSide(part, query)
    if (item.kind !== 'RANGETBLREF') return
    const source = query.sources[Number(item.fields.get('rtindex')) - 1]!
    if (!hasClients(source, this.#catalogue)) return
    if (source.query) this.#store(source.query)
    else {
      toStored(source)
      this.count++
    }
  }

  #isOfCitus(source: Source): boolean {
    const placement = this.#catalogue.placement(source)
    return placement === 'distributed' || placement === 'reference'
  }
}

function toStored(source: Source): void {
  source.kind = 'stored'
  source.cte = undefined
  source.query = undefined
  source.parts = []
}
