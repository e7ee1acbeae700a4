/** The promise of the ledger against real processes, a real relay and `kill -9`. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { transaction } from '../../src/store/connection/transaction.ts'
import { effort, mayTake } from '../harness/effort.ts'
import { lockAwaited } from '../harness/locks.ts'
import type { SenderOrder } from '../harness/sender-process.ts'
import {
  assertAccounts,
  campaign,
  databaseUrl,
  endings,
  isSent,
  people,
  present,
  sendNow,
  stateOf,
  totals,
} from '../harness/sending.ts'
import { type SinkProcess, startSinkProcess } from '../harness/sink-child.ts'

const kills = effort(20, 100)
const recipients = kills * 1_000
/** The sink offers no CHUNKING, so a connection has one transaction open whose data is out. */
const connections = 10

test(`a sender killed ${kills} times loses no recipient, repeats none, and leaves unknown only what was open`, async () => {
  mayTake(kills * 40_000)
  const running = await campaign(people(recipients))
  const { sink, order } = await sinkFor(connections)
  await sendNow(running)

  let open = 0
  let standby = startSenderProcess()
  for (let life = 0; life <= kills; life++) {
    const sender = await standby.begin(order)
    if (life === kills) break
    // comes up while this one works
    standby = startSenderProcess()
    // in the midst of its work, at a random moment: within its part of what is left to the lives to come
    const taken = sink.taken()
    const part = (recipients - taken) / (kills - life + 1)
    sink.takes(Math.ceil(taken + part))
    await sink.took(taken + Math.floor(part * (0.4 + (life % 4) / 10))).catch(standstill)
    await sender.kill()
    assert.equal(await stateOf(running), 'sending', 'it is killed while it has work')
    open += connections
  }
  sink.takes(recipients)
  await isSent(running)
  // Without statistics PostgreSQL expects one row of each and joins twenty thousand with twenty thousand by comparing all pairs,
  // for longer than a statement may take; its own turn comes once a minute.
  await present.db`analyze audience, log, leases`

  const copies = new Map<string, number>()
  for (const address of await sink.recipients()) copies.set(address, (copies.get(address) ?? 0) + 1)
  assert.deepEqual(
    [...copies].filter(([, count]) => count > 1),
    [],
    'no recipient got two',
  )
  const { accepted, unknown } = await totals(running)
  assert.equal(accepted! + unknown!, recipients, 'every recipient is accounted for')
  const rows = await present.db<{ address: string }[]>`
    select a.address from log l
    join audience a on a.client_id = l.client_id and a.campaign_id = l.campaign_id and a.number = l.number
    where l.campaign_id = ${running.campaignId} and l.kind = 'accepted'`
  const lost = rows.filter(({ address }) => !copies.has(address))
  assert.deepEqual(lost, [], 'every recipient said to be accepted was')
  assert.ok(copies.size <= accepted! + unknown!, 'no other recipient got one')
  assert.ok(unknown! <= open, `${unknown} unknown, ${open} transactions were open`)
  if (process.env.VERBOSE) console.error(`${unknown} unknown after ${kills} kills of ${connections} connections`)
  await assertAccounts(running)
  assert.deepEqual(
    (await readdir(order.journalFolder)).filter(name => name.endsWith('.range')),
    [],
    'no journal is left',
  )
})

test('a sender killed while the database works for it is taken over once that is rolled back, and nothing is held', async () => {
  const running = await campaign(people(2_000))
  const { sink, order } = await sinkFor(4)
  await sendNow(running)
  sink.takes(300)
  const killed = await startSenderProcess().begin(order)
  await sink.took(200)

  const release = await lockLeases()
  sink.takes(600)
  // outcomes are to be appended
  await lockAwaited(present.db)
  await killed.kill()
  await startSenderProcess().begin(order)
  // for what the server still does for the one that is gone
  await lockAwaited(present.db, { count: 2 })
  await release()

  sink.takes(2_000)
  await isSent(running)
  assert.deepEqual([...(await present.db`select kind from holds`)], [])
  const copies = await sink.recipients()
  assert.equal(new Set(copies).size, copies.length, 'no recipient got two')
  const { accepted, unknown } = await totals(running)
  assert.equal(accepted! + unknown!, 2_000, 'every recipient is accounted for')
  assert.ok(unknown! <= 4, `${unknown} unknown, four connections were open`)
  await assertAccounts(running)
})

/** A sink, and the messages to senders that hand over to it. */
async function sinkFor(connections: number): Promise<{ readonly sink: SinkProcess; readonly order: SenderOrder }> {
  const sink = await startSinkProcess()
  endings.push(sink.kill)
  const journalFolder = await mkdtemp(join(tmpdir(), 'lettershop-kill-'))
  endings.push(() => rm(journalFolder, { recursive: true, force: true }))
  const relay = `smtp://127.0.0.1:${sink.port}/?connections=${connections}`
  return { sink, order: { databaseUrl: databaseUrl(), relay, journalFolder } }
}

/** Keeps every transaction from the leases. @returns what ends that */
async function lockLeases(): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let ended: Promise<void> | undefined
  await new Promise<void>((locked, failed) => {
    ended = transaction(present.db, async sql => {
      await sql`select 1 from leases where client_id = ${present.world.client.clientId} for update`
      locked()
      await released
    })
    ended.catch(failed)
  })
  return async () => {
    release()
    await ended
  }
}

/** Says what the database was doing for the senders. */
async function standstill(error: Error): Promise<never> {
  const sessions = await present.db`
    select now() - query_start as since, state, wait_event_type, wait_event, left(query, 300) as query
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const campaigns = await present.db`select id, state, due_at, started_at from campaigns`
  const leases = await present.db`select * from leases`
  const holds = await present.db`select * from holds`
  throw new Error(`${error.message}\n${JSON.stringify({ sessions, campaigns, leases, holds }, undefined, 1)}`)
}

/** A process that has come up waits for its order. */
function startSenderProcess() {
  const child = fork(new URL('../harness/sender-process.ts', import.meta.url))
  endings.push(() => kill(child))
  const up = once(child, 'message')
  return {
    async begin(order: SenderOrder) {
      await up
      child.send(order)
      await once(child, 'message')
      return { kill: () => kill(child) }
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
