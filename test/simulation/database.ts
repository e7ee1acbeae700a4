/** The real database as one sender sees it: every statement waits for its turn, may fail before or after it was done, and the dead hear nothing. */
import type { Database, Sql, Transaction } from '../../src/store/connection/database.ts'
import type { DatabaseTrouble } from './outages.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface DatabaseFaults {
  /** How likely a statement or a commit fails. */
  failures: number
  /** How likely the connection of a transaction is cut at a statement of it, or at its commit. */
  cuts: number
  /** How many were. */
  cut: number
}

/** What could be wrong with how the database is heard, done on purpose: the simulation must notice. */
export type DatabaseDefect =
  /** A commit that was answered with a rollback counts as done. */
  | 'a rollback is a commit'
  /** One server looks like another, and one that lacks commits like one that has them. */
  | 'servers look alike'

/** What the simulation decides about a database as one sender sees it. */
export interface GateParts {
  readonly schedule: Schedule
  readonly random: Random
  /** For what `faults.cuts` says: of its own, so that seeds without cuts stay as they are. */
  readonly cutting: Random
  readonly faults: DatabaseFaults
  /** What the database answers now instead. */
  readonly trouble: () => DatabaseTrouble | undefined
  /** When the server was started, in seconds: another one after a fail-over. */
  readonly serverStart: () => number
  /** A statement that writes holds is about to run. */
  readonly onHolds: () => void
  readonly defect: Defect | undefined
  readonly databaseDefect: DatabaseDefect | undefined
}

/** A defect put into the statements on purpose: the simulation must notice. */
export interface Defect {
  readonly find: string
  readonly put: string
  applied: number
}

type Query = PromiseLike<unknown>

/** A statement, as the trace names it. */
interface StatementFacts {
  readonly what: string
  readonly writes: boolean
  readonly writesHolds: boolean
}

/** The connection of a transaction. Once something failed in it, nothing of it is kept, whatever its owner does. */
interface Connection {
  /** SQLSTATE, or the driver's word, that whatever follows is answered with. */
  broken: string | undefined
}

export function gatedDatabase(
  db: Database,
  actor: Actor,
  { schedule, random, cutting, faults, trouble, serverStart, onHolds, defect, databaseDefect }: GateParts,
): Database {
  let server = serverStart()
  // what a process remembers of its database is by this object, and each simulated process is one of its own
  const secrets = { ...db.secrets }
  /** Statements inside a transaction take their turn with it: it holds locks others would wait for without end. */
  let inside = 0
  let died = (_: Error) => {}
  const death = new Promise<never>((_, reject) => {
    died = reject
  })
  death.catch(() => {})
  const onDeath = actor.onDeath
  actor.onDeath = () => {
    died(new Error('the sender died'))
    onDeath()
  }

  function turn<T>(
    { what, writes, writesHolds }: StatementFacts,
    run: () => Promise<T>,
    connection?: Connection,
  ): Promise<T> {
    if (actor.isDead) return never()
    const work = () => {
      if (writesHolds) onHolds()
      return run()
    }
    // what the sender waits for must not end; the event below must
    if (inside > 0) return attempt(writes, work, never, connection)
    return new Promise((resolve, reject) => {
      schedule.add(actor, 0, what, async () => {
        const answer = await attempt(writes, work, () => death, connection).then(
          value => () => resolve(value),
          error => () => reject(error),
        )
        schedule.add(actor, 0, `${what}: answered`, answer)
      })
    })
  }

  async function attempt<T>(
    writes: boolean,
    work: () => Promise<T>,
    dead: () => Promise<never>,
    connection: Connection | undefined,
  ): Promise<T> {
    const fate = random.chance(faults.failures) ? random.pick(['before', 'after', 'conflict'] as const) : 'well'
    if (schedule.dies(actor)) return dead()
    if (connection?.broken) throw failure(connection.broken)
    const refusal = refused(writes)
    if (refusal) throw broken(connection, refusal, '25P02')
    if (server !== serverStart()) {
      // its connections ended with the server they led to
      server = serverStart()
      throw broken(connection, closed, closed)
    }
    // nowhere but at a commit, where that is to be noticed
    if (connection && databaseDefect !== 'a rollback is a commit' && isCut()) throw broken(connection, closed, closed)
    if (fate === 'before') throw broken(connection, closed, closed)
    if (fate === 'conflict') throw broken(connection, '40P01', '25P02')
    const value = await work()
    if (schedule.dies(actor)) return dead()
    if (fate === 'after') throw broken(connection, closed, closed)
    return value
  }

  /** A database that is away refuses all, one whose disk is full only what writes. @returns SQLSTATE */
  function refused(writes: boolean): string | undefined {
    const now = trouble()
    if (now === 'away') return '57P03'
    return now === 'full' && writes ? '53100' : undefined
  }

  function isCut(): boolean {
    if (faults.cuts === 0 || !cutting.chance(faults.cuts)) return false
    faults.cut++
    return true
  }

  /** @param code what the statement is answered with @param then what those behind it in its transaction are answered with */
  function broken(connection: Connection | undefined, code: string, then: string): Error {
    if (connection) connection.broken = then
    return failure(code)
  }

  function gated(sql: Sql, connection?: Connection): Sql {
    return new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        const [text] = args
        if (!Array.isArray(text) || !('raw' in text)) return Reflect.apply(target as never, self, args)
        const [first, ...values] = [changed(text as unknown as TemplateStringsArray), ...args.slice(1)]
        const query = Reflect.apply(target as never, self, [first, ...values]) as Query
        return late(query, describeStatement(text as string[]), connection)
      },
      get(target, key) {
        if (key === 'begin') return begin
        if (key === 'secrets') return secrets
        if (key === 'listen') return async () => ({ unlisten: async () => {} })
        return Reflect.get(target, key)
      },
    })
  }

  /** Queries run when they are awaited; parts of statements never are. */
  function late(query: Query, statement: StatementFacts, connection: Connection | undefined): Query {
    const then = query.then.bind(query)
    let started: Promise<unknown> | undefined
    const run = () => {
      started ??= turn(
        statement,
        () => new Promise((resolve, reject) => then(rows => resolve(answeredBy(rows)), reject)),
        connection,
      )
      return started
    }
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: what is awaited is this query, which other statements must still know for one
      then: (ok: (value: unknown) => unknown, failed: (error: unknown) => unknown) => run().then(ok, failed),
    })
  }

  function begin(run: (sql: Transaction) => unknown): Promise<unknown> {
    return turn({ what: 'transaction', writes: false, writesHolds: false }, async () => {
      inside++
      const connection: Connection = { broken: undefined }
      let value: unknown
      let isOver = false
      try {
        return await db.begin(async sql => {
          value = await Promise.race([run(gated(sql, connection) as Transaction), death])
          isOver = true
          if (isCut()) connection.broken ??= closed
          // rolled back, whatever its owner made of the errors it was given
          if (connection.broken) throw failure(connection.broken)
          return value
        })
      } catch (error) {
        if (actor.isDead) return undefined
        if (databaseDefect === 'a rollback is a commit' && isOver) return value
        throw error
      } finally {
        inside--
      }
    })
  }

  /** Rows name the simulated server instead of the one real server. */
  function answeredBy(rows: unknown): unknown {
    return Object.assign(rows as object, {
      server: String(databaseDefect === 'servers look alike' ? 0 : serverStart()),
    }) // rows are an array
  }

  function changed(text: TemplateStringsArray): TemplateStringsArray {
    const looksAlike = databaseDefect === 'servers look alike'
    const isDefective = defect && text.some(part => part.includes(defect.find))
    if (!isDefective && !text.some(part => part.includes(intact))) return text
    if (isDefective) defect.applied++
    const parts = text.map(part => (isDefective ? part.replaceAll(defect.find, defect.put) : part))
    if (looksAlike)
      parts.splice(0, parts.length, ...parts.map(part => part.replace(intact, ' or true as intact from leases')))
    return Object.assign(parts, { raw: parts })
  }

  return gated(db) as Database
}

const closed = 'CONNECTION_CLOSED'
const intact = ' as intact from leases'

function failure(code: string): Error {
  return Object.assign(new Error(`simulated failure ${code}`), { code })
}

/** Of each template once: a template is the same array each time. */
const known = new WeakMap<readonly string[], StatementFacts>()

function describeStatement(text: readonly string[]): StatementFacts {
  const before = known.get(text)
  if (before) return before
  const statement = text.join('…').replaceAll(/\s+/g, ' ').trim()
  const now = {
    what: statement.slice(0, 60),
    writes: /\b(insert into|delete from|nextval|set)\b/i.test(statement),
    writesHolds: /\b(insert into|delete from) holds\b/i.test(statement),
  }
  known.set(text, now)
  return now
}
