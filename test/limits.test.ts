/** Nothing is endless: bodies, headers, connections, calls and time, over real sockets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { goodValues, leavesNoTrace, startTarget, type Target } from './bad-input/world.ts'
import {
  assertFault,
  assertPlain,
  assertRefused,
  call,
  codeOf,
  envelopeRequest,
  formRequest,
  jsonRequest,
  type Reply,
  request,
  type Sent,
  send,
  wireNames,
} from './harness/dial.ts'
import { exchangeBytes, openLine } from './harness/socket.ts'
import { serveWeb } from './harness/web.ts'

const maxBody = 20_000
const tooLong = 'Maximum request length exceeded.'
const tooLongFault = `There was an exception running the extensions specified in the config file. ---> ${tooLong}`

let target: Target
/** The same, with little time for each call: what is to be answered is asked of the other. */
let hasty: Target
let url: string
/** The value of a Host header. */
let host: string
before(async () => {
  target = await startTarget({ LETTERSHOP_MAX_BODY_BYTES: String(maxBody) })
  hasty = await startTarget({ LETTERSHOP_REQUEST_SECONDS: '2' })
  url = target.service.url
  host = new URL(url).host
})
after(async () => {
  await hasty?.stop()
  await target?.stop()
})

/** It still answers callers that behave. */
async function assertAlive(of = target) {
  const reply = await call(of.service.url, 'get', 'User.GetSystemDate', { ApiKey: of.home.accountKey })
  assert.equal(codeOf('get', reply), 0)
}

describe('bodies over the limit', () => {
  const big = 'x'.repeat(maxBody + 1)
  const rows: readonly [what: string, sent: () => Sent, check: (reply: Reply) => void][] = [
    [
      'soap 1.1',
      () => envelopeRequest('soap11', 'Subscriber.Add', big),
      reply => assertFault(reply, 'soap11', 'Server', tooLongFault),
    ],
    [
      'soap 1.2',
      () => envelopeRequest('soap12', 'Subscriber.Add', big),
      reply => assertFault(reply, 'soap12', 'Server', tooLongFault),
    ],
    ['post', () => formRequest('Subscriber.Add', big), reply => assertPlain(reply, tooLong)],
    [
      'json',
      () => jsonRequest('Subscriber.Add', big),
      reply => assertRefused('json', 'Subscriber.Add', reply, 'RequestTooLarge'),
    ],
  ]
  for (const [what, sent, check] of rows) {
    test(`${what}: with its length announced`, async () => {
      await leavesNoTrace(target, async () => {
        const reply = await send(url, sent())
        check(reply)
        assert.equal(reply.headers.connection, 'close')
      })
    })

    test(`${what}: in chunks without a length`, async () => {
      const { path, method, headers, body = '' } = sent()
      await leavesNoTrace(target, async () => {
        const chunked = { ...headers, 'Transfer-Encoding': 'chunked' }
        check(await sendChunked({ path, method, headers: chunked, body }))
      })
    })
  }

  test('a body of exactly the limit is read, in chunks too', async () => {
    const values = { ApiKey: target.home.accountKey, ListID: target.ids.ListID, Email: target.member }
    const text = JSON.stringify(values)
    const exact = text + ' '.repeat(maxBody - text.length)
    const sent = jsonRequest('Subscribers.GetIsSubscribed', exact)
    assert.equal((await send(url, sent)).text, '"True"')
    const chunked = { ...sent, headers: { ...sent.headers, 'Transfer-Encoding': 'chunked' } }
    assert.equal((await sendChunked(chunked)).text, '"True"')
  })

  test('a length no machine has is refused without waiting for it', async () => {
    const line = await openLine(url)
    line.write(`POST /api/json/Subscriber.Add HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9007199254740991\r\n\r\n`)
    assert.match(await line.ended, /^HTTP\/1\.1 (?:413|408) /)
    await assertAlive()
  })

  async function sendChunked({ path, method, headers, body = '' }: Sent): Promise<Reply> {
    const line = await openLine(url)
    const head = Object.entries({ Host: host, ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    line.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
    for (let at = 0; at < body.length; at += 4096) {
      const part = Buffer.from(body.slice(at, at + 4096))
      line.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
    }
    line.write('0\r\n\r\n')
    const [start = '', text = ''] = (await line.ended).split(/\r\n\r\n([\s\S]*)/)
    const [status = '', ...fields] = start.split('\r\n')
    const replied = fields.map(field => field.split(': ') as [string, string]) // a header has both
    return {
      status: Number(status.split(' ')[1]),
      reason: status.split(' ').slice(2).join(' '),
      rawHeaders: replied.flat(),
      headers: Object.fromEntries(replied.map(([name, value]) => [name.toLowerCase(), value])),
      text,
    }
  }
})

describe('limits by route', () => {
  const call = 256 * 1024
  const ask = (sent: Sent) => send(hasty.service.url, sent)
  const add = (sent: Sent, inside: (pad: string) => string, length: number): Sent => ({
    ...sent,
    body: inside('x'.repeat(length - inside('').length)),
  })
  const form = (pad: string) => `ApiKey=x&ListID=x&Email=x&Name=${pad}`
  const json = (pad: string) => `{"ApiKey":"x","Name":"${pad}"}`
  const xml = (pad: string) => String(envelopeRequest('soap11', 'Subscriber.Add', `<Name>${pad}</Name>`).body)

  test('a call without records takes 256 KB on every wire, and not one more', async () => {
    const rows = [
      ['post', formRequest('Subscriber.Add', ''), form],
      ['json', jsonRequest('Subscriber.Add', ''), json],
      ['soap11', envelopeRequest('soap11', 'Subscriber.Add', ''), xml],
    ] as const
    for (const [wire, sent, inside] of rows) {
      // read, and found to hold a longer text than any field
      assertRefused(wire, 'Subscriber.Add', await ask(add(sent, inside, call)), 'ValueTooLong')
      const { text } = await ask(add(sent, inside, call + 1))
      assert.match(text, wire === 'json' ? /"code":7,/ : /Maximum request length exceeded\./)
    }
  })

  test('a call with records takes more from a caller with a key, and from no other', async () => {
    const operation = 'Campaign.AcknowledgeWarnings'
    const { ApiKey, CampaignID } = { ApiKey: hasty.home.accountKey, CampaignID: hasty.ids.CampaignID }
    const Codes = Array.from({ length: 10 }, (_, n) => `${n}`.repeat(50_000))
    await leavesNoTrace(hasty, async () => {
      for (const wire of ['soap11', 'soap12', 'json'] as const) {
        const values = { CampaignID, Codes }
        const stranger = await ask(request(wire, operation, { ApiKey: '0'.repeat(32), ...values }))
        assertRefused(wire, operation, stranger, 'InvalidApiKey')
        // it was read: what is wrong with it is said
        assertRefused(wire, operation, await ask(request(wire, operation, { ApiKey, ...values })), 'UnknownWarning')
      }
      const keyless = jsonRequest(operation, JSON.stringify({ CampaignID, Codes }))
      assertRefused('json', operation, await ask(keyless), 'InvalidApiKey')
      const bearer = { ...keyless, headers: { ...keyless.headers, Authorization: `Bearer ${ApiKey}` } }
      assertRefused('json', operation, await ask(bearer), 'UnknownWarning')
      // the key comes too late to be found before all is read
      const late = jsonRequest(operation, JSON.stringify({ CampaignID, Codes, ApiKey }))
      assertRefused('json', operation, await ask(late), 'InvalidApiKey')
    })
  })
})

describe('slow callers', () => {
  test('headers that never end are cut off', async () => {
    const line = await openLine(hasty.service.url)
    line.write(`GET /api/api.asmx HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
    const dripping = setInterval(() => line.write('a'), 100)
    assert.match(await line.ended, /^HTTP\/1\.1 408 /)
    clearInterval(dripping)
    await assertAlive(hasty)
  })

  test('a body that never ends is cut off on every wire that has one', async () => {
    const paths = ['/api/api.asmx', '/api/api.asmx/Subscriber.Add', '/api/json/Subscriber.Add']
    await Promise.all(
      paths.map(async path => {
        const line = await openLine(hasty.service.url)
        line.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n`)
        const dripping = setInterval(() => line.write('a'), 100)
        const answer = await line.ended
        assert.ok(answer === '' || answer.startsWith('HTTP/1.1 408 '), answer)
        clearInterval(dripping)
      }),
    )
    await assertAlive(hasty)
  })

  test('a connection on which nothing is said is cut off', async () => {
    const line = await openLine(hasty.service.url)
    await line.ended
  })
})

describe('many callers', () => {
  test('two thousand idle connections keep no caller from being answered', async () => {
    const lines = await Promise.all(Array.from({ length: 2000 }, () => openLine(url)))
    await assertAlive()
    for (const line of lines) line.close()
  })

  test('five hundred calls at once are all answered', async () => {
    const values = { ApiKey: target.home.accountKey, ListID: target.ids.ListID, Email: target.member }
    const replies = await Promise.all(
      Array.from({ length: 500 }, (_, n) => call(url, wireNames[n % 5]!, 'Subscribers.GetIsSubscribed', values)),
    )
    for (const reply of replies) assert.match(reply.text, />True<|^"True"$/)
  })
})

describe('headers', () => {
  const floods: readonly [what: string, head: () => string, status: number][] = [
    ['one of 100 kB', () => `X-Flood: ${'x'.repeat(100_000)}\r\n`, 431],
    ['5,000 of them', () => Array.from({ length: 5000 }, (_, n) => `X-${n}: y\r\n`).join(''), 431],
    ['a Content-Length that is no number', () => 'Content-Length: many\r\n', 400],
    ['two lengths', () => 'Content-Length: 5\r\nContent-Length: 6\r\n', 400],
    ['a length and chunks', () => 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', 400],
    ['an encoding before chunks that we do not know', () => 'Transfer-Encoding: gzip\r\n', 400],
    ['a name with a space', () => 'X Flood: y\r\n', 400],
    ['a control character', () => 'X-Flood: \x01\r\n', 400],
    ['a bare line feed', () => 'X-Flood: y\nX-More: z\r\n', 400],
  ]
  for (const [what, head, status] of floods)
    test(`${what}: ${status}`, async () => {
      const answer = await exchangeBytes(
        url,
        `POST /api/json/User.GetCountries HTTP/1.1\r\nHost: ${host}\r\n${head()}\r\n`,
      )
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      await assertAlive()
    })

  test('a request line of 40 kB is 431', async () => {
    const answer = await exchangeBytes(
      url,
      `GET /api/api.asmx/User.GetCountries?ApiKey=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 431 /)
  })

  const nonsense = [
    '\0\0\0\0',
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET http HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]
  for (const bytes of nonsense)
    test(`${JSON.stringify(bytes.slice(0, 20))} is no request`, async () => {
      assert.match(await exchangeBytes(url, Buffer.from(bytes, 'latin1')), /^HTTP\/1\.1 400 /)
      await assertAlive()
    })
})

describe('the Host header', () => {
  const odd = [
    '',
    ' ',
    'a b',
    'a"onload="x',
    '<script>',
    'evil.example/path',
    'evil.example#',
    'evil.example?',
    'user@evil.example',
    'a,b',
    'a\tb',
    'evil.example:port',
    'evil.example:999999',
    '[::1',
    '[::g]',
    'é',
    '%41',
    'a;b',
    "a'b",
    'x'.repeat(300),
  ]
  for (const name of odd)
    test(`${JSON.stringify(name.slice(0, 30))} is 400 and echoed nowhere`, async () => {
      const answer = await exchangeBytes(
        url,
        `GET /api/api.asmx?WSDL HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
      )
      assert.match(answer, /^HTTP\/1\.1 400 /)
      const said = answer.slice(answer.indexOf('\r\n\r\n'))
      if (name.trim().length > 2) assert.ok(!said.includes(name))
    })

  test('none at all, or two, are 400', async () => {
    for (const head of ['', 'Host: a\r\nHost: b\r\n'])
      assert.match(
        await exchangeBytes(url, `GET /api/api.asmx?WSDL HTTP/1.1\r\n${head}Connection: close\r\n\r\n`),
        /^HTTP\/1\.1 400 /,
      )
  })

  test('without one a caller of HTTP/1.0, such as a balancer that asks /health and /ready, is answered, with the address it reached', async () => {
    const wsdl = await exchangeBytes(url, 'GET /api/api.asmx?WSDL HTTP/1.0\r\n\r\n')
    assert.ok(wsdl.includes(`location="http://${host}/api/api.asmx"`))
    assert.match(await exchangeBytes(url, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 [\s\S]*\r\n\r\nok\n$/)
    assert.match(await exchangeBytes(url, 'GET /ready HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 [\s\S]*"database": "ok"/)
    assert.match(await exchangeBytes(url, 'OPTIONS * HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  })

  test('the host of a target in absolute form counts instead', async () => {
    const answer = await exchangeBytes(
      url,
      'GET http://mail.example.com/api/api.asmx?WSDL HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n',
    )
    assert.ok(answer.includes('location="http://mail.example.com/api/api.asmx"'))
    assert.ok(!answer.includes('other.example'))
  })

  test('an ordinary one is where the WSDL says we are', async () => {
    for (const name of ['mail.example.com', 'mail.example.com:8080', '[::1]:8080', 'localhost']) {
      const answer = await exchangeBytes(
        url,
        `GET /api/api.asmx?WSDL HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
      )
      assert.ok(answer.includes(`location="http://${name}/api/api.asmx"`))
    }
  })
})

test('a base address that ends in a slash leads to the same answers on every wire', async () => {
  const paths = [
    '//api/api.asmx/User.GetSystemDate?ApiKey=',
    '/api//api.asmx//User.GetSystemDate?ApiKey=',
    '//api//json//User.GetSystemDate?ApiKey=',
    '//api/v3.1/systemdate.json?ApiKey=',
  ]
  for (const path of paths) {
    const head = `GET ${path}${target.home.accountKey} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    const [slashed, plain] = await Promise.all(
      [head, head.replace(/GET \S+/, text => text.replace(/\/{2,}/g, '/'))].map(sent => exchangeBytes(url, sent)),
    )
    const statusOf = (answer: string) => answer.slice(0, answer.indexOf('\r\n'))
    assert.equal(statusOf(slashed!), statusOf(plain!))
    assert.doesNotMatch(slashed!, /^HTTP\/1\.1 404 /)
  }
  for (const path of ['//health', '/health//', '//ready']) {
    const answer = await exchangeBytes(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    assert.match(answer, /^HTTP\/1\.1 404 /, path)
  }
})

describe('time', () => {
  test('an operation that takes too long is answered with RequestTimeout on every wire', async () => {
    // a page that never comes: the fetcher would wait for 10 s
    const silent = await serveWeb({ '/': () => {} })
    const values = { ApiKey: hasty.home.accountKey, ...goodValues(hasty)['Template.Create'], HTMLPageURL: silent.url }
    await Promise.all(
      wireNames.map(async wire => {
        const reply = await call(hasty.service.url, wire, 'Template.Create', values)
        assertRefused(wire, 'Template.Create', reply, 'RequestTimeout')
        if (wire === 'json') assert.equal(reply.headers['retry-after'], '5')
      }),
    )
    await silent.close()
    await assertAlive(hasty)
  })
})

describe('documents', () => {
  const documents = ['/api/openapi.json', '/api/']
  for (const path of documents)
    test(`HEAD ${path} has the headers of GET and no body`, async () => {
      const get = await send(url, { path, method: 'GET', headers: {} })
      const head = await send(url, { path, method: 'HEAD', headers: {} })
      assert.equal(head.text, '')
      assert.deepEqual(
        { status: head.status, headers: { ...head.headers, date: '' } },
        { status: get.status, headers: { ...get.headers, date: '' } },
      )
      assert.equal(Number(head.headers['content-length']), Buffer.byteLength(get.text))
    })

  test('what is nowhere is 404 in plain text, whatever the verb', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const path of ['/nowhere', '/api/api.asmxx', '/../etc/passwd', '/%2e%2e/secret', '/api/json', '//nowhere']) {
        const reply = await send(url, { path, method, headers: {} })
        assert.deepEqual([reply.status, reply.text], [404, 'There is nothing at this address.\n'], `${method} ${path}`)
      }
  })
})
