import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../contract/refusals.ts'
import { attemptLimit, canonicalSiteUrl } from './logins.ts'

const sites: readonly [text: string | null, canonical: string | undefined][] = [
  ['http://agency.example/', 'http://agency.example/'],
  ['http://agency.example', 'http://agency.example/'],
  ['https://AGENCY.example', 'http://agency.example/'],
  ['agency.example', 'http://agency.example/'],
  [' http://agency.example ', 'http://agency.example/'],
  ['http://agency.example:80', 'http://agency.example/'],
  ['https://agency.example:443/', 'http://agency.example/'],
  ['http://localhost:8080', 'http://localhost:8080/'],
  ['localhost:8080/', 'http://localhost:8080/'],
  ['http://agency.example/Mail//', 'http://agency.example/Mail/'],
  ['http://agency.example/?x#y', 'http://agency.example/'],
  [null, undefined],
  ['', undefined],
  ['http://', undefined],
  ['http:///x', undefined],
  ['ftp://agency.example', undefined],
  ['http://user:pw@agency.example/', undefined],
  ['http://agency example/', undefined],
  ['http://agency.example/\nx', undefined],
  [`http://${'a'.repeat(600)}.example/`, undefined],
]
for (const [text, canonical] of sites) {
  test(`site ${JSON.stringify(text)?.slice(0, 50)} is ${canonical ?? 'none'}`, () => {
    assert.equal(canonicalSiteUrl(text), canonical)
  })
}

describe('attempts', () => {
  test('end after the most, count per subject, and are forgotten in time', () => {
    let now = 0
    const limit = attemptLimit({ most: 3, withinMs: 1000, now: () => now })
    for (let n = 0; n < 3; n++) assert.ok(limit('ann'))
    assert.equal(limit('ann'), undefined)
    assert.ok(limit('bob'))
    now = 999
    assert.equal(limit('ann'), undefined)
    now = 1000
    assert.ok(limit('ann'))
  })

  test('that are withdrawn do not count, and those under way do', () => {
    const limit = attemptLimit({ most: 2, now: () => 0 })
    for (let n = 0; n < 10; n++) limit('ann')!.withdraw()
    const [first] = [limit('ann')!, limit('ann')!]
    assert.equal(limit('ann'), undefined)
    first.withdraw()
    assert.ok(limit('ann'))
    assert.equal(limit('ann'), undefined)
  })

  test('are not forgotten because of others: a full table takes no further subject, and those in it stay', () => {
    let now = 0
    const limit = attemptLimit({ most: 2, withinMs: 1000, subjects: 50, now: () => now })
    limit('ann')
    limit('ann')
    for (let n = 1; n < 50; n++) assert.ok(limit(`stranger ${n}`))
    for (let n = 0; n < 1000; n++)
      assert.throws(
        () => limit(`flood ${n}`),
        error => error instanceof Refusal && error.refusal === 'TooManyRequests',
      )
    assert.equal(limit('ann'), undefined)
    assert.ok(limit('stranger 1'))
    now = 1000
    assert.ok(limit('flood 1'))
    assert.ok(limit('ann'))
  })
})
