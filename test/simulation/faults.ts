/**
 * What goes wrong beneath the senders of a seed. Some of it is drawn from numbers of its own, so that seeds without such faults
 * are what they were before there were any.
 */
import type { DatabaseFaults } from './database.ts'
import type { World } from './defects.ts'
import type { Tool } from './folders.ts'
import { createOutages, type Outages } from './outages.ts'
import { createRandom, type Random } from './random.ts'
import type { Schedule } from './schedule.ts'

export interface Faults {
  readonly database: DatabaseFaults
  /** For whatever has to be drawn about these faults. */
  readonly random: Random
  /** Storage that takes nothing for a while; in some seeds. */
  readonly outages: Outages | undefined
  /** With what a backup is put back in place; undefined in seeds where only the database is. */
  readonly tool: Tool | undefined
  /** A standby without the last commits takes over. */
  readonly failsOver: boolean
  /** The clock of a machine leaps. */
  readonly leapsClock: boolean
  /** Numbers about it. */
  readonly clocks: Random
  readonly story: string
  /** Nothing goes wrong any more. */
  end(): void
}

/** @param world what is not drawn */
export function createFaults(schedule: Schedule, seed: number, failures: number, world: Partial<World> = {}): Faults {
  const random = createRandom(seed + 1_000_000)
  const drawn = {
    cuts: random.pick([0, 0, 0, 0.01, 0.05]),
    fillsDisks: random.chance(0.25),
    tool: random.chance(0.5) ? random.pick<Tool>(['rsync -a --delete', 'cp -a']) : undefined,
    failsOver: random.chance(0.2),
  }
  const { cuts, fillsDisks, tool, failsOver } = { ...drawn, ...world }
  const clocks = createRandom(seed + 2_000_000)
  const leapsClock = world.leapsClock ?? clocks.chance(0.15)
  const database: DatabaseFaults = { failures, cuts, cut: 0 }
  const outages = fillsDisks ? createOutages(schedule, random) : undefined
  return {
    database,
    tool,
    failsOver,
    leapsClock,
    clocks,
    random,
    outages,
    story: `${cuts ? `, cuts ${cuts}` : ''}${outages ? ', full disks' : ''}${failsOver ? ', fails over' : ''}`,
    end() {
      database.failures = 0
      database.cuts = 0
      outages?.end()
    },
  }
}
