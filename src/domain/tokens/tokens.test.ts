import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokenLength, tokens as tokensOf } from './tokens.ts'

const tokens = tokensOf(testKeys)
const five = fc.integer({ min: 0, max: 2 ** 40 - 1 })

test('a token is its body and the HMAC-SHA256 of it, cut to 128 bits', () => {
  fc.assert(
    fc.property(fc.constantFrom('recipient', 'membership'), five, five, (purpose, first, second) => {
      const body = Buffer.alloc(11)
      body.writeUInt8(1, 0)
      body.writeUIntBE(first, 1, 5)
      body.writeUIntBE(second, 6, 5)
      const mac = createHmac('sha256', testKeys.secretFor(`token/${purpose}/1`))
        .update(body)
        .digest()
      const token = tokens.sign(purpose, first, second)
      assert.equal(token, Buffer.concat([body, mac.subarray(0, 16)]).toString('base64url'))
      assert.equal(token.length, tokenLength)
      assert.deepEqual(tokens.verify(purpose, token), [first, second])
    }),
  )
})

test('a token of one purpose is worth nothing for another', () => {
  assert.equal(tokens.verify('membership', tokens.sign('recipient', 1, 2)), undefined)
})

test('a token with any bit changed names nothing', () => {
  const token = Buffer.from(tokens.sign('recipient', 1, 2), 'base64url')
  for (let bit = 0; bit < token.length * 8; bit++) {
    const forged = Buffer.from(token)
    forged[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(tokens.verify('recipient', forged.toString('base64url')), undefined, `bit ${bit}`)
  }
})
