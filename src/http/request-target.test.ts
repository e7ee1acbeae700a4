/** What a request asks for, over real sockets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exchangeBytes } from '../../test/harness/socket.ts'
import type { Route } from '../lib/http.ts'
import { createLog } from '../lib/log.ts'
import { type HttpService, listen } from './server.ts'

/** Answers with the target of the request. */
const echo: Route = async ({ method, path, query, headers, publicUrl }) => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: [method, path, query, publicUrl === `http://${headers.host}` ? publicUrl : 'two hosts'].join(' | '),
})

let service: HttpService
let own: string
before(async () => {
  const options = { host: '127.0.0.1', port: 0, maxBodyBytes: 1_000, requestSeconds: 60, log: createLog('silent') }
  service = await listen({ ...options, publicUrl: null }, [echo])
  own = service.url
})
after(() => service?.stop(0))

async function ask(
  head: string,
): Promise<{ readonly status: number; readonly headers: string; readonly body: string }> {
  const answer = await exchangeBytes(service.url, `${head}\r\nConnection: close\r\n\r\n`)
  const [headers = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(headers.slice(9, 12)), headers, body }
}

describe('a request is answered', () => {
  const rows: readonly (readonly [name: string, head: string, expected: () => string])[] = [
    [
      'of HTTP/1.0 without a Host, at the address it reached',
      'GET /health HTTP/1.0',
      () => `GET | /health |  | ${own}`,
    ],
    ['of HTTP/1.0 with a Host', 'GET /a?b HTTP/1.0\r\nHost: x.example', () => 'GET | /a | b | http://x.example'],
    ['of HTTP/1.1', 'GET /a?b?c HTTP/1.1\r\nHost: x.example:81', () => 'GET | /a | b?c | http://x.example:81'],
    [
      'in absolute form, of whose host it counts',
      'GET http://y.example:8080/api/api.asmx?op=Client.Create HTTP/1.1\r\nHost: x.example',
      () => 'GET | /api/api.asmx | op=Client.Create | http://y.example:8080',
    ],
    [
      'in absolute form, in any case',
      'GET HTTPS://[2001:db8::1]/A HTTP/1.1\r\nHost: x',
      () => 'GET | /A |  | http://[2001:db8::1]',
    ],
    [
      'in absolute form without a path',
      'GET http://y.example HTTP/1.1\r\nHost: x',
      () => 'GET | / |  | http://y.example',
    ],
    [
      'in absolute form without a path, with a query',
      'GET http://y.example?a=/b HTTP/1.1\r\nHost: x',
      () => 'GET | / | a=/b | http://y.example',
    ],
    [
      'in absolute form of HTTP/1.0 without a Host',
      'GET http://y.example/a HTTP/1.0',
      () => 'GET | /a |  | http://y.example',
    ],
    [
      'with doubled slashes below /api',
      'GET //API///api.asmx//Client.Create?a=//b HTTP/1.1\r\nHost: x',
      () => 'GET | /API/api.asmx/Client.Create | a=//b | http://x',
    ],
    [
      'with doubled slashes after a host',
      'GET http://y.example//api//json HTTP/1.1\r\nHost: x',
      () => 'GET | /api/json |  | http://y.example',
    ],
    // what a proxy keeps private has one spelling
    [
      'with other doubled slashes, as they are',
      'GET //metrics HTTP/1.1\r\nHost: x',
      () => 'GET | //metrics |  | http://x',
    ],
    [
      'with slashes in escapes, as they are',
      'GET /api/%2F%2Fa HTTP/1.1\r\nHost: x',
      () => 'GET | /api/%2F%2Fa |  | http://x',
    ],
    ['whose path only begins like ours', 'GET /apis//a HTTP/1.1\r\nHost: x', () => 'GET | /apis//a |  | http://x'],
  ]
  for (const [name, head, expected] of rows)
    test(name, async () => {
      const { status, body } = await ask(head)
      assert.deepEqual([status, body], [200, expected()])
    })
})

describe('a request is refused with 400', () => {
  const rows: readonly (readonly [name: string, head: string])[] = [
    ['of HTTP/1.1 without a Host', 'GET / HTTP/1.1'],
    ['with an empty Host', 'GET / HTTP/1.1\r\nHost: '],
    ['with two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y'],
    ['of HTTP/1.0 with two Hosts', 'GET / HTTP/1.0\r\nHost: x\r\nHost: y'],
    ['in absolute form with two Hosts', 'GET http://y.example/ HTTP/1.1\r\nHost: x\r\nHost: y'],
    ['in absolute form with a name before its host', 'GET http://me@y.example/ HTTP/1.1\r\nHost: x'],
    ['in absolute form without a host', 'GET http:///a HTTP/1.1\r\nHost: x'],
    ['in absolute form with markup for a host', 'GET http://<b>/a HTTP/1.1\r\nHost: x'],
    ['in absolute form of another kind', 'GET ftp://y.example/a HTTP/1.1\r\nHost: x'],
    ['for the server itself, with another method than OPTIONS', 'GET * HTTP/1.1\r\nHost: x'],
  ]
  for (const [name, head] of rows) test(name, async () => assert.equal((await ask(head)).status, 400))
})

test('OPTIONS * is answered without asking any route', async () => {
  for (const head of ['OPTIONS * HTTP/1.0', 'OPTIONS * HTTP/1.1\r\nHost: x']) {
    const { status, headers, body } = await ask(head)
    assert.deepEqual([status, body], [200, ''])
    assert.match(headers, /\r\nAllow: GET, HEAD, POST, PUT, DELETE, OPTIONS(\r\n|$)/)
  }
})
