import assert from 'node:assert/strict'
import { test } from 'node:test'
import { member, place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seed, seedList } from '../../test/harness/seed.ts'
import type { OperationName } from '../contract/operations.ts'
import { Refusal, type RefusalName } from '../contract/refusals.ts'
import type { ListRef } from '../domain/access/access.ts'
import { readSubscribersSince } from '../domain/subscribers/rosters.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { clients } from './clients.ts'
import { subscribers } from './subscribers.ts'

const { db, world, other, call, refused } = await operationsTest({ ...subscribers, ...clients }, db => ({
  subscriptions: subscriptions(db),
}))

const targetOf = (list: ListRef) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const fresh = (title: string, confirmOptIn = false) => seedList(db, world.client, title, confirmOptIn)

async function withFields(title: string): Promise<ListRef> {
  const list = await fresh(title)
  await db`insert into custom_fields (client_id, list_id, key, name, data_type, options, position) values
    (${list.clientId}, ${list.listId}, 'City', 'City', 'Text', '{}', 2),
    (${list.clientId}, ${list.listId}, 'Likes', 'Likes', 'MultiSelectMany', '{Cats,Dogs}', 1),
    (${list.clientId}, ${list.listId}, 'Home', 'Home', 'Country', '{}', 3),
    (${list.clientId}, ${list.listId}, 'Born', 'Born', 'Date', '{}', 4)`
  return list
}

const address = 'ann@x.example'
const everyOperation: readonly (readonly [OperationName, object])[] = [
  ['Subscriber.Add', { Email: address, Name: 'Ann' }],
  ['Subscriber.AddAndResubscribe', { Email: address, Name: 'Ann' }],
  ['Subscriber.AddWithCustomFields', { Email: address, Name: 'Ann', CustomFields: [] }],
  ['Subscriber.AddAndResubscribeWithCustomFields', { Email: address, Name: 'Ann', CustomFields: [] }],
  ['Subscriber.AddWithMobileNumber', { Email: address, Name: 'Ann', MobileNumber: '+12025550123' }],
  ['Subscriber.AddAndResubscribeWithMobileNumber', { Email: address, Name: 'Ann', MobileNumber: '+12025550123' }],
  ['Subscriber.Unsubscribe', { Email: address }],
  ['Subscriber.GetHistory', { Email: address }],
  ['Subscribers.GetActive', { Date: '2000-01-01' }],
  ['Subscribers.GetUnsubscribed', { Date: '2000-01-01' }],
  ['Subscribers.GetBounced', { Date: '2000-01-01' }],
  ['Subscribers.GetSingleSubscriber', { EmailAddress: address }],
  ['Subscribers.GetIsSubscribed', { Email: address }],
]

for (const [name, params] of everyOperation) {
  test(`${name} is refused with a foreign, deleted, unknown or malformed list, a wrong key, and a level without the right`, async () => {
    const key = { ApiKey: world.accountKey }
    await place(db, other.list, 'Active', { address: `${name.toLowerCase()}@x.example` })
    await refused(name, { ...key, ...params, ListID: other.list.listPublicId }, 'InvalidListId')
    await refused(name, { ...key, ...params, ListID: '0'.repeat(32) }, 'InvalidListId')
    await refused(name, { ...key, ...params, ListID: 'nonsense' }, 'InvalidListId')
    await refused(name, { ...key, ...params, ListID: null }, 'InvalidListId')
    const deleted = await fresh(`Deleted ${name}`)
    await db`update lists set deleted_at = now() where id = ${deleted.listId}`
    await refused(name, { ...key, ...params, ListID: deleted.listPublicId }, 'InvalidListId')
    await refused(name, { ...targetOf(world.list), ...params, ApiKey: '0'.repeat(32) }, 'InvalidApiKey')
    const reader = await seed(db, { accessLevel: 1 })
    await refused(name, { ...params, ApiKey: reader.clientKey, ListID: reader.list.listPublicId }, 'AccessDenied')
  })
}

const badInput: readonly (readonly [name: OperationName, params: object, refusal: RefusalName])[] = [
  ['Subscriber.Add', { Email: 'nonsense', Name: '' }, 'InvalidEmail'],
  ['Subscriber.Add', { Email: 'a@x.example\r\nTo: b', Name: '' }, 'InvalidEmail'],
  ['Subscriber.Add', { Email: `${'a'.repeat(1_000_000)}@x.example`, Name: '' }, 'InvalidEmail'],
  ['Subscriber.AddWithMobileNumber', { Email: address, Name: '', MobileNumber: '0151 12345678' }, 'InvalidMobileNumber'],
  ['Subscriber.Unsubscribe', { Email: '' }, 'InvalidEmail'],
  ['Subscriber.Unsubscribe', { Email: 'absent@x.example' }, 'NotInList'],
  ['Subscribers.GetSingleSubscriber', { EmailAddress: 'nonsense' }, 'InvalidEmail'],
  ['Subscribers.GetActive', { Date: null }, 'InvalidDate'],
  ['Subscribers.GetActive', { Date: '' }, 'InvalidDate'],
  ['Subscribers.GetUnsubscribed', { Date: 'yesterday' }, 'InvalidDate'],
  ['Subscribers.GetBounced', { Date: '2023-02-30 00:00:00' }, 'InvalidDate'],
  ['Subscribers.GetBounced', { Date: "2023-02-20'; drop table subscribers; --" }, 'InvalidDate'],
] // biome-ignore format: a table reads by its rows

for (const [name, params, refusal] of badInput) {
  test(`${name} of ${JSON.stringify(params).slice(0, 60)} is refused with ${refusal}`, async () => {
    await refused(name, { ...targetOf(world.list), ...params }, refusal)
  })
}

test('over JSON a custom field the list does not have is refused and nothing is written; the historical wires ignore it', async () => {
  const list = await withFields('Strict')
  const CustomFields = [
    { Key: 'City', Value: 'Ulm' },
    { Key: 'Town', Value: 'Ulm' },
  ]
  const entry = { ...targetOf(list), Email: 'strict@x.example', Name: '', CustomFields }
  for (const name of ['Subscriber.AddWithCustomFields', 'Subscriber.AddAndResubscribeWithCustomFields'] as const) {
    await refused(name, entry, 'InvalidKey', { wire: 'json' })
    for (const wire of ['soap11', 'soap12'] as const) {
      await call(name, { ...entry, Email: `${wire}@x.example` }, { wire })
      const { CustomFields: kept } = await call('Subscribers.GetSingleSubscriber', {
        ...targetOf(list),
        EmailAddress: `${wire}@x.example`,
      })
      assert.deepEqual(kept, [{ Key: 'City', Value: 'Ulm' }])
    }
  }
})

for (const [given, detail] of [
  [null, 'ListID is missing.'],
  ['', 'ListID is missing.'],
  [' ', 'ListID is missing.'],
  ['x', undefined],
  ['0'.repeat(32), undefined],
] as const)
  test(`the refusal of the ListID ${JSON.stringify(given)} says ${detail ?? 'nothing about its existence'}`, async () => {
    await assert.rejects(
      call('Subscribers.GetIsSubscribed', { ApiKey: world.accountKey, ListID: given, Email: address }),
      error => error instanceof Refusal && error.refusal === 'InvalidListId' && error.detail === detail,
    )
  })

test('a call without a key reads that it is missing', async () => {
  const ask = (ApiKey: string | null) => call('Subscribers.GetIsSubscribed', { ...targetOf(world.list), ApiKey })
  for (const [key, detail] of [
    [null, 'The API key is missing.'],
    ['', 'The API key is missing.'],
    ['x', undefined],
  ] as const)
    await assert.rejects(
      ask(key),
      error => error instanceof Refusal && error.refusal === 'InvalidApiKey' && error.detail === detail,
    )
})

test('the whole life of a subscriber, by its operations', async () => {
  const list = await withFields('A life')
  const single = () => call('Subscribers.GetSingleSubscriber', { ...targetOf(list), EmailAddress: ' Zoe@x.example' })
  const isSubscribed = () => call('Subscribers.GetIsSubscribed', { ...targetOf(list), Email: 'ZOE@x.example' })
  assert.deepEqual(await single(), {})
  assert.equal(await isSubscribed(), 'False')

  assert.equal(await call('Subscriber.Add', { ...targetOf(list), Email: 'Zoe@x.example', Name: 'Zoe' }), undefined)
  assert.equal(await isSubscribed(), 'True')
  await call('Subscriber.AddWithCustomFields', {
    ...targetOf(list),
    Email: 'zoe@x.example',
    Name: 'Zoë',
    CustomFields: [
      { Key: 'City', Value: 'Ulm' },
      { Key: '[Likes]', Value: 'Dogs' },
      { Key: 'Likes', Value: 'Cats' },
      { Key: 'Home', Value: 'Germany' },
      { Key: 'Born', Value: '1990-02-28' },
    ],
  })
  const { Date: date, ...known } = await single()
  assert.match(date!, /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  assert.deepEqual(known, {
    EmailAddress: 'Zoe@x.example',
    Name: 'Zoë',
    State: 'Active',
    CustomFields: [
      { Key: 'Likes', Value: 'Cats' },
      { Key: 'Likes', Value: 'Dogs' },
      { Key: 'City', Value: 'Ulm' },
      { Key: 'Home', Value: 'Germany' },
      { Key: 'Born', Value: '1990-02-28' },
    ],
  })
  assert.deepEqual(await call('Subscribers.GetActive', { ...targetOf(list), Date: '2000-01-01' }), [
    { ...known, Date: date },
  ])

  await call('Subscriber.Unsubscribe', { ...targetOf(list), Email: 'zoe@x.example' })
  assert.equal(await isSubscribed(), 'False')
  await refused('Subscriber.Add', { ...targetOf(list), Email: 'zoe@x.example', Name: '' }, 'IsUnsubscribed')
  await refused('Subscriber.Unsubscribe', { ...targetOf(list), Email: 'zoe@x.example' }, 'NotInList')
  assert.deepEqual(await call('Subscribers.GetActive', { ...targetOf(list), Date: '2000-01-01' }), [])
  const [gone] = await call('Subscribers.GetUnsubscribed', { ...targetOf(list), Date: '2000-01-01' })
  assert.equal(gone?.State, 'Unsubscribed')

  await call('Subscriber.AddAndResubscribeWithCustomFields', {
    ...targetOf(list),
    Email: 'zoe@x.example',
    Name: '',
    CustomFields: [{ Key: 'City', Value: 'Bonn' }],
  })
  const back = await single()
  assert.deepEqual([back.State, back.Name, back.CustomFields], ['Active', 'Zoë', [{ Key: 'City', Value: 'Bonn' }]])
  await call('Subscriber.AddWithMobileNumber', {
    ...targetOf(list),
    Email: 'zoe@x.example',
    Name: '',
    MobileNumber: '+12025550123',
  })
  await call('Subscriber.AddAndResubscribe', { ...targetOf(list), Email: 'zoe@x.example', Name: '' })
  assert.equal((await member(db, list, 'zoe@x.example'))?.mobileNumber, '+12025550123')
})

test('the history of a change by operation names login, wire and address', async () => {
  await call(
    'Subscriber.Add',
    { ...targetOf(world.list), Email: 'evidence@x.example', Name: '' },
    { wire: 'soap12', remote: '198.51.100.7' },
  )
  const [row] = await db`
    select h.evidence, l.id as login_id from subscriber_history h join subscribers s on s.id = h.subscriber_id
    join logins l on l.account_id = ${world.accountId} and l.client_id is null
    where s.address = 'evidence@x.example'`
  assert.deepEqual(row!.evidence, { by: 'api', wire: 'soap12', remote: '198.51.100.7', loginId: row!.loginId })
})

test('dates are the client’s: what comes strictly after the moment given, in the order it happened', async () => {
  const list = await fresh('Dates') // Europe/Berlin: two hours ahead in summer, one in winter
  const at = (address: string, time: string) => place(db, list, 'Bounced', { address, name: '', at: new Date(time) })
  await at('summer@x.example', '2024-07-01T10:00:00Z')
  await at('later@x.example', '2024-07-01T10:00:01Z')
  await at('winter@x.example', '2024-01-01T11:00:00Z')
  const since = async (moment: string) =>
    (await call('Subscribers.GetBounced', { ...targetOf(list), Date: moment })).map(
      row => `${row.EmailAddress} ${row.Date}`,
    )
  const [winter, summer, later] = [
    'winter@x.example 2024-01-01 12:00:00',
    'summer@x.example 2024-07-01 12:00:00',
    'later@x.example 2024-07-01 12:00:01',
  ]
  assert.deepEqual(await since('2024-01-01 11:59:59'), [winter, summer, later])
  assert.deepEqual(await since('2024-01-01 12:00:00'), [summer, later])
  assert.deepEqual(await since('2024-07-01 12:00:00'), [later])
  assert.deepEqual(await since('2024-07-01 12:00:01'), [])
  assert.deepEqual(await since('2024-07-01'), [summer, later])
  assert.deepEqual(await since(' 2024-07-01 '), [summer, later])
})

test('a list read in pages is complete, without repetitions and in order, though thousands share a moment', async () => {
  const list = await fresh('Pages')
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${list.clientId}, ${list.listId}, 'p' || n || '@x.example', 'p' || n || '@x.example', 'Active',
      timestamptz '2024-05-05 05:05:05.123456Z' + make_interval(secs => (n * 7919 % 2500) / 1000 * 0.000001), now()
    from generate_series(1, 2500) n`
  const expected = (
    await db<{ email: string }[]>`select email from subscribers where list_id = ${list.listId} order by state_at, id`
  ).map(({ email }) => email)
  for (const limit of [1, 7, 1000, 2499, 2500, 2501]) {
    const seen: string[] = []
    for await (const row of await readSubscribersSince(db, list, 'Active', '2024-01-01', { limit }))
      seen.push(row.EmailAddress!)
    assert.deepEqual(seen, expected, `in pages of ${limit}`)
    if (limit === 1) assert.equal(seen.length, 2500)
  }
})

test('a subscriber who changes state while a list is read is returned once, and a reader who stops early ends the query', async () => {
  const list = await fresh('Moving')
  for (let n = 0; n < 10; n++)
    await place(db, list, 'Active', { address: `mv${n}@x.example`, at: new Date(2024, 1, 1, 0, n) })
  const seen: string[] = []
  for await (const row of await readSubscribersSince(db, list, 'Active', '2000-01-01', { limit: 3 })) {
    seen.push(row.EmailAddress!)
    if (seen.length === 2) await call('Subscriber.Unsubscribe', { ...targetOf(list), Email: 'mv9@x.example' })
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 9 }, (_, n) => `mv${n}@x.example`),
  )
  for await (const row of await readSubscribersSince(db, list, 'Active', '2000-01-01', { limit: 3 })) {
    assert.equal(row.EmailAddress, 'mv0@x.example')
    break
  }
})

test('a page of a list is read from its index, not by going through the list', async () => {
  const list = await fresh('Explained')
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${list.clientId}, ${list.listId}, 'e' || n || '@x.example', 'e' || n || '@x.example', 'Active',
      timestamptz '2024-01-01Z' + make_interval(secs => n), now()
    from generate_series(1, 20000) n`
  const explained = async (statement: string) =>
    (await db.unsafe(`explain ${statement}`)).map(row => Object.values(row)[0]).join('\n')
  // without statistics and with them
  for (const prepare of [async () => {}, async () => void (await db`analyze subscribers`)]) {
    await prepare()
    const page = await explained(`select email from subscribers
      where client_id = ${list.clientId} and list_id = ${list.listId} and state = 'Active'
        and (state_at, id) > (timestamptz '2024-01-01 05:00Z', 0::bigint) order by state_at, id limit 1000`)
    assert.match(page, /Index Scan using subscribers_state/)
    assert.match(page, /Index Cond: .*state_at/)
    assert.doesNotMatch(page, /Sort/)
    const lookUp = await explained(`select s.state
      from unnest(array[${list.clientId}, ${list.clientId}]::bigint[], array[${list.listId}, ${list.listId}]::bigint[],
        array['e1@x.example', 'e2@x.example']) as k (client_id, list_id, address)
      join subscribers s on s.client_id = k.client_id and s.list_id = k.list_id and s.address = k.address`)
    assert.match(lookUp, /Index (Only )?Scan using subscribers_address/)
    assert.match(lookUp, /Index Cond: .*client_id.*address.*list_id/)
  }
})

test('a history has every change with its proof, oldest first', async () => {
  const list = await fresh('With a history')
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${list.clientId}, 'Proof', 'x', 'x', 'x', 'x', 'x', 'x') returning id, public_id`
  const Email = 'proof@x.example'
  const subject = subscriptions(db)
  await call('Subscriber.Add', { ...targetOf(list), Email, Name: '' })
  const { id } = (await member(db, list, Email))!
  const agent = 'Mozilla/5.0 <b>'
  const evidence = { by: 'one-click', remote: '192.0.2.7', agent, campaignId: campaign!.id as number, number: 3 }
  await subject.unsubscribeMember(list, list.listId, id, evidence)
  await subject.undo({
    client: list,
    listId: list.listId,
    subscriberId: id,
    cause: 'undone',
    evidence: { ...evidence, by: 'page', detail: 'preferences' },
  })
  const rows = (await call('Subscriber.GetHistory', {
    ...targetOf(list),
    Email: ` ${Email.toUpperCase()} `,
  })) as Record<string, string>[]
  for (const row of rows) assert.match(row.Date!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const proof = {
    Username: '',
    Wire: '',
    RemoteAddress: '192.0.2.7',
    Agent: agent,
    CampaignID: campaign!.publicId as string,
  }
  assert.deepEqual(
    rows.map(({ Date: _, Wire, RemoteAddress, ...row }) => ({ ...row, Wire, RemoteAddress })),
    [
      {
        FromState: '',
        ToState: 'Active',
        Cause: 'added',
        By: 'api',
        Username: rows[0]!.Username,
        Wire: rows[0]!.Wire,
        RemoteAddress: rows[0]!.RemoteAddress,
        Agent: '',
        CampaignID: '',
        Detail: '',
      },
      { FromState: 'Active', ToState: 'Unsubscribed', Cause: 'unsubscribed', By: 'one-click', ...proof, Detail: '' },
      { FromState: 'Unsubscribed', ToState: 'Active', Cause: 'undone', By: 'page', ...proof, Detail: 'preferences' },
    ],
  )
  assert.match(rows[0]!.Username!, /^admin\d+$/)
  assert.notEqual(rows[0]!.Wire, '')
  assert.deepEqual(await call('Subscriber.GetHistory', { ...targetOf(list), Email: 'absent@x.example' }), [])
})

test('the history of a member shows suppressions of its address and their end, and nothing about others', async () => {
  const list = await seedList(db, world.client, 'Suppressed now and then')
  const other = await seed(db)
  const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
  const Email = 'mind.changed@x.example'
  await call('Client.AddSuppression', { ...client, EmailAddress: Email })
  await call('Client.AddSuppression', { ...client, EmailAddress: 'another.person@x.example' })
  await call('Client.AddSuppression', {
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
    EmailAddress: Email,
  })
  const history = async () =>
    ((await call('Subscriber.GetHistory', { ...targetOf(list), Email })) as Record<string, string>[]).map(
      ({ FromState, ToState, Cause, By, Username }) => [FromState, ToState, Cause, By, Username!.replace(/\d+$/, '')],
    )
  assert.deepEqual(await history(), [], 'no member yet')
  await call('Client.RemoveSuppression', { ...client, EmailAddress: Email, Deliberately: false })
  await call('Subscriber.Add', { ...targetOf(list), Email, Name: '' })
  await call('Client.AddSuppression', { ...client, EmailAddress: Email })
  await call('Client.AddSuppression', { ...client, EmailAddress: Email })
  assert.deepEqual(await history(), [
    ['', '', 'suppressed: manual', 'api', 'admin'],
    ['', '', 'suppression lifted: manual', 'api', 'admin'],
    ['', 'Active', 'added', 'api', 'admin'],
    ['Active', 'Active', 'suppressed: manual', 'api', 'admin'],
  ])
})
