/** The time zone of the scenario's client, in which its dates are written and answered. */

/** No day may end while the scenario runs: what happened today is counted. */
export const timeZone = ['Europe/Berlin', 'America/New_York'].find(zone => hourIn(zone) !== '23')!

function hourIn(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format()
}

/** @param at a time on the client's clock: `2024-03-07 12:00:00` */
export function local(at: string): Date {
  const asUtc = new Date(`${at.replace(' ', 'T')}Z`)
  // Swedish dates are written as `at` is
  const shown = asUtc.toLocaleString('sv', { timeZone })
  return new Date(2 * asUtc.getTime() - Date.parse(`${shown.replace(' ', 'T')}Z`))
}
