/** Large audiences are frozen range by range, beside everything else that a sender does. */
import { mostAttempts } from '../../domain/background/ranged.ts'
import { stopCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { compileSegment } from '../../domain/segments/choosing.ts'
import type { Log } from '../../lib/log.ts'
import {
  findNextFreeze,
  forgetFreezeAttempts,
  freezeRange,
  postponeFreeze,
  type ReadOldRules,
} from '../../store/campaigns/freezing.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { CampaignKey } from '../../store/keys.ts'

/** Subscribers that are frozen in one transaction, which takes a few seconds. */
export const usualFreezeSize = 100_000

/** A range that could not be frozen is tried again after this. */
const postponedMs = 60_000

export interface FreezeParts {
  readonly db: Database
  readonly log: Log
  /** The time that the guard vouches for. */
  readonly now: () => Date
  readonly freezeSize?: number
}

/**
 * Freezes one range of the audience that has waited longest, in one transaction: where the process dies, it is frozen or it is not. A
 * campaign whose audience cannot be read is paused after some attempts, and its history says why.
 * @returns whether there may be more to do now
 */
export async function freezeNextRange(parts: FreezeParts): Promise<boolean> {
  const { db, now, freezeSize = usualFreezeSize } = parts
  const key = await findNextFreeze(db, now())
  if (!key) return false
  try {
    return await transaction(db, sql => freezeRange(sql, key, now(), freezeSize, readOldRules), 'long')
  } catch (error) {
    await postpone(parts, key, error)
    return true
  }
}

const readOldRules: ReadOldRules = (sql, clientId, { listId, conditions }) =>
  compileSegment(sql, clientId, { listId, rules: conditions })

async function postpone({ db, log, now }: FreezeParts, key: CampaignKey, error: unknown): Promise<void> {
  log.error({ err: error, campaignId: key.campaignId }, 'a range of an audience could not be frozen')
  const at = now()
  const failed = await postponeFreeze(db, key, new Date(at.getTime() + postponedMs))
  if (failed < mostAttempts) return
  await transaction(db, async sql => {
    await stopCampaign(sql, key, 'its audience cannot be read; the log of the service says why', at)
    await forgetFreezeAttempts(sql, key)
  })
}
