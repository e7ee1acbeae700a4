import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceOf } from './pace.ts'

/** A clock that moves only by sleeping, and by what reading takes. */
function clock() {
  let ms = 0
  const take = (more: number) => {
    ms += more
  }
  return { now: () => ms, sleep: async (more: number) => take(more), take }
}

async function read(mebibytes: number, bytesPerSecond: number, msEach: number): Promise<number> {
  const time = clock()
  const pace = paceOf(bytesPerSecond, time)
  async function* pieces() {
    for (let n = 0; n < mebibytes * 16; n++) {
      time.take(msEach)
      yield Buffer.alloc(2 ** 16)
    }
  }
  let bytes = 0
  for await (const piece of pace(pieces())) bytes += piece.length
  assert.equal(bytes, mebibytes * 2 ** 20)
  return time.now()
}

test('what is read faster takes as long as the pace says', async () => {
  const took = await read(10, 2 ** 20, 1)
  assert.ok(Math.abs(took - 10_000) < 2, `${took}`)
})

test('what is read slower is not held up', async () => {
  assert.equal(await read(1, 2 ** 30, 10), 160)
})

test('a long delay is not followed by a burst', async () => {
  const time = clock()
  const pace = paceOf(2 ** 20, time)
  async function* pieces() {
    time.take(60_000)
    for (let n = 0; n < 16; n++) yield Buffer.alloc(2 ** 16)
  }
  for await (const _ of pace(pieces()));
  const after = time.now() - 60_000
  assert.ok(after > 600, `${after} ms for a mebibyte at a mebibyte a second`)
})
