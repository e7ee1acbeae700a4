/** Kinds of content of drafts, on a real database: what is kept, what is sent, and how one becomes another. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import PostalMime from 'postal-mime'
import { noContent } from '../../../test/harness/content.ts'
import { gif, png } from '../../../test/harness/images.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedPerson } from '../../../test/harness/people.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { until } from '../../../test/harness/until.ts'
import { seedUpload } from '../../../test/harness/uploaded.ts'
import { serveWeb } from '../../../test/harness/web.ts'
import { zipOf } from '../../../test/harness/zip.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { folderTransport } from '../../delivery/relays/folder.ts'
import { startSender } from '../../delivery/sender.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { createLog } from '../../lib/log.ts'
import { handlers } from '../handlers.ts'

const { db, world, other, call, refused } = await operationsTest(handlers, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
  deliverTest: async ({ recipients }) => recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' })),
}))
const exit = '<unsubscribe>Leave us</unsubscribe>'
const word = '<!--[if mso]>\r\n<p>Only   Word</p><![endif]-->'
const pages = { template: '' }
const web = await serveWeb({
  '/page': { body: `<html><body><p>Of a page</p><img src="a.png" alt="">${exit}</body></html>` },
  '/template': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(pages.template)
  },
  '/a.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(png)
  },
})
after(() => web.close())
const newsZip = await zipOf({ 'index.html': `<p>Of a file</p><img src="img/b.gif" alt="">${exit}`, 'img/b.gif': gif })
/** Content of an uploaded file. */
async function inZip(fileName: string, bytes: Buffer): Promise<Content> {
  return { ...noContent, Kind: 'Zip', UploadID: await seedUpload(db, world.client.clientId, fileName, bytes) }
}

const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const templatePage = (words: string) =>
  `<html><body><!--[if mso]>\r\n<p>Word</p><![endif]--><h1><singleline label="Title">${words}</singleline></h1>` +
  `<img src="a.png" alt=""><multiline label="Text"><p>Nothing yet</p></multiline>${exit}</body></html>`
pages.template = templatePage('First')
const newTemplate = () =>
  call('Template.Create', {
    ...client,
    TemplateName: 'Two regions',
    HTMLPageURL: `${web.url}/template`,
    ZipFileURL: '',
    ScreenshotURL: '',
  })
const TemplateID = await newTemplate()

type Content = NonNullable<ParamsOf<'Campaign.CreateDraft'>['Content']>
type KindName = Content['Kind']
const value = (Name: string, text: string) => ({ Name, Content: text, Alt: null, Href: null, Items: null })
const mjml = (inside: string) =>
  `<mjml><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`
const inRegions = (values: Content['Values'], change: Partial<Content> = {}): Content => ({
  ...noContent,
  Kind: 'Regions',
  TemplateID,
  Values: values,
  ...change,
})
const inMjml = (Mjml: string): Content => ({ ...noContent, Kind: 'Mjml', Mjml })
const inHtml = (Html: string): Content => ({ ...noContent, Kind: 'Html', Html })
const inSections = (...sections: readonly object[]): Content => ({
  ...noContent,
  Kind: 'Sections',
  Sections: JSON.stringify({ version: 1, sections }),
})
/** One content of each kind, with words that its mail has. */
const contents: {
  readonly [Name in KindName]: { readonly content: () => Content | Promise<Content>; readonly words: string }
} = {
  Html: {
    content: () => inHtml(`<p>Of a call</p><a href="https://shop.example/">Shop</a>${exit}`),
    words: 'Of a call',
  },
  Url: { content: () => ({ ...noContent, Kind: 'Url', HtmlUrl: `${web.url}/page` }), words: 'Of a page' },
  Mjml: {
    content: () =>
      inMjml(mjml(`<mj-text>Of MJML, [firstname,fallback=friend]</mj-text><mj-image src="${web.url}/a.png" />`)),
    words: 'Of MJML, Ada',
  },
  Zip: { content: () => inZip('news.zip', newsZip), words: 'Of a file' },
  Regions: { content: () => inRegions([value('Title', 'Of <regions>')]), words: 'Of &lt;regions&gt;' },
  Sections: {
    content: () =>
      inSections(
        { kind: 'heading', text: 'Of <sections>, [firstname,fallback=friend]' },
        { kind: 'image', src: `${web.url}/a.png`, alt: 'A picture' },
        { kind: 'raw', html: word },
        { kind: 'footer', unsubscribe: 'Leave us' },
      ),
    words: 'Of &lt;sections&gt;, Ada',
  },
}
const kinds = Object.keys(contents) as KindName[]

let names = 0
async function begin(Content: Content) {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...client,
    Name: `Draft ${++names}`,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: { ListIDs: [world.list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content,
  })
  return { ...key, CampaignID: CampaignID! }
}
type Draft = Awaited<ReturnType<typeof begin>>
const boss = { Recipients: ['boss@client.example'] }
/** What is sent, made by a test mail; files it shows must be there. */
async function sent(draft: Draft): Promise<string> {
  await call('Campaign.SendTest', { ...draft, ...boss })
  const [row] = await db<{ id: number; html: string }[]>`
    select id, html from campaigns where public_id = ${draft.CampaignID}`
  const shown = [...row!.html.matchAll(/kept:([\w./-]+)/g)].map(([, path]) => path!)
  const files = await db<{ path: string }[]>`
    select path from assets where owner = 'campaign' and owner_id = ${row!.id} and path = any(${shown})`
  assert.deepEqual(new Set(files.map(({ path }) => path)), new Set(shown))
  return row!.html
}
const findings = async (draft: Draft) =>
  (await call('Campaign.Check', draft)).Findings as readonly { Code: string; Detail: string; Severity: string }[]
const contentOf = async (draft: Draft) => (await call('Campaign.GetDraft', draft)).Content!
const save = async (draft: Draft, Content: Content) =>
  (
    await call('Campaign.UpdateDraft', {
      ...draft,
      Revision: (await call('Campaign.GetDraft', draft)).Revision,
      Content,
    })
  ).Revision

test('MJML that is not finished can be saved, and its problems are found by line and column', async () => {
  const unfinished = '<mjml>\n  <mj-body>\n    <mj-include path="/etc/passwd" />'
  const draft = await begin(inMjml(unfinished))
  assert.deepEqual(await contentOf(draft), { Kind: 'Mjml', Mjml: unfinished, Text: '' })
  const errors = (await findings(draft)).filter(({ Code }) => Code === 'MjmlError' || Code === 'ContentRefused')
  assert.deepEqual(
    errors.map(({ Code, Detail }) => [Code, Detail]),
    [['MjmlError', 'Line 3, column 5: <mj-include>: mj-include is not supported: put the included MJML here.']],
  )
  await refused('Campaign.SendTest', { ...draft, ...boss }, 'NotComposable')
  await refused('Campaign.Preview', { ...draft, PersonalizeAs: '' }, 'NotComposable')
  await save(draft, inMjml(mjml('<mj-text colour="red">Hello <unsubscribe>Leave</unsubscribe></mj-text>')))
  const warnings = (await findings(draft)).filter(({ Code }) => Code.startsWith('Mjml'))
  assert.deepEqual(
    warnings.map(({ Code, Severity, Detail }) => [Code, Severity, Detail]),
    [['MjmlProblem', 'Warning', 'Line 1, column 39: <mj-text>: Attribute colour is illegal.']],
  )
  assert.match(await sent(draft), /<!--\[if mso \| IE\]>[\s\S]*Hello <unsubscribe>Leave<\/unsubscribe>/)
})

test('sections are saved half written, and the check names what the mail leaves out', async () => {
  const draft = await begin(
    inSections(
      { kind: 'button', text: 'Buy', href: 'https:/' },
      { kind: 'image' },
      { kind: 'columns', columns: [{ label: 'More', href: 'javascript:alert(1)' }, {}] },
    ),
  )
  const { Sections } = await contentOf(draft)
  assert.equal(JSON.parse(Sections!).sections[0].href, 'https:/')
  const leftOut = (await findings(draft)).filter(({ Code }) => Code === 'SectionIncomplete')
  assert.deepEqual(
    leftOut.map(({ Severity, Detail }) => [Severity, Detail]),
    [
      ['Warning', 'The address of the link in section 1 (button) is no http, https, mailto or tel address.'],
      ['Warning', 'Section 2 (image) has no image.'],
      ['Warning', 'The address of the link in section 3 (columns, column 1) is no http, https, mailto or tel address.'],
    ],
  )
  assert.doesNotMatch(await sent(draft), /javascript/)
})

for (const [what, document, place] of [
  ['no JSON', 'sections', 'The document must be JSON'],
  ['a list', '[]', 'The document must be an object'],
  ['no version', '{"sections":[]}', 'version must be a number'],
  ['a newer version', '{"version":2,"sections":[]}', 'version is 2'],
  ['no sections', '{"version":1}', 'sections must be a list'],
  [
    'too many sections',
    JSON.stringify({ version: 1, sections: Array(61).fill({ kind: 'divider' }) }),
    'sections has more',
  ],
  ['an unknown member', '{"version":1,"sections":[],"styles":{}}', 'styles is no part'],
  ['an unknown kind', '{"version":1,"sections":[{"kind":"video"}]}', 'sections[0].kind must be one of heading'],
  ['a kind that every object has', '{"version":1,"sections":[{"kind":"toString"}]}', 'sections[0].kind'],
  [
    'an unknown setting',
    '{"version":1,"sections":[{"kind":"text","onclick":"x"}]}',
    'sections[0].onclick is no setting',
  ],
  ['a number as text', '{"version":1,"sections":[{"kind":"text","html":5}]}', 'sections[0].html must be text'],
  ['a colour by name', '{"version":1,"theme":{"ink":"red;x"},"sections":[]}', 'theme.ink must be a colour'],
  [
    'four columns',
    '{"version":1,"sections":[{"kind":"columns","columns":[{},{},{},{}]}]}',
    'sections[0].columns must have 2 to 3',
  ],
  [
    'a setting of a column',
    '{"version":1,"sections":[{"kind":"columns","columns":[{"a":1},{}]}]}',
    'sections[0].columns[0].a is no',
  ],
  [
    'a long line',
    JSON.stringify({ version: 1, sections: [{ kind: 'heading', text: 'x'.repeat(501) }] }),
    'sections[0].text is longer',
  ],
  ['nesting without an end', '['.repeat(100_000), 'The document must be JSON'],
] as const) {
  test(`a document of sections that is refused leaves nothing behind: ${what}`, async () => {
    const before = await db`select id from campaigns`
    await assert.rejects(
      () => begin({ ...noContent, Kind: 'Sections', Sections: document }),
      (error: unknown) =>
        error instanceof Refusal && error.refusal === 'InvalidSections' && error.detail!.startsWith(place),
    )
    assert.equal((await db`select id from campaigns`).length, before.length)
  })
}

test('a ZIP file gives the draft its page and images, and stays the one it is while nothing else is uploaded', async () => {
  const draft = await begin(await inZip('news.zip', newsZip))
  const kept = await contentOf(draft)
  assert.deepEqual([kept.Kind, kept.FileName, kept.Text], ['Zip', 'news.zip', ''])
  assert.match(kept.Html!, /^<p>Of a file<\/p><img src="kept:zip\/img\/b-\w{12}\.gif" alt="">/)
  assert.equal(await sent(draft), kept.Html)
  const same = { ...noContent, ...kept } as Content
  assert.equal(await save(draft, same), 1, 'what an answer holds can be given back')
  const changed = { ...same, Html: '<p>Other</p>' }
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 1, Content: changed }, 'InvalidParameter')
  const noFile: Content = { ...noContent, Kind: 'Zip' }
  await refused('Campaign.CreateDraft', { ...client, Name: 'No file', Content: noFile }, 'MissingParameter')
  const unknown = { ...noFile, UploadID: '0'.repeat(32) }
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 1, Content: unknown }, 'UnknownUpload')
})

test('an upload is used up with the save that it is for, and stays there when the save is refused', async () => {
  const left = async () => (await db`select public_id from uploads`).map(({ publicId }) => publicId as string)
  const draft = await begin(inHtml('<p>x</p>'))
  const Content = await inZip('news.zip', newsZip)
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 7, Content }, 'StaleRevision')
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 1, Name: ' ', Content }, 'CampaignNameRequired')
  assert.ok((await left()).includes(Content.UploadID!))
  await save(draft, Content)
  assert.ok(!(await left()).includes(Content.UploadID!))
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 2, Content }, 'UnknownUpload')
  const broken = await inZip('broken.zip', Buffer.from('PK\x03\x04 no'))
  const unread = call('Campaign.UpdateDraft', { ...draft, Revision: 2, Content: broken })
  await assert.rejects(unread, error => error instanceof Refusal && error.refusal === 'InvalidZip')
  assert.ok((await left()).includes(broken.UploadID!))
})

test('HTML that goes on from a ZIP file shows its images, for as long as it is kept', async () => {
  const draft = await begin(await inZip('news.zip', newsZip))
  const written = (await contentOf(draft)).Html!.replace('Of a file', 'Edited')
  await save(draft, inHtml(written))
  assert.match(await sent(draft), /Edited.*kept:zip\/img\/b-/)
  // the revision with the file is thinned away
  await db`delete from campaign_revisions where revision = 1 and campaign_id = (
    select id from campaigns where public_id = ${draft.CampaignID})`
  await db`delete from campaign_contents where revision = 1 and campaign_id = (
    select id from campaigns where public_id = ${draft.CampaignID})`
  await save(draft, inHtml('<p>None</p>'))
  await sent(draft)
  await call('Campaign.RestoreRevision', { ...draft, Revision: 2, BasedOn: 0 })
  assert.match(await sent(draft), /Edited.*kept:zip\/img\/b-/)
})

test('a draft keeps the template as it was when it was chosen, and says that there is a newer one', async () => {
  pages.template = templatePage('First')
  const TemplateID = await newTemplate()
  const values = [
    value('Title', 'Tulips & more'),
    value('Text', '<p onclick="x()">Now <b>open</b><script>x()</script></p>'),
  ]
  const draft = await begin(inRegions(values, { TemplateID, Text: 'In words [unsubscribe]' }))
  const first = await sent(draft)
  assert.match(first, /<!--\[if mso\]>\r\n<p>Word<\/p><!\[endif\]--><h1>Tulips &amp; more<\/h1>/)
  assert.match(first, /<p>Now <b>open<\/b><\/p>/)
  assert.doesNotMatch(first, /script|singleline/)

  pages.template = templatePage('Second').replace('<h1>', '<h1 class="new">')
  const change = { TemplateName: 'Two regions', HTMLPageURL: `${web.url}/template`, ZipFileURL: '', ScreenshotURL: '' }
  await call('Template.Update', { ...key, TemplateID, ...change })
  assert.equal(await sent(draft), first)
  const kept = await contentOf(draft)
  assert.deepEqual(kept, {
    Kind: 'Regions',
    TemplateID,
    Template: { Revision: 1, NewestRevision: 2 },
    Values: values.map(({ Name, Content }) => ({ Name, Content })),
    Text: 'In words [unsubscribe]',
  })
  const again = { ...noContent, ...kept } as Content
  assert.equal(await save(draft, again), 1, 'the same is no new revision')
  await save(draft, { ...again, Values: [value('Title', 'Other')] })
  assert.doesNotMatch(await sent(draft), /class="new"/)
  await save(draft, { ...again, Template: { Revision: 2, NewestRevision: 2 } })
  assert.match(await sent(draft), /<h1 class="new">Tulips &amp; more/)
  assert.deepEqual((await contentOf(draft)).Template, { Revision: 2, NewestRevision: 2 })
  const unknown = { ...again, Template: { Revision: 9, NewestRevision: 9 } }
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 3, Content: unknown }, 'UnknownRevision')

  await call('Template.Delete', { ...key, TemplateID })
  assert.deepEqual((await contentOf(draft)).Template, { Revision: 2, NewestRevision: 0 })
  await save(draft, { ...again, Template: null, Values: [value('Title', 'Last')] })
  assert.match(await sent(draft), /<h1 class="new">Last/)
})

test('values that fit no region are kept and found by the check; templates are those of the client', async () => {
  const draft = await begin(inRegions([value('Poem', 'x')]))
  const found = (await findings(draft)).find(({ Code }) => Code === 'ContentRefused')
  assert.match(found!.Detail, /Unknown Editable Region: The template has no region “Poem”/)
  await refused('Campaign.SendTest', { ...draft, ...boss }, 'NotComposable')
  const create = { ...client, Name: 'Foreign' }
  const foreign = await call('Template.CreateFromStarter', {
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
    Starter: 'letter',
    Name: '',
  })
  for (const id of [foreign, '0'.repeat(32), '', 'x']) {
    const Content = inRegions([], { TemplateID: id })
    await refused('Campaign.CreateDraft', { ...create, Content }, 'InvalidTemplateId')
  }
  const many = inRegions(Array.from({ length: 100_000 }, (_, n) => value(`${n}`, 'x')))
  await refused('Campaign.CreateDraft', { ...create, Content: many }, 'TooManyRegions')
  const long = inRegions(Array.from({ length: 21 }, (_, n) => value(`${n}`, 'é'.repeat(50_000))))
  await refused('Campaign.CreateDraft', { ...create, Content: long }, 'ValueTooLong')
})

test('an author fills a template in, and brings no page', async () => {
  const { session } = await seedPerson(db, world.client.accountId, 'Author', world.client.clientId)
  const given = { ClientID: client.ClientID, Name: 'By an author' }
  const Content = inRegions([value('Title', 'By an author')])
  const { CampaignID } = await call('Campaign.CreateDraft', { ...given, Content }, { session })
  assert.equal((await contentOf({ ...key, CampaignID: CampaignID! })).Kind, 'Regions')
  for (const kind of ['Html', 'Url', 'Mjml', 'Zip'] as const) {
    const params = { ...given, Name: kind, Content: await contents[kind].content() }
    await refused('Campaign.CreateDraft', params, 'AccessDenied', { session })
  }
})

test('a kind has nothing of another', async () => {
  for (const kind of kinds) {
    for (const from of kinds) {
      const [name, given] = Object.entries(await contents[from].content()).find(
        ([name, one]) => name !== 'Kind' && one !== null,
      )!
      const own = await contents[kind].content()
      if (own[name as keyof Content] !== null || (kind === 'Zip' && name === 'Html')) continue
      const Content = { ...own, [name]: given }
      await refused('Campaign.CreateDraft', { ...client, Name: 'Mixed', Content }, 'InvalidParameter')
    }
  }
})

for (const from of kinds) {
  for (const to of kinds.filter(kind => kind !== from)) {
    test(`a draft of the kind ${from} becomes one of the kind ${to}, is restored, and is duplicated`, async () => {
      const draft = await begin(await contents[from].content())
      const [first, written] = [await sent(draft), await contentOf(draft)]
      assert.equal(await save(draft, await contents[to].content()), 2)
      const second = await sent(draft)
      assert.notEqual(second, first)
      assert.equal((await contentOf(draft)).Kind, to)
      assert.deepEqual((await call('Campaign.GetRevision', { ...draft, Revision: 1 })).Content, written)

      const copy = await call('Campaign.Duplicate', { ...draft, Name: '' })
      const copied = { ...key, CampaignID: copy.CampaignID! }
      assert.equal(await sent(copied), second)
      assert.deepEqual(await contentOf(copied), await contentOf(draft))

      await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 })
      assert.deepEqual(await contentOf(draft), written)
      assert.equal(await sent(draft), first)
      // the copy is changed independently, and restored to the state in which it was copied
      await save(copied, inHtml(`<p>Other</p>${exit}`))
      await sent(copied)
      await call('Campaign.RestoreRevision', { ...copied, Revision: 1, BasedOn: 0 })
      assert.equal(await sent(copied), second)
    })
  }
}

test('a mail of each kind has an unsubscribe link, the pixel for opens, and tracked links', async () => {
  const outbox = await mkdtemp(join(tmpdir(), 'lettershop-test-'))
  after(() => rm(outbox, { recursive: true, force: true }))
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${world.client.clientId}, ${world.list.listId}, 'ada@people.example', 'ada@people.example', 'Ada Lovelace', 'Active',
      now(), now())`
  const shop = '<a href="https://shop.example/tulips">Shop</a>'
  const shopZip = await zipOf({ 'index.html': `<p>Of a file ${shop}</p>` })
  const withLinks: { readonly [Name in KindName]: Content } = {
    Html: inHtml(`<p>Of a call ${shop}</p>`),
    Url: await contents.Url.content(),
    Mjml: inMjml(mjml(`<mj-text>Of MJML, [firstname] ${shop}</mj-text>`)),
    Zip: await inZip('shop.zip', shopZip),
    Regions: inRegions([value('Title', 'Of <regions>'), value('Text', `<p>${shop}</p>`)]),
    Sections: inSections(
      { kind: 'heading', text: 'Of <sections>, [firstname,fallback=friend]' },
      { kind: 'text', html: `<p>${shop}</p>` },
      { kind: 'raw', html: word },
      { kind: 'button', text: 'Buy', href: 'https://shop.example/buy' },
      { kind: 'footer', unsubscribe: 'Leave us' },
    ),
  }
  const tokens = tokensOf(testKeys)
  const sender = startSender({
    db,
    tokens,
    transport: folderTransport(outbox),
    log: createLog('silent'),
    contentTasks: contentTasksHere,
    owner: 'test',
    journalFolder: join(outbox, 'journal'),
    rangeSize: 20,
    pollMs: 20,
  })
  try {
    for (const kind of kinds) {
      const draft = await begin(withLinks[kind])
      await call('Campaign.Send', { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: 'Immediately' })
      const state = async () => (await db`select state from campaigns where public_id = ${draft.CampaignID}`)[0]!.state
      await until(async () => (await state()) === 'sent', `the campaign of the kind ${kind} is sent`)
      const mail = await mailOf(outbox, draft.CampaignID)
      const parsed = await PostalMime.parse(mail)
      assert.match(parsed.html!, new RegExp(contents[kind].words), kind)
      assert.match(
        parsed.html!,
        /<a [^>]*href="http:\/\/mails\.test\/[^"]+"[^>]*>(?:Leave us|unsubscribe here)<\/a>/,
        kind,
      )
      assert.match(parsed.html!, /<img src="http:\/\/mails\.test\/o\/[^"]+"/, kind)
      assert.doesNotMatch(parsed.html!, /kept:|<unsubscribe|<singleline|<mj-/, kind)
      assert.ok(parsed.text!.trim().length > 0, kind)
      assert.ok(
        parsed.headers.some(({ key }) => key === 'list-unsubscribe'),
        kind,
      )
      if (kind === 'Sections')
        assert.ok(
          parsed.html!.replaceAll('\n', '\r\n').includes(word) || parsed.html!.includes(word),
          'comments of Word',
        )
      if (kind === 'Url') continue
      assert.doesNotMatch(parsed.html!, /href="https:\/\/shop\.example/, `${kind}: the link is a tracked one`)
      assert.match(parsed.html!, /<a [^>]*href="http:\/\/mails\.test\/[^"]+"[^>]*>Shop<\/a>/, kind)
    }
  } finally {
    await sender.stop(0)
  }
})

async function mailOf(outbox: string, campaignId: string): Promise<Buffer> {
  const files = await readdir(outbox, { recursive: true })
  const path = files.find(file => file.endsWith('.eml') && file.includes(campaignId))
  assert.ok(path, files.join(', '))
  return readFile(join(outbox, path))
}
