import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMime } from './mime.ts'
import { headerText, textOf } from './text.ts'

describe('an encoded word', () => {
  for (const [value, text] of [
    ['=?windows-1252?Q?O=92Brien?=', 'O’Brien'],
    ['=?iso-8859-1?q?=93J=FCrgen=94_=80_=96?=', '“Jürgen” € –'],
    ['=?us-ascii?Q?O=92Brien?=', 'O’Brien'],
    ['=?Latin1*de?B?gCA5OQ==?=', '€ 99'],
    ['=?windows-1251?Q?=CF=F0=E8=E2=E5=F2_=92?=', 'Привет ’'],
    ['=?windows-1254?Q?=DE=80?=', 'Ş€'],
    ['=?utf-8?Q?O=E2=80=99Brien?=', 'O’Brien'],
  ] as const)
    test(`${value} is ${text}`, () => assert.equal(headerText(value), text))
})

describe('a header with bytes as they are, neither encoded nor UTF-8,', () => {
  const subject = (raw: string) => readMime(Buffer.from(`Subject: ${raw}\r\n\r\n`, 'latin1')).headers.get('subject')

  test('is windows-1252 where the mail names no charset', () =>
    assert.equal(headerText(subject('O\x92Brien \x96 J\xfcrgen')), 'O’Brien – Jürgen'))
  test('is what the body is', () => {
    assert.equal(headerText(subject('O\x92Brien'), 'iso-8859-1'), 'O’Brien')
    assert.equal(headerText(subject('\xcf\xf0\xe8\xe2\xe5\xf2'), 'windows-1251'), 'Привет')
  })
})

describe('a body', () => {
  const body = (type: string, raw: string, encoding = '8bit') =>
    textOf(
      readMime(Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${raw}`, 'latin1')),
    )
  for (const charset of ['windows-1252', 'iso-8859-1', '"ISO-8859-1"', 'us-ascii', 'x-klingon'])
    test(`in ${charset} has the quotes and dashes of windows-1252`, () =>
      assert.equal(body(`text/plain; charset=${charset}`, '\x93O\x92Brien\x94 \x96 \x80'), '“O’Brien” – €'))
  test('in quoted-printable is read alike', () =>
    assert.equal(body('text/plain; charset=iso-8859-1', 'O=92Brien =80', 'quoted-printable'), 'O’Brien €'))
  test('without a charset is UTF-8 where it is valid, otherwise windows-1252', () => {
    assert.equal(body('text/plain', Buffer.from('O’Brien').toString('latin1')), 'O’Brien')
    assert.equal(body('text/plain', 'O\x92Brien'), 'O’Brien')
  })
})
