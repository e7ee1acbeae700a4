/** Subscriber.Search by anything, and how many contacts it finds. */
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

async function join(list: ListRef, address: string, name: string, fields: object = {}, state = 'Active') {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    values (${list.clientId}, ${list.listId}, ${address}, ${address}, ${name}, ${state}, now(), now(), ${db.json(fields as never)})`
}
await join(news, 'ann@x.example', 'Ann Bloom', { Company: 'Gärtnerei Müller & Söhne', Plants: ['Rose', 'Tulip tree'] })
await join(offers, 'ann@x.example', 'Anna', {}, 'Unsubscribed')
await join(news, 'muller@y.example', 'Zoe')
await join(offers, 'zed@x.example', 'Kim MÜLLER-Lüdenscheidt', {}, 'Bounced')
await join(news, 'quote@z.example', '', { Note: `it's "quoted" & 50% \\ off:*` })
await join(gone, 'gone@x.example', 'Müller', { Company: 'Müller' })
await db`update lists set deleted_at = now() where client_id = ${gone.clientId} and id = ${gone.listId}`
await join(other.list, 'foreign@x.example', 'Müller', { Company: 'Müller' })
await db`
  insert into list_totals (client_id, list_id, active, unsubscribed, bounced)
  select client_id, list_id, count(*) filter (where state = 'Active'), count(*) filter (where state = 'Unsubscribed'),
    count(*) filter (where state = 'Bounced')
  from subscribers where client_id = ${news.clientId} group by client_id, list_id
  on conflict (client_id, list_id) do update set active = excluded.active, unsubscribed = excluded.unsubscribed, bounced = excluded.bounced`

type Ask = Omit<Parameters<typeof call<'Subscriber.Search'>>[1], 'By'>

/** Addresses of all pages, and their number as it is counted. */
async function found(Search: string, filter: Ask = {}, Limit = 1) {
  const addresses: string[] = []
  let Cursor = ''
  do {
    const page = await call('Subscriber.Search', { ...target, By: 'Any', Search, ...filter, Limit, Cursor })
    addresses.push(...rowsOf(page.Contacts).map(({ EmailAddress }) => EmailAddress!))
    Cursor = page.NextCursor!
  } while (Cursor !== '' && addresses.length < 50)
  const { Contacts, Precision } = await call('Subscriber.CountFound', { ...target, Search, ...filter })
  assert.deepEqual([Contacts, Precision], [addresses.length, 'Exact'], Search)
  return addresses
}

const all = ['ann@x.example', 'muller@y.example', 'quote@z.example', 'zed@x.example']

for (const [text, expected] of [
  ['', all],
  ['MUL', ['muller@y.example']],
  ['müller', ['ann@x.example', 'zed@x.example']],
  ['söhne gärt', ['ann@x.example']],
  ['tulip', ['ann@x.example']],
  ['Company', []],
  ['x.example', ['ann@x.example', 'zed@x.example']],
  ['@x.example', ['ann@x.example', 'zed@x.example']],
  ['ann@x', ['ann@x.example']],
  ['loom', ['ann@x.example']],
  ['lo', []],
  [`it's "quoted"`, ['quote@z.example']],
  ['off:*', ['quote@z.example']],
  ['50% &', ['quote@z.example']],
  ["':* | '", []],
  ['& | !', []],
  ['müller zed', []],
] as const)
  test(`${JSON.stringify(text)} finds ${expected.length} contacts, each once, whatever the size of a page`, async () => {
    for (const limit of [1, 3, 50]) assert.deepEqual(await found(text, {}, limit), expected)
  })

test('lists, states and a tag restrict what is found', async () => {
  const tag = '5'.repeat(32)
  await db`insert into contact_tags (client_id, public_id, name) values (${news.clientId}, ${tag}, 'vip')`
  await db`
    insert into tagged_contacts (client_id, tag_id, address, source)
    select client_id, id, unnest(array['zed@x.example', 'muller@y.example']), 'hand' from contact_tags where client_id = ${news.clientId}`
  const [onNews, onOffers] = [{ ListIDs: [news.listPublicId] }, { ListIDs: [offers.listPublicId] }]
  assert.deepEqual(await found('', onOffers), ['ann@x.example', 'zed@x.example'])
  assert.deepEqual(await found('', { ...onOffers, States: ['Bounced'] }), ['zed@x.example'])
  assert.deepEqual(await found('', { States: ['Unsubscribed', 'Bounced'] }), ['ann@x.example', 'zed@x.example'])
  assert.deepEqual(await found('müller', onOffers), ['zed@x.example'])
  assert.deepEqual(await found('müller', onNews), ['ann@x.example'])
  assert.deepEqual(await found('', { Tag: 'VIP' }), ['muller@y.example', 'zed@x.example'])
  assert.deepEqual(await found('', { Tag: 'vip', ...onOffers }), ['zed@x.example'])
  assert.deepEqual(await found('müller', { Tag: tag }), ['zed@x.example'])
  assert.deepEqual(await found('', { ListIDs: [news.listPublicId, offers.listPublicId] }), all)
})

test('what is no list, state or tag of the client is refused, and filters go with Any', async () => {
  const any = { ...target, By: 'Any', Search: '' } as const
  await refused('Subscriber.Search', { ...any, ListIDs: [other.list.listPublicId] }, 'InvalidListId')
  await refused('Subscriber.Search', { ...any, ListIDs: ['nonsense'] }, 'InvalidListId')
  await refused('Subscriber.Search', { ...any, ListIDs: Array(51).fill(news.listPublicId) }, 'InvalidParameter')
  await refused('Subscriber.Search', { ...any, States: ['Lost'] }, 'InvalidParameter')
  await refused('Subscriber.Search', { ...any, Tag: 'Missing' }, 'UnknownTag')
  await refused('Subscriber.Search', { ...any, Search: 'a\0b' }, 'InvalidParameter')
  await refused('Subscriber.Search', { ...any, By: 'Address', States: ['Active'] }, 'InvalidParameter')
  await refused('Subscriber.CountFound', { ...target, Search: '', Tag: 'Missing' }, 'UnknownTag')
})

test('of many memberships on several lists the contacts are estimated, and of many that a text finds it is said that there are more', async () => {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${news.clientId}, l, a, a, 'Many', 'Active', now(), now()
    from generate_series(1, 11000) n cross join lateral (select 'many' || n || '@many.example' as a) x, unnest(${[news.listId, offers.listId]}::bigint[]) l`
  await db`
    update list_totals set active = active + 11000
    where client_id = ${news.clientId} and list_id = any (${[news.listId, offers.listId]}::bigint[])`
  const about = await call('Subscriber.CountFound', { ...target, Search: '' })
  assert.equal(about.Precision, 'About')
  assert.ok(Math.abs(about.Contacts - 11_004) < 200, String(about.Contacts))
  assert.deepEqual(await call('Subscriber.CountFound', { ...target, Search: '', ListIDs: [news.listPublicId] }), {
    Contacts: 11_003,
    Precision: 'Exact',
  })
  const many = await call('Subscriber.CountFound', { ...target, Search: 'many' })
  assert.deepEqual(many, { Contacts: 10_000, Precision: 'AtLeast' })
})

test('where the index cannot be, custom fields are not searched', async () => {
  await db`drop index subscribers_by_field_word`
  assert.deepEqual(await found('tulip'), [])
})
