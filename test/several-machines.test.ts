/**
 * One installation on several machines: two processes of each role on one PostgreSQL behind nginx. A campaign is shared by both
 * senders; one is killed, the other frozen past its lease and woken. `npm run test:long` does it with 50,000 recipients and leases
 * that run out in their own time (the table of docs/several-machines.md).
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { CampaignKey } from '../src/store/keys.ts'
import { assertAccounts } from './harness/accounting.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { effort, mayTake } from './harness/effort.ts'
import { fillList, keyOfCampaign, sendTo } from './harness/large-list.ts'
import { type Installation, type Machine, startInstallation } from './harness/machines.ts'
import { needs } from './harness/needs.ts'
import { type Sink, startSink } from './harness/sink.ts'
import { type SinkProcess, startSinkProcess } from './harness/sink-child.ts'
import { seen, until } from './harness/until.ts'
import { closeServer, listen, serveWeb, type TestWeb } from './harness/web.ts'

const recipients = effort(12_000, 50_000)
/** Of the campaign during which sending is paused. */
const pausedRecipients = 5_000
/** Leases run out after a minute; the short test sets them back instead. */
const agesLeases = effort(1, 0) === 1
/** Transactions that a sender has open at most: the sink offers no CHUNKING. */
const connections = 10
/** The sinks answer to so many at first: fewer than half a range, so that each sender keeps to its own. */
const first = 1_500

const site = 'http://agency.example/'
const password = 'a password of the tests'
const letter = `<html><body><p>Hi <a href="https://shop.example/">shop</a></p><unsubscribe>leave</unsubscribe></body></html>`
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

describe('one installation of several processes', needs('nginx'), () => {
  let database: TestDatabase
  let web: TestWeb
  let others: Sink
  let sinks: readonly [SinkProcess, SinkProcess]
  let it: Installation
  let clientId: string

  before(async () => {
    database = await freshDatabase()
    web = await serveWeb({ '/letter.html': { body: letter } })
    others = await startSink()
    sinks = [await startSinkProcess(), await startSinkProcess()]
    it = await startInstallation({
      DATABASE_URL: database.url,
      LETTERSHOP_TRANSPORT: others.url,
      LETTERSHOP_SITE_URL: site,
      LETTERSHOP_ADMIN_PASSWORD: password,
    })
    clientId = await it.call('Client.Create', {
      CompanyName: 'Bloom',
      ContactName: 'Carla',
      EmailAddress: 'carla@bloom.example',
      Country: 'Germany',
      Timezone: 'Europe/Berlin',
    })
  })
  after(async () => {
    await it?.end()
    for (const sink of sinks ?? []) await sink.kill()
    await others?.close()
    await web?.close()
    await database?.drop()
  })

  const newList = (Title: string, ConfirmOptIn = false) =>
    it.call<string>('List.Create', {
      ClientID: clientId,
      Title,
      UnsubscribePage: '',
      ConfirmOptIn,
      ConfirmationSuccessPage: '',
    })

  /** A mail that one of the senders sent, and where its links lead. */
  async function sentMail() {
    const [raw] = (await Promise.all(sinks.map(sink => sink.messages()))).flat()
    const text = raw!.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const link = (kind: string) => new RegExp(`${it.url}/${kind}/[\\w./-]+`).exec(text)?.[0] ?? assert.fail(kind)
    return { open: link('o'), click: link('c'), leave: link('u') }
  }

  test('a campaign of two senders reaches each recipient once, though one is killed and the other frozen past its lease', async t => {
    mayTake(effort(600_000, 3_600_000))
    const { db } = database
    const begun = performance.now()
    const ListID = await newList('Spring')
    await fillList(database.db, ListID, recipients)
    for (const sink of sinks) sink.takes(first)
    let [one, two] = await Promise.all([startSender(1), startSender(2)])
    const running = await sendToList(ListID)
    await Promise.all(sinks.map(sink => sink.holds(connections)))
    const sending = performance.now()

    await one.kill()
    one = await startSender(1)
    await until(async () => (await unknowns(running)) > 0, 'its successor on the machine settles what it left')
    const afterKill = await unknowns(running)
    assert.ok(afterKill <= connections, `${afterKill} unknown after the kill, ${connections} transactions were open`)

    two.freeze()
    const held = await leasesOf(two)
    assert.equal(held.length, 1, 'it holds a range')
    const [{ covered } = { covered: 0 }] = await db<{ covered: number }[]>`
      select handing_over as covered from campaign_totals where campaign_id = ${running.campaignId}`
    const frozen = performance.now()
    await seen(
      'the other takes its range',
      async () => {
        // a sender looks for ranges of others whenever it needs a new one
        sinks[0].takes(7_000 + (agesLeases ? 0 : ((performance.now() - frozen) / 1000) * 250))
        if (agesLeases)
          await db`update leases set expires_at = now() - interval '1 second' where owner like ${ownerOf(two)} and not done`
        return leasesOf(two)
      },
      ranges => ranges.length === 0,
    )
    const afterFreeze = (await unknowns(running)) - afterKill
    assert.ok(afterFreeze > 0 && afterFreeze <= covered, `${afterFreeze} unknown, ${covered} lay below marks`)

    // what its relay takes from now on it learns too late
    const taken = sinks[1].taken()
    two.wake()
    for (const sink of sinks) sink.takes(recipients)
    await until(async () => (await stateOf(running)) === 'sent', 'the campaign is sent')
    const ended = performance.now()
    assert.match(two.log(), /a lease was lost to another sender/)
    const [mine, its] = await Promise.all(sinks.map(sink => sink.recipients()))
    const late = its!.slice(taken, taken + connections)
    const [fenced] = await db<{ kinds: string[] }[]>`
      select array_agg(distinct l.kind) as kinds
      from log l join audience a using (client_id, campaign_id, number)
      where l.campaign_id = ${running.campaignId} and a.address = any(${late as string[]}::text[])`
    assert.ok(
      fenced!.kinds.includes('unknown'),
      'the outcome that it got after it had lost the range is not in the ledger',
    )
    assert.ok(its!.length > taken + connections, 'it goes on with other ranges')

    await assertSentOnce(running, [...mine!, ...its!], afterKill + afterFreeze)
    t.diagnostic(
      `${recipients} recipients in ${seconds(ended - sending)} s, ${seconds(ended - begun)} s with all: ${mine!.length} by sender 1, ${its!.length} by sender 2; unknown ${afterKill} after the kill, ${afterFreeze} after the freeze`,
    )
  })

  test('what links in its mails do is counted once, whichever process is asked, also while one is away', async () => {
    const { db } = database
    const { open, click, leave } = await sentMail()
    for (const name of ['feedback 1', 'api 1']) await it.machine(name).kill()
    const headers = { 'User-Agent': agent }
    assert.equal((await fetch(open, { headers })).status, 200)
    assert.equal((await fetch(click, { headers, redirect: 'manual' })).status, 302)
    for (let n = 0; n < 4; n++) {
      const answered = await fetch(leave, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      assert.equal(answered.status, 200)
    }
    const counted = await seen(
      'they are counted',
      () => db<{ opens: number; clicks: number; unsubscribes: number }[]>`
        select sum(opens)::integer as opens, sum(clicks)::integer as clicks,
          (select count(*)::integer from subscribers where state = 'Unsubscribed') as unsubscribes
        from opens`,
      ([row]) => (row?.opens ?? 0) + (row?.clicks ?? 0) >= 2,
    )
    assert.deepEqual([...counted], [{ opens: 1, clicks: 1, unsubscribes: 1 }])
  })

  test('jobs run once: of confirmation mails each person gets one, and of events a webhook each, numbered once', async () => {
    const delivered: { id: unknown; sequence: number }[] = []
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      delivered.push({ id: request.headers['webhook-id'], sequence: JSON.parse(body.toString()).sequence })
      response.writeHead(204).end()
    })
    const port = await listen(server)
    await it.call('Webhook.Create', {
      ClientID: clientId,
      URL: `http://127.0.0.1:${port}/hook`,
      Events: ['subscriber.subscribed'],
    })
    const asking = await newList('Asking', true)
    const plain = await newList('Plain')
    const people = Array.from({ length: 30 }, (_, n) => `new${n}@reader.example`)
    await Promise.all(
      people.flatMap(Email => [asking, plain].map(ListID => it.call('Subscriber.Add', { ListID, Email, Name: '' }))),
    )
    const asked = () => others.messages.filter(({ to }) => to.startsWith('new')).map(({ to }) => to)
    await until(async () => asked().length >= people.length && delivered.length >= people.length, 'all of it is done')
    const events = await it.call<{ Sequence: number; Type: string }[]>('Event.List', {
      ClientID: clientId,
      Since: 0,
      Limit: 1000,
    })
    assert.deepEqual(
      events.map(({ Sequence }) => Sequence),
      events.map((_, index) => index + 1),
      'events are numbered without a gap, and no number twice',
    )
    assert.deepEqual(asked().sort(), [...people].sort(), 'one mail for each')
    assert.equal(new Set(delivered.map(({ id }) => id)).size, people.length)
    assert.deepEqual(
      delivered.map(({ sequence }) => sequence),
      [...new Set(delivered.map(({ sequence }) => sequence))].sort((a, b) => a - b),
      'the receiver gets each once, in their order',
    )
    await closeServer(server)
  })

  test('wrong passwords are counted for both processes together', async () => {
    const apis = await Promise.all([1, 2].map(n => it.start(`api ${n}`)))
    const attempt = async (at: number, Password: string) => {
      const given = { SiteUrl: site, Username: 'admin', Password }
      const answered = await post(apis[at % 2]!.port, 'User.GetApiKey', given)
      return answered.ok ? 'through' : ((await answered.json()) as { code: number }).code
    }
    assert.equal(await attempt(0, password), 'through')
    assert.equal(await attempt(1, password), 'through')
    for (let n = 0; n < 10; n++) assert.equal(await attempt(n, 'wrong'), 105)
    assert.deepEqual([await attempt(0, password), await attempt(1, password)], [105, 105])
  })

  test('a paused sender gives back what it has claimed, sends nothing, restarted or not, and goes on when it is resumed', async () => {
    const { db } = database
    const senders = await Promise.all([startSender(1), startSender(2)])
    const before = await Promise.all(sinks.map(sink => sink.recipients()))
    for (const sink of sinks) sink.takes(sink.taken() + 300)
    const ListID = await newList('Paused')
    await fillList(database.db, ListID, pausedRecipients)
    const running = await sendToList(ListID)
    // both, or the one that claimed the only range
    await Promise.any(sinks.map(sink => sink.holds(connections)))
    await lettershop('pause', 'sender', '--reason', 'The relay is moved.')
    await seen(
      'all hear of it',
      async () => senders.map(each => each.log()),
      logs => logs.every(text => text.includes('paused: sender')),
    )
    // what is under way ends, and is no unknown
    for (const sink of sinks) sink.takes(Number.MAX_SAFE_INTEGER)
    await until(async () => {
      const [row] = await db`select count(*) filter (where owner <> '' and not done)::integer as held from leases`
      return row!.held === 0
    }, 'all leases are given back')
    const taken = sinks.map(sink => sink.taken())
    const ready = await fetch(`http://127.0.0.1:${senders[0].port}/ready`)
    assert.equal(ready.status, 200)
    assert.equal(((await ready.json()) as { pauses: string }).pauses, 'Paused: sender.')
    assert.match(
      await (await fetch(`http://127.0.0.1:${senders[1].port}/metrics`)).text(),
      /^lettershop_paused\{work="sender"\} 1$/m,
    )
    const again = await startSender(1)
    assert.match(again.log(), /paused: sender/)
    assert.deepEqual(
      sinks.map(sink => sink.taken()),
      taken,
      'nothing is sent meanwhile',
    )
    assert.equal(await stateOf(running), 'sending')

    await lettershop('resume', 'sender')
    await until(async () => (await stateOf(running)) === 'sent', 'the campaign is sent')
    const after = await Promise.all(sinks.map(sink => sink.recipients()))
    const got = after.flatMap((all, n) => all.slice(before[n]!.length))
    assert.equal(new Set(got).size, got.length, 'no recipient got two')
    const [totals] = await db`
      select accepted, unknown from campaign_totals where campaign_id = ${running.campaignId}`
    assert.deepEqual(totals, { accepted: pausedRecipients, unknown: 0 })
    await assertAccounts(db, running)
  })

  test('a key that turns to both processes by turns gets no more than one of them grants', async () => {
    const perSecond = 5
    const burst = perSecond * 4
    const apis = await Promise.all(
      [1, 2].map(n => it.start(`api ${n}`, { LETTERSHOP_CALLS_PER_SECOND: String(perSecond) })),
    )
    const begun = performance.now()
    let granted = 0
    for (let n = 0; n < 200; n++) if ((await post(apis[n % 2]!.port, 'User.GetSystemDate', {})).ok) granted++
    const gained = ((performance.now() - begun) / 1000) * perSecond
    assert.ok(granted >= burst, `${granted} calls`)
    // an eighth of a bucket each, and the tokens that came while they took them
    assert.ok(granted <= burst + gained + burst / 2, `${granted} calls while ${gained} were gained`)
  })

  /** A command of an operator, on a machine without a process of its own. */
  async function lettershop(...args: readonly string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bin/lettershop.mjs'), ...args], {
      env: { ...process.env, DATABASE_URL: database.url },
    })
  }

  /** Past nginx, at one process. */
  const post = (port: number, operation: string, params: object) =>
    fetch(`http://127.0.0.1:${port}/api/json/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${it.apiKey}` },
      body: JSON.stringify(params),
    })

  async function startSender(n: 1 | 2): Promise<Machine> {
    const { port } = sinks[n - 1]!
    return it.start(`sender ${n}`, {
      LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${port}/?connections=${connections}`,
    })
  }

  async function sendToList(ListID: string): Promise<CampaignKey> {
    const letter = { ClientID: clientId, ListID, CampaignName: `To ${ListID}`, HtmlUrl: `${web.url}/letter.html` }
    return keyOfCampaign(database.db, await sendTo(it.call, letter))
  }

  const ownerOf = ({ pid }: Machine) => `%/${pid}/%`

  const leasesOf = (sender: Machine) =>
    database.db`select low from leases where owner like ${ownerOf(sender)} and not done`

  async function unknowns({ campaignId }: { campaignId: number }): Promise<number> {
    const [row] = await database.db`select unknown from campaign_totals where campaign_id = ${campaignId}`
    return row!.unknown as number
  }

  async function stateOf({ campaignId }: { campaignId: number }): Promise<string> {
    const [row] = await database.db`select state from campaigns where id = ${campaignId}`
    return row!.state as string
  }

  async function assertSentOnce(running: CampaignKey, taken: readonly string[], mostUnknown: number): Promise<void> {
    const { db } = database
    await db`analyze audience, log, leases`
    assert.equal(new Set(taken).size, taken.length, 'no recipient got two')
    const [totals] = await db<{ accepted: number; unknown: number }[]>`
      select accepted, unknown from campaign_totals where campaign_id = ${running.campaignId}`
    const { accepted, unknown } = totals!
    assert.equal(accepted + unknown, recipients, 'every recipient is accounted for')
    assert.equal(unknown, mostUnknown, 'no other became unknown')
    const rows = await db<{ address: string }[]>`
      select a.address from log l join audience a using (client_id, campaign_id, number)
      where l.campaign_id = ${running.campaignId} and l.kind = 'accepted'`
    const got = new Set(taken)
    assert.deepEqual(
      rows.filter(({ address }) => !got.has(address)),
      [],
      'all who are said to have it have it',
    )
    assert.ok(got.size <= recipients)
    await assertAccounts(db, running)
  }
})

const seconds = (ms: number) => (ms / 1000).toFixed(1)
