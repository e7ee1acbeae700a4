import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonRequest, namespace, request as written } from '../../test/harness/dial.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Request } from '../lib/http.ts'
import { createLog } from '../lib/log.ts'
import { type ApiOptions, apiRoute } from './api.ts'

type Line = Readonly<Record<string, unknown>>

function logged(): { readonly log: ApiOptions['log']; readonly lines: Line[] } {
  const lines: Line[] = []
  const write = (fields: Line) => lines.push(fields)
  return { lines, log: Object.assign(createLog('silent'), { error: write, debug: write }) }
}

const request = (id: string): Request => {
  const { path, method, headers, body } = written('soap11', 'User.GetClients', { ApiKey: 'k' })
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { path, method, headers: lower, body: Buffer.from(body!), id, query: '', publicUrl: 'http://x', remote: '::1' }
}

test('what is logged of a call carries the id of its request, and the operation receives it', async () => {
  const { log, lines } = logged()
  const received: string[] = []
  const route = apiRoute(
    { namespace, seconds: 30, log },
    async (_operation, _params, { requestId }) => {
      received.push(requestId)
      if (requestId === 'second') throw new Error('broken')
      return []
    },
    async () => undefined,
  )
  await Promise.all([route(request('first')), route(request('second'))])
  assert.deepEqual(received, ['first', 'second'])
  assert.deepEqual(lines.map(({ requestId }) => requestId).toSorted(), ['first', 'second', 'second'])
  const [failure] = lines.filter(({ err }) => err !== undefined)
  assert.deepEqual([failure?.operation, failure?.requestId], ['User.GetClients', 'second'])
})

test('a long body is refused with an invalid key, and answered busy if the key cannot be checked', async () => {
  const { log, lines } = logged()
  const right = 'a'.repeat(32)
  const route = apiRoute(
    { namespace, seconds: 30, log },
    async () => [],
    async ({ apiKey: key }) => {
      if (key === 'b'.repeat(32)) throw new Error('the database is away')
      if (key !== right) throw new Refusal('InvalidApiKey')
    },
  )
  const { path, method } = jsonRequest('Campaign.AcknowledgeWarnings', '')
  const limit = route.bodyLimit?.({ path, method, headers: {}, publicUrl: 'http://x', remote: '192.0.2.1', id: 'mine' })
  const refused = (key: string) => limit?.refuse?.(Buffer.from(`{"ApiKey":"${key}"`))
  assert.equal(await refused(right), undefined)
  assert.equal(await refused('c'.repeat(32)), 'no key')
  assert.equal(await refused('no key at all'), 'no key')
  assert.deepEqual(lines, [])
  assert.equal(await refused('b'.repeat(32)), 'busy')
  assert.deepEqual(
    lines.map(({ requestId }) => requestId),
    ['mine'],
  )
})
