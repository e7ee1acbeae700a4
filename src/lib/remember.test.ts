import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remember } from './remember.ts'

test('an answer is made once, and again when many others came between', () => {
  const made: string[] = []
  const answer = remember(2, key => {
    made.push(key)
    return key.toUpperCase()
  })
  for (const key of ['a', 'a', 'b', 'a', 'c', 'a', 'd', 'e', 'f', 'a']) assert.equal(answer(key), key.toUpperCase())
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'e', 'f', 'a'])
})

test('an error is not remembered', () => {
  let calls = 0
  const answer = remember(2, key => {
    if (++calls === 1) throw new Error('not yet')
    return key
  })
  assert.throws(() => answer('a'))
  assert.equal(answer('a'), 'a')
})
