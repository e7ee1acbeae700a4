/** Campaigns of the first client of the console's world: one to be sent, one that waits for approval, names that are hard to show. */
import type { Browser } from './console.ts'
import type { TestService } from './service.ts'

export interface CampaignSeeds {
  /** All of it is there; the check has something to confirm. */
  readonly ready: string
  /** Waits for approval, with comments. */
  readonly asked: string
  readonly empty: string
  readonly scheduled: string
  /** Goes out by the time zones of its recipients, in allowed hours. */
  readonly zoned: string
}

const html = `<html><body style="font-family:Georgia,serif;max-width:600px;margin:auto;padding:24px;color:#22301f">
<h1>The tulips are out</h1><p>Hello [firstname,fallback=friend], our fields are open from Saturday. Bring boots, and a friend.</p>
<p><a href="http://127.0.0.1:9/order" style="background:#2f7d64;color:#fff;padding:10px 18px;text-decoration:none">Order bulbs</a></p>
<p style="font-size:12px"><unsubscribe>Leave this list</unsubscribe></p></body></html>`

/** @param browser of an Owner who is signed in */
export async function seedCampaigns(
  { call }: TestService,
  browser: Browser,
  clientId: string,
  { listId, zonedListId }: { readonly listId: string; readonly zonedListId: string },
  scheduled: string,
): Promise<CampaignSeeds> {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  const made = async (asked: Promise<{ status: number; value: any }>) => {
    const { status, value } = await asked
    if (status !== 200) throw new Error(JSON.stringify(value))
    return value
  }
  const begin = async (settings: object): Promise<string> =>
    (await made(call('Campaign.CreateDraft', { ClientID: clientId, ...settings }))).CampaignID
  const sender = { FromName: 'Rosa of Blossom', FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example' }
  await made(call('Sender.Save', { ClientID: clientId, ...sender }))
  const Addresses = ['carla@morgenrot.example', 'jonas@morgenrot.example']
  await made(call('TestGroup.Create', { ClientID: clientId, Name: 'The team', Addresses }))
  const full = {
    ...sender,
    Subject: 'The tulips are out',
    Preheader: 'Open from Saturday',
    Audience: { ListIDs: [listId] },
    Content: { Kind: 'Html', Html: html, Text: 'The tulips are out. Leave: [unsubscribe]' },
  }
  await begin({ Name: 'حديقة الزهور في الربيع' })
  await begin({ Name: `A name as long as names get ${'and on '.repeat(31)}`.slice(0, 250), Subject: 'Short' })
  const empty = await begin({ Name: 'Autumn, not begun' })
  const asked = await begin({ ...full, Name: 'Advent calendar' })
  await made(
    browser.call('Campaign.RequestApproval', {
      CampaignID: asked,
      Revision: 1,
      Comment: 'Is the photo the right one?',
    }),
  )
  const comment = { CampaignID: asked, Revision: 1, Place: '', Text: 'Could the tulips come first?\nThen it is fine.' }
  await made(browser.call('Campaign.AddComment', comment))
  const ready = await begin({ ...full, Name: 'Tulip fields' })
  const zoned = await begin({ ...full, Name: 'Seeds for everywhere', Audience: { ListIDs: [zonedListId] } })
  const timing = {
    AllowedFrom: '09:00',
    AllowedUntil: '20:00',
    SpreadHours: 2,
    TimeZoneField: '[City]',
    PastZones: 'Now',
  }
  await made(call('Campaign.SetTiming', { CampaignID: zoned, ...timing }))
  return { ready, asked, empty, scheduled, zoned }
}
