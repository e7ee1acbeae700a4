/** Opens of campaigns that belong to no recipient: one sum per campaign, and nothing else. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { perClient } from '../per-client.ts'

/** Opens of a campaign. */
export interface AnonymousOpens extends CampaignKey {
  readonly opens: number
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
