import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeDistribution } from './distribution.ts'

const worker = {
  host: 'db2',
  port: 5432,
  failure: undefined,
  shards: 16,
  bytes: 2e9,
  jit: false,
  locks: 100_000,
  relations: 9_000,
}
const right = { workers: [worker, { ...worker, host: 'db3' }], misplaced: [], isUnfinished: false }
const severities = (found: Parameters<typeof judgeDistribution>[0]) =>
  judgeDistribution(found).map(({ severity }) => severity)

test('a database on one server, and one whose workers answer and share evenly, are well', () => {
  assert.deepEqual(severities({ workers: undefined, misplaced: undefined, isUnfinished: false }), ['ok'])
  assert.deepEqual(severities(right), ['ok'])
})

test('a worker that does not answer, a misplaced table and an unfinished distribution are errors', () => {
  const away = { ...worker, failure: 'connection refused', bytes: undefined }
  assert.deepEqual(severities({ ...right, workers: [worker, away] }), ['error'])
  const misplaced = [{ name: 'notes', placement: 'distributed', found: 'coordinator' } as const]
  const [finding] = judgeDistribution({ ...right, misplaced })
  assert.equal(finding!.severity, 'error')
  assert.match(finding!.sentence, /notes \(distributed\)/)
  assert.deepEqual(severities({ ...right, isUnfinished: true }), ['error'])
})

test('a worker with most of the rows is a warning, one without shards is worth knowing', () => {
  assert.deepEqual(severities({ ...right, workers: [worker, { ...worker, bytes: 9e9 }] }), ['warning'])
  assert.deepEqual(severities({ ...right, workers: [worker, { ...worker, bytes: 1.9e9, shards: 0 }] }), ['info'])
})

test('a worker that compiles statements or has room for too few locks is a warning', () => {
  const [jit] = judgeDistribution({ ...right, workers: [{ ...worker, jit: true }] })
  assert.equal(jit!.severity, 'warning')
  assert.match(jit!.sentence, /db2:5432 compiles statements/)
  const [narrow, ...more] = judgeDistribution({ ...right, workers: [{ ...worker, locks: 17_999 }] })
  assert.equal(narrow!.severity, 'warning')
  assert.match(narrow!.sentence, /room for 17999 locks, and 9000 tables/)
  assert.deepEqual(more, [])
  assert.deepEqual(severities({ ...right, workers: [{ ...worker, locks: 18_000 }] }), ['ok'])
})
