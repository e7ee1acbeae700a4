import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { address } from '../../../test/harness/database-proxy.ts'
import { until } from '../../../test/harness/until.ts'
import { enqueue, enqueueAll, type JobHandlers, type JobRunner, type Jobs, startJobs } from './jobs.ts'

let it: TestDatabase
let runner: JobRunner | undefined
let logged = ''
const log = pino(
  { level: 'trace' },
  {
    write: line => {
      logged += line
    },
  },
)

beforeEach(async () => {
  it = await freshDatabase()
  logged = ''
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
  await it.drop()
})

/** Handlers that fail the test unless given. */
async function run(handlers: Partial<JobHandlers>): Promise<void> {
  const unexpected = async () => assert.fail('unexpected job')
  const all = {
    confirmationMail: unexpected,
    forwardedLetter: unexpected,
    newDeviceMail: unexpected,
    sentNotice: unexpected,
    accountMonth: unexpected,
    campaignDomains: unexpected,
    invitationMail: unexpected,
    approvalAsked: unexpected,
    approvalMail: unexpected,
    newAddressMail: unexpected,
    oldAddressMail: unexpected,
    preferencesAsked: unexpected,
    preferencesMail: unexpected,
    passwordResetMail: unexpected,
    formMail: unexpected,
    formWaveMail: unexpected,
    feedMail: unexpected,
    purgeSample: unexpected,
    suppressUnsubscribed: unexpected,
    removeSuppressed: unexpected,
    reportAskMail: unexpected,
    reportMail: unexpected,
    segmentCount: unexpected,
    segmentSizes: unexpected,
    purge: unexpected,
    ...handlers,
  }
  runner = await startJobs(it.url, it.db, all, log)
}

async function jobs() {
  return it.db<{ id: number; attempts: number; lastError: string | null }[]>`
    select id, attempts, last_error from graphile_worker.jobs`
}

/** Resolves when the handler it gives was called as often as said. */
function calls(times: number) {
  const payloads: unknown[] = []
  let resolve = () => {}
  const done = new Promise<void>(ok => {
    resolve = ok
  })
  const handle = async (payload: unknown) => {
    payloads.push(payload)
    if (payloads.length === times) resolve()
  }
  return { payloads, done, handle }
}

const mail: Jobs['confirmationMail'] = { clientId: 1, listId: 2, subscriberId: 3, publicUrl: 'http://secret.example/' }

test('a job of a transaction that is rolled back never runs', async () => {
  const { payloads, done, handle } = calls(1)
  await run({ confirmationMail: handle, sentNotice: async () => assert.fail('rolled back') })
  await assert.rejects(
    it.db.begin(async sql => {
      await enqueue(sql, 'sentNotice', { clientId: 1, campaignId: 1 })
      throw new Error('no')
    }),
  )
  await it.db.begin(sql => enqueue(sql, 'confirmationMail', mail))
  await done
  assert.deepEqual(payloads, [mail])
})

test('a job is not visible before its transaction commits', async () => {
  await it.db.begin(async sql => {
    await enqueue(sql, 'sentNotice', { clientId: 1, campaignId: 1 })
    assert.equal((await jobs()).length, 0)
  })
  assert.equal((await jobs()).length, 1)
})

test('each of many payloads runs once', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...mail, subscriberId: index }))
  await enqueueAll(it.db, 'confirmationMail', many)
  const { payloads, done, handle } = calls(many.length)
  await run({ confirmationMail: handle })
  await done
  await runner!.stop()
  runner = undefined
  assert.deepEqual(new Set(payloads.map(payload => (payload as { subscriberId: number }).subscriberId)).size, 50)
  assert.equal(payloads.length, 50)
  assert.deepEqual([...(await jobs())], [])
})

test('a job that fails runs again, and neither run puts its payload into the log', async () => {
  let failed = () => {}
  const firstRun = new Promise<void>(resolve => {
    failed = resolve
  })
  const { done, handle } = calls(2)
  await run({
    confirmationMail: async payload => {
      await handle(payload)
      failed()
      if (logged.includes('Failed task')) return
      throw new Error('the relay is away')
    },
  })
  await enqueue(it.db, 'confirmationMail', mail)
  await firstRun
  await runner!.stop() // which waits for the failure to be on record
  const [job] = await jobs()
  assert.equal(job!.attempts, 1)
  assert.match(job!.lastError!, /the relay is away/)
  // It would run again after a pause; the pause is graphile-worker's business.
  await it.db`select graphile_worker.reschedule_jobs(array[${job!.id}::bigint], run_at => now())`
  await run({ confirmationMail: handle })
  await done
  await runner!.stop()
  runner = undefined
  assert.deepEqual([...(await jobs())], [])
  assert.match(logged, /confirmationMail/)
  assert.ok(!logged.includes('secret.example'), logged)
})

test('stop waits for a job in progress', async () => {
  let begun = () => {}
  const underWay = new Promise<void>(resolve => {
    begun = resolve
  })
  let finish = () => {}
  const gate = new Promise<void>(resolve => {
    finish = resolve
  })
  let ended = false
  await run({
    purge: async () => {
      begun()
      await gate
      ended = true
    },
  })
  await enqueue(it.db, 'purge', {})
  await underWay
  const stopping = runner!.stop()
  finish()
  await stopping
  assert.equal(ended, true)
  assert.deepEqual([...(await jobs())], [])
})

test('jobs go on after the server has ended every connection, whatever they were doing', async () => {
  const { done, handle } = calls(1)
  await run({ sentNotice: handle })
  await it.db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await enqueue(it.db, 'sentNotice', { clientId: 1, campaignId: 1 })
  await done
})

test('connections that the server closes during their own close do no harm', async () => {
  let goodbyes = 0
  const proxy = createServer(client => {
    const server = connect(address(it.url)).on('error', () => {})
    server.on('data', bytes => client.write(bytes))
    client.on('error', () => {}).on('close', () => server.destroy())
    client.on('data', bytes => {
      if (bytes[0] !== 'X'.charCodeAt(0)) return void server.write(bytes)
      goodbyes++
      client.write(shutdown)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(it.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port) // it listens on a port
  runner = await startJobs(
    url.href,
    it.db,
    {
      confirmationMail: nothing,
      forwardedLetter: nothing,
      accountMonth: nothing,
      reportAskMail: nothing,
      reportMail: nothing,
      segmentCount: nothing,
      segmentSizes: nothing,
      campaignDomains: nothing,
      invitationMail: nothing,
      approvalAsked: nothing,
      approvalMail: nothing,
      newAddressMail: nothing,
      oldAddressMail: nothing,
      preferencesAsked: nothing,
      preferencesMail: nothing,
      passwordResetMail: nothing,
      formMail: nothing,
      formWaveMail: nothing,
      feedMail: nothing,
      newDeviceMail: nothing,
      purgeSample: nothing,
      suppressUnsubscribed: nothing,
      removeSuppressed: nothing,
      sentNotice: nothing,
      purge: nothing,
    },
    log,
  )
  await runner.stop()
  runner = undefined
  await new Promise(resolve => proxy.close(resolve))
  assert.ok(goodbyes > 0)
})

const nothing = async () => {}

/** ErrorResponse, FATAL 57P01. */
const shutdown = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

test('the daily purge is scheduled', async () => {
  await run({})
  const timetable = async () => {
    const rows = await it.db`select identifier from graphile_worker._private_known_crontabs`
    return rows.map(row => row.identifier as string)
  }
  // it is written after the runner has begun
  await until(async () => (await timetable()).length > 0, 'there is a timetable')
  assert.deepEqual(await timetable(), ['purge', 'segmentSizes'])
})
