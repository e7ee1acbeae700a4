import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { testKeys } from '../../../test/harness/seed.ts'
import { firstLinkKey, tokenLength, tokens as tokensOf } from './tokens.ts'

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

/** Signed by the program before tokens named clients: what mails that are read today carry. */
const kept = [
  ['recipient', 'AQAAAAAHAAAAACqybrr6V_ZIcZmb65cYENjb', [7, 42]],
  ['recipient', 'Af____________8WukIggjjyp3dziGJ64k9F', [2 ** 40 - 1, 2 ** 40 - 1]],
  ['membership', 'AQAAAAAFAAAAAE2YSKUGhSfdADJPjql-SW1E', [5, 77]],
  ['letter', 'AQAAAAAHAAAAAAB-EwN9pFqbbWrXuA1PG9yN', [7, 0]],
  ['anonymous open', 'AQAAAAAHAAAAAADyHH1ZuDAoVaDpkpMJhwdC', [7, 0]],
  ['preview', 'AQAAAAADAAAAAAnjhei3bAIAl1IxrGcTeIK_', [3, 9]],
  ['report', 'AQAAAAADAAAAAAI1OuQeEeMHVLft0pt-l73j', [3, 2]],
  ['preferences', 'AQAAAAAFAAAAAE0-tmM_QgO59DixCVRc95yS', [5, 77]],
  ['leave', 'AQAAAAADAAAAAADGWLrb7fmZ2u_-hvxA-W7K', [3, 0]],
  ['new address', 'AQAAAAADAAAAAAiuGcRF9h4pW_x8in_Fpjcx', [3, 8]],
  ['old address', 'AQAAAAADAAAAAAiS1vJcXAubWX_1Fahc9xDQ', [3, 8]],
  ['sign-up', 'AQAAAAADAAAAAAY0563arGorSVtFQdFabziX', [3, 6]],
] as const

test('tokens of earlier versions work for ever', () => {
  for (const [purpose, token, numbers] of kept) assert.deepEqual(tokens.verify(purpose, token), numbers, purpose)
})

const id = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 2 ** 53 - 1 }))
const octets = (integer: number) => Math.max(1, Math.ceil(integer.toString(16).length / 2))

test('a token with a client is widths, three integers in 13 bytes and the HMAC-SHA256 of it, cut to 96 bits', () => {
  fc.assert(
    fc.property(fc.constantFrom('recipient', 'membership'), id, id, id, (purpose, clientId, first, second) => {
      const sign = () => tokens.sign(purpose, first, second, clientId)
      if (octets(clientId) + octets(first) + octets(second) > 13) return assert.throws(sign, RangeError)
      const token = sign()
      assert.equal(token.length, tokenLength)
      assert.deepEqual(tokens.verify(purpose, token), [first, second, clientId])
      const bytes = Buffer.from(token, 'base64url')
      assert.equal(bytes[1], octets(clientId) * 16 + octets(first))
      const mac = createHmac('sha256', testKeys.secretFor(`token/${purpose}/1`))
        .update(bytes.subarray(0, 15))
        .digest()
      assert.deepEqual(bytes.subarray(15), mac.subarray(0, 12))
    }),
  )
  // ids of sequences that a distributed database keeps on several nodes begin with the number of the node
  assert.deepEqual(tokens.verify('membership', tokens.sign('membership', 300, 2 ** 52 + 1, 70_000)), [
    300,
    2 ** 52 + 1,
    70_000,
  ])
})

test('a token with a client that has any bit changed names nothing, and is worth nothing for another purpose', () => {
  const text = tokens.sign('recipient', 2 ** 33, 2, 9)
  assert.equal(tokens.verify('membership', text), undefined)
  const token = Buffer.from(text, 'base64url')
  for (let bit = 0; bit < token.length * 8; bit++) {
    const forged = Buffer.from(token)
    forged[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(tokens.verify('recipient', forged.toString('base64url')), undefined, `bit ${bit}`)
  }
})

test('tokens name no client until every process reads such tokens, which both kinds of processes read', async () => {
  let areAllNew = false
  const signer = tokensOf(
    testKeys,
    async () => [firstLinkKey(testKeys)],
    async () => areAllNew,
  )
  await signer.refresh()
  assert.equal(signer.sign('recipient', 7, 42, 3), kept[0][1])
  areAllNew = true
  await signer.refresh()
  const token = signer.sign('recipient', 7, 42, 3)
  assert.deepEqual(signer.verify('recipient', token), [7, 42, 3])
  assert.deepEqual(signer.verify('recipient', kept[0][1]), [7, 42])
  assert.deepEqual(
    signer.verify('preview', signer.sign('preview', 3, 9)),
    [3, 9],
    'where the first integer is a client, nothing changes',
  )
})
