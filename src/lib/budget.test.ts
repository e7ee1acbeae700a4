import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget, NoRoom } from './budget.ts'

test('all reservations share the budget, and what is released can be taken again', () => {
  const memory = budget(100)
  const [one, other] = [memory.reserve(), memory.reserve()]
  one.take(60)
  assert.throws(() => other.take(41), NoRoom)
  other.take(40)
  assert.equal(memory.used, 100)
  one.release()
  one.release()
  assert.equal(memory.used, 40)
  other.take(60)
  assert.equal(memory.used, 100)
})

test('a refused octet is not counted', () => {
  const memory = budget(10)
  const one = memory.reserve({ name: 'a', most: 5 })
  assert.throws(() => one.take(6), NoRoom)
  assert.equal(memory.used, 0)
})

test('everything of one holder stays within its share, and others are not limited by it', () => {
  const memory = budget(100)
  const ofA = [memory.reserve({ name: 'a', most: 30 }), memory.reserve({ name: 'a', most: 30 })] as const
  ofA[0].take(20)
  assert.throws(() => ofA[1].take(11), NoRoom)
  memory.reserve({ name: 'b', most: 30 }).take(30)
  memory.reserve().take(50)
  ofA[0].release()
  ofA[1].take(20)
  assert.equal(memory.used, 100)
})

test('what is held in any case overdraws the budget, and then nothing can be taken', () => {
  const memory = budget(10)
  const answer = memory.reserve()
  answer.hold(25)
  assert.equal(memory.used, 25)
  assert.throws(() => memory.reserve().take(1), NoRoom)
  answer.release()
  memory.reserve().take(10)
})

test('what many share counts once, for the first of them, until the last gives it back', () => {
  const memory = budget(100)
  const document = Buffer.alloc(40)
  const ofA = memory.reserve({ name: 'a', most: 50 })
  const others = Array.from({ length: 20 }, (_, n) => memory.reserve({ name: `b${n}`, most: 50 }))
  for (const one of [ofA, ...others]) one.share(document)
  assert.equal(memory.used, 40)
  assert.throws(() => memory.reserve({ name: 'a', most: 50 }).take(11), NoRoom)
  others[0]!.share(Buffer.alloc(40))
  ofA.release()
  for (const one of others.slice(1)) one.release()
  assert.equal(memory.used, 80, 'one still has both')
  others[0]!.release()
  assert.equal(memory.used, 0)
})

test('shared octets are refused beyond a share, and then nothing of them is counted', () => {
  const memory = budget(100)
  const ofA = memory.reserve({ name: 'a', most: 50 })
  ofA.take(20)
  assert.throws(() => ofA.share(Buffer.alloc(40)), NoRoom)
  assert.equal(memory.used, 20)
  ofA.release()
  // larger than any share: there is room for it alone
  ofA.share(Buffer.alloc(1_000))
  assert.throws(() => ofA.share(Buffer.alloc(1)), NoRoom)
  ofA.release()
  assert.equal(memory.used, 0)
})

test('a holder is beyond its share where more is held for it in any case', () => {
  const memory = budget(100)
  const ofA = memory.reserve({ name: 'a', most: 50 })
  ofA.hold(50)
  assert.equal(memory.reserve({ name: 'a', most: 50 }).isBeyondShare, false)
  ofA.hold(1)
  assert.equal(memory.reserve({ name: 'a', most: 50 }).isBeyondShare, true)
  assert.equal(memory.reserve({ name: 'b', most: 50 }).isBeyondShare, false)
  assert.equal(memory.reserve().isBeyondShare, false)
})
