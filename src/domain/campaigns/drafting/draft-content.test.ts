import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { gif, png } from '../../../../test/harness/images.ts'
import { seed, type World } from '../../../../test/harness/seed.ts'
import { zipOf } from '../../../../test/harness/zip.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { contentTasksHere } from '../../../delivery/content/tasks.ts'
import { importContent, readContentFromZip } from './draft-content.ts'

const asked: string[] = []
let database: TestDatabase
let world: World

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const parts = () => ({
  db: database.db,
  contentTasks: contentTasksHere,
  async fetch(url: string) {
    asked.push(url)
    return { url, status: 200, mediaType: 'image/png', charset: undefined, body: png }
  },
})
const exit = '<unsubscribe>Leave</unsubscribe>'
const fromZip = async (files: Readonly<Record<string, Buffer | string>>) =>
  readContentFromZip(parts(), world.client.clientId, await zipOf(files))
const refusedWith = (refusal: string, detail: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.refusal === refusal && detail.test(error.detail ?? '')

test('HTML of a call keeps its bytes, images with an address are kept, and what is relative stays', async () => {
  const html = `<!--[if mso]>\r\n <p>x</p><![endif]--><meta charset="iso-8859-1"><p>Grüße<img src="a.png"><img src="https://x.example/b.png"><a href="#top">top</a>${exit}`
  const content = await importContent(parts(), world.client.clientId, html, null)
  assert.equal(content.html.replace(/kept:web\/\w+/, 'KEPT'), html.replace('https://x.example/b', 'KEPT'))
  assert.equal(content.files.length, 1)
  assert.deepEqual(asked, ['https://x.example/b.png'], 'nothing is asked for what is relative')
  assert.equal(content.text, null)
})

test('text of a call gets a way out', async () => {
  const { text, html } = await importContent(parts(), world.client.clientId, '<p>x</p>', 'Hello')
  assert.match(text ?? '', /^Hello\n\n.*\[unsubscribe\]\n$/)
  assert.match(html, /<unsubscribe[ >]/)
})

test('a page of a zip brings its images, style sheets and text along', async () => {
  const content = await fromZip({
    'letter/index.html': `<link rel="stylesheet" href="css/a.css"><img src="img/a.png"><img src="gone.gif">${exit}`,
    'letter/index.txt': 'Text [unsubscribe]',
    'letter/css/a.css': 'p { background: url(../img/b.gif) }',
    'letter/img/a.png': png,
    'letter/img/b.gif': gif,
    'letter/about.html': 'x',
    '__MACOSX/letter/index.html': 'x',
  })
  assert.equal(
    content.html,
    `<style>\np { background: url(kept:zip/letter/img/b.gif) }\n</style><img src="kept:zip/letter/img/a.png"><img src="gone.gif">${exit}`,
  )
  assert.equal(content.text, 'Text [unsubscribe]')
  assert.deepEqual(
    content.files.map(({ path, mediaType }) => `${path} ${mediaType}`),
    ['zip/letter/img/a.png image/png', 'zip/letter/img/b.gif image/gif'],
  )
})

test('a page in a folder of a zip shows what is beside its folder, by paths upwards and from the top', async () => {
  const content = await fromZip({
    'html/index.html': `<link rel=stylesheet href="../css/a.css"><img src="../img/a.png"><img src="img/a.png"><img src="../html/own.gif"><img src="../../img/a.png"><img src="..\\img\\a.png">${exit}`,
    'css/a.css': 'p { background: url(../img/b.gif) }',
    'img/a.png': png,
    'img/b.gif': gif,
    'html/own.gif': gif,
  })
  const a = '<img src="kept:zip/img/a.png">'
  assert.equal(
    content.html,
    `<style>\np { background: url(kept:zip/img/b.gif) }\n</style>${a}${a}<img src="kept:zip/html/own.gif"><img src="../../img/a.png">${a}${exit}`,
  )
})

test('the only page of a zip needs no certain name, and says its own charset', async () => {
  const { html } = await fromZip({ 'Letter.HTM': Buffer.from(`<meta charset="iso-8859-1"><p>Grüße${exit}`, 'latin1') })
  assert.match(html, /Grüße/)
})

const refused: readonly (readonly [what: string, files: Record<string, string>, refusal: string, detail: RegExp])[] = [
  ['no page', { 'a.txt': 'x' }, 'InvalidZip', /no HTML file/],
  ['two pages', { 'a.html': 'x', 'b.html': 'x' }, 'InvalidZip', /several HTML files/],
  ['an empty page', { 'a.html': ' ' }, 'InvalidHtmlContent', /empty/],
  ['a script', { 'a.html': '<script>x()</script>' }, 'InvalidHtmlContent', /JavaScript/],
  ['a deep page', { 'a.html': '<div>'.repeat(600) }, 'NestedTooDeep', /512/],
  [
    'a page that leads nowhere',
    { 'a.html': `<a href="page.html">x</a>${exit}` },
    'ProblemsImportingLinks',
    /page\.html/,
  ],
  ['HTML as text', { 'a.html': 'x', 'a.txt': '<html>' }, 'InvalidTextUrl', /HTML/],
  ['too much', { 'a.html': randomBytes(1_000_001).toString('hex') }, 'InvalidHtmlContent', /2000000 bytes/],
]
for (const [what, files, refusal, detail] of refused) {
  test(`a zip is refused for ${what}`, async () => {
    await assert.rejects(fromZip(files), refusedWith(refusal, detail))
  })
}

test('bytes that are no zip are refused', async () => {
  await assert.rejects(
    readContentFromZip(parts(), world.client.clientId, Buffer.from('PK\x03\x04 no')),
    refusedWith('InvalidZip', /zip/),
  )
})
