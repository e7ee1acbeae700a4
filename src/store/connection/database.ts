/**
 * The connection to PostgreSQL and the types every statement in `store/` is written against: tagged templates over `pg`.
 * See docs/decisions/storage.md#one-postgresql-driver-behind-tagged-templates.
 */
import { inTime } from '../../lib/in-time.ts'
import type { LogEvent } from '../../lib/log-events.ts'
import { inlineValues } from './copy.ts'
import { translateError } from './failures.ts'
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

/** A parameter of a statement. Plain objects, and arrays for `json`, must be wrapped: `sql.json(…)`. */
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

/** Secrets that statements use and the database must not store. Set once, when the installation's secret is read. */
export interface Secrets {
  /** The key for hashes of addresses (subscribers/address-hash.ts), 32 bytes. */
  addressKey: Buffer | undefined
}

/** The pool or a transaction: the parameter type of functions that only run statements. */
export interface Sql {
  /** The same object for a pool and all its transactions. */
  readonly secrets: Secrets
  /** A statement or a part of one. int8 is a number, uuid 32 hexadecimal digits, numeric and date text; columns are camelCase. */
  <Result extends readonly unknown[] = AnyRow[]>(
    template: TemplateStringsArray,
    ...values: readonly (Parameter | Fragment | Identifier | Records)[]
  ): Query<Counted<Result>>
  /** A name of a table or a column that becomes part of the text. */
  (name: string): Identifier
  /** `insert into t ${sql(records)}`, `update t set ${sql(record)}`. */
  (records: Readonly<Record<string, Parameter>> | readonly Readonly<Record<string, Parameter>>[]): Records
  json(value: unknown): Json
  /** Runs text unchanged; without parameters it may contain several statements. Never with text of a caller. */
  unsafe<Result extends readonly unknown[] = AnyRow[]>(
    text: string,
    values?: readonly Parameter[],
  ): Query<Counted<Result>>
}

/** A part of a statement. */
export type Fragment = Query<readonly unknown[]>

/** A transaction: the parameter type of functions that must run in one. */
export interface Transaction extends Sql {
  readonly isTransaction: true
  /**
   * Calls `act` once the transaction has committed. Not called after a rollback, also if the transaction is retried. A commit whose
   * reply was lost with the connection counts as a rollback.
   */
  afterCommit(act: () => void): void
  /** Logs an event after the commit, if the pool has a log (`ConnectOptions.onEvent`). */
  logAfterCommit(event: LogEvent): void
}

/** A connection reserved for one user, because the session's state matters (locks, settings, an own transaction). */
export interface Reserved extends Sql {
  /** COPY into a table, all rows or none. @param text with names of ours only @returns the number of rows */
  copyIn(text: string, pieces: AsyncIterable<string | Buffer>): Promise<number>
  /** COPY to the reader, who must read to the end. @param text with names of ours only */
  copyOut(text: string): AsyncGenerator<Buffer>
  release(): void
}

/** The pool. */
export interface Database extends Sql {
  /** Commits when `work` resolves, rolls back when it rejects. Callers use `transaction()`, which retries after a deadlock. */
  begin<Value>(work: (sql: Transaction) => Promise<Value> | Value, kind?: StatementKind): Promise<Value>
  reserve(): Promise<Reserved>
  /**
   * COPY into a table, all rows or none, on its own connection; each piece is any number of lines as `copyLine` (copy-line.ts) writes them.
   * @param text `copy table (columns) from stdin`, with names of ours only
   * @returns the number of rows
   */
  copyIn(text: string, pieces: AsyncIterable<string>, signal?: AbortSignal): Promise<number>
  /**
   * The rows of a `select` in COPY's format, at the reader's speed within the limit of a long statement.
   * @param options of COPY, such as `format csv`
   */
  copyOut(select: Fragment, options?: string): AsyncGenerator<Buffer>
  /**
   * Listens to a channel. All channels of a pool share one connection.
   * @param heard is also called after a reconnect, because notifications in between are lost
   */
  listen(channel: string, heard: (payload?: string) => void): Promise<Listening>
  /**
   * Holds a shared advisory lock on the listening connection, which shows other processes that this one is alive (`lockKey`).
   * @param changed is called with false when the connection is lost, and with true when the lock is held again
   */
  holdLock(name: string, changed: (isHeld: boolean) => void): Promise<{ release(): void }>
  /** Present use of the pool's connections. */
  usage(): PoolUsage
  /** Waits up to `timeout` seconds for statements in progress. */
  end(options?: { readonly timeout?: number }): Promise<void>
}

export type ConnectOptions = Partial<PoolOptions>

/**
 * Opens a pool; connections are made on demand.
 * @param url may name a socket's folder as in libpq: `postgres://user@%2Frun%2Fpostgresql/name`, and several hosts, of
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
              throw translateError(error)
            }),
          async *copyOut(text: string) {
            try {
              yield* session.copyOut(text)
            } catch (error) {
              throw translateError(error)
            }
          },
          release: () => session.release(true),
        })
      },
      async copyIn(text: string, pieces: AsyncIterable<string>, signal?: AbortSignal) {
        return used(connections, session => session.copyIn(text, pieces, signal))
      },
      async *copyOut(select: Fragment, options = '') {
        const text = `copy (${inlineValues(statementOf(select))}) to stdout ${options === '' ? '' : `(${options})`}`
        const session = await connections.checkout('plain')
        let failure: true | undefined = true // stays true if a reader stops early
        try {
          await session.run(timeout('long'))
          yield* session.copyOut(text)
          await session.run(timeout('ordinary'))
          failure = undefined
        } catch (error) {
          // the connection keeps the limit of a long statement, so it is not reused
          throw translateError(error)
        } finally {
          session.release(failure)
        }
      },
      listen: listener.listen.bind(listener),
      holdLock: listener.holdLock.bind(listener),
      usage: () => connections.usage(),
      async end({ timeout }: { readonly timeout?: number } = {}) {
        listener.end()
        await connections.end(timeout && timeout * 1_000)
      },
    },
  )
}

/** Sets the limit for the next statements of a session. */
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
    throw translateError(error)
  }
}

function beginOn(connections: Connections, secrets: Secrets, onEvent: ConnectOptions['onEvent']): Database['begin'] {
  return async (work, kind = 'ordinary') => {
    const acts: (() => void)[] = []
    const afterCommit = (act: () => void) => void acts.push(act)
    const logAfterCommit = (event: LogEvent) => afterCommit(() => onEvent?.(event))
    const value = await inTransaction(connections, kind, async run => {
      const sql = sqlOn(statement => run(statement).then(({ rows }) => rows), secrets)
      return work(Object.assign(sql, { isTransaction: true as const, afterCommit, logAfterCommit }))
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
export async function isAnswering(db: Database): Promise<boolean> {
  return (await inTime(2_000, db`select 1`)) !== undefined
}
