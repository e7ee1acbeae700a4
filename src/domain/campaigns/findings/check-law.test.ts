/** What letters say of their sender, in forms that letters have, and what each profile of law misses in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LawProfile, lawProfiles } from '../../../store/lists/lists.ts'
import { defaultRules, demandsOf } from '../../consent/law.ts'
import { tokenize } from '../../content/markup.ts'
import { type CheckedList, type LegalReading, lawFindings, readLegal, type SenderIdentity } from './check-law.ts'

const exit = '<unsubscribe>Leave us</unsubscribe>'
const unnamed: SenderIdentity = { fromName: '', companyName: 'Bloom & Sons Ltd', postalAddress: '', imprintUrl: '' }
const bloom: SenderIdentity = {
  ...{ fromName: 'Bloom & Sons', companyName: 'Bloom & Sons Ltd' },
  ...{ postalAddress: 'Bloom & Sons Ltd\n12 Garden Lane\nSampleton', imprintUrl: 'https://bloom.example/company/' },
}
const read = (html: string, identity = unnamed, text: string | null = null) => readLegal(tokenize(html), text, identity)

const addressed: readonly (readonly [fact: string, html: string])[] = [
  ['on one line', 'Bloom &amp; Sons Ltd, 12 Garden Lane, Sampleton'],
  ['with line breaks', 'Bloom &amp; Sons Ltd<br>12 Garden Lane<br/>Sampleton'],
  ['in lines of the source', 'Bloom & Sons Ltd\r\n   12 Garden\r\nLane\tSampleton'],
  ['with entities', 'Bloom &#38; Sons&nbsp;Ltd &middot; 12&#160;Garden&#x20;Lane &bull; Sampleton'],
  [
    'in cells of a table',
    '<table><tr><td>Bloom & Sons Ltd</td></tr><tr><td>12 Garden Lane</td><td>Sampleton</td></tr></table>',
  ],
  ['with words in bold', '<b>Bloom & Sons</b> Ltd | 12 Gar<i>den</i> Lane | <span>Sampleton</span>'],
  ['in capitals', 'BLOOM & SONS LTD · 12 GARDEN LANE · SAMPLETON'],
  ['in another order', 'Sampleton, 12 Garden Lane – Bloom & Sons Ltd'],
  ['with soft hyphens', 'Bloom & Sons Ltd, 12 Gar&shy;den Lane, Samp&shy;leton'],
]
for (const [fact, html] of addressed) {
  test(`the address of the branding is found ${fact}`, () => {
    assert.equal(read(`<p>${html}</p>${exit}`, bloom).postalAddress, true)
    assert.equal(read(`<p>${html}</p>${exit}`, unnamed).postalAddress, false, 'it has no code')
  })
}

const written: readonly (readonly [country: string, html: string])[] = [
  ['US', 'Bloom Inc.<br>350 Fifth Avenue, Suite 10<br>New York, NY 10118'],
  ['US, a box', 'Bloom, P.O. Box 1234, Austin, TX 78701-1234'],
  ['CA', '<td>111 Wellington Street</td><td>Ottawa ON K1A 0A9</td>'],
  ['UK', 'Bloom Ltd &middot; 10 Downing Street &middot; London SW1A 2AA'],
  ['DE', 'Bloom GmbH&nbsp;| Hauptstra&szlig;e&nbsp;5 | 10115&nbsp;Berlin'],
  ['DE, in table rows', '<table><tr><td>Am Markt 3</td></tr><tr><td>28195 Bremen</td></tr></table>'],
  ['AT', 'Mariahilfer Straße 12, A-1060 Wien'],
  ['CH', 'Bahnhofstrasse 1<br>8001 Zürich'],
  ['FR', 'Bloom SAS – 12 bis, rue de la Paix – 75002 Paris'],
  ['FR, a box', 'BP 123, 69002 Lyon'],
  ['IT', 'Via Giuseppe Garibaldi, 12 – 00153 Roma'],
  ['ES', 'Calle de Alcalá, 45<br>28014 Madrid'],
  ['BR', 'Av. Paulista, 1578 – Bela Vista, São Paulo – SP, 01310-200'],
  ['JP', '〒100-0001 東京都千代田区千代田1-1'],
]
for (const [country, html] of written) {
  test(`an address is found without branding: ${country}`, () =>
    assert.equal(read(`<p>${html}</p>${exit}`).postalAddress, true))
}

const notAddressed: readonly (readonly [fact: string, html: string])[] = [
  ['a letter without one', '<p>Hello</p>'],
  ['a price and a date', 'Order 12345 for 19.99 until 10 December 2026'],
  ['a telephone number', 'Call 030 12345 or +49 30 123456'],
  ['a street without a place', 'Meet us in 12 Garden Lane'],
  ['a code without a street', 'Article 10115 is back: Tulips'],
  ['one in a comment', '<!-- 350 Fifth Avenue, New York, NY 10118 -->'],
  ['one in a style', '<style>/* 350 Fifth Avenue, New York, NY 10118 */</style>'],
  ['one in an attribute', '<img alt="350 Fifth Avenue, New York, NY 10118">'],
  ['a street and a code far apart', `350 Fifth Avenue ${'tulips and roses '.repeat(20)} 10118`],
  ['part of that of the branding', '12 Garden Lane'],
]
for (const [fact, html] of notAddressed) {
  test(`${fact} is no postal address`, () => assert.equal(read(`<p>${html}</p>${exit}`, bloom).postalAddress, false))
}

const imprints: readonly (readonly [fact: string, html: string, expected: boolean])[] = [
  ['a link with its name', '<a href="https://x.example/i">Impressum</a>', true],
  ['a link with its name in entities', '<a href="https://x.example/">Mentions l&eacute;gales</a>', true],
  ['a link whose address says it', '<a href="https://x.example/de/impressum.html?x=1"><img alt=""></a>', true],
  ['an image with its name', '<a href="https://x.example/"><img alt="Imprint"></a>', true],
  ['the link of the branding', '<a href="https://bloom.example/company?utm=1">About us</a>', true],
  ['it all in the letter', '<h4>Impressum</h4>Hauptstraße 5, 10115 Berlin', true],
  ['the word alone', '<p>Impressum</p>', false],
  ['an address alone', 'Hauptstraße 5, 10115 Berlin', false],
  ['a link to an address of mail', '<a href="mailto:impressum@x.example">Impressum</a>', false],
  ['another link', '<a href="https://bloom.example/">Home</a>', false],
  ['a comment', '<!-- <a href="https://x.example/">Impressum</a> -->', false],
]
for (const [fact, html, expected] of imprints) {
  test(`${fact} is ${expected ? 'an' : 'no'} imprint`, () => assert.equal(read(html + exit, bloom).imprint, expected))
}

const senders: readonly (readonly [
  fact: string,
  identity: Partial<SenderIdentity>,
  html: string,
  expected: boolean,
])[] = [
  ['the From name', { fromName: 'Bloom & Sons' }, '', true],
  ['the From name without spaces', { fromName: 'bloom&sons news' }, '', true],
  ['a person, and the company in the letter', { fromName: 'Carla' }, '<p>Yours, Bloom &amp; Sons</p>', true],
  ['a person alone', { fromName: 'Carla' }, '<p>Hello</p>', false],
  ['the company in a comment', { fromName: 'Carla' }, '<!-- Bloom & Sons -->', false],
  ['no company', { fromName: 'Carla', companyName: '' }, '<p>Hello</p>', false],
  ['a company that is a legal form', { fromName: 'SAS News', companyName: 'SAS' }, '', true],
]
for (const [fact, identity, html, expected] of senders) {
  test(`the sender is ${expected ? '' : 'not '}named: ${fact}`, () =>
    assert.equal(read(html + exit, { ...unnamed, ...identity }).namesSender, expected))
}

test('a page of 100,000 numbers, and one of long words, are read in no time that grows with their square', () => {
  for (const words of ['10115 '.repeat(100_000), `12 ${'a'.repeat(500_000)}`, '1 a '.repeat(100_000)])
    assert.equal(read(`<p>${words}</p>`, bloom).postalAddress, false)
})

const empty: LegalReading = {
  ...{ postalAddress: false, imprint: false, namesSender: false },
  preferences: { html: false, text: false },
}
const complete: LegalReading = {
  ...{ postalAddress: true, imprint: true, namesSender: true },
  preferences: { html: true, text: true },
}
const listOf = (law: LawProfile, change: Partial<CheckedList> = {}): CheckedList => ({
  ...{ ...defaultRules(law), listId: 3, title: 'Readers' },
  ...change,
})
const counted = (without: number, ending: number) => new Map([[3, { without, ending }]])
const codes = (check: Partial<Parameters<typeof lawFindings>[0]> & { readonly lists: readonly CheckedList[] }) =>
  lawFindings({ letter: complete, isTracked: true, basis: new Map(), ...check }).map(
    ({ code, detail }) => `${code} ${detail}`,
  )

const consent = ['SenderNotIdentified', 'PreferencesLinkAdded']
const ofEmpty: Readonly<Record<LawProfile, readonly string[]>> = {
  FR: consent,
  IT: consent,
  DE: ['ImprintMissing', ...consent],
  CH: ['ImprintMissing', ...consent],
  UK: consent,
  US: ['PostalAddressMissing', 'SenderNotIdentified'],
  CA: ['PostalAddressMissing', ...consent, 'BasisMissing', 'ImpliedConsentEnds'],
  JP: ['PostalAddressMissing', 'SenderNotIdentified', 'BasisMissing'],
  BR: [...consent, 'BasisMissing'],
  other: [],
}
for (const law of lawProfiles) {
  test(`${law}: findings of a letter that says nothing, to a list with the defaults`, () => {
    const basis = demandsOf(law).includes('Basis') ? counted(4, 2) : new Map()
    const found = codes({ lists: [listOf(law)], letter: empty, basis }).map(one => one.split(' ')[0])
    assert.deepEqual(found, ofEmpty[law])
  })

  test(`${law}: a letter in order, to a list with the defaults, has no findings`, () =>
    assert.deepEqual(codes({ lists: [listOf(law)], basis: counted(0, 0) }), []))

  test(`${law}: a list that tracks everyone is a finding where consent is needed, unless the campaign records nothing`, () => {
    const lists = [listOf(law, { tracking: 'always' })]
    const expected = demandsOf(law).includes('ConsentForTracking') ? [`TrackingWithoutConsent Readers (${law})`] : []
    assert.deepEqual(codes({ lists }), expected)
    assert.deepEqual(codes({ lists, isTracked: false }), [])
  })

  test(`${law}: what was not counted is not 0`, () => {
    const found = codes({ lists: [listOf(law)], basis: new Map([[3, undefined]]) })
    assert.deepEqual(found, demandsOf(law).includes('Basis') ? [`BasisNotCounted Readers (${law})`] : [])
  })
}

test('counts are in the finding, and each list has its own', () => {
  const lists = [listOf('CA'), listOf('BR', { listId: 4, title: 'Leitores' })]
  const basis = new Map([...counted(12, 3), [4, { without: 1, ending: 9 }] as const])
  assert.deepEqual(codes({ lists, basis }), [
    ...['BasisMissing Readers (CA): 12', 'ImpliedConsentEnds Readers (CA): 3', 'BasisMissing Leitores (BR): 1'],
  ])
})

test('lists of one fault are named together, and others not', () => {
  const lists = [listOf('DE'), listOf('US', { title: 'Buyers' }), listOf('CH', { title: 'Leser' })]
  assert.deepEqual(codes({ lists, letter: { ...complete, imprint: false } }), [
    'ImprintMissing Readers (DE), Leser (CH)',
  ])
})

test('in Japan an imprint is enough, in the United States it is not', () => {
  const letter = { ...complete, postalAddress: false }
  assert.deepEqual(codes({ lists: [listOf('JP')], letter }), [])
  assert.deepEqual(codes({ lists: [listOf('US')], letter }), ['PostalAddressMissing Readers (US)'])
})

test('the link that is added is named with the parts that get it, once', () => {
  const lists = [listOf('FR'), listOf('IT', { title: 'Lettori' })]
  const letter = { ...complete, preferences: { html: true, text: false } }
  assert.deepEqual(codes({ lists, letter }), ['PreferencesLinkAdded text: Readers (FR)'])
  const off = { tracking: 'never', hygiene: false } as const
  assert.deepEqual(codes({ lists: [listOf('FR', off)], letter }), [])
})

test('a letter that cannot be read is not blamed for what it may hold', () => {
  const lists = [listOf('CA', { tracking: 'always' })]
  assert.deepEqual(codes({ lists, letter: undefined }), ['TrackingWithoutConsent Readers (CA)'])
})
