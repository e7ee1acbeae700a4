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
