import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import type { Suppression } from '../contract/overview-records.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { transaction } from '../store/connection/transaction.ts'
import { suppressAll } from '../store/subscribers/suppressions.ts'
import { clients } from './clients.ts'
import { suppressions } from './suppressions.ts'

const { db, world, other, call, refused } = await operationsTest({ ...suppressions, ...clients })
const of = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
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
    const page = await call('Suppression.List', { ...of, ...params, Cursor })
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
    await refused('Suppression.List', { ...of, ...params }, 'InvalidParameter')
  await refused('Suppression.List', { ...of, ClientID: other.client.clientPublicId }, 'InvalidClientId')
})
