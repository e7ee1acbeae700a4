/** Campaigns on their way: what a draft needs to be scheduled, and what there is to send. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'
import { isHashed } from '../subscribers/address-hash.ts'
import { isTracked } from './audience.ts'
import { utmOf } from './utm.ts'

export interface SendingRow {
  readonly state: StoredCampaignState
  readonly revision: number
  /** What is sent is made from the present source. */
  readonly isTaken: boolean
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly hasContent: boolean
  /** Its lists that were not deleted. */
  readonly lists: number
  /** The client wants nothing sent that its check does not find ready. */
  readonly sendOnlyReady: boolean
  /** How long people can stop what they send at once. */
  readonly stopSeconds: number
}

export async function campaignForSending(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<SendingRow | undefined> {
  const [row] = await sql<SendingRow[]>`
    select m.state, m.revision, m.taken_revision = m.content_revision as is_taken, m.subject, m.from_name, m.from_email,
      m.reply_to, m.content_kind <> 'none' as has_content,
      (select count(*)::integer
        from campaign_lists cl
        join lists l on l.client_id = cl.client_id and l.id = cl.list_id and l.deleted_at is null
        where cl.client_id = m.client_id and cl.campaign_id = m.id) as lists,
      c.send_only_ready, c.stop_seconds
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

/** The instant of a local time in a time zone. @param local `YYYY-MM-DD HH:MM:SS` */
export async function instantOf(sql: Sql, local: string, timeZone: string): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select ${local}::timestamp at time zone ${timeZone} as at`
  return row!.at
}

/** A local time as `instantOf` reads it: its instant, the local time of that, and whether an earlier instant has the same one. */
export async function readLocal(
  sql: Sql,
  local: string,
  timeZone: string,
): Promise<{ readonly at: Date; readonly readAs: string; readonly isTwice: boolean }> {
  const [row] = await sql<{ at: Date; readAs: string; isTwice: boolean }[]>`
    select at, ${localTime(sql, 'at', timeZone)} as read_as, exists (
      -- clocks go back by 30 minutes (Lord Howe), an hour, or two (Troll)
      select from unnest('{30,60,120}'::integer[]) as minutes
      where (at - make_interval(mins => minutes)) at time zone ${timeZone} = ${local}::timestamp
    ) as is_twice
    from (select ${local}::timestamp at time zone ${timeZone} as at) r`
  return row!
}

/** Senders look for work once the transaction is committed. */
export async function wakeSenders(sql: Sql): Promise<void> {
  await sql`select pg_notify('campaign_due', '')`
}

/** Gives scheduled campaigns the base of links that is set now. @returns how many had another one */
export async function adoptPublicUrl(sql: Sql, publicUrl: string): Promise<number> {
  const { count } = await sql`
    update campaigns set public_url = ${publicUrl}
    where state = 'scheduled' and public_url is distinct from ${publicUrl}`
  return count
}

export type SendableCampaign = CampaignKey

/**
 * Campaigns that have a range to claim now, first one of each client, then the second of each …: no client waits behind
 * another client's queue.
 */
export async function sendableCampaigns(sql: Sql, at: Date, most: number): Promise<SendableCampaign[]> {
  return sql<SendableCampaign[]>`
    select m.client_id, m.id as campaign_id
    from campaigns m
    join clients c on c.id = m.client_id
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.state = 'sending' and m.deleted_at is null and c.deleted_at is null and c.held_at is null
      and (c.limited_until is null or c.limited_until <= ${at})
      and (
        t.next_number <= t.recipients
        or exists (
          select from leases l
          where l.client_id = m.client_id and l.campaign_id = m.id and not l.done
            and l.expires_at <= ${at} and l.due_at <= ${at}
        )
      )
    order by row_number() over (partition by m.client_id order by m.started_at, m.id), m.started_at, m.id
    limit ${most}`
}

export interface ContentRow {
  readonly accountId: number
  readonly clientId: number
  readonly campaignId: number
  readonly campaignPublicId: string
  readonly clientPublicId: string
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly html: string
  /** Null: generated from the HTML. */
  readonly text: string | null
  /** The number of the revision it is of. */
  readonly revision?: number
  /** What mail programs show beside the subject; absent or '' for none. */
  readonly preheader?: string
  /** Whether opens and clicks are recorded; absent: yes. */
  readonly trackOpens?: boolean
  readonly trackClicks?: boolean
  /** Whether rules of style sheets are written to elements; absent: yes. */
  readonly inlineCss?: boolean
  /** What links get in their query; absent: nothing. */
  readonly utm?: Readonly<Record<string, string>>
  /** The base of all links, without a slash at the end; '' for a draft. */
  readonly publicUrl: string
  /** IANA name; the date tags are written in it. */
  readonly timeZone: string
  /** Null before it started. */
  readonly startedAt: Date | null
  /** Of sample data: no relay gets its mail. Absent: no. */
  readonly isSample?: boolean
  readonly atLeastOnce: boolean
  /** Version of the key its links are signed with. */
  readonly linkVersion: number
  /** Keys of the custom fields of its lists, without brackets. */
  readonly customFields: readonly string[]
  readonly links: readonly { readonly number: number; readonly url: string }[]
  readonly lists: readonly {
    readonly listId: number
    readonly publicId: string
    readonly title: string
    readonly tracking: 'always' | 'consent' | 'never'
  }[]
}

/** Everything a campaign is composed from. */
export async function campaignContent(sql: Sql, clientId: number, campaignId: number): Promise<ContentRow | undefined> {
  const [row] = await sql<Omit<ContentRow, 'links' | 'lists'>[]>`
    select c.account_id, m.client_id, m.id as campaign_id, m.public_id as campaign_public_id, c.public_id as client_public_id,
      m.subject, m.from_name,
      m.from_email, m.reply_to, m.html, m.text, m.revision, m.preheader, m.track_opens, m.track_clicks, m.inline_css,
      ${utmOf(sql)} as utm,
      case when m.state = 'draft' then '' else coalesce(m.public_url, '') end as public_url, c.time_zone, m.started_at, c.is_sample,
      m.at_least_once, m.link_version,
      array(
        select distinct f.key from campaign_lists cl
        join custom_fields f on f.client_id = cl.client_id and f.list_id = cl.list_id
        where cl.client_id = m.client_id and cl.campaign_id = m.id
        order by f.key) as custom_fields
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  if (!row) return undefined
  const links = await sql<{ number: number; url: string }[]>`
    select number, url from links where client_id = ${clientId} and campaign_id = ${campaignId} order by number`
  const lists = await sql<ContentRow['lists'][number][]>`
    select distinct l.id as list_id, l.public_id, l.title, l.tracking
    from campaign_lists cl
    join lists l on l.client_id = cl.client_id and l.id = cl.list_id
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}`
  return { ...row, links, lists }
}

/** The content of a campaign that has started, named by its campaign alone as tokens do; undefined once it is deleted. */
export async function startedCampaign(
  sql: Sql,
  campaignId: number,
): Promise<(ContentRow & { readonly startedAt: Date }) | undefined> {
  const [row] = await sql<{ clientId: number }[]>`
    select m.client_id
    from campaigns m
    join clients c on c.id = m.client_id
    where m.id = ${campaignId} and m.started_at is not null and m.deleted_at is null and c.deleted_at is null`
  const content = row && (await campaignContent(sql, row.clientId, campaignId))
  return content?.startedAt ? { ...content, startedAt: content.startedAt } : undefined
}

/** One recipient of a campaign, named by its campaign alone as tokens do; tracked if it was then and is now. No contact that was erased. */
export async function audienceMember(sql: Sql, campaignId: number, number: number) {
  const [row] = await sql<
    {
      clientId: number
      number: number
      listId: number
      email: string
      name: string
      fields: Readonly<Record<string, string | readonly string[]>>
      tracked: boolean
    }[]
  >`
    select a.client_id, a.number, a.list_id, a.email, a.name, a.fields,
      a.tracked and ${isTracked(sql, sql`l.tracking`)} as tracked
    from campaigns m
    join clients c on c.id = m.client_id
    join audience a on a.client_id = m.client_id and a.campaign_id = m.id
    left join lists l on l.client_id = a.client_id and l.id = a.list_id
    left join subscribers s on s.client_id = a.client_id and s.list_id = a.list_id and s.id = a.subscriber_id
    where m.id = ${campaignId} and a.number = ${number} and m.deleted_at is null and c.deleted_at is null
      and not ${isHashed(sql, sql`a.address`)}`
  return row
}

/** The values that tags of a recipient's links stand for: those frozen at start, and the keys a tag may name. */
export interface LinkValues {
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Keys of the custom fields of the campaign's lists, and of its recipient's values. */
  readonly customFields: readonly string[]
}

/** Undefined where there is no such recipient (any more), or its contact was erased. */
export async function linkValues(sql: Sql, campaignId: number, number: number): Promise<LinkValues | undefined> {
  const [row] = await sql<LinkValues[]>`
    select a.email, a.name, a.fields, array(
        select f.key from campaign_lists cl
        join custom_fields f on f.client_id = cl.client_id and f.list_id = cl.list_id
        where cl.client_id = a.client_id and cl.campaign_id = a.campaign_id
        union
        select jsonb_object_keys(a.fields)) as custom_fields
    from campaigns m
    join clients c on c.id = m.client_id
    join audience a on a.client_id = m.client_id and a.campaign_id = m.id
    where m.id = ${campaignId} and a.number = ${number} and m.deleted_at is null and c.deleted_at is null
      and not ${isHashed(sql, sql`a.address`)}`
  return row
}
