/** Data for mails of the service itself. */
import type { Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

/** A pending opt-in. @returns undefined if it is no longer pending */
export async function openOptIn(sql: Sql, clientId: number, listId: number, subscriberId: number) {
  const [row] = await sql<
    {
      companyName: string
      clientEmail: string
      listTitle: string
      /** BCP 47. */
      listLanguage: string
      /** The person's own choice; null if there was no choice. */
      ownLanguage: string | null
      email: string
      /** As limits compare it. */
      address: string
      name: string
    }[]
  >`
    select c.company_name, c.email as client_email, l.title as list_title, l.language as list_language,
      s.language as own_language, s.email, s.address, s.name
    from clients c
    join lists l on l.client_id = ${clientId} and l.id = ${listId} and l.deleted_at is null
    join subscribers s on s.client_id = ${clientId} and s.list_id = l.id and s.id = ${subscriberId}
    where c.id = ${clientId} and c.deleted_at is null and s.state = 'Unconfirmed'`
  return row
}

/** A member of a list who is mailed a link. @returns undefined if the client, the list or the membership is gone */
export async function readMailedMember(
  sql: Sql,
  {
    clientId,
    listId,
    subscriberId,
  }: { readonly clientId: number; readonly listId: number; readonly subscriberId: number },
) {
  const [row] = await sql<
    {
      companyName: string
      clientEmail: string
      listLanguage: string
      ownLanguage: string | null
      email: string
    }[]
  >`
    select c.company_name, c.email as client_email, l.language as list_language, s.language as own_language, s.email
    from clients c
    join lists l on l.client_id = ${clientId} and l.id = ${listId} and l.deleted_at is null
    join subscribers s on s.client_id = ${clientId} and s.list_id = l.id and s.id = ${subscriberId}
    where c.id = ${clientId} and c.deleted_at is null`
  return row
}

/** Whose name and address a mail of a client has; undefined once the client is deleted. */
export async function readSenderOfClient(sql: Sql, clientId: number) {
  const [row] = await sql<{ companyName: string; email: string }[]>`
    select company_name, email from clients where id = ${clientId} and deleted_at is null`
  return row
}

export async function readCompanyOf(sql: Sql, clientId: number): Promise<string> {
  const [row] = await sql<{ companyName: string }[]>`select company_name from clients where id = ${clientId}`
  return row?.companyName ?? ''
}

/** A campaign that was sent, with the counts for its notice. */
export interface SentCampaign {
  readonly name: string
  readonly subject: string
  readonly fromEmail: string
  readonly companyName: string
  readonly confirmationEmail: string | null
  readonly finished: string
  readonly recipients: number
  readonly accepted: number
  readonly refused: number
  readonly unknown: number
  readonly excluded: number
}

/** A finished campaign with the counts for its notice. Dates are in the client's time zone. */
export async function readSentCampaign(sql: Sql, clientId: number, campaignId: number) {
  const [row] = await sql<SentCampaign[]>`
    select m.name, m.subject, m.from_email, c.company_name, m.confirmation_email,
      ${localTime(sql, 'm.finished_at', sql`c.time_zone`)} as finished,
      t.recipients, t.accepted, t.refused, t.unknown, t.excluded
    from campaigns m
    join clients c on c.id = m.client_id
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.state = 'sent'
      and m.deleted_at is null and c.deleted_at is null`
  return row
}
