import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { throwAwayCertificate } from '../../test/harness/certificate.ts'
import { closeServer, listen, serveWeb, type TestWeb } from '../../test/harness/web.ts'
import { FetchRefused, guardedFetch } from './fetcher.ts'

const limits = { maxBytes: 100_000, timeoutMs: 60_000 }
const userAgent = 'Lettershop test'
const fetch = guardedFetch({ allowPrivate: true, userAgent })
const strict = guardedFetch({ allowPrivate: false, userAgent })

let web: TestWeb
before(async () => {
  const page = 'a page '.repeat(100)
  const packed = (encoding: string, body: Buffer) => ({ body, headers: { 'content-encoding': encoding } })
  const to = (location: string, status = 302) => ({ status, headers: { location } })
  web = await serveWeb({
    '/page': { type: 'Text/HTML; Charset="ISO-8859-1"', body: page },
    '/gone': { status: 410, body: 'gone' },
    '/gzip': packed('gzip', gzipSync(page)),
    '/br': packed('br', brotliCompressSync(page)),
    '/deflate': packed('deflate', deflateSync(page)),
    '/raw-deflate': packed('deflate', deflateRawSync(page)),
    '/bomb': packed('gzip', gzipSync(Buffer.alloc(50_000_000))),
    '/twice': packed('gzip, gzip', gzipSync(gzipSync(page))),
    '/cut': packed('gzip', gzipSync(page).subarray(0, 20)),
    '/large': { body: Buffer.alloc(100_001) },
    '/endless': (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    },
    '/silent': () => {},
    '/trickle': (_request, response) => {
      response.write('a')
    },
    '/short': (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half')
      setImmediate(() => response.destroy())
    },
    '/to-page': to('/page'),
    '/r1': to('/r2', 301),
    '/r2': to('/r3', 303),
    '/r3': to('/r4', 307),
    '/r4': to('/r5', 308),
    '/r5': to('page'),
    '/loop': to('/loop'),
    '/to-metadata': to('http://169.254.169.254/latest/meta-data/'),
    '/to-mapped': to('http://[::ffff:127.0.0.1]/'),
    '/to-file': to('file:///etc/passwd'),
    '/to-credentials': to('http://user:secret@127.0.0.1/'),
    '/to-smtp': to('http://127.0.0.1:25/'),
    '/to-nonsense': to('http://'),
    '/not-modified': { status: 304, headers: { location: '/page' } },
  })
})
after(() => web.close())

const refusedWith = (sentence: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof FetchRefused, String(error))
  if (typeof sentence === 'string') assert.equal(error.message, sentence)
  else assert.match(error.message, sentence)
  return true
}

test('a page comes with its status, media type, charset and bytes', async () => {
  const page = await fetch(`${web.url}/page#top`, limits)
  assert.deepEqual(
    [page.status, page.mediaType, page.charset, page.url],
    [200, 'text/html', 'iso-8859-1', `${web.url}/page`],
  )
  assert.equal(page.body.toString(), 'a page '.repeat(100))
  assert.equal((await fetch(`${web.url}/gone`, limits)).status, 410)
})

for (const path of ['/gzip', '/br', '/deflate', '/raw-deflate']) {
  test(`${path.slice(1)} is decompressed`, async () => {
    assert.equal((await fetch(web.url + path, limits)).body.toString(), 'a page '.repeat(100))
  })
}

test('five redirects are followed, relative ones too', async () => {
  const page = await fetch(`${web.url}/r1`, limits)
  assert.deepEqual([page.status, page.url], [200, `${web.url}/page`])
  assert.equal((await fetch(`${web.url}/not-modified`, limits)).status, 304)
})

const tooLarge = 'What 127.0.0.1 answers is larger than 100000 bytes.'
/** An operator who may change the setting reads which one it is. */
const privateHost = (host: string) =>
  `There is no public host ${host}. LETTERSHOP_FETCH_PRIVATE=true lets Lettershop reach private and loopback addresses.`
const unanswered = '127.0.0.1 did not give a complete answer in time.'
const refusals: readonly [path: string, sentence: string][] = [
  ['/large', tooLarge],
  ['/endless', tooLarge],
  ['/bomb', tooLarge],
  ['/twice', '127.0.0.1 answers in a compression we did not ask for.'],
  ['/cut', unanswered],
  ['/short', unanswered],
  ['/loop', '127.0.0.1 redirects more than 5 times.'],
  ['/to-metadata', 'There is no public host 169.254.169.254.'],
  ['/to-mapped', 'There is no public host [::ffff:7f00:1].'],
  ['/to-file', 'Only http and https URLs can be fetched.'],
  ['/to-credentials', 'The URL contains a user name or password.'],
  ['/to-smtp', 'Pages are not fetched from this port.'],
  ['/to-nonsense', 'This is not a valid URL.'],
]
for (const [path, sentence] of refusals) {
  test(`${path.slice(1)}: ${sentence}`, async () => {
    await assert.rejects(fetch(web.url + path, limits), refusedWith(sentence))
  })
}

for (const path of ['/silent', '/trickle']) {
  test(`${path.slice(1)}: the deadline covers everything`, async () => {
    await assert.rejects(fetch(web.url + path, { ...limits, timeoutMs: 200 }), refusedWith(unanswered))
  })
}

const badUrls: readonly [url: string, sentence: string][] = [
  ['', 'This is not a valid URL.'],
  ['page.html', 'This is not a valid URL.'],
  ['http://', 'This is not a valid URL.'],
  ['http://[::1', 'This is not a valid URL.'],
  ['http://a b/', 'This is not a valid URL.'],
  ['ftp://example.com/', 'Only http and https URLs can be fetched.'],
  ['file:///etc/passwd', 'Only http and https URLs can be fetched.'],
  ['data:text/html,hello', 'Only http and https URLs can be fetched.'],
  ['http://user@example.com/', 'The URL contains a user name or password.'],
  ['http://example.com:22/', 'Pages are not fetched from this port.'],
  ['http://example.com:0/', 'Pages are not fetched from this port.'],
  ['http://example.com:6000/', 'Pages are not fetched from this port.'],
  [`http://example.com/${'a'.repeat(9_000)}`, 'The URL is too long.'],
]
for (const [url, sentence] of badUrls) {
  test(`${url.slice(0, 40) || 'nothing'} is refused: ${sentence}`, async () => {
    const never = guardedFetch({ allowPrivate: true, userAgent, lookup: () => assert.fail('no name is looked up') })
    await assert.rejects(never(url, limits), refusedWith(sentence))
  })
}

test('private, loopback and disguised addresses are not reached by default', async () => {
  const before = web.asked.length
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '017700000001',
  ]) {
    await assert.rejects(strict(`http://${host}:${web.port}/page`, limits), refusedWith(/^There is no public host /))
  }
  assert.equal(web.asked.length, before, 'no connection was made')
})

test('an unknown name and a private one read the same', async () => {
  const names: Record<string, () => Promise<{ address: string; family: number }[]>> = {
    unknown: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    },
    empty: async () => [],
    private: async () => [{ address: '10.0.0.7', family: 4 }],
  }
  for (const lookup of Object.values(names)) {
    const fetch = guardedFetch({ allowPrivate: false, userAgent, lookup })
    await assert.rejects(fetch('http://intranet.example/', limits), refusedWith(privateHost('intranet.example')))
  }
})

test('one private address among public ones refuses the name', async () => {
  const lookup = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const fetch = guardedFetch({ allowPrivate: false, userAgent, lookup })
  await assert.rejects(fetch(`http://two.example:${web.port}/`, limits), refusedWith(privateHost('two.example')))
})

test('the connection goes to the address that was checked, without a second look-up', async () => {
  let lookups = 0
  const fetch = guardedFetch({
    allowPrivate: true,
    userAgent,
    lookup: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
  })
  const page = await fetch(`http://rebinding.example:${web.port}/page`, limits)
  assert.deepEqual([page.status, page.url, lookups], [200, `http://rebinding.example:${web.port}/page`, 1])
  await assert.rejects(fetch(`http://rebinding.example:${web.port}/to-page`, limits), /no public host/)
})

test('a redirect is looked up and checked again', async () => {
  let lookups = 0
  const fetch = guardedFetch({
    allowPrivate: true,
    userAgent,
    lookup: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
  })
  const before = web.asked.length
  await assert.rejects(fetch(`http://rebinding.example:${web.port}/to-page`, limits), /no public host/)
  assert.deepEqual([lookups, web.asked.slice(before)], [2, ['/to-page']])
})

test('a name server that does not answer counts towards the deadline', async () => {
  const fetch = guardedFetch({ allowPrivate: false, userAgent, lookup: () => new Promise(() => {}) })
  const hold = setTimeout(() => {}, 5_000)
  await assert.rejects(
    fetch('http://slow.example/', { ...limits, timeoutMs: 100 }),
    refusedWith(privateHost('slow.example')),
  )
  clearTimeout(hold)
})

test('refused, silent and foreign-speaking private hosts read the same', async () => {
  const talker = createTcpServer(socket =>
    socket
      .on('error', () => {})
      .resume()
      .end('220 mail.internal ESMTP\r\n'),
  )
  await new Promise<void>(resolve => talker.listen(0, '127.0.0.1', resolve))
  const open = (talker.address() as { port: number }).port // a TCP server's address is one
  await assert.rejects(fetch(`http://127.0.0.1:${open}/`, limits), refusedWith(unanswered))
  await assert.rejects(fetch(`https://127.0.0.1:${web.port}/`, limits), refusedWith(unanswered))
  await new Promise(resolve => talker.close(resolve))
  await assert.rejects(fetch(`http://127.0.0.1:${open}/`, limits), refusedWith(unanswered))
})

test('an untrusted certificate is not accepted, and a private host does not show it', async () => {
  const server = createTlsServer(throwAwayCertificate('wrong.example'), (_request, response) => {
    response.end('secret')
  })
  const port = await listen(server)
  await assert.rejects(fetch(`https://127.0.0.1:${port}/`, limits), refusedWith(unanswered))
  await closeServer(server)
})

test('no proxy of the environment is used', async () => {
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:9/'
  try {
    assert.equal((await fetch(`${web.url}/page`, limits)).status, 200)
  } finally {
    delete process.env.HTTP_PROXY
    delete process.env.http_proxy
  }
})

test('an Authorization header goes to the address of the URL and no other', async () => {
  const seen: string[] = []
  const note: RequestListener = (request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`)
    response.end('{}')
  }
  const other = await serveWeb({ '/elsewhere': note })
  const own = await serveWeb({
    '/here': note,
    '/within': { status: 302, headers: { location: '/here' } },
    '/away': { status: 302, headers: { location: `${other.url}/elsewhere` } },
  })
  try {
    const authorization = 'Basic c2VjcmV0'
    await fetch(`${own.url}/within`, { ...limits, authorization })
    await assert.rejects(fetch(`${own.url}/away`, { ...limits, authorization }), (error: Error) => {
      assert.ok(error instanceof FetchRefused)
      assert.doesNotMatch(error.message, /c2VjcmV0/)
      return /redirects to another address/.test(error.message)
    })
    assert.deepEqual(seen, ['/here Basic c2VjcmV0'])
    await fetch(`${own.url}/away`, limits)
    assert.deepEqual(seen.slice(1), ['/elsewhere undefined'])
  } finally {
    await Promise.all([own.close(), other.close()])
  }
})

test('an Authorization header does not go to the public internet in the clear', async () => {
  const lookup = async () => [{ address: '203.0.114.7', family: 4 }]
  const open = guardedFetch({ allowPrivate: false, userAgent, lookup })
  await assert.rejects(open('http://api.example/', { ...limits, authorization: 'Basic x' }), /must begin with https:/)
})

test('the wait that Retry-After asks for is in the error', async () => {
  const busy = await serveWeb({ '/': { status: 429, headers: { 'retry-after': '7' } } })
  try {
    assert.equal((await fetch(`${busy.url}/`, limits)).retryAfterMs, 7000)
  } finally {
    await busy.close()
  }
})
