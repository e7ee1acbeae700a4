import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodePieces, encodeValue } from './quoted-printable.ts'

const encoded = (text: string) => Buffer.concat(encodePieces([text]).fixed.map(({ bytes }) => bytes)).toString('latin1')
const decoded = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const lines: readonly (readonly [fact: string, text: string, expected: string])[] = [
  ['runs of blanks stay as they are', '<td>\n        <p>a   b</p>', '<td>\r\n        <p>a   b</p>\r\n'],
  ['a blank at the end of a line is encoded', 'a   \nb ', 'a  =20\r\nb=20\r\n'],
  ['a line of blanks ends with an encoded one', '   \n\t\t\n', '  =20\r\n\t=09\r\n\r\n'],
  ['tabs inside a line stay', '\t\ta\tb', '\t\ta\tb\r\n'],
  ['a dot and From are encoded at the beginning of a line', '.a\nFrom b', '=2Ea\r\n=46rom b\r\n'],
]

for (const [fact, text, expected] of lines) test(fact, () => assert.equal(encoded(text), expected))

test('blanks around a line that is too long are kept, and no line ends with one', () => {
  for (let length = 60; length < 90; length++) {
    const text = `${'x'.repeat(length)}     y${' '.repeat(length)}z`
    assert.equal(decoded(encoded(text)), `${text}\r\n`)
    assert.equal(decoded(encodeValue(text)), text)
    for (const line of (encoded(text) + encodeValue(text)).split('\r\n')) {
      assert.ok(line.length <= 76, line)
      assert.doesNotMatch(line, /[ \t]$/)
    }
  }
})
