/** Whether this program and the database agree on the time zones that clients have: dates are reckoned by both. */
import type { Database } from '../../store/connection/database.ts'
import { hasSchema, readUsedTimeZones, readZoneOffsets } from '../../store/diagnosis.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Zones of clients that are compared, and those that always are. */
const mostZones = 50
const always = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata']

const dayMs = 86_400_000

export async function checkTimeZones(db: Database, now: Date): Promise<Finding> {
  const used = (await hasSchema(db)) ? await readUsedTimeZones(db, mostZones) : []
  const zones = [...new Set([...used, ...always])]
  // with summer time each half of a year has its own offset, also next year
  const instants = [0, 120, 240, 365, 485].map(days => new Date(now.getTime() + days * dayMs))
  const rows = await readZoneOffsets(db, zones, instants)
  const different = rows.filter(({ zone, at, minutes }) => minutes !== offsetHere(zone, instants[at - 1]!))
  const named = [...new Set(different.map(({ zone }) => zone))]
  const versions = `Node.js has the data of ${process.versions.tz ?? 'an unknown version'}`
  if (named.length === 0)
    return ok('time-zones', `Node.js and the database agree on ${zones.length} time zones; ${versions}.`)
  return warning(
    'time-zones',
    `Node.js and the database disagree on ${named.slice(0, 10).join(', ')}; ${versions}.`,
    'Update Node.js, and the tzdata of the machine of the database: schedules and dates of these clients may be an hour off.',
  )
}

/** Minutes ahead of UTC; null for a zone that is not known. */
function offsetHere(zone: string, at: Date): number | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const text = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? []
    const ahead = Number(hours) * 60 + Number(minutes)
    return sign === '-' ? -ahead : ahead
  } catch {
    return null
  }
}
