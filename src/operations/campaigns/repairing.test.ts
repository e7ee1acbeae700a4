/** Findings that are located and mended, for every kind of content, on a real database. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedUpload } from '../../../test/harness/uploaded.ts'
import { serveWeb } from '../../../test/harness/web.ts'
import { zipOf } from '../../../test/harness/zip.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
}))
type Content = NonNullable<ParamsOf<'Campaign.CreateDraft'>['Content']>

const exit = '<unsubscribe>Leave us</unsubscribe>'
const letter = `<p>Hi *|FNAME|*</p><a href="https://old.example/u">Abmelden</a>${exit}`
const template = `<html><body><p>*|LNAME|*</p><h1><singleline label="Title">x</singleline></h1><multiline label="Text"><p>y</p></multiline><repeater label="Stories"><layout label="Story"><multiline label="Words">z</multiline></layout></repeater>${exit}</body></html>`
const html = (body: string) => ({ body })
const web = await serveWeb({ '/page': html(letter), '/template': html(template) })
after(() => web.close())

const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const TemplateID = await call('Template.Create', {
  ...client,
  ...{ TemplateName: 'Brought', HTMLPageURL: `${web.url}/template`, ZipFileURL: '', ScreenshotURL: '' },
})
const value = (Name: string, text: string, Items: unknown = null) => ({
  Name,
  Content: text,
  Alt: null,
  Href: null,
  Items,
})

const settings = {
  ...{ Name: null, Subject: 'For *|FNAME|*', FromName: null, FromEmail: null, ReplyTo: null, Preheader: '%EMAIL%' },
  ...{ Audience: null, Tracking: null, Utm: null },
}
async function begin(content: Partial<Content> & Pick<Content, 'Kind'>) {
  const Content = { ...noContent, ...content } as Content
  const { CampaignID } = await call('Campaign.CreateDraft', { ...client, ...settings, Content })
  return { ...key, CampaignID: CampaignID! }
}
type Draft = Awaited<ReturnType<typeof begin>>
/** Lists of records come as arrays here; a wire may stream them. */
function listed<One>(list: AsyncIterable<One> | readonly One[] | null | undefined): readonly One[] {
  return list as readonly One[]
}
const findingsOf = async (draft: Draft, code: string) =>
  listed((await call('Campaign.Check', draft)).Findings)
    .filter(one => one!.Code === code)
    .map(one => one!.Detail ?? '')
const repair = async (draft: Draft, Code: string, Detail = '') => {
  const { Revision } = await call('Campaign.GetDraft', draft)
  await call('Campaign.RepairFinding', { ...draft, Revision, Code, Detail })
  return call('Campaign.GetDraft', draft)
}
const placesOf = async (draft: Draft, Code: string) => {
  const Findings = (await findingsOf(draft, Code)).map(Detail => ({ Code, Detail }))
  return listed((await call('Campaign.LocateFindings', { ...draft, Findings })).Places)
}

test('tags of two systems are two findings, and each is translated alone, in the subject and the preheader too', async () => {
  const draft = await begin({ Kind: 'Html', Html: letter, Text: 'Hi *|FNAME|*: [unsubscribe]' })
  assert.deepEqual(await findingsOf(draft, 'ForeignTags'), ['Mailchimp: *|FNAME|*', 'ActiveCampaign: %EMAIL%'])
  assert.deepEqual(await findingsOf(draft, 'UnresolvedTag'), [])
  const { Subject, Preheader, Content } = await repair(draft, 'ForeignTags', 'Mailchimp: *|FNAME|*')
  assert.deepEqual([Subject, Preheader], ['For [firstname]', '%EMAIL%'])
  assert.equal(Content!.Html, letter.replace('*|FNAME|*', '[firstname]'))
  assert.equal(Content!.Text, 'Hi [firstname]: [unsubscribe]')
  assert.equal((await repair(draft, 'ForeignTags')).Preheader, '[email]')
  assert.deepEqual(await findingsOf(draft, 'ForeignTags'), [])
})

test('of two links that promise an opt-out the one that is named is replaced', async () => {
  const two = `${letter}<a href="https://app.example/out" id="b">Abmelden</a>`
  const draft = await begin({ Kind: 'Html', Html: two, Text: 'Unsubscribe: https://old.example/u' })
  const details = [
    '“Abmelden” leads to https://old.example/u',
    '“Abmelden” leads to https://app.example/out',
    '“Unsubscribe:” leads to https://old.example/u',
  ]
  assert.deepEqual(await findingsOf(draft, 'UnsubscribeElsewhere'), details)
  const once = await repair(draft, 'UnsubscribeElsewhere', details[0])
  const replaced = two.replace('<a href="https://old.example/u">Abmelden</a>', '<unsubscribe>Abmelden</unsubscribe>')
  assert.equal(once.Content!.Html, replaced)
  assert.equal(once.Content!.Text, 'Unsubscribe: https://old.example/u')
  const all = await repair(draft, 'UnsubscribeElsewhere')
  assert.match(all.Content!.Html!, /<unsubscribe id="b">Abmelden<\/unsubscribe>/)
  assert.equal(all.Content!.Text, 'Unsubscribe: [unsubscribe]')
})

test('a letter whose links are tags of another system is refused until they are translated', async () => {
  const draft = await begin({ Kind: 'Html', Html: '<p>Hi</p><a href="{{ unsubscribe }}">Unsubscribe</a>' })
  assert.equal((await findingsOf(draft, 'ContentRefused')).length, 1)
  assert.deepEqual(await findingsOf(draft, 'UnsubscribeElsewhere'), [])
  await repair(draft, 'ForeignTags')
  assert.deepEqual(await findingsOf(draft, 'ContentRefused'), [])
  assert.deepEqual(await findingsOf(draft, 'UnsubscribeAdded'), [])
})

test('MJML is mended where it is written', async () => {
  const written = (inside: string) =>
    `<mjml><mj-body><mj-section><mj-column><mj-text>${inside}</mj-text></mj-column></mj-section></mj-body></mjml>`
  const draft = await begin({
    Kind: 'Mjml',
    Mjml: written('Hi {contactfield=firstname|you} <a href="{unsubscribe_url}">Leave us</a>'),
  })
  const { Content } = await repair(draft, 'ForeignTags', 'Mautic: {contactfield=firstname|you}, {unsubscribe_url}')
  assert.equal(Content!.Mjml, written('Hi [firstname,fallback=you] <unsubscribe>Leave us</unsubscribe>'))
})

test('findings in HTML and MJML have their line and column in the source', async () => {
  const lines = [
    '<html><body>\r\n<p>Hi</p>\r',
    '  <a href="http://open.example/?a=1&amp;b=2">Open</a>',
    '\t<img src="https://files.example/a.png"><a href="https://192.0.2.1/b">B</a>',
    `${exit}</body></html>`,
  ]
  const source = await begin({ Kind: 'Html', Html: lines.join('\n'), Text: 'Hi https://192.0.2.7/ [unsubscribe]' })
  const at = async (draft: Draft, code: string) =>
    (await placesOf(draft, code)).map(({ Part, Line, Column }) => [Part, Line, Column])
  assert.deepEqual(await at(source, 'ImageWithoutAlt'), [['Content', 4, 2]])
  const [inHtml] = await at(source, 'LinkToAddress')
  assert.deepEqual(inHtml, ['Content', 4, lines[2]!.indexOf('https://192.0.2.1') + 1])
  // the detail has the address as it is opened: the line is right, the column of an entity is not known
  assert.deepEqual(await at(source, 'LinkWithoutTls'), [['Content', 3, 1]])
  const mjml = await begin({
    Kind: 'Mjml',
    Mjml: `<mjml>\n <mj-body>\n  <mj-oops/>\n  <mj-section><mj-column><mj-text>\n*|FNAME|* ${exit}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  })
  const inPreheader = ['Preheader', 0, 0]
  assert.deepEqual(await at(mjml, 'ForeignTags'), [['Content', 5, 1], inPreheader])
  const problems = [...(await placesOf(mjml, 'MjmlError')), ...(await placesOf(mjml, 'MjmlProblem'))]
  assert.deepEqual(
    problems.map(({ Part, Line }) => [Part, Line]),
    [['Content', 3]],
  )
  const url = await begin({ Kind: 'Url', HtmlUrl: `${web.url}/page` })
  assert.deepEqual(
    await at(url, 'ForeignTags'),
    [['Content', 0, 0], inPreheader],
    'a page has no source that can be opened',
  )
})

test('in sections only the strings that are mended change, and findings have their section and setting', async () => {
  const source = `{ "version": 1,\n "sections": [ {"kind":"heading","text":"Hi {{ contact.FIRSTNAME }}"},\n {"kind":"button","text":"Unsubscribe","href":"https://old.example/u"},\n {"kind":"social","links":[{"name":"A","href":"https://a.example/"},{"name":"B","href":"https://192.0.2.1/b"}]}, {"kind":"raw","html":"<img src=\\"//c.example/c.png\\"><p>© {{ unsubscribe }}\\u00e9</p>"} ] }`
  const draft = await begin({ Kind: 'Sections', Sections: source })
  const [place] = await placesOf(draft, 'LinkToAddress')
  assert.deepEqual(
    [place!.Part, place!.Section, place!.Kind, place!.Setting, place!.Item],
    ['Content', 3, 'social', 'href', 2],
  )
  for (const code of ['ImageWithoutAlt', 'FileWithoutAddress']) {
    const [found] = await placesOf(draft, code)
    assert.deepEqual([found!.Section, found!.Kind, found!.CanRepair], [4, 'raw', false], code)
  }
  const [elsewhere] = await placesOf(draft, 'UnsubscribeElsewhere')
  assert.deepEqual([elsewhere!.Section, elsewhere!.CanRepair], [2, false], 'a button is replaced by hand')
  const { Revision } = await call('Campaign.GetDraft', draft)
  const byHand = { ...draft, Revision, Code: 'UnsubscribeElsewhere', Detail: '' }
  await refused('Campaign.RepairFinding', byHand, 'InvalidParameter')
  const { Content } = await repair(draft, 'ForeignTags')
  const [before, after] = [source.split('{"kind":"raw"'), Content!.Sections!.split('{"kind":"raw"')]
  assert.equal(after[0], before[0]!.replace('{{ contact.FIRSTNAME }}', '[firstname]'))
  assert.match(after[1]!, /© <unsubscribe>Unsubscribe<\/unsubscribe>é<\/p>"} \] }$/)
})

test('values of regions are mended, lines as text and the others as HTML; the template’s own words are named only', async () => {
  const words = [{ Layout: null, Regions: [value('Words', '<a href="https://old.example/u">Abmelden</a> *|FNAME|*')] }]
  const values = [value('Title', 'Hi *|FNAME|*'), value('Text', '<p>*|UNSUB|*</p>'), value('Stories', '', words)]
  const draft = await begin({ Kind: 'Regions', TemplateID, Values: values as Content['Values'] })
  const [tags] = await placesOf(draft, 'ForeignTags')
  assert.deepEqual(
    listed(tags!.Tags).map(one => [one!.Found, one!.Becomes]),
    [
      ['*|FNAME|*', '[firstname]'],
      ['*|LNAME|*', '[lastname]'],
      ['*|UNSUB|*', '<unsubscribe>Unsubscribe</unsubscribe>'],
    ],
  )
  const [link] = await placesOf(draft, 'UnsubscribeElsewhere')
  assert.deepEqual([link!.Region, link!.Item, link!.Setting, link!.CanRepair], ['Stories', 1, 'Words', true])
  await repair(draft, 'UnsubscribeElsewhere')
  const { Content } = await repair(draft, 'ForeignTags', 'Mailchimp: any')
  const filled = listed(Content!.Values)
  const contents = filled.map(one => one!.Content)
  assert.deepEqual(contents.slice(0, 2), ['Hi [firstname]', '<p><unsubscribe>Unsubscribe</unsubscribe></p>'])
  assert.equal(
    listed(listed(filled[2]!.Items)[0]!.Regions)[0]!.Content,
    '<unsubscribe>Abmelden</unsubscribe> [firstname]',
  )
  const left = await placesOf(draft, 'ForeignTags')
  assert.deepEqual(
    left.map(one => [one!.Detail, one!.Part, one!.CanRepair]),
    [
      ['ActiveCampaign: %EMAIL%', 'Preheader', true],
      ['Mailchimp: *|LNAME|*', 'Template', false],
    ].toSorted((a, b) => (left[0]!.Detail === a[0] ? -1 : left[0]!.Detail === b[0] ? 1 : 0)),
  )
})

test('what comes from a page or a ZIP file is changed there, and the refusal says how', async () => {
  const zip = await zipOf({ 'index.html': letter })
  const UploadID = await seedUpload(db, world.client.clientId, 'news.zip', zip)
  for (const content of [
    { Kind: 'Url', HtmlUrl: `${web.url}/page` },
    { Kind: 'Zip', UploadID },
  ] as const) {
    const draft = await begin(content)
    const [tags] = await placesOf(draft, 'UnsubscribeElsewhere')
    assert.equal(tags!.CanRepair, false)
    const { Revision } = await call('Campaign.GetDraft', draft)
    const given = { ...draft, Revision, Code: 'UnsubscribeElsewhere', Detail: '' }
    await refused('Campaign.RepairFinding', given, 'InvalidParameter')
    await assert.rejects(call('Campaign.RepairFinding', given), /save its HTML as content of the kind Html/)
    // the subject is written here
    assert.equal((await repair(draft, 'ForeignTags')).Subject, 'For [firstname]')
  }
})

test('who may not bring HTML mends no HTML, and nothing is mended of a stale revision', async () => {
  const draft = await begin({ Kind: 'Html', Html: letter })
  const given = { ...draft, Revision: 1, Code: 'ForeignTags', Detail: '' }
  // the client's own login writes drafts and brings no pages
  await db`update clients set access_level = 5 where id = ${world.client.clientId}`
  await refused('Campaign.RepairFinding', { ...given, ApiKey: world.clientKey }, 'AccessDenied')
  await db`update clients set access_level = 63 where id = ${world.client.clientId}`
  await refused('Campaign.RepairFinding', { ...given, Revision: 7 }, 'StaleRevision')
  await refused('Campaign.RepairFinding', { ...given, Code: 'BrokenLink' }, 'InvalidParameter')
  assert.equal((await call('Campaign.GetDraft', draft)).Content!.Html, letter)
})

test('JSON-LD is content, and other scripts are not', async () => {
  const json = '<script type="application/ld+json">{"@type":"Offer","name":"[firstname]"}</script>'
  const taken = await begin({ Kind: 'Html', Html: json + letter })
  assert.deepEqual(await findingsOf(taken, 'ContentRefused'), [])
  const broken = await begin({ Kind: 'Html', Html: json.replace('"}', '",}') + letter })
  assert.deepEqual(await findingsOf(broken, 'ContentRefused'), [
    'Invalid HTML Content: JSON-LD script 1 is not valid JSON; tags such as [firstname] can stand inside its strings only.',
  ])
  const scripted = await begin({ Kind: 'Html', Html: json.replace('ld+json', 'ld+json;x') + letter })
  assert.match((await findingsOf(scripted, 'ContentRefused'))[0] ?? '', /JavaScript/)
})

test('an added unsubscribe link is a note with its position', async () => {
  const draft = await begin({ Kind: 'Html', Html: '<p>Hello</p><p>© Bloom, Canal 1</p>', Text: 'Hello\n© Bloom' })
  assert.deepEqual(await findingsOf(draft, 'UnsubscribeAdded'), [
    'HTML: at the end, below “Hello © Bloom, Canal 1”',
    'text: at the end, below “Hello © Bloom”',
  ])
  const own = await begin({ Kind: 'Html', Html: `<p>Hello</p>${exit}` })
  assert.deepEqual(await findingsOf(own, 'UnsubscribeAdded'), [])
})
