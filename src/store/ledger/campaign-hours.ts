/** Counts accepted mails by hour, in the statement that writes the log. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

/**
 * Part of a statement that appends to the log: adds the number `accepted` of its part `counts`. Totals are locked before hours, so
 * the statement's part `counted` must update them and return rows.
 */
export function countAccepted(sql: Sql, { clientId, campaignId }: CampaignKey, at: Date): Fragment {
  return sql`
    insert into campaign_hours as h (client_id, campaign_id, hour, accepted)
    select ${clientId}::bigint, ${campaignId}::bigint, date_trunc('hour', ${at}::timestamptz, 'UTC'), accepted
    from counts
    where accepted > 0 and (select count(*) from counted) >= 0
    on conflict (client_id, campaign_id, hour) do update set accepted = h.accepted + excluded.accepted`
}
