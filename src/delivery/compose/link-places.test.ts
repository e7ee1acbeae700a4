import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertMoments } from '../../../test/harness/processor-time.ts'
import type { CampaignContent } from './campaign.ts'
import { findLinkPlaces } from './link-places.ts'

function content(html: string, urls: readonly string[]): CampaignContent {
  return {
    campaignId: 1,
    clientId: 3,
    campaignPublicId: 'c'.repeat(32),
    clientPublicId: 'd'.repeat(32),
    subject: 'News',
    fromName: 'Carla',
    fromEmail: 'carla@client.example',
    replyTo: '',
    html,
    text: null,
    publicUrl: 'https://mail.example',
    timeZone: 'Europe/Berlin',
    startedAt: new Date('2026-03-21T08:00:00Z'),
    customFields: ['City'],
    links: urls.map((url, index) => ({ number: index + 1, url })),
    lists: [],
  }
}

const shop = 'https://shop.example/'
const link = (url: string, inside: string) => `<a class="x" href="${url}" style="color:red">${inside}</a>`

for (const [name, inside, words] of [
  ['its words', 'Read <b>more</b> &amp; more', 'Read more & more'],
  ['the alternative text of its image', '<img src="a.png" alt="Red tulips">', 'Red tulips'],
  ['nothing where it says nothing', '<img src="a.png">', ''],
  ['one line', 'Read\r\n\t more', 'Read more'],
  ['no more than 80 characters', 'x'.repeat(100), `${'x'.repeat(79)}…`],
  ['what a table can hold', 'a\0b\ud800c', 'a b\ufffdc'],
] as const)
  test(`a link is called by ${name}`, () => {
    const [place] = findLinkPlaces(content(`<body>${link(shop, inside)} other words</body>`, [shop]))
    assert.equal(place?.text, words)
  })

test('the place of a link is its first one, in percent of the body, and each of its places is counted', () => {
  const html = `<head><style>${'x'.repeat(5000)}</style></head><body>${' '.repeat(1000)}${link(shop, 'one')}${' '.repeat(900)}${link(shop, 'two')}</body>`
  const [place, ...others] = findLinkPlaces(content(html, [shop]))
  assert.deepEqual([place!.number, place!.text, place!.times, others.length], [1, 'one', 2, 0])
  assert.ok(place!.percent > 45 && place!.percent < 55, `${place!.percent} %`)
})

test('links have the numbers they were stored with, tags and character references included', () => {
  const tagged = 'https://shop.example/?city=[City]&a=1'
  const html = `${link(tagged.replace('&', '&amp;'), 'City')}${link(shop, 'Shop')}${link('mailto:a@b.example', 'Mail')}`
  const places = findLinkPlaces(content(html, [shop, tagged]))
  assert.deepEqual(
    places.map(({ number, text }) => [number, text]),
    [
      [2, 'City'],
      [1, 'Shop'],
    ],
  )
})

test('links that are not stored, or not tracked, have no place', () => {
  const html = `${link('https://other.example/', 'other')}<a cm_dontconvertlink href="${shop}">shop</a>`
  assert.deepEqual(findLinkPlaces(content(html, [shop])), [])
})

test('hostile HTML ends soon, with a bounded number of places', async () => {
  const urls = Array.from({ length: 5000 }, (_, n) => `https://shop.example/${n}`)
  const html = urls.map(url => `<a href="${url}">${'<b>'.repeat(20)}`).join('')
  assert.equal((await assertMoments('the search', () => findLinkPlaces(content(html, urls)))).length, 200)
})
