/**
 * Storage that takes nothing for a while: the disk of a machine, that of the database, one disk for both, or the whole database. An
 * outage begins where something is about to be written: that is when it matters.
 */
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'

/** What the database answers to a statement while it is not well. */
export type DatabaseTrouble = 'full' | 'away'

export interface Outages {
  /** Something is about to be written to the disk of a machine's data folder. @returns whether the disk takes nothing */
  isFull(machine: number): boolean
  /** A statement is about to run. @returns what is wrong with the database */
  database(machine: number): DatabaseTrouble | undefined
  /** All is well from now on. */
  end(): void
  /** How many there were. */
  readonly count: number
}

type Kind = 'disk' | 'database' | 'both' | 'away'

interface Outage {
  readonly kind: Kind
  readonly machine: number
  readonly until: number
}

/** How likely an outage begins at a write to a journal, and at a statement. */
const likely = { disk: 0.05, database: 0.002 }

export function createOutages(schedule: Schedule, random: Random): Outages {
  let outages: Outage[] = []
  let isOver = false
  let count = 0

  /** @returns what is wrong now */
  function look(machine: number, where: keyof typeof likely): readonly Outage[] {
    outages = outages.filter(({ until }) => until > schedule.now())
    if (isOver || !random.chance(likely[where])) return outages
    const kind = random.pick<Kind>(where === 'disk' ? ['disk', 'both'] : ['database', 'both', 'away'])
    const ms = random.pick([50, 1000, 8000, 40_000, 300_000])
    count++
    outages = [...outages, { kind, machine, until: schedule.now() + ms }]
    const what = {
      disk: 'its disk is full',
      database: 'the database is full',
      both: 'all is full',
      away: 'no database',
    }
    schedule.note(`m${machine}: ${what[kind]} for ${ms} ms`)
    return outages
  }

  return {
    isFull: machine =>
      look(machine, 'disk').some(one => one.machine === machine && (one.kind === 'disk' || one.kind === 'both')),
    database(machine) {
      const kinds = look(machine, 'database').map(({ kind }) => kind)
      if (kinds.includes('away')) return 'away'
      return kinds.includes('database') || kinds.includes('both') ? 'full' : undefined
    },
    end() {
      isOver = true
      outages = []
    },
    get count() {
      return count
    },
  }
}
