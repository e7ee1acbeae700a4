import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { contacts } from './contacts.ts'

const { db, world, other, call, refused } = await operationsTest(contacts)
const target = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const news = await seedList(db, world.client, 'News')
const offers = await seedList(db, world.client, 'Offers')
const gone = await seedList(db, world.client, 'Gone')

/** @param joined a day of January 2026 */
async function join(list: ListRef, email: string, name: string, joined: number, state = 'Active') {
  const at = `2026-01-${String(joined).padStart(2, '0')} 12:00:00+01`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${list.clientId}, ${list.listId}, ${email}, ${email.toLowerCase()}, ${name}, ${state}, ${at}::text::timestamptz,
      ${at}::text::timestamptz)`
}
await join(news, 'Ann@X.example', 'Ann Bloom', 10)
await join(offers, 'ann@x.example', 'Anna', 12, 'Unsubscribed')
await join(news, 'anton@y.example', '', 11)
await join(offers, 'ben@x.example', 'ÄNNE', 11)
await join(news, 'under_score@y.example', 'Zoe', 11)
await join(news, 'underXscore@y.example', '100% Zoe', 11)
await join(news, '"a@b"@quoted.example', '', 11)
await join(gone, 'annabel@x.example', 'Annabel', 11)
await db`update lists set deleted_at = now() where client_id = ${gone.clientId} and id = ${gone.listId}`
await join(other.list, 'anne@x.example', 'Anne', 11)

type Ask = Parameters<typeof call<'Subscriber.Search'>>[1]

/** The addresses of every page to the last, which must end. */
async function found(params: Ask): Promise<readonly string[]> {
  const addresses: string[] = []
  let Cursor = ''
  for (let page = 0; page < 50; page++) {
    const { Contacts, NextCursor } = await call('Subscriber.Search', { ...target, ...params, Cursor })
    addresses.push(...rowsOf(Contacts).map(({ EmailAddress }) => EmailAddress!))
    if (NextCursor === '') return addresses
    Cursor = NextCursor!
  }
  assert.fail('the pages do not end')
}

test('a contact is one row with its memberships, and named by the one that began last', async () => {
  const page = await call('Subscriber.Search', { ...target, By: 'Address', Search: 'ANN@' })
  assert.deepEqual(page, {
    Contacts: [
      {
        EmailAddress: 'ann@x.example',
        Name: 'Anna',
        Memberships: [
          {
            ListID: offers.listPublicId,
            Title: 'Offers',
            State: 'Unsubscribed',
            StateDate: '2026-01-12 12:00:00',
            JoinedDate: '2026-01-12 12:00:00',
          },
          {
            ListID: news.listPublicId,
            Title: 'News',
            State: 'Active',
            StateDate: '2026-01-10 12:00:00',
            JoinedDate: '2026-01-10 12:00:00',
          },
        ],
        Tags: [],
      },
    ],
    NextCursor: '',
  })
})

for (const Limit of [0, 1, 2]) {
  test(`each search finds each contact once, whatever the page holds (Limit ${Limit})`, async () => {
    assert.deepEqual(await found({ By: 'Address', Search: 'an', Limit }), ['ann@x.example', 'anton@y.example'])
    assert.deepEqual(await found({ By: 'Domain', Search: 'X.example', Limit }), ['ann@x.example', 'ben@x.example'])
    assert.deepEqual(await found({ By: 'Domain', Search: '@y.example', Limit }), [
      'anton@y.example',
      'under_score@y.example',
      'underXscore@y.example',
    ])
    assert.deepEqual(await found({ By: 'Name', Search: 'ANN', Limit }), ['ann@x.example'])
    assert.equal((await found({ By: 'Address', Search: '', Limit })).length, 6)
  })
}

test('a name in letters beyond ASCII is found in any case', async () => {
  assert.deepEqual(await found({ By: 'Name', Search: 'änn' }), ['ben@x.example'])
})

test('a text is searched for as it is: it holds no pattern', async () => {
  assert.deepEqual(await found({ By: 'Address', Search: 'under_' }), ['under_score@y.example'])
  assert.deepEqual(await found({ By: 'Address', Search: '%' }), [])
  assert.deepEqual(await found({ By: 'Name', Search: '100%' }), ['underXscore@y.example'])
  assert.deepEqual(await found({ By: 'Name', Search: "'; drop table lists; --" }), [])
})

test('a domain is the part after the last @, and must match completely', async () => {
  assert.deepEqual(await found({ By: 'Domain', Search: 'quoted.example' }), ['"a@b"@quoted.example'])
  assert.deepEqual(await found({ By: 'Domain', Search: 'example' }), [])
  assert.deepEqual(await found({ By: 'Domain', Search: 'b"@quoted.example' }), [])
})

test('neither deleted lists nor another client’s contacts are found', async () => {
  assert.deepEqual(await found({ By: 'Address', Search: 'annabel' }), [])
  assert.deepEqual(await found({ By: 'Name', Search: 'annabel' }), [])
  assert.deepEqual(await found({ By: 'Address', Search: 'anne' }), [])
  assert.deepEqual(await found({ By: 'Name', Search: 'anne' }), [])
})

test('a search by domain or name takes a text, and a cursor goes with the search that gave it', async () => {
  for (const By of ['Domain', 'Name'] as const) {
    for (const Search of ['', '  ', 'a\0', 'a'.repeat(255)])
      await refused('Subscriber.Search', { ...target, By, Search }, 'InvalidParameter')
  }
  await refused('Subscriber.Search', { ...target, By: 'Domain', Search: '@' }, 'InvalidParameter')
  const { NextCursor: Cursor } = await call('Subscriber.Search', { ...target, By: 'Address', Search: 'a', Limit: 1 })
  assert.notEqual(Cursor, '')
  await refused('Subscriber.Search', { ...target, By: 'Name', Search: 'a', Cursor }, 'InvalidParameter')
})

test('another account’s client is unknown', async () => {
  await refused(
    'Subscriber.Search',
    { ...target, ClientID: other.client.clientPublicId, By: 'Address', Search: 'a' },
    'InvalidClientId',
  )
})

test('a part of three characters or more is found within a name, a shorter one at its beginning', async () => {
  assert.deepEqual(await found({ By: 'Name', Search: 'NNA' }), ['ann@x.example'])
  assert.deepEqual(await found({ By: 'Name', Search: 'nn' }), [])
  assert.deepEqual(await found({ By: 'Name', Search: 'ANNA' }), ['ann@x.example'])
  for (const Search of ['n_a', 'A%a', '\\nna']) assert.deepEqual(await found({ By: 'Name', Search }), [])
})

test('a longer text matches as one piece, and not if its parts are separated', async () => {
  const names = [
    'Reader 1400',
    'Reading order 1400',
    'READER 14001',
    'Reader  1400',
    '50%_off\\all of it',
    '50 xoff all of it',
    'ΟΔΥΣΣΕΥΣ ΣΑΣ',
  ]
  for (const [n, name] of names.entries()) await join(news, `long${n}@z.example`, name, 11)
  for (const [Search, expected] of [
    ['reader 1400', [0, 2]],
    ['ader 14', [0, 2]],
    ['order 1400', [1]],
    ['reader  1400', [3]],
    ['50%_off\\all', [4]],
    ['%_off\\all of', [4]],
    ['ΟΔΥΣΣΕΥΣ ΣΑΣ', [6]],
    ['reader 14002', []],
  ] as const)
    assert.deepEqual(
      await found({ By: 'Name', Search }),
      expected.map(n => `long${n}@z.example`),
      Search,
    )
  await db`delete from subscribers where address like '%@z.example'`
})

test('where the index cannot be, names are found by their beginning', async () => {
  await db`drop index subscribers_by_name_part`
  assert.deepEqual(await found({ By: 'Name', Search: 'nna' }), [])
  assert.deepEqual(await found({ By: 'Name', Search: 'anna', Limit: 1 }), ['ann@x.example'])
})
