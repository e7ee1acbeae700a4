/** The live stream of the whole service, over bare sockets: what happens arrives once, to those who may read it, and costs others nothing. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setEditing } from '../src/domain/revisions/editing.ts'
import { readClientsByPublicId } from '../src/store/accounts/access.ts'
import { recordEvents } from '../src/store/events/events.ts'
import { openStream, refusedStream, type StreamItem, type StreamReader } from './harness/event-stream.ts'
import { fencesOf, root } from './harness/markdown.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { seen, until } from './harness/until.ts'

let service: TestService
let key: string
before(async () => {
  service = await startTestService({ LETTERSHOP_STREAMS: '20', LETTERSHOP_STREAMS_PER_CALLER: '12' })
  key = service.login.apiKey
})
const readers: StreamReader[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
after(() => service?.stop())

interface Client {
  readonly publicId: string
  readonly id: number
}

let clients = 0
async function newClient(): Promise<Client> {
  const n = ++clients
  const { value } = await service.call('Client.Create', {
    CompanyName: `Client ${n}`,
    ContactName: 'Carla',
    EmailAddress: `carla${n}@bloom.example`,
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const [ref] = await readClientsByPublicId(service.db, [value as string])
  return { publicId: value as string, id: ref!.clientId }
}

/** Records events of a client; Place distinguishes them. */
async function happen({ id }: Client, ...places: readonly number[]) {
  await recordEvents(
    service.db,
    places.map(Place => ({ clientId: id, type: 'subscriber.subscribed', at: new Date(), data: { Place } })),
  )
}

async function stream(asked: Parameters<typeof openStream>[1] = {}): Promise<StreamReader> {
  const reader = await openStream(service.url, { key, ...asked })
  readers.push(reader)
  return reader
}

const placesOf = (items: readonly StreamItem[], { publicId }: Client) =>
  items.filter(({ client, event }) => client === publicId && event).map(({ event }) => event!.Data.Place)

test('what happens arrives with its client and its sequence, as Event.List has it', async () => {
  const client = await newClient()
  const reader = await stream()
  await reader.ready()
  assert.match(reader.head(), /^HTTP\/1\.1 200 /)
  for (const header of [
    'Content-Type: text/event-stream; charset=utf-8',
    'Cache-Control: no-store',
    'X-Accel-Buffering: no',
  ])
    assert.ok(reader.head().includes(header), header)
  assert.doesNotMatch(reader.head(), /content-encoding|set-cookie/i)
  await happen(client, 1, 2)
  const items = await reader.until('two events', all => placesOf(all, client).length === 2)
  const { value } = await service.call('Event.List', { ClientID: client.publicId, Since: 0, Limit: 10 })
  const listed = value as { Sequence: number; Type: string; Date: string; Data: string }[]
  assert.deepEqual(
    items.filter(({ client: of }) => of === client.publicId),
    listed.map(({ Sequence, Type, Date: at, Data }) => ({
      topic: 'event',
      client: client.publicId,
      id: `${Sequence}`,
      event: { Sequence, Type, Date: at, Data: JSON.parse(Data) },
    })),
  )
  reader.close()
})

test('a reader that comes back gets what it missed, once, in order', async () => {
  const [one, other] = [await newClient(), await newClient()]
  const first = await stream()
  await first.ready()
  await happen(one, 1, 2, 3)
  await first.until('three events', all => placesOf(all, one).length === 3)
  const lastId = first.lastId()
  first.close()
  await happen(one, 4, 5)
  await happen(other, 6)
  const second = await stream({ lastId })
  await second.until('what was missed', all => placesOf(all, one).length === 2 && placesOf(all, other).length === 1)
  await happen(one, 7)
  await second.until('what is new', all => placesOf(all, one).length === 3)
  assert.deepEqual(placesOf(second.items(), one), [4, 5, 7])
  assert.deepEqual(placesOf(second.items(), other), [6])
  // and again, as ?after= for who cannot set a header
  const third = await stream({ query: `?after=${encodeURIComponent(lastId)}&client=${one.publicId}` })
  await third.until('all since then', all => placesOf(all, one).length === 3)
  assert.deepEqual(third.places(), [4, 5, 7])
  second.close()
  third.close()
})

test('an account hears of a client that was created while it reads, from its first event on', async () => {
  const reader = await stream()
  await reader.ready()
  const client = await newClient()
  await happen(client, 1, 2)
  await reader.until('its events', all => placesOf(all, client).length === 2)
  assert.deepEqual(placesOf(reader.items(), client), [1, 2])
  reader.close()
})

test('more events than a message takes arrive in order, in at most four messages a second', async () => {
  const client = await newClient()
  const [reader, slow] = [await stream({ query: `?client=${client.publicId}` }), await stream()]
  await Promise.all([reader.ready(), slow.ready()])
  const lastId = reader.lastId()
  const begin = performance.now()
  const all = Array.from({ length: 2_500 }, (_, n) => n + 1)
  for (let at = 0; at < all.length; at += 100) await happen(client, ...all.slice(at, at + 100))
  await reader.until('all of them', items => items.length === all.length)
  const seconds = (performance.now() - begin) / 1000
  assert.deepEqual(reader.places(), all)
  assert.ok(reader.messages().length <= Math.ceil(seconds * 4) + 1, `${reader.messages().length} in ${seconds} s`)
  // who was away has the same, in messages of a bounded size
  const late = await stream({ lastId, query: `?client=${client.publicId}` })
  const begun = performance.now()
  await late.until('all of them', items => items.length === all.length)
  assert.deepEqual(late.places(), all)
  assert.ok(late.messages().length <= Math.ceil((performance.now() - begun) / 250) + 1)
  assert.ok(late.messages().length >= 5)
  for (const one of [reader, slow, late]) one.close()
})

test('opening or leaving an editor reaches those who may draft, and renewals do not', async () => {
  const client = await newClient()
  const CampaignID = 'c'.repeat(32)
  const item = { clientId: client.id, kind: 'campaign', itemId: 1, publicId: CampaignID } as const
  const principal = { kind: 'person', id: 1, loginId: 0, username: 'Eva Moss', accountId: 0, grants: [] } as const
  const query = `?client=${client.publicId}`
  const [reader, other] = [await stream({ query }), await stream({ query, key: await login(client, 3) })]
  await Promise.all([reader.ready(), other.ready()])
  const editingOf = (items: readonly StreamItem[]) => items.filter(({ topic }) => topic === 'editing')
  const edit = (isEditing: boolean) => setEditing(service.db, item, isEditing, principal, new Date())
  await edit(true)
  const [first] = editingOf(await reader.until('who edits', items => editingOf(items).length === 1))
  assert.deepEqual(first, { topic: 'editing', client: client.publicId, id: CampaignID })
  await edit(true)
  await happen(client, 1)
  await reader.until('an event behind the renewal', items => placesOf(items, client).length === 1)
  assert.equal(editingOf(reader.items()).length, 1)
  await edit(false)
  await reader.until('who left', items => editingOf(items).length === 2)
  await happen(client, 2)
  await other.until('events alone', items => placesOf(items, client).length === 2)
  assert.deepEqual(editingOf(other.items()), [])
  for (const one of [reader, other]) one.close()
})

describe('the counters of a campaign', () => {
  async function campaign({ id }: Client, state: string): Promise<{ id: number; publicId: string }> {
    const [row] = await service.db<{ id: number; publicId: string }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
      values (${id}, 'Spring', 'Spring', 'Carla', 'c@bloom.example', 'c@bloom.example', 'http://x/', '', ${state}, now())
      returning id, public_id`
    await service.db`
      insert into campaign_totals (client_id, campaign_id, recipients, planned) values (${id}, ${row!.id}, 100, 100)`
    return row!
  }
  async function count({ id }: Client, { id: campaignId }: { id: number }, accepted: number) {
    await service.db`
      update campaign_totals set accepted = ${accepted}, planned = 100 - ${accepted}
      where client_id = ${id} and campaign_id = ${campaignId}`
  }
  const finish = ({ id }: Client, { id: campaignId }: { id: number }) => service.db`
    update campaigns set state = 'sent', finished_at = now() where client_id = ${id} and id = ${campaignId}`
  const countersOf = (items: readonly StreamItem[], id: string) =>
    items.filter(item => item.topic === 'counters' && item.id === id).map(({ counters }) => counters!)

  test('arrive when a reader comes and when they change, and equal those of Campaign.GetProgress', async () => {
    const client = await newClient()
    const [sending, draft] = [await campaign(client, 'sending'), await campaign(client, 'draft')]
    const reader = await stream({ query: `?client=${client.publicId}` })
    await reader.until('the first counters', items => countersOf(items, sending.publicId).length > 0)
    await count(client, sending, 40)
    await reader.until('40', items => countersOf(items, sending.publicId).at(-1)?.Accepted === 40)
    await count(client, sending, 100)
    await finish(client, sending)
    await reader.until('the end', items => countersOf(items, sending.publicId).at(-1)?.State === 'Sent')
    const { value } = await service.call('Campaign.GetProgress', { CampaignID: sending.publicId })
    assert.deepEqual(countersOf(reader.items(), sending.publicId).at(-1), value)
    assert.ok(reader.items().every(item => item.client === client.publicId && item.id !== draft.publicId))
    // who comes an hour or less after the end has them too
    const late = await stream({ query: `?client=${client.publicId}` })
    await late.until('the end', items => countersOf(items, sending.publicId).at(-1)?.State === 'Sent')
    for (const one of [reader, late]) one.close()
  })

  test('of a campaign that ended while its reader was away and the service began anew', async () => {
    const client = await newClient()
    const sending = await campaign(client, 'sending')
    const reader = await stream({ query: `?client=${client.publicId}` })
    await reader.until('counters', items => countersOf(items, sending.publicId).length > 0)
    // its last id names what is being sent
    await happen(client, 1)
    await reader.until('an event', () => reader.places().length === 1)
    const lastId = reader.lastId()
    reader.close()
    await finish(client, sending)
    for (const one of readers.splice(0)) one.close()
    // without readers the process forgets the campaigns that it followed
    await sleep(3_000)
    const again = await stream({ query: `?client=${client.publicId}`, lastId })
    await again.until('the end', items => countersOf(items, sending.publicId).at(-1)?.State === 'Sent')
    assert.deepEqual(again.places(), [])
    again.close()
  })

  test('come without events to a login that may read reports alone', async () => {
    const client = await newClient()
    const sending = await campaign(client, 'sending')
    for (const [level, topics] of [
      [1, ['counters']],
      [3, ['counters', 'event']],
    ] as const) {
      const clientKey = await login(client, level)
      const reader = await stream({ key: clientKey })
      await reader.until('counters', items => countersOf(items, sending.publicId).length > 0)
      await happen(client, level)
      await count(client, sending, level)
      await reader.until('new counters', items => countersOf(items, sending.publicId).at(-1)?.Accepted === level)
      if (topics.length === 2) await reader.until('the event', items => items.some(({ topic }) => topic === 'event'))
      assert.deepEqual([...new Set(reader.items().map(({ topic }) => topic))].sort(), [...topics].sort())
      reader.close()
    }
    await finish(client, sending)
  })
})

/** A login of the client with these rights. @returns its key */
async function login({ publicId, id }: Client, level: number): Promise<string> {
  const access = {
    ClientID: publicId,
    AccessLevel: level,
    Username: `carla${id}`,
    Password: 'a password of carla',
    BillingType: 'UserPaysOnClientsBehalf',
    Currency: 'USD',
    DeliveryFee: '0',
    CostPerRecipient: '0',
    DesignAndSpamTestFee: '0',
  }
  const { status, value } = await service.call('Client.UpdateAccessAndBilling', access)
  assert.equal(status, 200, JSON.stringify(value))
  const asked = { SiteUrl: 'http://agency.example/', Username: access.Username, Password: access.Password }
  const found = await service.call('User.GetApiKey', asked)
  assert.equal(found.status, 200, JSON.stringify(found.value))
  return found.value as string
}

test('a reader hears of the clients it reaches and no others', async () => {
  const [mine, theirs] = [await newClient(), await newClient()]
  const own = await stream({ key: await login(mine, 3) })
  const narrowed = await stream({ query: `?client=${theirs.publicId}` })
  const both = await stream({ query: `?client=${theirs.publicId}&client=${mine.publicId}` })
  for (const reader of [own, narrowed, both]) await reader.ready()
  await happen(theirs, 1)
  await happen(mine, 2)
  await both.until('both', () => both.places().length === 2)
  await own.until('its own', () => own.places().length === 1)
  await narrowed.until('what was asked for', () => narrowed.places().length === 1)
  await happen(mine, 3)
  await both.until('all', () => both.places().length === 3)
  assert.deepEqual([own.places()[0], narrowed.places()], [2, [1]])
  assert.ok(own.items().every(({ client }) => client === mine.publicId))
  // an id names what its reader read, and nothing of others
  const read = Buffer.from(own.lastId().slice(3), 'base64url').toString('hex')
  assert.ok(read.includes(mine.publicId) && !read.includes(theirs.publicId))
  for (const reader of [own, narrowed, both]) reader.close()
})

test('a key that was rotated or withdrawn ends its streams', async () => {
  const client = await newClient()
  const reader = await stream({ key: await login(client, 3) })
  await reader.ready()
  const other = await stream()
  await other.ready()
  const closed = await service.call('Client.UpdateAccessAndBilling', {
    ClientID: client.publicId,
    AccessLevel: 0,
    Username: '',
    Password: '',
    BillingType: 'UserPaysOnClientsBehalf',
    Currency: 'USD',
    DeliveryFee: '0',
    CostPerRecipient: '0',
    DesignAndSpamTestFee: '0',
  })
  assert.equal(closed.status, 200, JSON.stringify(closed.value))
  await reader.line.ended
  assert.match(reader.line.received(), /0\r\n\r\n$/, 'it ends in order')
  assert.equal(other.line.socket.destroyed, false)
  other.close()
})

describe('refused are', () => {
  for (const [what, asked, status, code] of [
    ['a caller without a key', { key: undefined }, 401, 100],
    ['an unknown key', { key: '0'.repeat(32) }, 401, 100],
    ['POST', { method: 'POST' }, 405, 13],
    ['HEAD', { method: 'HEAD' }, 405, undefined],
    ['an unknown client', { query: `?client=${'0'.repeat(32)}` }, 404, 102],
    ['a client that is no identifier', { query: '?client=all' }, 404, 102],
    ['a key in the address', { query: `?ApiKey=${'0'.repeat(32)}` }, 400, 2],
    ['an invalid id', { lastId: '42' }, 400, 6],
    ['an id of another form', { lastId: 'p2.AAAAAAAAAAA' }, 400, 6],
    ['an id cut short', { query: '?after=p1.AAAAAAAA' }, 400, 6],
    ['an id with too much', { query: `?after=p1.${'A'.repeat(12)}` }, 400, 6],
    ['an endless id', { query: `?after=p1.${'A'.repeat(20_000)}` }, 400, 6],
    ['too many clients', { query: `?${Array.from({ length: 101 }, (_, n) => `client=${n}`).join('&')}` }, 400, 6],
  ] as const) {
    test(what, async () => {
      const answer = await refusedStream(service.url, { key, ...asked })
      assert.deepEqual([answer.status, answer.body.code], [status, code])
      if (status === 405) assert.equal(answer.headers.allow, 'GET')
      assert.equal(answer.headers['cache-control'], 'no-store')
    })
  }

  test('a login without any right that a topic needs', async () => {
    const client = await newClient()
    const answer = await refusedStream(service.url, { key: await login(client, 2) })
    assert.deepEqual([answer.status, answer.body.code], [403, 103])
  })

  test('one stream too many of a caller, and of all, with a time to wait; places are given back', async () => {
    for (const reader of readers.splice(0)) reader.close()
    const own = await fill({ key }, 12)
    const crowded = await refusedStream(service.url, { key })
    assert.deepEqual([crowded.status, crowded.body.code, crowded.headers['retry-after']], [429, 8, '30'])
    const clientKey = await login(await newClient(), 3)
    const others = await fill({ key: clientKey }, 8)
    const full = await refusedStream(service.url, { key: clientKey })
    assert.deepEqual([full.status, full.body.code, full.headers['retry-after']], [503, 15, '5'])
    for (const reader of [...own, ...others]) reader.close()
    for (const reader of await fill({ key }, 12)) reader.close()
  })
})

/** So many streams at once; places of those that were closed just now may not be free at once. */
async function fill(asked: Parameters<typeof stream>[0], count: number): Promise<readonly StreamReader[]> {
  const opened: StreamReader[] = []
  await until(async () => {
    const reader = await stream(asked)
    const answer = await reader.line.until(/^HTTP\/1\.1 \d{3}/)
    if (answer.startsWith('HTTP/1.1 200')) opened.push(reader)
    else reader.close()
    return opened.length === count
  }, `${count} streams`)
  return opened
}

test('events that are kept no more are a reset, and so are those of a database that was restored', async () => {
  const [old, restored] = [await newClient(), await newClient()]
  await happen(old, 1, 2, 3)
  await happen(restored, 1, 2, 3)
  const first = await stream()
  await first.ready()
  await happen(old, 4)
  await happen(restored, 4)
  await first.until('both', all => placesOf(all, old).length > 0 && placesOf(all, restored).length > 0)
  const lastId = first.lastId()
  first.close()
  await happen(old, 5, 6, 7)
  const other = await stream()
  await other.ready()
  await happen(old, 8)
  await other.until('it', all => placesOf(all, old).length > 0)
  other.close()
  await service.db`delete from published_events where client_id = ${old.id} and sequence <= 6`
  await service.db`update event_heads set first_kept = 7 where client_id = ${old.id}`
  await service.db`delete from published_events where client_id = ${restored.id} and sequence > 2`
  await service.db`update event_heads set last_sequence = 2 where client_id = ${restored.id}`
  for (const reader of readers.splice(0)) reader.close()
  await sleep(3_000)
  const again = await stream({ lastId })
  await again.until('two resets', all => all.filter(({ topic }) => topic === 'reset').length === 2)
  await happen(old, 9)
  await happen(restored, 10)
  await again.until('what is new', all => placesOf(all, old).length === 1 && placesOf(all, restored).length === 1)
  assert.deepEqual([placesOf(again.items(), old), placesOf(again.items(), restored)], [[9], [10]])
  assert.deepEqual(
    again
      .items()
      .filter(({ topic }) => topic === 'reset')
      .map(({ client, id }) => [client, id])
      .sort(),
    [
      [old.publicId, '8'],
      [restored.publicId, '2'],
    ].sort(),
  )
  again.close()
})

test("the documentation's own reader hears what happens, and goes on where its connection broke", async () => {
  const fences = fencesOf(await readFile(join(root, 'docs/stream.md'), 'utf8'))
  const example = fences.find(({ info }) => info === 'js stream')
  assert.ok(example, 'docs/stream.md has a reader')
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const read = new AsyncFunction('url', 'key', 'signal', 'onItem', example.text)
  const client = await newClient()
  const items: StreamItem[] = []
  const stopping = new AbortController()
  const clientKey = await login(client, 3)
  const reading = read(service.url, clientKey, stopping.signal, (item: StreamItem) => items.push(item)).catch(
    (error: Error) => error,
  )
  // a first message shows that it reads
  await until(async () => {
    await happen(client, 1)
    return items.length > 0
  }, 'it reads')
  // other rights end its stream; it comes back by itself
  await login(client, 19)
  await happen(client, 2)
  await seen(
    'the next',
    async () => items.at(-1)?.event?.Data.Place,
    place => place === 2,
  )
  const sequences = items.map(({ id }) => Number(id))
  assert.deepEqual(
    sequences,
    sequences.map((_, n) => sequences[0]! + n),
  )
  stopping.abort()
  assert.equal((await reading)?.name, 'AbortError')
})
