/** What of opens and clicks is still kept, for readers: what is removed is unknown, not absent. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

export interface KeptOfCampaign {
  /** Since when its single opens and clicks are kept; null while all are. Local time of the client. */
  readonly hitsFromDate: string | null
  /** When its opens and clicks per person were removed; null while they are kept. Local time of the client. */
  readonly removedDate: string | null
}

export async function readKeptOfCampaign(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignKey & { readonly timeZone: string },
): Promise<KeptOfCampaign> {
  const [kept] = await sql<KeptOfCampaign[]>`
    select ${localTime(sql, 'e.hits_from', timeZone)} as hits_from_date, ${localTime(sql, 'r.at', timeZone)} as removed_date
    from campaigns m
    left join retention_edges e on e.client_id = ${clientId} and e.hits_from > m.started_at
    left join retention_campaigns r on r.client_id = ${clientId} and r.campaign_id = ${campaignId}
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return kept ?? { hitsFromDate: null, removedDate: null }
}

/** Since when single opens and clicks of a client are kept, in its time zone; null while all are. */
export async function readHitsFromDate(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
): Promise<string | null> {
  const [edge] = await sql<{ date: string }[]>`
    select ${localTime(sql, 'hits_from', timeZone)} as date from retention_edges where client_id = ${clientId}`
  return edge?.date ?? null
}
