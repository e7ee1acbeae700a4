/** What subscribers do while an audience is frozen. */
import type { Database } from '../../src/store/connection/database.ts'

interface OfCampaign {
  readonly campaignId: number
}

export async function addToList(db: Database, { campaignId }: OfCampaign, address: string): Promise<void> {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select client_id, list_id, ${address}, ${address}, 'Late', 'Active', now(), now()
    from campaign_lists where campaign_id = ${campaignId}`
}

export async function leave(db: Database, { campaignId }: OfCampaign, address: string): Promise<void> {
  await db`
    update subscribers s set state = 'Unsubscribed', state_at = now()
    from campaign_lists l
    where l.campaign_id = ${campaignId} and s.client_id = l.client_id and s.list_id = l.list_id and s.address = ${address}`
}
