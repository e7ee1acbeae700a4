import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bothParams,
  e11,
  e12,
  fault11,
  fault12,
  head,
  known,
  nothing,
  op,
  table,
  tail,
  type11,
  type12,
  unreadable,
} from '../../test/harness/soap.ts'
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
import { Refusal } from '../contract/refusals.ts'

const text11 = { 'content-type': type11 }
const noAction = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.'
const missingBody = `${unreadable}Request format is invalid: Missing required soap:Body element.`

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
    { ...soap11Request(op, ''), unread: 'too large' },
    {
      fault: fault11(
        'Server',
        'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
      ),
    },
  ],
})

const add = 'Subscriber.Add'
const level = 'Client.UpdateAccessAndBilling'

// §2.5, §2.6
const root = (inside: string, name = 'Envelope', soap = soap11Namespace) =>
  `<s:${name} xmlns:s="${soap}">${inside}</s:${name}>`
const upgraded = (ns: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Header><soap12:Upgrade xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="http://www.w3.org/2003/05/soap-envelope" /></soap12:Upgrade></soap:Header><soap:Body><soap:Fault><faultcode>soap:VersionMismatch</faultcode><faultstring>Possible SOAP version mismatch: Envelope namespace ${ns} was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>`
table({
  'an Envelope without a Body': [soap11Request(op, root('')), { fault: fault11('Client', missingBody) }],
  'a Header and no Body': [soap11Request(op, root('<s:Header/>')), { fault: fault11('Client', missingBody) }],
  'a foreign element before Body': [
    soap11Request(op, root('<a/><s:Body/>')),
    { fault: fault11('Client', missingBody) },
  ],
  'a second Header before Body': [
    soap11Request(op, root('<s:Header/><s:Header/><s:Body/>')),
    { fault: fault11('Client', missingBody) },
  ],
  'text before Body': [soap11Request(op, root('a<s:Body/>')), { fault: fault11('Client', missingBody) }],
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
test('an unexpected error reveals nothing and is logged', async () => {
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

test('text longer than any field is refused without calling the operation', async () => {
  const { text, calls } = await exchange(
    soap11Request(add, envelope(wrapper(add, `<Name>${'x'.repeat(1_000_000)}</Name>`))),
  )
  assert.match(text, /<Code>11<\/Code>/)
  assert.deepEqual(calls, [])
})
