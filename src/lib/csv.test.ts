import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from './csv.ts'

for (const [value, written] of [
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hello"', '"say ""hello"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' blank ', '" blank "'],
  ['', ''],
  [42, '42'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1+1', `"'  =1+1"`.replace(/"/g, '')],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
] as const)
  test(`${JSON.stringify(value)} is written as ${JSON.stringify(written)}`, () =>
    assert.equal(csv([[value]]), `\ufeff${written}\r\n`))

test('rows end with CR LF, the last one too', () => {
  assert.equal(
    csv([
      ['a', 1],
      ['b', 2],
    ]),
    '\ufeffa,1\r\nb,2\r\n',
  )
})
