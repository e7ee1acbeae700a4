/**
 * An installation of two processes whose database has trouble, one after another, while it serves callers and sends a campaign:
 * a primary behind a pooler, and a standby that commits wait for. `npm test` has some troubles in a fixed order;
 * TROUBLE_MINUTES=60 has all of them at random (TROUBLE_SEED), and prints the table of docs/database-trouble.md.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { keyRing } from '../../src/domain/access/keys.ts'
import { tokenLength, tokens } from '../../src/domain/tokens/tokens.ts'
import { readInstallationSecret } from '../../src/store/accounts/installation.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { CampaignKey } from '../../src/store/keys.ts'
import { assertAccounts } from '../harness/accounting.ts'
import { type Callers, startCallers } from '../harness/callers.ts'
import { canMount, freePort } from '../harness/cluster.ts'
import { lettershop } from '../harness/command.ts'
import { mayTake } from '../harness/effort.ts'
import { fillList, keyOfCampaign, sendTo } from '../harness/large-list.ts'
import { needs } from '../harness/needs.ts'
import { diskFull, type Pair, startPair, type Trouble, troubles } from '../harness/pair.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { runbookArguments, runbookCommand } from '../harness/runbook.ts'
import { type SinkProcess, startSinkProcess } from '../harness/sink-child.ts'
import { seen, until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { createRandom } from '../simulation/random.ts'

const minutes = Number(process.env.TROUBLE_MINUTES ?? 0)
const seed = Number(process.env.TROUBLE_SEED ?? 1)
/** Of `npm test`, with how long each lasts: a lock is waited for for eight seconds. */
const usual: readonly (readonly [name: string, ms: number])[] = [
  ['table locked', 9_000],
  ['standby away', 5_000],
  ['disk full', 3_000],
  ['statements cancelled', 2_000],
  ['fail-over', 1_000],
]
const asked =
  process.env.TROUBLE_KINDS?.split(',').map(name => [name, Number(process.env.TROUBLE_MS ?? 4_000)] as const) ?? usual
const secret = 'an installation secret of the tests, 32 bytes or more'
const letter = `<html><body><p>Hi <a href="https://shop.example/">shop</a></p><unsubscribe>leave</unsubscribe></body></html>`

/** Of each sender. */
const connections = 5
/** The sink takes so many a second, so that the campaign lasts as long as the troubles. */
const perSecond = 20
const recipients = Math.max(
  1_500,
  Number(process.env.TROUBLE_RECIPIENTS ?? 0),
  Math.round(minutes * 60 * perSecond * 1.2),
)

interface Row {
  readonly name: string
  /** Milliseconds. */
  readonly lasted: number
  readonly done: number
  readonly refused: number
  readonly slowest: string
  readonly servesAfter: number
  readonly sendsAfter: number
}

describe('an installation whose database has trouble', needs('postgresql', 'pgbouncer'), () => {
  let pair: Pair
  let web: TestWeb
  let sink: SinkProcess
  let folder: string
  const programs: Program[] = []
  let all: Readonly<Record<string, Trouble>>

  before(async () => {
    const hasDisk = await canMount()
    all = { ...troubles, ...(hasDisk ? { 'disk full': diskFull } : {}) }
    folder = await mkdtemp(join(tmpdir(), 'lettershop-trouble-'))
    pair = await startPair(hasDisk ? { diskMb: 600 } : {})
    web = await serveWeb({ '/letter.html': { body: letter } })
    sink = await startSinkProcess()
    const port = await freePort()
    const settings = {
      DATABASE_URL: pair.url,
      LETTERSHOP_SECRET: secret,
      LETTERSHOP_PUBLIC_URL: `http://127.0.0.1:${port}`,
      LETTERSHOP_FETCH_PRIVATE: 'true',
      LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=${connections}`,
      LETTERSHOP_SITE_URL: 'http://agency.example/',
      LETTERSHOP_ADMIN_PASSWORD: 'a password of the tests',
      LETTERSHOP_LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
    }
    const start = async (name: string, own: Readonly<Record<string, string>>, apiKey?: string) => {
      const given = { ...settings, LETTERSHOP_DATA: join(folder, name), ...own }
      const program = await startProgram(given, apiKey === undefined ? {} : { apiKey })
      programs.push(program)
      return program
    }
    const first = await start('all', { LETTERSHOP_PORT: String(port) })
    await start('sender', { LETTERSHOP_ROLES: 'sender' }, first.apiKey)
    await pair.followAtOnce()
  })
  after(async () => {
    await Promise.all(programs.map(program => program.end('SIGKILL')))
    await sink?.kill()
    await web?.close()
    await pair?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('callers are answered or asked to call again, nothing acknowledged is lost, and each recipient gets one mail', async t => {
    mayTake(minutes > 0 ? (minutes + 30) * 60_000 : 600_000)
    const { listId, running } = await sendToMany(recipients)
    const begun = performance.now()
    const sending = setInterval(() => sink.takes(((performance.now() - begun) / 1000) * perSecond), 100)
    const links = await leaveLinks(running)
    const callers = startCallers({
      url: programs[0]!.url,
      apiKey: programs[0]!.apiKey,
      listId,
      nextLeaveLink: () => links.queue.shift(),
    })
    const rows: Row[] = []
    try {
      await until(
        async () => callers.added.length > 5 && callers.left.length > 0 && sink.taken() > 20,
        'all is under way',
      )
      for (const { name, ms } of plan(begun)) rows.push(await have(name, ms, callers))
    } finally {
      clearInterval(sending)
      sink.takes(Number.MAX_SAFE_INTEGER)
      await callers.stop()
      await links.stop()
    }
    for (const row of rows) t.diagnostic(JSON.stringify(row))
    assert.deepEqual(callers.odd, [])
    await until(() => pair.ask(async db => (await stateOf(db, running)) === 'sent'), 'the campaign is sent')
    await pair.ask(async db => {
      await assertAcknowledged(db, callers, links.numberOf)
      await assertOneEach(db, running, (await sink.recipients()).filter(isOfList), recipients)
    })
    t.diagnostic(
      JSON.stringify({ troubles: rows.length, added: callers.added.length, left: callers.left.length, recipients }),
    )
  })

  test('a standby that follows later and takes over without the last commits: sending is held, and after its release each recipient has one mail', async t => {
    mayTake(600_000)
    const many = 800
    await pair.followLater()
    const before = (await sink.recipients()).length
    const ofList = async () => (await sink.recipients()).slice(before).filter(isOfList)
    const { listId, running } = await sendToMany(many)
    const { call } = programs[0]!
    const send = async (count: number) => {
      const wanted = sink.taken() + count
      sink.takes(wanted)
      await sink.took(wanted)
    }
    await send(200)
    await call('Subscriber.Add', { ListID: listId, Email: 'early@readers.example', Name: '' })
    await until(() => pair.isUpToDate(), 'the standby has all of it')
    await pair.standby.kill()
    await send(200)
    await call('Subscriber.Add', { ListID: listId, Email: 'late@readers.example', Name: '' })
    await until(() => pair.ask(async db => (await totalsOf(db, running))?.accepted === 400), 'the ledger has 400')
    await pair.primary.kill()
    await pair.standby.start()
    runbookCommand('Fail over', 'pg_ctl promote') // which this does
    await pair.takeOver()
    const [, ...statements] = runbookCommand('Fail over', 'psql').filter(word => word !== '-c')
    await pair.ask(async db => {
      for (const statement of statements) await db.unsafe(statement)
    })
    const lost = 400 - (await pair.ask(async db => (await totalsOf(db, running))!.accepted))

    const kinds = await seen(
      'sending is held',
      () => pair.ask(async db => (await db<{ kind: string }[]>`select kind from holds`).map(({ kind }) => kind)),
      found => found.includes('commits lost'),
    )
    // the heartbeat of a sender may be among what is lost
    assert.deepEqual(
      kinds.filter(kind => kind !== 'commits lost' && kind !== 'database restored'),
      [],
    )
    // what was handed over already ends; nothing more is handed over
    sink.takes(Number.MAX_SAFE_INTEGER)
    await seen(
      'the ledger knows from the journal all that was sent',
      async () => ({
        received: (await ofList()).length,
        ...(await pair.ask(db => totalsOf(db, running))),
      }),
      ({ received, accepted, unknown }) => accepted === received && unknown === 0,
    )
    const { length: received } = await ofList()
    assert.ok(received <= 400 + 2 * connections, `${received} mails`)
    const addresses = await pair.ask(
      db => db<{ address: string }[]>`
      select address from subscribers where address in ('early@readers.example', 'late@readers.example')`,
    )
    assert.deepEqual(
      addresses.map(({ address }) => address),
      ['early@readers.example'],
      'what the standby lacks',
    )

    const settings = { DATABASE_URL: pair.url, LETTERSHOP_SECRET: secret, LETTERSHOP_DATA: join(folder, 'all') }
    const examined = await lettershop(runbookArguments('Fail over', 'npx lettershop doctor'), settings)
    assert.match(
      examined.stdout,
      /^ok {7}database\.reach .*^info {5}database\.replication {3}The database has no standby\.$/ms,
    )
    const resume = runbookArguments('Fail over', 'npx lettershop resume-sending')
    assert.match((await lettershop(resume, settings)).stdout, /^commits lost, since /m)
    const released = await lettershop([...resume, '--yes'], settings)
    assert.equal(released.code, 0, released.stderr)
    await seen(
      'the campaign is sent',
      () =>
        pair.ask(async db => ({
          state: await stateOf(db, running),
          totals: await totalsOf(db, running),
          holds: await db`select kind, detail from holds`,
          ranges: await db`
            select low, high, owner, done, expires_at > now() as is_leased from leases where campaign_id = ${running.campaignId}`,
        })),
      ({ state }) => state === 'sent',
    )
    const all = await ofList()
    await pair.ask(db => assertOneEach(db, running, all, many))
    t.diagnostic(`${lost} acceptances were lost, and one address`)
  })

  /** The troubles to have, and how long each lasts. */
  function* plan(begun: number): Generator<{ readonly name: string; readonly ms: number }> {
    if (minutes === 0) {
      for (const [name, ms] of asked) if (name in all) yield { name, ms }
      return
    }
    const random = createRandom(seed)
    while (performance.now() - begun < minutes * 60_000)
      yield { name: random.pick(Object.keys(all)), ms: random.whole(500, 15_000) }
  }

  async function have(name: string, ms: number, callers: Callers): Promise<Row> {
    callers.reset()
    const begun = performance.now()
    const reported =
      name === 'standby away' && ms > 4_000 ? until(saysThatCommitsWait, '/ready says that commits wait') : undefined
    await Promise.all([all[name]!(pair, ms), reported])
    const over = performance.now()
    const { length } = callers.added
    const sent = sink.taken()
    await seen(
      `calls succeed after: ${name}`,
      async () => callers.added.length,
      count => count > length + 1,
    )
    const served = performance.now()
    await seen(
      `mails go out after: ${name}`,
      async () => sink.taken(),
      count => count > sent,
    )
    const row = {
      name,
      lasted: Math.round(over - begun),
      ...{ done: callers.figures.done, refused: callers.figures.refused },
      slowest: `${Math.round(callers.figures.slowestMs)} ${callers.figures.slowest}`,
      servesAfter: Math.round(served - over),
      sendsAfter: Math.round(performance.now() - over),
    }
    if (process.env.VERBOSE) console.error(JSON.stringify(row), callers.odd.slice(0, 3))
    // a standby that is not there yet would make the next trouble another one
    await pair.settle()
    return row
  }

  async function saysThatCommitsWait(): Promise<boolean> {
    const response = await fetch(`${programs[0]!.url}/ready`)
    const { commits } = (await response.json()) as { readonly commits: string }
    return response.status === 503 && commits.startsWith('Commits wait')
  }

  /** A list with people and a campaign to them, under way. */
  async function sendToMany(recipients: number): Promise<{ readonly listId: string; readonly running: CampaignKey }> {
    const { call } = programs[0]!
    const ClientID = await call<string>('Client.Create', {
      CompanyName: `Bloom ${recipients}`,
      ContactName: 'Carla',
      EmailAddress: `carla${recipients}@bloom.example`,
      Country: 'Germany',
      Timezone: 'Europe/Berlin',
    })
    const listId = await call<string>('List.Create', {
      ...{ ClientID, Title: 'Spring', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
    })
    await pair.ask(db => fillList(db, listId, recipients))
    sink.takes(sink.taken())
    const letter = { ClientID, ListID: listId, CampaignName: 'Spring', HtmlUrl: `${web.url}/letter.html` }
    const campaign = await sendTo(call, letter)
    const running = await pair.ask(db => keyOfCampaign(db, campaign))
    // an address that is added from now on gets no mail
    const planned = async (db: Database) => (await totalsOf(db, running))?.recipients === recipients
    await until(() => pair.ask(planned), 'the campaign is planned')
    return { listId, running }
  }

  /** Links of one-click unsubscription of those who have their mail, filled while the campaign is sent. */
  async function leaveLinks({ clientId, campaignId }: CampaignKey) {
    const queue: string[] = []
    const signed = await signing()
    let stopped = false
    let seen = 0
    async function fill() {
      const rows = await pair.ask(
        db => db<{ number: number }[]>`
          select number from log where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'accepted'
          order by at, number offset ${seen}`,
      )
      seen += rows.length
      for (const { number } of rows) queue.push(`/u/${signed.sign('recipient', campaignId, number)}`)
    }
    const filling = (async () => {
      for (; !stopped; await new Promise(resolve => setTimeout(resolve, 1_000))) await fill().catch(() => {}) // in trouble
    })()
    return {
      queue,
      numberOf: (link: string) => signed.verify('recipient', link.slice(-tokenLength))![1],
      async stop() {
        stopped = true
        await filling
      },
    }
  }

  const signing = () =>
    pair.ask(async db => tokens(keyRing(await readInstallationSecret(db, { dataFolder: folder, given: secret }))))
})

/** All that was answered with 200 is in the database. */
async function assertAcknowledged(db: Database, { added, left }: Callers, numberOf: (link: string) => number) {
  const rows = await db<{ address: string }[]>`select address from subscribers where address like 'new%'`
  const there = new Set(rows.map(({ address }) => address))
  assert.deepEqual(
    added.filter(address => !there.has(address)),
    [],
    'every address that was added is there',
  )
  const gone = await db<{ number: number }[]>`
    select a.number from audience a join subscribers s on s.client_id = a.client_id and s.address = a.address
    where s.state = 'Unsubscribed'`
  const numbers = new Set(gone.map(({ number }) => number))
  assert.deepEqual(
    left.map(numberOf).filter(number => !numbers.has(number)),
    [],
    'who opted out is unsubscribed',
  )
}

/** Others get the notice that the campaign is sent. */
const isOfList = (address: string) => address.endsWith('@people.example')

interface Totals {
  readonly recipients: number
  readonly accepted: number
  readonly unknown: number
}

async function totalsOf(db: Database, { campaignId }: CampaignKey): Promise<Totals | undefined> {
  const [row] = await db<Totals[]>`
    select recipients, accepted, unknown from campaign_totals where campaign_id = ${campaignId}`
  return row
}

async function stateOf(db: Database, { campaignId }: CampaignKey): Promise<string> {
  const [row] = await db<{ state: string }[]>`select state from campaigns where id = ${campaignId}`
  return row!.state
}

/** The ledger's theorem, and what the relay says: each recipient has one mail, and the ledger knows it. */
async function assertOneEach(db: Database, running: CampaignKey, received: readonly string[], recipients: number) {
  await db`analyze audience, log, leases`
  await assertAccounts(db, running)
  assert.equal(new Set(received).size, received.length, 'no recipient got two')
  const totals = await totalsOf(db, running)
  assert.deepEqual(totals, { recipients, accepted: recipients, unknown: 0 })
  assert.equal(received.length, recipients, 'no recipient got none')
}
