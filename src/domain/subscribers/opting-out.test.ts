/** Opt-outs that arrive together: one transaction, an answer for each, and never more than one row for one membership. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { assertAccounted, history, place } from '../../../test/harness/members.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import type { Database } from '../../store/connection/database.ts'
import { type Leaving, leaveAll } from './opting-out.ts'
import { subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database
before(async () => {
  database = await freshDatabase()
  db = database.db
})
afterEach(() => assertAccounted(db))
after(() => database.drop())

test('a batch of many clients and lists is decided one by one, in order', async () => {
  const [one, two] = [await seed(db), await seed(db)]
  const wide = await seedList(db, two.client, 'Wide')
  await db`update lists set unsubscribe_scope = 'client' where id = ${wide.listId}`
  const a = await place(db, one.list, 'Active')
  const b = await place(db, two.list, 'Active', { address: 'both@x.example' })
  const c = await place(db, wide, 'Active', { address: 'both@x.example' })
  const gone = await place(db, one.list, 'Deleted')
  const evidence = { by: 'one-click' }
  const leaving = (list: typeof one.list, subscriberId: number): Leaving => ({
    client: list,
    listId: list.listId,
    who: { subscriberId },
    how: 'optOut',
    evidence,
  })
  const byKey = (list: typeof one.list, address: string): Leaving => ({
    client: list,
    listId: list.listId,
    who: { address },
    how: 'unsubscribe',
    evidence: { by: 'api' },
  })
  const answers = await leaveAll(db, [
    leaving(one.list, a.subscriberId),
    leaving(one.list, a.subscriberId),
    byKey(one.list, a.address),
    leaving(wide, c.subscriberId),
    leaving(two.list, b.subscriberId),
    byKey(two.list, b.address),
    leaving(one.list, gone.subscriberId),
    leaving(one.list, b.subscriberId),
    leaving(one.list, 4_000_000_000_000),
  ])
  assert.deepEqual(
    answers.map(answer => (answer instanceof Refusal ? answer.refusal : answer)),
    // who was taken off the list leaves it for good
    [true, false, 'NotInList', true, false, 'NotInList', true, false, false],
  )
  assert.deepEqual(await history(db, two.list, 'both@x.example'), [
    'null>Active placed',
    'Active>Unsubscribed unsubscribed',
  ])
  const suppressed = await db`select address from suppressions where client_id = ${two.client.clientId}`
  assert.deepEqual(
    suppressed.map(({ address }) => address),
    ['both@x.example'],
  )
})

test('in one batch as in two, a complaint replaces an opt-out as the reason', async () => {
  for (const order of [
    ['page', 'complaint'],
    ['complaint', 'page'],
  ]) {
    const world = await seed(db)
    await db`update lists set unsubscribe_scope = 'client' where id = ${world.list.listId}`
    const { subscriberId, address } = await place(db, world.list, 'Active')
    const answers = await leaveAll(
      db,
      order.map(by => ({
        client: world.client,
        listId: world.list.listId,
        who: { subscriberId },
        how: 'optOut' as const,
        evidence: { by },
      })),
    )
    assert.equal(answers[0], true)
    const [row] =
      await db`select reason from suppressions where client_id = ${world.client.clientId} and address = ${address}`
    assert.equal(row!.reason, 'complained')
  }
})

test('an entry the database refuses fails alone', async () => {
  const world = await seed(db)
  const { subscriberId, address } = await place(db, world.list, 'Active')
  const request = { client: world.client, listId: world.list.listId, how: 'optOut' as const }
  const answers = await leaveAll(db, [
    { ...request, who: { subscriberId: 1e30 }, evidence: { by: 'page' } },
    { ...request, who: { subscriberId }, evidence: { by: 'page' } },
  ])
  assert.ok(answers[0] instanceof Error)
  assert.equal(answers[1], true)
  assert.equal((await history(db, world.list, address)).length, 2)
})

test('a thousand who leave at once in two processes are a thousand, each once', async () => {
  const world = await seed(db)
  const members = []
  for (let n = 0; n < 300; n++) members.push(await place(db, world.list, 'Active'))
  const processes = [subscriptions(db), subscriptions(db)]
  const answers = await Promise.all(
    [...members, ...members, ...members].map(({ subscriberId }, n) =>
      processes[n % 2]!.unsubscribeMember(world.client, world.list.listId, subscriberId, { by: 'one-click' }),
    ),
  )
  assert.equal(answers.filter(changed => changed).length, 300)
  const [rows] = await db`
    select count(*)::integer as n from subscriber_history where list_id = ${world.list.listId} and cause = 'unsubscribed'`
  assert.equal(rows!.n, 300)
})

test('requests beyond those that may wait are refused at once, and the others are served', async () => {
  const world = await seed(db)
  const members = []
  for (let n = 0; n < 40; n++) members.push(await place(db, world.list, 'Active'))
  const subject = subscriptions(db, { leaving: { most: 5, concurrency: 1, waiting: 10 } })
  const answers = await Promise.allSettled(
    members.map(({ subscriberId }) =>
      subject.unsubscribeMember(world.client, world.list.listId, subscriberId, { by: 'one-click' }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  assert.ok(refused.every(one => one.status === 'rejected' && one.reason instanceof Overloaded))
  assert.equal(refused.length, 30)
  const [totals] = await db`select active, unsubscribed from list_totals where list_id = ${world.list.listId}`
  assert.deepEqual({ ...totals }, { active: 30, unsubscribed: 10 })
  // a caller with a key gets the refusal of its own interface
  const all = await Promise.allSettled(
    members.map(({ address }) => subject.unsubscribe(world.list, address, { by: 'api' })),
  )
  const reasons = all.flatMap(one => (one.status === 'rejected' ? [(one.reason as Refusal).refusal] : []))
  assert.ok(reasons.includes('TooManyRequests'))
})
