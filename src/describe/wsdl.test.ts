import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { namespace } from '../../test/harness/dial.ts'
import { golden } from '../../test/harness/golden.ts'
import { allOperations, xmlOperations } from '../contract/operations.ts'
import { disco } from './disco.ts'
import { listPage, operationPage } from './help.ts'
import { wsdl } from './wsdl.ts'

const place = {
  namespace,
  address: 'http://api.createsend.com/api/api.asmx',
}

/** The start tags of a document, with their attributes. */
function tags(xml: string) {
  const found: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes: { ...attributes } }))
  parser.on('error', error => assert.fail(error.message))
  parser.write(xml).close()
  return found
}

const names = (tag: string) =>
  tags(wsdl(place)).flatMap(({ name, attributes }) => (name === tag && attributes.name ? [attributes.name] : []))

const typeNames = () => [...names('s:complexType'), ...names('s:simpleType')]
/** The elements that messages name: those of the schema itself. */
const roots = () => xmlOperations.flatMap(({ name }) => [name, `${name}Response`])

test('the WSDL is the one on record', () => {
  golden('wsdl.xml', wsdl(place))
})

test('the discovery document is the one on record', () => {
  golden('disco.xml', disco(place))
})

test('types stand in the order of the historical document, right after User.GetApiKey', () => {
  const schemaNames = tags(wsdl(place)).flatMap(({ name, attributes }) =>
    ['s:complexType', 's:simpleType'].includes(name) && attributes.name ? [attributes.name] : [],
  )
  // reference/wsdl.md, complex types in document order; the enumeration follows the record that uses it first
  const historical = [
    ...['Result', 'Client', 'CampaignSummary', 'SubscriberUnsubscribe', 'SubscriberBounce', 'SubscriberOpen'],
    ...['SubscriberClick', 'ArrayOfSubscriberClickedLink', 'SubscriberClickedLink', 'ClientDetail'],
    ...['ClientBasicDetails', 'ClientAccessAndBilling', 'Template', 'List', 'Campaign', 'ListStatistics'],
    ...['ListCustomField', 'SubscriberFieldDataType', 'ArrayOfString', 'ListDetail', 'Subscriber'],
    ...['ArrayOfSubscriberCustomField', 'SubscriberCustomField', 'ArrayOfSubscriber', 'ArrayOfListCustomField'],
    ...['ArrayOfCampaign', 'ArrayOfList', 'ArrayOfTemplate', 'ArrayOfSubscriberClick', 'ArrayOfSubscriberOpen'],
    ...['ArrayOfSubscriberBounce', 'ArrayOfSubscriberUnsubscribe', 'ArrayOfClient'],
  ]
  // ours come after them
  assert.deepEqual(schemaNames.slice(0, historical.length), historical)
  const document = wsdl(place)
  const at = (text: string) => document.indexOf(text)
  assert.ok(at('name="User.GetApiKeyResponse"') < at('<s:complexType name="Result">'))
  assert.ok(at('<s:complexType name="ArrayOfClient">') < at('<s:element name="Subscriber.AddWithCustomFields">'))
})

test('SOAP has every operation that JSON does not have alone, GET and POST all but those that take records', () => {
  const counted = new Map<string, number>()
  for (const name of names('wsdl:operation')) counted.set(name, (counted.get(name) ?? 0) + 1)
  const soapOnly = [
    'AddSubscriberWithCustomFields',
    'AddAndResubscribeWithCustomFields',
    'CreateCampaign',
    'CreateSegment',
  ]
  for (const { wsdlName } of xmlOperations) {
    // a port type and two bindings for SOAP; a port type and a binding each for GET and POST
    assert.equal(counted.get(wsdlName), soapOnly.includes(wsdlName) ? 3 : 7, wsdlName)
  }
})

test('every message, element and type that is named is there', () => {
  const all = tags(wsdl(place))
  const defined = new Set(all.flatMap(({ attributes }) => (attributes.name ? [`tns:${attributes.name}`] : [])))
  for (const { attributes } of all) {
    for (const attribute of ['message', 'element', 'type', 'binding'] as const) {
      const reference = attributes[attribute]
      if (reference?.startsWith('tns:')) assert.ok(defined.has(reference), reference)
    }
  }
})

/** Generators leave out the dots of a name, or ignore case, and write each type of the schema and each root element as a class. */
test('no two elements and types have one name without dots, except in the historical document', () => {
  const found = new Map<string, Set<string>>()
  for (const name of [...roots(), ...typeNames()]) {
    const plain = name.replaceAll('.', '').toLowerCase()
    found.set(plain, (found.get(plain) ?? new Set()).add(name))
  }
  const clashes = [...found.values()].filter(({ size }) => size > 1).map(clash => [...clash].sort())
  assert.deepEqual(clashes, [['Subscriber.Unsubscribe', 'SubscriberUnsubscribe']])
})

/** Generators for languages without enumerations, Go's for one, write a constant of type and value beside the types. */
test('no type and value of an enumeration make the name of an element, a type or another such pair', () => {
  const taken = new Set([...roots(), ...typeNames()].map(name => name.replaceAll('.', '').toLowerCase()))
  const clashes: string[] = []
  let type = ''
  for (const { name, attributes } of tags(wsdl(place))) {
    if (name === 's:simpleType') type = attributes.name ?? ''
    if (name !== 's:enumeration') continue
    const constant = `${type}${attributes.value}`.toLowerCase()
    if (taken.has(constant)) clashes.push(`${type} ${attributes.value}`)
    taken.add(constant)
  }
  assert.deepEqual(clashes, [])
})

test('the untyped result has no type attribute, the typed one has', () => {
  const document = wsdl(place)
  assert.ok(document.includes('<s:element minOccurs="0" maxOccurs="1" name="List.CreateResult" />'))
  assert.ok(document.includes('<s:element minOccurs="0" maxOccurs="1" name="List.UpdateResult" type="tns:Result" />'))
})

test('namespace and address are the ones given, escaped', () => {
  const document = wsdl({ namespace: 'urn:a&b/', address: 'https://mail.example.com/x"y' })
  assert.ok(document.includes('targetNamespace="urn:a&amp;b/"'))
  assert.ok(document.includes('soapAction="urn:a&amp;b/List.Create"'))
  assert.equal(document.split('location="https://mail.example.com/x&quot;y"').length, 5)
  assert.ok(!document.includes('createsend'))
})

test('there is no documentation in the WSDL and no element without its closing tag', () => {
  assert.deepEqual(names('wsdl:documentation'), [])
  assert.ok(!wsdl(place).includes('documentation'))
})

test('a Result has a long Code, and the DataType that List.CreateCustomField takes is a string (docs/wires.md)', () => {
  const document = wsdl(place)
  const inside = (start: string) =>
    document.slice(document.indexOf(start), document.indexOf('</s:complexType>', document.indexOf(start)))
  assert.match(inside('<s:complexType name="Result">'), /name="Code" type="s:long"/)
  assert.match(inside('<s:element name="List.CreateCustomField">'), /name="DataType" type="s:string"/)
  assert.match(inside('<s:complexType name="ListCustomField">'), /name="DataType" type="tns:SubscriberFieldDataType"/)
})

test('operations that JSON alone offers are in no document of the endpoint', () => {
  const others = allOperations.filter(({ jsonOnly }) => jsonOnly)
  assert.ok(others.length > 0)
  const documents = [wsdl(place), listPage(place)]
  for (const { name, wsdlName } of others) {
    for (const document of documents)
      assert.ok(!document.includes(name) && !document.includes(`"${wsdlName}"`), `${name} is in a document`)
    assert.ok(operationPage(name, place).includes('<h2>Method Not Found</h2>'))
  }
})
