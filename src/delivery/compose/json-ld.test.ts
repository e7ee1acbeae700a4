/** JSON-LD of a letter is data in the mail, in the web version and in the preview: values are written so that they stay inside a string. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { type CampaignContent, compileCampaign, renderForFriend, renderPreview, renderWebVersion } from './campaign.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const hostile = '</script><script>alert(1)</script><!-- & "\\ \u2028'

const json = `{
 "@context": "http://schema.org", "@type": "EventReservation",
 "underName": {"@type": "Person", "name": "[fullname]", "alternateName": "[Nick,fallback=\\u00e9lan]"},
 "ids": [Nick, "[Nick]"], "numbers": ["1", "2"],
 "url": "https://bloom.example/?town=[Nick]", "year": "<currentyear>"
}`.replace('[Nick, ', '[')

const content = (change: Partial<CampaignContent> = {}): CampaignContent => ({
  campaignId: 7,
  clientId: 3,
  campaignPublicId: '0123456789abcdef0123456789abcdef',
  clientPublicId: 'c'.repeat(32),
  subject: 'News',
  fromName: 'Bloom',
  fromEmail: 'news@bloom.example',
  replyTo: 'news@bloom.example',
  html: `<html><head><script type="application/ld+json">${json}</script><style>a[Nick]{}</style></head><body><p>Hi [fullname]</p><unsubscribe>Unsubscribe</unsubscribe></body></html>`,
  text: null,
  publicUrl: 'https://mail.example',
  timeZone: 'UTC',
  startedAt: at,
  customFields: ['Nick', '1', '2'],
  links: [],
  lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'News' }],
  ...change,
})
const person = { email: 'ada@example.com', name: hostile, fields: { Nick: 'a b"c<d', 1: 'x', 2: 'y' } }

function dataOf(html: string) {
  const written = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)![1]!
  assert.doesNotMatch(written, /[<>&\u2028\u2029]/)
  assert.equal(html.split('<script').length, 2, 'no other script')
  return JSON.parse(written)
}

test('values in JSON-LD stay inside their strings, in the mail, the web version and the preview', async () => {
  const { data } = compileCampaign(content(), { tokens }).compose({ number: 1, listId: 3, ...person }, at)
  const sent = await PostalMime.parse(data)
  const recipient = { number: 1, listId: 3, ...person }
  const shown = {
    mail: sent.html!,
    web: renderWebVersion(content(), recipient, { tokens }),
    preview: renderPreview(content(), person, 't'.repeat(36)).html,
  }
  for (const [where, html] of Object.entries(shown)) {
    const { underName, ids, numbers, url, year } = dataOf(html)
    assert.equal(underName.name, hostile.replaceAll('\u2028', ' ').trim(), where)
    assert.equal(underName.alternateName, 'a b"c<d', where)
    assert.deepEqual(ids, ['a b"c<d'], where)
    assert.deepEqual(numbers, ['1', '2'], where)
    assert.equal(url, 'https://bloom.example/?town=a%20b%22c%3Cd', where)
    assert.equal(year, '2026', where)
    assert.match(html, /a\[Nick\]/, 'style rules stay as they are')
  }
  assert.doesNotMatch(sent.text!, /schema\.org|alternateName/, 'no data in the text part')
})

test('the letter without a recipient has the fallbacks in its JSON-LD', () => {
  const { underName } = dataOf(renderForFriend(content()))
  assert.deepEqual(underName, { '@type': 'Person', name: '', alternateName: 'élan' })
})

test('no value is filled in where JSON-LD has a list, or where a script is no JSON-LD', () => {
  const lists = '{"a":[1,2],"b":["c"],"d":[[1]]}'
  const { html } = renderPreview(
    content({
      html: `<script type="application/ld+json">${lists}</script><script type="text/x">"[Nick]"</script><unsubscribe>Leave</unsubscribe>`,
      customFields: ['1', '"c"', 'Nick'],
    }),
    person,
    't'.repeat(36),
  )
  assert.ok(html.includes(lists))
  assert.ok(html.includes('"[Nick]"'))
})
