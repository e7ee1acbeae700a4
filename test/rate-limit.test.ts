/** Calls per second of one key: a bucket of four times as many. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTarget, type Target } from './bad-input/world.ts'
import { assertRefused, call, codeOf, type Reply, type WireName, wireNames } from './harness/dial.ts'
import { seed } from './harness/seed.ts'

let target: Target
before(async () => {
  target = await startTarget({ LETTERSHOP_CALLS_PER_SECOND: '1' })
})
after(() => target?.stop())

/** More than the bucket holds and a slow machine may refill meanwhile. */
const calls = 60

async function callOften(wire: WireName, operation: string, values: Readonly<Record<string, string>>) {
  const { url } = target.service
  const replies = await Promise.all(Array.from({ length: calls }, () => call(url, wire, operation, values)))
  const isRefused = (reply: Reply) => codeOf(wire, reply) === 8
  return { refused: replies.filter(isRefused), answered: replies.filter(reply => !isRefused(reply)) }
}

for (const wire of wireNames)
  test(`over ${wire} a key that calls too often is refused, and no other key`, async () => {
    const { service } = target
    const world = await seed(service.db)
    const { refused, answered } = await callOften(wire, 'User.GetSystemDate', { ApiKey: world.accountKey })
    assert.ok(answered.length >= 4, 'a burst of four is granted')
    assert.ok(refused.length > 0)
    for (const reply of refused) {
      assertRefused(wire, 'User.GetSystemDate', reply, 'TooManyRequests')
      if (wire === 'json') assert.equal(reply.headers['retry-after'], '1')
    }
    for (const reply of answered) assert.equal(codeOf(wire, reply), 0)
    const other = await seed(service.db)
    for (const key of [other.accountKey, world.clientKey])
      assert.equal(codeOf(wire, await call(service.url, wire, 'User.GetSystemDate', { ApiKey: key })), 0)
  })

test('sign-ins are limited by address, and keys from there are not', async () => {
  const { service, home } = target
  const wrong = { SiteUrl: service.login.siteUrl, Username: 'absent', Password: 'wrong' }
  const { refused, answered } = await callOften('json', 'User.GetApiKey', wrong)
  assert.ok(refused.length > 0)
  for (const reply of answered) assertRefused('json', 'User.GetApiKey', reply, 'InvalidLogin')
  assert.equal(codeOf('json', await call(service.url, 'json', 'User.GetSystemDate', { ApiKey: home.accountKey })), 0)
})

test('unknown keys use up no bucket but are refused all the same', async () => {
  const { refused, answered } = await callOften('json', 'User.GetSystemDate', { ApiKey: 'f'.repeat(32) })
  assert.deepEqual([refused.length, answered.length], [0, calls])
  for (const reply of answered) assertRefused('json', 'User.GetSystemDate', reply, 'InvalidApiKey')
})
