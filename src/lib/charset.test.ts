import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeUndeclared, findCharset, findDecoder } from './charset.ts'

/** All labels that the WHATWG Encoding Standard maps to windows-1252 (encoding.spec.whatwg.org §4.2). */
const labels =
  'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252'
/** Its index, 0x80 … 0x9f (encoding.spec.whatwg.org/index-windows-1252.txt). */
const codes = [
  ...[0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d],
  ...[0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d],
  ...[0x17e, 0x178],
]

describe('windows-1252', () => {
  for (const label of [...labels.split(' '), 'ISO-8859-1', ' Windows-1252 '])
    test(`${JSON.stringify(label)} has 256 characters, 0x80 to 0x9f those of the standard`, () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const expected = Array.from(bytes, byte => (byte >= 0x80 && byte <= 0x9f ? codes[byte - 0x80]! : byte))
      const text = findDecoder(label, { fatal: true })!.decode(bytes)
      assert.deepEqual(
        Array.from(text, character => character.codePointAt(0)),
        expected,
      )
    })

  test('a stream is read piece by piece, and its end adds nothing', () => {
    const decoder = findDecoder('latin1')!
    const pieces = [[0x4f], [0x92, 0x42], [0x80]].map(bytes => decoder.decode(Uint8Array.from(bytes), { stream: true }))
    assert.deepEqual([...pieces, decoder.decode()], ['O', '’B', '€', ''])
  })

  test('a part of a larger buffer is read alone', () => {
    const bytes = new Uint8Array([0x41, 0x80, 0x42]).subarray(1, 2)
    assert.equal(findDecoder('windows-1252')!.decode(bytes), '€')
  })
})

/** A character that neighbours of the encoding do not have at the same byte. */
const others: readonly (readonly [label: string, bytes: readonly number[], text: string])[] = [
  ['utf-8', [0xe2, 0x82, 0xac], '€'],
  ['iso-8859-2', [0xb1], 'ą'],
  ['windows-1250', [0x80, 0x9c], '€ś'],
  ['windows-1251', [0xcf, 0x92], 'П’'],
  ['windows-1253', [0x92, 0xe1], '’α'],
  ['windows-1254', [0x80, 0xfe], '€ş'],
  ['iso-8859-9', [0x80, 0xfe], '€ş'],
  ['iso-8859-15', [0xa4], '€'],
  ['windows-1257', [0xe0], 'ą'],
  ['koi8-r', [0xc1], 'а'],
  ['macintosh', [0xd5], '’'],
  ['shift_jis', [0x93, 0xfa], '日'],
  ['gbk', [0xc4, 0xe3], '你'],
  ['big5', [0xa4, 0xa4], '中'],
  ['euc-kr', [0xc7, 0xd1], '한'],
  ['utf-16le', [0xac, 0x20], '€'],
]
for (const [label, bytes, text] of others)
  test(`${label} is read`, () => assert.equal(findDecoder(label)!.decode(Uint8Array.from(bytes)), text))

test('a charset is found by any of its labels, in any case; other words name none', () => {
  assert.deepEqual(['Latin1', 'UTF8', 'cp1251', 'sjis', 'tis-620'].map(findCharset), [
    'windows-1252',
    'utf-8',
    'windows-1251',
    'shift_jis',
    'windows-874',
  ])
  for (const label of ['', 'klingon', 'constructor', 'utf-7', 'windows-9999', 'utf-8\0']) {
    assert.equal(findCharset(label), undefined, label)
    assert.equal(findDecoder(label), undefined, label)
  }
})

test('bytes that an encoding does not have are U+FFFD, or refused', () => {
  const bytes = Uint8Array.from([0x61, 0xff])
  assert.equal(findDecoder('utf-8')!.decode(bytes), 'a\ufffd')
  assert.throws(() => findDecoder('utf-8', { fatal: true })!.decode(bytes), TypeError)
})

test('a byte order mark is left out unless it is to stay', () => {
  const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])
  assert.equal(findDecoder('utf-8')!.decode(bytes), 'a')
  assert.equal(findDecoder('utf-8', { ignoreBOM: true })!.decode(bytes), '\ufeffa')
})

test('what declares no encoding is UTF-8 where it is valid, otherwise windows-1252', () => {
  assert.equal(decodeUndeclared(Buffer.from('O’Brien €')), 'O’Brien €')
  assert.equal(decodeUndeclared(Buffer.from('O\x92Brien \x80 \x93J\xfcrgen\x94', 'latin1')), 'O’Brien € “Jürgen”')
  assert.equal(decodeUndeclared(new Uint8Array()), '')
})
