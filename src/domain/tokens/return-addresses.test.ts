import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/harness/effort.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { confirmationReturn, readAddressToken, readReturnAddress, returnAddresses } from './return-addresses.ts'
import { tokens as tokensOf } from './tokens.ts'

const tokens = tokensOf(testKeys)
const domain = 'bounce.example'
const token = tokens.sign('recipient', 7, 42, 3)
const earlier = tokens.sign('recipient', 7, 42)
const { bounce, optOut } = returnAddresses(token, domain)
const read = (address: string) => readReturnAddress(address, { tokens, domain })
const mine = { clientId: 3, campaignId: 7, number: 42 }
const mineOfOld = { campaignId: 7, number: 42 }
/** The token of an address of an earlier version, as `tokens.test.ts` keeps it. */
const keptToken = 'AQAAAAAHAAAAACqybrr6V_ZIcZmb65cYENjb'
const keptLetters = 'aeaaaaaaa4aaaaaafkzg5ox2k73eq4mztpvzogaq3dnq'
/** base32 of the same bytes with one letter other than it was. */
const forged = bounce.replace(/.(?=@)/, letter => (letter === 'a' ? 'e' : 'a'))

const cases = [
  ['a bounce', bounce, { route: 'bounce', ...mine }],
  ['a person who leaves', optOut, { route: 'opt-out', ...mine }],
  ['an address that lost its case', bounce.toUpperCase(), { route: 'bounce', ...mine }],
  ['a token in base64url', `b+${token}@${domain}`, { route: 'bounce', ...mine }],
  ['a token in base64url, for leaving', `U+${token}@${domain}`, { route: 'opt-out', ...mine }],
  ['of an earlier version', `b+${keptLetters}@${domain}`, { route: 'bounce', ...mineOfOld }],
  [
    'of an earlier version, in capitals',
    `U+${keptLetters.toUpperCase()}@${domain}`,
    { route: 'opt-out', ...mineOfOld },
  ],
  ['of the earliest versions', `b+${keptToken}@${domain}`, { route: 'bounce', ...mineOfOld }],
  ['of the earliest versions, for leaving', `U+${keptToken}@${domain}`, { route: 'opt-out', ...mineOfOld }],
  [
    'a confirmation mail of an earlier version',
    `c+aeaaaaaaauaaaaaajwmerjigqut52absj6hks7sjnvca@${domain}`,
    { route: 'confirmation', listId: 5, subscriberId: 77 },
  ],
  [
    'a confirmation mail',
    confirmationReturn(tokens.sign('membership', 5, 77, 3), domain),
    { route: 'confirmation', clientId: 3, listId: 5, subscriberId: 77 },
  ],
  ['a feedback loop', `FBL@${domain}`, { route: 'complaint' }],
  ['abuse', `abuse@${domain.toUpperCase()}`, { route: 'complaint' }],
  ['the postmaster', `postmaster@${domain}`, { route: 'complaint' }],
  ['the postmaster of no domain', 'Postmaster', { route: 'complaint' }],
  ['base64url that lost its case', `b+${token.toLowerCase()}@${domain}`, undefined],
  ['a forged token', forged, undefined],
  ['a short token', bounce.replace(/.@/, '@'), undefined],
  ['a long token', bounce.replace('@', 'a@'), undefined],
  ['no token', `b+@${domain}`, undefined],
  ['another purpose', `x${bounce.slice(1)}`, undefined],
  ['another domain', bounce.replace(domain, 'bounce.example.net'), undefined],
  ['a domain below', bounce.replace(domain, `mx.${domain}`), undefined],
  ['no domain', 'abuse', undefined],
  ['a bare token', token, undefined],
  ['anybody', `carla@${domain}`, undefined],
  ['nothing', '', undefined],
  ['a token for another purpose', returnAddresses(tokens.sign('membership', 7, 42), domain).bounce, undefined],
] as const

for (const [name, address, expected] of cases)
  test(`a return address: ${name}`, () => assert.deepEqual(read(address), expected))

test('a local part stays within its 64 octets', () => {
  assert.equal(bounce.indexOf('@'), 46)
  assert.equal(returnAddresses(earlier, domain).bounce.indexOf('@'), 46)
  const longest = tokens.sign('recipient', 2 ** 40 - 1, 2 ** 32 - 1, 2 ** 32 - 1)
  assert.equal(returnAddresses(longest, domain).bounce.indexOf('@'), 46)
})

test('every token comes back whatever the case of its letters', () => {
  const id = fc.nat({ max: 2 ** 31 - 1 })
  fc.assert(
    fc.property(id, id, fc.infiniteStream(fc.boolean()), (campaignId, number, upper) => {
      const address = returnAddresses(tokens.sign('recipient', campaignId, number), domain).bounce
      const mangled = [...address].map(letter => (upper.next().value ? letter.toUpperCase() : letter)).join('')
      assert.deepEqual(readReturnAddress(mangled, { tokens, domain }), { route: 'bounce', campaignId, number })
    }),
  )
})

test('nothing that was not signed is read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
      assert.equal(readAddressToken(text, tokens), undefined)
      assert.equal(read(`b+${text}@${domain}`), undefined)
    }),
    { numRuns: runs(2000, 100_000) },
  )
})
