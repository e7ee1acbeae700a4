import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { connect } from '../../store/connection/database.ts'
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
  let it: TestDatabase
  before(async () => {
    it = await freshDatabase()
  })
  after(() => it?.drop())

  test('end after the most, count per subject, and are forgotten in time', async () => {
    const limit = attemptLimit({ most: 3, minutes: 15 })
    for (let n = 0; n < 3; n++) assert.ok(await limit(it.db, 'ann'))
    assert.equal(await limit(it.db, 'ann'), undefined)
    assert.ok(await limit(it.db, 'bob'))
    await it.db`update sign_in_attempts set since = now() - interval '14 minutes'`
    assert.equal(await limit(it.db, 'ann'), undefined)
    await it.db`update sign_in_attempts set since = now() - interval '15 minutes'`
    assert.ok(await limit(it.db, 'ann'))
  })

  test('that are withdrawn do not count, and those under way do', async () => {
    const limit = attemptLimit({ most: 2 })
    for (let n = 0; n < 10; n++) await (await limit(it.db, 'cleo'))!.withdraw()
    const [first] = [(await limit(it.db, 'cleo'))!, await limit(it.db, 'cleo')]
    assert.equal(await limit(it.db, 'cleo'), undefined)
    await first.withdraw()
    assert.ok(await limit(it.db, 'cleo'))
    assert.equal(await limit(it.db, 'cleo'), undefined)
  })

  test('of a window that is over give nothing back to the next', async () => {
    const limit = attemptLimit({ most: 2 })
    const early = (await limit(it.db, 'dan'))!
    await it.db`update sign_in_attempts set since = now() - interval '16 minutes'`
    for (let n = 0; n < 2; n++) assert.ok(await limit(it.db, 'dan'))
    await early.withdraw()
    assert.equal(await limit(it.db, 'dan'), undefined)
  })

  test('at the same time, at two processes, get through no more often than at one', async () => {
    const other = connect(it.url, { max: 4 })
    const limit = attemptLimit({ most: 5 })
    const tries = Array.from({ length: 40 }, (_, n) => limit(n % 2 ? it.db : other, 'eve'))
    assert.equal((await Promise.all(tries)).filter(attempt => attempt !== undefined).length, 5)
    await other.end()
  })
})
