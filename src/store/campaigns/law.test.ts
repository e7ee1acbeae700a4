/** Counts of recorded bases, on a real database; one that takes too long is not a count. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../../test/harness/database.ts'
import { seed } from '../../../test/harness/seed.ts'
import { transaction } from '../connection/transaction.ts'
import { countBasis } from './law.ts'

const { db, drop } = await freshDatabase()
after(drop)
const { list, client } = await seed(db)
const { clientId } = client

async function member(email: string, state: string, basis: string | null, days: number | null) {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, basis, basis_until)
    values (${clientId}, ${list.listId}, ${email}, ${email}, '', ${state}, now(), now(), ${basis},
      current_date + ${days}::integer)`
}

test('active members alone are counted; implied consent ends within 30 days, today and the 30th day included', async () => {
  const before = (await countBasis(db, clientId, [list.listId]))![0]!.without
  const members: readonly (readonly [state: string, basis: string | null, days: number | null])[] = [
    ['Active', null, null],
    ['Active', null, null],
    ['Unsubscribed', null, null],
    ['Active', 'express', null],
    ['Active', 'express', 3],
    ['Active', 'implied', null],
    ['Active', 'implied', -1],
    ['Active', 'implied', 0],
    ['Active', 'implied', 30],
    ['Active', 'implied', 31],
    ['Bounced', 'implied', 5],
    ['Active', 'contract', 5],
  ]
  for (const [n, [state, basis, days]] of members.entries()) await member(`m${n}@reader.example`, state, basis, days)
  const counts = await countBasis(db, clientId, [list.listId])
  assert.deepEqual([...counts!], [{ listId: list.listId, without: before + 2, ending: 2 }])
})

test('a list without members has counts of 0, and another client’s list nothing to count', async () => {
  const other = await seed(db)
  const counts = await countBasis(db, clientId, [other.list.listId])
  assert.deepEqual([...counts!], [{ listId: other.list.listId, without: 0, ending: 0 }])
})

test('a count that takes longer than a second is unknown', async () => {
  const locked = transaction(db, async sql => {
    await sql`lock table subscribers in access exclusive mode`
    return countBasis(db, clientId, [list.listId])
  })
  assert.equal(await locked, undefined)
})
