/** Campaigns that are steered while a sender is at work on them, over real SMTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAccounts,
  campaign,
  carla,
  isSent,
  people,
  present,
  type Running,
  ref,
  relay,
  sender,
  sendNow,
  sink,
  stateOf,
  totals,
  until,
} from '../../test/harness/sending.ts'
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  type Settlement,
  settleCampaign,
} from '../domain/campaigns/lifecycle/lifecycle.ts'
import { nextToken } from '../store/jobs/claiming.ts'
import type { Message, Transport } from './transport.ts'

const pause = (one: Running) => pauseCampaign(present.db, ref(one), carla, new Date())
const resume = (one: Running) => resumeCampaign(present.db, ref(one), carla, new Date())
const cancel = (one: Running) => cancelCampaign(present.db, ref(one), carla, new Date())
const retry = (one: Running, at = new Date()) => retryCampaign(present.db, ref(one), carla, at)
const settle = (one: Running, number: number, as: Settlement) =>
  settleCampaign(present.db, ref(one), { number, as }, carla, new Date())

/** Calls `act` when the given message is handed over, and waits for it before the message goes on. */
function at(count: number, inner: Transport, act: () => Promise<unknown>) {
  const handed: string[] = []
  const transport: Transport = {
    concurrency: inner.concurrency,
    async send(message: Message) {
      handed.push(message.to)
      if (handed.length === count) await act()
      return inner.send(message)
    },
    async close() {},
  }
  return { transport, handed }
}

const isOver = ({ campaignId }: Running) =>
  until(async () => {
    const [row] = await present.db`select finished_at from campaigns where id = ${campaignId}`
    return row!.finishedAt !== null
  }, 'the campaign is over')
const isGivenBack = ({ campaignId }: Running) =>
  until(async () => {
    const held = await present.db`select 1 from leases where campaign_id = ${campaignId} and owner <> ''`
    return held.length === 0
  }, 'no sender holds a range')

test('a paused campaign hands no recipient over a second later, and goes on where it was', async () => {
  const one = await campaign(people(300))
  const peer = await sink()
  let passed = 0
  let before = 0
  const { transport, handed } = at(40, relay(peer), async () => {
    await pause(one)
    passed = 1000
    before = handed.length
  })
  sender(transport, { rangeSize: 100, now: () => new Date(Date.now() + passed) })
  await sendNow(one)
  await until(async () => before > 0, 'it is paused')
  await isGivenBack(one)
  assert.equal(handed.length, before, 'no recipient was handed over when the second was over')
  await assertAccounts(one)
  const { accepted, handingOver } = await totals(one)
  // one that the relay had not begun with was taken back
  assert.deepEqual([handingOver, accepted], [0, peer.messages.length])
  assert.ok(accepted! <= handed.length)
  assert.ok(accepted! < 300)
  await pause(one)
  await resume(one)
  await resume(one)
  await isSent(one)
  assert.equal(peer.messages.length, 300)
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 300)
  await assertAccounts(one)
})

test('cancelling stops a campaign while it is sent: every recipient is accounted for, and none is sent to afterwards', async () => {
  const one = await campaign(people(400))
  // what is deferred in this moment is not tried again either
  const peer = await sink({
    reply: to => (/^p\d*7@/.test(to) ? { at: 'recipient', code: 450, text: '4.2.0 later' } : 'accept'),
  })
  const { transport, handed } = at(60, relay(peer), () => cancel(one))
  const running = sender(transport, { rangeSize: 50 })
  await sendNow(one)
  await isOver(one)
  const sent = handed.length
  const ended = await totals(one)
  assert.deepEqual([ended.planned, ended.handingOver, ended.deferred], [0, 0, 0])
  assert.equal(ended.accepted, peer.messages.length)
  assert.equal(ended.excluded, 400 - peer.messages.length)
  assert.ok(sent >= 60 && sent < 400)
  await assertAccounts(one)
  running.wake()
  await running.stop()
  assert.equal(handed.length, sent)
  assert.equal(await stateOf(one), 'cancelled')
})

test('what a lost sender was handing over when its campaign was cancelled is unknown, the rest is excluded', async () => {
  const one = await campaign(people(10))
  const { db } = present
  const peer = await sink()
  const { transport } = at(3, relay(peer), () => new Promise(() => {}))
  const lost = sender({ ...transport, concurrency: 1 }, { rangeSize: 10 })
  await sendNow(one)
  await until(async () => peer.messages.length === 2, 'two are sent')
  await lost.stop(0).catch(() => {})
  const { campaignId } = one
  // as if it had been killed, its journal gone with its machine
  await db`update leases set owner = 'lost', handed = 5, token = ${await nextToken(db, 'lease_tokens')}, expires_at = now() + interval '1 hour', done = false where campaign_id = ${campaignId}`
  await db`delete from log where campaign_id = ${campaignId} and number > 2`
  await db`
    update campaign_totals set accepted = 2, planned = 5, handing_over = 3, unknown = 0, deferred = 0
    where campaign_id = ${campaignId}`
  await cancel(one)
  sender(relay(peer), { owner: 'next' })
  assert.equal((await totals(one)).excluded, 0)
  await db`update leases set expires_at = now() where campaign_id = ${campaignId}`
  await isOver(one)
  const { accepted, unknown, excluded } = await totals(one)
  assert.deepEqual([accepted, unknown, excluded], [2, 3, 5])
  assert.equal(peer.messages.length, 2)
  await assertAccounts(one)
})

test('a retry reaches exactly those who were refused, once, and not who is gone', async () => {
  const one = await campaign(people(30))
  const tried = new Map<string, number>()
  const peer = await sink({
    reply: (to, attempt) => {
      tried.set(to, attempt)
      if (to === 'p3@example.com') return { at: 'recipient', code: 550, text: '5.1.1 no such user' }
      if (/^p[12]\d@/.test(to) && attempt === 1) return { at: 'data', code: 554, text: '5.7.1 not wanted' }
      return 'accept'
    },
  })
  const first = sender(relay(peer), { rangeSize: 7 })
  await sendNow(one)
  await isSent(one)
  assert.deepEqual([(await totals(one)).refused, (await totals(one)).bounces], [21, 21])
  await first.stop()
  const now = Date.now()
  assert.equal(await retry(one, new Date(now + 3)), 20)
  assert.equal(await retry(one, new Date(now)), 0, 'asked for before, answered after')
  sender(relay(peer), { owner: 'next' })
  await isSent(one)
  const { accepted, refused, bounces } = await totals(one)
  assert.deepEqual([accepted, refused, bounces], [29, 1, 1])
  assert.equal(peer.messages.length, 29)
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 29)
  assert.equal(tried.get('p3@example.com'), 1)
  assert.equal(tried.get('p1@example.com'), 1)
  assert.equal(tried.get('p10@example.com'), 2)
  await assertAccounts(one)
  assert.equal(await retry(one), 0)
  assert.equal(await stateOf(one), 'sent')
})

test('retries while the campaign is being sent lose no recipient and repeat none', async () => {
  const one = await campaign(people(200))
  const peer = await sink({
    reply: (to, attempt) =>
      attempt <= Number(/^p(\d+)@/.exec(to)![1]) % 4 ? { at: 'data', code: 554, text: '5.7.1 not now' } : 'accept',
  })
  sender(relay(peer), { rangeSize: 10 })
  sender(relay(peer), { rangeSize: 10, owner: 'second' })
  await sendNow(one)
  await until(async () => {
    if ((await stateOf(one)) === 'scheduled') return false
    await retry(one)
    await assertSum(one)
    return (await totals(one)).accepted === 200
  }, 'every recipient is accepted')
  await isSent(one)
  assert.equal(peer.messages.length, 200)
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 200)
  const { refused, deferred, bounces } = await totals(one)
  assert.deepEqual([refused, deferred, bounces], [0, 0, 0])
  await assertAccounts(one)
})

test('unknowns are settled both ways: as accepted they stay, and a retry sends them a second copy on purpose', async () => {
  const one = await campaign(people(8))
  const peer = await sink({ reply: (to, attempt) => (/^p[246]@/.test(to) && attempt === 1 ? 'drop' : 'accept') })
  sender(relay(peer), { rangeSize: 3 })
  await sendNow(one)
  await isSent(one)
  assert.equal((await totals(one)).unknown, 3)
  const numberOf = async (address: string) =>
    (await present.db`select number from audience where campaign_id = ${one.campaignId} and address = ${address}`)[0]!
      .number as number
  assert.equal(await settle(one, await numberOf('p2@example.com'), 'accepted'), 1)
  assert.equal(await settle(one, await numberOf('p4@example.com'), 'refused'), 1)
  assert.equal(await stateOf(one), 'sent')
  assert.equal(await settle(one, 0, 'retry'), 1)
  await isSent(one)
  const copies = (name: string) => peer.messages.filter(({ to }) => to === `${name}@example.com`).length
  assert.deepEqual([copies('p2'), copies('p4'), copies('p6'), copies('p1')], [1, 1, 2, 1])
  const { accepted, refused, unknown } = await totals(one)
  assert.deepEqual([accepted, refused, unknown], [7, 1, 0])
  await assertAccounts(one)
})

test('who waits for a later attempt is tried at once when asked', async () => {
  const one = await campaign(people(5))
  const peer = await sink({
    reply: (to, attempt) =>
      to === 'p1@example.com' && attempt === 1 ? { at: 'recipient', code: 450, text: '4.2.0 greylisted' } : 'accept',
  })
  sender(relay(peer))
  await sendNow(one)
  await until(async () => (await totals(one))?.deferred === 1, 'one is deferred')
  await isGivenBack(one)
  assert.equal(await retry(one), 1)
  await isSent(one)
  assert.equal(peer.messages.length, 5)
  await assertAccounts(one)
})

async function assertSum(one: Running) {
  const counted = await totals(one)
  const states = ['planned', 'handingOver', 'accepted', 'deferred', 'refused', 'unknown', 'excluded']
  assert.equal(
    states.reduce((sum, state) => sum + counted[state]!, 0),
    counted.recipients,
  )
  for (const state of states) assert.ok(counted[state]! >= 0, `${state} is ${counted[state]}`)
}
