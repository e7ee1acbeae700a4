/** Works that are paused and go on, in processes that share a real database; the works themselves only note what becomes of them. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { freshDatabase, type TestDatabase } from '../test/harness/database.ts'
import { until } from '../test/harness/until.ts'
import type { WorkName } from './domain/background/works.ts'
import { type Pausing, watchPauses } from './pausing.ts'
import { endPause, placePause } from './store/limits/pauses.ts'

let it: TestDatabase
const processes: Pausing[] = []
before(async () => {
  it = await freshDatabase()
})
afterEach(async () => {
  for (const { stop } of processes.splice(0)) await stop()
  await it.db`delete from pauses`
})
after(() => it?.drop())

async function begin(): Promise<Pausing> {
  const pausing = await watchPauses({ db: it.db, log: pino({ level: 'silent' }), pollMs: 50 })
  processes.push(pausing)
  return pausing
}

/** What became of a work, in order. */
async function noted(pausing: Pausing, name: WorkName, stop = async (_graceMs: number) => {}) {
  const notes: string[] = []
  const work = await pausing.run(name, () => {
    notes.push('start')
    return {
      stop(graceMs: number) {
        notes.push('stop')
        return stop(graceMs)
      },
    }
  })
  return { notes, work, is: (...wanted: string[]) => until(async () => notes.join() === wanted.join(), wanted.join()) }
}

test('a role that is paused stops all of its works in each process, and no others; what goes on starts again', async () => {
  const [one, two] = [await begin(), await begin()]
  const works = [await noted(one, 'jobs/webhooks'), await noted(one, 'jobs/imports'), await noted(two, 'jobs/webhooks')]
  const sender = await noted(two, 'sender/campaigns')
  await placePause(it.db, 'jobs', '')
  for (const work of works) await work.is('start', 'stop')
  assert.equal(works[0]!.work.current(), undefined)
  await endPause(it.db, 'jobs')
  for (const work of works) await work.is('start', 'stop', 'start')
  assert.deepEqual(sender.notes, ['start'])
})

test('one work of a role is paused while the others go on, and stays so when the role is resumed', async () => {
  const pausing = await begin()
  const webhooks = await noted(pausing, 'jobs/webhooks')
  const imports = await noted(pausing, 'jobs/imports')
  await placePause(it.db, 'jobs/webhooks', '')
  await webhooks.is('start', 'stop')
  assert.deepEqual(imports.notes, ['start'])
  await placePause(it.db, 'jobs', '')
  await imports.is('start', 'stop')
  await endPause(it.db, 'jobs')
  await imports.is('start', 'stop', 'start')
  assert.deepEqual(webhooks.notes, ['start', 'stop'])
})

test('a process that starts during a pause does not begin the work before the pause ends', async () => {
  await placePause(it.db, 'sender', 'The relay is moved.')
  const pausing = await begin()
  const sender = await noted(pausing, 'sender/campaigns')
  assert.deepEqual(sender.notes, [])
  await endPause(it.db, 'sender')
  await sender.is('start')
})

test('a work that cannot be started again is tried until it can', async () => {
  const pausing = await begin()
  let starts = 0
  const work = await pausing.run('jobs/exports', () => {
    starts++
    if (starts === 2 || starts === 3) throw new Error('the database was away')
    return { stop: async () => {} }
  })
  await placePause(it.db, 'jobs/exports', '')
  await until(async () => work.current() === undefined, 'it is paused')
  await endPause(it.db, 'jobs/exports')
  await until(async () => work.current() !== undefined, 'it goes on')
  assert.equal(starts, 4)
})

test('the end of a process waits for a work that is paused just now no longer than for others', async () => {
  const pausing = await begin()
  const graces: number[] = []
  let cut = () => {}
  const isCut = new Promise<void>(resolve => {
    cut = resolve
  })
  const sender = await noted(pausing, 'sender/campaigns', graceMs => {
    graces.push(graceMs)
    if (graces.length > 1) cut()
    return isCut
  })
  await placePause(it.db, 'sender', '')
  await sender.is('start', 'stop')
  await sender.work.stop(1_000)
  assert.deepEqual(graces, [600_000, 1_000])
  await endPause(it.db, 'sender')
  await begin()
    .then(other => noted(other, 'sender/campaigns'))
    .then(({ is }) => is('start'))
  assert.deepEqual(sender.notes, ['start', 'stop', 'stop'], 'what was stopped is not started again')
})
