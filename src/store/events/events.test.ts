/** Events are published if and only if they were committed, once, without gaps, and never before a reader's position. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed } from '../../../test/harness/seed.ts'
import {
  endEvents,
  eventTypes,
  type NewEvent,
  publishEvents,
  readClientsToPublish,
  readEventBounds,
  readEventsAfter,
  recordEvents,
} from './events.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

const happened = (clientId: number, n: number): NewEvent => ({
  clientId,
  type: eventTypes[n % eventTypes.length]!,
  at: new Date('2026-03-20T09:30:00Z'),
  data: { EmailAddress: `r${n}@x.example`, Place: n },
})

async function publishedOf(clientId: number, after = 0) {
  const rows = await readEventsAfter(database.db, clientId, {
    after,
    upTo: Number.MAX_SAFE_INTEGER,
    types: [],
    timeZone: 'Europe/Berlin',
    most: 1000,
  })
  return rows.map(({ sequence, data }) => [sequence, data.Place])
}

async function newClient() {
  return (await seed(database.db)).client.clientId
}

describe('the sequencer', () => {
  test('events are numbered from 1 in the order they were written, for each client on its own', async () => {
    const { db } = database
    const [one, other] = [await newClient(), await newClient()]
    await recordEvents(db, [happened(one, 1), happened(other, 2), happened(one, 3)])
    await recordEvents(db, [happened(one, 4)])
    assert.deepEqual(await publishedOf(one), [])
    assert.deepEqual(await readClientsToPublish(db, 0, 10), [one, other])
    assert.equal(await publishEvents(db, one, 2), 2)
    assert.equal(await publishEvents(db, one, 2), 1)
    assert.equal(await publishEvents(db, one, 2), 0)
    assert.equal(await publishEvents(db, other, 2), 1)
    assert.deepEqual(await publishedOf(one), [
      [1, 1],
      [2, 3],
      [3, 4],
    ])
    assert.deepEqual(await publishedOf(other), [[1, 2]])
    assert.deepEqual(await readEventBounds(db, one), { last: 3, firstKept: 1 })
    assert.deepEqual(await readClientsToPublish(db, 0, 10), [])
  })

  test('rolled back events are never published', async () => {
    const { db } = database
    const client = await newClient()
    await assert.rejects(
      db.begin(async sql => {
        await recordEvents(sql, [happened(client, 1)])
        throw new Error('never mind')
      }),
      /never mind/,
    )
    await recordEvents(db, [happened(client, 2)])
    await publishEvents(db, client, 10)
    assert.deepEqual(await publishedOf(client), [[1, 2]])
  })

  test('events of a late commit are published late, and no reader misses them', async () => {
    const { db } = database
    const client = await newClient()
    let commit = () => {}
    const held = new Promise<void>(resolve => {
      commit = resolve
    })
    let written = () => {}
    const early = new Promise<void>(resolve => {
      written = resolve
    })
    const late = db.begin(async sql => {
      await recordEvents(sql, [happened(client, 1)])
      written()
      await held
    })
    await early
    await recordEvents(db, [happened(client, 2), happened(client, 3)])
    assert.equal(await publishEvents(db, client, 10), 2)
    assert.deepEqual(await publishedOf(client), [
      [1, 2],
      [2, 3],
    ])
    commit()
    await late
    assert.deepEqual(await readClientsToPublish(db, client - 1, 1), [client])
    assert.equal(await publishEvents(db, client, 10), 1)
    assert.deepEqual(await publishedOf(client, 2), [[3, 1]])
  })

  test('many writers and publishers leave no gap and publish each event once', async () => {
    const { db } = database
    const client = await newClient()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) await db.begin(sql => recordEvents(sql, [happened(client, writer * 25 + n)]))
    })
    let writing = true
    const readers = Array.from({ length: 3 }, async () => {
      let seen = 0
      while (writing) {
        await publishEvents(db, client, 7)
        // no event appears before a reader's position
        const rows = await publishedOf(client, seen)
        assert.deepEqual(
          rows.map(([sequence]) => sequence),
          rows.map((_, index) => seen + index + 1),
        )
        seen += rows.length
      }
    })
    await Promise.all(writers)
    writing = false
    await Promise.all(readers)
    while ((await publishEvents(db, client, 50)) !== 0);
    const rows = await publishedOf(client)
    assert.deepEqual(
      rows.map(([sequence]) => sequence),
      Array.from({ length: 200 }, (_, index) => index + 1),
    )
    assert.equal(new Set(rows.map(([, place]) => place)).size, 200)
    for (let writer = 0; writer < 8; writer++) {
      const own = rows.map(([, place]) => place as number).filter(place => Math.floor(place / 25) === writer)
      assert.deepEqual(
        own,
        [...own].sort((a, b) => a - b),
        'what one connection wrote is published in its order',
      )
    }
  })
})

describe('the end of their time', () => {
  test('ends for old events, oldest first, and the rest keep their numbers', async () => {
    const { db } = database
    const client = await newClient()
    await recordEvents(
      db,
      Array.from({ length: 5003 }, (_, n) => happened(client, n)),
    )
    await publishEvents(db, client, 10_000)
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    await db`update published_events set published_at = case when sequence <= 5001 then ${day(1)} else ${day(3)} end where client_id = ${client}`
    await endEvents(db, client, day(2))
    assert.deepEqual(await readEventBounds(db, client), { last: 5003, firstKept: 5002 })
    await endEvents(db, client, day(4))
    assert.deepEqual(await readEventBounds(db, client), { last: 5003, firstKept: 5004 })
    await recordEvents(db, [happened(client, 9)])
    await publishEvents(db, client, 10)
    assert.deepEqual(await publishedOf(client, 5003), [[5004, 9]])
  })
})
