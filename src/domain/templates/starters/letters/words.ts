/** The words of the starter letters, by language. */
import type { LetterWords } from './letter-words.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const wordsByLanguage = { en, de, fr, es } as const satisfies Readonly<Record<string, LetterWords>>
