import { Refusal } from '../../contract/refusals.ts'
import { languageOf, languages } from './texts.ts'

/** Reads a tag whose primary language is spoken here: `de`, `de-AT`. @returns the language's own tag. @throws Refusal InvalidLanguage */
export function readLanguage(tag: string | null): string {
  const spoken = languageOf(tag)
  if (spoken) return spoken.language
  throw new Refusal(
    'InvalidLanguage',
    `Language must be one of ${languages.map(({ language }) => language).join(', ')}.`,
  )
}
