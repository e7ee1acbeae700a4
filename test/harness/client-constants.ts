/**
 * Which tables of a query the planner of PostgreSQL restricts to one client, as the planner of Citus sees it: it asks what PostgreSQL derived
 * for each table, and sends a query to one node where each table has a constant client.
 *
 * PostgreSQL derives `b.client_id = 5` from `a.client_id = 5 and a.client_id = b.client_id` within one planned query. It does not between queries
 * that it plans one by one: a correlated subquery that is not made a join, a lateral subquery with a limit, a common table. There the client of
 * the outer row is a parameter without a value.
 */
import type { Catalogue } from './catalogue.ts'
import {
  allSources,
  type Cte,
  type Expression,
  isCorrelated,
  type Query,
  queriesIn,
  queriesOf,
  type Source,
  walk,
  walkQuery,
} from './query-model.ts'

export interface Restrictions {
  /** The distributed tables, and whether each has a constant client. */
  readonly tables: ReadonlyMap<Source, boolean>
  /** Whether the clients of these distributed tables are equal by what the query compares; without tables, those of all. */
  areTogether(tables?: readonly Source[]): boolean
  /** Sources of queries that were made part of the query around them; subqueries of conditions too. */
  readonly pulledUp: ReadonlySet<Query>
  readonly hasSemiJoin: boolean
}

/** Of a query and of all within it. */
export function restrictionsOf(query: Query, catalogue: Catalogue): Restrictions {
  const found = new Derivation(catalogue)
  found.plan(query)
  return found.result()
}

/** A column of a source. */
type Key = string

class Derivation {
  readonly #catalogue: Catalogue
  readonly #tables: Source[] = []
  /** What is equal in each row, so that a constant of one is one of the other. */
  readonly #equal = new Equalities()
  /** Equal too, but found between what is planned one by one or across an outer join. */
  readonly #together = new Equalities()
  /** From the outer side of an outer join to its inner side. */
  readonly #oneWay: (readonly [Key, Key])[] = []
  readonly #subqueries: (readonly [Source, Query])[] = []
  readonly #pulledUp = new Set<Query>()
  #hasSemiJoin = false
  /** Queries that are planned one by one have numbers; a source has that of the query that it is planned with. */
  readonly #planOf = new Map<Source, number>()
  #plans = 0

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Reads a query that is planned on its own: its columns of outer queries are parameters. */
  plan(query: Query): void {
    for (const cte of query.ctes) if (!isInlined(cte, this.#catalogue)) this.plan(cte.query)
    if (query.union) {
      for (const half of query.union.halves) this.plan(half.query!)
      return
    }
    this.#read(query, ++this.#plans)
  }

  /** Reads `from`, conditions and results of a query into a plan. */
  #read(query: Query, plan: number): Source[] {
    const sources = query.from.flatMap(item => this.#join(item, query, plan))
    this.#conditions(query.quals, plan)
    const { targets, returning, onConflict, having, limit, offset } = query
    for (const part of [
      ...targets.map(({ expression }) => expression),
      ...returning,
      onConflict,
      having,
      limit,
      offset,
    ])
      this.#planQueriesIn(part)
    return sources
  }

  #planQueriesIn(expression: Expression | undefined): void {
    for (const query of queriesIn(expression)) this.plan(query)
  }

  /** @returns the sources of an item of `from` */
  #join(item: Expression, query: Query, plan: number): Source[] {
    if (item.kind === 'RANGETBLREF') return this.#source(query.sources[Number(item.fields.get('rtindex')) - 1]!, plan)
    const sides = item.parts.filter(({ kind }) => kind === 'RANGETBLREF' || kind === 'JOINEXPR')
    const [left, right] = sides.map(side => this.#join(side, query, plan)) as [Source[], Source[]]
    // of all parts, the condition is the last that is no alias
    const condition = item.parts.filter(part => !sides.includes(part) && part.kind !== 'ALIAS').at(-1)
    const inner = { 0: undefined, 1: right, 2: [], 3: left }[Number(item.fields.get('jointype'))]
    this.#conditions(condition, plan, inner && new Set(inner))
    return [...left, ...right]
  }

  #source(source: Source, plan: number): Source[] {
    this.#planOf.set(source, plan)
    for (const part of source.parts) this.#planQueriesIn(part)
    if (this.#catalogue.placement(source) === 'distributed') this.#tables.push(source)
    const query = source.query ?? (source.cte && isInlined(source.cte, this.#catalogue) ? source.cte.query : undefined)
    if (!query) return [source]
    const isPulledUp = isSimple(query, this.#catalogue)
    query.targets.forEach(({ expression }, n) => {
      for (const key of keysOfTarget(query, n))
        (isPulledUp ? this.#equal : this.#together).unite(keyOfColumn(source, n + 1), key)
      if (isPulledUp && isConstant(expression, this.#catalogue)) this.#equal.setConstant(keyOfColumn(source, n + 1))
    })
    if (isPulledUp) {
      this.#pulledUp.add(query)
      return [source, ...this.#read(query, plan)]
    }
    this.#subqueries.push([source, query])
    this.plan(query)
    return [source]
  }

  /** @param inner of an outer join's condition: the sources that the join may have no rows of; of a full join, none */
  #conditions(condition: Expression | undefined, plan: number, inner?: ReadonlySet<Source>): void {
    for (const part of conjuncts(condition)) {
      if (this.#semiJoin(part, plan)) continue
      this.#planQueriesIn(part)
      if (!this.#catalogue.isEquality(part)) continue
      const [one, other] = part.parts.map(unlabelled) as [Expression, Expression]
      this.#equality(one, other, plan, inner)
      this.#equality(other, one, plan, inner)
    }
  }

  #equality(one: Expression, other: Expression, plan: number, inner: ReadonlySet<Source> | undefined): void {
    const key = keyOf(one)
    if (!key || this.#planOf.get(one.column!.source) !== plan) return
    const isInner = inner?.has(one.column!.source) ?? false
    if (isConstant(other, this.#catalogue)) {
      if (inner && !isInner) return
      this.#equal.setConstant(key)
      // constants are taken as the same one: a statement is about one client
      if (!inner) this.#together.unite(key, `constant of ${plan}`)
      return
    }
    const otherKey = keyOf(other)
    if (!otherKey) return
    const isOtherInner = inner?.has(other.column!.source) ?? false
    const isSamePlan = this.#planOf.get(other.column!.source) === plan
    if (isSamePlan && (!inner || (isInner && isOtherInner))) {
      this.#equal.unite(key, otherKey)
      return
    }
    if (isSamePlan && isInner) this.#oneWay.push([otherKey, key])
    // by way of another column, such as that of a reference table, they are not known to be equal
    if (isClient(one, this.#catalogue) && isClient(other, this.#catalogue)) this.#together.unite(key, otherKey)
  }

  /** `exists` and `in` that are conditions of their own become joins, and `not exists` an outer one whose inner rows are not there. */
  #semiJoin(part: Expression, plan: number): boolean {
    const isNot = part.kind === 'BOOLEXPR' && part.fields.get('boolop') === 'not'
    const link = isNot ? part.parts[0]! : part
    if (link.kind !== 'SUBLINK' || !link.query) return false
    const inner = link.query
    const kind = Number(link.fields.get('subLinkType'))
    if (kind === 0 && isJoinedExists(inner, this.#catalogue)) {
      this.#pulledUp.add(inner)
      const found = inner.from.flatMap(item => this.#join(item, inner, plan))
      this.#conditions(inner.quals, plan, isNot ? new Set(found) : undefined)
    } else if (kind === 2 && !isNot && !isCorrelated(inner)) {
      const source = sourceOf(inner)
      this.#source(source, plan)
      for (const equality of conjuncts(link.parts[0])) {
        const [left, right] = equality.parts.map(unlabelled)
        const key = left && keyOf(left)
        if (key && right?.kind === 'PARAM' && this.#catalogue.isEquality(equality))
          this.#equal.unite(key, keyOfColumn(source, Number(right.fields.get('paramid'))))
      }
    } else return false
    this.#hasSemiJoin = true
    return true
  }

  /** Passes constants on until nothing changes: into the inner side of outer joins, and into subqueries. */
  #derive(): void {
    const pushed = new Set<Key>()
    for (let changed = true; changed; ) {
      changed = false
      for (const [from, to] of this.#oneWay) {
        if (!this.#equal.isConstant(from) || this.#equal.isConstant(to)) continue
        this.#equal.setConstant(to)
        changed = true
      }
      for (const [source, query] of this.#subqueries)
        for (let n = 1; n <= query.targets.length; n++) {
          const key = keyOfColumn(source, n)
          if (pushed.has(key) || !this.#equal.isConstant(key)) continue
          pushed.add(key)
          this.#push(query, n)
          changed = true
        }
    }
  }

  /** A condition on a target of a subquery becomes one within it. */
  #push(query: Query, number: number): void {
    if (!takesConditions(query, number)) return
    for (const half of query.union?.halves ?? []) this.#push(half.query!, number)
    const key = query.union ? undefined : keyOf(query.targets[number - 1]!.expression)
    if (key) this.#equal.setConstant(key)
  }

  result(): Restrictions {
    this.#derive()
    const keyOfTable = (table: Source) => keyOfColumn(table, this.#catalogue.clientColumn(table)!)
    this.#together.take(this.#equal)
    return {
      tables: new Map(this.#tables.map(table => [table, this.#equal.isConstant(keyOfTable(table))])),
      areTogether: (tables = this.#tables) =>
        tables.every(table => this.#together.areEqual(keyOfTable(table), keyOfTable(tables[0]!))),
      pulledUp: this.#pulledUp,
      hasSemiJoin: this.#hasSemiJoin,
    }
  }
}

/** Sets of equal columns, and which are a constant. */
class Equalities {
  readonly #parents = new Map<Key, Key>()
  readonly #constants = new Set<Key>()

  #root(key: Key): Key {
    const parent = this.#parents.get(key)
    return parent === undefined ? key : this.#root(parent)
  }

  unite(one: Key, other: Key): void {
    const [root, otherRoot] = [this.#root(one), this.#root(other)]
    if (root === otherRoot) return
    this.#parents.set(root, otherRoot)
    if (this.#constants.has(root)) this.#constants.add(otherRoot)
  }

  setConstant(key: Key): void {
    this.#constants.add(this.#root(key))
  }

  isConstant(key: Key): boolean {
    return this.#constants.has(this.#root(key))
  }

  areEqual(one: Key, other: Key): boolean {
    return this.#root(one) === this.#root(other)
  }

  take(others: Equalities): void {
    for (const [one, other] of others.#parents) this.unite(one, other)
  }
}

const numbers = new WeakMap<Source, number>()
let lastNumber = 0

export function keyOfColumn(source: Source, column: number): Key {
  const number = numbers.get(source) ?? ++lastNumber
  numbers.set(source, number)
  return `${number}.${column}`
}

/** Of what a target is, in each half of a union. */
function keysOfTarget({ union, targets }: Query, n: number): Key[] {
  if (union) return union.halves.flatMap(half => keysOfTarget(half.query!, n))
  const key = targets[n] && keyOf(targets[n].expression)
  return key === undefined ? [] : [key]
}

/** Of a column, whatever type it is given; undefined for other expressions. */
export function keyOf(expression: Expression): Key | undefined {
  const { column } = unlabelled(expression)
  return column && keyOfColumn(column.source, column.number)
}

/** Whether an expression is the client of a distributed table, also through subqueries. */
export function isClient(expression: Expression, catalogue: Catalogue): boolean {
  const { column } = unlabelled(expression)
  if (!column) return false
  const { source, number } = column
  if (source.query) {
    const queries = source.query.union ? source.query.union.halves.map(half => half.query!) : [source.query]
    return queries.every(({ targets }) => targets[number - 1] && isClient(targets[number - 1]!.expression, catalogue))
  }
  return catalogue.placement(source) === 'distributed' && catalogue.clientColumn(source) === number
}

/** Without a cast that changes the type alone. */
function unlabelled(expression: Expression): Expression {
  return expression.kind === 'RELABELTYPE' ? unlabelled(expression.parts[0]!) : expression
}

export function conjuncts(condition: Expression | undefined): readonly Expression[] {
  if (!condition) return []
  return condition.kind === 'BOOLEXPR' && condition.fields.get('boolop') === 'and'
    ? condition.parts.flatMap(conjuncts)
    : [condition]
}

/** A parameter or a constant, and what immutable functions make of them: the value is known when the statement is planned. */
function isConstant(expression: Expression, catalogue: Catalogue): boolean {
  let isKnown = true
  walk(expression, part => {
    const isParameter = part.kind === 'PARAM' && Number(part.fields.get('paramkind')) === 0
    if (part.column || part.query || (part.kind === 'PARAM' && !isParameter)) isKnown = false
    if (catalogue.volatility(part) !== 'immutable') isKnown = false
  })
  return isKnown
}

/** Whether PostgreSQL plans a common table as if it were a subquery, where it is mentioned. */
export function isInlined({ materialized, references, isRecursive, query }: Cte, catalogue: Catalogue): boolean {
  return (
    (materialized === 'never' || (materialized === 'default' && references === 1)) &&
    !isRecursive &&
    query.command === 'select' &&
    ![query, ...innerQueries(query)].some(inner => inner.has('ForUpdate') || inner.command !== 'select') &&
    !isVolatileQuery(query, catalogue)
  )
}

function innerQueries(query: Query): Query[] {
  return queriesOf(query).flatMap(inner => [inner, ...innerQueries(inner)])
}

/** Whether a subquery becomes part of the query around it. */
function isSimple(query: Query, catalogue: Catalogue): boolean {
  const { command, union, groupBy, hasGroupingSets, having, isSorted, distinctOn, limit, offset, ctes, targets } = query
  return (
    command === 'select' &&
    !union &&
    !['Aggs', 'WindowFuncs', 'TargetSRFs', 'ForUpdate'].some(flag => query.has(flag as 'Aggs')) &&
    groupBy.length === 0 &&
    distinctOn.length === 0 &&
    ctes.length === 0 &&
    !(hasGroupingSets || having || isSorted || limit || offset) &&
    !targets.some(({ expression }) => isVolatile(expression, catalogue))
  )
}

function isJoinedExists(inner: Query, catalogue: Catalogue): boolean {
  const { ctes, union, having, offset, limit, from, quals, sources } = inner
  if (ctes.length > 0 || union || having || offset || from.length === 0 || !quals) return false
  if (limit && limit.kind !== 'CONST') return false
  if (['Aggs', 'WindowFuncs', 'TargetSRFs', 'ForUpdate'].some(flag => inner.has(flag as 'Aggs'))) return false
  // the condition compares with the outer row, and nothing else does
  const own = new Set(allSources(inner))
  const mentionsOuter = (expression: Expression) => {
    let found = false
    walk(expression, ({ column }) => {
      if (column && !own.has(column.source)) found = true
    })
    return found
  }
  const rest = [...from, ...sources.flatMap(({ parts }) => parts)]
  const isRestCorrelated =
    rest.some(mentionsOuter) || sources.some(({ query }) => query && mentionsOuterQuery(query, own))
  return mentionsOuter(quals) && !isRestCorrelated && !isVolatile(quals, catalogue)
}

function mentionsOuterQuery(query: Query, own: ReadonlySet<Source>): boolean {
  let found = false
  walkQuery(query, ({ column }) => {
    if (column && !own.has(column.source)) found = true
  })
  return found
}

/** Whether a condition on a target may be a condition within the subquery. */
function takesConditions(query: Query, number: number): boolean {
  const { limit, offset, union, distinctOn, windows, targets } = query
  if (limit || offset) return false
  if (union) return union.operators.every(operator => operator !== 3)
  const target = targets[number - 1]!
  const lists = [...(distinctOn.length > 0 ? [distinctOn] : []), ...windows]
  return lists.every(list => list.includes(target.reference))
}

/** A subquery of a condition as an item of `from`. */
export function sourceOf(query: Query): Source {
  return { kind: 'query', oid: 0, isLateral: false, query, cte: undefined, parts: [], aliases: [] }
}

export function isVolatile(expression: Expression | undefined, catalogue: Catalogue): boolean {
  let found = false
  walk(expression, part => {
    if (catalogue.volatility(part) === 'volatile') found = true
  })
  return found
}

export function isVolatileQuery(query: Query, catalogue: Catalogue): boolean {
  let found = false
  walkQuery(query, part => {
    if (catalogue.volatility(part) === 'volatile') found = true
  })
  return found
}
