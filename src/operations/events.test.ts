/** Finding events of a client by type, contact, object and day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { type EventType, publishEvents, recordEvents } from '../store/events/events.ts'
import { events } from './events.ts'
import { lists } from './lists.ts'

const { db, world, other, call } = await operationsTest({ ...events, ...lists })

const ApiKey = world.accountKey
const { clientId, clientPublicId: ClientID } = world.client
const settings = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }

interface Found {
  readonly Sequence: number
  readonly Type: string
  readonly Date: string
  readonly Data: string
  readonly Subjects: readonly { readonly Kind: string; readonly Name: string; readonly State: string }[]
}

async function find(params: object = {}): Promise<{ readonly found: readonly Found[]; readonly next: string }> {
  const { Events, NextCursor } = await call('Event.Find', { ApiKey, ClientID, ...params })
  return { found: Events as unknown as readonly Found[], next: NextCursor! } // pages are arrays
}
const addresses = async (params: object) =>
  (await find(params)).found.map(({ Data }) => (JSON.parse(Data) as { EmailAddress?: string }).EmailAddress)

/** Events that were numbered as soon as they happened. */
async function happened(rows: readonly { readonly type: EventType; readonly at: string; readonly data: object }[]) {
  await recordEvents(
    db,
    rows.map(({ type, at, data }) => ({ clientId, type, at: new Date(at), data: { ...data } })),
  )
  await publishEvents(db, clientId, rows.length)
  await db`update published_events set published_at = at where client_id = ${clientId}`
}

const refuses = (params: object, name: RefusalName) =>
  assert.rejects(call('Event.Find', { ApiKey, ClientID, ...params }), { refusal: name })

const createList = async (Title: string) =>
  (await call('List.Create', { ApiKey, ClientID, Title, ...settings })) as unknown as string
const kew = await createList('Kew')
const rest = await createList('The rest')
const theirs = other.list.listPublicId
const unknown = '0123456789abcdef0123456789abcdef'

await happened([
  { type: 'subscriber.subscribed', at: '2026-10-24T21:59:59Z', data: { EmailAddress: 'sat@x.example', ListID: kew } },
  { type: 'subscriber.subscribed', at: '2026-10-24T22:00:00Z', data: { EmailAddress: 'Sun@x.example', ListID: kew } },
  {
    type: 'subscriber.unsubscribed',
    at: '2026-10-25T22:59:59Z',
    data: { EmailAddress: 'late@x.example', ListID: rest },
  },
  { type: 'campaign.started', at: '2026-10-25T23:00:00Z', data: { CampaignID: unknown, ListIDs: [kew] } },
  { type: 'subscriber.deleted', at: '2026-10-26T09:00:00Z', data: { EmailAddress: 'mon@x.example', ListID: theirs } },
])

test('all events of a client are found, the newest first', async () => {
  assert.deepEqual(await addresses({}), [
    'mon@x.example',
    undefined,
    'late@x.example',
    'Sun@x.example',
    'sat@x.example',
  ])
})

test('an address is found in any case, and by nothing but the whole of it', async () => {
  assert.deepEqual(await addresses({ EmailAddress: ' SUN@X.example ' }), ['Sun@x.example'])
  assert.deepEqual(await addresses({ EmailAddress: 'un@x.example' }), [])
})

test('events are found by some types at once', async () => {
  assert.deepEqual(await addresses({ Types: ['subscriber.unsubscribed', 'subscriber.deleted'] }), [
    'mon@x.example',
    'late@x.example',
  ])
  assert.equal((await find({ Types: [] })).found.length, 5)
})

test('an object is found among one identifier and among several, with capital letters too', async () => {
  assert.deepEqual(await addresses({ SubjectID: kew.toUpperCase() }), [undefined, 'Sun@x.example', 'sat@x.example'])
  assert.deepEqual(await addresses({ SubjectID: unknown, EmailAddress: 'sat@x.example' }), [])
})

test('a day is one of the client, 25 hours long where summer time ends', async () => {
  assert.deepEqual(await addresses({ From: '2026-10-25', Until: '2026-10-26' }), ['late@x.example', 'Sun@x.example'])
  assert.deepEqual(await addresses({ From: '2026-10-26' }), ['mon@x.example', undefined])
  assert.deepEqual(await addresses({ Until: '2026-10-25 00:00:00' }), ['sat@x.example'])
})

test('objects are named: present, deleted, and of another client or unknown without a name', async () => {
  await call('List.Delete', { ApiKey, ListID: rest })
  const named = async (params: object) =>
    (await find(params)).found.map(({ Subjects }) => Subjects.map(({ Kind, Name, State }) => [Kind, Name, State]))
  assert.deepEqual(await named({ EmailAddress: 'sat@x.example' }), [[['List', 'Kew', 'Present']]])
  assert.deepEqual(await named({ EmailAddress: 'late@x.example' }), [[['List', 'The rest', 'Deleted']]])
  assert.deepEqual(await named({ EmailAddress: 'mon@x.example' }), [[['List', '', 'Unknown']]])
  assert.deepEqual(await named({ Types: ['campaign.started'] }), [[['Campaign', '', 'Unknown']]])
})

test('pages follow each other without a gap, and the last one has no cursor', async () => {
  const pages: (readonly (string | undefined)[])[] = []
  for (let Cursor = '', isMore = true; isMore; ) {
    const { found, next } = await find({ Cursor, Limit: 2 })
    pages.push(found.map(event => event.Date))
    Cursor = next
    isMore = next !== ''
  }
  assert.deepEqual(pages, [
    ['2026-10-26 10:00:00', '2026-10-26 00:00:00'],
    ['2026-10-25 23:59:59', '2026-10-25 00:00:00'],
    ['2026-10-24 23:59:59'],
  ])
})

test('what is far behind events that do not match is found by the cursors of pages that have none', async () => {
  const [head] = await db<{ last: number }[]>`
    update event_heads set last_sequence = last_sequence + 20500 where client_id = ${clientId}
    returning last_sequence - 20500 as last`
  await db`
    insert into published_events (client_id, sequence, type, at, published_at, data)
    select ${clientId}, ${head!.last}::bigint + n, 'recipient.opened', now(), now(), '{"EmailAddress": "reader@x.example"}'
    from generate_series(1, 20500) n`
  const wanted = { EmailAddress: 'sat@x.example', Limit: 10 }
  let calls = 0
  let found: readonly Found[] = []
  for (let Cursor = '', isMore = true; isMore && calls < 10; calls++) {
    const page = await find({ ...wanted, Cursor })
    found = [...found, ...page.found]
    Cursor = page.next
    isMore = page.next !== ''
  }
  assert.equal(calls, 3)
  assert.deepEqual(
    found.map(({ Type }) => Type),
    ['subscriber.subscribed'],
  )
})

test('another account does not find them, and what is no filter is refused', async () => {
  await refuses({ ApiKey: other.accountKey }, 'InvalidClientId')
  await refuses({ Types: ['subscriber.vanished'] }, 'InvalidEventType')
  await refuses({ EmailAddress: 'no address' }, 'InvalidEmail')
  await refuses({ SubjectID: 'Kew' }, 'InvalidParameter')
  await refuses({ From: '26.10.2026' }, 'InvalidDate')
  await refuses({ From: '2026-10-26', Until: '2026-10-26' }, 'InvalidDate')
  await refuses({ Cursor: 'x' }, 'InvalidParameter')
})
