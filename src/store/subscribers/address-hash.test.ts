import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { connect } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { hashedAddress, hashedAddressOf, isHashedAddress } from './address-hash.ts'
import { readSuppressedAmong } from './suppressions.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

test('PostgreSQL makes the same keyed hashes of addresses as Node.js, in the pool and in a transaction', async () => {
  const key = testKeys.secretFor('address hashes')
  const addresses = [
    'anna@x.example',
    '',
    'müller@xn--bcher-kva.example',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
  ]
  const expected = addresses.map(one => `@hmac:${createHmac('sha256', key).update(one).digest('hex')}`)
  const { db } = database
  assert.deepEqual(
    addresses.map(one => hashedAddress(db, one)),
    expected,
  )
  assert.ok(expected.every(isHashedAddress))
  await transaction(db, async sql => {
    const rows = await sql<{ hash: string }[]>`
      select ${hashedAddressOf(sql, sql`given.address`)} as hash
      from unnest(${addresses}::text[]) with ordinality as given (address, place) order by place`
    assert.deepEqual(
      rows.map(({ hash }) => hash),
      expected,
    )
  })
})

test('a pool without the installation’s keys cannot check suppressions', async () => {
  const keyless = connect(database.url, { max: 1 })
  await assert.rejects(
    readSuppressedAmong(keyless, [{ clientId: 1, listId: 1, address: 'anna@x.example' }]),
    /keys of the installation/,
  )
  await keyless.end()
})
