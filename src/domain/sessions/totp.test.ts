import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOf, matchingStep, otpauthUri, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, SHA-1; of eight digits the last six. */
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const
for (const [seconds, code] of vectors)
  test(`at ${seconds} s the code of the RFC is ${code}`, () => {
    const at = new Date(seconds * 1000)
    assert.equal(codeOf(secret, stepOf(at)), code)
    assert.equal(matchingStep(secret, code, at), stepOf(at))
  })

test('a code is good one step before and after its own, and no further', () => {
  const at = (step: number) => new Date(step * 30_000)
  const code = codeOf(secret, 1000)
  for (const step of [999, 1000, 1001]) assert.equal(matchingStep(secret, code, at(step)), 1000)
  for (const step of [998, 1002]) assert.equal(matchingStep(secret, code, at(step)), undefined)
})

test('what is no code matches nothing', () => {
  for (const code of ['', '1', '0000000', '２８７０８２', '28708'])
    assert.equal(matchingStep(secret, code, new Date(59_000)), undefined)
})

/** RFC 4648 §10, without padding. */
for (const [text, encoded] of [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const)
  test(`base 32 of "${text}" is "${encoded}"`, () => assert.equal(base32(Buffer.from(text)), encoded))

test('the URI of an app names issuer and person, whatever is in their names', () => {
  const uri = new URL(otpauthUri(secret, 'Bloom & Söhne: Post', 'carla+a@bloom.example'))
  assert.equal(uri.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(uri.pathname), '/Bloom & Söhne: Post:carla+a@bloom.example')
  assert.equal(uri.searchParams.get('issuer'), 'Bloom & Söhne: Post')
  assert.equal(uri.searchParams.get('secret'), base32(secret))
})
