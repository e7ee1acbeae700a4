/** A database that goes away, comes back, and comes back without its last commits, while a sender is at work. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Transport } from '../../src/delivery/transport.ts'
import { createLog } from '../../src/lib/log.ts'
import { startEmbedded } from '../../src/store/embedded/embedded.ts'
import { findActiveHolds, releaseHolds } from '../../src/store/limits/guards.ts'
import type { Sink } from '../harness/sink.ts'

const log = createLog('error')
const root = await mkdtemp(join(tmpdir(), 'lettershop-fail-over-'))
const dataFolder = join(root, 'data')
let server = await startEmbedded({ dataFolder, log, durable: false })
// the harness makes its databases on the server that is named when it is loaded
process.env.DATABASE_URL = server.url
const { assertAccounts, campaign, endings, isSent, people, present, relay, sender, sendNow, sink, totals, until } =
  await import('../harness/sending.ts')
after(async () => {
  await server.stop()
  await rm(root, { recursive: true, force: true })
})

const recipients = 1200

test('a sender goes on after a restart, and after a fail-over that lost commits it holds, settles from its journal, and repeats no recipient', async () => {
  const running = await campaign(people(recipients))
  const peer = await sink()
  const gate = gated(relay(peer))
  const started = sender(gate.transport, { rangeSize: 100, pollMs: 500, leaseMs: 60_000 })
  await sendNow(running)
  gate.letThrough(300)
  await until(async () => (await totals(running))?.accepted === 300, '300 are accepted')

  // everything is there after it: nothing is held
  await restartAndRemember()
  const backAt = performance.now()
  gate.letThrough(300)
  await until(async () => (await totals(running))?.accepted === 600, 'it goes on after a restart')
  if (process.env.VERBOSE) console.error(`300 more ${Math.round(performance.now() - backAt)} ms after the restart`)
  assert.deepEqual([...(await findActiveHolds(present.db))], [])
  await assertAccounts(running)

  // the standby that takes over lacks 300 acceptances and the ranges they were in
  await loseCommits()
  assert.equal((await totals(running)).accepted, 300, 'the commits are lost')
  gate.letThrough(recipients)
  await until(async () => (await findActiveHolds(present.db)).length > 0, 'sending is held')
  await until(
    async () => (await totals(running)).accepted === peer.messages.length,
    'the ledger knows from the journal all that was sent',
  )
  const settled = await totals(running)
  assert.deepEqual(
    (await findActiveHolds(present.db)).map(({ kind }) => kind),
    ['commits lost'],
  )
  assert.equal(settled.unknown, 0)
  assert.ok(peer.messages.length < recipients, 'nothing more is handed over')
  assert.ok(settled.accepted! >= 600)
  await assertAccounts(running)

  await releaseHolds(present.db)
  started.wake()
  await isSent(running)
  assertOneCopyEach(peer, recipients)
  assert.equal((await totals(running)).accepted, recipients)
  await assertAccounts(running)
})

test('commits that were lost while no sender ran are settled from the journal by the next one, and hold it', async () => {
  const running = await campaign(people(200))
  const peer = await sink()
  const gate = gated(relay(peer))
  const first = sender(gate.transport, { rangeSize: 50, pollMs: 500, owner: 'before' })
  await sendNow(running)
  gate.letThrough(60)
  await until(async () => (await totals(running))?.accepted === 60, '60 are accepted')
  await restartAndRemember()
  gate.letThrough(60)
  await until(async () => (await totals(running)).accepted === 120, '120 are accepted')
  await first.stop(0)
  gate.letThrough(200)
  await loseCommits()
  assert.equal((await totals(running)).accepted, 60, 'the commits are lost')

  const next = sender(relay(peer), { rangeSize: 50, pollMs: 500, owner: 'after' })
  await until(async () => (await totals(running)).accepted === 120, 'the ledger knows from the journal what was sent')
  assert.deepEqual(
    (await findActiveHolds(present.db)).map(({ kind }) => kind),
    ['commits lost'],
  )
  assert.equal(peer.messages.length, 120)
  await assertAccounts(running)
  await releaseHolds(present.db)
  next.wake()
  await isSent(running)
  assertOneCopyEach(peer, 200)
  await assertAccounts(running)
})

function assertOneCopyEach({ messages }: Sink, many: number) {
  const copies = new Map<string, number>()
  for (const { to } of messages) copies.set(to, (copies.get(to) ?? 0) + 1)
  assert.deepEqual(
    [...copies].filter(([, count]) => count > 1),
    [],
    'no recipient got two',
  )
  assert.equal(copies.size, many)
}

/** The database restarts with all it has, which is what `loseCommits` puts back. */
async function restartAndRemember() {
  await server.stop()
  await rm(join(root, 'earlier'), { recursive: true, force: true })
  await cp(join(dataFolder, 'postgres'), join(root, 'earlier'), { recursive: true, preserveTimestamps: true })
  server = await startEmbedded({ dataFolder, log, durable: false })
}

/** The standby that takes over is what the database was then. */
async function loseCommits() {
  await server.stop()
  await rm(join(dataFolder, 'postgres'), { recursive: true })
  await cp(join(root, 'earlier'), join(dataFolder, 'postgres'), { recursive: true, preserveTimestamps: true })
  server = await startEmbedded({ dataFolder, log, durable: false })
}

/**
 * Lets so many messages through, and keeps the others waiting. A message that its sender withdrew meanwhile (because it
 * noticed that another server answers) does not count: another one takes its place.
 */
function gated(inner: Transport) {
  let open = 0
  const waiting: (() => void)[] = []
  endings.push(async () => {
    open = Number.POSITIVE_INFINITY
    for (const go of waiting.splice(0)) go()
  })
  const transport: Transport = {
    get concurrency() {
      return inner.concurrency
    },
    async send(message) {
      if (open === 0) await new Promise<void>(resolve => waiting.push(resolve))
      else open--
      const outcome = await inner.send(message)
      if (outcome.kind === 'unavailable') letThrough(1)
      return outcome
    },
    close: () => inner.close(),
  }
  function letThrough(count: number) {
    const go = waiting.splice(0, count)
    open += count - go.length
    for (const one of go) one()
  }
  return { transport, letThrough }
}
