/** Data for the check of a campaign except its audience, and the warnings that a user has accepted. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'

export interface CheckedRow {
  readonly state: StoredCampaignState
  readonly subject: string
  readonly preheader: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly hasContent: boolean
  /** Number of lists that are not deleted. */
  readonly lists: number
  readonly html: string
  readonly text: string | null
  /** In the client's time zone; null if the campaign missed no schedule. */
  readonly missed: string | null
  readonly billingType: string | null
  readonly currency: string | null
  readonly deliveryFee: string | null
  readonly costPerRecipient: string | null
  readonly customFields: readonly string[]
  readonly companyName: string
  /** Of the branding; '' without. */
  readonly postalAddress: string
  readonly imprintUrl: string
  /** False if the campaign records neither opens nor clicks of any member. */
  readonly isTracked: boolean
}

export async function findCheckedCampaign(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<CheckedRow | undefined> {
  const [row] = await sql<CheckedRow[]>`
    select m.state, m.subject, m.preheader, m.from_name, m.from_email, m.reply_to, m.html, m.text, m.content_kind <> 'none' as has_content,
      (select count(*)::integer
        from campaign_lists cl
        join lists l on l.client_id = ${clientId} and l.id = cl.list_id and l.deleted_at is null
        where cl.client_id = ${clientId} and cl.campaign_id = m.id) as lists,
      ${localTime(sql, 'm.missed_at', sql`c.time_zone`)} as missed,
      c.billing_type, c.currency, c.delivery_fee, c.cost_per_recipient,
      array(
        select distinct f.key
        from campaign_lists cl
        join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
        where cl.client_id = ${clientId} and cl.campaign_id = m.id
        order by f.key) as custom_fields,
      c.company_name, coalesce(b.postal_address, '') as postal_address, coalesce(b.imprint_url, '') as imprint_url,
      (m.track_opens or m.track_clicks) and not m.asks_for_consent as is_tracked
    from campaigns m
    join clients c on c.id = m.client_id
    left join client_brandings b on b.client_id = ${clientId}
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

export interface Acknowledgement {
  readonly code: string
  readonly by: string
  /** In the client's time zone. */
  readonly at: string
}

export async function readAcknowledgements(sql: Sql, clientId: number, campaignId: number): Promise<Acknowledgement[]> {
  return sql<Acknowledgement[]>`
    select a.code, a.by, ${localTime(sql, 'a.at', sql`c.time_zone`)} as at
    from campaign_acknowledgements a
    join clients c on c.id = a.client_id
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}`
}

/** Keeps the first acknowledgement. @returns false if the campaign is neither a draft nor scheduled */
export async function acknowledge(
  sql: Sql,
  clientId: number,
  campaignId: number,
  codes: readonly string[],
  by: string,
  at: Date,
): Promise<boolean> {
  const [row] = await sql<{ open: boolean }[]>`
    with campaign as (
      select id from campaigns
      where client_id = ${clientId} and id = ${campaignId} and deleted_at is null and state in ('draft', 'scheduled')
      for share
    ), added as (
      insert into campaign_acknowledgements (client_id, campaign_id, code, by, at)
      select ${clientId}, m.id, code, ${by}, ${at}
      from campaign m, unnest(${codes as string[]}::text[]) as given (code)
      on conflict do nothing
    )
    select exists (select 1 from campaign) as open`
  return row!.open
}
