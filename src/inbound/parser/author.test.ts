import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorOf } from './author.ts'
import { letterOf } from './letters.ts'
import { listLeaves, readMime } from './mime.ts'
import { wordsOf } from './words.ts'

function author(mail: string, sender?: string) {
  const read = readMime(Buffer.from(mail))
  return authorOf({ letter: letterOf(read.headers), mail: read, text: wordsOf(listLeaves(read)), sender })
}

const report = (from: string, more = '') =>
  `From: ${from}\r\nSubject: Undeliverable: Spring\r\n${more}\r\nNot delivered to <rosa@garden.example>: 550 5.1.1 unknown\r\n`

for (const from of [
  'Mail Delivery System <Mailer-Daemon@x.example>',
  'MAILER-DAEMON',
  'Mailer Daemon',
  '<>',
  'PostMaster@x.example',
  'Mail Delivery Subsystem <noreply@x.example>',
  'MDaemon at x.example <MDaemon@x.example>',
  'Email Gateway <no-reply@x.example>',
  '"Postmaster (x.example)" <info@x.example>',
  'Postmaster <it@x.example>',
  'Microsoft Exchange on behalf of postmaster <ex@x.example>',
  'Courier mail server at mx.x.example <@>',
  'noreply-bounce@x.example',
  'mxdaemon@x.example',
  'Postfix <postfix@x.example>',
  'Почтовая система <robot@x.example>',
  '系统管理员 <admin@x.example>',
])
  test(`a report from ${from} is a mail system's, with a null sender and without`, () => {
    assert.equal(author(report(from)).isSystem, true)
    assert.equal(author(report(from), '').isSystem, true)
    assert.equal(author(report(from), 'someone@x.example').isSystem, true)
  })

for (const from of [
  'Postmaster Clive Reed <clive@x.example>',
  '"Old Postmaster Inn" <inn@x.example>',
  'MAILER-DAEMON fan club <fans@x.example>',
  'Rosa <rosa@x.example>',
  'Delivery Dan <dan@x.example>',
])
  test(`${from} is a person, whatever the mail says; the null sender alone makes it a mail system's`, () => {
    assert.equal(author(report(from)).isSystem, false)
    assert.equal(author(report(from), 'clive@x.example').isSystem, false)
    assert.equal(author(report(from), '').isSystem, true)
  })

test('a mail client in an answer makes a person of a postmaster, and of the sender of a report', () => {
  const client = 'In-Reply-To: <a@b.example>\r\nUser-Agent: Mozilla Thunderbird\r\n'
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n'
  for (const mail of [report('postmaster@x.example', client), report('MAILER-DAEMON@x.example', `${client}${type}`)]) {
    assert.equal(author(mail, '').isSystem, false)
    assert.equal(author(mail, '').isPerson, true)
  }
  // Exchange names the mail that it answers, and no client
  assert.equal(author(report('postmaster@x.example', 'In-Reply-To: <a@b.example>\r\n'), '').isSystem, true)
})

test('a postmaster who quotes, or answers, is a person; one who announces a return may be polite', () => {
  const polite = report('postmaster@x.example').replace('Not delivered', 'Dear Bloom,\r\n\r\nNot delivered')
  assert.equal(author(polite).isSystem, true)
  assert.equal(author(polite.replace('Undeliverable:', 'Re:')).isSystem, false)
  assert.equal(author(`${polite}\r\n> The roses are out.\r\n`).isSystem, false)
})
