/** Which recipients a campaign made leave: once each, counted in the same statement. */
import type { Sql } from './database.ts'

export interface CampaignUnsubscribe {
  readonly clientId: number
  readonly campaignId: number
  /** Number in the campaign's audience. */
  readonly number: number
}

/** Part of the transaction that ends the membership. Idempotent. */
export async function recordCampaignUnsubscribe(
  sql: Sql,
  { clientId, campaignId, number }: CampaignUnsubscribe,
): Promise<void> {
  await sql`
    with recorded as (
      insert into campaign_unsubscribes (client_id, campaign_id, number, at)
      select client_id, campaign_id, number, now()
      from audience
      where client_id = ${clientId} and campaign_id = ${campaignId} and number = ${number}
      on conflict do nothing
      returning 1
    )
    update campaign_totals
    set unsubscribes = unsubscribes + 1
    where client_id = ${clientId} and campaign_id = ${campaignId} and exists (select from recorded)`
}
