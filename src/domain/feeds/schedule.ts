/** When a feed is looked at: at an hour of the client's time zone, on the days of its rhythm. One day has one run, also where clocks change. */
import type { Sql } from '../../store/connection/database.ts'
import type { FeedSchedule } from '../../store/feeds/feeds.ts'
import { readInstantOfLocal, readLocalTimeOf } from '../../store/local-time.ts'

/** The next run after an instant. */
export async function nextRun(sql: Sql, schedule: FeedSchedule, timeZone: string, after: Date): Promise<Date> {
  const today = (await readLocalTimeOf(sql, after, timeZone)).slice(0, 10)
  for (const day of daysFrom(today, schedule)) {
    const hour = String(schedule.hour).padStart(2, '0')
    const at = await readInstantOfLocal(sql, `${day} ${hour}:00:00`, timeZone)
    if (at > after) return at
  }
  throw new Error('A schedule has a day within two months.')
}

/** The next days of a schedule, from a day on: `YYYY-MM-DD`. */
export function* daysFrom(day: string, { every, weekday, monthDay }: FeedSchedule): Generator<string, void> {
  const first = Date.parse(`${day}T00:00:00Z`)
  for (let n = 0; n < 63; n++) {
    const date = new Date(first + n * 86_400_000)
    const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    const fits =
      every === 'Daily' ||
      // Monday is 1, and Sunday 7
      (every === 'Weekly' && (date.getUTCDay() || 7) === weekday) ||
      (every === 'Monthly' && date.getUTCDate() === Math.min(monthDay, lastOfMonth))
    if (fits) yield date.toISOString().slice(0, 10)
  }
}
