import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { escapeHtml, Html } from '../../lib/html.ts'
import { plainText } from './language.ts'
import { languageOf, languages, textsFor, textsIn } from './texts.ts'

const asked: readonly [wish: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['en-AU,en;q=0.9', 'en'],
  ['xx', 'en'],
  ['*', 'en'],
  ['constructor', 'en'],
  ['__proto__', 'en'],
  [';;;q=,', 'en'],
  ['a'.repeat(100_000), 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['fr-CA;q=0.8, es;q=0.9', 'es'],
  ['nl, fr;q=0.1', 'fr'],
  ['de;q=0, fr;q=0.5', 'fr'],
  ['en;q=0.5,de;q=0.5', 'en'],
]
for (const [wish, language] of asked)
  test(`"${wish?.slice(0, 20)}" reads ${language}`, () => {
    assert.equal(textsFor(wish).language, language)
  })

test('where the reader asks for nothing we speak, the list decides', () => {
  assert.equal(textsFor(undefined, 'fr').language, 'fr')
  assert.equal(textsFor('nl, *;q=0.1', 'es').language, 'es')
  assert.equal(textsFor('de', 'es').language, 'de')
  assert.equal(textsFor('nl', null, 'xx', 'de').language, 'de')
  assert.equal(textsIn('xx', 'fr-CH').language, 'fr')
  assert.equal(textsIn(null).language, 'en')
})

test('a tag names a language by its primary subtag, and what is no tag names none', () => {
  assert.equal(languageOf(' es-MX ')?.language, 'es')
  for (const tag of [null, '', 'xx', 'de_AT', 'deutsch', 'd', 'de,fr', '../de', 'constructor', '__proto__'])
    assert.equal(languageOf(tag), undefined, String(tag))
})

/** Every text with its path, functions called with names that would be markup; plain text as markup would be. */
function said(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, escapeHtml(value)]]
  if (value instanceof Html) return [[path, value.toString()]]
  if (typeof value === 'function')
    return [
      ...said(value('<a@b.example>', '<list>', '<company>', '<company>'), path),
      // a text about a list speaks of one that is gone, too
      ...(value.length === 3 && !/^\.(?:(?:forwarded|newDevice|approval|report)Mail|signUp)/.test(path)
        ? said(value('<a@b.example>', null, '<company>'), `${path} of a list that is gone`)
        : []),
    ]
  return Object.entries(value as object).flatMap(([key, inner]) => said(inner, `${path}.${key}`)) // texts are nested objects
}

/** The same words in two languages: English and Spanish share no, English and German share name. */
const shared = new Set(['.direction', '.tracking.no', '.signUp.name'])

for (const texts of languages)
  describe(texts.name, () => {
    test('says everything, escapes every name, and repeats no other language', () => {
      const others = new Set(
        languages
          .filter(other => other !== texts)
          .flatMap(other => said(other).map(([path, text]) => `${path} ${text}`)),
      )
      for (const [path, text] of said(texts)) {
        assert.notEqual(text.trim(), '', path)
        assert.equal(text, text.trim(), path)
        assert.doesNotMatch(text, /<(?:a@|list|company)/, path)
        if (!shared.has(path)) assert.ok(!others.has(`${path} ${text}`), `${path}: ${text}`)
      }
    })

    test('sets its punctuation as the language does', () => {
      for (const [path, marked] of said(texts)) {
        const text = plainText(new Html(marked))
        assert.doesNotMatch(text, /\.\.\.| {2}| '|' |"/, path)
        if (texts.language === 'fr') assert.doesNotMatch(text, /[^\u202f\u00a0][?!;»]|[^\u00a0]:|«[^\u00a0]|'/, path)
        if (texts.language === 'es' && text.includes('?')) assert.match(text, /¿/, path)
        if (texts.language === 'de') assert.doesNotMatch(text, /”/, path)
      }
    })
  })

test('a text without its markup is what the reader of the page sees', () => {
  const asked = languages[0]!.confirmationMail.asked('Tom & "Jerry"', '<News>')
  assert.equal(plainText(asked), 'Tom & "Jerry" was asked, hopefully by you, to add this address to “<News>”.')
})
