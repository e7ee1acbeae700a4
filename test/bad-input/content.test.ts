/**
 * Pages, style sheets and texts that were written to be slow, through everything that reads them: taking in, check, compile,
 * web version. Work is linear in their length, so each takes moments of processor time. FUZZ_SECONDS and FUZZ_SEED make it a longer or another run.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentTasksHere as tasks } from '../../src/delivery/content/tasks.ts'
import { deepestNesting } from '../../src/domain/content/nesting.ts'
import { effort } from '../harness/effort.ts'
import { assertMoments, processorMs } from '../harness/processor-time.ts'
import { oneOf, type Random, randomFrom } from './mutilate.ts'

const seconds = Number(process.env.FUZZ_SECONDS ?? effort(2, 600))
const firstSeed = Number(process.env.FUZZ_SEED ?? 1)
const length = 200_000

const pieces = [
  ...['<div>', '</div>', '<b>', '<p>', '<a href="https://x.example/">', '</a>', '<td>', '<table><tr><td>', '</table>'],
  ...[
    '<li>',
    '<ul>',
    '<span style="display:none">',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
  ],
  ...[
    '<unsubscribe>',
    '</unsubscribe>',
    '<layout label="">',
    '</layout>',
    '<repeater>',
    '</repeater>',
    '<$title$>',
    '<$imagesrc ',
  ],
  ...['<constructor src=x>', '<__proto__ href="#">', '<base href="/a/">', '<link rel=stylesheet href=x.css>'],
  ...[
    '<img srcset="',
    '<img src=',
    '<p style="',
    '<a href="',
    "<a href='",
    '"',
    "'",
    '<',
    '>',
    '=',
    '&',
    '&amp;',
    '&#x41;',
    ';',
  ],
  ...[
    '.',
    ',',
    ')',
    '(',
    '[',
    ']',
    '[firstname',
    ', fallback=',
    '[firstname]',
    '{{',
    '}}',
    '*|',
    '|*',
    '%%',
    '\\',
    '/',
    ' ',
    '\n',
    '\t',
  ],
  ...[
    'https://x.example/',
    'url(',
    'url("',
    '@import ',
    '@import "x.css"',
    '/*',
    '*/',
    'a{',
    'b,',
    '}',
    'color:red',
    '!important',
  ],
  ...[
    '<currentday',
    '<$currentday$>',
    'kept:web/',
    '\0',
    '\ufdd0',
    'ä',
    '😀',
    '\ud800',
    '[unsubscribe]',
    '<webversion>',
    '</body>',
  ],
] as const

function hostile(random: Random): string {
  let text = random() < 0.3 ? '<style>' : ''
  while (text.length < length) {
    const part = Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf(random, pieces)).join('')
    text += part.repeat(Math.ceil((random() * length) / part.length / (random() < 0.5 ? 1 : 20)))
  }
  return text.slice(0, length)
}

const key = { key: 1 }
const known = { fetched: new Map([['https://pages.example/x.css', undefined]]) }
const identity = {
  fromName: 'Carla',
  companyName: 'Bloom & Sons',
  postalAddress: '12 Garden Lane\nSampleton',
  imprintUrl: '',
}
const letter = { subject: 'News', fromEmail: 'carla@client.example', customFields: ['City'], identity }
const content = {
  ...{
    ...letter,
    clientId: 3,
    campaignId: 1,
    campaignPublicId: 'c',
    clientPublicId: 'd',
    fromName: 'Carla',
    replyTo: '',
  },
  ...{ publicUrl: 'https://mail.example', timeZone: 'Etc/UTC', startedAt: new Date(0), lists: [] },
}
const recipient = { number: 1, listId: 1, email: 'ada@reader.example', name: 'Ada', fields: { City: '<b>' } }

/** Every way a text goes through us. Each may refuse it, none may fail on it. */
async function everywhere(html: string, text: string): Promise<void> {
  const page = { url: 'https://pages.example/', body: Buffer.from(html), charset: 'utf-8' }
  const plain = { url: 'https://pages.example/text', body: Buffer.from(text), charset: undefined }
  await assertMoments('taking in a letter', () => tasks.draftPage({ html: page, text: plain, known }, key))
  await assertMoments('taking in a template', () => tasks.templatePage({ html: page, known }, key))
  const { findings } = await assertMoments('the check', () => tasks.readLetter({ ...letter, html, text }, key))
  assert.ok(findings.length < 3000, `${findings.length} findings`)
  const { links } = await assertMoments('compiling', () => tasks.compileDraft({ ...content, html, text }, key))
  await assertMoments('compiling without a text', () => tasks.compileDraft({ ...content, html, text: null }, key))
  const stored = links.map((url, index) => ({ url, number: index + 1 }))
  const input = { content: { ...content, html, text, links: stored }, recipient, token: 't'.repeat(36) }
  await assertMoments('the web version', () => tasks.webVersion(input, key))
  await assertMoments('the letter for friends', () => tasks.letterForFriend(input.content, key))
}

const exit = '<unsubscribe>Leave us</unsubscribe>'
const worst: readonly (readonly [what: string, html: string, text?: string])[] = [
  ['100,000 dots after an address', exit, `https://x.example/${'.'.repeat(100_000)}a`],
  ['100,000 brackets after an address', exit, `https://x.example/${')'.repeat(100_000)}`],
  ['100,000 commas in a srcset', `<img srcset="a${','.repeat(100_000)}b">${exit}`],
  ['100,000 spaces in a srcset', `<img srcset="${' '.repeat(100_000)}">${exit}`],
  ['150,000 nested elements', `${'<div>'.repeat(150_000)}${exit}`],
  ['12,000 nested elements', `${'<div>'.repeat(12_000)}${exit}`],
  ['2,000 links that are not closed', `${'<a href="https://x.example/">x'.repeat(2_000)}${exit}`],
  ['100,000 layouts that are closed and never opened', `${'</layout>'.repeat(100_000)}${exit}`],
  ['elements named as members of every object', `<constructor src=x><__proto__ href=x><toString background=x>${exit}`],
]
for (const [what, html, text = 'Leave: [unsubscribe]'] of worst)
  test(`it takes moments: ${what}`, { timeout: 600_000 }, () => everywhere(html, text))

test(`elements nested ${deepestNesting} deep are taken in and compiled, and deeper ones refused`, async () => {
  const page = (depth: number) => ({
    html: {
      url: 'https://pages.example/',
      body: Buffer.from(`<style>div { color: red }</style>${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}${exit}`),
      charset: 'utf-8',
    },
    text: undefined,
    known,
  })
  const taken = await tasks.draftPage(page(deepestNesting), key)
  assert.ok('html' in taken)
  await tasks.compileDraft({ ...content, html: taken.html, text: null }, key)
  const refused = { refused: 'NestedTooDeep', detail: 'Elements of the page are nested more than 512 deep.' }
  assert.deepEqual(await tasks.draftPage(page(deepestNesting + 1), key), refused)
  assert.deepEqual(await tasks.templatePage(page(deepestNesting + 1), key), refused)
})

test('many elements side by side are not nested, however few of them are closed', async () => {
  const side = `${'<p>x'.repeat(5000)}<ul>${'<li>x'.repeat(5000)}</ul><table>${'<tr><td>x'.repeat(5000)}</table><br>${exit}`
  const html = { url: 'https://pages.example/', body: Buffer.from(side), charset: 'utf-8' }
  assert.ok('html' in (await tasks.draftPage({ html, text: undefined, known }, key)))
})

test('a page does not become a hundred times as long by its base or its style sheets', async () => {
  const read = (body: string, css = '') => {
    const sheet = {
      url: 'https://pages.example/x.css',
      type: undefined,
      sheet: { body: Buffer.from(css), charset: 'utf-8' },
    }
    const fetched = new Map([['https://pages.example/x.css', sheet]])
    const html = { url: 'https://pages.example/', body: Buffer.from(body + exit), charset: 'utf-8' }
    return tasks.draftPage({ html, text: undefined, known: { fetched } }, key)
  }
  const base = `<base href="/${'b'.repeat(1500)}/">`
  const long = await read(base + '<a href=a>x</a>'.repeat(50_000))
  assert.match(JSON.stringify(long).slice(0, 300), /InvalidHtmlContent.*longer than 8000000 characters/)
  const imports = await read(`<style>${'@import "x.css";'.repeat(1000)}</style>`, 'a{color:red}'.repeat(10_000))
  assert.match(JSON.stringify(imports).slice(0, 300), /InvalidHtmlContent.*style sheets of the page are longer/)
  assert.ok('html' in (await read(`<a href=a>x</a><style>@import "x.css";</style>`, 'a{color:red}')))
})

test(`for ${seconds} s, whatever is written to be slow takes moments`, { timeout: 900_000 }, async t => {
  let seed = firstSeed
  for (let spentMs = 0; spentMs < seconds * 1000; seed++) {
    const random = randomFrom(seed)
    const [html, text] = [hostile(random), hostile(random)]
    spentMs += await processorMs(() =>
      everywhere(html, text).catch(error => assert.fail(`FUZZ_SEED=${seed}: ${error.message}`)),
    )
  }
  t.diagnostic(`${seed - firstSeed} pages of ${length} characters`)
})
