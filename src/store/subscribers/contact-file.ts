/** Data that an access request contains besides memberships and timeline: mails, stored hits, imports and test mails. */
import { testResults } from '../campaigns/test-sends.ts'
import type { Sql } from '../connection/database.ts'
import type { Verdict } from '../imports/staging.ts'
import type { NamedRecipient } from '../keys.ts'
import { lastEntry, rangeOf, recipientState } from '../ledger/recipient-state.ts'
import { localTime } from '../local-time.ts'
import type { RecipientState } from '../states.ts'
import type { ContactKey } from './contact-timeline.ts'

export interface MailOfContact extends NamedRecipient {
  readonly campaignPublicId: string
  readonly name: string
  /** Start of the campaign: a local time of the client. */
  readonly date: string
  readonly state: RecipientState
  readonly code: number | null
  readonly answer: string | null
}

/** Mails of campaigns to the contact, newest campaign first. @param before last campaign of the previous page */
export async function readMailsOfContact(
  sql: Sql,
  { clientId, address, timeZone }: ContactKey,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  const campaign = { clientId, campaignId: sql`a.campaign_id` }
  return sql<MailOfContact[]>`
    select a.campaign_id, a.number, m.public_id as campaign_public_id, m.name,
      coalesce(${localTime(sql, 'm.started_at', timeZone)}, '') as date, e.code, e.answer,
      ${recipientState(sql, 'e', 'r', sql`a.number`)} as state
    from audience a
    join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id
    left join lateral (${lastEntry(sql, campaign, sql`a.number`)}) e on true
    left join lateral (${rangeOf(sql, campaign, sql`a.number`)}) r on true
    where a.client_id = ${clientId} and a.address = ${address} and (${before ?? null}::bigint is null or a.campaign_id < ${before ?? null})
    order by a.campaign_id desc
    limit ${limit}`
}

export interface HitOfContact {
  readonly campaignPublicId: string
  readonly kind: 'open' | 'click'
  readonly date: string
  readonly link: string | null
  /** As far as it is stored. */
  readonly remote: string
  readonly agent: string
}

/** Stored opens and clicks of these mails, oldest first. */
export async function readHitsOfMails(
  sql: Sql,
  { clientId, timeZone }: ContactKey,
  mails: readonly NamedRecipient[],
): Promise<HitOfContact[]> {
  return sql<HitOfContact[]>`
    select m.public_id as campaign_public_id, h.kind, ${localTime(sql, 'h.at', timeZone)} as date, k.url as link, h.remote, h.agent
    from unnest(${mails.map(mail => mail.campaignId)}::bigint[], ${mails.map(mail => mail.number)}::integer[]) as g (campaign_id, number)
    join campaigns m on m.client_id = ${clientId} and m.id = g.campaign_id
    cross join lateral (
      select kind, link, at, remote, agent from hits
      where client_id = ${clientId} and campaign_id = g.campaign_id and number = g.number
      order by at
    ) h
    left join links k on k.client_id = ${clientId} and k.campaign_id = g.campaign_id and k.number = h.link
    order by h.at`
}

export interface ImportOfContact {
  readonly publicId: string
  readonly listTitle: string
  readonly fileName: string
  readonly date: string
  readonly row: number
  readonly verdict: Verdict
  readonly consent: unknown
}

/** Rows of imports with the address whose values are still stored. */
export async function readImportsOfContact(sql: Sql, { clientId, address, timeZone }: ContactKey) {
  return sql<ImportOfContact[]>`
    select i.public_id, l.title as list_title, i.file_name, ${localTime(sql, 'i.created_at', timeZone)} as date, r.number as row, r.verdict, i.consent
    from imports i
    join lists l on l.client_id = ${clientId} and l.id = i.list_id
    join import_rows r on r.client_id = ${clientId} and r.import_id = i.id and r.address = ${address}
    where i.client_id = ${clientId}
    order by i.id, r.number`
}

/** Test mails to the address. */
export async function testMailsOfContact(sql: Sql, { clientId, address, timeZone }: ContactKey) {
  return sql<
    { readonly campaignName: string; readonly date: string; readonly state: string; readonly answer: string }[]
  >`
    select m.name as campaign_name, ${localTime(sql, 'h.at', timeZone)} as date, r.state, r.answer
    from campaign_history h
    join campaigns m on m.client_id = ${clientId} and m.id = h.campaign_id
    cross join lateral (${testResults(sql)}) r
    where h.client_id = ${clientId} and h.action = 'tested' and lower(r.email) = ${address}
    order by h.at`
}
