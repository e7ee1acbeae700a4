import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ListRef } from '../access/access.ts'
import { createCustomField } from '../lists/custom-fields.ts'
import { memberFinder } from './member-finder.ts'
import { subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database

before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())

test('callers of several clients and lists who ask at once each get the member of their own list', async () => {
  const berlin = await seed(db)
  const tokyo = await seed(db, { timeZone: 'Asia/Tokyo' })
  const other = await seedList(db, berlin.client, 'Other')
  await createCustomField(db, berlin.list, { fieldName: 'City', dataType: 'Text', options: [], visible: true })
  const { add } = subscriptions(db)
  const join = (list: ListRef, name: string) =>
    add(list, { email: 'ann@x.example', name }, { resubscribe: false, publicUrl: undefined }, { by: 'api' })
  await join(berlin.list, 'Berlin')
  await join(tokyo.list, 'Tokyo')
  await db`update subscribers set joined_at = '2026-06-01T12:00:00Z', state = 'Deleted' where name = 'Berlin'`
  await db`update subscribers set joined_at = '2026-06-01T12:00:00Z' where name = 'Tokyo'`

  const find = memberFinder(db)
  const [inBerlin, inTokyo, again, onOther, unknown] = await Promise.all([
    find(berlin.list, 'ann@x.example'),
    find(tokyo.list, 'ann@x.example'),
    find(berlin.list, 'ann@x.example'),
    find(other, 'ann@x.example'),
    find(tokyo.list, 'missing@x.example'),
  ])

  assert.equal(inBerlin?.member.name, 'Berlin')
  assert.equal(inBerlin.member.state, 'Deleted')
  assert.equal(inBerlin.member.joinedDate, '2026-06-01 14:00:00')
  assert.deepEqual(
    inBerlin.definitions.map(({ key }) => key),
    ['City'],
  )
  assert.deepEqual(again, inBerlin)
  assert.equal(inTokyo?.member.name, 'Tokyo')
  assert.equal(inTokyo.member.joinedDate, '2026-06-01 21:00:00')
  assert.deepEqual(inTokyo.definitions, [])
  assert.equal(onOther, undefined)
  assert.equal(unknown, undefined)
})
