/**
 * The frequency cap of a client: who got so many mails on the last days gets no further campaign. Mails of campaigns count, by the address of the
 * person, over all lists; an unknown outcome counts as a mail. Test mails, confirmations and other mails of the service are in no ledger, and
 * do not count. See docs/decisions/campaigns.md#the-frequency-cap-is-judged-twice.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { lastEntry } from '../ledger/recipient-state.ts'
import { lettersTo } from '../tracking/contact-engagement.ts'
import { countDays, lastDays, moveOn, noDays } from '../tracking/day-bitmaps.ts'

export interface FrequencyCap {
  readonly mails: number
  /** The last days in the client's time zone, today included. Campaigns that were deleted before are purged later than that. */
  readonly days: number
}

/** @returns undefined for none */
export async function readFrequencyCap(sql: Sql, clientId: number): Promise<FrequencyCap | undefined> {
  const [row] = await sql<{ mails: number | null; days: number }[]>`
    select cap_mails as mails, cap_days as days from clients where id = ${clientId}`
  return row?.mails ? { mails: row.mails, days: row.days } : undefined
}

export async function storeFrequencyCap(sql: Sql, clientId: number, cap: FrequencyCap | undefined): Promise<void> {
  await sql`update clients set cap_mails = ${cap?.mails ?? null}, cap_days = ${cap?.days ?? null} where id = ${clientId}`
}

/** The first instant of the days of a cap. @param today a date */
function sinceOf(sql: Sql, today: Fragment, days: Fragment, timeZone: Fragment): Fragment {
  return sql`((${today} - ${days} + 1)::timestamp at time zone ${timeZone})`
}

/** Whether an address got as many mails as the cap allows. @param address not a column of a table `a`, `e` or `f` */
export type IsOver = (address: Fragment) => Fragment

interface RecentCampaign {
  readonly id: number
  /** Days in the client's time zone, since 1970. */
  readonly fromDay: number
  readonly toDay: number
  /** Whether its mails are in the days of persons. */
  readonly isRolledUp: boolean
}

/**
 * Prepares to judge many addresses. Mostly the days of persons say it, without a look into ledgers: where no two campaigns sent on one day, a day is
 * a mail.
 * @param campaignId the campaign that is judged, whose own mails do not count; 0 for none
 * @returns undefined if no address can be over the cap
 */
export async function readCapping(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  at: Date | undefined,
): Promise<IsOver | undefined> {
  const cap = await readFrequencyCap(sql, clientId)
  if (!cap) return undefined
  const now = sql`coalesce(${at ?? null}::timestamptz, now())`
  const [term] = await sql<{ today: string; since: Date }[]>`
    select t.today::text, ${sinceOf(sql, sql`t.today`, sql`${cap.days}::integer`, sql`t.time_zone`)} as since
    from (select (${now} at time zone c.time_zone)::date as today, c.time_zone from clients c where c.id = ${clientId}) t`
  const { today, since } = term!
  const day = (instant: Fragment) =>
    sql`((${instant} at time zone (select time_zone from clients where id = ${clientId}))::date - date '1970-01-01')`
  const recent = await sql<RecentCampaign[]>`
    select m.id, ${day(sql`m.started_at`)} as from_day, ${day(sql`coalesce(m.finished_at, ${now})`)} as to_day, not exists (
        select 1 from engagement_rollups r where r.client_id = ${clientId} and r.campaign_id = m.id) as is_rolled_up
    from campaigns m
    where m.client_id = ${clientId} and m.id <> ${campaignId} and m.started_at is not null
      and (m.finished_at is null or m.finished_at >= ${since})
    order by m.started_at, m.id`
  if (recent.length < cap.mails) return undefined
  const sent = mailsSince(sql, clientId, sql`${recent.map(({ id }) => id)}::bigint[]`, sql`${since}::timestamptz`)
  const isComplete = recent.every(({ isRolledUp }) => isRolledUp) && !areDaysShared(recent)
  const within = (bitmap: Fragment) => lastDays(sql, moveOn(sql, bitmap, sql`${today}::date - e.upto`), cap.days)
  return address => {
    const byDays = sql`exists (
      select 1 from contact_engagement e
      where e.client_id = ${clientId} and e.address = ${address} and (
        ${countDays(sql, within(sql`e.accepted`))} >= ${cap.mails}
        or case when ${within(sql`e.unaccepted`)} <> ${noDays(sql)} then ${sent(address)} >= ${cap.mails} else false end))`
    return isComplete ? byDays : sql`(${byDays} or ${sent(address)} >= ${cap.mails})`
  }
}

/** @param campaigns in the order of their beginning */
function areDaysShared(campaigns: readonly RecentCampaign[]): boolean {
  let last = Number.NEGATIVE_INFINITY
  return campaigns.some(({ fromDay, toDay }) => {
    const isShared = fromDay <= last
    last = Math.max(last, toDay)
    return isShared
  })
}

/** How many mails of these campaigns went to an address since an instant. */
function mailsSince(sql: Sql, clientId: number, campaigns: Fragment, since: Fragment): (address: Fragment) => Fragment {
  const ofRecipient = { clientId, campaignId: sql`a.campaign_id` }
  return address => sql`(
    select count(*) from (${lettersTo(sql, clientId, address, campaigns)}) a
    cross join lateral (${lastEntry(sql, ofRecipient, sql`a.number`)}) p
    where p.kind in ('accepted', 'unknown') and p.at >= ${since})`
}

/**
 * For the last look before the hand-over, columns of a campaign `m` of client `c` on the day `today`: `cap_mails`, `cap_since`, and `cap_campaigns`, an array
 * of campaigns whose mails count. It is null, and no ledger is looked into, unless another campaign was sent since this one was frozen.
 */
export function cappingColumns(sql: Sql, { clientId, campaignId }: CampaignKey, today: Fragment): Fragment {
  const since = sinceOf(sql, today, sql`c.cap_days`, sql`c.time_zone`)
  const others = (until: Fragment) => sql`
    from campaigns o
    where o.client_id = ${clientId} and o.id <> ${campaignId} and o.started_at is not null
      and (o.finished_at is null or o.finished_at >= ${until})`
  return sql`c.cap_mails, ${since} as cap_since, case
      when c.cap_mails is null then null
      when exists (select 1 ${others(sql`m.started_at`)}) then array(select o.id ${others(since)})
    end as cap_campaigns`
}

/** Why the last look leaves out an address, by the columns of a row `b`; null if it does not. */
export function cappedReason(sql: Sql, clientId: number, address: Fragment): Fragment {
  const sent = mailsSince(sql, clientId, sql`b.cap_campaigns`, sql`b.cap_since`)
  return sql`case when b.cap_campaigns is not null then case when ${sent(address)} >= b.cap_mails then ${exclusion.capped} end end`
}

/** How many recipients the cap left out of a campaign. */
export async function countCapped(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'excluded' and answer = ${exclusion.capped}`
  return row!.count
}
