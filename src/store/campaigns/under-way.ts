/** Unfinished campaigns, for the operator (lettershop top). */
import type { Sql } from '../connection/database.ts'
import { openOf } from '../ledger/totals.ts'

export interface CampaignUnderWay {
  readonly campaignPublicId: string
  readonly name: string
  /** `scheduled` only if the campaign is due. */
  readonly state: 'scheduled' | 'sending' | 'paused'
  readonly recipients: number
  /** Recipients in a final state. */
  readonly done: number
  readonly deferred: number
  /** Seconds since the start; null before. */
  readonly startedSeconds: number | null
  /** Seconds since the due date. */
  readonly dueSeconds: number | null
}

/** Maximum number of listed campaigns. */
const mostCampaigns = 50

/** Campaigns of all accounts that are sending, paused, or due, longest due first. The sums of a campaign are one row, whatever its size. */
export async function readAllCampaignsUnderWay(sql: Sql): Promise<CampaignUnderWay[]> {
  return sql<CampaignUnderWay[]>`
    select c.public_id as campaign_public_id, c.name, c.state,
      coalesce(t.recipients, 0) as recipients,
      coalesce(t.recipients - ${openOf(sql)}, 0) as done, coalesce(t.deferred, 0) as deferred,
      extract(epoch from now() - c.started_at)::float8 as started_seconds,
      extract(epoch from now() - c.due_at)::float8 as due_seconds
    from campaigns c
    left join campaign_totals t on t.client_id = c.client_id and t.campaign_id = c.id
    where c.deleted_at is null and c.state in ('scheduled', 'sending', 'paused')
      and (c.state <> 'scheduled' or c.due_at <= now())
      -- of series while there is something to send
      and (not c.rolling or ${openOf(sql)} > 0)
    order by c.due_at, c.id
    limit ${mostCampaigns}`
}
