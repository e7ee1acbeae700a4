import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usePublicPages } from '../../../test/harness/public-pages.ts'

const { ask, ofRecipient } = usePublicPages()

test('a caller who tries one token after another is answered 429, and keeps no one from other pages', async () => {
  const statuses: number[] = []
  let retryAfter: unknown
  for (let tries = 0; tries < 400 && !statuses.includes(429); tries += 20) {
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask('GET', `/r/${`${tries + n}`.padStart(36, 'x')}`)),
    )
    statuses.push(...seen.map(({ status }) => status))
    retryAfter ??= seen.find(({ status }) => status === 429)?.headers['retry-after']
  }
  assert.deepEqual([...new Set(statuses)].sort(), [404, 429])
  assert.match(String(retryAfter), /^\d+$/)
  assert.equal((await ask('GET', `/u/${ofRecipient(1)}`)).status, 200)
})
