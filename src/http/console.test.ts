import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buildConsole, runConsoleBuild } from '../../test/harness/console-page.ts'
import { effort } from '../../test/harness/effort.ts'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { until } from '../../test/harness/until.ts'
import type { Answer, Request } from '../lib/http.ts'
import { consoleRoute } from './console.ts'
import { type ConsoleBuild, consoleFolder, plainBytes, readConsoleBuild } from './console-build.ts'

/** As the server gives it to a route. */
function asked(path: string, more: Partial<Request> = {}): Request {
  return {
    ...{ method: 'GET', path, query: '', headers: {}, body: Buffer.alloc(0), remote: '127.0.0.1', id: '1' },
    publicUrl: 'http://127.0.0.1:8080',
    ...more,
  }
}

let build: ConsoleBuild
before(async () => {
  await buildConsole()
  build = (await readConsoleBuild())!
})

const answerOf = async (request: Request, contentUrl: string | null = null, served: ConsoleBuild | undefined = build) =>
  (await consoleRoute({ build: served, contentUrl })(request)) as Answer | undefined

const screens = ['/', '/sign-in', '/profile/sessions', `/clients/${'f'.repeat(32)}/lists`, '/accept-invitation']
for (const path of screens)
  test(`${path} is the page of the console`, async () => {
    const { status, headers, body } = (await answerOf(asked(path)))!
    assert.equal(status, 200)
    assert.equal(headers['Content-Type'], 'text/html; charset=utf-8')
    assert.equal(headers['Cache-Control'], 'no-store')
    assert.match(String(body), /<div id="console">/)
  })

for (const [method, path] of [
  ['POST', '/'],
  ['GET', '/api/'],
  ['GET', '/wp-login.php'],
  ['GET', '/u/token'],
  ['GET', '/sign-in.php'],
  ['GET', '//sign-in'],
] as const)
  test(`${method} ${path} is not a path of the console`, async () => {
    assert.equal(await answerOf(asked(path, { method })), undefined)
  })

test('each answer has a nonce of its own, on every script and style of the page and in its policy', async () => {
  const pages = await Promise.all([answerOf(asked('/')), answerOf(asked('/'))])
  const nonces = pages.map(page => /'nonce-([\w-]{24})'/.exec(page!.headers['Content-Security-Policy']!)![1]!)
  assert.notEqual(nonces[0], nonces[1])
  for (const [n, page] of pages.entries()) {
    const text = String(page!.body)
    const tags = text.match(/<(?:script|style|link rel="(?:stylesheet|modulepreload)")[^>]*>/g)!
    assert.ok(tags.length > 2)
    for (const tag of tags) assert.ok(tag.includes(`nonce="${nonces[n]}"`), tag)
    assert.equal(text.includes('nonce-of-this-answer'), false)
  }
})

for (const [publicUrl, contentUrl, expected] of [
  ['http://localhost:8080', null, 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:8080', null, 'http://localhost:8080'],
  ['https://mail.agency.example', null, 'https://mail.agency.example'],
  ['https://mail.agency.example', 'https://content.example', 'https://content.example'],
] as const)
  test(`at ${publicUrl}${contentUrl ? ` with ${contentUrl}` : ''} frames come from ${expected} alone`, async () => {
    const { headers } = (await answerOf(asked('/', { publicUrl }), contentUrl))!
    const policy = headers['Content-Security-Policy']!.split('; ')
    assert.ok(policy.includes(`frame-src ${expected}`))
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", 'trusted-types default'])
      assert.ok(policy.includes(rule), rule)
    assert.doesNotMatch(headers['Content-Security-Policy']!, /unsafe|https?:\/\/(?!127|localhost|mail|content)|\*/)
    assert.equal(headers['Cross-Origin-Opener-Policy'], 'same-origin')
    assert.equal(headers['Referrer-Policy'], 'no-referrer')
  })

test('files are immutable, of a known type, and come as Brotli, gzip or plain', async () => {
  for (const [path, { bytes }] of build.files) {
    const ask = (encoding: string) => answerOf(asked(path, { headers: { 'accept-encoding': encoding } }))
    const asIs = (await ask('identity'))!
    assert.equal(asIs.headers['Cache-Control'], 'public, max-age=31536000, immutable')
    assert.equal(asIs.headers['X-Content-Type-Options'], 'nosniff')
    const plain = asIs.body as Buffer
    assert.ok(plain.equals(await readFile(join(consoleFolder, path))), path)
    assert.match(path, /-[\w-]{8}\.(?:js|css|svg|woff2)$/)
    if (path.endsWith('.woff2')) continue
    assert.ok('br' in bytes, path)
    assert.equal((await ask('gzip, br'))!.headers['Content-Encoding'], 'br')
    assert.deepEqual(brotliDecompressSync((await ask('br'))!.body as Buffer), plain)
    assert.deepEqual(gunzipSync((await ask('gzip'))!.body as Buffer), plain)
  }
})

for (const path of ['/console/none.js', '/console/', '/console/../package.json', '/console/%2e%2e%2fpackage.json'])
  test(`${path} is no file of the console`, async () => {
    const { status, headers } = (await answerOf(asked(path)))!
    assert.equal(status, 404)
    assert.equal(headers['Cache-Control'], 'no-store')
  })

test('no source map is handed out, and no file names another host', async () => {
  for (const [path, file] of build.files) {
    assert.equal(path.endsWith('.map'), false)
    if (path.endsWith('.css')) assert.doesNotMatch((await plainBytes(file)).toString(), /url\((?!\/console\/|data:)/)
  }
})

test('where the console was not built, the root says what to do and every other address is left to others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-console-'))
  assert.equal(await readConsoleBuild(folder), undefined)
  await rm(folder, { recursive: true })
  const route = consoleRoute({ build: undefined, contentUrl: null })
  const { status, body } = (await route(asked('/'))) as Answer
  assert.equal(status, 503)
  assert.match(String(body), /npm run build/)
  assert.equal(route(asked('/sign-in')), undefined)
})

/** Each builds for ten seconds: in the long run only. `npm ci` has built once. */
const builders = effort(0, 2)
if (builders > 0)
  test('processes that build at the same moment do not disturb each other, nor one that reads', async () => {
    const mark = join(consoleFolder, 'build.json')
    const before = await readFile(mark, 'utf8')
    await writeFile(mark, JSON.stringify({ ...JSON.parse(before), inputs: 'of other sources' }))
    const built = Promise.all(Array.from({ length: builders }, runConsoleBuild))
    let isBuilding = true
    void built.finally(() => {
      isBuilding = false
    })
    while (isBuilding) {
      assert.ok((await readConsoleBuild()) !== undefined)
      await pause(20)
    }
    await built
    assert.equal(await readFile(mark, 'utf8'), before)
    const left = async () => (await readdir(dirname(consoleFolder))).filter(name => name.startsWith('dist'))
    // other tests may build as well
    await until(async () => (await left()).join() === 'dist', 'nothing but the build is left')
  })

describe('by its role', () => {
  let services: Readonly<Record<'both' | 'api' | 'console', TestService>>
  before(async () => {
    const [both, api, console] = await Promise.all(
      ['api,console', 'api', 'console'].map(roles => startTestService({ LETTERSHOP_ROLES: roles })),
    )
    services = { both: both!, api: api!, console: console! }
  })
  after(() => Promise.all(Object.values(services ?? {}).map(service => service.stop())))

  const get = async (url: string) => fetch(url, { redirect: 'manual', headers: { Accept: 'text/html' } })

  test('with the role the root is the console, and the API page stays where it is', async () => {
    assert.match(await (await get(services.both.url)).text(), /<div id="console">/)
    assert.equal((await get(`${services.both.url}/api/`)).status, 200)
  })

  test('without the role the root leads to the API page', async () => {
    const response = await get(services.api.url)
    assert.deepEqual([response.status, response.headers.get('location')], [302, '/api/'])
    assert.equal((await get(`${services.api.url}/sign-in`)).status, 404)
  })

  test('without the role api it serves the JSON wire and the stream alone', async () => {
    const { url, login } = services.console
    assert.match(await (await get(url)).text(), /<div id="console">/)
    assert.equal((await services.console.call('User.GetClients', {})).status, 200)
    const stream = await fetch(`${url}/api/events/stream`)
    assert.equal(stream.status, 401)
    await stream.body?.cancel()
    for (const path of ['/api/', '/api/openapi.json', `/api/api.asmx/User.GetClients?ApiKey=${login.apiKey}`])
      assert.equal((await get(url + path)).status, 404, path)
  })
})
