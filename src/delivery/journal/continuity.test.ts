import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { present } from '../../../test/harness/sending.ts'
import { createLog } from '../../lib/log.ts'
import { findActiveHolds } from '../../store/limits/guards.ts'
import { createContinuity } from './continuity.ts'

afterEach(async () => {
  await present.db`delete from holds`
})

test('what a range reports while the database counts missing commits is not forgotten', async () => {
  const continuity = createContinuity({ db: present.db, log: createLog('silent'), now: () => new Date() })
  continuity.answered('the server before')
  continuity.answered('the server that took over')
  const held = continuity.hold()
  // no committed entry is missing, but a range finds that its high-water mark is
  continuity.lost()
  await held
  assert.deepEqual(
    (await findActiveHolds(present.db)).map(({ kind }) => kind),
    ['commits lost'],
  )
  assert.equal(continuity.isTrusted(), false)
})

test('another server that has all commits holds nothing', async () => {
  const continuity = createContinuity({ db: present.db, log: createLog('silent'), now: () => new Date() })
  continuity.answered('the server before')
  continuity.answered('the server that took over')
  await continuity.hold()
  assert.equal((await findActiveHolds(present.db)).length, 0)
})
