/** Checks of complete campaigns, composed as the senders compose them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, seedList, testKeys } from '../../../test/harness/seed.ts'
import { serveWeb, type TestWeb } from '../../../test/harness/web.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { CampaignRef } from '../../domain/access/access.ts'
import { acknowledgeWarnings, checkCampaign } from '../../domain/campaigns/checking/check.ts'
import { type MailLinks, mailLinks } from '../../domain/tokens/mail-links.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { composeOnce } from './preflight.ts'

let database: TestDatabase
let web: TestWeb
before(async () => {
  database = await freshDatabase()
  web = await serveWeb({ '/fine': {} })
})
after(async () => {
  await web.close()
  await database.drop()
})

const now = new Date('2026-11-21T11:00:00Z')
const fine = '<p>Hello [City,fallback=there]</p><unsubscribe>Leave us</unsubscribe>'

interface Given {
  readonly html?: string
  readonly subject?: string
  readonly members?: readonly (readonly [email: string, name?: string, fields?: Record<string, string | string[]>])[]
  readonly more?: readonly string[]
  readonly suppressed?: readonly string[]
  readonly billing?: Readonly<Record<string, string>>
}

async function draft({
  html = fine,
  subject = 'News',
  members = [['a@example.com', 'Ada Lovelace', { City: 'Ulm' }]],
  more = [],
  suppressed = [],
  billing = {},
}: Given = {}): Promise<CampaignRef> {
  const { db } = database
  const { client, list } = await seed(db)
  const { clientId } = client
  if (Object.keys(billing).length > 0) await db`update clients set ${db(billing)} where id = ${clientId}`
  const second = await seedList(db, client, 'Second')
  for (const key of ['City', 'Likes'])
    await db`
      insert into custom_fields (client_id, list_id, key, name, data_type, position)
      values (${clientId}, ${list.listId}, ${key}, ${key}, 'Text', 1)`
  const people = [
    ...members.map(([email, name = '', fields = {}]) => ({ listId: list.listId, email, name, fields })),
    ...more.map(email => ({ listId: second.listId, email, name: '', fields: {} })),
  ]
  for (const { listId, email, name, fields } of people)
    await db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      values (${clientId}, ${listId}, ${email}, ${email}, ${name}, 'Active', now(), now(), ${db.json(fields)})`
  for (const email of suppressed)
    await db`
      insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${email}, ${email}, 'manual', now())`
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, text)
    values (${clientId}, 'News', ${subject}, 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
      ${html}, 'Leave: [unsubscribe]')
    returning id, public_id`
  for (const listId of [list.listId, second.listId])
    await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${row!.id}, ${listId})`
  return { ...client, campaignId: row!.id, campaignPublicId: row!.publicId }
}

const check = (campaign: CampaignRef, links: MailLinks = mailLinks('https://mail.example', true, () => undefined)) =>
  checkCampaign(
    {
      db: database.db,
      fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
      contentTasks: contentTasksHere,
      compose: composeOnce({ db: database.db, tokens: tokensOf(testKeys), contentTasks: contentTasksHere }),
    },
    campaign,
    links,
  )
const short = (findings: Awaited<ReturnType<typeof check>>['findings']) =>
  findings.map(({ code, detail }) => `${code} ${detail}`.trim())

test('a campaign in order is ready, and nothing about it has changed', async () => {
  const campaign = await draft()
  const before = await database.db`select * from campaigns where id = ${campaign.campaignId}`
  const { sizeInBytes, ...report } = await check(campaign)
  assert.deepEqual(report, { ready: true, recipients: 1, suppressed: 0, cost: null, currency: null, findings: [] })
  assert.ok(sizeInBytes > 1000 && sizeInBytes < 4000, String(sizeInBytes))
  assert.deepEqual(await database.db`select * from campaigns where id = ${campaign.campaignId}`, before)
  const [links] = await database.db`select count(*) as n from links where campaign_id = ${campaign.campaignId}`
  assert.equal(links!.n, 0)
})

test('a check says where the links of mails lead nowhere, or not by one click', async () => {
  const campaign = await draft()
  const printed = () => 'http://127.0.0.1:8080'
  for (const [publicUrl, leaves, ready, findings] of [
    [null, true, false, ['PublicUrlMissing']],
    ['http://mail.example', true, false, ['OneClickWithoutTls http://mail.example']],
    ['https://mail.example', true, true, []],
    [null, false, true, []],
  ] as const) {
    const report = await check(campaign, mailLinks(publicUrl, leaves, printed))
    assert.deepEqual(short(report.findings), findings)
    assert.equal(report.ready, ready)
    assert.ok(report.sizeInBytes > 1000, 'the message is measured all the same')
  }
})

const audiences: readonly (readonly [what: string, given: Given, report: object, findings: readonly string[]])[] = [
  ['no recipient', { members: [] }, { ready: false, recipients: 0, suppressed: 0 }, ['AudienceEmpty']],
  [
    'only suppressed ones',
    { suppressed: ['a@example.com'] },
    { ready: false, recipients: 0, suppressed: 1 },
    ['AudienceEmpty', 'SuppressedRecipients 1 address'],
  ],
  [
    'addresses on two lists',
    { more: ['a@example.com', 'b@example.com'], suppressed: ['b@example.com', 'z@example.com'] },
    { ready: true, recipients: 1, suppressed: 1 },
    ['DuplicateAddresses 1 copy', 'SuppressedRecipients 1 address'],
  ],
]
for (const [what, given, expected, findings] of audiences) {
  test(`the audience: ${what}`, async () => {
    const { ready, recipients, suppressed, findings: found } = await check(await draft(given))
    assert.deepEqual({ ready, recipients, suppressed }, expected)
    assert.deepEqual(short(found), findings)
  })
}

test('a tag without a fallback is reported with the number of recipients without a value; the suppressed do not count', async () => {
  const campaign = await draft({
    subject: 'Hi [firstname] [lastname]',
    html: `[City] [Likes] [email] [fullname,fallback=you]${fine}`,
    members: [
      ['a@example.com', 'Ada Lovelace', { City: 'Ulm', Likes: [] }],
      ['b@example.com', 'Ben', { City: ' ', Likes: ['Tea'] }],
      ['c@example.com', '', {}],
      ['z@example.com', '', {}],
    ],
    suppressed: ['z@example.com'],
  })
  const { ready, findings } = await check(campaign)
  assert.equal(ready, false)
  assert.deepEqual(short(findings), [
    'MissingFallback [firstname]: 1 of 3 recipients',
    'MissingFallback [lastname]: 2 of 3 recipients',
    'MissingFallback [City]: 2 of 3 recipients',
    'MissingFallback [Likes]: 2 of 3 recipients',
    'SuppressedRecipients 1 address',
  ])
})

const costs: readonly (readonly [what: string, billing: Record<string, string>, cost: string | null])[] = [
  ['nothing for a client that does not pay', { billing_type: 'UserPaysOnClientsBehalf' }, null],
  ['the standard rate', { billing_type: 'ClientPaysAtStandardRate', currency: 'GBP' }, '3.018'],
  [
    'the client’s own rate, exactly',
    { billing_type: 'ClientPaysWithMarkup', currency: 'USD', delivery_fee: '6.1', cost_per_recipient: '1.0001' },
    '6.130003',
  ],
  [
    'cents to the second place',
    { billing_type: 'ClientPaysWithMarkup', currency: 'EUR', delivery_fee: '4', cost_per_recipient: '10' },
    '4.30',
  ],
]
for (const [what, billing, cost] of costs) {
  test(`the cost of three recipients is ${what}`, async () => {
    const members = ['a', 'b', 'c'].map(name => [`${name}@example.com`] as const)
    const report = await check(await draft({ members, billing, html: '<unsubscribe>Leave us</unsubscribe>' }))
    assert.equal(report.cost, cost)
    assert.equal(report.currency, cost === null ? null : billing.currency)
  })
}

test('a message is clipped whose HTML is above 102 KB, decoded and with its tracked links', async () => {
  const { findings } = await check(await draft({ html: `<p>${'many words '.repeat(9_600)}</p>${fine}` }))
  assert.deepEqual(short(findings), ['MessageClipped 103 KB'])
  const small = await check(await draft({ html: `<p>${'many words '.repeat(9_300)}</p>${fine}` }))
  assert.deepEqual(short(small.findings), [])
  assert.ok(small.sizeInBytes > 102 * 1024, 'the text part and headers do not count')
  const cyrillic = await check(await draft({ html: `<p>${'слово '.repeat(8_000)}</p>${fine}` }))
  assert.deepEqual(short(cyrillic.findings), [])
  assert.ok(cyrillic.sizeInBytes > 250_000, 'nor does its encoding')
  const links = `<a href="${web.url}/fine">x</a>`.repeat(1500)
  assert.ok(links.length < 80_000)
  const linked = await check(await draft({ html: `${links}${fine}` }))
  assert.match(short(linked.findings).join(), /MessageClipped 1[12]\d KB/)
})

test('links are asked, and a broken one is a warning', async () => {
  const html = `<a href="${web.url}/fine">a</a><a href="${web.url}/gone">b</a>${fine}`
  const { ready, findings } = await check(await draft({ html }))
  assert.equal(ready, false)
  assert.deepEqual(
    findings.map(({ severity, code }) => `${severity} ${code}`),
    ['Warning LinkToAddress', 'Warning LinkToAddress', 'Warning BrokenLink'],
  )
})

test('a segment that cannot be read is an error', async () => {
  const campaign = await draft()
  const { db } = database
  await db`update campaign_lists set segment = 'gone' where campaign_id = ${campaign.campaignId}`
  const { ready, findings } = await check(campaign)
  assert.equal(ready, false)
  assert.deepEqual(short(findings), ['SegmentUnreadable'])
})

test('acknowledged warnings stay with the campaign, with who was first and when, and make it ready', async () => {
  const campaign = await draft({ html: `[Town]${fine}` })
  const { db } = database
  assert.equal((await check(campaign)).ready, false)
  await acknowledgeWarnings(db, campaign, [' UnresolvedTag ', null, 'BrokenLink'], 'carla', now)
  await acknowledgeWarnings(db, campaign, ['UnresolvedTag'], 'another user', new Date())
  const { ready, findings } = await check(campaign)
  assert.equal(ready, true)
  assert.deepEqual(
    findings.map(({ code, acknowledged }) => [code, acknowledged?.by, acknowledged?.at]),
    [['UnresolvedTag', 'carla', '2026-11-21 12:00:00']],
  )
})

const refused: readonly (readonly [what: string, codes: readonly (string | null)[]])[] = [
  ['none', []],
  ['blank ones', [' ', null]],
  ['an error', ['AudienceEmpty']],
  ['a note', ['BrokenLink', 'TextGenerated']],
  ['a name of another thing', ['toString']],
]
for (const [what, codes] of refused) {
  test(`acknowledging ${what} is refused, and nothing is kept`, async () => {
    const campaign = await draft()
    await assert.rejects(
      acknowledgeWarnings(database.db, campaign, codes, 'carla', now),
      error => error instanceof Refusal && error.refusal === 'UnknownWarning',
    )
    const [kept] = await database.db`
      select count(*) as n from campaign_acknowledgements where campaign_id = ${campaign.campaignId}`
    assert.equal(kept!.n, 0)
  })
}

test('what was sent has nothing to acknowledge', async () => {
  const campaign = await draft()
  await database.db`update campaigns set state = 'sent' where id = ${campaign.campaignId}`
  await assert.rejects(
    acknowledgeWarnings(database.db, campaign, ['BrokenLink'], 'carla', now),
    error => error instanceof Refusal && error.refusal === 'AlreadySent',
  )
})
