/** The database that seeds share, one after another, and what its connections need to be quick with next to no rows. */

import type { Database } from '../../src/store/connection/database.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'

/** As many as the pool of a test's database has. */
const connections = 8

export interface SimulationDatabase extends TestDatabase {
  /** What earlier seeds left would be read again and again; the server's own turn comes too late. */
  tidy(): Promise<void>
}

export async function simulationDatabase(): Promise<SimulationDatabase> {
  const database = await freshDatabase()
  await planOnce(database.db)
  return {
    ...database,
    async tidy() {
      await database.db`vacuum analyze campaigns, campaign_totals, leases, clients, audience, log`
    },
  }
}

/**
 * Has each connection plan each statement once. The service plans anew every time (store/connection/pool.ts), which costs more
 * than the statements themselves when the tables hold a few dozen rows of a seed.
 */
async function planOnce(db: Database): Promise<void> {
  let taken = 0
  let go = () => {}
  const allTaken = new Promise<void>(resolve => {
    go = resolve
  })
  await Promise.all(
    Array.from({ length: connections }, () =>
      db.begin(async sql => {
        await sql`set plan_cache_mode = force_generic_plan`
        // none is given back before all are taken, so that each is another one
        if (++taken === connections) go()
        await allTaken
      }),
    ),
  )
}
