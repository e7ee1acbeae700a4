/**
 * Starter letters, made of sections: what people edit in the console. Their texts are in `words/`, their look follows the client's
 * branding (`kit.ts`). `Content.ListStarters` names them in this order.
 */
import { presentVersion } from '../../../content/sections/schema.ts'
import type { LetterPicture } from '../pictures.ts'
import { deskOf, type Kit, themeOf } from './kit.ts'
import type { Letter } from './letter.ts'
import { occasions } from './occasions.ts'
import { regulars } from './regulars.ts'
import { wordsByLanguage } from './words.ts'

export type LetterLanguage = keyof typeof wordsByLanguage

export const letters: readonly Letter[] = [...regulars, ...occasions]

export function isLetterLanguage(language: string): language is LetterLanguage {
  return Object.hasOwn(wordsByLanguage, language)
}

/** @returns the document of sections, as `sections/schema.ts` reads it */
export function writeLetter(
  letter: Letter,
  language: LetterLanguage,
  kit: Kit,
  pictures: Readonly<Record<LetterPicture, string>>,
): string {
  const words = wordsByLanguage[language]
  const desk = deskOf(kit, letter.look, pictures, words.common)
  const sections = letter.parts(desk, words)
  return JSON.stringify(
    { version: presentVersion, theme: { ...themeOf(kit, letter.look), language }, sections },
    null,
    1,
  )
}
