/** Reports that are due, made and mailed. A month or a campaign of a client is reported once, to each recipient once. */
import type { CampaignRef, ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { ClaimLost, claimWaiting, countedAttempts, fence } from '../jobs/claiming.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { localTime } from '../local-time.ts'

export const mailingClaims = countedAttempts('report_mailings')

export interface MailingClaim {
  readonly clientId: number
  readonly mailingId: number
  readonly claim: number
  readonly attempts: number
}

export interface MailingAtWork extends MailingClaim, ClientRef {
  readonly monthly: boolean
  readonly afterDays: number | null
  readonly language: string
  /** The month that ended last, its first day, if its report is due: after 8 on the first day, and after the mails were switched on. */
  readonly dueMonth: string | null
}

/** Claims the mailing that has been due for longest, of clients that are there and are no samples. */
export async function claimMailing(sql: Sql): Promise<MailingClaim | undefined> {
  const [claimed] = await claimWaiting<MailingClaim>(sql, mailingClaims, {
    isWaiting: clientId => sql`(t.monthly or t.after_days is not null) and t.next_at <= now()
      and exists (select 1 from clients c where c.id = ${clientId} and c.deleted_at is null and not c.is_sample)`,
    order: sql`t.next_at, t.id`,
    returning: sql`t.client_id, t.id as mailing_id, t.claim, t.attempts`,
  })
  return claimed
}

/** Undefined if the client was deleted. */
export async function readMailingAtWork(sql: Sql, held: MailingClaim): Promise<MailingAtWork | undefined> {
  const { clientId, mailingId } = held
  const [row] = await sql<Omit<MailingAtWork, keyof MailingClaim>[]>`
    select c.account_id, c.public_id as client_public_id, c.time_zone, m.monthly, m.after_days, m.language,
      case when m.monthly and k.local >= k.month + interval '8 hours' and m.since at time zone c.time_zone < k.month
        then (k.month - interval '1 month')::date::text end as due_month
    from report_mailings m
    join clients c on c.id = ${clientId} and c.deleted_at is null
    cross join lateral (
      select now() at time zone c.time_zone as local, date_trunc('month', now() at time zone c.time_zone) as month
    ) k
    where m.client_id = ${clientId} and m.id = ${mailingId}`
  return row && { ...row, ...held }
}

/** Campaigns whose report is due and was not made, the first of them; looks at those that began within so many days. */
export async function readDueCampaigns(
  sql: Sql,
  { clientId, mailingId, afterDays }: MailingAtWork,
  { looked, most }: { readonly looked: number; readonly most: number },
): Promise<CampaignRef[]> {
  return sql<CampaignRef[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, m.id as campaign_id,
      m.public_id as campaign_public_id
    from campaigns m
    join clients c on c.id = ${clientId}
    join report_mailings s on s.client_id = ${clientId} and s.id = ${mailingId}
    where m.client_id = ${clientId} and m.started_at > now() - make_interval(days => ${looked}) and m.state = 'sent' and m.deleted_at is null
      and m.series_id is null and m.finished_at >= s.since and m.finished_at <= now() - make_interval(days => ${afterDays ?? 0})
      and not exists (
        select 1 from report_runs r where r.client_id = ${clientId} and r.campaign_id = m.id offset 0
      )
    order by m.started_at
    limit ${most}`
}

export interface NewRun {
  /** The first day of the month; null for a campaign. */
  readonly month: string | null
  readonly campaignId: number | null
  /** Public id of the link to the report of the campaign; null for a month. */
  readonly linkPublicId: string | null
  readonly language: string
  /** How long the page of a month is shown. */
  readonly days: number
}

/**
 * Records a report and hands a mail for each confirmed recipient to the queue.
 * @returns false where it was made before
 */
export async function insertReportRun(
  sql: Transaction,
  { clientId }: Pick<ClientRef, 'clientId'>,
  { month, campaignId, linkPublicId, language, days }: NewRun,
): Promise<boolean> {
  const [link] = linkPublicId
    ? await sql<{ id: number }[]>`
        select id from report_links where client_id = ${clientId} and public_id = ${linkPublicId}::text::uuid`
    : []
  const [run] = await sql<{ runId: number }[]>`
    insert into report_runs (client_id, month, campaign_id, link_id, language, expires_at)
    values (${clientId}, ${month}::text::date, ${campaignId}, ${link?.id ?? null}, ${language}, now() + make_interval(days => ${days}))
    on conflict do nothing
    returning id as run_id`
  if (!run) return false
  const { runId } = run
  const mails = await sql<{ recipientId: number }[]>`
    insert into report_mails (client_id, run_id, recipient_id)
    select ${clientId}, ${runId}, id from report_recipients where client_id = ${clientId} and wanted and state = 'confirmed'
    returning recipient_id`
  await enqueueAll(
    sql,
    'reportMail',
    mails.map(({ recipientId }) => ({ clientId, runId, recipientId })),
  )
  return true
}

/** Whether the month was reported. */
export async function isMonthReported(sql: Sql, clientId: number, month: string): Promise<boolean> {
  const [row] = await sql<{ one: number }[]>`
    select 1 as one from report_runs where client_id = ${clientId} and month = ${month}::text::date`
  return row !== undefined
}

/**
 * Ends a claim.
 * @param minutes until campaigns are looked for again; months are looked at on their first day
 * @throws ClaimLost if the settings changed, or another process holds it
 */
export async function settleMailing(
  sql: Sql,
  { clientId, mailingId, claim }: MailingClaim,
  problem: string,
  minutes: number,
): Promise<void> {
  const { count } = await sql`
    update report_mailings t
    set problem = ${problem}, attempts = 0, claimed_until = '-infinity', next_at = (
      select least(
        case when t.after_days is not null or ${problem} <> '' then now() + make_interval(mins => ${minutes}) end,
        case when t.monthly then (date_trunc('month', now() at time zone c.time_zone)
          + case when now() at time zone c.time_zone < date_trunc('month', now() at time zone c.time_zone) + interval '8 hours'
            then interval '8 hours' else interval '1 month 8 hours' end) at time zone c.time_zone end
      ) from clients c where c.id = ${clientId})
    where t.client_id = ${clientId} and ${fence(sql, mailingClaims, { clientId, id: mailingId, claim })}`
  if (count === 0) throw new ClaimLost('The settings were changed, or another process works on them.')
}

export interface ReportRunKey {
  readonly clientId: number
  readonly runId: number
}

export interface ReportMailKey extends ReportRunKey {
  readonly recipientId: number
}

/** A report that may be mailed and shown: it was not revoked, and nor was the link of a campaign. */
export interface ReportToMail extends ClientRef, ReportRunKey {
  readonly accountName: string
  readonly companyName: string
  readonly language: string
  /** `YYYY-MM-DD`, the first day. */
  readonly month: string | null
  readonly campaignId: number | null
  readonly campaignPublicId: string | null
  readonly linkId: number | null
}

/** Undefined once it is revoked or expired, or its client or campaign is deleted. */
export async function findReportToMail(sql: Sql, { clientId, runId }: ReportRunKey): Promise<ReportToMail | undefined> {
  const [row] = await sql<ReportToMail[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name, a.name as account_name,
      r.id as run_id, r.language, r.month::text, r.campaign_id, m.public_id as campaign_public_id, r.link_id
    from report_runs r
    join clients c on c.id = ${clientId} and c.deleted_at is null
    join accounts a on a.id = c.account_id
    left join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id and m.deleted_at is null
    left join report_links l on l.client_id = ${clientId} and l.id = r.link_id and l.revoked_at is null and l.expires_at > now()
    where r.client_id = ${clientId} and r.id = ${runId} and r.revoked_at is null
      and (r.month is null or r.expires_at > now()) and (r.campaign_id is null or (m.id is not null and l.id is not null))`
  return row
}

export type ReportMailState = 'planned' | 'handing over' | 'accepted' | 'refused' | 'unknown' | 'skipped'

/** Moves a mail from one state to another. @returns false where it is in another one */
export async function moveReportMail(
  sql: Sql,
  { clientId, runId, recipientId }: ReportMailKey,
  from: ReportMailState,
  to: ReportMailState,
): Promise<boolean> {
  const { count } = await sql`
    update report_mails set state = ${to}, at = now()
    where client_id = ${clientId} and run_id = ${runId} and recipient_id = ${recipientId} and state = ${from}`
  return count > 0
}

export async function readReportMailState(
  sql: Sql,
  { clientId, runId, recipientId }: ReportMailKey,
): Promise<ReportMailState | undefined> {
  const [row] = await sql<{ state: ReportMailState }[]>`
    select state from report_mails where client_id = ${clientId} and run_id = ${runId} and recipient_id = ${recipientId}`
  return row?.state
}

export interface SentReportRow {
  readonly runId: number
  readonly publicId: string
  readonly month: string | null
  readonly campaignPublicId: string | null
  readonly campaignName: string | null
  /** Local time of the client. */
  readonly date: string
  readonly accepted: number
  readonly failed: number
  readonly waiting: number
  readonly isRevoked: boolean
  readonly views: number
}

/** Newest first. @param before the last of the previous page */
export async function readSentReports(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<SentReportRow[]> {
  return sql<SentReportRow[]>`
    select r.id as run_id, r.public_id, to_char(r.month, 'YYYY-MM') as month, m.public_id as campaign_public_id, m.name as campaign_name,
      ${localTime(sql, 'r.at', timeZone)} as date, k.accepted, k.failed, k.waiting,
      r.revoked_at is not null or l.revoked_at is not null as is_revoked, coalesce(l.views, r.views) as views
    from report_runs r
    left join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id
    left join report_links l on l.client_id = ${clientId} and l.id = r.link_id
    cross join lateral (
      select count(*) filter (where state = 'accepted')::integer as accepted,
        count(*) filter (where state in ('refused', 'unknown', 'skipped'))::integer as failed,
        count(*) filter (where state in ('planned', 'handing over'))::integer as waiting
      from report_mails where client_id = ${clientId} and run_id = r.id
    ) k
    where r.client_id = ${clientId} and (${before ?? null}::bigint is null or r.id < ${before ?? null}::bigint)
    order by r.id desc
    limit ${limit}`
}

/** The page leads nowhere from now on, and mails that wait are not sent; idempotent. @returns false if the client has no such report */
export async function revokeReportRun(sql: Transaction, clientId: number, publicId: string): Promise<boolean> {
  const [run] = await sql<{ linkId: number | null }[]>`
    update report_runs set revoked_at = coalesce(revoked_at, moment.at)
    from (select now() as at) moment
    where client_id = ${clientId} and public_id = ${publicId}::uuid
    returning link_id`
  if (!run) return false
  await sql`
    update report_links set revoked_at = coalesce(revoked_at, moment.at)
    from (select now() as at) moment
    where client_id = ${clientId} and id = ${run.linkId}`
  return true
}

export async function countMonthView(sql: Sql, { clientId, runId }: ReportRunKey): Promise<void> {
  await sql`update report_runs set views = views + 1 where client_id = ${clientId} and id = ${runId}`
}

export interface MonthGrowth {
  readonly joined: number
  readonly confirmed: number
  /** Null where imports were not counted on all days. */
  readonly imported: number | null
  readonly unsubscribed: number
  readonly complained: number
  readonly bounced: number
  readonly deleted: number
  /** Active members of all lists now. */
  readonly active: number
}

/** All lists of a client in a period, from their days. @param most lists that are looked at */
export async function readMonthGrowth(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  { from, until }: { readonly from: string; readonly until: string },
  most: number,
): Promise<MonthGrowth> {
  const [row] = await sql<MonthGrowth[]>`
    select coalesce(sum(d.joined), 0)::integer as joined, coalesce(sum(d.confirmed), 0)::integer as confirmed,
      case when coalesce(bool_and(d.is_known), true) then coalesce(sum(d.imported), 0)::integer end as imported,
      coalesce(sum(d.unsubscribed), 0)::integer as unsubscribed, coalesce(sum(d.complained), 0)::integer as complained,
      coalesce(sum(d.bounced), 0)::integer as bounced, coalesce(sum(d.deleted), 0)::integer as deleted,
      coalesce(sum(l.active), 0)::integer as active
    from (
      select l.id, coalesce(t.active, 0) as active
      from lists l
      left join list_totals t on t.client_id = ${clientId} and t.list_id = l.id
      where l.client_id = ${clientId} and l.deleted_at is null
      order by active desc, l.id
      limit ${most}
    ) l
    cross join lateral (
      select sum(d.active) as joined, sum(d.confirmed) as confirmed, sum(d.imported) as imported, sum(d.unsubscribed) as unsubscribed,
        sum(d.complained) as complained, sum(d.bounced) as bounced, sum(d.deleted) as deleted,
        bool_and(d.imported is not null or d.active = 0) as is_known
      from list_days d
      where d.client_id = ${clientId} and d.list_id = l.id and d.day between ${from}::text::date and ${until}::text::date
    ) d`
  return row!
}
