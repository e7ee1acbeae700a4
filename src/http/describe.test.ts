import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { namespace } from '../../test/harness/dial.ts'
import { exchangeBytes } from '../../test/harness/socket.ts'
import { apiScript } from '../describe/api-page.ts'
import { createLog } from '../lib/log.ts'
import { describeRoutes } from './describe.ts'
import { type HttpService, listen } from './server.ts'

const options = { host: '127.0.0.1', port: 0, maxBodyBytes: 10_000, requestSeconds: 30, log: createLog('silent') }
const routes = describeRoutes({ namespace })

let service: HttpService
let behindProxy: HttpService
before(async () => {
  service = await listen({ ...options, publicUrl: null }, routes)
  behindProxy = await listen({ ...options, publicUrl: 'https://mail.example.com' }, routes)
})
after(async () => {
  await service.stop(0)
  await behindProxy.stop(0)
})

const xml = 'text/xml; charset=utf-8'
const page = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

// reference/asmx.md §1.1
const cases: readonly (readonly [target: string, status: number, type: string, holds: string])[] = [
  ['/api/api.asmx?WSDL', 200, xml, '<wsdl:service name="api">'],
  ['/api/api.asmx?wsdl', 200, xml, '<wsdl:service name="api">'],
  ['/API/Api.ASMX?wSdL', 200, xml, '<wsdl:service name="api">'],
  ['/api/api.asmx?WSDL&x=1', 200, xml, '<wsdl:service name="api">'],
  ['/api/api.asmx?%77sdl', 200, xml, '<wsdl:service name="api">'],
  ['/api/api.asmx?disco', 200, xml, '<discovery '],
  ['/api/api.asmx?DISCO', 200, xml, '<discovery '],
  ['/api/api.asmx?schema=', 500, plain, 'Schema not found.\r\n'],
  ['/api/api.asmx?Schema=x', 500, plain, 'Schema not found.\r\n'],
  ['/api/api.asmx?wsdl=', 500, plain, 'XML Web service description was not found.\r\n'],
  ['/api/api.asmx?WSDL=x&disco', 500, plain, 'XML Web service description was not found.\r\n'],
  ['/api/api.asmx', 200, page, 'The following operations are supported.'],
  ['/api/api.asmx?', 200, page, 'The following operations are supported.'],
  ['/api/api.asmx?singleWsdl', 200, page, 'The following operations are supported.'],
  ['/api/api.asmx?wsdl&foo', 200, page, 'The following operations are supported.'],
  ['/api/api.asmx?foo=%zz', 200, page, 'The following operations are supported.'],
  ['/api/api.asmx?op=List.Create', 200, page, '<h2>List.Create</h2>'],
  ['/api/api.asmx?OP=List.Create', 200, page, '<h2>List.Create</h2>'],
  ['/api/api.asmx?op=list.create', 200, page, '<h2>Method Not Found</h2>'],
  ['/api/api.asmx?op=', 200, page, '<h2>Method Not Found</h2>'],
  ['/api/openapi.json', 200, 'application/json; charset=utf-8', '"openapi":"3.1.0"'],
  ['/api/client.ts', 200, plain, 'export function createClient('],
  ['/api/paths.ts', 200, plain, 'export interface paths {'],
  ['/api', 200, page, '<h1>Lettershop API</h1>'],
  ['/api/', 200, page, '<h1>Lettershop API</h1>'],
]

describe('GET', () => {
  for (const [target, status, type, holds] of cases) {
    test(`${target} answers ${status} ${type}`, async () => {
      const response = await fetch(`${service.url}${target}`)
      const body = await response.text()
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), type)
      assert.ok(body.includes(holds), body.slice(0, 300))
    })
  }

  for (const target of [
    '/api/api.asmx/',
    '/api/api.asmx/List.Create',
    '/api/json/List.Create',
    '/apis',
    '/api/none.js',
    '/api/client.test.ts',
    '/api/tsconfig.json',
  ]) {
    test(`${target} is left to others`, async () => {
      assert.equal((await fetch(`${service.url}${target}`)).status, 404)
    })
  }
})

test('the API page links to the files of the client, and scripts of other origins may read them', async () => {
  const body = await (await fetch(`${service.url}/api/`)).text()
  for (const path of ['/api/client.ts', '/api/paths.ts']) {
    assert.ok(body.includes(`<a href="${path}">`), path)
    const { headers } = await fetch(`${service.url}${path}`)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('HEAD answers the headers alone', async () => {
  const headers = { 'Accept-Encoding': 'identity' }
  const response = await fetch(`${service.url}/api/api.asmx?WSDL`, { method: 'HEAD', headers })
  assert.equal(response.status, 200)
  assert.ok(Number(response.headers.get('content-length')) > 100_000)
  assert.equal(await response.text(), '')
})

test('POST, PUT and DELETE are left to others', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.equal((await fetch(`${service.url}/api/api.asmx?WSDL`, { method })).status, 404, method)
})

test('without a public URL the address is the one asked for', async () => {
  const host = new URL(service.url).host
  const wsdl = await (await fetch(`${service.url}/api/api.asmx?WSDL`)).text()
  assert.equal(wsdl.split(`location="http://${host}/api/api.asmx"`).length, 5)
  const document = await (await fetch(`${service.url}/api/openapi.json`)).json()
  assert.deepEqual((document as { servers: unknown }).servers, [{ url: `http://${host}` }])
})

test('with a public URL every document names it and never the Host', async () => {
  const host = new URL(behindProxy.url).host
  for (const target of [
    '/api/api.asmx?WSDL',
    '/api/api.asmx?disco',
    '/api/api.asmx?op=List.Update',
    '/api/openapi.json',
    '/api/',
  ]) {
    const body = await (await fetch(`${behindProxy.url}${target}`)).text()
    assert.ok(body.includes('https://mail.example.com'), target)
    assert.ok(!body.includes(host), target)
  }
})

test('two callers who use different names for us each read their own', async () => {
  const wsdl = async (url: string) => (await fetch(`${url}/api/api.asmx?WSDL`)).text()
  const byName = service.url.replace('127.0.0.1', 'localhost')
  for (const url of [service.url, byName, service.url])
    assert.ok((await wsdl(url)).includes(`location="${url}/api/api.asmx"`))
})

test('sixty pipelined requests with sixty Hosts each read their own address', async () => {
  const { port } = new URL(service.url)
  for (const target of ['/api/', '/api/openapi.json', '/api/api.asmx?WSDL', '/api/api.asmx?op=List.Create']) {
    const requests = Array.from(
      { length: 60 },
      (_, n) =>
        `GET ${target} HTTP/1.1\r\nHost: host-${n}.example:${port}\r\n${n === 59 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    const answers = (await exchangeBytes(service.url, requests.join(''))).split(/(?=HTTP\/1\.1 200 OK\r\n)/)
    assert.equal(answers.length, 60, target)
    for (const [n, answer] of answers.entries())
      assert.deepEqual(new Set(answer.match(/host-\d+\.example/g)), new Set([`host-${n}.example`]))
    assert.doesNotMatch(answers.join(''), /lettershop\.invalid/)
  }
})

test('a Host that is no host of any URL is answered like any other', async () => {
  for (const target of ['/api/', '/api/api.asmx', '/api/api.asmx?op=List.Create', '/api/api.asmx?op=None']) {
    const answer = await exchangeBytes(
      service.url,
      `GET ${target} HTTP/1.1\r\nHost: 999.999.999.999\r\nConnection: close\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  }
})

describe('compression', () => {
  for (const target of [
    '/api/api.asmx?WSDL',
    '/api/api.asmx?disco',
    '/api/api.asmx',
    '/api/openapi.json',
    '/api/',
    '/api/client.ts',
    '/api/paths.ts',
    apiScript.path,
  ])
    for (const encoding of ['gzip', 'br'])
      test(`${target} is answered in ${encoding}, to the same bytes`, async () => {
        const ask = (accepted: string) =>
          fetch(`${behindProxy.url}${target}`, { headers: { 'Accept-Encoding': accepted } }) // fetch unpacks
        const [plain, packed] = [await ask('identity'), await ask(encoding)]
        assert.equal(plain.headers.get('content-encoding'), null)
        assert.equal(await packed.text(), await plain.text())
        for (const { headers } of [plain, packed])
          assert.equal(headers.get('vary'), target.endsWith('disco') ? null : 'Accept-Encoding')
        if (target.endsWith('disco')) return
        assert.equal(packed.headers.get('content-encoding'), encoding)
        const length = ({ headers }: Response) => Number(headers.get('content-length'))
        assert.ok(length(packed) < length(plain) / 2)
      })
})

test('a page lets no foreign script, style or frame in', async () => {
  for (const [target, script] of [
    ['/api/api.asmx', false],
    ['/api/api.asmx?op=List.Update', false],
    ['/api/', true],
  ] as const) {
    const policy = (await fetch(`${behindProxy.url}${target}`)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
    assert.equal(policy.includes("script-src 'self'"), script)
    assert.ok(policy.includes("frame-ancestors 'none'") && policy.includes("base-uri 'none'"))
    assert.doesNotMatch(policy, /unsafe|\*/)
  }
})

test('the script of the API page may be kept for ever, under a name that changes with it', async () => {
  const body = await (await fetch(`${service.url}/api/`)).text()
  const path = /<script type="module" src="(\/api\/api-[0-9a-f]{12}\.js)">/.exec(body)?.[1]
  const response = await fetch(`${service.url}${path}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
})
