import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothParams, type Expected, fault11, known, nothing, op, table, unreadable } from '../../test/harness/soap.ts'
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
  'inherited property names are not parameters': [
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
  'a bad int before malformed XML is reported first': [
    inLevel('<AccessLevel>x</AccessLevel>', '<'),
    {
      fault: fault11('Client', unreadable + badAt(inLevel('<AccessLevel>x</AccessLevel>'), `</${level}`, 2) + format),
    },
  ],
})

const segment = 'Segment.Create'
const inSegment = (inside: string) =>
  soap11Request(segment, envelope(wrapper(segment, `<Rules><SegmentRule>${inside}</SegmentRule></Rules>`)))
const noOperator = (sent: Sent, text: string, at = badAt(sent, '</SegmentRule', 2)): readonly [Sent, Expected] => [
  sent,
  {
    fault: fault11(
      'Client',
      `${unreadable}${at}Instance validation error: '${text}' is not a valid value for SegmentOperator.`,
    ),
  },
]
const nowhere = 'There is an error in XML document (0, 0). ---&gt; '
table({
  'a value of an enumeration': [
    inSegment('<Field>Name</Field><Operator>IsNotSet</Operator>'),
    {
      calls: {
        ApiKey: null,
        ListID: null,
        Name: null,
        Rules: [{ Field: 'Name', Operator: 'IsNotSet', Value: null }],
      },
    },
  ],
  'an unknown value of an enumeration': noOperator(inSegment('<Operator>Like</Operator>'), 'Like'),
  'a value of an enumeration in another case': noOperator(inSegment('<Operator>isSet</Operator>'), 'isSet'),
  'an empty value of an enumeration': noOperator(inSegment('<Operator/>'), ''),
  'no value of an enumeration, which has no default': noOperator(
    inSegment('<Field>Name</Field><Operater>NotEquals</Operater><Value>x</Value>'),
    '',
    nowhere,
  ),
  'an empty record that needs one': noOperator(inSegment(''), '', nowhere),
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
