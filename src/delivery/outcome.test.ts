import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounceType, type Stage } from './outcome.ts'
import { fairShare } from './range/fair-share.ts'
import { holdTimeMs, retryAt } from './retry.ts'
import { parseRelay, sharedRelay } from './smtp/relay.ts'

for (const [code, answer, stage, type] of [
  [550, '550 5.1.1 <a@b.example>: Recipient address rejected', 'recipient', 'H'],
  // RFC 7505: the domain takes no mail, which says nothing of the person
  [550, '550-5.1.10 null MX 550 see below', 'recipient', 'S'],
  [550, '550 5.1.10 null MX', 'recipient', 'S'],
  [550, '550 5.1.8 bad sender domain', 'recipient', 'S'],
  [550, '550 5.2.2 mailbox full', 'recipient', 'S'],
  [550, '550 5.7.1 blocked', 'data', 'S'],
  [550, '550 5.7.26 unauthenticated', 'data', 'S'],
  [550, '550 No such user here', 'recipient', 'H'],
  [550, '550 User unknown', 'recipient', 'H'],
  [553, "553 sorry, that mailbox doesn't exist", 'recipient', 'H'],
  [554, '554 User unknown', 'data', 'S'],
  [550, '550 5.7.1 User unknown', 'data', 'S'],
  [550, '550 5.1.1 User unknown', 'data', 'H'],
  [554, "554 delivery error: dd This user doesn't have a b.example account (a@b.example) [0]", 'data', 'H'],
  [550, '550 unknown user or mailbox full', 'recipient', 'S'],
  [550, '550 listed at rbl 5.1.1.2', 'recipient', 'S'],
  [550, '550 5.1.1 you', 'sender', null],
  [null, 'the address needs SMTPUTF8', 'recipient', null],
] as readonly (readonly [number | null, string, Stage, 'H' | 'S' | null])[]) {
  test(`${answer} at the ${stage} bounces ${type}`, () => {
    // what a relay says reaches us with its code in front
    assert.equal(bounceType({ kind: 'refused', code, answer, stage }), type)
  })
}

test('only refusals bounce', () => {
  assert.equal(bounceType({ kind: 'deferred', code: 450, answer: '4.1.1 gone', stage: 'recipient' }), null)
  assert.equal(bounceType({ kind: 'unknown', code: null, answer: '5.1.1' }), null)
})

test('a deferral is tried again ever later, and given up after both the attempts and two days', () => {
  const startedAt = new Date(0)
  const delay = (attempt: number, now = new Date(0)) => {
    const at = retryAt({ attempt, startedAt, now })
    return at && at.getTime() - now.getTime()
  }
  assert.deepEqual(
    [1, 2, 3, 7, 8, 100].map(attempt => delay(attempt)),
    [60e3, 300e3, 900e3, 14400e3, 14400e3, 14400e3],
  )
  const late = new Date(48 * 3600e3)
  assert.equal(delay(11, late), 14400e3)
  assert.equal(delay(12, late), undefined)
  assert.equal(delay(12, new Date(late.getTime() - 1)), 14400e3)
  assert.deepEqual([1, 2, 7, 50].map(holdTimeMs), [1000, 2000, 60_000, 60_000])
})

test('places go to the waiting client that holds fewest, and the last only to one that holds none', async () => {
  const share = fairShare(() => 6)
  assert.equal(await share.take(1, 10), 5)
  assert.equal(await share.take(2, 10), 1)
  const first = share.take(1, 10)
  const second = share.take(2, 10)
  const third = share.take(3, 1)
  share.release(1, 4)
  // 3 held none; 1 and 2 held one each, and one place stays for the next range
  assert.deepEqual(await Promise.all([first, second, third]), [1, 1, 1])
  assert.equal(await share.take(4, 1), 1)
  const alone = fairShare(() => 1)
  assert.equal(await alone.take(1, 5), 1)
})

for (const [url, expected] of [
  [
    'smtp://relay.example',
    { host: 'relay.example', port: 25, implicitTls: false, startTls: 'opportunistic', verify: false, connections: 20 },
  ],
  [
    'smtps://u:p%40ss@relay.example',
    { port: 465, implicitTls: true, verify: true, login: { user: 'u', pass: 'p@ss' } },
  ],
  ['smtp://u:p@relay.example:587', { port: 587, startTls: 'required', verify: true }],
  ['smtp://u:p@127.0.0.1:2525', { startTls: 'opportunistic', verify: false }],
  [
    'smtp://[::1]:2525?connections=3&tls=none&timeout=5&name=me.example',
    { host: '::1', connections: 3, startTls: 'none', timeoutMs: 5000, name: 'me.example' },
  ],
] as const) {
  test(`${url} is read`, () => {
    const relay = parseRelay(url)
    assert.deepEqual({ ...relay, ...expected }, relay)
  })
}

for (const url of [
  'relay',
  'http://relay.example',
  'smtp://',
  'smtp://r?connections=0',
  'smtp://r?tls=maybe',
  'smtp://r?pool=1',
  'smtp://r?timeout=1e3',
]) {
  test(`${url} is refused with a sentence`, () => assert.throws(() => parseRelay(url), /\.$/))
}

test('the refusal of a relay URL does not show its password', () => {
  assert.throws(
    () => parseRelay('smtp://user:secret@relay.example?tls=maybe'),
    (error: Error) => !error.message.includes('secret'),
  )
})

test('processes that have a relay in common have its connections together, and each has one', () => {
  const partsOf = (connections: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const relay = parseRelay(`smtp://relay.example?connections=${connections}`)
      return sharedRelay(relay, { index, count }).connections
    })
  assert.deepEqual(partsOf(20, 1), [20])
  assert.deepEqual(partsOf(20, 3), [7, 7, 6])
  assert.deepEqual(partsOf(4, 4), [1, 1, 1, 1])
  assert.deepEqual(partsOf(1, 2), [1, 1])
})
