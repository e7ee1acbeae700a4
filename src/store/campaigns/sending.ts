/** Campaigns on their way: data for scheduling a draft, and for composing and sending. */

import type { Hours } from '../../lib/zones.ts'
import { findClientsWith } from '../among-clients.ts'
import type { Sql } from '../connection/database.ts'
import { withClients } from '../directory.ts'
import type { CampaignKey, NamedCampaign, NamedRecipient } from '../keys.ts'
import type { ConsentRules, ListOptions } from '../lists/lists.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'
import { isHashed } from '../subscribers/address-hash.ts'
import { isTracked } from './audience.ts'
import { isFreezing } from './freezing.ts'
import { readTrackedKinds } from './tracked-kinds.ts'
import { utmOf } from './utm.ts'
import { readSentTest, type SentTest } from './variants.ts'

export interface SendingRow {
  readonly state: StoredCampaignState
  readonly revision: number
  /** True if the stored content was made from the present source. */
  readonly isTaken: boolean
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly hasContent: boolean
  /** Number of lists that are not deleted. */
  readonly lists: number
  /** True if the client refuses to send campaigns that are not ready by their check. */
  readonly sendOnlyReady: boolean
  /** Seconds in which a campaign that was sent at once can be stopped. */
  readonly stopSeconds: number
  /** Of its test of variants; 0 without one. */
  readonly testRevision: number
}

export async function findCampaignForSending(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<SendingRow | undefined> {
  const [row] = await sql<SendingRow[]>`
    select m.state, m.revision, m.taken_revision = m.content_revision as is_taken, m.subject, m.from_name, m.from_email,
      m.reply_to, m.content_kind <> 'none' as has_content,
      (select count(*)::integer
        from campaign_lists cl
        join lists l on l.client_id = ${clientId} and l.id = cl.list_id and l.deleted_at is null
        where cl.client_id = ${clientId} and cl.campaign_id = m.id) as lists,
      c.send_only_ready, c.stop_seconds,
      coalesce((select t.revision from campaign_tests t where t.client_id = ${clientId} and t.campaign_id = m.id), 0) as test_revision
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

/** The instant of a local time in a time zone. @param local `YYYY-MM-DD HH:MM:SS` */
export async function readInstantOf(sql: Sql, local: string, timeZone: string): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select ${local}::timestamp at time zone ${timeZone} as at`
  return row!.at
}

/**
 * Reads a local time as `readInstantOf` does: its instant, the local time of the instant, and whether an earlier instant has the same
 * local time.
 */
export async function readLocal(
  sql: Sql,
  local: string,
  timeZone: string,
): Promise<{ readonly at: Date; readonly readAs: string; readonly isTwice: boolean }> {
  const [row] = await sql<{ at: Date; readAs: string; isTwice: boolean }[]>`
    select at, ${localTime(sql, 'at', timeZone)} as read_as, exists (
      -- clocks go back by 30 minutes (Lord Howe), an hour, or two (Troll)
      select 1 from unnest('{30,60,120}'::integer[]) as minutes
      where (at - make_interval(mins => minutes)) at time zone ${timeZone} = ${local}::timestamp
    ) as is_twice
    from (select ${local}::timestamp at time zone ${timeZone} as at) r`
  return row!
}

/** Wakes senders once the transaction is committed. */
export async function wakeSenders(sql: Sql): Promise<void> {
  await sql`select pg_notify('campaign_due', '')`
}

/** Gives scheduled campaigns the present base of links. @returns how many had another base */
export async function adoptPublicUrl(sql: Sql, publicUrl: string): Promise<number> {
  const isOther = sql`state = 'scheduled' and public_url is distinct from ${publicUrl}`
  let adopted = 0
  for (const clientId of await findClientsWith(sql, 'campaigns', isOther)) {
    const { count } = await sql`
      update campaigns set public_url = ${publicUrl} where client_id = ${clientId} and ${isOther}`
    adopted += count
  }
  return adopted
}

export type SendableCampaign = CampaignKey

/**
 * Campaigns with a range to claim now: first one of each client, then the second of each, and so on, so that no client waits for
 * another client's queue.
 */
export async function readSendableCampaigns(sql: Sql, at: Date, most: number): Promise<SendableCampaign[]> {
  return sql<SendableCampaign[]>`
    select m.client_id, m.id as campaign_id
    from campaigns m
    join clients c on c.id = m.client_id
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.state = 'sending' and m.deleted_at is null and c.deleted_at is null and c.held_at is null
      and not ${isFreezing(sql)}
      and (c.limited_until is null or c.limited_until <= ${at})
      and (
        t.next_number <= t.recipients
        or exists (
          select 1 from leases l
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
  /** Null if the text is generated from the HTML. */
  readonly text: string | null
  /** The revision of this content. */
  readonly revision?: number
  /** The preview text that mail programs show beside the subject; absent or '' for none. */
  readonly preheader?: string
  /** Whether opens and clicks are recorded, never those of a campaign that asks for consent; absent means yes. */
  readonly trackOpens?: boolean
  readonly trackClicks?: boolean
  /** Whether rules of style sheets are copied to elements; absent means yes. */
  readonly inlineCss?: boolean
  /** Query parameters that are added to links; absent means none. */
  readonly utm?: Readonly<Record<string, string>>
  /** The base URL of all links, without a trailing slash; '' for a draft. */
  readonly publicUrl: string
  /** IANA name; date tags use it. */
  readonly timeZone: string
  /** Null before the start. Of a campaign that goes out by the time zones of recipients, its local time on the clock of the client. */
  readonly startedAt: Date | null
  /** The same before the start; null for others. Absent means null. */
  readonly datedAt?: Date | null
  /** Absent or null: all hours. */
  readonly hours?: Hours | null
  /** True for sample data, whose mail goes to no relay. Absent means no. */
  readonly isSample?: boolean
  readonly atLeastOnce: boolean
  /** Version of the key that signs its links. */
  readonly linkVersion: number
  /** Keys of the custom fields of its lists, without brackets. */
  readonly customFields: readonly string[]
  readonly links: readonly { readonly number: number; readonly url: string }[]
  readonly lists: readonly {
    readonly listId: number
    readonly publicId: string
    readonly title: string
    readonly tracking: 'always' | 'consent' | 'never'
    /** Absent: no profile of law. */
    readonly consent?: ConsentOfLetter
  }[]
  /** Absent for a campaign without variants. */
  readonly test?: SentTest
}

/** What letters to a list need to know of its rules of consent. */
export type ConsentOfLetter = Omit<ConsentRules, 'anonymousOpens'> & Pick<ListOptions, 'language'>
/** All data that a campaign is composed from. */
export async function findCampaignContent(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<ContentRow | undefined> {
  const [row] = await sql<(Omit<ContentRow, 'links' | 'lists' | 'test'> & { hasTest: boolean })[]>`
    select c.account_id, m.client_id, m.id as campaign_id, m.public_id as campaign_public_id, c.public_id as client_public_id,
      m.subject, m.from_name,
      m.from_email, m.reply_to, m.html, m.text, m.revision, m.preheader,
      ${readTrackedKinds(sql)}, m.inline_css,
      ${utmOf(sql)} as utm,
      case when m.state = 'draft' then '' else coalesce(m.public_url, '') end as public_url, c.time_zone,
      case when m.started_at is not null then coalesce(m.local_due at time zone c.time_zone, m.started_at) end as started_at,
      m.local_due at time zone c.time_zone as dated_at, m.timing -> 'hours' as hours, c.is_sample, m.at_least_once, m.link_version,
      array(
        select distinct f.key from campaign_lists cl
        join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
        where cl.client_id = ${clientId} and cl.campaign_id = m.id
        order by f.key) as custom_fields,
      exists (select 1 from campaign_tests t where t.client_id = ${clientId} and t.campaign_id = m.id) as has_test
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  if (!row) return undefined
  const links = await sql<{ number: number; url: string }[]>`
    select number, url from links where client_id = ${clientId} and campaign_id = ${campaignId} order by number`
  const lists = await sql<(Omit<ContentRow['lists'][number], 'consent'> & ConsentOfLetter)[]>`
    select distinct l.id as list_id, l.public_id, l.title, l.tracking, l.law, l.personalising, l.hygiene, l.language
    from campaign_lists cl
    join lists l on l.client_id = ${clientId} and l.id = cl.list_id
    where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}
    order by l.id`
  const { hasTest, ...content } = row
  const test = hasTest ? await readSentTest(sql, { clientId, campaignId }) : undefined
  return { ...content, links, lists: lists.map(withConsent), ...(test && { test }) }
}

function withConsent({
  law,
  personalising,
  hygiene,
  language,
  ...list
}: Omit<ContentRow['lists'][number], 'consent'> & ConsentOfLetter): ContentRow['lists'][number] {
  return { ...list, consent: { law, tracking: list.tracking, personalising, hygiene, language } }
}

/** The content of a started campaign; undefined if the campaign is deleted. */
export async function findStartedCampaign(
  sql: Sql,
  named: NamedCampaign,
): Promise<(ContentRow & { readonly startedAt: Date }) | undefined> {
  const [campaign] = await withClients(sql, [named])
  if (!campaign) return undefined
  const { clientId, campaignId } = campaign
  const [row] = await sql`
    select 1
    from campaigns m
    join clients c on c.id = ${clientId}
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.started_at is not null and m.deleted_at is null
      and c.deleted_at is null`
  const content = row && (await findCampaignContent(sql, clientId, campaignId))
  return content?.startedAt ? { ...content, startedAt: content.startedAt } : undefined
}

/** A recipient. Tracked if it was at the start and is now. Erased contacts are left out. */
export async function readAudienceMember(sql: Sql, named: NamedRecipient) {
  const [recipient] = await withClients(sql, [named])
  if (!recipient) return undefined
  const { clientId, campaignId, number } = recipient
  const [row] = await sql<
    {
      clientId: number
      number: number
      listId: number
      email: string
      name: string
      fields: Readonly<Record<string, string | readonly string[]>>
      traits: readonly string[] | null
      tracked: boolean
    }[]
  >`
    select a.client_id, a.number, a.list_id, a.email, a.name, a.fields, a.traits,
      a.tracked and ${isTracked(sql, sql`l.tracking`)} as tracked
    from campaigns m
    join clients c on c.id = ${clientId}
    join audience a on a.client_id = ${clientId} and a.campaign_id = ${campaignId}
    left join lists l on l.client_id = ${clientId} and l.id = a.list_id
    left join subscribers s on s.client_id = ${clientId} and s.list_id = a.list_id and s.id = a.subscriber_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and a.number = ${number} and m.deleted_at is null and c.deleted_at is null
      and not ${isHashed(sql, sql`a.address`)}`
  return row
}

/** Values of tags in a recipient's links: the values frozen at the start, and the keys a tag may use. */
export interface LinkValues {
  readonly email: string
  readonly name: string
  readonly fields: Readonly<Record<string, string | readonly string[]>>
  /** Keys of the custom fields of the campaign's lists, and of the recipient's values. */
  readonly customFields: readonly string[]
}

/** Undefined if the recipient does not exist, or its contact was erased. */
export async function readLinkValues(sql: Sql, named: NamedRecipient): Promise<LinkValues | undefined> {
  const [recipient] = await withClients(sql, [named])
  if (!recipient) return undefined
  const { clientId, campaignId, number } = recipient
  const [row] = await sql<LinkValues[]>`
    select a.email, a.name, a.fields, array(
        select f.key from campaign_lists cl
        join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
        where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId}
        union
        select jsonb_object_keys(a.fields)) as custom_fields
    from campaigns m
    join clients c on c.id = ${clientId}
    join audience a on a.client_id = ${clientId} and a.campaign_id = ${campaignId}
    where m.client_id = ${clientId} and m.id = ${campaignId} and a.number = ${number} and m.deleted_at is null and c.deleted_at is null
      and not ${isHashed(sql, sql`a.address`)}`
  return row
}
