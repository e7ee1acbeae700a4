import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access, another } from '../../test/harness/new-client.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seed } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { clients } from './clients.ts'

const { db, world, other, call, refused } = await operationsTest(clients, () => ({ clientsPerHalfHour: 0 }))

const create = () => call('Client.Create', { ApiKey: world.accountKey, ...another() })

test('access and billing are set together, and the password never comes back', async () => {
  const ClientID = await create()
  const ids = { ApiKey: world.accountKey, ClientID }
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: ' detail ' })
  assert.deepEqual((await call('Client.GetDetail', ids)).AccessAndBilling, {
    ...access,
    Username: 'detail',
    Password: 'Deprecated',
    DeliveryFee: '6.5',
  })
  const [login] = await db`select to_jsonb(logins)::text as row from logins where username = 'detail'`
  assert.doesNotMatch(login!.row, /kettle/)
  // what was answered may be sent back as it is
  const { AccessAndBilling } = await call('Client.GetDetail', ids)
  const [before] = await db`select password_hash from logins where username = 'detail'`
  await call('Client.UpdateAccessAndBilling', { ...ids, ...(AccessAndBilling as typeof access) })
  const [after] = await db`select password_hash from logins where username = 'detail'`
  assert.equal(after!.passwordHash, before!.passwordHash)
})

test('a new password ends the sessions of the login; another user name does not', async () => {
  const ids = { ApiKey: world.accountKey, ClientID: await create() }
  const epoch = async (Username: string) => {
    const [login] = await db`select epoch from logins where username = ${Username}`
    return login!.epoch as number
  }
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'epoch' })
  const first = await epoch('epoch')
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'epoch2', Password: null })
  assert.equal(await epoch('epoch2'), first)
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'epoch2', Password: 'green kettle' })
  assert.equal(await epoch('epoch2'), first + 1)
})

test('exactly the historical access levels are accepted', async () => {
  const ClientID = await create()
  const ids = { ApiKey: world.accountKey, ClientID }
  const valid = [0, 1, 2, 3, 5, 7, 13, 15, 18, 19, 23, 31, 37, 39, 45, 47, 55, 63]
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'levels' })
  for (let level = 0; level <= 64; level++) {
    const given = { ...ids, AccessLevel: level, BillingType: 'UserPaysOnClientsBehalf' }
    if (valid.includes(level)) await call('Client.UpdateAccessAndBilling', given)
    else await refused('Client.UpdateAccessAndBilling', given, 'InvalidAccessLevel')
  }
  for (const AccessLevel of [-1, 127, 2 ** 31 - 1, -(2 ** 31)])
    await refused('Client.UpdateAccessAndBilling', { ...ids, AccessLevel }, 'InvalidAccessLevel')
})

type Access = Partial<ParamsOf<'Client.UpdateAccessAndBilling'>>
const badAccess: readonly [given: Access, refusal: RefusalName][] = [
  [{ AccessLevel: 4 }, 'InvalidAccessLevel'],
  [{ Username: null }, 'InvalidUsername'],
  [{ Username: ' ' }, 'InvalidUsername'],
  [{ Username: 'x'.repeat(101) }, 'InvalidUsername'],
  [{ Username: 'a\r\nb' }, 'InvalidUsername'],
  [{ Username: 'TakeN' }, 'UsernameTaken'],
  [{ Password: null }, 'InvalidPassword'],
  [{ Password: '' }, 'InvalidPassword'],
  [{ Password: '5bits' }, 'InvalidPassword'],
  [{ Password: 'x'.repeat(10_000) }, 'InvalidPassword'],
  [{ Password: 'password' }, 'UnsafePassword'],
  [{ Password: 'bad-access' }, 'UnsafePassword'],
  [{ Password: 'Deprecated' }, 'UnsafePassword'],
  [{ BillingType: null }, 'InvalidBillingType'],
  [{ BillingType: 'Barter' }, 'InvalidBillingType'],
  [{ Currency: 'XXX' }, 'InvalidCurrency'],
  [{ DeliveryFee: '6,50' }, 'InvalidFee'],
  [{ CostPerRecipient: '0.79' }, 'MarkupTooLow'],
  [{ DesignAndSpamTestFee: '' }, 'InvalidFee'],
]

test('bad access and billing is refused and nothing is written', async () => {
  const taken = await create()
  await call('Client.UpdateAccessAndBilling', {
    ...access,
    ApiKey: world.accountKey,
    ClientID: taken,
    Username: 'taken',
  })
  const ids = { ApiKey: world.accountKey, ClientID: await create() }
  for (const [given, refusal] of badAccess)
    await refused('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'bad-access', ...given }, refusal)
})

test('a level without sending takes no billing, and level 0 looks at nothing else', async () => {
  const ids = { ApiKey: world.accountKey, ClientID: await create() }
  const nonsense = { BillingType: 'Barter', Currency: '?', DeliveryFee: '?', CostPerRecipient: '?' }
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'quiet', AccessLevel: 19, ...nonsense })
  const reading = (await call('Client.GetDetail', ids)).AccessAndBilling
  assert.deepEqual([reading?.BillingType, reading?.Currency, reading?.DeliveryFee], ['', '', ''])
  await call('Client.UpdateAccessAndBilling', { ...ids, ...nonsense, AccessLevel: 0, Username: 'a\nb', Password: 'x' })
  const none = (await call('Client.GetDetail', ids)).AccessAndBilling
  assert.deepEqual([none?.AccessLevel, none?.Username], [0, ''])
})

test('level 0 ends the key of the login at once, another level revives it without a new password', async () => {
  const away = await seed(db)
  const ids = { ApiKey: away.accountKey, ClientID: away.client.clientPublicId }
  const own = { ApiKey: away.clientKey, ClientID: away.client.clientPublicId }
  await call('Client.GetDetail', own)
  await call('Client.UpdateAccessAndBilling', { ...ids, AccessLevel: 0 })
  await refused('Client.GetDetail', own, 'InvalidApiKey')
  await call('Client.UpdateAccessAndBilling', { ...ids, AccessLevel: 1 })
  assert.equal((await call('Client.GetDetail', own)).AccessAndBilling?.AccessLevel, 1)
  await refused('Client.GetSuppressionList', own, 'AccessDenied')
})

test('a user name belongs to one login of an account, and is free once its client is deleted', async () => {
  const [first, second] = [await create(), await create()]
  const ids = { ApiKey: world.accountKey, ...access, Username: 'shared' }
  await call('Client.UpdateAccessAndBilling', { ...ids, ClientID: first })
  await refused('Client.UpdateAccessAndBilling', { ...ids, ClientID: second }, 'UsernameTaken')
  await call('Client.UpdateAccessAndBilling', {
    ...ids,
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
  })
  await call('Client.Delete', { ApiKey: world.accountKey, ClientID: first })
  await call('Client.UpdateAccessAndBilling', { ...ids, ClientID: second })
  const [account] = await db`select username from logins where account_id = ${world.accountId} and client_id is null`
  await refused(
    'Client.UpdateAccessAndBilling',
    { ...ids, ClientID: second, Username: account!.username },
    'UsernameTaken',
  )
})
