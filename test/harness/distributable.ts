/**
 * Whether Citus takes a statement, without Citus: the rules of its planner (version 13), applied to PostgreSQL's own analysis of the statement.
 *
 * 1. A query whose tables of clients all have a constant client (client-constants.ts), besides reference tables, goes to one node, and may be
 *    anything there. So may one of tables of the coordinator and reference tables alone.
 * 2. Otherwise common tables, and subqueries that no node can answer by itself, are planned one by one in the same way, and their rows are
 *    stored for the rest of the statement.
 * 3. What is left runs on all shards, and may be little: no locks, no limit in a subquery of each row, joins of rows of one client only.
 *
 * A modification has rules of its own, whichever shards it touches: functions are computed by the coordinator once, so those whose value may
 * change between rows are refused in places.
 */
import type { Database } from '../../src/store/connection/database.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import {
  conjuncts,
  isInlined,
  isVolatile,
  isVolatileQuery,
  keyOf,
  keyOfColumn,
  restrictionsOf,
  sourceOf,
} from './client-constants.ts'
import { isMutableQuery, needsMerge, Pushdown } from './pushdown.ts'
import {
  allSources,
  type Expression,
  emptyQuery,
  type Query,
  queriesIn,
  queriesOf,
  type Source,
  toQuery,
  walk,
  walkQuery,
} from './query-model.ts'
import { startAnalyser } from './query-trees.ts'
import { type RefusalClass, Refused } from './refusals.ts'
import { storeParts } from './stored-parts.ts'

/** The condition of each class is in the words of its value. */
export interface Refusal {
  readonly class: RefusalClass
  readonly detail: string
}

export interface Checker {
  /** @returns why Citus refuses the statement; undefined if it takes it */
  check(text: string): Promise<Refusal | undefined>
  end(): Promise<void>
}

/** @param database a plain PostgreSQL with the tables of an installation */
export async function startChecker({ db, url }: { readonly db: Database; readonly url: string }): Promise<Checker> {
  const catalogue = await readCatalogue(db)
  const analyser = await startAnalyser(url)
  return {
    async check(text) {
      for (const tree of await analyser.analyse(text)) {
        const refusal = refusalOf(() => toQuery(tree), catalogue)
        if (refusal) return refusal
      }
      return undefined
    },
    end: () => analyser.end(),
  }
}

/** @param read makes the query anew: planning changes it */
export function refusalOf(read: () => Query, catalogue: Catalogue): Refusal | undefined {
  const planner = new Planner(catalogue)
  try {
    // an attempt changes the query that it plans
    const isTaken = hasInlined(read(), catalogue) && planner.tryPlan(read(), true)
    if (!isTaken) planner.plan(read(), false)
    const [detail] = planner.withoutColumns
    return detail === undefined ? undefined : { class: 'columns', detail }
  } catch (error) {
    if (error instanceof Refused) return { class: error.class, detail: error.message }
    throw error
  }
}

class Planner {
  /** Subqueries without columns that the last attempt stores: found when the statement runs, too late for another attempt. */
  withoutColumns: string[] = []
  readonly #catalogue: Catalogue

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  tryPlan(query: Query, isInlining: boolean): boolean {
    try {
      this.plan(query, isInlining)
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.withoutColumns = []
      return false
    }
  }

  /** Throws Refused. Common tables that are mentioned once are planned where they are mentioned, or not. */
  plan(query: Query, isInlining = true): void {
    if (isInlining) inlineCtes(query, this.#catalogue)
    if (!this.#sourcesAt(query, 'distributed', 'reference').length) {
      const refused = this.#catalogue.isManaged(query.result) ? this.#partRefusal(query) : undefined
      if (refused) throw refused
      return
    }
    walkQuery(query, part => {
      if (this.#catalogue.isNotification(part)) throw new Refused('notify', 'pg_notify')
    })
    const select = insertedSelect(query)
    if (select) this.#planInsertedSelect(query, select)
    else this.#planAttempt(query, false)
  }

  #planAttempt(query: Query, isSecond: boolean): void {
    const refused = query.command === 'select' ? this.#routerRefusal(query) : this.#modificationRefusal(query)
    if (!refused) return
    const hadCtes = query.ctes.length > 0
    const stored = storeParts(query, this.#catalogue, this)
    if (stored > 0 || hadCtes) {
      if (isSecond) throw new Refused('join', 'subqueries are not joined by client')
      this.#planAttempt(query, true)
    } else if (query.command !== 'select') throw refused
    else this.#planOnAllShards(query)
  }

  /** Rows are read by a select of its own, which has the common tables and what the table sets by default. */
  #planInsertedSelect(query: Query, select: Query): void {
    const conflict = this.#conflictRefusal(query)
    if (conflict) throw conflict
    const nextValues = query.targets.filter(({ expression }) => this.#catalogue.isNextValue(expression))
    const wrapped = query.ctes.length > 0 ? selectFrom(select, query.ctes) : select
    wrapped.targets.push(...nextValues)
    this.plan(wrapped)
  }

  /** Why a select does not run on one node. */
  #routerRefusal(query: Query): Refused | undefined {
    const isOfClients = this.#sourcesAt(query, 'distributed').length > 0
    const isOfCitus = this.#sourcesAt(query, 'distributed', 'reference').length > 0
    if (isOfCitus && query.targets.some(({ expression }) => this.#hasNextValue(expression)))
      return new Refused('other', 'takes numbers of a sequence')
    if (isOfClients && this.#sourcesAt(query, 'coordinator').length > 0)
      return new Refused('local', 'tables of the coordinator')
    for (const { query: inner } of query.ctes) {
      if (inner.command === 'select') continue
      if (inner.command === 'insert') return new Refused('other', 'inserts in a common table')
      const refused = this.#partRefusal(inner)
      if (refused) return refused
      // this one is an error of Citus (XX000), after which it tries nothing else
      if (this.#placement(inner.result) === 'coordinator')
        throw new Refused('local', 'a common table changes a table of the coordinator')
      if (this.#placement(inner.result) === 'reference') return new Refused('other', 'changes a reference table')
    }
    return this.#unrestricted(query)
  }

  #unrestricted(query: Query): Refused | undefined {
    const { tables } = restrictionsOf(query, this.#catalogue)
    return [...tables.values()].includes(false) ? new Refused('join', 'a table has no constant client') : undefined
  }

  /** Why a modification is refused as it is. */
  #modificationRefusal(query: Query): Refused | undefined {
    const refused = this.#partRefusal(query)
    if (refused) return refused
    const sources = allSources(query)
    const ofClients = sources.filter(source => this.#placement(source) === 'distributed')
    const local = this.#localRefusal(query)
    if (local) return local
    if (query.command === 'insert') {
      const isOther = sources.some(({ kind }) => !['table', 'values', 'result'].includes(kind))
      return isOther ? new Refused('insert', 'a subquery or common table') : undefined
    }
    if (sources.some(({ kind }) => kind === 'stored') && mentionsCtid(query))
      return new Refused('ctid', 'ctid and stored rows')
    if (isVolatileQuery(query, this.#catalogue)) return new Refused('volatile', 'a volatile function')
    const isOnSeveral = this.#unrestricted(query) !== undefined
    if (this.#placement(query.result) === 'reference' && ofClients.length > 0) {
      const refused = new Refused('reference', 'rows of clients')
      if (isOnSeveral) return refused
      // Citus tries nothing else
      throw refused
    }
    if (!isOnSeveral) return undefined
    if (query.ctes.length > 0) return new Refused('other', 'common tables of several shards')
    return new Pushdown(this.#catalogue, query, restrictionsOf(query, this.#catalogue)).refusal(true)
  }

  /** Tables of the coordinator in a modification, besides others. */
  #localRefusal(query: Query): Refused | undefined {
    const placements = (sources: readonly Source[]) => new Set(sources.map(source => this.#placement(source)))
    const { pulledUp } = restrictionsOf(query, this.#catalogue)
    const joined = placements([...query.sources, ...[...pulledUp].flatMap(inner => inner.sources)])
    const isJoined = joined.has('coordinator') && (joined.has('distributed') || joined.has('reference'))
    const all = placements(allSources(query))
    // no node has both
    const isApart = all.has('coordinator') && all.has('distributed')
    return isJoined || isApart ? new Refused('local', 'a table of the coordinator') : undefined
  }

  /** What is checked of each modification, those in common tables included. */
  #partRefusal(query: Query): Refused | undefined {
    const { command, quals, targets, returning, ctes, result } = query
    if (command === 'insert' && query.has('SubLinks')) return new Refused('insert', 'a subquery')
    if (command === 'insert' && ctes.length > 0) return new Refused('insert', 'a common table')
    for (const { query: inner } of ctes) {
      if (isVolatileQuery(inner, this.#catalogue)) return new Refused('volatile', 'a common table')
      const refused = inner.command === 'select' ? this.#routerRefusal(inner) : undefined
      if (refused) return refused
    }
    const conditions = command === 'insert' ? [] : conditionsOf(query)
    const set = command === 'update' ? targets.map(({ expression }) => expression) : []
    const computed = [...set, ...(quals ? [quals] : [])]
    if ([...set, ...conditions].some(part => isVolatile(part, this.#catalogue)))
      return new Refused('volatile', 'a volatile function')
    if (command !== 'insert')
      for (const part of computed) {
        const found = this.#irreducible(part)
        if (found.givesColumn) return new Refused('stable', found.givesColumn)
        if (found.isLazy) return new Refused('lazy', found.isLazy)
      }
    if (returning.some(part => this.#mutable(part, false))) return new Refused('returning', 'in returning')
    if (command === 'update' && this.#changesClient(query, result)) return new Refused('set', 'client_id')
    return this.#conflictRefusal(query)
  }

  #changesClient({ targets, quals }: Query, result: Source | undefined): boolean {
    return (
      this.#placement(result) === 'distributed' &&
      targets.some(({ name, expression }) => name === 'client_id' && !isSame(expression, quals))
    )
  }

  #conflictRefusal({ onConflict }: Query): Refused | undefined {
    const isMutable = onConflict?.parts.some(part => part.kind !== 'VAR' && this.#mutable(part, true)) ?? false
    return isMutable ? new Refused('onConflict', 'in on conflict') : undefined
  }

  /** Functions that the coordinator cannot compute once for all rows. */
  #irreducible(expression: Expression): { hasColumn?: boolean; givesColumn?: string; isLazy?: string } {
    const { kind, column, parts, query } = expression
    if (column) return { hasColumn: true }
    // a subquery is a plan of its own by then
    if (query) return {}
    if (kind === 'COALESCEEXPR' || kind === 'CASEEXPR') return this.#mutable(expression, false) ? { isLazy: kind } : {}
    const found = parts.map(part => this.#irreducible(part))
    const hasColumn = found.some(part => part.hasColumn)
    const isStable = this.#catalogue.volatility(expression) === 'stable'
    const givesColumn = found.find(part => part.givesColumn)?.givesColumn ?? (isStable && hasColumn ? kind : undefined)
    const isLazy = found.find(part => part.isLazy)?.isLazy
    return {
      ...(hasColumn && !isStable && { hasColumn }),
      ...(givesColumn && { givesColumn }),
      ...(isLazy && { isLazy }),
    }
  }

  /** @param isDeep whether subqueries are part of it */
  #mutable(expression: Expression, isDeep: boolean): boolean {
    if (this.#catalogue.volatility(expression) !== 'immutable') return true
    if (isDeep && expression.query && isMutableQuery(expression.query, this.#catalogue)) return true
    return expression.parts.some(part => this.#mutable(part, isDeep))
  }

  #hasNextValue(expression: Expression): boolean {
    let found = false
    walk(expression, part => {
      if (this.#catalogue.isNextValue(part)) found = true
    })
    return found
  }

  /** A select whose subqueries either run on each shard or are stored. */
  #planOnAllShards(query: Query): void {
    const restrictions = restrictionsOf(query, this.#catalogue)
    if (query.has('ForUpdate')) throw new Refused('lock', 'for update')
    if (query.has('Recursive')) throw new Refused('recursive', 'with recursive')
    if (query.hasGroupingSets) throw new Refused('other', 'grouping sets')
    if ([query.limit, query.offset].some(part => queriesIn(part).length > 0))
      throw new Refused('other', 'a subquery in limit')
    if (query.union) throw new Refused('other', 'a union')
    if (this.#sourcesAt(query, 'coordinator').length > 0) throw new Refused('local', 'a table of the coordinator')
    const pushdown = new Pushdown(this.#catalogue, query, restrictions)
    if (pushdown.isNeeded()) {
      const refused = pushdown.refusal(false)
      if (refused) throw refused
      const isMerged = needsMerge({ ...query, limit: undefined, offset: undefined }, this.#catalogue) !== undefined
      if (isMerged && query.targets.some(({ expression }) => isOutsideAggregates(expression)))
        throw new Refused('merge', 'a subquery in the targets of a grouped query')
    } else if (!this.#areJoined(query)) throw new Refused('join', 'tables that are not compared by client')
  }

  /** Whether the query itself compares the clients of its tables. */
  #areJoined(query: Query): boolean {
    const tables = allSources(query).filter(source => this.#placement(source) === 'distributed')
    const reached = new Set(tables.slice(0, 1))
    const equalities = [...conditionsOf(query), ...queriesOf(query).flatMap(conditionsOf)]
      .flatMap(conjuncts)
      .filter(part => this.#catalogue.isEquality(part))
    const keys = new Map(tables.map(table => [keyOfColumn(table, this.#catalogue.clientColumn(table)!), table]))
    for (let before = 0; before !== reached.size; ) {
      before = reached.size
      for (const { parts } of equalities) {
        const [one, other] = parts.map(part => keys.get(keyOf(part) ?? ''))
        if (one && other && reached.has(one)) reached.add(other)
        if (one && other && reached.has(other)) reached.add(one)
      }
    }
    return reached.size === tables.length
  }

  #placement(source: Source | undefined) {
    return source && this.#catalogue.placement(source)
  }

  #sourcesAt(query: Query, ...placements: readonly string[]): Source[] {
    return allSources(query).filter(source => placements.includes(this.#placement(source) ?? ''))
  }
}

/** The select of `insert … select`. */
function insertedSelect({ command, from, sources }: Query): Query | undefined {
  const [item] = from
  if (command !== 'insert' || from.length !== 1 || item!.kind !== 'RANGETBLREF') return undefined
  const source = sources[Number(item!.fields.get('rtindex')) - 1]!
  return source.kind === 'query' ? source.query : undefined
}

/** `with … select * from (select …)` */
function selectFrom(query: Query, ctes: Query['ctes']): Query {
  const source = sourceOf(query)
  const item: Expression = { kind: 'RANGETBLREF', fields: new Map([['rtindex', '1']]), parts: [] }
  return {
    ...emptyQuery(),
    sources: [source],
    from: [item],
    targets: query.targets.map((target, n) => ({ ...target, expression: columnOf(source, n + 1) })),
    ctes: [...ctes],
    has: flag => flag === 'ModifyingCTE' && ctes.some(cte => cte.query.command !== 'select'),
  }
}

function columnOf(source: Source, number: number): Expression {
  return { kind: 'VAR', fields: new Map(), parts: [], column: { source, number } }
}

function hasInlined(query: Query, catalogue: Catalogue): boolean {
  const isHere = query.command === 'select' && query.ctes.some(cte => isInlined(cte, catalogue))
  return isHere || queriesOf(query).some(inner => hasInlined(inner, catalogue))
}

/** Common tables that are mentioned once become subqueries there; in modifications Citus leaves them. */
function inlineCtes(query: Query, catalogue: Catalogue): void {
  if (query.command === 'select') {
    const gone = new Set(query.ctes.filter(cte => isInlined(cte, catalogue)))
    for (const source of allSources(query)) {
      if (!source.cte || !gone.has(source.cte)) continue
      source.kind = 'query'
      source.query = source.cte.query
      source.cte = undefined
    }
    query.ctes = query.ctes.filter(cte => !gone.has(cte))
  }
  for (const inner of queriesOf(query)) inlineCtes(inner, catalogue)
}

/** The conditions of `where` and of joins. */
function conditionsOf({ quals, from }: Query): Expression[] {
  const ofJoins = (item: Expression): Expression[] =>
    item.kind === 'JOINEXPR' ? [...item.parts.filter(isCondition), ...item.parts.flatMap(ofJoins)] : []
  return [...(quals ? [quals] : []), ...from.flatMap(ofJoins)]
}

function isCondition({ kind }: Expression): boolean {
  return !['JOINEXPR', 'RANGETBLREF', 'ALIAS'].includes(kind)
}

function mentionsCtid(query: Query): boolean {
  let found = false
  walkQuery(query, ({ column }) => {
    // its number as an attribute
    if (column?.number === -1) found = true
  })
  return found
}

/** Whether what a column is set to is compared with it as equal. */
function isSame(expression: Expression, quals: Expression | undefined): boolean {
  return (
    expression.column !== undefined ||
    conjuncts(quals).some(({ parts }) => parts.some(part => part.kind === expression.kind))
  )
}

/** A subquery in a target, not within an aggregate. */
function isOutsideAggregates(expression: Expression): boolean {
  if (expression.kind === 'AGGREF') return false
  return expression.query !== undefined || expression.parts.some(isOutsideAggregates)
}
