/** What a draft says of its mail besides the content: preheader, what is recorded, UTM tags of links. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { testKeys } from '../../../test/harness/seed.ts'
import { linkTagger } from '../../domain/campaigns/drafting/utm.ts'
import { publicPaths, tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { type CampaignContent, compileCampaign, findLinks, type Recipient } from './campaign.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const recipient: Recipient = { number: 42, listId: 3, email: 'ada@example.com', name: 'Ada Lovelace', fields: {} }

function content(change: Partial<CampaignContent>): CampaignContent {
  const base: CampaignContent = {
    campaignId: 7,
    clientId: 3,
    campaignPublicId: '0123456789abcdef0123456789abcdef',
    clientPublicId: 'c'.repeat(32),
    subject: 'News',
    fromName: 'Bloom',
    fromEmail: 'news@bloom.example',
    replyTo: '',
    html: '<html><body><p>First words</p></body></html>',
    text: null,
    publicUrl: 'https://mail.example',
    timeZone: 'Europe/Berlin',
    startedAt: at,
    customFields: ['Code'],
    links: [],
    lists: [],
    ...change,
  }
  return { ...base, links: findLinks(base).map((url, index) => ({ number: index + 1, url })) }
}

async function mail(change: Partial<CampaignContent>, to: Partial<Recipient> = {}) {
  const { data } = compileCampaign(content(change), { tokens }).compose({ ...recipient, ...to }, at)
  const { html = '', text = '' } = await PostalMime.parse(data)
  return { html, text }
}

const preheader = 'Dear [firstname,fallback=friend] & <co>'

for (const [what, html, before] of [
  [
    'after the beginning of the body',
    '<!doctype html><html><head><title>x</title></head><BODY class="a">Hi</BODY></html>',
    '<BODY class="a">',
  ],
  ['not in a conditional comment', '<!--[if mso]><body><![endif]--><body>Hi</body>', '<![endif]--><body>'],
  ['after a head, without a body', '<html><head><style>p{color:red}</style></head >Hi</html>', '</head >'],
  ['after the doctype of a page without a body', '<!doctype html><p>Hi</p>', '<!doctype html>'],
  ['before a fragment', '<p>Hi</p>', ''],
] as const)
  test(`the preheader comes ${what}`, async () => {
    const { html: written } = await mail({ html, preheader })
    assert.ok(
      written.replace(/ style="[^"]*"(?=>Hi)/g, '').includes(`${before}<div style="display:none !important;`),
      written.slice(0, 300),
    )
    assert.match(written, />Dear Ada &amp; &lt;co&gt;(?:&#847;&zwnj;&nbsp;){100}<\/div>/)
    assert.equal(written.split('Dear Ada').length, 2, 'once')
  })

test('the preheader is hidden text of the HTML, and is in no text part', async () => {
  const made = await mail({ preheader })
  assert.ok(made.html.includes('Dear Ada'))
  assert.doesNotMatch(made.text, /Dear|\u034f/)
  assert.match(made.text, /^First words/)
  assert.doesNotMatch((await mail({ preheader, text: 'News' })).text, /Dear/)
  assert.doesNotMatch((await mail({})).html, /mso-hide/)
})

const linked = '<body><a href="https://shop.example/">shop</a></body>'

test('a campaign that records no opens has no pixel, one that records no clicks has links as they were written', async () => {
  const pixel = publicPaths.open(tokens.sign('recipient', 7, 42, 3))
  const both = await mail({ html: linked })
  assert.ok(both.html.includes(pixel) && !both.html.includes('shop.example'))
  const noOpens = await mail({ html: linked, trackOpens: false })
  assert.ok(!noOpens.html.includes(pixel) && !noOpens.html.includes('shop.example'))
  const noClicks = await mail({ html: linked, trackClicks: false })
  assert.ok(noClicks.html.includes(pixel) && noClicks.html.includes('href="https://shop.example/"'))
  assert.deepEqual(content({ html: linked, trackClicks: false }).links, [])
})

const utm = { source: 'news & more', campaign: 'spring' }

test('links that are tracked are stored with their tags, in HTML and text alike', () => {
  const html = `<body>
    <a href="https://shop.example/a?x=1&amp;y=[Code]#part">a</a>
    <a href="mailto:a@shop.example">b</a>
    <a href="https://shop.example/c?utm_source=own">c</a>
    <a href="https://[Code].example/d">d</a>
    <a cm_dontconvertlink href="https://shop.example/e">e</a></body>`
  const { links } = content({ html, text: 'See https://shop.example/f. [unsubscribe]', utm })
  const tags = 'utm_source=news%20%26%20more&utm_campaign=spring'
  assert.deepEqual(
    links.map(({ url }) => url),
    [
      `https://shop.example/a?x=1&y=[Code]&${tags}#part`,
      'https://shop.example/c?utm_source=own',
      `https://shop.example/f?${tags}`,
    ],
  )
})

test('links that are not tracked have the tags in the mail itself', async () => {
  const html = '<body><a href="https://shop.example/?a=1&amp;c=[Code,fallback=x]">a</a></body>'
  const { html: written } = await mail({ html, utm, trackClicks: false }, { fields: { Code: 'ä&b' } })
  const href = /href="(https:\/\/shop[^"]*)"/.exec(written)![1]!.replaceAll('&amp;', '&')
  assert.equal(href, 'https://shop.example/?a=1&c=%C3%A4%26b&utm_source=news%20%26%20more&utm_campaign=spring')
  const { text } = await mail({ text: 'https://shop.example/x', utm: { source: 'a' } }, { tracked: false })
  assert.match(text, /https:\/\/shop\.example\/x\?utm_source=a/)
})

test('tags are added behind what a link has, and a link that would be too long to track has none', () => {
  const tag = linkTagger({ medium: 'email' }, () => undefined)!
  for (const [given, expected] of [
    ['https://a.example', 'https://a.example?utm_medium=email'],
    ['https://a.example/?', 'https://a.example/?utm_medium=email'],
    ['https://a.example/?x&', 'https://a.example/?x&utm_medium=email'],
    ['https://a.example/#?x', 'https://a.example/?utm_medium=email#?x'],
    ['https://a.example/?UTM_Source=x', 'https://a.example/?UTM_Source=x'],
    ['tel:1', 'tel:1'],
    [`https://a.example/${'x'.repeat(7_980)}`, `https://a.example/${'x'.repeat(7_980)}`],
  ] as const)
    assert.equal(tag(given), expected)
  assert.equal(
    linkTagger({}, () => undefined),
    undefined,
  )
})
