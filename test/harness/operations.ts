/** What tests of operations begin with: a database of their own, two accounts with a client each, and a way to call. */
import { after } from 'node:test'
import type { Handlers } from '../../src/operations/dependencies.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { type Caller, type CallerParts, caller } from './caller.ts'
import { freshDatabase } from './database.ts'
import { seed, type World } from './seed.ts'

export interface OperationsTest extends Caller {
  readonly db: Database
  readonly world: World
  /** Another account, whose things are foreign to the first. */
  readonly other: World
}

/**
 * Awaited at the top of a test file, whose end drops the database.
 * @param parts what the operations need besides the database
 */
export async function operationsTest(
  handlers: Partial<Handlers>,
  parts: (db: Database) => CallerParts = () => ({}),
): Promise<OperationsTest> {
  const { db, drop } = await freshDatabase()
  after(drop)
  return { db, world: await seed(db), other: await seed(db), ...caller(db, handlers, parts(db)) }
}
