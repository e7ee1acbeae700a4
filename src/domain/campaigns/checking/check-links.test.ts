import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { serveWeb, type TestWeb } from '../../../../test/harness/web.ts'
import { guardedFetch } from '../../../lib/fetcher.ts'
import { checkLinks, linkLimits } from './check-links.ts'

let web: TestWeb
let open = 0
let mostOpen = 0
before(async () => {
  web = await serveWeb({
    '/fine': {},
    '/moved': { status: 302, headers: { location: '/fine' } },
    '/astray': { status: 302, headers: { location: '/gone' } },
    '/get-only': (request, response) => {
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end()
    },
    '/no-head': (request, response) => {
      if (request.method === 'HEAD') request.socket.destroy()
      else response.writeHead(200).end('x'.repeat(5_000_000))
    },
    '/gone': { status: 410 },
    '/failing': { status: 500 },
    '/members': { status: 403 },
    '/busy': { status: 429 },
    '/hangs': () => {},
    '/counted': (_request, response) => {
      mostOpen = Math.max(mostOpen, ++open)
      setImmediate(() => {
        open--
        response.writeHead(200).end()
      })
    },
  })
})
after(() => web.close())

const fetch = guardedFetch({ allowPrivate: true, userAgent: 'test' })
const check = async (links: readonly string[], limits = linkLimits) =>
  (
    await checkLinks(
      links.map(url => ({ url, count: 1 })),
      fetch,
      limits,
    )
  ).map(({ code, detail }) => `${code} ${detail.replaceAll(web.url, '')}`)

test('links that work have no findings, whether or not their server knows HEAD', async () => {
  const links = ['/fine', '/moved', '/get-only', '/no-head'].map(path => web.url + path)
  assert.deepEqual(await check(links), [])
})

test('broken links are reported in their order, and hosts that keep a door are not called broken', async () => {
  const links = ['/nowhere', '/gone', '/astray', '/failing', '/members', '/busy'].map(path => web.url + path)
  assert.deepEqual(await check(links), [
    'BrokenLink /nowhere: it answers 404',
    'BrokenLink /gone: it answers 410',
    'BrokenLink /astray: it answers 410',
    'BrokenLink /failing: it answers 500',
    'LinkNotChecked /members: it answers 403',
    'LinkNotChecked /busy: it answers 429',
  ])
})

test('a broken link that is there several times is asked for once and reported once, with its count', async () => {
  const asked = web.asked.length
  const findings = await checkLinks([{ url: `${web.url}/gone`, count: 3 }], fetch)
  assert.deepEqual(
    findings.map(({ detail }) => detail.replaceAll(web.url, '')),
    ['/gone (3 times): it answers 410'],
  )
  // HEAD, then GET
  assert.deepEqual(web.asked.slice(asked), ['/gone', '/gone'])
})

test('a host that does not answer is a finding after its time', async () => {
  assert.deepEqual(await check([`${web.url}/hangs`], { ...linkLimits, timeoutMs: 50 }), [
    'BrokenLink /hangs: 127.0.0.1 did not give a complete answer in time.',
  ])
})

test('a private host is not asked, and reads like an unknown one', async () => {
  const asked = web.asked.length
  const guarded = guardedFetch({ allowPrivate: false, userAgent: 'test' })
  const [found] = await checkLinks([{ url: `${web.url}/fine`, count: 1 }], guarded)
  assert.equal(
    found?.detail,
    `${web.url}/fine: There is no public host 127.0.0.1. LETTERSHOP_FETCH_PRIVATE=true lets Lettershop reach private and loopback addresses.`,
  )
  assert.equal(web.asked.length, asked)
})

test('no more than the limit are asked, no more than four at once, and the rest is reported', async () => {
  const links = Array.from({ length: 12 }, (_, n) => `${web.url}/counted?${n}`)
  assert.deepEqual(await check(links, { ...linkLimits, most: 10 }), ['LinkNotChecked 2 of 12: /counted?10 …'])
  assert.ok(mostOpen <= 4)
})

test('when the time for all is up the rest is reported', async () => {
  const links = Array.from({ length: 9 }, (_, n) => `${web.url}/hangs?${n}`)
  const found = await check(links, { ...linkLimits, togetherMs: 100 })
  assert.equal(found.filter(text => text.startsWith('BrokenLink')).length, 4)
  assert.equal(found.at(-1), 'LinkNotChecked 5 of 9: /hangs?4 …')
})
