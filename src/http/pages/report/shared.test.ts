import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimit } from '../../../domain/limits/rate-limit.ts'
import type { Tokens } from '../../../domain/tokens/tokens.ts'
import type { Database } from '../../../store/connection/database.ts'
import { reportLinks, reportRate } from './shared.ts'

test('a network has a bounded number of tries, and each network its own', () => {
  const { mayAsk } = reportLinks(
    undefined as unknown as Database,
    undefined as unknown as Tokens,
    rateLimit(reportRate),
  ) // no link is looked up
  let tries = 0
  while (tries < 1000 && mayAsk('192.0.2.1')) tries++
  assert.ok(tries >= 60 && tries < 200, `${tries} tries`)
  assert.equal(mayAsk('198.51.100.1'), true)
})
