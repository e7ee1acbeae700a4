import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReturnClass, returnClasses, severity } from './classes.ts'
import { classifyReply, judge } from './classify.ts'
import { furtherReplies } from './further-replies.cases.ts'
import { replies } from './replies.cases.ts'
import { broad, narrow } from './rules/all.ts'
import { vendorReplies } from './vendor-replies.cases.ts'

test('the example of every rule has the class of the rule', () => {
  const wrong = [...narrow, ...broad].flatMap(set =>
    set.rules
      .map(({ example, by }) => ({ by, example, wanted: set.class, got: classifyReply(undefined, example).class }))
      .filter(({ wanted, got }) => wanted !== got),
  )
  assert.deepEqual(wrong, [])
})

for (const [wanted, cases] of [replies, furtherReplies, vendorReplies].flatMap(table => Object.entries(table)) as [
  ReturnClass,
  readonly string[],
][]) {
  // keys of the table are classes
  test(`${cases.length} replies are ${wanted}`, () => {
    const wrong = cases.map(text => [classifyReply(undefined, text).class, text]).filter(([got]) => got !== wanted)
    assert.deepEqual(wrong, [])
  })
}

test('only a recipient that is gone bounces hard, and an automatic answer is no bounce', () => {
  assert.deepEqual(
    returnClasses.filter(one => severity(one) === 'H'),
    ['recipient gone'],
  )
  assert.equal(severity('auto-reply'), null)
})

for (const [name, code, text, wanted] of [
  ['a temporary code', 450, '450 4.1.1 User unknown', 'transient'],
  ['a temporary code in front of a permanent status', 450, '450 5.1.1 User unknown', 'transient'],
  ['a permanent code in front of a temporary status', 550, '550 4.1.1 User unknown', 'transient'],
  ['a status of authentication', 550, '550 5.7.26 User unknown', 'policy'],
  ['a status of a full mailbox', 550, '550 5.2.2 User unknown', 'mailbox full'],
  ['the words of a block list', 550, '550 5.1.1 User unknown; 192.0.2.1 is listed at zen.spamhaus.org', 'policy'],
] as const)
  test(`${name} contradicts that the recipient is gone`, () => assert.equal(classifyReply(code, text).class, wanted))

test('what a mailbox or a host is called decides nothing', () => {
  for (const text of [
    '550 5.1.1 <blacklist@b.example>: Recipient address rejected: User unknown in virtual mailbox table',
    'host spam.blocked.example[192.0.2.1] said: 550 5.1.1 <spam.virus@b.example> User unknown (in reply to RCPT TO command)',
  ])
    assert.equal(classifyReply(undefined, text).class, 'recipient gone')
  assert.equal(classifyReply(550, '550 user.unknown@b.example').class, 'unknown')
})

test('status, code and evidence are returned', () => {
  assert.deepEqual(judge({ text: '550-5.0.0 no\r\n550 5.1.1 who?', status: '5.0.0' }), {
    class: 'recipient gone',
    status: '5.1.1',
    code: 550,
    evidence: '550-5.0.0 no 550 5.1.1 who?',
    by: 'status',
  })
  assert.equal(classifyReply(550, '192.0.2.5 says 5.1.1.2').status, undefined)
  assert.equal(classifyReply(550, 'x'.repeat(10_000)).evidence.length, 500)
})

test('long and repetitive words are read too', () => {
  for (const piece of [
    'user ',
    'mailbox <a@b.example> ',
    'spam ',
    'a@',
    'a.',
    '550 ',
    'sender unknown ; ',
    'domain ',
    '（',
    'no ',
  ])
    assert.ok(returnClasses.includes(classifyReply(550, piece.repeat(200_000 / piece.length)).class))
})
