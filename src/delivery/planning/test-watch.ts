/** Looks at tests of variants every few seconds, as long as this sender may send: holds stop the clocks of the tests. */
import { lookAtTests } from '../../domain/campaigns/lifecycle/testing.ts'
import { countUp } from '../../domain/campaigns/reports/counting.ts'
import { lookEveryMs } from '../../domain/campaigns/variants/waiting.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'

export interface TestWatchParts {
  readonly db: Database
  readonly log: Log
  /** The time that the guard vouches for. */
  readonly now: () => Date
}

export function createTestWatch({ db, log, now }: TestWatchParts): { look(): Promise<void> } {
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    async look() {
      const at = now()
      if (at.getTime() - lookedAt < lookEveryMs) return
      lookedAt = at.getTime()
      await lookAtTests(db, at, {
        countUp: key => countUp(db, key),
        onFailure: (key, error) =>
          log.error({ err: error, campaignId: key.campaignId }, 'a test of variants could not be looked at'),
      })
    },
  }
}
