/**
 * How many mails an account sends in a month. The figure is counted from the campaigns' totals and stored, because an account may
 * have tens of thousands of campaigns.
 */
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { enqueue } from '../jobs/jobs.ts'
import { localTime } from '../local-time.ts'

export interface AccountMonth {
  /** `YYYY-MM`, in the time zone of the account. */
  readonly month: string
  readonly campaigns: number
  readonly accepted: number
  /** Local time of the account. */
  readonly countedDate: string
  /** Time since the count. */
  readonly ageMs: number
}

/** The stored count; undefined if the month of `at` has not been counted yet. */
export async function findAccountMonth(sql: Sql, accountId: number, at: Date): Promise<AccountMonth | undefined> {
  const [row] = await sql<AccountMonth[]>`
    select m.month, m.campaigns, m.accepted, ${localTime(sql, 'm.counted_at', sql`a.time_zone`)} as counted_date,
      (extract(epoch from ${at}::timestamptz - m.counted_at) * 1000)::double precision as age_ms
    from accounts a
    join account_months m on m.account_id = a.id and m.month = to_char(${at}::timestamptz at time zone a.time_zone, 'YYYY-MM')
    where a.id = ${accountId}`
  return row
}

/**
 * Counts the campaigns that began in the month of `at`, including deleted ones and those of deleted clients. Sample data is not
 * counted.
 */
export async function countAccountMonth(sql: Sql, accountId: number, at: Date): Promise<void> {
  const [month] = await sql<{ month: string; begins: Date; clientIds: number[] }[]>`
    select to_char(a.begins at time zone a.time_zone, 'YYYY-MM') as month, a.begins,
      array(select id from clients where account_id = ${accountId} and not is_sample) as client_ids
    from (
      select time_zone, date_trunc('month', ${at}::timestamptz, time_zone) as begins from accounts where id = ${accountId}
    ) a`
  if (!month) return
  // each client's part of the index campaigns_started
  const [counted] = await sql<{ campaigns: number; accepted: number }[]>`
    select count(*)::integer as campaigns, coalesce(sum(t.accepted), 0)::bigint as accepted
    from campaigns m
    left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.client_id = any(${month.clientIds}::bigint[]) and m.series_id is null and m.started_at >= ${month.begins}`
  // editions of series send over many months
  const [ofSeries] = await sql<{ accepted: number }[]>`
    select coalesce(sum(h.accepted), 0)::bigint as accepted
    from campaigns m
    join campaign_hours h on h.client_id = m.client_id and h.campaign_id = m.id and h.hour >= ${month.begins}
    where m.client_id = any(${month.clientIds}::bigint[]) and m.series_id is not null and m.started_at is not null`
  await sql`
    insert into account_months (account_id, month, campaigns, accepted, counted_at)
    values (${accountId}, ${month.month}, ${counted!.campaigns}, ${counted!.accepted + ofSeries!.accepted}, ${at})
    on conflict (account_id) do update
    set month = excluded.month, campaigns = excluded.campaigns, accepted = excluded.accepted, counted_at = excluded.counted_at,
      asked_at = null`
}

/** Enqueues a job that counts the account again, unless one was requested after `unlessSince`. */
export async function askForAccountMonth(db: Database, accountId: number, now: Date, unlessSince: Date): Promise<void> {
  await transaction(db, async sql => {
    const { count } = await sql`
      update account_months set asked_at = ${now}
      where account_id = ${accountId} and (asked_at is null or asked_at < ${unlessSince})`
    if (count > 0) await enqueue(sql, 'accountMonth', { accountId })
  })
}
