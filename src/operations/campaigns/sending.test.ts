/** Campaign.Send for clients that want nothing sent which Campaign.Check does not find ready. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { place } from '../../../test/harness/members.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let api: Caller
before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers, { fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }) })
})
after(() => database.drop())

const exit = '<unsubscribe>Leave us</unsubscribe>'

async function draft(html: string) {
  const { db } = database
  const world = await seed(db)
  await place(db, world.list, 'Active')
  const { clientId } = world.client
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, text)
    values (${clientId}, 'News', 'News', 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
      ${html}, 'Leave: [unsubscribe]')
    returning id, public_id`
  await db`
    insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${row!.id}, ${world.list.listId})`
  await db`
    insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public,
      rsa_found)
    values (${clientId}, 'client.example', 'ls', '', '', '', '', true)`
  const order = {
    ApiKey: world.accountKey,
    CampaignID: row!.publicId as string,
    ConfirmationEmail: 'boss@client.example',
    SendDate: '2099-01-01',
  }
  return { world, order, campaignId: row!.id as number }
}

const choose = ({ accountKey, client }: World, SendOnlyReady: boolean) =>
  api.call('Client.SetOptions', { ApiKey: accountKey, ClientID: client.clientPublicId, SendOnlyReady })

/** Of a client who chose nothing. */
const unset = {
  SendOnlyReady: false,
  StopSeconds: 60,
  ApprovalRequired: false,
  ConfirmAbove: -1,
  ApprovalByAnother: true,
  ConfirmAboveNow: 5000,
}

test('unless the client asks for it, what is not ready is sent as ever', async () => {
  const { world, order } = await draft('<p>No way out</p>')
  const options = { ApiKey: world.clientKey, ClientID: world.client.clientPublicId }
  assert.deepEqual(await api.call('Client.GetOptions', options), unset)
  await api.call('Campaign.Send', order)
})

test('a client that asks for it has errors refused by name until they are mended', async () => {
  const { world, order, campaignId } = await draft('<p>No way out</p>')
  await choose(world, true)
  await api.refused('Campaign.Send', order, 'CampaignNotReady')
  await assert.rejects(api.call('Campaign.Send', order), /Campaign\.Check finds UnsubscribeMissing\./)
  await database.db`update campaigns set html = ${exit} where id = ${campaignId}`
  await api.call('Campaign.Send', order)
})

test('a warning that a user acknowledged is no reason any more, and the choice can be taken back', async () => {
  const { world, order } = await draft(`<img src="https://x.example/a.png">${exit}`)
  await choose(world, true)
  await api.refused('Campaign.Send', order, 'CampaignNotReady')
  const { ApiKey, CampaignID } = order
  await api.call('Campaign.AcknowledgeWarnings', { ApiKey, CampaignID, Codes: ['ImageWithoutAlt'] })
  await api.call('Campaign.Send', order)
  const other = await draft('<p>No way out</p>')
  await choose(other.world, true)
  await choose(other.world, false)
  await api.call('Campaign.Send', other.order)
})

test('a client’s own login sees the choice and cannot make it', async () => {
  const { world } = await draft(exit)
  const target = { ApiKey: world.clientKey, ClientID: world.client.clientPublicId }
  await api.refused('Client.SetOptions', { ...target, SendOnlyReady: true }, 'AccessDenied')
  assert.deepEqual(await api.call('Client.GetOptions', target), unset)
})
