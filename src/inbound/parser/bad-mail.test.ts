/** What came back may be anything. Whatever it is, it is read to its end, in bounds, and garbage makes no recipient gone. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { tables } from '../../../test/corpora/inbound/cases/all.ts'
import { runs } from '../../../test/harness/effort.ts'
import { type ParsedReport, returnClasses } from '../parsed-report.ts'
import { readReturned } from './read.ts'

const folder = join(import.meta.dirname, '../../../test/corpora/inbound/mails')
const mails = [
  ...readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => readFileSync(join(folder, name))),
  ...Object.values(tables)
    .flat()
    .map(({ mail }) => Buffer.from(mail)),
]
const budgetMs = Number(process.env.FUZZ_MS ?? runs(1_000, 300_000))
const within = { interruptAfterTimeLimit: budgetMs, markInterruptAsFailure: false, numRuns: 1_000_000_000 }

function assertBounded(reading: ParsedReport) {
  assert.ok(returnClasses.includes(reading.class))
  assert.ok(reading.recipients.length <= 200)
  for (const line of [reading.evidence, ...reading.recipients.map(one => one.evidence)]) {
    assert.ok(line.length <= 500)
    assert.doesNotMatch(line, /[\0\r\n]/)
  }
  for (const { email } of reading.recipients) assert.ok((email?.length ?? 0) <= 700)
}

test('mutilated reports are read to their end', () => {
  const cut = fc.record({
    mail: fc.constantFrom(...mails),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        drop: fc.nat(400),
        put: fc.uint8Array({ maxLength: 40 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  fc.assert(
    fc.property(cut, ({ mail, edits }) => {
      let bytes = mail
      for (const { at, drop, put } of edits) {
        const start = Math.floor(at * bytes.length)
        bytes = Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(start + drop)])
      }
      assertBounded(readReturned(bytes))
    }),
    within,
  )
})

test('two reports that are mixed up are read to their end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...mails),
      fc.constantFrom(...mails),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, other, at) => {
        assertBounded(
          readReturned(
            Buffer.concat([
              one.subarray(0, Math.floor(at * one.length)),
              other.subarray(Math.floor(at * other.length)),
            ]),
          ),
        )
      },
    ),
    within,
  )
})

test('random bytes make no recipient gone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), bytes => {
      const reading = readReturned(Buffer.from(bytes))
      assertBounded(reading)
      assert.notEqual(reading.class, 'recipient gone')
    }),
    within,
  )
})

const system = 'From: MAILER-DAEMON@relay.example\r\nSubject: failure notice\r\n'
const report = (fields: string, charset = 'us-ascii') =>
  `${system}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nsee below\r\n` +
  `--b\r\nContent-Type: message/delivery-status\r\n\r\n${fields}\r\n--b--\r\n`
const much = (piece: string, length = 3_000_000) => piece.repeat(length / piece.length)

for (const [name, mail] of [
  ['nothing', ''],
  ['one line of 50 MB', Buffer.alloc(50_000_000, 'a')],
  ['zeros', Buffer.alloc(1_000_000)],
  ['a header without end', `Subject: ${much('a')}`],
  ['a folded header without end', `Subject: x\r\n${much(' y\r\n')}`],
  ['a million header fields', much('X-A: b\r\n')],
  ['encoded words without end', `Subject: ${much('=?utf-8?q?', 100_000)}\r\n\r\n`],
  ['10,000 parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(10_000)}`],
  [
    '500 parts in one another',
    Array.from({ length: 500 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(''),
  ],
  ['a part that is its own boundary', 'Content-Type: multipart/mixed; boundary="-"\r\n\r\n------------\r\n'],
  ['an empty boundary', 'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\n--\r\n'],
  ['spaces', `${system}\r\n${much(' ')}`],
  ['addresses without end', `${system}\r\n${much('<a@b.example> ')}`],
  ['an address without end', `${system}\r\n${much('a@b.')}`],
  ['comments that never close', `${system}Content-Type: text/html\r\n\r\n${much('<!--')}`],
  ['tags that never close', `${system}Content-Type: text/html\r\n\r\n${much('<a ')}`],
  ['an unknown charset', report('Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n', 'x-klingon')],
  ['invalid base64', `${system}Content-Transfer-Encoding: base64\r\n\r\n${much('!', 1000)}`],
  ['quoted-printable that ends early', `${system}Content-Transfer-Encoding: quoted-printable\r\n\r\n=`],
  ['100,000 recipients', report('Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n'.repeat(100_000))],
  ['100,000 recipients without an empty line', report('Final-Recipient: rfc822; a@b.example\r\n'.repeat(100_000))],
  ['JSON that never closes', `${system}\r\n${much('{"a":')}`],
  ['a bracket on every line', `${system}\r\n${much('{\r\n')}`],
  ['JSON of nothing but brackets', `${system}\r\n{"Type":"Notification","Message":"${much('{', 200_000)}"}`],
  [
    'a notice of 100,000 nobodies',
    `${system}\r\n{"notificationType":"Bounce","bounce":{"bounceType":"Permanent","bouncedRecipients":[${much('{},', 200_000)}{}]}}`,
  ],
  ['quoted lines without end', `${system}\r\n${much('> 550 a\r\n> Final-Recipient: x\r\n> Action: failed\r\n')}`],
  ['quote marks without end', `${system}\r\n${much('>')}`],
  ['replies that never end', `${system}\r\n${much('said: "[(550 ')}`],
  ['guesses without end', `${system}\r\n${much('it may be, or perhaps, ')}`],
  ['a path without end', `${system}\r\n${much(' /a')}`],
  ['names of fields without end', `${system}\r\n${much('x-a-')}`],
  ['attributions without end', `${system}\r\n${much('wrote schrieb a écrit ')}`],
  ['questions without end', `${system}\r\n${much('https:? ')}`],
  ['letters of unspaced scripts before an at sign', `${system}\r\n${much('あa@')}`],
  ['expanded addresses without end', `${system}\r\n${much('(expanded from: <a@b.example>)\r\n')}`],
  ['a name without end', `From: ${much('postmaster mail ', 60_000)}\r\nSubject: failure notice\r\n\r\nx`],
  ['CR without end', `${system}${much('\r')}`],
  ['escapes of ISO-2022-JP without end', `${system}\r\n${much('\x1b$B')}`],
  ['a report of nothing', report('')],
  ['a report in a report, again and again', `${'Content-Type: message/rfc822\r\n\r\n'.repeat(1000)}`],
  ['a status out of reach', report('Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 9.9.9\r\n')],
] as const)
  test(`${name}: read, and no recipient is gone`, () => {
    const reading = readReturned(Buffer.from(mail))
    assertBounded(reading)
    assert.notEqual(reading.class, 'recipient gone')
  })
