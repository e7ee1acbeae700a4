import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey } from '../../test/harness/people.ts'
import { version } from '../lib/version.ts'
import { setup } from './setup.ts'

const settings = { hasRelays: true, hasPublicUrl: false, roles: ['api', 'jobs'] }
const { db, world, other, call, refused } = await operationsTest(setup, () => ({ setup: settings }))

const states = async (ApiKey = world.accountKey) =>
  Object.fromEntries(itemsOf((await call('Setup.GetStatus', { ApiKey })).Steps).map(({ Name, State }) => [Name, State]))

test('a step is done once it is, and left to do again once it is undone', async () => {
  assert.deepEqual(await states(), {
    Transport: 'Done',
    PublicUrl: 'Todo',
    Client: 'Done',
    Subscribers: 'Todo',
    Domain: 'Todo',
    Campaign: 'Todo',
  })
  const { clientId } = world.client
  await place(db, world.list, 'Unsubscribed')
  assert.equal((await states()).Subscribers, 'Todo')
  await place(db, world.list, 'Active')
  await db`update list_totals set active = 1 where list_id = ${world.list.listId}`
  assert.equal((await states()).Subscribers, 'Done')
  await db`
    insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public)
    values (${clientId}, 'client.example', 'ls', '', '', '', '')`
  assert.equal((await states()).Domain, 'Todo')
  await db`update sending_domains set verified_at = now()`
  assert.equal((await states()).Domain, 'Done')
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
    values (${clientId}, 'C', 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example/', '', 'draft')`
  assert.equal((await states()).Campaign, 'Todo')
  await db`update campaigns set state = 'sent', started_at = now()`
  assert.equal((await states()).Campaign, 'Done')
  await db`update lists set deleted_at = now() where id = ${world.list.listId}`
  assert.equal((await states()).Subscribers, 'Todo')
  await db`update lists set deleted_at = null`
  assert.equal((await states(other.accountKey)).Campaign, 'Todo', 'another account has steps of its own')
})

test('everything done is complete, and each step says in words what is so and where to go', async () => {
  const complete = caller(db, setup, { setup: { hasRelays: true, hasPublicUrl: true, roles: ['api'] } })
  const { Complete, Steps } = await complete.call('Setup.GetStatus', { ApiKey: world.accountKey })
  assert.equal(Complete, true)
  assert.deepEqual(
    itemsOf(Steps).map(({ GoTo }) => GoTo),
    ['Settings', 'Settings', 'Clients', 'Lists', 'Domains', 'Campaigns'],
  )
  for (const { Message } of itemsOf(Steps)) assert.match(Message!, /^[A-Z].*\.$/)
  const fresh = caller(db, setup, { setup: { hasRelays: false, hasPublicUrl: true, roles: ['api'] } })
  const [transport] = itemsOf((await fresh.call('Setup.GetStatus', { ApiKey: world.accountKey })).Steps)
  assert.equal(transport!.State, 'Todo')
  assert.match(transport!.Message!, /LETTERSHOP_TRANSPORT/)
})

test('a caller learns of the clients it reaches only, and of settings with the right to them', async () => {
  const [client] = await db<{ id: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${world.accountId}, 'Second', 'x', 'second@x.example', 'Germany', 'UTC', 'UTC') returning id`
  const { secret: author } = await seedKey(db, world.accountId, ['Draft'], [client!.id])
  const expected = { Transport: 'Unknown', PublicUrl: 'Unknown', Client: 'Done', Subscribers: 'Todo', Domain: 'Todo' }
  assert.deepEqual(await states(author), { ...expected, Campaign: 'Todo' })
  const { Transport } = await call('Setup.GetStatus', { ApiKey: author })
  assert.equal(Transport, 'Relays', 'whether there is an outbox is for everyone who may look into it')
  assert.equal((await states(world.clientKey)).Campaign, 'Done')
  await db`update clients set deleted_at = now() where id = ${client!.id}`
  assert.equal((await states(author)).Client, 'Todo')
})

test('of many clients the oldest are looked at; what none of them has is unknown', async () => {
  const [account] = await db<{ id: number }[]>`
    insert into accounts (name, site_url) values ('Large', 'http://large.example/') returning id`
  const { secret: key } = await seedKey(db, account!.id, ['Settings'], null)
  assert.equal((await states(key)).Client, 'Todo')
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, created_at)
    select ${account!.id}, 'C ' || n, 'x', n || '@x.example', 'Germany', 'UTC', 'UTC', now() - interval '1 day' + n * interval '1 second'
    from generate_series(1, 60) n`
  assert.equal((await states(key)).Campaign, 'Unknown')
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    select id, 'C', 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example/', '', 'sent', now()
    from clients where account_id = ${account!.id} and company_name = 'C 30'`
  const found = await states(key)
  assert.equal(found.Campaign, 'Done')
  assert.equal(found.Domain, 'Unknown')
})

test('the version names the running program, and is hidden from callers without the right to the settings', async () => {
  const { secret } = await seedKey(db, world.accountId, ['Reports'])
  await refused('Setup.GetVersion', { ApiKey: secret }, 'AccessDenied')
  await refused('Setup.GetVersion', { ApiKey: world.clientKey }, 'AccessDenied')
  const found = await call('Setup.GetVersion', { ApiKey: world.accountKey })
  const [newest] = await db<{ number: number }[]>`select max(number) as number from migrations`
  assert.equal(found.Version, version)
  assert.equal(found.NodeVersion, process.versions.node)
  assert.match(found.PostgresVersion!, /^\d+(?:\.\d+)*$/)
  assert.equal(found.SchemaNumber, newest!.number)
  assert.equal(found.Transport, 'Relays')
  assert.deepEqual(itemsOf(found.Roles), ['api', 'jobs'])
})
