import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList, testKeys, type World } from '../../test/harness/seed.ts'
import { type Sink, type SinkOptions, startSink } from '../../test/harness/sink.ts'
import { sendCampaign } from '../domain/sending.ts'
import { subscriptions } from '../domain/subscriptions.ts'
import { tokens as tokensOf } from '../domain/tokens.ts'
import { createLog } from '../lib/log.ts'
import { claimNewRange } from '../store/ledger.ts'
import { type SenderParts, startSender } from './sender.ts'
import type { Transport } from './transport.ts'
import { smtpTransport } from './transport-smtp.ts'

let database: TestDatabase
let world: World
const endings: (() => Promise<void>)[] = []
const tokens = tokensOf(testKeys)
const log = createLog(process.env.TEST_LOG ?? 'silent')

before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  // what a test left open is nothing for the senders of the next
  await database.db`update campaigns set state = 'cancelled' where state in ('scheduled', 'sending')`
})

interface Running {
  readonly campaignId: number
  readonly clientId: number
}

/** A world of its own with a draft, its list filled. */
async function campaign(
  addresses: readonly string[],
  { atLeastOnce = false, publicId = '' } = {},
): Promise<Running & { publicId: string }> {
  const { db } = database
  world = await seed(db)
  const { clientId } = world.client
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${world.list.listId}, a, lower(a), 'Ada Lovelace', 'Active', now(), now()
    from unnest(${addresses as string[]}::text[]) with ordinality as given (a, n) order by n`
  await db`update list_totals set active = ${addresses.length} where client_id = ${clientId} and list_id = ${world.list.listId}`
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, at_least_once)
    values (${clientId}, 'News', 'Hi [firstname]', 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
      '<html><body><p>Hi [firstname] <a href="https://shop.example/">shop</a></p><unsubscribe>out</unsubscribe></body></html>', ${atLeastOnce})
    returning id, public_id`
  const campaignId = row!.id as number
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaignId}, ${world.list.listId})`
  return { campaignId, clientId, publicId: publicId || (row!.publicId as string) }
}

async function send({ campaignId, publicId }: { campaignId: number; publicId: string }, now = new Date()) {
  await sendCampaign(
    database.db,
    { ...world.client, campaignId, campaignPublicId: publicId },
    { confirmationEmail: 'boss@client.example', sendDate: 'immediately', publicUrl: 'https://mail.example' },
    now,
  )
}

async function sink(options?: SinkOptions): Promise<Sink> {
  const started = await startSink(options)
  endings.push(() => started.close())
  return started
}

function relay(sink: Sink, query = '?connections=4&timeout=20'): Transport {
  const transport = smtpTransport([`${sink.url}/${query}`])
  endings.push(() => transport.close())
  return transport
}

function sender(transport: Transport, change: Partial<SenderParts> = {}) {
  const started = startSender({
    db: database.db,
    tokens,
    transport,
    subscriptions: subscriptions(database.db),
    log,
    owner: 'test',
    rangeSize: 20,
    pollMs: 20,
    ...change,
  })
  endings.push(() => started.stop(0))
  return started
}

async function totals({ clientId, campaignId }: Running) {
  const [row] =
    await database.db`select * from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row as unknown as Record<string, number>
}

/** The counters are what the log says, and recipients = the sum of the states. */
async function assertAccounts(running: Running) {
  const { clientId, campaignId } = running
  const counted = await totals(running)
  const rows = await database.db<{ state: string; count: number }[]>`
    select coalesce(last.kind, 'planned') as state, count(*)::integer as count
    from audience a
    left join lateral (
      select kind from log l
      where l.client_id = a.client_id and l.campaign_id = a.campaign_id and l.number = a.number
      order by attempt desc, kind = 'handing over' limit 1
    ) last on true
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
    group by 1`
  const states = Object.fromEntries(
    rows.map(row => [row.state === 'handing over' ? 'handingOver' : row.state, row.count]),
  )
  let sum = 0
  for (const state of ['planned', 'handingOver', 'accepted', 'deferred', 'refused', 'unknown', 'excluded']) {
    assert.equal(counted[state], states[state] ?? 0, state)
    sum += counted[state]!
  }
  assert.equal(counted.recipients, sum)
}

/** Waits for a fact about the database; fails when it does not come true in time. */
async function until(fact: () => Promise<boolean>, what: string) {
  const deadline = Date.now() + 15_000
  while (!(await fact())) {
    if (Date.now() > deadline) assert.fail(`it never happened: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 15))
  }
}

const stateOf = async ({ campaignId }: Running) =>
  (await database.db`select state from campaigns where id = ${campaignId}`)[0]!.state as string
const isSent = (running: Running) => until(async () => (await stateOf(running)) === 'sent', 'the campaign is sent')
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`)

test('everybody of the list gets one copy, and the campaign ends', async () => {
  const running = await campaign(people(57))
  const peer = await sink()
  sender(relay(peer))
  await send(running)
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), people(57).sort())
  assert.match(peer.messages[0]!.raw.toString(), /^Subject: Hi Ada\r$/m)
  assert.equal(peer.messages[0]!.from, 'carla@client.example')
  assert.ok(peer.connections() <= 4, 'connections are kept')
  const { accepted, recipients } = await totals(running)
  assert.deepEqual([accepted, recipients], [57, 57])
  await assertAccounts(running)
  const links = await database.db`select number, url from links where campaign_id = ${running.campaignId}`
  assert.deepEqual([...links], [{ number: 1, url: 'https://shop.example/' }])
  const jobs = await database.db`select 1 from graphile_worker.jobs where task_identifier = 'sentNotice'`
  assert.equal(jobs.length, 1)
})

test('two senders share one campaign without a duplicate', async () => {
  const running = await campaign(people(300))
  const peer = await sink()
  sender(relay(peer), { owner: 'one' })
  sender(relay(peer), { owner: 'two' })
  await send(running)
  await isSent(running)
  assert.equal(peer.messages.length, 300)
  assert.equal(new Set(peer.messages.map(message => message.to)).size, 300)
  await assertAccounts(running)
})

test('an address on several lists is one recipient, and suppressed ones are excluded with the reason', async () => {
  const running = await campaign(['a@example.com', 'b@example.com', 'gone@example.com'])
  const { db } = database
  const { clientId } = running
  const second = await seedList(db, world.client, 'Second')
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${clientId}, ${second.listId}, 'A@example.com', 'a@example.com', 'Active', now(), now()),
      (${clientId}, ${second.listId}, 'c@example.com', 'c@example.com', 'Active', now(), now()),
      (${clientId}, ${second.listId}, 'u@example.com', 'u@example.com', 'Unconfirmed', now(), now())`
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${running.campaignId}, ${second.listId})`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${clientId}, 'gone@example.com', 'gone@example.com', 'manual', now())`
  const peer = await sink()
  sender(relay(peer))
  await send(running)
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), ['a@example.com', 'b@example.com', 'c@example.com'])
  const { recipients, excluded, accepted } = await totals(running)
  assert.deepEqual({ recipients, excluded, accepted }, { recipients: 4, excluded: 1, accepted: 3 })
  const [entry] = await db`select answer from log where campaign_id = ${running.campaignId} and kind = 'excluded'`
  assert.equal(entry!.answer, 'suppressed')
  await assertAccounts(running)
})

test('who leaves while a campaign is on its way gets no copy', async () => {
  const running = await campaign(people(40))
  const { db } = database
  const peer = await sink({
    reply: () => 'accept',
  })
  // nothing is sent before everybody is in the audience
  const held = gate(relay(peer))
  sender(held.transport)
  await send(running)
  await until(async () => (await stateOf(running)) === 'sending', 'the audience is frozen')
  await db`update subscribers set state = 'Unsubscribed' where client_id = ${running.clientId} and address = 'p39@example.com'`
  await db`delete from subscribers where client_id = ${running.clientId} and address = 'p38@example.com'`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${running.clientId}, 'p37@example.com', 'p37@example.com', 'complained', now())`
  held.open()
  await isSent(running)
  const reasons = await db`
    select answer from log where campaign_id = ${running.campaignId} and kind = 'excluded' order by number`
  assert.deepEqual(
    reasons.map(row => row.answer),
    ['suppressed', 'deleted', 'unsubscribed since'],
  )
  assert.equal(peer.messages.length, 37)
  await assertAccounts(running)
})

test('4xx is tried again when it is due, 5xx bounces, and a recipient who is gone is bounced hard', async () => {
  const running = await campaign([
    'ok@example.com',
    'later@example.com',
    'gone@example.com',
    'policy@example.com',
    'plain@example.com',
  ])
  const peer = await sink({
    reply: (to, attempt) => {
      if (to === 'later@example.com' && attempt === 1) return { at: 'recipient', code: 450, text: '4.2.0 greylisted' }
      if (to === 'gone@example.com') return { at: 'recipient', code: 550, text: '5.1.1 no such user' }
      if (to === 'policy@example.com') return { at: 'data', code: 550, text: '5.7.1 not wanted' }
      if (to === 'plain@example.com') return { at: 'recipient', code: 550, text: 'User unknown' }
      return 'accept'
    },
  })
  let clock = Date.now()
  sender(relay(peer), { now: () => new Date(clock) })
  await send(running, new Date(clock))
  await until(async () => {
    const counted = await totals(running)
    return counted?.deferred === 1 && counted.refused === 3 && counted.accepted === 1
  }, 'all but the deferred one are settled')
  await assertAccounts(running)
  assert.equal(await stateOf(running), 'sending')
  clock += 61_000
  await isSent(running)
  assert.deepEqual(peer.messages.map(message => message.to).sort(), ['later@example.com', 'ok@example.com'])
  const bounces = await database.db`
    select a.address, b.type from campaign_bounces b
    join audience a on a.client_id = b.client_id and a.campaign_id = b.campaign_id and a.number = b.number
    where b.campaign_id = ${running.campaignId} order by a.number`
  assert.deepEqual(
    bounces.map(row => `${row.address} ${row.type}`),
    ['gone@example.com H', 'policy@example.com S', 'plain@example.com H'],
  )
  const states = await database.db`
    select address, state from subscribers where client_id = ${running.clientId} and state <> 'Active' order by address`
  assert.deepEqual(
    states.map(row => `${row.address} ${row.state}`),
    ['gone@example.com Bounced', 'plain@example.com Bounced'],
  )
  assert.equal((await totals(running)).bounces, 3)
  await assertAccounts(running)
})

test('a connection lost after the final dot leaves the recipient unknown, and no second copy is sent', async () => {
  const running = await campaign(people(12))
  const peer = await sink({ reply: to => (to === 'p5@example.com' ? 'drop' : 'accept') })
  sender(relay(peer))
  await send(running)
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 11, unknown: 1 })
  assert.equal(peer.messages.filter(message => message.to === 'p5@example.com').length, 1)
  await assertAccounts(running)
})

test('a campaign that would rather repeat sends an unknown again under the same Message-ID', async () => {
  const running = await campaign(people(3), { atLeastOnce: true })
  const peer = await sink({ reply: (to, attempt) => (to === 'p1@example.com' && attempt === 1 ? 'drop' : 'accept') })
  let clock = Date.now()
  sender(relay(peer), { now: () => new Date(clock) })
  await send(running, new Date(clock))
  await until(async () => (await totals(running))?.deferred === 1, 'it is deferred')
  clock += 61_000
  await isSent(running)
  const copies = peer.messages.filter(message => message.to === 'p1@example.com')
  const ids = copies.map(copy => /^Message-ID: (.*)\r$/m.exec(copy.raw.toString())![1])
  assert.equal(copies.length, 2)
  assert.equal(ids[0], ids[1])
  await assertAccounts(running)
})

test('while no relay can be reached nobody is blamed, and all is sent when it is back', async () => {
  const running = await campaign(people(30))
  const gone = await startSink()
  await gone.close()
  let clock = Date.now()
  const transport = smtpTransport([`${gone.url}/?connections=4`], () => clock)
  endings.push(() => transport.close())
  sender(transport, { now: () => new Date(clock), owner: 'unlucky' })
  await send(running, new Date(clock))
  await until(async () => ((await totals(running))?.deferred ?? 0) > 0, 'somebody is deferred')
  const counted = await totals(running)
  assert.ok(counted.deferred! <= 4, 'no more are tried than were under way together')
  assert.deepEqual([counted.refused, counted.bounces, counted.unknown], [0, 0, 0])
  await endings.pop()!()
  const peer = await sink()
  clock += 3_600_000
  sender(relay(peer), { now: () => new Date(clock), owner: 'lucky' })
  await isSent(running)
  assert.equal(peer.messages.length, 30)
  await assertAccounts(running)
})

test('a sender that dies leaves as many unknowns as it had open, and another sends the rest', async () => {
  const running = await campaign(people(50))
  let clock = Date.now()
  const handed: string[] = []
  const dead: Transport = {
    concurrency: 5,
    send: message => {
      handed.push(message.to)
      return new Promise(() => {})
    },
    async close() {},
  }
  const first = sender(dead, { now: () => new Date(clock), owner: 'dead', rangeSize: 50 })
  await send(running, new Date(clock))
  await until(
    async () => (await totals(running))?.handingOver === 4 && handed.length === 4,
    'all places but the reserved one are taken',
  )
  await assertAccounts(running)
  // it is gone: it neither renews its lease nor gives it back
  await database.db`update leases set token = nextval('lease_tokens') where campaign_id = ${running.campaignId}`
  await first.stop(0)
  const peer = await sink()
  sender(relay(peer), { now: () => new Date(clock), owner: 'alive' })
  await until(async () => (await totals(running)).accepted === 0, 'nothing is taken from a living lease')
  assert.equal(peer.messages.length, 0)
  clock += 61_000
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 46, unknown: 4 })
  assert.deepEqual(
    peer.messages.filter(message => handed.includes(message.to)),
    [],
  )
  await assertAccounts(running)
})

test('a woken sender whose lease went to another can write nothing', async () => {
  const running = await campaign(people(10))
  let answer = () => {}
  const slow: Transport = {
    concurrency: 1,
    send: () =>
      new Promise(resolve => {
        answer = () => resolve({ kind: 'accepted', code: 250, answer: 'ok' })
      }),
    async close() {},
  }
  let clock = Date.now()
  const sleeper = sender(slow, { now: () => new Date(clock), owner: 'sleeper' })
  await send(running, new Date(clock))
  await until(async () => (await totals(running))?.handingOver === 1, 'one is handed over')
  await database.db`update leases set expires_at = '-infinity' where campaign_id = ${running.campaignId}`
  clock += 1000
  const peer = await sink()
  sender(relay(peer), { now: () => new Date(clock), owner: 'other' })
  await isSent(running)
  answer()
  await sleeper.stop(1000)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 9, unknown: 1 })
  assert.equal(peer.messages.length, 9)
  await assertAccounts(running)
})

test('a paused campaign stops, and goes on where it was', async () => {
  const running = await campaign(people(60))
  const peer = await sink()
  let count = 0
  const inner = relay(peer)
  const pausing: Transport = {
    concurrency: 4,
    async send(message) {
      if (++count === 10) await database.db`update campaigns set state = 'paused' where id = ${running.campaignId}`
      return inner.send(message)
    },
    async close() {},
  }
  sender(pausing)
  await send(running)
  await until(async () => {
    const [open] = await database.db`
      select 1 from leases where campaign_id = ${running.campaignId} and owner <> ''`
    return count >= 10 && !open
  }, 'the range is given back')
  const { accepted, handingOver, planned } = await totals(running)
  assert.ok(accepted! >= 10 && accepted! <= 14, `${accepted} were sent`)
  assert.equal(handingOver, 0)
  assert.equal(planned, 60 - accepted!)
  await database.db`update campaigns set state = 'sending' where id = ${running.campaignId}`
  await isSent(running)
  assert.equal(new Set(peer.messages.map(message => message.to)).size, 60)
  assert.equal(peer.messages.length, 60)
  await assertAccounts(running)
})

test('a stopping sender ends what is open and gives the rest back at once', async () => {
  const running = await campaign(people(50))
  const peer = await sink()
  const inner = relay(peer)
  let stopped: Promise<void> | undefined
  const stopping: Transport = {
    concurrency: 4,
    send(message) {
      stopped ??= first.stop()
      return inner.send(message)
    },
    async close() {},
  }
  const first = sender(stopping)
  await send(running)
  await until(async () => stopped !== undefined, 'it is told to stop')
  await stopped
  const counted = await totals(running)
  assert.equal(counted.handingOver, 0)
  assert.equal(counted.accepted, peer.messages.length)
  assert.ok(counted.planned! > 0)
  sender(inner)
  await isSent(running)
  assert.equal(peer.messages.length, 50)
  await assertAccounts(running)
})

test('an address the relay cannot take without SMTPUTF8 is refused with the reason', async () => {
  const running = await campaign(['jürgen@example.com', 'b@example.com'])
  const peer = await sink({ smtp: { hideSMTPUTF8: true } })
  sender(relay(peer))
  await send(running)
  await isSent(running)
  const [entry] =
    await database.db`select answer from log where campaign_id = ${running.campaignId} and kind = 'refused'`
  assert.match(entry!.answer as string, /SMTPUTF8/)
  assert.equal(peer.messages.length, 1)
  await assertAccounts(running)
})

test('a client whose messages hang does not keep another out', async () => {
  const slow = await campaign(people(40))
  const hanging = new Set(people(40))
  const peer = await sink()
  const inner = relay(peer)
  const transport: Transport = {
    concurrency: 4,
    send: message => (hanging.has(message.to) ? new Promise(() => {}) : inner.send(message)),
    async close() {},
  }
  sender(transport)
  await send(slow)
  await until(async () => (await totals(slow))?.handingOver === 3, 'all places but one hang')
  const quick = await campaign(['q1@example.com', 'q2@example.com', 'q3@example.com'])
  await send(quick)
  await isSent(quick)
  assert.equal(await stateOf(slow), 'sending')
  assert.equal(peer.messages.length, 3)
  await assertAccounts(slow)
  await assertAccounts(quick)
})

test('concurrent claims of new numbers never overlap', async () => {
  const running = await campaign(people(1))
  const { db } = database
  const { clientId, campaignId } = running
  await db`insert into campaign_totals (client_id, campaign_id, recipients, planned) values (${clientId}, ${campaignId}, 1000, 1000)`
  const at = new Date()
  const leases = await Promise.all(
    Array.from({ length: 40 }, () => claimNewRange(db, { clientId, campaignId, owner: 'x', at, expiresAt: at }, 30)),
  )
  const ranges = leases.flatMap(lease => (lease ? [[lease.low, lease.high] as const] : [])).sort(([a], [b]) => a - b)
  assert.equal(ranges.length, 34)
  assert.deepEqual(ranges[0], [1, 30])
  for (const [index, [low]] of ranges.entries()) if (index > 0) assert.equal(low, ranges[index - 1]![1] + 1)
  assert.equal(ranges.at(-1)![1], 1000)
})

/** A transport that sends nothing before it is opened. */
function gate(inner: Transport) {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const transport: Transport = {
    concurrency: 1,
    async send(message) {
      await opened
      return inner.send(message)
    },
    close: () => inner.close(),
  }
  return { transport, open }
}
