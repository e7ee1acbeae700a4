/**
 * Sentences that leave open what the reason is: guesses ("your server may be blacklisted"), and alternatives one of which is
 * no missing recipient ("unknown or protected"). Such a sentence is asked only where nothing else in the text says anything.
 */
import { anyOf, sequence } from '../../lib/patterns.ts'

export interface Sentences {
  /** What is left without the sentences that leave it open. */
  readonly sure: readonly string[]
  readonly guesses: readonly string[]
  readonly alternatives: readonly string[]
}

/** @param words plain text @returns undefined where no sentence leaves anything open */
export function sentencesOf(words: string): Sentences | undefined {
  if (!mayGuess.test(words) && !alternative.test(words)) return undefined
  const sure: string[] = []
  const guesses: string[] = []
  const alternatives: string[] = []
  for (const sentence of words.split(/(?<=[.;!?]) /)) {
    const guessed = guess.exec(sentence)
    if (guessed) {
      // what is said for certain before a comma stays: "no such recipient, may be mistyped"
      const clause = sentence.slice(0, guessed.index).search(lastClause)
      if (clause > 0) sure.push(sentence.slice(0, clause))
      guesses.push(sentence.slice(Math.max(clause, 0)))
    } else (alternative.test(sentence) ? alternatives : sure).push(sentence)
  }
  if (guesses.length === 0 && alternatives.length === 0) return undefined
  return { sure, guesses, alternatives }
}

const guess = anyOf([
  sequence([
    /\b(?:may|might)(?! contain a non-?existent account)/,
    /(?: (?:also|either|now|not|no longer|simply|already|just)){0,2} /,
    /(?:be(?:en)?|exist|have|has|contain|no longer)\b/,
  ]),
  /\bcould (?:also )?(?:be|have)\b|\b(?:perhaps|maybe|possibly|probably|mostly|usually)\b/,
  /\b(?:possible|common|likely|typical|usual) (?:reasons?|causes?|explanations?)\b/,
  /\bsome (?:reasons|causes|explanations)\b|\bif you (?:believe|think|feel|suspect)\b/,
  /\b(?:moglicherweise|vielleicht|eventuell|peut-etre|tal vez|quizas?|talvez|forse|misschien)\b/,
  /\b(?:puede|pode|podria|poderia) (?:ser|estar|haber|ter)\b|\bkonnte(?:n)? (?:sein|voll|falsch)\b/,
])

/** Where the clause before a guess ends; one that goes on with "or" belongs to the guess. */
const lastClause = /[,:(] (?!or\b|oder\b|ou\b)[^,:(]{0,80}$/

/** Cheap to ask: most replies hold none of these. */
const mayGuess = sequence([
  /\b/,
  [
    /ma[yl]\w{0,8}|might|could|perhaps|poss\w{1,4}|probably|mostly|usual\w{0,2}|likely|common|typical/,
    /some|if|moglicherweise|vielleicht|eventuell|peut-etre|tal vez|quizas?|talvez|forse|misschien|puede/,
    /pode|podria|poderia|konnten?/,
  ],
  /\b/,
])

const smallWord = anyOf([
  /(?:the|an?|his|her|its|their|this|that|is|was|has|are|der|die|das|ist|le|la|est) /,
  /(?:user|mail ?box|account|address|recipient|server|domain|access|you|it|he|she|compte|boite|postfach|konto|empfanger) /,
])
const upToFourWords = new RegExp(`(?:${smallWord.source}){0,4}`)

const alternative = sequence([
  /(?:\bor\b|\boder\b|\bou\b|\bof\b(?= (?:vol|geblokkeerd))) /,
  upToFourWords,
  [
    /access|(?:cannot|can't|can not|could not) (?!(?:be )?(?:found|reached|delivered)|receive|accept)/,
    /inaccessible|unreachable|restricted|protected|private|not (?:accept|available|allow|permit|authori)/,
    /refus|reject|den(?:y|ied)|forbidden|disallow|unauthori|busy|down\b|offline/,
    /blocked(?! (?:due|because|for)\b)|blacklist|spam|suspend|locked|limited|temporar|geschutzt|gesperrt/,
    /nicht erreichbar|protege|bloque|not reachable/,
  ],
])
