import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { tasks } from '../../test/harness/tasks.ts'
import { until } from '../../test/harness/until.ts'
import { Overloaded } from './coalesce.ts'
import { type ThreadOptions, type Threads, taskThreads } from './task-threads.ts'
import { TaskFault, tasksHere } from './tasks.ts'

const source = new URL('../../test/harness/tasks.ts', import.meta.url)
const started: Threads<typeof tasks>[] = []
afterEach(async () => {
  for (const threads of started.splice(0)) await threads.stop()
})

function threads(options: ThreadOptions = {}) {
  const made = taskThreads(tasks, source, options)
  started.push(made)
  return made
}

const a = { key: 'a' }
const b = { key: 'b' }
const calls = () => new SharedArrayBuffer(4)

for (const [where, run] of [
  ['in a thread', () => threads().tasks],
  ['in this thread', () => tasksHere(tasks)],
] as const) {
  test(`${where}: a task answers its value`, async () => {
    const here = run()
    assert.equal(await here.double(21, a), 42)
    assert.equal(await here.later(7, a), 7)
  })

  test(`${where}: what a task throws is a fault with its message`, async () => {
    await assert.rejects(run().fails('no such thing', a), new TaskFault('no such thing'))
  })

  test(`${where}: what is no plain data does not come back`, async () => {
    await assert.rejects(run().symbol(undefined, a), /could not be cloned/)
  })
}

test('threads start with the first task and end after the last', async () => {
  const { tasks: run, running } = threads({ idleMs: 10 })
  assert.equal(running(), 0)
  assert.equal(await run.double(1, a), 2)
  await until(async () => running() === 0, 'the idle thread has ended')
  assert.equal(await run.double(2, a), 4)
})

test('the event loop goes on while a task runs', async () => {
  const { tasks: run } = threads()
  await run.double(1, a)
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await run.spin(500, a)
  clearInterval(timer)
  assert.ok(turns > 5, `${turns} turns`)
})

test('a task that misses its deadline fails alone; others go on', async () => {
  const { tasks: run } = threads({ deadlineMs: 1000 })
  const count = calls()
  const [late, fine] = await Promise.allSettled([run.spinForEver(count, a), run.double(4, b)])
  assert.equal(
    late.status === 'rejected' && late.reason instanceof TaskFault && late.reason.message,
    'it takes longer than 1 s',
  )
  assert.deepEqual(fine, { status: 'fulfilled', value: 8 })
  assert.equal(new Int32Array(count)[0], 1, 'it is not repeated')
  assert.equal(await run.double(5, a), 10)
})

test('a missed deadline is repeated once where that is asked for', async () => {
  const { tasks: run } = threads({ deadlineMs: 1000 })
  assert.equal(await run.spinOnce(calls(), { ...a, repeat: true }), 2)
  const count = calls()
  await assert.rejects(run.spinForEver(count, { ...a, repeat: true }), TaskFault)
  assert.equal(new Int32Array(count)[0], 2)
})

test('what is repeated runs with no other task beside it', async () => {
  const { tasks: run, running } = threads({ deadlineMs: 1500 })
  const count = calls()
  const repeated = run.spinForEver(count, { ...a, repeat: true })
  repeated.catch(() => {})
  await until(async () => new Int32Array(count)[0] === 2, 'it runs for the second time')
  const other = run.double(1, b)
  assert.equal(running(), 1)
  await assert.rejects(repeated, TaskFault)
  assert.equal(await other, 2)
})

test('a task that fills its memory fails, and the process goes on', async () => {
  const { tasks: run } = threads({ memoryMb: 64 })
  await assert.rejects(run.fill(undefined, a), new TaskFault('it needs more than 64 MB of memory'))
  assert.equal(await run.double(3, a), 6)
})

test('one key has one thread at a time, however much it asks for', async () => {
  const { tasks: run, running } = threads({ threads: 2 })
  const greedy = Promise.all(Array.from({ length: 4 }, () => run.spin(100, a)))
  assert.equal(running(), 1)
  await run.double(1, b)
  const used = new Set(await greedy)
  assert.equal(used.size, 1)
})

test('what waits is bounded, of a key and of all', async () => {
  const { tasks: run } = threads({ waitingOfKey: 1, waiting: 2 })
  const first = [run.spin(200, a), run.spin(1, a)]
  await assert.rejects(run.double(1, a), Overloaded)
  first.push(run.spin(200, b), run.spin(1, b))
  await assert.rejects(run.double(1, { key: 'c' }), Overloaded)
  await Promise.all(first)
})

test('stopping fails what runs, what waits, and what comes later', async () => {
  const stopping = threads()
  const results = Promise.allSettled([stopping.tasks.spin(60_000, a), stopping.tasks.double(1, a)])
  await stopping.stop()
  for (const { status } of await results) assert.equal(status, 'rejected')
  await assert.rejects(stopping.tasks.double(1, a), /stopped/)
  assert.equal(stopping.running(), 0)
})
