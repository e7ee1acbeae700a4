/** Joining, leaving and bouncing publish an event with the cause, in the transaction that changes the state. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { bounceMember, member, place } from '../../../test/harness/members.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import type { ListRef } from '../access/access.ts'
import { subscriptions } from './subscriptions.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

async function eventsFor({ clientId }: ListRef) {
  const rows = await database.db<{ type: string; data: Record<string, unknown> }[]>`
    select type, data from events where client_id = ${clientId} order by id`
  return rows.map(({ type, data }) => ({ type, ...data }))
}

const asked = { resubscribe: false, publicUrl: 'http://x' }

test('a new member publishes one event; a present member one if details changed', async () => {
  const { list } = await seed(database.db)
  const people = subscriptions(database.db)
  const add = (email: string, name = '') => people.add(list, { email, name }, asked, { by: 'api' })
  await Promise.all([add('Ann@x.example', 'Ann'), add('ann@x.example'), add('bob@x.example')])
  await add('bob@x.example', 'Bob')
  const ofAnn = {
    type: 'subscriber.subscribed',
    EmailAddress: 'Ann@x.example',
    Name: 'Ann',
    ListID: list.listPublicId,
    State: 'Active',
    Cause: 'added',
    By: 'api',
  }
  const rows = await eventsFor(list)
  assert.deepEqual(rows.map(({ type }) => type).sort(), [
    'subscriber.subscribed',
    'subscriber.subscribed',
    'subscriber.updated',
  ])
  assert.deepEqual(
    rows.find(row => 'Name' in row && row.Name === 'Ann'),
    ofAnn,
  )
})

test('what is refused publishes no event', async () => {
  const { list } = await seed(database.db)
  const people = subscriptions(database.db)
  const { address } = await place(database.db, list, 'Unsubscribed')
  await assert.rejects(people.add(list, { email: address, name: '' }, asked, { by: 'api' }))
  await assert.rejects(people.unsubscribe(list, address, { by: 'api' }))
  assert.deepEqual(await eventsFor(list), [])
})

test('an unconfirmed member publishes an event once confirmed, by name of the event', async () => {
  const world = await seed(database.db, { confirmOptIn: true })
  const { list } = world
  const people = subscriptions(database.db)
  await people.add(list, { email: 'ann@x.example', name: 'Ann' }, asked, { by: 'api' })
  assert.deepEqual(await eventsFor(list), [])
  const { id } = (await member(database.db, list, 'ann@x.example'))!
  await people.confirm(list, list.listId, id, { by: 'page' })
  await people.confirm(list, list.listId, id, { by: 'page' })
  const [only, ...more] = await eventsFor(list)
  assert.deepEqual(more, [])
  assert.deepEqual(only, {
    type: 'subscriber.confirmed',
    EmailAddress: 'ann@x.example',
    Name: 'Ann',
    ListID: list.listPublicId,
    State: 'Active',
    Cause: 'confirmed',
    By: 'page',
  })
})

test('a member who leaves publishes an event for each list, with the campaign that was the occasion', async () => {
  const world = await seed(database.db)
  const { list } = world
  const people = subscriptions(database.db)
  const campaign = await seedSent(database.db, world, { size: 1 })
  const { subscriberId, email, number } = campaign.recipients[0]!
  await people.unsubscribeMember(list, list.listId, subscriberId, {
    by: 'one-click',
    campaignId: campaign.campaignId,
    number,
  })
  await people.add(list, { email, name: '' }, { ...asked, resubscribe: true }, { by: 'api' })
  assert.deepEqual(
    (await eventsFor(list)).map(row => Object.entries(row).filter(([name]) => name !== 'Name')),
    [
      Object.entries({
        type: 'subscriber.unsubscribed',
        By: 'one-click',
        Cause: 'unsubscribed',
        State: 'Unsubscribed',
        ListID: list.listPublicId,
        CampaignID: campaign.campaignPublicId,
        EmailAddress: email,
      }),
      Object.entries({
        type: 'subscriber.subscribed',
        By: 'api',
        Cause: 'resubscribed',
        State: 'Active',
        ListID: list.listPublicId,
        EmailAddress: email,
      }),
    ],
  )
})

test('an address that bounces publishes one event for each list where it was active', async () => {
  const { list, client } = await seed(database.db)
  await seedList(database.db, client, 'Other')
  const { address } = await place(database.db, list, 'Active')
  await bounceMember(database.db, client, address)
  assert.equal((await member(database.db, list, address))?.state, 'Bounced')
  const kinds = async () => (await eventsFor(list)).map(row => [row.type, (row as { State?: string }).State])
  assert.deepEqual(await kinds(), [['subscriber.bounced', 'Bounced']])
  await bounceMember(database.db, client, address)
  assert.equal((await kinds()).length, 1)
})
