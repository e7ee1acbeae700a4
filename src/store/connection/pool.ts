/**
 * The pool. Its connections pipeline: statements of a transaction that do not wait for each other are sent together. What
 * pipelining refuses (several statements in one text, a connection kept for long, LISTEN) has a few connections without it.
 * A transaction has a connection of its own; single statements share some (sharing.ts).
 */
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { longestWait } from '../../lib/longest-wait.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { copyIn, copyOut } from './copy.ts'
import { asSeen, isFollower, isLost, isStale } from './failures.ts'
import { type Hosts, hostsOf } from './hosts.ts'
import { cut, type Outcome, say, send } from './session.ts'
import { type Shared, sharing } from './sharing.ts'
import { inStatementSpan, inTransactionSpan } from './spans.ts'
import { stalledCommits } from './stalled-commits.ts'
import type { Statement } from './template.ts'
import { type Answering, Stalled, watchdog } from './watchdog.ts'

/** Milliseconds a statement may take, by the kind of work; PostgreSQL ends it then, with 57014. */
export const statementLimits = {
  /** What a caller, a page or a poller waits for. */
  ordinary: 120_000,
  /** Freezing an audience, purging, moving partitions: grows with the size of a campaign. */
  long: 3_600_000,
  /** Migrations, and what holds a connection of its own; PostgreSQL reads 0 as no limit. */
  endless: 0,
} as const
export type StatementKind = keyof typeof statementLimits

/**
 * Milliseconds an ordinary statement waits for a lock, which ends it with 55P03: another program may have locked a table for
 * hours. Longer work waits as long as it may take.
 */
const lockWaitMs = 8_000
const lockWait = (kind: StatementKind) => (kind === 'ordinary' ? lockWaitMs : 0)

/** How much later than PostgreSQL we give a statement up: its own error says more. */
const graceMs = 10_000
/** Longest wait for a free connection. */
const checkoutMs = 60_000
/** Longest wait for an answer that tells whether the server answers at all. */
const probeMs = 4_000

export interface PoolOptions {
  /** Most connections that pipeline; at most four more do not. */
  readonly max: number
  /** What pg_stat_activity shows. */
  readonly name: string
  /** Called when a connection has closed, by whichever side. */
  readonly onClose?: (() => void) | undefined
}

/** Statements on one connection, until it is given back. */
export interface Session {
  run(statement: Statement, kind?: StatementKind): Promise<Outcome>
  /** COPY from pieces of text; only where nothing pipelines. See copy.ts. */
  copyIn(text: string, pieces: AsyncIterable<string | Buffer>, signal?: AbortSignal): Promise<number>
  copyOut(text: string): AsyncGenerator<Buffer>
  /** Gives the connection back; with an error, or `true`, it is closed instead. */
  release(failure?: unknown): void
}

export interface Connections {
  /** A statement by itself. */
  run(statement: Statement): Promise<Outcome>
  /** A connection for one user; `plain`: without pipelining. */
  checkout(plain?: 'plain'): Promise<Session>
  /** Waits for what is under way, for at most `timeoutMs` where given, then cuts. */
  end(timeoutMs?: number): Promise<void>
  /** For a client of its own. */
  readonly hosts: Hosts
  usage(): PoolUsage
}

export interface PoolUsage {
  readonly open: number
  /** Of those, in use. */
  readonly used: number
  /** Statements and transactions that wait for one. */
  readonly waiting: number
  /** Longest wait for one that ended within the last minute or lasts, in seconds. */
  readonly longestWaitSeconds: number
}

type Done = (error: unknown, outcome?: Outcome) => void

/**
 * The connections of one process to one database, made on need.
 * @param url may name several hosts, of which the primary is used
 */
export function createConnections(url: string, { max, name, onClose }: PoolOptions): Connections {
  const hosts = hostsOf(url, { application_name: name })
  const out = new Set<PoolClient>()
  /** Connections whose commit was given up and may be answered yet, and how many statements on them may be. */
  const stalled = new Map<PoolClient, number>()
  const dog = watchdog(async () => {
    const answering = await lookAt(hosts)
    if (!answering) hosts.forget()
    return answering
  })
  const pipelined = createPool(hosts, { max, pipeline: true, idleTimeoutMillis: 0 }, { onClose })
  const plain = createPool(hosts, { max: 4, idleTimeoutMillis: 60_000 }, { onClose, limit: 'endless' })
  let ended: Promise<unknown> | undefined
  const waits = longestWait()

  /** @param given is called once, with a client or an error */
  function acquire(pool: Pool, given: (error: unknown, client?: PoolClient) => void): void {
    let isOver = false
    const waited = waits.begin()
    const wait = dog.watch(
      checkoutMs,
      error => {
        isOver = true
        given(error)
      },
      () => true,
    )
    pool.connect((error, client) => {
      waited()
      if (isOver) return client?.release() // it came too late
      wait.end()
      if (error || !client) return given(asSeen(error))
      out.add(client)
      given(undefined, client)
    })
  }

  function execute(client: PoolClient, statement: Statement, kind: StatementKind, done: Done): void {
    const limit = (statementLimits[kind] || Number.POSITIVE_INFINITY) + graceMs
    let isOver = false
    let wait = dog.watch(limit, giveUp, seen => isAmong(seen, client))
    function giveUp(error: Unavailable) {
      isOver = true
      if (error instanceof Stalled) {
        stalled.set(client, (stalled.get(client) ?? 0) + 1)
        wait = dog.watch(Number.POSITIVE_INFINITY, () => cut(client))
      } else cut(client)
      done(error)
    }
    send(client, statement, (error, outcome) => {
      wait.end()
      if (isOver) return answeredLate(client)
      if (error && isLost(error)) hosts.forget()
      done(error && asSeen(error), outcome)
    })
  }

  /** A commit that was given up is answered, or its connection is gone. */
  function answeredLate(client: PoolClient) {
    const left = stalled.get(client)
    if (left === undefined) return
    stalled.set(client, left - 1)
    if (left === 1 && !out.has(client)) discard(client)
  }

  const watchCopy = (fail: (error: Error) => void) => dog.watch(statementLimits.ordinary + graceMs, fail)

  function release(client: PoolClient, failure?: unknown): void {
    out.delete(client)
    // as long as its commit waits its server process does, whether we leave or not: a new connection would be one more
    if ((stalled.get(client) ?? 0) > 0) return
    if (stalled.has(client) || failure === true || isUseless(failure)) discard(client)
    else client.release()
  }

  function discard(client: PoolClient): void {
    stalled.delete(client)
    cut(client)
    client.release(true)
  }

  const share = sharing({ most: Math.ceil(max / 2), acquire: given => acquire(pipelined, given), release })

  /** Not prepared: its text, and so its time, depends on a user's data. Nothing waits behind it. */
  const alone = (): Shared => {
    let own: PoolClient | undefined
    return {
      use: given =>
        acquire(pipelined, (refused, client) => {
          own = client
          given(refused, client)
        }),
      leave: failure => release(own!, failure),
    }
  }

  const run = (statement: Statement) => inStatementSpan(statement, () => runAlone(statement))

  function runAlone(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const attempt = (isLast: boolean) => {
        const connection = statement.name === undefined ? alone() : share()
        connection.use((refused, client) => {
          if (!client) return reject(refused)
          execute(client, statement, 'ordinary', (error, outcome) => {
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
      acquire(plainly ? plain : pipelined, (refused, client) => {
        if (!client) return reject(refused)
        resolve({
          run: (statement, kind = usual) =>
            inStatementSpan(
              statement,
              () =>
                new Promise((answered, failed) => {
                  execute(client, statement, kind, (error, outcome) => (outcome ? answered(outcome) : failed(error)))
                }),
            ),
          copyIn: (text, pieces, signal) =>
            copyIn(client, text, pieces, watchCopy, signal).catch(error => {
              throw asSeen(error)
            }),
          copyOut: text => copyOut(client, text, watchCopy),
          release: failure => release(client, failure),
        })
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
      return { open, used, waiting, longestWaitSeconds: waits.ms() / 1_000 }
    },
    async end(timeoutMs) {
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => out.forEach(cut), timeoutMs)
      ended ??= Promise.all([pipelined.end(), plain.end()])
      await ended
      clearTimeout(timer)
    },
  }
}

/**
 * A transaction: committed when `work` resolves, rolled back when it rejects.
 * @throws the first error of its statements when `work` fails only over those that followed it
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
    // awaited: behind a begin that failed, what was sent along would commit one by one
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
    // a connection that is lost, or whose commit waits, has nothing to roll back
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

/** Of an error: the connection it came from is of no more use. */
function isUseless(error: unknown): boolean {
  return error != null && (isLost(error) || isStale(error))
}

/** A pool of the driver's, for us or for a library that brings statements of its own. */
export function createPool(
  hosts: Hosts,
  options: PoolConfig,
  { limit = 'ordinary', onClose }: { readonly limit?: StatementKind; readonly onClose?: (() => void) | undefined } = {},
): Pool {
  const pool = new Pool({
    ...hosts.config,
    ...options,
    Client: hosts.Client,
    // a pooler takes connections while it has no server; the next connection looks for the primary again
    onConnect: (client: Client) =>
      prepare(client, limit).catch(error => {
        hosts.forget()
        throw error
      }),
  } as unknown as PoolConfig) // its type wants a class without a configuration
  // of connections that nothing uses; without a listener the process would end
  pool.on('error', () => {})
  // each has one already (hosts.ts); graphile-worker complains of a pool that gives its connections none
  pool.on('connect', client => client.on('error', () => {}))
  if (onClose) pool.on('remove', onClose)
  return pool
}

/**
 * Settings of each connection, by a statement: a pooler may refuse them at the start. A plan kept from when a table was
 * empty reads all of it long after it has grown, until statistics arrive; our hot statements are batches, to which planning
 * anew is a small part of the cost.
 */
async function prepare(client: Client, limit: StatementKind): Promise<void> {
  const { rows } = await say(
    client,
    `set plan_cache_mode = force_custom_plan; set statement_timeout = ${statementLimits[limit]};
      set lock_timeout = ${lockWait(limit)}; select pg_is_in_recovery() as standby`,
  )
  if ((rows[0] as { standby?: boolean } | undefined)?.standby)
    throw new Unavailable('DATABASE_URL leads to a standby, which takes no writes.')
}

/**
 * Looks at the server with a new connection; an error of PostgreSQL's own is an answer, unless it starts or stops.
 * @returns undefined when it does not answer
 */
async function lookAt(hosts: Hosts): Promise<Answering | undefined> {
  const client = new hosts.Client(hosts.config)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    // after the callbacks of what arrived while the event loop was busy
    timer = setTimeout(() => setImmediate(resolve, undefined), probeMs)
  })
  const asked = client
    .connect()
    .then(() => say(client, stalledCommits))
    .then(
      ({ rows }) => answering(client, rows as { pid: number; own: number }[]),
      error => (isLost(error) ? undefined : { stalled: new Set<number>() }),
    )
  const answered = await Promise.race([asked, late])
  clearTimeout(timer)
  cut(client)
  return answered
}

/** Behind a pooler the numbers of backends are none that the driver was told. */
const hidden = -1

function answering(client: Client, rows: readonly { pid: number; own: number }[]): Answering {
  const pids = rows.map(({ pid, own }) => (own === backendOf(client) ? pid : hidden))
  return { stalled: new Set(pids) }
}

function isAmong({ stalled }: Answering, client: Client): boolean {
  return stalled.has(backendOf(client)) || stalled.has(hidden)
}

/** What its types leave out: the number that the server told when the connection began. */
function backendOf(client: Client): number {
  return (client as Client & { readonly processID: number }).processID
}
