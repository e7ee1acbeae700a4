import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/harness/database.ts'
import { until } from '../test/harness/until.ts'
import { createLog } from './lib/log.ts'
import { startPresence } from './presence.ts'
import { knownProcesses } from './store/processes.ts'

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
  await until(async () => (await knownProcesses(it.db)).length === 1, 'it has told')
  const [told] = await knownProcesses(it.db)
  assert.equal(told!.pid, process.pid)
  assert.deepEqual(told!.roles, ['api', 'sender'])
  assert.deepEqual(told!.settings, { LETTERSHOP_PUBLIC_URL: 'https://mail.example' })
  assert.equal(told!.isDiskFull, true)
  assert.equal(told!.areHeartbeatsOverdue, false)
  await presence.stop(0)
  assert.deepEqual([...(await knownProcesses(it.db))], [])
})
