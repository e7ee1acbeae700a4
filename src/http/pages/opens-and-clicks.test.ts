import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countAllHits, dump, dumpOfCounts, seedSent } from '../../../test/harness/campaign.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { fillTarget } from '../../delivery/compose/links.ts'

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
  await countAllHits(pages.db)
  const was = await dump(pages.db)
  await ask('GET', `/o/${ofRecipient(1, sent)}.gif`, { headers: { 'user-agent': 'Mail/1.0' } })
  await countAllHits(pages.db)
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

test('a link with tags in its query leads to the author’s host and path, with values of the recipient and of no other', async () => {
  const { db } = pages
  const sent = await seedSent(db, pages.world)
  const { clientId, campaignId } = sent
  const { listId } = sent.recipients[0]!.list
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaignId}, ${listId})`
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${clientId}, ${listId}, 'Town', 'Town', 'Text', 90), (${clientId}, ${listId}, 'Empty', 'Empty', 'Text', 91)`
  await db`
    update audience set name = 'Ada Lovelace', fields = ${db.json({ Town: '//evil.example/?a=1&b#c\r\nX: y', Gone: 'é' })}
    where campaign_id = ${campaignId} and number = 1`
  const target =
    'https://shop.example/p?n=[lastname]&t=[town,fallback=x]&g=[Gone]&e=[Empty,fallback=a&b]&l[]=[other]#[FIRSTNAME]'
  await db`update links set url = ${target} where campaign_id = ${campaignId} and number = 1`
  const path = `/c/1v/${ofRecipient(1, sent)}`
  for (const asked of [path, `${path}?t=evil&url=https://evil.example/&town=evil`]) {
    const { status, headers } = await ask('GET', asked)
    assert.equal(status, 302)
    assert.equal(
      headers.location,
      'https://shop.example/p?n=Lovelace&t=%2F%2Fevil.example%2F%3Fa%3D1%26b%23c%20X%3A%20y&g=%C3%A9&e=a%26b&l[]=[other]#Ada',
    )
  }
  const clicks = await db`select link from hits where campaign_id = ${campaignId} and kind = 'click'`
  assert.deepEqual(
    clicks.map(({ link }) => link),
    [1, 1],
  )

  // the mail says which links have tags: a field that is made later changes no other
  const plain = await ask('GET', `/c/1/${ofRecipient(1, sent)}`)
  assert.equal(plain.headers.location, target)
  const [without] = await db<{ url: string }[]>`select url from links where campaign_id = ${campaignId} and number = 2`
  assert.equal((await ask('GET', `/c/2v/${ofRecipient(1, sent)}`)).headers.location, without!.url)

  // a token that does not name the recipient gets nothing
  for (const unknown of [
    `/c/1v/${'A'.repeat(36)}`,
    '/c/1v/x',
    `/c/1w/${ofRecipient(1, sent)}`,
    `/c/99v/${ofRecipient(1, sent)}`,
  ])
    assert.equal((await ask('GET', unknown)).status, 404)
})

test('no value moves a link with tags to another host or path', () => {
  const keys = new Map([['v', 'v']])
  const targets = [
    'https://a.example?[v]',
    'https://a.example/p?x=[v]&[v]#[v]',
    'http://u@a.example:81/?[v,fallback=//b]',
  ]
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...targets), (value, target) => {
      const filled = new URL(fillTarget(target, { email: '', name: '', fields: { v: value } }, keys))
      const written = new URL(target)
      for (const part of ['protocol', 'username', 'host', 'pathname'] as const)
        assert.equal(filled[part], written[part])
    }),
  )
})

test('HEAD of a link answers where it leads and is no click, but is kept', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const was = await dumpOfCounts(pages.db)
  const seen = await ask('HEAD', `/c/2/${ofRecipient(1, sent)}`)
  assert.equal(seen.status, 302)
  assert.equal(seen.headers.location, sent.links[1])
  await countAllHits(pages.db)
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
  await countAllHits(pages.db)
  const [totals] =
    await pages.db`select opens, unique_opens, clicks from campaign_totals where campaign_id = ${sent.campaignId}`
  assert.deepEqual({ ...totals }, { opens: 375, uniqueOpens: 1, clicks: 125 })
})
