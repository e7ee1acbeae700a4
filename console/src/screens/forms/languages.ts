/** The languages that pages for subscribers speak, by their own names. */
import { languages } from '../../lib/languages.ts'

type Offered = keyof typeof languages

export const offeredLanguages = Object.keys(languages) as Offered[] // its own keys

export function nameOfLanguage(language: string): string {
  return Object.hasOwn(languages, language) ? languages[language as Offered] : language // a key of the table
}

/** The languages that people may choose, that of the form first; empty for a form of one language. */
export function chosenLanguages({
  Language = '',
  Translations = [],
}: {
  readonly Language?: string
  readonly Translations?: readonly { readonly Language?: string }[]
}): readonly string[] {
  return Translations.length === 0 ? [] : [Language, ...Translations.map(one => one.Language ?? '')]
}
