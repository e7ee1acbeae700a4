import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/harness/database.ts'
import { until } from '../test/harness/until.ts'
import { createLog } from './lib/log.ts'
import { startPresence } from './presence.ts'
import { readKnownProcesses } from './store/processes.ts'

let it: TestDatabase
before(async () => {
  it = await freshDatabase()
})
after(() => it?.drop())

test('a process is known from its start until it ends as it was asked to', async () => {
  const presence = await startPresence({
    db: it.db,
    roles: new Set(['api', 'sender']),
    settings: { LETTERSHOP_PUBLIC_URL: 'https://mail.example' },
    disk: () => 'The disk is full.',
    heartbeats: () => undefined,
    log: createLog('silent'),
  })
  await until(async () => (await readKnownProcesses(it.db)).length === 1, 'it is recorded')
  const [recorded] = await readKnownProcesses(it.db)
  assert.equal(recorded!.pid, process.pid)
  assert.deepEqual(recorded!.roles, ['api', 'sender'])
  assert.deepEqual(recorded!.settings, { LETTERSHOP_PUBLIC_URL: 'https://mail.example' })
  assert.equal(recorded!.isDiskFull, true)
  assert.equal(recorded!.areHeartbeatsOverdue, false)
  await presence.stop(0)
  assert.deepEqual([...(await readKnownProcesses(it.db))], [])
})
