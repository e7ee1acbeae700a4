/** Requests that SOAP cannot read, or reads but cannot take: the faults and empty answers of reference/asmx.md §2 and §3. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  assertEmpty,
  assertFault,
  assertRefused,
  elements,
  envelopeNamespaces,
  envelopeRequest,
  namespace,
  type Reply,
  send,
  xmlRequest,
} from '../harness/dial.ts'
import { goodValues, leavesNoTrace, startTarget, type Target } from './world.ts'

let target: Target
let url: string
/** Elements with which the call would succeed. */
let inside: string
before(async () => {
  target = await startTarget()
  url = target.service.url
  inside = elements(operation, { ApiKey: target.home.accountKey, ...goodValues(target)[operation] })
})
after(() => target?.stop())

const operation = 'Subscriber.Add'
const versions = ['soap11', 'soap12'] as const
type Version = (typeof versions)[number]

function envelope(version: Version, body: string, header = ''): string {
  return `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`
}
const wrapped = (content: string) => `<${operation} xmlns="${namespace}">${content}</${operation}>`

/** Ten levels of ten: 10^10 characters, had anybody expanded them. */
const laughs = [
  '<!DOCTYPE lol [<!ENTITY l0 "lollollollol">',
  ...Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`),
  ']>',
].join('')

/** @param version the namespace of the envelope */
const malformed: Readonly<Record<string, (version: Version) => string | Buffer>> = {
  'nothing at all': () => '',
  'only white space': () => ' \r\n',
  'no XML': () => '{"ApiKey":"x"}',
  'a lone bracket': () => '<',
  'a document cut off in a tag': version => envelope(version, wrapped(inside)).slice(0, -20),
  'a document cut off in a value': version => envelope(version, wrapped(inside)).slice(0, 300),
  'tags that overlap': version => envelope(version, `<${operation} xmlns="${namespace}"><a><b></a></b></${operation}>`),
  'an undeclared prefix': version => envelope(version, wrapped(`${inside}<x:y/>`)),
  'an attribute twice': version => envelope(version, wrapped(`${inside}<y a="1" a="2"/>`)),
  'an undeclared entity': version => envelope(version, wrapped(`<Name>&nbsp;</Name>${inside}`)),
  'text behind the document': version => `${envelope(version, wrapped(inside))}x`,
  'a second document': version => envelope(version, wrapped(inside)).repeat(2),
  'white space before the declaration': version => ` <?xml version="1.0"?>${envelope(version, wrapped(inside))}`,
  'XML 1.1': version => `<?xml version="1.1"?>${envelope(version, wrapped(inside))}`,
  'a DTD': version => `<!DOCTYPE a>${envelope(version, wrapped(inside))}`,
  'an external entity': version =>
    `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${envelope(version, wrapped(`<Name>&x;</Name>${inside}`))}`,
  'an external DTD': version => `<!DOCTYPE a SYSTEM "${target.web.url}/page">${envelope(version, wrapped(inside))}`,
  'entities that explode': version => `${laughs}${envelope(version, wrapped(`<Name>&l10;</Name>${inside}`))}`,
  'an entity of 10^5 characters, used often': version =>
    `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(100_000)}">]>${envelope(version, wrapped(`<Name>${'&x;'.repeat(1000)}</Name>`))}`,
  'a NUL': version => envelope(version, wrapped(`<Name>\0</Name>${inside}`)),
  'a reference to NUL': version => envelope(version, wrapped(`<Name>&#0;</Name>${inside}`)),
  'a control character': version => envelope(version, wrapped(`<Name>\x01</Name>${inside}`)),
  'a reference to a control character': version => envelope(version, wrapped(`<Name>&#x1;</Name>${inside}`)),
  'half a surrogate pair': version => envelope(version, wrapped(`<Name>&#xD800;</Name>${inside}`)),
  'a character past Unicode': version => envelope(version, wrapped(`<Name>&#x110000;</Name>${inside}`)),
  'U+FFFE': version => envelope(version, wrapped(`<Name>\ufffe</Name>${inside}`)),
  'an element in a value': version => envelope(version, wrapped(`<Name>a<b/></Name>${inside}`)),
  'a comment in a value': version => envelope(version, wrapped(`<Name>a<!-- b --></Name>${inside}`)),
  'a thousand levels': version => envelope(version, wrapped(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}${inside}`)),
  'forty thousand levels': version => envelope(version, wrapped('<a>'.repeat(40_000))),
  '40,000 elements': version => envelope(version, wrapped(`${'<a/>'.repeat(40_000)}${inside}`)),
  'a thousand attributes': version =>
    envelope(version, wrapped(`<a ${Array.from({ length: 1000 }, (_, n) => `b${n}="c"`).join(' ')}/>${inside}`)),
  'a thousand namespaces': version =>
    envelope(version, wrapped(`<a ${Array.from({ length: 1000 }, (_, n) => `xmlns:b${n}="c"`).join(' ')}/>${inside}`)),
  'UTF-16 that says it is UTF-8': version => Buffer.from(envelope(version, wrapped(inside)), 'utf16le'),
}

const undecodable: Readonly<Record<string, (version: Version) => Buffer>> = {
  'bytes that are no UTF-8': version => bytes(envelope(version, wrapped(`<Name>§</Name>${inside}`)), [0xff]),
  'an overlong slash': version => bytes(envelope(version, wrapped(`<Name>§</Name>${inside}`)), [0xc0, 0xaf]),
  'a surrogate in UTF-8': version => bytes(envelope(version, wrapped(`<Name>§</Name>${inside}`)), [0xed, 0xa0, 0x80]),
  'half a character of UTF-16': version =>
    Buffer.concat([
      Buffer.from('\ufeff', 'utf16le'),
      Buffer.from(envelope(version, wrapped(inside)), 'utf16le'),
      Buffer.of(0x20),
    ]),
}

/** Puts bytes where the text has a `§`. */
function bytes(text: string, replacement: readonly number[]): Buffer {
  const [head = '', tail = ''] = text.split('§')
  return Buffer.concat([Buffer.from(head), Buffer.from(replacement), Buffer.from(tail)])
}

describe('documents that are not XML as we take it', () => {
  for (const [what, body] of Object.entries(malformed))
    test(`${what}: 400 with an empty body, or a fault if no action names the operation`, async () => {
      await leavesNoTrace(target, async () => {
        for (const version of versions) {
          assertEmpty(await send(url, xmlRequest(version, operation, body(version))), version, 400)
        }
        // if only the body names the operation, the answer is a fault, always of SOAP 1.2 (reference/asmx.md §2.5)
        const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
        const reply = await send(url, { path: '/api/api.asmx', method: 'POST', headers, body: body('soap11') })
        if (reply.status === 400) return assert.equal(reply.text, '')
        assert.equal(reply.status, 500)
        assert.match(
          reply.text,
          /<soap:Value>soap:Receiver<\/soap:Value>.*Server was unable to process request\. ---&gt; /,
        )
      })
    })
})

describe('bytes that are not in the charset of the Content-Type are refused with a sentence about the charset', () => {
  const says = (reply: Reply, charset: RegExp) => {
    assert.equal(reply.status, 400)
    assert.equal(reply.headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(reply.text, /^The body is not XML in .*Name the charset in which it is sent/)
    assert.match(reply.text, charset)
  }

  for (const [what, body] of Object.entries(undecodable))
    test(what, async () => {
      await leavesNoTrace(target, async () => {
        for (const version of versions) {
          const sent = xmlRequest(version, operation, body(version))
          says(await send(url, sent), /the charset utf-8 of its Content-Type/)
          const contentType = sent.headers!['Content-Type']!.replace('; charset=utf-8', '')
          const bare = { ...sent, headers: { ...sent.headers, 'Content-Type': contentType } }
          says(await send(url, bare), /in UTF-8; its Content-Type names no charset/)
        }
      })
    })

  test('UTF-8 that says it is UTF-16, or another charset', async () => {
    await leavesNoTrace(target, async () => {
      for (const [charset, text] of [
        ['utf-16', envelope('soap11', wrapped(inside))],
        ['"utf-16be"', envelope('soap11', wrapped(inside))],
        ['<b>', '<soap:Envelope'],
      ] as const) {
        const sent = xmlRequest('soap11', operation, text)
        const headers = { ...sent.headers, 'Content-Type': `text/xml; charset=${charset}` }
        const quoted = charset.replaceAll('"', '')
        says(await send(url, { ...sent, headers }), new RegExp(`the charset ${quoted} of its Content-Type`))
      }
    })
  })
})

describe('documents that are XML but no call', () => {
  const structure = (what: 'Body' | 'Envelope') =>
    `Server was unable to read request. ---> Request format is invalid: Missing required soap:${what} element.`
  const noAction = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.'

  test('an envelope without Body or another root is a fault of the caller', async () => {
    const rows: readonly [inner: string, what: 'Body' | 'Envelope'][] = [
      ['<soap:Envelope xmlns:soap="NS"/>', 'Body'],
      ['<soap:Envelope xmlns:soap="NS"><soap:Header/></soap:Envelope>', 'Body'],
      [`<soap:Envelope xmlns:soap="NS"><x/><soap:Body>${wrapped('')}</soap:Body></soap:Envelope>`, 'Body'],
      ['<soap:Envelope xmlns:soap="NS"><Body/></soap:Envelope>', 'Body'],
      ['<soap:Umschlag xmlns:soap="NS"/>', 'Envelope'],
    ]
    await leavesNoTrace(target, async () => {
      for (const version of versions)
        for (const [inner, what] of rows) {
          const body = inner.replace('NS', envelopeNamespaces[version])
          assertFault(await send(url, xmlRequest(version, operation, body)), version, 'Client', structure(what))
        }
    })
  })

  test('a namespace that is no version of SOAP is a mismatch, with the versions we know', async () => {
    for (const version of versions) {
      const body = '<soap:Envelope xmlns:soap="urn:x&amp;&lt;y"><soap:Body/></soap:Envelope>'
      const reply = await send(url, xmlRequest(version, operation, body))
      assert.equal(reply.status, 500)
      assert.equal(reply.headers['content-type'], 'text/xml; charset=utf-8')
      assert.match(reply.text, /<soap:Header><soap12:Upgrade /)
      assert.ok(
        reply.text.includes(
          '<faultcode>soap:VersionMismatch</faultcode><faultstring>Possible SOAP version mismatch: Envelope namespace urn:x&amp;&lt;y was unexpected.',
        ),
      )
    }
  })

  test('an action or body element that names no operation is a fault, and quoted back only in part', async () => {
    const soapAction = (action: string) => ({ 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action })
    const recognised = (text: string) => `Server did not recognize the value of HTTP Header SOAPAction: ${text}.`
    const actions: readonly [action: string, quoted: string][] = [
      ['""', ''],
      ['', ''],
      ['Subscriber.Add', 'Subscriber.Add'],
      [`"${namespace}subscriber.add"`, `${namespace}subscriber.add`],
      [`"${namespace}Nope"`, `${namespace}Nope`],
      [`"${namespace}constructor"`, `${namespace}constructor`],
      ['"<script>&"', '<script>&'],
      ['"%3Cb%3E"', '<b>'],
      ['"%00"', '\ufffd'],
      ['"%ff"', '%ff'],
      [`"${'x'.repeat(9000)}"`, `${'x'.repeat(1000)}…`],
    ]
    await leavesNoTrace(target, async () => {
      for (const [action, quoted] of actions) {
        const body = envelope('soap11', wrapped(inside))
        const reply = await send(url, { path: '/api/api.asmx', method: 'POST', headers: soapAction(action), body })
        assertFault(reply, 'soap11', 'Client', recognised(quoted))
      }
      for (const inner of ['', '<Nope/>', `<Nope xmlns="${namespace}"/>`, `<${operation}/>`, 'text']) {
        const body = envelope('soap12', inner)
        const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' }
        const without = await send(url, { path: '/api/api.asmx', method: 'POST', headers, body })
        assertFault(without, 'soap12', 'Client', noAction)
        const named = { 'Content-Type': 'application/soap+xml; charset=utf-8; action="urn:<x>"' }
        const reply = await send(url, { path: '/api/api.asmx', method: 'POST', headers: named, body })
        assertFault(reply, 'soap12', 'Client', "Unable to handle request. The action 'urn:<x>' was not recognized.")
      }
    })
  })

  test('other media types are 415 without a word', async () => {
    const SOAPAction = `"${namespace}${operation}"`
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'text/xml ;charset=utf-8',
      'application/xml',
      '',
    ]
    await leavesNoTrace(target, async () => {
      for (const type of types) {
        const headers: Record<string, string> = { SOAPAction, ...(type && { 'Content-Type': type }) }
        const body = envelope('soap11', wrapped(inside))
        assertEmpty(await send(url, { path: '/api/api.asmx', method: 'POST', headers, body }), 'soap11', 415)
      }
      // an envelope of 1.1 under the name of 1.2
      const sent = xmlRequest('soap12', operation, envelope('soap11', wrapped(inside)))
      assertEmpty(await send(url, sent), 'soap12', 415)
    })
  })

  test('a header that must be understood is not', async () => {
    await leavesNoTrace(target, async () => {
      for (const version of versions) {
        const header =
          '<soap:Header><t:Transaction xmlns:t="urn:t" soap:mustUnderstand="1">5</t:Transaction></soap:Header>'
        const reply = await send(url, xmlRequest(version, operation, envelope(version, wrapped(inside), header)))
        assert.equal(reply.status, 500)
        assert.ok(reply.text.includes('soap:MustUnderstand'))
        assert.ok(reply.text.includes('SOAP header Transaction was not understood.'))
      }
    })
  })
})

describe('values SOAP cannot convert', () => {
  const rows: readonly [operation: string, inside: string, text: string][] = [
    ['List.Create', '<ConfirmOptIn>True</ConfirmOptIn>', "The string 'True' is not a valid Boolean value."],
    ['List.Create', '<ConfirmOptIn/>', "The string '' is not a valid Boolean value."],
    ['List.Create', '<ConfirmOptIn>&lt;b></ConfirmOptIn>', "The string '<b>' is not a valid Boolean value."],
    ['Client.UpdateAccessAndBilling', '<AccessLevel>many</AccessLevel>', 'Input string was not in a correct format.'],
    ['Client.UpdateAccessAndBilling', '<AccessLevel/>', 'Input string was not in a correct format.'],
    ['Client.UpdateAccessAndBilling', '<AccessLevel>1.0</AccessLevel>', 'Input string was not in a correct format.'],
    ['Client.UpdateAccessAndBilling', '<AccessLevel>0x3F</AccessLevel>', 'Input string was not in a correct format.'],
    [
      'Client.UpdateAccessAndBilling',
      '<AccessLevel>2147483648</AccessLevel>',
      'Value was either too large or too small for an Int32.',
    ],
    [
      'Client.UpdateAccessAndBilling',
      `<AccessLevel>${'9'.repeat(100_000)}</AccessLevel>`,
      'Value was either too large or too small for an Int32.',
    ],
  ]
  test('each is a fault that says where', async () => {
    await leavesNoTrace(target, async () => {
      for (const version of versions)
        for (const [name, value, text] of rows) {
          const sent = envelopeRequest(version, name, value)
          // the name of the tag that follows the value, without its slash, counted from 1
          const column = String(sent.body).indexOf(`/${name}>`) + 2
          const said = `Server was unable to read request. ---> There is an error in XML document (1, ${column}). ---> ${text}`
          assertFault(await send(url, sent), version, 'Client', said)
        }
    })
  })

  test('text no field could hold is refused by name', async () => {
    await leavesNoTrace(target, async () => {
      for (const version of versions) {
        const long = envelopeRequest(version, operation, `<Name>${'x'.repeat(200_000)}</Name>${inside}`)
        assertRefused(version, operation, await send(url, long), 'ValueTooLong')
      }
    })
  })
})
