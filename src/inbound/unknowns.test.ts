import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccounts } from '../../test/harness/accounting.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { place } from '../../test/harness/members.ts'
import { mail, note, processorOf, report, source } from '../../test/harness/returned.ts'
import { seed } from '../../test/harness/seed.ts'
import type { ListRef } from '../domain/access/access.ts'

let database: TestDatabase
let list: ListRef

before(async () => {
  database = await freshDatabase()
  list = (await seed(database.db)).list
})
after(() => database.drop())

const someone = () => place(database.db, list, 'Active', { at: new Date('2026-01-01T00:00:00Z') })

const proofs = [
  ['a bounce', report('policy')],
  ['a delay', note('delay')],
  ['a delivery report', note('delivery')],
  ['an automatic answer', note('auto-reply')],
  ['a complaint', note('complaint', 'abuse')],
  ['what is not understood', note('other')],
] as const
for (const [name, reading] of proofs)
  test(`${name} proves that an unknown mail was handed over`, async () => {
    const { db } = database
    const campaign = await mail(db, list, [await someone(), await someone()], { kind: 'unknown' })
    const { apply } = processorOf(db)
    assert.equal((await apply(source(campaign, 1, reading))).settled, true)
    assert.equal((await apply(source(campaign, 1, reading))).settled, false)
    const [totals] = await db`select accepted, unknown from campaign_totals where campaign_id = ${campaign.campaignId}`
    assert.deepEqual({ ...totals }, { accepted: 1, unknown: 1 })
    await assertAccounts(db, campaign)
  })

test('what is known is not settled', async () => {
  const { db } = database
  const campaign = await mail(db, list, [await someone()])
  assert.equal((await processorOf(db).apply(source(campaign, 1, note('delay')))).settled, false)
  const [row] = await db`select count(*)::integer as entries from log where campaign_id = ${campaign.campaignId}`
  assert.equal(row!.entries, 1)
})

test('a person and a report that settle at once settle once', async () => {
  const { db } = database
  const people = await Promise.all(Array.from({ length: 8 }, () => someone()))
  const campaign = await mail(db, list, people, { kind: 'unknown' })
  const processes = [processorOf(db), processorOf(db)]
  await Promise.all(
    people.flatMap((_, index) => processes.map(({ apply }) => apply(source(campaign, index + 1, note('delivery'))))),
  )
  await assertAccounts(db, campaign)
  const [totals] = await db`select accepted, unknown from campaign_totals where campaign_id = ${campaign.campaignId}`
  assert.deepEqual({ ...totals }, { accepted: 8, unknown: 0 })
})
