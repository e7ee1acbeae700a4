/** A person confirms the number of an audience that is larger than usual; a program is not asked. On a real database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedPerson } from '../../../test/harness/people.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers, () => ({ contentTasks: contentTasksHere }))
const { accountId, client, list } = world
const session = { session: (await seedPerson(db, accountId, 'Owner')).session }
const key = { ApiKey: world.accountKey }
const target = { ClientID: client.clientPublicId }
await db`
  insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
  select ${client.clientId}, ${list.listId}, n || '@x.example', n || '@x.example', 'Active', now(), now()
  from generate_series(1, 12) n`
await db`update list_totals set active = active + 12 where client_id = ${client.clientId} and list_id = ${list.listId}`

let names = 0
async function draft() {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...key,
    ...target,
    Name: `Draft ${++names}`,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: { ListIDs: [list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { ...noContent, Kind: 'Html', Html: '<p>Hello</p><unsubscribe>Out</unsubscribe>', Text: 'Hello' },
  })
  return { CampaignID: CampaignID!, ConfirmationEmail: 'boss@client.example', SendDate: '2099-01-01' }
}
const above = (ConfirmAbove: number) => call('Client.SetSendConfirmation', { ...key, ...target, ConfirmAbove })
const count = async (CampaignID: string) => await call('Campaign.CountAudience', { ...key, CampaignID })
const stateOf = async (CampaignID: string) => (await call('Campaign.GetProgress', { ...key, CampaignID })).State

test('at the threshold a person sends as ever, above it with the number of now', async () => {
  const [one, two] = [await draft(), await draft()]
  const { Recipients, ConfirmAbove } = await count(one.CampaignID)
  assert.equal(ConfirmAbove, 5000)
  await above(Recipients)
  await call('Campaign.Send', one, session)
  await above(Recipients - 1)
  assert.equal((await count(two.CampaignID)).ConfirmAbove, Recipients - 1)
  await refused('Campaign.Send', two, 'AudienceNotConfirmed', session)
  for (const wrong of [0, -1, Recipients - 1, Recipients + 1]) {
    const asked = call('Campaign.SendConfirmed', { ...two, Recipients: wrong }, session)
    await assert.rejects(asked, (error: Refusal) => {
      assert.equal(error.refusal, 'AudienceNotConfirmed')
      assert.ok(error.detail?.includes(`${wrong}`) && error.detail.includes(`${Recipients}`), error.detail)
      return true
    })
  }
  assert.equal(await stateOf(two.CampaignID), 'Draft')
  await call('Campaign.SendConfirmed', { ...two, Recipients }, session)
  assert.equal(await stateOf(two.CampaignID), 'Scheduled')
})

test('a number that is no longer right is refused', async () => {
  await above(1)
  const order = await draft()
  const { Recipients } = await count(order.CampaignID)
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${client.clientId}, ${list.listId}, 'new@x.example', 'new@x.example', 'Active', now(), now())`
  await db`update list_totals set active = active + 1 where client_id = ${client.clientId} and list_id = ${list.listId}`
  await refused('Campaign.SendConfirmed', { ...order, Recipients }, 'AudienceNotConfirmed', session)
  await call('Campaign.SendConfirmed', { ...order, Recipients: Recipients + 1 }, session)
})

test('calls with a key are not asked, and confirm nothing', async () => {
  await above(1)
  const order = await draft()
  await refused('Campaign.SendConfirmed', { ...key, ...order, Recipients: 12 }, 'AccessDenied')
  await call('Campaign.Send', { ...key, ...order })
})

test('the usual audience is the median of the last ten campaigns sent; a client sets another threshold, and takes it back', async () => {
  async function sent(recipients: number) {
    const [row] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, active_at)
      values (${client.clientId}, ${`Sent ${++names}`}, 's', 'n', 'f@x.example', 'r@x.example', 'http://x/', '', 'sent',
        now() + make_interval(secs => ${names})) returning id`
    await db`
      insert into campaign_totals (client_id, campaign_id, recipients, planned)
      values (${client.clientId}, ${row!.id}, ${recipients}, ${recipients})`
  }
  const now = async () => {
    const { ConfirmAbove, ConfirmAboveNow } = await call('Client.GetOptions', { ...key, ...target })
    return [ConfirmAbove, ConfirmAboveNow]
  }
  await above(-1)
  await sent(1_000_000)
  await sent(40)
  assert.deepEqual(await now(), [-1, 5000])
  await sent(60)
  assert.deepEqual(await now(), [-1, 600])
  for (let n = 0; n < 10; n++) await sent(2)
  assert.deepEqual(await now(), [-1, 100])
  await above(0)
  assert.deepEqual(await now(), [0, 0])
  await refused('Client.SetSendConfirmation', { ...key, ...target, ConfirmAbove: -2 }, 'InvalidParameter')
  await above(-1)
  assert.deepEqual(await now(), [-1, 100])
})
