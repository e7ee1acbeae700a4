/**
 * Converts tagged templates to statements: text with `$1, $2 …`, values, and a name under which connections prepare it.
 * Templates can be nested. A template runs when it is awaited, and not if it is only part of another.
 */
import { castOf, serialize } from './wire-types.ts'

/** A statement ready to send. */
export interface Statement {
  readonly text: string
  /** Undefined for text without parameters, which is sent unchanged and may contain several statements. */
  readonly values: readonly unknown[] | undefined
  /** The name under which connections prepare it. */
  readonly name?: string | undefined
}

/** Rows, the number of rows that the statement returned or changed, and the server that answered. */
export type Counted<Rows> = Rows & {
  readonly count: number
  /** The server of the connection: when it started (`noteServer` in session.ts). */
  readonly server: string
}

/** Runs a statement: a pool, a transaction or a connection. */
export type Executor = (statement: Statement) => Promise<Counted<unknown[]>>

/** A column, a table, or another name that becomes part of the text. */
export class Identifier {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** `clientId` becomes `"client_id"`, `m.at` becomes `"m"."at"`. */
  get text(): string {
    return toSnake(this.name)
      .split('.')
      .map(part => `"${part.replaceAll('"', '""')}"`)
      .join('.')
  }
}

/** Records that become `(columns) values (…), (…)`, or `column = value, …` after `set`. */
export class Records {
  readonly rows: readonly Readonly<Record<string, unknown>>[]

  constructor(rows: readonly Readonly<Record<string, unknown>>[]) {
    this.rows = rows
  }
}

/**
 * A statement or a part of one. It is a promise of its rows that starts when `then` is first called.
 */
export class Query<Rows> implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'Query'
  /** Null for text that is sent unchanged. */
  readonly template: TemplateStringsArray | null
  readonly args: readonly unknown[]
  readonly #text: string
  readonly #executor: Executor
  #isPrepared = true
  #rows: Promise<Rows> | undefined

  constructor(executor: Executor, template: TemplateStringsArray | string, args: readonly unknown[]) {
    this.#executor = executor
    this.template = typeof template === 'string' ? null : template
    this.#text = typeof template === 'string' ? template : ''
    this.args = args
  }

  /** False for text that depends on a user's data: connections would keep too many prepared statements. */
  get isPrepared(): boolean {
    return this.#isPrepared
  }

  /** Prevents connections from preparing this statement, or one that contains it. */
  unprepared(): this {
    this.#isPrepared = false
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = Rows, B = never>(
    resolved?: ((rows: Rows) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#rows ??= this.#run()
    return this.#rows.then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows | B> {
    return this.then(undefined, rejected)
  }

  finally(run?: (() => void) | null): Promise<Rows> {
    return this.then().finally(run)
  }

  #run(): Promise<Rows> {
    try {
      const statement =
        this.template === null
          ? { text: this.#text, values: this.args.length > 0 ? this.args.map(serialize) : undefined }
          : compile(this.template, this.args, this.#isPrepared)
      return this.#executor(statement) as Promise<Rows> // the caller's type argument describes the rows
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

/** Compiles a template to the statement that is sent. */
export function statementOf({ template, args }: Query<unknown>): Statement {
  if (template === null) throw new TypeError('Text that is sent as it is has no statement.')
  return compile(template, args, false)
}

interface Text {
  readonly text: string
  readonly name: string | undefined
}

/** Compiled texts of templates without parts, by the casts of their values. */
const flat = new WeakMap<TemplateStringsArray, Map<string, Text>>()

function compile(template: TemplateStringsArray, args: readonly unknown[], isPrepared: boolean): Statement {
  let casts = ''
  for (const arg of args) {
    if (isPart(arg)) return compileParts(template, args, isPrepared)
    casts += `${castOf(arg)},`
  }
  const { text, name } = flat.get(template)?.get(casts) ?? remember(template, casts, args)
  return { text, values: args.map(serialize), name: isPrepared ? name : undefined }
}

function remember(template: TemplateStringsArray, casts: string, args: readonly unknown[]): Text {
  const { text } = compileParts(template, args, false)
  const made = { text, name: nameOf(text) }
  const known = flat.get(template)
  if (known) known.set(casts, made)
  else flat.set(template, new Map([[casts, made]]))
  return made
}

function compileParts(template: TemplateStringsArray, args: readonly unknown[], isPrepared: boolean): Statement {
  const built: Built = { text: '', values: [], isPrepared }
  append(built, template, args)
  const { text, values } = built
  return { text, values, name: built.isPrepared ? nameOf(text) : undefined }
}

interface Built {
  text: string
  readonly values: unknown[]
  isPrepared: boolean
}

function append(built: Built, template: TemplateStringsArray, args: readonly unknown[]): void {
  built.text += template[0]
  for (const [index, arg] of args.entries()) {
    if (arg instanceof Query) {
      if (arg.template === null) throw new TypeError('Text that is sent as it is cannot be part of a statement.')
      if (!arg.isPrepared) built.isPrepared = false
      append(built, arg.template, arg.args)
    } else if (arg instanceof Identifier) built.text += arg.text
    else if (arg instanceof Records) appendRecords(built, arg.rows)
    else appendValue(built, arg)
    built.text += template[index + 1]
  }
}

function appendValue(built: Built, value: unknown): void {
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    throw new TypeError('A plain object is no parameter: say sql.json(…).')
  built.values.push(serialize(value))
  built.text += `$${built.values.length}${castOf(value)}`
}

function appendRecords(built: Built, rows: Records['rows']): void {
  const columns = Object.keys(rows[0] ?? {})
  if (/\bset\s*$/i.test(built.text)) {
    for (const [index, column] of columns.entries()) {
      built.text += `${index > 0 ? ', ' : ''}${new Identifier(column).text} = `
      appendValue(built, rows[0]![column])
    }
    return
  }
  built.text += `(${columns.map(column => new Identifier(column).text).join(', ')}) values `
  for (const [number, row] of rows.entries()) {
    built.text += number > 0 ? ', (' : '('
    for (const [index, column] of columns.entries()) {
      if (index > 0) built.text += ', '
      appendValue(built, row[column])
    }
    built.text += ')'
  }
}

function isPart(arg: unknown): boolean {
  return arg instanceof Query || arg instanceof Identifier || arg instanceof Records
}

/** Names of prepared statements by text; a text has one name in the process. */
const names = new Map<string, string>()
/**
 * Above the program's number of statements. Further texts are not prepared: texts that vary by mistake cost time, not the server's
 * memory.
 */
const mostNames = 2_000

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `lettershop_${names.size + 1}`
  names.set(text, name)
  return name
}

const camel = new Map<string, string>()

/** `public_id` → `publicId`; cached, because column names are few. */
export function toCamel(column: string): string {
  let known = camel.get(column)
  if (known === undefined) {
    known = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    if (camel.size < mostNames) camel.set(column, known)
  }
  return known
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
