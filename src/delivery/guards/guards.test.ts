import assert from 'node:assert/strict'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { isOnCitus } from '../../../test/harness/citus.ts'
import {
  campaign,
  endings,
  isSent,
  people,
  present,
  relay,
  sender,
  sendNow,
  sink,
  stateOf,
  totals,
  until,
} from '../../../test/harness/sending.ts'
import { healthRoute } from '../../http/health.ts'
import { createLog } from '../../lib/log.ts'
import { connect, type Database } from '../../store/connection/database.ts'
import { findActiveHolds, placeHold, readMissedSchedules, releaseHolds } from '../../store/limits/guards.ts'
import type { Transport } from '../transport.ts'
import { type GuardParts, refuseWhileHeld, startGuards } from './guards.ts'
import { realFiles } from './memory.ts'

const hour = 3_600_000
const start = new Date('2026-03-28T20:00:00Z')
let folder: string
/** Wall clock and uptime of the machine. */
let clock: { now: Date; boot: string; uptime: number }

beforeEach(async () => {
  await present.db`insert into installation (secret_fingerprint) values ('\\x00') on conflict do nothing`
  folder = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
  clock = { now: start, boot: 'first', uptime: 1000 }
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await present.db`delete from holds`
  await present.db`delete from heartbeats`
  await present.db`update installation set database_sign = null`
})

/** Both clocks go on. */
function pass(ms: number) {
  clock = { ...clock, now: new Date(clock.now.getTime() + ms), uptime: clock.uptime + ms / 1000 }
}
function reboot() {
  clock = { ...clock, boot: `${clock.boot}'`, uptime: 10 }
}

async function guards(change: Partial<GuardParts> = {}) {
  const started = await startGuards({
    db: present.db,
    dataFolder: folder,
    embedded: true,
    log: createLog('silent'),
    latestStartHours: 24,
    now: () => clock.now,
    machine: async () => ({ boot: clock.boot, uptime: clock.uptime }),
    uptime: () => clock.uptime,
    ...change,
  })
  endings.push(() => started.stop())
  return started
}

/** Starts, beats once and stops: a service that ran. */
async function run(change: Partial<GuardParts> = {}) {
  await (await guards(change)).stop()
}

const kinds = async (db: Database = present.db) => (await findActiveHolds(db)).map(({ kind }) => kind)

/** A database that is a copy of the test's, as `create database … template` makes it. */
async function copied<Value>(use: (db: Database) => Promise<Value>): Promise<Value> {
  const { db } = present
  const url = new URL(process.env.DATABASE_URL!)
  const admin = connect(url.href, { max: 1 })
  const [{ name }] = (await db`select current_database() as name`) as unknown as [{ name: string }] // it has a name
  const copy = `${name}_copy`
  // a template may have no visitors; the pool connects again by itself
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
  await admin`create database ${admin(copy)} template ${admin(name)}`
  url.pathname = `/${copy}`
  const opened = connect(url.href, { max: 2 })
  try {
    return await use(opened)
  } finally {
    await opened.end()
    await admin`drop database ${admin(copy)} with (force)`
    await admin.end()
  }
}

test('a first start, restarts, a reboot, a night of sleep and the switch to summer time are quiet', async () => {
  await run()
  for (const step of [
    () => pass(10_000),
    () => reboot(),
    // 2026-03-29, 01:00 UTC: Europe changes its clocks
    () => pass(10 * hour),
    () => {
      pass(70 * 24 * hour)
      reboot()
    },
  ]) {
    step()
    const started = await guards()
    assert.equal(await started.maySend(), true)
    await started.stop()
  }
  assert.deepEqual(await kinds(), [])
})

test('a data folder that was moved or given to another account is the same one', async () => {
  await run()
  const moved = `${folder}-moved`
  await rename(folder, moved)
  await run({ dataFolder: moved })
  await rename(moved, folder)
  assert.deepEqual(await kinds(), [])
})

test('an older database holds sending until it is released, and is quiet from then on', async () => {
  await run()
  const backup = await present.db`select * from heartbeats`
  for (let beats = 0; beats < 3; beats++) await run()
  await present.db`update heartbeats set beat = ${backup[0]!.beat}`

  const restored = await guards()
  assert.equal(await restored.maySend(), false)
  assert.deepEqual(await kinds(), ['database restored'])
  await restored.stop()
  const again = await guards()
  assert.equal(await again.maySend(), false, 'a restart releases nothing')

  assert.deepEqual(
    (await releaseHolds(present.db)).map(({ kind }) => kind),
    ['database restored'],
  )
  assert.equal(await again.maySend(), true)
  await again.stop()
  await run()
  assert.deepEqual(await kinds(), [])
})

test('a release covers what a running process had committed before it and the database lacks, but no process that starts later', async () => {
  let elapsed = 0
  const running = await guards({ beatMs: hour, elapsed: () => elapsed })
  /** A heartbeat, since the one before is long past. */
  const mayStillSend = () => {
    elapsed += 3 * hour
    return running.maySend()
  }
  assert.equal(await mayStillSend(), true)
  // a standby takes over without the last heartbeat; another process finds what is missing, and an operator releases it
  await present.db`update heartbeats set beat = beat - 1`
  await placeHold(present.db, { kind: 'commits lost', folder: '', detail: 'a test' }, clock.now)
  await releaseHolds(present.db)
  assert.equal(await mayStillSend(), true)
  assert.deepEqual(await kinds(), [])

  // the release is seen now: what is lost after it is asked for again
  await present.db`update heartbeats set beat = beat - 1`
  assert.equal(await mayStillSend(), false)
  assert.deepEqual(await kinds(), ['database restored'])
  await running.stop()

  await releaseHolds(present.db)
  await present.db`update heartbeats set beat = beat - 1`
  assert.equal(await (await guards()).maySend(), false, 'one that starts after the release')
  assert.deepEqual(await kinds(), ['database restored'])
})

test('a database from before the data folder joined it holds sending', async () => {
  await run()
  await present.db`delete from heartbeats`
  assert.equal(await (await guards()).maySend(), false)
  assert.deepEqual(await kinds(), ['database restored'])
})

test('another installation’s database begins anew', async () => {
  await run()
  const [row] = await present.db`update installation set installation_id = gen_random_uuid() returning installation_id`
  assert.ok(row)
  await present.db`delete from heartbeats`
  assert.equal(await (await guards()).maySend(), true)
})

// of a distributed database each node would be copied
test('a copy of the database holds sending there, not in the original', { skip: isOnCitus() }, async () => {
  await run()
  await copied(async copy => {
    const started = await guards({ db: copy, embedded: false })
    assert.equal(await started.maySend(), false)
    assert.deepEqual(await kinds(copy), ['database copied'])
    await releaseHolds(copy)
    assert.equal(await started.maySend(), true)
    await started.stop()
    await run({ db: copy, embedded: false })
    assert.deepEqual(await kinds(copy), [], 'what was released stays released')
  })
})

test('a copied data folder with its embedded database holds sending', async () => {
  await run()
  const copy = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
  await cp(folder, copy, { recursive: true, preserveTimestamps: true })
  const started = await guards({ dataFolder: copy })
  assert.equal(await started.maySend(), false)
  assert.deepEqual(await kinds(), ['data folder copied'])
  await rm(copy, { recursive: true })
})

test('several machines on one database are quiet, one set up with a copy of another’s data folder included', async () => {
  const shared = { embedded: false }
  const first = await guards(shared)
  const second = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
  const third = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
  await cp(folder, second, { recursive: true })
  for (let round = 0; round < 3; round++) {
    pass(10_000)
    for (const dataFolder of [folder, second, third]) await run({ ...shared, dataFolder })
  }
  assert.deepEqual(await kinds(), [])
  assert.equal(await first.maySend(), true)
  const [count] = await present.db`select count(*) as folders from heartbeats`
  assert.equal(count!.folders, 3)
  await rm(second, { recursive: true })
  await rm(third, { recursive: true })
})

test('a machine without a memory may join one that is alive, and holds sending where no sender has been active for long', async () => {
  const shared = { embedded: false }
  await run(shared)
  const fresh = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
  pass(hour / 2)
  await run({ ...shared, dataFolder: fresh })
  assert.deepEqual(await kinds(), [])
  await rm(fresh, { recursive: true })
  pass(2 * hour)
  await run({ ...shared, dataFolder: await mkdtemp(join(tmpdir(), 'lettershop-guards-')) })
  assert.deepEqual(await kinds(), ['long silence'])
})

const clocks: readonly (readonly [what: string, change: (ms: number) => void, ms: number, quiet: boolean])[] = [
  ['is set forward by a minute', leap, 60_000, true],
  ['leaps forward by two hours', leap, 2 * hour, false],
  ['leaps by ten years', leap, 87_660 * hour, false],
  ['is set back by a minute', leap, -60_000, true],
  ['goes back by two hours', leap, -2 * hour, false],
  ['goes back over a reboot', leapOverReboot, -2 * hour, false],
]
function leap(ms: number) {
  clock = { ...clock, now: new Date(clock.now.getTime() + ms) }
}
function leapOverReboot(ms: number) {
  reboot()
  leap(ms)
}
for (const [what, change, ms, quiet] of clocks) {
  test(`a clock that ${what} ${quiet ? 'is quiet' : 'holds the senders of its machine'}`, async () => {
    const other = await mkdtemp(join(tmpdir(), 'lettershop-guards-'))
    const there = { now: () => start, uptime: () => 1000 }
    const elsewhere = await guards({ dataFolder: other, embedded: false, ...there })
    await run({ embedded: false })
    pass(10_000)
    change(ms)
    const here = await guards({ embedded: false })
    assert.deepEqual(await kinds(), quiet ? [] : ['clock'])
    assert.equal(await here.maySend(), quiet)
    assert.equal((await elsewhere.holds()).length, 0, 'other machines go on')
    await releaseHolds(present.db)
    assert.equal(await here.maySend(), true)
    await rm(other, { recursive: true })
  })
}

/** Takes everything, and remembers to whom. */
function taker(): Transport & { readonly to: string[] } {
  const to: string[] = []
  return {
    concurrency: 4,
    to,
    async send(message) {
      to.push(message.to)
      return { kind: 'accepted', code: 250, answer: 'ok' }
    },
    async close() {},
  }
}

const leapMoments: Readonly<Record<string, (look: () => Promise<boolean>) => Promise<boolean>>> = {
  'before a look': look => {
    leap(48 * hour)
    return look()
  },
  'between the look and the planning': async look => {
    const may = await look()
    leap(48 * hour)
    return may
  },
}
for (const [moment, look] of Object.entries(leapMoments)) {
  test(`a clock that leaps by two days ${moment} has nothing planned, sent or withdrawn`, async () => {
    const { db } = present
    clock = { ...clock, now: new Date() }
    const on = await guards()
    const later = await campaign(people(60))
    await sendNow(later)
    const late = await campaign(['late@example.com'])
    await sendNow(late)
    const due = (hours: number, { campaignId }: typeof later) => db`
      update campaigns set due_at = ${new Date(clock.now.getTime() + hours * hour)} where id = ${campaignId}`
    await due(47, later)
    await due(20, late)
    const transport = taker()
    let looks = 0
    let hasLeapt = false
    const started = sender(transport, {
      now: on.now,
      maySend: async () => {
        looks++
        if (hasLeapt) return on.maySend()
        hasLeapt = true
        return look(on.maySend)
      },
    })
    const lookThrice = async () => {
      for (const until = looks + 3; looks < until; ) {
        started.wake()
        await new Promise(resolve => setTimeout(resolve, 5))
      }
    }
    await lookThrice()
    const untouched = async () => {
      assert.deepEqual([await stateOf(later), await stateOf(late)], ['scheduled', 'scheduled'])
      assert.equal(await totals(later), undefined, 'no audience was frozen')
      assert.deepEqual(transport.to, [])
    }
    await untouched()
    const [hold] = await on.holds()
    assert.match(hold!.detail, /^The clock of this machine leapt forward by 48 hours: it says \S+, and said \S+ when/)
    await assert.rejects(refuseWhileHeld(on, { sentNotice: async () => {} }).sentNotice(), /sending is held: The clock/)

    // an operator sets it right and releases the hold
    leap(-48 * hour)
    await lookThrice()
    await releaseHolds(db)
    await lookThrice()
    await untouched()
    assert.deepEqual(await kinds(), [])
    await due(0, later)
    started.wake()
    await isSent(later)
    assert.equal(transport.to.length, 60)
    assert.equal(await stateOf(late), 'scheduled')
  })
}

test('a night of sleep, which the uptime counts and timers do not, holds nothing', async () => {
  clock = { ...clock, now: new Date() }
  const on = await guards()
  pass(10 * hour)
  assert.equal(await on.maySend(), true)
  assert.deepEqual(on.now(), clock.now)
  assert.deepEqual(await kinds(), [])
})

test('nothing is planned or sent while sending is held, and everything after the release', async () => {
  await run()
  await run()
  await present.db`update heartbeats set beat = 0`
  const held = await guards({ now: () => new Date() })
  const running = await campaign(['a@example.com', 'b@example.com', 'c@example.com'])
  await sendNow(running)
  const transport = taker()
  let looks = 0
  const maySend = () => {
    looks++
    return held.maySend()
  }
  const started = sender(transport, { maySend })
  while (looks < 3) {
    started.wake()
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  assert.equal(await stateOf(running), 'scheduled')
  assert.equal(await totals(running), undefined, 'no audience was frozen')
  assert.deepEqual(transport.to, [])

  await releaseHolds(present.db)
  await isSent(running)
  assert.deepEqual(transport.to.toSorted(), ['a@example.com', 'b@example.com', 'c@example.com'])
})

test('while no heartbeat can be written nothing is sent, of ranges under way neither, and it is said', async () => {
  let elapsed = 0
  let isWritable = true
  const started = await guards({
    now: () => new Date(),
    elapsed: () => elapsed,
    files: {
      ...realFiles,
      async makeHeartbeatFile(...given) {
        if (!isWritable) throw Object.assign(new Error('no more files'), { code: 'EDQUOT' })
        await realFiles.makeHeartbeatFile(...given)
      },
    },
  })
  const route = healthRoute(present.db, [started.overdue])
  const health = async () => (await route({ path: '/health', method: 'GET' } as Parameters<typeof route>[0]))!.status // all it looks at
  const running = await campaign(people(60))
  const peer = await sink()
  const inner = relay(peer, '?connections=1&timeout=20')
  const transport: Transport = {
    concurrency: 4,
    async send(message) {
      const outcome = await inner.send(message)
      if (elapsed === 0 && peer.messages.length >= 10) {
        isWritable = false
        // as the default: two heartbeats of ten seconds were missed
        elapsed = 20_001
      }
      return outcome
    },
    close: () => inner.close(),
  }
  const one = sender(transport, { rangeSize: 60, maySend: started.maySend, isGuarded: () => !started.overdue() })
  await sendNow(running)
  await until(async () => {
    const { accepted, handingOver } = (await totals(running)) ?? {}
    return accepted! >= 10 && handingOver === 0
  }, 'the range is given back')
  const before = peer.messages.length
  assert.ok(before <= 10 + 8, `${before} mails: what was on the line, and nothing else`)
  for (let looks = 0; looks < 3; looks++) {
    one.wake()
    assert.equal(await started.maySend(), false)
  }
  assert.equal(peer.messages.length, before)
  assert.match(started.overdue()!, /No heartbeat could be written for more than 20 seconds/)
  assert.equal(await health(), 503)
  await assert.rejects(refuseWhileHeld(started, { sentNotice: async () => {} }).sentNotice(), /No heartbeat/)
  assert.deepEqual(await kinds(), [], 'nothing is left to be released')

  isWritable = true
  await isSent(running)
  assert.equal(started.overdue(), undefined)
  assert.equal(await health(), 200)
  assert.equal(peer.messages.length, 60)
})

test('a schedule missed by more than a day is a draft again, and goes out when it is sent anew', async () => {
  const { db } = present
  const on = await guards({ now: () => new Date() })
  const late = await campaign(['late@example.com'])
  await sendNow(late)
  await db`update campaigns set due_at = now() - interval '25 hours' where id = ${late.campaignId}`
  const transport = taker()
  const started = sender(transport, { maySend: () => on.maySend() })
  while ((await stateOf(late)) === 'scheduled') {
    started.wake()
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  assert.equal(await stateOf(late), 'draft')
  assert.deepEqual(
    (await readMissedSchedules(db)).map(({ campaignPublicId }) => campaignPublicId),
    [late.publicId],
  )
  assert.deepEqual(transport.to, [])

  await sendNow(late)
  await isSent(late)
  assert.deepEqual(transport.to, ['late@example.com'])
})

test('a schedule missed by less than a day is kept', async () => {
  const on = await guards({ now: () => new Date() })
  const running = await campaign(['a@example.com'])
  await sendNow(running)
  await present.db`update campaigns set due_at = now() - interval '23 hours' where id = ${running.campaignId}`
  const transport = taker()
  sender(transport, { maySend: () => on.maySend() })
  await isSent(running)
  assert.deepEqual(transport.to, ['a@example.com'])
})
