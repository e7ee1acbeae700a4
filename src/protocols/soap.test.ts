import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  envelope,
  exchange,
  namespace,
  type Sent,
  soap11Namespace,
  soap11Request,
  soap12Namespace,
  soap12Request,
  wrapper,
} from '../../test/harness/wires.ts'
import { Refusal } from '../contract/refusals.ts'

const op = 'Client.GetDetail'
const known = wrapper(op, '<ApiKey>k</ApiKey><ClientID>c</ClientID>')
const e11 = envelope(known)
const e12 = envelope(known, { soap: soap12Namespace })
const bothParams = { ApiKey: 'k', ClientID: 'c' }
const nothing = { ApiKey: null, ClientID: null }

const head = (soap: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soap}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>`
const tail = '</soap:Body></soap:Envelope>'
const fault11 = (code: string, text: string) =>
  `${head(soap11Namespace)}<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault>${tail}`
const fault12 = (code: string, text: string) =>
  `${head(soap12Namespace)}<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail /></soap:Fault>${tail}`

const type11 = 'text/xml; charset=utf-8'
const type12 = 'application/soap+xml; charset=utf-8'

type Expected =
  | { readonly calls: object; readonly wire?: string }
  | { readonly fault: string; readonly type?: string }
  | { readonly empty: number; readonly type?: string }

async function expect(sent: Sent, expected: Expected): Promise<void> {
  const { status, headers, text, calls } = await exchange(sent, null)
  if ('calls' in expected) {
    assert.equal(status, 200, text)
    assert.deepEqual({ ...calls[0]?.params }, expected.calls)
    if (expected.wire) assert.equal(calls[0]?.wire, expected.wire)
    assert.equal(headers['Cache-Control'], 'private, max-age=0')
    return
  }
  assert.deepEqual(calls, [], 'the operation must not run')
  assert.equal(headers['Cache-Control'], 'private')
  if ('fault' in expected) {
    assert.equal(text, expected.fault)
    assert.equal(status, 500)
    assert.equal(headers['Content-Type'], expected.type ?? type11)
  } else {
    assert.equal(status, expected.empty, text)
    assert.equal(text, '')
    assert.equal(headers['Content-Type'], expected.type ?? type11)
  }
}

function table(cases: Readonly<Record<string, readonly [Sent, Expected]>>): void {
  for (const [name, [sent, expected]] of Object.entries(cases)) test(name, () => expect(sent, expected))
}

const text11 = { 'content-type': type11 }
const noAction = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.'
const unreadable = 'Server was unable to read request. ---&gt; '
const noBody = `${unreadable}Request format is invalid: Missing required soap:Body element.`

// reference/asmx.md §1.3, §2.2, §3
table({
  'a quoted SOAPAction names the operation': [soap11Request(op, e11), { calls: bothParams, wire: 'soap11' }],
  'an unquoted SOAPAction names the operation': [
    soap11Request(op, e11, { soapaction: namespace + op }),
    { calls: bothParams },
  ],
  'a percent-encoded SOAPAction names the operation': [
    soap11Request(op, e11, { soapaction: encodeURIComponent(namespace + op) }),
    { calls: bothParams },
  ],
  'without SOAPAction a 1.1 envelope is routed by its body': [
    { headers: text11, body: e11 },
    { calls: bothParams, wire: 'soap11' },
  ],
  'a 1.2 envelope may come as text/xml with a SOAPAction': [
    soap11Request(op, e12),
    { calls: bothParams, wire: 'soap12' },
  ],
  'a 1.2 envelope may come as text/xml without a SOAPAction': [
    { headers: text11, body: e12 },
    { calls: bothParams, wire: 'soap12' },
  ],
  'a SOAPAction beside application/soap+xml is ignored': [
    { headers: { 'content-type': type12, soapaction: '"urn:other"' }, body: e12 },
    { calls: bothParams, wire: 'soap12' },
  ],
  'a 1.2 request is routed by its action parameter': [
    soap12Request(envelope('', { soap: soap12Namespace }), `${type12}; action="${namespace}${op}"`),
    { calls: nothing, wire: 'soap12' },
  ],
  'a wrong action parameter with a known body element succeeds': [
    soap12Request(e12, `${type12}; action="urn:x"`),
    { calls: bothParams },
  ],
  'a 1.1 envelope as application/soap+xml is 415 and empty': [soap12Request(e11), { empty: 415, type: type12 }],
  'a wrong SOAPAction is answered in 1.1, whatever the envelope': [
    soap11Request(op, e12, { soapaction: '"urn:x"' }),
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: urn:x.') },
  ],
  'a SOAPAction is case-sensitive': [
    soap11Request(op, e11, { soapaction: `"${namespace}client.getdetail"` }),
    {
      fault: fault11(
        'Client',
        `Server did not recognize the value of HTTP Header SOAPAction: ${namespace}client.getdetail.`,
      ),
    },
  ],
  'an empty quoted SOAPAction is no operation': [
    soap11Request(op, e11, { soapaction: '""' }),
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: .') },
  ],
  'a blank SOAPAction is no operation': [
    soap11Request(op, e11, { soapaction: '' }),
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: .') },
  ],
  'a SOAPAction is quoted back escaped': [
    soap11Request(op, e11, { soapaction: '"<b>&"' }),
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: &lt;b&gt;&amp;.') },
  ],
  'no SOAPAction and an unknown 1.1 body element': [
    { headers: text11, body: envelope(wrapper('Client.Nope')) },
    { fault: fault11('Client', noAction) },
  ],
  'no action and an unknown 1.2 body element': [
    soap12Request(envelope(wrapper('Client.Nope'), { soap: soap12Namespace })),
    { fault: fault12('Sender', noAction), type: type12 },
  ],
  'no action and a body element of another namespace': [
    soap12Request(envelope(`<${op} xmlns="urn:x"/>`, { soap: soap12Namespace })),
    { fault: fault12('Sender', noAction), type: type12 },
  ],
  'no action and an empty Body': [
    soap12Request(envelope('', { soap: soap12Namespace })),
    { fault: fault12('Sender', noAction), type: type12 },
  ],
  'a wrong action and an unknown body element': [
    soap12Request(envelope(wrapper('Client.Nope'), { soap: soap12Namespace }), `${type12}; action="urn:x"`),
    { fault: fault12('Sender', "Unable to handle request. The action 'urn:x' was not recognized."), type: type12 },
  ],
})

// §2.1
table({
  'another content type is 415 and empty': [
    soap11Request(op, e11, { 'content-type': 'application/json' }),
    { empty: 415 },
  ],
  'the base content type is not trimmed': [
    soap11Request(op, e11, { 'content-type': 'text/xml ;charset=utf-8' }),
    { empty: 415 },
  ],
  'the base content type is case-insensitive': [
    soap11Request(op, e11, { 'content-type': 'TEXT/XML' }),
    { calls: bothParams },
  ],
  'an unknown SOAPAction comes before the content type': [
    { headers: { 'content-type': 'application/json', soapaction: 'x' }, body: '{}' },
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: x.') },
  ],
  'a body routed by its element still needs an XML content type': [
    { headers: { 'content-type': 'application/xml' }, body: e11 },
    { empty: 415, type: type12 },
  ],
  'a body over the limit': [
    { ...soap11Request(op, ''), tooLarge: true },
    {
      fault: fault11(
        'Server',
        'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
      ),
    },
  ],
})

// §2.3, §2.4
const add = 'Subscriber.Add'
const addNothing = { ApiKey: null, ListID: null, Email: null, Name: null }
const inAdd = (inside: string) => soap11Request(add, envelope(wrapper(add, inside)))
table({
  'a wrapper of another name leaves all defaults': [
    soap11Request(op, envelope(wrapper('Client.Delete', '<ApiKey>k</ApiKey>'))),
    { calls: nothing },
  ],
  'a wrapper of another namespace leaves all defaults': [
    soap11Request(op, envelope(`<${op} xmlns="urn:x"><ApiKey>k</ApiKey></${op}>`)),
    { calls: nothing },
  ],
  'an empty Body leaves all defaults': [soap11Request(op, envelope('')), { calls: nothing }],
  'a self-closed Body leaves all defaults': [
    soap11Request(op, `<s:Envelope xmlns:s="${soap11Namespace}"><s:Body/></s:Envelope>`),
    { calls: nothing },
  ],
  'an empty wrapper leaves all defaults': [
    soap11Request(op, envelope(`<${op} xmlns="${namespace}"/>`)),
    { calls: nothing },
  ],
  'unknown siblings of the wrapper are skipped': [
    soap11Request(op, envelope(`<a><ApiKey xmlns="${namespace}">no</ApiKey></a>${known}<b/>`)),
    { calls: bothParams },
  ],
  'a wrapper twice overwrites': [
    soap11Request(op, envelope(known + wrapper(op, '<ClientID>d</ClientID><ClientID>e</ClientID>'))),
    { calls: { ApiKey: 'k', ClientID: 'd' } },
  ],
  'parameters come in any order': [
    inAdd('<Name>n</Name><Email>e</Email><ListID>l</ListID><ApiKey>k</ApiKey>'),
    { calls: { ApiKey: 'k', ListID: 'l', Email: 'e', Name: 'n' } },
  ],
  'unknown parameters, attributes and stray text are ignored': [
    inAdd('text<Nope><ApiKey>no</ApiKey></Nope><ApiKey a="1">k</ApiKey>more'),
    { calls: { ...addNothing, ApiKey: 'k' } },
  ],
  'a parameter of another or no namespace is ignored': [
    inAdd('<ApiKey xmlns="urn:x">k</ApiKey><ListID xmlns="">l</ListID>'),
    { calls: addNothing },
  ],
  'names are case-sensitive': [inAdd('<apikey>k</apikey>'), { calls: addNothing }],
  'names an object inherits are no parameters': [
    inAdd('<constructor>k</constructor><toString/>'),
    { calls: addNothing },
  ],
  'the first of a repeated parameter wins': [
    inAdd('<Name>a</Name><Name>b</Name>'),
    { calls: { ...addNothing, Name: 'a' } },
  ],
  'an empty element is an empty string': [
    inAdd('<Name/><Email></Email>'),
    { calls: { ...addNothing, Name: '', Email: '' } },
  ],
  'xsi:nil is not honoured for a string': [
    inAdd('<Name xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>'),
    { calls: { ...addNothing, Name: '' } },
  ],
  'whitespace is kept and line ends become LF': [
    inAdd('<Name> a\r\nb\rc\t</Name><Email>  </Email>'),
    { calls: { ...addNothing, Name: ' a\nb\nc\t', Email: '  ' } },
  ],
  'a reference to CR stays CR': [inAdd('<Name>a&#13;&#xA;b</Name>'), { calls: { ...addNothing, Name: 'a\r\nb' } }],
  'CDATA and references are text': [
    inAdd('<Name>a<![CDATA[<b>&amp;]]>&lt;&amp;&gt;&quot;&apos;</Name>'),
    { calls: { ...addNothing, Name: 'a<b>&amp;<&>"\'' } },
  ],
  'a comment between parameters is fine': [
    inAdd('<!-- a --><?b c?><Name>n</Name>'),
    { calls: { ...addNothing, Name: 'n' } },
  ],
  'a comment inside a value is 400': [inAdd('<Name>a<!-- b -->c</Name>'), { empty: 400 }],
  'a processing instruction inside a value is 400': [inAdd('<Name>a<?b?>c</Name>'), { empty: 400 }],
  'an element inside a value is 400': [inAdd('<Name>a<b/>c</Name>'), { empty: 400 }],
  'a prefix for the namespace is as good as a default': [
    soap11Request(
      op,
      envelope(`<x:${op} xmlns:x="${namespace}"><x:ApiKey>k</x:ApiKey><x:ClientID>c</x:ClientID></x:${op}>`),
    ),
    { calls: bothParams },
  ],
})

// §2.4: records and lists
const withFields = 'Subscriber.AddWithCustomFields'
const inFields = (inside: string) => soap11Request(withFields, envelope(wrapper(withFields, inside)))
const noFields = { ...addNothing, CustomFields: null }
table({
  'a list of records is read': [
    inFields(
      '<CustomFields><SubscriberCustomField><Key>a</Key><Value>1</Value></SubscriberCustomField><SubscriberCustomField><Value/></SubscriberCustomField></CustomFields>',
    ),
    {
      calls: {
        ...noFields,
        CustomFields: [
          { Key: 'a', Value: '1' },
          { Key: null, Value: '' },
        ],
      },
    },
  ],
  'an empty list is a list': [inFields('<CustomFields/>'), { calls: { ...noFields, CustomFields: [] } }],
  'a list left out is null': [inFields(''), { calls: noFields }],
  'text, unknown and nil items of a list are ignored': [
    inFields(
      '<CustomFields>text<Other/><SubscriberCustomField xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></CustomFields>',
    ),
    { calls: { ...noFields, CustomFields: [] } },
  ],
  'the first of a repeated field wins, comments between are fine': [
    inFields(
      '<CustomFields><SubscriberCustomField><Key>a</Key><!-- x --><Key>b</Key><No/></SubscriberCustomField></CustomFields>',
    ),
    { calls: { ...noFields, CustomFields: [{ Key: 'a', Value: null }] } },
  ],
})

test('lists of strings and of records are read side by side', async () => {
  const name = 'Campaign.Create'
  const { calls } = await exchange(
    soap11Request(
      name,
      envelope(
        wrapper(
          name,
          '<SubscriberListIDs><string>a</string><string>b</string></SubscriberListIDs><ListSegments><List><ListID>l</ListID><Name>s</Name></List></ListSegments>',
        ),
      ),
    ),
  )
  assert.deepEqual(calls[0]?.params.SubscriberListIDs, ['a', 'b'])
  assert.deepEqual(calls[0]?.params.ListSegments, [{ ListID: 'l', Name: 's' }])
})

// §2.4: conversion
const level = 'Client.UpdateAccessAndBilling'
const inLevel = (inside: string, after = '') => soap11Request(level, envelope(wrapper(level, inside)) + after)
const create = 'List.Create'
const inCreate = (inside: string) => soap11Request(create, envelope(wrapper(create, inside)))
const badAt = (sent: Sent, marker: string, skip: number) => {
  const xml = String(sent.body)
  return `There is an error in XML document (1, ${xml.indexOf(marker) + skip + 1}). ---&gt; `
}
const format = 'Input string was not in a correct format.'
const misread = (inside: string, marker: string, skip: number, why: string): readonly [Sent, Expected] => {
  const sent = inside.includes('AccessLevel') ? inLevel(inside) : inCreate(inside)
  return [sent, { fault: fault11('Client', unreadable + badAt(sent, marker, skip) + why) }]
}
table({
  'a bad int, followed by an end tag': misread('<AccessLevel>abc</AccessLevel>', `</${level}`, 2, format),
  'a bad int, followed by a tag': misread('<AccessLevel>1.5</AccessLevel> <Username/>', '<Username', 1, format),
  'a bad int, followed by a comment': misread('<AccessLevel>0x1</AccessLevel><!--c-->', '<!--', 4, format),
  'a bad int, followed by text': misread('<AccessLevel>1,0</AccessLevel> t', ' t', 0, format),
  'an empty int': misread('<AccessLevel/>', `</${level}`, 2, format),
  'a nil int': misread(
    '<AccessLevel xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="1"/>',
    `</${level}`,
    2,
    format,
  ),
  'an int too large': misread(
    '<AccessLevel>2147483648</AccessLevel>',
    `</${level}`,
    2,
    'Value was either too large or too small for an Int32.',
  ),
  'a bool in capitals': misread(
    '<ConfirmOptIn> True </ConfirmOptIn>',
    `</${create}`,
    2,
    "The string 'True' is not a valid Boolean value.",
  ),
  'an empty bool': misread('<ConfirmOptIn/>', `</${create}`, 2, "The string '' is not a valid Boolean value."),
  'a bad int before malformed XML is told first': [
    inLevel('<AccessLevel>x</AccessLevel>', '<'),
    {
      fault: fault11('Client', unreadable + badAt(inLevel('<AccessLevel>x</AccessLevel>'), `</${level}`, 2) + format),
    },
  ],
})

test('a position counts lines of any kind and UTF-16 columns', async () => {
  const inside = '\r\n<Username>é😀</Username>\r<Password/>\n😀<AccessLevel>x</AccessLevel>\r\n  <Currency/>'
  const { text } = await exchange(inLevel(inside))
  assert.match(text, /\(5, 4\)/)
})

test('a bad int in SOAP 1.2 is the sender’s fault', async () => {
  const { text } = await exchange(
    soap12Request(envelope(wrapper(level, '<AccessLevel>x</AccessLevel>'), { soap: soap12Namespace })),
  )
  assert.match(
    text,
    /soap:Sender.*Server was unable to read request. ---&gt; There is an error in XML document \(1, \d+\). ---&gt; Input string/,
  )
})

for (const [text, value] of [
  [' +7 ', 7],
  ['-1', -1],
  ['007', 7],
  ['2147483647', 2147483647],
] as const) {
  test(`the int '${text}' is ${value}`, async () => {
    const { calls } = await exchange(inLevel(`<AccessLevel>${text}</AccessLevel>`))
    assert.equal(calls[0]?.params.AccessLevel, value)
  })
}
for (const [text, value] of [
  ['true', true],
  [' 1 ', true],
  ['false', false],
  ['0', false],
] as const) {
  test(`the bool '${text}' is ${value}`, async () => {
    const { calls } = await exchange(inCreate(`<ConfirmOptIn>${text}</ConfirmOptIn>`))
    assert.equal(calls[0]?.params.ConfirmOptIn, value)
  })
}

// §2.5, §2.6
const root = (inside: string, name = 'Envelope', soap = soap11Namespace) =>
  `<s:${name} xmlns:s="${soap}">${inside}</s:${name}>`
const upgraded = (ns: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Header><soap12:Upgrade xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="http://www.w3.org/2003/05/soap-envelope" /></soap12:Upgrade></soap:Header><soap:Body><soap:Fault><faultcode>soap:VersionMismatch</faultcode><faultstring>Possible SOAP version mismatch: Envelope namespace ${ns} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>`
table({
  'an Envelope without a Body': [soap11Request(op, root('')), { fault: fault11('Client', noBody) }],
  'a Header and no Body': [soap11Request(op, root('<s:Header/>')), { fault: fault11('Client', noBody) }],
  'a foreign element before Body': [soap11Request(op, root('<a/><s:Body/>')), { fault: fault11('Client', noBody) }],
  'a second Header before Body': [
    soap11Request(op, root('<s:Header/><s:Header/><s:Body/>')),
    { fault: fault11('Client', noBody) },
  ],
  'text before Body': [soap11Request(op, root('a<s:Body/>')), { fault: fault11('Client', noBody) }],
  'a root of another name': [
    soap11Request(op, root('<s:Body/>', 'Other')),
    { fault: fault11('Client', `${unreadable}Request format is invalid: Missing required soap:Envelope element.`) },
  ],
  'elements after Body are tolerated': [
    soap11Request(op, root(`<s:Body>${known}</s:Body><a>b</a><s:Body>${wrapper(op, '<ApiKey>z</ApiKey>')}</s:Body>`)),
    { calls: bothParams },
  ],
  'an unknown envelope namespace': [soap11Request(op, root('', 'Envelope', 'urn:x')), { fault: upgraded('urn:x') }],
  'no envelope namespace': [soap11Request(op, '<Envelope/>'), { fault: upgraded('') }],
  'an unknown envelope namespace as SOAP 1.2 is answered in 1.1': [
    soap12Request(root('', 'Envelope', 'urn:x')),
    { fault: upgraded('urn:x') },
  ],
  'an unknown envelope namespace under an unknown SOAPAction comes second': [
    soap11Request(op, root('', 'Envelope', 'urn:x'), { soapaction: 'y' }),
    { fault: fault11('Client', 'Server did not recognize the value of HTTP Header SOAPAction: y.') },
  ],
})

// §2.7
const block = (attribute: string) =>
  `<soap:Header><a:Quiet xmlns:a="urn:a"/><a:Loud xmlns:a="urn:a" xmlns:s12="${soap12Namespace}" ${attribute}><b/></a:Loud></soap:Header>`
const headed = (attribute: string, body = known) => soap11Request(op, envelope(body, { header: block(attribute) }))
const loud = `${head(soap11Namespace)}<soap:Fault><faultcode>soap:MustUnderstand</faultcode><faultstring>SOAP header Loud was not understood.</faultstring></soap:Fault>${tail}`
table({
  'a header that must be understood': [headed('soap:mustUnderstand="1"'), { fault: loud }],
  'a header that must be understood, in a word': [headed('soap:mustUnderstand="true"'), { fault: loud }],
  'a header that must be understood, by the other version’s attribute': [
    headed('s12:mustUnderstand="1"'),
    { fault: loud },
  ],
  'a header for another actor is refused all the same': [
    headed('soap:mustUnderstand="1" soap:actor="urn:someone"'),
    { fault: loud },
  ],
  'a header that need not be understood': [headed('soap:mustUnderstand="0"'), { calls: bothParams }],
  'mustUnderstand in capitals is false': [headed('soap:mustUnderstand="TRUE"'), { calls: bothParams }],
  'mustUnderstand without a namespace is an attribute like any': [headed('mustUnderstand="1"'), { calls: bothParams }],
})

test('mustUnderstand in SOAP 1.2 has no detail and no NotUnderstood header', async () => {
  const { text, calls } = await exchange(
    soap12Request(envelope(known, { soap: soap12Namespace, header: block('soap:mustUnderstand="1"') })),
  )
  assert.equal(
    text,
    `${head(soap12Namespace)}<soap:Fault><soap:Code><soap:Value>soap:MustUnderstand</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">SOAP header Loud was not understood.</soap:Text></soap:Reason></soap:Fault>${tail}`,
  )
  assert.deepEqual(calls, [])
})

test('values that cannot be read come before headers that must be understood', async () => {
  const { text } = await exchange(
    soap11Request(
      level,
      envelope(wrapper(level, '<AccessLevel>x</AccessLevel>'), { header: block('soap:mustUnderstand="1"') }),
    ),
  )
  assert.match(text, /soap:Client.*correct format/)
})

// §2.8
test('an unexpected error tells nothing and goes to the log', async () => {
  const broken = new Error('password=secret')
  const fails = () => {
    throw broken
  }
  const { status, text, errors } = await exchange(soap11Request(op, e11), fails)
  assert.equal(status, 500)
  assert.equal(text, fault11('Server', 'Server was unable to process request. ---&gt; An unexpected error occurred.'))
  assert.deepEqual(errors, [broken])
  const in12 = await exchange(soap12Request(e12), fails)
  assert.equal(
    in12.text,
    fault12('Receiver', 'Server was unable to process request. ---&gt; An unexpected error occurred.'),
  )
})

const response = (name: string, inside: string) =>
  `${head(soap11Namespace)}<${name}Response xmlns="${namespace}">${inside}</${name}Response>${tail}`

test('a refusal is a Result in the untyped slot, status 200', async () => {
  const { status, headers, text, errors } = await exchange(soap11Request(op, e11), () => {
    throw new Refusal('InvalidClientId', 'a detail for JSON only')
  })
  assert.equal(status, 200)
  assert.equal(headers['Cache-Control'], 'private, max-age=0')
  assert.equal(
    text,
    response(op, `<${op}Result xsi:type="Result"><Code>102</Code><Message>Invalid ClientID</Message></${op}Result>`),
  )
  assert.deepEqual(errors, [])
})

test('a refusal is a Result where a Result is declared', async () => {
  const { text } = await exchange(soap11Request(add, envelope(wrapper(add))), () => {
    throw new Refusal('InvalidEmail')
  })
  assert.equal(
    text,
    response(add, `<${add}Result><Code>1</Code><Message>Invalid Email Address</Message></${add}Result>`),
  )
})

test('text no field can hold is refused without asking the operation', async () => {
  const { text, calls } = await exchange(inAdd(`<Name>${'x'.repeat(1_000_000)}</Name>`))
  assert.match(text, /<Code>11<\/Code>/)
  assert.deepEqual(calls, [])
})
