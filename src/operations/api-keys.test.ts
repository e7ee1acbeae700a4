import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { quickHash, seed, testKeys, type World } from '../../test/harness/seed.ts'
import { keyHash } from '../domain/access/keys.ts'
import { attemptLimit } from '../domain/accounts/logins.ts'
import { createLog } from '../lib/log.ts'
import { clients } from './clients.ts'
import { userHandlers } from './users.ts'

let database: TestDatabase
let call: Caller['call']
let refused: Caller['refused']

before(async () => {
  database = await freshDatabase()
  const handlers = { ...userHandlers(attemptLimit()), ...clients }
  ;({ call, refused } = caller(database.db, handlers, { log: createLog('silent') }))
})
after(() => database.drop())

const works = async (ApiKey: string) => (await call('User.GetClients', { ApiKey })).length === 1
const isRefused = (ApiKey: string) => refused('User.GetClients', { ApiKey }, 'InvalidApiKey')
/** The overlap of whatever was replaced is over. */
const endOverlap = () => database.db`update logins set old_key_ends_at = now() where old_key_ends_at is not null`

test('a rotated key works, the old one is refused at once, and signing in yields the new one', async () => {
  const { db } = database
  const world = await seed(db)
  await db`update logins set password_hash = ${quickHash('blue kettle')} where account_id = ${world.accountId}`
  const key = await call('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours: 0 })
  assert.match(key, /^[0-9a-f]{32}$/)
  assert.notEqual(key, world.accountKey)
  assert.ok(await works(key))
  await isRefused(world.accountKey)
  assert.ok(await works(world.clientKey), 'other logins keep their keys')
  const [login] = await db`
    select l.username, l.key_hash, to_jsonb(l)::text as row, a.site_url
    from logins l join accounts a on a.id = l.account_id
    where l.account_id = ${world.accountId} and l.client_id is null`
  assert.deepEqual(login!.keyHash, keyHash(key))
  assert.ok(!login!.row.includes(key), 'only its hash is stored')
  const signIn = { SiteUrl: login!.siteUrl, Username: login!.username, Password: 'blue kettle' }
  assert.equal(await call('User.GetApiKey', signIn), key)
  await isRefused(world.accountKey)
})

test('with an overlap both keys work until it ends, and only the new one can be replaced', async () => {
  const world = await seed(database.db)
  const key = await call('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours: 24 })
  assert.ok((await works(key)) && (await works(world.accountKey)))
  await refused('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours: 0 }, 'AccessDenied')
  const [row] = await database.db`
    select old_key_ends_at - key_rotated_at = interval '24 hours' as day from logins where key_hash = ${keyHash(key)}`
  assert.equal(row!.day, true)
  await endOverlap()
  await isRefused(world.accountKey)
  assert.ok(await works(key))
})

test('the next rotation ends the overlap of the one before', async () => {
  const world = await seed(database.db)
  const second = await call('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours: 168 })
  const third = await call('User.RotateApiKey', { ApiKey: second, OverlapHours: 168 })
  await isRefused(world.accountKey)
  assert.ok((await works(second)) && (await works(third)))
  const fourth = await call('User.RotateApiKey', { ApiKey: third, OverlapHours: 0 })
  for (const old of [second, third]) await isRefused(old)
  assert.ok(await works(fourth))
})

test('rotations at the same moment follow one another: one key works in the end', async () => {
  const world = await seed(database.db)
  const ask = () => call('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours: 0 }).catch(() => undefined)
  const made = (await Promise.all([ask(), ask(), ask()])).filter(key => key !== undefined)
  const [login] = await database.db<{ loginId: number; keyVersion: number; keyHash: Buffer }[]>`
    select id as login_id, key_version, key_hash from logins where account_id = ${world.accountId} and client_id is null`
  const { loginId, keyVersion, keyHash: hash } = login!
  assert.equal(keyVersion, 1 + made.length)
  const current = testKeys.apiKey(loginId, keyVersion)
  assert.deepEqual(hash, keyHash(current))
  assert.ok(made.includes(current))
  for (const key of made) await (key === current ? works(key) : isRefused(key))
})

for (const OverlapHours of [-1, 169, 2_000_000_000])
  test(`an overlap of ${OverlapHours} hours is refused and changes nothing`, async () => {
    const world = await seed(database.db)
    await refused('User.RotateApiKey', { ApiKey: world.accountKey, OverlapHours }, 'InvalidParameter')
    assert.ok(await works(world.accountKey))
  })

test("a user of the account replaces the key of a client's login, which then reaches the client still", async () => {
  const world = await seed(database.db)
  const { clientPublicId: ClientID } = world.client
  const order = { ApiKey: world.accountKey, ClientID, OverlapHours: 0 }
  const key = await call('Client.RotateApiKey', order)
  await isRefused(world.clientKey)
  assert.deepEqual(
    (await call('User.GetClients', { ApiKey: key })).map(client => client.ClientID),
    [ClientID],
  )
  assert.ok(await works(world.accountKey), 'the key of the account stays')
  await refused('Client.RotateApiKey', { ...order, ApiKey: key }, 'AccessDenied')
  await refused('Client.RotateApiKey', { ...order, OverlapHours: 169 }, 'InvalidParameter')
  const stranger: World = await seed(database.db)
  await refused('Client.RotateApiKey', { ...order, ApiKey: stranger.accountKey }, 'InvalidClientId')
})

test("a client's login replaces its own key", async () => {
  const world = await seed(database.db)
  const key = await call('User.RotateApiKey', { ApiKey: world.clientKey, OverlapHours: 0 })
  assert.ok(await works(key))
  await isRefused(world.clientKey)
})

test('the key of a login whose access is withdrawn can be replaced: given back, only the new one works', async () => {
  const { db } = database
  const world = await seed(db)
  const { clientId, clientPublicId: ClientID } = world.client
  await db`update clients set access_level = 0 where id = ${clientId}`
  const key = await call('Client.RotateApiKey', { ApiKey: world.accountKey, ClientID, OverlapHours: 24 })
  for (const one of [key, world.clientKey]) await isRefused(one)
  await db`update clients set access_level = 63 where id = ${clientId}`
  assert.ok((await works(key)) && (await works(world.clientKey)))
  await db`update clients set deleted_at = now() where id = ${clientId}`
  for (const one of [key, world.clientKey]) await isRefused(one)
})

test('a client without a login has no key to replace', async () => {
  const { db } = database
  const world = await seed(db)
  await db`delete from logins where client_id = ${world.client.clientId}`
  const order = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId, OverlapHours: 0 }
  await refused('Client.RotateApiKey', order, 'NoClientLogin')
})
