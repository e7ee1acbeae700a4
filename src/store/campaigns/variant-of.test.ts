import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { variantOf, variantsBy } from './variant-of.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

test('PostgreSQL and the program find the same variants', async () => {
  const { db } = database
  for (const [campaignId, variants] of [
    [1, 2],
    [987_654_321_012, 3],
    [4_294_967_295, 5],
  ] as const) {
    const rows = await db<{ n: number; variant: number }[]>`
      select n, ${variantOf(db, campaignId, db`${variants}::integer`, db`n`)} as variant
      from (select n from generate_series(1, 3000) n union all select 2147483647) n`
    const by = variantsBy(campaignId, variants)
    for (const { n, variant } of rows) assert.equal(variant, by(n))
  }
})

test('variants are chosen evenly, and independently of each other', () => {
  for (const variants of [2, 3, 4, 5]) {
    const by = variantsBy(20_261_127, variants)
    const counts = Array.from({ length: variants }, () => 0)
    let pairs = 0
    for (let n = 1; n <= 100_000; n++) {
      counts[by(n) - 1]!++
      if (by(n) === by(n + 1)) pairs++
    }
    for (const count of counts) assert.ok(Math.abs(count / (100_000 / variants) - 1) < 0.02, `${counts}`)
    assert.ok(Math.abs(pairs / (100_000 / variants) - 1) < 0.05, `${pairs}`)
  }
})

test('another campaign divides its audience in another way', () => {
  const [one, other] = [variantsBy(7, 2), variantsBy(8, 2)]
  let same = 0
  for (let n = 1; n <= 10_000; n++) if (one(n) === other(n)) same++
  assert.ok(same > 4500 && same < 5500, `${same}`)
})
