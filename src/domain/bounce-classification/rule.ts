import type { ReturnClass } from './classes.ts'

/**
 * Words that decide a class. Rules are data: the first that matches decides, so their order is part of them, and each
 * carries an example that a test reads back to its class.
 */
export interface Rule {
  /**
   * Matched against the plain form of a reply: lower case, one line, straight quotes, no accents (`é` is `e`, `й` is `и`).
   * Repetitions of anything are bounded, so that a long line costs no more than its length.
   */
  readonly words: RegExp
  /** The source of the words: an MTA, a receiver, a standard. */
  readonly by: string
  readonly example: string
}

/** One class and its rules in order. */
export interface RuleSet {
  readonly class: ReturnClass
  readonly rules: readonly Rule[]
}

/** A row of a table of rules. */
export function rule(words: RegExp, by: string, example: string): Rule {
  return { words, by, example }
}
