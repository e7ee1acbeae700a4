import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, dump, dumpOfCounts, seedSent } from '../../../test/harness/campaign.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'

const pages = usePublicPages()
const { ask, ofRecipient } = pages

test('the pixel is 43 bytes of GIF, whatever the token, and is not kept', async () => {
  for (const token of [ofRecipient(1), 'x']) {
    const seen = await ask('GET', `/o/${token}.gif`)
    assert.equal(seen.status, 200)
    assert.equal(seen.body.length, 43)
    assert.equal(seen.body.toString('latin1', 0, 6), 'GIF89a')
    assert.equal(seen.headers['content-type'], 'image/gif')
    assert.equal(seen.headers['cache-control'], 'no-store')
  }
})

test('GET of the pixel records one open and nothing else', async () => {
  const sent = await seedSent(pages.db, pages.world)
  await counted(pages.db)
  const was = await dump(pages.db)
  await ask('GET', `/o/${ofRecipient(1, sent)}.gif`, { headers: { 'user-agent': 'Mail/1.0' } })
  await counted(pages.db)
  const is = await dump(pages.db)
  const changed = Object.keys(is).filter(table => JSON.stringify(is[table]) !== JSON.stringify(was[table]))
  assert.deepEqual(
    changed.filter(table => !table.startsWith('hits')), // hits, and the partition it fell into
    ['campaign_totals', 'opens'],
  )
  const rows = await pages.db`select kind, agent, remote from hits where campaign_id = ${sent.campaignId}`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [{ kind: 'open', agent: 'Mail/1.0', remote: '127.0.0.0' }],
  )
})

test('GET of a link records one click and leads to the stored link', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const seen = await ask('GET', `/c/1/${ofRecipient(1, sent)}?url=http://evil.example/`)
  assert.equal(seen.status, 302)
  assert.equal(seen.headers.location, sent.links[0])
  assert.equal(seen.headers['cache-control'], 'no-store')
  assert.equal(seen.headers['referrer-policy'], 'no-referrer')
  const rows = await pages.db`select kind, link from hits where campaign_id = ${sent.campaignId}`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [{ kind: 'click', link: 1 }],
  )
})

test('HEAD of a link tells where it leads and is no click, but is kept', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const was = await dumpOfCounts(pages.db)
  const seen = await ask('HEAD', `/c/2/${ofRecipient(1, sent)}`)
  assert.equal(seen.status, 302)
  assert.equal(seen.headers.location, sent.links[1])
  await counted(pages.db)
  assert.deepEqual(await dumpOfCounts(pages.db), was)
  const raw = await pages.db`select kind, link, method from hits where campaign_id = ${sent.campaignId}`
  assert.deepEqual({ ...raw[0] }, { kind: 'click', link: 2, method: 'HEAD' })
})

for (const [headers, prefetch] of [
  [{ 'Sec-Purpose': 'prefetch;prerender' }, true],
  [{ Purpose: 'prefetch' }, true],
  [{ 'X-Purpose': 'preview' }, true],
  [{ 'X-Moz': 'prefetch' }, true],
  [{ 'Sec-Purpose': 'navigate' }, false],
  [{}, false],
] as const)
  test(`a click with ${JSON.stringify(headers)} is ${prefetch ? '' : 'no '}prefetch`, async () => {
    const sent = await seedSent(pages.db, pages.world)
    const seen = await ask('GET', `/c/1/${ofRecipient(1, sent)}`, { headers })
    assert.equal(seen.status, 302)
    const [raw] = await pages.db`select prefetch from hits where campaign_id = ${sent.campaignId}`
    assert.equal(raw!.prefetch, prefetch)
  })

test('what is asked of a link with HEAD leads nowhere when it does not exist', async () => {
  const seen = await ask('HEAD', `/c/3/${ofRecipient(1)}`)
  assert.equal(seen.status, 404)
})

for (const link of ['0', '3', '01', '-1', '1e0', '9999999999', '1/1', '', 'x'])
  test(`there is no link "${link}"`, async () => {
    const seen = await ask('GET', `/c/${link}/${ofRecipient(1)}`)
    assert.equal(seen.status, 404)
    assert.equal(seen.headers.location, undefined)
    assert.match(seen.text, /This link does not work/)
  })

test('what is stored leads nowhere unless it is a web address', async () => {
  const stored = [
    'javascript:alert(1)',
    'data:text/html,x',
    'relative',
    'https://bücher.example/ä b',
    'ftp://x.example/',
  ]
  const sent = await seedSent(pages.db, pages.world, { links: stored })
  const answers = await Promise.all(stored.map((_, index) => ask('GET', `/c/${index + 1}/${ofRecipient(1, sent)}`)))
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.location]),
    [
      [404, undefined],
      [404, undefined],
      [404, undefined],
      [302, 'https://xn--bcher-kva.example/%C3%A4%20b'],
      [404, undefined],
    ],
  )
})

test('500 simultaneous opens and clicks over sockets count exactly', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const [pixel, link] = [`/o/${ofRecipient(2, sent)}.gif`, `/c/1/${ofRecipient(2, sent)}`]
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 100 }, (_, i) => ask('GET', i % 4 ? pixel : link)))
  await counted(pages.db)
  const [totals] =
    await pages.db`select opens, unique_opens, clicks from campaign_totals where campaign_id = ${sent.campaignId}`
  assert.deepEqual({ ...totals }, { opens: 375, uniqueOpens: 1, clicks: 125 })
})
