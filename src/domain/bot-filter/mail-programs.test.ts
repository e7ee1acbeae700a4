import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RawHit } from '../../store/tracking/classified.ts'
import { programNamed, programOf } from './mail-programs.ts'
import { classify } from './verdicts.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
describe('a program is what it says of itself', () => {
  for (const [agent, name, version] of [
    [
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'Gmail',
      'image proxy',
    ],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'Yahoo Mail', 'image proxy'],
    ['Mozilla/5.0', 'Apple Mail', 'privacy proxy'],
    [
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.12026; ms-office; MSOffice 16)',
      'Outlook',
      '16',
    ],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'Outlook', '16'],
    ['Outlook-iOS/723.4022971.prod.iphone (4.2130.0)', 'Outlook for iOS', '723'],
    ['MacOutlook/16.78.23100802 (Intelx64 Mac OS X Version 14.0)', 'Outlook for Mac', '16'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.4.1', 'Thunderbird', '115'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${webkit} Mobile/15E148`, 'Mail app on iPhone', ''],
    [`Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) ${webkit} Mobile/15E148`, 'Mail app on iPad', ''],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}`, 'Mail app on Mac', ''],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S901B Build/TP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36',
      'Mail app on Android',
      '',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${webkit} Version/17.1 Mobile/15E148 Safari/604.1`,
      'Safari',
      '17',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
      'Chrome',
      '119',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 Edg/119.0.2151.58',
      'Edge',
      '119',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox', '120'],
    ['Mail', 'Unknown', ''],
    ['', 'Unknown', ''],
    ['Firefox/999999999999', 'Firefox', '9999'],
  ] as const)
    test(`${name} ${version}: ${agent.slice(0, 60)}`, () => assert.deepEqual(programNamed(agent), { name, version }))
})

describe('the program of a recipient', () => {
  const hit = (agent: string, at: number, link: number | null = null, method: 'GET' | 'HEAD' = 'GET'): RawHit => ({
    link,
    at,
    method,
    prefetch: false,
    remote: '192.0.2.7',
    agent,
  })
  const nameFor = (...hits: readonly RawHit[]) =>
    programOf(hits, classify(hits, { acceptedAt: undefined, links: 1 }))?.name
  const [thunderbird, firefox] = ['x Thunderbird/115.0', 'x Firefox/120.0']

  test('is that of the last open by a person, whatever opened the links', () =>
    assert.equal(nameFor(hit(firefox, 0), hit(thunderbird, 60_000), hit(firefox, 120_000, 1)), 'Thunderbird'))
  test('is the privacy proxy where it loaded the images and a person clicked', () =>
    assert.equal(nameFor(hit('Mozilla/5.0', 0), hit(firefox, 120_000, 1)), 'Apple Mail'))
  test('is what opened the link where nothing loaded the images', () =>
    assert.equal(nameFor(hit(firefox, 0, 1)), 'Firefox'))
  test('a recipient without hits of people has no program', () => {
    assert.equal(nameFor(hit('Mozilla/5.0', 0), hit('curl/8', 1_000, 1), hit(firefox, 2_000, null, 'HEAD')), undefined)
    assert.equal(nameFor(), undefined)
  })
})
