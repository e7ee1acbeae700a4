/** Numbers of a form day by day, with the days between on which there was nothing. */
import type { FormStatistics } from './types.ts'

type Day = NonNullable<FormStatistics['Days']>[number]

export interface DayNumbers {
  /** YYYY-MM-DD */
  readonly day: string
  readonly submitted: number
  readonly refused: number
  readonly mailed: number
  readonly confirmed: number
}

const dayMs = 86_400_000

/** @param days the oldest first, those without anything left out */
export function daysOf(days: readonly Day[]): readonly DayNumbers[] {
  const known = new Map(days.map(day => [day.Day ?? '', day]))
  const [first, last] = [days[0]?.Day, days.at(-1)?.Day]
  if (first === undefined || last === undefined) return []
  const all: DayNumbers[] = []
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= Date.parse(`${last}T00:00:00Z`); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const { Submitted = 0, Refused = 0, Mailed = 0, Confirmed = 0 } = known.get(day) ?? {}
    all.push({ day, submitted: Submitted, refused: Refused, mailed: Mailed, confirmed: Confirmed })
  }
  return all
}

/** Days over which the rate of a day is taken: one day alone has few sign-ups, and people confirm on the next. */
const window = 7

/** Confirmed of 100 that were mailed in the seven days up to this one; null where none was. */
export function rateOf(_day: DayNumbers, at: number, all: readonly DayNumbers[]): number | null {
  const near = all.slice(Math.max(0, at + 1 - window), at + 1)
  const mailed = near.reduce((sum, one) => sum + one.mailed, 0)
  const confirmed = near.reduce((sum, one) => sum + one.confirmed, 0)
  return mailed === 0 ? null : Math.min(100, Math.round((100 * confirmed) / mailed))
}
