/** Requests that never become a call: what each wire says before an operation is asked (reference/asmx.md §1–§4). */
import type { RefusalName } from '../../src/contract/refusals.ts'
import { envelopeNamespaces, namespace, type WireName } from '../harness/dial.ts'
import { type Written, write } from './wire.ts'

type SoapVersion = keyof typeof envelopeNamespaces

export interface Misfit {
  /** A fact. */
  readonly name: string
  readonly sent: Written
  /** On the JSON wire, whose refusals all have codes. */
  readonly refusal?: RefusalName
}

type Change = Partial<Omit<Written, 'headers'>> & { readonly headers?: Readonly<Record<string, string | undefined>> }
type Row = readonly [name: string, change: Change, refusal?: RefusalName]

/** More than the service under test takes. */
export const mostBytes = 4096
const tooMuch = 'x'.repeat(mostBytes)

const params = {
  ApiKey: '{key}',
  ListID: '{list}',
  Title: 'Readers',
  UnsubscribePage: '',
  ConfirmOptIn: true,
  ConfirmationSuccessPage: '',
}
const update = (wire: WireName) => write(wire, 'List.Update', params)
const level = (wire: WireName, AccessLevel: string) =>
  write(wire, 'Client.UpdateAccessAndBilling', {
    ApiKey: '{key}',
    ClientID: '{client}',
    AccessLevel,
    Username: '',
    Password: '',
    BillingType: '',
    Currency: '',
    DeliveryFee: '',
    CostPerRecipient: '',
    DesignAndSpamTestFee: '',
  })

function misfits(good: Written, rows: readonly Row[]): readonly Misfit[] {
  return rows.map(([name, change, refusal]) => {
    const headers = Object.entries({ ...good.headers, ...change.headers }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    )
    const sent = { ...good, ...change, headers: Object.fromEntries(headers) }
    return { name, sent, ...(refusal && { refusal }) }
  })
}

/** An envelope with this inside its body. */
const wrapped = (version: SoapVersion, inside: string) =>
  `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}"><soap:Body>${inside}</soap:Body></soap:Envelope>`
const wrapper = (name: string, inside = '', uri = namespace) => `<${name} xmlns="${uri}">${inside}</${name}>`
const header = (attribute: string) =>
  `<soap:Header><Receipt xmlns="http://x.example/" ${attribute}="1" /></soap:Header>`

/** Alike in both versions. */
function envelopeRows(version: SoapVersion): readonly Row[] {
  const good = update(version).body
  const bare = envelopeNamespaces[version]
  return [
    ['XML that breaks off', { body: good.slice(0, good.indexOf('<ConfirmOptIn>')) }],
    ['text that is no XML', { body: 'ApiKey=1' }],
    ['nothing at all', { body: '' }],
    ['a document type', { body: good.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>') }],
    ['an envelope of neither version', { body: good.replace(bare, 'http://x.example/envelope') }],
    ['no envelope', { body: wrapper('List.Update', '', bare) }],
    ['no body', { body: `<soap:Envelope xmlns:soap="${bare}" />` }],
    [
      'a header that must be understood',
      { body: good.replace('<soap:Body>', `${header('soap:mustUnderstand')}<soap:Body>`) },
    ],
    ['an invalid boolean', { body: good.replace('>true<', '>True<') }],
    ['a boolean that is empty', { body: good.replace('>true<', '><') }],
    ['an invalid integer', { body: level(version, 'abc').body, ...actionOf(version, 'Client.UpdateAccessAndBilling') }],
    [
      'an integer out of range',
      { body: level(version, '2147483648').body, ...actionOf(version, 'Client.UpdateAccessAndBilling') },
    ],
    ['an element in a value', { body: good.replace('>Readers<', '><b>Readers</b><') }],
    ['more than the service takes', { body: good.replace('Readers', tooMuch) }],
    ['no key', { body: good.replace('<ApiKey>{key}</ApiKey>', '') }],
    [
      'parameters of another namespace do not count',
      { body: wrapped(version, wrapper('List.Update', wrapper('ApiKey', '{key}', 'http://x.example/'))) },
    ],
    ['another verb', { method: 'PUT' }],
  ]
}

function actionOf(version: SoapVersion, operation: string): Change {
  return version === 'soap11' ? { headers: { SOAPAction: `"${namespace}${operation}"` } } : {}
}

const unknown = wrapper('List.Upgrade')
const wrongCase = wrapper('list.update')

const soap11 = misfits(update('soap11'), [
  ['an unknown action', { headers: { SOAPAction: `"${namespace}List.Upgrade"` } }],
  ['an action in another case', { headers: { SOAPAction: `"${namespace}list.update"` } }],
  ['an empty action', { headers: { SOAPAction: '""' } }],
  ['no action and an unknown element', { headers: { SOAPAction: undefined }, body: wrapped('soap11', unknown) }],
  ['an action and the element of another operation', { body: wrapped('soap11', wrapper('List.GetDetail')) }],
  ['another content type', { headers: { 'Content-Type': 'application/json' } }],
  ['the content type of SOAP 1.2', { headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' } }],
  ['no content type', { headers: { 'Content-Type': undefined } }],
  ['a byte order that is not the one declared', { headers: { 'Content-Type': 'text/xml; charset=utf-16' } }],
  ...envelopeRows('soap11'),
])

const soap12 = misfits(update('soap12'), [
  ['an unknown element', { body: wrapped('soap12', unknown) }],
  ['an element in another case', { body: wrapped('soap12', wrongCase) }],
  ['an element of another namespace', { body: wrapped('soap12', wrapper('List.Update', '', 'http://x.example/')) }],
  ['an empty body', { body: wrapped('soap12', '') }],
  [
    'an unknown action, and an unknown element',
    {
      headers: { 'Content-Type': 'application/soap+xml; charset=utf-8; action="urn:x"' },
      body: wrapped('soap12', unknown),
    },
  ],
  ['another content type', { headers: { 'Content-Type': 'application/json' } }],
  ['no content type', { headers: { 'Content-Type': undefined } }],
  ...envelopeRows('soap12'),
])

/** Alike in query strings and bodies. */
function formRows(wire: 'get' | 'post'): readonly Row[] {
  const good = form(update(wire))
  const call = (operation: string, text: string): Change =>
    wire === 'get' ? { path: `/api/api.asmx/${operation}?${text}` } : { path: `/api/api.asmx/${operation}`, body: text }
  return [
    ['an unknown operation', call('List.Upgrade', good)],
    ['an operation in another case', call('list.update', good)],
    ['an operation that takes records', call('Subscriber.AddWithCustomFields', good)],
    ['no operation', call('', good)],
    ['a parameter that is missing', call('List.Update', good.replace('&UnsubscribePage=', ''))],
    ['a parameter without a value', call('List.Update', good.replace('Title=Readers', 'Title'))],
    ['a boolean as SOAP writes it', call('List.Update', good.replace('=true', '=1'))],
    ['a boolean that is empty', call('List.Update', good.replace('=true', '='))],
    ['a boolean given twice', call('List.Update', `${good}&ConfirmOptIn=true`)],
    ['an invalid integer', call('Client.UpdateAccessAndBilling', form(level(wire, 'a<b')))],
    ['an integer that is empty', call('Client.UpdateAccessAndBilling', form(level(wire, '')))],
    ['an integer out of range', call('Client.UpdateAccessAndBilling', form(level(wire, '2147483648')))],
    ['an empty key', call('List.Update', good.replace('%7Bkey%7D', ''))],
    ['bytes that are no UTF-8', call('List.Update', good.replace('Readers', '%FF'))],
    ['another verb', { method: 'PUT' }],
  ]
}

function form({ path, body }: Written): string {
  return body || (path.split('?')[1] ?? '')
}

const get = misfits(update('get'), formRows('get'))

const post = misfits(update('post'), [
  ...formRows('post'),
  ['another content type', { headers: { 'Content-Type': 'text/xml; charset=utf-8' } }],
  ['no content type', { headers: { 'Content-Type': undefined } }],
  ['parameters in the address', { path: update('get').path, body: '' }],
  ['more than the service takes', { body: form(update('post')).replace('Readers', tooMuch) }],
])

const jsonBody = (change: Readonly<Record<string, unknown>>): Change => {
  const { ApiKey: _, ...rest } = params
  return { body: JSON.stringify({ ...rest, ...change }) }
}

const json = misfits(update('json'), [
  ['an unknown operation', { path: '/api/json/List.Upgrade' }, 'UnknownOperation'],
  ['an operation in another case', { path: '/api/json/list.update' }, 'UnknownOperation'],
  ['another verb', { method: 'GET', body: '' }, 'WrongVerb'],
  ['another content type', { headers: { 'Content-Type': 'text/xml' } }, 'UnsupportedMediaType'],
  ['another charset', { headers: { 'Content-Type': 'application/json; charset=latin1' } }, 'UnsupportedMediaType'],
  ['what is no JSON', { body: "{'Title': 1}" }, 'InvalidRequest'],
  ['JSON that is no object', { body: '["Readers"]' }, 'InvalidRequest'],
  ['JSON that is too deep', { body: `{"Title":${'['.repeat(40)}${']'.repeat(40)}}` }, 'InvalidRequest'],
  ['an unknown parameter', jsonBody({ Tilte: 'Readers' }), 'InvalidRequest'],
  ['a parameter in another case', jsonBody({ title: 'Readers' }), 'InvalidRequest'],
  [
    'an unknown member',
    {
      path: '/api/json/Subscriber.AddWithCustomFields',
      body: '{"ListID":"{list}","Email":"a@x.example","Name":"","CustomFields":[{"Name":"City"}]}',
    },
    'InvalidRequest',
  ],
  ['a boolean that is missing', jsonBody({ ConfirmOptIn: undefined }), 'MissingParameter'],
  ['a boolean that is text', jsonBody({ ConfirmOptIn: 'true' }), 'InvalidParameter'],
  ['text that is a number', jsonBody({ Title: 1 }), 'InvalidParameter'],
  ['an integer that is text', level('json', '63'), 'InvalidParameter'],
  [
    'an integer out of range',
    { ...level('json', ''), body: level('json', '').body.replace('"AccessLevel":""', '"AccessLevel":2147483648') },
    'InvalidParameter',
  ],
  [
    'an invalid list',
    {
      path: '/api/json/Subscriber.AddWithCustomFields',
      body: '{"ListID":"{list}","Email":"a@x.example","Name":"","CustomFields":{}}',
    },
    'InvalidParameter',
  ],
  ['no key', { headers: { Authorization: undefined } }, 'InvalidApiKey'],
  ['two keys', jsonBody({ ApiKey: '0'.repeat(32) }), 'InvalidRequest'],
  ['more than the service takes', jsonBody({ Title: tooMuch }), 'RequestTooLarge'],
])

export const framework: Readonly<Record<WireName, readonly Misfit[]>> = { soap11, soap12, get, post, json }

/** What befalls calls that are right; the test brings it about. */
export const troubles = [
  'TooManyRequests',
  'RequestTimeout',
  'ServiceUnavailable',
  'UnexpectedError',
  'PublicUrlRequired',
  'RelayTestLimit',
  'NoOutbox',
  'MailNotHere',
  'MailNotReadable',
  'ServiceUnavailable',
  // takes two calls at once
  'IdempotencyKeyInUse',
] as const satisfies readonly RefusalName[]
