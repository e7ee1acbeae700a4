import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsFor } from './texts.ts'

for (const wish of [
  undefined,
  '',
  'en',
  'en-AU,en;q=0.9',
  'xx',
  '*',
  'constructor',
  '__proto__',
  ';;;q=,',
  'a'.repeat(100_000),
])
  test(`"${wish?.slice(0, 20)}" reads English`, () => {
    assert.equal(textsFor(wish).language, 'en')
  })
