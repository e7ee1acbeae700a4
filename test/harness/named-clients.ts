/**
 * Which tables of a statement are compared with a parameter for their client, read from PostgreSQL's own parse of it: a database that is
 * distributed by client runs a statement on one node only when each of its tables says for itself which client it is about.
 */
import { parse } from 'libpg-query'

/** A node of the parse tree: an object with one member, its kind, or a list of such. */
type Tree = null | string | number | boolean | readonly Tree[] | { readonly [member: string]: Tree | undefined }
type Members = { readonly [member: string]: Tree | undefined }

/** A table of a statement that no parameter names the client of. */
export interface Unnamed {
  readonly table: string
  readonly alias: string
}

/**
 * @param tables those whose rows belong to a client, by name
 * @returns each mention of one whose `client_id` is compared with no parameter, in the order of the statement. A statement that only reads may
 *   compare it with `any` of a parameter: calls that arrive together may be about a few clients
 */
export async function unnamedTables(text: string, tables: ReadonlySet<string>): Promise<readonly Unnamed[]> {
  // its types name every kind of node; here most kinds are walked through
  const { stmts } = (await parse(text)) as unknown as { readonly stmts: readonly { readonly stmt: Members }[] }
  const found: Unnamed[] = []
  const mayNameSeveral = !hasMember(stmts as unknown as Tree, changing) // its types name every kind of node
  for (const { stmt } of stmts) lookAt(stmt, { tables, common: new Set(), found, mayNameSeveral })
  return found
}

const changing: ReadonlySet<string> = new Set(['lockingClause', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

function hasMember(tree: Tree | undefined, names: ReadonlySet<string>): boolean {
  if (tree === null || typeof tree !== 'object') return false
  if (Array.isArray(tree)) return tree.some(part => hasMember(part, names))
  return Object.entries(tree as Members).some(([name, part]) => names.has(name) || hasMember(part, names))
}

/** Whether a statement locks the rows that it selects (`for update` and the like). */
export async function locksRows(text: string): Promise<boolean> {
  return hasMember((await parse(text)) as unknown as Tree, new Set(['lockingClause'])) // its types name every kind of node
}

interface Scope {
  readonly tables: ReadonlySet<string>
  /** Names of `with` that are in force: a table of that name is not meant. */
  readonly common: ReadonlySet<string>
  readonly found: Unnamed[]
  readonly mayNameSeveral: boolean
}

/** Walks to the statements within a tree. */
function lookAt(tree: Tree | undefined, scope: Scope): void {
  if (tree === null || typeof tree !== 'object') return
  if (Array.isArray(tree)) {
    for (const part of tree) lookAt(part, scope)
    return
  }
  for (const [kind, node] of Object.entries(tree as Members)) {
    if (kind === 'SelectStmt' || kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt')
      lookAtStatement(kind, node as Members, scope)
    else lookAt(node, scope)
  }
}

/** The halves of `union` come as bare statements. */
function lookAtStatement(kind: string, node: Members, outer: Scope): void {
  const ctes = asList((node.withClause as Members | undefined)?.ctes).map(
    cte => (cte as Members).CommonTableExpr as Members,
  )
  const scope = { ...outer, common: new Set([...outer.common, ...ctes.map(({ ctename }) => String(ctename))]) }
  if (node.larg && kind === 'SelectStmt') lookAtStatement(kind, node.larg as Members, scope)
  if (node.rarg && kind === 'SelectStmt') lookAtStatement(kind, node.rarg as Members, scope)

  const sources: Source[] = []
  const conditions: Members[] = []
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') collect({ RangeVar: node.relation! }, sources, conditions, scope)
  for (const part of [...asList(node.fromClause), ...asList(node.usingClause)])
    collect(part as Members, sources, conditions, scope)
  if (node.whereClause) conditions.push(...conjuncts(node.whereClause as Members))
  const named = namedAliases(sources, conditions, scope)
  for (const { table, alias } of sources)
    if (table !== undefined && !named.has(alias)) scope.found.push({ table, alias })
  if (kind === 'InsertStmt') lookAtInsert(node, named, scope)

  const { larg: _, rarg: __, relation: ___, ...rest } = node
  lookAt(rest as Tree, scope)
}

/** What a statement reads from: a table of a client, or with `table` undefined anything else. */
interface Source {
  readonly table: string | undefined
  readonly alias: string
}

/** Finds the sources of an item of `from`, and the conditions of its joins. */
function collect(item: Members, sources: Source[], conditions: Members[], scope: Scope): void {
  if (item.RangeVar) {
    const { relname, alias, schemaname } = item.RangeVar as Members
    const name = String(relname)
    const isTable = scope.tables.has(name) && (schemaname !== undefined || !scope.common.has(name))
    sources.push({
      table: isTable ? name : undefined,
      alias: String((alias as Members | undefined)?.aliasname ?? name),
    })
  } else if (item.JoinExpr) {
    const { larg, rarg, quals } = item.JoinExpr as Members
    collect(larg as Members, sources, conditions, scope)
    collect(rarg as Members, sources, conditions, scope)
    if (quals) conditions.push(...conjuncts(quals as Members))
  } else {
    const [node] = Object.values(item) as readonly Members[]
    sources.push({ table: undefined, alias: String((node?.alias as Members | undefined)?.aliasname ?? '') })
  }
}

function conjuncts(condition: Members): readonly Members[] {
  const both = condition.BoolExpr as Members | undefined
  return both?.boolop === 'AND_EXPR' ? asList(both.args).flatMap(part => conjuncts(part as Members)) : [condition]
}

/** The aliases whose `client_id` one of these conditions compares with a parameter. */
function namedAliases(
  sources: readonly Source[],
  conditions: readonly Members[],
  { mayNameSeveral }: Scope,
): ReadonlySet<string> {
  const ofTables = sources.filter(({ table }) => table !== undefined)
  const named = new Set<string>()
  for (const condition of conditions)
    for (const [one, other] of equalities(condition, mayNameSeveral)) {
      const alias = clientColumn(one)
      if (alias === undefined || !isParameter(other)) continue
      // without an alias it is of the one table that has such a column
      if (alias !== '') named.add(alias)
      else if (ofTables.length === 1) named.add(ofTables[0]!.alias)
    }
  return named
}

/** Both ways round; of rows, each pair. */
function equalities(condition: Members, mayNameSeveral: boolean): readonly (readonly [Members, Members])[] {
  const { kind, name, lexpr, rexpr } = (condition.A_Expr as Members | undefined) ?? {}
  const [operator] = asList(name) as readonly { readonly String?: { readonly sval: string } }[]
  const isEqual = kind === 'AEXPR_OP' || (kind === 'AEXPR_OP_ANY' && mayNameSeveral)
  if (!isEqual || operator?.String?.sval !== '=' || !lexpr || !rexpr) return []
  const [left, right] = [lexpr, rexpr].map(side => partsOf(side as Members)) as [readonly Members[], readonly Members[]]
  return left.flatMap((one, n) => {
    const other = right[n]
    return other === undefined
      ? []
      : ([
          [one, other],
          [other, one],
        ] as const)
  })
}

const partsOf = (side: Members): readonly Members[] =>
  side.RowExpr ? (asList((side.RowExpr as Members).args) as readonly Members[]) : [side]

/** @returns the alias before `client_id`, empty without one; undefined for any other expression */
function clientColumn(expression: Members): string | undefined {
  const fields = asList((expression.ColumnRef as Members | undefined)?.fields).map(
    field => ((field as Members).String as { readonly sval?: string } | undefined)?.sval,
  )
  if (fields.at(-1) !== 'client_id') return undefined
  return fields.length > 1 ? fields.at(-2) : ''
}

/** A parameter or a constant, whatever type it is given. */
function isParameter(expression: Members): boolean {
  if (expression.TypeCast) return isParameter((expression.TypeCast as Members).arg as Members)
  return expression.ParamRef !== undefined || expression.A_Const !== undefined
}

/** An insert says in its values whose rows they are, or takes them from a table that says it. */
function lookAtInsert(node: Members, outerNames: ReadonlySet<string>, scope: Scope): void {
  const table = String((node.relation as Members).relname)
  if (!scope.tables.has(table)) return
  const columns = asList(node.cols).map(column => String(((column as Members).ResTarget as Members).name))
  const at = columns.indexOf('client_id')
  const rows =
    at < 0 ? [] : insertedRows((node.selectStmt as Members | undefined)?.SelectStmt as Members | undefined, at, scope)
  const isNamed =
    rows.length > 0 && rows.every(({ value, names }) => isParameter(value) || isOfNamed(value, names, outerNames))
  if (!isNamed) scope.found.push({ table, alias: 'insert' })
}

function isOfNamed(value: Members, ...names: readonly ReadonlySet<string>[]): boolean {
  const alias = clientColumn(value)
  return alias !== undefined && names.some(known => (alias === '' ? known.size === 1 : known.has(alias)))
}

interface Inserted {
  readonly value: Members
  /** Aliases of the select that a parameter names the client of. */
  readonly names: ReadonlySet<string>
}

/** What each row, or each half of a union, puts in a column. */
function insertedRows(select: Members | undefined, at: number, scope: Scope): readonly Inserted[] {
  if (!select) return []
  if (select.larg) return [select.larg, select.rarg].flatMap(half => insertedRows(half as Members, at, scope))
  if (select.valuesLists)
    return asList(select.valuesLists).map(row => ({
      value: asList(((row as Members).List as Members).items)[at] as Members,
      names: new Set<string>(),
    }))
  const sources: Source[] = []
  const conditions: Members[] = []
  for (const part of asList(select.fromClause)) collect(part as Members, sources, conditions, scope)
  if (select.whereClause) conditions.push(...conjuncts(select.whereClause as Members))
  const target = asList(select.targetList)[at] as Members | undefined
  const value = (target?.ResTarget as Members | undefined)?.val as Members | undefined
  return value ? [{ value, names: namedAliases(sources, conditions, scope) }] : []
}

function asList(tree: Tree | undefined): readonly Tree[] {
  return Array.isArray(tree) ? tree : []
}
