/** Complaints about mails of campaigns: one per recipient and campaign, counted with the campaign. */

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

/** Records a complaint. @returns false if the recipient has complained about this campaign before */
export async function recordComplaint(sql: Transaction, complaint: Complaint): Promise<boolean> {
  const { clientId, campaignId, number, at, feedbackType, evidence, mailId } = complaint
  const { count } = await sql`
    insert into campaign_complaints (client_id, campaign_id, number, at, feedback_type, evidence, mail_id)
    values (${clientId}, ${campaignId}, ${number}, ${at}, ${feedbackType}, ${evidence}, ${mailId})
    on conflict do nothing`
  return count > 0
}

/** Complaints in relation to mails. */
export interface Share {
  readonly complaints: number
  /** Mails that relays accepted. */
  readonly mails: number
}

/** Counts a complaint. @returns the counters, which are locked until the transaction ends */
export async function countComplaint(sql: Transaction, key: CampaignKey): Promise<Share> {
  const [row] = await sql<Share[]>`${addToTotal(sql, key, 'complaints', 1)} returning t.complaints, t.accepted as mails`
  return row ?? { complaints: 0, mails: 0 }
}

/** Sums for the campaigns that a client began after `since`, including deleted ones. */
export async function readComplaintsSince(sql: Sql, clientId: number, since: Date): Promise<Share> {
  const [row] = await sql<Share[]>`
    select coalesce(sum(t.complaints), 0)::integer as complaints, coalesce(sum(t.accepted), 0)::integer as mails
    from campaigns m
    -- one look-up by key each: a join would read the counters of all campaigns of the client
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

/** @param timeZone time zone of the dates */
export async function readComplaintPage(
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
