import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { type LedgerCampaign, seedLedger } from '../../test/harness/ledger.ts'
import { seedKey } from '../../test/harness/people.ts'
import { seed, testKeys, type World } from '../../test/harness/seed.ts'
import { tokens } from '../domain/tokens/tokens.ts'
import { previewRoute } from '../http/pages/preview.ts'
import { listen } from '../http/server.ts'
import { createLog } from '../lib/log.ts'
import { handlers } from './handlers.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof listen>>
let world: World
let api: Caller
let now = new Date()

before(async () => {
  database = await freshDatabase()
  const parts = { db: database.db, tokens: tokens(testKeys), now: () => now }
  server = await listen(
    { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 20_000, requestSeconds: 30, log: createLog('silent') },
    [previewRoute(parts)],
  )
  api = caller(database.db, handlers, { now: () => now, contentUrl: server.url })
})
after(async () => {
  await server.stop(0)
  await database.drop()
})
beforeEach(async () => {
  now = new Date()
  world = await seed(database.db)
})

async function draftOf(html: string, text: string | null = null): Promise<LedgerCampaign> {
  const { db } = database
  const draft = await seedLedger(db, world, 'draft')
  await db`
    update campaigns set html = ${html}, text = ${text}, subject = 'Hello [firstname,fallback=friend]'
    where client_id = ${draft.clientId} and id = ${draft.campaignId}`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${world.client.clientId}, ${world.list.listId}, 'Ada@people.example', 'ada@people.example', 'Ada <b> Lovelace',
      'Active', now(), now())`
  return draft
}

interface Shown {
  readonly Subject: string
  readonly PersonalizedAs: string
  readonly Html: string
  readonly Text: string
  readonly SizeInBytes: number
  readonly HtmlSizeInBytes: number
  readonly HtmlURL: string
  readonly DarkURL: string
  readonly DarkBy: string
  readonly ImagesOffURL: string
  readonly ExpiresDate: string
}

const preview = async ({ publicId }: LedgerCampaign, PersonalizeAs = '') =>
  (await api.call('Campaign.Preview', { ApiKey: world.accountKey, CampaignID: publicId, PersonalizeAs })) as Shown // all of it is there

const letter = `<html><head><style>p { color: #111111 }
@media (prefers-color-scheme: dark) { p { color: #eeeeee !important } }</style></head>
<body><!--[if mso]><p>Outlook</p><![endif]--><p>Dear [firstname,fallback=friend]</p><a href="https://shop.example/">Shop</a>
<unsubscribe>Leave</unsubscribe></body></html>`

test('a draft is shown as a subscriber would read it, and with empty fields as its fallbacks say', async () => {
  const draft = await draftOf(letter)
  const personal = await preview(draft, 'ADA@people.example')
  assert.equal(personal.Subject, 'Hello Ada')
  assert.equal(personal.PersonalizedAs, 'Ada@people.example')
  assert.match(personal.Html, /<p style="color: #111111;">Dear Ada<\/p>/)
  assert.match(personal.Text, /Dear Ada/)
  assert.match(personal.Html, /<!--\[if mso\]><p>Outlook<\/p><!\[endif\]-->/)
  assert.match(personal.Html, /<a href="https:\/\/shop\.example\/">Shop<\/a>/, 'links are as the author wrote them')
  assert.doesNotMatch(personal.Html, /\/o\//, 'there is no open pixel')
  assert.ok(
    personal.SizeInBytes > personal.Html.length,
    'the whole message is measured, with its links as they are sent',
  )
  assert.ok(personal.HtmlSizeInBytes > personal.Html.length, 'and its HTML')
  assert.ok(personal.HtmlSizeInBytes < personal.SizeInBytes)
  const empty = await preview(draft)
  assert.equal(empty.Subject, 'Hello friend')
  assert.equal(empty.PersonalizedAs, '')
  assert.match(empty.Html, /Dear friend/)
})

test('a value of a subscriber is text, whatever it holds', async () => {
  const draft = await draftOf('<p>[fullname]</p><unsubscribe>Leave</unsubscribe>')
  const { Html, HtmlURL } = await preview(draft, 'ada@people.example')
  assert.match(Html, /Ada &lt;b&gt; Lovelace/)
  const page = await (await fetch(HtmlURL)).text()
  assert.ok(page.includes('<base target="_blank">'), 'links lead out of the frame, which shows the letter alone')
  assert.equal(page.replace('<base target="_blank">', ''), Html)
})

test('JSON-LD is shown with values that stay inside its strings, on a page that runs nothing', async () => {
  const json = '{"name":"[fullname]","ids":[1]}'
  const draft = await draftOf(
    `<script type="application/ld+json">${json}</script><p>Hi</p><unsubscribe>Leave</unsubscribe>`,
  )
  const { HtmlURL } = await preview(draft, 'ada@people.example')
  const answer = await fetch(HtmlURL)
  const page = await answer.text()
  assert.ok(page.includes('{"name":"Ada \\u003cb\\u003e Lovelace","ids":[1]}'), page)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src|allow-scripts/)
})

test('its pages run nothing, are framed by the console alone, and are kept by no cache', async () => {
  const shown = await preview(await draftOf(`${letter}<script>x()</script>`))
  for (const [url, images] of [
    [shown.HtmlURL, 'img-src http: https: data:'],
    [shown.DarkURL, 'img-src http: https: data:'],
    [shown.ImagesOffURL, "img-src 'none'"],
  ] as const) {
    const answer = await fetch(url)
    assert.equal(answer.status, 200, url)
    const policy = answer.headers.get('content-security-policy')!.split('; ')
    assert.ok(policy.includes('sandbox allow-popups allow-popups-to-escape-sandbox'))
    assert.ok(policy.includes("default-src 'none'") && policy.includes(images))
    assert.ok(policy.includes('frame-ancestors http://lettershop.test'))
    assert.doesNotMatch(policy.join(), /allow-scripts|allow-same-origin|script-src/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('set-cookie'), null)
  }
  assert.equal((await fetch(shown.HtmlURL, { method: 'POST' })).status, 405)
})

test('dark colours are those of the letter, or inverted where it has none', async () => {
  const styled = await preview(await draftOf(letter))
  assert.equal(styled.DarkBy, 'Styles')
  assert.match(await (await fetch(styled.DarkURL)).text(), /@media \(min-width: 0px\)/)
  assert.match(await (await fetch(styled.HtmlURL)).text(), /@media \(prefers-color-scheme: dark\)/)
})

test('a plain letter is inverted', async () => {
  const plain = await preview(await draftOf('<p>Hello</p><unsubscribe>Leave</unsubscribe>'))
  assert.equal(plain.DarkBy, 'Inversion')
  assert.match(await (await fetch(plain.DarkURL)).text(), /invert\(1\)/)
})

test('addresses work for 15 minutes, for what was rendered then, and end with the client', async () => {
  const draft = await draftOf(letter)
  const { HtmlURL, ExpiresDate } = await preview(draft)
  assert.match(ExpiresDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await database.db`update campaigns set html = 'changed' where client_id = ${draft.clientId} and id = ${draft.campaignId}`
  assert.match(await (await fetch(HtmlURL)).text(), /Dear friend/)
  await database.db`update clients set deleted_at = now() where id = ${draft.clientId}`
  assert.equal((await fetch(HtmlURL)).status, 404)
  await database.db`update clients set deleted_at = null where id = ${draft.clientId}`
  now = new Date(now.getTime() + 16 * 60_000)
  assert.equal((await fetch(HtmlURL)).status, 404)
})

test('a token that was made up, changed or made for something else opens nothing', async () => {
  const draft = await draftOf(letter)
  const { HtmlURL } = await preview(draft)
  const signed = tokens(testKeys)
  for (const path of [
    `/v/${signed.sign('recipient', draft.clientId, 1)}`,
    `/v/${signed.sign('preview', draft.clientId + 1, 1)}`,
    `${new URL(HtmlURL).pathname.slice(0, -1)}${HtmlURL.endsWith('A') ? 'B' : 'A'}`,
    `${new URL(HtmlURL).pathname}/scripts`,
    `${new URL(HtmlURL).pathname}/dark/`,
    '/v/',
    `/v/${'A'.repeat(100_000)}`,
  ])
    assert.ok([404, 414, 431].includes((await fetch(server.url + path)).status), path.slice(0, 80))
})

test('previews that expired go with those of their client that come later', async () => {
  const draft = await draftOf(letter)
  for (let n = 0; n < 3; n++) await preview(draft)
  now = new Date(now.getTime() + 3_600_000)
  await preview(draft)
  const [row] =
    await database.db`select count(*)::integer as previews from previews where client_id = ${draft.clientId}`
  assert.equal(row!.previews, 1)
})

test('who is not on its lists cannot be shown, and who may not read the audience is shown no subscriber', async () => {
  const draft = await draftOf(letter)
  const target = { ApiKey: world.accountKey, CampaignID: draft.publicId }
  await api.refused('Campaign.Preview', { ...target, PersonalizeAs: 'bob@people.example' }, 'NotInList')
  await api.refused('Campaign.Preview', { ...target, PersonalizeAs: 'not an address' }, 'InvalidEmail')
  const { secret } = await seedKey(database.db, world.accountId, ['Reports'])
  const reader = { ...target, ApiKey: secret }
  await api.refused('Campaign.Preview', { ...reader, PersonalizeAs: 'ada@people.example' }, 'AccessDenied')
  assert.equal((await api.call('Campaign.Preview', { ...reader, PersonalizeAs: ' ' })).PersonalizedAs, '')
})

test('what cannot be composed is refused with the reason and leaves nothing behind', async () => {
  const draft = await draftOf(letter)
  await database.db`update campaigns set from_email = 'news' where client_id = ${draft.clientId} and id = ${draft.campaignId}`
  await api.refused('Campaign.Preview', { ApiKey: world.accountKey, CampaignID: draft.publicId }, 'NotComposable')
})

test('a template is shown with the addresses of its images', async () => {
  const [template] = await database.db<{ publicId: string }[]>`
    insert into templates (client_id, name, page_url, html)
    values (${world.client.clientId}, 'Plain', 'http://pages.example/', '<img src="kept:web/a.png" alt="">') returning public_id`
  const target = { ApiKey: world.accountKey, TemplateID: template!.publicId }
  const shown = (await api.call('Template.Preview', target)) as Partial<Shown> as Shown // as above
  assert.equal(shown.Html, `<img src="http://lettershop.test/files/template/${template!.publicId}/web/a.png" alt="">`)
  assert.equal(shown.SizeInBytes, shown.Html.length)
  assert.equal((await (await fetch(shown.HtmlURL)).text()).replace('<base target="_blank">', ''), shown.Html)
  await database.db`update templates set deleted_at = now() where public_id = ${template!.publicId}`
  await api.refused('Template.Preview', target, 'InvalidTemplateId')
})
