/** When the mails of a campaign go out. */
import type { PastZones, Weekday, ZoneState } from '../../contract/groups/timing.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { readTimetable, type Timetable } from '../../domain/campaigns/timing/timetable.ts'
import { findTiming, setTiming, writeMinutes } from '../../domain/campaigns/timing/timing.ts'
import type { Hours } from '../../lib/zones.ts'
import type { Handlers } from '../dependencies.ts'

const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const satisfies readonly OutputOf<typeof Weekday>[]

const choices = { Refuse: undefined, Now: 'now', Skip: 'skip' } as const

export const timings: Pick<Handlers, 'Campaign.SetTiming' | 'Campaign.GetTiming' | 'Campaign.GetTimetable'> = {
  'Campaign.SetTiming': (params, { campaign }, { db }) =>
    setTiming(db, campaign, {
      from: params.AllowedFrom,
      until: params.AllowedUntil,
      days: (params.AllowedDays ?? []).map(day => weekdays.indexOf(day) + 1),
      spreadHours: params.SpreadHours ?? 0,
      zoneField: params.TimeZoneField,
      past: choices[params.PastZones ?? 'Refuse'],
    }),

  async 'Campaign.GetTiming'(_params, { campaign }, { db }) {
    const { hours, spreadHours = 0, zoneField, past } = (await findTiming(db, campaign)) ?? {}
    return {
      ...hoursOf(hours),
      SpreadHours: spreadHours,
      TimeZoneField: zoneField === undefined ? '' : `[${zoneField}]`,
      PastZones: pastOf(past),
    }
  },

  async 'Campaign.GetTimetable'({ SendDate }, { campaign }, { db, now }) {
    const { zones, waiting } = await readTimetable(db, campaign, SendDate, now())
    const sum = (chosen: Timetable['zones']) => chosen.reduce((people, { recipients }) => people + recipients, 0)
    return {
      Zones: zones.map(({ timeZone, isKnown, date, recipients, state }) => ({
        TimeZone: timeZone,
        IsKnown: isKnown,
        Date: date,
        Recipients: recipients,
        State: stateOf(state),
      })),
      Unknown: sum(zones.filter(({ isKnown }) => !isKnown)),
      Past: sum(zones.filter(({ state }) => state !== 'on time')),
      Waiting: waiting.recipients,
      NextDate: waiting.nextDate ?? '',
    }
  },
}

function hoursOf(hours: Hours | undefined) {
  if (!hours) return { AllowedFrom: '', AllowedUntil: '', AllowedDays: [] }
  const { from, until, days } = hours
  const isAllDay = from === until
  return {
    AllowedFrom: isAllDay ? '' : writeMinutes(from),
    AllowedUntil: isAllDay ? '' : writeMinutes(until === 0 ? 1440 : until),
    AllowedDays: days.length === 7 ? [] : days.map(day => weekdays[day - 1]!),
  }
}

function pastOf(past: 'now' | 'skip' | undefined): OutputOf<typeof PastZones> {
  switch (past) {
    case undefined:
      return 'Refuse'
    case 'now':
      return 'Now'
    case 'skip':
      return 'Skip'
  }
}

function stateOf(state: Timetable['zones'][number]['state']): OutputOf<typeof ZoneState> {
  switch (state) {
    case 'on time':
      return 'OnTime'
    case 'past':
      return 'Past'
    case 'now':
      return 'Now'
    case 'skipped':
      return 'Skipped'
  }
}
