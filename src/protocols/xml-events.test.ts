import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/harness/effort.ts'
import {
  envelope,
  exchange,
  namespace,
  soap11Namespace,
  soap11Request,
  soap12Namespace,
  soap12Request,
  wrapper,
} from '../../test/harness/wires.ts'
import { parse, scan, type XmlEvents } from './xml-events.ts'

const op = 'Client.GetDetail'

/** Invalid documents, each answered with 400 without a body and without a call (reference/asmx.md §2.5). */
const malformed: Readonly<Record<string, string | Buffer>> = {
  'an empty body': '',
  'white space': ' \n ',
  JSON: '{"a":1}',
  'white space before the declaration': ` ${envelope('')}`,
  'an XML 1.1 declaration': envelope('').replace('1.0', '1.1'),
  'a raw ampersand': envelope(wrapper(op, '<ApiKey>a & b</ApiKey>')),
  'an unknown entity': envelope(wrapper(op, '<ApiKey>&nbsp;</ApiKey>')),
  'a DTD': envelope('').replace('<soap:Env', '<!DOCTYPE a><soap:Env'),
  'an external entity': envelope(wrapper(op, '<ApiKey>&x;</ApiKey>')).replace(
    '<soap:Env',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><soap:Env',
  ),
  'an entity bomb': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefghi'[n]};`.repeat(10)}">`)
    .join('')}]>${envelope(wrapper(op, '<ApiKey>&j;</ApiKey>')).slice(38)}`,
  'a document cut short': envelope(wrapper(op)).slice(0, -5),
  'tags that cross': envelope('<a><b></a></b>'),
  'an unbound prefix': envelope('<x:a/>'),
  'an attribute twice': envelope('<a b="1" b="2"/>'),
  'an attribute twice under two prefixes': envelope('<a xmlns:p="urn:n" xmlns:q="urn:n" p:b="1" q:b="2"/>'),
  'an attribute without quotes': envelope('<a b=1/>'),
  'an attribute without a space': envelope('<a b="1"c="2"/>'),
  'a less-than sign in an attribute': envelope('<a b="<"/>'),
  'a bracket sequence in text': envelope('<a>]]></a>'),
  'text behind the root': `${envelope('')}a`,
  'a second root': `${envelope('')}<a/>`,
  'a NUL': envelope(wrapper(op, '<ApiKey>a\0</ApiKey>')),
  'a control character': envelope(wrapper(op, '<ApiKey>\u0001</ApiKey>')),
  'a reference to a control character': envelope(wrapper(op, '<ApiKey>&#1;</ApiKey>')),
  'a reference to half a pair': envelope(wrapper(op, '<ApiKey>&#xD800;</ApiKey>')),
  'a reference beyond Unicode': envelope(wrapper(op, '<ApiKey>&#x110000;</ApiKey>')),
  'U+FFFF': envelope(wrapper(op, '<ApiKey>\uffff</ApiKey>')),
  'depth of 33': envelope('<a>'.repeat(31) + '</a>'.repeat(31)),
  'depth of a million': `<soap:Envelope xmlns:soap="${soap11Namespace}"><soap:Body>${'<a>'.repeat(1_000_000)}`,
  '65 attributes': envelope(`<a ${Array.from({ length: 65 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  'a flood of attributes': envelope(`<a ${Array.from({ length: 400_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  'a flood of namespaces': envelope(`<a ${Array.from({ length: 65 }, (_, n) => `xmlns:a${n}="urn:${n}"`).join(' ')}/>`),
  'a flood of elements': envelope('<a/>'.repeat(1_000_000)),
}
for (const [name, body] of Object.entries(malformed)) {
  test(`${name} is 400 and empty`, async () => {
    const { status, headers, text, calls } = await exchange(soap11Request(op, body))
    assert.deepEqual([status, text, calls], [400, '', []])
    assert.equal(headers['Content-Type'], 'text/xml; charset=utf-8')
  })
}

test('invalid UTF-8 is 400 with a sentence: an editor saved the body in another charset', async () => {
  const body = Buffer.concat([Buffer.from(envelope('')), Buffer.from([0x20, 0xc3, 0x28])])
  const { status, headers, text, calls } = await exchange(soap11Request(op, body))
  assert.deepEqual([status, calls], [400, []])
  assert.match(text, /^The body is not XML in the charset utf-8 of its Content-Type\. Name the charset/)
  assert.match(String(headers['Content-Type']), /^text\/plain/)
})

test('malformed XML under a known 1.2 action is 400 and empty', async () => {
  const { status, text } = await exchange(soap12Request('<a', `application/soap+xml; action="${namespace}${op}"`))
  assert.deepEqual([status, text], [400, ''])
})

const receiver = (reason: string) =>
  `<soap:Body><soap:Fault><soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">Server was unable to process request. ---&gt; ${reason}</soap:Text></soap:Reason><soap:Detail /></soap:Fault></soap:Body></soap:Envelope>`
for (const [body, reason] of [
  ['{"a":1}', 'Data at the root level is invalid. Line 1, position 1.'],
  ['ApiKey=k', 'Data at the root level is invalid. Line 1, position 1.'],
  ['\n  x', 'Data at the root level is invalid. Line 2, position 3.'],
  ['', 'Root element is missing.'],
] as const) {
  test(`'${body.trim()}' without an action is a Receiver fault, since routing has to read it`, async () => {
    for (const type of ['text/xml', 'application/json', 'application/soap+xml']) {
      const { status, headers, text, calls } = await exchange({ headers: { 'content-type': type }, body })
      assert.equal(status, 500)
      assert.equal(headers['Content-Type'], 'application/soap+xml; charset=utf-8')
      assert.ok(text.endsWith(receiver(reason)), text)
      assert.deepEqual(calls, [])
    }
  })
}

test('without an action, malformed XML after the body element is 400 and empty', async () => {
  const body = envelope(wrapper(op, '<ApiKey>&x;</ApiKey>'), { soap: soap12Namespace })
  const { status, text } = await exchange(soap12Request(body))
  assert.deepEqual([status, text], [400, ''])
})

test('a document of just the greatest depth and breadth is read', async () => {
  const attributes = Array.from({ length: 64 }, (_, n) => `a${n}=""`).join(' ')
  const { status } = await exchange(
    soap11Request(op, envelope(`${'<a>'.repeat(30)}${'</a>'.repeat(30)}<b ${attributes}/>`)),
    null,
  )
  assert.equal(status, 200)
})

test('a million references are one value', async () => {
  const { text } = await exchange(
    soap11Request(op, envelope(wrapper(op, `<ApiKey>${'&amp;'.repeat(1_000_000)}</ApiKey>`))),
  )
  assert.match(text, /<Code>11<\/Code>/)
})

// reference/asmx.md §2.10
const accented = envelope(wrapper(op, '<ApiKey>é</ApiKey>'))
const utf16be = Buffer.from(`\ufeff${accented}`, 'utf16le').swap16()
const encodings: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
  'UTF-8 without a charset': ['text/xml', Buffer.from(accented)],
  'UTF-8 with a mark': ['text/xml', Buffer.from(`\ufeff${accented}`)],
  'a charset in quotes': ['text/xml; charset="iso-8859-1"', Buffer.from(accented, 'latin1')],
  'a charset over the declaration': ['text/xml; charset=windows-1252', Buffer.from(accented, 'latin1')],
  'a mark over the charset': ['text/xml; charset=iso-8859-1', Buffer.from(`\ufeff${accented}`)],
  'an unknown charset': ['text/xml; charset=klingon', Buffer.from(accented)],
  'UTF-16 by its mark': ['text/xml', Buffer.from(`\ufeff${accented}`, 'utf16le')],
  'UTF-16 of the other order by its mark': ['text/xml; charset=utf-16', utf16be],
  'UTF-16 by its charset': ['text/xml; charset=utf-16', Buffer.from(accented, 'utf16le')],
}
for (const [name, [type, body]] of Object.entries(encodings)) {
  test(`${name} is read`, async () => {
    const { calls } = await exchange(soap11Request(op, body, { 'content-type': type }), null)
    assert.equal(calls[0]?.params.ApiKey, 'é')
  })
}

for (const charset of ['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii'])
  test(`quotes, dashes and the euro of windows-1252 are read in ${charset}`, async () => {
    const body = Buffer.from(envelope(wrapper(op, '<ApiKey>O\x92Brien \x80 \x96 \x93x\x94</ApiKey>')), 'latin1')
    const { calls } = await exchange(soap11Request(op, body, { 'content-type': `text/xml; charset=${charset}` }), null)
    assert.equal(calls[0]?.params.ApiKey, 'O’Brien € – “x”')
  })

test('UTF-8 that is called us-ascii keeps its letters', async () => {
  const type = { 'content-type': 'text/xml; charset=us-ascii' }
  const { calls } = await exchange(soap11Request(op, Buffer.from(accented), type), null)
  assert.equal(calls[0]?.params.ApiKey, 'é')
})

test('the declaration counts for application/soap+xml without a charset', async () => {
  const body = envelope(wrapper(op, '<ApiKey>é</ApiKey>'), { soap: soap12Namespace }).replace('utf-8', 'iso-8859-1')
  const { calls } = await exchange(soap12Request(Buffer.from(body, 'latin1'), 'application/soap+xml'), null)
  assert.equal(calls[0]?.params.ApiKey, 'é')
})

/** The events of a document, with text in one piece, without white space outside of the root. */
function heard(read: (xml: string, events: XmlEvents) => unknown, xml: string): unknown[] | undefined {
  const events: unknown[] = []
  let text = ''
  let depth = 0
  const hear = (...event: unknown[]) => {
    if (text !== '') events.push(['text', text])
    text = ''
    events.push(event)
  }
  const listener: XmlEvents = {
    begin() {
      hear('begin')
      depth++
    },
    attribute: () => hear('attribute'),
    open: ({ name, local, uri, attributes }) =>
      hear(
        'open',
        name,
        local,
        uri,
        Object.entries(attributes)
          .filter(([attribute]) => !attribute.startsWith('xmlns'))
          .map(([attribute, { local, uri, value }]) => [attribute, local, uri, value]),
      ),
    close(end) {
      hear('close', end)
      depth--
    },
    text(piece) {
      if (depth > 0) text += piece
    },
    aside: () => hear('aside'),
  }
  try {
    return read(xml, listener) === false ? undefined : events
  } catch {
    return undefined
  }
}

// pieces that combine in odd ways: most documents made of them are malformed
const piece = fc.oneof(
  fc.constantFrom(
    ...['<a>', '</a>', '<a/>', '<p:a>', '</p:a>', '<b c="d">', '</b>', '<b c=\'d\' p:c="e"/>', '<a xmlns="urn:x">'],
    ...[
      '<p:b xmlns:p="urn:y">',
      '</p:b>',
      '<a xmlns:p="urn:z" p:q="1" />',
      '<a c="1" c="2"/>',
      '<a xmlns=""/>',
      '</a >',
    ],
    ...[
      '&amp;',
      '&lt;',
      '&#65;',
      '&',
      ';',
      ']]>',
      '\r\n',
      '\r',
      ' ',
      'text',
      'é😀',
      '<',
      '>',
      '"',
      '<!-- c -->',
      '<?p i?>',
    ],
    ...[
      '<![CDATA[x]]>',
      '\0',
      '<a:b:c/>',
      '<:a/>',
      '<xml:a/>',
      '<a xml:lang="en"/>',
      '<a xmlns:xml="urn:x"/>',
      '<a c = "1"/>',
    ],
    ...['<a c="&amp;"/>', '<a c="\n"/>', '<constructor:a/>', '<a toString="1" __proto__="2"/>', '<a xmlns:p="" />'],
  ),
  fc.constantFrom(
    ...['<!---->', '<!-- a -- b -->', '<!--->', '<!-- - -->', '-->', '<!-->-->', '<!--\r\n-->', '<!- c -->', '<!'],
    ...['<![CDATA[]]>', '<![CDATA[\r\na\r&amp;<]]>', '<![CDATA[]]]]>', '<![CDATA[>', '<![cdata[x]]>', ']]'],
    ...['&#x1F600;', '&#128512;', '&#xD;', '&#13;\n', '&#0;', '&#xD800;', '&#xFFFE;', '&#x110000;', '&#;', '&#x;'],
    ...[
      '&#0065;',
      '&#xaF;',
      '&#X41;',
      '&#6A;',
      '&apos;',
      '&quot;',
      '&gt;',
      '&AMP;',
      '&__proto__;',
      '&#00000000000065;',
    ],
    ...['<?p?>', '<?p  ?>', '<?xml i?>', '<?XmL?>', '<?p:q i?>', '<?1?>', '<?p i', '<?p?q?>', '<? p?>', '<?é?>', '?>'],
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const aside = fc.constantFrom(
  '<!-- c -->',
  '<?p i?>',
  ' ',
  '\n',
  '<?xml-style x?>',
  '<!-- -- -->',
  '<?xml?>',
  'x',
  '\ufeff',
)
const asides = fc.array(aside, { maxLength: 3 }).map(pieces => pieces.join(''))
const document = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' encoding='utf-8' ?>", '<?xml?>', ' '),
    asides,
    fc.array(piece, { maxLength: 8 }),
    asides,
  )
  .map(([start, before, pieces, after]) => `${start}${before}<r xmlns:p="urn:p">${pieces.join('')}</r>${after}`)

test('saxes accepts every document that the scanner accepts, with the same events', () => {
  let taken = 0
  fc.assert(
    fc.property(document, xml => {
      const scanned = heard(scan, xml)
      if (scanned === undefined) return
      taken++
      assert.deepEqual(scanned, heard(parse, xml))
    }),
    { numRuns: runs(40_000, 2_000_000) },
  )
  assert.ok(taken > 500, `only ${taken} documents were scanned`)
})

const listener: XmlEvents = { begin() {}, attribute() {}, open() {}, close() {}, text() {}, aside() {} }

test('a request as clients send it is scanned', () => {
  assert.ok(scan(envelope(wrapper(op, '<ApiKey>a &amp; b</ApiKey>\r\n <ClientID/>')), listener))
})

test('references, comments, CDATA and processing instructions are scanned too', () => {
  const inside = '<!-- c --><ApiKey>&#65;&#x1F600;<![CDATA[<x>]]></ApiKey><?p i?>'
  assert.ok(scan(envelope(wrapper(op, inside)), listener))
  const seen = heard(scan, '<a>&#65;&#x1F600;\r\n<![CDATA[<&\r]]></a>')
  assert.deepEqual(seen?.[2], ['text', 'A😀\n<&\n'])
})

/** Long documents that only saxes can read, full of characters it is slow with, are refused. */
for (const [what, filling] of Object.entries({ references: '&#65;', 'CDATA of brackets': ']', 'line ends': '\r' })) {
  const document = (count: number) => `<é><![CDATA[${what}]]>${filling.repeat(count)}</é>`
  test(`a document that is not scanned may contain some ${what}, but not a flood of them`, () => {
    assert.equal(scan(document(10), listener), false)
    parse(document(4_000), listener)
    assert.throws(() => parse(document(100_000), listener), /too intricate/)
  })
}

test('an error in the part that the scanner is certain of is not parsed a second time', async () => {
  const events: string[] = []
  const counting: XmlEvents = {
    ...listener,
    begin() {
      events.push('begin')
      throw new Error('enough')
    },
  }
  assert.throws(() => scan('<a><b/></a>', counting), /enough/)
  assert.deepEqual(events, ['begin'])
})
