import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { access, another, basics } from '../../test/harness/new-client.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seed, seedList } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { suppressionsOf } from '../domain/clients/clients.ts'
import { clients } from './clients.ts'

const { db, world, other, call, refused } = await operationsTest(clients, () => ({ clientsPerHalfHour: 0 }))

const mine = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const create = () => call('Client.Create', { ApiKey: world.accountKey, ...another() })

test('a created client has its details and no access', async () => {
  const ClientID = await call('Client.Create', { ApiKey: world.accountKey, ...basics, CompanyName: ' Bloom & Söhne ' })
  assert.match(ClientID, /^[0-9a-f]{32}$/)
  assert.deepEqual(await call('Client.GetDetail', { ApiKey: world.accountKey, ClientID }), {
    BasicDetails: { ClientID, ...basics },
    AccessAndBilling: {
      Username: '',
      Password: 'Deprecated',
      BillingType: '',
      Currency: '',
      DeliveryFee: '',
      CostPerRecipient: '',
      DesignAndSpamTestFee: '',
      AccessLevel: 0,
    },
  })
})

type Basics = Partial<ParamsOf<'Client.Create'>>
const badBasics: readonly [given: Basics, refusal: RefusalName][] = [
  [{ CompanyName: null }, 'EmptyCompanyName'],
  [{ CompanyName: ' ' }, 'EmptyCompanyName'],
  [{ CompanyName: 'x'.repeat(201) }, 'ValueTooLong'],
  [{ CompanyName: 'a\r\nBcc: b' }, 'InvalidCharacters'],
  [{ ContactName: null }, 'EmptyContactName'],
  [{ ContactName: '' }, 'EmptyContactName'],
  [{ ContactName: 'a\tb' }, 'InvalidCharacters'],
  [{ ContactName: 'x'.repeat(60_000) }, 'ValueTooLong'],
  [{ EmailAddress: null }, 'InvalidEmail'],
  [{ EmailAddress: '' }, 'InvalidEmail'],
  [{ EmailAddress: 'ina' }, 'InvalidEmail'],
  [{ EmailAddress: 'ina@bloom.example\r\nBcc: x@y.example' }, 'InvalidEmail'],
  [{ EmailAddress: 'taken@bloom.example' }, 'EmailTaken'],
  [{ EmailAddress: 'TAKEN@bloom.example' }, 'EmailTaken'],
  [{ Country: null }, 'InvalidCountry'],
  [{ Country: '' }, 'InvalidCountry'],
  [{ Country: 'Atlantis' }, 'InvalidCountry'],
  [{ Timezone: null }, 'InvalidTimezone'],
  [{ Timezone: '' }, 'InvalidTimezone'],
  [{ Timezone: 'Middle Earth' }, 'InvalidTimezone'],
  [{ Timezone: '+01:00' }, 'InvalidTimezone'],
  // Node knows it, PostgreSQL does not
  [{ Timezone: 'US/Pacific-New' }, 'InvalidTimezone'],
]

test('bad details are refused and nothing is written', async () => {
  await call('Client.Create', { ApiKey: world.accountKey, ...basics, EmailAddress: 'taken@bloom.example' })
  const ClientID = await create()
  for (const [given, refusal] of badBasics) {
    await refused('Client.Create', { ApiKey: world.accountKey, ...another(), ...given }, refusal)
    await refused('Client.UpdateBasics', { ApiKey: world.accountKey, ClientID, ...another(), ...given }, refusal)
  }
})

test('an update replaces the basic details and nothing else', async () => {
  const ClientID = await create()
  const ids = { ApiKey: world.accountKey, ClientID }
  await call('Client.UpdateAccessAndBilling', { ...ids, ...access, Username: 'updated' })
  const before = await call('Client.GetDetail', ids)
  const changed = {
    CompanyName: 'Other',
    ContactName: 'Otto',
    EmailAddress: 'otto@other.example',
    Country: 'Cote DIvoire',
    Timezone: 'Africa/Abidjan',
  }
  await call('Client.UpdateBasics', { ...ids, ...changed })
  await call('Client.UpdateBasics', { ...ids, ...changed })
  const detail = await call('Client.GetDetail', ids)
  assert.deepEqual(detail.BasicDetails, { ClientID, ...changed })
  assert.deepEqual(detail.AccessAndBilling, before.AccessAndBilling)
})

test('an account creates only so many clients in half an hour, also when it asks at once or deletes them again', async () => {
  const limited = await seed(db)
  const { call, refused } = caller(db, clients, { clientsPerHalfHour: 5 })
  const create = () => call('Client.Create', { ApiKey: limited.accountKey, ...another() })
  await db`update clients set created_at = now() - interval '1 hour' where account_id = ${limited.accountId}`
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, create))
  const made = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  assert.equal(made.length, 5)
  await call('Client.Delete', { ApiKey: limited.accountKey, ClientID: made[0]! })
  await refused('Client.Create', { ApiKey: limited.accountKey, ...another() }, 'ClientCreationLimit')
  await db`update clients set created_at = now() - interval '31 minutes' where public_id = ${made[0]!}`
  await create()
  await refused('Client.Create', { ApiKey: limited.accountKey, ...another() }, 'ClientCreationLimit')
})

test('a deleted client is unknown at once, its login ends and its mail stops', async () => {
  const gone = await seed(db)
  const campaign = async (state: string) => {
    const [row] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
      values (${gone.client.clientId}, ${state}, 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example', '', ${state})
      returning id`
    return row!.id as number
  }
  for (const state of ['draft', 'scheduled', 'sending', 'sent']) await campaign(state)
  const ids = { ApiKey: gone.accountKey, ClientID: gone.client.clientPublicId }
  await call('Client.Delete', ids)
  await refused('Client.GetDetail', ids, 'InvalidClientId')
  await refused('Client.Delete', ids, 'InvalidClientId')
  await refused('Client.GetDetail', { ...ids, ApiKey: gone.clientKey }, 'InvalidApiKey')
  const states = await db`select name, state from campaigns where client_id = ${gone.client.clientId} order by id`
  assert.deepEqual(
    states.map(({ name, state }) => [name, state]),
    [
      ['draft', 'draft'],
      ['scheduled', 'draft'],
      ['sending', 'paused'],
      ['sent', 'sent'],
    ],
  )
})

test('the address of a deleted client is free again', async () => {
  const details = another()
  const ClientID = await call('Client.Create', { ApiKey: world.accountKey, ...details })
  await call('Client.Delete', { ApiKey: world.accountKey, ClientID })
  await call('Client.Create', { ApiKey: world.accountKey, ...details })
})

test('lists and segments are those that are left, by title', async () => {
  const owner = await seed(db)
  const ids = { ApiKey: owner.clientKey, ClientID: owner.client.clientPublicId }
  const [apples, gone] = [await seedList(db, owner.client, 'apples'), await seedList(db, owner.client, 'Gone')]
  await db`update lists set deleted_at = now() where id = ${gone.listId}`
  for (const [list, name] of [
    [owner.list, 'Berlin'],
    [apples, 'Green'],
    [gone, 'x'],
  ] as const)
    await db`insert into segments (client_id, list_id, name, rules) values (${list.clientId}, ${list.listId}, ${name}, '[]')`
  assert.deepEqual(await call('Client.GetLists', ids), [
    { ListID: apples.listPublicId, Name: 'apples' },
    { ListID: owner.list.listPublicId, Name: owner.list.title },
  ])
  assert.deepEqual(await call('Client.GetSegments', ids), [
    { ListID: apples.listPublicId, Name: 'Green' },
    { ListID: owner.list.listPublicId, Name: 'Berlin' },
  ])
})

test('campaigns are those that were sent, the newest first, dated in the client’s zone', async () => {
  const owner = await seed(db)
  const ids = { ApiKey: owner.clientKey, ClientID: owner.client.clientPublicId }
  const sent = async (name: string, state: string, startedAt: string | null, deletedAt: string | null = null) => {
    const [row] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, deleted_at)
      values (${owner.client.clientId}, ${name}, ${`About ${name}`}, 'f', 'f@x.example', 'f@x.example', 'http://x.example', '',
        ${state}, ${startedAt}, ${deletedAt})
      returning id, public_id`
    return row!
  }
  await sent('draft', 'draft', null)
  await sent('scheduled', 'scheduled', null)
  const winter = await sent('winter', 'sent', '2024-01-31T23:30:00Z')
  const summer = await sent('summer', 'sending', '2024-07-01T10:00:00Z')
  await sent('deleted', 'sent', '2024-07-01T10:00:00Z', '2024-07-02T10:00:00Z')
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, accepted)
    values (${owner.client.clientId}, ${winter.id}, 7, 7)`
  assert.deepEqual(await call('Client.GetCampaigns', ids), [
    {
      CampaignID: summer.publicId,
      Subject: 'About summer',
      Name: 'summer',
      SentDate: '2024-07-01 12:00:00',
      TotalRecipients: 0,
    },
    {
      CampaignID: winter.publicId,
      Subject: 'About winter',
      Name: 'winter',
      SentDate: '2024-02-01 00:30:00',
      TotalRecipients: 7,
    },
  ])
})

test('the suppression list has every address with its reason’s state, whatever the page size', async () => {
  const owner = await seed(db)
  const ids = { ApiKey: owner.clientKey, ClientID: owner.client.clientPublicId }
  assert.deepEqual(await call('Client.GetSuppressionList', ids), [])
  const reasons = ['unsubscribed', 'bounced', 'complained', 'manual']
  for (const [n, reason] of reasons.entries())
    for (const clientId of [owner.client.clientId, world.client.clientId])
      await db`
        insert into suppressions (client_id, address, email, reason, at)
        values (${clientId}, ${`p${n}@x.example`}, ${`P${n}@x.example`}, ${reason}, '2024-07-01T10:00:00Z')`
  const row = (n: number, State: string) => ({
    EmailAddress: `P${n}@x.example`,
    Name: '',
    Date: '2024-07-01 12:00:00',
    State,
  })
  assert.deepEqual(await call('Client.GetSuppressionList', ids), [
    row(0, 'Unsubscribed'),
    row(1, 'Bounced'),
    row(2, 'Unsubscribed'),
    row(3, 'Deleted'),
  ])
  for (const size of [1, 2, 3, 4, 5]) {
    const addresses: string[] = []
    for await (const { address } of suppressionsOf(db, owner.client, size)) addresses.push(address)
    assert.deepEqual(addresses, ['p0@x.example', 'p1@x.example', 'p2@x.example', 'p3@x.example'])
  }
})

test('templates are those of the client, with addresses the world can follow', async () => {
  const owner = await seed(db)
  const ids = { ApiKey: owner.clientKey, ClientID: owner.client.clientPublicId }
  assert.deepEqual(await call('Client.GetTemplates', ids), [])
  const made: string[] = []
  for (const [name, deletedAt] of [
    ['Winter', null],
    ['Autumn', null],
    ['Gone', new Date()],
  ] as const) {
    const [row] = await db`
      insert into templates (client_id, name, page_url, html, deleted_at)
      values (${owner.client.clientId}, ${name}, 'http://x.example/', '', ${deletedAt}) returning id, public_id`
    made.push(row!.publicId)
    if (name === 'Winter')
      await db`
        insert into assets (client_id, owner, owner_id, path, media_type, bytes)
        values (${owner.client.clientId}, 'template', ${row!.id}, 'screenshot', 'image/jpeg', 'x')`
  }
  const answered = await call('Client.GetTemplates', ids, { publicUrl: 'https://mail.example' })
  assert.deepEqual(answered, [
    {
      TemplateID: made[1],
      Name: 'Autumn',
      PreviewURL: `https://mail.example/preview/template/${made[1]}`,
      ScreenshotURL: '',
    },
    {
      TemplateID: made[0],
      Name: 'Winter',
      PreviewURL: `https://mail.example/preview/template/${made[0]}`,
      ScreenshotURL: `https://mail.example/files/template/${made[0]}/screenshot`,
    },
  ])
})

const forClients = [
  'Client.UpdateBasics',
  'Client.UpdateAccessAndBilling',
  'Client.GetDetail',
  'Client.Delete',
  'Client.GetLists',
  'Client.GetCampaigns',
  'Client.GetSegments',
  'Client.GetTemplates',
  'Client.GetSuppressionList',
] as const

test('another account’s or client’s identifier is as unknown as one that never was', async () => {
  const sibling = await create()
  const valid = { ...another(), ...access, Username: 'foreign' }
  for (const name of forClients) {
    for (const ClientID of [null, '', 'x', '0'.repeat(32), `${sibling}0`, other.client.clientPublicId])
      await refused(name, { ...valid, ApiKey: world.accountKey, ClientID }, 'InvalidClientId')
    for (const ClientID of [sibling, other.client.clientPublicId])
      await refused(name, { ...valid, ApiKey: world.clientKey, ClientID }, 'InvalidClientId')
    await refused(name, { ...valid, ApiKey: '0'.repeat(32), ClientID: sibling }, 'InvalidApiKey')
  }
})

test('a client’s login cannot create, change or delete clients, its own included', async () => {
  for (const name of ['Client.UpdateBasics', 'Client.UpdateAccessAndBilling', 'Client.Delete'] as const)
    await refused(name, { ...another(), ...access, ...mine(), ApiKey: world.clientKey }, 'AccessDenied')
  await refused('Client.Create', { ...another(), ApiKey: world.clientKey }, 'AccessDenied')
})
