import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockAwaited } from '../../test/harness/locks.ts'
import { assertAccounted, history, member, place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { contacts } from './contacts.ts'
import { subscribers } from './subscribers.ts'

let now = () => new Date()
const { db, world, other, call, refused } = await operationsTest({ ...contacts, ...subscribers }, db => ({
  subscriptions: subscriptions(db),
  now: () => now(),
}))

const { client, list } = world
const target = { ApiKey: world.accountKey, ClientID: client.clientPublicId }
const onList = { ApiKey: world.accountKey, ListID: list.listPublicId }
const subject = subscriptions(db)
let lists = 0
const newList = () => seedList(db, client, `Further ${++lists}`)

async function suppress(address: string) {
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${client.clientId}, ${address}, ${address}, 'complained', now())`
}

test('an address changes on every list where it is active, and the history says from what to what', async () => {
  const further = await newList()
  const left = await newList()
  for (const Email of ['Ida@old.example'])
    for (const { listPublicId } of [list, further, left])
      await call('Subscriber.Add', { ...target, ListID: listPublicId, Email, Name: 'Ida' })
  await call('Subscriber.Unsubscribe', { ...target, ListID: left.listPublicId, Email: 'ida@old.example' })
  await call('Subscriber.UpdateEmail', { ...target, Email: 'ida@OLD.example', NewEmail: 'Ida@new.example' })

  for (const one of [list, further]) {
    assert.equal((await member(db, one, 'ida@new.example'))?.state, 'Active')
    assert.equal(await member(db, one, 'ida@old.example'), undefined)
  }
  assert.equal((await member(db, left, 'ida@old.example'))?.state, 'Unsubscribed', 'who left keeps the address')
  assert.equal(await member(db, left, 'ida@new.example'), undefined)
  const rows = (await call('Subscriber.GetHistory', { ...onList, Email: 'ida@new.example' })) as Record<
    string,
    string
  >[] // rows of text
  assert.deepEqual(
    rows.map(({ Cause, FromState, ToState, By, Detail }) => [Cause, FromState, ToState, By, Detail]),
    [
      ['added', '', 'Active', 'api', ''],
      ['address changed', 'Active', 'Active', 'api', 'from Ida@old.example to Ida@new.example'],
    ],
  )
})

test('an address changes on one list alone, and another spelling is a change of the spelling', async () => {
  const further = await newList()
  for (const { listPublicId: ListID } of [list, further])
    await call('Subscriber.Add', { ...target, ListID, Email: 'jo@x.example' })
  await call('Subscriber.UpdateEmail', {
    ...target,
    ListID: further.listPublicId,
    Email: 'jo@x.example',
    NewEmail: 'Jo@y.example',
  })
  assert.equal((await member(db, further, 'jo@y.example'))?.email, 'Jo@y.example')
  assert.equal((await member(db, list, 'jo@x.example'))?.state, 'Active')
  await call('Subscriber.UpdateEmail', { ...target, Email: 'jo@y.example', NewEmail: 'JO@y.example' })
  assert.equal((await member(db, further, 'jo@y.example'))?.email, 'JO@y.example')
})

for (const [state, refusal] of [
  ['Unconfirmed', 'IsUnconfirmed'],
  ['Unsubscribed', 'IsUnsubscribed'],
  ['Bounced', 'IsBounced'],
  ['Deleted', 'IsDeleted'],
] as const) {
  test(`the address of a member that is ${state} does not change, and no active one takes it over`, async () => {
    const { address } = await place(db, list, state)
    for (const ListID of ['', list.listPublicId])
      await refused(
        'Subscriber.UpdateEmail',
        { ...target, ListID, Email: address, NewEmail: 'free@x.example' },
        refusal,
      )
    const { address: active } = await place(db, list, 'Active')
    await refused('Subscriber.UpdateEmail', { ...target, Email: active, NewEmail: address }, 'AddressIsOnList')
  })
}

test('a change that may not be is refused and leaves nothing behind', async () => {
  const { address } = await place(db, list, 'Active')
  const { address: taken } = await place(db, list, 'Active')
  const ask = { ...target, Email: address, NewEmail: 'next@x.example' }
  await refused('Subscriber.UpdateEmail', { ...ask, NewEmail: taken }, 'AddressIsOnList')
  await refused('Subscriber.UpdateEmail', { ...ask, NewEmail: 'nonsense' }, 'InvalidEmail')
  await refused('Subscriber.UpdateEmail', { ...ask, Email: 'absent@x.example' }, 'NotInList')
  await refused('Subscriber.UpdateEmail', { ...ask, ListID: 'nonsense' }, 'InvalidListId')
  await refused('Subscriber.UpdateEmail', { ...ask, ListID: other.list.listPublicId }, 'InvalidListId')
  await suppress('next@x.example')
  await refused('Subscriber.UpdateEmail', ask, 'InSuppressionList')
  await suppress(address)
  // who complained on one list is not mailed under another address on the next
  await refused('Subscriber.UpdateEmail', { ...ask, NewEmail: 'other@x.example' }, 'InSuppressionList')
})

test('the way past an opt-out stays shut: there and back changes no state', async () => {
  await call('Subscriber.Add', { ...onList, Email: 'kai@x.example' })
  await call('Subscriber.UpdateEmail', { ...target, Email: 'kai@x.example', NewEmail: 'kai@y.example' })
  await call('Subscriber.Unsubscribe', { ...onList, Email: 'kai@y.example' })
  await refused(
    'Subscriber.UpdateEmail',
    { ...target, Email: 'kai@y.example', NewEmail: 'kai@x.example' },
    'IsUnsubscribed',
  )
  await refused('Subscriber.Add', { ...onList, Email: 'kai@y.example' }, 'IsUnsubscribed')
})

test('the unsubscribe link of a mail to the old address ends the membership under the new one, also while it changes', async () => {
  await call('Subscriber.Add', { ...onList, Email: 'lou@x.example' })
  const [row] = await db`select id from subscribers where client_id = ${client.clientId} and address = 'lou@x.example'`
  const evidence = { by: 'one-click', campaignId: 7, number: 3 }
  const [changed] = await Promise.all([
    subject.unsubscribeMember(client, list.listId, row!.id as number, evidence),
    // whichever comes first: refused once who left
    call('Subscriber.UpdateEmail', { ...target, Email: 'lou@x.example', NewEmail: 'lou@y.example' }).catch(() => {}),
  ])
  assert.equal(changed, true)
  const states = await db`select state from subscribers where client_id = ${client.clientId} and address like 'lou@%'`
  assert.deepEqual(
    states.map(({ state }) => state),
    ['Unsubscribed'],
  )
})

test('an opt-out that waits behind a change of the address finds the member under the new one', async () => {
  await call('Subscriber.Add', { ...onList, Email: 'mia@x.example' })
  const [row] = await db`select id from subscribers where client_id = ${client.clientId} and address = 'mia@x.example'`
  let leaving: Promise<boolean> | undefined
  await db.begin(async sql => {
    await sql`update subscribers set address = 'mia@y.example', email = 'mia@y.example' where id = ${row!.id}`
    leaving = subject.unsubscribeMember(client, list.listId, row!.id as number, { by: 'one-click' })
    await lockAwaited(db)
  })
  assert.equal(await leaving, true)
  assert.equal((await member(db, list, 'mia@y.example'))?.state, 'Unsubscribed')
})

test('a deleted subscriber comes back as it was, for 30 days', async () => {
  for (const state of ['Active', 'Unconfirmed'] as const) {
    const { address: Email } = await place(db, list, state)
    await call('Subscriber.Delete', { ...onList, Email })
    assert.equal((await member(db, list, Email))?.state, 'Deleted')
    await refused('Subscriber.Delete', { ...onList, Email }, 'IsDeleted')
    await refused('Subscriber.Add', { ...onList, Email }, 'IsDeleted')
    now = () => new Date(Date.now() + 31 * 86_400_000)
    await refused('Subscriber.Restore', { ...onList, Email }, 'RestoreTooLate')
    now = () => new Date()
    await call('Subscriber.Restore', { ...onList, Email })
    assert.deepEqual(await history(db, list, Email), [
      `null>${state} placed`,
      `${state}>Deleted deleted`,
      `Deleted>${state} restored`,
    ])
    await refused('Subscriber.Restore', { ...onList, Email }, 'NotInList')
  }
})

test('who left or bounced is not deleted, and no one is restored who was not, or who is suppressed since', async () => {
  for (const [state, refusal] of [
    ['Unsubscribed', 'IsUnsubscribed'],
    ['Bounced', 'IsBounced'],
  ] as const) {
    const { address: Email } = await place(db, list, state)
    await refused('Subscriber.Delete', { ...onList, Email }, refusal)
    await refused('Subscriber.Restore', { ...onList, Email }, 'NotInList')
  }
  const { address: placed } = await place(db, list, 'Deleted')
  await refused('Subscriber.Restore', { ...onList, Email: placed }, 'NotInList')
  await refused('Subscriber.Delete', { ...onList, Email: 'absent@x.example' }, 'NotInList')
  const { address: Email } = await place(db, list, 'Active')
  await call('Subscriber.Delete', { ...onList, Email })
  await suppress(Email)
  await refused('Subscriber.Restore', { ...onList, Email }, 'InSuppressionList')
})

test('all that happened adds up in every list', () => assertAccounted(db))
