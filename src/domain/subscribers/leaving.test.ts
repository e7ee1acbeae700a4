import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { contents } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { assertAccounted, bounceMember, history, member, place } from '../../../test/harness/members.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ListRef } from '../access/access.ts'
import { moves, memberStates as states } from './membership.ts'
import { type Subscriptions, subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database
let world: World
let list: ListRef
let subject: Subscriptions

before(async () => {
  database = await freshDatabase()
  db = database.db
  world = await seed(db)
  list = world.list
  subject = subscriptions(db)
})
afterEach(() => assertAccounted(db))
after(() => database.drop())

const byApi = { by: 'api', wire: 'soap11' }
const byPerson = { by: 'one-click', campaignId: 7, number: 3 }
const byComplaint = { by: 'complaint' }
const is = (refusal: RefusalName) => (error: unknown) => error instanceof Refusal && error.refusal === refusal

async function suppression(address: string, clientId = world.client.clientId) {
  const [row] =
    await db`select reason, email, evidence from suppressions where client_id = ${clientId} and address = ${address}`
  return row && { ...row }
}

async function clientScoped(title: string): Promise<ListRef> {
  const scoped = await seedList(db, world.client, title)
  await db`update lists set unsubscribe_scope = 'client' where id = ${scoped.listId}`
  return scoped
}

/** What the state becomes, and the cause it is noted with. */
async function follows(address: string, from: (typeof states)[number], to: string | undefined, cause: string) {
  assert.equal((await member(db, list, address))?.state, to ?? from)
  assert.deepEqual(await history(db, list, address), [`null>${from} placed`, ...(to ? [`${from}>${to} ${cause}`] : [])])
}

for (const state of states) {
  const wentFrom = (name: keyof typeof moves) => {
    const from: readonly string[] = moves[name].from
    return from.includes(state) ? moves[name].to : undefined
  }

  test(`unsubscribing a member that is ${state}`, async () => {
    const { address } = await place(db, list, state)
    if (state === 'Active') await subject.unsubscribe(list, address.toUpperCase(), byApi)
    else {
      const before = await contents(db)
      await assert.rejects(subject.unsubscribe(list, address, byApi), is('NotInList'))
      assert.deepEqual(await contents(db), before)
    }
    await follows(address, state, wentFrom('unsubscribe'), 'unsubscribed')
    assert.equal(await suppression(address), undefined)
  })

  test(`an opt-out of a member that is ${state}, and the same again`, async () => {
    const { address, subscriberId } = await place(db, list, state)
    const to = wentFrom('optOut')
    assert.equal(await subject.unsubscribeMember(world.client, list.listId, subscriberId, byPerson), to !== undefined)
    assert.equal(await subject.unsubscribeMember(world.client, list.listId, subscriberId, byPerson), false)
    await follows(address, state, to, 'unsubscribed')
    assert.equal(await suppression(address), undefined)
  })

  test(`a complaint of a member that is ${state}, and the same again`, async () => {
    const { address, subscriberId } = await place(db, list, state)
    assert.equal(await subject.unsubscribeMember(world.client, list.listId, subscriberId, byComplaint), true)
    assert.equal(await subject.unsubscribeMember(world.client, list.listId, subscriberId, byComplaint), false)
    await follows(address, state, wentFrom('optOut'), 'complained')
    assert.equal((await suppression(address))?.reason, 'complained')
  })

  test(`a hard bounce of a member that is ${state}, and the same again`, async () => {
    const { address } = await place(db, list, state)
    await bounceMember(db, world.client, address)
    const after = await contents(db)
    await bounceMember(db, world.client, address)
    assert.deepEqual(await contents(db), after)
    await follows(address, state, wentFrom('bounceHard'), 'bounced')
    assert.equal((await suppression(address))?.reason, 'bounced')
  })

  test(`the confirmation of a member that is ${state}, and the same again`, async () => {
    const { address, subscriberId } = await place(db, list, state)
    const active = state === 'Active' || state === 'Unconfirmed'
    for (let times = 0; times < 2; times++) {
      assert.equal(await subject.confirm(world.client, list.listId, subscriberId, { by: 'page' }), active)
    }
    await follows(address, state, wentFrom('confirm'), 'confirmed')
  })

  test(`a suppressed member that is ${state} does not become active by confirming`, async () => {
    const { address, subscriberId } = await place(db, list, state)
    await db`
      insert into suppressions (client_id, address, email, reason, at)
      values (${world.client.clientId}, ${address}, ${address}, 'manual', now())`
    const before = await contents(db)
    assert.equal(await subject.confirm(world.client, list.listId, subscriberId, { by: 'page' }), state === 'Active')
    assert.deepEqual(await contents(db), before)
  })
}

test('who is not on the list cannot be unsubscribed, confirmed or opted out', async () => {
  const other = await seedList(db, world.client, 'Other list')
  const { address, subscriberId } = await place(db, other, 'Active')
  const before = await contents(db)
  await assert.rejects(subject.unsubscribe(list, address, byApi), is('NotInList'))
  await assert.rejects(subject.unsubscribe(list, 'absent@x.example', byApi), is('NotInList'))
  await assert.rejects(subject.unsubscribe(list, 'a@x.example\r\nRCPT TO', byApi), is('InvalidEmail'))
  await assert.rejects(subject.unsubscribe(list, null, byApi), is('InvalidEmail'))
  const stranger = (await seed(db)).client
  const afterSeed = await contents(db)
  assert.equal(await subject.unsubscribeMember(stranger, other.listId, subscriberId, byComplaint), false)
  assert.equal(await subject.unsubscribeMember(world.client, list.listId, subscriberId, byComplaint), false)
  assert.equal(await subject.confirm(stranger, other.listId, subscriberId, { by: 'page' }), false)
  assert.deepEqual(await contents(db), afterSeed)
  assert.equal((await contents(db))['public.subscribers'], before['public.subscribers'])
})

test('the evidence of an opt-out is kept', async () => {
  const { address, subscriberId } = await place(db, list, 'Active')
  await subject.unsubscribeMember(world.client, list.listId, subscriberId, byPerson)
  const [row] = await db`
    select h.evidence, h.at = s.state_at as same_time from subscriber_history h join subscribers s on s.id = h.subscriber_id
    where s.address = ${address} and h.cause = 'unsubscribed'`
  assert.deepEqual({ ...row }, { evidence: byPerson, sameTime: true })
})

test('where an opt-out counts for the client, it ends every membership and suppresses', async () => {
  const scoped = await clientScoped('Everything ends here')
  for (const [n, leave] of [
    (id: number) => subject.unsubscribeMember(world.client, scoped.listId, id, byPerson),
    (_: number, address: string) => subject.unsubscribe(scoped, address, byApi),
  ].entries()) {
    const address = `everywhere${n}@x.example`
    const { subscriberId } = await place(db, scoped, 'Active', { address })
    await place(db, list, 'Active', { address })
    await leave(subscriberId, address)
    assert.equal((await member(db, scoped, address))?.state, 'Unsubscribed')
    assert.equal((await member(db, list, address))?.state, 'Unsubscribed')
    assert.equal((await suppression(address))?.reason, 'unsubscribed')
    await assert.rejects(
      subject.add(list, { email: address, name: '' }, { resubscribe: true, publicUrl: '' }, byApi),
      is('InSuppressionList'),
    )
  }
})

test('an opt-out from one list leaves the others and other clients alone', async () => {
  const address = 'elsewhere@x.example'
  const other = await seedList(db, world.client, 'Stays')
  const stranger = await seed(db)
  const { subscriberId } = await place(db, list, 'Active', { address })
  await place(db, other, 'Active', { address })
  await place(db, stranger.list, 'Active', { address })
  await subject.unsubscribeMember(world.client, list.listId, subscriberId, byPerson)
  assert.equal((await member(db, other, address))?.state, 'Active')
  await bounceMember(db, world.client, address)
  assert.equal((await member(db, other, address))?.state, 'Bounced')
  assert.equal((await member(db, list, address))?.state, 'Unsubscribed')
  assert.equal((await member(db, stranger.list, address))?.state, 'Active')
  assert.equal(await suppression(address, stranger.client.clientId), undefined)
})

test('a hard bounce of an address on no list is suppressed all the same', async () => {
  await bounceMember(db, world.client, 'gone@x.example', { email: 'Gone@X.example' })
  assert.deepEqual(await suppression('gone@x.example'), {
    reason: 'bounced',
    email: 'Gone@X.example',
    evidence: { by: 'bounce', campaignId: 7, number: 3, detail: '550 5.1.1 no such user' },
  })
})

test('a complaint replaces another reason for suppression, and no other reason replaces a complaint', async () => {
  const { address, subscriberId } = await place(db, list, 'Active')
  await bounceMember(db, world.client, address)
  await subject.unsubscribeMember(world.client, list.listId, subscriberId, byComplaint)
  assert.equal((await suppression(address))?.reason, 'complained')
  await bounceMember(db, world.client, address)
  assert.equal((await suppression(address))?.reason, 'complained')
})

test('of many who end one membership at once, one changes it', async () => {
  const { address, subscriberId } = await place(db, list, 'Active')
  const others = [subscriptions(db), subscriptions(db)]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      others[n % 2]!.unsubscribeMember(world.client, list.listId, subscriberId, byPerson),
    ),
  )
  assert.equal(answers.filter(changed => changed).length, 1)
  assert.deepEqual(await history(db, list, address), ['null>Active placed', 'Active>Unsubscribed unsubscribed'])
})

test('only active members are subscribed', async () => {
  for (const state of states) {
    const { address } = await place(db, list, state)
    assert.equal(await subject.isSubscribed(list, address), state === 'Active')
    assert.equal(await subject.isSubscribed(list, ` ${address.toUpperCase()} `), state === 'Active')
    assert.equal(await subject.isSubscribed((await seed(db)).list, address), false)
  }
  for (const email of [null, '', 'nonsense', 'a@x.example\r\n', 'a@x.example\0']) {
    assert.equal(await subject.isSubscribed(list, email), false)
  }
})
