/** Opens and clicks over time: the first 48 hours by the hour, then days, then the rest. */
import type { CampaignHour } from '../../../domain/campaigns/reports/client-report.ts'
import { instantOf, localOf } from '../../../domain/texts/report/format.ts'

export interface Period {
  /** When it begins: a local time of the client. */
  readonly from: string
  readonly opens: ByKind
  readonly clicks: ByKind
}

/** Counts of one period, by people and by machines. */
export interface ByKind {
  readonly people: number
  readonly machines: number
}

export interface Periods {
  /** 48 of them. */
  readonly hours: readonly Period[]
  /** From the third day on, up to the last on which something happened; each 24 hours from the hour of the start. */
  readonly days: readonly Period[]
  /** All after the last day shown; undefined when nothing happened then. */
  readonly later: Period | undefined
}

const hourMs = 3_600_000
const hoursShown = 48
/** The last day that is shown by itself. */
const lastDay = 30

/**
 * @param sent when sending began
 * @param rows hours in which something happened, in any order; what happened before the start counts for its hour
 */
export function periodsOf(sent: string, rows: readonly CampaignHour[]): Periods {
  const start = instantOf(`${sent.slice(0, 13)}:00:00`).getTime()
  const sums = new Map<number, MutablePeriod>()
  for (const row of rows) {
    const hour = Math.max(0, Math.floor((instantOf(row.date).getTime() - start) / hourMs))
    const index = indexOf(hour)
    const sum = sums.get(index) ?? emptyPeriod()
    add(sum.opens, row.humanOpens, row.opens)
    add(sum.clicks, row.humanClicks, row.clicks)
    sums.set(index, sum)
  }
  const period = (index: number, hour: number): Period => ({
    from: localOf(new Date(start + hour * hourMs)),
    ...(sums.get(index) ?? emptyPeriod()),
  })
  const active = [...sums].filter(
    ([, { opens, clicks }]) => opens.people + opens.machines + clicks.people + clicks.machines > 0,
  )
  const last = Math.max(0, ...active.map(([index]) => index))
  const daysShown = Math.min(last, laterIndex - 1) - hoursShown + 1
  return {
    hours: Array.from({ length: hoursShown }, (_, hour) => period(hour, hour)),
    days: Array.from({ length: Math.max(0, daysShown) }, (_, day) => period(hoursShown + day, hoursShown + 24 * day)),
    later: last === laterIndex ? period(laterIndex, 24 * lastDay) : undefined,
  }
}

/** Behind the hours and the days. */
const laterIndex = hoursShown + lastDay - hoursShown / 24

function indexOf(hour: number): number {
  if (hour < hoursShown) return hour
  return Math.min(laterIndex, hoursShown + Math.floor((hour - hoursShown) / 24))
}

interface MutablePeriod {
  readonly opens: { people: number; machines: number }
  readonly clicks: { people: number; machines: number }
}

function emptyPeriod(): MutablePeriod {
  return { opens: { people: 0, machines: 0 }, clicks: { people: 0, machines: 0 } }
}

function add(sum: { people: number; machines: number }, people: number, all: number): void {
  sum.people += people
  // a campaign that is classified anew may have more people than hits for a moment
  sum.machines += Math.max(0, all - people)
}
