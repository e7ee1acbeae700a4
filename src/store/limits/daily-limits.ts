/**
 * Daily limits: the maximum number of mails of a client's campaigns per day in its time zone. The mails of today are the increase of the
 * campaigns' counters since the day began. Ranges in progress reserve what they may still use.
 */

import { wakeSenders } from '../campaigns/sending.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { fence } from '../jobs/claiming.ts'
import { type Lease, leaseClaims } from '../ledger/leases.ts'
import { handedOf } from '../ledger/totals.ts'

export interface DayOfClient {
  /** 0 for no limit. */
  readonly dailyLimit: number
  /** A day in the client's time zone. */
  readonly day: string
  readonly nextDay: Date
  /** The same as local time of the client. */
  readonly nextDate: string
}

/** @param otherwise the installation's limit, for clients without their own */
export async function readDayOfClient(sql: Sql, clientId: number, otherwise: number, at: Date): Promise<DayOfClient> {
  const [row] = await sql<DayOfClient[]>`
    select daily_limit, day, (day + 1)::timestamp at time zone time_zone as next_day,
      (day + 1) || ' 00:00:00' as next_date
    from (
      select coalesce(daily_limit, ${otherwise}) as daily_limit, time_zone,
        (${at}::timestamptz at time zone time_zone)::date as day
      from clients
      where id = ${clientId}
    ) c`
  return row!
}

/**
 * Begins the count of a day, unless it has begun. Mails in flight at this moment count for the new day: if some of them turn out
 * not to have been sent, they must not make room for further mails.
 */
export async function beginDay(sql: Sql, clientId: number, day: string): Promise<void> {
  await sql`
    insert into client_days (client_id, day, handed_before, unknown_before)
    select ${clientId}, ${day}, coalesce(sum(accepted), 0), coalesce(sum(unknown), 0)
    from campaign_totals
    where client_id = ${clientId}
    on conflict do nothing`
}

/**
 * Mails since the day began, including those in flight; 0 if the day has not begun. The number never falls: `keepCounted` keeps what leaves
 * the campaigns' counters.
 */
export async function readSentOn(sql: Sql, clientId: number, day: string): Promise<number> {
  const [row] = await sql<{ sent: number }[]>`
    select coalesce(max(greatest(0, handed + unknown - handed_before - unknown_before)), 0)::integer as sent
    from client_days
    cross join (
      select coalesce(sum(${handedOf(sql)}), 0) as handed, coalesce(sum(t.unknown), 0) as unknown
      from campaign_totals t
      where t.client_id = ${clientId}
    ) now
    where client_id = ${clientId} and day = ${day}`
  return row!.sent
}

/**
 * Keeps mails counted in the client's present day when they leave the counters of a campaign, so that they make no room for further mails:
 * unknown ones that will be sent again, and those of a purged campaign.
 * @param mails their number
 */
export async function keepCounted(sql: Transaction, clientId: number, mails: number): Promise<void> {
  if (mails === 0) return
  await sql`
    update client_days
    set handed_before = handed_before - ${mails}
    where client_id = ${clientId} and day = (select max(day) from client_days where client_id = ${clientId})`
}

/** Serialises reservations of this client until the transaction ends. */
export async function lockClient(sql: Transaction, clientId: number): Promise<void> {
  await sql`select 1 from clients where id = ${clientId} for no key update`
}

/** Reservations of the client's other ranges. Expired leases count, because their owners may still be working. */
export async function readReservedBeside(sql: Sql, { clientId, campaignId, low }: Lease): Promise<number> {
  const [row] = await sql<{ reserved: number }[]>`
    select coalesce(sum(reserved), 0)::integer as reserved
    from leases
    where client_id = ${clientId} and not (campaign_id = ${campaignId} and low = ${low})
      and not done and owner <> ''`
  return row!.reserved
}

export async function reserve(sql: Sql, lease: Lease, most: number): Promise<void> {
  await sql`update leases set reserved = ${most} where ${fence(sql, leaseClaims, lease)}`
}

/** Prevents claims of this client before that time. */
export async function limitClientUntil(sql: Sql, clientId: number, until: Date): Promise<void> {
  await sql`update clients set limited_until = ${until} where id = ${clientId}`
}

/** Takes effect at once, also for campaigns that the old limit delays. @param limit null for the installation's limit */
export async function setDailyLimit(sql: Transaction, clientId: number, limit: number | null): Promise<void> {
  await sql`update clients set daily_limit = ${limit}, limited_until = null where id = ${clientId}`
  await wakeSenders(sql)
}
