import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, type Sent } from '../../test/harness/wires.ts'
import { findOperation, type Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { list, text } from '../contract/shapes.ts'

const get = (operation: string, query = ''): Sent => ({ method: 'GET', path: `/api/api.asmx/${operation}`, query })
const form = 'application/x-www-form-urlencoded'
const post = (operation: string, body: string | Buffer, contentType: string | undefined = form): Sent => ({
  path: `/api/api.asmx/${operation}`,
  body,
  headers: contentType === undefined ? {} : { 'content-type': contentType },
})

const create = 'ApiKey=k&ClientID=c&Title=t&UnsubscribePage=&ConfirmOptIn=true&ConfirmationSuccessPage='
const billing = (accessLevel: string) =>
  `ApiKey=k&ClientID=c&AccessLevel=${accessLevel}&Username=&Password=&BillingType=&Currency=&DeliveryFee=&CostPerRecipient=&DesignAndSpamTestFee=`

const notNumber = 'Input string was not in a correct format.'
const notBoolean = 'String was not recognized as a valid Boolean.'
const cannot = (text: string, type: string, why: string) =>
  `Cannot convert ${text} to System.${type}.\r\nParameter name: type ---> ${why}`

// reference/asmx.md §1.1, §4.1
const failures: Readonly<Record<string, readonly [Sent, string]>> = {
  'an unknown operation': [get('Nope'), 'Nope Web Service method name is not valid.'],
  'an operation with a trailing slash': [
    get('User.GetClients/'),
    'User.GetClients/ Web Service method name is not valid.',
  ],
  'an operation with a longer path': [
    get('List.Update/more'),
    'List.Update/more Web Service method name is not valid.',
  ],
  'an unknown operation is encoded': [
    get('%3Cb%3E%22%C3%A9'),
    '&lt;b&gt;&quot;&#233; Web Service method name is not valid.',
  ],
  'an operation with a structured parameter': [
    get('Subscriber.AddWithCustomFields', 'ApiKey=k'),
    'Subscriber.AddWithCustomFields Web Service method name is not valid.',
  ],
  'a structured operation in another case': [
    get('campaign.create'),
    'campaign.create Web Service method name is not valid.',
  ],
  'a name in another case': [
    get('list.update'),
    'Invalid method name &#39;list.update&#39;,  method names are case sensitive.   The method name &#39;List.Update&#39; with the same name but different casing was found.\r\nParameter name: methodName',
  ],
  'the first parameter that is absent': [
    get('List.Create', 'ApiKey=k&ClientID=c&ConfirmationSuccessPage='),
    'Missing parameter: Title.',
  ],
  'a bare name is absent': [get('Client.GetDetail', 'ApiKey&ClientID=c'), 'Missing parameter: ApiKey.'],
  'no parameters at all': [get('Client.GetDetail'), 'Missing parameter: ApiKey.'],
  'a parameter in the query of a POST does not count': [
    { ...post('Client.GetDetail', 'ApiKey=k'), query: 'ClientID=c' },
    'Missing parameter: ClientID.',
  ],
  'a bad int': [get('Client.UpdateAccessAndBilling', billing('abc')), cannot('abc', 'Int32', notNumber)],
  'a bad int is encoded, its joiner is not': [
    get('Client.UpdateAccessAndBilling', billing('%3Ca%3E')),
    cannot('&lt;a&gt;', 'Int32', notNumber),
  ],
  'an empty int': [get('Client.UpdateAccessAndBilling', billing('')), cannot('', 'Int32', notNumber)],
  'an int twice': [
    get('Client.UpdateAccessAndBilling', `AccessLevel=1&${billing('2')}`),
    cannot('1,2', 'Int32', notNumber),
  ],
  'an int too large': [
    get('Client.UpdateAccessAndBilling', billing('99999999999')),
    cannot('99999999999', 'Int32', 'Value was either too large or too small for an Int32.'),
  ],
  'a bool as a digit': [get('List.Create', create.replace('true', '1')), cannot('1', 'Boolean', notBoolean)],
  'an empty bool': [get('List.Create', create.replace('true', '')), cannot('', 'Boolean', notBoolean)],
  'a POST of XML': [
    post('Client.GetDetail', '<a/>', 'text/xml; charset=utf-8'),
    'Request format is invalid: text/xml; charset=utf-8.',
  ],
  'a POST without content type': [
    { path: '/api/api.asmx/Client.GetDetail', body: 'ApiKey=k&ClientID=c' },
    'Request format is invalid: .',
  ],
  'a POST with a space before the semicolon': [
    post('Client.GetDetail', 'ApiKey=k', `${form} ;charset=utf-8`),
    `Request format is invalid: ${form} ;charset=utf-8.`,
  ],
  'an unknown operation comes before the content type': [
    post('Nope', '{}', 'application/json'),
    'Nope Web Service method name is not valid.',
  ],
  'a body over the limit': [
    { ...post('Client.GetDetail', ''), unread: 'too large' },
    'Maximum request length exceeded.',
  ],
  'a flood of names': [
    post('Client.GetDetail', 'a=&'.repeat(1001)),
    'Operation is not valid due to the current state of the object.',
  ],
}
for (const [name, [sent, message]] of Object.entries(failures)) {
  test(`${name} is reported in plain text`, async () => {
    const { status, headers, text, calls } = await exchange(sent)
    assert.equal(text, `${message}\r\n`)
    assert.equal(status, 500)
    assert.deepEqual(headers, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' })
    assert.deepEqual(calls, [], 'the operation must not run')
  })
}

// §4.2
const readings: Readonly<Record<string, readonly [Sent, object]>> = {
  'names are case-insensitive and come in any order': [
    get('Client.GetDetail', 'CLIENTID=c&apikey=k&Nope=1'),
    { ApiKey: 'k', ClientID: 'c' },
  ],
  'an empty value is an empty string': [get('Client.GetDetail', 'ApiKey=&ClientID='), { ApiKey: '', ClientID: '' }],
  'a name twice is joined by a comma': [
    get('Client.GetDetail', 'ApiKey=k&ClientID=c&apikey=j'),
    { ApiKey: 'k,j', ClientID: 'c' },
  ],
  'plus, percent and %u are decoded': [
    get('Client.GetDetail', 'ApiKey=a+b%2Bc&ClientID=%C3%A9%u20AC%uD83D%uDE00=&%'),
    { ApiKey: 'a b+c', ClientID: 'é€😀=' },
  ],
  'a percent sign that escapes nothing stays': [
    get('Client.GetDetail', 'ApiKey=100%&ClientID=%zz%u12'),
    { ApiKey: '100%', ClientID: '%zz%u12' },
  ],
  'an encoded path is decoded': [
    { method: 'GET', path: '/API/Api.ASMX/Client%2EGetDetail', query: 'ApiKey=k&ClientID=c' },
    { ApiKey: 'k', ClientID: 'c' },
  ],
  'a form is read': [post('Client.GetDetail', 'ApiKey=k&ClientID=%C3%A9'), { ApiKey: 'k', ClientID: 'é' }],
  'a form names its charset': [
    post('Client.GetDetail', 'ApiKey=k&ClientID=%E9', `${form.toUpperCase()}; charset=iso-8859-1`),
    { ApiKey: 'k', ClientID: 'é' },
  ],
  'windows-1252 has quotes, dashes and the euro, escaped or not': [
    post(
      'Client.GetDetail',
      Buffer.from('ApiKey=O\x92Brien&ClientID=%80+%96+%93x%94', 'latin1'),
      `${form}; charset=iso-8859-1`,
    ),
    { ApiKey: 'O’Brien', ClientID: '€ – “x”' },
  ],
  'UTF-8 that is called us-ascii keeps its letters': [
    post('Client.GetDetail', 'ApiKey=k&ClientID=%C3%A9', `${form}; charset=us-ascii`),
    { ApiKey: 'k', ClientID: 'é' },
  ],
  'bytes that are not escaped are read in the charset': [
    post('Client.GetDetail', Buffer.from('ApiKey=k&ClientID=é'), form),
    { ApiKey: 'k', ClientID: 'é' },
  ],
}
for (const [name, [sent, params]] of Object.entries(readings)) {
  test(name, async () => {
    const { status, calls, text } = await exchange(sent, null)
    assert.equal(status, 200, text)
    assert.deepEqual({ ...calls[0]?.params }, params)
    assert.equal(calls[0]?.wire, sent.method === 'GET' ? 'get' : 'post')
  })
}

for (const [word, value] of [
  ['true', true],
  ['TRUE', true],
  ['+False+', false],
] as const) {
  test(`the bool '${word}' is ${value}`, async () => {
    const { calls } = await exchange(get('List.Create', create.replace('true', word)), null)
    assert.equal(calls[0]?.params.ConfirmOptIn, value)
  })
}

for (const [what, value] of Object.entries({
  'invalid UTF-8': '%C3%28',
  'a NUL': '%00',
  'a control character': '%01',
  'half a pair': '%uD83D',
})) {
  test(`${what} is refused as broken text`, async () => {
    const { status, text, calls } = await exchange(get('Client.GetDetail', `ApiKey=k&ClientID=${value}`))
    assert.equal(status, 200)
    assert.match(text, /xsi:type="Result".*\r\n {2}<Code>12<\/Code>/)
    assert.deepEqual(calls, [])
  })
}

test('an unexpected error reveals nothing and is logged', async () => {
  const broken = new Error('password=secret')
  const { status, text, errors } = await exchange(get('User.GetClients', 'ApiKey=k'), () => {
    throw broken
  })
  assert.equal(status, 500)
  assert.equal(text, 'An unexpected error occurred.\r\n')
  assert.deepEqual(errors, [broken])
})

test('a refusal is a Result, in its own root or in the untyped one', async () => {
  const refuses = () => {
    throw new Refusal('InvalidApiKey')
  }
  const { status, text } = await exchange(get('List.Delete', 'ApiKey=k&ListID=l'), refuses)
  assert.equal(status, 200)
  assert.equal(
    text,
    '<?xml version="1.0" encoding="utf-8"?>\r\n<Result xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://api.createsend.com/api/">\r\n  <Code>100</Code>\r\n  <Message>Invalid API Key</Message>\r\n</Result>',
  )
  const untyped = await exchange(get('User.GetClients', 'ApiKey=k'), refuses)
  assert.equal(
    untyped.text,
    '<?xml version="1.0" encoding="utf-8"?>\r\n<anyType xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="Result" xmlns="http://api.createsend.com/api/">\r\n  <Code>100</Code>\r\n  <Message>Invalid API Key</Message>\r\n</anyType>',
  )
})

const row = (name: string, parameters: Operation['parameters']): Operation => ({
  ...findOperation('User.GetSystemDate')!,
  name,
  parameters,
})

test('an operation without parameters takes any content type', async () => {
  const { calls } = await exchange(post('Test.Ping', '{}', 'application/json'), 'pong', [row('Test.Ping', {})])
  assert.equal(calls.length, 1)
})

test('a repeated name fills a list', async () => {
  const { calls } = await exchange(get('Test.Many', 'a=1&A=2,3'), 'ok', [row('Test.Many', { A: list(text()) })])
  assert.deepEqual(calls[0]?.params.A, ['1', '2,3'])
})
