/**
 * Counts of a campaign by the domains of its recipients. They are computed from audience and log on request and stored; sending does not
 * maintain them. See docs/decisions/overviews.md#domains-of-a-campaign-are-counted-when-asked-for.
 */
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { CampaignKey } from '../keys.ts'
import { lastEntry } from '../ledger/recipient-state.ts'
import { localTime } from '../local-time.ts'
import { isHashed } from '../subscribers/address-hash.ts'

export interface DomainCountRow {
  /** Empty for the sum of all domains that are not among the largest. */
  readonly domain: string
  readonly recipients: number
  readonly accepted: number
  readonly deferred: number
  readonly refused: number
  readonly unknown: number
  readonly bounced: number
  /** Recipients with human opens (or clicks); machines are left out. */
  readonly humanOpened: number
  readonly humanClicked: number
}

export interface DomainsStanding {
  /** Size of the audience; 0 before the campaign has started. */
  readonly recipients: number
  /** Local time of the client; null before the first count. */
  readonly countedDate: string | null
  /** Time since the last count; null before the first. */
  readonly ageMs: number | null
  /** Duration of the last count. */
  readonly milliseconds: number
}

export async function domainsStanding(sql: Sql, { clientId, campaignId }: CampaignKey, timeZone: string) {
  const [row] = await sql<DomainsStanding[]>`
    select coalesce(t.recipients, 0) as recipients, ${localTime(sql, 'k.counted_at', timeZone)} as counted_date,
      (extract(epoch from now() - k.counted_at) * 1000)::double precision as age_ms, coalesce(k.milliseconds, 0) as milliseconds
    from (select ${campaignId}::bigint as campaign_id) m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.campaign_id
    left join campaign_domain_counts k on k.client_id = ${clientId} and k.campaign_id = m.campaign_id`
  return row!
}

/** The stored counts, largest first. */
export async function domainCounts(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<DomainCountRow[]> {
  return sql<DomainCountRow[]>`
    select domain, recipients, accepted, deferred, refused, unknown, bounced, human_opened, human_clicked
    from campaign_domains
    where client_id = ${clientId} and campaign_id = ${campaignId}
    order by recipients desc, domain`
}

/** Enqueues a job that counts, unless an earlier request is neither completed nor given up. */
export async function askForDomains(db: Database, key: CampaignKey, givenUpAfterMinutes: number): Promise<void> {
  const { clientId, campaignId } = key
  await transaction(db, async sql => {
    const { count } = await sql`
      insert into campaign_domain_counts as k (client_id, campaign_id, asked_at) values (${clientId}, ${campaignId}, now())
      on conflict (client_id, campaign_id) do update set asked_at = now()
      where k.counted_at >= k.asked_at or k.asked_at < now() - make_interval(mins => ${givenUpAfterMinutes})`
    if (count > 0) await enqueue(sql, 'campaignDomains', { clientId, campaignId })
  })
}

/** Counts the largest domains, and all others together. If another process counts the same campaign, its result serves both. */
export async function countDomains(db: Database, key: CampaignKey, most: number): Promise<void> {
  const { clientId, campaignId } = key
  await transaction(db, async sql => {
    await sql`
      insert into campaign_domain_counts (client_id, campaign_id, asked_at) values (${clientId}, ${campaignId}, now())
      on conflict do nothing`
    const locked = await sql`
      select from campaign_domain_counts where client_id = ${clientId} and campaign_id = ${campaignId} for update skip locked`
    if (locked.length === 0) return
    await sql`delete from campaign_domains where client_id = ${clientId} and campaign_id = ${campaignId}`
    // each row is looked up by its key: a join would look at all rows for each where statistics lag behind a campaign just sent
    await sql`
      with counted as (
        select case when ${isHashed(sql, sql`a.address`)} then '' else split_part(a.address, '@', 2) end as domain, count(*) as recipients,
          count(*) filter (where p.kind = 'accepted') as accepted, count(*) filter (where p.kind = 'deferred') as deferred,
          count(*) filter (where p.kind = 'refused') as refused, count(*) filter (where p.kind = 'unknown') as unknown,
          count(b.is_bounced) as bounced,
          count(*) filter (where (o.counted -> 'all' ->> 1)::integer + (o.counted -> 'all' ->> 3)::integer > 0) as human_opened,
          count(*) filter (where (o.counted -> 'all' ->> 3)::integer > 0) as human_clicked
        from audience a
        left join lateral (${lastEntry(sql, key, sql`a.number`)}) p on true
        left join lateral (
          select true as is_bounced from campaign_bounces
          where client_id = ${clientId} and campaign_id = ${campaignId} and number = a.number limit 1
        ) b on true
        left join lateral (
          select counted from opens where client_id = ${clientId} and campaign_id = ${campaignId} and number = a.number limit 1
        ) o on true
        where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
        group by 1
      ), placed as (
        select c.*, row_number() over (order by recipients desc, domain) <= ${most} as is_large from counted c
      )
      insert into campaign_domains (client_id, campaign_id, domain, recipients, accepted, deferred, refused, unknown, bounced,
        human_opened, human_clicked)
      select ${clientId}::bigint, ${campaignId}::bigint, case when is_large then domain else '' end as of, sum(recipients),
        sum(accepted), sum(deferred), sum(refused), sum(unknown), sum(bounced), sum(human_opened), sum(human_clicked)
      from placed
      group by of`
    await sql`
      update campaign_domain_counts
      set counted_at = now(), milliseconds = extract(epoch from clock_timestamp() - now()) * 1000
      where client_id = ${clientId} and campaign_id = ${campaignId}`
  })
}
