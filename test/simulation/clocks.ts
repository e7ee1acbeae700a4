/**
 * The clock of one machine leaps by weeks and is set right later, while the machine's count of time goes on evenly. A campaign whose date
 * lies between must be neither planned nor withdrawn, and nothing may be handed over once the hold is there, until an operator releases it.
 */
import assert from 'node:assert/strict'
import type { CampaignRef } from '../../src/domain/access/access.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { findActiveHolds, releaseHolds } from '../../src/store/limits/guards.ts'
import type { HandOver } from './hand-overs.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'
import { stateOf } from './world.ts'

const hour = 3_600_000
/** Further than any seed goes by itself. */
export const dueInHours = 1_000
/** Other campaigns are never this late. */
export const latestStartHours = 900

export interface Clocks {
  /** What the clock of a machine says. */
  wall(machine: number): Date
  /** Goes on with whatever is next. @returns whether the clock was changed just now */
  step(step: number, isIdle?: boolean): Promise<boolean>
  /** The leap, the correction or the release is still to come. */
  readonly isPending: boolean
  /** Whether a guard noticed it. */
  readonly isNoticed: boolean
  handed(handOver: HandOver): void
  /** A guard writes a hold. */
  holdsChanged(): void
}

/** Who was asked about before a hold may be handed over so long afterwards. */
const freshMs = 500

export function createClocks(
  db: Database,
  schedule: Schedule,
  random: Random,
  {
    later,
    machines,
    latestSignatureMs,
  }: { readonly later: CampaignRef; readonly machines: number; readonly latestSignatureMs: number },
): Clocks {
  const machine = random.whole(1, machines)
  const leapAt = random.whole(5, 150)
  const rightAt = leapAt + random.whole(20, 200)
  const heldFor = random.whole(20, 200)
  // to the date, far behind it, or back
  const leapMs = random.pick([random.whole(1_010, 1_800), random.whole(1_950, 9_000), -random.whole(2, 5_000)]) * hour
  /** When the campaign is due by the time that passes: what was deferred by a wrong clock may have all wait for longer. */
  const due = schedule.now() + dueInHours * hour
  let off = 0
  let phase: 'right' | 'wrong' | 'right again' = 'right'
  let mayBeOthers = false
  let heldSince: { readonly at: number; readonly step: number } | undefined
  let isNoticed = false

  async function lookAtHolds(step: number) {
    // as long as a statement would take: what the last event began goes on first
    if (!mayBeOthers) return new Promise<void>(resolve => setImmediate(resolve))
    mayBeOthers = false
    const holds = await findActiveHolds(db)
    for (const { kind } of holds) assert.equal(kind, 'clock')
    heldSince = holds.length === 0 ? undefined : (heldSince ?? { at: schedule.now(), step })
    if (heldSince) isNoticed = true
  }

  return {
    wall: of => new Date(schedule.now() + (of === machine ? off : 0)),
    async step(step, isIdle = false) {
      await lookAtHolds(step)
      if (phase === 'right' && (isIdle || step >= leapAt)) {
        phase = 'wrong'
        off = leapMs
        schedule.note(`the clock of machine ${machine} leaps by ${leapMs / hour} hours`)
        return true
      }
      if (phase === 'right') return false
      if (schedule.now() < due)
        assert.equal((await stateOf(db, later)).state, 'scheduled', 'the campaign of another month was left alone')
      if (phase === 'wrong' && (isIdle || step >= rightAt)) {
        phase = 'right again'
        off = 0
        schedule.note(`the clock of machine ${machine} is set right`)
        return true
      }
      if (phase === 'right again' && heldSince && (isIdle || step >= Math.max(rightAt, heldSince.step) + heldFor)) {
        await releaseHolds(db)
        mayBeOthers = true
        heldSince = undefined
      }
      return false
    },
    get isPending() {
      return phase !== 'right again' || heldSince !== undefined
    },
    get isNoticed() {
      return isNoticed
    },
    handed({ to, at, by }) {
      if (!heldSince || !by.name.endsWith(`@m${machine}`)) return
      const late = at - heldSince.at
      assert.ok(late <= freshMs + latestSignatureMs, `${to} was handed over ${late} ms after the clock was held`)
    },
    holdsChanged() {
      mayBeOthers = true
    },
  }
}
