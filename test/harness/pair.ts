/** Two database servers, a primary and its standby, one of them behind a pooler, and what can happen to them. */
import { open, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { type Cluster, type ClusterOptions, createCluster, isOpen, type Pooler, startPooler } from './cluster.ts'
import { until } from './until.ts'

export interface Pair {
  /** Both, as DATABASE_URL names them. */
  readonly url: string
  readonly primary: Cluster
  readonly standby: Cluster
  readonly pooler: Pooler
  /** Statements on the primary, past the pooler; a connection for each use. */
  ask<Value>(use: (db: Database) => Promise<Value>): Promise<Value>
  /** From now on a commit waits for the standby. */
  followAtOnce(): Promise<void>
  /** A commit waits no more. */
  followLater(): Promise<void>
  /** Whether the standby has all that the primary has. */
  isUpToDate(): Promise<boolean>
  /** The standby becomes the primary; the one before must have been killed. */
  takeOver(): Promise<void>
  /** There is a standby again, which commits wait for: a former primary follows the new one with all that it has. */
  settle(): Promise<void>
  remove(): Promise<void>
}

/** @param options of the first primary */
export async function startPair(options: ClusterOptions = {}): Promise<Pair> {
  const first = await createCluster(options)
  const second = await first.standby()
  const pooler = await startPooler(first, 'session')
  let primary = first
  let standby = second

  async function ask<Value>(use: (db: Database) => Promise<Value>): Promise<Value> {
    const db = connect(primary.url, { max: 2, name: 'test' })
    try {
      return await use(db)
    } finally {
      await db.end({ timeout: 5 })
    }
  }
  const isFollowed = () =>
    until(
      () => ask(async db => (await db`select from pg_stat_replication where state = 'streaming'`).length > 0),
      'the standby follows',
    )
  async function followAtOnce() {
    await isFollowed()
    await waitFor('*')
  }
  const waitFor = (names: string) => primary.set('synchronous_standby_names', names)
  return {
    url: `postgres://lettershop@127.0.0.1:${pooler.port},127.0.0.1:${second.port}/postgres`,
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    pooler,
    ask,
    followAtOnce,
    followLater: () => waitFor(''),
    isUpToDate: () =>
      ask(async db => (await db`select from pg_stat_replication where replay_lsn >= pg_current_wal_lsn()`).length > 0),
    async takeOver() {
      await standby.promote()
      ;[primary, standby] = [standby, primary]
      // it has the setting of the one before, and no standby yet
      await waitFor('')
    },
    async settle() {
      if (!(await isOpen(standby.port))) await standby.follow(primary)
      await followAtOnce()
    },
    async remove() {
      await pooler.stop()
      await first.remove()
      await second.remove()
    },
  }
}

/** Something that happens to the database, from its begin until the database could serve again. */
export type Trouble = (pair: Pair, ms: number) => Promise<void>

export const troubles = {
  /** An operator restarts the primary. */
  restart: ({ primary }) => primary.restart(),
  /** The primary loses its power and comes back. */
  async crash({ primary }, ms) {
    await primary.kill()
    await sleep(ms)
    await primary.start()
  },
  /** The primary does not answer, and closes nothing. */
  async frozen({ primary }, ms) {
    await primary.freeze()
    await sleep(ms)
    await primary.wake()
  },
  /** All connections are cut, again and again. */
  'connections cut': ({ ask }, ms) =>
    ask(db => repeated(ms, 500, () => db`select pg_terminate_backend(pid) from pg_stat_activity where ${ours(db)}`)),
  /** What is under way is ended, as limits that an administrator set would do, again and again. */
  'statements cancelled': ({ ask }, ms) =>
    ask(db =>
      repeated(
        ms,
        100,
        () => db`select pg_cancel_backend(pid) from pg_stat_activity where ${ours(db)} and state = 'active'`,
      ),
    ),
  /** Another program locks a table. */
  'table locked': ({ ask }, ms) =>
    ask(db =>
      db.begin(async sql => {
        await sql`lock table subscribers in access exclusive mode`
        await sleep(ms)
      }),
    ),
  /** Other programs have all connections. */
  async 'no connection left'({ primary, ask }, ms) {
    const greedy: Client[] = []
    const take = async () => {
      const client = new Client(primary.url)
      client.on('error', () => {})
      await client.connect().then(
        () => greedy.push(client),
        () => {}, // no connection is left
      )
    }
    await ask(async db => {
      await db`select 1` // it has a connection
      for (let n = 0; n < 110; n++) await take()
      // what was free is taken; what others lose now is taken as well
      await db`select pg_terminate_backend(pid) from pg_stat_activity where ${ours(db)}`
      for (const end = performance.now() + ms; performance.now() < end; ) await take()
    })
    await Promise.all(greedy.map(client => client.end()))
  },
  /** The standby that commits wait for is away. */
  async 'standby away'({ standby }, ms) {
    await standby.kill()
    await sleep(ms)
    await standby.start()
  },
  /** The pooler ends and comes back. */
  async 'pooler gone'({ pooler }, ms) {
    await pooler.kill()
    await sleep(ms)
    await pooler.start()
  },
  /** The primary loses its power, and some moments later the standby takes over. */
  async 'fail-over'(pair, ms) {
    await pair.primary.kill()
    await sleep(ms)
    await pair.takeOver()
  },
} satisfies Record<string, Trouble>

/** The primary's disk is full for a while; it must have one of its own. */
export const diskFull: Trouble = async ({ primary }, ms) => {
  const file = `${primary.folder}/filler`
  const filler = await open(file, 'w')
  const piece = Buffer.alloc(2 ** 20)
  const end = performance.now() + ms
  while (performance.now() < end) {
    // what is given back meanwhile is taken as well
    const written = await filler.write(piece).catch(() => undefined)
    if (!written) await sleep(50)
  }
  await filler.close()
  await rm(file)
  // it has ended if it had to write and could not
  await primary.start()
}

const ours = (db: Database) => db`backend_type = 'client backend' and application_name <> 'test'`

async function repeated(ms: number, every: number, work: () => PromiseLike<unknown>): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    await work()
    await sleep(every)
  }
}
