import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentOrigin } from './content-origin.ts'

test('content has the origin that is set', () => {
  assert.equal(contentOrigin('https://content.example', 'https://mail.example'), 'https://content.example')
})

test('localhost and 127.0.0.1 serve each other', () => {
  assert.equal(contentOrigin(null, 'http://localhost:3000'), 'http://127.0.0.1:3000')
  assert.equal(contentOrigin(null, 'http://127.0.0.1:3000'), 'http://localhost:3000')
})

test('any other host shows content itself', () => {
  assert.equal(contentOrigin(null, 'https://mail.example'), 'https://mail.example')
})
