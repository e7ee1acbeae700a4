/** Several senders of one command (`LETTERSHOP_SENDERS`): the real program, real signals, a real sink. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isAlive } from '../src/lib/other-processes.ts'
import type { Database } from '../src/store/connection/database.ts'
import { assertAccounts } from './harness/accounting.ts'
import { freshDatabase } from './harness/database.ts'
import { fillList, keyOfCampaign, sendTo } from './harness/large-list.ts'
import { type Program, startProgram } from './harness/program.ts'
import { startSinkProcess } from './harness/sink-child.ts'
import { seen, until } from './harness/until.ts'
import { serveWeb } from './harness/web.ts'

/** Two ranges and a bit: each sender holds one while the sink waits. */
const recipients = 9_000
/** Of the relay; each sender has half of them. The sink offers no CHUNKING: a connection has one transaction open. */
const connections = 8
const letter = '<html><body><p>News</p><unsubscribe>leave</unsubscribe></body></html>'

/** @returns the settings of a program with a folder of its own, which is removed after the test */
async function settingsOf(t: TestContext): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-senders-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return {
    LETTERSHOP_DATA: folder,
    LETTERSHOP_FETCH_PRIVATE: 'true',
    LETTERSHOP_SENDERS: '2',
    LETTERSHOP_PUBLIC_URL: 'http://news.example',
  }
}

interface StateOfSystem {
  readonly Processes: readonly { readonly Pid: number; readonly Roles: string; readonly State: string }[]
}

/** The sender processes that report, by their numbers. */
async function sendersOf({ call, child }: Program): Promise<readonly number[]> {
  const { Processes } = await call<StateOfSystem>('System.GetState', {})
  return Processes.filter(({ Pid }) => Pid !== child.pid).map(({ Pid }) => Pid)
}

async function ended(pids: readonly number[]): Promise<boolean> {
  return (await Promise.all(pids.map(isAlive))).every(lives => !lives)
}

function bothSenders(program: Program): Promise<readonly number[]> {
  return seen(
    'both senders report',
    () => sendersOf(program),
    pids => pids.length === 2,
  )
}

/** One client and one list with all recipients. @returns what sends to them */
async function readyToSend(t: TestContext, { call }: Program, db: Database) {
  const web = await serveWeb({ '/letter.html': { body: letter } })
  t.after(() => web.close())
  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@bloom.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const ListID = await call<string>('List.Create', {
    ...{ ClientID, Title: 'Spring', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
  })
  await fillList(db, ListID, recipients)
  const order = { ClientID, ListID, CampaignName: 'Spring', HtmlUrl: `${web.url}/letter.html` }
  return async () => keyOfCampaign(db, await sendTo(call, order))
}

test('two senders of one command reach each recipient once, though one is killed, and a stop ends all of them', async t => {
  const settings = await settingsOf(t)
  const database = await freshDatabase()
  t.after(() => database.drop())
  const { db } = database
  const sink = await startSinkProcess()
  t.after(() => sink.kill())
  sink.takes(500)
  const log: string[] = []
  const program = await startProgram(
    {
      ...settings,
      DATABASE_URL: database.url,
      LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=${connections}`,
    },
    { onLog: text => void log.push(text) },
  )
  t.after(() => program.child.kill('SIGKILL'))
  const senders = await bothSenders(program)
  const campaign = await (await readyToSend(t, program, db))()
  // as many as the relay allows, and no more: the two have its connections in common
  await sink.holds(connections)
  const owners = await db<{ owner: string }[]>`select distinct owner from leases where not done and owner <> ''`
  assert.deepEqual(
    owners.map(({ owner }) => Number(owner.split('/')[1])).sort(),
    [...senders].sort(),
    'each has a range',
  )

  process.kill(senders[0]!, 'SIGKILL')
  const successors = await seen(
    'another is started in its place',
    () => sendersOf(program),
    pids => pids.some(pid => !senders.includes(pid)),
  )
  await seen(
    'it settles what was open',
    async () => (await db<{ unknown: number }[]>`select unknown from campaign_totals`)[0]!.unknown,
    unknown => unknown > 0,
  )
  // a notice to the client too
  sink.takes(recipients + 1)
  await until(async () => (await db`select 1 from campaigns where state = 'sent'`).length === 1, 'the campaign is sent')

  const copies = await sink.recipients()
  assert.equal(new Set(copies).size, copies.length, 'no recipient got two')
  await db`analyze audience, log, leases`
  const [totals] = await db<{ accepted: number; unknown: number }[]>`select accepted, unknown from campaign_totals`
  const { accepted, unknown } = totals!
  assert.equal(accepted + unknown, recipients, 'every recipient is accounted for')
  assert.ok(unknown <= connections / 2, `${unknown} unknown, ${connections / 2} transactions were open`)
  await assertAccounts(db, campaign)
  assert.match(log.join(''), /a sender process ended; it is started again/)
  const url = new URL('/metrics', program.url)
  const metrics = await seen(
    'what they report is in the metrics',
    async () => (await fetch(url)).text(),
    text => !text.includes('outcome="accepted"} 0\n'),
  )
  assert.match(metrics, /^lettershop_sender_processes 2$/m)
  assert.match(metrics, /^lettershop_sender_restarts_total 1$/m)
  const ready = (await (await fetch(new URL('/ready', program.url))).json()) as { senders: string }
  assert.equal(ready.senders, 'ok')

  assert.equal(await program.end(), 0)
  assert.ok(await ended([...senders, ...successors]), 'none outlives the stop')
  assert.equal((await db`select 1 from processes where roles = '{sender}' and pid <> ${senders[0]!}`).length, 0)
  assert.equal((await db`select 1 from leases where not done`).length, 0)
})

test('a stop in the midst of a campaign has both senders give their ranges back, and the next start sends the rest', async t => {
  const settings = await settingsOf(t)
  const database = await freshDatabase()
  t.after(() => database.drop())
  const { db } = database
  const sink = await startSinkProcess()
  t.after(() => sink.kill())
  sink.takes(500)
  const all = {
    ...settings,
    DATABASE_URL: database.url,
    LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=${connections}`,
  }
  const program = await startProgram(all)
  t.after(() => program.child.kill('SIGKILL'))
  const senders = await bothSenders(program)
  const campaign = await (await readyToSend(t, program, db))()
  await sink.holds(connections)
  const stopped = program.end()
  // the answers that the stop waits for
  sink.takes(500 + connections)
  assert.equal(await stopped, 0)
  assert.ok(await ended(senders))
  assert.equal((await db`select 1 from leases where not done and owner <> ''`).length, 0, 'no range is held')

  sink.takes(recipients + 1)
  const next = await startProgram(all)
  t.after(() => next.child.kill('SIGKILL'))
  await until(async () => (await db`select 1 from campaigns where state = 'sent'`).length === 1, 'the campaign is sent')
  assert.equal(await next.end(), 0)
  const copies = await sink.recipients()
  assert.equal(new Set(copies).size, copies.length, 'no recipient got two')
  const [totals] = await db<{ accepted: number; unknown: number }[]>`select accepted, unknown from campaign_totals`
  assert.equal(totals!.accepted + totals!.unknown, recipients)
  assert.ok(totals!.unknown <= connections, `${totals!.unknown} unknown, ${connections} transactions were open`)
  await db`analyze audience, log, leases`
  await assertAccounts(db, campaign)
})

test('senders do not outlive a service that is killed, nor keep its embedded database', async t => {
  const settings = await settingsOf(t)
  const program = await startProgram(settings)
  t.after(() => program.child.kill('SIGKILL'))
  const senders = await bothSenders(program)
  assert.deepEqual(await Promise.all(senders.map(isAlive)), [true, true])
  await program.end('SIGKILL')
  await until(() => ended(senders), 'they end by themselves')
  const next = await startProgram(settings)
  t.after(() => next.child.kill('SIGKILL'))
  await seen(
    'others are started',
    () => sendersOf(next),
    pids => pids.filter(pid => !senders.includes(pid) && pid !== program.child.pid).length === 2,
  )
  assert.equal(await next.end(), 0)
})

test('a number of senders that makes no sense keeps the program from starting', async () => {
  const start = [join(import.meta.dirname, '../bin/lettershop.mjs'), 'start']
  for (const value of ['0', '-1', '1.5', 'many', '65']) {
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>(resolve => {
      const env = { ...process.env, LETTERSHOP_SENDERS: value }
      execFile(process.execPath, start, { env }, (error, _, stderr) => resolve({ code: error?.code, stderr }))
    })
    assert.equal(code, 2)
    assert.equal(stderr, `LETTERSHOP_SENDERS is "${value}", but must be a number from 1 to 64.\n`)
  }
})
