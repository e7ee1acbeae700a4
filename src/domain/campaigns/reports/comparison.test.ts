import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRates } from './comparison.ts'

const counted = (
  accepted: number,
  humanUniqueOpens: number,
  opens: 'everyone' | 'who agreed' | 'no one' = 'everyone',
) => ({
  ...{ accepted, humanUniqueOpens, measured: { opens, clicks: 'everyone' } as const },
  ...{ refused: 0, humanUniqueClicks: 10, bounces: 0, unsubscribes: 0, complaints: 0 },
})
const openedOf = (own: ReturnType<typeof counted>, others: ReturnType<typeof counted>[]) =>
  compareRates(own, others)?.find(({ of }) => of === 'opened')

test('median and range are those of the others', () => {
  const line = openedOf(counted(1000, 500), [counted(100, 10), counted(1000, 300), counted(100, 20), counted(200, 80)])
  assert.deepEqual(line, {
    of: 'opened',
    rate: 0.5,
    median: 0.25,
    lowest: 0.1,
    highest: 0.4,
    campaigns: 4,
    place: 'above all',
  })
})

for (const [opened, place] of [
  [100, 'below all'],
  [250, 'below the median'],
  [301, 'at the median'],
  [350, 'above the median'],
  [450, 'above all'],
] as const)
  test(`${opened} of 1,000 is ${place}`, () => {
    const others = [counted(1000, 200), counted(1000, 300), counted(1000, 400)]
    assert.equal(openedOf(counted(1000, opened), others)?.place, place)
  })

test('below 100 deliveries there is no comparison, and small campaigns are none to compare with', () => {
  const large = [counted(100, 1), counted(100, 2), counted(100, 3)]
  assert.equal(compareRates(counted(99, 9), large), undefined)
  assert.equal(compareRates(counted(100, 9), [...large.slice(1), counted(99, 9), counted(0, 0)]), undefined)
})

test('what was not measured is not compared, on either side', () => {
  const large = [counted(100, 1), counted(100, 2), counted(100, 3)]
  assert.equal(openedOf(counted(100, 0, 'no one'), large), undefined)
  assert.ok(compareRates(counted(100, 0, 'no one'), large)?.some(({ of }) => of === 'clicked'))
  assert.equal(openedOf(counted(100, 50), [...large, counted(100, 0, 'no one')])?.campaigns, 3)
  assert.equal(openedOf(counted(100, 50), [...large.slice(1), counted(100, 0, 'no one')]), undefined)
})
