import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml } from '../lib/html.ts'
import { escapeJson, fillAddress } from './addressed.ts'

test('a document is built once, whatever addresses are asked for', () => {
  let built = 0
  const document = fillAddress(
    publicUrl => {
      built++
      return `<a href="${publicUrl}/x">${new URL(publicUrl).host}</a><a href="${publicUrl}/y">`
    },
    text => text,
  )
  assert.equal(built, 0, 'not before it is asked for')
  for (let n = 0; n < 60; n++) {
    const url = `http://host-${n}.example:81`
    assert.equal(document(url), `<a href="${url}/x">host-${n}.example:81</a><a href="${url}/y">`)
  }
  assert.equal(built, 1)
})

test('an address is escaped as the format needs it', () => {
  assert.equal(fillAddress(url => `<p title="${url}">`, escapeHtml)('http://a"b'), '<p title="http://a&quot;b">')
  assert.equal(fillAddress(url => `{"url":"${url}"}`, escapeJson)('http://a"b'), '{"url":"http://a\\"b"}')
})

test('an address that no URL can be is put in like any other', () => {
  const document = fillAddress(url => `${url} ${new URL(url).host}`, String)
  assert.equal(document('http://999.1.1.1'), 'http://999.1.1.1 999.1.1.1')
})
