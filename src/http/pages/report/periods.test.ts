import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CampaignHour } from '../../../domain/campaigns/reports/client-report.ts'
import { periodsOf } from './periods.ts'

const hour = (date: string, opens: number, humanOpens: number, clicks = 0, humanClicks = 0): CampaignHour => ({
  ...{ date, opens, humanOpens, clicks, humanClicks },
  ...{ accepted: 0, unsubscribes: 0, bounces: 0, complaints: 0 },
})

test('the first 48 hours stand one by one, then days, then the rest', () => {
  const { hours, days, later } = periodsOf('2026-03-21 08:07:00', [
    hour('2026-03-21 08:00:00', 10, 7),
    hour('2026-03-23 07:00:00', 5, 5, 2, 1),
    hour('2026-03-23 08:00:00', 4, 4),
    hour('2026-03-24 07:00:00', 1, 0),
    hour('2026-03-25 08:00:00', 3, 3),
    hour('2026-06-01 00:00:00', 2, 1),
  ])
  assert.equal(hours.length, 48)
  assert.deepEqual(hours[0], {
    from: '2026-03-21 08:00:00',
    opens: { people: 7, machines: 3 },
    clicks: { people: 0, machines: 0 },
  })
  assert.deepEqual(hours[47]!.clicks, { people: 1, machines: 1 })
  assert.deepEqual(days[0], {
    from: '2026-03-23 08:00:00',
    opens: { people: 4, machines: 1 },
    clicks: { people: 0, machines: 0 },
  })
  assert.equal(days[2]!.opens.people, 3)
  assert.equal(days.length, 28)
  assert.deepEqual(later?.opens, { people: 1, machines: 1 })
})

test('days end with the last on which something happened', () => {
  const { days, later } = periodsOf('2026-03-21 08:07:00', [hour('2026-03-24 09:00:00', 1, 1)])
  assert.deepEqual([days.length, later], [2, undefined])
})

test('without any openings there are 48 empty hours', () => {
  const { hours, days, later } = periodsOf('2026-03-21 08:07:00', [])
  assert.deepEqual([hours.length, days.length, later], [48, 0, undefined])
  assert.ok(hours.every(({ opens, clicks }) => opens.people + opens.machines + clicks.people + clicks.machines === 0))
})

test('what a clock says before the start counts for the first hour, and no machine is counted below 0', () => {
  const { hours } = periodsOf('2026-10-25 02:07:00', [hour('2026-10-25 01:00:00', 3, 5)])
  assert.deepEqual(hours[0]!.opens, { people: 5, machines: 0 })
})

test('every hour counts once', () => {
  const rows = Array.from({ length: 1000 }, (_, n) => {
    const date = new Date(Date.UTC(2026, 0, 1, n)).toISOString().slice(0, 19).replace('T', ' ')
    return hour(date, 2, 1)
  })
  const { hours, days, later } = periodsOf('2026-01-01 00:30:00', rows)
  const all = [...hours, ...days, ...(later ? [later] : [])]
  assert.equal(
    all.reduce((sum, { opens }) => sum + opens.people, 0),
    1000,
  )
  assert.equal(
    all.reduce((sum, { opens }) => sum + opens.machines, 0),
    1000,
  )
})
