/** Administrators of the account and people of a client over the REST wire (reference/rest.md §2.1, 6-12, and §2.2, 38-44). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seedKey, seedPerson } from '../harness/people.ts'
import { seed, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { type RestClient, refusalOf, restClient } from './client.ts'

let service: TestService
let home: World
let stranger: World
let api: RestClient
before(async () => {
  service = await startTestService({ LETTERSHOP_ROLES: 'api' })
  home = await seed(service.db)
  stranger = await seed(service.db)
  api = restClient(service.url, home.accountKey)
})
after(() => service?.stop())

const people = () => `clients/${home.client.clientPublicId}/people.json`
const contact = () => `clients/${home.client.clientPublicId}/primarycontact.json`
const withEmail = (path: string, email: string) => `${path}?email=${encodeURIComponent(email)}`

/** A person with a role on the client, known by the address. */
async function seedAddress(role: Parameters<typeof seedPerson>[2], clientId: number | null): Promise<string> {
  const { id } = await seedPerson(service.db, home.accountId, role, clientId)
  const [row] = await service.db<{ email: string }[]>`select email from people where id = ${id}`
  return row!.email
}

describe('the people of a client', () => {
  test('are invited, shown, changed and taken out', async () => {
    const given = { EmailAddress: 'ned@team.example', Name: 'Ned', AccessLevel: 23, Password: 'a secret word' }
    const added = await api('POST', people(), given)
    assert.deepEqual([added.status, added.body], [201, { EmailAddress: 'ned@team.example' }])
    const ned = {
      EmailAddress: 'ned@team.example',
      Name: 'Ned',
      Status: 'Waiting to Accept the Invitation',
      AccessLevel: 23,
    }
    assert.deepEqual((await api('GET', withEmail(people(), 'NED@team.example'))).body, ned)
    assert.ok(((await api('GET', people())).body as unknown[]).length > 0)
    const changed = await api('PUT', withEmail(people(), 'ned@team.example'), {
      ...given,
      Name: 'Nell',
      AccessLevel: 1023,
    })
    assert.deepEqual([changed.status, changed.body], [200, { EmailAddress: 'ned@team.example' }])
    assert.deepEqual((await api('GET', withEmail(people(), 'ned@team.example'))).body, {
      ...ned,
      Name: 'Nell',
      AccessLevel: 1023,
    })
    const gone = await api('DELETE', withEmail(people(), 'ned@team.example'))
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.deepEqual(refusalOf(await api('GET', withEmail(people(), 'ned@team.example'))), [400, 702])
  })

  test('a person who works with the account already is added at once, with the number that was given', async () => {
    const email = await seedAddress('Analyst', null)
    assert.equal((await api('POST', people(), { EmailAddress: email, Name: 'x', AccessLevel: 64 + 3 })).status, 201)
    const shown = (await api('GET', withEmail(people(), email))).body as { Status: string; AccessLevel: number }
    assert.deepEqual([shown.Status, shown.AccessLevel], ['Active', 67])
    assert.deepEqual(
      refusalOf(await api('POST', people(), { EmailAddress: email, Name: 'x', AccessLevel: 3 })),
      [400, 701],
    )
  })

  test('a number gives the rights of its bits and no others', async () => {
    const { id, session } = await seedPerson(service.db, home.accountId, 'Analyst', home.client.clientId)
    const [row] = await service.db<{ email: string }[]>`select email from people where id = ${id}`
    await api('PUT', withEmail(people(), row!.email), { EmailAddress: row!.email, AccessLevel: 2 })
    const asPerson = restClient(service.url, undefined)
    const bearer = { Authorization: `Bearer ${session}` }
    assert.equal((await asPerson('GET', people(), undefined, bearer)).status, 401, 'a session is no key of this wire')
    const [grant] = await service.db<{ role: string; accessLevel: number }[]>`
      select role, access_level from grants where person_id = ${id}`
    assert.deepEqual(grant, { role: 'Custom', accessLevel: 2 })
  })

  test('the first is the primary contact until another is chosen', async () => {
    const [first, second] = [
      await seedAddress('Manager', home.client.clientId),
      await seedAddress('Manager', home.client.clientId),
    ]
    const before = (await api('GET', contact())).body as { EmailAddress: string }
    assert.notEqual(before.EmailAddress, second)
    const chosen = await api('PUT', withEmail(contact(), second))
    assert.deepEqual([chosen.status, chosen.body], [200, { EmailAddress: second }])
    assert.deepEqual((await api('GET', contact())).body, { EmailAddress: second })
    await api('PUT', withEmail(contact(), first))
    assert.deepEqual((await api('GET', contact())).body, { EmailAddress: first })
  })

  test('who is only invited is no primary contact', async () => {
    await api('POST', people(), { EmailAddress: 'olga@team.example', Name: 'Olga', AccessLevel: 1 })
    assert.deepEqual(refusalOf(await api('PUT', withEmail(contact(), 'olga@team.example'))), [400, 704])
    assert.deepEqual(refusalOf(await api('PUT', withEmail(contact(), 'unknown@team.example'))), [400, 702])
  })
})

describe('administrators', () => {
  test('are invited with everything, shown, renamed and taken out', async () => {
    const added = await api('POST', 'admins.json', { EmailAddress: 'abe@team.example', Name: 'Abe' })
    assert.deepEqual([added.status, added.body], [201, { EmailAddress: 'abe@team.example' }])
    assert.deepEqual(
      refusalOf(await api('POST', 'admins.json', { EmailAddress: 'abe@team.example', Name: 'Abe' })),
      [400, 751],
    )
    await api('PUT', withEmail('admins.json', 'abe@team.example'), { EmailAddress: 'ada@team.example', Name: 'Ada' })
    assert.deepEqual((await api('GET', withEmail('admins.json', 'ada@team.example'))).body, {
      EmailAddress: 'ada@team.example',
      Name: 'Ada',
      Status: 'Waiting to Accept the Invitation',
    })
    assert.deepEqual(refusalOf(await api('GET', withEmail('admins.json', 'abe@team.example'))), [400, 752])
    assert.equal((await api('DELETE', withEmail('admins.json', 'ada@team.example'))).status, 200)
    assert.deepEqual(refusalOf(await api('DELETE', withEmail('admins.json', 'ada@team.example'))), [400, 752])
  })

  test('one of them is the primary contact', async () => {
    const email = await seedAddress('Owner', null)
    assert.deepEqual((await api('PUT', withEmail('primarycontact.json', email))).body, { EmailAddress: email })
    assert.deepEqual((await api('GET', 'primarycontact.json')).body, { EmailAddress: email })
    await api('POST', 'admins.json', { EmailAddress: 'una@team.example', Name: 'Una' })
    assert.deepEqual(refusalOf(await api('PUT', withEmail('primarycontact.json', 'una@team.example'))), [400, 754])
  })
})

test('a key with the scope People alone changes no administrator, and no invitation of one', async () => {
  const { secret } = await seedKey(service.db, home.accountId, ['People'])
  const mallory = restClient(service.url, secret)
  const owner = await seedAddress('Owner', null)
  await api('POST', 'admins.json', { EmailAddress: 'olga@team.example', Name: 'Olga' })
  const before = (await api('GET', 'admins.json')).body
  const mails = () => service.db`select 1 from graphile_worker._private_jobs where is_available is not null`
  const sent = (await mails()).length
  for (const email of ['olga@team.example', owner])
    for (const [method, path, body] of [
      ['PUT', 'admins.json', { EmailAddress: 'mallory@team.example', Name: 'Mallory' }],
      ['PUT', 'admins.json', { EmailAddress: email, Name: 'Mallory' }],
      ['DELETE', 'admins.json', undefined],
      ['PUT', 'primarycontact.json', undefined],
    ] as const)
      assert.deepEqual(refusalOf(await mallory(method, withEmail(path, email), body)), [403, 403], `${method} ${path}`)
  assert.deepEqual((await api('GET', 'admins.json')).body, before)
  assert.equal((await mails()).length, sent)
})

describe('bad input', () => {
  const refusals: readonly (readonly [what: string, call: () => Promise<unknown>, status: number, code: number])[] = [
    ['an address must be one', () => api('POST', people(), { EmailAddress: 'ned at team', AccessLevel: 1 }), 400, 1],
    ['an access level is given', () => api('POST', people(), { EmailAddress: 'a@team.example' }), 400, 153],
    [
      'an access level has ten bits',
      () => api('POST', people(), { EmailAddress: 'a@team.example', AccessLevel: 1024 }),
      400,
      153,
    ],
    [
      'an access level is no negative number',
      () => api('POST', people(), { EmailAddress: 'a@team.example', AccessLevel: -1 }),
      400,
      153,
    ],
    ['a query names a person', () => api('PUT', people(), { Name: 'Ned' }), 400, 1],
    ['a query names a person to take out', () => api('DELETE', people()), 400, 1],
    ['an unknown person is refused', () => api('DELETE', withEmail(people(), 'x@team.example')), 400, 702],
    ['an unknown administrator is refused', () => api('DELETE', withEmail('admins.json', 'x@team.example')), 400, 752],
    [
      'a foreign client is an unknown one',
      () => api('GET', `clients/${stranger.client.clientPublicId}/people`),
      401,
      102,
    ],
    [
      'an access level is a number',
      () => api('POST', people(), { EmailAddress: 'a@b.example', AccessLevel: 'all' }),
      400,
      400,
    ],
  ]
  for (const [what, call, status, code] of refusals)
    test(what, async () => {
      assert.deepEqual(refusalOf((await call()) as Awaited<ReturnType<RestClient>>), [status, code])
    })

  test('the key of a client names no people', async () => {
    const byClient = restClient(service.url, home.clientKey)
    assert.deepEqual(refusalOf(await byClient('GET', people())), [403, 403])
  })
})
