import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import type { Entry } from '../../store/ledger/entry.ts'
import { openJournal } from './journal.ts'
import { parseRecord } from './record.ts'

const log = createLog('silent')
const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const accepted = (number: number): Entry => ({
  number,
  attempt: 1,
  kind: 'accepted',
  code: 250,
  answer: 'ok\nok',
  retryAt: null,
  bounce: null,
})
const deferred: Entry = { ...accepted(2), kind: 'deferred', code: 450, retryAt: new Date('2026-11-21T10:00:00.123Z') }
const range = { campaignPublicId: 'c'.repeat(32), low: 1, token: 7 }

test('a range that ended unsettled in an orderly process is read back exactly, by itself and by the next', async () => {
  const folder = await newFolder()
  const first = await openJournal(folder, 'host/1/aaaa', log)
  const record = first.begin(range)
  record.write([], handed(1, 2, 3))
  record.write([accepted(1), deferred], handed(4))
  assert.deepEqual(
    await first.read(range, 'host/1/aaaa'),
    { handed: null, outcomes: [accepted(1), deferred] },
    'it may be written still',
  )
  record.end(false)
  const exactly = { handed: [1, 2, 3, 4], outcomes: [accepted(1), deferred] }
  assert.deepEqual(await first.read(range, 'host/1/aaaa'), exactly)
  await first.close()
  const second = await openJournal(folder, 'host/2/bbbb', log)
  assert.deepEqual(await second.others(), [{ owner: 'host/1/aaaa', dead: true }])
  assert.deepEqual(await second.read(range, 'host/1/aaaa'), exactly)
  await second.close()
})

test('only the mark counts while the writer lives, after a restart of the system, and for another campaign', async () => {
  const folder = await newFolder()
  const first = await openJournal(folder, 'host/1/aaaa', log)
  const record = first.begin(range)
  record.write([], handed(1))
  record.end(false)
  const second = await openJournal(folder, 'host/2/bbbb', log)
  assert.deepEqual(await second.others(), [{ owner: 'host/1/aaaa', dead: false }])
  assert.equal((await second.read(range, 'host/1/aaaa')).handed, null)
  await first.close()
  assert.deepEqual((await second.read(range, 'host/1/aaaa')).handed, [1])
  for (const other of [{ campaignPublicId: 'd'.repeat(32) }, { low: 2 }, { token: 8 }])
    assert.deepEqual(await second.read({ ...range, ...other }, 'host/1/aaaa'), { handed: null, outcomes: [] })
  assert.deepEqual(await second.read(range, 'host/3/cccc'), { handed: null, outcomes: [] }, 'a token drawn once more')
  const file = join(folder, '7.range')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"boot":"[^"]*"/, '"boot":"another"'))
  assert.equal((await second.read(range, 'host/1/aaaa')).handed, null)
  await second.close()
})

test('a line that was cut off counts for nothing, or for one hand-over more', async () => {
  const folder = await newFolder()
  for (const [tail, numbers] of [
    ['S 2', [1]],
    ['S 2 1', [1, 2]],
    ['D {"number":1,"att', [1]],
  ] as const) {
    const journal = await openJournal(folder, `host/1/${tail.length}`, log)
    const record = journal.begin(range)
    record.write([], handed(1))
    record.end(false)
    await appendFile(join(folder, '7.range'), tail)
    assert.deepEqual(await journal.read(range, `host/1/${tail.length}`), { handed: numbers, outcomes: [] }, tail)
    await journal.close()
  }
})

test('a settled range is no record to take up any more, but kept for a while, and old ones are not', async () => {
  const folder = await newFolder()
  const journal = await openJournal(folder, 'host/1/aaaa', log)
  const record = journal.begin(range)
  record.write([], handed(1, 2))
  record.write([accepted(1)], [])
  record.end(true)
  assert.deepEqual(await journal.tokensOfGone(), [])
  assert.deepEqual(await journal.recordsOf('host/2/bbbb'), [])
  const [kept, ...others] = await journal.recordsOf('host/1/aaaa')
  assert.deepEqual(others, [])
  assert.deepEqual(kept, { range, isSettled: true, last: accepted(1) })
  assert.deepEqual(await journal.contents(kept!), { handed: handed(1, 2), outcomes: [accepted(1)] })
  await journal.close()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(folder, '7.settled'), anHourAgo, anHourAgo)
  const next = await openJournal(folder, 'host/2/bbbb', log)
  assert.deepEqual(await next.recordsOf('host/1/aaaa'), [])
  await next.close()
})

test('what a living sender of this machine writes is not to be forgotten, what a gone one left is', async () => {
  const folder = await newFolder()
  const living = await openJournal(folder, 'host/1/aaaa', log)
  const gone = await openJournal(folder, 'host/2/bbbb', log)
  const record = living.begin(range)
  gone.begin({ ...range, token: 8 }).end(false)
  await gone.close()
  const next = await openJournal(folder, 'host/3/cccc', log)
  assert.deepEqual(await next.tokensOfGone(), [8])
  record.end(false)
  await living.close()
  assert.deepEqual((await next.tokensOfGone()).toSorted(), [7, 8])
  await next.close()
})

test('whose message came back is not handed over any more, and can be again', async () => {
  const folder = await newFolder()
  const journal = await openJournal(folder, 'host/1/aaaa', log)
  const record = journal.begin(range)
  record.write([], handed(1, 2, 3))
  record.write([], [], handed(1, 2))
  record.write([], handed(2))
  record.end(false)
  assert.deepEqual((await journal.read(range, 'host/1/aaaa')).handed?.toSorted(), [2, 3])
  await journal.close()
})

for (const taken of [4, 8, 13])
  test(`of a write of which a full disk took ${taken} bytes nothing counts, and it costs no later line`, async t => {
    const folder = await newFolder()
    const journal = await openJournal(folder, 'host/1/aaaa', log)
    const record = journal.begin(range)
    record.write([], handed(1))
    const { writeSync } = fs
    const stub = t.mock.method(fs, 'writeSync', (...[file, bytes, offset, , place]: Parameters<typeof writeAt>) => {
      writeAt(file, bytes, offset, taken, place)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const writeAt = (file: number, bytes: Buffer, offset: number, length: number, place: number) =>
      writeSync(file, bytes, offset, length, place)
    const shorten = t.mock.method(fs, 'ftruncateSync')
    syncBuiltinESMExports()
    assert.throws(() => record.write([], handed(22, 23)), { code: 'ENOSPC' })
    const left = parseRecord(await readFile(join(folder, '7.range'), 'utf8'))
    assert.deepEqual(left.handed, handed(1), 'its complete lines were removed at once')
    // a disk that does not shorten a file either: what is left goes before the next write
    shorten.mock.mockImplementationOnce(() => {
      throw Object.assign(new Error('input/output error'), { code: 'EIO' })
    })
    assert.throws(() => record.write([accepted(1)], handed(22)), { code: 'ENOSPC' })
    stub.mock.restore()
    syncBuiltinESMExports()
    record.write([accepted(1)], handed(3))
    shorten.mock.restore()
    syncBuiltinESMExports()
    record.end(false)
    assert.deepEqual(await journal.read(range, 'host/1/aaaa'), { handed: [1, 3], outcomes: [accepted(1)] })
    await journal.close()
  })

test('a process that was killed is known to be gone, one that is stopped is not', async () => {
  const folder = await newFolder()
  const child = fork(new URL('../../../test/harness/journal-process.ts', import.meta.url), [folder])
  await once(child, 'message')
  const journal = await openJournal(folder, 'host/2/bbbb', log)
  child.kill('SIGSTOP')
  assert.deepEqual(await journal.others(), [{ owner: 'host/1/child', dead: false }])
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  assert.deepEqual(await journal.others(), [{ owner: 'host/1/child', dead: true }])
  assert.deepEqual((await journal.read(range, 'host/1/child')).handed, [5])
  await journal.forgetOwner('host/1/child')
  assert.deepEqual(await journal.others(), [])
  await journal.close()
})

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-journal-'))
  folders.push(folder)
  return folder
}

function handed(...numbers: number[]) {
  return numbers.map(number => ({ number, attempt: 1 }))
}
