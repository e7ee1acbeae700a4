/** The hours of a campaign: who writes the log counts what was accepted in its own statement. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

/**
 * A part of the statement that appends to the log: as many as its part `counts` calls `accepted`. Totals are locked before hours, so
 * the statement's part `counted` must update them and return.
 */
export function countAccepted(sql: Sql, { clientId, campaignId }: CampaignKey, at: Date): Fragment {
  return sql`
    insert into campaign_hours as h (client_id, campaign_id, hour, accepted)
    select ${clientId}::bigint, ${campaignId}::bigint, date_trunc('hour', ${at}::timestamptz, 'UTC'), accepted
    from counts
    where accepted > 0 and (select count(*) from counted) >= 0
    on conflict (client_id, campaign_id, hour) do update set accepted = h.accepted + excluded.accepted`
}
