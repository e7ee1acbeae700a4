/**
 * A standby takes over that lacks the last commits, and the senders live on: a sender that knows of missing commits must hold
 * sending, and no recipient gets a second copy of what a living sender, or its journal, knows.
 */
import assert from 'node:assert/strict'
import type { Database } from '../../src/store/connection/database.ts'
import { findActiveHolds, placeHold, releaseHolds } from '../../src/store/limits/guards.ts'
import { type Backup, backUp, putBack } from './backup.ts'
import type { HandOver } from './hand-overs.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'
import type { Watched } from './simulate.ts'

export interface Failover {
  /** Goes on with whatever is next. @returns whether the standby has taken over just now */
  step(step: number, isIdle?: boolean): Promise<boolean>
  /** Since the server answers that took over. */
  readonly isDone: boolean
  /** A fail-over or a release is still to come. */
  readonly isPending: boolean
  /** When PostgreSQL was started, as the server that answers says: seconds. */
  readonly serverStart: number
  /** How many entries of the log were lost. */
  readonly lost: number
  handed(handOver: HandOver): void
  /** A sender writes a hold. */
  holdsChanged(): void
}

/** Who was asked about before a hold may be handed over so long afterwards. */
const freshMs = 500
/** A sequence may be ahead of what was drawn by as many as are written to the WAL at once. */
const sequenceAhead = 32

export function createFailover(
  db: Database,
  schedule: Schedule,
  random: Random,
  campaigns: readonly Watched[],
  latestSignatureMs: number,
): Failover {
  const clients = [...new Set(campaigns.map(({ campaign }) => campaign.clientId))]
  const backupAt = random.whole(10, 200)
  /** As many entries are to be lost, if there are as many before so many steps. */
  const toLose = random.pick([0, 1, 1, 3, 10])
  const failBy = backupAt + (toLose === 0 ? random.whole(1, 20) : 200)
  const heldFor = random.whole(100, 300)
  let backup: Backup | undefined
  let before = 0
  let lost = 0
  let tailLost: (() => Promise<void>)[] = []
  let doneAt: number | undefined
  /** Since the holds were looked at, they may have become others. */
  let mayBeOthers = true
  let isHeld = false
  let heldSince: { readonly at: number; readonly step: number } | undefined

  const entries = async () => {
    const [row] = await db<{ entries: number }[]>`
      select count(*)::integer as entries from log where client_id = any(${clients}::bigint[])`
    return row!.entries
  }

  async function takeOver() {
    lost = (await entries()) - before
    await putBack(db, clients, { ...backup!, token: backup!.token + random.whole(0, sequenceAhead) })
    mayBeOthers = true
    for (const forget of tailLost) await forget()
    schedule.note(`a standby takes over that lacks ${lost} entries`)
  }

  /** An operator holds sending by hand now and then, and lets go of what is held. */
  async function operate(step: number, isIdle: boolean) {
    // as long as a statement would take: what the last event began goes on first
    if (!mayBeOthers) await new Promise(resolve => setImmediate(resolve))
    else isHeld = (await findActiveHolds(db)).length > 0
    mayBeOthers = false
    if (!isHeld) heldSince = undefined
    else heldSince ??= { at: schedule.now(), step }
    if (heldSince && (isIdle || step >= heldSince.step + heldFor)) {
      await releaseHolds(db)
      mayBeOthers = true
      heldSince = undefined
    } else if (!heldSince && !isIdle && random.chance(0.0015)) {
      heldSince = { at: schedule.now(), step }
      await placeHold(db, { kind: 'by hand', folder: '', detail: 'An operator looks.' }, new Date(heldSince.at))
      mayBeOthers = true
    }
  }

  return {
    async step(step, isIdle = false) {
      await operate(step, isIdle)
      if (!backup) {
        if (step < backupAt && !isIdle) return false
        backup = await backUp(db, clients)
        before = await entries()
        tailLost = campaigns.map(({ watch }) => watch.remember('tail'))
        return false
      }
      if (doneAt === undefined) {
        const isTime = isIdle || step >= failBy || (toLose > 0 && (await entries()) >= before + toLose)
        if (!isTime) return false
        doneAt = step
        await takeOver()
        return true
      }
      return false
    },
    get isDone() {
      return doneAt !== undefined
    },
    get isPending() {
      return doneAt === undefined || heldSince !== undefined
    },
    get serverStart() {
      return doneAt === undefined ? 1000 : 2000
    },
    get lost() {
      return lost
    },
    handed({ to, at }) {
      if (!heldSince) return
      const late = at - heldSince.at
      assert.ok(late <= freshMs + latestSignatureMs, `${to} was handed over ${late} ms after sending was held`)
    },
    holdsChanged() {
      mayBeOthers = true
    },
  }
}
