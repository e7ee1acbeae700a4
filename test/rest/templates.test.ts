/** Campaigns from templates by the position of their regions, and copies of templates (reference/rest.md §2.5, 2.7). */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { png } from '../harness/images.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'
import { letterhead, readCreatedId } from './fixtures.ts'

const page = `<html><head><style>.a { color: red }</style></head><body>
<h1 class="a"><singleline label="Headline">A headline of the template</singleline></h1>
<p><singleline label="Link"><a href="https://old.example/">A link of the template</a></singleline></p>
<div><multiline label="Text"><p>A text of the template</p></multiline></div>
<img src="logo.png" width="100" editable="true" alt="Own" label="Picture">
<repeater label="Stories">
<layout label="Story"><h2><singleline label="Title">A title</singleline></h2><div><multiline label="Words">Words</multiline></div></layout>
<layout label="Picture"><img src="logo.png" width="100" editable="true" label="Big"></layout>
</repeater>
<p><unsubscribe>Leave us</unsubscribe></p></body></html>`

let service: TestService
let web: TestWeb
let home: World
let stranger: World
let api: RestClient
let template: string
before(async () => {
  service = await startTestService()
  web = await serveWeb({
    '/page': { body: page },
    '/logo.png': { type: 'image/png', body: png },
    '/new.png': { type: 'image/png', body: png },
    '/text.png': { body: 'no image' },
  })
  home = await seed(service.db)
  stranger = await seed(service.db)
  api = restClient(service.url, home.accountKey)
  template = await newTemplate(api, home)
  const reader = { EmailAddress: 'ann@reader.example', ConsentToTrack: 'Yes' }
  assert.equal((await api('POST', `subscribers/${home.list.listPublicId}.json`, reader)).status, 201)
})
after(async () => {
  await service?.stop()
  await web?.close()
})

async function newTemplate(by: RestClient, { client }: World): Promise<string> {
  const pages = { Name: 'Stories', HtmlPageURL: `${web.url}/page` }
  return readCreatedId(by('POST', `templates/${client.clientPublicId}.json`, pages))
}

let campaigns = 0
function given(TemplateContent: unknown, change: object = {}) {
  return {
    Name: `From a template ${++campaigns}`,
    ...letterhead,
    ListIDs: [home.list.listPublicId],
    TemplateID: template,
    TemplateContent,
    ...change,
  }
}

const create = (TemplateContent: unknown, change: object = {}) =>
  api('POST', `campaigns/${home.client.clientPublicId}/fromtemplate.json`, given(TemplateContent, change))

const draftOf = (TemplateContent: unknown, change: object = {}) => readCreatedId(create(TemplateContent, change))

/** What would be sent. */
async function shown(CampaignID: string): Promise<string> {
  const params = { ApiKey: home.accountKey, CampaignID, PersonalizeAs: '' }
  const response = await fetch(`${service.url}/api/json/Campaign.Preview`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(params),
  })
  return ((await response.json()) as { Html: string }).Html
}

const full = () => ({
  Singlelines: [{ Content: 'First & best' }, { Content: 'Shop', Href: 'https://shop.example/' }],
  Multilines: [{ Content: '<p>Hello <b>you</b></p>' }],
  Images: [{ Content: `${web.url}/new.png`, Alt: 'New' }],
  Repeaters: [
    {
      Items: [
        { Layout: 'Story', Singlelines: [{ Content: 'One' }], Multilines: [{ Content: 'of two' }] },
        { Layout: 'Picture', Images: [{ Content: `${web.url}/logo.png`, Alt: 'Logo' }] },
        { Layout: 'Story', Singlelines: [{ Content: 'Two' }] },
      ],
    },
  ],
})

describe('a campaign from a template', () => {
  test('has its regions filled in their order, and images of its own', async () => {
    const html = await shown(await draftOf(full()))
    assert.match(html, /<h1[^>]*>First &amp; best<\/h1>/)
    assert.match(html, /<a href="https:\/\/shop\.example\/">Shop<\/a>/)
    assert.match(html, /<p[^>]*>Hello <b>you<\/b><\/p>/)
    assert.match(html, /<img src="[^"]*\/web\/\w+-\w+\.png" width="100" alt="New">/)
    assert.match(html, /One[\s\S]*of two[\s\S]*alt="Logo"[\s\S]*Two/)
    assert.doesNotMatch(html, /of the template|A title|Words|new\.png/)
  })

  test('Href wraps a single line and an image in a link, whether the template has one there or not', async () => {
    const html = await shown(
      await draftOf({
        Singlelines: [
          { Content: 'First & best', Href: 'https://shop.example/?a=1&b=2' },
          { Content: 'Shop', Href: 'https://shop.example/' },
        ],
        Images: [{ Content: `${web.url}/new.png`, Alt: 'New', Href: 'https://shop.example/new' }],
        Repeaters: [
          {
            Items: [
              { Layout: 'Story', Singlelines: [{ Content: 'One', Href: 'mailto:carla@client.example' }] },
              { Layout: 'Picture', Images: [{ Content: `${web.url}/logo.png`, Href: 'https://shop.example/logo' }] },
            ],
          },
        ],
      }),
    )
    assert.match(html, /<h1[^>]*><a href="https:\/\/shop\.example\/\?a=1&amp;b=2">First &amp; best<\/a><\/h1>/)
    assert.match(html, /<p[^>]*><a href="https:\/\/shop\.example\/">Shop<\/a><\/p>/)
    assert.match(html, /<a href="https:\/\/shop\.example\/new"><img [^>]*alt="New"[^>]*><\/a>/)
    assert.match(html, /<h2[^>]*><a href="mailto:carla@client\.example">One<\/a><\/h2>/)
    assert.match(html, /<a href="https:\/\/shop\.example\/logo"><img [^>]*><\/a>/)
  })

  test('goes without what is null or missing, and null keeps the place of others', async () => {
    const html = await shown(
      await draftOf({
        Singlelines: [null, { Content: 'Second', Href: null }],
        Multilines: null,
        Repeaters: [{ Items: null }],
      }),
    )
    assert.match(html, /Second/)
    assert.doesNotMatch(html, /of the template|href="https:\/\/old\.example|A title|Words|<img/)
    for (const nothing of [undefined, null, {}, { singlelines: [] }])
      assert.doesNotMatch(await shown(await draftOf(nothing)), /of the template|A title|<img/)
  })

  test('is sent and reported like any other', async () => {
    const id = await draftOf(full())
    const send = { ConfirmationEmail: 'carla@client.example', SendDate: 'immediately' }
    assert.deepEqual((await api('POST', `campaigns/${id}/send.json`, send)).text, '')
    await until(
      async () => ((await api('GET', `campaigns/${id}/summary.json`)).body as { Recipients: number }).Recipients === 1,
      'it goes to one',
    )
    const outbox = join(service.dataFolder, 'outbox')
    const letters = async () => {
      const names = await readdir(outbox, { recursive: true }).catch(() => [])
      return names.filter(name => name.includes(id) && name.endsWith('.eml'))
    }
    await until(async () => (await letters()).length === 1, 'the mail is there')
    const [letter] = await letters()
    const { html = '' } = await PostalMime.parse(await readFile(join(outbox, letter!)))
    assert.match(html, /First &amp; best/)
    const recipients = (await api('GET', `campaigns/${id}/recipients.json`)).body as { Results: unknown }
    assert.deepEqual(recipients.Results, [{ EmailAddress: 'ann@reader.example', ListID: home.list.listPublicId }])
  })

  test('has style sheets inlined unless InlineCss is false', async () => {
    for (const [InlineCss, expected] of [
      [undefined, true],
      [null, true],
      ['true', true],
      [false, false],
      ['FALSE', false],
    ] as const) {
      const html = await shown(await draftOf({ Singlelines: [{ Content: 'x' }] }, { InlineCss }))
      assert.equal(/<h1[^>]*style="color: ?red/.test(html), expected, String(InlineCss))
    }
    assert.deepEqual(refusalOf(await create({}, { InlineCss: 'perhaps' })), [400, 400])
  })

  test('is refused for content that does not fit, and then there is no draft', async () => {
    const path = `clients/${home.client.clientPublicId}/drafts.json`
    const before = ((await api('GET', path)).body as unknown[]).length
    const line = (Content: string, Href?: string) => ({ Content, Href })
    for (const [content, code, change] of [
      [{ Singlelines: [line('a'), line('b'), line('c')] }, 320],
      [{ Multilines: [line('a'), line('b')] }, 320],
      [{ Repeaters: [{ Items: [] }, { Items: [] }] }, 320],
      [{ Multilines: [line('a', 'https://x.example/')] }, 320],
      [{ Singlelines: [line('a'), line('b', 'javascript:x()')] }, 320],
      [{ Singlelines: [line('a'.repeat(1_001))] }, 320],
      [{ Repeaters: [{ Items: [{ Layout: 'Poem' }] }] }, 320],
      [{ Repeaters: [{ Items: [{}] }] }, 320],
      [{ Repeaters: [{ Items: [{ Layout: 'Story', Images: [line('x')] }] }] }, 320],
      [{ Repeaters: [{ Items: Array.from({ length: 501 }, () => ({ Layout: 'Story' })) }] }, 320],
      [{ Images: [{ Content: 'javascript:x()' }] }, 320],
      [{ Images: [{ Content: `${web.url}/nowhere.png` }] }, 321],
      [{ Images: [{ Content: `${web.url}/text.png` }] }, 321],
      [{ Images: [{ Content: 'http://[' }] }, 320],
      [{ Singlelines: 'x' }, 400],
      [{ Singlelines: ['x'] }, 400],
      ['x', 400],
      [[], 400],
      [{}, 4001, { TemplateID: 'f'.repeat(32) }],
      [{}, 4001, { TemplateID: null }],
      [{}, 319, { Name: '' }],
      [{}, 304, { Subject: null }],
      [{}, 315, { ListIDs: null }],
      [{}, 313, { ListIDs: [stranger.list.listPublicId] }],
      [{}, 314, { SegmentIDs: ['f'.repeat(32)] }],
    ] as const) {
      assert.deepEqual(
        refusalOf(await create(content, change)),
        [400, code],
        JSON.stringify([content, change]).slice(0, 200),
      )
    }
    assert.equal(((await api('GET', path)).body as unknown[]).length, before)
    const foreign = await newTemplate(restClient(service.url, stranger.accountKey), stranger)
    assert.deepEqual(refusalOf(await create({}, { TemplateID: foreign })), [400, 4001])
  })
})

describe('a copy of a template', () => {
  test('goes to a client of the account, with its files and its name or another', async () => {
    const made = await api('POST', 'clients.json', {
      CompanyName: 'Other',
      Country: 'Germany',
      TimeZone: 'Europe/Berlin',
    })
    const other = made.body as string
    for (const [body, name] of [
      [{ DestinationClientID: other }, 'Stories'],
      [{ clientid: other.toUpperCase(), Name: 'Copied' }, 'Copied'],
      [{ DestinationClientID: home.client.clientPublicId, Name: null }, 'Stories'],
    ] as const) {
      const { status, body: id } = await api('POST', `templates/${template}/copy.json`, body)
      assert.equal(status, 201)
      const copy = (await api('GET', `templates/${id}.json`)).body as { Name: string; PreviewURL: string }
      assert.equal(copy.Name, name)
      const html = await (await fetch(copy.PreviewURL)).text()
      const [, image = ''] = /<img[^>]* src="([^"]+)"/.exec(html) ?? []
      assert.ok(image.includes(`/files/template/${id}/`), image)
      assert.equal((await fetch(image)).status, 200)
    }
    const names = (await api('GET', `clients/${other}/templates.json`)).body as { Name: string }[]
    assert.deepEqual(names.map(({ Name }) => Name).sort(), ['Copied', 'Stories'])
  })

  test('is refused for a client that is unknown, and for a template that is', async () => {
    const copy = (body: object, of = template) => api('POST', `templates/${of}/copy.json`, body)
    for (const DestinationClientID of [undefined, null, '', 'x', 'f'.repeat(32), stranger.client.clientPublicId])
      assert.deepEqual(refusalOf(await copy({ DestinationClientID })), [400, 125], String(DestinationClientID))
    const to = { DestinationClientID: home.client.clientPublicId }
    assert.deepEqual(refusalOf(await copy(to, 'f'.repeat(32))), [401, 4001])
    assert.deepEqual(refusalOf(await copy({ ...to, Name: 'Two\nlines' })), [400, 4003])
  })
})
