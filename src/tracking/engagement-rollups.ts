/**
 * Rolls up the ledger of campaigns that were sent into the days of persons, and once that of campaigns of earlier versions. See
 * docs/decisions/tracking.md#days-of-a-person-are-rolled-up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { takeRange, takeSteps, workOnClaimed } from '../domain/background/ranged.ts'
import type { Log } from '../lib/log.ts'
import { type Poller, startPoller } from '../lib/poller.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { ClaimLost } from '../store/jobs/claiming.ts'
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
/** Milliseconds until a step is tried again while the bot filter is at work. */
const busyMs = 100

export function startRollUps(db: Database, log: Log): Poller {
  return startPoller({
    name: 'roll-ups of engagement',
    every: 5_000,
    work: stopping => workOnRollUp(db, stopping),
    log,
  })
}

/**
 * Rolls up one campaign, a quarter of the time: mails and hits go first. Every step can be done again.
 * @param rests how many times as long as a step it rests after it
 * @returns whether there may be more
 */
export async function workOnRollUp(db: Database, stopping: AbortSignal, rests = 3): Promise<boolean> {
  if (!(await transaction(db, sql => queueHistory(sql, firstSchema), 'long'))) return false
  return workOnClaimed(db, stopping, {
    claims: rollUpClaims,
    claim: claimRollUp,
    idOf: ({ id }) => id,
    async work(claimed, signal) {
      let rest = 0
      await takeSteps(
        db,
        signal,
        async sql => {
          const begun = performance.now()
          const done = await step(sql, claimed)
          rest = done === 'busy' ? busyMs : rests * (performance.now() - begun)
          return done !== 'last'
        },
        async () => {
          if (rest > 0) await sleep(rest, undefined, { signal })
        },
      )
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
