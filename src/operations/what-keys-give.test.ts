/** A key with scopes hands out no more than it has: no login, no password, no events, no role beyond its rights. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access } from '../../test/harness/new-client.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey } from '../../test/harness/people.ts'
import { testKeys } from '../../test/harness/seed.ts'
import { type Scope, scopeNames } from '../contract/rights.ts'
import { createLog } from '../lib/log.ts'
import { clients } from './clients.ts'
import { account, people } from './people.ts'
import { webhooks } from './webhooks.ts'

const handlers = { ...account, ...clients, ...people, ...webhooks }
const { db, world, call, refused } = await operationsTest(handlers, () => ({
  log: createLog('silent'),
  keys: testKeys,
  clientsPerHalfHour: 0,
  mailLinks: { base: () => 'http://127.0.0.1' } as never, // nothing else of it is reached
}))
const ClientID = world.client.clientPublicId
const keyOf = async (...scopes: Scope[]) => (await seedKey(db, world.accountId, scopes)).secret
const hashOf = async () => {
  const [login] = await db`select username, password_hash from logins where client_id = ${world.client.clientId}`
  return login!
}
const detailOf = async () => (await call('Client.GetDetail', { ApiKey: world.accountKey, ClientID })).AccessAndBilling!
/** Reports, subscribers, campaigns. */
const level = 7
const reset = () =>
  call('Client.UpdateAccessAndBilling', {
    ...access,
    ApiKey: world.accountKey,
    ClientID,
    AccessLevel: level,
    Username: 'carla',
    Password: 'green kettle',
  })

test('a key with Billing changes fees, and neither gives nor takes access or a password', async () => {
  await reset()
  const ids = { ApiKey: await keyOf('Billing'), ClientID }
  const given = { ...access, AccessLevel: level, Username: 'carla', Password: null }
  const before = await hashOf()
  for (const more of [
    { Password: 'red kettle' },
    { Username: 'mallory' },
    { Username: 'mallory', Password: 'red kettle' },
    { AccessLevel: 63 },
    { AccessLevel: 15, Password: 'red kettle' },
    { AccessLevel: 3 },
    { AccessLevel: 0 },
  ])
    await refused('Client.UpdateAccessAndBilling', { ...ids, ...given, ...more }, 'AccessDenied')
  assert.deepEqual(await hashOf(), before)
  assert.equal((await detailOf()).AccessLevel, level)

  await call('Client.UpdateAccessAndBilling', { ...ids, ...given, DeliveryFee: '7.25' })
  assert.equal((await detailOf()).DeliveryFee, '7.25')
  await call('Client.UpdateAccessAndBilling', { ...ids, ...given, Username: null, Password: 'Deprecated' })
  await call('Client.UpdateAccessAndBilling', { ApiKey: world.accountKey, ClientID, AccessLevel: 0 })
  await call('Client.UpdateAccessAndBilling', { ...ids, AccessLevel: 0 })
  await refused('Client.UpdateAccessAndBilling', { ...ids, AccessLevel: 1 }, 'AccessDenied')
  assert.equal((await detailOf()).AccessLevel, 0)
})

test('with People too it changes a login that has no more than the key itself, and no other one', async () => {
  await reset()
  const given = { ...access, ClientID, Username: 'carla', Password: 'red kettle' }
  const ApiKey = await keyOf('Billing', 'People', 'Reports')
  const before = await hashOf()
  await refused('Client.UpdateAccessAndBilling', { ...given, ApiKey, AccessLevel: 3 }, 'AccessDenied')
  await refused('Client.UpdateAccessAndBilling', { ...given, ApiKey, AccessLevel: level }, 'AccessDenied')
  // a password for a login that was lowered in the same call would be that of the login when it is raised again
  for (const more of [{}, { Password: null }])
    await refused('Client.UpdateAccessAndBilling', { ...given, ...more, ApiKey, AccessLevel: 1 }, 'AccessDenied')
  await refused('Client.SetAccess', { ...given, ApiKey, AccessLevel: 1 }, 'AccessDenied')
  await refused('Client.UpdateAccessAndBilling', { ...given, ApiKey, AccessLevel: 0 }, 'AccessDenied')
  assert.deepEqual(await hashOf(), before)
  await call('Client.UpdateAccessAndBilling', { ...given, ApiKey: world.accountKey, Password: null, AccessLevel: 1 })
  await call('Client.UpdateAccessAndBilling', { ...given, ApiKey, AccessLevel: 1 })
  assert.notDeepEqual(await hashOf(), before)
})

test('the historical key gives every login as it did', async () => {
  await reset()
  const given = { ...access, ApiKey: world.accountKey, ClientID, Username: 'carlotta', Password: 'blue kettle' }
  await call('Client.UpdateAccessAndBilling', { ...given, AccessLevel: 63 })
  assert.deepEqual([(await hashOf()).username, (await detailOf()).AccessLevel], ['carlotta', 63])
})

test('a key with Settings has events sent to a server only with Events', async () => {
  const given = { ClientID, URL: 'http://127.0.0.1:9/hook', Events: [] }
  await refused('Webhook.Create', { ...given, ApiKey: await keyOf('Settings') }, 'AccessDenied')
  assert.equal((await db`select 1 from webhooks`).length, 0)
})

test('a key with People alone does not have the invitation of an Owner go anywhere else, nor end', async () => {
  const invited = 'olga@people.example'
  const Grants = [{ ClientID: '', Role: 'Owner' as const, AccessLevel: 0 }]
  const { InvitationID } = await call('Person.Invite', { ApiKey: world.accountKey, EmailAddress: invited, Grants })
  const open = () => db`select address, grants, token_hash from invitations where revoked_at is null`
  const [before, mails] = [await open(), await db`select 1 from graphile_worker._private_jobs`]
  const ApiKey = await keyOf('People')
  const ofTeam = { ApiKey, EmailAddress: invited, AccessLevel: 0 }
  await refused('Person.ChangeInTeam', { ...ofTeam, NewEmailAddress: 'mallory@people.example' }, 'AccessDenied')
  await refused('Person.ChangeInTeam', { ...ofTeam, Name: 'Mallory' }, 'AccessDenied')
  await refused('Person.AddToTeam', { ...ofTeam, ClientID, AccessLevel: 1 }, 'AccessDenied')
  await refused('Person.RemoveFromTeam', ofTeam, 'AccessDenied')
  await refused('Person.RevokeInvitation', { ApiKey, InvitationID }, 'AccessDenied')
  const weak = [{ ClientID, Role: 'Analyst' as const, AccessLevel: 0 }]
  const asAnalyst = { ApiKey: await keyOf('People', 'Reports'), EmailAddress: invited, Grants: weak }
  await refused('Person.Invite', asAnalyst, 'AccessDenied')
  assert.deepEqual(await open(), before)
  assert.equal((await db`select 1 from graphile_worker._private_jobs`).length, mails.length, 'no mail went out')

  await db`update invitations set expires_at = now()`
  await call('Person.Invite', asAnalyst)
  const rows = (await open()).map(row => row.grants[0].role)
  assert.deepEqual(rows, ['Analyst'], 'an expired grant gives no right and blocks nothing')
  await db`delete from invitations`
})

test('an invitation that is given more is mailed with another link: who sent the first one knows that', async () => {
  const invited = 'otto@people.example'
  const Grants = [{ ClientID, Role: 'Analyst' as const, AccessLevel: 0 }]
  const { Link } = await call('Person.Invite', {
    ApiKey: await keyOf('People', 'Reports'),
    EmailAddress: invited,
    Grants,
  })
  const mails = async () => (await db`select 1 from graphile_worker._private_jobs`).length
  const sent = await mails()
  const change = { ApiKey: world.accountKey, ClientID, EmailAddress: invited }
  const open = () =>
    db`select id, name, grants->0->>'role' as role from invitations where address = ${invited} and revoked_at is null`
  const [first] = await open()

  await call('Person.ChangeInTeam', { ...change, Name: 'Otto', AccessLevel: 1 })
  assert.deepEqual({ ...(await open())[0] }, { ...first, name: 'Otto' }, 'as much is the same invitation')
  assert.equal(await mails(), sent)

  await call('Person.ChangeInTeam', { ...change, AccessLevel: 1023 })
  const acceptance = {
    EmailAddress: invited,
    Token: Link!.slice(Link!.indexOf('#') + 1),
    Name: 'Mallory',
    Password: 'red kettle',
  }
  await refused('Person.AcceptInvitation', acceptance, 'InvitationEnded')
  assert.equal(await mails(), sent + 1)
  assert.deepEqual(
    (await open()).map(({ role }) => role),
    ['Owner'],
  )

  await call('Person.ChangeInTeam', { ...change, AccessLevel: 1 })
  assert.deepEqual(
    (await open()).map(({ role }) => role),
    ['Analyst'],
  )
  assert.equal(await mails(), sent + 1, 'less is the same invitation')
  await db`delete from invitations`
})

test('a key with Settings and People does not change since when people need a second factor', async () => {
  const change = { Name: 'Agency', Timezone: 'Europe/Berlin', FactorRequiredFrom: '2090-01-01 00:00:00' }
  await call('Account.Update', { ...change, ApiKey: world.accountKey })
  const ApiKey = await keyOf(...scopeNames)
  await refused('Account.Update', { ...change, ApiKey, FactorRequiredFrom: '' }, 'AccessDenied')
  await call('Account.Update', { ...change, ApiKey, Name: 'Other' })
})

test('a key with every scope makes no one Owner or Manager, who manage keys', async () => {
  const ApiKey = await keyOf(...scopeNames)
  for (const Role of ['Owner', 'Manager'] as const) {
    const Grants = [{ ClientID: '', Role, AccessLevel: 0 }]
    await refused('Person.Invite', { ApiKey, EmailAddress: 'eve@people.example', Grants }, 'AccessDenied')
  }
  const People = await keyOf('People')
  for (const Role of ['Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Analyst', 'Client'] as const) {
    const Grants = [{ ClientID, Role, AccessLevel: 0 }]
    await refused('Person.Invite', { ApiKey: People, EmailAddress: 'eve@people.example', Grants }, 'AccessDenied')
  }
  assert.equal((await db`select 1 from invitations`).length, 0)
})
