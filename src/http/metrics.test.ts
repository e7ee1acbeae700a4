import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { budget } from '../lib/budget.ts'
import type { Request } from '../lib/http.ts'
import { placeHold } from '../store/limits/guards.ts'
import { readForMetrics } from '../store/metrics.ts'
import { metrics } from './metrics.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const token = 'a token of the tests'.replaceAll(' ', '-')
const fresh = (given?: string) =>
  metrics({ db: service.db, memory: budget(1000), memoryMost: 1000, token: given }).route
const asked = async (route: ReturnType<typeof fresh>, remote: string, headers: Record<string, string> = {}) => {
  const answer = await route({ path: '/metrics', method: 'GET', remote, headers } as unknown as Request) // all it looks at
  return { status: answer!.status, body: String(answer!.body) }
}

test('calls are counted by operation, wire and refusal, and timed by wire', async () => {
  await service.call('User.GetApiKey', {})
  const { status } = await service.call('Client.GetDetail', { ClientID: '0123456789abcdef0123456789abcdef' })
  assert.notEqual(status, 200)
  const text = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(text, /^lettershop_calls_total\{operation="Client\.GetDetail",wire="json",refusal="\w+"\} 1$/m)
  assert.match(text, /^lettershop_call_seconds_count\{wire="json"\} [1-9]/m)
  assert.match(text, /^nodejs_eventloop_lag_seconds /m)
  assert.match(text, /^lettershop_memory_budget_used_bytes \d+$/m)
})

test('strangers, and callers that a proxy passed on, learn nothing', async () => {
  const route = fresh()
  assert.equal((await asked(route, '127.0.0.1')).status, 200)
  for (const [remote, headers] of [
    ['203.0.113.7', {}],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { via: '1.1 proxy' }],
  ] as const)
    assert.deepEqual(await asked(route, remote, headers), { status: 404, body: 'Not found\n' })
})

test('where there is a token, it alone opens metrics, from anywhere', async () => {
  const route = fresh(token)
  assert.equal((await asked(route, '203.0.113.7', { authorization: `Bearer ${token}` })).status, 200)
  assert.equal((await asked(route, '127.0.0.1')).status, 404)
  assert.equal((await asked(route, '127.0.0.1', { authorization: `Bearer ${token}x` })).status, 404)
})

test('holds and work are shown by kind, without the words of the operator', async () => {
  await placeHold(service.db, { kind: 'by hand', folder: '', detail: 'The volume of Jane is moved.' }, new Date())
  const { body } = await asked(fresh(), '127.0.0.1')
  assert.match(body, /^lettershop_holds\{kind="by_hand"\} 1$/m)
  assert.match(body, /^lettershop_open_work\{kind="import"\} 0$/m)
  assert.match(body, /^lettershop_database_read\{group="ledger"\} 1$/m)
  assert.doesNotMatch(body, /Jane/)
})

test('what the database did not say in time is absent, not 0', async () => {
  assert.equal(await readForMetrics(service.db, sql => sql`select pg_sleep(60)`), undefined)
  const broken = metrics({ db: brokenDatabase(), memory: budget(1), memoryMost: 1, token: undefined })
  const { body } = await asked(broken.route, '127.0.0.1')
  assert.doesNotMatch(body, /^lettershop_(?:open_work|holds|recipients|campaigns)[ {]/m)
  assert.match(body, /^lettershop_database_read\{group="work"\} 0$/m)
})

function brokenDatabase(): TestService['db'] {
  const begin = async () => {
    throw new Error('the database is away')
  }
  return Object.assign(() => begin(), { begin }) as unknown as TestService['db'] // all that is asked of it
}
