/** Facts about campaigns for the log: public ids and sums of recipients, without names or subjects. */
import type { Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { isLast } from '../ledger/recipient-state.ts'
import { openOf } from '../ledger/totals.ts'
import { perClient } from '../per-client.ts'

export interface CampaignFacts extends CampaignKey {
  /** Public ids. */
  readonly client: string
  readonly campaign: string
  readonly recipients: number
  readonly accepted: number
  readonly refused: number
  /** Refused recipients whose attempts were used up; 0 while recipients are open, and at most `mostExpired`. */
  readonly expired: number
  readonly unknown: number
  readonly excluded: number
}

/** Each counted recipient reads a row; the limit keeps the end of a campaign fast if all its recipients failed. */
const mostExpired = 20_000

/** Facts of existing and deleted campaigns, in the given order within each client. Sums are 0 before the audience is frozen. */
export async function readCampaignFacts(sql: Transaction, campaigns: readonly CampaignKey[]): Promise<CampaignFacts[]> {
  return perClient(
    campaigns,
    (clientId, own) => sql<CampaignFacts[]>`
      select m.client_id, m.id as campaign_id, c.public_id as client, m.public_id as campaign,
        coalesce(t.recipients, 0) as recipients, coalesce(t.accepted, 0) as accepted, coalesce(t.refused, 0) as refused,
        coalesce(t.unknown, 0) as unknown, coalesce(t.excluded, 0) as excluded, coalesce(x.expired, 0) as expired
      from unnest(${own.map(({ campaignId }) => campaignId)}::bigint[]) with ordinality as given (campaign_id, place)
      join campaigns m on m.client_id = ${clientId} and m.id = given.campaign_id
      join clients c on c.id = ${clientId}
      left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
      left join lateral (
        select count(*)::integer as expired from (
          select 1 from log e
          where e.client_id = ${clientId} and e.campaign_id = m.id and e.kind = 'refused' and e.code between 400 and 499
            and ${isLast(sql, clientId, 'e')}
          limit ${mostExpired}
        ) one
      ) x on t.refused > 0 and ${openOf(sql)} = 0
      order by given.place`,
  )
}

/** The public id of a client. */
export async function readClientFact(sql: Transaction, clientId: number): Promise<string> {
  const [row] = await sql<{ publicId: string }[]>`select public_id from clients where id = ${clientId}`
  return row!.publicId
}
