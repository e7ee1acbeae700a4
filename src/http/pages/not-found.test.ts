import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { type HttpService, listen } from '../server.ts'
import { notFoundRoute } from './not-found.ts'

let service: HttpService
before(async () => {
  const options = { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 10_000, requestSeconds: 30 }
  service = await listen({ ...options, log: createLog('silent') }, [notFoundRoute])
})
after(() => service.stop(0))

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers })

/** As browsers of today send it. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

for (const [language, title] of [
  ['en', 'There is no such page'],
  ['de-AT', 'Diese Seite gibt es nicht'],
  ['fr', 'Cette page n’existe pas'],
  ['es', 'Esta página no existe'],
  ['nl', 'There is no such page'],
] as const)
  test(`a browser that reads ${language} gets a page with its language, a title and a style`, async () => {
    const response = await ask('/nowhere', { Accept: browser, 'Accept-Language': language })
    const body = await response.text()
    assert.equal(response.status, 404)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    const spoken = language === 'nl' ? 'en' : language.slice(0, 2)
    assert.equal(response.headers.get('content-language'), spoken)
    assert.match(response.headers.get('vary') ?? '', /Accept, Accept-Language/)
    assert.match(body, new RegExp(`^<!doctype html>\\n<html lang="${spoken}"`))
    assert.ok(body.includes(`<title>${title}</title>`) && body.includes(`<h1>${title}</h1>`))
    assert.match(body, /<style>[\s\S]*prefers-color-scheme: dark[\s\S]*<\/style>/)
    assert.doesNotMatch(body, /<script|nowhere/)
  })

for (const accept of ['*/*', 'application/json', 'text/html;q=0, */*', 'text/htmlx', 'image/*'])
  test(`a program that takes ${accept} gets a line`, async () => {
    const response = await ask('/nowhere', { Accept: accept })
    assert.equal(response.status, 404)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(await response.text(), /^There is nothing at this address\.\n$/)
  })

test('every verb is answered, and HEAD with headers alone', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.equal((await ask('/nowhere', { Accept: browser }, method)).status, 404, method)
  const head = await ask('/nowhere', { Accept: browser }, 'HEAD')
  assert.deepEqual([head.status, await head.text()], [404, ''])
})
