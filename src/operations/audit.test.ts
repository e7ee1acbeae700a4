import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey, seedPerson } from '../../test/harness/people.ts'
import { seed } from '../../test/harness/seed.ts'
import { until } from '../../test/harness/until.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { attemptLimit } from '../domain/accounts/logins.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { auditLog } from '../domain/audit/audit-log.ts'
import { signInFailures } from '../domain/audit/sign-in-failures.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { createLog } from '../lib/log.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { dropAuditMonths, insertAuditEntries, type NewAuditEntry } from '../store/accounts/audit-log.ts'
import { makePartitions } from '../store/partitions.ts'
import { auditOperations } from './audit.ts'
import { withEntry } from './audited.ts'
import { clients } from './clients.ts'
import { keyOperations } from './keys.ts'
import { lists } from './lists.ts'
import { subscribers } from './subscribers.ts'
import { userHandlers } from './users.ts'

const handlers = {
  ...auditOperations,
  ...clients,
  ...lists,
  ...subscribers,
  ...keyOperations,
  ...userHandlers(attemptLimit({ most: 4 })),
}
const { db, world, other, call, refused } = await operationsTest(handlers, db => ({
  subscriptions: subscriptions(db),
  log: createLog('silent'),
}))

const ApiKey = world.accountKey
const ClientID = world.client.clientPublicId
const ListID = world.list.listPublicId
const settings = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }

/** Of nothing in particular. */
const plainEntry: NewAuditEntry = {
  ...{ accountId: world.accountId, clientId: null, actorKind: 'system', actorId: 0, actorName: '', means: 'system' },
  ...{ wire: '', operation: '', subject: '', outcome: '', requestId: '', remote: '' },
}

interface Entry {
  readonly Operation: string
  readonly Subject: string
  readonly Outcome: string
  readonly ActorName: string
  readonly RequestID: string
  readonly [field: string]: unknown
}
async function list(params: object = {}, origin = {}): Promise<readonly Entry[]> {
  const { Entries } = await call('Audit.List', { ApiKey, ...params }, origin)
  return Entries as unknown as readonly Entry[] // pages are arrays
}
/** What is written by what `act` does, oldest first. */
async function written(act: () => Promise<unknown>): Promise<readonly Entry[]> {
  const before = (await list({ Limit: 1000 })).length
  await act()
  return (await list({ Limit: 1000 })).slice(0, -before || undefined).toReversed()
}
const fails = (act: Promise<unknown>) => assert.rejects(act)

test('a change says who made it, by what, to what, from where and how it ended', async () => {
  const origin = { wire: 'soap11', remote: '198.51.100.7', requestId: 'of-this-test' } as const
  const [entry, ...more] = await written(() =>
    call('List.Create', { ApiKey, ClientID, Title: 'Audited', ...settings }, origin),
  )
  assert.deepEqual(more, [])
  const { Date: date, Subject, ActorName, Subjects, ClientName, FirstDate, ...rest } = entry!
  assert.equal(FirstDate, date)
  assert.notEqual(ClientName, '')
  assert.deepEqual(
    (Subjects as { Kind: string; Name: string }[]).map(({ Kind, Name }) => [Kind, Name]),
    [
      ['Client', ClientName],
      ['List', 'Audited'],
    ],
  )
  assert.match(date as string, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.match(Subject, new RegExp(`^ClientID ${ClientID}, ListID [0-9a-f]{32}$`))
  assert.match(ActorName, /^admin/)
  assert.deepEqual(rest, {
    Operation: 'List.Create',
    ClientID,
    Actor: 'Login',
    ActorID: '',
    Means: 'HistoricalKey',
    Wire: 'soap11',
    Outcome: 'Succeeded',
    Code: 0,
    Message: 'Success',
    RequestID: 'of-this-test',
    RemoteAddress: '198.51.100.7',
    ActorState: 'Present',
    ClientState: 'Present',
    Fields: [],
    Count: 1,
    Fold: '',
  })
})

test('people and keys are named by their identifiers, with a session or a key', async () => {
  const person = await seedPerson(db, world.accountId, 'Owner')
  const key = await seedKey(db, world.accountId, ['WriteAudience'])
  const params = { ListID, Email: 'who@reader.example', Name: 'Who' }
  const [byPerson, byKey] = await written(async () => {
    await call('Subscriber.Add', params, { session: person.session })
    await call('Subscriber.Add', { ApiKey: key.secret, ...params })
  })
  const facts = ({ Actor, ActorID, ActorName, Means }: Entry) => [Actor, ActorID, ActorName, Means]
  assert.deepEqual(facts(byPerson!), ['Person', person.publicId, person.name, 'Session'])
  assert.deepEqual(facts(byKey!), ['Key', key.publicId, 'key Shop', 'Key'])
  const ofOne = (ActorID: string) => list({ ActorID })
  assert.deepEqual((await ofOne(person.publicId)).map(facts), [facts(byPerson!)])
  assert.deepEqual((await ofOne(key.publicId)).map(facts), [facts(byKey!)])
})

test('the user of an account is named by its PersonID with the historical key too, the login of a client by none', async () => {
  const own = await seed(db)
  const [person] = await db<{ publicId: string }[]>`
    with user_of as (select id, username from logins where account_id = ${own.accountId} and client_id is null), made as (
      insert into people (name, login_id, time_zone) select username, id, 'UTC' from user_of returning id, public_id
    ), granted as (
      insert into grants (person_id, account_id, role) select id, ${own.accountId}, 'Owner' from made
    )
    select public_id from made`
  const theirs = { ListID: own.list.listPublicId, Email: 'who@reader.example', Name: 'Who' }
  await call('Subscriber.Add', { ApiKey: own.accountKey, ...theirs })
  await call('Subscriber.Add', { ApiKey: own.clientKey, ...theirs })
  const listed = async (ActorID: string) => {
    const { Entries } = await call('Audit.List', { ApiKey: own.accountKey, ActorID })
    return (Entries as unknown as readonly Entry[]).map(entry => [entry.Actor, entry.ActorID, entry.Means])
  }
  const byUser = ['Login', person!.publicId, 'HistoricalKey']
  assert.deepEqual(await listed(''), [['Login', '', 'HistoricalKey'], byUser])
  assert.deepEqual(await listed(person!.publicId), [byUser])
})

test('entries hold no address, no secret and no text of a call', async () => {
  await db`update logins set password_hash = ${await hashPassword('blue kettle')} where account_id = ${world.accountId}`
  const made = await call('Key.Create', { ApiKey, Label: 'A', Scopes: ['Reports'] })
  const historical = await call('Client.RotateApiKey', { ApiKey, ClientID, OverlapHours: 1 })
  await call('Subscriber.Add', { ApiKey, ListID, Email: 'private@reader.example', Name: 'Private Person' })
  await fails(call('Subscriber.Add', { ApiKey, ListID, Email: 'private(at)reader', Name: 'Private Person' }))
  await call('Client.AddSuppression', { ApiKey, ClientID, EmailAddress: 'private@reader.example' })
  await fails(call('List.Delete', { ApiKey, ListID: "'; drop table audit_log; private@reader.example" }))
  const rows = await db<{ text: string }[]>`select to_jsonb(a)::text as text from audit_log a`
  const text = rows.map(row => row.text).join('\n')
  for (const secret of [
    'private',
    'Private',
    'blue kettle',
    made.Secret!,
    made.Secret!.split('_')[2]!,
    historical,
    ApiKey,
  ])
    assert.ok(!text.includes(secret), secret)
})

test('refused changes and bulk reads are entries, reads of one thing are none, and neither are callers without a key', async () => {
  const key = await seedKey(db, world.accountId, ['Reports'])
  const entries = await written(async () => {
    await fails(call('List.Delete', { ApiKey: key.secret, ListID }))
    await fails(call('List.Delete', { ApiKey, ListID: 'f'.repeat(32) }))
    await fails(call('Subscriber.Unsubscribe', { ApiKey, ListID, Email: 'absent@reader.example' }))
    await fails(call('Subscribers.GetActive', { ApiKey: key.secret, ListID, Date: '2020-01-01' }))
    await call('Subscribers.GetActive', { ApiKey, ListID, Date: '2020-01-01' })
    await call('List.GetDetail', { ApiKey, ListID })
    await call('Subscribers.GetSingleSubscriber', { ApiKey, ListID, EmailAddress: 'who@reader.example' })
    await fails(call('List.Delete', { ApiKey: 'f'.repeat(32), ListID }))
    await fails(call('List.Delete', { ApiKey: other.accountKey, ListID }))
  })
  assert.deepEqual(
    entries.map(({ Operation, Outcome, Code }) => [Operation, Outcome, Code]),
    [
      ['List.Delete', 'Refused', 103],
      ['List.Delete', 'Refused', 101],
      ['Subscriber.Unsubscribe', 'Refused', 202],
      ['Subscribers.GetActive', 'Refused', 103],
      ['Subscribers.GetActive', 'Succeeded', 0],
    ],
  )
})

test('additions at once have an entry each, in the transaction that adds them', async () => {
  const add = (n: number) => call('Subscriber.Add', { ApiKey, ListID, Email: `many${n}@reader.example`, Name: '' })
  const entries = await written(() =>
    Promise.allSettled([
      ...Array.from({ length: 30 }, (_, n) => add(n)),
      add(Number.NaN),
      call('Subscriber.Add', { ApiKey, ListID, Email: 'no address', Name: '' }),
    ]),
  )
  assert.equal(entries.filter(({ Outcome }) => Outcome === 'Succeeded').length, 31)
  assert.deepEqual(
    entries.filter(({ Outcome }) => Outcome === 'Refused').map(({ Code }) => Code),
    [1],
  )
  const apart = await db`
    select 1 from subscribers s
    where s.address like 'many%' and not exists (select 1 from audit_log a where a.xmin = s.xmin)`
  assert.equal(apart.length, 0, 'each membership was committed with entries')
  const [unsubscribed] = await written(() =>
    call('Subscriber.Unsubscribe', { ApiKey, ListID, Email: 'many1@reader.example' }),
  )
  assert.equal(unsubscribed!.Outcome, 'Succeeded')
  const [together] = await db`
    select 1 from subscribers s join audit_log a on a.xmin = s.xmin and a.operation = 'Subscriber.Unsubscribe'
    where s.address = 'many1@reader.example'`
  assert.ok(together)
})

test('a call whose entry cannot be written is not acknowledged', async () => {
  const rename = (from: string, to: string) => db.unsafe(`alter table ${from} rename to ${to}`)
  await rename('audit_log', 'audit_log_away')
  try {
    await fails(call('List.Update', { ApiKey, ListID, Title: 'Unheard', ...settings }))
    await fails(call('Subscriber.Add', { ApiKey, ListID, Email: 'unheard@reader.example', Name: '' }))
  } finally {
    await rename('audit_log_away', 'audit_log')
  }
  const [added] = await db`select 1 from subscribers where address = 'unheard@reader.example'`
  assert.equal(added, undefined, 'what commits with its entry does not commit without')
})

test('a call that finds no database does not wait for it a second time', async () => {
  const audit = { ...auditLog(db), record: () => assert.fail('an entry was attempted') }
  const entry = { ...plainEntry, operation: 'List.Create' }
  const away = () => Promise.reject(new Unavailable('away'))
  await assert.rejects(withEntry(audit, { entry, isWritten: false }, away), Unavailable)
})

test('a failed sign-in is an entry once a window, however often it is tried, and unknown names share one', async () => {
  const noted: NewAuditEntry[] = []
  const failed = signInFailures(entry => noted.push(entry), 50)
  const at = {
    accountId: world.accountId,
    clientId: null,
    operation: 'User.GetApiKey',
    wire: 'json',
    requestId: 'r',
    remote: '192.0.2.1',
  }
  const who = { kind: 'login', id: 7, name: 'carla' } as const
  for (let n = 0; n < 1000; n++) {
    failed({ ...at, who })
    failed({ ...at, who: undefined })
  }
  assert.deepEqual(
    noted.map(({ actorKind, actorName, outcome }) => [actorKind, actorName, outcome]),
    [
      ['login', 'carla', 'InvalidLogin'],
      ['none', '', 'InvalidLogin'],
    ],
  )
  await until(async () => noted.length === 4, 'the windows end')
  assert.ok(noted.slice(2).every(({ subject }) => subject.startsWith('999 more failed sign-ins')))
  failed({ ...at, who })
  assert.equal(noted.length, 5, 'a new window begins')
})

test('a sign-in that fails over the wire is in the log, without what was typed', async () => {
  const [account] = await db`
    select a.site_url, l.username from accounts a join logins l on l.account_id = a.id and l.client_id is null
    where a.id = ${world.accountId}`
  const signIn = (Username: string, Password: string, SiteUrl = account!.siteUrl as string) =>
    fails(call('User.GetApiKey', { SiteUrl, Username, Password }))
  for (let n = 0; n < 6; n++) await signIn(account!.username as string, 'a wrong password')
  await signIn('the password in the wrong field', 'x')
  await signIn('unknown', 'x', 'http://nowhere.example/')
  await until(async () => (await list({ Operation: 'User.GetApiKey' })).length >= 2, 'both are written')
  const entries = await list({ Operation: 'User.GetApiKey' })
  assert.deepEqual(
    entries.map(({ ActorName, Actor, Subject, Means, Code }) => [ActorName, Actor, Subject, Means, Code]).sort(),
    [
      ['', 'Unknown', 'an unknown user name', 'Password', 105],
      [account!.username, 'Login', '', 'Password', 105],
    ],
  )
})

test('an operator’s commands are entries of the account, or of every account', async () => {
  await recordSystemChange(db, 'lettershop passwd', 'login carla', { accountId: world.accountId, clientId: null })
  await recordSystemChange(db, 'lettershop hold', '')
  const entries = await list({ Limit: 2 })
  assert.deepEqual(
    entries.map(({ Operation, Actor, ActorName, Subject }) => [Operation, Actor, ActorName, Subject]),
    [
      ['lettershop hold', 'System', 'operator', ''],
      ['lettershop passwd', 'System', 'operator', 'login carla'],
    ],
  )
  const others = await list({ ApiKey: other.accountKey })
  assert.deepEqual(
    others.map(({ Operation }) => Operation),
    ['List.Delete', 'lettershop hold'].toReversed(),
  )
  assert.equal((await list({ Operation: 'lettershop passwd' })).length, 1)
})

test('who has the right on clients sees their entries alone; another account none', async () => {
  const [neighbour] = await db<{ id: number; publicId: string }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${world.accountId}, 'Neighbour', 'Nora', 'nora@neighbour.example', 'Germany', 'Europe/Berlin', 'Berlin')
    returning id, public_id`
  await call('Client.SetOptions', { ApiKey, ClientID: neighbour!.publicId, SendOnlyReady: true })
  const ofClient = await list({ ApiKey: world.clientKey, Limit: 1000 }, {}).catch(() => [])
  const { session } = await seedPerson(db, world.accountId, 'Client', world.client.clientId)
  const seen = await list({ ApiKey: '', Limit: 1000 }, { session })
  assert.ok(seen.length > 5)
  assert.ok([...seen, ...ofClient].every(entry => entry.ClientID === ClientID))
  assert.equal(seen.length, (await list({ ClientID, Limit: 1000 })).length)
  await refused('Audit.List', { ClientID: neighbour!.publicId }, 'InvalidClientId', { session })
  const two = await seedPerson(db, world.accountId, 'Client', neighbour!.id)
  assert.deepEqual(
    (await list({ ApiKey: '' }, { session: two.session })).map(({ Operation }) => Operation),
    ['Client.SetOptions'],
  )
  const analyst = await seedPerson(db, world.accountId, 'Analyst')
  await refused('Audit.List', {}, 'AccessDenied', { session: analyst.session })
})

test('filters narrow, together too, and pages go on where the one before ended', async () => {
  const all = await list({ Limit: 1000 })
  for (const [params, fits] of [
    [{ Operation: 'List.Delete' }, e => e.Operation === 'List.Delete'],
    [{ Outcome: 'refused' }, e => e.Outcome === 'Refused'],
    [
      { Outcome: 'Succeeded', Operation: 'Subscriber.Add' },
      e => e.Outcome === 'Succeeded' && e.Operation === 'Subscriber.Add',
    ],
    [{ ClientID, Outcome: 'Refused' }, e => e.Outcome === 'Refused' && e.ClientID === ClientID],
    [{ From: '2020-01-01', Until: '2090-01-01' }, () => true],
    [{ Until: '2020-01-01' }, () => false],
    [{ From: '2089-01-01 10:00:00' }, () => false],
  ] as readonly (readonly [object, (entry: Entry) => boolean])[]) {
    assert.deepEqual(await list({ ...params, Limit: 1000 }), all.filter(fits), JSON.stringify(params))
    const paged: Entry[] = []
    for (let Cursor = '', pages = 0; pages < 100; pages++) {
      const page = await call('Audit.List', { ApiKey, ...params, Cursor, Limit: 7 })
      paged.push(...(page.Entries as unknown as readonly Entry[])) // pages are arrays
      Cursor = page.NextCursor!
      if (Cursor === '') break
    }
    assert.deepEqual(paged, all.filter(fits), `${JSON.stringify(params)} in pages`)
  }
})

const wrong: readonly (readonly [object, RefusalName])[] = [
  [{ ClientID: 'f'.repeat(32) }, 'InvalidClientId'],
  [{ ClientID: 'x' }, 'InvalidClientId'],
  [{ ClientID: other.client.clientPublicId }, 'InvalidClientId'],
  [{ ActorID: 'f'.repeat(32) }, 'InvalidParameter'],
  [{ ActorID: "' or '1'='1" }, 'InvalidParameter'],
  [{ Operation: 'List.Destroy' }, 'InvalidParameter'],
  [{ Outcome: 'Maybe' }, 'InvalidParameter'],
  [{ From: 'yesterday' }, 'InvalidDate'],
  [{ Until: '2026-02-30' }, 'InvalidDate'],
  [{ From: '2026-03-02', Until: '2026-03-01' }, 'InvalidDate'],
  [{ SubjectID: 'the list' }, 'InvalidParameter'],
  [{ Fold: 'WzFd' }, 'InvalidParameter'],
  [{ Fold: Buffer.from('[1,2,3,4,5,6,7]').toString('base64url') }, 'InvalidParameter'],
  [{ Limit: 1001 }, 'InvalidParameter'],
  [{ Limit: -1 }, 'InvalidParameter'],
  [{ Cursor: 'WzFd' }, 'InvalidParameter'],
  [{ Cursor: Buffer.from('[1.5,2]').toString('base64url') }, 'InvalidParameter'],
]
for (const [params, refusal] of wrong)
  test(`Audit.List with ${JSON.stringify(params)} is refused`, () =>
    refused('Audit.List', { ApiKey, ...params }, refusal))

test('entries are never changed or deleted, and whole months go by age', async () => {
  for (const statement of ['update audit_log set actor_name = $$x$$', 'delete from audit_log', 'truncate audit_log'])
    await assert.rejects(db.unsafe(statement), /never changed/)
  const at = new Date('2031-03-15T00:00:00Z')
  await makePartitions(db, at)
  const entry = { ...plainEntry, accountId: other.accountId, operation: 'x' }
  await insertAuditEntries(db, [entry])
  await db`insert into audit_log select account_id, client_id, ${at}::timestamptz, id + 1000000, actor_kind, actor_id, actor_name, means, wire, operation, subject, outcome, request_id, remote from audit_log where operation = 'x'`
  const months = async () =>
    (
      await db`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass order by 1`
    ).map(row => row.name)
  await dropAuditMonths(db, new Date('2031-03-31T23:00:00Z'))
  assert.ok((await months()).includes('audit_log_2031_03'), 'a month that has not ended by then stays')
  await dropAuditMonths(db, new Date('2031-04-01T00:00:00Z'))
  assert.deepEqual(await months(), ['audit_log_2031_04', 'audit_log_rest'])
  assert.equal((await db`select 1 from audit_log`).length, 0)
})

test('entries of calls that end together share a statement', async () => {
  const log = auditLog(db)
  const entry = { ...plainEntry, operation: 'y' }
  await Promise.all(Array.from({ length: 100 }, () => log.record(entry)))
  const [row] =
    await db`select count(*) as entries, count(distinct xmin::text) as commits from audit_log where operation = 'y'`
  assert.equal(row!.entries, 100)
  assert.ok((row!.commits as number) <= 4)
})
