import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookiesOfCall, cookiesOfStream } from './browser.ts'

const json = 'application/json'
type Headers = Readonly<Record<string, string>>
const https = 'https://mail.example.com'
const secure = '__Host-lettershop=token'

/** The first call has all required headers; the others lack one or have another value. */
const calls: readonly (readonly [what: string, publicUrl: string, headers: Headers, session: string | undefined])[] = [
  [
    'a page of ours over https',
    https,
    { 'content-type': json, 'sec-fetch-site': 'same-origin', cookie: secure },
    'token',
  ],
  [
    'with a charset',
    https,
    { 'content-type': `${json}; charset=utf-8`, 'sec-fetch-site': 'same-origin', cookie: secure },
    'token',
  ],
  ['a program', https, { 'content-type': json, cookie: secure }, undefined],
  ['another site', https, { 'content-type': json, 'sec-fetch-site': 'cross-site', cookie: secure }, undefined],
  ['a neighbour host', https, { 'content-type': json, 'sec-fetch-site': 'same-site', cookie: secure }, undefined],
  ['a typed address', https, { 'content-type': json, 'sec-fetch-site': 'none', cookie: secure }, undefined],
  [
    'two words for the site',
    https,
    { 'content-type': json, 'sec-fetch-site': 'same-origin, cross-site', cookie: secure },
    undefined,
  ],
  [
    'another site with our Origin',
    https,
    { 'content-type': json, 'sec-fetch-site': 'cross-site', origin: https, cookie: secure },
    undefined,
  ],
  ['a form', https, { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin', cookie: secure }, undefined],
  ['no type', https, { 'sec-fetch-site': 'same-origin', cookie: secure }, undefined],
  ['an old browser over https', https, { 'content-type': json, origin: https, cookie: secure }, 'token'],
  ['another port', https, { 'content-type': json, origin: `${https}:8443`, cookie: secure }, undefined],
  ['a sandboxed frame', https, { 'content-type': json, origin: 'null', cookie: secure }, undefined],
  [
    'the plain name over https',
    https,
    { 'content-type': json, 'sec-fetch-site': 'same-origin', cookie: 'lettershop=token' },
    undefined,
  ],
  [
    'loopback',
    'http://127.0.0.1:8080',
    { 'content-type': json, origin: 'http://127.0.0.1:8080', cookie: 'lettershop=token' },
    'token',
  ],
  [
    'localhost',
    'http://localhost:8080',
    { 'content-type': json, 'sec-fetch-site': 'same-origin', cookie: 'lettershop=token' },
    'token',
  ],
  [
    'loopback of IPv6',
    'http://[::1]:8080',
    { 'content-type': json, origin: 'http://[::1]:8080', cookie: 'lettershop=token' },
    'token',
  ],
  [
    'a private address',
    'http://192.168.1.9',
    { 'content-type': json, origin: 'http://192.168.1.9', cookie: 'lettershop=token' },
    'token',
  ],
  [
    'the default port',
    'http://10.0.0.2:80',
    { 'content-type': json, origin: 'http://10.0.0.2', cookie: 'lettershop=token' },
    'token',
  ],
  [
    'a public address over http',
    'http://93.184.216.34',
    { 'content-type': json, origin: 'http://93.184.216.34', cookie: 'lettershop=token' },
    undefined,
  ],
  [
    'a name over http',
    'http://mail.example.com',
    { 'content-type': json, origin: 'http://mail.example.com', cookie: 'lettershop=token' },
    undefined,
  ],
  [
    'a Host that is not an address',
    'http://999.0.0.1',
    { 'content-type': json, origin: 'http://999.0.0.1', cookie: 'lettershop=token' },
    undefined,
  ],
  [
    'two cookies',
    https,
    { 'content-type': json, 'sec-fetch-site': 'same-origin', cookie: `${secure}; __Host-lettershop=other` },
    undefined,
  ],
]
for (const [what, publicUrl, headers, session] of calls)
  test(`the session of ${what} ${session ? 'counts' : 'does not count'}`, () => {
    const { cookies, withheld } = cookiesOfCall({ headers, publicUrl })
    assert.equal(cookies?.get('session'), session)
    if (session) assert.equal(withheld, undefined)
  })

test('the reason why a session does not count is given only if a session was sent', () => {
  const foreign = { 'content-type': json, 'sec-fetch-site': 'cross-site' }
  assert.equal(cookiesOfCall({ headers: foreign, publicUrl: https }).withheld?.hasSession, false)
  assert.equal(cookiesOfCall({ headers: { ...foreign, cookie: secure }, publicUrl: https }).withheld?.hasSession, true)
  assert.equal(cookiesOfCall({ headers: {}, publicUrl: https }).withheld?.hasSession, false)
})

test('cookies of a response have the prefix over https and are not Secure over http', () => {
  const set = (publicUrl: string) => {
    const { cookies } = cookiesOfCall({ headers: { 'content-type': json, 'sec-fetch-site': 'same-origin' }, publicUrl })
    cookies?.set('session', 'a', 60)
    cookies?.clear('device')
    return cookies?.lines
  }
  assert.deepEqual(set(https), [
    '__Host-lettershop=a; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    '__Host-lettershop-device=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  ])
  assert.deepEqual(set('http://127.0.0.1'), [
    'lettershop=a; Path=/; Max-Age=60; HttpOnly; SameSite=Strict',
    'lettershop-device=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
})

test('the stream accepts a session only with its header, which a plain GET cannot have', () => {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: secure }
  const session = (more: Headers) =>
    cookiesOfStream({ headers: { ...headers, ...more }, publicUrl: https }).cookies?.get('session')
  assert.equal(session({ 'x-lettershop-stream': '1' }), 'token')
  assert.equal(session({}), undefined)
  assert.equal(session({ 'x-lettershop-stream': '0' }), undefined)
  assert.equal(session({ 'x-lettershop-stream': '1', 'sec-fetch-site': 'cross-site' }), undefined)
})
