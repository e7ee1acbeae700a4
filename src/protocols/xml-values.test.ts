import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { runs } from '../../test/harness/effort.ts'
import { envelope, exchange, namespace, type Sent, soap11Request, wrapper } from '../../test/harness/wires.ts'
import { SubscriberFieldDataType } from '../contract/groups/historical/lists.ts'
import { findOperation, type Operation } from '../contract/operations.ts'
import { boolean, int, list, long, type Shape, text } from '../contract/shapes.ts'

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
const xsd = 'http://www.w3.org/2001/XMLSchema'

/** An operation without parameters and with this result. */
const yields = (result: Shape, typed = false): Operation => ({
  ...findOperation('User.GetClients')!,
  name: 'X.Y',
  parameters: {},
  result,
  typed,
})
const shapeOf = (name: string) => findOperation(name)!.result

const soap: Sent = soap11Request('X.Y', envelope(wrapper('X.Y')))
const get: Sent = { method: 'GET', path: '/api/api.asmx/X.Y' }

async function inSoap(operation: Operation, value: unknown): Promise<string> {
  const { text } = await exchange(soap, () => value, [operation])
  const [, inside] = /<soap:Body>(.*)<\/soap:Body><\/soap:Envelope>$/s.exec(text) ?? assert.fail(text)
  return inside!
}
async function inDocument(operation: Operation, value: unknown): Promise<string> {
  const { text } = await exchange(get, () => value, [operation])
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\r\n'
  assert.ok(text.startsWith(declaration), text)
  return text.slice(declaration.length)
}

const response = (result: string) => `<X.YResponse xmlns="${namespace}">${result}</X.YResponse>`
const invented = (type: string) =>
  `<anyType ${type.startsWith('q1:') ? `xmlns:q1="${xsd}" ` : ''}d1p1:type="${type}" xmlns:d1p1="${xsi}" xmlns="${namespace}"`
const declared = (root: string, type = '') =>
  `<${root} xmlns:xsi="${xsi}" xmlns:xsd="${xsd}"${type && ` xsi:type="${type}"`} xmlns="${namespace}"`
const nil = (root: string) => `<${root} xmlns:xsi="${xsi}" xmlns:xsd="${xsd}" xsi:nil="true" xmlns="${namespace}" />`
const lines = (...all: string[]) => all.join('\r\n')

interface Case {
  readonly operation: Operation
  readonly value: unknown
  readonly soap: string
  readonly document: string
}

// reference/asmx.md §5.3 – §5.5
const cases: Readonly<Record<string, Case>> = {
  'a string': {
    operation: yields(text()),
    value: 'abc',
    soap: response('<X.YResult xsi:type="xsd:string">abc</X.YResult>'),
    document: `${invented('q1:string')}>abc</anyType>`,
  },
  'an empty string': {
    operation: yields(text()),
    value: '',
    soap: response('<X.YResult xsi:type="xsd:string" />'),
    document: `${invented('q1:string')} />`,
  },
  'an int': {
    operation: yields(int()),
    value: -7,
    soap: response('<X.YResult xsi:type="xsd:int">-7</X.YResult>'),
    document: `${invented('q1:int')}>-7</anyType>`,
  },
  'a long': {
    operation: yields(long()),
    value: 0,
    soap: response('<X.YResult xsi:type="xsd:long">0</X.YResult>'),
    document: `${invented('q1:long')}>0</anyType>`,
  },
  'a boolean': {
    operation: yields(boolean()),
    value: false,
    soap: response('<X.YResult xsi:type="xsd:boolean">false</X.YResult>'),
    document: `${invented('q1:boolean')}>false</anyType>`,
  },
  'an enumeration': {
    operation: yields(SubscriberFieldDataType),
    value: 'Date',
    soap: response('<X.YResult xsi:type="SubscriberFieldDataType">Date</X.YResult>'),
    document: `${invented('SubscriberFieldDataType')}>Date</anyType>`,
  },
  'a list of strings': {
    operation: yields(list(text())),
    value: ['a', ''],
    soap: response('<X.YResult xsi:type="ArrayOfString"><string>a</string><string /></X.YResult>'),
    document: lines(`${invented('ArrayOfString')}>`, '  <string>a</string>', '  <string />', '</anyType>'),
  },
  'a null item': {
    operation: yields(list(text())),
    value: [null],
    soap: response('<X.YResult xsi:type="ArrayOfString"><string xsi:nil="true" /></X.YResult>'),
    document: lines(`${invented('ArrayOfString')}>`, '  <string d1p1:nil="true" />', '</anyType>'),
  },
  'an empty list': {
    operation: yields(shapeOf('List.GetCustomFields')),
    value: [],
    soap: response('<X.YResult xsi:type="ArrayOfListCustomField" />'),
    document: `${invented('ArrayOfListCustomField')} />`,
  },
  'a list of records': {
    operation: yields(shapeOf('Client.GetLists')),
    value: [{ Name: '<&>"\'', ListID: 'l' }, {}, { ListID: 'm', Name: null }],
    soap: response(
      '<X.YResult xsi:type="ArrayOfList"><List><ListID>l</ListID><Name>&lt;&amp;&gt;"\'</Name></List><List /><List><ListID>m</ListID></List></X.YResult>',
    ),
    document: lines(
      `${invented('ArrayOfList')}>`,
      `  <List xmlns:xsd="${xsd}">`,
      '    <ListID>l</ListID>',
      '    <Name>&lt;&amp;&gt;"\'</Name>',
      '  </List>',
      '  <List />',
      '  <List>',
      '    <ListID>m</ListID>',
      '  </List>',
      '</anyType>',
    ),
  },
  'records within records': {
    operation: yields(shapeOf('List.GetCustomFields')),
    value: [
      { FieldName: 'f', Key: '[f]', DataType: 'Text', FieldOptions: [] },
      { DataType: 'MultiSelectOne', FieldOptions: ['a', 'b'] },
    ],
    soap: response(
      '<X.YResult xsi:type="ArrayOfListCustomField"><ListCustomField><FieldName>f</FieldName><Key>[f]</Key><DataType>Text</DataType><FieldOptions /></ListCustomField><ListCustomField><DataType>MultiSelectOne</DataType><FieldOptions><string>a</string><string>b</string></FieldOptions></ListCustomField></X.YResult>',
    ),
    document: lines(
      `${invented('ArrayOfListCustomField')}>`,
      `  <ListCustomField xmlns:xsd="${xsd}">`,
      '    <FieldName>f</FieldName>',
      '    <Key>[f]</Key>',
      '    <DataType>Text</DataType>',
      '    <FieldOptions />',
      '  </ListCustomField>',
      '  <ListCustomField>',
      '    <DataType>MultiSelectOne</DataType>',
      '    <FieldOptions>',
      '      <string>a</string>',
      '      <string>b</string>',
      '    </FieldOptions>',
      '  </ListCustomField>',
      '</anyType>',
    ),
  },
  'a record': {
    operation: yields(shapeOf('List.GetDetail')),
    value: { ListID: 'l', Title: '', ConfirmOptIn: true },
    soap: response(
      '<X.YResult xsi:type="ListDetail"><ListID>l</ListID><Title /><ConfirmOptIn>true</ConfirmOptIn></X.YResult>',
    ),
    document: lines(
      `${declared('anyType', 'ListDetail')}>`,
      '  <ListID>l</ListID>',
      '  <Title />',
      '  <ConfirmOptIn>true</ConfirmOptIn>',
      '</anyType>',
    ),
  },
  'an empty record': {
    operation: yields(shapeOf('Subscribers.GetSingleSubscriber')),
    value: {},
    soap: response('<X.YResult xsi:type="Subscriber" />'),
    document: `${declared('anyType', 'Subscriber')} />`,
  },
  null: {
    operation: yields(text()),
    value: null,
    soap: `<X.YResponse xmlns="${namespace}" />`,
    document: nil('anyType'),
  },
  'plain success of a typed operation': {
    operation: yields(shapeOf('List.Delete'), true),
    value: undefined,
    soap: response('<X.YResult><Code>0</Code><Message>Success</Message></X.YResult>'),
    document: lines(`${declared('Result')}>`, '  <Code>0</Code>', '  <Message>Success</Message>', '</Result>'),
  },
  'plain success of an untyped operation': {
    operation: yields(shapeOf('Client.UpdateBasics')),
    value: undefined,
    soap: response('<X.YResult xsi:type="Result"><Code>0</Code><Message>Success</Message></X.YResult>'),
    document: lines(
      `${declared('anyType', 'Result')}>`,
      '  <Code>0</Code>',
      '  <Message>Success</Message>',
      '</anyType>',
    ),
  },
  'a typed Result without Message': {
    operation: yields(shapeOf('List.Delete'), true),
    value: { Code: 5, Message: null },
    soap: response('<X.YResult><Code>5</Code></X.YResult>'),
    document: lines(`${declared('Result')}>`, '  <Code>5</Code>', '</Result>'),
  },
  'a typed null': {
    operation: yields(shapeOf('List.Delete'), true),
    value: null,
    soap: `<X.YResponse xmlns="${namespace}" />`,
    document: nil('Result'),
  },
}
for (const [name, { operation, value, soap, document }] of Object.entries(cases)) {
  test(`${name} in SOAP is on one line`, async () => assert.equal(await inSoap(operation, value), soap))
  test(`${name} as a document is indented`, async () => assert.equal(await inDocument(operation, value), document))
}

test('every response of SOAP is one line', async () => {
  const { text } = await exchange(soap, [{ ListID: 'l' }], [yields(shapeOf('Client.GetLists'))])
  assert.doesNotMatch(text, /[\r\n]/)
})

test('characters invalid in XML become U+FFFD, line ends and tabs stay', async () => {
  const inside = await inSoap(yields(text()), 'a\0b\x01\ud800c\uffff\t\r\n😀')
  assert.equal(inside, response('<X.YResult xsi:type="xsd:string">a\ufffdb\ufffd\ufffdc\ufffd\t\r\n😀</X.YResult>'))
})

/** Any valid text of an XML document without CR, which parsers convert to LF. */
const writable = fc.string({ unit: 'binary' }).map(text => text.replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, ' '))

test('another parser reads the written value', async () => {
  const operation = yields(shapeOf('Client.GetLists'))
  const record = fc.record({ ListID: writable, Name: writable }, { noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async records => {
      for (const sent of [soap, get]) {
        const { text } = await exchange(sent, records, [operation])
        const document = new DOMParser().parseFromString(text, 'text/xml')
        const read = Array.from(document.getElementsByTagNameNS(namespace, 'List')).map(element => ({
          ListID: element.getElementsByTagNameNS(namespace, 'ListID')[0]!.textContent,
          Name: element.getElementsByTagNameNS(namespace, 'Name')[0]!.textContent,
        }))
        assert.deepEqual(read, records)
      }
    }),
    { numRuns: runs(200, 10_000) },
  )
})
