/** Campaigns whose mails may be in the outbox. */
import type { Sql } from '../connection/database.ts'

export interface OutboxCampaign {
  readonly campaignId: number
  readonly publicId: string
  readonly name: string
  /** True if a test mail of the campaign was sent. */
  readonly hasTests: boolean
  /** The lowest recipient number that no sender has claimed; 1 if no mail was accepted. */
  readonly nextNumber: number
}

/**
 * Campaigns of a client with accepted mails, including test mails, newest first. The query looks at the next `most` campaigns.
 * @param from the first campaign to look at; undefined for the newest
 * @returns the campaigns, and the last campaign it looked at if more follow
 */
export async function readOutboxCampaigns(
  sql: Sql,
  clientId: number,
  { from, most }: { readonly from: number | undefined; readonly most: number },
): Promise<{ readonly campaigns: readonly OutboxCampaign[]; readonly last: number | undefined }> {
  const rows = await sql<(OutboxCampaign & { readonly isDeleted: boolean })[]>`
    select m.id as campaign_id, m.public_id, m.name, m.deleted_at is not null as is_deleted,
      case when t.accepted > 0 then t.next_number else 1 end as next_number, exists (
        select 1 from campaign_history h
        where h.client_id = ${clientId} and h.campaign_id = m.id and h.action = 'tested'
      ) as has_tests
    from campaigns m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    where m.client_id = ${clientId} and (${from ?? null}::bigint is null or m.id <= ${from ?? null})
    order by m.id desc
    limit ${most}`
  return {
    campaigns: rows.filter(({ isDeleted, hasTests, nextNumber }) => !isDeleted && (hasTests || nextNumber > 1)),
    last: rows.length < most ? undefined : rows.at(-1)!.campaignId,
  }
}
