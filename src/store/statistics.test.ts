import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { listCounts, recordTransitions, type Transitions, todayIn } from './statistics.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const of = (list: { clientId: number; listId: number; timeZone: string }) => ({
  clientId: list.clientId,
  listId: list.listId,
  timeZone: list.timeZone,
})

test('totals and days follow every change, counted once per statement', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'followed')
  const row = of(list)
  await db.begin(sql =>
    recordTransitions(sql, [
      { ...row, from: null, to: 'Active', count: 5 },
      { ...row, from: null, to: 'Unconfirmed', count: 3 },
      { ...row, from: 'Unconfirmed', to: 'Active', count: 1 },
      { ...row, from: 'Active', to: 'Unsubscribed', count: 2 },
      { ...row, from: 'Active', to: 'Bounced', count: 1 },
      { ...row, from: 'Bounced', to: 'Deleted', count: 1 },
      { ...row, from: 'Active', to: 'Active', count: 9 },
      { ...row, from: null, to: 'Active', count: 0 },
    ]),
  )
  const [totals] = await db`select * from list_totals where client_id = ${row.clientId} and list_id = ${row.listId}`
  assert.deepEqual(
    [totals!.active, totals!.unconfirmed, totals!.unsubscribed, totals!.bounced, totals!.deleted],
    [3, 2, 2, 0, 1],
  )
  const counts = await listCounts(db, row.clientId, row.listId, await todayIn(db, row.timeZone))
  assert.deepEqual(counts.total, { active: 3, unsubscribed: 2, bounced: 0, deleted: 1 })
  const states = ['active', 'unsubscribed', 'bounced', 'deleted'] as const
  assert.deepEqual(
    states.map(state => counts.entered[state].today),
    [6, 2, 1, 1],
  )
  assert.deepEqual(
    states.map(state => counts.entered[state].yesterday),
    [0, 0, 0, 0],
  )
})

test('nothing to record writes nothing', async () => {
  const list = await seedList(database.db, world.client, 'idle')
  await recordTransitions(database.db, [])
  await recordTransitions(database.db, [{ ...of(list), from: null, to: 'Unconfirmed', count: 1 }])
  const days = await database.db`select 1 from list_days where list_id = ${list.listId}`
  assert.equal(days.length, 0)
})

test('periods are those of the calendar: weeks from Monday, also across a new year', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'calendar')
  // Wednesday 1 January 2025: its week began on Monday 30 December 2024
  const days: readonly [day: string, active: number][] = [
    ['2024-12-29', 1],
    ['2024-12-30', 10],
    ['2024-12-31', 100],
    ['2025-01-01', 1000],
    ['2025-01-02', 10_000],
  ]
  for (const [day, active] of days)
    await db`insert into list_days (client_id, list_id, day, active) values (${list.clientId}, ${list.listId}, ${day}, ${active})`
  const cases: readonly [today: string, periods: readonly number[]][] = [
    ['2025-01-01', [1000, 100, 1110, 1000, 1000]],
    ['2025-01-02', [10_000, 1000, 11_110, 11_000, 11_000]],
    ['2024-12-29', [1, 0, 1, 1, 1]],
    ['2024-12-31', [100, 10, 110, 111, 111]],
    ['2025-01-06', [0, 0, 0, 11_000, 11_000]],
    ['2025-02-01', [0, 0, 0, 0, 11_000]],
    ['2026-01-01', [0, 0, 0, 0, 0]],
  ]
  for (const [today, periods] of cases) {
    const { active } = (await listCounts(db, list.clientId, list.listId, today)).entered
    assert.deepEqual([active.today, active.yesterday, active.week, active.month, active.year], periods, today)
  }
})

test('the day is the client’s', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'zones')
  for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
    await recordTransitions(db, [{ ...of(list), timeZone, from: null, to: 'Active', count: 1 }])
  const days = await db`select day from list_days where list_id = ${list.listId} order by day`
  assert.equal(days.length, 2)
})

test('concurrent callers in any order lose nothing and never deadlock', async () => {
  const { db } = database
  const lists = await Promise.all([1, 2, 3].map(n => seedList(db, world.client, `concurrent ${n}`)))
  const rows: Transitions[] = lists.map(list => ({ ...of(list), from: null, to: 'Active', count: 1 }))
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => db.begin(sql => recordTransitions(sql, n % 2 ? rows : [...rows].reverse()))),
  )
  for (const list of lists) {
    const counts = await listCounts(db, list.clientId, list.listId, await todayIn(db, list.timeZone))
    assert.equal(counts.total.active, 40)
    assert.equal(counts.entered.active.today, 40)
  }
})
