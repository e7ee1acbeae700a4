/** The pages the scenario's templates and campaigns are made of, each as small as its subject allows. */
import { ZipFile } from 'yazl'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { type Page, serveWeb, type TestWeb } from '../harness/web.ts'

const exit = '<unsubscribe>Leave</unsubscribe>'
const line = '<singleline label="a">x</singleline>'
const contents = '<tableofcontents><$repeatertitle$></tableofcontents>'
const image = '<img editable="true" label="a"'

/** Templates that break one rule each (reference/wire.md §9). */
/** The lists of an account at listmonk, as its documentation shows them. */
const listmonkLists = {
  data: {
    results: [
      {
        id: 3,
        name: 'Spring readers',
        type: 'public',
        optin: 'double',
        tags: [],
        subscriber_count: 12,
        subscriber_statuses: { confirmed: 9, unconfirmed: 1, unsubscribed: 2 },
      },
      { id: 4, name: 'Customers', type: 'private', optin: 'single', tags: [], subscriber_count: 0 },
    ],
    total: 2,
    per_page: 100,
    page: 1,
  },
}

export const brokenTemplates = [
  ['TooManyRegions', `${line.repeat(1_001)}${exit}`],
  ['NoEditableRegion', `<p>x</p>${exit}`],
  ['NoClosingRepeater', `<repeater>${line}${exit}`],
  ['NoImageWidth', `${image}>${exit}`],
  ['NoEditableRegionInRepeater', `<repeater><p>x</p></repeater>${exit}`],
  ['NoOpeningRepeater', `${line}</repeater>${exit}`],
  ['NoClosingTableOfContents', `<tableofcontents><$repeatertitle$><repeater toc="true"><$title$></repeater>${exit}`],
  ['NoRepeaterTitle', `<tableofcontents></tableofcontents><repeater toc="true"><$title$></repeater>${exit}`],
  [
    'MultipleRepeaterTitles',
    `<tableofcontents><$repeatertitle$><$repeatertitle$></tableofcontents><repeater toc="true"><$title$></repeater>${exit}`,
  ],
  ['NoTableOfContents', `<$repeatertitle$><repeater toc="true"><$title$></repeater>${exit}`],
  ['TableOfContentsWithoutRepeater', `${contents}${line}${exit}`],
  ['NestedRepeaters', `<repeater>${line}<repeater>${line}</repeater></repeater>${exit}`],
  [
    'RepeaterWithMultipleRows',
    `<table><repeater><tr><td>${line}</td></tr><tr><td>x</td></tr></repeater></table>${exit}`,
  ],
  ['NoClosingSingleline', `<singleline label="a">x${exit}`],
  ['NoClosingMultiline', `<multiline label="a">x${exit}`],
  ['NoRepeaterWithTitle', `${contents}<repeater toc="true"><$description$></repeater>${exit}`],
  ['ContainsFlash', `${line}<embed src="film.swf">${exit}`],
  ['ContainsScript', `${line}<script>x()</script>${exit}`],
  ['ContainsJava', `${line}<applet code="x.class"></applet>${exit}`],
  ['NoUnsubscribeTag', line],
  ['UnsubscribeTagInComment', `${line}<!-- ${exit} -->`],
  ['UnsubscribeTagTooShort', `${line}<unsubscribe>no</unsubscribe>`],
  ['UnsubscribeTagContainsLink', `${line}<unsubscribe>Leave <a href="http://x.example/">now</a></unsubscribe>`],
  ['NoClosingUnsubscribeTag', `${line}<unsubscribe>Leave`],
  ['TextUnsubscribeTagInHtml', `${line}${exit} [unsubscribe]`],
  ['NestedUnsubscribeTag', `${line}<unsubscribe>Leave ${exit}</unsubscribe>`],
  ['UnsubscribeTagInLink', `${line}<a href="http://x.example/">${exit}</a>`],
  ['LayoutNotInRepeater', `<layout label="a">${line}</layout>${exit}`],
  ['NoClosingLayout', `<repeater><layout label="a">${line}</repeater>${exit}`],
  ['NoOpeningLayout', `<repeater>${line}</layout></repeater>${exit}`],
  ['NoEditableRegionInLayout', `<repeater>${line}<layout label="a">x</layout></repeater>${exit}`],
  [
    'LayoutWithMultipleRows',
    `<table><repeater><layout label="a"><tr><td>${line}</td></tr><tr></tr></layout></repeater></table>${exit}`,
  ],
  ['NoLayoutLabel', `<repeater><layout>${line}</layout></repeater>${exit}`],
] as const satisfies readonly (readonly [RefusalName, string])[]

/** Mails that break one rule each. */
export const brokenMails = [
  ['InvalidHtmlContent', `<p onclick="x()">x</p>${exit}`],
  ['ProblemsImportingLinks', `<a href="http://[bad/">x</a>${exit}`],
  ['LinkTooLong', `<a href="http://x.example/${'x'.repeat(2_000)}">x</a>${exit}`],
  ['TextUnsubscribeInHtml', `<p>[unsubscribe]</p>`],
  ['NestedTooDeep', `${'<div>'.repeat(513)}${exit}`],
  ['UnsubscribeTagTooShort', '<unsubscribe>no</unsubscribe>'],
  ['UnsubscribeTagContainsLink', '<unsubscribe>Leave <a href="http://x.example/">now</a></unsubscribe>'],
  ['NoClosingUnsubscribeTag', '<unsubscribe>Leave'],
  ['NestedUnsubscribeTag', `<unsubscribe>Leave ${exit}</unsubscribe>`],
  ['UnsubscribeTagInLink', `<a href="http://x.example/">${exit}</a>`],
] as const satisfies readonly (readonly [RefusalName, string])[]

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function servePages(): Promise<TestWeb> {
  const pages: Record<string, Page> = {
    '/feed.xml': {
      type: 'application/rss+xml',
      body: '<rss version="2.0"><channel><title>Bloom</title><link>https://bloom.example/</link><item><guid isPermaLink="false">1</guid><title>The [firstname] tulips</title><link>https://bloom.example/tulips</link><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate><description>&lt;p&gt;They are out.&lt;/p&gt;</description></item></channel></rss>',
    },
    '/letter.html': { body: `<img src="dot.png">${line}${exit}` },
    '/letter.zip': { type: 'application/zip', body: await zipOf('dot.png', dot) },
    '/shot.png': { type: 'image/png', body: dot },
    '/hook': { status: 204 },
    '/plain.html': { body: `${line}${exit}` },
    '/mail.html': { body: `<p><a href="http://bloom.example/">Tulips</a> ${exit}</p>` },
    '/mail.txt': { type: 'text/plain', body: 'Tulips: http://bloom.example/ Leave: [unsubscribe]' },
  }
  pages['/listmonk/api/lists'] = { type: 'application/json', body: JSON.stringify(listmonkLists) }
  pages['/closed/api/lists'] = { type: 'application/json', status: 401, body: '{"message":"invalid credentials"}' }
  for (const [refusal, body] of brokenTemplates) pages[`/broken/${refusal}.html`] = { body }
  for (const [refusal, body] of brokenMails) pages[`/mail/${refusal}.html`] = { body }
  return serveWeb(pages)
}

async function zipOf(name: string, bytes: Buffer): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(bytes, name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
