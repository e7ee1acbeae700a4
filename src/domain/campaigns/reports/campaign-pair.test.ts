import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './campaign-pair.ts'
import { rankLinks } from './client-results.ts'

const everyone = { opens: 'everyone', clicks: 'everyone' } as const
const counted = (over: Partial<Parameters<typeof differencesOf>[0]> = {}) => ({
  ...{ accepted: 8000, refused: 80, humanUniqueOpens: 2400, humanUniqueClicks: 480, bounces: 100, unsubscribes: 16 },
  ...{ complaints: 2, measured: everyone, ...over },
})
const verdicts = (one: object, other: object) =>
  Object.fromEntries(differencesOf(counted(one), counted(other)).map(({ of: name, verdict }) => [name, verdict]))

test('a difference is shown or not, and what cannot be judged says why', () => {
  const equal = verdicts({}, {})
  assert.equal(equal.opened, 'no difference')
  assert.equal(equal.complained, 'too few', 'two of 8,000')
  assert.equal(verdicts({ humanUniqueOpens: 2800 }, {}).opened, 'higher')
  assert.equal(verdicts({}, { humanUniqueOpens: 2800 }).opened, 'lower')
  assert.equal(verdicts({ accepted: 99, humanUniqueOpens: 90 }, {}).opened, 'too few')
  assert.equal(verdicts({ measured: { ...everyone, opens: 'no one' } }, {}).opened, 'not measured')
  assert.equal(verdicts({ measured: { ...everyone, clicks: 'who agreed' } }, {}).clicked, 'measured differently')
  assert.equal(verdicts({ accepted: 0, humanUniqueOpens: 0 }, { accepted: 0, humanUniqueOpens: 0 }).opened, 'too few')
})

test('the level is that of five rates together: a difference that one test alone would show is not shown', () => {
  const [opened] = differencesOf(counted({ humanUniqueOpens: 2460 }), counted({ humanUniqueOpens: 2340 }))
  assert.ok(opened!.p! > 0.05 && opened!.p! / 5 < 0.05, String(opened!.p))
  assert.equal(opened!.verdict, 'no difference')
})

test('links that differ in their UTM tags alone are one, and what else is in their addresses stays', () => {
  const link = (url: string, campaignId: number, people: number) => ({
    ...{ url, campaignId, humanClicks: people * 2, humanUniqueClicks: people },
  })
  const ranked = rankLinks([
    link('https://a.example/?utm_source=x&b=1&utm_campaign=[City]#c', 1, 5),
    link('https://a.example/?b=1&UTM_campaign=2#c', 2, 7),
    link('https://a.example/?b=2', 1, 9),
    link('https://a.example/?utm_source=x', 1, 1),
    link('mailto:x', 1, 1),
  ])
  assert.deepEqual(
    ranked.map(({ url, campaigns, humanUniqueClicks }) => [url, campaigns, humanUniqueClicks]),
    [
      ['https://a.example/?b=1#c', 2, 12],
      ['https://a.example/?b=2', 1, 9],
      ['https://a.example/', 1, 1],
      ['mailto:x', 1, 1],
    ],
  )
})
