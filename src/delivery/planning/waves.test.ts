/** Ranges of an audience that wait for their time: frozen at once and in ranges, sent over real SMTP. */
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
} from '../../../test/harness/sending.ts'
import { beginCampaign } from '../../domain/campaign-state/transitions.ts'
import {
  cancelCampaign,
  closeCancelledCampaigns,
  pauseCampaign,
  resumeCampaign,
} from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { createLog } from '../../lib/log.ts'
import { beginFreezing, freezeAudience } from '../../store/campaigns/freezing.ts'
import { holdWaves, type Waves } from '../../store/campaigns/waves.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { freezeNextRange } from './freezing.ts'

const log = createLog('silent')
const hour = 3_600_000
const start = new Date('2030-11-25T12:00:00Z')
const later = (hours: number) => new Date(start.getTime() + hours * hour)

/** Half of the people now, the others in two hours. */
const halves: Waves = {
  waves: [{ dueAt: start.toISOString() }, { dueAt: later(2).toISOString() }],
  shares: [1, 1],
}
/** By city: Bonn now, Rome in an hour, others in two; Oslo is left out. */
const cities: Waves = {
  waves: [
    { dueAt: '-infinity' },
    { dueAt: later(1).toISOString() },
    { dueAt: '-infinity', leftOut: 'time passed in the time zone' },
    { dueAt: later(2).toISOString() },
  ],
  groups: { key: 'City', byValue: { bonn: 0, rome: 1, oslo: 2 }, otherwise: 3 },
}

/** Begins a campaign with waves; `freezeSize` null freezes the audience at once. */
async function begin(addresses: readonly string[], waves: Waves, freezeSize: number | null) {
  const one = await campaign(addresses)
  const { db, world } = present
  await db`
    update subscribers
    set fields = (array['{"City": "Bonn"}', '{"City": " ROME "}', '{"City": "Oslo"}', '{"City": "?"}', '{}'])[1 + id % 5]::jsonb
    where list_id = ${world.list.listId}`
  await sendNow(one, start)
  const audience = { sources: [{ listId: world.list.listId, tree: null }], exclusions: [], waves }
  await transaction(db, async sql => {
    if (freezeSize === null) await freezeAudience(sql, one, audience, start)
    else await beginFreezing(sql, one, audience)
    await beginCampaign(sql, one, start)
  })
  if (freezeSize !== null) while (await freezeNextRange({ db, log, now: () => start, freezeSize }));
  return one
}

const cityOf = async (address: string) =>
  (
    await present.db<{ city: string | null }[]>`
      select fields ->> 'City' as city from subscribers where list_id = ${present.world.list.listId} and address = ${address}`
  )[0]!.city

const rangesOf = ({ campaignId }: Running) =>
  present.db<{ low: number; high: number; due: string; done: boolean }[]>`
    select low, high, due_at::text as due, done from leases where campaign_id = ${campaignId} order by low`

/** Each number is in one range. */
async function assertCovered(one: Running) {
  let next = 1
  for (const { low, high } of await rangesOf(one)) {
    assert.equal(low, next)
    next = high + 1
  }
  const { recipients, next_number: nextNumber } = await totalsOf(one)
  assert.equal(next, recipients! + 1)
  assert.equal(nextNumber, next)
}

async function totalsOf({ campaignId }: Running): Promise<Record<string, number>> {
  const [row] = await present.db<{ row: Record<string, number> }[]>`
    select to_jsonb(t) as row from campaign_totals t where campaign_id = ${campaignId}`
  return row!.row
}

for (const freezeSize of [null, 7, 1000]) {
  const how = freezeSize === null ? 'at once' : `${freezeSize} at a time`

  test(`each recipient waits for its wave and gets one mail, frozen ${how}`, async () => {
    const addresses = people(60)
    const one = await begin(addresses, cities, freezeSize)
    await assertCovered(one)
    await assertAccounts(one)
    const peer = await sink()
    const clock = { hours: 0 }
    const running = sender(relay(peer), { now: () => later(clock.hours), rangeSize: 5 })
    const expected = { Bonn: 12, ' ROME ': 0, '?': 0, null: 0 }
    const sent = async () => {
      const counts: Record<string, number> = { Bonn: 0, ' ROME ': 0, '?': 0, null: 0 }
      for (const { to } of peer.messages) {
        const city = String(await cityOf(to))
        counts[city] = (counts[city] ?? 0) + 1
      }
      return counts
    }
    const arrive = (count: number) => until(async () => peer.messages.length >= count, `${count} mails arrived`)
    await arrive(12)
    assert.deepEqual(await sent(), expected)
    clock.hours = 0.99
    running.wake()
    await until(async () => (await totals(one)).accepted === 12, 'they are recorded')
    assert.equal(await stateOf(one), 'sending')
    clock.hours = 1.01
    await arrive(24)
    assert.deepEqual(await sent(), { ...expected, ' ROME ': 12 })
    clock.hours = 2
    await isSent(one)
    assert.deepEqual(await sent(), { Bonn: 12, ' ROME ': 12, '?': 12, null: 12 })
    assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 48)
    const reasons = await present.db`
      select answer, count(*)::integer as count from log where campaign_id = ${one.campaignId} and kind = 'excluded' group by 1`
    assert.deepEqual([...reasons], [{ answer: 'time passed in the time zone', count: 12 }])
    await assertAccounts(one)
  })
}

test('who opts out while waiting gets nothing, and the suppressed are excluded once', async () => {
  const addresses = people(10)
  const { db } = present
  const one = await campaign(addresses)
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${one.clientId}, 'p3@example.com', 'p3@example.com', 'complained', now())`
  await sendNow(one, start)
  const waves: Waves = { waves: [{ dueAt: later(1).toISOString() }] }
  await transaction(db, async sql => {
    const audience = { sources: [{ listId: present.world.list.listId, tree: null }], exclusions: [], waves }
    await freezeAudience(sql, one, audience, start)
    await beginCampaign(sql, one, start)
  })
  await db`update subscribers set state = 'Unsubscribed', state_at = now() where list_id = ${present.world.list.listId} and address = 'p5@example.com'`
  const peer = await sink()
  sender(relay(peer), { now: () => later(1) })
  await isSent(one)
  assert.equal(peer.messages.length, 8)
  assert.equal((await totals(one)).excluded, 2)
  await assertAccounts(one)
})

test('a random part of each wave is its share, and the same one however often it is asked', async () => {
  const one = await begin(people(2000), { ...halves, shares: [1, 3] }, 300)
  const parts = await present.db<{ due: string; recipients: number }[]>`
    select due_at::text as due, sum(high - low + 1)::integer as recipients from leases
    where campaign_id = ${one.campaignId} group by 1 order by 1`
  assert.equal(parts.length, 2)
  assert.ok(Math.abs(parts[0]!.recipients - 500) < 80, `${parts[0]!.recipients} of 2000 are about a quarter`)
  await assertCovered(one)
})

test('a wave that is due at infinity waits until something sets its time', async () => {
  const one = await begin(people(20), { ...halves, waves: [{ dueAt: '-infinity' }, { dueAt: 'infinity' }] }, null)
  const [first] = await rangesOf(one)
  const peer = await sink()
  sender(relay(peer), { now: () => later(1000) })
  await until(async () => (await totals(one)).accepted === first!.high, 'the first wave is accepted')
  assert.equal(await stateOf(one), 'sending')
  await present.db`update leases set due_at = ${later(999)} where campaign_id = ${one.campaignId} and due_at = 'infinity'`
  await isSent(one)
  assert.equal(peer.messages.length, 20)
  await assertAccounts(one)
})

test('a paused campaign sends no wave, and all that are due when it is resumed', async () => {
  const one = await begin(people(20), halves, null)
  await pauseCampaign(present.db, ref(one), carla, later(1))
  const peer = await sink()
  const looks = { count: 0 }
  sender(relay(peer), {
    now: () => later(3),
    maySend: async () => {
      looks.count++
      return true
    },
  })
  await until(async () => looks.count > 3, 'the sender has looked several times')
  assert.equal(peer.messages.length, 0)
  await resumeCampaign(present.db, ref(one), carla, later(3))
  await isSent(one)
  assert.equal(peer.messages.length, 20)
  await assertAccounts(one)
})

test('cancelling excludes those who wait', async () => {
  const one = await begin(people(20), halves, 7)
  await cancelCampaign(present.db, ref(one), carla, later(1))
  await closeCancelledCampaigns(present.db, later(1))
  assert.equal((await totals(one)).excluded, 20)
  await assertAccounts(one)
})

test('a wave larger than a range becomes several ranges', async () => {
  const one = await campaign(people(1))
  const { db } = present
  await db`insert into campaign_totals (client_id, campaign_id, recipients, planned) values (${one.clientId}, ${one.campaignId}, 25, 25)`
  await transaction(db, sql => holdWaves(sql, one, [{ dueAt: 'infinity', low: 1, high: 25 }], start, 10))
  assert.deepEqual(
    (await rangesOf(one)).map(({ low, high, due }) => [low, high, due]),
    [
      [1, 10, 'infinity'],
      [11, 20, 'infinity'],
      [21, 25, 'infinity'],
    ],
  )
})
