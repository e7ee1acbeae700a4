/** Newsletters as they are sent, and the text part of each: read the diff of `test/newsletters` as a subscriber would. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { compareFile } from '../../../test/harness/golden.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { type CampaignContent, compileCampaign, findLinks } from './campaign.ts'

const folder = new URL('../../../test/newsletters/', import.meta.url)
const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const names = readdirSync(folder)
  .filter(file => file.endsWith('.html'))
  .map(file => file.slice(0, -'.html'.length))

async function textPartOf(html: string): Promise<string> {
  const unplanned: CampaignContent = {
    campaignId: 7,
    clientId: 3,
    campaignPublicId: 'a'.repeat(32),
    clientPublicId: 'c'.repeat(32),
    subject: 'News',
    fromName: 'Sender',
    fromEmail: 'news@client.example',
    replyTo: '',
    html,
    text: null,
    publicUrl: 'https://m.example',
    timeZone: 'Etc/UTC',
    startedAt: at,
    customFields: [],
    links: [],
    lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'List' }],
  }
  const links = findLinks(unplanned).map((url, index) => ({ number: index + 1, url }))
  const recipient = { number: 42, listId: 3, email: 'ada@reader.example', name: 'Ada Lovelace', fields: {} }
  const { data } = compileCampaign({ ...unplanned, links }, { tokens }).compose(recipient, at)
  const { text = '' } = await PostalMime.parse(data)
  return `${text.replaceAll(tokens.sign('recipient', 7, 42, 3), 'TOKEN').trimEnd()}\n`
}

test('there are newsletters of many kinds', () => assert.ok(names.length >= 12))

for (const name of names)
  test(`the text part of ${name} reads as it is on record`, async () => {
    const html = readFileSync(new URL(`${name}.html`, folder), 'utf8')
    const text = await textPartOf(html)
    compareFile(new URL(`${name}.txt`, folder), text)
    assert.doesNotMatch(text, /[\ufdd0-\ufddf]|\n{3}|[ \t]\n/, 'marks, or needless empty lines and blanks')
    assert.match(text, /<https:\/\/m\.example\/u\/TOKEN>/, 'the way out')
  })

test('the documentation shows texts as they are made', () => {
  const page = readFileSync(new URL('../../../docs/text-part.md', import.meta.url), 'utf8')
  const shown = names.filter(name =>
    page.includes(`\`\`\`text\n${readFileSync(new URL(`${name}.txt`, folder), 'utf8')}`),
  )
  assert.deepEqual(shown.sort(), ['event-invitation', 'order-confirmation', 'shop-offer'])
})
