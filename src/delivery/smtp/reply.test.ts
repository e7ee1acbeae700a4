import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCapabilities } from './capabilities.ts'
import { stuffDots } from './envelope.ts'
import { answerOf, NotSmtp, type Reply, ReplyParser } from './reply.ts'

function read(pieces: readonly string[]): Reply[] {
  const replies: Reply[] = []
  const parser = new ReplyParser()
  for (const piece of pieces) parser.push(piece, reply => replies.push(reply))
  return replies
}

for (const [said, expected] of [
  ['250 ok\r\n', ['250 ok']],
  ['250\r\n', ['250']],
  ['250 ok\n', ['250 ok']],
  ['250-\r\n250 \r\n', ['250']],
  ['250-one\r\n250 two\r\n354 go\r\n', ['250 one two', '354 go']],
  ['550-5.1.1 no such\r\n550-5.1.1 person\r\n550 5.1.1 here\r\n', ['550 5.1.1 no such person here']],
  ['550-5.1.1 no\r\n550 5.7.1 and no\r\n', ['550 5.1.1 no 5.7.1 and no']],
  ['250 Gr\xc3\xbc\xc3\x9fe\r\n', ['250 Grüße']],
  ['250 a\x00b\tc\r\n', ['250 a b c']],
] as const) {
  test(`${JSON.stringify(said)} is recorded as ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(read([said]).map(answerOf), expected))
}

for (const said of [
  'hello\r\n',
  '\r\n',
  '25\r\n',
  '150 x\r\n',
  '600 x\r\n',
  '250x\r\n',
  '250-a\r\n251 b\r\n',
  ' 250 a\r\n',
  '\u0662250 a\r\n',
  'x'.repeat(5000),
  `250 ${'x'.repeat(5000)}\r\n`,
  '250-a\r\n'.repeat(129),
]) {
  test(`${JSON.stringify(said.slice(0, 20))} is no reply`, () => assert.throws(() => read([said]), NotSmtp))
}

test('replies are the same however they are cut', () => {
  const line = fc.stringMatching(/^[ -~]{0,40}$/)
  const reply = fc.tuple(fc.integer({ min: 200, max: 599 }), fc.array(line, { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 5 }), fc.array(fc.nat(200)), (replies, cuts) => {
      const text = replies
        .map(([code, lines]) =>
          lines.map((words, n) => `${code}${n === lines.length - 1 ? ' ' : '-'}${words}\r\n`).join(''),
        )
        .join('')
      const edges = [0, ...cuts.filter(cut => cut < text.length).sort((a, b) => a - b), text.length]
      const pieces = edges.slice(1).map((end, index) => text.slice(edges[index], end))
      assert.deepEqual(
        read(pieces),
        replies.map(([code, lines]) => ({ code, lines: lines.map(words => words.trimEnd()) })),
      )
    }),
  )
})

test('data is stuffed where it must be, and undoing it gives the same lines', () => {
  const line = fc.constantFrom('', '.', '..', '.a', 'a', 'a.', 'a.b')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, isEnded) => {
      const text = lines.join('\r\n') + (isEnded && lines.length > 0 ? '\r\n' : '')
      const sent = stuffDots(Buffer.from(text)).toString()
      assert.ok(sent.endsWith('\r\n'))
      assert.ok(!`\r\n${sent}`.includes('\r\n.\r\n'), 'it never ends before its end')
      const taken = sent.replace(/^\./gm, '')
      assert.equal(taken, text.endsWith('\r\n') ? text : `${text}\r\n`)
    }),
  )
})

test('data that needs nothing is not copied', () => {
  const data = Buffer.from('a\r\nb.\r\n')
  assert.equal(stuffDots(data), data)
})

test('a bare line feed hides no dot', () => {
  assert.equal(stuffDots(Buffer.from('a\n.\r\nb\r\n')).toString(), 'a\n..\r\nb\r\n')
})

test('what EHLO offers is read in any case, and in the words of old relays', () => {
  const capabilities = readCapabilities([
    'relay.example hello',
    'pipelining',
    'SIZE 1000',
    'AUTH=LOGIN',
    'AUTH PLAIN CRAM-MD5',
    'SmtpUtf8',
  ])
  assert.deepEqual(capabilities, {
    pipelining: true,
    chunking: false,
    eightBitMime: false,
    smtpUtf8: true,
    startTls: false,
    size: 1000,
    auth: ['LOGIN', 'PLAIN', 'CRAM-MD5'],
  })
  assert.equal(readCapabilities(['PIPELINING']).pipelining, false, 'the first line is a greeting')
  assert.equal(readCapabilities(['x']).size, -1)
  assert.equal(readCapabilities(['x', 'SIZE']).size, 0)
})
