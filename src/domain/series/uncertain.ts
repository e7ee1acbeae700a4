/** Series after a restore, or after another server took over: the database may lack mails that went out. */
import { theService } from '../../store/campaigns/campaign-history.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { findRunning, findSeries } from '../../store/series/series.ts'
import { pauseWithin } from './starting.ts'

const problem =
  'The database was restored, or lost its last changes. What was due before the next start is passed over, so that no one gets a mail twice.'

/**
 * Pauses all series that run, before sending goes on. Their next start passes over what is overdue, and makes editions anew.
 * @returns how many
 */
export async function pauseUncertainSeries(db: Database, at: Date): Promise<number> {
  const running = await findRunning(db)
  for (const key of running)
    await transaction(db, async sql => {
      const series = await findSeries(sql, { ...key, timeZone: 'UTC' }, key, true)
      if (series?.state === 'running') await pauseWithin(sql, series, theService, at, problem, at)
    })
  return running.length
}
