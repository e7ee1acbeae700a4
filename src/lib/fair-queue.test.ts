import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FairQueue, fairQueue, QueueFull } from './fair-queue.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

/** Work that the test ends, and the order in which it began. */
function pieces(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (name: string, piece: string, waiting = 10) =>
      queue({ name, waiting }, () => {
        begun.push(piece)
        return new Promise<string>(resolve => ends.set(piece, () => resolve(piece)))
      }),
    async end(piece: string) {
      await turn()
      ends.get(piece)!()
      await turn()
    },
  }
}

test('names take turns, whatever the length of their lines', async () => {
  const { begun, ask, end } = pieces(fairQueue({ atOnce: 1, waiting: 10 }))
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')]
  for (const piece of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(piece)
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
})

test('no more than so many run at once', async () => {
  const { begun, ask, end } = pieces(fairQueue({ atOnce: 2, waiting: 10 }))
  for (const piece of ['a1', 'a2', 'a3']) void ask('a', piece)
  await end('a1')
  assert.deepEqual(begun, ['a1', 'a2', 'a3'])
  void ask('b', 'b1')
  assert.deepEqual(begun.length, 3)
})

test('a name whose line is full is refused, another is not', async () => {
  const { begun, ask, end } = pieces(fairQueue({ atOnce: 1, waiting: 10 }))
  void ask('a', 'a1')
  void ask('a', 'a2', 1)
  await assert.rejects(ask('a', 'a3', 1), QueueFull)
  void ask('b', 'b1', 1)
  await end('a1')
  await end('a2')
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
})

test('in a full queue a newcomer displaces the latest of the longest line, and none of a line no longer than its own', async () => {
  const { begun, ask, end } = pieces(fairQueue({ atOnce: 1, waiting: 3 }))
  void ask('a', 'a1')
  void ask('a', 'a2')
  void ask('a', 'a3')
  const displaced = assert.rejects(ask('a', 'a4'), QueueFull)
  void ask('b', 'b1')
  await displaced
  // lines of two and one: a second of b would only change places with the second of a
  await assert.rejects(ask('b', 'b2'), QueueFull)
  for (const piece of ['a1', 'a2', 'b1', 'a3']) await end(piece)
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
})

test('work that fails leaves its place', async () => {
  const queue = fairQueue({ atOnce: 1, waiting: 1 })
  const a = { name: 'a', waiting: 1 }
  await assert.rejects(
    queue(a, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue(a, async () => 'done'), 'done')
})
