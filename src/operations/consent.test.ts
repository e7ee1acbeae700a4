import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { subscribers } from './subscribers.ts'

const { db, world, other, call, refused } = await operationsTest(subscribers, db => ({
  subscriptions: subscriptions(db),
}))

async function member(email: string, title: string) {
  const list = await seedList(db, world.client, title)
  const target = { ApiKey: world.accountKey, ListID: list.listPublicId, Email: email }
  await call('Subscriber.Add', { ...target, Name: 'Ann' })
  const [row] = await db`select id from subscribers where list_id = ${list.listId}`
  return { list, target, subscriberId: row!.id as number }
}

test('an answer is kept with its evidence, once for each change, and the state stays what it was', async () => {
  const { target } = await member('Ann@x.example', 'Answers')
  assert.equal(await call('Subscriber.GetTrackingConsent', target), 'Unknown')
  for (const Consent of ['Granted', 'Granted', 'Denied', 'Unknown'] as const) {
    await call('Subscriber.SetTrackingConsent', { ...target, Email: ' ANN@x.example ', Consent })
    assert.equal(await call('Subscriber.GetTrackingConsent', target), Consent)
  }
  const history = (await call('Subscriber.GetHistory', target)) as Record<string, string>[] // rows of text
  assert.deepEqual(
    history.map(({ Cause, FromState, ToState, By, RemoteAddress }) => [Cause, FromState, ToState, By, RemoteAddress]),
    [
      ['added', '', 'Active', 'api', '192.0.2.1'],
      ['tracking consent granted', 'Active', 'Active', 'api', '192.0.2.1'],
      ['tracking consent denied', 'Active', 'Active', 'api', '192.0.2.1'],
      ['tracking consent withdrawn', 'Active', 'Active', 'api', '192.0.2.1'],
    ],
  )
  assert.equal(await call('Subscribers.GetIsSubscribed', target), 'True')
})

test('who left can still answer, and taking the opt-out back still works after', async () => {
  const { list, target, subscriberId } = await member('bea@x.example', 'Left')
  const subject = subscriptions(db)
  await subject.unsubscribeMember(list, list.listId, subscriberId, { by: 'page' })
  assert.equal(await setConsent(db, list, subscriberId, 'measuring', false, { by: 'page' }), true)
  assert.equal(await setConsent(db, list, subscriberId, 'measuring', false, { by: 'page' }), false)
  const undoing = {
    client: list,
    listId: list.listId,
    subscriberId,
    cause: 'undone',
    evidence: { by: 'page' },
  } as const
  assert.equal(await subject.undo(undoing), true)
  assert.equal(await call('Subscriber.GetTrackingConsent', target), 'Denied')
})

test('the answers of one membership say nothing about another', async () => {
  const one = await member('cleo@x.example', 'One')
  const two = await member('cleo@x.example', 'Two')
  await call('Subscriber.SetTrackingConsent', { ...one.target, Consent: 'Denied' })
  assert.equal(await call('Subscriber.GetTrackingConsent', two.target), 'Unknown')
  const foreign = { clientId: other.client.clientId, listId: one.list.listId }
  assert.equal(await setConsent(db, foreign, one.subscriberId, 'measuring', true, { by: 'page' }), false)
})

test('who is not there, deleted, or no address, is refused', async () => {
  const { target, subscriberId } = await member('dee@x.example', 'Gone')
  await refused(
    'Subscriber.SetTrackingConsent',
    { ...target, Email: 'absent@x.example', Consent: 'Granted' },
    'NotInList',
  )
  await refused('Subscriber.SetTrackingConsent', { ...target, Email: 'nonsense', Consent: 'Granted' }, 'InvalidEmail')
  await refused('Subscriber.GetTrackingConsent', { ...target, ApiKey: other.accountKey }, 'InvalidListId')
  await db`update subscribers set state = 'Deleted' where id = ${subscriberId}`
  await refused('Subscriber.SetTrackingConsent', { ...target, Consent: 'Granted' }, 'NotInList')
  await refused('Subscriber.GetTrackingConsent', target, 'NotInList')
})
