import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieLine, cookieValues } from './cookies.ts'

const headers: readonly (readonly [header: string | undefined, values: readonly string[]])[] = [
  [undefined, []],
  ['', []],
  ['a=1', ['1']],
  ['b=2; a=1; c=3', ['1']],
  ['a=1; a=2', ['1', '2']],
  ['  a = 1 ', ['1']],
  ['a=1=2', ['1=2']],
  ['a=', ['']],
  ['aa=1; ba=2; A=3', []],
  ['a; =a; ;', []],
  [`b=${'x'.repeat(9000)}; a=1`, []],
]
for (const [header, values] of headers)
  test(`"${header?.slice(0, 30)}" gives a the values [${values}]`, () =>
    assert.deepEqual(cookieValues(header, 'a'), values))

test('a cookie is for this host alone, out of reach of scripts and of other sites', () => {
  assert.equal(cookieLine('a', 'x', 60, true), 'a=x; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure')
  assert.equal(cookieLine('a', '', 0, false), 'a=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict')
})
