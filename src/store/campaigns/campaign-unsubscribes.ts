/** Unsubscribes that a campaign caused: one per recipient, counted in the same statement. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey, RecipientKey } from '../keys.ts'
import { addToTotals } from '../ledger/totals.ts'
import { perClient } from '../per-client.ts'

export interface CampaignUnsubscribe extends RecipientKey {
  /** The subscriber who left; counted only if the campaign was sent to this membership. */
  readonly subscriberId: number
}

/** Called in the transaction that ends the memberships. Idempotent. Locks totals client by client, in the order of their keys. */
export async function recordCampaignUnsubscribes(sql: Sql, rows: readonly CampaignUnsubscribe[]): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      with recorded as (
        insert into campaign_unsubscribes (client_id, campaign_id, number, at)
        select distinct ${clientId}::bigint, a.campaign_id, a.number, now()
        from ${stillTheirs(sql, clientId, own)}
        order by a.campaign_id, a.number
        on conflict do nothing
        returning campaign_id
      ), gained as (
        select campaign_id, count(*)::integer as unsubscribes from recorded group by campaign_id
      ), ${addToTotals(sql, clientId, sql`gained`, ['unsubscribes'])}
      select 1`,
  )
}

/** Withdraws unsubscribes of subscribers who came back. Idempotent. */
export async function withdrawCampaignUnsubscribes(sql: Sql, rows: readonly CampaignUnsubscribe[]): Promise<void> {
  await perClient(
    rows,
    (clientId, own) => sql`
      with found as materialized (
        select * from (
          select u.campaign_id, u.number
          from ${stillTheirs(sql, clientId, own)}
          join campaign_unsubscribes u on u.client_id = ${clientId} and u.campaign_id = a.campaign_id and u.number = a.number
          order by u.campaign_id, u.number
          for update of u
        ) l
      ), withdrawn as (
        delete from campaign_unsubscribes u
        using found f
        where u.client_id = ${clientId} and u.campaign_id = f.campaign_id and u.number = f.number
        returning u.campaign_id
      ), lost as (
        select campaign_id, -count(*)::integer as unsubscribes from withdrawn group by campaign_id
      ), ${addToTotals(sql, clientId, sql`lost`, ['unsubscribes'])}
      select 1`,
  )
}

/** Recipients `a` whose number in the audience is that of the given member. */
function stillTheirs(sql: Sql, clientId: number, rows: readonly CampaignUnsubscribe[]): Fragment {
  return sql`
    unnest(${rows.map(row => row.campaignId)}::bigint[], ${rows.map(row => row.number)}::bigint[],
      ${rows.map(row => row.subscriberId)}::bigint[]) as given (campaign_id, number, subscriber_id)
    join audience a on a.client_id = ${clientId} and a.campaign_id = given.campaign_id and a.number = given.number
      and a.subscriber_id = given.subscriber_id`
}

/** How many recipients left because of a campaign; those who came back do not count. */
export async function readUnsubscribes(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<number> {
  const [row] = await sql<{ unsubscribes: number }[]>`
    select unsubscribes from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row?.unsubscribes ?? 0
}
