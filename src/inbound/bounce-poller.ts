/** Background work after mails came back, or did not: done by any number of processes. */
import type { Log } from '../lib/log.ts'
import { startPoller } from '../lib/poller.ts'
import type { Database } from '../store/connection/database.ts'
import { workOffBounces } from './bounce-processor.ts'
import { settleOpened } from './unknowns.ts'

export interface BounceProcessor {
  stop(): Promise<void>
}

/** @param parts.softBounces in a row that count as a hard one; 0 for never */
export function startBounceProcessor(parts: {
  readonly db: Database
  readonly log: Log
  readonly softBounces: number
}): BounceProcessor {
  const { log } = parts
  const bounces = startPoller({
    name: 'working off bounces of the hand-over',
    every: 1000,
    work: stopping => workOffBounces(parts, stopping),
    log,
  })
  const unknowns = startPoller({
    name: 'settling unknowns by opens and clicks',
    every: 60_000,
    work: stopping => settleOpened(parts, stopping),
    log,
  })
  return {
    async stop() {
      await Promise.all([bounces.stop(), unknowns.stop()])
    },
  }
}
