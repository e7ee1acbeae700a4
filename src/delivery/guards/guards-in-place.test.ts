/** An installation that is put back in its place, by the tools operators use: noticed at the next look, and nothing else is. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { link, mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { needs } from '../../../test/harness/needs.ts'
import { endings, present } from '../../../test/harness/sending.ts'
import { createLog } from '../../lib/log.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { findActiveHolds, placeHold, releaseHolds } from '../../store/limits/guards.ts'
import { type GuardParts, startGuards } from './guards.ts'
import { realFiles } from './memory.ts'

let base: string
let folder: string

beforeEach(async () => {
  await present.db`insert into installation (secret_fingerprint) values ('\\x00') on conflict do nothing`
  base = await mkdtemp(join(tmpdir(), 'lettershop-in-place-'))
  folder = join(base, 'data')
  await mkdir(folder)
})
afterEach(async () => {
  await rm(base, { recursive: true, force: true })
  await present.db`delete from holds`
  await present.db`delete from heartbeats`
})

async function guards(change: Partial<GuardParts> = {}) {
  const started = await startGuards({
    db: present.db,
    dataFolder: folder,
    embedded: true,
    log: createLog('silent'),
    latestStartHours: 24,
    ...change,
  })
  endings.push(() => started.stop())
  return started
}

/** Starts, beats once and stops, so many times. @returns whether it could send at the last start */
async function run(times: number, change: Partial<GuardParts> = {}): Promise<boolean> {
  let maySend = true
  for (let n = 0; n < times; n++) {
    const started = await guards(change)
    maySend = await started.maySend()
    await started.stop()
  }
  return maySend
}

const kinds = async () => (await findActiveHolds(present.db)).map(({ kind }) => kind)

/** A backup of the data folder and of what the database knows of it, made while nothing runs, an hour ago. */
async function backUp(): Promise<() => Promise<void>> {
  // rsync leaves alone what was changed within the same second and has the same size
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo)
  shell(`cp -a ${folder} ${base}/backup`)
  const rows = await present.db<{ row: string }[]>`select to_jsonb(h)::text as row from heartbeats h`
  return async () => {
    await present.db`delete from heartbeats`
    for (const { row } of rows)
      await present.db`insert into heartbeats select * from jsonb_populate_record(null::heartbeats, ${row}::text::jsonb)`
  }
}

function shell(command: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  assert.equal(status, 0, `${command}: ${stderr}`)
}

/** Those that make every file anew look like a copy; beside a database of its own, that is how a second machine is set up. */
const ways = [
  { way: 'cp -a', needed: {}, command: () => `cp -a ${base}/backup/. ${folder}/`, seen: 'data folder restored' },
  {
    way: 'rsync -a --delete',
    needed: needs('rsync'),
    command: () => `rsync -a --delete ${base}/backup/ ${folder}/`,
    seen: 'data folder restored',
  },
  {
    way: 'rsync -a --delete --inplace',
    needed: needs('rsync'),
    command: () => `rsync -a --delete --inplace ${base}/backup/ ${folder}/`,
    seen: 'data folder restored',
  },
  {
    way: 'tar',
    needed: {},
    command: () => `tar -C ${base}/backup -c . | tar -C ${folder} -x`,
    seen: 'data folder copied',
  },
  {
    way: 'rm and cp -a',
    needed: {},
    command: () => `rm -r ${folder} && cp -a ${base}/backup ${folder}`,
    seen: 'data folder copied',
  },
] as const

for (const { way, needed, command, seen } of ways)
  describe(`a data folder put back with ${way}`, needed, () => {
    test('after the very first heartbeat: held', async () => {
      await run(1)
      const restoreDatabase = await backUp()
      await run(1)
      shell(command())
      await restoreDatabase()
      assert.equal(await run(1), false)
      assert.deepEqual(await kinds(), [seen])
    })

    for (const embedded of seen === 'data folder restored' ? [true, false] : [true])
      for (const beats of [1, 2, 3, 4])
        test(`${beats} heartbeats after the backup, ${embedded ? 'embedded' : 'an outside database restored with it'}: held`, async () => {
          assert.ok(await run(2, { embedded }))
          const restoreDatabase = await backUp()
          assert.ok(await run(beats, { embedded }))
          shell(command())
          await restoreDatabase()

          const restored = await guards({ embedded })
          assert.equal(await restored.maySend(), false)
          assert.deepEqual(await kinds(), [seen])
          await restored.stop()
          assert.equal(await run(2, { embedded }), false, 'a restart releases nothing')

          await releaseHolds(present.db)
          assert.ok(await run(3, { embedded }), 'what was released stays released')
          assert.deepEqual(await kinds(), [])
        })

    if (seen === 'data folder restored')
      test('right after the backup, when nothing has run since: quiet', async () => {
        await run(2)
        const restoreDatabase = await backUp()
        shell(command())
        await restoreDatabase()
        assert.ok(await run(2))
        assert.deepEqual(await kinds(), [])
      })
  })

/** Ends where the process dies once the heartbeat file has its name, and before the database has the row. */
const diesBeforeTheRow = {
  files: {
    ...realFiles,
    async makeHeartbeatFile(...given: Parameters<typeof realFiles.makeHeartbeatFile>) {
      await realFiles.makeHeartbeatFile(...given)
      throw new Error('the process died here')
    },
  },
}
/** Ends where the process dies once the row is committed, and before the data folder counts it. */
const diesAfterTheRow = {
  files: {
    ...realFiles,
    keepBeat: () => Promise.reject(new Error('the process died here')),
  },
}

/** Answers every statement, and refuses the row of a heartbeat as a server does whose disk is full. */
function fullDatabase(): Database {
  const refusing = (sql: Sql) =>
    new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        if (String(args[0]).includes('insert into')) throw new Error('could not be written: no space left')
        return Reflect.apply(target as never, self, args)
      },
      get: (target, key) =>
        key === 'begin'
          ? (run: (sql: Sql) => Promise<unknown>) => present.db.begin(sql => run(refusing(sql)))
          : Reflect.get(target, key),
    })
  return refusing(present.db) as Database
}

for (const [where, death] of [
  ['between heartbeat file and row', diesBeforeTheRow],
  ['between row and count', diesAfterTheRow],
] as const)
  test(`a crash ${where} is quiet, again and again, and a restore over it is noticed`, async () => {
    await run(2)
    for (let crashes = 0; crashes < 3; crashes++) {
      await assert.rejects(run(1, death), /died here/)
      if (crashes > 0) assert.ok(await run(1))
    }
    assert.ok(await run(2))
    assert.deepEqual(await kinds(), [])

    const restoreDatabase = await backUp()
    await run(1)
    await assert.rejects(run(1, death), /died here/)
    shell(`cp -a ${base}/backup/. ${folder}/`)
    await restoreDatabase()
    assert.equal(await run(1), false)
    assert.deepEqual(await kinds(), ['data folder restored'])
  })

test('a restore in place stays noticed when the first looks after it cannot be written down', async () => {
  await run(2)
  const restoreDatabase = await backUp()
  await run(1)
  shell(`cp -a ${base}/backup/. ${folder}/`)
  await restoreDatabase()
  // the heartbeat file whose turn it is would be made anew, and with it the only one that differs would be gone
  for (let starts = 0; starts < 3; starts++)
    await assert.rejects(run(1, { db: fullDatabase() }), /could not be written/)
  assert.equal(await run(1), false)
  assert.deepEqual(await kinds(), ['data folder restored'])
})

test('an rsync that leaves files of the same second alone is noticed', needs('rsync'), async () => {
  await run(2)
  for (const beats of [1, 2, 3]) {
    await rm(join(base, 'backup'), { recursive: true, force: true })
    const restoreDatabase = await backUp()
    const second = new Date(Date.now() - 3_600_000)
    await run(beats)
    for (const from of [folder, join(base, 'backup')])
      for (const name of await readdir(from)) await utimes(join(from, name), second, second)
    shell(`rsync -a --delete ${base}/backup/ ${folder}/`)
    await restoreDatabase()
    assert.equal(await run(1), false)
    await releaseHolds(present.db)
  }
})

test('a restore onto a crash between the first heartbeat file and its row is noticed', async () => {
  await run(2)
  const restoreDatabase = await backUp()
  await run(1)
  await assert.rejects(run(1, diesBeforeTheRow), /died here/)
  shell(`cp -a ${base}/backup/. ${folder}/`)
  await restoreDatabase()
  assert.equal(await run(1), false)
})

test('the first heartbeats after an upgrade are quiet, and a database from before the upgrade is noticed', async () => {
  await run(2)
  // as a version left it that knew no such files
  await present.db`update heartbeats set files = '[]'`
  for (const name of ['heartbeat-1', 'heartbeat-2']) await rm(join(folder, name))
  await assert.rejects(run(1, diesBeforeTheRow), /died here/)
  const [old] = await present.db<{ row: string }[]>`select to_jsonb(h)::text as row from heartbeats h`
  assert.ok(await run(3))
  assert.deepEqual(await kinds(), [])

  await rm(join(folder, 'heartbeat'))
  await present.db`delete from heartbeats`
  await present.db`insert into heartbeats select * from jsonb_populate_record(null::heartbeats, ${old!.row}::text::jsonb)`
  assert.equal(await run(1), false)
})

test('processes that share a data folder and a database are quiet', async () => {
  await run(1, { embedded: false })
  const started = await Promise.all([1, 2, 3].map(() => guards({ embedded: false, beatMs: 5 })))
  const beats = async () => (await present.db<{ beat: number }[]>`select beat from heartbeats`)[0]?.beat ?? 0
  // several of each
  while ((await beats()) < 30) for (const each of started) assert.ok(await each.maySend())
  for (const each of started) await each.stop()
  assert.deepEqual((await readdir(folder)).sort(), ['heartbeat', 'heartbeat-1', 'heartbeat-2', 'sender'])
})

/** As a volume goes back to a snapshot: each file is the one it was, with its inode and its time of birth. */
async function snapshot(): Promise<() => Promise<void>> {
  const kept = join(base, 'snapshot')
  await mkdir(kept)
  const names = await readdir(folder)
  for (const name of names) await link(join(folder, name), join(kept, name))
  const rows = await present.db<{ row: string }[]>`select to_jsonb(h)::text as row from heartbeats h`
  return async () => {
    for (const name of names) await rename(join(kept, name), join(folder, name))
    await present.db`delete from heartbeats`
    for (const { row } of rows)
      await present.db`insert into heartbeats select * from jsonb_populate_record(null::heartbeats, ${row}::text::jsonb)`
  }
}

test('a volume that was rolled back is seen by the state folder, and by nothing else', async () => {
  const stateFolder = join(base, 'elsewhere/state')
  await run(2, { stateFolder })
  const rollBack = await snapshot()
  await run(2, { stateFolder })
  await rollBack()
  assert.equal(await run(1, { stateFolder }), false)
  assert.deepEqual(await kinds(), ['database restored'])
  await releaseHolds(present.db)
  assert.ok(await run(3, { stateFolder }))
  assert.deepEqual(await kinds(), [])
})

test('a state folder that is empty, gone, or not writable never holds', async () => {
  const stateFolder = join(base, 'state')
  await run(2, { stateFolder })
  await rm(stateFolder, { recursive: true })
  assert.ok(await run(2, { stateFolder }))
  assert.ok(await run(2, { stateFolder: join(base, 'another') }))
  const file = join(folder, 'sender')
  assert.ok(await run(2, { stateFolder: join(file, 'below a file') }))
  assert.deepEqual(await kinds(), [])
})

test('a hold by hand stops sending at once, and is released as any other', async () => {
  const running = await guards()
  assert.ok(await running.maySend())
  await placeHold(present.db, { kind: 'by hand', folder: '', detail: 'A restore is about to begin.' }, new Date())
  assert.equal(await running.maySend(), false)
  await releaseHolds(present.db)
  assert.ok(await running.maySend())
})

const overlay = (from: string) =>
  `mount -t overlay overlay -o lowerdir=${from}/image,upperdir=${from}/upper,workdir=${from}/work ${folder}`
const noOverlay = 'overlay file systems cannot be mounted here'

test('in a container: a restart is quiet, a restore in place is noticed', async t => {
  for (const name of ['image', 'upper', 'work']) await mkdir(join(base, name))
  if (spawnSync('sh', ['-c', overlay(base)]).status !== 0) return t.skip(noOverlay)
  try {
    assert.ok(await run(2))
    const restoreDatabase = await backUp()
    for (let restarts = 0; restarts < 3; restarts++) {
      shell(`umount ${folder} && ${overlay(base)}`)
      assert.ok(await run(1))
    }
    assert.deepEqual(await kinds(), [])
    shell(`cp -a ${base}/backup/. ${folder}/`)
    await restoreDatabase()
    assert.equal(await run(1), false)
    assert.deepEqual(await kinds(), ['data folder restored'])
  } finally {
    spawnSync('umount', [folder])
  }
})
