import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, dumpOfCounts } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { keyRing } from '../../domain/access/keys.ts'
import { type TokenPurpose, tokens } from '../../domain/tokens/tokens.ts'

const pages = usePublicPages()
const { ask, ofRecipient, ofMember, setState } = pages

const validOf = (purpose: TokenPurpose) =>
  purpose === 'recipient'
    ? ofRecipient(1)
    : purpose === 'membership'
      ? ofMember(1)
      : pages.tokens.sign(purpose, pages.campaign.campaignId, 0, pages.campaign.clientId)

/** As mails of earlier versions carry it: without the client. */
function earlierOf(purpose: TokenPurpose): string {
  const [first, second] = pages.tokens.verify(purpose, validOf(purpose))!
  return pages.tokens.sign(purpose, first, second)
}

function worthless(purpose: TokenPurpose): [name: string, token: string][] {
  const valid = validOf(purpose)
  const earlier = earlierOf(purpose)
  const { campaignId, clientId } = pages.campaign
  const other = purpose === 'recipient' ? ofMember(1) : ofRecipient(1)
  const foreign = tokens(keyRing(Buffer.from('the installation secret of quite another installation')))
  const flipped = [valid, earlier].flatMap(token =>
    Array.from({ length: token.length }, (_, i): [string, string] => [
      `changed at ${i}`,
      token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1),
    ]),
  )
  return [
    ['empty', ''],
    ['truncated', valid.slice(0, -1)],
    ['lengthened', `${valid}A`],
    ['padded', `${valid.slice(0, -1)}=`],
    ['percent-encoded', `%${valid.charCodeAt(0).toString(16)}${valid.slice(1)}`],
    ['of another purpose', other],
    ['of a version that was never made', ofVersion(200, valid)],
    ['of no version', ofVersion(0, valid)],
    ['of another installation', foreign.sign(purpose, pages.campaign.campaignId, 1)],
    [
      'of no recipient or campaign',
      purpose === 'anonymous open'
        ? pages.tokens.sign(purpose, 999_999, 0, clientId)
        : pages.tokens.sign(purpose, campaignId, 999_999, clientId),
    ],
    [
      'of no recipient or campaign, without a client',
      purpose === 'anonymous open'
        ? pages.tokens.sign(purpose, 999_999, 0)
        : pages.tokens.sign(purpose, campaignId, 999_999),
    ],
    ['of nothing', pages.tokens.sign(purpose, 2 ** 40 - 1, 2 ** 40 - 1)],
    ['of zeros', pages.tokens.sign(purpose, 0, 0)],
    ['a path', '../../etc/passwd'],
    ['a URL', 'http://evil.example/'],
    ['ten thousand characters', 'A'.repeat(10_000)],
    ...flipped,
  ]
}

function ofVersion(version: number, token: string): string {
  const bytes = Buffer.from(token, 'base64url')
  bytes[0] = version
  return bytes.toString('base64url')
}

const places = [
  ['/o/', '.gif', 'recipient'],
  ['/a/', '.gif', 'anonymous open'],
  ['/c/1/', '', 'recipient'],
  ['/u/', '', 'recipient'],
  ['/w/', '', 'recipient'],
  ['/p/', '', 'recipient'],
  ['/f/', '', 'recipient'],
  ['/l/', '', 'letter'],
  ['/confirm/', '', 'membership'],
] as const

for (const [prefix, suffix, purpose] of places) {
  test(`${prefix}: a token that is tampered with, cut, foreign or of another purpose does nothing and leads nowhere`, async () => {
    const was = await dump(pages.db)
    for (const [name, token] of worthless(purpose))
      for (const method of ['GET', 'HEAD', 'POST']) {
        const seen = await ask(method, prefix + token + suffix, method === 'POST' ? form('from=page') : {})
        const isPixel = suffix === '.gif' && method !== 'POST'
        const only = ['/o/', '/a/', '/c/1/', '/w/', '/l/'].includes(prefix)
        assert.equal(seen.status, isPixel ? 200 : method === 'POST' && only ? 405 : 404, `${method} ${name}`)
        assert.equal(seen.headers.location, undefined, name)
        if (!isPixel) assert.doesNotMatch(seen.text, /<form|evil|passwd/, name)
      }
    assert.deepEqual(await dump(pages.db), was)
  })

  test(`${prefix}: no verb but GET and POST does anything`, async () => {
    const token = validOf(purpose)
    await setState(pages.campaign, 1, 'Unconfirmed')
    const was = await dumpOfCounts(pages.db)
    for (const method of ['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const seen = await ask(method, prefix + token + suffix)
      if (method === 'HEAD') assert.equal(seen.text, '')
      else {
        assert.equal(seen.status, 405, method)
        assert.match(seen.headers.allow as string, /^GET, HEAD(, POST)?$/)
      }
    }
    assert.deepEqual(await dumpOfCounts(pages.db), was)
    await setState(pages.campaign, 1, 'Active')
  })

  test(`${prefix}: a body larger than the service takes is refused plainly and does nothing`, async () => {
    const token = validOf(purpose)
    const was = await dump(pages.db)
    const seen = await ask('POST', prefix + token + suffix, form(`from=page&x=${'x'.repeat(30_000)}`))
    assert.ok(seen.status === 413 || seen.status === 405)
    assert.deepEqual(await dump(pages.db), was)
  })
}

for (const prefix of ['/u/', '/p/', '/f/', '/w/', '/confirm/'])
  test(`${prefix}: GET and HEAD change nothing, not even a statistic, however often`, async () => {
    const token = prefix === '/confirm/' ? ofMember(2) : ofRecipient(2)
    for (const state of ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted']) {
      await setState(pages.campaign, 2, state)
      const was = await dump(pages.db)
      for (const method of ['GET', 'HEAD', 'GET']) await ask(method, prefix + token)
      await ask('GET', `${prefix}${token}?from=page&List-Unsubscribe=One-Click`)
      assert.deepEqual(await dump(pages.db), was, state)
    }
    await setState(pages.campaign, 2, 'Active')
  })

test('the web version is the page for its recipient, in a sandbox', async () => {
  const { status, text, headers } = await ask('GET', `/w/${ofRecipient(2)}`)
  assert.equal(status, 200)
  assert.equal(text, `<p>For ${pages.campaign.campaignId} 2</p>`)
  const policy = headers['content-security-policy'] as string
  assert.match(policy, /^sandbox /)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|allow-forms|script-src/)
  assert.equal((await ask('GET', `/w/${ofRecipient(3)}`)).status, 404)
})

test('every page is guarded: no scripts, no sniffing, no referrer, no index, no cache, no cookie', async () => {
  const paths = [`/u/${ofRecipient(1)}`, `/confirm/${ofMember(1)}`, '/u/x', '/c/1/x', '/w/x', '/confirm/x']
  for (const path of paths) {
    const { headers, text } = await ask('GET', path)
    const policy = headers['content-security-policy'] as string
    assert.match(policy, /default-src 'none'/, path)
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.doesNotMatch(policy, /unsafe|script-src/, path)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['set-cookie'], undefined)
    assert.doesNotMatch(text, /<script|\son\w+=|https?:\/\//, path)
  }
})

test('a path that is no public link is left to others', async () => {
  for (const path of ['/', '/u', '/unsubscribe/x', '/api/api.asmx', '//u/x']) {
    const { text } = await ask('GET', path)
    assert.equal(text, 'There is nothing at this address.\n', path)
  }
})
