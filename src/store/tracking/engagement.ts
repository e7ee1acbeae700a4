/** Classified opens and clicks for reports: sums maintained by the bot filter, and a campaign's hours. No query here counts hits. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

export interface Engagement {
  readonly opens: number
  readonly uniqueOpens: number
  readonly clicks: number
  readonly uniqueClicks: number
  readonly humanOpens: number
  readonly humanUniqueOpens: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
  /** Number of classified hits. */
  readonly classifiedHits: number
  readonly machineHits: number
  /** Version of the rules that classified it; 0 before. */
  readonly rulesVersion: number
  /** True while it is being classified again. */
  readonly redoing: boolean
  /** In the client's time zone; null before the first classification. */
  readonly classifiedDate: string | null
}

/** Zeros for a campaign that has not started. Totals are current; human figures are those of the last classification. */
export async function readEngagementOf(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
): Promise<Engagement> {
  const [row] = await sql<Engagement[]>`
    select coalesce(t.opens, 0) as opens, coalesce(t.unique_opens, 0) as unique_opens, coalesce(t.clicks, 0) as clicks,
      coalesce(t.unique_clicks, 0) as unique_clicks,
      coalesce(e.human_opens, 0) as human_opens, coalesce(e.human_unique_opens, 0) as human_unique_opens,
      coalesce(e.human_clicks, 0) as human_clicks, coalesce(e.human_unique_clicks, 0) as human_unique_clicks,
      coalesce(e.opens + e.clicks, 0) as classified_hits, coalesce(e.machine_opens + e.machine_clicks, 0) as machine_hits,
      coalesce(e.rules_version, 0) as rules_version, e.redone_to is not null as redoing,
      ${localTime(sql, 'e.classified_at', timeZone)} as classified_date
    from (select ${campaignId}::bigint as campaign_id) m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.campaign_id
    left join engagement e on e.client_id = ${clientId} and e.campaign_id = m.campaign_id`
  return row!
}

export interface LinkEngagement {
  readonly number: number
  readonly url: string
  readonly clicks: number
  readonly uniqueClicks: number
  readonly humanClicks: number
  readonly humanUniqueClicks: number
}

/** All links of a campaign by number, clicked or not, as of the last classification. */
export async function readLinksEngagement(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<LinkEngagement[]> {
  return sql<LinkEngagement[]>`
    select k.number, k.url, coalesce(t.clicks, 0) as clicks, coalesce(t.unique_clicks, 0) as unique_clicks,
      coalesce(t.human_clicks, 0) as human_clicks, coalesce(t.human_unique_clicks, 0) as human_unique_clicks
    from links k
    left join lateral (
      select * from link_totals t where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and t.link = k.number offset 0
    ) t on true
    where k.client_id = ${clientId} and k.campaign_id = ${campaignId}
    order by k.number`
}

export interface MailProgramRow {
  readonly name: string
  readonly version: string
  readonly recipients: number
}

/** Mail programs of human readers, most frequent first, as of the last classification. Their number is limited by the table of programs. */
export async function readMailProgramsOf(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<MailProgramRow[]> {
  return sql<MailProgramRow[]>`
    select name, version, recipients
    from mail_programs
    where client_id = ${clientId} and campaign_id = ${campaignId} and recipients > 0
    order by recipients desc, name, version
    limit 1000`
}

export interface CampaignHour {
  /** Start of the UTC hour, in the client's time zone. */
  readonly date: string
  readonly accepted: number
  readonly opens: number
  readonly humanOpens: number
  readonly clicks: number
  readonly humanClicks: number
  readonly unsubscribes: number
  readonly bounces: number
  readonly complaints: number
}

/**
 * The hours with events, oldest first. Opt-outs, bounces and complaints are few and are counted here, so that their withdrawal
 * is included; all other figures are maintained by hour.
 */
export async function readCampaignHours(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
): Promise<CampaignHour[]> {
  return sql<CampaignHour[]>`
    select ${localTime(sql, 'hour', timeZone)} as date,
      sum(accepted)::integer as accepted, sum(opens)::integer as opens, sum(human_opens)::integer as human_opens,
      sum(clicks)::integer as clicks, sum(human_clicks)::integer as human_clicks,
      sum(unsubscribes)::integer as unsubscribes, sum(bounces)::integer as bounces, sum(complaints)::integer as complaints
    from (
      select hour, accepted, opens, human_opens, clicks, human_clicks, 0 as unsubscribes, 0 as bounces, 0 as complaints
      from campaign_hours
      where client_id = ${clientId} and campaign_id = ${campaignId}
      union all
      select date_trunc('hour', at, 'UTC'), 0, 0, 0, 0, 0, count(*), 0, 0
      from campaign_unsubscribes
      where client_id = ${clientId} and campaign_id = ${campaignId}
      group by 1
      union all
      select date_trunc('hour', at, 'UTC'), 0, 0, 0, 0, 0, 0, count(*), 0
      from campaign_bounces
      where client_id = ${clientId} and campaign_id = ${campaignId}
      group by 1
      union all
      select date_trunc('hour', at, 'UTC'), 0, 0, 0, 0, 0, 0, 0, count(*)
      from campaign_complaints
      where client_id = ${clientId} and campaign_id = ${campaignId}
      group by 1
    ) as happened
    group by hour
    having sum(accepted + opens + clicks + unsubscribes + bounces + complaints) > 0
    order by hour`
}

/** Requests a new classification of all recipients. @returns false if no recipient has a classified hit */
export async function requestReclassifying(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const { count } = await sql`
    update engagement set redone_to = 0 where client_id = ${clientId} and campaign_id = ${campaignId}`
  return count > 0
}
