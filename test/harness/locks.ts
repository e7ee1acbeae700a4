/** Statements that wait for a lock another transaction holds, in the database of a test. */
import type { Database } from '../../src/store/connection/database.ts'
import { isOnCitus } from './citus.ts'
import { until } from './until.ts'

/**
 * Waits until so many statements wait for a lock.
 * @param like what their text is like; any unless given
 */
export async function lockAwaited(db: Database, { count = 1, like = '%' } = {}): Promise<void> {
  await until(
    async () => {
      const rows = isOnCitus()
        ? await db`select 1 from citus_lock_waits where blocked_statement like ${like}`
        : await db`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`
      return rows.length >= count
    },
    `${count} ${count === 1 ? 'statement waits' : 'statements wait'} for a lock`,
  )
}
