/** Counters of a campaign change by moves of recipients from state to state, so their sum stays. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed } from '../../../test/harness/seed.ts'
import { recordForwards } from '../campaigns/forwards.ts'
import type { Fragment } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import type { CampaignKey } from '../keys.ts'
import { addToTotals, beginTotals, countMoves, handedOf, openOf, stateCounters } from './totals.ts'

const at = new Date('2026-11-22T10:20:00Z')
/** So many recipients are in each state. */
const each = 3
const states = Object.keys(stateCounters) as (keyof typeof stateCounters)[]
const counters = Object.values(stateCounters)
let database: TestDatabase
let clientId: number
let accountId: number
before(async () => {
  database = await freshDatabase()
  ;({ clientId, accountId } = (await seed(database.db)).client)
})
after(() => database.drop())

async function campaign(): Promise<CampaignKey> {
  const { db } = database
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${clientId}, gen_random_uuid()::text, 'Hi', 'Carla', 'carla@client.example', 'carla@client.example', '', '<p>Hi</p>')
    returning id`
  const key = { clientId, campaignId: row!.id as number }
  const full = Object.fromEntries(counters.map(counter => [counter, each]))
  await db`insert into campaign_totals ${db({ ...key, recipients: each * counters.length, ...full })}`
  return key
}

/** The row as PostgreSQL writes it: names of columns as they are. */
async function totalsOf({ campaignId }: CampaignKey): Promise<Readonly<Record<string, number>>> {
  const [row] = await database.db`select to_jsonb(t) as totals from campaign_totals t where campaign_id = ${campaignId}`
  return row!.totals
}

async function acceptedInHours({ campaignId }: CampaignKey) {
  return [...(await database.db`select hour, accepted from campaign_hours where campaign_id = ${campaignId}`)]
}

const move = (key: CampaignKey, moves: Fragment, bounces?: Fragment) =>
  database.db`with ${countMoves(database.db, key, moves, at, bounces)} select 1`

test('recipients move from any state to any other, and no other counter changes', async () => {
  const { db } = database
  for (const before of states)
    for (const after of states) {
      const key = await campaign()
      const was = await totalsOf(key)
      await move(key, db`select ${before}::text as before, ${after}::text as after, 2::bigint as recipients`)
      const expected: Record<string, number> = { ...was }
      expected[stateCounters[before]]! -= 2
      expected[stateCounters[after]]! += 2
      assert.deepEqual(await totalsOf(key), expected, `${before} → ${after}`)
      const hours = await acceptedInHours(key)
      const isMoreAccepted = after === 'accepted' && before !== 'accepted'
      assert.deepEqual(hours, isMoreAccepted ? [{ hour: new Date('2026-11-22T10:00:00Z'), accepted: 2 }] : [])
    }
})

test('several moves of one statement are counted together, with the bounces among them', async () => {
  const { db } = database
  const key = await campaign()
  const was = await totalsOf(key)
  const moves = db`
    values ('planned', 'handing over', 3), ('handing over', 'accepted', 2), ('handing over', 'refused', 1), ('handing over', 'accepted', 1)`
  await move(key, db`select * from (${moves}) v (before, after, recipients)`, db`(select 1)`)
  assert.deepEqual(await totalsOf(key), { ...was, planned: 0, handing_over: 2, accepted: 6, refused: 4, bounces: 1 })
  assert.deepEqual(await acceptedInHours(key), [{ hour: new Date('2026-11-22T10:00:00Z'), accepted: 3 }])
})

test('without moves nothing changes', async () => {
  const { db } = database
  const key = await campaign()
  const was = await totalsOf(key)
  const none = db`select 'planned' as before, 'accepted' as after, 1 as recipients where false`
  for (const moves of [none, db`select 'planned' as before, 'accepted' as after, 0 as recipients`])
    await move(key, moves)
  assert.deepEqual(await totalsOf(key), was)
  assert.deepEqual(await acceptedInHours(key), [])
})

test('no more recipients can leave a state than it has, and nothing is written', async () => {
  const { db } = database
  const key = await campaign()
  const was = await totalsOf(key)
  await assert.rejects(
    async () =>
      await move(key, db`select 'planned' as before, 'accepted' as after, ${each + 1}::integer as recipients`),
    { code: '23514', constraint: 'campaign_totals_planned_check' },
  )
  assert.deepEqual(await totalsOf(key), was)
  assert.deepEqual(await acceptedInHours(key), [])
})

test('a frozen audience begins with all planned but those excluded, and keeps what was counted before', async () => {
  const { db } = database
  const key = await campaign()
  await db`delete from campaign_totals where campaign_id = ${key.campaignId}`
  await db`insert into campaign_totals ${db({ ...key, forwards: 5, nextNumber: 3 })}`
  const was = await totalsOf(key)
  await transaction(db, sql => beginTotals(sql, key, { recipients: 10, excluded: 4 }))
  assert.deepEqual(await totalsOf(key), { ...was, recipients: 10, planned: 6, excluded: 4, next_number: 1 })
})

test('counters of several campaigns are added to at once; a campaign that was purged is left out', async () => {
  const { db } = database
  const [one, other, untouched] = [await campaign(), await campaign(), await campaign()]
  const was = await Promise.all([one, other, untouched].map(totalsOf))
  const purged = 999_999
  await db`
    with more as (
      select campaign_id, opens, -opens as clicks
      from unnest(${[other.campaignId, one.campaignId, purged]}::bigint[], ${[2, 1, 9]}::integer[]) as m (campaign_id, opens)
    ), ${addToTotals(db, clientId, db`more`, ['opens', 'clicks'])}
    select 1`
  assert.deepEqual(await Promise.all([one, other, untouched].map(totalsOf)), [
    { ...was[0], opens: 1, clicks: -1 },
    { ...was[1], opens: 2, clicks: -2 },
    was[2],
  ])
})

test('one counter of one campaign is added to', async () => {
  const [one, other] = [await campaign(), await campaign()]
  const was = await Promise.all([one, other].map(totalsOf))
  await transaction(database.db, sql => recordForwards(sql, { ...one, accountId, number: 1 }, ['a@example.com'], 1))
  assert.deepEqual(await Promise.all([one, other].map(totalsOf)), [
    { ...was[0], forwards: was[0]!.forwards! + 1 },
    was[1],
  ])
})

test('open and possibly delivered recipients are sums of states', async () => {
  const { db } = database
  const { campaignId } = await campaign()
  await db`
    update campaign_totals set planned = 1, handing_over = 2, deferred = 4, accepted = 8, unknown = 16, refused = 32, excluded = 64,
      recipients = 127
    where campaign_id = ${campaignId}`
  const [row] = await db`
    select ${openOf(db)} as open, ${handedOf(db)} as handed from campaign_totals t where t.campaign_id = ${campaignId}`
  assert.deepEqual(row, { open: 7, handed: 10 })
})
