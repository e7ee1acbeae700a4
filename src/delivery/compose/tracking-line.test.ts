/** The link to what may be recorded: where letters get it, in which language, and where they do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import type { ConsentOfLetter } from '../../store/campaigns/sending.ts'
import {
  type CampaignContent,
  compileCampaign,
  findLinks,
  renderForFriend,
  renderPreview,
  renderWebVersion,
} from './campaign.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const publicUrl = 'https://mail.example'
const exit = '<unsubscribe>Unsubscribe</unsubscribe>'
const ada = { number: 42, listId: 3, email: 'ada@example.com', name: 'Ada Lovelace', fields: {} }
const own = `${publicUrl}/p/${tokens.sign('recipient', 7, 42, 3)}`

const french = { law: 'FR', tracking: 'consent', personalising: false, hygiene: true, language: 'fr' } as const
const nothing = { tracking: 'never', personalising: false, hygiene: false } as const

function content(consent: ConsentOfLetter | undefined, change: Partial<CampaignContent> = {}): CampaignContent {
  const base: CampaignContent = {
    ...{
      clientId: 3,
      campaignId: 7,
      campaignPublicId: '0'.repeat(32),
      clientPublicId: 'c'.repeat(32),
      subject: 'News',
    },
    ...{ fromName: 'Bloom', fromEmail: 'news@bloom.example', replyTo: '', publicUrl, timeZone: 'Europe/Paris' },
    ...{ startedAt: at, customFields: [], links: [], text: null },
    html: `<html><body><p style="color:#333333">Bonjour</p>${exit}</body></html>`,
    lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'Lectrices', ...(consent && { consent }) }],
    ...change,
  }
  return { ...base, links: findLinks(base).map((url, index) => ({ number: index + 1, url })) }
}

async function mail(given: CampaignContent, tracked = true) {
  const { data } = compileCampaign(given, { tokens }).compose({ ...ada, tracked }, at)
  const { html = '', text = '' } = await PostalMime.parse(data)
  return { html, text }
}

const lines = {
  fr: 'Choisir ce qui peut être enregistré quand vous lisez nos e-mails',
  de: 'Wählen, was beim Lesen unserer E-Mails aufgezeichnet werden darf',
  en: 'Choose what may be recorded when you read our emails',
  es: 'Elegir qué se puede registrar cuando lee nuestros correos',
} as const

test('a letter without the link gets it at its end, in HTML and in the text made of it, above the pixel', async () => {
  const { html, text } = await mail(content(french))
  assert.match(html, /Unsubscribe<\/a><p style="[^"]+"><a href="[^"]+" style="[^"]+">Choisir ce qui/)
  assert.equal(html.split(`href="${own}#tracking"`).length, 2)
  assert.ok(html.indexOf(`${own}#tracking`) < html.indexOf('/o/') && html.indexOf('/o/') < html.indexOf('</body>'))
  assert.ok(text.includes(lines.fr) && text.includes(`${own}#tracking`), text)
})

for (const [language, line] of Object.entries(lines)) {
  test(`the line is in the language of the list: ${language}`, async () => {
    const { html, text } = await mail(content({ ...french, language: `${language}-AT` }, { text: 'x [unsubscribe]' }))
    assert.ok(html.includes(`>${line}</a>`), html)
    assert.ok(text.includes(`\n\n${line}: ${own}#tracking`), text)
  })
}

test('who is not tracked gets the same line', async () => {
  const { html, text } = await mail(content(french, { text: '[unsubscribe]' }), false)
  assert.ok(html.includes(`href="${own}#tracking"`) && !html.includes('/o/'))
  assert.ok(text.includes(`${own}#tracking`))
})

test('each part is looked at for itself', async () => {
  const html = `<body>${exit}<preferences>Choix</preferences></body>`
  const inHtml = await mail(content(french, { html, text: '[unsubscribe]' }))
  assert.ok(!inHtml.html.includes('#tracking') && inHtml.text.includes(`${lines.fr}: ${own}#tracking`))
  const inText = await mail(content(french, { text: '[unsubscribe] [TrackingPreferences]' }))
  assert.ok(inText.html.includes(`>${lines.fr}</a>`) && !inText.text.includes(lines.fr))
  assert.ok(inText.text.includes(`${own}#tracking`))
})

const withTag: readonly (readonly [fact: string, html: string])[] = [
  ['the tag itself', `${exit}<trackingpreferences>Suivi</trackingpreferences>`],
  ['the tag in capitals', `${exit}<TRACKINGPREFERENCES>Suivi</TRACKINGPREFERENCES>`],
  ['the link to all preferences', `${exit}<preferences>Choix</preferences>`],
  ['the tag in a table', `<table><tr><td>${exit}</td><td><preferences>P</preferences></td></tr></table>`],
]
for (const [fact, html] of withTag) {
  test(`nothing is added beside ${fact}`, async () => {
    const { html: sent, text } = await mail(content(french, { html }))
    assert.ok(!sent.includes(lines.fr) && !text.includes(lines.fr))
  })
}

const lacking: readonly (readonly [fact: string, html: string])[] = [
  ['a tag in a comment', `<!-- <preferences>x</preferences> -->${exit}`],
  ['a tag that is written as text', `${exit}&lt;trackingpreferences&gt;`],
  ['the tag of texts in HTML', `${exit}[trackingpreferences]`],
  ['a tag in an attribute', `${exit}<p title="<preferences>">x</p>`],
]
for (const [fact, html] of lacking) {
  test(`${fact} is no link`, async () => {
    assert.ok((await mail(content(french, { html }))).html.includes(`>${lines.fr}</a>`))
  })
}

test('where nothing is demanded, or nothing is recorded, a letter stays as it is', async () => {
  const plain = await mail(content(undefined))
  for (const consent of [
    { ...french, law: 'US', tracking: 'always' },
    { ...french, law: 'other' },
    { ...french, ...nothing },
  ] as const)
    assert.deepEqual(await mail(content(consent)), plain)
})

test('one of several lists is enough, and its language counts', async () => {
  const list = { listId: 3, publicId: 'd'.repeat(32), title: 'Readers' }
  const lists = [
    { ...list, consent: { ...french, law: 'US', language: 'en' } as const },
    { ...list, listId: 4, consent: { ...french, law: 'DE', language: 'de' } as const },
  ]
  assert.ok((await mail(content(undefined, { lists }))).html.includes(lines.de))
})

test('preview and web version show the line, a letter passed on to a friend does not', () => {
  const given = content(french)
  const preview = renderPreview(given, ada, 'x'.repeat(36))
  assert.ok(preview.html.includes(lines.fr) && preview.text.includes(lines.fr))
  assert.ok(renderWebVersion(given, ada, { tokens }).includes(`href="${own}#tracking"`))
  assert.ok(!renderForFriend(given).includes(lines.fr))
})

test('neither the line nor the tags are tracked links', () => {
  const html = `<body>${exit}<trackingpreferences>T</trackingpreferences><a href="https://shop.example/">x</a></body>`
  assert.deepEqual(findLinks(content(french, { html, text: '[trackingpreferences] [preferences]' })), [
    'https://shop.example/',
  ])
  assert.deepEqual(findLinks(content(french)), [])
})

test('a letter without a body element, and one in two thousand paragraphs, get the line at their end', async () => {
  const bare = await mail(content(french, { html: `<p>Bonjour ${exit}` }))
  assert.match(bare.html, /Unsubscribe<\/a><p style=/)
  const long = await mail(content(french, { html: `<body>${'<p>x</p>'.repeat(2000)}${exit}</body>` }))
  assert.equal(long.html.split(lines.fr).length, 2)
})
