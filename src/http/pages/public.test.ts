import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type PublicSite, publicSite } from '../../../test/harness/public-site.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { keyRing } from '../../domain/keys.ts'
import { tokens } from '../../domain/tokens.ts'

let database: TestDatabase
let world: World
let site: PublicSite
let campaign: SentCampaign

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  campaign = await seedSent(database.db, world)
  site = await publicSite(database.db, async (clientId, campaignId, number, publicUrl) =>
    number === 3 ? undefined : `<p>For ${clientId} ${campaignId} ${number} at ${publicUrl}</p>`,
  )
})
after(async () => {
  await site.stop()
  await database.drop()
})

interface Seen {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
  readonly text: string
}

/** A bare request: no cookies, no redirects followed, and only the headers given. */
function ask(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    // the path as it is: a URL would tidy it
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: response.statusCode!, headers: response.headers, body: bytes, text: bytes.toString('utf8') })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

const form = (body: string) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
const ofRecipient = (number: number, { campaignId } = campaign) => site.tokens.sign('recipient', campaignId, number)
const ofMember = (number: number, { recipients } = campaign) =>
  site.tokens.sign('membership', recipients[number - 1]!.list.listId, recipients[number - 1]!.subscriberId)

async function stateOf(sent: SentCampaign, number: number) {
  const [row] = await database.db`select state from subscribers where id = ${sent.recipients[number - 1]!.subscriberId}`
  return row!.state as string
}
async function setState(sent: SentCampaign, number: number, state: string) {
  await database.db`update subscribers set state = ${state} where id = ${sent.recipients[number - 1]!.subscriberId}`
}

/** Every token that must be worth nothing where a token of `purpose` is asked for. */
function worthless(purpose: 'recipient' | 'membership'): [name: string, token: string][] {
  const valid = purpose === 'recipient' ? ofRecipient(1) : ofMember(1)
  const other = purpose === 'recipient' ? ofMember(1) : ofRecipient(1)
  const foreign = tokens(keyRing(Buffer.from('the installation secret of quite another installation')))
  const flipped = Array.from({ length: valid.length }, (_, i): [string, string] => [
    `changed at ${i}`,
    valid.slice(0, i) + (valid[i] === 'A' ? 'B' : 'A') + valid.slice(i + 1),
  ])
  return [
    ['empty', ''],
    ['truncated', valid.slice(0, -1)],
    ['lengthened', `${valid}A`],
    ['padded', `${valid.slice(0, -1)}=`],
    ['percent-encoded', `%${valid.charCodeAt(0).toString(16)}${valid.slice(1)}`],
    ['of another purpose', other],
    ['of another installation', foreign.sign(purpose, campaign.campaignId, 1)],
    ['of nobody', site.tokens.sign(purpose, campaign.campaignId, 999_999)],
    ['of nothing', site.tokens.sign(purpose, 2 ** 40 - 1, 2 ** 40 - 1)],
    ['of zeros', site.tokens.sign(purpose, 0, 0)],
    ['a path', '../../etc/passwd'],
    ['a URL', 'http://evil.example/'],
    ['ten thousand characters', 'A'.repeat(10_000)],
    ...flipped,
  ]
}

const places = [
  ['/o/', '.gif', 'recipient'],
  ['/c/1/', '', 'recipient'],
  ['/u/', '', 'recipient'],
  ['/w/', '', 'recipient'],
  ['/confirm/', '', 'membership'],
] as const

for (const [prefix, suffix, purpose] of places) {
  test(`${prefix}: a token that is tampered with, cut, foreign or of another purpose does nothing and leads nowhere`, async () => {
    const was = await dump(database.db)
    for (const [name, token] of worthless(purpose))
      for (const method of ['GET', 'HEAD', 'POST']) {
        const seen = await ask(method, prefix + token + suffix, method === 'POST' ? form('from=page') : {})
        const isPixel = prefix === '/o/' && method !== 'POST'
        const only = prefix === '/o/' || prefix === '/c/1/' || prefix === '/w/'
        assert.equal(seen.status, isPixel ? 200 : method === 'POST' && only ? 405 : 404, `${method} ${name}`)
        assert.equal(seen.headers.location, undefined, name)
        if (!isPixel) assert.doesNotMatch(seen.text, /<form|evil|passwd/, name)
      }
    assert.deepEqual(await dump(database.db), was)
  })

  test(`${prefix}: no verb but GET and POST does anything`, async () => {
    const token = purpose === 'recipient' ? ofRecipient(1) : ofMember(1)
    await setState(campaign, 1, 'Unconfirmed')
    const was = await dump(database.db)
    for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const seen = await ask(method, prefix + token + suffix)
      if (method === 'HEAD') assert.equal(seen.text, '')
      else {
        assert.equal(seen.status, 405, method)
        assert.match(seen.headers.allow as string, /^GET, HEAD(, POST)?$/)
      }
    }
    assert.deepEqual(await dump(database.db), was)
    await setState(campaign, 1, 'Active')
  })

  test(`${prefix}: a body larger than the service takes is refused plainly and does nothing`, async () => {
    const token = purpose === 'recipient' ? ofRecipient(1) : ofMember(1)
    const was = await dump(database.db)
    const seen = await ask('POST', prefix + token + suffix, form(`from=page&x=${'x'.repeat(30_000)}`))
    assert.ok(seen.status === 413 || seen.status === 405)
    assert.deepEqual(await dump(database.db), was)
  })
}

for (const prefix of ['/u/', '/w/', '/confirm/'])
  test(`${prefix}: GET and HEAD change nothing, not even a statistic, however often`, async () => {
    const token = prefix === '/confirm/' ? ofMember(2) : ofRecipient(2)
    for (const state of ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted']) {
      await setState(campaign, 2, state)
      const was = await dump(database.db)
      for (const method of ['GET', 'HEAD', 'GET']) await ask(method, prefix + token)
      await ask('GET', `${prefix}${token}?from=page&List-Unsubscribe=One-Click`)
      assert.deepEqual(await dump(database.db), was, state)
    }
    await setState(campaign, 2, 'Active')
  })

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
  const sent = await seedSent(database.db, world)
  const was = await dump(database.db)
  await ask('GET', `/o/${ofRecipient(1, sent)}.gif`, { headers: { 'user-agent': 'Mail/1.0' } })
  const is = await dump(database.db)
  const changed = Object.keys(is).filter(table => JSON.stringify(is[table]) !== JSON.stringify(was[table]))
  assert.deepEqual(
    changed.filter(table => !table.startsWith('hits')), // hits, and the partition it fell into
    ['campaign_totals', 'opens'],
  )
  const rows = await database.db`select kind, agent, remote from hits where campaign_id = ${sent.campaignId}`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [{ kind: 'open', agent: 'Mail/1.0', remote: '127.0.0.0' }],
  )
})

test('GET of a link records one click and leads to the stored link', async () => {
  const sent = await seedSent(database.db, world)
  const seen = await ask('GET', `/c/1/${ofRecipient(1, sent)}?url=http://evil.example/`)
  assert.equal(seen.status, 302)
  assert.equal(seen.headers.location, sent.links[0])
  assert.equal(seen.headers['cache-control'], 'no-store')
  assert.equal(seen.headers['referrer-policy'], 'no-referrer')
  const rows = await database.db`select kind, link from hits where campaign_id = ${sent.campaignId}`
  assert.deepEqual(
    rows.map(row => ({ ...row })),
    [{ kind: 'click', link: 1 }],
  )
})

test('HEAD of a link tells where it leads and is no click', async () => {
  const sent = await seedSent(database.db, world)
  const was = await dump(database.db)
  const seen = await ask('HEAD', `/c/2/${ofRecipient(1, sent)}`)
  assert.equal(seen.status, 302)
  assert.equal(seen.headers.location, sent.links[1])
  assert.deepEqual(await dump(database.db), was)
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
  const sent = await seedSent(database.db, world, { links: stored })
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
  const sent = await seedSent(database.db, world)
  const [pixel, link] = [`/o/${ofRecipient(2, sent)}.gif`, `/c/1/${ofRecipient(2, sent)}`]
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 100 }, (_, i) => ask('GET', i % 4 ? pixel : link)))
  const [totals] =
    await database.db`select opens, unique_opens, clicks from campaign_totals where campaign_id = ${sent.campaignId}`
  assert.deepEqual({ ...totals }, { opens: 375, uniqueOpens: 1, clicks: 125 })
})

test('the page to unsubscribe asks, names address, list and company as text, and has one button', async () => {
  const { db } = database
  const other = await seed(db)
  await db`update clients set company_name = 'A & <b>B</b>' where id = ${other.client.clientId}`
  await db`update lists set title = '"><script>alert(1)</script>' where id = ${other.list.listId}`
  const sent = await seedSent(db, other)
  const { status, text } = await ask('GET', `/u/${ofRecipient(1, sent)}`)
  assert.equal(status, 200)
  assert.match(text, /<html lang="en">/)
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
    const { db } = database
    const sent = await seedSent(db, world)
    await db`update lists set unsubscribe_page = 'http://shop.example/bye' where id = ${world.list.listId}`
    for (let time = 1; time <= 2; time++) {
      const seen = await ask('POST', `/u/${ofRecipient(2, sent)}`, options)
      assert.equal(seen.status, 200)
      assert.equal(seen.headers.location, undefined)
      assert.equal(seen.headers['set-cookie'], undefined)
      assert.equal(await stateOf(sent, 2), 'Unsubscribed')
    }
    await db`update lists set unsubscribe_page = '' where id = ${world.list.listId}`
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
  const { db } = database
  const sent = await seedSent(db, world)
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

test('the button unsubscribes and says so; the page then no longer asks', async () => {
  const sent = await seedSent(database.db, world)
  const path = `/u/${ofRecipient(1, sent)}`
  const seen = await ask('POST', path, form('from=page'))
  assert.equal(seen.status, 200)
  assert.match(seen.text, /<h1>You are unsubscribed<\/h1>/)
  assert.doesNotMatch(seen.text, /<form/)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
  const again = await ask('GET', path)
  assert.match(again.text, /<h1>You are unsubscribed<\/h1>/)
  const [row] = await database.db`
    select evidence from subscriber_history where subscriber_id = ${sent.recipients[0]!.subscriberId}`
  assert.equal(row!.evidence.by, 'page')
})

test("the button leads to the list's own page where there is one, and only to a web address", async () => {
  const { db } = database
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

test('an opt-out works after campaign, list and client were deleted; everything else has ended', async () => {
  const { db } = database
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
  const { db } = database
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

test('the web version is the page for its recipient, in a sandbox', async () => {
  const { status, text, headers } = await ask('GET', `/w/${ofRecipient(2)}`)
  assert.equal(status, 200)
  assert.equal(text, `<p>For ${world.client.clientId} ${campaign.campaignId} 2 at ${site.url}</p>`)
  const policy = headers['content-security-policy'] as string
  assert.match(policy, /^sandbox /)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|allow-forms|script-src/)
  assert.equal((await ask('GET', `/w/${ofRecipient(3)}`)).status, 404)
})

test('the page to confirm asks, its button confirms, and twice is once', async () => {
  const { db } = database
  const sent = await seedSent(db, world)
  await setState(sent, 1, 'Unconfirmed')
  const path = `/confirm/${ofMember(1, sent)}`
  const asked = await ask('GET', path)
  assert.match(asked.text, /<h1>Confirm your subscription<\/h1>/)
  assert.match(asked.text, /<form method="post">/)
  assert.equal(await stateOf(sent, 1), 'Unconfirmed')
  for (let time = 1; time <= 2; time++) {
    const seen = await ask('POST', path, form('from=page'))
    assert.equal(seen.status, 200)
    assert.match(seen.text, /<h1>Your subscription is confirmed<\/h1>/)
    assert.equal(await stateOf(sent, 1), 'Active')
  }
  assert.match((await ask('GET', path)).text, /<h1>Your subscription is confirmed<\/h1>/)
  const history = await db`
    select evidence from subscriber_history where subscriber_id = ${sent.recipients[0]!.subscriberId}`
  assert.deepEqual(
    history.map(({ evidence }) => evidence.by),
    ['page'],
  )
})

test("confirming leads to the list's success page where there is one", async () => {
  const { db } = database
  const other = await seed(db)
  await db`update lists set confirmation_success_page = 'https://shop.example/hello' where id = ${other.list.listId}`
  const sent = await seedSent(db, other)
  await setState(sent, 1, 'Unconfirmed')
  const seen = await ask('POST', `/confirm/${ofMember(1, sent)}`, form('from=page'))
  assert.equal(seen.status, 303)
  assert.equal(seen.headers.location, 'https://shop.example/hello')
  assert.equal(await stateOf(sent, 1), 'Active')
})

for (const state of ['Unsubscribed', 'Bounced', 'Deleted'])
  test(`an old confirmation link does not revive who is ${state}`, async () => {
    const sent = await seedSent(database.db, world)
    await setState(sent, 1, state)
    const was = await dump(database.db)
    for (const method of ['GET', 'POST']) {
      const seen = await ask(method, `/confirm/${ofMember(1, sent)}`)
      assert.equal(seen.status, 410)
      assert.doesNotMatch(seen.text, /<form/)
    }
    assert.deepEqual(await dump(database.db), was)
  })

test('every page is guarded: no scripts, no sniffing, no referrer, no index, no cache, no cookie', async () => {
  const paths = [`/u/${ofRecipient(1)}`, `/confirm/${ofMember(1)}`, '/u/x', '/c/1/x', '/w/x', '/confirm/x']
  for (const path of paths) {
    const { headers, text } = await ask('GET', path)
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /default-src 'none'/, path)
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.doesNotMatch(policy, /unsafe|script-src/, path)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['set-cookie'], undefined)
    assert.doesNotMatch(text, /<script|\son\w+=|https?:\/\//, path)
  }
})

test('a path that is no public link is left to others', async () => {
  for (const path of ['/', '/u', '/unsubscribe/x', '/api/api.asmx', '//u/x']) {
    const { text } = await ask('GET', path)
    assert.equal(text, 'There is nothing at this address.\n', path)
  }
})
