/** The live stream under bad conditions: readers that do not read, a database that goes away, a service that stops. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { databaseProxy } from '../../test/harness/database-proxy.ts'
import { openStream, type StreamReader, type StreamRequest } from '../../test/harness/event-stream.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { openLine } from '../../test/harness/socket.ts'
import { until } from '../../test/harness/until.ts'
import { access } from '../domain/access/access.ts'
import { startSequencer } from '../events/sequencer.ts'
import { readerOctets } from '../events/stream/reader.ts'
import { type EventStreamParts, startEventStream } from '../events/stream/stream.ts'
import { type Budget, budget } from '../lib/budget.ts'
import { createLog } from '../lib/log.ts'
import type { Poller } from '../lib/poller.ts'
import { connect as connectDatabase, type Database } from '../store/connection/database.ts'
import { publishEvents, recordEvents } from '../store/events/events.ts'
import { streamAuthentication } from './authenticate-stream.ts'
import { eventStreamRoute } from './event-stream.ts'
import { type HttpService, listen } from './server.ts'

const log = createLog('silent')
/** Of a stop: a service that waited for it would not end within the test's limit. */
const longerThanAnyTest = 24 * 3_600_000
let database: TestDatabase
let world: World
let sequencer: Poller
const startNumbering = () => {
  sequencer = startSequencer({ db: database.db, log, pollMs: 20 })
}
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  startNumbering()
})
after(async () => {
  await sequencer?.stop()
  await database?.drop()
})
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

interface Served {
  readonly http: HttpService
  readonly memory: Budget
  open(asked?: StreamRequest): Promise<StreamReader>
}

async function serve(
  db: Database = database.db,
  memory = budget(64 * 1_048_576),
  parts: Partial<EventStreamParts> = {},
): Promise<Served> {
  const stream = startEventStream({ db, log, eventDays: 30, lookAgainMs: 200, ...parts })
  const found = access(db)
  const route = eventStreamRoute({
    stream,
    authenticate: streamAuthentication(found.authenticate),
    findClient: found.client,
    rateLimit: () => {},
    most: 5_000,
    mostOfOne: 5_000,
    log,
  })
  const http = await listen(
    { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 1_000, requestSeconds: 5, memory, log },
    [route],
  )
  endings.push(
    () => http.stop(0),
    () => stream.stop(),
  )
  return {
    http,
    memory,
    async open(asked = {}) {
      const reader = await openStream(http.url, { key: world.accountKey, ...asked })
      endings.push(async () => reader.close())
      return reader
    },
  }
}

/** Things happen to the client; Place identifies them. */
async function happen(places: readonly number[], more = '') {
  await recordEvents(
    database.db,
    places.map(Place => ({
      clientId: world.client.clientId,
      type: 'subscriber.subscribed',
      at: new Date(),
      data: { Place, more },
    })),
  )
}

test('a reader that stops reading is cut, goes on by its id, and delays no other', async () => {
  const { memory, open } = await serve()
  const [frozen, well] = [await open(), await open()]
  await Promise.all([frozen.ready(), well.ready()])
  await happen([1])
  await frozen.until('the first', () => frozen.places().length === 1)
  const lastId = frozen.lastId()
  frozen.line.socket.pause()
  const all = [1]
  // more than the buffers of the system take, until only one reader is counted
  while (memory.used >= 2 * readerOctets) {
    const places = Array.from({ length: 50 }, (_, n) => all.length + n + 1)
    await happen(places, 'x'.repeat(10_000))
    all.push(...places)
    await well.until('all of them', () => well.places().length === all.length)
    assert.ok(memory.used < 2 * 1_048_576, `${memory.used} octets are held`)
    assert.ok(all.length < 5_000, 'a reader that does not read is not cut')
  }
  assert.deepEqual(well.places(), all)
  frozen.close()
  const again = await open({ lastId })
  await again.until('all that it missed', () => again.places().length >= all.length - 1)
  assert.deepEqual(again.places(), all.slice(1))
})

test('readers that do not read from the beginning leave the others theirs', async () => {
  const { open } = await serve()
  const opened = await Promise.all(Array.from({ length: 120 }, () => open()))
  for (const [n, reader] of opened.entries()) if (n % 2 === 1) reader.line.socket.pause()
  const reading = opened.filter((_, n) => n % 2 === 0)
  for (const reader of reading) await reader.ready()
  await happen([1, 2, 3])
  for (const reader of reading) await reader.until('three', () => reader.places().length === 3)
})

test('a reader that connects again and again misses nothing and gets nothing twice', async () => {
  const { memory, open } = await serve()
  const first = await open()
  await first.ready()
  let lastId = first.lastId()
  first.close()
  const places: unknown[] = []
  for (let n = 1; n <= 6; n++) {
    await happen([2 * n, 2 * n + 1])
    const reader = await open({ lastId })
    await reader.ready()
    await reader.until('the missed events', () => places.length + reader.places().length >= 2 * n)
    places.push(...reader.places())
    lastId = reader.lastId()
    reader.close()
  }
  assert.deepEqual(
    places,
    Array.from({ length: 12 }, (_, n) => n + 2),
  )
  await until(async () => memory.used === 0, 'the memory of readers is given back')
})

test('without memory for a reader it is refused, and nothing stays reserved', async () => {
  const { memory, open } = await serve(database.db, budget(2.5 * readerOctets))
  const opened = [await open(), await open()]
  for (const reader of opened) await reader.ready()
  const third = await open()
  assert.match(await third.line.until(/try again/), /^HTTP\/1\.1 503 [\s\S]*Retry-After: \d+/)
  for (const reader of [...opened, third]) reader.close()
  await until(async () => memory.used === 0, 'the memory is given back')
  const again = await open()
  await again.ready()
})

test('a revoked key ends the stream within the next look', async () => {
  const { open } = await serve()
  const other = await seed(database.db)
  const [withdrawn, kept] = [await open({ key: other.clientKey }), await open()]
  await Promise.all([withdrawn.ready(), kept.ready()])
  await database.db`update clients set access_level = 1 where id = ${other.client.clientId}`
  const text = await withdrawn.line.ended
  assert.ok(text.endsWith('0\r\n\r\n'), 'it ends in order')
  // its rights are less now, not none: it may connect again
  const again = await open({ key: other.clientKey })
  await again.ready()
  await database.db`update clients set access_level = 0 where id = ${other.client.clientId}`
  await again.line.ended
  assert.equal(kept.line.socket.destroyed, false)
})

test('while the database is away a stream stays open, and goes on when it is back', async () => {
  const proxy = await databaseProxy(database.url)
  const db = connectDatabase(proxy.url, { max: 4 })
  endings.push(
    () => proxy.close(),
    () => db.end({ timeout: 1 }),
  )
  const { open } = await serve(db)
  const reader = await open()
  await reader.ready()
  proxy.freeze()
  proxy.cutAll()
  await happen([1])
  await sleep(3_000)
  assert.deepEqual([reader.places(), reader.line.socket.destroyed], [[], false])
  proxy.thaw()
  proxy.cutAll()
  await reader.until('what happened meanwhile', () => reader.places().length === 1)
  await happen([2])
  await reader.until('what is new', () => reader.places().length === 2)
  assert.deepEqual(reader.places(), [1, 2])
})

test('an event whose notification was lost is found by the next comparison', async () => {
  const { open } = await serve(database.db, undefined, { compareMs: 500 })
  const reader = await open()
  await reader.ready()
  await sequencer.stop()
  await happen([1, 2])
  assert.equal(await publishEvents(database.db, world.client.clientId, 10), 2)
  await reader.until('them', () => reader.places().length === 2)
  assert.deepEqual(reader.places(), [1, 2])
  startNumbering()
})

test('a service that stops ends its streams at once and in order, those that do not read too', async () => {
  const { http, open } = await serve()
  const [well, frozen] = [await open(), await open()]
  await Promise.all([well.ready(), frozen.ready()])
  frozen.line.socket.pause()
  await http.stop(longerThanAnyTest)
  assert.ok((await well.line.ended).endsWith('0\r\n\r\n'))
})

test('nothing behind a stream on its connection is answered', async () => {
  const { http, open } = await serve()
  const reader = await open()
  await reader.ready()
  reader.line.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\n\r\n')
  await happen([1])
  await reader.until('an event', () => reader.places().length === 1)
  await http.stop(60_000)
  assert.doesNotMatch(await reader.line.ended, /HTTP\/1\.1 404/)
})

test('a streamed answer that was under way when the service stopped does not keep its connection', async () => {
  let go = () => {}
  const more = new Promise<void>(resolve => {
    go = resolve
  })
  async function* body() {
    yield 'one'
    await more
    yield 'two'
  }
  const http = await listen(
    { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 1_000, requestSeconds: 5, log },
    [async () => ({ status: 200, headers: {}, body: body() })],
  )
  const line = await openLine(http.url)
  line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await line.until(/one/)
  const stopped = http.stop(longerThanAnyTest)
  go()
  assert.match(await line.ended, /two/)
  await stopped
})
