import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  assertAccounts,
  campaign,
  endings,
  isSent,
  people,
  present,
  type Running,
  relay,
  sender,
  sendNow,
  sink,
  totals,
  until,
} from '../../test/harness/sending.ts'
import { startSink } from '../../test/harness/sink.ts'
import { createLog } from '../lib/log.ts'
import { nextToken } from '../store/jobs/claiming.ts'
import { claimNewRange } from '../store/ledger/leases.ts'
import { append, openRecipients } from '../store/ledger/ledger.ts'
import { placeHold, releaseHolds } from '../store/limits/guards.ts'
import { contentTasksHere } from './content/tasks.ts'
import { openJournal } from './journal/journal.ts'
import { planDueCampaign } from './planning/plan.ts'
import { smtpTransport } from './relays/transport.ts'
import type { Transport } from './transport.ts'

test('two senders share one campaign without a duplicate', async () => {
  const running = await campaign(people(300))
  const peer = await sink()
  sender(relay(peer), { owner: 'one' })
  sender(relay(peer), { owner: 'two' })
  await sendNow(running)
  await isSent(running)
  assert.equal(peer.messages.length, 300)
  assert.equal(new Set(peer.messages.map(message => message.to)).size, 300)
  await assertAccounts(running)
})

test('a connection lost after the final dot leaves the recipient unknown, and no second copy is sent', async () => {
  const running = await campaign(people(12))
  const peer = await sink({ reply: to => (to === 'p5@example.com' ? 'drop' : 'accept') })
  sender(relay(peer))
  await sendNow(running)
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
  await sendNow(running, new Date(clock))
  await until(async () => (await totals(running))?.deferred === 1, 'it is deferred')
  clock += 61_000
  await isSent(running)
  const copies = peer.messages.filter(message => message.to === 'p1@example.com')
  const ids = copies.map(copy => /^Message-ID: (.*)\r$/m.exec(copy.raw.toString())![1])
  assert.equal(copies.length, 2)
  assert.equal(ids[0], ids[1])
  await assertAccounts(running)
})

test('while no relay can be reached no recipient is refused, and all is sent when it is back', async () => {
  const running = await campaign(people(30))
  const gone = await startSink()
  await gone.close()
  let clock = Date.now()
  const transport = smtpTransport([`${gone.url}/?connections=4&window=1`], { now: () => clock })
  endings.push(() => transport.close())
  sender(transport, { now: () => new Date(clock), owner: 'unlucky' })
  await sendNow(running, new Date(clock))
  await until(async () => ((await totals(running))?.deferred ?? 0) > 0, 'a recipient is deferred')
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
  await sendNow(running, new Date(clock))
  await until(
    async () => (await totals(running))?.handingOver === 4 && handed.length === 4,
    'all places but the reserved one are taken',
  )
  await assertAccounts(running)
  // it is gone: it neither renews its lease nor gives it back
  await present.db`update leases set token = ${await nextToken(present.db, 'lease_tokens')} where campaign_id = ${running.campaignId}`
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

test('when the journal is lost with its machine, every recipient below the mark whose outcome is not in the log is unknown', async () => {
  const running = await campaign(people(50))
  let clock = Date.now()
  const dead: Transport = { concurrency: 5, send: () => new Promise(() => {}), async close() {} }
  const elsewhere = await mkdtemp(join(tmpdir(), 'lettershop-lost-'))
  endings.push(() => rm(elsewhere, { recursive: true, force: true }))
  const first = sender(dead, { now: () => new Date(clock), owner: 'lost', rangeSize: 50, journalFolder: elsewhere })
  await sendNow(running, new Date(clock))
  await until(async () => (await totals(running))?.handingOver === 4, 'all places but the reserved one are taken')
  await present.db`update leases set handed = 6 where campaign_id = ${running.campaignId}`
  await present.db`update campaign_totals set handing_over = 6, planned = 44 where campaign_id = ${running.campaignId}`
  // outcomes that it had not appended are lost with it
  await present.db`update leases set token = ${await nextToken(present.db, 'lease_tokens')} where campaign_id = ${running.campaignId}`
  await first.stop(0)
  await assertAccounts(running)
  clock += 61_000
  const peer = await sink()
  sender(relay(peer), { now: () => new Date(clock), owner: 'elsewhere' })
  await isCalledFor(running)
  clock += 1000
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 44, unknown: 6 })
  assert.equal(peer.messages.length, 44)
  await assertAccounts(running)
})

test('a sender that starts anew takes its ranges up by its journal, before any other can take them without', async () => {
  const running = await campaign(people(40))
  const { db } = present
  const { clientId, campaignId, publicId } = running
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-anew-'))
  endings.push(() => rm(folder, { recursive: true, force: true }))
  const clock = Date.now()
  await sendNow(running, new Date(clock))
  const at = new Date(clock + 1000)
  await planDueCampaign({ db, log: createLog('silent'), contentTasks: contentTasksHere }, at)
  // it handed 1 to 5 over, knows what became of 1 and 2, had its mark at 30, and ended
  const expiresAt = new Date(clock + 60_000)
  const lease = (await claimNewRange(db, { clientId, campaignId, owner: 'killed', at, expiresAt }, 40))!
  await append(db, lease, [], (await openRecipients(db, lease)).slice(0, 30), at)
  const journal = await openJournal(folder, 'killed', createLog('silent'))
  const record = journal.begin({ ...lease, campaignPublicId: publicId })
  const outcome = { attempt: 1, kind: 'accepted', code: 250, answer: '250 ok', retryAt: null, bounce: null } as const
  const gone = { code: 550, answer: '550 5.1.1 no such user', kind: 'refused', bounce: 'H' } as const
  record.write(
    [
      { ...outcome, number: 1 },
      { ...outcome, ...gone, number: 2 },
    ],
    [1, 2, 3, 4, 5].map(number => ({ number, attempt: 1 })),
  )
  record.end(false)
  await journal.close()

  const peer = await sink()
  // it would take them by their mark as soon as they were free
  sender(relay(peer), { now: () => new Date(clock + 2000), owner: 'elsewhere', journalFolder: join(folder, 'other') })
  await until(async () => (await totals(running)).handingOver === 30, 'they are not')
  sender(relay(peer), { now: () => new Date(clock + 2000), owner: 'anew', journalFolder: folder })
  await isSent(running)
  const { accepted, refused, unknown } = await totals(running)
  assert.deepEqual({ accepted, refused, unknown }, { accepted: 36, refused: 1, unknown: 3 })
  const bounces = await db`
    select number, type, code, evidence, worked_at from campaign_bounces where campaign_id = ${campaignId}`
  assert.deepEqual(
    bounces.map(row => ({ ...row })),
    [{ number: 2, type: gone.bounce, code: gone.code, evidence: gone.answer, workedAt: null }],
    'it is left to the background task, which suppresses',
  )
  assert.equal(peer.messages.length, 35)
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 35)
  await assertAccounts(running)
})

test('a hold stops a range that is under way with its next group, and it goes on when it is released', async () => {
  const running = await campaign(people(400))
  const peer = await sink()
  const inner = relay(peer)
  let placed: Promise<void> | undefined
  const transport: Transport = {
    get concurrency() {
      return inner.concurrency
    },
    async send(message) {
      // recipients asked about after it are not sent to
      if (peer.messages.length >= 10)
        placed ??= placeHold(present.db, { kind: 'commits lost', folder: '', detail: 'a test' }, new Date())
      await placed
      return inner.send(message)
    },
    close: () => inner.close(),
  }
  sender(transport, { rangeSize: 400 })
  await sendNow(running)
  await until(async () => placed !== undefined, 'the hold is placed')
  await until(async () => {
    const { handingOver, accepted } = await totals(running)
    return handingOver === 0 && accepted! > 0
  }, 'the range is given back')
  const stopped = peer.messages.length
  assert.ok(stopped < 400, `${stopped} were sent`)
  await assertAccounts(running)
  await releaseHolds(present.db)
  await isSent(running)
  assert.equal(peer.messages.length, 400)
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
  await sendNow(running, new Date(clock))
  await until(async () => (await totals(running))?.handingOver === 1, 'one is handed over')
  await present.db`update leases set expires_at = '-infinity' where campaign_id = ${running.campaignId}`
  clock += 1000
  const peer = await sink()
  sender(relay(peer), { now: () => new Date(clock), owner: 'other' })
  await isCalledFor(running)
  clock += 1000
  await isSent(running)
  answer()
  await sleeper.stop(1000)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 9, unknown: 1 })
  assert.equal(peer.messages.length, 9)
  await assertAccounts(running)
})

test('a lease of a living sender that ran out during an outage is called for, and renewed before another takes it', async () => {
  const running = await campaign(people(3))
  const answers: (() => void)[] = []
  const slow: Transport = {
    concurrency: 1,
    send: () => new Promise(resolve => answers.push(() => resolve({ kind: 'accepted', code: 250, answer: 'ok' }))),
    async close() {},
  }
  let clock = Date.now()
  const now = () => new Date(clock)
  sender(slow, { now, owner: 'first' })
  await sendNow(running, now())
  await until(async () => answers.length === 1, 'one is handed over')
  clock += 61_000
  const peer = await sink()
  sender(relay(peer), { now, owner: 'second' })
  await isCalledFor(running)
  answers[0]!()
  await until(async () => answers.length === 2, 'the first goes on')
  assert.equal((await leaseOf(running)).called, false)
  clock += 30_000
  answers[1]!()
  await until(async () => answers.length === 3, 'the first goes on')
  answers[2]!()
  await isSent(running)
  const { accepted, unknown } = await totals(running)
  assert.deepEqual({ accepted, unknown }, { accepted: 3, unknown: 0 })
  assert.equal(peer.messages.length, 0)
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
  await sendNow(running)
  await until(async () => stopped !== undefined, 'it is asked to stop')
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

test('concurrent claims of new numbers never overlap', async () => {
  const running = await campaign(people(1))
  const { db } = present
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

async function leaseOf({ campaignId }: Running) {
  const [lease] = await present.db<{ called: boolean }[]>`select called from leases where campaign_id = ${campaignId}`
  return lease!
}

const isCalledFor = (running: Running) =>
  until(async () => (await leaseOf(running)).called, 'the lease that ran out is called for')
