/** Queries of the log read few rows even without statistics, as right after the start of a campaign. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed } from '../../../test/harness/seed.ts'
import { excludeRange, retryFailed, settleUnknown } from '../campaigns/lifecycle.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { findReturnedRecipient, readUnknownsThatWereHit } from '../inbound/returned.ts'
import { claimLeftRange, type Lease, type LeftLease, releaseRange, settleLeft } from './leases.ts'
import { append, openRecipients } from './ledger.ts'
import { readLedgerRows, readNumbersEverIn } from './recipients-of.ts'

const recipients = 1_000_000
const rangeSize = 4000
const low = 500_001
const high = low + rangeSize - 1
const at = new Date('2026-11-22T10:00:00Z')
let database: TestDatabase
let lease: Lease

before(async () => {
  database = await freshDatabase()
  const { db } = database
  for (const table of ['log_first', 'audience_first', 'leases_first', 'campaigns', 'campaign_totals'])
    await db.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  const { client, list } = await seed(db)
  const { clientId } = client
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${clientId}, 'Plans', 'Hi', 'Carla', 'carla@client.example', 'carla@client.example', '', '<p>Hi</p>', 'sending', ${at})
    returning id`
  const campaignId = row!.id as number
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select ${clientId}::bigint, ${campaignId}::bigint, n, ${list.listId}::bigint, n, n || '@example.com', n || '@example.com', '', '{}', true
    from generate_series(1, ${recipients}) n`
  // half of the range has its ending, and one in a thousand of all was refused
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
    select ${clientId}::bigint, ${campaignId}::bigint, n, 1, case when n % 1000 = 0 then 'refused' else 'accepted' end, ${at}::timestamptz, 250, 'ok'
    from generate_series(1, ${recipients}) n
    where n not between ${low} and ${high} or n % 2 = 0`
  const open = rangeSize / 2
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted, refused, handing_over)
    select ${clientId}, ${campaignId}, ${recipients}, ${recipients} + 1, count(*) filter (where kind = 'accepted'),
      count(*) filter (where kind = 'refused'), ${open}
    from log`
  const [claimed] = await db<Lease[]>`
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, opened_at, handed)
    values (${clientId}, ${campaignId}, ${low}, ${high}, 'gone', nextval('lease_tokens'), ${at}, ${at}, ${high})
    returning client_id, campaign_id, low, high, token, opened_at`
  lease = claimed!
})
after(() => database.drop())

const statements: readonly { readonly name: string; readonly run: (sql: Transaction) => Promise<unknown> }[] = [
  { name: 'open recipients of a range', run: sql => openRecipients(sql, lease) },
  { name: 'some open recipients of a range', run: sql => openRecipients(sql, lease, 100) },
  {
    name: 'settling an abandoned range',
    run: sql => settleLeft(sql, left(), { handed: [low], outcomes: [] }, at),
  },
  {
    name: 'settling an abandoned range by its mark',
    run: sql => settleLeft(sql, left(), { handed: null, outcomes: [] }, at),
  },
  { name: 'releasing a range', run: sql => releaseRange(sql, lease, at, undefined) },
  {
    name: 'taking over a range',
    run: sql => claimLeftRange(sql, { ...lease, owner: 'next', at, expiresAt: at, graceUntil: at }),
  },
  {
    name: 'a group commit, and one that is repeated',
    run: async sql => {
      const next = await openRecipients(sql, lease, 1000)
      await append(sql, lease, [], next, at)
      await append(sql, lease, [], next, at, { repeated: true })
    },
  },
  {
    name: 'excluding open recipients of a cancelled campaign',
    run: async sql => {
      await releaseRange(sql, lease, at, undefined)
      await excludeRange(sql, lease, at)
    },
  },
  { name: 'retrying refused recipients', run: sql => retryFailed(sql, lease, at, 1) },
  { name: 'settling one unknown', run: sql => settleUnknown(sql, lease, 7, 'accepted', at, 1) },
  { name: 'settling all unknowns', run: sql => settleUnknown(sql, lease, 0, 'accepted', at, 1) },
  { name: 'recipients ever refused', run: sql => readNumbersEverIn(sql, lease, 'refused', 400_000, 500) },
  {
    name: 'a page of recipients',
    run: sql =>
      readLedgerRows(sql, {
        ...lease,
        numbers: Array.from({ length: 1000 }, (_, n) => low + n),
        state: null,
        timeZone: 'Etc/UTC',
      }),
  },
  { name: 'the recipient of a returned mail', run: sql => findReturnedRecipient(sql, { ...lease, number: 7 }) },
  { name: 'unknowns whose mail was opened', run: sql => readUnknownsThatWereHit(sql, new Date(0), 100) },
]

for (const { name, run } of statements) {
  test(`in a log of a million entries without statistics, few rows are read for: ${name}`, async () => {
    const plans: Plan[] = []
    await database.db
      .begin(async sql => {
        await run(explained(sql, plans))
        throw new Undone()
      })
      .catch(error => {
        if (!(error instanceof Undone)) throw error
      })
    const most = Math.max(...plans.flatMap(plan => nodes(plan).map(rowsRead)))
    if (process.env.VERBOSE) {
      const took = plans.reduce((sum, plan) => sum + plan['Actual Total Time'], 0)
      console.error(`${name}: ${most} rows at one place, ${took.toFixed(1)} ms`)
    }
    assert.ok(plans.length > 0, 'a statement was explained')
    assert.ok(most <= rangeSize * 5, `one part of the plan read ${most} rows`)
  })
}

class Undone extends Error {}

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Actual Total Time': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

function rowsRead(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

function left(): LeftLease {
  return {
    ...lease,
    server: '',
    leftToken: lease.token,
    leftOwner: 'gone',
    leftHanded: high,
    leftOpenedAt: at.toISOString(),
  }
}

/** Statements run twice: once explained and rolled back, and once for their result. */
function explained(sql: Transaction, plans: Plan[]): Transaction {
  const proxy = new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      const query = Reflect.apply(target as never, self, args) as PromiseLike<unknown>
      const [text] = args
      if (!Array.isArray(text) || !('raw' in text)) return query
      const again = () => Reflect.apply(target as never, self, args) as PromiseLike<unknown>
      return Object.assign(query, {
        // biome-ignore lint/suspicious/noThenProperty: what is awaited is this query, which other statements must still know for one
        then: (ok: (value: unknown) => unknown, failed: (error: unknown) => unknown) =>
          explain(sql, again(), plans).then(again).then(ok, failed),
      })
    },
  })
  return proxy as Transaction
}

async function explain(sql: Transaction, query: PromiseLike<unknown>, plans: Plan[]): Promise<void> {
  const part = query as unknown as ReturnType<Sql> // a query that was not awaited is a part of a statement
  await sql`savepoint explained`
  const [row] = await sql`explain (analyze, format json) ${part}`
  await sql`rollback to savepoint explained`
  const [{ Plan: plan }] = Object.values(row!)[0] as [{ Plan: Plan }] // its only column, whatever the driver calls it
  plans.push(plan)
}
