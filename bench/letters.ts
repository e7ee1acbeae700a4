/** The letters that benchmarks send: 5 KB with 6 links and 40 KB with 40, personalised and tracked, and whom they go to. */
import { type CampaignContent, findLinks, type Recipient } from '../src/delivery/compose/campaign.ts'

export const letterSizes = ['5 KB', '40 KB'] as const
export type LetterSize = (typeof letterSizes)[number]

/** Links, and the words around each. */
const shapes: Readonly<Record<LetterSize, { readonly links: number; readonly words: number }>> = {
  '5 KB': { links: 6, words: 30 },
  '40 KB': { links: 40, words: 62 },
}

/** HTML with tags, links and an unsubscribe pair; its text part is generated. */
export function letterHtml(size: LetterSize): string {
  const { links, words } = shapes[size]
  const items = Array.from(
    { length: links },
    (_, n) =>
      `<tr><td style="padding:8px 0"><a href="https://shop.example/articles/${n}?from=letter&amp;n=${n}">Angebot ${n} für Sie</a> ${text(words, n)}</td></tr>`,
  )
  return `<!DOCTYPE html>
<html><head><title>News</title></head><body style="margin:0">
<p>Hallo [firstname,fallback=Freund], schön dass Sie da sind: [email].</p>
<table width="600">
${items.join('\n')}
</table>
<p>Ihre Stadt: [City,fallback=unbekannt]. <unsubscribe>Abmelden</unsubscribe></p>
</body></html>
`
}

export function letterContent(size: LetterSize, publicUrl = 'https://mail.example'): CampaignContent {
  const content = {
    campaignId: 7,
    clientId: 3,
    campaignPublicId: '0123456789abcdef0123456789abcdef',
    clientPublicId: 'c'.repeat(32),
    subject: 'Neues für [firstname,fallback=Sie]',
    fromName: 'Bloom & Söhne',
    fromEmail: 'news@bloom.example',
    replyTo: '',
    html: letterHtml(size),
    text: null,
    publicUrl,
    timeZone: 'Europe/Berlin',
    startedAt: new Date('2026-11-21T10:00:00Z'),
    customFields: ['City'],
    lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'Frühling' }],
  }
  return { ...content, links: findLinks(content).map((url, index) => ({ number: index + 1, url })) }
}

/** Names repeat as they do among people, addresses do not. */
export function letterRecipient(number: number): Recipient {
  return {
    number,
    listId: 3,
    email: `reader${number}@mail${number % 50}.example`,
    name: `${givenNames[number % givenNames.length]} ${familyNames[number % familyNames.length]}`,
    fields: { City: cities[number % cities.length]! },
  }
}

const givenNames = ['Ada', 'Grace', 'Jürgen', 'Zoë', 'Linus', 'Margaret', 'Ken', 'Barbara', 'Edsger']
const familyNames = ['Lovelace', 'Hopper', 'Müller', 'Ångström', 'Torvalds', 'Hamilton', 'Thompson', 'Liskov']
const cities = ['Ulm', 'Köln', 'Bonn', 'Saarbrücken', 'Jena']
const vocabulary = 'the tulips are out and so we went to see what gärtner and bees had made of this spring'.split(' ')

function text(words: number, from: number): string {
  return Array.from({ length: words }, (_, n) => vocabulary[(n * 7 + from) % vocabulary.length]).join(' ')
}
