/** What the JSON wire cannot read: our own, so strict where the others are tolerant. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OperationName } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { assertRefused, jsonRequest, request, send, type Values } from '../harness/dial.ts'
import { goodValues, leavesNoTrace, startTarget, type Target } from './world.ts'

let target: Target
let url: string
let good: Readonly<Record<OperationName, Values>>
before(async () => {
  target = await startTarget()
  url = target.service.url
  good = goodValues(target)
})
after(() => target?.stop())

test('a path that names no operation is 404', async () => {
  await leavesNoTrace(target, async () => {
    for (const name of [
      'Nope',
      'subscriber.add',
      '',
      'Subscriber.Add/',
      '__proto__',
      'toString',
      '%00',
      '%ff',
      '..%2fx',
      'x'.repeat(9000),
    ])
      assertRefused('json', name, await send(url, jsonRequest(name, '{}')), 'UnknownOperation')
  })
})

test('any verb but POST is answered 405 with Allow', async () => {
  await leavesNoTrace(target, async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const reply = await send(url, { ...jsonRequest('Subscriber.Add', method === 'GET' ? '' : '{}'), method })
      assertRefused('json', 'Subscriber.Add', reply, 'WrongVerb')
      assert.equal(reply.headers.allow, 'POST')
    }
  })
})

test('another media type or charset is 415', async () => {
  const types = [
    'text/xml',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/json-seq',
    'application/json; charset=utf-16',
  ]
  await leavesNoTrace(target, async () => {
    for (const type of types) {
      const { path, method, body = '' } = request('json', 'Subscriber.Add', good['Subscriber.Add'])
      const reply = await send(url, { path, method, headers: { 'Content-Type': type }, body })
      assertRefused('json', 'Subscriber.Add', reply, 'UnsupportedMediaType', type)
    }
  })
})

/** `K` is the key. */
const bodies: readonly [body: string | Buffer, refusal: RefusalName][] = [
  ['{', 'InvalidRequest'],
  ['{"ApiKey":"K",}', 'InvalidRequest'],
  ["{'ApiKey':'K'}", 'InvalidRequest'],
  ['<a/>', 'InvalidRequest'],
  ['ApiKey=K', 'InvalidRequest'],
  ['null', 'InvalidRequest'],
  ['[]', 'InvalidRequest'],
  ['"K"', 'InvalidRequest'],
  ['7', 'InvalidRequest'],
  ['{"ApiKey":"K"}{}', 'InvalidRequest'],
  ['{"ApiKey":NaN}', 'InvalidRequest'],
  ['{"ApiKey":"K","Name":"\n"}', 'InvalidRequest'],
  [Buffer.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'InvalidRequest'],
  [Buffer.from('{"ApiKey":"K"}', 'utf16le'), 'InvalidRequest'],
  ['['.repeat(200_000), 'InvalidRequest'],
  [`{"Name":${'['.repeat(40)}${']'.repeat(40)}}`, 'InvalidRequest'],
  [`{"Name":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`, 'InvalidRequest'],
  ['{"Apikey":"K"}', 'InvalidRequest'],
  ['{"ApiKey":"K","Sender":"x"}', 'InvalidRequest'],
  ['{"ApiKey":"K","__proto__":{"ListID":"x"}}', 'InvalidRequest'],
  ['{"ApiKey":"K","constructor":{}}', 'InvalidRequest'],
  [`{${Array.from({ length: 20_000 }, (_, n) => `"a${n}":1`).join(',')}}`, 'InvalidRequest'],
  [`{"${'\\ud800'.repeat(1000)}":1}`, 'InvalidRequest'],
  ['{"ApiKey":7}', 'InvalidParameter'],
  ['{"ApiKey":true}', 'InvalidParameter'],
  ['{"ApiKey":["K"]}', 'InvalidParameter'],
  ['{"ApiKey":{"toString":"K"}}', 'InvalidParameter'],
  ['{"ApiKey":"K","Name":7}', 'InvalidParameter'],
  ['{"ApiKey":"K","Name":"\\u0000"}', 'InvalidCharacters'],
  ['{"ApiKey":"K","Name":"\\u0001"}', 'InvalidCharacters'],
  ['{"ApiKey":"K","Name":"\\ud800"}', 'InvalidCharacters'],
  ['{"ApiKey":"K","Name":"\\ufffe"}', 'InvalidCharacters'],
  [`{"ApiKey":"K","Name":"${'x'.repeat(200_000)}"}`, 'ValueTooLong'],
  ['{}', 'InvalidApiKey'],
  ['', 'InvalidApiKey'],
  ['{"ApiKey":null}', 'InvalidApiKey'],
]

test('bodies that cannot be read, unknown members and values of another type are 400', async () => {
  await leavesNoTrace(target, async () => {
    for (const [body, refusal] of bodies) {
      const bytes = typeof body === 'string' ? body.replace('"K"', `"${target.home.accountKey}"`) : body
      const reply = await send(url, jsonRequest('Subscriber.Add', bytes))
      assertRefused('json', 'Subscriber.Add', reply, refusal, body.toString('latin1').slice(0, 60))
      assert.ok(reply.text.length < 2500, 'what was sent is quoted back only in part')
    }
  })
})

test('nothing is guessed: numbers, booleans, lists and records are what they are', async () => {
  const rows: readonly [operation: OperationName, values: Values, refusal: RefusalName][] = [
    ['List.Create', { ConfirmOptIn: 'true' }, 'InvalidParameter'],
    ['List.Create', { ConfirmOptIn: 1 }, 'InvalidParameter'],
    ['List.Create', { ConfirmOptIn: null }, 'MissingParameter'],
    ['Client.UpdateAccessAndBilling', { AccessLevel: '3' }, 'InvalidParameter'],
    ['Client.UpdateAccessAndBilling', { AccessLevel: 3.5 }, 'InvalidParameter'],
    ['Client.UpdateAccessAndBilling', { AccessLevel: 2 ** 31 }, 'InvalidParameter'],
    ['Client.UpdateAccessAndBilling', { AccessLevel: 1e300 }, 'InvalidParameter'],
    ['Client.UpdateAccessAndBilling', { AccessLevel: null }, 'MissingParameter'],
    ['Campaign.Create', { SubscriberListIDs: 'x' }, 'InvalidParameter'],
    ['Campaign.Create', { SubscriberListIDs: { string: 'x' } }, 'InvalidParameter'],
    ['Campaign.Create', { SubscriberListIDs: [7] }, 'InvalidParameter'],
    ['Campaign.Create', { SubscriberListIDs: [null] }, 'InvalidParameter'],
    ['Campaign.Create', { ListSegments: ['x'] }, 'InvalidParameter'],
    ['Campaign.Create', { ListSegments: [{ ListID: 'x', Title: 'y' }] }, 'InvalidRequest'],
    ['Campaign.Create', { ListSegments: [{ ListID: 7 }] }, 'InvalidParameter'],
    ['Subscriber.AddWithCustomFields', { CustomFields: [[]] }, 'InvalidParameter'],
    ['Subscriber.AddWithCustomFields', { CustomFields: [{ Key: 'a', Value: 7 }] }, 'InvalidParameter'],
  ]
  await leavesNoTrace(target, async () => {
    for (const [operation, values, refusal] of rows) {
      const all = { ApiKey: target.home.accountKey, ...good[operation], ...values }
      const reply = await send(url, request('json', operation, all))
      assertRefused('json', operation, reply, refusal, JSON.stringify(values))
    }
  })
})
