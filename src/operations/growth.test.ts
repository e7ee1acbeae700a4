import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'
import { readToday, recordTransitions } from '../store/lists/statistics.ts'
import { lists } from './lists.ts'

const { db, world, other, call, refused } = await operationsTest(lists)
const today = await readToday(db, world.client.timeZone)
const back = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const ask = (list: ListRef, From: string | null = null, Until: string | null = null) =>
  call('List.GetGrowth', { ApiKey: world.accountKey, ListID: list.listPublicId, From, Until })

/** What was recorded today happened so many days ago instead. */
async function shiftDays(list: ListRef, days: number): Promise<void> {
  await db`update list_days set day = day - ${days}::integer where list_id = ${list.listId} and day = ${today}::text::date`
}

const nothing = { Joined: 0, Confirmed: 0, Imported: 0, Unsubscribed: 0, Complained: 0, Bounced: 0, Deleted: 0 }

test('each day has what happened on it, and the active count it left; quiet days keep that of the day before', async () => {
  const list = await seedList(db, world.client, 'Growing')
  await db`update lists set created_at = now() - interval '40 days' where id = ${list.listId}`
  await recordTransitions(db, [
    { ...list, from: null, to: 'Active', count: 10 },
    { ...list, from: null, to: 'Unconfirmed', count: 4 },
    { ...list, from: 'Unconfirmed', to: 'Active', count: 3 },
    { ...list, from: null, to: 'Active', count: 5, imported: true },
    { ...list, from: null, to: 'Unsubscribed', count: 6, imported: true },
  ])
  await shiftDays(list, 5)
  await recordTransitions(db, [
    { ...list, from: 'Active', to: 'Unsubscribed', count: 2 },
    { ...list, from: 'Active', to: 'Unsubscribed', count: 1, complained: true },
    { ...list, from: 'Active', to: 'Bounced', count: 1 },
    { ...list, from: 'Active', to: 'Deleted', count: 2 },
  ])
  await shiftDays(list, 2)
  assert.deepEqual((await ask(list, back(6), back(1))).Days, [
    { Date: back(6), ...nothing, Active: 0 },
    { Date: back(5), ...nothing, Joined: 18, Confirmed: 3, Imported: 5, Unsubscribed: 6, Active: 18 },
    { Date: back(4), ...nothing, Active: 18 },
    { Date: back(3), ...nothing, Active: 18 },
    { Date: back(2), ...nothing, Unsubscribed: 3, Complained: 1, Bounced: 1, Deleted: 2, Active: 12 },
    { Date: back(1), ...nothing, Active: 12 },
  ])
})

test('without dates it is 30 days up to today; days to come and days before the list are left out', async () => {
  const list = await seedList(db, world.client, 'Young')
  const days = async (...dates: [string?, string?]) => rowsOf((await ask(list, ...dates)).Days).map(day => day.Date)
  assert.deepEqual(await days(), [today])
  assert.deepEqual(await days(back(3), back(-3)), [today])
  assert.deepEqual(await days(back(9), back(2)), [])
  await db`update lists set created_at = now() - interval '90 days' where id = ${list.listId}`
  const usual = await days()
  assert.deepEqual([usual.length, usual[0], usual.at(-1)], [30, back(29), today])
})

test('days of which an older version did not count everything are left out and named, not shown as 0', async () => {
  const list = await seedList(db, world.client, 'Old')
  await db`update lists set created_at = now() - interval '300 days' where id = ${list.listId}`
  // as the migration leaves it
  await db`update list_totals set active = 50, days_from = ${back(1)}::text::date where list_id = ${list.listId}`
  await db`
    insert into list_days (client_id, list_id, day, active, active_at_end)
    values (${list.clientId}, ${list.listId}, ${back(9)}::text::date, 70, null), (${list.clientId}, ${list.listId}, ${back(2)}::text::date, 0, 50)`
  await recordTransitions(db, [{ ...list, from: null, to: 'Active', count: 1 }])
  const { FirstDate, Days } = await ask(list, back(20))
  assert.equal(FirstDate, back(1))
  assert.deepEqual(Days, [
    { Date: back(1), ...nothing, Active: 50 },
    { Date: today, ...nothing, Joined: 1, Active: 51 },
  ])
})

test('imports of a day that was begun before they were counted are not known, and not 0', async () => {
  const list = await seedList(db, world.client, 'Upgraded')
  await db`insert into list_days (client_id, list_id, day, active, imported) values (${list.clientId}, ${list.listId}, ${today}::text::date, 4, null)`
  await recordTransitions(db, [{ ...list, from: null, to: 'Active', count: 1, imported: true }])
  const [day] = rowsOf((await ask(list, today)).Days)
  assert.deepEqual([day?.Joined, day?.Imported ?? null], [5, null])
})

test('dates that are none, in the wrong order or too far apart are refused, and a foreign list is unknown', async () => {
  const target = { ApiKey: world.accountKey, ListID: world.list.listPublicId }
  for (const dates of [
    { From: 'monday' },
    { Until: '2026-02-30' },
    { From: '2026-01-01 00:00:00' },
    { From: '2026-01-02', Until: '2026-01-01' },
    { From: '1753-01-01' },
    { From: '2020-01-01', Until: '2022-09-27' },
  ])
    await refused('List.GetGrowth', { ...target, ...dates }, 'InvalidDate')
  assert.deepEqual((await call('List.GetGrowth', { ...target, From: '2020-01-01', Until: '2022-09-26' })).Days, [])
  await refused('List.GetGrowth', { ...target, ListID: other.list.listPublicId }, 'InvalidListId')
})
