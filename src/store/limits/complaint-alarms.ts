/**
 * Complaint alarms: warnings, and holds that last until a user releases them. A held campaign is paused; for a held client nothing is
 * sent. The lock order is client, campaign, alarms.
 */
import type { Actor } from '../campaigns/campaign-history.ts'
import { wakeSenders } from '../campaigns/sending.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import type { Share } from '../inbound/complaints.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

export interface Alarm extends Share {
  readonly clientId: number
  readonly kind: 'warning' | 'hold'
  /** Null for all campaigns of the client. */
  readonly campaignId: number | null
  readonly at: Date
}

/** @returns false if such a hold is in force already */
export async function raiseAlarm(sql: Transaction, alarm: Alarm): Promise<boolean> {
  const { clientId, kind, campaignId, at, complaints, mails } = alarm
  const { count } = await sql`
    insert into complaint_alarms (client_id, kind, campaign_id, at, complaints, mails)
    values (${clientId}, ${kind}, ${campaignId}, ${at}, ${complaints}, ${mails})
    on conflict do nothing`
  return count > 0
}

/** Time of the last warning; undefined if there was none. */
export async function findLastWarned(sql: Sql, clientId: number, campaignId: number | null): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(at) as at from complaint_alarms
    where client_id = ${clientId} and campaign_id is not distinct from ${campaignId}::bigint and kind = 'warning'`
  return row?.at ?? undefined
}

export interface LastRelease {
  readonly at: Date
  /** Complaints about the campaign up to the release. */
  readonly complaints: number
  readonly mails: number
}

/** The latest release of a hold; undefined if there was none. */
export async function findLastRelease(
  sql: Sql,
  clientId: number,
  campaignId: number | null,
): Promise<LastRelease | undefined> {
  const [row] = await sql<LastRelease[]>`
    select released_at as at, coalesce(released_complaints, 0) as complaints, coalesce(released_mails, 0) as mails
    from complaint_alarms
    where client_id = ${clientId} and campaign_id is not distinct from ${campaignId}::bigint and kind = 'hold'
      and released_at is not null
    order by id desc
    limit 1`
  return row
}

/** Holds a client: senders check this with every group and stop sending. */
export async function holdClient(sql: Transaction, clientId: number, at: Date): Promise<void> {
  await sql`update clients set held_at = ${at} where id = ${clientId}`
}

/** Start of a client's hold; undefined if it is not held. */
export async function findClientHeldSince(sql: Sql, clientId: number): Promise<Date | undefined> {
  const [row] = await sql<{ heldAt: Date | null }[]>`select held_at from clients where id = ${clientId}`
  return row?.heldAt ?? undefined
}

/** Ends the hold of a client and wakes senders. @returns false if the client was not held */
export async function releaseClient(sql: Transaction, clientId: number, actor: Actor, at: Date): Promise<boolean> {
  await sql`
    update complaint_alarms
    set released_at = ${at}, released_by = ${actor.loginId}, released_as = ${actor.username}, released_wire = ${actor.wire},
      released_remote = ${actor.remote}
    where client_id = ${clientId} and campaign_id is null and kind = 'hold' and released_at is null`
  const { count } = await sql`update clients set held_at = null where id = ${clientId} and held_at is not null`
  if (count > 0) await wakeSenders(sql)
  return count > 0
}

/** Whether a campaign is paused for complaints. */
export async function isCampaignHeld(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const rows = await sql`
    select 1 from complaint_alarms
    where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'hold' and released_at is null`
  return rows.length > 0
}

/** Ends the hold of a campaign and acknowledges its complaints so far. @returns false if it was not held */
export async function releaseCampaign(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  actor: Actor,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update complaint_alarms a
    set released_at = ${at}, released_by = ${actor.loginId}, released_as = ${actor.username}, released_wire = ${actor.wire},
      released_remote = ${actor.remote}, released_complaints = t.complaints, released_mails = t.accepted
    from campaign_totals t
    where t.client_id = ${clientId} and t.campaign_id = a.campaign_id
      and a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.kind = 'hold' and a.released_at is null`
  return count > 0
}

/** Campaigns of a client that are paused for complaints and can be resumed. */
export async function readHeldCampaigns(sql: Sql, clientId: number) {
  return sql<{ campaignId: number; campaignPublicId: string }[]>`
    select m.id as campaign_id, m.public_id as campaign_public_id
    from complaint_alarms a
    join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id and m.deleted_at is null and m.state = 'paused'
    where a.client_id = ${clientId} and a.kind = 'hold' and a.released_at is null
    order by m.id`
}

export interface AlarmRow extends Share {
  readonly kind: 'warning' | 'hold'
  /** Null for all campaigns of the client, and if the campaign was purged. */
  readonly campaignPublicId: string | null
  readonly date: string
  /** Null while a hold is in force, and for a warning. */
  readonly releasedDate: string | null
  readonly releasedAs: string | null
}

/** Newest first. @param timeZone time zone of the dates */
export async function readAlarmsOf(sql: Sql, clientId: number, timeZone: string, most: number): Promise<AlarmRow[]> {
  return sql<AlarmRow[]>`
    select a.kind, m.public_id as campaign_public_id, a.complaints, a.mails,
      ${localTime(sql, 'a.at', timeZone)} as date,
      ${localTime(sql, 'a.released_at', timeZone)} as released_date, a.released_as
    from complaint_alarms a
    left join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id
    where a.client_id = ${clientId}
    order by a.id desc
    limit ${most}`
}

export interface ActiveAlarm extends Share {
  readonly id: number
  readonly clientPublicId: string
  readonly companyName: string
  /** Null for all campaigns of the client. */
  readonly campaignPublicId: string | null
  readonly campaignName: string | null
  /** Local time of the client. */
  readonly date: string
}

/**
 * Holds of an account that are in force, newest first; for a campaign while it can be resumed. The index complaint_alarms_standing
 * serves this query.
 * @param clientIds null for all clients @param after id of the last row of the previous page
 */
export async function findActiveAlarms(
  sql: Sql,
  accountId: number,
  clientIds: readonly number[] | null,
  { after, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<readonly ActiveAlarm[]> {
  return sql<ActiveAlarm[]>`
    select a.id, c.public_id as client_public_id, c.company_name, m.public_id as campaign_public_id,
      m.name as campaign_name, a.complaints, a.mails, ${localTime(sql, 'a.at', sql`c.time_zone`)} as date
    from complaint_alarms a
    join clients c on c.id = a.client_id and c.account_id = ${accountId} and c.deleted_at is null
    left join campaigns m on m.client_id = a.client_id and m.id = a.campaign_id and m.deleted_at is null and m.state = 'paused'
    where a.kind = 'hold' and a.released_at is null and (a.campaign_id is null or m.id is not null)
      and (${clientIds as number[] | null}::bigint[] is null or a.client_id = any(${clientIds as number[] | null}))
      and (${after ?? null}::bigint is null or a.id < ${after ?? null})
    order by a.id desc
    limit ${limit}`
}
