import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase } from '../../test/harness/database.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { quickHash, testKeys } from '../../test/harness/seed.ts'
import type { Refusal } from '../contract/refusals.ts'
import { keyHash } from '../domain/access/keys.ts'
import { createFirstAccount, findFirstLogin } from '../domain/accounts/accounts.ts'
import { attemptLimit } from '../domain/accounts/logins.ts'
import { userHandlers } from './users.ts'

const password = 'blue kettle'

const { db, world, other, call, refused } = await operationsTest(userHandlers(attemptLimit({ most: 4 })))
const [account] = await db`select site_url from accounts where id = ${world.accountId}`
const siteUrl = account!.siteUrl as string
await db`update logins set password_hash = ${quickHash(password)} where account_id = ${world.accountId}`

async function usernames() {
  const rows = await db`
    select username, client_id from logins where account_id = ${world.accountId} order by client_id nulls first`
  return { user: rows[0]!.username as string, client: rows[1]!.username as string }
}

test('a user of the account and a client’s login get their keys, the same each time', async () => {
  const { user, client } = await usernames()
  for (const [Username, key] of [
    [user, world.accountKey],
    [user.toUpperCase(), world.accountKey],
    [` ${client} `, world.clientKey],
  ] as const) {
    assert.equal(await call('User.GetApiKey', { SiteUrl: siteUrl, Username, Password: password }), key)
  }
  const secure = siteUrl.replace('http://', 'https://').replace(/\/$/, '').toUpperCase()
  assert.equal(await call('User.GetApiKey', { SiteUrl: secure, Username: user, Password: password }), world.accountKey)
})

test('a key that was never made is made, works, and only its hash is stored', async () => {
  const { user } = await usernames()
  await db`update logins set key_hash = null where account_id = ${world.accountId} and client_id is null`
  await refused('User.GetClients', { ApiKey: world.accountKey }, 'InvalidApiKey')
  const key = await call('User.GetApiKey', { SiteUrl: siteUrl, Username: user, Password: password })
  assert.equal(key, world.accountKey)
  assert.equal((await call('User.GetClients', { ApiKey: key })).length, 1)
  const [login] = await db`select key_hash, to_jsonb(logins)::text as row from logins where username = ${user}`
  assert.deepEqual(login!.keyHash, keyHash(key))
  assert.ok(!login!.row.includes(key))
})

test('a rotated key ends the old one', async () => {
  const { user } = await usernames()
  await db`update logins set key_version = 2 where username = ${user}`
  const key = await call('User.GetApiKey', { SiteUrl: siteUrl, Username: user, Password: password })
  assert.notEqual(key, world.accountKey)
  await refused('User.GetClients', { ApiKey: world.accountKey }, 'InvalidApiKey')
  await db`update logins set key_version = 1 where username = ${user}`
  assert.equal(await call('User.GetApiKey', { SiteUrl: siteUrl, Username: user, Password: password }), world.accountKey)
})

test('anything wrong is an invalid login', async () => {
  const { user, client } = await usernames()
  const [foreign] = await db`select site_url from accounts where id = ${other.accountId}`
  const good = { SiteUrl: siteUrl, Username: user, Password: password }
  const cases: readonly Partial<Record<keyof typeof good, string | null>>[] = [
    { SiteUrl: null },
    { SiteUrl: '' },
    { SiteUrl: 'nonsense of any kind' },
    { SiteUrl: foreign!.siteUrl },
    { SiteUrl: `${siteUrl}elsewhere` },
    { Username: null },
    { Username: '' },
    { Username: 'absent' },
    { Username: '%' },
    { Username: `${user}\r\n` },
    { Username: 'x'.repeat(10_000) },
    { Username: `' or 1=1 --` },
    { Password: null },
    { Password: '' },
    { Password: `${password} ` },
    { Password: 'none' },
    { Password: 'x'.repeat(60_000) },
  ]
  for (const [n, wrong] of cases.entries())
    await refused('User.GetApiKey', { ...good, ...wrong }, 'InvalidLogin', { remote: `192.0.2.${n}` })
  const clients = { ...good, Username: client }
  await db`update clients set access_level = 0 where id = ${world.client.clientId}`
  await refused('User.GetApiKey', clients, 'InvalidLogin')
  await db`update clients set access_level = 63, deleted_at = now() where id = ${world.client.clientId}`
  await refused('User.GetApiKey', clients, 'InvalidLogin')
  await db`update clients set deleted_at = null where id = ${world.client.clientId}`
  assert.equal(await call('User.GetApiKey', clients), world.clientKey)
})

test('after too many failures even the right password is refused, for this name and network only', async () => {
  const { user, client } = await usernames()
  const good = { SiteUrl: siteUrl, Username: user, Password: password }
  const from = (remote: string) => ({ remote })
  for (let n = 0; n < 4; n++)
    await refused('User.GetApiKey', { ...good, Password: `wrong ${n}` }, 'InvalidLogin', from(`2001:db8::${n + 1}`))
  await refused('User.GetApiKey', good, 'InvalidLogin', from('2001:db8::99'))
  await refused('User.GetApiKey', { ...good, Username: user.toUpperCase() }, 'InvalidLogin', from('2001:db8:0:0:1::9'))
  assert.equal(await call('User.GetApiKey', good, from('2001:db8:0:1::9')), world.accountKey)
  assert.equal(await call('User.GetApiKey', { ...good, Username: client }, from('2001:db8::99')), world.clientKey)
})

test('a name in letters that fold to those of a login is no further attempt', async () => {
  const { user } = await usernames()
  const good = { SiteUrl: siteUrl, Username: 'admin', Password: password }
  const from = { remote: '192.0.2.200' }
  await db`update logins set username = 'admin' where username = ${user}`
  // which letters are one is the database's to say; an I with a dot is another letter to JavaScript
  const names = ['ADMIN', 'adm\u0130n', 'Adm\u0130N', 'ADM\u0130N']
  const folded = await db<
    { same: boolean }[]
  >`select lower(name) = 'admin' as same from unnest(${names}::text[]) as name`
  for (const Username of names)
    await refused('User.GetApiKey', { ...good, Username, Password: 'wrong' }, 'InvalidLogin', from)
  const attempts = folded.filter(({ same }) => same).length
  assert.ok(attempts >= 1)
  for (let n = attempts; n < 4; n++)
    await refused('User.GetApiKey', { ...good, Password: 'wrong' }, 'InvalidLogin', from)
  await refused('User.GetApiKey', good, 'InvalidLogin', from)
  assert.equal(await call('User.GetApiKey', good, { remote: '192.0.2.201' }), world.accountKey)
  await db`update logins set username = ${user} where username = 'admin'`
})

test('an attempt whose password was not looked at does not count', async () => {
  const { user } = await usernames()
  const good = { SiteUrl: siteUrl, Username: user, Password: password }
  const from = { remote: '192.0.2.210' }
  // two are looked at, eight wait, the others are refused and would be more than the four that may fail
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => call('User.GetApiKey', good, from)))
  const codes = answers.map(answer => (answer.status === 'fulfilled' ? 'key' : (answer.reason as Refusal).refusal))
  assert.ok(codes.includes('key'))
  assert.equal(await call('User.GetApiKey', good, from), world.accountKey)
})

test('a user of the account sees all its clients by name, a client’s login itself, and none those of others or deleted ones', async () => {
  for (const [name, gone] of [
    ['Zebra', false],
    ['apple', false],
    ['Gone', true],
  ] as const)
    await db`
      insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, deleted_at)
      values (${world.accountId}, ${name}, 'x', ${`${name}@x.example`}, 'Germany', 'UTC', 'UTC', ${gone ? new Date() : null})`
  const seen = await call('User.GetClients', { ApiKey: world.accountKey })
  assert.deepEqual(
    seen.map(client => client.Name),
    ['apple', world.clientName, 'Zebra'],
  )
  assert.deepEqual(await call('User.GetClients', { ApiKey: world.clientKey }), [
    { ClientID: world.client.clientPublicId, Name: world.clientName },
  ])
})

test('the system date is the account’s', async () => {
  await db`update accounts set time_zone = 'Australia/Sydney' where id = ${world.accountId}`
  const noon = caller(db, userHandlers(attemptLimit()), { now: () => new Date('2024-01-31T13:30:05.999Z') })
  assert.equal(await noon.call('User.GetSystemDate', { ApiKey: world.accountKey }), '2024-02-01 00:30:05')
  assert.equal(await noon.call('User.GetSystemDate', { ApiKey: world.clientKey }), '2024-02-01 00:30:05')
})

test('time zones and countries are listed for any key and not without one', async () => {
  assert.equal((await call('User.GetTimezones', { ApiKey: world.clientKey }))[0], '(GMT) Casablanca')
  assert.equal((await call('User.GetCountries', { ApiKey: world.clientKey }))[0], 'United States of America')
  for (const name of ['User.GetTimezones', 'User.GetCountries', 'User.GetSystemDate', 'User.GetClients'] as const)
    for (const ApiKey of [null, '', 'wrong', '0'.repeat(32), `${world.accountKey}0`])
      await refused(name, { ApiKey }, 'InvalidApiKey')
})

test('the first account is made once, however many calls race', async () => {
  const fresh = await freshDatabase()
  try {
    const { db } = fresh
    assert.equal(await findFirstLogin(db, testKeys), undefined)
    const account = {
      name: 'Agency',
      siteUrl: 'http://localhost:8080',
      username: 'admin',
      password: 'blue kettle',
      timeZone: 'Europe/Berlin',
    }
    for (const [wrong, expected] of [
      [{ siteUrl: 'nonsense:// x' }, /site URL/],
      [{ username: ' ' }, /Invalid Username/],
      [{ password: 'short' }, /6 to 200/],
      [{ timeZone: 'Mars' }, /User.GetTimezones/],
    ] as const)
      await assert.rejects(createFirstAccount(db, testKeys, { ...account, ...wrong }), expected)
    assert.equal((await db`select 1 from accounts`).length, 0)

    const made = await Promise.all([1, 2, 3].map(() => createFirstAccount(db, testKeys, account)))
    assert.deepEqual(made.map(({ created }) => created).sort(), [false, false, true])
    assert.equal(new Set(made.map(({ login }) => login?.apiKey)).size, 1)
    assert.equal((await db`select 1 from logins`).length, 1)
    const again = await createFirstAccount(db, testKeys, { ...account, username: 'other', password: 'x' })
    assert.deepEqual(
      [again.created, again.login?.username, again.login?.apiKey],
      [false, 'admin', made[0]!.login?.apiKey],
    )
    assert.equal((await findFirstLogin(db, testKeys))?.apiKey, made[0]!.login?.apiKey)
    const signedIn = await caller(db, userHandlers(attemptLimit())).call('User.GetApiKey', {
      SiteUrl: 'http://localhost:8080',
      Username: 'admin',
      Password: 'blue kettle',
    })
    assert.equal(signedIn, made[0]!.login?.apiKey)

    // every Owner may be a person without a login: nothing is made anew then
    await db`update logins set withdrawn_at = now()`
    assert.deepEqual(await createFirstAccount(db, testKeys, account), { login: undefined, created: false })
    assert.equal((await db`select 1 from accounts`).length, 1)
  } finally {
    await fresh.drop()
  }
})
