import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedPerson } from '../../test/harness/people.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { type Scope, scopeNames } from '../contract/rights.ts'
import { isKeySecret } from '../domain/access/key-secrets.ts'
import { keyHash } from '../domain/access/keys.ts'
import { attemptLimit } from '../domain/accounts/logins.ts'
import { revokeExceedingKeys } from '../domain/accounts/scoped-keys.ts'
import { createLog } from '../lib/log.ts'
import { transaction } from '../store/connection/transaction.ts'
import { purge } from '../store/purge.ts'
import { auditOperations } from './audit.ts'
import { clients } from './clients.ts'
import { keyOperations } from './keys.ts'
import { lists } from './lists.ts'
import { userHandlers } from './users.ts'

const handlers = { ...keyOperations, ...auditOperations, ...clients, ...lists, ...userHandlers(attemptLimit()) }
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({ log: createLog('silent') }))

const ApiKey = world.accountKey
const ClientID = world.client.clientPublicId
const ListID = world.list.listPublicId
const plain = { Label: 'Shop', Scopes: ['Reports'] as readonly Scope[], ClientIDs: [], ExpiresDate: '', Networks: [] }
const create = (params: object = {}, origin = {}) => call('Key.Create', { ApiKey, ...plain, ...params }, origin)
const get = (KeyID: string) => call('Key.Get', { ApiKey, KeyID })
const idsOf = ({ Keys }: { readonly Keys?: unknown }) =>
  (Keys as { readonly KeyID: string }[]).map(({ KeyID }) => KeyID)
const works = async (secret: string) => (await call('User.GetClients', { ApiKey: secret })).length
const isRefused = (secret: string) => refused('User.GetClients', { ApiKey: secret }, 'InvalidApiKey')
const [neighbour] = await db<{ id: number; publicId: string }[]>`
  insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
  values (${world.accountId}, 'Neighbour', 'Nora', 'nora@neighbour.example', 'Germany', 'Europe/Berlin', 'Berlin')
  returning id, public_id`

test('a key is shown once, kept as a hash, and does what its scopes say', async () => {
  const { KeyID, Secret } = await create()
  assert.ok(isKeySecret(Secret!) && Secret!.startsWith(`ls_${KeyID}_`))
  assert.equal(await works(Secret!), 2)
  assert.equal(await works(Secret!.toUpperCase()), 2)
  await refused('List.Delete', { ApiKey: Secret, ListID }, 'AccessDenied')
  const [row] = await db`select secret_hash, to_jsonb(k)::text as row from api_keys k where public_id = ${KeyID}`
  assert.deepEqual(row!.secretHash, keyHash(Secret!))
  assert.ok(!row!.row.includes(Secret!.slice(36)), 'no part of the secret is stored')
  const detail = await get(KeyID!)
  assert.deepEqual(
    [detail.State, detail.Scopes, detail.AllClients, detail.ClientIDs, detail.CreatedBy],
    ['Active', ['Reports'], true, [], row!.row.match(/"created_by": "([^"]+)"/)![1]],
  )
  assert.ok(!JSON.stringify(detail).includes(Secret!))
})

test('a key of one client reaches that client alone, on the account nothing', async () => {
  const { KeyID, Secret } = await create({
    ClientIDs: [ClientID, ClientID.toUpperCase()],
    Scopes: ['Settings', 'Clients'],
  })
  assert.deepEqual((await get(KeyID!)).ClientIDs, [ClientID])
  assert.equal(await works(Secret!), 1)
  await call('Client.GetOptions', { ApiKey: Secret, ClientID })
  await refused('Client.GetOptions', { ApiKey: Secret, ClientID: neighbour!.publicId }, 'InvalidClientId')
  const basics = {
    CompanyName: 'X',
    ContactName: 'X',
    EmailAddress: 'x@x.example',
    Country: 'Germany',
    Timezone: 'UTC',
  }
  await refused('Client.Create', { ApiKey: Secret, ...basics }, 'AccessDenied')
})

const wrong: readonly (readonly [string, object, RefusalName])[] = [
  ['no label', { Label: ' ' }, 'MissingParameter'],
  ['a label of 200 characters', { Label: 'x'.repeat(200) }, 'ValueTooLong'],
  ['a label of two lines', { Label: 'a\nb' }, 'InvalidCharacters'],
  ['no scopes', { Scopes: [] }, 'MissingParameter'],
  ['another account’s client', { ClientIDs: [other.client.clientPublicId] }, 'InvalidClientId'],
  ['one client too many that is unknown', { ClientIDs: [ClientID, 'f'.repeat(32)] }, 'InvalidClientId'],
  ['1,001 clients', { ClientIDs: Array(1001).fill(ClientID) }, 'InvalidParameter'],
  ['an end in the past', { ExpiresDate: '2020-01-01' }, 'InvalidDate'],
  ['an end on no day', { ExpiresDate: '2027-02-30' }, 'InvalidDate'],
  ...[
    '',
    'x',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/24,198.51.100.0/24',
    '2001:db8::/129',
    '300.1.1.1',
    '192.0.2.0/-1',
  ].map(network => [`the network "${network}"`, { Networks: [network] }, 'InvalidParameter'] as const),
  ['51 networks', { Networks: Array(51).fill('192.0.2.0/24') }, 'InvalidParameter'],
]
for (const [what, params, refusal] of wrong)
  test(`a key with ${what} is refused`, () => refused('Key.Create', { ApiKey, ...plain, ...params }, refusal))

test('1,000 scopes are the eleven that there are', async () => {
  const { KeyID } = await create({ Scopes: Array.from({ length: 1000 }, (_, n) => scopeNames[n % scopeNames.length]!) })
  assert.deepEqual((await get(KeyID!)).Scopes, [...scopeNames])
})

test('a key works until it expires, and from its networks', async () => {
  const { KeyID, Secret } = await create({ ExpiresDate: '2090-01-01', Networks: ['192.0.2.0/24', '2001:db8::/32'] })
  const from = (remote: string) => call('User.GetClients', { ApiKey: Secret }, { remote })
  for (const remote of ['192.0.2.9', '2001:db8::9', '::ffff:192.0.2.9']) await from(remote)
  for (const remote of ['198.51.100.1', '2001:db9::1', ''])
    await refused('User.GetClients', { ApiKey: Secret }, 'InvalidApiKey', { remote })
  assert.deepEqual((await get(KeyID!)).Networks, ['192.0.2.0/24', '2001:db8::/32'])
  await db`update api_keys set expires_at = now() where public_id = ${KeyID}`
  await refused('User.GetClients', { ApiKey: Secret }, 'InvalidApiKey', { remote: '192.0.2.9' })
  assert.equal((await get(KeyID!)).State, 'Expired')
  await refused('Key.Rotate', { ApiKey, KeyID, OverlapHours: 1 }, 'KeyEnded')
})

test('a rotated key has two secrets until the old one ends; who still uses it is shown', async () => {
  const first = await create()
  const { KeyID } = first
  const second = await call('Key.Rotate', { ApiKey, KeyID, OverlapHours: 24 })
  assert.equal(second.KeyID, KeyID)
  assert.ok((await works(first.Secret!)) && (await works(second.Secret!)))
  await refused('Key.Rotate', { ApiKey, KeyID, OverlapHours: 24 }, 'KeyInOverlap')
  await refused('User.RotateApiKey', { ApiKey: first.Secret, OverlapHours: 0 }, 'AccessDenied')
  const during = await get(KeyID!)
  assert.match(during.OldEndsDate!, /^\d{4}-/)
  await call('Key.EndOverlap', { ApiKey, KeyID })
  await isRefused(first.Secret!)
  assert.ok(await works(second.Secret!))
  const { OldEndsDate, OldLastUsedDate } = await get(KeyID!)
  assert.deepEqual([OldEndsDate, OldLastUsedDate], ['', ''])
  const third = await call('Key.Rotate', { ApiKey, KeyID, OverlapHours: 0 })
  await isRefused(second.Secret!)
  assert.ok(await works(third.Secret!))
  for (const OverlapHours of [-1, 169]) await refused('Key.Rotate', { ApiKey, KeyID, OverlapHours }, 'InvalidParameter')
})

test('a key replaces itself as a historical key does', async () => {
  const { Secret } = await create()
  const next = await call('User.RotateApiKey', { ApiKey: Secret, OverlapHours: 0 })
  assert.ok(isKeySecret(next))
  assert.ok(await works(next))
  await isRefused(Secret!)
})

test('a person has no key of User.GetApiKey to replace', async () => {
  const { session } = await seedPerson(db, world.accountId, 'Owner')
  await refused('User.RotateApiKey', { OverlapHours: 0 }, 'AccessDenied', { session })
})

test('a revoked key is refused at once, both secrets, and stays in the list', async () => {
  const first = await create()
  const { KeyID } = first
  const second = await call('Key.Rotate', { ApiKey, KeyID, OverlapHours: 168 })
  await call('Key.Revoke', { ApiKey, KeyID })
  await call('Key.Revoke', { ApiKey, KeyID })
  for (const { Secret } of [first, second]) await isRefused(Secret!)
  assert.equal((await get(KeyID!)).State, 'Revoked')
  await refused('Key.Rotate', { ApiKey, KeyID, OverlapHours: 0 }, 'KeyEnded')
})

test('keys are listed newest first, page by page, and those of another account are unknown', async () => {
  const all = await call('Key.List', { ApiKey })
  const ids = idsOf(all)
  const paged: string[] = []
  for (let Cursor = ''; ; ) {
    const page = await call('Key.List', { ApiKey, Cursor, Limit: 3 })
    paged.push(...idsOf(page))
    Cursor = page.NextCursor!
    if (Cursor === '') break
  }
  assert.deepEqual(paged, ids)
  assert.ok(ids.length > 5)
  await refused('Key.List', { ApiKey, Cursor: 'bm9uZQ' }, 'InvalidParameter')
  for (const KeyID of [ids[0]!, 'f'.repeat(32), 'x', ''])
    for (const verb of ['Key.Get', 'Key.Revoke', 'Key.EndOverlap'] as const)
      await refused(verb, { ApiKey: other.accountKey, KeyID }, 'UnknownKey')
  assert.deepEqual((await call('Key.List', { ApiKey: other.accountKey })).Keys, [])
})

test('keys are managed by people with the right, and by no key and no login of a client', async () => {
  const everything = await create({ Scopes: [...scopeNames] })
  for (const key of [everything.Secret!, world.clientKey])
    await refused('Key.Create', { ApiKey: key, ...plain }, 'AccessDenied')
  for (const role of ['Designer', 'Author', 'Approver', 'Analyst', 'Client'] as const) {
    const { session } = await seedPerson(db, world.accountId, role)
    await refused('Key.List', {}, 'AccessDenied', { session })
  }
})

test('a key never has more than its maker: scopes, clients, and the secret of another’s key', async () => {
  const manager = await seedPerson(db, world.accountId, 'Manager')
  const asManager = { session: manager.session }
  await refused('Key.Create', { ...plain, Scopes: ['Reports', 'People'] }, 'AccessDenied', asManager)
  const owners = await create({ Scopes: ['People'] })
  const { KeyID } = owners
  await refused('Key.Rotate', { KeyID, OverlapHours: 1 }, 'AccessDenied', asManager)
  await call('Key.Rotate', { ApiKey, KeyID, OverlapHours: 1 })
  await refused('Key.EndOverlap', { KeyID }, 'AccessDenied', asManager)
  await refused('Key.Revoke', { KeyID }, 'AccessDenied', asManager)
  assert.deepEqual(await works(owners.Secret!), 2, 'it goes on')

  const ofOne = await seedPerson(db, world.accountId, 'Manager', world.client.clientId)
  const asOne = { session: ofOne.session }
  const own = await call('Key.Create', plain, asOne)
  assert.deepEqual(
    (await call('Key.Get', { KeyID: own.KeyID }, asOne)).ClientIDs,
    [ClientID],
    'empty is all it manages',
  )
  await refused('Key.Create', { ...plain, ClientIDs: [neighbour!.publicId] }, 'InvalidClientId', asOne)
  assert.deepEqual(idsOf(await call('Key.List', {}, asOne)).at(0), own.KeyID)
  const wide = await create()
  await refused('Key.Revoke', { KeyID: wide.KeyID }, 'UnknownKey', asOne)
  await db`
    insert into grants (person_id, account_id, client_id, role) values (${ofOne.id}, ${world.accountId}, ${neighbour!.id}, 'Analyst')`
  await refused('Key.Create', { ...plain, ClientIDs: [neighbour!.publicId] }, 'AccessDenied', asOne)
})

test('keys that have more than their maker has by now are revoked, the others stay', async () => {
  const maker = await seedPerson(db, world.accountId, 'Owner')
  const origin = { session: maker.session }
  const make = (Scopes: readonly Scope[], ClientIDs: readonly string[] = []) =>
    call('Key.Create', { ...plain, Scopes, ClientIDs }, origin)
  const [people, reports, ofClient, ofNeighbour] = [
    await make(['People']),
    await make(['Reports']),
    await make(['Reports'], [ClientID]),
    await make(['Reports'], [neighbour!.publicId]),
  ]
  const apply = () => transaction(db, sql => revokeExceedingKeys(sql, maker.id))
  const revoked = async () => {
    const keys = [people, reports, ofClient, ofNeighbour]
    return Promise.all(keys.map(async ({ KeyID }) => (await get(KeyID!)).State === 'Revoked'))
  }
  await apply()
  assert.deepEqual(await revoked(), [false, false, false, false])
  await db`update grants set role = 'Analyst' where person_id = ${maker.id}`
  await apply()
  assert.deepEqual(await revoked(), [true, false, false, false])
  await isRefused(people!.Secret!)
  await db`update grants set client_id = ${world.client.clientId} where person_id = ${maker.id}`
  await apply()
  assert.deepEqual(await revoked(), [true, true, false, true])
  await db`delete from grants where person_id = ${maker.id}`
  await apply()
  assert.deepEqual(await revoked(), [true, true, true, true])
})

test('an account has 200 keys that work, also when several are made at once', async () => {
  const { accountId, accountKey } = other
  await db`
    insert into api_keys (account_id, label, scopes, secret_hash, created_by, revoked_at)
    select ${accountId}, 'Old', '{Reports}', sha256(('of the test ' || n)::bytea), 'Carla', case when n > 198 then now() end
    from generate_series(1, 300) n`
  const made = await Promise.allSettled(
    Array.from({ length: 5 }, () => call('Key.Create', { ApiKey: accountKey, ...plain })),
  )
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
  await refused('Key.Create', { ApiKey: accountKey, ...plain }, 'TooManyKeys')
})

test('a client that is purged leaves its keys: those it was the last client of are revoked', async () => {
  const both = await create({ ClientIDs: [ClientID, neighbour!.publicId] })
  const only = await create({ ClientIDs: [neighbour!.publicId] })
  await db`update clients set deleted_at = now() - interval '40 days' where id = ${neighbour!.id}`
  await purge(db)
  assert.deepEqual([(await get(both.KeyID!)).State, (await get(both.KeyID!)).ClientIDs], ['Active', [ClientID]])
  assert.equal((await get(only.KeyID!)).State, 'Revoked')
  await isRefused(only.Secret!)
})
