/** Campaigns whose mails may be in the outbox. */
import type { Sql } from '../connection/database.ts'

export interface OutboxCampaign {
  readonly campaignId: number
  readonly publicId: string
  readonly name: string
  /** A test of it was sent. */
  readonly hasTests: boolean
  /** Recipients a sender has claimed have lower numbers; 1 where no mail was accepted. */
  readonly nextNumber: number
}

/**
 * Campaigns of a client of which mails were accepted, tests among them: the newest first, among the next `most` there are.
 * @param from the first that is looked at; undefined for the newest
 * @returns those, and the last that was looked at where there are more
 */
export async function outboxCampaigns(
  sql: Sql,
  clientId: number,
  { from, most }: { readonly from: number | undefined; readonly most: number },
): Promise<{ readonly campaigns: readonly OutboxCampaign[]; readonly last: number | undefined }> {
  const rows = await sql<(OutboxCampaign & { readonly isDeleted: boolean })[]>`
    select m.id as campaign_id, m.public_id, m.name, m.deleted_at is not null as is_deleted,
      case when t.accepted > 0 then t.next_number else 1 end as next_number, exists (
        select from campaign_history h
        where h.client_id = m.client_id and h.campaign_id = m.id and h.action = 'tested'
      ) as has_tests
    from campaigns m
    left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.client_id = ${clientId} and (${from ?? null}::bigint is null or m.id <= ${from ?? null})
    order by m.id desc
    limit ${most}`
  return {
    campaigns: rows.filter(({ isDeleted, hasTests, nextNumber }) => !isDeleted && (hasTests || nextNumber > 1)),
    last: rows.length < most ? undefined : rows.at(-1)!.campaignId,
  }
}
