/** DATABASE_URL with several hosts, and poolers in front: real servers of Debian's. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createLog } from '../../src/lib/log.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { open } from '../../src/store/connection/open.ts'
import { enqueue, type JobRunner, startJobs } from '../../src/store/jobs/jobs.ts'
import { type Cluster, createCluster, startPooler } from '../harness/cluster.ts'
import { needs } from '../harness/needs.ts'
import { seen, until } from '../harness/until.ts'

const log = createLog('silent')

describe('several hosts in DATABASE_URL', needs('postgresql'), () => {
  let primary: Cluster
  let standby: Cluster
  let db: Database
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lettershop-'))
    primary = await createCluster()
    standby = await primary.standby()
  })
  after(async () => {
    await db?.end({ timeout: 5 })
    await primary.remove()
    await standby.remove()
    await rm(folder, { recursive: true })
  })

  test('one host that is a standby is refused with a sentence', async () => {
    await assert.rejects(open({ databaseUrl: standby.url, dataFolder: folder, log }), (error: Error) => {
      assert.ok(error instanceof OperatorError)
      assert.match(error.message, /standby/)
      return true
    })
  })

  test('the primary is found in any place, written to, and followed when it changes; jobs follow too', async () => {
    const url = `postgres://lettershop@127.0.0.1:${standby.port},127.0.0.1:${primary.port},127.0.0.1:1/postgres`
    const store = await open({ databaseUrl: url, dataFolder: folder, log })
    db = store.db
    const done: number[] = []
    const jobs: JobRunner = await startJobs(
      url,
      store.db,
      {
        confirmationMail: async () => {},
        forwardedLetter: async () => {},
        accountMonth: async () => {},
        campaignDomains: async () => {},
        segmentCount: async () => {},
        segmentSizes: async () => {},
        invitationMail: async () => {},
        approvalAsked: async () => {},
        approvalMail: async () => {},
        newAddressMail: async () => {},
        oldAddressMail: async () => {},
        preferencesAsked: async () => {},
        preferencesMail: async () => {},
        passwordResetMail: async () => {},
        formMail: async () => {},
        formWaveMail: async () => {},
        feedMail: async () => {},
        reportAskMail: async () => {},
        reportMail: async () => {},
        newDeviceMail: async () => {},
        purgeSample: async () => {},
        suppressUnsubscribed: async () => {},
        removeSuppressed: async () => {},
        purge: async () => {},
        sentNotice: async ({ campaignId }) => void done.push(campaignId),
      },
      log,
    )
    await enqueue(db, 'sentNotice', { clientId: 1, campaignId: 1 })
    await until(async () => done.includes(1), 'the first job is done')
    let heard = 0
    await db.listen('spoken', () => heard++)

    const [position] = await db<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`
    await until(
      async () => (await db`select from pg_stat_replication where replay_lsn >= ${position!.lsn}::pg_lsn`).length > 0,
      'the standby has followed',
    )
    await primary.kill()
    await standby.promote()

    await until(
      () =>
        enqueue(db, 'sentNotice', { clientId: 1, campaignId: 2 }).then(
          () => true,
          () => false,
        ),
      'the new primary is written to',
    )
    await until(async () => done.includes(2), 'jobs follow')
    const heardBefore = await seen(
      'LISTEN has moved',
      async () => heard,
      count => count > 0,
    )
    await db`notify spoken`
    await seen(
      'a notification of the new primary',
      async () => heard,
      count => count > heardBefore,
    )
    await jobs.stop()
    await store.close()
  })
})

describe('poolers', needs('postgresql', 'pgbouncer'), () => {
  let cluster: Cluster
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lettershop-'))
    cluster = await createCluster()
  })
  after(async () => {
    await cluster.remove()
    await rm(folder, { recursive: true })
  })

  for (const [mode, seen] of [
    [
      'transaction',
      // which of the two shows first is PgBouncer's choice of server connections
      /lacks sessions: a (setting|prepared statement) of one connection holds on another\. .*pool_mode = session.*direct endpoint/,
    ],
    ['statement', /lacks sessions: a connection pooler refuses transactions\. .*pool_mode = session/],
  ] as const)
    test(`a pooler in ${mode} mode is refused with a sentence, before anything is written`, async () => {
      const pooler = await startPooler(cluster, mode)
      await assert.rejects(open({ databaseUrl: pooler.url, dataFolder: folder, log }), (error: Error) => {
        assert.ok(error instanceof OperatorError)
        assert.match(error.message, seen)
        return true
      })
      const db = connect(cluster.url, { max: 1 })
      assert.equal((await db`select from pg_tables where schemaname = 'public'`).length, 0)
      await db.end()
      await pooler.stop()
    })

  test('a pooler that keeps sessions works: schema, jobs, statements, notifications', async () => {
    const pooler = await startPooler(cluster, 'session')
    const store = await open({ databaseUrl: pooler.url, dataFolder: folder, log })
    let heard = 0
    await store.db.listen('spoken', () => heard++)
    for (let round = 0; round < 3; round++) assert.equal((await store.db`select ${round}::int as n`)[0]!.n, round)
    await store.db`notify spoken`
    await until(async () => heard > 0, 'it is heard')
    await store.close()
    await pooler.stop()
  })
})
