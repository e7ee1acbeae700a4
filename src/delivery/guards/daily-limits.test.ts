import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carla } from '../../../test/harness/seed.ts'
import {
  assertAccounts,
  campaign,
  isSent,
  people,
  present,
  type Running,
  ref,
  sender,
  sendNow,
  stateOf,
  totals,
  until,
} from '../../../test/harness/sending.ts'

import { Refusal } from '../../contract/refusals.ts'
import { settleCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { readDailyLimit, reserveToday, setDailyLimit } from '../../domain/clients/daily-limits.ts'
import { createLog } from '../../lib/log.ts'
import { claimNewRange } from '../../store/ledger/leases.ts'
import { contentTasksHere } from '../content/tasks.ts'
import type { Outcome } from '../outcome.ts'
import { planDueCampaign } from '../planning/plan.ts'
import type { Transport } from '../transport.ts'

/** In Berlin, where the clients of the tests live: Saturday, 13:00; on Sunday clocks change. */
const saturday = new Date('2026-03-28T12:00:00Z')
const accept = (): Outcome => ({ kind: 'accepted', code: 250, answer: 'ok' })

/** Takes mail, and remembers to whom. */
function taker(answer: (to: string, count: number) => Outcome = accept): Transport & { readonly to: string[] } {
  const to: string[] = []
  return {
    concurrency: 8,
    to,
    async send(message) {
      to.push(message.to)
      return answer(message.to, to.length)
    },
    async close() {},
  }
}

/** Sends until nothing is under way and the client's campaigns rest for the day. */
async function rest({ clientId }: Running) {
  await until(async () => {
    const [row] = await present.db`
      select c.limited_until > now() - interval '10 years' and not exists (
        select 1 from leases l where l.client_id = ${clientId} and not l.done and l.owner <> ''
      ) as resting
      from clients c where c.id = ${clientId}`
    return row!.resting === true
  }, 'the client rests')
}

const limit = (most: number, at: Date) => setDailyLimit(present.db, present.world.client, most, 0, at)

test('two senders keep one limit, day for day, and no recipient is dropped or sent to twice', async () => {
  let now = saturday
  const running = await campaign(people(50))
  await limit(20, now)
  await sendNow(running, now)
  const transport = taker()
  const clock = { now: () => now, rangeSize: 7 }
  const senders = [sender(transport, { ...clock, owner: 'one' }), sender(transport, { ...clock, owner: 'two' })]
  const sent = async (count: number) => {
    for (const one of senders) one.wake()
    await until(async () => transport.to.length >= count, `${count} are sent`)
    await rest(running)
    assert.equal(transport.to.length, count)
    await assertAccounts(running)
  }

  await sent(20)
  assert.deepEqual(await readDailyLimit(present.db, present.world.client, 0, now), {
    limit: 20,
    sentToday: 20,
    nextDate: '2026-03-29 00:00:00',
  })
  assert.equal(await stateOf(running), 'sending')
  now = new Date('2026-03-28T22:59:59Z')
  await sent(20)
  // midnight in Berlin; the day after has 23 hours
  now = new Date('2026-03-28T23:00:01Z')
  await sent(40)
  now = new Date('2026-03-29T21:59:59Z')
  await sent(40)
  now = new Date('2026-03-29T22:00:01Z')
  await isSent(running)
  assert.deepEqual(transport.to.toSorted(), people(50).toSorted())
  assert.equal((await totals(running)).accepted, 50)
  await assertAccounts(running)
})

test('another client’s campaign does not wait', async () => {
  const held = await campaign(people(5))
  await limit(1, saturday)
  await sendNow(held, saturday)
  const transport = taker()
  sender(transport, { now: () => saturday })
  await until(async () => transport.to.length === 1, 'one is sent')
  await rest(held)
  const free = await campaign(people(5))
  await sendNow(free, saturday)
  await isSent(free)
  assert.equal((await totals(held)).accepted, 1)
})

test('the installation’s limit is for clients without one of their own', async () => {
  const without = await campaign(people(5))
  await sendNow(without, saturday)
  const transport = taker()
  sender(transport, { now: () => saturday, dailyLimit: 3 })
  await until(async () => transport.to.length === 3, 'three are sent')
  await rest(without)
  assert.equal(transport.to.length, 3)
  const exempt = await campaign(people(5))
  await limit(0, saturday)
  await sendNow(exempt, saturday)
  await isSent(exempt)
})

test('a higher limit is of use at once', async () => {
  const running = await campaign(people(9))
  await limit(4, saturday)
  await sendNow(running, saturday)
  const transport = taker()
  sender(transport, { now: () => saturday })
  await until(async () => transport.to.length === 4, 'four are sent')
  await rest(running)
  await limit(6, saturday)
  await until(async () => transport.to.length === 6, 'six are sent')
  await rest(running)
  assert.equal(transport.to.length, 6)
  await limit(0, saturday)
  await isSent(running)
  assert.equal(transport.to.length, 9)
})

test('what was refused does not count', async () => {
  const running = await campaign(people(9))
  await limit(4, saturday)
  await sendNow(running, saturday)
  const transport = taker((_to, count) =>
    count <= 3 ? { kind: 'refused', code: 550, answer: 'no such user', stage: 'recipient' } : accept(),
  )
  sender(transport, { now: () => saturday })
  await until(async () => (await totals(running))?.accepted === 4, 'four are accepted')
  await rest(running)
  assert.equal(transport.to.length, 7)
  await assertAccounts(running)
})

test('who is sent to again on another day counts for that day', async () => {
  let now = saturday
  const running = await campaign(people(6))
  await limit(2, now)
  await sendNow(running, now)
  const transport = taker((_to, count) =>
    count <= 2 ? { kind: 'unknown', code: null, answer: 'the connection was lost' } : accept(),
  )
  const started = sender(transport, { now: () => now, rangeSize: 2 })
  await until(async () => (await totals(running))?.unknown === 2, 'two are unknown')
  await rest(running)
  now = new Date('2026-03-29T12:00:00Z')
  // the day begins before they are to be sent to again
  await limit(2, now)
  await settleCampaign(present.db, ref(running), { number: 0, as: 'retry' }, carla, now)
  started.wake()
  await until(async () => transport.to.length >= 4, 'two more are sent to')
  await rest(running)
  assert.equal(transport.to.length, 4)
  await assertAccounts(running)
})

test('mails whose outcome is unknown keep counting when a person has them sent again', async () => {
  const running = await campaign(people(6))
  await limit(3, saturday)
  await sendNow(running, saturday)
  const transport = taker((_to, count) =>
    count <= 2 ? { kind: 'unknown', code: null, answer: 'the connection was lost' } : accept(),
  )
  const started = sender(transport, { now: () => saturday, rangeSize: 2 })
  await until(async () => transport.to.length === 3, 'three are sent')
  await rest(running)
  await settleCampaign(present.db, ref(running), { number: 0, as: 'retry' }, carla, saturday)
  // senders look at the limit again
  await limit(3, saturday)
  started.wake()
  await rest(running)
  assert.equal((await readDailyLimit(present.db, present.world.client, 0, saturday)).sentToday, 3)
  assert.equal(transport.to.length, 3)
  await assertAccounts(running)
})

test('what a range reserved counts though its lease ran out: its owner may be at work on it', async () => {
  const running = await campaign(people(4))
  await limit(2, saturday)
  await sendNow(running, saturday)
  await planDueCampaign({ db: present.db, log: createLog('silent'), contentTasks: contentTasksHere }, saturday)
  const { clientId, campaignId } = running
  const claim = async (owner: string) =>
    (await claimNewRange(present.db, { clientId, campaignId, owner, at: saturday, expiresAt: saturday }, 2))!
  const reserve = async (owner: string) => reserveToday(present.db, await claim(owner), 0, saturday)
  assert.equal(await reserve('first'), 2)
  assert.equal(await reserve('second'), 0)
})

test('a limit below -1 is refused', async () => {
  await campaign([])
  await assert.rejects(limit(-2, saturday), error => error instanceof Refusal && error.refusal === 'InvalidDailyLimit')
})
