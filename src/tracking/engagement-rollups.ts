/**
 * Rolls up the ledger of campaigns that were sent into the days of persons, and once that of campaigns of earlier versions. See
 * docs/decisions/tracking.md#days-of-a-person-are-rolled-up.
 */
import { takeRange, takeSteps, workOnClaimed } from '../domain/background/ranged.ts'
import type { Log } from '../lib/log.ts'
import { type Poller, startPoller } from '../lib/poller.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { ClaimLost, releaseClaim } from '../store/jobs/claiming.ts'
import { lockClassifying } from '../store/tracking/classified.ts'
import {
  type ClaimedRollUp,
  claimRollUp,
  endRollUp,
  holdRollUp,
  queueHistory,
  rollUpClaims,
  rollUpRange,
} from '../store/tracking/engagement-rollups.ts'
import { lockCounting } from '../store/tracking/hit-counts.ts'

/** Recipients of a transaction, which holds the lock of counting: some tens of milliseconds. */
export const recipientsOfStep = 1000
/** The first schema with roll-ups. */
const firstSchema = 71
/** Steps of a run, after which other work comes first. */
const mostSteps = 10
/** Milliseconds between two runs at least: the bot filter may be at work. */
const leastRestMs = 100

/** Rolls up until stopped, a quarter of the time: mails and hits go first. */
export function startRollUps(db: Database, log: Log): Poller {
  return startPoller({
    name: 'roll-ups of engagement',
    every: 5_000,
    rest: ({ workedMs }) => Math.max(leastRestMs, 3 * workedMs),
    work: stopping => workOnRollUp(db, stopping),
    log,
  })
}

/** Some ranges of one campaign. Each can be done again. @returns whether there may be more */
export async function workOnRollUp(db: Database, stopping: AbortSignal): Promise<boolean> {
  if (!(await transaction(db, sql => queueHistory(sql, firstSchema), 'long'))) return false
  return workOnClaimed(db, stopping, {
    claims: rollUpClaims,
    claim: claimRollUp,
    idOf: ({ id }) => id,
    async work(claimed, signal) {
      let isDone = false
      let steps = 0
      await takeSteps(db, signal, async sql => {
        const done = await step(sql, claimed)
        isDone = done === 'last'
        return done === 'some' && ++steps < mostSteps
      })
      if (!isDone) await releaseClaim(db, rollUpClaims, claimed)
    },
  })
}

async function step(sql: Transaction, claimed: ClaimedRollUp): Promise<'some' | 'last' | 'busy'> {
  if (claimed.isHistory && !(await lockClassifying(sql))) return 'busy'
  // who refuses meanwhile is waited for: what is removed then is taken out of the days
  await lockCounting(sql)
  const held = await holdRollUp(sql, claimed)
  if (!held) throw new ClaimLost('The campaign is sent again.')
  const hasMore = await takeRange({
    cursor: held.rolledTo,
    last: held.recipients,
    size: recipientsOfStep,
    async advance(range) {
      await rollUpRange(sql, held, range)
      return true
    },
    publishProgress: async () => {},
    finish: () => endRollUp(sql, held),
  })
  return hasMore ? 'some' : 'last'
}
