import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, namespace } from '../../test/harness/wires.ts'
import { allOperations } from '../contract/operations.ts'
import { wires } from './wires.ts'

const front = wires({ namespace, operations: allOperations, authenticate: async () => {} })
const passes = (method: string, path: string) =>
  front({
    method,
    path,
    query: '',
    headers: {},
    body: Buffer.alloc(0),
    publicUrl: '',
    remote: '',
    id: 'request 1',
  }) === undefined

// reference/asmx.md §1.1
test('documents and other addresses are not handled', () => {
  assert.ok(passes('GET', '/api/api.asmx'))
  assert.ok(passes('GET', '/API/API.ASMX'))
  for (const path of [
    '/',
    '/api/api.asmxx',
    '/api/api.asm',
    '/api/other.asmx/List.Create',
    '/api/json',
    '/x/api/api.asmx',
  ]) {
    assert.ok(passes('POST', path), path)
  }
})

for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
  test(`${method} of the address is 405 with Allow`, async () => {
    const { status, headers, text } = await exchange({ method, path: '/api/api.asmx' })
    assert.equal(status, 405)
    assert.equal(headers.Allow, 'GET, POST')
    assert.match(text, /Request format is unrecognized\./)
  })
  test(`${method} of an operation is 500 in HTML`, async () => {
    const { status, headers, text, calls } = await exchange({ method, path: '/api/api.asmx/Client.Create' })
    assert.equal(status, 500)
    assert.equal(headers['Content-Type'], 'text/html; charset=utf-8')
    assert.match(text, /unexpectedly ending in &#39;\/Client\.Create&#39;\./)
    assert.deepEqual(calls, [])
  })
}

for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
  test(`${method} of the address with a trailing slash is 500 in HTML`, async () => {
    const { status, text } = await exchange({ method, path: '/api/api.asmx/' })
    assert.equal(status, 500)
    assert.match(text, /unexpectedly ending in &#39;\/&#39;\./)
  })
}

test('text from a path is escaped in HTML', async () => {
  const { text } = await exchange({ method: 'PUT', path: '/api/api.asmx/%3Cscript%3E' })
  assert.doesNotMatch(text, /<script>/)
})

test('POST of an operation is a form even if the body is SOAP', async () => {
  const { text } = await exchange({
    path: '/api/api.asmx/Client.GetDetail',
    headers: { 'content-type': 'text/xml', soapaction: `"${namespace}Client.GetDetail"` },
    body: '<a/>',
  })
  assert.equal(text, 'Request format is invalid: text/xml.\r\n')
})
