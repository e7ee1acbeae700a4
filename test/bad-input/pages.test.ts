/** Pages, pictures and zip files from strangers, over every wire: refused by name, fetched no further than allowed, nothing kept. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import type { OperationName } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { traces } from '../harness/caller.ts'
import { assertRefused, call, type Values, wiresOf } from '../harness/dial.ts'
import { type Page, serveWeb, type TestWeb } from '../harness/web.ts'
import { goodValues, startTarget, type Target } from './world.ts'

/** One file; its name is put in place of one of the same length afterwards, since yazl writes no bad ones. */
async function zip(name: string, content: Buffer | string = 'GIF89a', mode = 0o100644): Promise<Buffer> {
  const file = new ZipFile()
  const placeholder = 'x'.repeat(name.length)
  file.addBuffer(Buffer.from(content), placeholder, { mode })
  file.end()
  const bytes = await buffer(file.outputStream)
  for (let at = bytes.indexOf(placeholder); at >= 0; at = bytes.indexOf(placeholder, at + 1)) bytes.write(name, at)
  return bytes
}

async function manyEntries(): Promise<Buffer> {
  const file = new ZipFile()
  for (let n = 0; n < 501; n++) file.addBuffer(Buffer.from('x'), `${n}.png`)
  file.end()
  return buffer(file.outputStream)
}

const html = (body: string): Page => ({ body: `<html><body>${body}<unsubscribe>Leave us</unsubscribe></body></html>` })
const endless: RequestListener = (_request, response) => {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}
const redirect = (location: string): Page => ({ status: 302, headers: { location } })

let web: TestWeb
before(async () => {
  const zips: Record<string, Buffer> = {
    '/upwards.zip': await zip('../../evil.png'),
    '/absolute.zip': await zip('/etc/evil.png'),
    '/windows.zip': await zip('..\\evil.png'),
    '/nul.zip': await zip('a\0evil.png'),
    '/link.zip': await zip('evil.png', '/etc/passwd', 0o120777),
    '/device.zip': await zip('evil.png', '', 0o060666),
    '/bomb.zip': await zip('evil.css', Buffer.alloc(15_000_000)),
    '/entries.zip': await manyEntries(),
    '/cut.zip': (await zip('a.png')).subarray(0, 50),
    '/none.zip': Buffer.from('PK\x05\x06 hello'),
  }
  web = await serveWeb({
    '/good': html('<multiline>News</multiline>'),
    '/script': html('<multiline>News</multiline><script>alert(1)</script>'),
    '/onload': html('<multiline>News</multiline><img src="http://a.example/a.png" onerror="alert(1)">'),
    '/flash': html('<multiline>News</multiline><embed src="a.swf">'),
    '/java': html('<multiline>News</multiline><applet code="A"></applet>'),
    '/bare': html('News'),
    '/blank': { body: ' ' },
    '/picture': { body: 'GIF89a', type: 'image/gif' },
    '/endless': endless,
    '/bomb': { body: gzipSync(Buffer.alloc(50_000_000)), headers: { 'content-encoding': 'gzip' } },
    '/cut': (_request, response) => {
      response.writeHead(200, { 'content-length': 1000, 'content-type': 'text/html' })
      response.write('<html>')
      setImmediate(() => response.destroy())
    },
    '/loop': redirect('/loop'),
    '/to-file': redirect('file:///etc/passwd'),
    '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
    '/to-smtp': redirect('http://127.0.0.1:25/'),
    '/error': { status: 500, body: '<html>' },
    ...Object.fromEntries(Object.entries(zips).map(([path, body]) => [path, { body, type: 'application/zip' }])),
  })
})
after(() => web?.close())

const badPages = [
  '/nowhere',
  '/error',
  '/blank',
  '/picture',
  '/endless',
  '/bomb',
  '/cut',
  '/loop',
  '/to-file',
  '/to-metadata',
  '/to-smtp',
]
const zipNames = ['upwards', 'absolute', 'windows', 'nul', 'link', 'device', 'bomb', 'entries', 'cut', 'none']

type Row = readonly [operation: OperationName, values: Values, refusal: RefusalName]
function rows(): readonly Row[] {
  const at = (path: string) => web.url + path
  const rowsFor = (
    operation: OperationName,
    parameter: string,
    paths: readonly string[],
    refusal: RefusalName,
  ): Row[] =>
    paths.map(path => [operation, { HTMLPageURL: at('/good'), HtmlUrl: at('/good'), [parameter]: at(path) }, refusal])
  return [
    ...rowsFor('Template.Create', 'HTMLPageURL', badPages, 'InvalidHtmlPageUrl'),
    ...rowsFor('Template.Create', 'HTMLPageURL', ['/script', '/onload'], 'ContainsScript'),
    ...rowsFor('Template.Create', 'HTMLPageURL', ['/flash'], 'ContainsFlash'),
    ...rowsFor('Template.Create', 'HTMLPageURL', ['/java'], 'ContainsJava'),
    ...rowsFor('Template.Create', 'HTMLPageURL', ['/bare'], 'NoEditableRegion'),
    ...rowsFor(
      'Template.Create',
      'ZipFileURL',
      zipNames.map(name => `/${name}.zip`),
      'InvalidZipFileUrl',
    ),
    ...rowsFor('Template.Create', 'ZipFileURL', ['/nowhere', '/good', '/endless'], 'InvalidZipFileUrl'),
    ...rowsFor('Template.Create', 'ScreenshotURL', ['/nowhere', '/good', '/endless', '/bomb'], 'InvalidScreenshotUrl'),
    ...rowsFor('Template.Update', 'HTMLPageURL', ['/nowhere', '/endless'], 'InvalidHtmlPageUrl'),
    ...rowsFor('Template.Update', 'ZipFileURL', ['/upwards.zip', '/bomb.zip'], 'InvalidZipFileUrl'),
    ...rowsFor('Campaign.Create', 'HtmlUrl', badPages, 'InvalidHtmlContent'),
    ...rowsFor('Campaign.Create', 'TextUrl', ['/nowhere', '/error', '/picture', '/endless'], 'InvalidTextUrl'),
  ]
}

/** What operations take besides; the shared table of rows names parameters of both. */
function valuesOf(target: Target, operation: OperationName, values: Values): Values {
  const good = goodValues(target)[operation]
  const own = Object.entries(values).filter(([name]) => name in good)
  return { ApiKey: target.home.accountKey, ...good, ...Object.fromEntries(own) }
}

describe('what a page, picture or zip may not be', () => {
  let target: Target
  before(async () => {
    target = await startTarget()
  })
  after(() => target?.stop())

  test('each is refused by its name on each wire and leaves nothing behind', async () => {
    const { db, url } = target.service
    const before = await traces(db)
    for (const [operation, values, refusal] of rows())
      for (const wire of wiresOf(operation)) {
        const reply = await call(url, wire, operation, valuesOf(target, operation, values))
        assertRefused(wire, operation, reply, refusal, JSON.stringify(values))
      }
    assert.deepEqual(await traces(db), before)
  })
})

describe('with private addresses closed, as they are unless set otherwise', () => {
  let target: Target
  before(async () => {
    target = await startTarget({ LETTERSHOP_FETCH_PRIVATE: 'false' })
  })
  after(() => target?.stop())

  test('nothing inside is reached, and what is there reads as what is not', async () => {
    const { db, url } = target.service
    const port = new URL(web.url).port
    const inside = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `0.0.0.0:${port}`,
      `2130706433:${port}`,
      `0x7f.1:${port}`,
      `0177.0.0.1:${port}`,
      `127.1:${port}`,
      '127.0.0.1:59999',
      '169.254.169.254',
      '10.0.0.1',
    ]
    const before = await traces(db)
    const asked = web.asked.length
    const answers = new Map<string, string>()
    for (const host of inside) {
      const values = valuesOf(target, 'Template.Create', { HTMLPageURL: `http://${host}/good` })
      for (const wire of ['soap11', 'json'] as const) {
        const reply = await call(url, wire, 'Template.Create', values)
        assertRefused(wire, 'Template.Create', reply, 'InvalidHtmlPageUrl', host)
        if (wire === 'json') answers.set(host, reply.text)
      }
    }
    assert.equal(answers.get(`127.0.0.1:${port}`), answers.get('127.0.0.1:59999'), 'an open port and a closed one')
    assert.deepEqual(web.asked.slice(asked), [])
    assert.deepEqual(await traces(db), before)
  })
})
