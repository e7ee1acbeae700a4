import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { runs } from '../../../test/harness/effort.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { readReturnAddress } from '../../domain/tokens/return-addresses.ts'
import { publicPaths, tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import {
  type CampaignContent,
  compileCampaign,
  findLinks,
  type Recipient,
  renderForFriend,
  renderWebVersion,
  subjectWithoutRecipient,
} from './campaign.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const publicUrl = 'https://mail.example'

function content(change: Partial<CampaignContent> = {}): CampaignContent {
  const base: CampaignContent = {
    campaignId: 7,
    clientId: 3,
    campaignPublicId: '0123456789abcdef0123456789abcdef',
    clientPublicId: 'c'.repeat(32),
    subject: 'News for you',
    fromName: 'Müller & Söhne',
    fromEmail: 'news@bücher.example',
    replyTo: 'office@example.com',
    html: '<html><body><p>Hi</p><unsubscribe>Unsubscribe</unsubscribe></body></html>',
    text: null,
    publicUrl,
    timeZone: 'Europe/Berlin',
    startedAt: at,
    customFields: ['ZipCode', 'Interests', 'Site'],
    links: [],
    lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'Die Liste «ä»' }],
    ...change,
  }
  return { ...base, links: findLinks(base).map((url, index) => ({ number: index + 1, url })) }
}

function person(change: Partial<Recipient> = {}): Recipient {
  return { number: 42, listId: 3, email: 'ada@example.com', name: 'Ada Lovelace', fields: {}, ...change }
}

const tokenOf = (number = 42) => tokens.sign('recipient', 7, number, 3)

async function mail(change: Partial<CampaignContent>, recipient: Partial<Recipient> = {}) {
  const { data } = compileCampaign(content(change), { tokens }).compose(person(recipient), at)
  assertLines(data)
  return PostalMime.parse(data)
}

function assertLines(data: Buffer) {
  const text = data.toString('latin1')
  assert.doesNotMatch(text, /[^\r]\n|\r(?!\n)/, 'a bare CR or LF')
  const [head, ...rest] = text.split('\r\n\r\n')
  for (const line of head!.split('\r\n')) assert.ok(line.length <= 998)
  for (const line of rest.join('\r\n\r\n').split('\r\n')) {
    assert.ok(line.length <= 78, `a body line of ${line.length}`)
    assert.doesNotMatch(line, /^\.|[ \t]$|[^\t\x20-\x7e]/)
  }
}

const body = (html: string) => `<html><body>${html}</body></html>`
const pixel = `<img src="${publicUrl}/o/${tokenOf()}.gif" width="1" height="1" alt="" border="0" style="display:block;width:1px;height:1px;border:0">`
/** The parser ends every text with a line break of its own. */
const htmlOf = (parsed: { html?: string | undefined }) => (parsed.html ?? '').replace(/\n$/, '')

const written: readonly (readonly [fact: string, html: string, expected: string, recipient?: Partial<Recipient>])[] = [
  ['a first name', '[firstname]', 'Ada'],
  ['a last name', '[LASTNAME,fallback=x]', 'Lovelace'],
  ['a full name', '[fullname]', 'Ada Lovelace'],
  ['an address', '[email]', 'ada@example.com'],
  ['a fallback where the name is empty', 'Hi [firstname,fallback=friend]!', 'Hi friend!', { name: ' ' }],
  ['a fallback with an entity, escaped once', '[firstname,fallback=R&amp;D]', 'R&amp;D', { name: '' }],
  ['a custom field in any case', '[zipcode,fallback=-]', '10115', { fields: { ZipCode: '10115' } }],
  ['several chosen options', '[Interests]', 'a, b', { fields: { Interests: ['a', 'b'] } }],
  ['no property of the prototype', '[constructor]', '[constructor]', { fields: {} }],
  ['brackets of no known name', '[if mso] [x] []', '[if mso] [x] []'],
  ['a value escaped in text', '[fullname]', '&lt;b&gt;&amp;&quot;', { name: '<b>&"' }],
  ['a tag in a quoted attribute', '<p title="[fullname]">', '<p title="a&quot; onx=&quot;">', { name: 'a" onx="' }],
  ['a tag in an unquoted attribute', '<p title=[fullname]>', '<p title=a&#32;onx&#61;1&#62;>', { name: 'a onx=1>' }],
  [
    'a value inside a URL',
    '<img src="https://i.example/?n=[fullname]">',
    '<img src="https://i.example/?n=a%26b%20c">',
    { name: 'a&b c' },
  ],
  [
    'a web address as a complete URL',
    '<a href="[Site]">x</a>',
    '<a href="https://a.example/?b&amp;c">x</a>',
    { fields: { Site: 'https://a.example/?b&c' } },
  ],
  [
    'no script as a complete URL',
    '<a href="[Site]">x</a>',
    '<a href="#">x</a>',
    { fields: { Site: 'javascript:alert(1)' } },
  ],
  ['nothing in a style element', '<style>a[email]{color:red}</style>', '<style>a[email]{color:red}</style>'],
  ['a tag in a conditional comment', '<!--[if mso]>[firstname]<![endif]-->', '<!--[if mso]>Ada<![endif]-->'],
  [
    'a value inside a URL in a conditional comment',
    '<!--[if mso]><a href="https://[firstname].x.example/[fullname]"><img src="https://i.example/?n=[fullname]"></a><![endif]-->',
    '<!--[if mso]><a href="https://Ada.x.example/Ada%20%26%20Co"><img src="https://i.example/?n=Ada%20%26%20Co"></a><![endif]-->',
    { name: 'Ada & Co' },
  ],
  [
    'no script as a complete URL in a conditional comment',
    '<!--[if mso]><v:rect href="[Site]"><![endif]-->',
    '<!--[if mso]><v:rect href="#"><![endif]-->',
    { fields: { Site: 'javascript:alert(1)' } },
  ],
  [
    'nothing in a style element of a conditional comment, and no end of it by a value',
    '<!--[if mso]><style>a{content:"[fullname]"}</style>[fullname]<![endif]-->',
    '<!--[if mso]><style>a{content:"[fullname]"}</style>--&gt;&lt;b&gt;<![endif]-->',
    { name: '--><b>' },
  ],
  [
    'links of the recipient in a conditional comment',
    '<!--[if (gte mso 9)|(IE)]><td><unsubscribe style="color:red">Go</unsubscribe> <webversion>W</webversion></td><![endif]-->',
    `<!--[if (gte mso 9)|(IE)]><td><a href="${publicUrl}/u/${tokenOf()}" style="color:red">Go</a> <a href="${publicUrl}/w/${tokenOf()}">W</a></td><![endif]-->`,
  ],
  [
    'tracked links of VML, and of what only Outlook shows',
    '<!--[if mso]><v:roundrect href="https://shop.example/?a=1&amp;b=2" arcsize="10%"><v:fill src="https://i.example/f.png"/></v:roundrect><a href="https://shop.example/?e=[email]">x</a><![endif]--><!--[if !mso]><!--><a href="https://shop.example/?a=1&amp;b=2">x</a><!--<![endif]-->',
    `<!--[if mso]><v:roundrect href="${publicUrl}/c/1/${tokenOf()}" arcsize="10%"><v:fill src="https://i.example/f.png"/></v:roundrect><a href="${publicUrl}/c/2v/${tokenOf()}">x</a><![endif]--><!--[if !mso]><!--><a href="${publicUrl}/c/1/${tokenOf()}">x</a><!--<![endif]-->`,
  ],
  [
    'a link of VML outside of comments, and one that is not to be converted',
    '<v:rect href="https://shop.example/"></v:rect><!--[if mso]><v:rect cm_dontconvertlink href="https://x.example/"><![endif]-->',
    `<v:rect href="${publicUrl}/c/1/${tokenOf()}"></v:rect><!--[if mso]><v:rect  href="https://x.example/"><![endif]-->`,
  ],
  [
    'a body and a head of a conditional comment, which are none of the page',
    '<!--[if mso]></body><![endif]--><![if !mso]><i>x</i><![endif]>',
    '<!--[if mso]></body><![endif]--><![if !mso]><i>x</i><![endif]>',
  ],
  [
    'the unsubscribe pair',
    '<unsubscribe style="color:red">Go</unsubscribe>',
    `<a href="${publicUrl}/u/${tokenOf()}" style="color:red">Go</a>`,
  ],
  ['the web version pair in capitals', '<WebVersion>W</WebVersion>', `<a href="${publicUrl}/w/${tokenOf()}">W</a>`],
  [
    'the preferences pair',
    '<preferences lang="en">P</preferences>',
    `<a href="${publicUrl}/p/${tokenOf()}" lang="en">P</a>`,
  ],
  [
    'the pair that leads to what is recorded, in capitals, an own target of it left out',
    '<TrackingPreferences href="https://evil.example/#x" class=x>T</TRACKINGPREFERENCES>',
    `<a href="${publicUrl}/p/${tokenOf()}#tracking"  class=x>T</a>`,
  ],
  [
    'pairs within each other',
    '<preferences>P <trackingpreferences>T</trackingpreferences></preferences>',
    `<a href="${publicUrl}/p/${tokenOf()}">P <a href="${publicUrl}/p/${tokenOf()}#tracking">T</a></a>`,
  ],
  [
    'a pair in a conditional comment',
    '<!--[if mso]><trackingpreferences>T</trackingpreferences><![endif]-->',
    `<!--[if mso]><a href="${publicUrl}/p/${tokenOf()}#tracking">T</a><![endif]-->`,
  ],
  [
    'the text tag in HTML, and an encoded element, which are text',
    '<p title="[trackingpreferences]">[trackingpreferences] &lt;trackingpreferences&gt;</p>',
    '<p title="[trackingpreferences]">[trackingpreferences] &lt;trackingpreferences&gt;</p>',
  ],
  [
    'the pair that forwards, an own target of it left out',
    '<forwardtoafriend href="https://evil.example/" class=x>F</forwardtoafriend>',
    `<a href="${publicUrl}/f/${tokenOf()}"  class=x>F</a>`,
  ],
  [
    'a tracked link',
    '<a href="https://shop.example/?a=1&amp;b=2">x</a>',
    `<a href="${publicUrl}/c/1/${tokenOf()}">x</a>`,
  ],
  ['a tracked unquoted link', '<a href=https://shop.example/>x</a>', `<a href=${publicUrl}/c/1/${tokenOf()}>x</a>`],
  [
    'a tracked link with a tag in its query',
    '<a href="https://shop.example/?a&amp;e=[email]">x</a>',
    `<a href="${publicUrl}/c/1v/${tokenOf()}">x</a>`,
  ],
  [
    'a tracked link with a tag in its fragment',
    '<a href="https://shop.example/#[ZipCode,fallback=a b]">x</a>',
    `<a href="${publicUrl}/c/1v/${tokenOf()}">x</a>`,
  ],
  [
    'a link with a tag in its path',
    '<a href="https://shop.example/[email]?e=[email]">x</a>',
    '<a href="https://shop.example/ada%40example.com?e=ada%40example.com">x</a>',
  ],
  [
    'a link with a tag in its host',
    '<a href="https://[firstname].shop.example/?e=1">x</a>',
    '<a href="https://Ada.shop.example/?e=1">x</a>',
  ],
  [
    'a link with brackets that are no tag, and one written as text',
    '<a href="https://shop.example/?a[]=1&b[c]=2">x</a><a href="https://shop.example/?e=&#91;email]">y</a>',
    `<a href="${publicUrl}/c/1/${tokenOf()}">x</a><a href="https://shop.example/?e=&#91;email]">y</a>`,
  ],
  [
    'a link that is not to be converted',
    '<a cm_dontconvertlink href="https://x.example/">x</a>',
    '<a  href="https://x.example/">x</a>',
  ],
  ['a mail link', '<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
  ['a telephone link', '<a href="tel:+49">x</a>', '<a href="tel:+49">x</a>'],
  ['a link within the page', '<a href="#top">x</a>', '<a href="#top">x</a>'],
  ['an empty link', '<a href="">x</a>', '<a href="">x</a>'],
  ['a link in a comment', '<!-- <a href="https://x.example/"> -->', '<!-- <a href="https://x.example/"> -->'],
  ['a link in a data attribute', '<p data-href="https://x.example/">', '<p data-href="https://x.example/">'],
  ['dates of the first kind', '<$currentday$> <$currentmonthname$> <$currentyear$>', '21 November 2026'],
  ['dates of the second kind', '<currentdayname>, <currentmonth></currentmonth>', 'Saturday, 11'],
  [
    'an asset',
    '<img src="kept:web/a.png">',
    `<img src="${publicUrl}/files/campaign/0123456789abcdef0123456789abcdef/web/a.png">`,
  ],
  ['the word kept in a sentence', 'a promise kept: yes', 'a promise kept: yes'],
  ['a dot and From at the beginning of a line', 'x\n.\n..y\nFrom z', 'x\n.\n..y\nFrom z'],
  ['spaces in runs and at the end of lines', 'a  b   \n\tc \n', 'a  b   \n\tc \n'],
]

for (const [fact, source, expected, recipient] of written) {
  test(`html: ${fact}`, async () => {
    assert.equal(htmlOf(await mail({ html: body(source) }, recipient)), body(`${expected}${pixel}`))
  })
}

test('the pixel comes at the end without a body element', async () => {
  assert.equal(htmlOf(await mail({ html: '<p>x' })), `<p>x${pixel}`)
})

test('an own text part has addresses with tags tracked where the tag is in the query', async () => {
  const lines: readonly (readonly [source: string, written: string])[] = [
    ['https://a.example/?e=[email]&z=[ZipCode,fallback=a b]. Go', `${publicUrl}/c/1v/${tokenOf()}. Go`],
    ['https://a.example/[ZipCode,fallback=a b]/x', 'https://a.example/a%20b/x'],
    ['[ZipCode,fallback=https://b.example/] and [see https://c.example/]', 'https://b.example/ and [see CLICK 2]'],
    ['https://d.example/[sic]', 'https://d.example/[sic]'],
    ['https://e.example/[unsubscribe]', `https://e.example/${publicUrl}/u/${tokenOf()}`],
  ]
  const source = { text: lines.map(([line]) => line).join('\n') }
  assert.deepEqual(
    content(source).links.map(({ url }) => url),
    ['https://a.example/?e=[email]&z=[ZipCode,fallback=a b]', 'https://c.example/'],
  )
  const { text = '' } = await mail(source)
  assert.equal(
    text.trimEnd(),
    lines.map(([, line]) => line.replace('CLICK 2', `${publicUrl}/c/2/${tokenOf()}`)).join('\n'),
  )
  const untracked = await mail(source, { tracked: false })
  assert.match(untracked.text ?? '', /^https:\/\/a\.example\/\?e=ada%40example\.com&z=a%20b\. Go\n/)
})

test('only tracked targets are stored, once each and with entities decoded', () => {
  const html = body(
    '<a href="https://a.example/?x&amp;y">1</a><a href="https://a.example/?x&y">2</a><a href=" HTTP://B.example ">3</a><a href="ftp://c.example">4</a>',
  )
  assert.deepEqual(content({ html }).links, [
    { number: 1, url: 'https://a.example/?x&y' },
    { number: 2, url: 'HTTP://B.example' },
  ])
})

test('a text part made from the HTML has links, tags and no pixel', async () => {
  const html = body(
    '<h1>Hello [firstname]</h1><p>See <a href="https://a.example/">us</a>.</p><unsubscribe>Leave us</unsubscribe>',
  )
  const parsed = await mail({ html })
  assert.equal(
    parsed.text?.trimEnd(),
    `Hello Ada\n\nSee us <${publicUrl}/c/1/${tokenOf()}>.\n\nLeave us <${publicUrl}/u/${tokenOf()}>`,
  )
})

test('an own text part has tags, own links and tracked addresses', async () => {
  const text =
    'Dear [fullname,fallback=you],\r\nread (https://a.example/x). <$currentyear$>\nOut: [unsubscribe] Web: [webversion]\n'
  const parsed = await mail({ text }, { name: '' })
  assert.equal(
    parsed.text?.trimEnd(),
    `Dear you,\nread (${publicUrl}/c/1/${tokenOf()}). 2026\nOut: ${publicUrl}/u/${tokenOf()} Web: ${publicUrl}/w/${tokenOf()}`,
  )
})

test('the headers are those of bulk mail', async () => {
  const parsed = await mail({ subject: 'Grüße an [firstname,fallback=Sie] – heute' })
  const header = (key: string) => parsed.headers.find(one => one.key === key)?.value
  assert.equal(parsed.subject, 'Grüße an Ada – heute')
  assert.deepEqual(parsed.from, { name: 'Müller & Söhne', address: 'news@xn--bcher-kva.example' })
  assert.deepEqual(parsed.to, [{ name: 'Ada Lovelace', address: 'ada@example.com' }])
  assert.equal(parsed.replyTo?.[0]?.address, 'office@example.com')
  assert.equal(parsed.messageId, `<${tokenOf()}@xn--bcher-kva.example>`)
  assert.equal(header('list-unsubscribe'), `<${publicUrl}/u/${tokenOf()}>`)
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.match(header('list-id') ?? '', new RegExp(`<${'d'.repeat(32)}\\.xn--bcher-kva\\.example>$`))
  assert.equal(header('feedback-id'), `0123456789abcdef0123456789abcdef:${'d'.repeat(32)}:${'c'.repeat(32)}:lettershop`)
  assert.equal(parsed.date, at.toISOString())
})

test('no value can add a header', async () => {
  const parsed = await mail(
    { subject: 'Hi [fullname]\r\nX-A: 1', fromName: 'A\nX-B: 1' },
    { name: 'Eve\r\nBcc: all@example.com\r\n\r\nbody' },
  )
  assert.equal(
    parsed.headers.some(({ key }) => key === 'bcc' || key.startsWith('x-')),
    false,
  )
  assert.equal(parsed.subject, 'Hi Eve Bcc: all@example.com body X-A: 1')
})

test('no name can turn the direction of a header, or hide characters in it', async () => {
  const hidden = '\u202e\u2066\u200b\u200f\u{e0041}'
  const { data } = compileCampaign(
    content({
      subject: `Hi${hidden} [fullname]`,
      fromName: `Bank${hidden}`,
      lists: [{ listId: 3, publicId: 'd'.repeat(32), title: `News${hidden}` }],
    }),
    { tokens },
  ).compose(person({ name: `Eve${hidden} moc.knab` }), at)
  const parsed = await PostalMime.parse(data)
  assert.deepEqual(
    [parsed.subject, parsed.from?.name, parsed.to?.[0]?.name],
    ['Hi Eve moc.knab', 'Bank', 'Eve moc.knab'],
  )
  const unseen = /[\p{Cf}]/u
  for (const { key, value } of parsed.headers) assert.doesNotMatch(value, unseen, key)
  assert.match(parsed.headers.find(({ key }) => key === 'list-id')?.value ?? '', /^"News" </)
})

test('a direction mark between letters stays in the subject, and in no name', async () => {
  const marked = 'הנחה \u200f50%\u200f ב-C++\u200e היום'
  const parsed = await mail({ subject: `${marked} [fullname]`, fromName: marked }, { name: 'a\u200fb' })
  assert.equal(parsed.subject, `${marked} a\u200fb`)
  assert.doesNotMatch(`${parsed.from?.name} ${parsed.to?.[0]?.name}`, /\p{Cf}/u)
})

test('an address no envelope can hold is not composed', () => {
  const compiled = compileCampaign(content(), { tokens })
  for (const email of [
    'a b@example.com',
    'a>@example.com',
    'a\r\n@example.com',
    '@example.com',
    'a@',
    'a\u202eb@example.com',
  ]) {
    assert.throws(() => compiled.compose(person({ email }), at), email)
  }
})

test('a local part beyond ASCII asks for SMTPUTF8, a domain beyond ASCII does not', () => {
  const compiled = compileCampaign(content(), { tokens })
  assert.equal(compiled.compose(person({ email: 'jürgen@example.com' }), at).utf8, true)
  const idn = compiled.compose(person({ email: 'a@bücher.example' }), at)
  assert.deepEqual([idn.utf8, idn.to], [false, 'a@xn--bcher-kva.example'])
})

test('returned mail goes to the bounce domain', () => {
  const compiled = compileCampaign(content(), { tokens, bounceDomain: 'bounce.example' })
  const { from, data } = compiled.compose(person(), at)
  assert.match(from, /^b\+[a-z2-7]{44}@bounce\.example$/)
  const back = { route: 'bounce', campaignId: 7, number: 42 } as const
  assert.deepEqual(readReturnAddress(from, { tokens, domain: 'bounce.example' }), back)
  // one line, since some who sign or check signatures fold it otherwise
  const [, leave = ''] =
    /\r\nList-Unsubscribe: <http[^>]+>, <mailto:(u\+[a-z2-7]{44}@bounce\.example)\?subject=unsubscribe>\r\n/.exec(
      data.toString(),
    ) ?? []
  assert.deepEqual(readReturnAddress(leave, { tokens, domain: 'bounce.example' }), { ...back, route: 'opt-out' })
})

const tracking = {
  html: body(
    '<p>[firstname]</p><a href="https://a.example/?x=1&amp;y=2">A</a> <a href="https://b.example/" cm_dontconvertlink>B</a> <unsubscribe>Leave</unsubscribe>',
  ),
  text: 'Hi [firstname], https://a.example/?x=1&y=2 and [unsubscribe] [preferences] [webversion] [forwardtoafriend]',
}

test('who is not tracked gets the links as they were written and no pixel, in both parts, and every way out', async () => {
  const { html, text = '' } = await mail(tracking, { tracked: false })
  assert.equal(
    htmlOf({ html }),
    body(
      `<p>Ada</p><a href="https://a.example/?x=1&amp;y=2">A</a> <a href="https://b.example/" >B</a> <a href="${publicUrl}/u/${tokenOf()}">Leave</a>`,
    ),
  )
  const own = ['u', 'p', 'w', 'f'].map(place => `${publicUrl}/${place}/${tokenOf()}`).join(' ')
  assert.equal(text.trimEnd(), `Hi Ada, https://a.example/?x=1&y=2 and ${own}`)
  const generated = await mail({ html: tracking.html }, { tracked: false })
  assert.match(generated.text ?? '', /<https:\/\/a\.example\/\?x=1&y=2>/)
  for (const part of [html, text, generated.text]) assert.doesNotMatch(part ?? '', /\/c\/|\/o\//)
})

test('who is tracked gets the same bytes whether or not others are', () => {
  const alone = compileCampaign(content(tracking), { tokens })
  const mixed = compileCampaign(content(tracking), { tokens })
  const untracked = mixed.compose(person({ number: 43, tracked: false }), at).data
  assert.deepEqual(mixed.compose(person(), at).data, alone.compose(person(), at).data)
  assert.deepEqual(mixed.compose(person({ tracked: true }), at).data, alone.compose(person(), at).data)
  assert.deepEqual(mixed.compose(person({ number: 43, tracked: false }), at).data, untracked)
  assert.match(alone.compose(person(), at).data.toString('latin1'), /\/c\/1\/=?/)
})

const pixels = [
  ['hygiene', () => publicPaths.datedOpen(tokenOf())],
  ['anonymous', () => publicPaths.anonymousOpen(tokens.sign('anonymous open', 7, 0, 3))],
] as const

for (const [pixel, path] of pixels)
  test(`who is not tracked gets the pixel of the mode ${pixel}, and all else as without one`, async () => {
    const none = await mail(tracking, { tracked: false })
    const shown = await mail(tracking, { tracked: false, pixel })
    const image = `<img src="${publicUrl}${path()}" width="1" height="1" alt="" border="0" style="display:block;width:1px;height:1px;border:0">`
    const html = htmlOf({ html: shown.html })
    assert.ok(html.includes(`${image}</body>`), html)
    assert.equal(html.replace(image, ''), htmlOf({ html: none.html }))
    assert.equal(shown.text, none.text)
    assert.doesNotMatch(html, /\/c\//)
    const fragment = '<p>no end of a body</p> <unsubscribe>Leave</unsubscribe> '
    assert.ok(
      htmlOf({ html: (await mail({ html: fragment }, { tracked: false, pixel })).html })
        .trimEnd()
        .endsWith(image),
    )
  })

test('the pixel of sums names no recipient: it is the same for all', () => {
  const compiled = compileCampaign(content(tracking), { tokens })
  const pixelFor = (number: number) => {
    const { data } = compiled.compose(person({ number, tracked: false, pixel: 'anonymous' }), at)
    const unfolded = data.toString('latin1').replaceAll('=\r\n', '')
    assert.ok(!unfolded.includes(publicPaths.open(tokenOf(number))))
    return /\/a\/([\w-]{36})\.gif/.exec(unfolded)?.[1]
  }
  assert.equal(pixelFor(1), pixelFor(2))
  assert.deepEqual(tokens.verify('anonymous open', pixelFor(1)!), [7, 0])
  assert.equal(tokens.verify('recipient', pixelFor(1)!), undefined)
})

test('a campaign that does not count opens has no pixel of any kind', async () => {
  for (const [pixel] of pixels)
    assert.deepEqual(
      (await mail({ ...tracking, trackOpens: false }, { tracked: false, pixel })).html,
      (await mail(tracking, { tracked: false })).html,
    )
})

test('a recipient who is tracked has the pixel of tracking, whatever else is given', async () => {
  const compiled = compileCampaign(content(tracking), { tokens })
  assert.deepEqual(
    compiled.compose(person({ tracked: true, pixel: 'anonymous' }), at).data,
    compiled.compose(person(), at).data,
  )
})

test('the web version of who is not tracked has the links as they were written', () => {
  const page = renderWebVersion(content(tracking), person({ tracked: false }), { tokens })
  assert.match(page, /href="https:\/\/a\.example\/\?x=1&amp;y=2"/)
  assert.doesNotMatch(page, /\/c\/|\/o\//)
})

test("for a friend the letter has no recipient: fallbacks, no token, nothing tracked, none of the recipient's own links", () => {
  const ours = '<unsubscribe href="https://x.example/" class="y">Leave</unsubscribe> <preferences>P</preferences>'
  const html = body(
    `<p>Dear [firstname,fallback=friend] [email] [ZipCode]</p>${ours} <webversion>W</webversion> <forwardtoafriend>F</forwardtoafriend> <a href="https://a.example/">A</a>`,
  )
  const page = renderForFriend(content({ html }))
  const hidden = (text: string, more = '') => `<span hidden style="display:none"${more}>${text}</span>`
  assert.equal(
    page,
    body(
      `<p>Dear friend  </p>${hidden('Leave', '  class="y"')} ${hidden('P')} ${hidden('W')} ${hidden('F')} <a href="https://a.example/">A</a>`,
    ),
  )
  assert.equal(
    subjectWithoutRecipient(content({ subject: '[firstname,fallback=Friend], <currentmonthname>' })),
    'Friend, November',
  )
  assert.equal(subjectWithoutRecipient(content({ subject: 'News [firstname] for [lastname]' })), 'News for')
})

test('the web version is the same page without the pixel', () => {
  const page = renderWebVersion(content({ html: body('Hi [firstname] <webversion>w</webversion>') }), person(), {
    tokens,
  })
  assert.equal(page, body(`Hi Ada <a href="${publicUrl}${publicPaths.webVersion(tokenOf())}">w</a>`))
})

test('generated recipients read back exactly', async () => {
  const html =
    '<!DOCTYPE html>\n<html><body>\n<p title="[ZipCode,fallback=none]">Dear [fullname,fallback=Sir &amp; Madam], ünïcödé – 日本語 😀 = . \n.\n</p>\n' +
    '<a href="https://shop.example/very/long/path/that/goes/on?and=on&amp;on=1">Shop</a> [email]\n<unsubscribe>Out</unsubscribe>\n</body></html>\n'
  const text = 'Dear [fullname,fallback=you] 日本語,\n\n.dot\n\nZip: [ZipCode] \nFrom here: [unsubscribe]\n'
  const campaign = content({ html, text, subject: 'For [fullname,fallback=all] – [ZipCode]' })
  const compiled = compileCampaign(campaign, { tokens })
  // written out by hand, without the compiler
  const one = (value: string) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const escaped = (value: string) =>
    value.replace(
      /[&<>"'`]/g,
      c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' })[c] as string,
    )
  const words = fc.string({ unit: 'grapheme', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(words, words, fc.integer({ min: 1, max: 10_000_000 }), async (name, zip, number) => {
      const { data } = compiled.compose(person({ name, number, fields: { ZipCode: zip } }), at)
      assertLines(data)
      const parsed = await PostalMime.parse(data)
      const token = tokenOf(number)
      const [n, z] = [one(name), one(zip)]
      assert.equal(
        htmlOf(parsed),
        html
          .replace('[ZipCode,fallback=none]', () => escaped(z || 'none'))
          .replace('[fullname,fallback=Sir &amp; Madam]', () => escaped(n || 'Sir & Madam'))
          .replace('https://shop.example/very/long/path/that/goes/on?and=on&amp;on=1', `${publicUrl}/c/1/${token}`)
          .replace('[email]', 'ada@example.com')
          .replace('<unsubscribe>', `<a href="${publicUrl}/u/${token}">`)
          .replace('</unsubscribe>', '</a>')
          .replace('</body>', `${pixel.replace(tokenOf(), token)}</body>`),
      )
      assert.equal(
        (parsed.text ?? '').replace(/\n$/, ''),
        text
          .replace('[fullname,fallback=you]', () => n || 'you')
          .replace('[ZipCode]', () => z)
          .replace('[unsubscribe]', `${publicUrl}/u/${token}`),
      )
      assert.equal(parsed.subject, one(`For ${n || 'all'} – ${z}`))
      assert.equal(parsed.to?.[0]?.address, 'ada@example.com')
      assert.equal(parsed.to?.[0]?.name, n)
    }),
    { numRuns: runs(400, 20_000) },
  )
})
