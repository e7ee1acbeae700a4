/** Tags of other systems become ours. Nothing else of a text changes. */
import { escapeHtml } from '../../lib/html.ts'
import type { SystemName } from './foreign-systems.ts'
import { type ForeignTag, foreignTags } from './foreign-tags.ts'
import { type Attribute, type Change, type OpenTag, replaceSpans, type Token, tokenize } from './markup.ts'
import type { FieldKeys, LinkTag } from './merge-tags.ts'
import { optOutWord } from './unsubscribe-words.ts'
import { asOwnLink, writtenLinks } from './written-links.ts'

export interface Translation {
  readonly system: SystemName
  readonly found: string
  /** Undefined: it stays, since there is nothing like it here, or not in this place. */
  readonly becomes: string | undefined
}

export interface Translated {
  readonly text: string
  /** In the order of the text. */
  readonly translations: readonly Translation[]
}

/**
 * The kind of a text: plain text where links are tags, a subject, or one line that becomes HTML later and holds values only.
 * HTML has a function of its own.
 */
export type TextPlace = 'text' | 'subject' | 'line'

export interface TranslateOptions {
  /** Whose tags are changed; left out: all. Tags of others are named all the same. */
  readonly only?: SystemName | undefined
  /** False where date tags are left out of what is written (safe-html.ts). */
  readonly dates?: boolean
}

/** Linear. @param keys of custom fields of the lists */
export function translateText(
  text: string,
  place: TextPlace,
  keys: FieldKeys,
  { only }: TranslateOptions = {},
): Translated {
  // Sendy writes some tags of texts as we do
  const tags = foreignTags(text, keys).filter(tag => inText(tag, place) !== tag.written.toLowerCase())
  const translations = tags.map(tag => ({ ...named(tag), becomes: inText(tag, place) }))
  const changes = tags.flatMap(({ start, end, system }, n) => {
    const becomes = only === undefined || only === system ? translations[n]?.becomes : undefined
    return becomes === undefined ? [] : [{ start, end, text: becomes }]
  })
  return { text: replaceSpans(text, changes), translations }
}

function inText({ meaning, fallback }: ForeignTag, place: TextPlace): string | undefined {
  switch (meaning?.kind) {
    case undefined:
      return undefined
    case 'value':
      return ownTag(meaning.name, fallback)
    case 'field':
      return ownTag(meaning.key, fallback)
    case 'date':
      return place === 'line' ? undefined : `<${meaning.tag}>`
    case 'link':
      return place === 'text' ? `[${meaning.link}]` : undefined
    case 'nothing':
      return ''
  }
}

/** Linear. Links become elements: `<a href="*|UNSUB|*">` becomes `<unsubscribe>`. */
export function translateHtml(
  html: string,
  keys: FieldKeys,
  { only, dates = true }: TranslateOptions = {},
): Translated {
  const tokens = tokenize(html)
  const word = optOutWord(languageOf(tokens))
  const changes: Change[] = []
  const found: { readonly at: number; readonly translation: Translation }[] = []
  const note = (tag: ForeignTag, at: number, becomes: string | undefined) =>
    found.push({ at, translation: { ...named(tag), becomes } })

  const links = new Set<OpenTag>()
  for (const link of writtenLinks(tokens)) {
    const tag = aloneIn(link.address, keys)
    if (tag?.meaning?.kind !== 'link') continue
    if (only === undefined || only === tag.system)
      changes.push(...asOwnLink(html, link, tag.meaning.link, wordOf(tag.meaning.link, word)))
    note(tag, link.tag.start, `<${tag.meaning.link}>`)
    links.add(link.tag)
  }

  /** @param write what a tag becomes there; undefined where it cannot be written */
  function translate(start: number, end: number, write: (tag: ForeignTag) => string | undefined) {
    for (const tag of foreignTags(html.slice(start, end), keys)) {
      const becomes = !dates && tag.meaning?.kind === 'date' ? undefined : write(tag)
      note(tag, start + tag.start, becomes)
      if (becomes !== undefined && (only === undefined || only === tag.system))
        changes.push({ start: start + tag.start, end: start + tag.end, text: becomes })
    }
  }

  let inLink = 0
  for (const token of tokens) {
    switch (token.kind) {
      case 'text':
        if (token.rawIn === 'style' || token.rawIn === 'script') break
        translate(token.start, token.end, tag => inHtml(tag, token.rawIn !== undefined || inLink > 0, word))
        break
      case 'comment':
        // conditional comments are HTML to Outlook
        translate(token.start, token.end, tag => inAttribute(tag, '"'))
        break
      case 'open':
        if (token.name === 'a') inLink++
        for (const attribute of token.attributes) {
          if (attribute.name === 'style' || (attribute.name === 'href' && links.has(token))) continue
          translate(attribute.start, attribute.end, tag => inAttribute(tag, attribute.quote))
        }
        break
      case 'close':
        if (token.name === 'a') inLink = Math.max(0, inLink - 1)
        break
      case 'placeholder':
    }
  }
  const translations = found.sort((a, b) => a.at - b.at).map(({ translation }) => translation)
  return { text: replaceSpans(html, changes), translations }
}

/** Whether an address is nothing but a link tag of another system. */
export function isForeignLink(address: string, keys: FieldKeys): boolean {
  return aloneIn(address, keys)?.meaning?.kind === 'link'
}

/** A tag that is all of an address; editors put `http://` before what looks like none. */
function aloneIn(address: string, keys: FieldKeys): ForeignTag | undefined {
  const [tag] = foreignTags(address, keys)
  return tag && /^(?:https?:\/\/)?$/i.test(address.slice(0, tag.start)) && tag.end === address.length ? tag : undefined
}

function inHtml(tag: ForeignTag, holdsNoLink: boolean, word: string): string | undefined {
  const { meaning } = tag
  if (meaning?.kind === 'link') {
    return holdsNoLink ? undefined : `<${meaning.link}>${wordOf(meaning.link, word)}</${meaning.link}>`
  }
  if (meaning?.kind === 'date') return `<${meaning.tag}>`
  return inAttribute(tag, '"')
}

/** Where an element cannot stand. Without quotes a value with blanks would end. */
function inAttribute({ meaning, fallback }: ForeignTag, quote: Attribute['quote']): string | undefined {
  switch (meaning?.kind) {
    case 'value':
    case 'field': {
      const written = ownTag(meaning.kind === 'value' ? meaning.name : meaning.key, fallback && escapeHtml(fallback))
      return quote === '' && /[\s"'`<>]/.test(written) ? undefined : written
    }
    case 'nothing':
      return ''
    case 'link':
    case 'date':
    case undefined:
      return undefined
  }
}

function ownTag(name: string, fallback: string | undefined): string {
  return fallback === undefined ? `[${name}]` : `[${name},fallback=${fallback}]`
}

const words: Readonly<Record<Exclude<LinkTag, 'unsubscribe'>, string>> = {
  preferences: 'Preferences',
  trackingpreferences: 'What is recorded',
  webversion: 'Read in your browser',
  forwardtoafriend: 'Forward to a friend',
}

function wordOf(link: LinkTag, optOut: string): string {
  return link === 'unsubscribe' ? optOut : words[link]
}

function languageOf(tokens: readonly Token[]): string {
  for (const token of tokens) {
    if (token.kind !== 'open' || token.name !== 'html') continue
    return token.attributes.find(({ name }) => name === 'lang')?.value ?? ''
  }
  return ''
}

function named({ system, written }: ForeignTag): Pick<Translation, 'system' | 'found'> {
  return { system, found: written }
}
