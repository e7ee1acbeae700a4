/** Large audiences, frozen in ranges and sent over real SMTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { isOnCitus } from '../../../test/harness/citus.ts'
import { addToList, leave } from '../../../test/harness/freezing.ts'
import { effortOf, type PlanNode } from '../../../test/harness/plans.ts'
import {
  assertAccounts,
  campaign,
  carla,
  databaseUrl,
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
import { type Sample, statementsDuring } from '../../../test/harness/statements.ts'
import { cancelHalfFrozen } from '../../domain/campaign-state/transitions.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { createLog } from '../../lib/log.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { freezeNextRange } from './freezing.ts'
import { planDueCampaign } from './plan.ts'

const log = createLog('silent')
const frozen = async ({ campaignId }: Running) =>
  (
    await present.db<{ address: string }[]>`
      select address from audience where campaign_id = ${campaignId} order by number`
  ).map(({ address }) => address)
const isFreezing = async ({ campaignId }: Running) =>
  (await present.db`select 1 from campaign_freezes where campaign_id = ${campaignId}`).length > 0
const numbersOf = async ({ campaignId }: Running) =>
  (
    await present.db<{ number: number }[]>`select number from audience where campaign_id = ${campaignId} order by 1`
  ).map(({ number }) => number)

/** Plans what is due; of a large audience nothing is frozen yet. */
const plan = (freezeSize = 10) =>
  planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere, freezeSize }, new Date())
const freeze = (freezeSize = 10) => freezeNextRange({ db: present.db, log, now: () => new Date(), freezeSize })

test('a large audience is frozen in ranges, and every member gets one mail', async () => {
  const one = await campaign(people(95))
  const peer = await sink()
  sender(relay(peer), { rangeSize: 7, freezeSize: 10 })
  await sendNow(one)
  await isSent(one)
  assert.deepEqual(peer.messages.map(({ to }) => to).toSorted(), people(95).toSorted())
  assert.deepEqual(
    await numbersOf(one),
    Array.from({ length: 95 }, (_, n) => n + 1),
  )
  assert.equal(await isFreezing(one), false)
  assert.equal((await totals(one)).recipients, 95)
  await assertAccounts(one)
})

test('an audience of as many as are frozen at once is frozen with its plan', async () => {
  const one = await campaign(people(10))
  await sendNow(one)
  await plan(10)
  assert.equal(await isFreezing(one), false)
  assert.equal((await frozen(one)).length, 10)
})

test('who opts out before its range gets none, who joins behind it gets one, and recipients are what was frozen', async () => {
  const one = await campaign(people(30))
  await sendNow(one)
  await plan()
  await freeze()
  await leave(present.db, one, 'p25@example.com')
  await leave(present.db, one, 'p3@example.com')
  await addToList(present.db, one, 'late@example.com')
  while (await freeze());
  const addresses = await frozen(one)
  assert.ok(!addresses.includes('p25@example.com'))
  assert.ok(
    addresses.includes('p3@example.com'),
    'it was frozen already, and is checked again before it is handed over',
  )
  assert.ok(addresses.includes('late@example.com'))
  assert.equal(addresses.length, 30)
  const peer = await sink()
  sender(relay(peer))
  await isSent(one)
  assert.ok(!peer.messages.some(({ to }) => to === 'p3@example.com' || to === 'p25@example.com'))
  assert.equal(peer.messages.length, 29)
  await assertAccounts(one)
})

// Citus explains no insert of rows that the coordinator reads
test('a range reads as little where statistics know the campaigns before, and nothing of this one', {
  skip: isOnCitus(),
}, async () => {
  await campaign([])
  await campaign([])
  await campaign([])
  const one = await campaign(people(3000))
  // the index of addresses has a level more than the primary key, whose use seems cheaper by that
  await present.db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select ${one.clientId}, ${one.campaignId} - m, n, ${present.world.list.listId}, n, address, address, '', '{}', true
    from generate_series(1, 3) m cross join generate_series(1, 7000) n cross join concat('reader', n, '@a-mailbox-with-a-long-name.example') address`
  await present.db.unsafe('analyze audience')
  await sendNow(one)
  await plan(1000)
  await freeze(1000)
  const sent = await statementsDuring(() => freeze(1000))
  assert.ok(sent.some(({ text }) => text.includes('insert into audience')))
  const read = await replay(sent)
  assert.ok(read < 20 * 1000, `${read} rows for 1,000 members`)
})

/** Runs statements again and takes their effects back. @returns rows that they read */
async function replay(statements: readonly Sample[]): Promise<number> {
  const client = new Client({ connectionString: databaseUrl() })
  await client.connect()
  let read = 0
  try {
    await client.query('begin')
    for (const { text, values } of statements) {
      if (!/^\s*(?:select|insert|update|delete|with)\b/.test(text) || text.includes('set_config')) {
        await client.query(text, [...values])
        continue
      }
      const answer = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, costs off, timing off, summary off, format json) ${text}`,
        [...values],
      )
      read += effortOf(answer.rows[0]!['QUERY PLAN'][0].Plan).read
    }
  } finally {
    await client.query('rollback')
    await client.end()
  }
  return read
}

test('an address that moves to another member between two ranges gets one copy', async () => {
  const one = await campaign(people(25))
  await sendNow(one)
  await plan()
  await freeze()
  await present.db`update subscribers set address = 'moved@example.com', email = 'moved@example.com' where address = 'p1@example.com'`
  await addToList(present.db, one, 'p1@example.com')
  while (await freeze());
  const addresses = await frozen(one)
  assert.equal(addresses.filter(address => address === 'p1@example.com').length, 1)
  assert.equal(new Set(addresses).size, addresses.length)
  await assertAccounts(one)
})

test('a paused campaign is not frozen further, and goes on where it was', async () => {
  const one = await campaign(people(40))
  await sendNow(one)
  await plan()
  await freeze()
  await pauseCampaign(present.db, ref(one), carla, new Date())
  assert.equal(await freeze(), false)
  assert.equal((await frozen(one)).length, 10)
  await resumeCampaign(present.db, ref(one), carla, new Date())
  while (await freeze());
  assert.equal((await frozen(one)).length, 40)
  assert.equal(await isFreezing(one), false)
})

test('a cancelled campaign ends with what was frozen, all of it excluded', async () => {
  const one = await campaign(people(40))
  await sendNow(one)
  await plan()
  await freeze()
  await cancelCampaign(present.db, ref(one), carla, new Date())
  const peer = await sink()
  sender(relay(peer), { freezeSize: 10 })
  await until(async () => {
    const [row] = await present.db`select finished_at from campaigns where id = ${one.campaignId}`
    return row!.finishedAt !== null
  }, 'the campaign is over')
  const { recipients, excluded } = await totals(one)
  assert.deepEqual([recipients, excluded, peer.messages.length], [10, 10, 0])
  assert.equal(await isFreezing(one), false)
  await assertAccounts(one)
})

test('nothing is sent before the last range is frozen, and the campaign is not over', async () => {
  const one = await campaign(people(20))
  await sendNow(one)
  await plan()
  await freeze()
  const peer = await sink()
  const looks = { count: 0 }
  await present.db.begin(async sql => {
    // it freezes nothing: the row is locked by another process
    await sql`select 1 from campaign_freezes where client_id = ${one.clientId} and campaign_id = ${one.campaignId} for update`
    sender(relay(peer), {
      maySend: async () => {
        looks.count++
        return true
      },
    })
    await until(async () => looks.count > 5, 'the sender has looked several times')
    assert.equal(peer.messages.length, 0)
    assert.equal(await stateOf(one), 'sending')
  })
  await isSent(one)
  assert.equal(peer.messages.length, 20)
  await assertAccounts(one)
})

test('a campaign that lost a part of its audience after mails went out is cancelled, and no one is mailed again', async () => {
  const one = await campaign(people(20))
  await sendNow(one)
  await plan()
  await freeze()
  await present.db.begin(sql => cancelHalfFrozen(sql, one, new Date()))
  assert.equal(await stateOf(one), 'cancelled')
  const peer = await sink()
  sender(relay(peer), { freezeSize: 10 })
  await until(async () => !(await isFreezing(one)), 'the freeze has ended')
  await until(async () => (await totals(one)).excluded === 10, 'what was frozen is excluded')
  assert.equal(peer.messages.length, 0)
  await assertAccounts(one)
})

test('two processes freeze one audience: each member is frozen once', async () => {
  const one = await campaign(people(100))
  await sendNow(one)
  await plan()
  const both = async () => {
    while (await isFreezing(one)) await freeze()
  }
  await Promise.all([both(), both(), both()])
  assert.deepEqual(
    await numbersOf(one),
    Array.from({ length: 100 }, (_, n) => n + 1),
  )
  await assertAccounts(one)
})

test('an audience that cannot be frozen pauses its campaign after ten attempts, and a resumed one is tried again', async () => {
  const one = await campaign(people(20))
  await sendNow(one)
  await plan()
  const { db } = present
  await db`update campaign_freezes set audience = '{}' where campaign_id = ${one.campaignId}`
  let passed = 0
  const later = () => {
    passed += 61_000
    return freezeNextRange({ db, log, now: () => new Date(Date.now() + passed), freezeSize: 10 })
  }
  for (let n = 0; n < 10; n++) {
    assert.equal(await stateOf(one), 'sending')
    await later()
  }
  assert.equal(await stateOf(one), 'paused')
  const [history] = await db<{ row: string }[]>`
    select h::text as row from campaign_history h where campaign_id = ${one.campaignId} order by at desc, id desc limit 1`
  assert.match(history!.row, /its audience cannot be read/)
  await db`update campaign_freezes set audience = ${db.json({ sources: [{ listId: present.world.list.listId, conditions: [] }], exclusions: [] } as never)}`
  await resumeCampaign(db, ref(one), carla, new Date(Date.now() + passed))
  while (await later());
  assert.equal((await frozen(one)).length, 20)
})
