import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, type Sent } from '../../test/harness/wires.ts'
import { Refusal } from '../contract/refusals.ts'

const call = (operation: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Sent => ({
  path: `/api/json/${operation}`,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
})

const detail = 'Client.GetDetail'
const level = { ApiKey: 'k', ClientID: 'c', AccessLevel: 1 }

const refusals: Readonly<Record<string, readonly [Sent, status: number, code: number, detail?: RegExp]>> = {
  'an unknown operation': [call('Nope', {}), 404, 3],
  'an operation in another case': [call('client.getdetail', {}), 404, 3],
  'another verb': [{ ...call(detail, {}), method: 'GET' }, 405, 13],
  'another content type': [call(detail, {}, { 'content-type': 'text/plain' }), 415, 14],
  'another charset': [call(detail, {}, { 'content-type': 'application/json; charset=utf-16' }), 415, 14],
  'a body over the limit': [{ ...call(detail, ''), unread: 'too large' }, 413, 7],
  'a body that is not JSON': [call(detail, '{'), 400, 2, /not JSON/],
  'a body that is not UTF-8': [call(detail, Buffer.from([0x7b, 0xff, 0x7d])), 400, 2, /UTF-8/],
  'a body that is not an object': [call(detail, '[]'), 400, 2, /object/],
  'a body that is null': [call(detail, 'null'), 400, 2, /object/],
  'a body nested too deeply': [call(detail, `{"ApiKey":${'['.repeat(100_000)}`), 400, 2, /deep/],
  'an unknown parameter': [call(detail, { ApiKey: 'k', clientID: 'c' }), 400, 2, /"clientID"/],
  'a parameter named __proto__': [call(detail, '{"__proto__":{"ApiKey":"k"}}'), 400, 2, /__proto__/],
  'a parameter every object inherits': [call(detail, '{"toString":"k"}'), 400, 2, /toString/],
  'a number for a string': [call(detail, { ApiKey: 1 }), 400, 6, /ApiKey must be a string/],
  'a string for an int': [call('Client.UpdateAccessAndBilling', { ...level, AccessLevel: '1' }), 400, 6, /AccessLevel/],
  'a fraction for an int': [call('Client.UpdateAccessAndBilling', { ...level, AccessLevel: 1.5 }), 400, 6],
  'an int too large': [call('Client.UpdateAccessAndBilling', { ...level, AccessLevel: 2 ** 31 }), 400, 6, /range/],
  'an int left out': [call('Client.UpdateAccessAndBilling', { ApiKey: 'k' }), 400, 4, /AccessLevel/],
  'an int that is null': [call('Client.UpdateAccessAndBilling', { AccessLevel: null }), 400, 4, /AccessLevel/],
  'a string for a boolean': [
    call('List.Create', { ConfirmOptIn: 'true' }),
    400,
    6,
    /ConfirmOptIn must be true or false/,
  ],
  'a boolean left out': [call('List.Create', {}), 400, 4, /ConfirmOptIn/],
  'an object for a list': [
    call('Subscriber.AddWithCustomFields', { CustomFields: {} }),
    400,
    6,
    /CustomFields must be an array/,
  ],
  'a list with null': [call('Subscriber.AddWithCustomFields', { CustomFields: [null] }), 400, 6, /CustomFields\[0\]/],
  'an unknown field of a record': [
    call('Subscriber.AddWithCustomFields', { CustomFields: [{ Key: 'a', Valeu: 'b' }] }),
    400,
    2,
    /Valeu/,
  ],
  'an unknown value of an enumeration': [
    call('Segment.Create', { Rules: [{ Field: 'Name', Operator: 'Like', Value: '%' }] }),
    400,
    6,
    /Operator must be one of Equals, NotEquals,/,
  ],
  'a value of an enumeration left out': [
    call('Segment.Create', { Rules: [{ Field: 'Name', Value: 'x' }] }),
    400,
    4,
    /Operator/,
  ],
  'two different keys': [call(detail, { ApiKey: 'k' }, { authorization: 'Bearer j' }), 400, 2, /different keys/],
  'a control character': [call(detail, { ApiKey: 'k\u0001' }), 400, 12],
  'half a pair': [call(detail, '{"ApiKey":"\\ud83d"}'), 400, 12],
  'text longer than any field': [call(detail, { ApiKey: 'x'.repeat(1_000_000) }), 400, 11],
}
for (const [name, [sent, status, code, pattern]] of Object.entries(refusals)) {
  test(`${name} is refused`, async () => {
    const { status: given, headers, text, calls, errors } = await exchange(sent)
    const refusal = JSON.parse(text)
    assert.equal(given, status, text)
    assert.equal(refusal.code, code, text)
    if (pattern) assert.match(refusal.detail, pattern)
    assert.equal(headers['Content-Type'], 'application/json; charset=utf-8')
    assert.equal(headers.Allow, status === 405 ? 'POST' : undefined)
    assert.deepEqual([calls, errors], [[], []])
  })
}

test('parameters come by name, strings and lists left out are null', async () => {
  const { calls, text, status } = await exchange(
    call('Subscriber.AddWithCustomFields', {
      ListID: 'l',
      CustomFields: [{ Key: 'a' }, { Key: 'b', Value: '' }],
      Name: null,
    }),
  )
  assert.deepEqual(calls, [
    {
      operation: 'Subscriber.AddWithCustomFields',
      params: {
        ApiKey: null,
        ListID: 'l',
        Email: null,
        Name: null,
        CustomFields: [
          { Key: 'a', Value: null },
          { Key: 'b', Value: '' },
        ],
      },
      wire: 'json',
    },
  ])
  assert.equal(status, 200)
  assert.equal(text, '{"Code":0,"Message":"Success"}')
})

test('the key may be in the header, with an empty body without content type', async () => {
  const { calls } = await exchange({ path: '/api/json/User.GetClients', headers: { authorization: 'bearer k' } }, [])
  assert.deepEqual({ ...calls[0]?.params }, { ApiKey: 'k' })
})

test('the same key in both places is one key', async () => {
  const { status } = await exchange(call(detail, { ApiKey: 'k' }, { authorization: 'Bearer k' }), {})
  assert.equal(status, 200)
})

test('an operation without a key ignores the header', async () => {
  const { calls } = await exchange(call('User.GetApiKey', { SiteUrl: 's' }, { authorization: 'Bearer k' }), 'key')
  assert.deepEqual({ ...calls[0]?.params }, { SiteUrl: 's', Username: null, Password: null })
})

const values: Readonly<Record<string, readonly [operation: string, value: unknown, text: string]>> = {
  'a string': ['Client.Create', 'a"b', '"a\\"b"'],
  'an empty list': ['Client.GetLists', [], '[]'],
  'a list of records without its absent members': [
    'Client.GetLists',
    [
      { Name: 'n', ListID: 'l', Extra: 1 },
      { ListID: 'm', Name: null },
    ],
    '[{"ListID":"l","Name":"n"},{"ListID":"m"}]',
  ],
  'a record in records': [
    'Client.GetDetail',
    { BasicDetails: { ClientID: 'c' }, AccessAndBilling: { AccessLevel: 0 } },
    '{"BasicDetails":{"ClientID":"c"},"AccessAndBilling":{"AccessLevel":0}}',
  ],
  'an empty record': ['Subscribers.GetSingleSubscriber', {}, '{}'],
  null: ['Client.Create', null, 'null'],
  'plain success of an untyped operation': ['Client.UpdateBasics', undefined, '{"Code":0,"Message":"Success"}'],
}
for (const [name, [operation, value, text]] of Object.entries(values)) {
  test(`${name} is written bare`, async () => {
    const answer = await exchange(call(operation, {}), value)
    assert.equal(answer.text, text)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['Cache-Control'], 'no-store')
  })
}

test('a refusal has code, message, detail and a fitting status', async () => {
  const refused = (refusal: Refusal) =>
    exchange(call(detail, {}), () => {
      throw refusal
    })
  const unknown = await refused(new Refusal('InvalidClientId', 'No such client.'))
  assert.equal(unknown.status, 404)
  assert.equal(unknown.text, '{"code":102,"message":"Invalid ClientID","detail":"No such client."}')
  const key = await refused(new Refusal('InvalidApiKey'))
  assert.equal(key.status, 401)
  assert.equal(key.text, '{"code":100,"message":"Invalid API Key"}')
  assert.equal(key.headers['WWW-Authenticate'], 'Bearer')
  const often = await refused(new Refusal('TooManyRequests'))
  assert.equal(often.status, 429)
  assert.equal(often.headers['Retry-After'], '1')
})

test('a conflict has status 200 for callers who prefer it so, and says that it has; other refusals keep their status', async () => {
  const refused = (refusal: Refusal, prefer: string | undefined) =>
    exchange(call(detail, {}, prefer === undefined ? {} : { prefer }), () => {
      throw refusal
    })
  for (const prefer of ['conflicts=200', 'respond-async, Conflicts=200']) {
    const { status, text, headers } = await refused(new Refusal('StaleRevision'), prefer)
    assert.equal(status, 200)
    assert.equal(headers['Preference-Applied'], 'conflicts=200')
    assert.equal(text, '{"code":363,"message":"Saved By Another Since"}')
  }
  for (const prefer of [undefined, '', 'conflicts=2000', 'return=minimal']) {
    const { status, headers } = await refused(new Refusal('StaleRevision'), prefer)
    assert.equal(status, 409, prefer)
    assert.equal(headers['Preference-Applied'], undefined)
  }
  const unknown = await refused(new Refusal('InvalidClientId'), 'conflicts=200')
  assert.equal(unknown.status, 404)
  assert.equal(unknown.headers['Preference-Applied'], undefined)
})

test('an unexpected error reveals nothing and is logged', async () => {
  const broken = new Error('password=secret')
  const { status, text, errors } = await exchange(call(detail, {}), () => {
    throw broken
  })
  assert.equal(status, 500)
  assert.equal(text, '{"code":10,"message":"Unexpected Error"}')
  assert.deepEqual(errors, [broken])
})
