import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import type { ListRef } from '../domain/access/access.ts'
import { countryNames, usStates } from '../domain/clients/countries.ts'
import { mostCustomFields, readCustomFields } from '../domain/lists/custom-fields.ts'
import { recordTransitions } from '../store/lists/statistics.ts'
import { lists } from './lists.ts'

const { db, world, other, call, refused } = await operationsTest(lists)
const [row] = await db`
  insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
  values (${world.accountId}, 'Sibling', 'x', 'sibling@x.example', 'Germany', 'UTC', 'UTC') returning id, public_id`
const sibling = {
  ...world.client,
  clientId: row!.id as number,
  clientPublicId: row!.publicId as string,
  timeZone: 'UTC',
}

const ofList = (list: ListRef) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const ofClient = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const fresh = (title: string) => seedList(db, world.client, title)

test('a created list has the settings given and counts of nought', async () => {
  const ListID = await call('List.Create', {
    ...ofClient(),
    Title: ' Weekly news ',
    UnsubscribePage: 'http://client.example/bye?e=[email]',
    ConfirmOptIn: true,
    ConfirmationSuccessPage: 'https://client.example/welcome',
  })
  assert.match(ListID, /^[0-9a-f]{32}$/)
  assert.deepEqual(await call('List.GetDetail', { ApiKey: world.clientKey, ListID }), {
    ListID,
    Title: 'Weekly news',
    UnsubscribePage: 'http://client.example/bye?e=[email]',
    ConfirmOptIn: true,
    ConfirmationSuccessPage: 'https://client.example/welcome',
  })
  const stats = await call('List.GetStats', { ApiKey: world.accountKey, ListID })
  assert.equal(Object.keys(stats).length, 24)
  assert.deepEqual(new Set(Object.values(stats)), new Set([0]))
  const totals = await db`select 1 from list_totals t join lists l on l.id = t.list_id where l.public_id = ${ListID}`
  assert.equal(totals.length, 1)
})

test('an update replaces all settings; a list may keep its own title', async () => {
  const list = await fresh('Updated')
  await call('List.Update', {
    ...ofList(list),
    Title: 'Updated',
    UnsubscribePage: 'http://x.example/',
    ConfirmOptIn: true,
  })
  await call('List.Update', { ...ofList(list), Title: 'UPDATED', ConfirmOptIn: false })
  assert.deepEqual(await call('List.GetDetail', ofList(list)), {
    ListID: list.listPublicId,
    Title: 'UPDATED',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
})

type Settings = Partial<ParamsOf<'List.Update'>>
const badSettings: readonly [given: Settings, refusal: RefusalName][] = [
  [{ Title: null }, 'ListTitleEmpty'],
  [{ Title: '' }, 'ListTitleEmpty'],
  [{ Title: ' \t ' }, 'ListTitleEmpty'],
  [{ Title: 'Taken' }, 'DuplicateListTitle'],
  [{ Title: 'tAKEN ' }, 'DuplicateListTitle'],
  [{ Title: 'x'.repeat(201) }, 'ValueTooLong'],
  [{ Title: 'a\r\nb' }, 'InvalidCharacters'],
  [{ Title: 'a\u2028b' }, 'InvalidCharacters'],
  [{ UnsubscribePage: 'bye' }, 'InvalidUnsubscribePage'],
  [{ UnsubscribePage: 'javascript:alert(1)' }, 'InvalidUnsubscribePage'],
  [{ UnsubscribePage: 'http://user:pw@client.example/' }, 'InvalidUnsubscribePage'],
  [{ UnsubscribePage: 'http://client.example/\r\nX: y' }, 'InvalidUnsubscribePage'],
  [{ UnsubscribePage: `http://client.example/${'x'.repeat(2000)}` }, 'InvalidUnsubscribePage'],
  [{ ConfirmationSuccessPage: '//client.example' }, 'InvalidConfirmationPage'],
  [{ ConfirmationSuccessPage: 'ftp://client.example' }, 'InvalidConfirmationPage'],
]

test('bad settings are refused and nothing is written', async () => {
  await fresh('Taken')
  const list = await fresh('Kept')
  for (const [given, refusal] of badSettings) {
    await refused('List.Create', { ...ofClient(), Title: 'Fine', ...given }, refusal)
    await refused('List.Update', { ...ofList(list), Title: 'Fine', ...given }, refusal)
  }
})

test('titles are unique within a client only, and free again once the list is deleted', async () => {
  await fresh('Same')
  await call('List.Create', { ApiKey: world.accountKey, ClientID: sibling.clientPublicId, Title: 'Same' })
  const [mine] = await db`select public_id from lists where title = 'Same' and client_id = ${world.client.clientId}`
  await call('List.Delete', { ApiKey: world.accountKey, ListID: mine!.publicId })
  await call('List.Create', { ...ofClient(), Title: 'Same' })
})

test('of many that create the same title at once, one does', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => call('List.Create', { ...ofClient(), Title: 'Contested' })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a deleted list is unknown to every caller at once', async () => {
  const list = await fresh('Deleted')
  await call('List.Delete', { ApiKey: world.clientKey, ListID: list.listPublicId })
  for (const name of ['List.GetDetail', 'List.Delete', 'List.GetStats', 'List.GetCustomFields'] as const)
    await refused(name, ofList(list), 'InvalidListId')
  const [row] = await db`select deleted_at from lists where id = ${list.listId}`
  assert.ok(row!.deletedAt)
})

test('a list of a draft or a scheduled campaign stays, one of a sent or deleted campaign goes', async () => {
  for (const [state, deleted, stays] of [
    ['draft', false, true],
    ['scheduled', false, true],
    ['draft', true, false],
    ['sent', false, false],
    ['cancelled', false, false],
  ] as const) {
    const list = await fresh(`Of a ${deleted ? 'deleted ' : ''}${state}`)
    const [campaign] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, deleted_at)
      values (${list.clientId}, ${list.title}, 's', 'f', 'f@x.example', 'f@x.example', 'http://x.example', '', ${state},
        ${deleted ? new Date() : null})
      returning id`
    await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${list.clientId}, ${campaign!.id}, ${list.listId})`
    if (stays) await refused('List.Delete', ofList(list), 'ListInDraft')
    else await call('List.Delete', ofList(list))
  }
})

test('custom fields are answered in their order, with keys in brackets and their options', async () => {
  const list = await fresh('Fields')
  for (const [FieldName, DataType, Options] of [
    ['Zip Code', 'Text', ''],
    ['Age', 'Number', null],
    ['Gender', 'MultiSelectOne', 'Male||Female'],
    ['Interests', 'MultiSelectMany', ' Dogs || Cats||||Dogs'],
    ['Birthday!', 'Date', null],
    ['Country', 'Country', null],
    ['Staat & Stadt', 'USState', ''],
    ['Straße', 'Text', null],
  ] as const)
    await call('List.CreateCustomField', { ...ofList(list), FieldName, DataType, Options })
  const fields = await call('List.GetCustomFields', ofList(list))
  assert.deepEqual(
    fields.map(({ FieldName, Key, DataType }) => [FieldName, Key, DataType]),
    [
      ['Zip Code', '[ZipCode]', 'Text'],
      ['Age', '[Age]', 'Number'],
      ['Gender', '[Gender]', 'MultiSelectOne'],
      ['Interests', '[Interests]', 'MultiSelectMany'],
      ['Birthday!', '[Birthday]', 'Date'],
      ['Country', '[Country]', 'MultiSelectOne'],
      ['Staat & Stadt', '[StaatStadt]', 'MultiSelectOne'],
      ['Straße', '[Straße]', 'Text'],
    ],
  )
  assert.deepEqual(
    fields.map(({ FieldOptions }) => FieldOptions),
    [[], [], ['Male', 'Female'], ['Dogs', 'Cats'], [], countryNames, usStates, []],
  )
  for (const { Key, FieldOptions } of fields) {
    const options = FieldOptions as readonly string[] // no stream inside a record
    assert.equal(new Set(options).size, options.length, `${Key} names an option twice`)
  }
  assert.deepEqual(
    (await readCustomFields(db, list)).map(({ dataType }) => dataType),
    ['Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date', 'Country', 'USState', 'Text'],
  )
})

type Field = Partial<ParamsOf<'List.CreateCustomField'>>
const badFields: readonly [given: Field, refusal: RefusalName][] = [
  [{ FieldName: null }, 'InvalidFieldName'],
  [{ FieldName: '  ' }, 'InvalidFieldName'],
  [{ FieldName: '[,=]' }, 'InvalidFieldName'],
  [{ FieldName: 'a\nb' }, 'InvalidFieldName'],
  [{ FieldName: 'x'.repeat(101) }, 'InvalidFieldName'],
  [{ FieldName: 'E mail' }, 'InvalidFieldName'],
  [{ FieldName: 'First Name' }, 'InvalidFieldName'],
  [{ FieldName: 'unsubscribe' }, 'InvalidFieldName'],
  [{ FieldName: 'Taken Key' }, 'FieldKeyExists'],
  [{ FieldName: 'takenkey' }, 'FieldKeyExists'],
  [{ FieldName: '[TakenKey]' }, 'FieldKeyExists'],
  [{ DataType: null }, 'InvalidDataType'],
  [{ DataType: '' }, 'InvalidDataType'],
  [{ DataType: 'text' }, 'InvalidDataType'],
  [{ DataType: 'Float' }, 'InvalidDataType'],
  [{ DataType: 'Text', Options: 'a||b' }, 'OptionsNotAllowed'],
  [{ DataType: 'Number', Options: 'a' }, 'OptionsNotAllowed'],
  [{ DataType: 'Date', Options: 'a' }, 'OptionsNotAllowed'],
  [{ DataType: 'Country', Options: 'a' }, 'OptionsNotAllowed'],
  [{ DataType: 'USState', Options: 'a' }, 'OptionsNotAllowed'],
  [{ DataType: 'MultiSelectOne' }, 'OptionsRequired'],
  [{ DataType: 'MultiSelectMany', Options: ' || ||' }, 'OptionsRequired'],
  [{ DataType: 'MultiSelectOne', Options: 'a\nb' }, 'InvalidCharacters'],
  [{ DataType: 'MultiSelectOne', Options: 'x'.repeat(251) }, 'ValueTooLong'],
  [{ DataType: 'MultiSelectOne', Options: Array.from({ length: 501 }, (_, n) => n).join('||') }, 'ValueTooLong'],
]

test('bad custom fields are refused and nothing is written', async () => {
  const list = await fresh('Bad fields')
  await call('List.CreateCustomField', { ...ofList(list), FieldName: 'Taken Key', DataType: 'Text' })
  for (const [given, refusal] of badFields)
    await refused('List.CreateCustomField', { ...ofList(list), FieldName: 'Fine', DataType: 'Text', ...given }, refusal)
})

test('a list has a bounded number of fields, also when they come at once', async () => {
  const list = await fresh('Full')
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    select ${list.clientId}, ${list.listId}, 'f' || n, 'f' || n, 'Text', n from generate_series(1, ${mostCustomFields - 2}::int) n`
  const create = (FieldName: string) => call('List.CreateCustomField', { ...ofList(list), FieldName, DataType: 'Text' })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'a'].map(create))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
  await refused(
    'List.CreateCustomField',
    { ...ofList(list), FieldName: 'more', DataType: 'Text' },
    'TooManyCustomFields',
  )
  assert.equal((await readCustomFields(db, list)).length, mostCustomFields)
})

test('a deleted field takes its values with it, and those of no other field or list', async () => {
  const [list, untouched] = [await fresh('Values'), await fresh('Values kept')]
  for (const each of [list, untouched]) {
    for (const FieldName of ['Zip Code', 'City'])
      await call('List.CreateCustomField', { ...ofList(each), FieldName, DataType: 'Text' })
    await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at, fields)
      values (${each.clientId}, ${each.listId}, 'a@x.example', 'a@x.example', 'Active', now(), now(),
        ${db.json({ ZipCode: '10115', City: 'Berlin' })})`
  }
  const fields = async (each: ListRef) =>
    (await db`select fields from subscribers where list_id = ${each.listId}`)[0]!.fields
  for (const Key of [null, '', '[]', 'Street', '[Zip Code]', '[[ZipCode]]', '%'])
    await refused('List.DeleteCustomField', { ...ofList(list), Key }, 'InvalidKey')
  await call('List.DeleteCustomField', { ...ofList(list), Key: '[zipcode]' })
  assert.deepEqual(await fields(list), { City: 'Berlin' })
  assert.deepEqual(await fields(untouched), { ZipCode: '10115', City: 'Berlin' })
  await refused('List.DeleteCustomField', { ...ofList(list), Key: '[ZipCode]' }, 'InvalidKey')
  await call('List.DeleteCustomField', { ...ofList(list), Key: ' City ' })
  assert.deepEqual(await fields(list), {})
  assert.deepEqual(await call('List.GetCustomFields', ofList(list)), [])
})

test('the counts of a list are the 24 of its states and periods', async () => {
  const list = await fresh('Counted')
  await recordTransitions(db, [
    { ...list, from: null, to: 'Active', count: 10 },
    { ...list, from: 'Active', to: 'Unsubscribed', count: 3 },
    { ...list, from: 'Active', to: 'Bounced', count: 2 },
    { ...list, from: 'Active', to: 'Deleted', count: 1 },
  ])
  await db`
    insert into list_days (client_id, list_id, day, active, unsubscribed, bounced, deleted)
    values (${list.clientId}, ${list.listId}, (now() at time zone ${list.timeZone})::date - 1, 100, 200, 300, 400)`
  const stats = await call('List.GetStats', { ApiKey: world.clientKey, ListID: list.listPublicId })
  assert.deepEqual(
    [stats.TotalActiveSubscribers, stats.TotalUnsubscribes, stats.TotalBounces, stats.TotalDeleted],
    [4, 3, 2, 1],
  )
  assert.deepEqual(
    [stats.NewActiveSubscribersToday, stats.UnsubscribesToday, stats.BouncesToday, stats.DeletedToday],
    [10, 3, 2, 1],
  )
  assert.deepEqual(
    [stats.NewActiveSubscribersYesterday, stats.UnsubscribesYesterday, stats.BouncesYesterday, stats.DeletedYesterday],
    [100, 200, 300, 400],
  )
})

const operations = [
  'List.Update',
  'List.GetDetail',
  'List.Delete',
  'List.CreateCustomField',
  'List.DeleteCustomField',
  'List.GetCustomFields',
  'List.GetStats',
] as const

test('another account’s or client’s list is as unknown as one that never was', async () => {
  const siblings = await seedList(db, sibling, 'Of the sibling')
  const valid = { Title: 'x', FieldName: 'x', DataType: 'Text', Key: 'x' }
  for (const name of operations) {
    for (const ListID of [null, '', 'x', '0'.repeat(32), `${world.list.listPublicId}0`, other.list.listPublicId])
      await refused(name, { ...valid, ApiKey: world.accountKey, ListID }, 'InvalidListId')
    for (const ListID of [siblings.listPublicId, other.list.listPublicId])
      await refused(name, { ...valid, ApiKey: world.clientKey, ListID }, 'InvalidListId')
    await refused(name, { ...valid, ApiKey: null, ListID: world.list.listPublicId }, 'InvalidApiKey')
  }
  for (const ClientID of [null, '', 'x', '0'.repeat(32), other.client.clientPublicId])
    await refused('List.Create', { ...valid, ApiKey: world.accountKey, ClientID }, 'InvalidClientId')
  await refused(
    'List.Create',
    { ...valid, ApiKey: world.clientKey, ClientID: sibling.clientPublicId },
    'InvalidClientId',
  )
})

test('a client’s login changes lists only with the right to manage subscribers', async () => {
  const ids = { ApiKey: world.clientKey, ListID: world.list.listPublicId, ClientID: world.client.clientPublicId }
  await db`update clients set access_level = 1 where id = ${world.client.clientId}`
  for (const name of [
    'List.Create',
    'List.Update',
    'List.Delete',
    'List.CreateCustomField',
    'List.DeleteCustomField',
  ] as const)
    await refused(name, { ...ids, Title: 'x', FieldName: 'x', DataType: 'Text', Key: 'x' }, 'AccessDenied')
  assert.equal((await call('List.GetDetail', ids)).ListID, ids.ListID)
  await call('List.GetStats', ids)
  await db`update clients set access_level = 63 where id = ${world.client.clientId}`
})

test('options of a list are those that were set, and an opt-out goes by them', async () => {
  const list = await fresh('With options')
  assert.deepEqual(await call('List.GetOptions', ofList(list)), {
    UnsubscribeScope: 'List',
    Tracking: 'Always',
    Language: 'en',
  })
  const options = { UnsubscribeScope: 'Client', Tracking: 'Consent', Language: ' De-AT ' } as const
  await call('List.SetOptions', { ...ofList(list), ...options })
  const stored = { ...options, Language: 'de' }
  assert.deepEqual(await call('List.GetOptions', ofList(list)), stored)
  for (const Language of [null, '', 'xx', 'de_AT', 'x'.repeat(1000)])
    await refused(
      'List.SetOptions',
      { ...ofList(list), UnsubscribeScope: 'List', Tracking: 'Never', Language },
      'InvalidLanguage',
    )
  assert.deepEqual(await call('List.GetOptions', ofList(list)), stored)
  // the historical settings leave them alone
  await call('List.Update', {
    ...ofList(list),
    Title: 'With options',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  assert.deepEqual(await call('List.GetOptions', ofList(list)), stored)
})
