import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodePage } from './pages.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const cases: readonly (readonly [subject: string, body: Buffer, charset: string | undefined, text: string])[] = [
  ['UTF-8 as the server says', bytes('é'), 'utf-8', 'é'],
  ['ISO-8859-1 is windows-1252', bytes('é\x80', 'latin1'), 'iso-8859-1', 'é€'],
  [
    'the page’s own word',
    bytes('<meta charset="windows-1251">\xe9', 'latin1'),
    undefined,
    '<meta charset="windows-1251">й',
  ],
  [
    'the old form of it',
    bytes(`<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>\xc1`, 'latin1'),
    undefined,
    `<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>а`,
  ],
  ['the server before the page', bytes('<meta charset="koi8-r">é'), 'utf-8', '<meta charset="koi8-r">é'],
  ['a byte order mark before all', bytes('\ufeffé', 'utf16le'), 'utf-8', 'é'],
  ['UTF-8 with a mark', bytes('\ufeffé'), 'koi8-r', 'é'],
  ['no word at all, but UTF-8', bytes('é'), undefined, 'é'],
  ['no word at all, and not UTF-8', bytes('é', 'latin1'), undefined, 'é'],
  ['an unknown charset', bytes('é'), 'klingon', 'é'],
  [
    'a meta element in a comment',
    bytes('<!-- <meta charset="koi8-r"> -->é'),
    undefined,
    '<!-- <meta charset="koi8-r"> -->é',
  ],
  ['a meta element that cannot be right', bytes('<meta charset="utf-16">é'), undefined, '<meta charset="utf-16">é'],
  ['NUL', bytes('a\0b'), 'utf-8', 'a\ufffdb'],
  ['broken UTF-8', bytes('a\xffb', 'latin1'), 'utf-8', 'a\ufffdb'],
]
for (const [subject, body, charset, text] of cases) {
  test(`charset: ${subject}`, () => assert.equal(decodePage({ body, charset }, 'html'), text))
}

test('plain text has no meta elements', () => {
  assert.equal(
    decodePage({ body: bytes('<meta charset="koi8-r">é'), charset: undefined }, 'text'),
    '<meta charset="koi8-r">é',
  )
})
