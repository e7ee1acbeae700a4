/** One call on each wire of a service that was just started: what `npm run test:near` asks of all wires. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, call, codeOf, wireNames } from '../harness/dial.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

for (const wire of wireNames)
  test(`${wire} answers a call, and refuses a wrong key`, async () => {
    const reply = await call(service.url, wire, 'User.GetClients', { ApiKey: service.login.apiKey })
    assert.deepEqual([reply.status, codeOf(wire, reply)], [200, 0])
    const refused = await call(service.url, wire, 'User.GetClients', { ApiKey: 'wrong' })
    assertRefused(wire, 'User.GetClients', refused, 'InvalidApiKey')
  })
