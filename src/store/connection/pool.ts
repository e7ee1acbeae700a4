/**
 * The pool. Its connections pipeline: statements of a transaction that do not wait for each other are sent together. Work that
 * cannot be pipelined (several statements in one text, a reserved connection, LISTEN) has a few connections without it.
 * A transaction has its own connection; single statements share connections (sharing.ts).
 */
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { LogEvent } from '../../lib/log-events.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { watchAvailability } from './availability.ts'
import { type Clients, createClients } from './clients.ts'
import { copyIn, copyOut } from './copy.ts'
import { isFollower, isLost, isStale, isUseless, translateError } from './failures.ts'
import { type Hosts, hostsOf } from './hosts.ts'
import { noteServer, type Outcome, runText } from './session.ts'
import { type Shared, sharing } from './sharing.ts'
import { inStatementSpan, inTransactionSpan } from './spans.ts'
import type { Statement } from './template.ts'

/** Timeouts of statements in milliseconds, by kind of work; PostgreSQL ends a statement then with 57014. */
export const statementLimits = {
  /** Statements that a caller, a page or a poller waits for. */
  ordinary: 120_000,
  /** Freezing an audience, purging, moving partitions: the time grows with the size of a campaign. */
  long: 3_600_000,
  /** Migrations and reserved connections; PostgreSQL reads 0 as no limit. */
  endless: 0,
} as const
export type StatementKind = keyof typeof statementLimits

/**
 * Milliseconds an ordinary statement waits for a lock until 55P03: another program may have locked a table for
 * hours. Longer work may wait up to its own timeout.
 */
const lockWaitMs = 8_000
const lockWait = (kind: StatementKind) => (kind === 'ordinary' ? lockWaitMs : 0)

export interface PoolOptions {
  /** Maximum connections that pipeline; up to four more do not. */
  readonly max: number
  /** The application name in pg_stat_activity. */
  readonly name: string
  /** Called when a connection has closed, from either side. */
  readonly onClose?: (() => void) | undefined
  /** Receives events for the log: those of transactions after their commits, and outages. */
  readonly onEvent?: ((event: LogEvent) => void) | undefined
}

/** Statements on one connection until it is released. */
export interface Session {
  run(statement: Statement, kind?: StatementKind): Promise<Outcome>
  /** COPY from pieces of text, only on connections that do not pipeline. See copy.ts. */
  copyIn(text: string, pieces: AsyncIterable<string | Buffer>, signal?: AbortSignal): Promise<number>
  copyOut(text: string): AsyncGenerator<Buffer>
  /** Releases the connection; with an error or `true` it is closed instead. */
  release(failure?: unknown): void
}

export interface Connections {
  /** Runs a single statement. */
  run(statement: Statement): Promise<Outcome>
  /** Reserves a connection; `plain` without pipelining. */
  checkout(plain?: 'plain'): Promise<Session>
  /** Waits for work in progress, for at most `timeoutMs` if given, then closes all connections. */
  end(timeoutMs?: number): Promise<void>
  /** For clients outside the pool. */
  readonly hosts: Hosts
  usage(): PoolUsage
}

export interface PoolUsage {
  readonly open: number
  /** Connections in use. */
  readonly used: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
  /** Longest wait for a connection that ended within the last minute or is in progress, in seconds. */
  readonly longestWaitSeconds: number
}

/**
 * Creates the connections of one process to one database, which are opened on demand.
 * @param url may name several hosts, of which the primary is used
 */
export function createConnections(url: string, { max, name, onClose, onEvent = () => {} }: PoolOptions): Connections {
  const hosts = hostsOf(url, { application_name: name })
  const pipelined = createPool(hosts, { max, pipeline: true, idleTimeoutMillis: 0 }, { onClose })
  const plain = createPool(hosts, { max: 4, idleTimeoutMillis: 60_000 }, { onClose, limit: 'endless' })
  const clients = createClients(hosts, watchAvailability(onEvent))
  let ended: Promise<unknown> | undefined

  const shared = sharing({
    most: Math.ceil(max / 2),
    acquire: given => clients.acquire(pipelined, given),
    release: clients.release,
  })

  /**
   * For statements that are not prepared because their text, and so their duration, depends on a user's data. No other statement
   * waits behind them.
   */
  const alone = (): Shared => {
    let own: PoolClient | undefined
    return {
      use: given =>
        clients.acquire(pipelined, (refused, client) => {
          own = client
          given(refused, client)
        }),
      leave: failure => clients.release(own!, failure),
    }
  }

  const run = (statement: Statement) => inStatementSpan(statement, () => runAlone(statement))

  function runAlone(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const attempt = (isLast: boolean) => {
        const connection = statement.name === undefined ? alone() : shared()
        connection.use((refused, client) => {
          if (!client) return reject(refused)
          clients.execute(client, statement, statementLimits.ordinary, (error, outcome) => {
            connection.leave(isUseless(error) ? error : undefined)
            if (outcome) resolve(outcome)
            else if (isStale(error) && !isLast) attempt(true)
            else reject(error)
          })
        })
      }
      attempt(false)
    })
  }

  function checkout(plainly?: 'plain'): Promise<Session> {
    const usual = plainly ? 'endless' : 'ordinary'
    return new Promise((resolve, reject) => {
      clients.acquire(plainly ? plain : pipelined, (refused, client) => {
        if (client) resolve(sessionOn(client, clients, usual))
        else reject(refused)
      })
    })
  }

  return {
    hosts,
    run,
    checkout,
    usage() {
      const open = pipelined.totalCount + plain.totalCount
      const used = open - pipelined.idleCount - plain.idleCount
      const waiting = pipelined.waitingCount + plain.waitingCount
      return { open, used, waiting, longestWaitSeconds: clients.longestWaitMs() / 1_000 }
    },
    async end(timeoutMs) {
      const timer = timeoutMs === undefined ? undefined : setTimeout(clients.cutAll, timeoutMs)
      ended ??= Promise.all([pipelined.end(), plain.end()])
      await ended
      clearTimeout(timer)
    },
  }
}

/** @param usual timeout for statements without their own */
function sessionOn(client: PoolClient, clients: Clients, usual: StatementKind): Session {
  const execute = (statement: Statement, kind: StatementKind) =>
    new Promise<Outcome>((answered, failed) => {
      clients.execute(client, statement, statementLimits[kind], (error, outcome) =>
        outcome ? answered(outcome) : failed(error),
      )
    })
  const watch = clients.watchFor(statementLimits.ordinary)
  return {
    run: (statement, kind = usual) => inStatementSpan(statement, () => execute(statement, kind)),
    copyIn: (text, pieces, signal) =>
      copyIn(client, text, pieces, watch, signal).catch(error => {
        throw translateError(error)
      }),
    copyOut: text => copyOut(client, text, watch),
    release: failure => clients.release(client, failure),
  }
}

/**
 * Runs a transaction: commits when `work` resolves, rolls back when it rejects.
 * @throws the first error of its statements if `work` fails only because of later ones
 */
export function inTransaction<Value>(
  connections: Connections,
  kind: StatementKind,
  work: (run: (statement: Statement) => Promise<Outcome>) => Promise<Value>,
): Promise<Value> {
  return inTransactionSpan(() => transact(connections, kind, work))
}

async function transact<Value>(
  connections: Connections,
  kind: StatementKind,
  work: (run: (statement: Statement) => Promise<Outcome>) => Promise<Value>,
): Promise<Value> {
  const session = await connections.checkout()
  let first: unknown
  let over = false
  const run = async (statement: Statement) => {
    if (over) throw new Error('A statement came after the end of its transaction.')
    try {
      return await session.run(statement, kind)
    } catch (error) {
      first ??= error
      throw error
    }
  }
  try {
    // awaited: behind a failed begin, pipelined statements would commit one by one
    await run({ text: 'begin', values: undefined })
    if (kind === 'long')
      await run({
        text: `select set_config('statement_timeout', '${statementLimits[kind]}', true), set_config('lock_timeout', '${lockWait(kind)}', true)`,
        values: undefined,
      })
    const value = await work(run)
    const { command } = await run({ text: 'commit', values: undefined })
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error
    if (command !== 'COMMIT') throw first ?? new Error('The transaction had failed and was rolled back.')
    session.release()
    return value
  } catch (error) {
    over = true
    const cause = first !== undefined && isFollower(error) ? first : error
    // a lost connection, or one whose commit is stalled, has nothing to roll back
    if (error instanceof Unavailable && isLost(error)) session.release(true)
    else
      await session.run({ text: 'rollback', values: undefined }).then(
        () => session.release(isStale(cause) ? cause : undefined),
        () => session.release(true),
      )
    throw cause
  } finally {
    over = true
  }
}

/** A pool of the driver, for us or for a library with its own statements. */
export function createPool(
  hosts: Hosts,
  options: PoolConfig,
  { limit = 'ordinary', onClose }: { readonly limit?: StatementKind; readonly onClose?: (() => void) | undefined } = {},
): Pool {
  const pool = new Pool({
    ...hosts.config,
    ...options,
    Client: hosts.Client,
    // a pooler accepts connections while it has no server; the next connection searches for the primary again
    onConnect: (client: Client) =>
      prepare(client, limit).catch(error => {
        hosts.forget()
        throw error
      }),
  } as unknown as PoolConfig) // the driver's type expects a class without a configuration
  // errors of idle connections; without a listener they would end the process
  pool.on('error', () => {})
  // our clients have a listener already (hosts.ts); graphile-worker complains if the pool adds none
  pool.on('connect', client => client.on('error', () => {}))
  if (onClose) pool.on('remove', onClose)
  return pool
}

/**
 * Applies settings to each connection by a statement, because a pooler may refuse them as startup parameters. A plan made when a
 * table was empty would read all of it until statistics arrive; our frequent statements are batches, for which
 * planning is a small part of the cost. Without jit: plans of segments have high estimates, and compiling one takes up to some seconds, which
 * statement_timeout does not interrupt.
 */
async function prepare(client: Client, limit: StatementKind): Promise<void> {
  const { rows } = await runText(
    client,
    `set plan_cache_mode = force_custom_plan; set jit = off; set statement_timeout = ${statementLimits[limit]};
      set lock_timeout = ${lockWait(limit)}; 
      select pg_is_in_recovery() as standby, extract(epoch from pg_postmaster_start_time())::text as server`,
  )
  const { standby, server } = rows[0] as { readonly standby: boolean; readonly server: string } // the columns of the last statement
  if (standby) throw new Unavailable('DATABASE_URL leads to a standby, which takes no writes.')
  noteServer(client, server)
}
