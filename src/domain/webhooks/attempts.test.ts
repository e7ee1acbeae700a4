/** When a receiver that failed is tried again, and messages as an independent reader of the specification sees them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { type Attempt, afterFailure } from './attempts.ts'
import { headersOf, messageOf, newSecret, secretText } from './messages.ts'

const failed = (changes: Partial<Attempt> = {}): Attempt => ({
  status: 500,
  milliseconds: 3,
  error: 'The receiver answered 500.',
  retryAfterMs: undefined,
  ...changes,
})
const hour = 3_600_000

describe('after a failure', () => {
  const rows: readonly [name: string, attempt: Partial<Attempt>, failures: number, chance: number, afterMs: number][] =
    [
      ['the first is tried again within seconds', {}, 1, 0, 5000],
      ['with a little chance', {}, 1, 1, 5500],
      ['the third after half an hour', {}, 3, 0, hour / 2],
      ['no answer is as bad as a wrong one', { status: null }, 2, 0, hour / 12],
      ['a redirect is a failure', { status: 302 }, 2, 0, hour / 12],
      ['Retry-After is waited for', { status: 503, retryAfterMs: 60_000 }, 1, 0, 60_000],
      ['but never tried earlier than without', { status: 503, retryAfterMs: 1000 }, 2, 0, hour / 12],
      ['nor for longer than a day', { status: 429, retryAfterMs: 1000 * hour }, 1, 0, 24 * hour],
      ['the eleventh after a day', {}, 11, 0, 24 * hour],
    ]
  for (const [name, attempt, failures, chance, afterMs] of rows)
    test(name, () => assert.deepEqual(afterFailure(failed(attempt), failures, chance), { kind: 'again', afterMs }))

  test('all pauses together are a little more than five days', () => {
    let all = 0
    for (let failures = 1; ; failures++) {
      const next = afterFailure(failed(), failures, 0)
      if (next.kind === 'pause') break
      all += next.afterMs
    }
    assert.ok(all > 5 * 24 * hour && all < 6.5 * 24 * hour, `${all / hour} h`)
  })

  test('it is paused after the last, and at once when it is gone', () => {
    assert.equal(afterFailure(failed(), 12, 0).kind, 'pause')
    assert.equal(afterFailure(failed({ status: 410 }), 1, 0).kind, 'pause')
  })
})

describe('a message', () => {
  const event = {
    sequence: 7,
    type: 'subscriber.subscribed',
    at: new Date('2026-03-20T09:30:00.123Z'),
    publishedAt: new Date('2026-03-20T09:30:01Z'),
    data: { EmailAddress: 'zoë@reader.example' },
  }
  const now = new Date('2026-03-21T10:00:00.999Z')

  test('has one id however often it is sent', () => {
    assert.equal(messageOf('a'.repeat(32), event).id, `msg_${'a'.repeat(32)}_7_mmyp79ns`)
    assert.notEqual(messageOf('b'.repeat(32), event).id, messageOf('a'.repeat(32), event).id)
    const restored = { ...event, publishedAt: new Date('2026-03-27T09:30:01Z') }
    assert.notEqual(messageOf('a'.repeat(32), restored).id, messageOf('a'.repeat(32), event).id)
    const probe = { ...event, sequence: null }
    assert.notEqual(messageOf('a'.repeat(32), probe).id, messageOf('a'.repeat(32), probe).id)
  })

  test('says type, time, number and data', () => {
    assert.deepEqual(JSON.parse(messageOf('a', event).body.toString()), {
      type: 'subscriber.subscribed',
      timestamp: '2026-03-20T09:30:00.123Z',
      sequence: 7,
      data: { EmailAddress: 'zoë@reader.example' },
    })
  })

  test('is signed as the example of the Standard Webhooks specification is', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: Buffer.from('{"test": 2432232314}') }
    const headers = headersOf(message, [secret], new Date(1614265330 * 1000))
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('python finds the same signatures, one of each secret', () => {
    const secrets = [newSecret(), newSecret()]
    const message = messageOf('a'.repeat(32), event)
    const headers = headersOf(message, secrets, now)
    const python = `
import base64, hashlib, hmac, json, sys
given = json.load(sys.stdin)
for secret in given['secrets']:
    key = base64.b64decode(secret[len('whsec_'):])
    text = '.'.join([given['id'], given['timestamp'], given['body']]).encode()
    print('v1,' + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode())
`
    const found = execFileSync('python3', ['-c', python], {
      input: JSON.stringify({
        secrets: secrets.map(secretText),
        id: headers['webhook-id'],
        timestamp: headers['webhook-timestamp'],
        body: message.body.toString(),
      }),
      encoding: 'utf8',
    })
    assert.equal(headers['webhook-timestamp'], '1774087200')
    assert.deepEqual(found.trim().split('\n'), headers['webhook-signature']!.split(' '))
  })
})
