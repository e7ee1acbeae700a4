import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countAllHits, seedSent } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { until } from '../../test/harness/until.ts'
import { countSome } from '../domain/campaigns/reports/counting.ts'
import { openers, readSummary } from '../domain/campaigns/reports/reports.ts'
import { createLog } from '../lib/log.ts'
import { countHits, lockCounting } from '../store/tracking/hit-counts.ts'
import { boundAgent, createHits, startCounting } from './hits.ts'

let database: TestDatabase
let world: World

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const from = { remote: '192.0.2.77', agent: 'Mail/1.0' }

async function counts(campaignId: number) {
  const { db } = database
  await countAllHits(db)
  const [totals] = await db`select opens, unique_opens, clicks from campaign_totals where campaign_id = ${campaignId}`
  const opens = await db`select number, opens from opens where campaign_id = ${campaignId} order by number`
  const clicks =
    await db`select number, link, clicks from clicks where campaign_id = ${campaignId} order by number, link`
  const [raw] = await db`select count(*)::integer as hits from hits where campaign_id = ${campaignId}`
  return {
    totals: { ...totals },
    opens: opens.map(row => [row.number, row.opens]),
    clicks: clicks.map(row => [row.number, row.link, row.clicks]),
    hits: raw!.hits,
  }
}

/** Hits of one recipient after another, each recorded before the next; what the totals then are. */
const orders = [
  ['one open', ['o'], { opens: 1, uniqueOpens: 1, clicks: 0 }],
  ['an open again', ['o', 'o'], { opens: 2, uniqueOpens: 1, clicks: 0 }],
  ['a click alone proves an open', ['c'], { opens: 1, uniqueOpens: 1, clicks: 1 }],
  ['two clicks prove one open', ['c', 'c'], { opens: 1, uniqueOpens: 1, clicks: 2 }],
  ['open, then click', ['o', 'c'], { opens: 1, uniqueOpens: 1, clicks: 1 }],
  ['click, then open: the same as open, then click', ['c', 'o'], { opens: 1, uniqueOpens: 1, clicks: 1 }],
  ['click, open, open', ['c', 'o', 'o'], { opens: 2, uniqueOpens: 1, clicks: 1 }],
] as const

for (const [name, kinds, expected] of orders)
  for (const together of [false, true])
    test(`${name}${together ? ', in one batch' : ''}`, async () => {
      const { db } = database
      const campaign = await seedSent(db, world)
      const { open, click } = createHits(db)
      const visit = { campaignId: campaign.campaignId, number: 2, ...from }
      const calls = kinds.map(kind => () => (kind === 'o' ? open(visit) : click(visit, 1)))
      if (together) await Promise.all(calls.map(call => call()))
      else for (const call of calls) await call()
      const { totals, hits: raw } = await counts(campaign.campaignId)
      assert.deepEqual(totals, expected)
      assert.equal(raw, kinds.length)
    })

test('a hit is kept raw, with its time and a network instead of an address', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const at = new Date('2026-05-01T12:00:00.123Z')
  const { click } = createHits(db, { now: () => at })
  const visit = { campaignId: campaign.campaignId, number: 1 }
  await click({ ...visit, remote: '::ffff:192.0.2.77', agent: 'Mail/1.0' }, 2)
  await click({ ...visit, remote: '2001:db8:1:2::3', agent: 'a\0b' }, 1)
  const rows =
    await db`select number, kind, link, at, remote, agent from hits where campaign_id = ${campaign.campaignId} order by link`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [
      { number: 1, kind: 'click', link: 1, at, remote: '2001:db8:1::', agent: 'a b' },
      { number: 1, kind: 'click', link: 2, at, remote: '192.0.2.0', agent: 'Mail/1.0' },
    ],
  )
})

test('how much of an address is kept is a setting', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { open } = createHits(db, { kept: { ipv4: 32, ipv6: 128 } })
  await open({ campaignId: campaign.campaignId, number: 1, ...from })
  const [row] = await db`select remote from hits where campaign_id = ${campaign.campaignId}`
  assert.equal(row!.remote, '192.0.2.77')
})

test('what does not exist is not recorded, and does not disturb what does', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { campaignId } = campaign
  const { open, click } = createHits(db)
  const answers = await Promise.all([
    open({ campaignId: 2 ** 40 - 1, number: 1, ...from }),
    open({ campaignId, number: 2 ** 40 - 1, ...from }),
    open({ campaignId, number: 4, ...from }),
    click({ campaignId, number: 1, ...from }, 3),
    click({ campaignId, number: 1, ...from }, 1),
    open({ campaignId, number: 3, ...from }),
  ])
  assert.deepEqual(answers, [false, false, false, undefined, campaign.links[0], true])
  assert.deepEqual(await counts(campaignId), {
    totals: { opens: 2, uniqueOpens: 2, clicks: 1 },
    opens: [
      [1, 0],
      [3, 1],
    ],
    clicks: [[1, 1, 1]],
    hits: 2,
  })
})

test('500 hits on one recipient at the same time count exactly, through several processes', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const processes = [createHits(db), createHits(db), createHits(db), createHits(db)]
  await Promise.all(
    Array.from({ length: 500 }, (_, i) => {
      const { open, click } = processes[i % 4]!
      const visit = { campaignId: campaign.campaignId, number: 1, ...from }
      return i % 5 === 0 ? click(visit, 1 + (i % 2)) : open(visit)
    }),
  )
  assert.deepEqual(await counts(campaign.campaignId), {
    totals: { opens: 400, uniqueOpens: 1, clicks: 100 },
    opens: [[1, 400]],
    clicks: [
      [1, 1, 50],
      [1, 2, 50],
    ],
    hits: 500,
  })
})

test('hits on many recipients of many campaigns from several processes neither lock each other up nor get lost', async () => {
  const { db } = database
  const sent = []
  for (let i = 0; i < 5; i++) sent.push(await seedSent(db, world, { size: 20 }))
  const processes = [createHits(db), createHits(db), createHits(db), createHits(db)]
  const calls: Promise<unknown>[] = []
  for (const [p, { open, click }] of processes.entries())
    for (let i = 0; i < 300; i++) {
      // each process walks in another direction
      const campaign = sent[(p % 2 ? i : 299 - i) % 5]!
      const visit = { campaignId: campaign.campaignId, number: 1 + ((p % 2 ? i : 299 - i) % 20), ...from }
      calls.push(i % 3 === 0 ? click(visit, 1) : open(visit))
      if (i % 20 === 0) await new Promise(resolve => setImmediate(resolve))
    }
  // counted meanwhile, by several too
  await Promise.all([...calls, ...Array.from({ length: 10 }, () => countSome(db))])
  await countAllHits(db)
  const [totals] = await db`
    select sum(t.opens)::integer as opens, sum(t.unique_opens)::integer as unique_opens, sum(t.clicks)::integer as clicks
    from campaign_totals t where campaign_id = any(${sent.map(({ campaignId }) => campaignId)}::bigint[])`
  const [facts] = await db`
    select sum(greatest(opens, 1))::integer as opens, count(*)::integer as unique_opens,
      (select count(*)::integer from hits where kind = 'click' and campaign_id = any(${sent.map(({ campaignId }) => campaignId)}::bigint[])) as clicks
    from (
      select count(*) filter (where kind = 'open') as opens from hits
      where campaign_id = any(${sent.map(({ campaignId }) => campaignId)}::bigint[]) group by campaign_id, number
    ) as recipients`
  assert.deepEqual({ ...totals }, { ...facts })
  assert.equal(facts!.clicks, 400)
})

test('what is answered is counted by the poller, and at once for who reads', async () => {
  const { db } = database
  const [one, two] = [await seedSent(db, world), await seedSent(db, world)]
  const counting = startCounting(db, createLog('silent'))
  const { open } = createHits(db, { onRecorded: counting.wake })
  await open({ campaignId: one.campaignId, number: 1, ...from })
  await until(async () => {
    const [row] = await db`select opens from campaign_totals where campaign_id = ${one.campaignId}`
    return row!.opens === 1
  }, 'the poller has counted it')
  await counting.stop()
  await open({ campaignId: one.campaignId, number: 2, ...from })
  await open({ campaignId: two.campaignId, number: 2, ...from })
  assert.equal((await readSummary(db, one)).opens, 2)
  const left = await db`select campaign_id from uncounted_hits`
  assert.deepEqual(
    left.map(row => row.campaignId),
    [two.campaignId],
    'others are left to the poller',
  )
  assert.deepEqual(await valuesOf(openers(db, two)), [2])

  async function valuesOf(rows: AsyncIterable<{ readonly number: number }>) {
    const numbers: number[] = []
    for await (const { number } of rows) numbers.push(number)
    return numbers
  }
})

test('hits of a campaign that is deleted before they are counted are counted all the same, of one that is purged nothing is left', async () => {
  const { db } = database
  const [deleted, purged] = [await seedSent(db, world), await seedSent(db, world)]
  const { open } = createHits(db)
  for (const { campaignId } of [deleted, purged]) await open({ campaignId, number: 1, ...from })
  await db`update campaigns set deleted_at = now() where id = ${deleted.campaignId}`
  await db`delete from campaign_totals where campaign_id = ${purged.campaignId}`
  await countAllHits(db)
  assert.deepEqual((await counts(deleted.campaignId)).totals, { opens: 1, uniqueOpens: 1, clicks: 0 })
  assert.deepEqual((await counts(purged.campaignId)).opens, [])
})

test('counting that is interrupted has counted nothing, and is done again', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { open } = createHits(db)
  await open({ campaignId: campaign.campaignId, number: 1, ...from })
  await assert.rejects(
    db.begin(async sql => {
      await lockCounting(sql)
      assert.equal(await countHits(sql, campaign), true)
      throw new Error('interrupted')
    }),
    /interrupted/,
  )
  assert.deepEqual((await counts(campaign.campaignId)).totals, { opens: 1, uniqueOpens: 1, clicks: 0 })
})

test('a deleted campaign, and a deleted client, record nothing', async () => {
  const { db } = database
  const other = await seed(db)
  const [one, two] = [await seedSent(db, world), await seedSent(db, other)]
  await db`update campaigns set deleted_at = now() where id = ${one.campaignId}`
  await db`update clients set deleted_at = now() where id = ${other.client.clientId}`
  const { open, click } = createHits(db)
  for (const { campaignId } of [one, two]) {
    assert.equal(await open({ campaignId, number: 1, ...from }), false)
    assert.equal(await click({ campaignId, number: 1, ...from }, 1), undefined)
    assert.equal(await click({ campaignId, number: 1, ...from, method: 'HEAD' }, 1), undefined)
    assert.equal((await counts(campaignId)).hits, 0)
  }
})

test('an agent is bounded and holds no control characters and no halves of characters', () => {
  assert.equal(boundAgent(`a\r\n\0b\x7f${'x'.repeat(600)}`).length, 500)
  assert.equal(boundAgent('a\r\n\0b\x7f'), 'a   b ')
  assert.equal(boundAgent(`${'x'.repeat(499)}😀`), `${'x'.repeat(499)}\ufffd`)
})
