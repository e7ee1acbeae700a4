/** Webhooks over real HTTP: published in order, once each while all is well, again when it is not, and never in anybody's way. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, testKeys, type World } from '../../test/harness/seed.ts'
import { until } from '../../test/harness/until.ts'
import { closeServer, listen } from '../../test/harness/web.ts'
import {
  createWebhook,
  listAttempts,
  listWebhooks,
  pause,
  removeWebhook,
  replay,
  resume,
  rotateSecret,
  testWebhook,
} from '../domain/webhooks/webhooks.ts'
import { createLog } from '../lib/log.ts'
import { guardedPoster } from '../lib/poster.ts'
import { recordEvents } from '../store/events/events.ts'
import { nextToken } from '../store/jobs/claiming.ts'
import { type Deliverer, type DelivererParts, startDeliverer } from './deliverer.ts'
import { startSequencer } from './sequencer.ts'

const log = createLog('silent')
const poster = guardedPoster({ allowPrivate: true, userAgent: 'Lettershop' })

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  world = await seed(database.db)
})
const receivers: Server[] = []
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(closeServer))
})
after(() => database?.drop())

type Answer = (response: ServerResponse, request: IncomingMessage) => void

interface Received {
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly place: number
}

/** Answers as the test sets it; remembers every request. */
async function receiver(first: Answer = response => response.writeHead(204).end()) {
  const received: Received[] = []
  const waiting: (() => void)[] = []
  let answer = first
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      const { sequence, type, data } = JSON.parse(body)
      received.push({ id: String(request.headers['webhook-id']), sequence, type, place: data.Place })
      answer(response, request)
      for (const look of waiting.splice(0)) look()
    })
  })
  const port = await listen(server)
  receivers.push(server)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    places: () => received.map(({ place }) => place),
    answerWith(next: Answer) {
      answer = next
    },
    async until(met: () => boolean) {
      while (!met()) await new Promise<void>(resolve => waiting.push(resolve))
    },
    /** Before the test ends. */
    close: () => closeServer(server),
  }
}

/** Records events of the client; Place identifies them. */
async function happen(places: readonly number[], of = world) {
  await recordEvents(
    database.db,
    places.map(Place => ({
      clientId: of.client.clientId,
      type: Place % 2 ? 'subscriber.subscribed' : 'subscriber.unsubscribed',
      at: new Date(),
      data: { Place },
    })),
  )
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

async function hook(url: string, events: readonly string[] = [], of = world) {
  const { webhook, secret } = await createWebhook({ db: database.db, keys: testKeys, poster }, of.client, url, events)
  return { id: webhook.publicId, secret }
}

async function delivering<Value>(
  run: (deliverer: Deliverer) => Promise<Value>,
  options: Partial<Pick<DelivererParts, 'places' | 'timeoutMs' | 'slowMs' | 'mayTell'>> & { processes?: number } = {},
): Promise<Value> {
  const { processes = 1, ...rest } = options
  // No attempt is given up because the machine is slow: then an event is legally delivered twice.
  const parts = { db: database.db, keys: testKeys, poster, log, pollMs: 20, timeoutMs: 120_000, ...rest }
  const deliverers = range(1, processes).map(() => startDeliverer(parts))
  const sequencers = deliverers.map(({ wake }) =>
    startSequencer({ db: database.db, log, onPublished: wake, pollMs: 20 }),
  )
  try {
    return await run(deliverers[0]!)
  } finally {
    await Promise.all([
      ...sequencers.map(sequencer => sequencer.stop()),
      ...deliverers.map(deliverer => deliverer.stop(100)),
    ])
  }
}

async function shown(id: string, of = world) {
  return (await listWebhooks(database.db, of.client)).find(({ publicId }) => publicId === id)
}

/** Looks again until it is so. */
const eventually = (met: () => Promise<boolean>) => until(met, String(met))

/** Published everything up to this sequence. */
const publishedTo = (id: string, sequence: number, account = world) =>
  eventually(async () => (await shown(id, account))?.publishedTo === sequence)

/** What waits for its time is due now. */
async function due(id: string) {
  await database.db`update webhooks set due_at = now() where public_id = ${id}`
}

describe('delivery', () => {
  test('events come in order, once each, from the making of the webhook on', async () => {
    const there = await receiver()
    await happen([1, 2])
    await delivering(async () => {
      await eventually(async () => (await database.db`select 1 from events`).length === 0)
      const { id } = await hook(there.url)
      await happen(range(3, 300))
      await happen(range(301, 500))
      await there.until(() => there.received.length >= 498)
      await publishedTo(id, 500)
    })
    assert.deepEqual(there.places(), range(3, 500))
    assert.deepEqual(
      there.received.map(({ sequence }) => sequence),
      range(3, 500),
    )
    assert.equal(new Set(there.received.map(({ id }) => id)).size, 498)
  })

  test('only events of the types asked for come, and the others are not waited for', async () => {
    const there = await receiver()
    await delivering(async () => {
      const { id } = await hook(there.url, ['subscriber.unsubscribed'])
      await happen(range(1, 3000))
      await eventually(async () => (await shown(id))?.publishedTo === 3000)
    })
    assert.deepEqual(
      there.places(),
      range(1, 1500).map(n => n * 2),
    )
  })

  test('several processes publish each event once', async () => {
    const [one, other] = [await receiver(), await receiver()]
    await delivering(
      async () => {
        const ids = [await hook(one.url), await hook(other.url)]
        for (let n = 0; n < 20; n++) await happen(range(n * 20 + 1, n * 20 + 20))
        for (const { id } of ids) await eventually(async () => (await shown(id))?.publishedTo === 400)
      },
      { processes: 3 },
    )
    assert.deepEqual(one.places(), range(1, 400))
    assert.deepEqual(other.places(), range(1, 400))
  })

  test('what was under way when a process died is published by another once its lease is over', async () => {
    const there = await receiver()
    const { id } = await hook(there.url)
    await database.db`
      update webhooks set lease = ${await nextToken(database.db, 'webhook_leases')}, leased_until = now() + interval '1 hour' where public_id = ${id}`
    await happen([1, 2])
    await delivering(async () => {
      await eventually(async () => (await shown(id))?.waiting === 2)
      assert.deepEqual(there.places(), [])
      await database.db`update webhooks set leased_until = now() where public_id = ${id}`
      await there.until(() => there.received.length === 2)
    })
  })
})

test('while a guard holds, nothing is published, and afterwards everything', async () => {
  const there = await receiver()
  const { id } = await hook(there.url)
  let held = true
  let asked = 0
  const mayTell = async () => {
    asked++
    return !held
  }
  await happen([1, 2])
  await delivering(
    async () => {
      await eventually(async () => (await shown(id))?.waiting === 2 && asked > 2)
      assert.deepEqual(there.places(), [])
      held = false
      await publishedTo(id, 2)
    },
    { mayTell },
  )
  assert.deepEqual(there.places(), [1, 2])
})

describe('a receiver that', () => {
  const wrong: readonly [name: string, answer: Answer, status: number | null, error: RegExp][] = [
    ['answers 500', response => response.writeHead(500).end('no'), 500, /answered 500/],
    ['redirects', response => response.writeHead(302, { location: '/other' }).end(), 302, /answered 302/],
    ['drops the connection', (_, request) => request.socket.destroy(), null, /did not give a complete answer/],
    ['hangs', () => {}, null, /did not give a complete answer/],
  ]
  for (const [name, answer, status, error] of wrong)
    test(`${name} gets the same event again, later, before any other`, async () => {
      const there = await receiver(answer)
      const { id } = await hook(there.url)
      const failed = (times: number) => eventually(async () => ((await shown(id))?.failures ?? 0) >= times)
      await delivering(
        async () => {
          await happen([1, 2, 3])
          await failed(1)
          const failing = await shown(id)
          assert.deepEqual([failing?.publishedTo, failing?.waiting, failing?.pausedAt], [0, 3, null])
          await due(id)
          await failed(2)
        },
        // every attempt fails meanwhile, so a slow machine changes nothing
        { timeoutMs: name === 'hangs' ? 500 : 60_000 },
      )
      const failures = there.received.length
      assert.ok(failures >= 2)
      assert.deepEqual(new Set(there.places()), new Set([1]), 'no other event')
      assert.equal(new Set(there.received.map(({ id }) => id)).size, 1, 'the same message each time')

      there.answerWith(response => response.writeHead(200).end())
      await due(id)
      await delivering(() => publishedTo(id, 3))
      assert.deepEqual(there.places().slice(failures), [1, 2, 3])
      assert.equal(there.received[failures]!.id, there.received[0]!.id)
      assert.deepEqual([(await shown(id))?.failures, (await shown(id))?.failingSince], [0, null])
      const attempts = await listAttempts(database.db, world.client, id)
      assert.deepEqual(
        attempts.map(({ sequence, attempt, status }) => [sequence, attempt, status]),
        [
          [3, 1, 200],
          [2, 1, 200],
          [1, failures + 1, 200],
          ...range(1, failures)
            .map(nth => [1, nth, status])
            .reverse(),
        ],
      )
      assert.match(attempts.at(-1)!.error ?? '', error)
    })

  test('answers with a body without end has taken the event', async () => {
    const there = await receiver(response => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1, 2])
      await publishedTo(id, 2)
    })
    assert.deepEqual(there.places(), [1, 2])
  })

  test('is gone is not asked again until a user resumes it, and nothing is lost', async () => {
    const there = await receiver(response => response.writeHead(410).end())
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1, 2])
      await eventually(async () => (await shown(id))?.pausedAt != null)
      await happen([3])
      await eventually(async () => (await shown(id))?.waiting === 3)
      const paused = await shown(id)
      assert.match(paused?.pauseReason ?? '', /410/)
      assert.deepEqual(there.places(), [1])
      there.answerWith(response => response.writeHead(200).end())
      await resume(database.db, world.client, id)
      await publishedTo(id, 3)
      assert.deepEqual(there.places(), [1, 1, 2, 3])
      assert.deepEqual([(await shown(id))?.pausedAt, (await shown(id))?.pauseReason], [null, null])
    })
  })

  test('fails for days is given up, and its position kept', async () => {
    const there = await receiver(response => response.writeHead(503).end())
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1])
      await eventually(async () => (await shown(id))?.failures === 1)
      await database.db`update webhooks set failures = 11, due_at = now() where public_id = ${id}`
      await eventually(async () => (await shown(id))?.pausedAt != null)
      const paused = await shown(id)
      assert.match(paused?.pauseReason ?? '', /12 attempts over five days/)
      assert.deepEqual([paused?.publishedTo, paused?.waiting], [0, 1])
    })
  })

  test('asks for time with Retry-After gets it', async () => {
    const there = await receiver(response => response.writeHead(429, { 'retry-after': '3600' }).end())
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1])
      await eventually(async () => (await shown(id))?.failures === 1)
      const [row] = await database.db`
        select due_at - now() between interval '59 minutes' and interval '61 minutes' as kept from webhooks where public_id = ${id}`
      assert.equal(row!.kept, true)
    })
  })

  test('hangs does not delay the others, however many like it there are', async () => {
    const others = await seed(database.db)
    const silent = await receiver(() => {})
    const there = await receiver()
    await delivering(
      async () => {
        for (let n = 0; n < 10; n++) await hook(silent.url)
        const { id } = await hook(there.url, [], others)
        await happen([1])
        await silent.until(() => silent.received.length >= 4)
        await happen(range(1, 50), others)
        await publishedTo(id, 50, others)
        assert.deepEqual(there.places(), range(1, 50))
      },
      { places: 4, timeoutMs: 120_000, slowMs: 500 },
    )
  })

  test('fails has its place among those that fail, and they are few', async () => {
    const others = await seed(database.db)
    const silent = await receiver(() => {})
    const there = await receiver()
    await delivering(
      async () => {
        for (let n = 0; n < 6; n++) await hook(silent.url)
        await database.db`update webhooks set failures = 1 where client_id = ${world.client.clientId}`
        const { id } = await hook(there.url, [], others)
        await happen([1])
        await silent.until(() => silent.received.length === 2)
        await happen(range(1, 50), others)
        await publishedTo(id, 50, others)
        assert.equal(silent.received.length, 2)
      },
      { places: 4, timeoutMs: 120_000 },
    )
  })
})

describe('what a person does', () => {
  test('a replay sends again what came after an event, with the same ids', async () => {
    const there = await receiver()
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen(range(1, 5))
      await publishedTo(id, 5)
      await replay(database.db, world.client, id, 3)
      await eventually(async () => there.received.length === 7 && (await shown(id))?.publishedTo === 5)
      assert.deepEqual(there.places(), [1, 2, 3, 4, 5, 4, 5])
      assert.deepEqual(there.received[5], there.received[3])
      await assert.rejects(replay(database.db, world.client, id, 6), { refusal: 'InvalidSequence' })
      await assert.rejects(replay(database.db, world.client, id, -2), { refusal: 'InvalidSequence' })
    })
  })

  test('a replay while an event is under way is not undone by it', async () => {
    const held: ServerResponse[] = []
    const there = await receiver()
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1, 2])
      await publishedTo(id, 2)
      there.answerWith(response => void held.push(response))
      await happen([3])
      await there.until(() => there.received.length === 3)
      await replay(database.db, world.client, id, 0)
      there.answerWith(response => response.writeHead(200).end())
      held[0]!.writeHead(200).end()
      await eventually(async () => there.received.length === 6 && (await shown(id))?.publishedTo === 3)
      assert.deepEqual(there.places(), [1, 2, 3, 1, 2, 3])
    })
  })

  test('what is paused is not published; what happened meanwhile is published when it goes on', async () => {
    const there = await receiver()
    await delivering(async () => {
      const { id } = await hook(there.url)
      await happen([1])
      await publishedTo(id, 1)
      await pause(database.db, world.client, id)
      await happen([2])
      await eventually(async () => (await shown(id))?.waiting === 1)
      assert.deepEqual(there.places(), [1])
      await resume(database.db, world.client, id)
      await publishedTo(id, 2)
      assert.deepEqual(there.places(), [1, 2])
    })
  })

  test('nothing is published of a deleted client, nor to a deleted webhook', async () => {
    const other = await seed(database.db)
    const there = await receiver()
    const witness = await receiver()
    await delivering(async () => {
      const { id } = await hook(there.url)
      await hook(there.url, [], other)
      await removeWebhook(database.db, world.client, id)
      await database.db`update clients set deleted_at = now() where id = ${other.client.clientId}`
      await happen([1])
      await happen([2], other)
      const third = await seed(database.db)
      const { id: last } = await hook(witness.url, [], third)
      await happen([3], third)
      await publishedTo(last, 1, third)
      await eventually(async () => (await database.db`select 1 from events`).length === 0)
    })
    assert.deepEqual(there.received, [])
  })

  test('a secret that was replaced signs with the new one, until its day is over', async () => {
    const signatures: number[] = []
    const there = await receiver((response, request) => {
      signatures.push(String(request.headers['webhook-signature']).split(' ').length)
      response.writeHead(200).end()
    })
    await delivering(async () => {
      const { id, secret } = await hook(there.url)
      await happen([1])
      await publishedTo(id, 1)
      const rotated = await rotateSecret(database.db, testKeys, world.client, id, new Date())
      assert.notEqual(rotated.secret, secret)
      await happen([2])
      await publishedTo(id, 2)
      await database.db`update webhooks set old_secret_until = now() where public_id = ${id}`
      await happen([3])
      await publishedTo(id, 3)
    })
    assert.deepEqual(signatures, [1, 2, 1])
  })

  test('a test goes out at once, and returns what the receiver answered', async () => {
    const parts = { db: database.db, keys: testKeys, poster }
    const there = await receiver()
    const { id } = await hook(there.url)
    const good = await testWebhook(parts, world.client, id, new Date())
    assert.deepEqual([good.status, good.error], [204, null])
    assert.equal(there.received[0]!.type, 'webhook.test')
    await there.close()
    const down = await testWebhook(parts, world.client, id, new Date())
    assert.equal(down.status, null)
    assert.match(down.error ?? '', /did not give a complete answer/)
    assert.deepEqual(
      (await listAttempts(database.db, world.client, id)).map(({ status }) => status),
      [null, 204],
    )
    assert.equal((await shown(id))?.failures, 0)
  })

  test('an account has sixty tests an hour sent, however many ask at once and whichever client it is', async () => {
    const parts = { db: database.db, keys: testKeys, poster }
    const [row] = await database.db`
      insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level)
      select account_id, 'Second', contact_name, 'second@client.example', country, time_zone, time_zone_label, access_level
      from clients where id = ${world.client.clientId}
      returning id, public_id`
    const second = { ...world.client, clientId: row!.id as number, clientPublicId: row!.publicId as string }
    const there = await receiver()
    const [one, other] = [await hook(there.url), await hook(there.url, [], { ...world, client: second })]
    const asked = await Promise.allSettled(
      range(1, 32).flatMap(() => [
        testWebhook(parts, world.client, one.id, new Date()),
        testWebhook(parts, second, other.id, new Date()),
      ]),
    )
    const refused = asked.filter(one => one.status === 'rejected')
    assert.deepEqual(
      refused.map(({ reason }) => reason.refusal),
      Array.from({ length: 4 }, () => 'WebhookTestLimit'),
    )
    assert.equal(there.received.length, 60)
  })

  test('a client replays twelve times an hour, all its webhooks together; refused replays and other clients do not count', async () => {
    const { db } = database
    const other = await seed(db)
    const there = await receiver()
    const [one, two] = [await hook(there.url), await hook(there.url)]
    const others = await hook(there.url, [], other)
    for (let time = 0; time < 20; time++)
      await assert.rejects(replay(db, world.client, one.id, 1), { refusal: 'InvalidSequence' })
    await db`update webhooks set edition = 0 where client_id = ${world.client.clientId}`
    const asked = await Promise.allSettled(
      range(1, 8).flatMap(() => [replay(db, world.client, one.id, -1), replay(db, world.client, two.id, -1)]),
    )
    const refused = asked.filter(one => one.status === 'rejected')
    assert.deepEqual(
      refused.map(({ reason }) => reason.refusal),
      Array.from({ length: 4 }, () => 'WebhookReplayLimit'),
    )
    const [row] =
      await db`select sum(edition)::integer as replays from webhooks where client_id = ${world.client.clientId}`
    assert.equal(row!.replays, 12, 'a refused replay changes no webhook')
    await replay(db, other.client, others.id, -1)
    await db`update occurrences set at = at - interval '61 minutes' where kind = 'webhook replay of client'`
    await replay(db, world.client, one.id, -1)
  })

  test("another client's webhook is an unknown one, and no secret is shown twice", async () => {
    const other = await seed(database.db)
    const there = await receiver()
    const { id, secret } = await hook(there.url)
    const { db } = database
    const parts = { db, keys: testKeys, poster }
    const acts = [
      () => removeWebhook(db, other.client, id),
      () => pause(db, other.client, id),
      () => resume(db, other.client, id),
      () => replay(db, other.client, id, 0),
      () => rotateSecret(db, testKeys, other.client, id, new Date()),
      () => testWebhook(parts, other.client, id, new Date()),
      () => listAttempts(db, other.client, id),
    ]
    for (const act of acts) await assert.rejects(act, { refusal: 'UnknownWebhook' })
    assert.deepEqual(there.received, [])
    const [row] = await db`select secret from webhooks where public_id = ${id}`
    const bare = Buffer.from(secret.slice('whsec_'.length), 'base64')
    assert.equal(bare.length, 32)
    assert.equal((row!.secret as Buffer).includes(bare), false)
  })

  test('a receiver within our network is refused where the operator does not allow it, when made and when published', async () => {
    const strict = guardedPoster({ allowPrivate: false, userAgent: 'Lettershop' })
    const there = await receiver()
    const parts = { db: database.db, keys: testKeys, poster: strict }
    await assert.rejects(createWebhook(parts, world.client, there.url, []), { refusal: 'InvalidWebhookUrl' })
    const { id } = await hook(there.url)
    await happen([1])
    const deliverer = startDeliverer({ ...parts, log, pollMs: 20 })
    const sequencer = startSequencer({ db: database.db, log, onPublished: deliverer.wake, pollMs: 20 })
    await eventually(async () => (await shown(id))?.failures === 1)
    await Promise.all([sequencer.stop(), deliverer.stop()])
    assert.deepEqual(there.received, [])
  })

  test('a client has at most ten', async () => {
    const there = await receiver()
    const made = await Promise.allSettled(range(1, 12).map(() => hook(there.url)))
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 10)
  })
})
