/** What no client library sends, on purpose at least: every answer is a refusal in JSON, and nothing is an error of ours. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { versionNames } from '../../src/contract/rest/versions.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { refusalOf, restClient } from './client.ts'

let service: TestService
let home: World
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api' })
  home = await seed(service.db)
})
after(() => service?.stop())

const yes = { ConsentToTrack: 'Yes' }
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
  ['a date that is none', 'GET', 'lists/{list}/active.json?date=%00', undefined, 400, 5],
  ['a key of an object', 'PUT', 'lists/{list}/customfields/%5B__proto__%5D.json', { FieldName: 'x' }, 400, 253],
  [
    'a markup below nothing',
    'PUT',
    'clients/{client}/setpaygbilling.json',
    { ClientPays: true, Currency: 'EUR', MarkupPercentage: -5 },
    400,
    10168,
  ],
  ['a segment that is none', 'POST', 'campaigns/{client}.json', { SegmentIDs: ['x', null] }, 400, 314],
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
