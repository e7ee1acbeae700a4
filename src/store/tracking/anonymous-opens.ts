/** Opens of campaigns that belong to no recipient: one sum per campaign, and nothing else. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { perClient } from '../per-client.ts'

/** Opens of a campaign. */
export interface AnonymousOpens extends CampaignKey {
  readonly opens: number
}

/** Started campaigns that are not deleted, found by their ids only because tokens contain no client. */
export async function readLiveCampaigns(sql: Sql, campaignIds: readonly number[]): Promise<CampaignKey[]> {
  return sql<CampaignKey[]>`
    select m.client_id, m.id as campaign_id
    from campaigns m
    join clients c on c.id = m.client_id and c.deleted_at is null
    where m.id = any(${campaignIds as number[]}::bigint[]) and m.deleted_at is null and m.started_at is not null`
}

/** Adds opens. Those of several clients need a transaction. @param counted each campaign once */
export async function addAnonymousOpens(sql: Sql, counted: readonly AnonymousOpens[]): Promise<void> {
  await perClient(
    counted,
    (clientId, own) => sql`
      insert into anonymous_opens (client_id, campaign_id, opens)
      select ${clientId}, n.campaign_id, n.opens
      from unnest(${own.map(({ campaignId }) => campaignId)}::bigint[], ${own.map(({ opens }) => opens)}::integer[])
        as n (campaign_id, opens)
      order by n.campaign_id
      on conflict (client_id, campaign_id) do update set opens = anonymous_opens.opens + excluded.opens`,
  )
}

export async function readAnonymousOpensOf(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<number> {
  const [row] = await sql<{ opens: number }[]>`
    select opens from anonymous_opens where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row?.opens ?? 0
}
