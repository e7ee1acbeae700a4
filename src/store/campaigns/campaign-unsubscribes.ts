/** Unsubscribes that a campaign caused: one per recipient, counted in the same statement. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { RecipientKey } from '../keys.ts'
import { addToTotals } from '../ledger/totals.ts'

export interface CampaignUnsubscribe extends RecipientKey {
  /** The subscriber who left; counted only if the campaign was sent to this membership. */
  readonly subscriberId: number
}

/** Called in the transaction that ends the memberships. Idempotent. Locks totals in the order of their keys. */
export async function recordCampaignUnsubscribes(sql: Sql, rows: readonly CampaignUnsubscribe[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with recorded as (
      insert into campaign_unsubscribes (client_id, campaign_id, number, at)
      select distinct a.client_id, a.campaign_id, a.number, now()
      from ${stillTheirs(sql, rows)}
      order by a.client_id, a.campaign_id, a.number
      on conflict do nothing
      returning client_id, campaign_id
    ), gained as (
      select client_id, campaign_id, count(*)::integer as unsubscribes from recorded group by client_id, campaign_id
    ), ${addToTotals(sql, sql`gained`, ['unsubscribes'])}
    select 1`
}

/** Withdraws unsubscribes of subscribers who came back. Idempotent. */
export async function withdrawCampaignUnsubscribes(sql: Sql, rows: readonly CampaignUnsubscribe[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with found as materialized (
      select u.client_id, u.campaign_id, u.number
      from ${stillTheirs(sql, rows)}
      join campaign_unsubscribes u on u.client_id = a.client_id and u.campaign_id = a.campaign_id and u.number = a.number
      order by u.client_id, u.campaign_id, u.number
      for update of u
    ), withdrawn as (
      delete from campaign_unsubscribes u
      using found f
      where u.client_id = f.client_id and u.campaign_id = f.campaign_id and u.number = f.number
      returning u.client_id, u.campaign_id
    ), lost as (
      select client_id, campaign_id, -count(*)::integer as unsubscribes from withdrawn group by client_id, campaign_id
    ), ${addToTotals(sql, sql`lost`, ['unsubscribes'])}
    select 1`
}

/** Recipients `a` whose number in the audience is that of the given member. */
function stillTheirs(sql: Sql, rows: readonly CampaignUnsubscribe[]): Fragment {
  return sql`
    unnest(${rows.map(row => row.clientId)}::bigint[], ${rows.map(row => row.campaignId)}::bigint[],
      ${rows.map(row => row.number)}::bigint[], ${rows.map(row => row.subscriberId)}::bigint[])
      as given (client_id, campaign_id, number, subscriber_id)
    join audience a on a.client_id = given.client_id and a.campaign_id = given.campaign_id and a.number = given.number
      and a.subscriber_id = given.subscriber_id`
}
