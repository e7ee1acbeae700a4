/** What is left to do when mails have come back, or have not: worked off in the background, by any number of processes. */
import { duty } from '../lib/duty.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/database.ts'
import { workOffBounces } from './bouncing.ts'
import { settleOpened } from './unknowns.ts'

export interface Returning {
  stop(): Promise<void>
}

/** @param parts.softBounces in a row that count as a hard one; 0 for never */
export function startReturning(parts: {
  readonly db: Database
  readonly log: Log
  readonly softBounces: number
}): Returning {
  const { log } = parts
  const bounces = duty(stopping => workOffBounces(parts, stopping), {
    name: 'the effect of bounces of the hand-over',
    log,
    idleMs: 1000,
  })
  const unknowns = duty(stopping => settleOpened(parts, stopping), {
    name: 'settling unknowns by opens and clicks',
    log,
    idleMs: 60_000,
  })
  return {
    async stop() {
      await Promise.all([bounces.stop(), unknowns.stop()])
    },
  }
}
