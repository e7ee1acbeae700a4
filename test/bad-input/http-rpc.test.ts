/** What GET and POST cannot read: the plain texts of reference/asmx.md §1.1 and §4. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OperationName } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { assertPlain, assertRefused, formRequest, request, type Sent, send, type Values } from '../harness/dial.ts'
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

const wires = ['get', 'post'] as const

/** A call that would succeed, with what is given in place of its own or besides. */
function call(wire: 'get' | 'post', operation: OperationName, values: Values): Sent {
  return request(wire, operation, { ApiKey: target.home.accountKey, ...good[operation], ...values })
}

/** The same with the query or form as it is on the wire. */
function raw(wire: 'get' | 'post', operation: OperationName, form: string | Buffer): Sent {
  if (wire === 'post') return formRequest(operation, form)
  return { path: `/api/api.asmx/${operation}?${form.toString('latin1')}`, method: 'GET', headers: {} }
}

describe('names that are no operation', () => {
  const notValid = (name: string) => `${name} Web Service method name is not valid.`
  const rows: readonly [path: string, text: string][] = [
    ['Nope', notValid('Nope')],
    ['constructor', notValid('constructor')],
    ['__proto__', notValid('__proto__')],
    ['Subscriber.Add/', notValid('Subscriber.Add/')],
    ['Subscriber.Add/more', notValid('Subscriber.Add/more')],
    ['Subscriber.Add%20', notValid('Subscriber.Add ')],
    ['%3Cscript%3Ealert(1)%3C%2Fscript%3E', notValid('&lt;script&gt;alert(1)&lt;/script&gt;')],
    ['%27%22%26', notValid('&#39;&quot;&amp;')],
    ['%C2%A7', notValid('&#167;')],
    ['%00', notValid('\0')],
    // bytes that are no UTF-8 are no name at all
    ['%FF', notValid('')],
    ['..%2f..%2fetc%2fpasswd', notValid('../../etc/passwd')],
    [`${'x'.repeat(9000)}`, notValid(`${'x'.repeat(1000)}…`)],
    // a record cannot be sent as a form
    ['Campaign.Create', notValid('Campaign.Create')],
    ['Subscriber.AddWithCustomFields', notValid('Subscriber.AddWithCustomFields')],
    [
      'list.update',
      'Invalid method name &#39;list.update&#39;,  method names are case sensitive.   The method name &#39;List.Update&#39; with the same name but different casing was found.\r\nParameter name: methodName',
    ],
  ]
  for (const [path, text] of rows)
    test(`${path.slice(0, 60)} is refused in plain text`, async () => {
      await leavesNoTrace(target, async () => {
        assertPlain(await send(url, { path: `/api/api.asmx/${path}?ApiKey=x`, method: 'GET', headers: {} }), text)
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
        assertPlain(await send(url, { path: `/api/api.asmx/${path}`, method: 'POST', headers, body: 'ApiKey=x' }), text)
      })
    })
})

describe('verbs', () => {
  test('the address itself takes POST and GET, and names them', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']) {
      const reply = await send(url, { path: '/api/api.asmx', method, headers: {}, body: method === 'TRACE' ? '' : 'x' })
      assert.equal(reply.status, 405, method)
      assert.equal(reply.headers.allow, 'GET, POST')
      assert.ok(method === 'HEAD' || reply.text.includes('Request format is unrecognized.'))
    }
  })

  test('an operation takes POST and GET, and other verbs are an unrecognised format, without markup of theirs', async () => {
    await leavesNoTrace(target, async () => {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
        const { path } = call('get', 'Subscriber.Add', {})
        const reply = await send(url, { path, method, headers: {} })
        assert.equal(reply.status, 500, method)
        const text = 'Request format is unrecognized for URL unexpectedly ending in &#39;/Subscriber.Add&#39;.'
        assert.ok(method === 'HEAD' || reply.text.replaceAll("'", '&#39;').includes(text), reply.text)
      }
      const reply = await send(url, { path: '/api/api.asmx/%3Cb%3E', method: 'PUT', headers: {} })
      assert.ok(!reply.text.includes('<b>'))
      assert.match(String((await send(url, { path: '/api/api.asmx/', method: 'GET', headers: {} })).text), /ending in/)
    })
  })
})

describe('parameters', () => {
  test('every one must be there, the first that is not is named', async () => {
    await leavesNoTrace(target, async () => {
      for (const wire of wires) {
        const { ApiKey, ...rest } = { ApiKey: target.home.accountKey, ...good['List.Create'] }
        for (const name of Object.keys(rest)) {
          assertPlain(await send(url, call(wire, 'List.Create', { [name]: null })), `Missing parameter: ${name}.`)
        }
        assertPlain(await send(url, raw(wire, 'List.Create', '')), 'Missing parameter: ApiKey.')
        assertPlain(
          await send(url, raw(wire, 'List.Create', `ApiKey=${ApiKey}&ClientID`)),
          'Missing parameter: ClientID.',
        )
        assertPlain(await send(url, raw(wire, 'List.Create', '&&&=&=x')), 'Missing parameter: ApiKey.')
      }
      // the query of a POST does not count, nor does the body of a GET
      const { path } = call('get', 'Subscriber.Add', {})
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      assertPlain(await send(url, { path, method: 'POST', headers, body: '' }), 'Missing parameter: ApiKey.')
    })
  })

  test('the sentence names what is wrong with a value of another type', async () => {
    const boolean = 'System.Boolean.\r\nParameter name: type ---> String was not recognized as a valid Boolean.'
    const format = 'System.Int32.\r\nParameter name: type ---> Input string was not in a correct format.'
    const overflow = 'System.Int32.\r\nParameter name: type ---> Value was either too large or too small for an Int32.'
    const rows: readonly [operation: OperationName, values: Values, text: string][] = [
      ['List.Create', { ConfirmOptIn: '1' }, `Cannot convert 1 to ${boolean}`],
      ['List.Create', { ConfirmOptIn: '' }, `Cannot convert  to ${boolean}`],
      ['List.Create', { ConfirmOptIn: '<b>' }, `Cannot convert &lt;b&gt; to ${boolean}`],
      ['Client.UpdateAccessAndBilling', { AccessLevel: 'abc' }, `Cannot convert abc to ${format}`],
      ['Client.UpdateAccessAndBilling', { AccessLevel: '' }, `Cannot convert  to ${format}`],
      ['Client.UpdateAccessAndBilling', { AccessLevel: '3.0' }, `Cannot convert 3.0 to ${format}`],
      ['Client.UpdateAccessAndBilling', { AccessLevel: '2147483648' }, `Cannot convert 2147483648 to ${overflow}`],
      [
        'Client.UpdateAccessAndBilling',
        { AccessLevel: '9'.repeat(20_000) },
        `Cannot convert ${'9'.repeat(1000)}… to ${overflow}`,
      ],
    ]
    await leavesNoTrace(target, async () => {
      for (const wire of wires)
        for (const [operation, values, text] of rows) assertPlain(await send(url, call(wire, operation, values)), text)
    })
  })

  test('a name twice is one value with a comma, here an address too many', async () => {
    await leavesNoTrace(target, async () => {
      for (const wire of wires) {
        const { path, body } = call(wire, 'Subscriber.Add', {})
        const form = `${wire === 'get' ? path.split('?')[1] : body}&email=ann@reader.example`
        assertRefused(wire, 'Subscriber.Add', await send(url, raw(wire, 'Subscriber.Add', form)), 'InvalidEmail')
      }
    })
  })

  test('characters no wire could answer, and text no field could hold, are refused by name', async () => {
    const rows: readonly [name: string, refusal: RefusalName][] = [
      ['%00', 'InvalidCharacters'],
      ['%01', 'InvalidCharacters'],
      ['%1B[31m', 'InvalidCharacters'],
      ['%0D%0AX-Evil:1', 'InvalidCharacters'],
      ['%ff', 'InvalidCharacters'],
      ['%C0%AF', 'InvalidCharacters'],
      ['%ED%A0%80', 'InvalidCharacters'],
      ['%ud800', 'InvalidCharacters'],
      ['%uFFFE', 'InvalidCharacters'],
      ['%EF%BF%BF', 'InvalidCharacters'],
      ['x'.repeat(200_000), 'ValueTooLong'],
      ['%78'.repeat(70_000), 'ValueTooLong'],
    ]
    await leavesNoTrace(target, async () => {
      for (const wire of wires)
        for (const [name, refusal] of rows) {
          const sent = call(wire, 'Subscriber.Add', { Name: null })
          const form = `${wire === 'get' ? sent.path.split('?')[1] : sent.body}&Name=${name}`
          const full = raw(wire, 'Subscriber.Add', form)
          if (full.path.length > 30_000) continue // see the limits of the request line
          assertRefused(wire, 'Subscriber.Add', await send(url, full), refusal, name.slice(0, 40))
        }
      const body = Buffer.concat([
        Buffer.from(`${call('post', 'Subscriber.Add', { Name: null }).body}&Name=`),
        Buffer.of(0xff),
      ])
      assertRefused('post', 'Subscriber.Add', await send(url, formRequest('Subscriber.Add', body)), 'InvalidCharacters')
    })
  })

  test('a thousand and one pairs are too many', async () => {
    await leavesNoTrace(target, async () => {
      for (const wire of wires)
        for (const pairs of ['a=b&'.repeat(1001), '&'.repeat(5000)])
          assertPlain(
            await send(url, raw(wire, 'Subscriber.Add', pairs)),
            'Operation is not valid due to the current state of the object.',
          )
    })
  })

  test('only a form is a form', async () => {
    const types = [
      'application/json',
      'text/xml; charset=utf-8',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded ;charset=utf-8',
    ]
    await leavesNoTrace(target, async () => {
      const { path, body = '' } = call('post', 'Subscriber.Add', {})
      for (const type of types) {
        const reply = await send(url, { path, method: 'POST', headers: { 'Content-Type': type }, body })
        assertPlain(reply, `Request format is invalid: ${type}.`)
      }
      assertPlain(await send(url, { path, method: 'POST', headers: {}, body }), 'Request format is invalid: .')
      const long = await send(url, {
        path,
        method: 'POST',
        headers: { 'Content-Type': `<b>${'x'.repeat(5000)}` },
        body,
      })
      assertPlain(long, `Request format is invalid: &lt;b&gt;${'x'.repeat(997)}….`)
    })
  })
})
