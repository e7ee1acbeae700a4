import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { place } from '../../test/harness/members.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { serveWeb, type TestWeb } from '../../test/harness/web.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { contentTasksHere } from '../delivery/content/tasks.ts'
import { planDueCampaign } from '../delivery/planning/plan.ts'
import type { CampaignRef, ListRef } from '../domain/access/access.ts'
import { mostRules } from '../domain/segments/flat.ts'
import { mostSegments } from '../domain/segments/names.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { createLog } from '../lib/log.ts'
import { countMembers } from '../store/campaigns/audience.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { sending } from './campaigns/sending.ts'
import { clients } from './clients.ts'
import { lists } from './lists.ts'
import { segments } from './segments.ts'

type Rule = NonNullable<NonNullable<ParamsOf<'Segment.Create'>['Rules']>[number]>
type Operator = Rule['Operator']

let database: TestDatabase
let web: TestWeb
let world: World
let call: Caller['call']
let refused: Caller['refused']
/** Runs while a page is fetched. */
let meanwhile = async () => {}

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  web = await serveWeb({ '/page': { body: '<p>News</p><unsubscribe>Unsubscribe</unsubscribe>' } })
  const guarded = guardedFetch({ allowPrivate: true, userAgent: 'test' })
  const fetch: typeof guarded = async (...args) => {
    await meanwhile()
    return guarded(...args)
  }
  ;({ call, refused } = caller(database.db, { ...segments, ...campaigns, ...clients, ...lists, ...sending }, { fetch }))
  await fill(world.list)
})
after(async () => {
  await web.close()
  await database.drop()
})

const fields = [
  ['City', 'Text', ''],
  ['Score', 'Number', ''],
  ['Born', 'Date', ''],
  ['Flower', 'MultiSelectOne', 'Rose||Tulip||Löwenzahn'],
  ['Colours', 'MultiSelectMany', 'Red||Blue||Dark Blue||Grün'],
] as const

/** Gives a list its custom fields and members. */
async function fill(list: ListRef) {
  const { db } = database
  for (const [FieldName, DataType, Options] of fields)
    await call('List.CreateCustomField', { ...targetOf(list), FieldName, DataType, Options })
  await place(db, list, 'Active', {
    address: 'ada@x.example',
    name: 'Ada Lovelace',
    fields: { City: 'Köln', Score: '5', Born: '1990-03-20', Flower: 'Tulip', Colours: ['Red', 'Dark Blue'] },
  })
  await place(db, list, 'Active', {
    address: 'ben@x.example',
    name: 'Ben',
    // as a Mac composes it
    fields: { City: 'Ko\u0308ln am Rhein', Flower: 'Löwenzahn', Colours: ['Grün'] },
  })
  await place(db, list, 'Active', { address: 'cleo@y.example', name: '', fields: { City: 'Berlin', Colours: [] } })
  const { subscriberId } = await place(db, list, 'Active', { address: 'dora@xn--bcher-kva.example', name: '花子' })
  await db`update subscribers set email = 'Dora@Bücher.example' where id = ${subscriberId}`
  await place(db, list, 'Unsubscribed', { address: 'left@x.example', name: 'Ada Left', fields: { City: 'Köln' } })
  await place(db, list, 'Bounced', { address: 'gone@x.example', fields: {} })
}

const targetOf = (list: ListRef) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const rule = (Field: string | null, Operator: Operator, Value: string | null = null): Rule => ({
  Field,
  Operator,
  Value,
})

let named = 0
async function create(list: ListRef, Rules: readonly Rule[], Name = `Segment ${++named}`) {
  await call('Segment.Create', { ...targetOf(list), Name, Rules })
  return Name
}

async function draftTo(list: ListRef, segment: string): Promise<CampaignRef> {
  const { db } = database
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${list.clientId}, ${`To ${list.listId} ${segment}`}, 'S', 'F', 'f@x.example', 'f@x.example', 'http://x.example/', '<p>x</p>')
    returning id, public_id`
  await db`
    insert into campaign_lists (client_id, campaign_id, list_id, segment)
    values (${list.clientId}, ${row!.id}, ${list.listId}, ${segment})`
  return { ...list, campaignId: row!.id as number, campaignPublicId: row!.publicId as string }
}

const sendOrder = ({ campaignPublicId }: CampaignRef) => ({
  ApiKey: world.accountKey,
  CampaignID: campaignPublicId,
  ConfirmationEmail: 'boss@x.example',
  SendDate: 'Immediately',
})

async function audienceOf({ campaignId }: CampaignRef): Promise<readonly string[]> {
  await planDueCampaign({ db: database.db, log: createLog('silent'), contentTasks: contentTasksHere }, new Date())
  const rows = await database.db`select address from audience where campaign_id = ${campaignId} order by number`
  return rows.map(row => (row.address as string).split('@')[0]!)
}

const chosen: readonly (readonly [rules: readonly Rule[], members: readonly string[]])[] = [
  [[rule('Email', 'Equals', 'ADA@X.example')], ['ada']],
  [[rule('email', 'Equals', 'dora@bücher.example')], ['dora']],
  [[rule('Email', 'Equals', 'dora@xn--bcher-kva.EXAMPLE')], ['dora']],
  [[rule('Email', 'NotEquals', 'DORA@BÜCHER.example')], ['ada', 'ben', 'cleo']],
  [[rule('Email', 'Contains', '@x.')], ['ada', 'ben']],
  [[rule('Email', 'Contains', 'BÜCHER')], ['dora']],
  [[rule('Email', 'NotContains', 'x.example')], ['cleo', 'dora']],
  [[rule('Email', 'IsSet')], ['ada', 'ben', 'cleo', 'dora']],
  [[rule('Email', 'IsNotSet')], []],
  [[rule('[Name]', 'Equals', 'ada lovelace')], ['ada']],
  [[rule('Name', 'NotEquals', 'Ben')], ['ada', 'cleo', 'dora']],
  [[rule('Name', 'Contains', '花')], ['dora']],
  [[rule('Name', 'NotContains', 'a')], ['ben', 'cleo', 'dora']],
  [[rule('Name', 'IsSet')], ['ada', 'ben', 'dora']],
  [[rule('Name', 'IsNotSet', '')], ['cleo']],
  [[rule('Name', 'Contains', "' or true --")], []],
  [[rule('City', 'Equals', 'KÖLN')], ['ada']],
  [[rule('[City]', 'Equals', 'Ko\u0308ln')], ['ada']],
  [[rule('[cITY]', 'NotEquals', 'Köln')], ['ben', 'cleo', 'dora']],
  [[rule(' City ', 'Contains', ' öln ')], ['ada', 'ben']],
  [[rule('City', 'Contains', '%')], []],
  [[rule('City', 'NotContains', 'ÖLN')], ['cleo', 'dora']],
  [[rule('City', 'IsSet')], ['ada', 'ben', 'cleo']],
  [[rule('City', 'IsNotSet')], ['dora']],
  [[rule('Score', 'Equals', '5')], ['ada']],
  [[rule('Born', 'Equals', '1990-03-20 00:00:00')], ['ada']],
  [[rule('Born', 'Contains', '-03-')], ['ada']],
  [[rule('Flower', 'Equals', 'LÖWENZAHN')], ['ben']],
  [[rule('Flower', 'NotEquals', 'tulip')], ['ben', 'cleo', 'dora']],
  [[rule('Colours', 'Equals', 'dark blue')], ['ada']],
  [[rule('Colours', 'Equals', 'Blue')], []],
  [[rule('Colours', 'Contains', 'blue')], ['ada']],
  [[rule('Colours', 'NotEquals', 'Red')], ['ben', 'cleo', 'dora']],
  [[rule('Colours', 'NotContains', 'r')], ['cleo', 'dora']],
  [[rule('Colours', 'IsSet')], ['ada', 'ben']],
  [[rule('Colours', 'IsNotSet')], ['cleo', 'dora']],
  [[rule('City', 'Contains', 'öln'), rule('Name', 'IsSet'), rule('Colours', 'Equals', 'Grün')], ['ben']],
  [[rule('City', 'IsSet'), rule('City', 'IsNotSet')], []],
]
for (const [rules, members] of chosen) {
  const fact = rules.map(({ Field, Operator, Value }) => `${Field} ${Operator} ${Value ?? ''}`.trim()).join(' and ')
  test(`${fact} has ${members.join(', ') || 'no member'}: counted, and sent to`, async () => {
    const name = await create(world.list, rules)
    assert.equal(await call('Segment.GetCount', { ...targetOf(world.list), Name: name }), members.length)
    const campaign = await draftTo(world.list, name)
    if (members.length === 0) return refused('Campaign.Send', sendOrder(campaign), 'RecipientListsEmpty')
    await call('Campaign.Send', sendOrder(campaign))
    assert.deepEqual(await audienceOf(campaign), members)
  })
}

test('rules come back as they are understood, and the segment is listed with its list', async () => {
  const list = await seedList(database.db, world.client, 'Read back')
  await fill(list)
  const rules = [
    rule(' eMail ', 'NotContains', ' @X.example '),
    rule('colours', 'Equals', 'grün'),
    rule('[born]', 'NotEquals', '1990-03-20 10:00:00'),
    rule('Name', 'IsNotSet'),
  ]
  await create(list, rules, ' Gru\u0308ne ')
  for (const Name of ['Grüne', 'gRÜNE', ' Gru\u0308ne '])
    assert.deepEqual(await call('Segment.GetRules', { ...targetOf(list), Name }), [
      { Field: 'Email', Operator: 'NotContains', Value: '@X.example' },
      { Field: '[Colours]', Operator: 'Equals', Value: 'Grün' },
      { Field: '[Born]', Operator: 'NotEquals', Value: '1990-03-20' },
      { Field: 'Name', Operator: 'IsNotSet', Value: null },
    ])
  const listed = await call('Client.GetSegments', { ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
  assert.deepEqual(
    listed.filter(({ ListID }) => ListID === list.listPublicId),
    [{ ListID: list.listPublicId, Name: 'Grüne' }],
  )
})

const fine = rule('Name', 'IsSet')
const bad: readonly (readonly [given: Partial<ParamsOf<'Segment.Create'>>, refusal: RefusalName])[] = [
  [{ Name: null }, 'SegmentNameEmpty'],
  [{ Name: '' }, 'SegmentNameEmpty'],
  [{ Name: ' \t' }, 'SegmentNameEmpty'],
  [{ Name: 'x'.repeat(101) }, 'ValueTooLong'],
  [{ Name: 'a\r\nb' }, 'InvalidCharacters'],
  [{ Name: 'tAKEN ' }, 'DuplicateSegmentName'],
  [{ Rules: null }, 'SegmentRulesRequired'],
  [{ Rules: [] }, 'SegmentRulesRequired'],
  [{ Rules: Array.from({ length: mostRules + 1 }, () => fine) }, 'TooManySegmentRules'],
  [{ Rules: [fine, null] }, 'InvalidSegmentRule'],
  ...(
    [
      rule(null, 'IsSet'),
      rule('', 'IsSet'),
      rule('[]', 'IsSet'),
      rule('Town', 'IsNotSet'),
      rule('Town', 'NotEquals', 'Bonn'),
      rule('[[City]]', 'IsSet'),
      rule('City" is not null --', 'IsSet'),
      rule('City', 'Equals'),
      rule('City', 'NotEquals', ' '),
      rule('City', 'Contains', ''),
      rule('City', 'NotContains', '\t'),
      rule('City', 'Contains', 'a\nb'),
      rule('City', 'Contains', 'x'.repeat(255)),
      rule('City', 'Equals', 'x'.repeat(251)),
      rule('City', 'IsSet', 'Bonn'),
      rule('City', 'IsNotSet', 'Bonn'),
      rule('Email', 'Equals', 'ada'),
      rule('Email', 'NotEquals', 'ada@x'),
      rule('Score', 'Equals', 'many'),
      rule('Born', 'Equals', '20.3.1990'),
      rule('Born', 'NotEquals', '0000-00-00'),
      rule('Flower', 'NotEquals', 'Orchid'),
      rule('Colours', 'Equals', 'Red||Blue'),
    ] as const
  ).map(wrong => [{ Rules: [fine, wrong] }, 'InvalidSegmentRule'] as const),
]

test('a bad segment is refused and nothing is written', async () => {
  await create(world.list, [fine], 'Taken')
  for (const [given, refusal] of bad)
    await refused('Segment.Create', { ...targetOf(world.list), Name: 'Fine', Rules: [fine], ...given }, refusal)
})

test('the refusal of a rule says which one and why', async () => {
  const rules = [fine, rule('Flower', 'Equals', 'Orchid')]
  await assert.rejects(call('Segment.Create', { ...targetOf(world.list), Name: 'Orchids', Rules: rules }), {
    detail: 'Rule 2: The value of [Flower] (MultiSelectOne) must be one of its options.',
  })
})

test('a name belongs to one list, and is free again once its segment is deleted', async () => {
  const list = await seedList(database.db, world.client, 'Same names')
  await create(world.list, [fine], 'Same')
  await create(list, [fine], 'Same')
  await call('Segment.Delete', { ...targetOf(list), Name: 'sAME' })
  await create(list, [fine], 'SAME')
  assert.deepEqual(await call('Segment.GetRules', { ...targetOf(world.list), Name: 'Same' }), [fine])
})

test('of many that create the same segment at once, one does', async () => {
  const list = await seedList(database.db, world.client, 'Contested')
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(list, [fine], 'Contested')))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.equal(outcome.reason.refusal, 'DuplicateSegmentName')
})

test('rules that many calls add at once are all there', async () => {
  const { ApiKey, ListID } = targetOf(world.list)
  const rule = (Value: string): Rule => ({ Field: 'City', Operator: 'NotEquals', Value })
  const SegmentID = await call('Segment.Add', { ApiKey, ListID, Title: 'Added at once', Rules: [rule('Ulm')] })
  const cities = Array.from({ length: 12 }, (_, n) => `City ${n}`)
  await Promise.all(cities.map(city => call('Segment.AddRules', { ApiKey, SegmentID, Rules: [rule(city)] })))
  const { Rules } = await call('Segment.Read', { ApiKey, SegmentID })
  assert.deepEqual((Rules as Rule[]).map(({ Value }) => Value).sort(), [...cities, 'Ulm'].sort())
  await call('Segment.Remove', { ApiKey, SegmentID })
})

test('a list has so many segments and no more', async () => {
  const list = await seedList(database.db, world.client, 'Full')
  await database.db`
    insert into segments (client_id, list_id, name, rules)
    select ${list.clientId}, ${list.listId}, 'S' || n, '[]' from generate_series(2, ${mostSegments}) n`
  await create(list, [fine], 'Last')
  await refused('Segment.Create', { ...targetOf(list), Name: 'One more', Rules: [fine] }, 'TooManySegments')
})

test('an unknown segment, and one of another list, is refused by every operation', async () => {
  const list = await seedList(database.db, world.client, 'Without')
  await create(world.list, [fine], 'Elsewhere')
  for (const Name of ['Elsewhere', 'Unknown', '', null])
    for (const operation of ['Segment.Delete', 'Segment.GetRules', 'Segment.GetCount'] as const)
      await refused(operation, { ...targetOf(list), Name }, 'UnknownSegment')
})

test("another account's, another client's and a deleted list are unknown", async () => {
  const other = await seed(database.db)
  const deleted = await seedList(database.db, world.client, 'Deleted')
  await create(world.list, [fine], 'Mine')
  await create(deleted, [fine], 'Mine')
  await call('List.Delete', targetOf(deleted))
  const strangers = [
    { ApiKey: other.accountKey, ListID: world.list.listPublicId },
    { ApiKey: other.clientKey, ListID: world.list.listPublicId },
    { ApiKey: world.clientKey, ListID: other.list.listPublicId },
    targetOf(deleted),
  ]
  for (const given of strangers) {
    await refused('Segment.Create', { ...given, Name: 'Theirs', Rules: [fine] }, 'InvalidListId')
    for (const operation of ['Segment.Delete', 'Segment.GetRules', 'Segment.GetCount'] as const)
      await refused(operation, { ...given, Name: 'Mine' }, 'InvalidListId')
  }
})

const created = (
  list: ListRef,
  segment: string,
  name = `Draft to ${segment}`,
): Partial<ParamsOf<'Campaign.Create'>> => ({
  ApiKey: world.accountKey,
  ClientID: world.client.clientPublicId,
  CampaignName: name,
  CampaignSubject: 'News',
  FromName: 'Carla',
  FromEmail: 'carla@client.example',
  ReplyTo: 'carla@client.example',
  HtmlUrl: `${web.url}/page`,
  ListSegments: [{ ListID: list.listPublicId, Name: segment }],
})

test('a segment that a draft or a scheduled campaign goes to stays, until that is deleted or sent', async () => {
  await create(world.list, [rule('Name', 'Contains', 'ada')], 'Wanted')
  const segment = { ...targetOf(world.list), Name: 'Wanted' }
  const CampaignID = await call('Campaign.Create', created(world.list, 'wANTED'))
  await refused('Segment.Delete', segment, 'SegmentInDraft')
  const campaign = { ApiKey: world.accountKey, CampaignID }
  await call('Campaign.Send', { ...campaign, ConfirmationEmail: 'boss@x.example', SendDate: '2099-01-01' })
  await refused('Segment.Delete', segment, 'SegmentInDraft')
  await call('Campaign.Delete', campaign)
  await call('Segment.Delete', segment)
  await refused('Segment.GetCount', segment, 'UnknownSegment')

  await create(world.list, [rule('Name', 'Contains', 'ada')], 'Wanted')
  const sent = await draftTo(world.list, 'Wanted')
  await call('Campaign.Send', sendOrder(sent))
  assert.deepEqual(await audienceOf(sent), ['ada'])
  await call('Segment.Delete', segment)
})

test('a segment deleted while the pages of a draft are fetched is gone, and no draft is made', async () => {
  await create(world.list, [fine], 'Fleeting')
  let deletions = 0
  meanwhile = async () => {
    if (deletions++ === 0) await call('Segment.Delete', { ...targetOf(world.list), Name: 'Fleeting' })
  }
  await assert.rejects(call('Campaign.Create', created(world.list, 'Fleeting')), { refusal: 'InvalidSegments' })
  meanwhile = async () => {}
  assert.ok(deletions > 0)
  assert.equal((await database.db`select 1 from campaigns where name = 'Draft to Fleeting'`).length, 0)
})

test('without the custom field a rule names, a segment has no member and no campaign goes to it; with it again, as before', async () => {
  const list = await seedList(database.db, world.client, 'Losing a field')
  await fill(list)
  const everybodyOnceLost = [
    rule('City', 'NotEquals', 'Köln'),
    rule('City', 'NotContains', 'Köln'),
    rule('City', 'IsNotSet'),
  ]
  const names: string[] = []
  for (const lost of everybodyOnceLost) names.push(await create(list, [rule('Email', 'IsSet'), lost]))
  const scheduled = await draftTo(list, names[0]!)
  await call('Campaign.Send', sendOrder(scheduled))

  await call('List.DeleteCustomField', { ...targetOf(list), Key: '[City]' })
  assert.deepEqual(await audienceOf(scheduled), [])
  const [row] = await database.db`select state from campaigns where id = ${scheduled.campaignId}`
  assert.equal(row!.state, 'paused')
  for (const [index, Name] of names.entries()) {
    assert.equal(await call('Segment.GetCount', { ...targetOf(list), Name }), 0)
    assert.deepEqual(await call('Segment.GetRules', { ...targetOf(list), Name }), [
      rule('Email', 'IsSet'),
      { ...everybodyOnceLost[index], Field: '[City]' },
    ])
    await refused('Campaign.Send', sendOrder(await draftTo(list, Name)), 'InvalidSegments')
  }

  // a plan that read the rules before the field was gone
  const { clientId, listId } = list
  for (const test of ['equals', 'contains', 'known'] as const) {
    const place = { of: 'field', key: 'City' } as const
    const leaf = { is: 'text', place, test, quantity: 'none', values: ['Köln'] } as const
    const needs = [{ kind: 'field', listId, key: 'City' }] as const
    const source = { listId, tree: { listId, tree: { match: 'all', parts: [leaf] }, needs } } as const
    assert.equal(await countMembers(database.db, clientId, { sources: [source], exclusions: [] }, 10), 0)
  }

  await call('List.CreateCustomField', { ...targetOf(list), FieldName: 'CITY', DataType: 'Text', Options: '' })
  await database.db`
    update subscribers set fields = fields || '{"CITY": "Köln"}'
    where list_id = ${list.listId} and address like 'ada@%'`
  assert.equal(await call('Segment.GetCount', { ...targetOf(list), Name: names[0]! }), 3)
})

test('a rule asks for the answer about a purpose, and nothing that no answer is', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'Answers')
  const target = { ApiKey: world.accountKey, ListID: list.listPublicId }
  for (const [name, measuring, hygiene] of [
    ['a', true, null],
    ['b', false, true],
    ['c', null, false],
  ] as const) {
    await place(db, list, 'Active', { address: `${name}@answers.example` })
    await db`
      update subscribers set tracking_consent = ${measuring}, hygiene_consent = ${hygiene}
      where list_id = ${list.listId} and address = ${`${name}@answers.example`}`
  }
  const members = async (...Rules: Rule[]) => {
    await call('Segment.Create', { ...target, Name: 'Answers', Rules })
    const count = await call('Segment.GetCount', { ...target, Name: 'Answers' })
    const stored = await call('Segment.GetRules', { ...target, Name: 'Answers' })
    await call('Segment.Delete', { ...target, Name: 'Answers' })
    return [count, (stored as Rule[]).map(({ Field, Operator, Value }) => `${Field} ${Operator} ${Value}`)]
  }
  const rule = (Field: string, Operator: Operator, Value: string | null) => ({ Field, Operator, Value })
  assert.deepEqual(await members(rule('consent.measuring', 'Equals', 'granted')), [
    1,
    ['Consent.Measuring Equals Granted'],
  ])
  assert.deepEqual(await members(rule('[Consent.Hygiene]', 'NotEquals', 'Denied')), [
    2,
    ['Consent.Hygiene NotEquals Denied'],
  ])
  assert.deepEqual(
    await members(rule('Consent.Measuring', 'Equals', 'Unknown'), rule('Consent.Hygiene', 'Equals', 'DENIED')),
    [1, ['Consent.Measuring Equals Unknown', 'Consent.Hygiene Equals Denied']],
  )
  assert.deepEqual((await members(rule('Consent.Personalising', 'Equals', 'Granted')))[0], 0)
  for (const bad of [
    rule('Consent.Measuring', 'Equals', 'Yes'),
    rule('Consent.Measuring', 'Contains', 'Granted'),
    rule('Consent.Measuring', 'IsSet', null),
    rule('Consent.Selling', 'Equals', 'Granted'),
    rule('Consent', 'Equals', 'Granted'),
  ])
    await refused('Segment.Create', { ...target, Name: 'Bad', Rules: [bad] }, 'InvalidSegmentRule')
})
