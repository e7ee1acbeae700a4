import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { lists } from './lists.ts'
import { subscribers } from './subscribers.ts'

const { db, world, other, call, refused } = await operationsTest({ ...subscribers, ...lists })

type Page = Parameters<typeof call<'Subscriber.List'>>[1]
const newest = { Order: 'Newest' } as const
const byAddress = { Order: 'Address' } as const
let lastList = 0

/** @param joined local time of Berlin, where the client is, in winter */
async function join(list: ListRef, email: string, state = 'Active', joined = '2026-01-10 12:00:00', fields = {}) {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    values (${list.clientId}, ${list.listId}, ${email}, ${email.toLowerCase()}, 'Name', ${state}, ${`${joined}+01`}::text::timestamptz,
      ${`${joined}+01`}::text::timestamptz, ${db.json(fields)})`
}
const fresh = () => seedList(db, world.client, `Listed ${++lastList}`)
const ask = (list: ListRef, params: Page) =>
  call('Subscriber.List', { ApiKey: world.accountKey, ListID: list.listPublicId, ...params })
const addresses = async (list: ListRef, params: Page) => {
  const { Subscribers } = await ask(list, params)
  return rowsOf(Subscribers).map(({ EmailAddress }) => EmailAddress!)
}

/** Every page to the last, which must end. */
async function allPages(list: ListRef, params: Page): Promise<string[][]> {
  const pages: string[][] = []
  let Cursor = ''
  do {
    const { Subscribers, NextCursor } = await ask(list, { ...params, Cursor })
    pages.push(rowsOf(Subscribers).map(({ EmailAddress }) => EmailAddress!))
    Cursor = NextCursor!
  } while (Cursor !== '' && pages.length < 50)
  return pages
}

test('a row says who it is, the state, both dates in the client’s zone, and only the fields asked for', async () => {
  const list = await fresh()
  for (const FieldName of ['City', 'Age'])
    await call('List.CreateCustomField', {
      ApiKey: world.accountKey,
      ListID: list.listPublicId,
      FieldName,
      DataType: 'Text',
    })
  await join(list, 'Sam@Reader.example', 'Bounced', '2026-01-10 12:00:00', { City: 'Berlin', Age: '42' })
  const row = {
    EmailAddress: 'Sam@Reader.example',
    Name: 'Name',
    State: 'Bounced',
    StateDate: '2026-01-10 12:00:00',
    JoinedDate: '2026-01-10 12:00:00',
    PausedUntil: '',
  }
  assert.deepEqual(await ask(list, newest), { Subscribers: [{ ...row, CustomFields: [] }], NextCursor: '' })
  assert.deepEqual((await ask(list, { ...byAddress, Fields: ['[age]', 'Age'] })).Subscribers, [
    { ...row, CustomFields: [{ Key: 'Age', Value: '42' }] },
  ])
  await refused(
    'Subscriber.List',
    { ApiKey: world.accountKey, ListID: list.listPublicId, ...newest, Fields: ['Street'] },
    'InvalidKey',
  )
})

test('pages of every order and state hold each subscriber once, also where many joined at one moment', async () => {
  const list = await fresh()
  const neighbour = await fresh()
  const states = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted']
  const expected: { address: string; state: string; joined: string }[] = []
  for (let n = 0; n < 37; n++) {
    const row = {
      address: `r${(n * 7) % 37}@x.example`,
      state: states[n % 5]!,
      joined: `2026-01-${10 + (n % 4)} 12:00:00`,
    }
    expected.push(row)
    await join(list, row.address, row.state, row.joined)
    await join(neighbour, row.address)
  }
  const sorted = expected.map(({ address }) => address).sort()
  for (const Limit of [1, 5, 36, 37, 1000]) {
    assert.deepEqual((await allPages(list, { ...byAddress, Limit })).flat(), sorted)
    const byDate = (await allPages(list, { ...newest, Limit })).flat()
    assert.deepEqual(byDate.toSorted(), sorted)
    const joined = byDate.map(address => expected.find(row => row.address === address)!.joined)
    assert.deepEqual(joined, joined.toSorted().reverse())
    for (const State of states) {
      const own = expected.filter(({ state }) => state === State).map(({ address }) => address)
      assert.deepEqual((await allPages(list, { ...byAddress, State, Limit })).flat(), own.toSorted())
      assert.deepEqual((await allPages(list, { ...newest, State, Limit })).flat().toSorted(), own.toSorted())
    }
  }
})

test('rows that come or go between two pages shift nothing', async () => {
  const list = await fresh()
  for (const name of ['b', 'd', 'f', 'h']) await join(list, `${name}@x.example`)
  const { NextCursor } = await ask(list, { ...byAddress, Limit: 2 })
  await join(list, 'a@x.example')
  await join(list, 'e@x.example')
  await db`delete from subscribers where list_id = ${list.listId} and address = 'd@x.example'`
  const rest = await addresses(list, { ...byAddress, Limit: 10, Cursor: NextCursor! })
  assert.deepEqual(rest, ['e@x.example', 'f@x.example', 'h@x.example'])
})

test('a search is the beginning of an address in any case, and signs of patterns mean themselves', async () => {
  const list = await fresh()
  for (const email of ['Anna@x.example', 'ann_e@x.example', 'annae@x.example', 'bob@x.example', 'änne@x.example'])
    await join(list, email)
  for (const [Search, found] of [
    ['ANN', ['ann_e@x.example', 'Anna@x.example', 'annae@x.example']],
    ['ann_', ['ann_e@x.example']],
    ['anna@', ['Anna@x.example']],
    [' bob ', ['bob@x.example']],
    ['Ä', ['änne@x.example']],
    ['%', []],
    ['nna', []],
  ] as const)
    assert.deepEqual(await addresses(list, { ...byAddress, Search }), found, Search)
})

test('JoinedSince is part of the range and JoinedUntil is not, in the client’s zone', async () => {
  const list = await fresh()
  for (const [email, joined] of [
    ['one@x.example', '2026-01-09 23:59:59'],
    ['two@x.example', '2026-01-10 00:00:00'],
    ['three@x.example', '2026-01-10 23:59:59'],
    ['four@x.example', '2026-01-11 00:00:00'],
  ] as const)
    await join(list, email, 'Active', joined)
  const range = { ...newest, JoinedSince: '2026-01-10', JoinedUntil: '2026-01-11' }
  assert.deepEqual(await addresses(list, range), ['three@x.example', 'two@x.example'])
  assert.deepEqual((await allPages(list, { ...range, Limit: 1 })).flat(), ['three@x.example', 'two@x.example'])
})

test('what no index serves, and what is no filter, is refused', async () => {
  const target = { ApiKey: world.accountKey, ListID: world.list.listPublicId }
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const params of [
    { ...newest, Search: 'a' },
    { ...byAddress, JoinedSince: '2026-01-01' },
    { ...byAddress, JoinedUntil: '2026-01-01' },
    { ...newest, State: 'active' },
    { ...newest, State: 'Gone' },
    { ...newest, Limit: -1 },
    { ...newest, Limit: 1001 },
    { ...byAddress, Search: 'x'.repeat(300) },
    { ...newest, Cursor: cursor(['a@x.example']) },
    { ...newest, Cursor: cursor([1.5, 1]) },
    { ...newest, Cursor: cursor([1e300, 1]) },
    { ...byAddress, Cursor: cursor([1, 2]) },
    { ...byAddress, Cursor: cursor(['a\0b']) },
    { ...byAddress, Cursor: 'x' },
  ])
    await refused('Subscriber.List', { ...target, ...params }, 'InvalidParameter')
  for (const JoinedSince of ['yesterday', '2026-02-30'])
    await refused('Subscriber.List', { ...target, ...newest, JoinedSince }, 'InvalidDate')
  // the ends of what a cursor can hold are answered
  for (const at of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
    await call('Subscriber.List', { ...target, ...newest, Cursor: cursor([at, at]) })
})

test('a foreign list is as unknown as none', async () => {
  for (const ListID of [other.list.listPublicId, '0'.repeat(32), ''])
    await refused('Subscriber.List', { ApiKey: world.accountKey, ListID, ...newest }, 'InvalidListId')
})
