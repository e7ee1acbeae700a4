/**
 * Counts of a campaign by the domains of its recipients. They are computed from audience and log on request and stored; sending does not
 * maintain them. See docs/decisions/overviews.md#domains-of-a-campaign-are-counted-when-asked-for.
 */
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { CampaignKey } from '../keys.ts'
import { isOutcome, kindOfRank, rankOfEntry } from '../ledger/recipient-state.ts'
import { localTime } from '../local-time.ts'
import { isHashed } from '../subscribers/address-hash.ts'
import { reactions } from '../tracking/reactions.ts'

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

export async function readDomainsStanding(sql: Sql, { clientId, campaignId }: CampaignKey, timeZone: string) {
  const [row] = await sql<DomainsStanding[]>`
    select coalesce(t.recipients, 0) as recipients, ${localTime(sql, 'k.counted_at', timeZone)} as counted_date,
      (extract(epoch from now() - k.counted_at) * 1000)::double precision as age_ms, coalesce(k.milliseconds, 0) as milliseconds
    from (select ${campaignId}::bigint as campaign_id) m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.campaign_id
    left join campaign_domain_counts k on k.client_id = ${clientId} and k.campaign_id = m.campaign_id`
  return row!
}

/** The stored counts, largest first. */
export async function readDomainCounts(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<DomainCountRow[]> {
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
      on conflict (client_id, campaign_id) do update set asked_at = excluded.asked_at
      where k.counted_at >= k.asked_at or excluded.asked_at - k.asked_at > make_interval(mins => ${givenUpAfterMinutes})`
    if (count > 0) await enqueue(sql, 'campaignDomains', { clientId, campaignId })
  })
}

/** Recipients that are read together: what they have fits the memory of a statement. */
const rangeSize = 20_000

/**
 * Domain, last entry of the log, bounce and human opens and clicks of each recipient of a range that begins at `ranges.low`. Each table is
 * read once, and its rows are grouped by recipient: a join of tables that PostgreSQL has no statistics of looks at all rows for each, and
 * looking up each recipient in each table takes five times as long.
 */
function recipientsOfRange(sql: Sql, { clientId, campaignId }: CampaignKey): Fragment {
  const isOfRange = sql`
    x.client_id = ${clientId} and x.campaign_id = ${campaignId} and x.number between ranges.low and ranges.low + ${rangeSize - 1}::integer`
  const { opened, clicked } = reactions(sql, 'x')
  return sql`
    select max(r.domain) as domain, ${kindOfRank(sql, sql`max(r.entry)`)} as kind, bool_or(r.is_bounced) as is_bounced,
      coalesce(sum(r.opens), 0) as opens, coalesce(sum(r.clicks), 0) as clicks
    from (
      select x.number, case when ${isHashed(sql, sql`x.address`)} then '' else split_part(x.address, '@', 2) end collate "C" as domain,
        null::bigint as entry, null::boolean as is_bounced, null::integer as opens, null::integer as clicks
      from audience x where ${isOfRange}
      union all
      select x.number, null, ${rankOfEntry(sql, 'x')}, null, null, null from log x where ${isOfRange} and ${isOutcome(sql, 'x')}
      union all
      select x.number, null, null, true, null, null from campaign_bounces x where ${isOfRange}
      union all
      select x.number, null, null, null, ${opened}, ${clicked}
      from opens x where ${isOfRange} and x.counted is not null
    ) r
    group by r.number
    having max(r.domain) is not null`
}

/** Counts the largest domains, and all others together. If another process counts the same campaign, its result serves both. */
export async function countDomains(db: Database, key: CampaignKey, most: number): Promise<void> {
  const { clientId, campaignId } = key
  await transaction(db, async sql => {
    await sql`
      insert into campaign_domain_counts (client_id, campaign_id, asked_at) values (${clientId}, ${campaignId}, now())
      on conflict do nothing`
    const locked = await sql`
      select 1 from campaign_domain_counts where client_id = ${clientId} and campaign_id = ${campaignId} for update skip locked`
    if (locked.length === 0) return
    const before = await readDomainCounts(sql, key)
    await sql`delete from campaign_domains where client_id = ${clientId} and campaign_id = ${campaignId}`
    await sql`
      with counted as (
        select k.domain, count(*) as recipients, count(*) filter (where k.kind = 'accepted') as accepted,
          count(*) filter (where k.kind = 'deferred') as deferred, count(*) filter (where k.kind = 'refused') as refused,
          count(*) filter (where k.kind = 'unknown') as unknown, count(k.is_bounced) as bounced,
          count(*) filter (where k.opens > 0) as human_opened, count(*) filter (where k.clicks > 0) as human_clicked
        from generate_series(1, (
          select coalesce(max(number), 0) from audience where client_id = ${clientId} and campaign_id = ${campaignId}
        ), ${rangeSize}) as ranges (low)
        cross join lateral (${recipientsOfRange(sql, key)}) k
        group by k.domain
      ), placed as (
        select c.*, row_number() over (order by recipients desc, domain) <= ${most} as is_large from counted c
      )
      insert into campaign_domains (client_id, campaign_id, domain, recipients, accepted, deferred, refused, unknown, bounced,
        human_opened, human_clicked)
      select ${clientId}::bigint, ${campaignId}::bigint, case when is_large then domain else '' end as of, sum(recipients),
        sum(accepted), sum(deferred), sum(refused), sum(unknown), sum(bounced), sum(human_opened), sum(human_clicked)
      from placed
      group by of`
    await keepEngagement(sql, key, before)
    await sql`
      update campaign_domain_counts
      set counted_at = now(), milliseconds = elapsed.milliseconds
      from (select extract(epoch from clock_timestamp() - now()) * 1000 as milliseconds) elapsed
      where client_id = ${clientId} and campaign_id = ${campaignId}`
  })
}

/** Where opens and clicks of each recipient are removed, those that were counted by domain stay. */
async function keepEngagement(sql: Sql, { clientId, campaignId }: CampaignKey, before: readonly DomainCountRow[]) {
  await sql`
    update campaign_domains d
    set human_opened = g.opened, human_clicked = g.clicked
    from unnest(
      ${before.map(({ domain }) => domain)}::text[], ${before.map(({ humanOpened }) => humanOpened)}::integer[],
      ${before.map(({ humanClicked }) => humanClicked)}::integer[]
    ) as g (domain, opened, clicked)
    where d.client_id = ${clientId} and d.campaign_id = ${campaignId} and d.domain = g.domain
      -- found by their keys, whatever the planner's statistics are
      and d.domain = any(${before.map(({ domain }) => domain)}::text[]) and exists (
      select 1 from retention_campaigns where client_id = ${clientId} and campaign_id = ${campaignId})`
}
