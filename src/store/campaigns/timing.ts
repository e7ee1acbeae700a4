/** When the mails of a campaign go out: what its author chose, and recipients by time zone. */
import type { Hours } from '../../lib/zones.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { type Audience, recipientsOf } from './audience.ts'
import { type FieldGroups, groupOf } from './waves.ts'

/** As it is kept. What is absent was not chosen. */
export interface Timing {
  /** On the clock of the client, or of each recipient. */
  readonly hours?: Hours
  readonly spreadHours?: number
  /** The key of the custom field that the time zone of a recipient is read from, without brackets. */
  readonly zoneField?: string
  /** What is done for recipients in whose zone the time has passed when the campaign begins. */
  readonly past?: 'now' | 'skip'
  /** Set when it is scheduled: the beginning, a date of ISO 8601. Zones whose time is before have passed. */
  readonly beginsAt?: string
}

/** @returns null for none, undefined for a campaign that does not exist */
export async function readTiming(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<Timing | null | undefined> {
  const [row] = await sql<{ timing: Timing | null }[]>`
    select timing from campaigns where client_id = ${clientId} and id = ${campaignId} and deleted_at is null`
  return row?.timing
}

/** Of a draft whose row this transaction has locked. @returns false for a step of a series, which has hours of its own */
export async function storeTiming(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  timing: Timing | undefined,
): Promise<boolean> {
  const rows = await sql`
    update campaigns set timing = ${timing ? sql.json(timing as never) : null}
    where client_id = ${clientId} and id = ${campaignId} and series_id is null
    returning 1`
  return rows.length > 0
}

/** A draft, whose row this transaction made, goes out at the times of another campaign. */
export async function copyTiming(sql: Transaction, from: CampaignKey, campaignId: number): Promise<void> {
  await sql`
    update campaigns m set timing = o.timing - 'beginsAt'
    from campaigns o
    where m.client_id = ${from.clientId} and m.id = ${campaignId} and o.client_id = ${from.clientId} and o.id = ${from.campaignId}
      and o.timing is not null and o.series_id is null`
}

/**
 * Stores the times of a campaign that is scheduled.
 * @param local `YYYY-MM-DD HH:MM:SS`; undefined where recipients' zones do not count
 */
export async function storeTimes(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  beginsAt: Date,
  local: string | undefined,
): Promise<void> {
  await sql`
    update campaigns
    set local_due = ${local ?? null}::text::timestamp, timing = timing || jsonb_build_object('beginsAt', ${beginsAt.toISOString()}::text)
    where client_id = ${clientId} and id = ${campaignId}`
}

export interface TimingToPlan {
  readonly timing: Timing
  /** `YYYY-MM-DD HH:MM:SS`; null where recipients' zones do not count. */
  readonly localDue: string | null
  readonly timeZone: string
  readonly isScheduled: boolean
  readonly hasBegun: boolean
}

/** @returns undefined for a campaign whose mails go out at once */
export async function readTimingToPlan(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<TimingToPlan | undefined> {
  const [row] = await sql<TimingToPlan[]>`
    select m.timing, to_char(m.local_due, 'YYYY-MM-DD HH24:MI:SS') as local_due, c.time_zone,
      m.state = 'scheduled' as is_scheduled, m.started_at is not null as has_begun
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.timing is not null`
  return row
}

/** The lists of an audience that have a custom field. @param key without brackets */
export async function countListsWithField(
  sql: Sql,
  clientId: number,
  lists: readonly number[],
  key: string,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from custom_fields
    where client_id = ${clientId} and list_id = any(${lists as number[]}::bigint[]) and key = ${key}`
  return row!.count
}

/** Counts the recipients of an audience in each group, those included whom suppressions, pauses and caps leave out. */
export async function countGroups(
  sql: Sql,
  clientId: number,
  audience: Audience,
  groups: FieldGroups,
): Promise<readonly { readonly group: number; readonly recipients: number }[]> {
  return sql<{ group: number; recipients: number }[]>`
    select g."group", count(*)::integer as recipients
    from (select ${groupOf(sql, groups)} as "group" ${recipientsOf(sql, clientId, audience)}) g
    group by g."group"`
}

export interface ZoneRow {
  readonly timeZone: string
  readonly isKnown: boolean
  /** In the time zone of the client; '' for at once. */
  readonly dueDate: string
  readonly leftOut: boolean
  readonly recipients: number
}

/** The zones of a campaign that has begun, in the order of their times. */
export async function readZones(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
): Promise<readonly ZoneRow[]> {
  return sql<ZoneRow[]>`
    select time_zone, is_known, case when isfinite(due_at) then ${localTime(sql, 'due_at', timeZone)} else '' end as due_date, left_out, recipients
    from campaign_zones
    where client_id = ${clientId} and campaign_id = ${campaignId}
    order by due_at, time_zone, is_known desc`
}

export interface Waiting {
  /** Recipients of ranges that are not due yet. */
  readonly recipients: number
  /** When the next range is due, in the time zone of the client; null for none. */
  readonly nextDate: string | null
}

/** Recipients that wait for their time, those included who are left out when it comes. */
export async function readWaiting(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
  at: Date,
): Promise<Waiting> {
  const isWaiting: Fragment = sql`not done and owner = '' and due_at > ${at} and due_at < 'infinity'`
  const [row] = await sql<Waiting[]>`
    select coalesce(sum(high - low + 1), 0)::integer as recipients, ${localTime(sql, sql`min(due_at)`, timeZone)} as next_date
    from leases
    where client_id = ${clientId} and campaign_id = ${campaignId} and ${isWaiting}`
  return row!
}
