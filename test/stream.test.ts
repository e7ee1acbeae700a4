/** The live stream of the whole service, over bare sockets: what happens arrives once, to those who may read it, and costs others nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordEvents } from '../src/store/events/events.ts'
import { clientsByPublicId } from '../src/store/accounts/access.ts'
import { openStream, refusedStream, type StreamItem, type StreamReader } from './harness/event-stream.ts'
import { startTestService, type TestService } from './harness/service.ts'

let service: TestService
let key: string
before(async () => {
  service = await startTestService({ LETTERSHOP_STREAMS: '20', LETTERSHOP_STREAMS_PER_CALLER: '12' })
  key = service.login.apiKey
})
const readers: StreamReader[] = []
after(async () => {
  for (const reader of readers) reader.close()
  await service?.stop()
})

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
  const [ref] = await clientsByPublicId(service.db, [value as string])
  return { publicId: value as string, id: ref!.clientId }
}

/** Things happen to a client; Place tells them apart. */
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
  for (const header of ['Content-Type: text/event-stream; charset=utf-8', 'Cache-Control: no-store', 'X-Accel-Buffering: no'])
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
