import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase } from '../../test/harness/database.ts'
import { seed } from '../../test/harness/seed.ts'
import { until } from '../../test/harness/until.ts'
import { insertBackup } from '../store/backups/backups.ts'
import { recordProcess } from '../store/processes.ts'
import { system } from './system.ts'

const database = await freshDatabase()
const { db } = database
const world = await seed(db)
const { call } = caller(db, system, { now: () => new Date() })
after(() => database.drop())

interface State {
  readonly IsWhole: boolean
  readonly AreProcessesKnown: boolean
  readonly Processes: readonly { readonly Pid: number; readonly Roles: readonly string[]; readonly IsSeen: boolean }[]
  readonly Problems: readonly { readonly Kind: string; readonly Subject: string }[]
  readonly Queues: readonly { readonly Kind: string; readonly IsKnown: boolean; readonly Waiting: number }[]
  readonly Database: { readonly IsKnown: boolean; readonly SizeInBytes: number; readonly Connections: number }
  readonly Backups: readonly { readonly FileName: string; readonly Seconds: number; readonly Date: string }[]
}
const state = async () => (await call('System.GetState', { ApiKey: world.accountKey })) as State

const recordAs = (host: string, roles: readonly string[], heldRelays: readonly string[] = []) =>
  recordProcess(db, {
    ...{ id: randomBytes(16).toString('hex'), host, pid: 7, roles, version: '1.0.0', schema: 49, node: '22.0.0' },
    ...{ startedAt: new Date(), heldRelays, isDiskFull: false, areHeartbeatsOverdue: false, settings: {} },
  })

test('processes are shown with their roles and problems', async () => {
  await recordAs('mail-1', ['api', 'sender'], ['a.example:25'])
  const { Processes, Problems, AreProcessesKnown } = await state()
  assert.equal(AreProcessesKnown, true)
  assert.deepEqual(
    Processes.map(({ Pid, Roles, IsSeen }) => ({ Pid, Roles, IsSeen })),
    [{ Pid: 7, Roles: ['api', 'sender'], IsSeen: true }],
  )
  assert.ok(Problems.some(({ Kind, Subject }) => Kind === 'RelayHeld' && Subject === 'a.example:25'))
  assert.ok(Problems.some(({ Kind, Subject }) => Kind === 'RoleMissing' && Subject === 'jobs'))
})

test('a process that is not seen any more is silent, and forgotten after a day', async () => {
  await db`update processes set host = 'silent', seen_at = now() - interval '23 hours'`
  const { Problems } = await state()
  assert.ok(Problems.some(({ Kind, Subject }) => Kind === 'ProcessSilent' && Subject === 'silent'))
  await db`update processes set seen_at = now() - interval '25 hours'`
  await recordAs('mail-2', ['jobs'])
  assert.deepEqual(
    (await state()).Processes.map(({ Roles }) => Roles),
    [['jobs']],
  )
})

test('live processes are shown even if another one is killed and restarted all day', async () => {
  await db`
    insert into processes (id, host, pid, roles, version, schema, node, started_at, seen_at, held_relays, is_disk_full,
      are_heartbeats_overdue)
    select gen_random_uuid(), 'crashing', n, '{jobs}', '0', 1, '0', now(), now() - n * interval '1 minute', '{}', false, false
    from generate_series(1, 1000) n`
  const { Processes } = await state()
  assert.equal(Processes.length, 200)
  assert.ok(Processes.some(({ Pid, IsSeen }) => Pid === 7 && IsSeen))
  await db`delete from processes where host = 'crashing'`
})

test('database, queues and backups are shown, backups without their folder', async () => {
  const at = new Date('2026-11-20T01:00:00Z')
  await insertBackup(db, {
    ...{ publicId: 'a'.repeat(32), beganAt: at, endedAt: new Date(at.getTime() + 41_000), scheduled: true },
    ...{
      anonymous: false,
      encrypted: true,
      host: 'mail-1',
      file: '/srv/secret/one.tar.gz',
      bytes: 5e9,
      rows: 2,
      problem: null,
    },
  })
  const { Database, Queues, Backups } = await state()
  assert.ok(Database.IsKnown && Database.SizeInBytes > 1e6 && Database.Connections > 0)
  assert.equal(Queues.length, 9)
  assert.ok(Queues.every(({ IsKnown }) => IsKnown))
  assert.deepEqual(
    Backups.map(({ FileName, Seconds }) => ({ FileName, Seconds })),
    [{ FileName: 'one.tar.gz', Seconds: 41 }],
  )
})

test('a count that the database does not give in time is not known, and not 0', async () => {
  const [answered] = await Promise.all([
    until(
      async () => (await state()).Queues.some(({ Kind, IsKnown }) => Kind === 'InboundMail' && !IsKnown),
      'it is not known',
    ),
    db.begin(async sql => {
      await sql`lock table mailbox in access exclusive mode`
      await new Promise(resolve => setTimeout(resolve, 3_000))
    }),
  ])
  assert.equal(answered, undefined)
})

test('a caller of one account among several learns of no machine, and of nothing that others do', async () => {
  await db`insert into accounts (name, site_url) values ('Another', 'http://another.example/')`
  await recordAs('mail-9', ['api'], ['b.example:25'])
  const answered = JSON.stringify(await state())
  assert.doesNotMatch(answered, /mail-9|mail-1|b\.example|one\.tar\.gz/)
  const { IsWhole, Processes, Queues, Database, Problems } = await state()
  assert.equal(IsWhole, false)
  assert.ok(Processes.length > 0 && Processes.every(({ Pid }) => Pid === 0))
  assert.deepEqual(Queues, [])
  assert.equal(Database.IsKnown, false)
  assert.ok(Problems.some(({ Kind, Subject }) => Kind === 'RoleMissing' && Subject === 'sender'))
})
