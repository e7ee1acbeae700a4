/**
 * One, two and four senders on one campaign, each a process of its own with as many connections to the relay: what a mail costs the
 * processors in the senders and in PostgreSQL, and what the senders wait for, between a quarter and 95 % of the recipients: before, each process
 * compiles its code, and at the end some have no range any more. On a machine with fewer cores than processes the rate cannot
 * grow with their number; the cost of a mail shows whether it would. Rounds are interleaved, figures are medians.
 *
 *   node --import tsx bench/senders.ts [recipients = 100000] [rounds = 3] [connections of each sender = 8]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentTasksHere } from '../src/delivery/content/tasks.ts'
import { planDueCampaign } from '../src/delivery/planning/plan.ts'
import { useKeys } from '../src/domain/access/keys.ts'
import { createLog } from '../src/lib/log.ts'
import { connect, type Database } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrateJobs } from '../src/store/jobs/jobs.ts'
import { migrate } from '../src/store/migrate.ts'
import { assertAccounts } from '../test/harness/accounting.ts'
import { testKeys } from '../test/harness/seed.ts'
import { findPostmaster, processorTime, processorTimeOfServer } from './processes.ts'
import { seedCampaign } from './seed-campaign.ts'
import type { SenderMessage, SenderUsage } from './sender-process.ts'
import { count, median, printTable } from './table.ts'

const [recipients = 100_000, rounds = 3, connections = 8] = process.argv.slice(2).map(Number)
const numbers = [1, 2, 4]
/** A campaign that takes longer is not sent at all. */
const mostMs = 20 * 60_000
const log = createLog('warn')

interface Run {
  readonly perSecond: number
  /** Microseconds of the processors for each mail. */
  readonly senders: number
  readonly backends: number
  /** With its writers, without the connections of this measurement. */
  readonly postgres: number
  /** For 1,000 mails. */
  readonly commits: number
  /** Bytes of the write-ahead log for each mail. */
  readonly wal: number
  readonly claims: number
  readonly rollbacks: number
  /** Share of the looks at a busy connection of a sender at which it waited for a lock: of rows, and inside the server. */
  readonly lockWaits: number
  readonly lightLockWaits: number
}

const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const sink = fork(new URL('./sink.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
let postgres: Awaited<ReturnType<typeof startEmbedded>> | undefined
try {
  const port = Number((await once(sink, 'message'))[0])
  postgres = await startEmbedded({ dataFolder: folder, log, durable: true, maxConnections: 100 })
  const db = connect(postgres.url, { max: 4, name: 'bench' })
  useKeys(db, testKeys)
  await migrate(db)
  await migrateJobs(postgres.url)
  const postmaster = await findPostmaster(db)
  const runs = new Map<number, Run[]>(numbers.map(many => [many, []]))
  for (let round = 0; round < rounds; round++)
    for (const many of numbers) runs.get(many)!.push(await send(db, postmaster, postgres.url, port, many))
  const row = (name: string, read: (run: Run) => number, digits: number) => [
    name,
    ...numbers.map(many => median(runs.get(many)!.map(read)).toFixed(digits)),
  ]
  printTable([
    [`${count(recipients)} recipients`, ...numbers.map(many => `${many} ${many === 1 ? 'sender' : 'senders'}`)],
    row('mails/s on these cores', run => run.perSecond, 0),
    row('senders, µs of a processor for each mail', run => run.senders, 1),
    row('their connections of PostgreSQL, µs', run => run.backends, 1),
    row('PostgreSQL with its writers, µs', run => run.postgres, 1),
    row('all, µs', run => run.senders + run.postgres, 1),
    row('claims of ranges', run => run.claims, 0),
    row('commits for 1,000 mails', run => run.commits, 1),
    row('rolled back', run => run.rollbacks, 0),
    row('write-ahead log for each mail, bytes', run => run.wal, 0),
    row('busy connections that wait for a lock, %', run => run.lockWaits * 100, 1),
    row('for a lock inside the server, %', run => run.lightLockWaits * 100, 1),
  ])
  await db.end()
} finally {
  sink.kill()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function send(db: Database, postmaster: number, url: string, port: number, many: number): Promise<Run> {
  const key = await seedCampaign(db, '5 KB', recipients)
  await planDueCampaign({ db, log, contentTasks: contentTasksHere }, new Date())
  await db`checkpoint`
  await db`vacuum analyze`
  const relay = `smtp://127.0.0.1:${port}?connections=${connections}&tls=none`
  const senders = Array.from({ length: many }, () =>
    fork(new URL('./sender-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] }),
  )
  await Promise.all(
    senders.map(async (sender, index) => {
      const owner = `bench/${key.campaignId}/${index}`
      const ready = once(sender, 'message')
      order(sender, { url, relay, owner, journalFolder: join(folder, `journal-${key.campaignId}-${index}`) })
      await ready
    }),
  )
  const begun = performance.now()
  for (const sender of senders) order(sender, 'begin')
  const look = async () => ({ ...(await usage(db, postmaster, key.campaignId)), senders: await sumOf(senders) })
  await watch(db, key.campaignId, begun, recipients / 4)
  const [from, since] = [await look(), performance.now()]
  const waits = await watch(db, key.campaignId, begun, recipients * 0.95)
  const [to, until] = [await look(), performance.now()]
  await watch(db, key.campaignId, begun, 'sent')
  for (const sender of senders) order(sender, 'end')
  await Promise.all(senders.map(sender => once(sender, 'exit')))
  await assertAccounts(db, key)
  const [claimed] = await db<{ claims: number }[]>`
    select count(*)::integer as claims from leases where client_id = ${key.clientId} and campaign_id = ${key.campaignId}`
  await db`truncate audience, log, leases`
  const mails = to.accepted - from.accepted
  const each = (read: (look: typeof to) => number) => (read(to) - read(from)) / mails
  return {
    perSecond: (mails / (until - since)) * 1000,
    senders: each(({ senders }) => senders),
    backends: each(({ backends }) => backends),
    postgres: each(({ all, ours }) => all - ours),
    commits: each(({ commits }) => commits) * 1000 - (waits.looks * 1000) / mails,
    wal: each(({ wal }) => wal),
    claims: claimed!.claims,
    rollbacks: to.rollbacks - from.rollbacks,
    lockWaits: waits.locks / Math.max(1, waits.busy),
    lightLockWaits: waits.lightLocks / Math.max(1, waits.busy),
  }
}

function order(sender: ChildProcess, message: SenderMessage): void {
  sender.send(message)
}

/** Microseconds of all of them since they began. */
async function sumOf(senders: readonly ChildProcess[]): Promise<number> {
  const used = await Promise.all(
    senders.map(async sender => {
      const answered = once(sender, 'message')
      order(sender, 'usage')
      return ((await answered) as [SenderUsage])[0] // as it answers
    }),
  )
  return used.reduce((sum, { microseconds }) => sum + microseconds, 0)
}

/** Looks at the connections of senders until so many mails are accepted, or until the campaign is sent. */
async function watch(db: Database, campaignId: number, begun: number, end: number | 'sent') {
  const waits = { looks: 0, busy: 0, locks: 0, lightLocks: 0 }
  for (;;) {
    if (performance.now() - begun > mostMs)
      throw new Error(`The campaign is not sent after ${mostMs / 60_000} minutes.`)
    await sleep(20)
    const [row] = await db<{ state: string; accepted: number; busy: number; locks: number; lightLocks: number }[]>`
      select m.state, t.accepted, busy, locks, light_locks
      from campaigns m
      join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
      cross join (
        select count(*)::integer as busy, count(*) filter (where wait_event_type = 'Lock')::integer as locks,
          count(*) filter (where wait_event_type in ('LWLock', 'BufferPin'))::integer as light_locks
        from pg_stat_activity where application_name = 'sender' and state = 'active'
      ) a
      where m.id = ${campaignId}`
    waits.looks++
    waits.busy += row!.busy
    waits.locks += row!.locks
    waits.lightLocks += row!.lightLocks
    if (row!.state === 'sent' || (end !== 'sent' && row!.accepted >= end)) return waits
  }
}

/** Processor time in microseconds, write-ahead log in bytes. */
async function usage(db: Database, postmaster: number, campaignId: number) {
  const [row] = await db<
    { accepted: number; commits: number; rollbacks: number; wal: number; pids: number[]; ours: number[] }[]
  >`
    select (select accepted from campaign_totals where campaign_id = ${campaignId}) as accepted, xact_commit::bigint as commits, xact_rollback::bigint as rollbacks, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal,
      array(select pid from pg_stat_activity where application_name = 'sender') as pids,
      array(select pid from pg_stat_activity where application_name = 'bench') as ours
    from pg_stat_database where datname = current_database()`
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + processorTime(pid), 0)
  return {
    accepted: row!.accepted,
    commits: row!.commits,
    rollbacks: row!.rollbacks,
    wal: Number(row!.wal),
    backends: sum(row!.pids),
    ours: sum(row!.ours),
    all: processorTimeOfServer(postmaster),
  }
}
