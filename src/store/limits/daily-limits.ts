/**
 * Daily limits: how many mails a client's campaigns may be sent in a day of its time zone. What went out today is what the
 * campaigns' counters have gained since the day was first looked at; ranges that are being sent reserve what they may still use.
 */

import { wakeSenders } from '../campaigns/sending.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { fence } from '../jobs/claiming.ts'
import { type Lease, leaseClaims } from '../ledger/leases.ts'
import { handedOf } from '../ledger/totals.ts'

export interface DayOfClient {
  /** 0 for none. */
  readonly dailyLimit: number
  /** Of the client's time zone. */
  readonly day: string
  readonly nextDay: Date
  /** The same as the client writes it. */
  readonly nextDate: string
}

/** @param otherwise the installation's limit, for clients without one of their own */
export async function dayOfClient(sql: Sql, clientId: number, otherwise: number, at: Date): Promise<DayOfClient> {
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
 * Begins the count of a day, unless it has begun. What is being handed over at this moment counts for the new day: some of it may
 * turn out not to have been handed over, and must not make room for as many more.
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
 * Mails since the day began; 0 for a day that did not. What may have been handed over counts. The number never falls: what leaves
 * the campaigns' counters is kept by `keepCounted`.
 */
export async function sentOn(sql: Sql, clientId: number, day: string): Promise<number> {
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
 * Mails that leave the counters of a campaign stay counted in the client's present day and make no room for as many more: those of
 * an unknown outcome that are to be sent again, and those of a campaign that is deleted for good.
 * @param mails how many
 */
export async function keepCounted(sql: Transaction, clientId: number, mails: number): Promise<void> {
  if (mails === 0) return
  await sql`
    update client_days
    set handed_before = handed_before - ${mails}
    where client_id = ${clientId} and day = (select max(day) from client_days where client_id = ${clientId})`
}

/** Others that reserve for this client wait until the transaction ends. */
export async function lockClient(sql: Transaction, clientId: number): Promise<void> {
  await sql`select from clients where id = ${clientId} for no key update`
}

/** What the client's other ranges under way may use. A lease that ran out counts: its owner may be at work on it all the same. */
export async function reservedBeside(sql: Sql, { clientId, campaignId, low }: Lease): Promise<number> {
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

/** Nothing of this client is claimed before. */
export async function limitUntil(sql: Sql, clientId: number, until: Date): Promise<void> {
  await sql`update clients set limited_until = ${until} where id = ${clientId}`
}

/** Takes effect at once, also for what the old limit held. @param limit null for the installation's */
export async function setDailyLimit(sql: Transaction, clientId: number, limit: number | null): Promise<void> {
  await sql`update clients set daily_limit = ${limit}, limited_until = null where id = ${clientId}`
  await wakeSenders(sql)
}
