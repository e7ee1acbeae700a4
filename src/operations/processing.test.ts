import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { itemsOf } from '../../test/harness/items.ts'
import { place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList } from '../../test/harness/seed.ts'
import { usualDays } from '../domain/retention/rules.ts'
import { setSchedule } from '../store/backups/backups.ts'
import { branding } from './branding.ts'
import { processing } from './processing.ts'
import { retention } from './retention.ts'

const relayTester = { relays: ['smtp.relay.example:587', '127.0.0.1:25'], test: async () => [] }
const { db, world, other, call, refused } = await operationsTest({ ...processing, ...retention, ...branding }, () => ({
  relayTester,
  retention: usualDays,
  auditMonths: 24,
  hitAddresses: 'network',
  now: () => new Date('2026-11-26T08:30:00Z'),
}))

const register = (from = world) =>
  call('Client.GetProcessingRegister', { ApiKey: from.accountKey, ClientID: from.client.clientPublicId })

before(async () => {
  const { clientId } = world.client
  await db`
    update lists set title = 'News', law = 'FR', tracking = 'consent', hygiene = true, confirm_opt_in = true
    where id = ${world.list.listId}`
  const offers = await seedList(db, world.client, 'Offers')
  await db`update lists set tracking = 'never' where id = ${offers.listId}`
  const gone = await seedList(db, world.client, 'Gone')
  await db`update lists set deleted_at = now(), personalising = true where id = ${gone.listId}`
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${clientId}, ${world.list.listId}, 'City', 'City of birth', 'Text', 1)`
  for (const [consent, hygiene, basis] of [
    [true, null, 'express'],
    [false, true, 'legitimate interest'],
    [null, null, null],
  ] as const) {
    const { subscriberId } = await place(db, world.list, 'Active')
    await db`
      update subscribers set tracking_consent = ${consent}, hygiene_consent = ${hygiene}, basis = ${basis} where id = ${subscriberId}`
  }
  const left = await place(db, world.list, 'Unsubscribed')
  await db`update subscribers set tracking_consent = true where id = ${left.subscriberId}`
  for (const [client, url] of [
    [clientId, 'https://crm.example/hook?secret=1'],
    [clientId, 'https://crm.example/other'],
    [other.client.clientId, 'https://foreign.example/'],
  ] as const)
    await db`
      insert into webhooks (client_id, public_id, url, types, secret, published_to)
      values (${client}, gen_random_uuid(), ${url}, '{}', ${Buffer.from('x')}, 0)`
  await place(db, other.list, 'Active', { address: 'foreign@people.example' })
  await db`update lists set title = 'Foreign list', personalising = true where id = ${other.list.listId}`
  await db`
    insert into people (email, address, name, time_zone, totp_since) values
      ('o@agency.example', 'o@agency.example', 'Olga', 'Etc/UTC', now()), ('a@agency.example', 'a@agency.example', 'Ada', 'Etc/UTC', null),
      ('f@agency.example', 'f@agency.example', 'Foreign', 'Etc/UTC', now())`
  await db`
    insert into grants (person_id, account_id, client_id, role)
    select id, ${world.accountId}::bigint, null::bigint, 'Manager' from people where name = 'Olga'
    union all select id, ${world.accountId}::bigint, ${clientId}::bigint, 'Analyst' from people where name in ('Ada', 'Olga')
    union all select id, ${other.accountId}::bigint, ${other.client.clientId}::bigint, 'Analyst' from people where name = 'Foreign'`
})
test('the register says who is responsible, for what, and with which data, as it is set', async () => {
  await call('Client.SetBranding', {
    ApiKey: world.accountKey,
    ClientID: world.client.clientPublicId,
    PostalAddress: 'Rosenweg 1, 10115 Berlin',
    ImprintUrl: 'https://bloom.example/imprint',
  })
  const found = await register()
  assert.deepEqual(
    [found.PreparedDate, found.Timezone, found.CompanyName, found.Country, found.PostalAddress, found.ImprintUrl],
    [
      '2026-11-26 09:30:00',
      'Europe/Berlin',
      world.clientName,
      'Germany',
      'Rosenweg 1, 10115 Berlin',
      'https://bloom.example/imprint',
    ],
  )
  assert.match(found.ProcessorName!, /^Agency/)
  const lists = Object.fromEntries(itemsOf(found.Activities).map(one => [one.Activity, one.Lists]))
  assert.deepEqual(lists, {
    Sending: [],
    Confirming: ['News'],
    Measuring: ['News'],
    Hygiene: ['News'],
    Suppressing: [],
    HandlingReturnedMail: [],
    ProvingConsent: [],
    ImportingAndExporting: [],
    PublishingEvents: [],
    Auditing: [],
  })
  const sending = itemsOf(found.Activities).find(one => one.Activity === 'Sending')!
  assert.ok(itemsOf(sending.Data).includes('CustomFields'))
})

test('members are counted by answer, active ones alone', async () => {
  const [news, offers] = itemsOf((await register()).Lists)
  assert.deepEqual(
    { ...news, ListID: '', Answers: [], Bases: [] },
    {
      ListID: '',
      Title: 'News',
      Law: 'FR',
      Tracking: 'Consent',
      Personalising: false,
      Hygiene: true,
      AnonymousOpens: false,
      ConfirmOptIn: true,
      CustomFields: ['City of birth'],
      Members: 3,
      Known: true,
      Answers: [],
      Bases: [],
    },
  )
  assert.deepEqual(news!.Answers, [
    { Purpose: 'Measuring', Granted: 1, Denied: 1, Unknown: 1 },
    { Purpose: 'Personalising', Granted: 0, Denied: 0, Unknown: 3 },
    { Purpose: 'Hygiene', Granted: 1, Denied: 0, Unknown: 2 },
  ])
  assert.deepEqual(
    [...itemsOf(news!.Bases)].sort((one, two) => (one.Basis! < two.Basis! ? -1 : 1)),
    [
      { Basis: 'Express', Members: 1 },
      { Basis: 'LegitimateInterest', Members: 1 },
      { Basis: 'Unknown', Members: 1 },
    ],
  )
  assert.deepEqual([offers!.Members, offers!.Known, offers!.Bases], [0, true, []])
})

test('periods are those that the client chose', async () => {
  const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
  await call('Client.SetRetention', { ...client, Kind: 'RawHits', Days: 90 })
  const { Retention } = await register()
  assert.deepEqual(Retention, await call('Client.GetRetention', client))
  assert.equal(itemsOf(Retention!.Kinds).find(one => one.Kind === 'RawHits')!.Days, 90)
})

test('recipients are named by host and role, without addresses that may hold secrets', async () => {
  await db`
    insert into api_keys (account_id, label, scopes, client_ids, secret_hash, created_by, revoked_at) values
      (${world.accountId}, 'all', '{}', null, 'a', 'x', null), (${world.accountId}, 'own', '{}', ${[world.client.clientId]}, 'b', 'x', null),
      (${world.accountId}, 'another', '{}', '{0}', 'c', 'x', null), (${world.accountId}, 'revoked', '{}', null, 'd', 'x', now())`
  const found = await register()
  const rows = itemsOf(found.Recipients).map(one => [one.Kind, one.Name, one.Count, one.IsThisMachine].join(' '))
  assert.deepEqual(
    rows.filter(row => !row.startsWith('Person Owner')),
    [
      'Relay smtp.relay.example 1 false',
      'Relay 127.0.0.1 1 true',
      'Webhook crm.example 2 false',
      'ApiKey  2 false',
      'ClientLogin  1 false',
      'Person Analyst 2 false',
      'Person Manager 1 false',
    ],
  )
  // a person with two roles is one
  assert.deepEqual([found.People, found.PeopleWithFactor], [2, 1])
  assert.doesNotMatch(JSON.stringify(found), /secret/)
})

test('measures are named only while they are in force', async () => {
  const measures = async () => itemsOf((await register()).Measures)
  const before = await measures()
  assert.ok(before.includes('AddressesShortened') && before.includes('PasswordsHashed'))
  for (const measure of ['BackupsDaily', 'BackupsEncrypted', 'SecondFactorRequired', 'AddressesNotStored'] as const)
    assert.ok(!before.includes(measure), measure)
  const schedule = { minute: 180, folder: '/backups', keep: 14, recipients: ['age1x'], passphraseFile: null }
  await setSchedule(db, schedule, new Date())
  await db`update accounts set factor_required_from = now() where id = ${world.accountId}`
  const since = await measures()
  for (const measure of ['BackupsDaily', 'BackupsEncrypted', 'SecondFactorRequired'] as const)
    assert.ok(since.includes(measure), measure)
  const found = await register()
  assert.deepEqual([found.BackupsKept, found.LastBackupDate, found.BackupVerifiedDate], [14, '', ''])
  await db`update accounts set factor_required_from = now() + interval '1 day' where id = ${world.accountId}`
  assert.ok(!(await measures()).includes('SecondFactorRequired'))
})

test('nothing of another client is in it, and others do not get it', async () => {
  assert.doesNotMatch(JSON.stringify(await register()), /foreign/i)
  const foreign = JSON.stringify(await register(other))
  assert.doesNotMatch(foreign, /News|crm\.example|City|Rosenweg/)
  assert.match(foreign, /Foreign list/)
  await refused(
    'Client.GetProcessingRegister',
    { ApiKey: other.accountKey, ClientID: world.client.clientPublicId },
    'InvalidClientId',
  )
})

test('numbers that cannot be counted in time are unknown, not 0', async () => {
  let done = () => {}
  const finished = new Promise<void>(resolve => {
    done = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>(resolve => {
    locked = resolve
  })
  const holding = db.begin(async sql => {
    await sql`lock table subscribers in access exclusive mode`
    locked()
    await finished
  })
  await isLocked
  const [news] = itemsOf((await register()).Lists)
  done()
  await holding
  assert.deepEqual([news!.Known, news!.Answers, news!.Bases, news!.Members], [false, [], [], 3])
})
