import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { createAnonymousOpens } from '../../tracking/anonymous-opens.ts'

const pages = usePublicPages()
const { ask } = pages

const pixelOf = ({ campaignId }: SentCampaign) => `/a/${pages.tokens.sign('anonymous open', campaignId, 0)}.gif`

const opensOf = async ({ campaignId }: SentCampaign) => {
  const [row] = await pages.db<{ opens: number }[]>`
    select opens from anonymous_opens where campaign_id = ${campaignId}`
  return row?.opens ?? 0
}

test('GET of the pixel of a campaign adds one to its sum, and stores nothing else', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const was = await dump(pages.db)
  for (const expected of [1, 2]) {
    const seen = await ask('GET', pixelOf(sent), { headers: { 'user-agent': 'Mail/1.0' } })
    assert.equal(seen.status, 200)
    assert.equal(seen.body.toString('latin1', 0, 6), 'GIF89a')
    assert.equal(seen.headers['cache-control'], 'no-store')
    assert.equal(await opensOf(sent), expected)
  }
  const is = await dump(pages.db)
  const changed = Object.keys(is).filter(table => JSON.stringify(is[table]) !== JSON.stringify(was[table]))
  assert.deepEqual(changed, ['anonymous_opens'])
  const columns = await pages.db`select * from anonymous_opens where campaign_id = ${sent.campaignId}`
  assert.deepEqual(Object.keys(columns[0]!).sort(), ['campaignId', 'clientId', 'opens'])
})

test('HEAD, prefetches, POST and the token of a recipient count nothing', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const was = await dump(pages.db)
  const path = pixelOf(sent)
  assert.equal((await ask('HEAD', path)).status, 200)
  assert.equal((await ask('GET', path, { headers: { 'sec-purpose': 'prefetch' } })).status, 200)
  assert.equal((await ask('POST', path)).status, 405)
  assert.equal((await ask('GET', path.replace('.gif', ''))).status, 200)
  assert.equal((await ask('GET', path.replace('/a/', '/o/'))).status, 200)
  assert.equal((await ask('GET', `/a/${pages.ofRecipient(1, sent)}.gif`)).status, 200)
  assert.deepEqual(await dump(pages.db), was)
})

test('a campaign that is deleted, that has not begun, or whose client is deleted counts nothing', async () => {
  const { db } = pages
  const sent = await seedSent(db, pages.world)
  const { campaignId, clientId } = sent
  await ask('GET', pixelOf(sent))
  await db`update campaigns set deleted_at = now() where id = ${campaignId}`
  assert.equal((await ask('GET', pixelOf(sent))).status, 200)
  await db`update campaigns set deleted_at = null, started_at = null, state = 'draft' where id = ${campaignId}`
  assert.equal((await ask('GET', pixelOf(sent))).status, 200)
  await db`update campaigns set started_at = now(), state = 'sent' where id = ${campaignId}`
  await db`update clients set deleted_at = now() where id = ${clientId}`
  try {
    assert.equal((await ask('GET', pixelOf(sent))).status, 200)
  } finally {
    await db`update clients set deleted_at = null where id = ${clientId}`
  }
  assert.equal(await opensOf(sent), 1)
})

test('opens that come in a storm are all counted, each in the sum of its campaign', async () => {
  const one = await seedSent(pages.db, pages.world)
  const other = await seedSent(pages.db, pages.world)
  await Promise.all(Array.from({ length: 300 }, (_, n) => ask('GET', pixelOf(n % 3 === 0 ? one : other))))
  assert.deepEqual([await opensOf(one), await opensOf(other)], [100, 200])
})

test('processes that count the same campaigns at the same time lose no open', async () => {
  const sent = [await seedSent(pages.db, pages.world), await seedSent(pages.db, pages.world)]
  const processes = [createAnonymousOpens(pages.db), createAnonymousOpens(pages.db)]
  const counted = await Promise.all(Array.from({ length: 400 }, (_, n) => processes[n % 2]!(sent[(n >> 1) % 2]!)))
  assert.ok(counted.every(isThere => isThere))
  assert.deepEqual(await Promise.all(sent.map(opensOf)), [200, 200])
})

test('beyond the most that may wait an open is refused, and nothing of it is stored', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const count = createAnonymousOpens(pages.db, { waiting: 0 })
  await assert.rejects(count(sent), { name: 'Overloaded' })
  assert.equal(await opensOf(sent), 0)
})
