/** Posting to receivers that answer, hang, talk too much, move or go away. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { closeServer, listen } from '../../test/harness/web.ts'
import { guardedPoster } from './poster.ts'
import { FetchRefused } from './reachable.ts'

const poster = guardedPoster({ allowPrivate: true, userAgent: 'Lettershop' })
const ends: (() => Promise<void> | void)[] = []
after(async () => {
  for (const end of ends) await end()
})

interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

async function receiver(answer: (request: IncomingMessage, response: ServerResponse, n: number) => void) {
  const received: Received[] = []
  const sockets = new Set<unknown>()
  const server = createServer((request, response) => {
    sockets.add(request.socket)
    let body = ''
    request.setEncoding('utf8')
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      received.push({ request, body })
      answer(request, response, received.length)
    })
  })
  const port = await listen(server)
  ends.push(() => closeServer(server))
  return { url: `http://127.0.0.1:${port}/hook?a=1`, received, sockets, server }
}

const post = async (url: string, timeoutMs = 10_000) => {
  const line = poster.open(url)
  try {
    return await line.send(Buffer.from('{"ä":1}'), { 'content-type': 'application/json', 'webhook-id': 'm' }, timeoutMs)
  } finally {
    line.close()
  }
}

describe('a post', () => {
  test('arrives as it is, with its headers', async () => {
    const { url, received } = await receiver((_, response) => response.writeHead(204).end())
    assert.deepEqual(await post(url), { status: 204, retryAfterMs: undefined })
    const { request, body } = received[0]!
    assert.equal(body, '{"ä":1}')
    assert.equal(request.method, 'POST')
    assert.equal(request.url, '/hook?a=1')
    assert.equal(request.headers['content-length'], '8')
    assert.equal(request.headers['webhook-id'], 'm')
    assert.equal(request.headers['user-agent'], 'Lettershop')
  })

  test('follows another on the same connection', async () => {
    const { url, sockets, received } = await receiver((_, response) => response.end('thanks'))
    const line = poster.open(url)
    for (let n = 0; n < 5; n++) await line.send(Buffer.from(String(n)), {}, 10_000)
    line.close()
    assert.equal(sockets.size, 1)
    assert.deepEqual(
      received.map(({ body }) => body),
      ['0', '1', '2', '3', '4'],
    )
  })

  test('does not follow a redirect', async () => {
    const target = await receiver((_, response) => response.end())
    const { url } = await receiver((_, response) => response.writeHead(302, { location: target.url }).end())
    assert.equal((await post(url)).status, 302)
    assert.equal(target.received.length, 0)
  })

  for (const [text, ms] of [
    ['120', 120_000],
    ['soon', undefined],
    ['-5', undefined],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 0],
  ] as const)
    test(`Retry-After: ${text} is ${ms} ms`, async () => {
      const { url } = await receiver((_, response) => response.writeHead(503, { 'retry-after': text }).end())
      assert.deepEqual(await post(url), { status: 503, retryAfterMs: ms })
    })

  test('takes the status of an answer whose body does not end, and gives the connection up', async () => {
    const { url, sockets } = await receiver((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    })
    const line = poster.open(url)
    assert.equal((await line.send(Buffer.from('1'), {}, 10_000)).status, 200)
    assert.equal((await line.send(Buffer.from('2'), {}, 10_000)).status, 200)
    line.close()
    assert.equal(sockets.size, 2)
  })

  test('is sent again when the kept connection was closed meanwhile, and a fresh one that is dropped is an error', async () => {
    let closing = 0
    const { url, received } = await receiver((request, response, n) => {
      if (n === 1) response.end()
      else if (n === 2) {
        closing++
        request.socket.destroy()
      } else response.end()
    })
    const line = poster.open(url)
    await line.send(Buffer.from('1'), {}, 10_000)
    assert.equal((await line.send(Buffer.from('2'), {}, 10_000)).status, 200)
    line.close()
    assert.equal(closing, 1)
    assert.deepEqual(
      received.map(({ body }) => body),
      ['1', '2', '2'],
    )
    const dropped = await receiver(request => request.socket.destroy())
    await assert.rejects(post(dropped.url), FetchRefused)
    assert.equal(dropped.received.length, 1)
  })

  test('to a receiver that hangs, that is down, or that speaks something else is an error that reveals nothing about our network', async () => {
    const silent = await receiver(() => {})
    await assert.rejects(post(silent.url, 50), /^FetchRefused: 127\.0\.0\.1 did not give a complete answer in time\.$/)
    const gone = await receiver(() => {})
    await closeServer(gone.server)
    await assert.rejects(post(gone.url), /did not give a complete answer in time/)
    const other = createTcpServer(socket => void socket.on('error', () => {}).end('220 mail.example ESMTP\r\n'))
    const port = await listen(other as never) // it listens as a web server does
    ends.push(() => void other.close())
    await assert.rejects(post(`http://127.0.0.1:${port}/`), /did not give a complete answer in time/)
  })
})

describe('where posts go', () => {
  const at = (address: string) => async () => [{ address, family: 4 }]
  const rows = [
    ['https://hooks.example/a', '203.0.113.7', false, /^There is no public host/],
    ['https://hooks.example/a', '8.8.8.8', false, undefined],
    ['http://hooks.example/a', '8.8.8.8', false, /must begin with https/],
    ['http://hooks.example/a', '8.8.8.8', true, /must begin with https/],
    ['https://hooks.example/a', '10.0.0.1', false, /^There is no public host/],
    ['https://hooks.example/a', '127.0.0.1', false, /^There is no public host/],
    ['http://hooks.example/a', '10.0.0.1', true, undefined],
    ['http://hooks.example/a', '169.254.169.254', true, /^There is no public host/],
    ['ftp://hooks.example/a', '8.8.8.8', true, /Only http and https/],
    ['https://u:p@hooks.example/a', '8.8.8.8', true, /user name or password/],
    ['https://hooks.example:25/a', '8.8.8.8', true, /port/],
    ['', '8.8.8.8', true, /not a valid URL/],
  ] as const
  for (const [url, address, allowPrivate, message] of rows)
    test(`${url || 'nothing'} at ${address} ${allowPrivate ? 'with' : 'without'} private addresses is ${message ? 'refused' : 'taken'}`, async () => {
      const check = guardedPoster({ allowPrivate, userAgent: 'x', lookup: at(address) }).check(url, 1000)
      if (message)
        await assert.rejects(check, (error: Error) => error instanceof FetchRefused && message.test(error.message))
      else await check
    })

  test('a name that has become private since is not reached', async () => {
    const { url, received } = await receiver((_, response) => response.end())
    const line = guardedPoster({ allowPrivate: false, userAgent: 'x', lookup: at('127.0.0.1') }).open(url)
    await assert.rejects(line.send(Buffer.from('x'), {}, 1000), /There is no public host/)
    assert.equal(received.length, 0)
  })
})
