/**
 * What people of a test did, by variant. Audience and log are read when someone asks, and the counts are stored: they stay when opens and clicks of
 * each person are removed (docs/retention.md).
 */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { isOutcome, kindOfRank, rankOfEntry } from '../ledger/recipient-state.ts'
import { isMeasured } from '../tracking/hand-overs.ts'
import { reactions } from '../tracking/reactions.ts'
import { variantOf } from './variant-of.ts'

export interface VariantCounts {
  readonly variant: number
  /** People of the test who were to get it, those without who were excluded. */
  readonly recipients: number
  readonly accepted: number
  /** Of these, people whose opens and clicks are recorded. */
  readonly measured: number
  /** Measured people who opened or clicked, and who clicked. */
  readonly opened: number
  readonly clicked: number
  readonly unsubscribed: number
  readonly bounced: number
  readonly complained: number
}

/** As they were counted last. */
export async function readVariantCounts(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<readonly VariantCounts[]> {
  return sql<VariantCounts[]>`
    select variant, recipients, accepted, measured, opened, clicked, unsubscribed, bounced, complained from campaign_variants
    where client_id = ${clientId} and campaign_id = ${campaignId}
    order by variant`
}

/** Counts anew, unless opens and clicks of each person were removed. */
export async function countVariants(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<void> {
  const isOfRange = sql`
    x.client_id = ${clientId} and x.campaign_id = ${campaignId} and x.number >= lower(r.range) and x.number < upper(r.range)`
  const { opened, clicked } = reactions(sql, 'x')
  await sql`
    with ranges as materialized (
      select unnest(t.tested) as range from campaign_tests t
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and not exists (
        select 1 from retention_campaigns where client_id = ${clientId} and campaign_id = ${campaignId})
    ), kinds as materialized (
      select count(*) as variants from campaign_variants where client_id = ${clientId} and campaign_id = ${campaignId}
    ), people as (
      select p.number, max(p.variant) as variant, bool_or(p.is_measured) as is_measured, ${kindOfRank(sql, sql`max(p.entry)`)} as kind,
        coalesce(bool_or(p.opened), false) as opened, coalesce(bool_or(p.clicked), false) as clicked,
        bool_or(p.has_left) as has_left, bool_or(p.has_bounced) as has_bounced, bool_or(p.has_complained) as has_complained
      from ranges r
      cross join lateral (
        select x.number, ${variantOf(sql, campaignId, sql`(select variants from kinds)`, sql`x.number`)} as variant, ${isMeasured(sql, clientId, 'x')} as is_measured,
          null::bigint as entry, null::boolean as opened, null::boolean as clicked, null::boolean as has_left, null::boolean as has_bounced, null::boolean as has_complained
        from audience x where ${isOfRange}
        union all
        select x.number, null, null, ${rankOfEntry(sql, 'x')}, null, null, null, null, null from log x where ${isOfRange} and ${isOutcome(sql, 'x')}
        union all
        select x.number, null, null, null, ${opened} > 0, ${clicked} > 0, null, null, null from opens x where ${isOfRange} and x.counted is not null
        union all
        select x.number, null, null, null, null, null, true, null, null from campaign_unsubscribes x where ${isOfRange}
        union all
        select x.number, null, null, null, null, null, null, true, null from campaign_bounces x where ${isOfRange}
        union all
        select x.number, null, null, null, null, null, null, null, true from campaign_complaints x where ${isOfRange}
      ) p
      group by p.number
      having max(p.variant) is not null
    ), counted as materialized (
      select variant, count(*) filter (where kind is distinct from 'excluded') as recipients, count(*) filter (where kind = 'accepted') as accepted,
        count(*) filter (where kind = 'accepted' and is_measured) as measured,
        count(*) filter (where kind = 'accepted' and is_measured and opened) as opened,
        count(*) filter (where kind = 'accepted' and is_measured and clicked) as clicked,
        count(has_left) as unsubscribed, count(has_bounced) as bounced, count(has_complained) as complained
      from people group by variant
    ), stored as (
      update campaign_variants v
      set recipients = c.recipients, accepted = c.accepted, measured = c.measured, opened = c.opened, clicked = c.clicked,
        unsubscribed = c.unsubscribed, bounced = c.bounced, complained = c.complained
      from counted c
      where v.client_id = ${clientId} and v.campaign_id = ${campaignId} and v.variant = c.variant
    )
    update campaign_tests set counted_at = statement_timestamp()
    where client_id = ${clientId} and campaign_id = ${campaignId} and exists (select 1 from counted)`
}
