/**
 * The one shape of background work that is long: claim, hold the claim, take a range, do it, advance, publish an event at milestones, give up
 * after too many attempts with a sentence, and be taken up again after a crash. Imports, bulk changes, exports, erasures and readings of
 * other programs' lists go through here (docs/decisions/storage.md#long-work-has-one-shape).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../../lib/unavailable.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { type ClaimedTable, ClaimLost, releaseClaim, uncountAttempt } from '../../store/jobs/claiming.ts'
import type { Range } from '../../store/jobs/range.ts'
import { holdClaim } from './holding.ts'

/** Attempts in a row that may end without progress; a stop of the service, or the absence of the database, is no attempt. */
export const mostAttempts = 10

/** Events of progress of one piece of work, at most about. */
const progressEvents = 50

/** Milliseconds between two looks whether the database is there again. */
const awayLookMs = 1_000

type Claims = ClaimedTable<'clientId' | 'id', 'claim'>
type Held = Readonly<Record<'clientId' | 'id' | 'claim', number>>

export interface ClaimedWork<Claimed> {
  /** How the rows of its table are claimed. */
  readonly claims: Claims
  /** Claims the row that has waited longest; undefined if none waits. */
  readonly claim: (db: Database) => Promise<Claimed | undefined>
  /** The id of the claimed row. */
  readonly idOf: (claimed: Claimed) => number
  /** Works until there is nothing more to do. It stops when the signal aborts. */
  readonly work: (claimed: Claimed, signal: AbortSignal) => Promise<void>
  /**
   * Ends the work with a sentence for the person who asked for it, after `mostAttempts`. Absent for work that must be done whatever
   * happens: it is tried again without end.
   */
  readonly giveUp?: (claimed: Claimed) => Promise<void>
  /** Says after a failed attempt when the next one comes and why; without it the claim ends by its time. */
  readonly postpone?: (claimed: Claimed) => Promise<void>
}

/**
 * Claims a row and works on it, one of a process at a time.
 * @returns whether there may be more
 * @throws what the work throws, for the log: it is tried again
 */
export async function workOnClaimed<
  Claimed extends { readonly clientId: number; readonly claim: number; readonly attempts?: number },
>(db: Database, stopping: AbortSignal, parts: ClaimedWork<Claimed>): Promise<boolean> {
  const { claims, claim, idOf, work, giveUp } = parts
  const claimed = await claim(db)
  if (!claimed) return false
  const held = { clientId: claimed.clientId, id: idOf(claimed), claim: claimed.claim }
  try {
    // counted when it is claimed, so that work that kills its process is given up, too
    if (giveUp && (claimed.attempts ?? 0) > mostAttempts) await giveUp(claimed)
    else await holdClaim(db, claims, held, stopping, signal => work(claimed, signal))
  } catch (error) {
    if (error instanceof ClaimLost) return true
    await afterFailure(db, stopping, parts, claimed, held, error)
    throw error
  }
  return true
}

/** Where this fails, too, the claim ends by itself. */
async function afterFailure<Claimed>(
  db: Database,
  stopping: AbortSignal,
  { claims, postpone }: ClaimedWork<Claimed>,
  claimed: Claimed,
  held: Held,
  error: unknown,
): Promise<void> {
  try {
    if (stopping.aborted) return await releaseClaim(db, claims, held)
    if (error instanceof Unavailable) await uncountWhenBack(db, stopping, claims, held)
    await postpone?.(claimed)
  } catch {}
}

/** Waits for the database: no work could be claimed before. */
async function uncountWhenBack(db: Database, stopping: AbortSignal, claims: Claims, held: Held): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await uncountAttempt(db, claims, held)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
    }
    await sleep(awayLookMs, undefined, { signal: stopping })
  }
}

/**
 * Does one step after another, each in one transaction, until a step says that there is no more.
 * @param step holds the row first, so that nothing commits under a claim that is lost
 * @param before is done before each step, outside its transaction
 */
export async function takeSteps(
  db: Database,
  signal: AbortSignal,
  step: (sql: Transaction) => Promise<boolean>,
  before: (number: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let more = true, number = 1; more; number++) {
    signal.throwIfAborted()
    await before(number)
    more = await transaction(db, step, 'long')
  }
}

export interface Ranges {
  /** Numbers up to this one are done. */
  readonly cursor: number
  /** The last number. */
  readonly last: number
  /** Numbers of one transaction. */
  readonly size: number
  /** Does a range and moves the cursor behind it. @returns false if the work has ended otherwise: it then cannot be done */
  readonly advance: (range: Range) => Promise<boolean>
  readonly publishProgress: () => Promise<void>
  readonly finish: () => Promise<void>
}

/**
 * Does the next range, in a transaction that holds the row. The cursor advances with it: wherever the process dies, a range is done or it is
 * not, and the next holder of the claim goes on behind it.
 * @returns whether there is more
 */
export async function takeRange({ cursor, last, size, advance, publishProgress, finish }: Ranges): Promise<boolean> {
  const range = { from: cursor + 1, to: Math.min(cursor + size, last) }
  if (range.from <= range.to) {
    if (!(await advance(range))) return false
    if (range.to < last && isMilestone(range, last)) await publishProgress()
  }
  if (range.to < last) return true
  await finish()
  return false
}

function isMilestone({ from, to }: Range, last: number): boolean {
  const part = last / progressEvents
  return Math.floor((from - 1) / part) !== Math.floor(to / part)
}
