/** The typed client against a real service, and against other servers. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { firstLogin, startTestService, type TestService } from '../../test/harness/service.ts'
import { serveWeb } from '../../test/harness/web.ts'
import { allOperations } from '../contract/operations.ts'
import { createClient, type Lettershop, LettershopError, NoAnswerError, type OperationName } from './client.ts'

let service: TestService
let lettershop: Lettershop
before(async () => {
  service = await startTestService()
  lettershop = createClient({ url: service.url, key: service.login.apiKey })
})
after(() => service.stop())

const person = { ContactName: 'Ina', Country: 'Germany', Timezone: 'Europe/Berlin' }

test('an operation returns its value unchanged: text, a record, a list, a Result', async () => {
  const ClientID = await lettershop.call('Client.Create', {
    ...person,
    CompanyName: 'Bloom & Söhne',
    EmailAddress: 'ina@bloom.example',
  })
  const { BasicDetails } = await lettershop.call('Client.GetDetail', { ClientID })
  assert.equal(BasicDetails?.CompanyName, 'Bloom & Söhne')
  const clients = await lettershop.call('User.GetClients')
  assert.deepEqual(
    clients.map(client => client.Name),
    ['Bloom & Söhne'],
  )
  const result = await lettershop.call('Client.SetOptions', { ClientID, SendOnlyReady: true })
  assert.deepEqual(result, { Code: 0, Message: 'Success' })
})

test('a call with an idempotencyKey creates once, however often it is repeated', async () => {
  const parameters = { ...person, CompanyName: 'Once', EmailAddress: 'once@bloom.example' }
  const options = { idempotencyKey: 'client once' }
  const first = await lettershop.call('Client.Create', parameters, options)
  assert.equal(await lettershop.call('Client.Create', parameters, options), first)
  const other = { ...parameters, CompanyName: 'Twice' }
  await assert.rejects(lettershop.call('Client.Create', other, options), { name: 'LettershopError', code: 16 })
  await assert.rejects(lettershop.call('Client.Create', parameters), { name: 'LettershopError', code: 150 })
  await assert.rejects(lettershop.call('User.GetTimezones', {}, options), { name: 'LettershopError', code: 2 })
  for (const idempotencyKey of ['', 'a"b', 'a\\b', 'a\r\nX: y', 'ü', 'x'.repeat(256)])
    await assert.rejects(lettershop.call('Client.Create', parameters, { idempotencyKey }), TypeError)
})

test('without a key only the operation that returns a key can be called', async () => {
  const stranger = createClient({ url: service.url })
  assert.equal(await stranger.call('User.GetApiKey', firstLogin), service.login.apiKey)
  await assert.rejects(stranger.call('User.GetClients'), { name: 'LettershopError', code: 100, status: 401 })
})

test('a refusal is thrown with code, message, detail, status and the request id of the log', async () => {
  await assert.rejects(lettershop.call('List.GetDetail', { ListID: '0'.repeat(32) }), error => {
    assert.ok(error instanceof LettershopError && error instanceof Error)
    const { name, operation, code, message, status, retryAfter, requestId } = error
    assert.deepEqual(
      { name, operation, code, message, status, retryAfter },
      {
        ...{ name: 'LettershopError', operation: 'List.GetDetail' },
        ...{ code: 101, message: 'Invalid ListID', status: 404, retryAfter: undefined },
      },
    )
    assert.match(requestId ?? '', /^[0-9a-f-]{36}$/)
    return true
  })
})

test('the service refuses what the types refuse, and says which parameter', async () => {
  const untyped = lettershop as { call(operation: string, parameters: object): Promise<unknown> } // as JavaScript calls it
  await assert.rejects(untyped.call('List.GetDetail', { ListID: 1 }), { code: 6, detail: 'ListID must be a string.' })
  await assert.rejects(untyped.call('List.GetDetail', { Lst: 'x' }), { code: 2, status: 400 })
  await assert.rejects(untyped.call('List.Detail', {}), { code: 3, status: 404 })
})

test('every operation reaches its own handler', async () => {
  for (const { name } of allOperations)
    await lettershop.call(name as OperationName, { Colour: 'red' } as never).then(
      () => assert.fail(`${name} took a parameter it does not have`),
      error => assert.equal((error as LettershopError).code, 2, name), // the class is checked above
    )
})

test('a service below a path is reached, with or without trailing slashes in the URL', async () => {
  const answer = { body: '["Europe/Berlin"]', type: 'application/json' }
  const web = await serveWeb({ '/mail/api/json/User.GetTimezones': answer, '/api/json/User.GetTimezones': answer })
  for (const path of ['', '/', '//', '/mail', '/mail/', '/mail//'])
    assert.deepEqual(await createClient({ url: web.url + path }).call('User.GetTimezones'), ['Europe/Berlin'], path)
  await web.close()
})

test('Retry-After is read if the service sends it', async () => {
  const web = await serveWeb({
    '/api/json/User.GetClients': {
      status: 429,
      headers: { 'Retry-After': '3' },
      body: '{"code":8,"message":"Too Many Requests"}',
    },
  })
  const call = createClient({ url: web.url }).call('User.GetClients')
  await assert.rejects(call, { name: 'LettershopError', code: 8, status: 429, retryAfter: 3, detail: undefined })
  await web.close()
})

describe('a server that is not Lettershop', () => {
  const operation = 'User.GetClients'
  /** [what, the page, its status] */
  const pages = [
    ['a page', { body: '<html>Welcome</html>' }, 200],
    ['an empty answer', { body: '' }, 200],
    ['an error page', { status: 502, body: '<html>Bad gateway</html>' }, 502],
    ['an error of another API', { status: 400, body: '{"error":"no"}' }, 400],
    ['an error that is null', { status: 400, body: 'null' }, 400],
    ['an empty error', { status: 404 }, 404],
  ] as const
  for (const [what, page, status] of pages)
    test(`${what} is a NoAnswerError with its status`, async () => {
      const web = await serveWeb({ [`/api/json/${operation}`]: page })
      const message = `What answers at ${web.url} is not Lettershop.`
      await assert.rejects(createClient({ url: web.url }).call(operation), { name: 'NoAnswerError', message, status })
      await web.close()
    })

  test('no server and a broken connection are NoAnswerErrors without a status', async () => {
    const cutting = createServer(socket => socket.destroy())
    const port = await new Promise<number>(
      resolve => cutting.listen(0, '127.0.0.1', () => resolve((cutting.address() as { port: number }).port)), // of a TCP server
    )
    for (const url of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`])
      await assert.rejects(createClient({ url }).call(operation), error => {
        assert.ok(error instanceof NoAnswerError)
        assert.equal(error.message, `No service answers at ${url}.`)
        assert.equal(error.status, undefined)
        assert.ok(error.cause instanceof Error)
        return true
      })
    cutting.close()
  })
})

test('a signal ends the wait with its own reason', async () => {
  const silent = await serveWeb({ '/api/json/User.GetClients': () => {} })
  const client = createClient({ url: silent.url })
  const controller = new AbortController()
  const call = client.call('User.GetClients', {}, { signal: controller.signal })
  const reason = new Error('The page was left.')
  controller.abort(reason)
  await assert.rejects(call, error => error === reason)
  await assert.rejects(client.call('User.GetClients', {}, { signal: AbortSignal.timeout(1) }), { name: 'TimeoutError' })
  await silent.close()
})

test('the key is sent in the header only, and requests use the given fetch', async () => {
  const seen: { url: string; authorization: string | null; body: unknown }[] = []
  const client = createClient({
    url: 'https://mail.example.com',
    key: 'k',
    fetch: async request => {
      seen.push({ url: request.url, authorization: request.headers.get('Authorization'), body: await request.json() })
      return Response.json([])
    },
  })
  assert.deepEqual(await client.call('Client.GetLists', { ClientID: 'c' }), [])
  const url = 'https://mail.example.com/api/json/Client.GetLists'
  assert.deepEqual(seen, [{ url, authorization: 'Bearer k', body: { ClientID: 'c' } }])
})

for (const url of [
  '',
  'mail.example.com',
  'ftp://mail.example.com',
  'https://u:p@mail.example.com',
  'https://x/?a',
  'https://x/#a',
])
  test(`"${url}" is not a valid service URL`, () => {
    const sentence = 'The URL of a service is http or https, without user name, query and fragment.'
    assert.throws(() => createClient({ url }), new TypeError(sentence))
  })

for (const key of ['', 'a b', 'a\nb', 'Schlüssel'])
  test(`${JSON.stringify(key)} is not a valid key, and is not shown`, () => {
    const sentence = 'An API key is visible ASCII characters without blanks.'
    assert.throws(() => createClient({ url: 'https://mail.example.com', key }), new TypeError(sentence))
  })

test('a stream is uploaded without being held in memory, and a refusal is thrown as for a call', async () => {
  const ClientID = await lettershop.call('Client.Create', {
    ...person,
    CompanyName: 'Streams',
    EmailAddress: 'streams@bloom.example',
  })
  const file = new Blob(['x'.repeat(100_000), 'y'.repeat(100_000)])
  for (const body of [file, file.stream(), await file.arrayBuffer()]) {
    const { UploadID, Bytes, Sha256 } = await lettershop.upload(ClientID, body, { fileName: 'letters.txt' })
    assert.match(UploadID, /^[0-9a-f]{32}$/)
    assert.equal(Bytes, 200_000)
    assert.match(Sha256, /^[0-9a-f]{64}$/)
  }
  await assert.rejects(lettershop.upload(ClientID, new Blob([''])), { name: 'LettershopError', code: 673, status: 400 })
  await assert.rejects(createClient({ url: service.url }).upload(ClientID, file), { code: 100, status: 401 })
  const aborted = AbortSignal.abort(new Error('enough'))
  await assert.rejects(lettershop.upload(ClientID, file, { signal: aborted }), { message: 'enough' })
})
