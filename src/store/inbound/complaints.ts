/** Who complained about which campaign's mail: once each, counted with the campaign. */

import { type PageOf, recipientOf } from '../campaigns/reports.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { addToTotal } from '../ledger/totals.ts'
import { localTime } from '../local-time.ts'

export interface Complaint extends RecipientKey {
  readonly at: Date
  /** RFC 5965 §3.1: `abuse`, `fraud` … */
  readonly feedbackType: string
  readonly evidence: string
  readonly mailId: string | null
}

/** Writes a complaint down. @returns false when the recipient has complained about this campaign before */
export async function recordComplaint(sql: Transaction, complaint: Complaint): Promise<boolean> {
  const { clientId, campaignId, number, at, feedbackType, evidence, mailId } = complaint
  const { count } = await sql`
    insert into campaign_complaints (client_id, campaign_id, number, at, feedback_type, evidence, mail_id)
    values (${clientId}, ${campaignId}, ${number}, ${at}, ${feedbackType}, ${evidence}, ${mailId})
    on conflict do nothing`
  return count > 0
}

/** Complaints and the mails they stand against. */
export interface Share {
  readonly complaints: number
  /** That relays accepted. */
  readonly mails: number
}

/** Counts one more complaint, and yields the counters, which are locked until the transaction ends. */
export async function countComplaint(sql: Transaction, key: CampaignKey): Promise<Share> {
  const [row] = await sql<Share[]>`${addToTotal(sql, key, 'complaints', 1)} returning t.complaints, t.accepted as mails`
  return row ?? { complaints: 0, mails: 0 }
}

/** Of the campaigns a client began after `since`, deleted ones too. */
export async function complaintsSince(sql: Sql, clientId: number, since: Date): Promise<Share> {
  const [row] = await sql<Share[]>`
    select coalesce(sum(t.complaints), 0)::integer as complaints, coalesce(sum(t.accepted), 0)::integer as mails
    from campaigns m
    -- one look-up by key each: a join reads the counters of all campaigns the client ever had
    cross join lateral (
      select complaints, accepted from campaign_totals where client_id = ${clientId} and campaign_id = m.id limit 1
    ) t
    where m.client_id = ${clientId} and m.started_at > ${since}`
  return row!
}

export interface ComplaintRow {
  readonly number: number
  readonly email: string
  readonly listPublicId: string | null
  readonly feedbackType: string
  readonly evidence: string
  readonly date: string
}

/** @param timeZone of the dates */
export async function complaintPage(
  sql: Sql,
  { clientId, campaignId, after, limit }: PageOf,
  timeZone: string,
): Promise<ComplaintRow[]> {
  return sql<ComplaintRow[]>`
    select c.number, a.email, a.list_public_id, c.feedback_type, c.evidence,
      ${localTime(sql, 'c.at', timeZone)} as date
    from campaign_complaints c
    ${recipientOf(sql, sql`c.number`, clientId, campaignId)}
    where c.client_id = ${clientId} and c.campaign_id = ${campaignId} and c.number > ${after}
    order by c.number
    limit ${limit}`
}
