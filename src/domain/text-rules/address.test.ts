import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseAddress, plainAddress } from './address.ts'

const local64 = 'l'.repeat(64)
const domain189 = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(57)}.com`

const addresses: readonly [text: string, address: string][] = [
  ['ann@example.com', 'ann@example.com'],
  ['Ann.Lee@Example.COM', 'ann.lee@example.com'],
  [' \tann@example.com  ', 'ann@example.com'],
  ['ann+tag@mail.example.co.uk', 'ann+tag@mail.example.co.uk'],
  ["o'neil@example.com", "o'neil@example.com"],
  ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
  ['a@b.co', 'a@b.co'],
  ['1@2.example', '1@2.example'],
  ['a@1e1.example', 'a@1e1.example'],
  ['a@3com.com', 'a@3com.com'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
  ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['Jürgen@example.com', 'jürgen@example.com'],
  ['Ju\u0308rgen@example.com', 'jürgen@example.com'],
  ['用户@example.com', '用户@example.com'],
  ['a@l·l.cat', 'a@xn--ll-0ea.cat'],
  ['a@日本・東.example', 'a@xn--vek160nb2a6h.example'],
  ['a@faß.example', 'a@xn--fa-hia.example'],
  ['a@हिन्दी.example', 'a@xn--j2bd4cyah0f.example'],
  ['😀@example.com', '😀@example.com'],
  [`${local64}@example.com`, `${local64}@example.com`],
  [`${local64}@${domain189}`, `${local64}@${domain189}`],
]

// biome-ignore format: a list reads by its lines
const notAddresses: readonly (string | null)[] = [
  null, '', ' ', '@', 'ann', 'ann@', '@example.com', 'ann@example', 'ann@localhost',
  'ann@@example.com', 'ann@bob@example.com', 'ann lee@example.com', 'ann@exam ple.com', 'ann @example.com', 'ann@ example.com',
  '.ann@example.com', 'ann.@example.com', 'ann..lee@example.com', 'ann@.example.com', 'ann@example..com', 'ann@example.com.',
  'ann@-example.com', 'ann@example-.com', 'ann@exam_ple.com', `ann@${'a'.repeat(64)}.com`,
  '"ann lee"@example.com', '"ann"@example.com', 'ann(comment)@example.com', 'Ann <ann@example.com>', '<ann@example.com>',
  'ann@example.com,bob@example.com', 'ann@example.com;bob@example.com', 'mailto:ann@example.com',
  'ann@[127.0.0.1]', 'ann@127.0.0.1', 'ann@1.2.3', 'ann@[IPv6:::1]', 'ann@0x7f.1', 'ann@example.123',
  'ann@example.com\r\n', '\nann@example.com', 'ann@example.com\r\nBcc: all@example.com', 'ann\r\n@example.com', 'an\tn@example.com',
  'ann\0@example.com', 'ann@example.com\0', 'ann\x7f@example.com', 'ann\x85@example.com', 'ann\u2028@example.com', 'ann\u00a0@example.com',
  'ann\u037ebob@example.com', 'ann\u200b@example.com', 'ann\u202e@example.com', 'ann@exam\u00adple.com', 'ann@exam\u200dple.com', '\ud800@example.com',
  'ann@example.com/path', 'ann@example.com:25', 'ann@example.com?x', 'ann@example.com#x', 'ann@%65xample.com', 'ann@exa\\mple.com',
  // what word processors write
  '“x1@example.com”', '‘x1@example.com’', '„x1@example.com“', '«x1@example.com»', 'a@ex–ample.com', 'a@ex—ample.com', 'a@ex‑ample.com', 'a@ex−ample.com',
  'ann–lee@example.com', 'o’neil@example.com', 'a@example.com”', 'a@ex’ample.com',
  // no letters, marks or digits: IDNA2008
  'a@i❤.ws', 'a@xn--i-7iq.ws', 'a@☃.example',
  'ann@xn--a.example', 'ann@xn--.example', 'ann@xn--a-.example', 'ann@sub.xn--0.example', `${local64}l@example.com`, `${'ü'.repeat(33)}@example.com`, `${local64}@${domain189}m`,
  `ann@${'ü'.repeat(60)}.${'ö'.repeat(60)}.example`, 'a'.repeat(65_536), `${'a.'.repeat(30_000)}@example.com`, `${' '.repeat(65_000)}a@example.com`,
]

describe('an address', () => {
  for (const [text, address] of addresses) {
    test(`${JSON.stringify(text).slice(0, 60)} is ${address.slice(0, 60)}`, () => {
      assert.deepEqual(parseAddress(text), { email: text.replace(/^[ \t]+|[ \t]+$/g, ''), address })
    })
  }
  for (const text of notAddresses) {
    test(`${JSON.stringify(text).slice(0, 60)} is no address`, () => {
      assert.equal(parseAddress(text), undefined)
    })
  }
  test('the key of a key is itself, whatever came', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const parsed = parseAddress(`${local}@${domain}.example`)
        if (parsed) assert.equal(parseAddress(parsed.address)?.address, parsed.address)
      }),
    )
  })
  test('no control character and no white space survives in what is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), text => {
        const parsed = parseAddress(`a${text}@example.com`)
        if (parsed) assert.doesNotMatch(parsed.email + parsed.address, /[\p{C}\p{Z}]/u)
      }),
    )
  })
})

describe('the plain form of what is no address', () => {
  for (const [text, plain] of [
    ['“x1@example.com”', 'x1@example.com'],
    ['a@ex–ample.com', 'a@ex-ample.com'],
    ['o’neil@example.com', "o'neil@example.com"],
    ['«x@example.com»;', 'x@example.com'],
    ['„x@example.com“', 'x@example.com'],
    ['Ann Lee <ann@example.com>', 'ann@example.com'],
    ['mailto:ann@example.com', 'ann@example.com'],
    ['ann@example.com.', 'ann@example.com'],
    ['ann\u200b@example.com', 'ann@example.com'],
    ['ａｎｎ＠example.com', 'ann@example.com'],
    ['ann @ example.com', 'ann@example.com'],
    // two people, or no one
    ['ann@example.com, bob@example.com', undefined],
    ['ann lee@example.com', undefined],
    ['ann', undefined],
    ['', undefined],
    // an address needs none
    ['ann@example.com', undefined],
    ['“'.repeat(60_000), undefined],
  ] as const)
    test(`of ${JSON.stringify(text).slice(0, 60)} is ${plain}`, () => assert.equal(plainAddress(text), plain))
})
