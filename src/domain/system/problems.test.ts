import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnownBackup } from '../../store/backups/backups.ts'
import type { KnownProcess } from '../../store/processes.ts'
import type { Findings } from './findings.ts'
import { problemsOf } from './problems.ts'

const now = new Date('2026-11-24T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const process = (change: Partial<KnownProcess> = {}): KnownProcess => ({
  id: '0'.repeat(32),
  host: 'mail-1',
  pid: 1,
  roles: ['api', 'sender', 'feedback', 'jobs'],
  version: '1.0.0',
  schema: 49,
  node: '22.0.0',
  startedAt: ago(5),
  seenAt: ago(0),
  silentSeconds: 3,
  heldRelays: [],
  isDiskFull: false,
  areHeartbeatsOverdue: false,
  settings: {},
  ...change,
})

const backup = (change: Partial<KnownBackup> = {}): KnownBackup => ({
  publicId: '1'.repeat(32),
  beganAt: ago(6),
  endedAt: ago(6),
  scheduled: true,
  anonymous: false,
  encrypted: true,
  host: 'mail-1',
  file: '/backups/one',
  bytes: 1,
  rows: 1,
  problem: null,
  verifiedAt: ago(5),
  verifyProblem: null,
  deletedAt: null,
  ...change,
})

const well: Findings = {
  processes: [process()],
  versions: { postgres: '18.1', schema: 49 },
  database: { bytes: 1, connections: 10, maxConnections: 97, standbys: [] },
  queues: [{ kind: 'jobs', waiting: 4, oldest: 10 }],
  holds: [],
  pauses: [],
  backups: [backup()],
  schedule: null,
}

const cases: readonly (readonly [what: string, change: Partial<Findings>, problems: readonly string[]])[] = [
  ['nothing', {}, []],
  ['a hold', { holds: [{ kind: 'by hand', folder: '', detail: '', since: ago(1) }] }, ['error: sending held by hand']],
  ['a pause', { pauses: [{ work: 'sender', reason: '', since: ago(1) }] }, ['warning: work paused sender']],
  [
    'a role that no process has',
    { processes: [process({ roles: ['api', 'jobs', 'sender'] })] },
    ['error: role missing feedback'],
  ],
  [
    'a process that is silent, with the roles that only it had',
    {
      processes: [
        process({ roles: ['api', 'jobs', 'feedback'] }),
        process({ host: 'mail-2', roles: ['sender'], silentSeconds: 90 }),
      ],
    },
    ['error: role missing sender', 'warning: process silent mail-2'],
  ],
  ['no process at all', { processes: [] }, []],
  ['two versions', { processes: [process(), process({ version: '1.1.0' })] }, ['advice: versions differ 1.0.0, 1.1.0']],
  ['a disk without room', { processes: [process({ isDiskFull: true })] }, ['error: disk full mail-1']],
  ['heartbeats', { processes: [process({ areHeartbeatsOverdue: true })] }, ['error: heartbeats overdue mail-1']],
  [
    'a relay that two senders leave alone',
    { processes: [process({ heldRelays: ['a.example'] }), process({ heldRelays: ['a.example'] })] },
    ['warning: relay held a.example'],
  ],
  ['jobs that wait for long', { queues: [{ kind: 'jobs', waiting: 4, oldest: 4_000 }] }, ['warning: queue late jobs']],
  ['connections', { database: { ...well.database!, connections: 90 } }, ['warning: connections nearly used ']],
  ['no backup', { backups: [] }, ['advice: no backup ']],
  ['only a copy without people', { backups: [backup({ anonymous: true })] }, ['advice: no backup ']],
  ['a failed backup', { backups: [backup({ problem: 'no space left' }), backup()] }, ['error: backup failed ']],
  ['a damaged backup', { backups: [backup({ verifyProblem: 'cut off' })] }, ['error: backup damaged ']],
  ['an old backup', { backups: [backup({ endedAt: ago(50) })] }, ['advice: backup old ']],
  ['a backup that was never read', { backups: [backup({ verifiedAt: null })] }, ['advice: backup not verified ']],
  [
    'nothing that could be read',
    {
      processes: undefined,
      versions: undefined,
      database: undefined,
      holds: undefined,
      pauses: undefined,
      backups: undefined,
      schedule: undefined,
      queues: [{ kind: 'jobs', waiting: undefined, oldest: undefined }],
    },
    ['error: not known '],
  ],
]
for (const [what, change, expected] of cases)
  test(`${what}: ${expected.join('; ') || 'no problem'}`, () => {
    const found = problemsOf({ ...well, ...change }, now)
    assert.deepEqual(
      found.map(({ kind, severity, subject }) => `${severity}: ${kind} ${subject}`),
      expected,
    )
  })

test('the worst comes first', () => {
  const found = problemsOf({ ...well, backups: [], processes: [process({ isDiskFull: true, heldRelays: ['a'] })] }, now)
  assert.deepEqual(
    found.map(({ severity }) => severity),
    ['error', 'warning', 'advice'],
  )
})
