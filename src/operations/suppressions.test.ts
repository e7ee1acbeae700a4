import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import type { Suppression } from '../contract/groups/suppressions.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { transaction } from '../store/connection/transaction.ts'
import { hashedAddress } from '../store/subscribers/address-hash.ts'
import { suppressAll } from '../store/subscribers/suppressions.ts'
import { clients } from './clients.ts'
import { subscribers } from './subscribers.ts'
import { suppressions } from './suppressions.ts'

const { db, world, other, call, refused } = await operationsTest(
  { ...suppressions, ...clients, ...subscribers },
  db => ({
    subscriptions: subscriptions(db),
  }),
)
const target = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const { clientId } = world.client

const reasons = ['unsubscribed', 'bounced', 'complained', 'manual'] as const
const [campaign] = await db<{ id: number }[]>`
  insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
  values (${clientId}, 'Spring', 'News', 'Carla', 'c@client.example', 'c@client.example', '', '') returning id`
const evidence = {
  unsubscribed: { by: 'one-click', remote: '192.0.2.17', campaignId: campaign!.id },
  bounced: { by: 'bounce', detail: '550 5.1.1 No such user' },
  complained: { by: 'complaint', campaignId: 999_999 },
  manual: { by: 'api', wire: 'json', remote: '192.0.2.1', username: 'carla' },
} as const
await transaction(db, sql =>
  suppressAll(
    sql,
    Array.from({ length: 22 }, (_, n) => ({
      clientId,
      address: `r${(n * 7) % 22}@x.example`,
      email: `R${(n * 7) % 22}@x.example`,
      reason: reasons[n % 4]!,
      evidence: evidence[reasons[n % 4]!],
    })),
  ),
)
await call('Client.AddSuppression', {
  ApiKey: other.accountKey,
  ClientID: other.client.clientPublicId,
  EmailAddress: 'foreign@x.example',
})

type Listed = OutputOf<typeof Suppression>

async function all(params: object): Promise<readonly Listed[]> {
  const rows: Listed[] = []
  let Cursor = ''
  for (let n = 0; n < 50; n++) {
    const page = await call('Suppression.List', { ...target, ...params, Cursor })
    rows.push(...rowsOf(page.Suppressions))
    Cursor = page.NextCursor!
    if (Cursor === '') break
  }
  return rows
}

test('pages hold each address once in the order of their characters, whichever reason is asked for', async () => {
  const every = await db<{ email: string; address: string; reason: string }[]>`
    select email, address, reason from suppressions where client_id = ${clientId}`
  const sorted = every.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  for (const Limit of [1, 5, 22, 0]) {
    assert.deepEqual(
      (await all({ Limit })).map(({ EmailAddress }) => EmailAddress),
      sorted.map(({ email }) => email),
    )
    for (const Reason of ['Unsubscribed', 'Bounced', 'Complained', 'Manual'])
      assert.deepEqual(
        (await all({ Reason, Limit })).map(row => [row.EmailAddress, row.Reason]),
        sorted.filter(({ reason }) => reason === Reason.toLowerCase()).map(({ email }) => [email, Reason]),
      )
  }
})

test('the evidence says in words by which way it came, by whom, because of which campaign and from where', async () => {
  const words = async (Reason: string) => [...new Set((await all({ Reason })).map(({ Evidence }) => Evidence))]
  assert.deepEqual(await words('Unsubscribed'), [
    'with one-click unsubscribe (RFC 8058); campaign: Spring; from 192.0.2.17',
  ])
  assert.deepEqual(await words('Bounced'), ['a mail bounced; 550 5.1.1 No such user'])
  assert.deepEqual(await words('Complained'), ['a complaint report came in'])
  assert.deepEqual(await words('Manual'), ['over the API; by carla; from 192.0.2.1 (json)'])
})

test('a search is the beginning of an address, in any case', async () => {
  const found = (await all({ Search: 'R1' })).map(({ EmailAddress }) => EmailAddress)
  assert.deepEqual(
    found,
    ['R1@x.example', ...Array.from({ length: 10 }, (_, n) => `R1${n}@x.example`)].toSorted((a, b) =>
      a.toLowerCase() < b.toLowerCase() ? -1 : 1,
    ),
  )
  assert.deepEqual(await all({ Search: 'r_' }), [])
})

test('what is no reason, no cursor and no limit is refused, and a foreign client is unknown', async () => {
  for (const params of [{ Reason: 'bounced' }, { Cursor: 'x' }, { Limit: 1001 }, { Limit: -1 }])
    await refused('Suppression.List', { ...target, ...params }, 'InvalidParameter')
  await refused('Suppression.List', { ...target, ClientID: other.client.clientPublicId }, 'InvalidClientId')
})

const md5 = (address: string) => createHash('md5').update(address).digest('hex')
const sha1 = (address: string) => createHash('sha1').update(address).digest('hex')
const sha256 = (address: string) => createHash('sha256').update(address).digest('hex')
const joining = (Email: string) => ({ ApiKey: world.accountKey, ListID: world.list.listPublicId, Email, Name: '' })

test('each line of an import is added, there already or refused, and the same import once more changes nothing', async () => {
  const Entries = [
    'New1@y.example',
    '',
    'not an address',
    'new1@Y.example',
    `r0@x.example\r\n@rule.example\r${md5('hashed@y.example')}`,
    '  ',
    `sha256:${sha1('hashed@y.example')}`,
  ].join('\n')
  const done = await call('Suppression.Import', { ...target, Entries, Reason: 'Complained' })
  assert.deepEqual(
    { ...done, Refusals: rowsOf(done.Refusals).map(row => ({ ...row })) },
    {
      // one is there already and only becomes stricter
      ...{ Lines: 7, Added: 3, Present: 2, Refused: 2 },
      Refusals: [
        { Line: 3, Text: 'not an address' },
        { Line: 9, Text: `sha256:${sha1('hashed@y.example')}` },
      ],
    },
  )
  const [first] = await all({ Search: 'new1@' })
  assert.deepEqual([first!.EmailAddress, first!.Reason], ['New1@y.example', 'Complained'])
  assert.equal((await all({ Search: 'r0@x.example' }))[0]!.Reason, 'Complained')
  assert.deepEqual(
    (await all({ Search: '@' })).map(row => [row.EmailAddress, row.Reason]),
    [
      [`@md5:${md5('hashed@y.example')}`, 'Manual'],
      ['@rule.example', 'Manual'],
    ],
  )
  const was = await db`select * from suppressions order by client_id, address`
  const again = await call('Suppression.Import', { ...target, Entries, Reason: 'Complained' })
  assert.deepEqual([again.Added, again.Present, again.Refused], [0, 5, 2])
  assert.deepEqual(await db`select * from suppressions order by client_id, address`, was)
})

test('who is suppressed by domain or by hash cannot be added, until that entry is taken off', async () => {
  for (const [EmailAddress, Email] of [
    ['@domain.example', 'Any@Domain.example'],
    [md5('m@z.example'), 'M@z.example'],
    [sha1('s@z.example').toUpperCase(), 's@z.example'],
    [`sha256:${sha256('t@z.example')}`, 't@z.example'],
  ] as const) {
    await call('Client.AddSuppression', { ...target, EmailAddress })
    await refused('Subscriber.Add', joining(Email), 'InSuppressionList')
    await refused('Subscriber.AddAndResubscribe', joining(Email), 'InSuppressionList')
    await refused('Client.RemoveSuppression', { ...target, EmailAddress: Email, Deliberately: true }, 'NotSuppressed')
    await call('Client.RemoveSuppression', { ...target, EmailAddress, Deliberately: false })
    await call('Subscriber.Add', joining(Email))
  }
  await call('Client.AddSuppression', { ...target, EmailAddress: '@domain.example' })
  await call('Subscriber.Add', joining('any@sub.domain.example'))
})

test('the hash of an erased contact keeps its address out; no call takes it off, and a complaint leaves it as it is', async () => {
  const address = hashedAddress(db, 'erased@z.example')
  const entry = { clientId, address, email: 'erased contact', evidence: { by: 'console' } }
  await transaction(db, sql => suppressAll(sql, [{ ...entry, reason: 'manual' }]))
  await refused('Subscriber.Add', joining('Erased@Z.example'), 'InSuppressionList')
  await refused('Subscriber.AddAndResubscribe', joining('erased@z.example'), 'InSuppressionList')
  await call('Subscriber.Add', joining('unerased@z.example'))
  for (const EmailAddress of ['erased@z.example', 'Erased@Z.example'])
    await refused('Client.RemoveSuppression', { ...target, EmailAddress, Deliberately: true }, 'ContactErased')
  await refused('Client.RemoveSuppression', { ...target, EmailAddress: address, Deliberately: true }, 'InvalidEmail')
  assert.equal((await transaction(db, sql => suppressAll(sql, [{ ...entry, reason: 'complained' }]))).length, 0)
  assert.deepEqual(
    (await all({ Search: '@hmac' })).map(row => [row.EmailAddress, row.Reason]),
    [['erased contact', 'Manual']],
  )
})

test('the suppression list of the historical operation holds addresses only', async () => {
  await call('Client.AddSuppression', { ...target, EmailAddress: '@nowhere.example' })
  const listed = rowsOf(await call('Client.GetSuppressionList', target)) as readonly { EmailAddress: string }[]
  const stored = await db`select 1 from suppressions where client_id = ${clientId} and address not like '@%'`
  assert.equal(listed.length, stored.length)
  assert.ok(listed.every(({ EmailAddress }) => !EmailAddress.startsWith('@')))
})

test('an import without lines, with too many lines or with an unknown reason is refused and adds nothing', async () => {
  const was = await db`select * from suppressions order by client_id, address`
  for (const params of [
    { Entries: '' },
    { Entries: ' \n\r\n' },
    { Entries: 'late@y.example\n'.repeat(100_001) },
    { Entries: 'late@y.example', Reason: 'bored' },
  ])
    await refused('Suppression.Import', { ...target, Reason: '', ...params }, 'InvalidParameter')
  const ClientID = other.client.clientPublicId
  await refused('Suppression.Import', { ...target, ClientID, Entries: 'late@y.example', Reason: '' }, 'InvalidClientId')
  assert.deepEqual(await db`select * from suppressions order by client_id, address`, was)
})

test('lines that are refused are shown from their beginning, the first hundred of them', async () => {
  const Entries = Array.from({ length: 150 }, (_, n) => `${n}\t${'\u{1f600}'.repeat(500)}`).join('\n')
  const done = await call('Suppression.Import', { ...target, Entries, Reason: '' })
  assert.deepEqual([done.Lines, done.Added, done.Refused], [150, 0, 150])
  const shown = rowsOf(done.Refusals)
  assert.equal(shown.length, 100)
  assert.ok(shown.every(({ Text }) => Text!.isWellFormed() && [...Text!].length <= 100))
})
