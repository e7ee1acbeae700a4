/** The waves of a campaign: who is due when, by what its author chose. See docs/decisions/campaigns.md#hours-spreading-and-time-zones. */
import { instantOf } from '../../../lib/zones.ts'
import type { TimingToPlan } from '../../../store/campaigns/timing.ts'
import type { FieldGroups, Wave, Waves } from '../../../store/campaigns/waves.ts'
import { exclusion } from '../../../store/ledger/exclusion.ts'
import { zonesByName } from './zone-names.ts'

/** Parts of a spread campaign begin so many minutes after each other. */
const usualStep = 5
/** Of a campaign that has many groups or takes many hours. */
const longStep = 15
const manyHours = 12

export interface ZoneGroups {
  /** By the number of the group; the last group is of those whose zone is not known. */
  readonly zones: readonly string[]
  readonly groups: FieldGroups
}

/** One group for each zone, and one for those whose zone is not known, which has that of the client. */
export function zoneGroups(key: string, clientZone: string): ZoneGroups {
  const zones = [...new Set(zonesByName().values())]
  const numbers = new Map(zones.map((zone, number) => [zone, number]))
  const byValue = Object.fromEntries([...zonesByName()].map(([value, zone]) => [value, numbers.get(zone)!]))
  return { zones: [...zones, clientZone], groups: { key, byValue, otherwise: zones.length } }
}

/** @param at the beginning of the campaign */
export function planWaves(
  { timing, localDue, timeZone }: Pick<TimingToPlan, 'timing' | 'localDue' | 'timeZone'>,
  at: Date,
): Waves {
  const { hours, spreadHours = 0, zoneField } = timing
  const byZone = zoneField !== undefined && localDue !== null
  const everyMinutes = byZone || spreadHours > manyHours ? longStep : usualStep
  const parts = Math.max(1, (spreadHours * 60) / everyMinutes)
  const spread = { everyMinutes, shares: Array<number>(parts).fill(1), ...(hours && { hours }) }
  if (!byZone) return { ...spread, waves: [{ dueAt: at.toISOString(), timeZone }] }
  const { zones, groups } = zoneGroups(zoneField, timeZone)
  const waves = zones.map((zone, number): Wave => {
    const due = instantOf(localDue, zone)
    const isLeftOut = timing.past === 'skip' && due < Date.parse(timing.beginsAt ?? at.toISOString())
    return {
      dueAt: new Date(Math.max(due, at.getTime())).toISOString(),
      timeZone: zone,
      ...(number === groups.otherwise && { isUnknown: true }),
      ...(isLeftOut && { leftOut: exclusion.timePassed }),
    }
  })
  return { ...spread, waves, groups }
}
