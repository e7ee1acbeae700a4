/** One starter letter. */
import type { Desk, OwnLook, Part } from './kit.ts'
import type { LetterWords } from './letter-words.ts'

export interface Letter {
  /** What callers name it by. */
  readonly id: string
  readonly of: Exclude<keyof LetterWords, 'common' | 'regions'>
  readonly look: OwnLook
  readonly parts: (desk: Desk, words: LetterWords) => readonly Part[]
}
