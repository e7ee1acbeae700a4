import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../test/harness/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

test('while the database answers, so does /health', async () => {
  const response = await fetch(`${service.url}/health`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('x-service'), 'Lettershop')
  assert.equal(await response.text(), 'ok\n')
})

test('/health takes no other verb', async () => {
  assert.equal((await fetch(`${service.url}/health`, { method: 'POST' })).status, 404)
})
