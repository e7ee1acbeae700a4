/** Claims of processes that live and of those that are gone, in a real PostgreSQL. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { until } from '../../../test/harness/until.ts'
import { connect, type Database } from '../connection/database.ts'
import { type Claimant, claimantName, startClaimant } from './claimant.ts'
import { type ClaimedTable, claimWaiting, renewClaim } from './claiming.ts'

const parcels: ClaimedTable<'clientId' | 'id', 'claim'> = {
  ...{ table: 'parcels', key: ['clientId', 'id'], token: 'claim', sequence: undefined },
  ...{ until: 'claimedUntil', by: 'claimedBy' },
}

let database: TestDatabase
let db: Database
let claimant: Claimant
before(async () => {
  database = await freshDatabase()
  db = database.db
  await db`
    create table parcels (
      client_id bigint, id bigint, claim bigint not null default 0, claimed_until timestamptz not null default '-infinity',
      claimed_by text, primary key (client_id, id)
    )`
})
beforeEach(async () => {
  await db`truncate parcels`
  await db`insert into parcels values (1, 1)`
  claimant = await startClaimant(db)
})
afterEach(() => claimant.stop())
after(() => database?.drop())

async function claim() {
  const [claimed] = await claimWaiting<{ clientId: number; id: number; claim: number }>(db, parcels, {
    isWaiting: () => db`true`,
    order: db`t.id`,
    returning: db`t.client_id, t.id, t.claim`,
  })
  return claimed
}

test('a claim of a live process is not free, not even for its own other connections', async () => {
  assert.match(claimantName()!, /^process-[0-9a-f]{16}$/)
  assert.equal((await claim())!.claim, 1)
  assert.equal(await claim(), undefined)
})

test('a claim is free at once when its process is gone, however long it would last', async () => {
  const other = connect(database.url, { max: 1 })
  const held = await other.holdLock('process-of-another', () => {})
  await db`
    update parcels set claim = 1, claimed_by = 'process-of-another', claimed_until = now() + interval '1 day'`
  assert.equal(await claim(), undefined, 'it lives')
  held.release()
  await other.end()
  await until(async () => (await claim()) !== undefined, 'it is gone')
  const [row] = await db`select claim, claimed_by from parcels`
  assert.deepEqual({ ...row }, { claim: 2, claimedBy: claimantName() })
})

test('a claim without a name, or with a manual expiry, only expires', async () => {
  await db`update parcels set claimed_by = null, claimed_until = now() + interval '1 day'`
  assert.equal(await claim(), undefined)
  await db`update parcels set claimed_until = now()`
  assert.notEqual(await claim(), undefined)
})

test('a process whose connection is cut claims without a name until it holds its lock again', async () => {
  await db`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (
      select oid from pg_database where datname = current_database())`
  await until(async () => claimantName() === null, 'it is noticed')
  await until(async () => claimantName() !== null, 'it is held again')
  await claim()
  assert.equal(await claim(), undefined)
})

test('a claim is renewed while it is held, left to a transaction that has locked it, and lost with its number', async () => {
  const held = (await claim())!
  await db`update parcels set claimed_until = now()`
  assert.equal(await renewClaim(db, parcels, held), true)
  const [row] = await db`select claimed_until > now() as is_renewed from parcels`
  assert.equal(row!.isRenewed, true)
  await db.begin(async sql => {
    await sql`select 1 from parcels for update`
    assert.equal(await renewClaim(db, parcels, held), true)
  })
  await db`update parcels set claim = claim + 1`
  assert.equal(await renewClaim(db, parcels, held), false)
})
