import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed } from '../../../test/harness/seed.ts'

const pages = usePublicPages()
const { ask, ofRecipient, ofMember, stateOf } = pages

test('the page to unsubscribe asks, names address, list and company as text, and has one button', async () => {
  const { db } = pages
  const other = await seed(db)
  await db`update clients set company_name = 'A & <b>B</b>' where id = ${other.client.clientId}`
  await db`update lists set title = '"><script>alert(1)</script>' where id = ${other.list.listId}`
  const sent = await seedSent(db, other)
  const { status, text } = await ask('GET', `/u/${ofRecipient(1, sent)}`)
  assert.equal(status, 200)
  assert.match(text, /<html lang="en" dir="ltr">/)
  assert.equal(text.match(/<h1>/g)?.length, 1)
  assert.equal(text.match(/<button/g)?.length, 1)
  assert.match(text, /<form method="post"><button type="submit" name="from" value="page">Unsubscribe<\/button>/)
  assert.ok(text.includes('A &amp; &lt;b&gt;B&lt;/b&gt;'))
  assert.ok(text.includes('&quot;&gt;&lt;script&gt;'))
  assert.ok(text.includes(sent.recipients[0]!.email))
  assert.doesNotMatch(text, /<script/)
})

/** What mail programs and providers send (RFC 8058 §3.1), and what odd ones might. */
const oneClicks: [name: string, options: { headers?: Record<string, string>; body?: string }][] = [
  ['a form', form('List-Unsubscribe=One-Click')],
  [
    'a form with charset',
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: 'List-Unsubscribe=One-Click',
    },
  ],
  [
    'a multipart form',
    {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    },
  ],
  ['JSON', { headers: { 'content-type': 'application/json' }, body: '{"List-Unsubscribe":"One-Click"}' }],
  ['an empty body', {}],
  ['a body that is no form', form('%%%=\0&&&')],
  [
    'a scanner by name',
    { ...form('List-Unsubscribe=One-Click'), headers: { 'user-agent': 'bot scanner HeadlessChrome' } },
  ],
  ['a cookie', { ...form('List-Unsubscribe=One-Click'), headers: { cookie: 'a=b' } }],
]

for (const [name, options] of oneClicks)
  test(`one-click with ${name} unsubscribes at once, without a redirect, and twice is once`, async () => {
    const { db } = pages
    const sent = await seedSent(db, pages.world)
    await db`update lists set unsubscribe_page = 'http://shop.example/bye' where id = ${pages.world.list.listId}`
    for (let time = 1; time <= 2; time++) {
      const seen = await ask('POST', `/u/${ofRecipient(2, sent)}`, options)
      assert.equal(seen.status, 200)
      assert.equal(seen.headers.location, undefined)
      assert.equal(seen.headers['set-cookie'], undefined)
      assert.equal(await stateOf(sent, 2), 'Unsubscribed')
    }
    await db`update lists set unsubscribe_page = '' where id = ${pages.world.list.listId}`
    assert.equal(await stateOf(sent, 1), 'Active')
    const [totals] = await db`select unsubscribes from campaign_totals where campaign_id = ${sent.campaignId}`
    assert.equal(totals!.unsubscribes, 1)
    const history = await db`
      select evidence from subscriber_history where subscriber_id = ${sent.recipients[1]!.subscriberId}`
    assert.equal(history.length, 1)
    const { by, remote, campaignId, number } = history[0]!.evidence
    assert.deepEqual(
      { by, remote, campaignId, number },
      {
        by: 'one-click',
        remote: '127.0.0.1',
        campaignId: sent.campaignId,
        number: 2,
      },
    )
  })

test('fifty one-clicks at the same time are one opt-out', async () => {
  const { db } = pages
  const sent = await seedSent(db, pages.world)
  const path = `/u/${ofRecipient(1, sent)}`
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask('POST', path, form('List-Unsubscribe=One-Click'))),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const [totals] = await db`select unsubscribes from campaign_totals where campaign_id = ${sent.campaignId}`
  assert.equal(totals!.unsubscribes, 1)
  const rows = await db`select number from campaign_unsubscribes where campaign_id = ${sent.campaignId}`
  assert.equal(rows.length, 1)
})

test('the button unsubscribes and the page confirms it; the page then no longer asks', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const path = `/u/${ofRecipient(1, sent)}`
  const seen = await ask('POST', path, form('from=page'))
  assert.equal(seen.status, 200)
  assert.match(seen.text, /<h1>You are unsubscribed<\/h1>/)
  assert.doesNotMatch(seen.text, /value="page"/)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
  const again = await ask('GET', path)
  assert.match(again.text, /<h1>You are unsubscribed<\/h1>/)
  const [row] = await pages.db`
    select evidence from subscriber_history where subscriber_id = ${sent.recipients[0]!.subscriberId}`
  assert.equal(row!.evidence.by, 'page')
})

test("the button leads to the list's own page if it has one, and only to a web address", async () => {
  const { db } = pages
  for (const [stored, expected] of [
    ['http://shop.example/bye?x=1', 'http://shop.example/bye?x=1'],
    ['javascript:alert(1)', undefined],
  ] as const) {
    const other = await seed(db)
    await db`update lists set unsubscribe_page = ${stored} where id = ${other.list.listId}`
    const sent = await seedSent(db, other)
    const seen = await ask('POST', `/u/${ofRecipient(1, sent)}`, form('from=page'))
    assert.equal(seen.status, expected ? 303 : 200)
    assert.equal(seen.headers.location, expected)
    assert.equal(await stateOf(sent, 1), 'Unsubscribed')
  }
})

test('an opt-out works after pages.campaign, list and client were deleted; everything else has ended', async () => {
  const { db } = pages
  const other = await seed(db)
  const sent = await seedSent(db, other)
  await db`update campaigns set deleted_at = now() where id = ${sent.campaignId}`
  await db`update lists set deleted_at = now() where id = ${other.list.listId}`
  await db`update clients set deleted_at = now() where id = ${other.client.clientId}`
  const was = await dump(db)
  assert.equal((await ask('GET', `/c/1/${ofRecipient(1, sent)}`)).status, 404)
  assert.equal((await ask('GET', `/w/${ofRecipient(1, sent)}`)).status, 404)
  assert.equal((await ask('POST', `/confirm/${ofMember(1, sent)}`)).status, 404)
  assert.equal((await ask('GET', `/o/${ofRecipient(1, sent)}.gif`)).status, 200)
  assert.deepEqual(await dump(db), was)
  assert.match((await ask('GET', `/u/${ofRecipient(1, sent)}`)).text, /<form/)
  assert.equal((await ask('POST', `/u/${ofRecipient(1, sent)}`, form('List-Unsubscribe=One-Click'))).status, 200)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
})

test('an opt-out is answered even when list and membership are purged', async () => {
  const { db } = pages
  const other = await seed(db)
  const sent = await seedSent(db, other)
  await db`delete from subscribers where list_id = ${other.list.listId}`
  await db`delete from list_totals where list_id = ${other.list.listId}`
  await db`delete from lists where id = ${other.list.listId}`
  for (const method of ['GET', 'POST']) {
    const seen = await ask(method, `/u/${ofRecipient(1, sent)}`, method === 'POST' ? form('from=page') : {})
    assert.equal(seen.status, 200)
    assert.match(seen.text, /<h1>You are unsubscribed<\/h1>\n<p>.*to this list\./)
  }
  assert.equal((await ask('POST', `/u/${ofRecipient(1, sent)}`)).status, 200)
})
