import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertLinear } from '../../../test/harness/processor-time.ts'
import { headerText, line, subjectText, webAddress } from './single-line.ts'

const lines: readonly [text: string | null, value: string | undefined][] = [
  [' Ann Lee\t', 'Ann Lee'],
  ['Łódź 😀', 'Łódź 😀'],
  ['', ''],
  ['   ', ''],
  [null, ''],
  ['0123456789', '0123456789'],
  ['01234567890', undefined],
  [' 0123456789 ', '0123456789'],
  ['a\nb', undefined],
  ['a\r\nb', undefined],
  ['a\n', undefined],
  ['a\tb', undefined],
  ['a\0b', undefined],
  ['a\x7f', undefined],
  ['a\u2028b', undefined],
  ['\ud800', undefined],
]

describe('a line of at most ten', () => {
  for (const [text, value] of lines) {
    test(`${JSON.stringify(text)} gives ${JSON.stringify(value)}`, () => {
      assert.equal(line(text, { max: 10 }), value)
    })
  }
})

const webAddresses: readonly [text: string | null, accepted: boolean][] = [
  ['http://example.com', true],
  ['https://example.com/bye?e=[email]&x=%20#top', true],
  ['HTTPS://EXAMPLE.com:8443/', true],
  ['http://127.0.0.1:9/', true],
  ['http://[::1]/', true],
  ['http://bücher.example/ü', true],
  [`http://example.com/${'a'.repeat(1981)}`, true],
  [`http://example.com/${'a'.repeat(1982)}`, false],
  [null, false],
  ['', false],
  ['example.com', false],
  ['/bye', false],
  ['//example.com/', false],
  ['http:example.com', false],
  ['http:///example.com', false],
  ['http:\\\\example.com', false],
  ['http://', false],
  ['http://exa mple.com/', false],
  ['http://example.com/a b', false],
  ['http://example.com/\nb', false],
  ['ht\ntp://example.com/', false],
  ['http://user@example.com/', false],
  ['http://user:secret@example.com/', false],
  ['http://:secret@example.com/', false],
  ['http://example.com:99999/', false],
  ['http://[::1/', false],
  ['ftp://example.com/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
]

describe('a web address', () => {
  for (const [text, accepted] of webAddresses) {
    test(`${JSON.stringify(text)?.slice(0, 60)} is ${accepted ? 'accepted as it came' : 'refused'}`, () => {
      assert.equal(webAddress(text), accepted ? text : undefined)
    })
  }
})

const headerTexts: readonly (readonly [what: string, text: string, carried: string])[] = [
  ['a right-to-left override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['embeddings and pops', '\u202aa\u202bb\u202dc\u202c', 'abc'],
  ['isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['direction marks', '\u200ea\u200fb\u061cc', 'abc'],
  ['zero-width spaces and word joiners', 'pay\u200bpal\u2060\ufeff', 'paypal'],
  ['soft hyphens', 'pay\u00adpal', 'paypal'],
  ['deprecated format characters', 'a\u206ab\u206f', 'ab'],
  ['annotations', 'a\ufff9b\ufffac\ufffb', 'abc'],
  ['tag characters, which hide text', 'Hi\u{e0001}\u{e0068}\u{e0069}', 'Hi'],
  ['tags without end after a flag', '\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}'],
  ['nothing else', '\u202e\u200b', ''],
  ['line breaks and controls', ' a\r\n\tb\u2028c\0 ', 'a b c'],
  ['a lone surrogate', 'a\ud800', 'a\ufffd'],
]
for (const [what, text, carried] of headerTexts)
  test(`a header carries no ${what}`, () => assert.equal(headerText(text), carried))

for (const text of [
  'Ann O’Neil',
  'می\u200cخواهم', // Persian: the joiners keep letters apart
  'क्\u200dष', // Hindi
  'שלום עולם',
  'مرحبا',
  '👩\u200d🚀 ❤\ufe0f',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', // the flag of Scotland
])
  test(`a header carries unchanged: ${text}`, () => assert.equal(headerText(text), text))

const subjects: readonly (readonly [what: string, text: string, carried: string])[] = [
  ['keeps marks between letters', 'a\u200eb\u200fc\u061cd', 'a\u200eb\u200fc\u061cd'],
  [
    'keeps a mark beside punctuation and blanks',
    'מבצע \u200f50%\u200f ב-C++\u200e היום',
    'מבצע \u200f50%\u200f ב-C++\u200e היום',
  ],
  ['drops marks at its ends', '\u200fשלום!\u200f', 'שלום!'],
  ['drops runs of marks', 'a\u200f\u200fb', 'ab'],
  ['drops a mark among what hides or turns text', 'a\u202e\u200fb \u2066\u200e\u2069c', 'ab c'],
  ['drops overrides, isolates and what has no width', 'in\u202efdp\u2067x\u2069\u200by\u00adz', 'infdpxyz'],
  [
    'keeps joiners and flags',
    'می\u200cخواهم \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'می\u200cخواهم \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['without letters keeps no mark', '!\u200f!', '!!'],
  ['is one line', 'a\r\nb\u2028c', 'a b c'],
]
for (const [what, text, carried] of subjects) test(`a subject ${what}`, () => assert.equal(subjectText(text), carried))

test('header text is read in time that grows with its length', async () => {
  for (const part of ['\u202e', '\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}', '\r\n', '\u{e0067}'])
    await assertLinear(JSON.stringify(part), times => headerText(part.repeat(250_000 * times)))
})
