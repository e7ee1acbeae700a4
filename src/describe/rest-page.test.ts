import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notThere, restCalls } from '../contract/rest.ts'
import { callId } from './rest-calls.ts'
import { restHelpPage } from './rest-page.ts'

const page = restHelpPage({ publicUrl: 'https://mail.example.com' })

test('every call has a place of its own on the page, and so has what is not there', () => {
  for (const call of restCalls) assert.equal(page.split(`id="${callId(call)}"`).length, 2, callId(call))
  for (const { path } of notThere) assert.ok(page.includes(path.replaceAll('&', '&amp;')), path)
})

test('code in sentences is marked as such', () => {
  assert.ok(page.includes('<code>Resubscribe</code> revives'))
  assert.ok(!page.includes('`'))
})
