/** What no client library sends, on purpose at least: every answer is a refusal in JSON, and nothing is an error of ours. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RestCall } from '../../src/contract/rest/row.ts'
import { latest, versionNames } from '../../src/contract/rest/versions.ts'
import { restCalls } from '../../src/contract/rest.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { refusalOf, restClient } from './client.ts'
import { unknown, yes } from './fixtures.ts'

let service: TestService
let home: World
let stranger: World
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api' })
  home = await seed(service.db)
  stranger = await seed(service.db)
})
after(() => service?.stop())

/** `{list}` and `{client}` stand for identifiers. */
const requests: readonly (readonly [
  fact: string,
  method: string,
  path: string,
  body: unknown,
  status: number,
  code: number,
])[] = [
  ['broken percent encoding', 'GET', 'lists/%zz/stats.json', undefined, 401, 101],
  ['a NUL in an identifier', 'GET', 'lists/%00/stats.json', undefined, 400, 10012],
  ['a path that climbs', 'GET', 'lists/{list}/%2e%2e/stats.json', undefined, 401, 101],
  ['no path', 'GET', '', undefined, 404, 404],
  ['nothing but slashes', 'GET', '////', undefined, 404, 404],
  ['a path of 2,000 segments', 'GET', 'a/'.repeat(2000), undefined, 404, 404],
  ['a NUL in an address', 'POST', 'subscribers/{list}.json', { EmailAddress: 'a\0@b.example', ...yes }, 400, 10012],
  [
    'half a surrogate',
    'POST',
    'subscribers/{list}.json',
    '{"EmailAddress":"\\ud800@b.example","ConsentToTrack":"Yes"}',
    400,
    10012,
  ],
  ['100,000 brackets', 'POST', 'subscribers/{list}.json', '['.repeat(100_000), 400, 400],
  [
    'a name of 300 characters',
    'POST',
    'subscribers/{list}.json',
    { EmailAddress: 'z@b.example', Name: 'x'.repeat(300), ...yes },
    400,
    10011,
  ],
  ['a batch with an empty row', 'POST', 'subscribers/{list}/import.json', { Subscribers: [null, {}] }, 400, 210],
  ['an invalid date', 'GET', 'lists/{list}/active.json?date=%00', undefined, 400, 5],
  ['a key of an object', 'PUT', 'lists/{list}/customfields/%5B__proto__%5D.json', { FieldName: 'x' }, 400, 253],
  [
    'a markup below nothing',
    'PUT',
    'clients/{client}/setpaygbilling.json',
    { ClientPays: true, Currency: 'EUR', MarkupPercentage: -5 },
    400,
    10168,
  ],
  [
    'an invalid segment',
    'POST',
    'campaigns/{client}.json',
    {
      Name: 'x',
      Subject: 'x',
      FromName: 'x',
      FromEmail: 'x@shop.example',
      ReplyTo: 'x@shop.example',
      HtmlUrl: 'https://shop.example/',
      SegmentIDs: ['x', null],
    },
    400,
    314,
  ],
]

for (const [fact, method, path, body, status, code] of requests)
  test(`${fact} is refused with ${code} in the newest version, and is no error in any`, async () => {
    const target = path.replace('{list}', home.list.listPublicId).replace('{client}', home.client.clientPublicId)
    for (const version of versionNames) {
      const answer = await restClient(service.url, home.accountKey, version)(method, target, body)
      assert.ok(answer.status < 500, `${version}: ${answer.text}`)
      if (version === 'v3.3') assert.deepEqual(refusalOf(answer), [status, code], answer.text)
    }
  })

test('names that objects have by themselves are names like any other', async () => {
  const body =
    '{"__proto__":{"EmailAddress":"x"},"constructor":1,"EmailAddress":"own@b.example","ConsentToTrack":"Yes","CustomFields":[null,{},{"Key":"__proto__","Value":"x"}]}'
  const { status, body: address } = await restClient(service.url, home.accountKey)(
    'POST',
    `subscribers/${home.list.listPublicId}.json`,
    body,
  )
  assert.deepEqual([status, address], [201, 'own@b.example'])
})

const newest = restCalls.filter(({ when }) => when(latest))
const callOf = ({ method, path }: RestCall) => `${method} ${path}`

/** What a call needs before it looks at identifiers. */
const enough: Readonly<Record<string, object>> = {
  'POST lists/{ListID}/webhooks': { Events: ['Subscribe'], Url: 'https://shop.example/', PayloadFormat: 'json' },
  'POST subscribers/{ListID}': yes,
  'PUT subscribers/{ListID}': yes,
  'POST subscribers/{ListID}/import': { Subscribers: [{ EmailAddress: 'a@b.example', ...yes }] },
  'POST segments/{SegmentID}/rules': { Rules: [{ RuleType: 'Name', Clause: 'PROVIDED' }] },
}
/** Codes of identifiers that are unknown; of webhooks that of ours. */
const unknownCodes = { ListID: 101, ClientID: 102, SegmentID: 271, CampaignID: 301, TemplateID: 4001 }

function pathOf({ path }: RestCall, ids: Readonly<Record<string, string>>): string {
  return `${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '%5BCity%5D')}.json`
}

describe('an identifier in a path', () => {
  for (const call of newest.filter(({ path }) => path.includes('{')))
    test(`that is unknown, or another account's, is refused with 401: ${callOf(call)}`, async () => {
      const api = restClient(service.url, home.accountKey)
      const [, first = ''] = /\{(\w+)\}/.exec(call.path) ?? []
      const foreign = { ListID: stranger.list.listPublicId, ClientID: stranger.client.clientPublicId }[first]
      for (const id of [unknown, 'x', `${home.list.listPublicId}0`, ...(foreign === undefined ? [] : [foreign])]) {
        const answer = await api(call.method, pathOf(call, { [first]: id }), enough[callOf(call)])
        assert.deepEqual(
          refusalOf(answer),
          [401, unknownCodes[first as keyof typeof unknownCodes]],
          `${id} ${answer.text}`,
        )
      }
    })
})

describe('a member', () => {
  const ids = () => ({ ListID: home.list.listPublicId, ClientID: home.client.clientPublicId })
  const otherCase = (name: string) => (name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase())

  for (const call of newest.filter(({ body }) => body && Object.keys(body).length > 0))
    test(`of a body is absent, null, empty, of a wrong type or in another case: ${callOf(call)}`, async () => {
      const api = restClient(service.url, home.accountKey)
      const send = (body: unknown) => api(call.method, pathOf(call, ids()), body)
      const base = enough[callOf(call)] ?? {}
      for (const name of Object.keys(call.body!)) {
        const others = Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))
        // an object is not taken for a text, number, flag, word or list, in any case of its name; the content of a template is one
        const wrong = call.body![name]!.kind === 'object' ? [] : {}
        for (const given of [name, otherCase(name)]) {
          const answer = await send({ ...others, [given]: wrong })
          assert.deepEqual(refusalOf(answer), [400, 400], `${given} ${answer.text}`)
        }
        for (const value of [undefined, null, '', ' ', 'x', -1, 1.5, true, [], [null], ['x'], [{}], 'x'.repeat(300)]) {
          const answer = await send({ ...others, [name]: value })
          assert.ok(answer.status < 500, `${name} ${JSON.stringify(value)}: ${answer.text}`)
          if (answer.status >= 400) assert.equal(typeof refusalOf(answer)[1], 'number')
          if (value === undefined || value === null)
            assert.notEqual(refusalOf({ ...answer, body: answer.body ?? {} })[1], 400, name)
        }
      }
    })

  for (const call of newest.filter(({ method, query }) => method === 'GET' && Object.keys(query).length > 0))
    test(`of a query is absent, empty, wrong or in another case: ${callOf(call)}`, async () => {
      const api = restClient(service.url, home.accountKey)
      const send = (query: string) => api(call.method, `${pathOf(call, ids())}?${query}`)
      const usual = await send('')
      for (const name of Object.keys(call.query)) {
        const empty = await send(`${otherCase(name)}=`)
        assert.deepEqual([empty.status, empty.text], [usual.status, usual.text], name)
        for (const value of [
          '%00',
          'x',
          '-1',
          '0',
          '9',
          '1001',
          '99999999999999999999',
          '%f0%9f%92%a9',
          'x'.repeat(5_000),
        ]) {
          const answer = await send(`${name}=${value}`)
          assert.ok(answer.status < 500, `${name}=${value}: ${answer.text}`)
          const other = await send(`${otherCase(name)}=${value}`)
          assert.deepEqual([other.status, other.text], [answer.status, answer.text], `${name}=${value}`)
        }
      }
    })
})

test('a body of 5 MB and more is read for calls with records, and is never an error of ours', async () => {
  const api = restClient(service.url, home.accountKey)
  const path = `subscribers/${home.list.listPublicId}/import.json`
  const row = { EmailAddress: 'large@b.example', Name: 'x'.repeat(40_000), ...yes }
  for (const [rows, expected] of [
    [100, [400, 210]],
    [1_000, [413, 413]],
  ] as const) {
    const answer = await api('POST', path, { Subscribers: Array(rows).fill(row) })
    assert.deepEqual(refusalOf(answer), expected, answer.text.slice(0, 200))
  }
  const none = restClient(service.url, unknown)
  assert.equal((await none('POST', path, { Subscribers: Array(100).fill(row) })).status, 401)
})

test('each kind of refusal has its status, its code, and ResultData where the interface has it', async () => {
  const { listPublicId: list } = home.list
  const { clientPublicId: client } = home.client
  const api = restClient(service.url, home.accountKey)
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
  const none = restClient(service.url, undefined)
  const nameIs = (value: string) => ({ Rules: [{ RuleType: 'Name', Clause: `EQUALS ${value}` }] })
  const kinds = [
    [await none('GET', 'clients.json'), 401, 100],
    [await restClient(service.url, unknown)('GET', 'clients.json'), 401, 100],
    [await none('GET', 'clients.json', undefined, bearer(unknown)), 401, 120],
    [await api('GET', `lists/${unknown}.json`), 401, 101],
    [await restClient(service.url, home.clientKey)('DELETE', `clients/${client}.json`), 403, 403],
    [await api('GET', 'nothing.json'), 404, 404],
    [await api('GET', 'clients.xml'), 400, 406],
    [await api('POST', `subscribers/${list}.json`, '{'), 400, 400],
    [await api('POST', `subscribers/${list}/unsubscribe.json`, { EmailAddress: 'x'.repeat(300_000) }), 413, 413],
    [await api('GET', `lists/${list}/active.json?page=0`), 400, 800],
    [await api('POST', `lists/${client}.json`, { Title: 'x'.repeat(70_000) }), 400, 10011],
    [await api('POST', `subscribers/${list}/import.json`, { Subscribers: [{}] }), 400, 210, 'object'],
    [await api('POST', `segments/${list}.json`, { Title: 'X', RuleGroups: [nameIs('')] }), 400, 277, 'object'],
  ] as const
  for (const [answer, status, code, resultData = 'undefined'] of kinds) {
    assert.deepEqual(refusalOf(answer), [status, code], answer.text)
    const { Message, ResultData } = answer.body as { Message: string; ResultData: unknown }
    assert.equal(typeof Message, 'string')
    assert.equal(typeof ResultData, resultData, answer.text)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.text))
  }
})
