import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../../test/harness/processor-time.ts'
import { exchange, namespace, type Sent, soap11Request, soap12Request } from '../../test/harness/wires.ts'
import { allOperations, findOperation } from '../contract/operations.ts'
import { callBytes, keyInBeginning, takesRecords } from './body-limits.ts'
import { wireBodyLimits } from './wires.ts'

const key = '0123456789abcdef0123456789ABCDEF'
const limitOf = wireBodyLimits({ namespace, operations: allOperations })
const limit = ({ method = 'POST', path = '/api/api.asmx', headers = {} }: Sent) =>
  limitOf({ method, path, headers, publicUrl: 'http://localhost:8080', remote: '192.0.2.1', id: 'request 1' })

const withRecords = 'Subscriber.AddWithCustomFields'
const without = 'Subscriber.Add'

test('calls without records and forms have the small limit on every wire', () => {
  for (const sent of [
    soap11Request(without, ''),
    soap12Request('', `application/soap+xml; action="${namespace}${without}"`),
    { path: `/api/json/${without}` },
    { path: `/api/json/${without.replace('.', '%2E')}` },
    { path: '/api/json/Nothing.OfTheKind' },
    { path: `/api/api.asmx/${without}` },
    { path: '/api/api.asmx/Nothing.OfTheKind' },
  ])
    assert.deepEqual(limit(sent), { most: callBytes }, JSON.stringify(sent))
})

test('calls with records have the large limit if their beginning contains a key', () => {
  for (const sent of [
    soap11Request(withRecords, ''),
    soap12Request('', `application/soap+xml; action="${namespace}${withRecords}"`),
    // the body names the operation
    soap12Request(''),
    { path: `/api/json/${withRecords}` },
  ]) {
    const found = limit(sent)
    assert.equal(found?.most, Number.POSITIVE_INFINITY)
    assert.equal(found?.keyIn?.(Buffer.from(`{"Name":"x","ApiKey" : "${key}"`)), key)
    assert.equal(found?.keyIn?.(Buffer.from('{"Name":"x"')), undefined)
  }
  const bearer = limit({ path: `/api/json/${withRecords}`, headers: { authorization: 'Bearer abc' } })
  assert.equal(bearer?.keyIn?.(Buffer.from('')), 'abc')
})

test('operations without a key take no records, so they have the small limit', () => {
  for (const operation of allOperations)
    if (operation.access.to === 'anyone') assert.equal(takesRecords(operation), false, operation.name)
  assert.ok(takesRecords(findOperation(withRecords)!))
})

test('other addresses belong to no wire', () => {
  for (const path of ['/', '/u/x', '/api/', '/api/json', '/api/openapi.json']) assert.equal(limit({ path }), undefined)
})

const beginnings: readonly (readonly [what: string, beginning: Buffer | string, found: string | undefined])[] = [
  ['an element', `<X xmlns="urn:x"><ApiKey>${key}</ApiKey><Name>`, key],
  ['an element with a prefix, attributes and white space', `<a:ApiKey xsi:type="xsd:string">\n${key} </a:ApiKey>`, key],
  ['UTF-16', Buffer.from(`\ufeff<ApiKey>${key}</ApiKey>`, 'utf16le'), key],
  ['a document cut in the middle of it', `<ApiKey>${key.slice(0, 20)}`, undefined],
  ['a member', `{"ApiKey":"${key}"`, key],
  ['an element with a key with scopes', `<ApiKey>ls_${key}_${key}_0a1b2c3d</ApiKey>`, `ls_${key}_${key}_0a1b2c3d`],
  ['a member with a key with scopes', `{"ApiKey":"LS_${key}_${key}_0a1b2c3d"`, `LS_${key}_${key}_0a1b2c3d`],
  ['another member', `{"Api_Key":"${key}"`, undefined],
  ['an invalid key', '<ApiKey>none</ApiKey>', undefined],
  ['nothing', '', undefined],
]
for (const [what, beginning, found] of beginnings)
  test(`the key in ${what} is ${found ? 'found' : 'not found'}`, () => {
    assert.equal(keyInBeginning(Buffer.from(beginning)), found)
  })

const tooLong = 'Maximum request length exceeded.'
const unread: Readonly<Record<string, readonly [sent: Sent, tooLarge: RegExp, noKey: RegExp]>> = {
  'soap 1.1': [soap11Request(withRecords, ''), new RegExp(tooLong), /<Code>100<\/Code>/],
  'soap 1.2': [
    soap12Request('', `application/soap+xml; action="${namespace}${withRecords}"`),
    new RegExp(tooLong),
    /<Code>100<\/Code>/,
  ],
  'soap 1.2 without an action': [
    soap12Request(''),
    new RegExp(tooLong),
    /soap:Sender.*needs a valid ApiKey in its first 256 KB/,
  ],
  post: [{ path: `/api/api.asmx/${without}` }, new RegExp(tooLong), new RegExp(tooLong)],
  get: [{ method: 'GET', path: `/api/api.asmx/${without}` }, new RegExp(tooLong), new RegExp(tooLong)],
  json: [{ path: `/api/json/${withRecords}` }, /"code":7,/, /"code":100,.*first 256 KB/],
}
for (const [wire, [sent, tooLarge, noKey]] of Object.entries(unread))
  test(`${wire} reports in its own format why a body was not read`, async () => {
    const large = await exchange({ ...sent, unread: 'too large' })
    assert.match(large.text, tooLarge)
    const keyless = await exchange({ ...sent, unread: 'no key' })
    assert.match(keyless.text, noKey)
    const busy = await exchange({ ...sent, unread: 'busy' })
    assert.equal(busy.status, 503)
    assert.equal(busy.headers['Retry-After'], '5')
    assert.match(busy.text, /The service is unavailable\. Please try again in a few seconds\./)
    assert.deepEqual(
      [large, keyless, busy].flatMap(({ calls }) => calls),
      [],
    )
  })

/** The reference time of this machine: a pass over the same number of characters. */
function passOver(text: string): void {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at) & 1
  assert.ok(sum >= 0)
}

const size = 5_000_000
const filled = (piece: string) => piece.repeat(Math.floor(size / piece.length))
const inWrapper = (inside: string) =>
  soap11Request(
    withRecords,
    `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><${withRecords} xmlns="${namespace}">${inside}</${withRecords}></Body></Envelope>`,
  )
const posted = (text: string): Sent => ({
  path: `/api/api.asmx/${without}`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `ApiKey=k&ListID=l&Email=e&Name=${text}`,
})
const asJson = (body: string): Sent => ({ path: `/api/json/${withRecords}`, body })
const hostile: Readonly<Record<string, () => Sent>> = {
  'character references in a value': () => inWrapper(`<Name>${filled('&#65;')}</Name>`),
  'character references beside values': () => inWrapper(`<x>${filled('&#x41;')}</x>`),
  'CDATA of brackets': () => inWrapper(`<Name><![CDATA[${filled(']')}]]></Name>`),
  'brackets after markup that only saxes reads': () => inWrapper(`<é/><x>${filled(']')}</x>`),
  'references after markup that only saxes reads': () => inWrapper(`<é/><x>${filled('&lt;')}</x>`),
  'empty CDATA': () => inWrapper(`<Name>${filled('<![CDATA[]]>')}</Name>`),
  comments: () => inWrapper(filled('<!---->')),
  'hyphens in a comment': () => inWrapper(`<!--${filled('- ')}-->`),
  'processing instructions': () => inWrapper(filled('<?a b?>')),
  elements: () => inWrapper(filled('<a/>')),
  'carriage returns': () => inWrapper(`<Name>${filled('\r')}</Name>`),
  'a DTD of entities': () => soap11Request(withRecords, `<!DOCTYPE a [${filled('<!ENTITY a "b">')}]><a/>`),
  'a DTD of brackets': () => soap11Request(withRecords, `<!DOCTYPE a ${filled('[')}`),
  'lines before a wrong number': () =>
    soap11Request(
      'Campaign.SettleUnknown',
      `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Campaign.SettleUnknown xmlns="${namespace}">${filled('\n')}<Number>x</Number></Campaign.SettleUnknown></Body></Envelope>`,
    ),
  '%41': () => posted(filled('%41')),
  '%u0041': () => posted(filled('%u0041')),
  '%41 and %u0041 by turns': () => posted(filled('%41%u0041')),
  pluses: () => posted(filled('+')),
  'halves of pairs': () => posted(filled('%uD83D')),
  'units in another charset': () => ({
    ...posted(filled('%u0041%41')),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=windows-1252' },
  }),
  'pairs without a value': () => ({ ...posted(''), body: filled('&') }),
  '400,000 keys': () => asJson(`{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
  numbers: () => asJson(`{"CustomFields":[${filled('1,')}1]}`),
  'escaped quotes': () => asJson(`{"Name":"${filled('\\"')}"}`),
  'open brackets': () => asJson(filled('[')),
}
for (const [what, make] of Object.entries(hostile))
  test(`5 MB of ${what} cost a few passes over them, and reach no operation`, async () => {
    const sent = make()
    const body = Buffer.from(sent.body ?? '').toString('latin1')
    let [best, pass] = [Number.POSITIVE_INFINITY, 0]
    for (let round = 0; round < 3; round++) {
      pass = Math.max(pass, await processorMs(() => passOver(body)))
      let reached: Awaited<ReturnType<typeof exchange>>['calls'] = []
      const ms = await processorMs(async () => {
        reached = (await exchange(sent, null)).calls
      })
      best = Math.min(best, ms)
      if (!reached[0]) continue
      assert.ok(JSON.stringify(reached[0].params).length < 1000, 'what reached an operation is short')
    }
    assert.ok(best < 20 * pass, `${best.toFixed(0)} ms, of which one pass takes ${pass.toFixed(1)} ms`)
  })
