/** Share links to reports of campaigns: create, list, revoke, and look up. */
import type { CampaignRef } from '../accounts/access.ts'
import type { Database, Fragment, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import type { CampaignKey } from '../keys.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'
import { readTrackedKinds } from './tracked-kinds.ts'

/** The place of a link in the mail. */
export interface LinkPlace {
  /** Number of the stored link. */
  readonly number: number
  /** Text of the link, or the alternative text of its image; '' for neither. */
  readonly text: string
  /** Position of its first occurrence in the HTML, in percent. */
  readonly percent: number
  /** Number of occurrences in the HTML. */
  readonly times: number
}

export interface NewReportLink {
  readonly label: string
  /** BCP 47. */
  readonly language: string
  readonly createdBy: string
  /** Local time of the client; null for `days` days from now. */
  readonly expiresAt: string | null
  readonly days: number
  readonly places: readonly LinkPlace[]
}

export interface InsertedLink {
  readonly linkId: number
  readonly publicId: string
  /** Local time of the client. */
  readonly expiresDate: string
}

/**
 * @param keep is awaited in the transaction, with the link's row and its result
 * @returns the link's row, or undefined if the campaign has the maximum number of working links
 */
export async function insertReportLink(
  db: Database,
  { clientId, campaignId, timeZone }: CampaignRef,
  { label, language, createdBy, expiresAt, days, places }: NewReportLink,
  most: number,
  keep: (sql: Transaction, link: InsertedLink) => Promise<void>,
): Promise<InsertedLink | undefined> {
  return transaction(db, async sql => {
    // the lock makes concurrent calls of one client count one after the other
    await lockClient(sql, clientId)
    const [present] = await sql<{ count: number; until: Date; expiresDate: string }[]>`
      select k.count, g.until, ${localTime(sql, 'g.until', timeZone)} as expires_date
      from (
        select count(*)::integer as count from report_links l
        where l.client_id = ${clientId} and l.campaign_id = ${campaignId} and ${works(sql)}
      ) k
      cross join (
        select coalesce(${expiresAt}::timestamp at time zone ${timeZone}, now() + make_interval(days => ${days})) as until
      ) g`
    const { count, until, expiresDate } = present!
    if (count >= most) return undefined
    const [inserted] = await sql<{ linkId: number; publicId: string }[]>`
      insert into report_links (client_id, campaign_id, label, language, created_by, expires_at, link_places)
      values (${clientId}, ${campaignId}, ${label}, ${language}, ${createdBy}, ${until}, ${sql.json(places as never)})
      returning id as link_id, public_id`
    const link = { ...inserted!, expiresDate }
    await keep(sql, link)
    return link
  })
}

/** Whether a local time is in the future, and at most so many days away. */
export async function isWithin(sql: Sql, local: string, timeZone: string, days: number): Promise<boolean> {
  const [row] = await sql<{ within: boolean }[]>`
    select at > now() and at <= now() + make_interval(days => ${days}) as within
    from (select ${local}::timestamp at time zone ${timeZone} as at) given`
  return row!.within
}

/** Facts needed to share a report: whether the campaign has started, and the language of its first list. */
export async function readCampaignToShare(sql: Sql, { clientId, campaignId }: CampaignRef) {
  const [row] = await sql<{ hasStarted: boolean; language: string | null }[]>`
    select m.started_at is not null as has_started, (
      select l.language
      from campaign_lists cl
      join lists l on l.client_id = ${clientId} and l.id = cl.list_id
      where cl.client_id = ${clientId} and cl.campaign_id = m.id
      order by l.id
      limit 1
    ) as language
    from campaigns m
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

export interface ReportLinkRow {
  readonly linkId: number
  readonly publicId: string
  readonly label: string
  readonly state: 'active' | 'expired' | 'revoked'
  readonly language: string
  readonly createdBy: string
  /** Local times of the client. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly revokedAt: string | null
  readonly views: number
  readonly lastViewedAt: string | null
}

/** Links of a campaign, newest first. @param before number of the last link of the previous page; undefined for the first page */
export async function readReportLinksOf(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignRef,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ReportLinkRow[]> {
  const local = (column: string) => localTime(sql, column, timeZone)
  return sql<ReportLinkRow[]>`
    select l.id as link_id, l.public_id, l.label, l.language, l.created_by, l.views,
      case when l.revoked_at is not null then 'revoked' when l.expires_at <= now() then 'expired' else 'active' end as state,
      ${local('l.created_at')} as created_at, ${local('l.expires_at')} as expires_at, ${local('l.revoked_at')} as revoked_at,
      ${local('l.last_viewed_at')} as last_viewed_at
    from report_links l
    where l.client_id = ${clientId} and l.campaign_id = ${campaignId}
      and (${before ?? null}::bigint is null or l.id < ${before ?? null}::bigint)
    order by l.id desc
    limit ${limit}`
}

/** Keeps the date of the first revocation. @returns false if the campaign has no such link */
export async function markReportLinkRevoked(
  sql: Sql,
  { clientId, campaignId }: CampaignRef,
  publicId: string,
): Promise<boolean> {
  const { count } = await sql`
    update report_links set revoked_at = coalesce(revoked_at, moment.at)
    from (select now() as at) moment
    where client_id = ${clientId} and campaign_id = ${campaignId} and public_id = ${publicId}`
  return count > 0
}

/** The key of a link, as its token contains it. */
export interface ReportLinkKey {
  readonly clientId: number
  readonly linkId: number
}

/** The campaign of a valid share link. */
export interface SharedCampaign extends CampaignRef {
  readonly companyName: string
  readonly language: string
  readonly places: readonly LinkPlace[]
  readonly startedAt: Date
  /** Keys of custom fields that the subject may contain. */
  readonly customFields: readonly string[]
}

/** Undefined if the link is unknown, expired or revoked, or if its campaign or client is deleted. */
export async function findSharedCampaign(
  sql: Sql,
  { clientId, linkId }: ReportLinkKey,
): Promise<SharedCampaign | undefined> {
  const [found] = await sql<SharedCampaign[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name,
      m.id as campaign_id, m.public_id as campaign_public_id, l.language, l.link_places as places, m.started_at, array(
        select distinct f.key
        from campaign_lists cl
        join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
        where cl.client_id = ${clientId} and cl.campaign_id = m.id
      ) as custom_fields
    from report_links l
    join clients c on c.id = l.client_id and c.deleted_at is null
    join campaigns m on m.client_id = ${clientId} and m.id = l.campaign_id and m.deleted_at is null
    where l.client_id = ${clientId} and l.id = ${linkId} and ${works(sql)} and m.started_at is not null`
  return found
}

/** Counts views of the page. */
export async function countView(sql: Sql, { clientId, linkId }: ReportLinkKey, views: number): Promise<void> {
  await sql`
    update report_links set views = views + ${views}, last_viewed_at = now()
    where client_id = ${clientId} and id = ${linkId}`
}

/** Whether the link `l` is valid. */
function works(sql: Sql): Fragment {
  return sql`l.revoked_at is null and l.expires_at > now()`
}

/** Recipients whose opens or clicks a campaign may record: all who did not object, only those who agreed, or none. */
export type Measured = 'everyone' | 'who agreed' | 'no one'

export interface TrackedRow {
  readonly campaignId: number
  readonly trackOpens: boolean
  readonly trackClicks: boolean
  /** From the settings of its lists; null for a campaign without a list. */
  readonly byLists: Measured | null
}

/** How campaigns are tracked, by their own setting and by the settings of their lists. */
export async function readTrackingOf(
  sql: Sql,
  clientId: number,
  campaignIds: readonly number[],
): Promise<TrackedRow[]> {
  return sql<TrackedRow[]>`
    select m.id as campaign_id, ${readTrackedKinds(sql)}, (
      select case when bool_and(l.tracking = 'never') then 'no one'
        when bool_or(l.tracking <> 'always') then 'who agreed'
        when count(*) > 0 then 'everyone' end
      from campaign_lists cl
      join lists l on l.client_id = ${clientId} and l.id = cl.list_id
      where cl.client_id = ${clientId} and cl.campaign_id = m.id
    ) as by_lists
    from campaigns m
    where m.client_id = ${clientId} and m.id = any(${campaignIds as number[]}::bigint[])`
}

/** The campaigns that were sent before a campaign, latest first. Looks at up to `looked` earlier campaigns. */
export async function readSentBefore(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  { most, looked }: { readonly most: number; readonly looked: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id
    from (
      select id, state, deleted_at, started_at
      from campaigns
      where client_id = ${clientId} and id <> ${campaignId} and series_id is null and started_at is not null and started_at <= (
        select started_at from campaigns where client_id = ${clientId} and id = ${campaignId})
      order by started_at desc
      limit ${looked}
    ) k
    where state = 'sent' and deleted_at is null
    order by started_at desc
    limit ${most}`
  return rows.map(({ id }) => id)
}
