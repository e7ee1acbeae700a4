/** What strangers can make the server hold and do, over real sockets; every limit of it is small here. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchangeBytes, type Line, openLine } from '../../test/harness/socket.ts'
import { until } from '../../test/harness/until.ts'
import { budget } from '../lib/budget.ts'
import type { Answer, Limit, Request, Route } from '../lib/http.ts'
import { createLog } from '../lib/log.ts'
import { readNetworks } from '../lib/network-address.ts'
import { type HttpOptions, type HttpService, listen } from './server.ts'

const holds = (fact: () => boolean) => until(async () => fact(), String(fact))

const megabyte = 1024 * 1024
const plain = (body: Answer['body'], status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'text/plain' },
  body,
})

/** Answers what arrived. */
const echo: Route = async ({ body, unread, remote, id }: Request) =>
  plain(JSON.stringify({ length: body.length, unread, remote, id }))

const running: HttpService[] = []
after(() => Promise.all(running.map(service => service.stop(0))))

async function serve(route: Route, options: Partial<HttpOptions> = {}, limit: Limit = { most: 10 * megabyte }) {
  const service = await listen(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      maxBodyBytes: 100 * megabyte,
      requestSeconds: 60,
      log: createLog('silent'),
      ...options,
    },
    [Object.assign((request: Request) => route(request), { bodyLimit: () => limit })],
  )
  running.push(service)
  return service.url
}

const post = (length: number, headers = '') =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${headers}\r\n`
const get = (headers = '') => `GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

async function readAnswer(line: Line): Promise<{ length: number; unread?: string; remote: string; id: string }> {
  const text = await line.until(/\}$/)
  return JSON.parse(text.slice(text.lastIndexOf('{')))
}

async function ask(url: string, bytes: string | Buffer) {
  const line = await openLine(url)
  line.write(bytes)
  const answer = await readAnswer(line)
  line.close()
  return answer
}

test('all bodies under way share one memory, and it is given back when they end', async () => {
  const memory = budget(megabyte)
  const url = await serve(echo, { memory })
  const lines = await Promise.all([openLine(url), openLine(url)])
  for (const line of lines) line.write(post(400_001) + 'x'.repeat(400_000))
  await holds(() => memory.used === 800_000)
  assert.equal((await ask(url, post(300_000) + 'x'.repeat(300_000))).unread, 'busy')
  assert.equal((await ask(url, post(100_000) + 'x'.repeat(100_000))).length, 100_000)
  for (const line of lines) line.close()
  await holds(() => memory.used === 0)
  assert.equal((await ask(url, post(1_000_000) + 'x'.repeat(1_000_000))).length, 1_000_000)
  await holds(() => memory.used === 0)
})

test('one network has a share of the memory, and the others the rest', async () => {
  const memory = budget(megabyte)
  const url = await serve(echo, { memory, memoryOfOne: 300_000, trustedProxies: readNetworks('127.0.0.1')! })
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const line = await openLine(url)
  line.write(post(200_001, from('2001:db8::1')) + 'x'.repeat(200_000))
  await holds(() => memory.used === 200_000)
  const sent = 'x'.repeat(200_000)
  assert.equal((await ask(url, post(200_000, from('2001:db8::2')) + sent)).unread, 'busy')
  assert.equal((await ask(url, post(200_000, from('2001:db8:0:1::2')) + sent)).unread, undefined)
  line.close()
})

test('a body is counted once, whatever pieces it comes in, and is complete', async () => {
  const memory = budget(megabyte)
  const url = await serve(async ({ body }) => plain(body), { memory })
  const line = await openLine(url)
  const sent = Array.from({ length: 30_000 }, (_, n) => String(n % 10)).join('')
  line.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n')
  // single octets, and larger pieces between them
  for (let at = 0; at < sent.length; ) {
    const part = sent.slice(at, at + (at % 7 === 0 ? 5_000 : 1))
    line.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    at += part.length
  }
  line.write('0\r\n\r\n')
  assert.equal((await line.ended).split('\r\n\r\n')[1], sent)
  assert.equal(memory.used, 0)
})

test('a long body is read only as far as its key is looked for, and on when it is one', async () => {
  const memory = budget(10 * megabyte)
  const refuse = async (beginning: Buffer) => (beginning.includes('right key') ? undefined : ('no key' as const))
  const url = await serve(echo, { memory }, { most: 2 * megabyte, refuse })
  const line = await openLine(url)
  line.write(post(megabyte) + 'x'.repeat(megabyte / 2))
  assert.deepEqual(await readAnswer(line).then(({ length, unread }) => [length, unread]), [0, 'no key'])
  assert.equal(memory.used, 0)
  line.close()
  const large = `right key ${'x'.repeat(megabyte)}`
  assert.equal((await ask(url, post(large.length) + large)).length, large.length)
  const larger = `right key ${'x'.repeat(2 * megabyte)}`
  assert.equal((await ask(url, post(larger.length) + larger)).unread, 'too large')
  // a short one is read as usual
  assert.equal((await ask(url, post(1000) + 'x'.repeat(1000))).length, 1000)
})

test('a key that cannot be looked up now is a busy service', async () => {
  const url = await serve(echo, {}, { most: 2 * megabyte, refuse: async () => 'busy' })
  assert.equal((await ask(url, post(megabyte) + 'x'.repeat(megabyte))).unread, 'busy')
})

test('without a limit of its route a body may be as long as a form', async () => {
  const service = await listen(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      maxBodyBytes: megabyte,
      requestSeconds: 60,
      log: createLog('silent'),
    },
    [echo],
  )
  running.push(service)
  assert.equal((await ask(service.url, post(20_000) + 'x'.repeat(20_000))).length, 20_000)
  assert.equal((await ask(service.url, post(20_001) + 'x'.repeat(20_001))).unread, 'too large')
})

test('a caller that stops in the middle of its body is cut, and one that goes on slowly is not', async () => {
  const memory = budget(megabyte)
  const url = await serve(echo, { memory, connections: { stallMs: 2_000 } })
  const [stopped, slow] = await Promise.all([openLine(url), openLine(url)])
  stopped.write(post(1000) + 'x'.repeat(500))
  slow.write(post(10))
  for (let n = 0; n < 10; n++) {
    slow.write('x')
    await sleep(400)
  }
  assert.equal((await readAnswer(slow)).length, 10)
  slow.close()
  assert.equal(await stopped.ended, '')
  await holds(() => memory.used === 0)
})

test('a request that takes too long to arrive is cut, though its octets keep coming, and though its body is not read', async () => {
  const url = await serve(echo, { requestSeconds: 1 })
  const [posted, got] = await Promise.all([openLine(url), openLine(url)])
  posted.write(post(1000))
  got.write(get('Content-Length: 1000\r\n'))
  const drip = setInterval(() => {
    for (const line of [posted, got]) if (line.socket.writable) line.write('x')
  }, 100)
  try {
    assert.match(await posted.ended, /^HTTP\/1\.1 408 /)
    const answers = (await got.ended).match(/HTTP\/1\.1 \d+/g)
    assert.deepEqual(answers, ['HTTP/1.1 200'])
  } finally {
    clearInterval(drip)
  }
  // one that is complete keeps its connection
  const kept = await openLine(url)
  kept.write(`${post(3)}abc`)
  await readAnswer(kept)
  await sleep(1_500)
  kept.write(`${post(4)}abcd`)
  await kept.until(/"length":4/)
  kept.close()
})

test('a caller that does not read its answer is cut, and one that reads slowly gets all of it', async () => {
  const memory = budget(50 * megabyte)
  // more than the system takes in for it
  const large = Buffer.alloc(40 * megabyte, 'x')
  const url = await serve(async () => plain(large), { memory, connections: { stallMs: 1_500 } })
  const { port } = new URL(url)
  const deaf = connect(Number(port), '127.0.0.1')
  await once(deaf, 'connect')
  deaf.pause()
  deaf.on('error', () => {})
  deaf.write(get())
  await holds(() => memory.used > 0)
  const slow = connect(Number(port), '127.0.0.1')
  let received = 0
  slow.on('data', chunk => {
    received += chunk.length
    // from time to time it does not read
    if (received % 20 !== 0) return
    slow.pause()
    setTimeout(() => slow.resume(), 50)
  })
  slow.write(get('Connection: close\r\n'))
  await once(slow, 'end')
  assert.ok(received > large.length)
  assert.ok(memory.used <= large.length, 'two readers share one answer')
  // its connection ended before the deaf one has read a byte
  await holds(() => memory.used === 0)
  deaf.destroy()
})

test('readers of different answers hold as much as their network may, a further one is answered 503, and other networks are served', async () => {
  const memory = budget(100 * megabyte)
  const bodies = new Map<string, Buffer>()
  const url = await serve(
    async ({ path }) => {
      const body = bodies.get(path) ?? Buffer.alloc(10 * megabyte, 'x')
      bodies.set(path, body)
      return plain(path === '/short' ? 'short' : body)
    },
    { memory, memoryOfOne: 25 * megabyte, trustedProxies: readNetworks('127.0.0.1')! },
  )
  const asking = (path: string, address: string) =>
    `${get(`X-Forwarded-For: ${address}\r\n`).replace('/ ', `${path} `)}`
  const deaf = async (path: string, address: string) => {
    const line = await openLine(url)
    line.socket.pause()
    line.write(asking(path, address))
    return line
  }
  const open = [await deaf('/1', '203.0.113.5'), await deaf('/2', '203.0.113.5')]
  await holds(() => memory.used === 20 * megabyte)
  // what others of it read already costs nothing more
  for (let n = 0; n < 20; n++) open.push(await deaf('/2', '203.0.113.5'))
  const refused = await openLine(url)
  refused.write(asking('/3', '203.0.113.5'))
  await refused.until(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 5\r\n/)
  assert.equal(memory.used, 20 * megabyte)
  refused.write(asking('/short', '203.0.113.5'))
  await refused.until(/\r\n\r\nshort$/)
  open.push(await deaf('/3', '203.0.113.6'))
  await holds(() => memory.used === 30 * megabyte)
  for (const line of [...open, refused]) line.close()
  await holds(() => memory.used === 0)
})

test('a network for which more than its share is held has no further call done', async () => {
  const memory = budget(100 * megabyte)
  const done: string[] = []
  const url = await serve(
    async ({ path, unread }) => {
      if (unread === 'busy') return plain('busy', 503)
      done.push(path)
      return plain('x'.repeat(10 * megabyte))
    },
    { memory, memoryOfOne: 15 * megabyte, trustedProxies: readNetworks('127.0.0.1')! },
  )
  const asking = (path: string, address: string) => get(`X-Forwarded-For: ${address}\r\n`).replace('/ ', `${path} `)
  const lines = []
  for (const n of [1, 2]) {
    const line = await openLine(url)
    line.socket.pause()
    line.write(asking(`/${n}`, '203.0.113.5'))
    lines.push(line)
    // the second is a call that was done, so it is answered
    await holds(() => memory.used === n * 10 * megabyte)
  }
  const further = await openLine(url)
  further.write(asking('/3', '203.0.113.5'))
  await further.until(/^HTTP\/1\.1 503 /)
  assert.deepEqual(done, ['/1', '/2'])
  const other = await openLine(url)
  other.write(asking('/4', '203.0.113.6'))
  await other.until(/^HTTP\/1\.1 200 /)
  for (const line of [...lines, further, other]) line.close()
  await holds(() => memory.used === 0)
})

test('an answer of large pieces counts two of the longest', async () => {
  const memory = budget(100 * megabyte)
  const url = await serve(
    async () =>
      plain(
        (async function* () {
          for (let n = 0; n < 40; n++) yield Buffer.alloc(megabyte, 'x')
        })(),
      ),
    { memory },
  )
  const line = await openLine(url)
  line.socket.pause()
  line.write(get())
  await holds(() => memory.used === 2 * megabyte)
  line.close()
  await holds(() => memory.used === 0)
})

test('a caller that ends its side after the request gets its answer', async () => {
  const url = await serve(async () => {
    await sleep(200)
    return plain('late')
  })
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', chunk => (text += chunk))
  socket.end(get())
  await once(socket, 'close')
  assert.match(text, /^HTTP\/1\.1 200 [\s\S]*\r\n\r\nlate$/)
})

test('a caller that ends its side in the middle of its body is not answered, and nothing of it stays', async () => {
  const memory = budget(megabyte)
  const url = await serve(echo, { memory })
  const line = await openLine(url)
  line.write(post(1000) + 'x'.repeat(500))
  line.socket.end()
  assert.doesNotMatch(await line.ended, /200 OK/)
  await holds(() => memory.used === 0)
})

test('a caller behind a proxy has so many requests under way, other callers as many, and the proxy is not counted', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let under = 0
  const url = await serve(
    async request => {
      if (request.unread === undefined) {
        under++
        await held
      }
      return echo(request)!
    },
    { trustedProxies: readNetworks('127.0.0.1')!, connections: { connectionsOfOne: 3 } },
  )
  const from = (address: string) => get(`X-Forwarded-For: ${address}\r\n`)
  const first = await Promise.all(Array.from({ length: 3 }, () => openLine(url)))
  for (const line of first) line.write(from('203.0.113.5'))
  await holds(() => under === 3)
  assert.equal((await ask(url, from('203.0.113.5'))).unread, 'busy')
  // a neighbour in the same /24 is another caller; of the proxy itself there may be any number
  const others = await Promise.all(Array.from({ length: 9 }, () => openLine(url)))
  for (const [n, line] of others.entries()) line.write(n < 3 ? from('203.0.113.6') : get())
  await holds(() => under === 12)
  release()
  for (const line of [...first, ...others]) {
    assert.equal((await readAnswer(line)).unread, undefined)
    line.close()
  }
  assert.equal((await ask(url, from('203.0.113.5'))).unread, undefined)
})

test('beyond all connections one more is answered 503 and when to come back, though it has asked nothing', async () => {
  const url = await serve(echo, { connections: { connections: 3 } })
  const lines = await Promise.all(Array.from({ length: 3 }, () => openLine(url)))
  // silent ones are not idle: they may be about to ask
  const refused = await openLine(url)
  assert.match(await refused.ended, /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 5\r\n[\s\S]*too many connections/)
  assert.match(await exchangeBytes(url, get()), /^HTTP\/1\.1 503 /)
  lines[0]!.write(get())
  await readAnswer(lines[0]!)
  // which is kept for a further request only; it makes room for who comes
  await until(
    async () => (await exchangeBytes(url, get('Connection: close\r\n'))).startsWith('HTTP/1.1 200'),
    'there is room again',
  )
  for (const line of lines) line.close()
})

test('requests that follow each other on a connection are answered in their order, one at a time', async () => {
  let under = 0
  let most = 0
  let answered = 0
  const url = await serve(async () => {
    most = Math.max(most, ++under)
    await sleep(5)
    under--
    return plain(`answer ${++answered};`)
  })
  const line = await openLine(url)
  line.write(get().repeat(60))
  const text = await line.until(/answer 60;/)
  assert.deepEqual(
    [...text.matchAll(/answer (\d+);/g)].map(([, n]) => Number(n)),
    Array.from({ length: 60 }, (_, n) => n + 1),
  )
  assert.equal(most, 1)
  line.close()
})

test('behind a request whose answer ends the connection no other is begun', async () => {
  const seen: string[] = []
  const url = await serve(
    async ({ path }) => {
      seen.push(path)
      return plain('x')
    },
    {},
    { most: 5 },
  )
  const line = await openLine(url)
  line.write(`${post(6)}123456${get().replace('/', '/second')}`)
  assert.match(await line.ended, /\r\nConnection: close\r\n/)
  assert.deepEqual(seen, ['/'])
})

test('a connection with hundreds of requests that wait is cut', async () => {
  let begun = 0
  const url = await serve(async () => {
    begun++
    await sleep(50)
    return plain('x')
  })
  const line = await openLine(url)
  line.write(get().repeat(1_000))
  await line.ended
  await sleep(200)
  assert.ok(begun <= 101, `${begun} were begun`)
})

test('every answer carries a request id: the caller’s own where it is well-formed, else a new one', async () => {
  const url = await serve(echo)
  const idOf = async (header: string) => {
    const line = await openLine(url)
    line.write(get(header))
    const { id } = await readAnswer(line)
    const [, sent] = /\r\nX-Request-Id: ([^\r]*)\r\n/.exec(line.received()) ?? []
    line.close()
    assert.equal(sent, id)
    return id
  }
  for (const own of ['a', 'f3b0c442-98fc/1c14:9a.fb=+@_', 'x'.repeat(128)])
    assert.equal(await idOf(`X-Request-Id: ${own}\r\n`), own)
  const made = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
  for (const bad of ['', 'x'.repeat(129), 'a b', 'a"b', '<b>', 'é', 'a,b', 'a;b'])
    assert.match(await idOf(`X-Request-Id: ${bad}\r\n`), made, bad)
  assert.match(await idOf('X-Request-Id: a\r\nX-Request-Id: b\r\n'), made)
  assert.notEqual(await idOf(''), await idOf(''))
})

test('refused bodies, wrong hosts and failures carry the id too, and the line that is logged', async () => {
  const lines: object[] = []
  const log = Object.assign(createLog('silent'), { error: (fields: object) => lines.push(fields) })
  const url = await serve(() => Promise.reject(new Error('broken')), { log })
  const answer = await exchangeBytes(url, get('X-Request-Id: mine\r\nConnection: close\r\n'))
  assert.match(answer, /^HTTP\/1\.1 500 [\s\S]*\r\nX-Request-Id: mine\r\n/)
  assert.deepEqual(
    lines.map(line => (line as { requestId: string }).requestId),
    ['mine'],
  )
  const noHost = 'GET / HTTP/1.1\r\nHost: a b\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n'
  assert.match(await exchangeBytes(url, noHost), /^HTTP\/1\.1 400 [\s\S]*\r\nX-Request-Id: mine\r\n/)
})
