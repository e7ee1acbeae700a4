/** The real database as one sender sees it: every statement waits for its turn, may fail before or after it was done, and the dead hear nothing. */
import type { Database, Sql, Transaction } from '../../src/store/database.ts'
import type { Random } from './random.ts'
import { type Actor, never, type Schedule } from './schedule.ts'

export interface DatabaseFaults {
  /** How likely a statement or a commit fails. */
  failures: number
}

/** A defect put into the statements on purpose: the simulation must notice. */
export interface Defect {
  readonly find: string
  readonly put: string
  applied: number
}

type Query = PromiseLike<unknown>

export function gatedDatabase(
  db: Database,
  actor: Actor,
  schedule: Schedule,
  random: Random,
  faults: DatabaseFaults,
  defect: Defect | undefined,
): Database {
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

  function turn<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (actor.isDead) return never()
    // what the sender waits for must not end; the event below must
    if (inside > 0) return attempt(work, never)
    return new Promise((resolve, reject) => {
      schedule.add(actor, 0, what, async () => {
        const answer = await attempt(work, () => death).then(
          value => () => resolve(value),
          error => () => reject(error),
        )
        schedule.add(actor, 0, `${what}: answered`, answer)
      })
    })
  }

  async function attempt<T>(work: () => Promise<T>, dead: () => Promise<never>): Promise<T> {
    const fate = random.chance(faults.failures) ? random.pick(['before', 'after', 'conflict'] as const) : 'well'
    if (schedule.dies(actor)) return dead()
    if (fate === 'before') throw failure('CONNECTION_CLOSED')
    if (fate === 'conflict') throw failure('40P01')
    const value = await work()
    if (schedule.dies(actor)) return dead()
    if (fate === 'after') throw failure('CONNECTION_CLOSED')
    return value
  }

  function gated(sql: Sql): Sql {
    return new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        const [text] = args
        if (!Array.isArray(text) || !('raw' in text)) return Reflect.apply(target as never, self, args)
        const [first, ...values] = [changed(text as unknown as TemplateStringsArray), ...args.slice(1)]
        const query = Reflect.apply(target as never, self, [first, ...values]) as Query
        return late(query, summary(text as string[]))
      },
      get(target, key) {
        if (key === 'begin') return begin
        if (key === 'listen') return async () => ({ unlisten: async () => {} })
        return Reflect.get(target, key)
      },
    })
  }

  /** Queries run when they are awaited; parts of statements never are. */
  function late(query: Query, what: string): Query {
    const then = query.then.bind(query)
    let started: Promise<unknown> | undefined
    const run = () => {
      started ??= turn(what, () => new Promise((resolve, reject) => then(resolve, reject)))
      return started
    }
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: what is awaited is this query, which other statements must still know for one
      then: (ok: (value: unknown) => unknown, failed: (error: unknown) => unknown) => run().then(ok, failed),
    })
  }

  function begin(run: (sql: Transaction) => unknown): Promise<unknown> {
    return turn('transaction', async () => {
      inside++
      try {
        return await db.begin(sql => Promise.race([run(gated(sql) as Transaction), death]))
      } catch (error) {
        if (actor.isDead) return undefined
        throw error
      } finally {
        inside--
      }
    })
  }

  function changed(text: TemplateStringsArray): TemplateStringsArray {
    if (!defect || !text.some(part => part.includes(defect.find))) return text
    defect.applied++
    const parts = text.map(part => part.replaceAll(defect.find, defect.put))
    return Object.assign(parts, { raw: parts })
  }

  return gated(db) as Database
}

function failure(code: string): Error {
  return Object.assign(new Error(`simulated failure ${code}`), { code })
}

function summary(text: readonly string[]): string {
  return text.join('…').replaceAll(/\s+/g, ' ').trim().slice(0, 60)
}
