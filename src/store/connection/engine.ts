/**
 * Checks that the database server has what Lettershop depends on, by trying it on two connections: a server or a pooler may accept a
 * statement and do nothing. The name and the version of the server are not asked. See docs/running.md#what-the-database-must-be-able-to-do.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTime } from '../../lib/in-time.ts'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import type { Database, Reserved, Sql } from './database.ts'
import { isLockTimeout, translateError } from './failures.ts'

export type Guarantee = 'sessions' | 'advisory locks' | 'row locks' | 'notifications'

export interface Missing {
  readonly guarantee: Guarantee
  /** What was seen, without a full stop. */
  readonly sentence: string
  /** What the operator can do. */
  readonly advice: string
}

export interface EngineFacts {
  readonly missing: readonly Missing[]
  /** Without sessions the others cannot be tried, and row locks not in a database that has no rows of ours yet. */
  readonly untried: readonly Guarantee[]
}

interface CheckOptions {
  readonly log: Log
  readonly attempt?: (db: Database) => Promise<EngineFacts>
  /** Milliseconds before the next try, by the number of tries so far. */
  readonly pauseMs?: (tries: number) => number
}

/** As long as a fail-over takes: the tries and their pauses are about one minute. */
const mostTries = 8
const usualPauseMs = (tries: number) => Math.min(10_000, 500 * 2 ** tries)

/**
 * Tries the server, again while it does not answer.
 * @returns what could not be tried
 * @throws OperatorError if a guarantee was missing in two tries one after the other: during a fail-over two connections may
 * reach two servers once. Also if the server did not answer in any of the tries.
 */
export async function checkEngine(
  db: Database,
  { log, attempt = tryEngine, pauseMs = usualPauseMs }: CheckOptions,
): Promise<readonly Guarantee[]> {
  let before: readonly Missing[] = []
  for (let tries = 1; ; tries++) {
    try {
      const { missing, untried } = await attempt(db)
      if (missing.length === 0) return untried
      const again = missing.find(({ guarantee }) => before.some(earlier => earlier.guarantee === guarantee))
      if (again) throw new OperatorError(`${again.sentence}. ${again.advice}`)
      before = missing
      log.warn(`${missing[0]!.sentence}. This is tried again before it counts.`)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      if (tries >= mostTries)
        throw new OperatorError(
          `The database of DATABASE_URL could not be checked, because it did not answer: ${error.message} Start again when it answers.`,
          { cause: error },
        )
      log.warn(`The database could not be checked yet: ${error.message} This is tried again.`)
    }
    await sleep(pauseMs(tries))
  }
}

/**
 * Tries each guarantee once and leaves nothing behind: locks are released, notifications go to a channel of this try.
 * @throws Unavailable if the server does not answer, which says nothing about guarantees
 */
export async function tryEngine(db: Database): Promise<EngineFacts> {
  const listening = listen(db)
  try {
    return await withTwo(db, async (one, other) => {
      const noSessions = await named('sessions', trySessions(one, other))
      // without sessions, nothing can be said about what sessions hold
      if (noSessions) return { missing: [noSessions], untried: ['advisory locks', 'row locks', 'notifications'] }
      await Promise.all([one.unsafe(limits), other.unsafe(limits)])
      const found = await Promise.all([
        named('advisory locks', tryAdvisoryLocks(one, other)),
        named('notifications', tryNotifications(db, listening)),
      ])
      const rows = await tryRows(one, other)
      return { ...rows, missing: [...found.filter(missing => missing !== undefined), ...rows.missing] }
    })
  } finally {
    listening.end()
  }
}

/** Row locks alone, once the database has a row. @throws Unavailable */
export async function tryRowLocks(db: Database): Promise<EngineFacts> {
  return withTwo(db, tryRows)
}

async function tryRows(one: Sql, other: Sql): Promise<EngineFacts> {
  await Promise.all([one, other].map(sql => sql.unsafe(`rollback; ${limits}`))) // after a try that failed
  const row = await findRow(one)
  const found = row === undefined ? undefined : await named('row locks', tryRow(one, other, row))
  return { missing: found ? [found] : [], untried: row === undefined ? ['row locks'] : [] }
}

/** Connections of their own, which are closed afterwards with all that they hold. */
async function withTwo<Value>(db: Database, work: (one: Reserved, other: Reserved) => Promise<Value>): Promise<Value> {
  const opened = await Promise.allSettled([db.reserve(), db.reserve()])
  try {
    const [one, other] = opened.map(result => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
    return await work(one!, other!)
  } finally {
    for (const result of opened) if (result.status === 'fulfilled') result.value.release()
  }
}

const needsPostgres = 'Lettershop needs PostgreSQL itself, or a service that behaves as it does'

const advice: Readonly<Record<Guarantee, string>> = {
  sessions:
    'If DATABASE_URL names a connection pooler, set its pool mode to session (PgBouncer: pool_mode = session), or name the direct endpoint of the database.',
  'advisory locks': `${needsPostgres}. If DATABASE_URL names a pooler or a proxy in front of several servers, name the primary itself.`,
  'row locks': `${needsPostgres}.`,
  notifications: `${needsPostgres}. If DATABASE_URL names a connection pooler, set its pool mode to session, or name the direct endpoint of the database.`,
}

/**
 * @param tried resolves with what was seen, or undefined if the guarantee holds
 * @throws Unavailable
 */
async function named(guarantee: Guarantee, tried: Promise<string | undefined>): Promise<Missing | undefined> {
  const seen = await tried.catch(error => {
    if (error instanceof Unavailable || !isOfServer(error)) throw error
    return `the server refused to try it (${error.message})`
  })
  if (seen === undefined) return undefined
  return { guarantee, sentence: `The database of DATABASE_URL lacks ${guarantee}: ${seen}`, advice: advice[guarantee] }
}

function isOfServer(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.length === 5
}

/** A pooler with few server connections gives out one after the other, in one of two orders. */
const rounds = 3

/**
 * Settings and prepared statements of a connection must still be there at its next statement, and must not be there on another. The other
 * connection begins a transaction in between, so that a pooler which gives a server connection to each transaction must change it.
 */
async function trySessions(one: Sql, other: Sql): Promise<string | undefined> {
  for (let round = 0; round < rounds; round++) {
    // not a full second, which the server would show as one
    const mark = randomInt(1_000_000) * 1_000 + 1
    await one.unsafe(`set lock_timeout = ${mark}`)
    for (let shift = 0; shift < round; shift++) await other.unsafe('select 1')
    try {
      await other.unsafe('begin')
    } catch (error) {
      if (!isRefusedByPooler(error)) throw error
      return 'a connection pooler refuses transactions'
    }
    // the other first: if a pooler has one server connection, statements of `one` wait until this transaction ends
    try {
      if ((await lockTimeout(other)) === `${mark}ms`) return 'a setting of one connection holds on another'
      if ((await lockTimeout(one)) !== `${mark}ms`) return 'a setting of a connection is lost before its next statement'
    } catch (error) {
      const lost = preparedElsewhere.get(isOfServer(error) ? error.code : '')
      if (lost === undefined) throw error
      return lost
    }
    await other.unsafe('rollback')
  }
  return undefined
}

/** What changing server connections does to prepared statements, by SQLSTATE: duplicate_prepared_statement, invalid_sql_statement_name. */
const preparedElsewhere: ReadonlyMap<string, string> = new Map([
  ['42P05', 'a prepared statement of one connection holds on another'],
  ['26000', 'a prepared statement of a connection is lost before its next use'],
])

/** A server that is slower has not answered, which says nothing. */
const limits = `set lock_timeout = '5s'; set statement_timeout = '10s'`

/** PgBouncer in statement mode, whose errors have the code of a lost connection: "transaction blocks not allowed in statement pooling mode". */
function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && /not allowed in \w+ pooling mode/i.test(error.message)
}

/** As a prepared statement: with a session of its own the second use finds that of the first. */
async function lockTimeout(sql: Sql): Promise<string> {
  const [row] = await sql<{ value: string }[]>`select current_setting('lock_timeout') as value`
  return row!.value
}

/** The session and the transaction form, exclusive and shared, tried and awaited: each is used (`git grep advisory`). */
async function tryAdvisoryLocks(one: Sql, other: Sql): Promise<string | undefined> {
  const [session, shared, transaction] = Array.from({ length: 3 }, () => String(randomBytes(8).readBigInt64BE()))
  await one.unsafe('begin')
  const [taken] = await one<{ session: boolean; shared: boolean; transaction: boolean }[]>`
    select pg_try_advisory_lock(${session!}) as session, pg_try_advisory_lock_shared(${shared!}) as shared,
      pg_try_advisory_xact_lock(${transaction!}) as transaction`
  if (!(taken!.session && taken!.shared && taken!.transaction)) return 'a lock that nothing holds is refused'
  const [stolen] = await other<{ session: boolean; shared: boolean; transaction: boolean; isSharing: boolean }[]>`
    select pg_try_advisory_lock(${session!}) as session, pg_try_advisory_lock(${shared!}) as shared,
      pg_try_advisory_xact_lock(${transaction!}) as transaction, pg_try_advisory_lock_shared(${shared!}) as is_sharing`
  const kind = (['session', 'shared', 'transaction'] as const).find(form => stolen![form])
  if (kind) return `a ${kind} lock that one connection holds is given to another as well${await ofServers(one, other)}`
  if (!stolen!.isSharing) return 'a shared lock that one connection holds is refused to another'
  if (!(await mustWait(other, sql => sql`select pg_advisory_lock(${transaction!})`)))
    return 'pg_advisory_lock does not wait for a lock that another connection holds'
  if (!(await mustWait(other, sql => sql`select pg_advisory_xact_lock(${session!})`)))
    return 'pg_advisory_xact_lock does not wait for a lock that another connection holds'
  await one.unsafe('commit')
  const [freed] = await other<{ transaction: boolean; session: boolean }[]>`
    select pg_try_advisory_xact_lock(${transaction!}) as transaction, pg_try_advisory_lock(${session!}) as session`
  if (!freed!.transaction) return 'a lock of a transaction is held after its commit'
  if (freed!.session) return 'a lock of a session is released by a commit'
  await one`select pg_advisory_unlock(${session!})`
  const [unlocked] = await other<{ isTaken: boolean }[]>`select pg_try_advisory_lock(${session!}) as is_taken`
  return unlocked!.isTaken ? undefined : 'a lock is held after it was released'
}

/** Whether a statement waits for a lock, in a transaction that is rolled back. */
async function mustWait(sql: Sql, lock: (sql: Sql) => PromiseLike<unknown>): Promise<boolean> {
  await sql.unsafe(`begin; set local lock_timeout = '1ms'`)
  try {
    await lock(sql)
    return false
  } catch (error) {
    if (isLockTimeout(error)) return true
    throw error
  } finally {
    await sql.unsafe('rollback')
  }
}

/** More of a reason why a lock is not seen by another connection: another server answers it. */
async function ofServers(one: Sql, other: Sql): Promise<string> {
  const server = async (sql: Sql) => {
    const [row] = await sql.unsafe<{ began: string }[]>('select pg_postmaster_start_time()::text as began')
    return row!.began
  }
  try {
    return (await server(one)) === (await server(other)) ? '' : ', because two servers answer them'
  } catch {
    return '' // only the sentence would be longer
  }
}

/** A row that nothing else locks. Undefined in a database without our tables. */
async function findRow(sql: Sql): Promise<number | undefined> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (!table!.isThere) return undefined
  const [row] = await sql<{ number: number | null }[]>`select min(number) as number from migrations`
  return row!.number ?? undefined
}

/** @param row of `migrations`, which another process that starts may try at the same time */
async function tryRow(one: Sql, other: Sql, row: number): Promise<string | undefined> {
  await one.unsafe('begin')
  await one`select number from migrations where number = ${row} for update`
  const free = await skipLocked(other, row)
  if (free === undefined) return 'skip locked waits for a row that another connection has locked'
  if (free.length > 0)
    return `skip locked returns a row that another connection has locked${await ofServers(one, other)}`
  if (!(await mustWait(other, sql => sql`select number from migrations where number = ${row} for update`)))
    return 'for update does not wait for a row that another connection has locked'
  await one.unsafe('rollback') // unlike a commit it never waits for a standby
  return undefined
}

/** @returns undefined if it waits for the lock */
async function skipLocked(sql: Sql, row: number): Promise<readonly unknown[] | undefined> {
  await sql.unsafe(`begin; set local lock_timeout = '1s'`)
  try {
    return await sql`select number from migrations where number = ${row} for update skip locked`
  } catch (error) {
    if (isLockTimeout(error)) return undefined
    throw error
  } finally {
    await sql.unsafe('rollback')
  }
}

/** How often a notification is sent, and how long each is waited for. */
const notifications = 3
const notificationMs = 2_000
/** A connection to listen on. */
const listenMs = 10_000

interface ListeningConnection {
  readonly channel: string
  /** Resolves with the first notification. */
  readonly heard: Promise<true>
  /** Resolves once the server has answered LISTEN. */
  readonly begun: Promise<unknown>
  end(): void
}

/** Listens to a channel that only this try uses. */
function listen(db: Database): ListeningConnection {
  const channel = `lettershop_check_${randomBytes(8).toString('hex')}`
  let hear: (value: true) => void
  const heard = new Promise<true>(resolve => {
    hear = resolve
  })
  const begun = db.listen(channel, payload => payload === channel && hear(true))
  begun.catch(() => {}) // tryNotifications throws it, unless another try fails first
  return {
    channel,
    heard,
    begun,
    end: () =>
      void begun.then(
        ({ unlisten }) => unlisten(),
        () => {},
      ),
  }
}

async function tryNotifications(
  db: Database,
  { channel, heard, begun }: ListeningConnection,
): Promise<string | undefined> {
  await listenedTo(begun)
  for (let sent = 0; sent < notifications; sent++) {
    // a commit with a notification would wait for a standby
    await db`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${channel})`
    if (await inTime(notificationMs, heard)) return undefined
  }
  return `a notification (NOTIFY) did not arrive within ${(notifications * notificationMs) / 1000} seconds at a connection that listens`
}

/** @throws Unavailable if listening does not begin in time */
async function listenedTo(begun: Promise<unknown>): Promise<void> {
  let failure: unknown
  const listens = begun.then(
    () => true,
    error => {
      failure = translateError(error)
      return false
    },
  )
  const isBegun = await inTime(listenMs, listens)
  if (isBegun === undefined) throw new Unavailable(`LISTEN was not answered within ${listenMs / 1000} seconds.`)
  if (!isBegun) throw failure
}
