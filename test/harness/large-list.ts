/** A list with many people, and a campaign to it that is under way: for tests of whole installations. */
import type { Database } from '../../src/store/connection/database.ts'
import type { CampaignKey } from '../../src/store/keys.ts'

/** Puts `p1@people.example` and so on on a list, past the service. @param publicId of the list */
export async function fillList(db: Database, publicId: string, count: number): Promise<void> {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select client_id, id, 'p' || n || '@people.example', 'p' || n || '@people.example', '', 'Active', now(), now()
    from lists, generate_series(1, ${count}::integer) n where public_id = ${publicId}`
  await db`
    update list_totals set active = ${count} where list_id = (select id from lists where public_id = ${publicId})`
  await db`analyze subscribers`
}

type Call = <Value>(operation: string, params: object) => Promise<Value>

export interface Order {
  readonly ClientID: string
  readonly ListID: string
  readonly CampaignName: string
  /** Of the letter. */
  readonly HtmlUrl: string
}

/** Makes a campaign to a list and sends it now. @returns its public id */
export async function sendTo(call: Call, { ClientID, ListID, CampaignName, HtmlUrl }: Order): Promise<string> {
  const CampaignID = await call<string>('Campaign.Create', {
    ...{ ClientID, CampaignName, HtmlUrl, CampaignSubject: 'News', FromName: 'Carla' },
    ...{ FromEmail: 'carla@bloom.example', ReplyTo: 'carla@bloom.example', SubscriberListIDs: [ListID] },
  })
  await call('Campaign.Send', { CampaignID, ConfirmationEmail: 'carla@bloom.example', SendDate: 'Immediately' })
  return CampaignID
}

/** The key of a campaign that is there. */
export async function keyOfCampaign(db: Database, publicId: string): Promise<CampaignKey> {
  const [row] = await db<CampaignKey[]>`
    select client_id, id as campaign_id from campaigns where public_id = ${publicId}`
  return row!
}
