import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import { listCounts, readToday, recordTransitions, type Transitions } from './statistics.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const transitionsOf = (list: { clientId: number; listId: number; timeZone: string }) => ({
  clientId: list.clientId,
  listId: list.listId,
  timeZone: list.timeZone,
})

test('totals and days follow every change, counted once per statement', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'followed')
  const row = transitionsOf(list)
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
  const counts = await listCounts(db, row.clientId, row.listId, await readToday(db, row.timeZone))
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

test('an empty list of transitions writes nothing', async () => {
  const list = await seedList(database.db, world.client, 'idle')
  await recordTransitions(database.db, [])
  await recordTransitions(database.db, [{ ...transitionsOf(list), from: null, to: 'Unconfirmed', count: 1 }])
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

test('days are those of the client’s time zone', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'zones')
  for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
    await recordTransitions(db, [{ ...transitionsOf(list), timeZone, from: null, to: 'Active', count: 1 }])
  const days = await db`select day from list_days where list_id = ${list.listId} order by day`
  assert.equal(days.length, 2)
})

test('concurrent callers in any order lose nothing and never deadlock', async () => {
  const { db } = database
  const lists = await Promise.all([1, 2, 3].map(n => seedList(db, world.client, `concurrent ${n}`)))
  const rows: Transitions[] = lists.map(list => ({ ...transitionsOf(list), from: null, to: 'Active', count: 1 }))
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => db.begin(sql => recordTransitions(sql, n % 2 ? rows : [...rows].reverse()))),
  )
  for (const list of lists) {
    const counts = await listCounts(db, list.clientId, list.listId, await readToday(db, list.timeZone))
    assert.equal(counts.total.active, 40)
    assert.equal(counts.entered.active.today, 40)
  }
})

/** Days between two dates of the calendar, which knows no zones and no clock changes. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

test('the 24 numbers are what counting every change by hand gives, on every day around clock changes, months and years', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'brute force')
  let state = 1
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const first = Date.parse('2023-11-20')
  const changes = Array.from({ length: 900 }, () => ({
    day: new Date(first + random(500) * 86_400_000).toISOString().slice(0, 10),
    state: (['active', 'unsubscribed', 'bounced', 'deleted'] as const)[random(4)]!,
    count: 1 + random(5),
  }))
  for (const { day, state, count } of changes)
    await db`
      insert into list_days as d (client_id, list_id, day, ${db(state)})
      values (${list.clientId}, ${list.listId}, ${day}, ${count})
      on conflict (client_id, list_id, day) do update set ${db(state)} = d.${db(state)} + excluded.${db(state)}`
  const todays = ['2023-12-31', '2024-01-01', '2024-01-07', '2024-01-08', '2024-02-29', '2024-03-01', '2024-03-31']
  todays.push(
    '2024-04-01',
    '2024-10-27',
    '2024-10-28',
    '2024-12-29',
    '2024-12-30',
    '2024-12-31',
    '2025-01-01',
    '2025-03-30',
  )
  for (const today of todays) {
    const weekday = (new Date(today).getUTCDay() + 6) % 7 // 0 is Monday
    const counted = (state: string, holds: (day: string, ago: number) => boolean) =>
      changes.reduce((sum, change) => {
        const ago = daysBetween(change.day, today)
        return change.state === state && ago >= 0 && holds(change.day, ago) ? sum + change.count : sum
      }, 0)
    const { entered } = await listCounts(db, list.clientId, list.listId, today)
    for (const state of ['active', 'unsubscribed', 'bounced', 'deleted'] as const)
      assert.deepEqual(
        entered[state],
        {
          today: counted(state, (_, ago) => ago === 0),
          yesterday: counted(state, (_, ago) => ago === 1),
          week: counted(state, (_, ago) => ago <= weekday),
          month: counted(state, day => day.slice(0, 7) === today.slice(0, 7)),
          year: counted(state, day => day.slice(0, 4) === today.slice(0, 4)),
        },
        `${state} on ${today}`,
      )
  }
})

/** The hour that is left out in spring and the one that comes twice in autumn, in Berlin and where clocks change at midnight. */
const instants: readonly (readonly [instant: string, timeZone: string, day: string])[] = [
  ['2024-03-30T22:59:59Z', 'Europe/Berlin', '2024-03-30'],
  ['2024-03-30T23:00:00Z', 'Europe/Berlin', '2024-03-31'],
  ['2024-03-31T21:59:59Z', 'Europe/Berlin', '2024-03-31'],
  ['2024-03-31T22:00:00Z', 'Europe/Berlin', '2024-04-01'],
  ['2024-10-27T21:59:59Z', 'Europe/Berlin', '2024-10-27'],
  ['2024-10-27T22:59:59Z', 'Europe/Berlin', '2024-10-27'],
  ['2024-10-27T23:00:00Z', 'Europe/Berlin', '2024-10-28'],
  ['2024-12-31T23:00:00Z', 'Europe/Berlin', '2025-01-01'],
  ['2024-09-08T03:59:59Z', 'America/Santiago', '2024-09-07'],
  ['2024-09-08T04:00:00Z', 'America/Santiago', '2024-09-08'],
  ['2024-12-31T10:00:00Z', 'Pacific/Kiritimati', '2025-01-01'],
]
for (const [instant, timeZone, day] of instants)
  test(`${instant} is on ${day} in ${timeZone}`, async () => {
    const [row] = await database.db`select (${new Date(instant)}::timestamptz at time zone ${timeZone})::date as day`
    assert.equal(row!.day, day)
  })
