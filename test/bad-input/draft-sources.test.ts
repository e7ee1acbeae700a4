/**
 * Hostile pages through every kind of content of a draft: deep ones, ones that are slow to read, and ones with scripts. Each ends in a
 * refusal or in a mail without scripts, others are served meanwhile, and what is refused leaves nothing behind.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { OperationName, ParamsOf } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusals.ts'
import { contentThreads } from '../../src/delivery/content/tasks.ts'
import { findActiveContent } from '../../src/domain/content/active-content.ts'
import { tokenize } from '../../src/domain/content/markup.ts'
import { guardedFetch } from '../../src/lib/fetcher.ts'
import { handlers } from '../../src/operations/handlers.ts'
import { traces as tracesOfAll } from '../harness/caller.ts'
import { noContent } from '../harness/content.ts'
import { operationsTest } from '../harness/operations.ts'
import { assertMoments, watchLongestStretch } from '../harness/processor-time.ts'
import { seedUpload } from '../harness/uploaded.ts'
import { serveWeb } from '../harness/web.ts'
import { zipOf } from '../harness/zip.ts'

const threads = contentThreads()
after(() => threads.stop())
let page = ''
const { db, world, call } = await operationsTest(handlers, () => ({
  contentTasks: threads.tasks,
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
  deliverTest: async ({ recipients }) => recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' })),
}))
const exit = '<unsubscribe>Leave us</unsubscribe>'
const web = await serveWeb({
  '/page': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  },
  '/template': {
    body: `<h1><singleline label="Title">x</singleline></h1><multiline label="Text">x</multiline>${exit}`,
  },
})
after(() => web.close())
const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const TemplateID = await call('Template.Create', {
  ...client,
  TemplateName: 'Two regions',
  HTMLPageURL: `${web.url}/template`,
  ZipFileURL: '',
  ScreenshotURL: '',
})

const length = 200_000
const repeated = (piece: string) => piece.repeat(Math.ceil(length / piece.length))
const pages: { readonly [What: string]: string } = {
  'elements inside each other': '<div>'.repeat(20_000),
  'tables inside each other': '<table><tr><td>'.repeat(20_000),
  'comments without an end': repeated('<!--'),
  'conditional comments': repeated('<!--[if mso]>'),
  'attributes without an end': repeated('<a href="'),
  'many attributes': `<p ${repeated('a="b" ')}>`,
  'tags without an end': repeated('<'),
  'merge tags without an end': repeated('[firstname,fallback='),
  'ways out without an end': repeated('<unsubscribe>'),
  'closing tags': repeated('</p>'),
  'style without an end': `<style>${repeated('a{b:url(')}`,
  'many rules': `<style>${repeated('p>p>p{color:red}')}</style>${'<p>'.repeat(400)}`,
  blanks: `<p ${' '.repeat(length)}>`,
  entities: repeated('&amp;amp;#x'),
  declarations: repeated('<![CDATA['),
  regions: repeated('<singleline label="a">'),
  'a script': `<script>alert(1)</script>${exit}`,
  'a script in capitals': `<SCRIPT SRC=//x.example/x.js></SCRIPT>${exit}`,
  'an event': `<img src=x onerror=alert(1)>${exit}`,
  'an event of a drawing': `<svg/onload=alert(1)>${exit}`,
  'a script as a link': `<a href=" java&#10;script:alert(1)">x</a>${exit}`,
  'a script in a comment that ends': `<!--><script>alert(1)</script>-->${exit}`,
  'a frame': `<iframe srcdoc="<script>alert(1)</script>"></iframe>${exit}`,
}

type Content = NonNullable<ParamsOf<'Campaign.CreateDraft'>['Content']>
const mjml = (inside: string) =>
  `<mjml><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`
const region = (Name: string, Content: string) => ({ Name, Content, Alt: null, Href: null, Items: null })
const inSections = (...sections: readonly object[]): Content => ({
  ...noContent,
  Kind: 'Sections',
  Sections: JSON.stringify({ version: 1, sections: [...sections, { kind: 'footer' }] }),
})
const sources: { readonly [What: string]: (html: string) => Content | Promise<Content> } = {
  Html: Html => ({ ...noContent, Kind: 'Html', Html }),
  Url(html) {
    page = html
    return { ...noContent, Kind: 'Url', HtmlUrl: `${web.url}/page` }
  },
  Mjml: html => ({ ...noContent, Kind: 'Mjml', Mjml: html }),
  'Mjml, in text': html => ({ ...noContent, Kind: 'Mjml', Mjml: mjml(`<mj-text>${html}</mj-text>`) }),
  'Mjml, unchanged': html => ({ ...noContent, Kind: 'Mjml', Mjml: mjml(`<mj-raw>${html}</mj-raw>`) }),
  async Zip(html) {
    const zip = await zipOf({ 'index.html': html })
    return { ...noContent, Kind: 'Zip', UploadID: await seedUpload(db, world.client.clientId, 'hostile.zip', zip) }
  },
  'Sections, as HTML': html => inSections({ kind: 'raw', html: html.slice(0, 100_000) }),
  'Sections, as text': html =>
    inSections({ kind: 'text', html: html.slice(0, 20_000) }, { kind: 'heading', text: html.slice(0, 500) }),
  'Sections, as addresses': html =>
    inSections({ kind: 'image', src: html.slice(0, 2_000), alt: html.slice(0, 500), href: html.slice(0, 2_000) }),
  'Regions, one line': html => ({
    ...noContent,
    Kind: 'Regions',
    TemplateID,
    Values: [region('Title', html.slice(0, 1_000))],
  }),
  'Regions, several lines': html => ({
    ...noContent,
    Kind: 'Regions',
    TemplateID,
    Values: [region('Text', html.slice(0, 100_000))],
  }),
}

/** What a call is refused with; undefined when it is not. Any other error fails the test. */
async function refusalOf<Name extends OperationName>(name: Name, params: Partial<ParamsOf<Name>>) {
  try {
    await call(name, params)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
}

/** What is stored. Claims of uploads are counted; that they ended is said apart. */
async function traces() {
  const { uploads: _claims, ...rest } = await tracesOfAll(db)
  const held = await db`select from uploads where claimed_until > now()`
  return { ...rest, heldUploads: held.length }
}

/** How long the thread that answers others may compute while a page is read. */
const longestStretchMs = 5_000

for (const [kind, source] of Object.entries(sources)) {
  test(`hostile pages as content of the kind ${kind}`, async () => {
    const tryPage = async (what: string, html: string) => {
      const Content = await source(html)
      const before = await traces()
      const draft = {
        Name: `${kind}: ${what}`,
        Subject: 'News',
        FromName: 'Carla',
        FromEmail: 'carla@client.example',
        ReplyTo: 'reply@client.example',
        Content,
      }
      const unsaved = await refusalOf('Campaign.CreateDraft', { ...client, ...draft })
      if (unsaved !== undefined) {
        assert.notEqual(unsaved, 'UnexpectedError', what)
        assert.deepEqual(await traces(), before, `${what} left a trace`)
        return
      }
      const [row] = await db<{ id: number; publicId: string }[]>`
        select id, public_id from campaigns where name = ${draft.Name}`
      const CampaignID = row!.publicId
      await refusalOf('Campaign.Check', { ...key, CampaignID })
      const unsent = await refusalOf('Campaign.SendTest', { ...key, CampaignID, Recipients: ['boss@client.example'] })
      if (unsent !== undefined) assert.equal(unsent, 'NotComposable', what)
      const [taken] = await db<{ html: string }[]>`select html from campaigns where id = ${row!.id}`
      assert.equal(findActiveContent(tokenize(taken!.html)), undefined, what)
      const files = await db`select from assets where owner = 'campaign' and owner_id = ${row!.id}`
      assert.equal(files.length, 0, what)
    }
    const stretch = watchLongestStretch()
    for (const [what, html] of Object.entries(pages)) await assertMoments(what, () => tryPage(what, html))
    const longest = stretch()
    assert.ok(longest < longestStretchMs, `others wait while ${Math.round(longest)} ms are computed`)
  })
}

test('MJML that becomes far more than it is refuses tests and sending, and is kept as it was written', async () => {
  const images = '<mj-carousel-image src="https://x.example/a.png" />'.repeat(1_500)
  const bomb = mjml(`<mj-carousel>${images}</mj-carousel>`)
  const many = mjml('<mj-text>x</mj-text>'.repeat(10_000))
  const deep = `${'<mj-wrapper>'.repeat(100)}`
  for (const Mjml of [bomb, many, `<mjml><mj-body>${deep}`]) {
    const { CampaignID } = await call('Campaign.CreateDraft', {
      ...client,
      FromEmail: 'carla@client.example',
      Content: { ...noContent, Kind: 'Mjml', Mjml },
    })
    const draft = { ...key, CampaignID: CampaignID! }
    const { Findings } = await call('Campaign.Check', draft)
    const codes = (Findings as readonly { Code: string }[]).map(({ Code }) => Code)
    assert.ok(codes.includes('MjmlError') || codes.includes('ContentRefused'), codes.join(', '))
    const refusal = await refusalOf('Campaign.SendTest', { ...draft, Recipients: ['boss@client.example'] })
    assert.equal(refusal, 'NotComposable')
    assert.equal((await call('Campaign.GetDraft', draft)).Content!.Mjml, Mjml)
  }
})
