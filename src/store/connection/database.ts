/**
 * The connection to PostgreSQL and the types every statement in `store/` is written against: tagged templates over `pg`.
 * See docs/decisions/storage.md#one-postgresql-driver-behind-tagged-templates.
 */
import { inTime } from '../../lib/in-time.ts'
import type { LogEvent } from '../../lib/log-events.ts'
import { inlined } from './copy.ts'
import { asSeen } from './failures.ts'
import { type Listening, listenerOn } from './listen.ts'
import {
  type Connections,
  createConnections,
  inTransaction,
  type PoolOptions,
  type PoolUsage,
  type Session,
  type StatementKind,
  statementLimits,
} from './pool.ts'
import { type Counted, type Executor, Identifier, Query, Records, statementOf } from './template.ts'
import { Json } from './wire-types.ts'

/** What a statement takes as a parameter. Plain objects, and arrays for `json`, are said explicitly: `sql.json(…)`. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | Json
  | null
  | undefined
  | readonly Parameter[]
// biome-ignore lint/suspicious/noExplicitAny: a row of a statement whose type the caller did not say
type AnyRow = Record<string, any>

/** What statements of a pool bring along because the database must not hold it. Set once, when the installation's secret is read. */
export interface Secrets {
  /** Under which addresses are hashed (subscribers/address-hash.ts), 32 bytes. */
  addressKey: Buffer | undefined
}

/** The pool or a transaction: what a function that only runs statements asks for. */
export interface Sql {
  /** The same object for a pool and all its transactions. */
  readonly secrets: Secrets
  /** A statement or a part of one. int8 is a number, uuid 32 hexadecimal digits, numeric and date text; columns are camelCase. */
  <Result extends readonly unknown[] = AnyRow[]>(
    template: TemplateStringsArray,
    ...values: readonly (Parameter | Fragment | Identifier | Records)[]
  ): Query<Counted<Result>>
  /** A name that becomes part of the text: a table's or a column's. */
  (name: string): Identifier
  /** `insert into t ${sql(records)}`, `update t set ${sql(record)}`. */
  (records: Readonly<Record<string, Parameter>> | readonly Readonly<Record<string, Parameter>>[]): Records
  json(value: unknown): Json
  /** Text as it is, without parameters also several statements. Never with a caller's words in it. */
  unsafe<Result extends readonly unknown[] = AnyRow[]>(
    text: string,
    values?: readonly Parameter[],
  ): Query<Counted<Result>>
}

/** A part of a statement. */
export type Fragment = Query<readonly unknown[]>

/** A transaction: what a function that must be part of one asks for. */
export interface Transaction extends Sql {
  readonly isTransaction: true
  /**
   * Runs `act` once the transaction has committed; never when it is rolled back, also when it is run again afterwards. A commit whose
   * answer was lost with the connection counts as none.
   */
  afterCommit(act: () => void): void
  /** Writes an event to the log after the commit, where the pool has a log (`ConnectOptions.onEvent`). */
  tell(event: LogEvent): void
}

/** A connection kept for one user, whose session's state (locks, settings, a transaction of its own) matters. */
export interface Reserved extends Sql {
  /** COPY into a table, all rows or none. @param text names of ours only @returns how many rows there were */
  copyIn(text: string, pieces: AsyncIterable<string | Buffer>): Promise<number>
  /** COPY to the reader, who takes all of it. @param text names of ours only */
  copyOut(text: string): AsyncGenerator<Buffer>
  release(): void
}

/** The pool. */
export interface Database extends Sql {
  /** Commits when `work` resolves, rolls back when it rejects. The program calls `transaction()`, which repeats it after a deadlock. */
  begin<Value>(work: (sql: Transaction) => Promise<Value> | Value, kind?: StatementKind): Promise<Value>
  reserve(): Promise<Reserved>
  /**
   * COPY into a table, all rows or none, on a connection of its own; each piece is any number of lines as `copyLine` (copy-line.ts) writes them.
   * @param text `copy table (columns) from stdin`, names of ours only
   * @returns how many rows there were
   */
  copyIn(text: string, pieces: AsyncIterable<string>, signal?: AbortSignal): Promise<number>
  /**
   * The rows of a `select` in COPY's format, as the reader takes them: it may take as long as a long statement.
   * @param options of COPY, such as `format csv`
   */
  copyOut(select: Fragment, options?: string): AsyncGenerator<Buffer>
  /**
   * All channels of a pool share a connection of its own.
   * @param heard is also called after the connection came back: what was said meanwhile is lost
   */
  listen(channel: string, heard: (payload?: string) => void): Promise<Listening>
  /**
   * Holds an advisory lock, shared, on the connection that listens: another process sees by it that this one lives (`lockKey`).
   * @param changed is called with false when the connection was lost, and with true when the lock is held again
   */
  holdLock(name: string, changed: (isHeld: boolean) => void): Promise<{ release(): void }>
  /** Of the connections of this pool, now. */
  usage(): PoolUsage
  /** Lets statements under way end, for `timeout` seconds at most. */
  end(options?: { readonly timeout?: number }): Promise<void>
}

export type ConnectOptions = Partial<PoolOptions>

/**
 * Opens a pool; connections are made on need.
 * @param url may name a socket's folder, as libpq's may: `postgres://user@%2Frun%2Fpostgresql/name`, and several hosts, of
 * which the primary is used
 */
export function connect(
  url: string,
  { max = 10, name = 'lettershop', onClose, onEvent }: ConnectOptions = {},
): Database {
  const connections = createConnections(url, { max, name, onClose, onEvent })
  const listener = listenerOn(connections.hosts)
  const secrets: Secrets = { addressKey: undefined }
  return Object.assign(
    sqlOn(statement => connections.run(statement).then(({ rows }) => rows), secrets),
    {
      begin: beginOn(connections, secrets, onEvent),
      async reserve() {
        const session = await connections.checkout('plain')
        const sql = sqlOn(statement => session.run(statement).then(({ rows }) => rows), secrets)
        return Object.assign(sql, {
          copyIn: (text: string, pieces: AsyncIterable<string | Buffer>) =>
            session.copyIn(text, pieces).catch(error => {
              throw asSeen(error)
            }),
          async *copyOut(text: string) {
            try {
              yield* session.copyOut(text)
            } catch (error) {
              throw asSeen(error)
            }
          },
          release: () => session.release(true),
        })
      },
      async copyIn(text: string, pieces: AsyncIterable<string>, signal?: AbortSignal) {
        return used(connections, session => session.copyIn(text, pieces, signal))
      },
      async *copyOut(select: Fragment, options = '') {
        const text = `copy (${inlined(statementOf(select))}) to stdout ${options === '' ? '' : `(${options})`}`
        const session = await connections.checkout('plain')
        let failure: true | undefined = true // also of a reader that stops early
        try {
          await session.run(timeout('long'))
          yield* session.copyOut(text)
          await session.run(timeout('ordinary'))
          failure = undefined
        } catch (error) {
          // the connection is not used again: its limit would stay that of a long statement
          throw asSeen(error)
        } finally {
          session.release(failure)
        }
      },
      listen: (...given: Parameters<Database['listen']>) => listener.listen(...given),
      holdLock: (...given: Parameters<Database['holdLock']>) => listener.holdLock(...given),
      usage: () => connections.usage(),
      async end({ timeout }: { readonly timeout?: number } = {}) {
        listener.end()
        await connections.end(timeout && timeout * 1_000)
      },
    },
  )
}

/** Of the statements that follow on a session. */
function timeout(kind: StatementKind) {
  return { text: `set statement_timeout = ${statementLimits[kind]}`, values: undefined }
}

async function used<Value>(connections: Connections, work: (session: Session) => Promise<Value>): Promise<Value> {
  const session = await connections.checkout('plain')
  try {
    const value = await work(session)
    session.release()
    return value
  } catch (error) {
    session.release(error)
    throw asSeen(error)
  }
}

function beginOn(connections: Connections, secrets: Secrets, onEvent: ConnectOptions['onEvent']): Database['begin'] {
  return async (work, kind = 'ordinary') => {
    const acts: (() => void)[] = []
    const afterCommit = (act: () => void) => void acts.push(act)
    const tell = (event: LogEvent) => afterCommit(() => onEvent?.(event))
    const value = await inTransaction(connections, kind, async run => {
      const sql = sqlOn(statement => run(statement).then(({ rows }) => rows), secrets)
      return work(Object.assign(sql, { isTransaction: true as const, afterCommit, tell }))
    })
    for (const act of acts) act()
    return value
  }
}

function sqlOn(executor: Executor, secrets: Secrets): Sql {
  function sql(first: TemplateStringsArray | string | object, ...values: unknown[]) {
    if (typeof first === 'string') return new Identifier(first)
    if (Array.isArray(first) && 'raw' in first)
      return new Query(executor, first as unknown as TemplateStringsArray, values)
    return new Records((Array.isArray(first) ? first : [first]) as Records['rows'])
  }
  return Object.assign(sql, {
    secrets,
    json: (value: unknown) => new Json(value),
    unsafe: (text: string, values: readonly Parameter[] = []) => new Query(executor, text, values),
  }) as Sql // the overloads are those three shapes
}

/** Does the database answer within two seconds? */
export async function answers(db: Database): Promise<boolean> {
  return (await inTime(2_000, db`select 1`)) !== undefined
}
