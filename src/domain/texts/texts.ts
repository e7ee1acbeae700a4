/**
 * The languages spoken to subscribers, and which one a subscriber reads.
 * See docs/decisions/subscribers.md#language-of-pages-and-mails-to-subscribers.
 */
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { Texts } from './language.ts'
import { spanish } from './spanish.ts'

export type { Texts } from './language.ts'

/** In the order they are offered. */
export const languages: readonly Texts[] = [english, german, french, spanish]

/** By primary language subtag. */
const bySubtag = new Map(languages.map(texts => [texts.language, texts]))

/** The language a tag names (`de`, `de-AT`), or undefined for one that is not spoken here, and for what is no tag. */
export function languageOf(tag: string | null | undefined): Texts | undefined {
  const subtag = /^\s*([a-z]{2,8})(?:-[a-z0-9-]{1,30})?\s*$/i.exec(tag ?? '')?.[1]
  return bySubtag.get(subtag?.toLowerCase() ?? '')
}

/** For a mail: the first of the tags that is spoken here; English when none is. */
export function textsIn(...tags: readonly (string | null | undefined)[]): Texts {
  for (const tag of tags) {
    const texts = languageOf(tag)
    if (texts) return texts
  }
  return english
}

/**
 * For a page: what the browser asks for (RFC 9110 §12.5.4), as far as it is spoken here, else the first of the tags.
 * @param tags of the list, as far as known
 */
export function textsFor(acceptLanguage: string | undefined, ...tags: readonly (string | null | undefined)[]): Texts {
  return wishedTexts(acceptLanguage, languages) ?? textsIn(...tags)
}

/** The same for a page that is offered in some languages; the first of them where the browser asks for no other. */
export function textsAmong(offered: readonly Texts[], acceptLanguage: string | undefined): Texts {
  return wishedTexts(acceptLanguage, offered) ?? offered[0] ?? english
}

function wishedTexts(acceptLanguage: string | undefined, offered: readonly Texts[]): Texts | undefined {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map(wish => /^\s*([a-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(wish))
    .flatMap(found => (found ? [{ language: found[1]!.toLowerCase(), weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of wishes) {
    const texts = offered.find(one => one.language === language)
    if (texts) return texts
  }
  return undefined
}

/** The locale in which a language writes dates and numbers: English as outside the United States, with the day before the month. */
export function localeOf({ language }: Texts): string {
  return language === 'en' ? 'en-GB' : language
}
