/** What the log tells of campaigns: their public ids and the sums of their recipients, without a name or a subject. */
import type { Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { isLast } from '../ledger/recipient-state.ts'
import { openOf } from '../ledger/totals.ts'

export interface CampaignFacts extends CampaignKey {
  /** Public ids. */
  readonly client: string
  readonly campaign: string
  readonly recipients: number
  readonly accepted: number
  readonly refused: number
  /** Of the refused, those whose attempts were used up; 0 while recipients are open, and `mostExpired` for more. */
  readonly expired: number
  readonly unknown: number
  readonly excluded: number
}

/** The count reads a row for each: a campaign that failed as a whole must not hold up its end. */
const mostExpired = 20_000

/** Of campaigns that exist, deleted ones too, in the order given. Sums are 0 before the audience is frozen. */
export async function campaignFacts(sql: Transaction, campaigns: readonly CampaignKey[]): Promise<CampaignFacts[]> {
  return sql<CampaignFacts[]>`
    select m.client_id, m.id as campaign_id, c.public_id as client, m.public_id as campaign,
      coalesce(t.recipients, 0) as recipients, coalesce(t.accepted, 0) as accepted, coalesce(t.refused, 0) as refused,
      coalesce(t.unknown, 0) as unknown, coalesce(t.excluded, 0) as excluded, coalesce(x.expired, 0) as expired
    from unnest(
      ${campaigns.map(({ clientId }) => clientId)}::bigint[], ${campaigns.map(({ campaignId }) => campaignId)}::bigint[]
    ) with ordinality as given (client_id, campaign_id, place)
    join campaigns m on m.client_id = given.client_id and m.id = given.campaign_id
    join clients c on c.id = m.client_id
    left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    left join lateral (
      select count(*)::integer as expired from (
        select from log e
        where e.client_id = m.client_id and e.campaign_id = m.id and e.kind = 'refused' and e.code between 400 and 499
          and ${isLast(sql, 'e')}
        limit ${mostExpired}
      ) one
    ) x on t.refused > 0 and ${openOf(sql)} = 0
    order by given.place`
}

/** The public id of a client. */
export async function clientFact(sql: Transaction, clientId: number): Promise<string> {
  const [row] = await sql<{ publicId: string }[]>`select public_id from clients where id = ${clientId}`
  return row!.publicId
}
