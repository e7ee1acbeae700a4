import { Refusal } from '../../contract/refusals.ts'
import { findTimeZone, type TimeZone } from '../../contract/time-zones.ts'
import { knowsTimeZone } from '../../store/accounts/clients.ts'
import type { Database } from '../../store/connection/database.ts'

/** Reads a time zone that Node and PostgreSQL both know. Not within a transaction. @throws Refusal InvalidTimezone */
export async function readTimeZone(db: Database, text: string | null): Promise<TimeZone> {
  const zone = findTimeZone(text)
  if (zone && (await knowsTimeZone(db, zone.timeZone))) return zone
  throw new Refusal(
    'InvalidTimezone',
    'Timezone must be one that User.ListTimezones or User.GetTimezones names, or an IANA name.',
  )
}
