/**
 * What a mail system's words say. Evidence against an address must agree: words and code that contradict each other
 * never make a recipient gone. See docs/bounces.md.
 */
import type { ReturnClass } from './classes.ts'
import { codeIn, meaningOfCode } from './codes.ts'
import { evidenceOf, nameless, plain } from './plain.ts'
import { quotedReply } from './quoted.ts'
import type { RuleSet } from './rule.ts'
import { broad, goneAfterData, narrow, unreached } from './rules/all.ts'
import { type ReplyStage, stageIn } from './stage.ts'
import { meaningOf, type StatusMeaning, statusesIn } from './status.ts'
import { sentencesOf } from './unsure.ts'

/** What is known of one failure. */
export interface Said {
  /** SMTP reply code; undefined: looked for at the front of the text. */
  readonly code?: number | undefined
  /** The status a report has a field for; what the text holds is looked for anyway. */
  readonly status?: string | undefined
  readonly text: string
  /** Where in the conversation it was said; undefined: as the text has it. */
  readonly stage?: ReplyStage | undefined
}

export interface Judgement {
  readonly class: ReturnClass
  readonly status: string | undefined
  readonly code: number | undefined
  readonly evidence: string
  /** What decided: words that say just this, a status, words in general, or no more than the first digit. */
  readonly by: 'words' | 'status' | 'broad words' | 'digit' | 'nothing'
}

/**
 * Classifies what a server answered while a mail was handed over.
 * @param code of the reply; undefined: as the text has it
 * @param text its words, with or without the code, lines joined
 * @param stage the stage of the conversation that the reply belongs to; undefined where it is not known
 */
export function classifyReply(
  code: number | undefined,
  text: string,
  stage?: ReplyStage,
): { class: ReturnClass; status: string | undefined; evidence: string } {
  const { class: found, status, evidence } = judge({ code, text, stage })
  return { class: found, status, evidence }
}

/**
 * Classifies words, an SMTP reply code and a status that belong together. Where the words quote the reply of another server,
 * the quoted reply decides. Pure; linear in the length of the text.
 */
export function judge(said: Said): Judgement {
  const whole = plain(said.text)
  const stage = said.stage ?? stageIn(whole)
  const quoted = quotedReply(whole, said.code !== undefined)
  if (quoted) {
    const found = judgeWords(quoted.words, said, stage)
    if (quoted.coded || found.by === 'words' || found.by === 'status') return found
  }
  return judgeWords(whole, said, stage)
}

/** @param whole plain text: all that was said, or what of it counts */
function judgeWords(whole: string, said: Said, stage: ReplyStage | undefined): Judgement {
  const words = nameless(whole)
  const inText = statusesIn(whole)
  const status = bestStatus(said.status, inText)
  const code = said.code ?? codeIn(words)
  const meaning = status === undefined ? undefined : meaningOf(status)
  // what the server itself said outranks the reporter's field
  const temporary = code !== undefined ? code < 500 : (inText[0] ?? said.status ?? '').startsWith('4')
  const [found, by] = reasonOf(words, { code, status, meaning, stage, temporary })
  // words and code that contradict each other make no recipient gone
  const contradicts = temporary || (code !== undefined && !fits(code, inText))
  const gone = contradicts ? 'transient' : believed(words, stage, meaning?.class)
  return {
    class: found === 'recipient gone' ? gone : found,
    status,
    code,
    evidence: evidenceOf(said.text),
    by,
  }
}

/** What is known of a reply besides its words. */
interface Known {
  readonly code: number | undefined
  readonly status: string | undefined
  readonly meaning: StatusMeaning | undefined
  readonly stage: ReplyStage | undefined
  readonly temporary: boolean
}

/** Words that say one thing, else a status that decides, else vague words, else what a status or code leans to. */
function reasonOf(
  words: string,
  { code, status, meaning, stage, temporary }: Known,
): readonly [found: ReturnClass, by: Judgement['by']] {
  const exact = exactly(words, code)
  if (exact === 'recipient gone' && meaning?.decides === true && meaning.class !== exact)
    return [meaning.class, 'status']
  // a domain that is unknown before any recipient was named is the sender's
  if (exact === 'dns' && (stage === 'greeting' || stage === 'sender')) return ['policy', 'words']
  if (exact !== undefined) return [exact, 'words']
  if (meaning?.decides) return [meaning.class, 'status']
  const vague = match(broad, words)
  if (vague !== undefined) return [vague, 'broad words']
  if (meaning) return [meaning.class, 'status']
  const byCode = code === undefined ? undefined : meaningOfCode.get(code)
  if (byCode) return [byCode, 'status']
  if (temporary) return ['transient', 'digit']
  return ['unknown', code === undefined && status === undefined ? 'nothing' : 'digit']
}

/** The class that words say by themselves: sentences that leave the reason open are asked last. */
function exactly(words: string, code: number | undefined): ReturnClass | undefined {
  // a failed connection carries no reply; with a code, a server refused a command
  if (code === undefined && unreached.words.test(words)) return 'transient'
  const open = sentencesOf(words)
  if (!open) return match(narrow, words)
  const sure = match(narrow, open.sure.join(' '))
  if (sure !== undefined) return sure
  const either = match(narrow, open.alternatives.join(' '))
  if (either !== undefined) return either === 'recipient gone' ? 'unknown' : either
  const guessed = new Set(narrow.filter(set => match([set], open.guesses.join(' '))).map(set => set.class))
  const [only] = guessed
  // that the recipient may be gone is left to the status
  if (guessed.size === 0 || (guessed.size === 1 && only === 'recipient gone')) return undefined
  return guessed.size === 1 && open.guesses.length === 1 ? only : 'unknown'
}

/**
 * "Unknown user" by the stage of the conversation: before a recipient was named the sender is meant, and after the data the
 * message is being judged, so that more than these words must say it. See docs/decisions/bounces-and-complaints.md#recipient-gone-needs-code-status-and-words-to-agree.
 */
function believed(
  words: string,
  stage: ReplyStage | undefined,
  byStatus: ReturnClass | undefined,
): 'recipient gone' | 'policy' | 'unknown' {
  if (stage === 'sender') return 'policy'
  if (stage === 'greeting') return 'unknown'
  if (stage !== 'data' || byStatus === 'recipient gone') return 'recipient gone'
  return goneAfterData.some(one => one.words.test(words)) ? 'recipient gone' : 'unknown'
}

/** A permanent code with a temporary status is a contradiction. */
function fits(code: number, statuses: readonly string[]): boolean {
  return statuses[0] === undefined || statuses[0].charCodeAt(0) - 48 === Math.floor(code / 100)
}

/** The first that means something by itself, the report's own field first; else the first there is. */
function bestStatus(field: string | undefined, inText: readonly string[]): string | undefined {
  const all = field === undefined ? inText : [field, ...inText]
  return all.find(one => meaningOf(one)?.decides) ?? all.find(one => meaningOf(one)) ?? inText[0] ?? field
}

/** Rules of one set asked together: entering the engine for each costs more than most of them, and with more the engine gets slow. */
const rulesAtOnce = 5
const patterns = new WeakMap<RuleSet, readonly RegExp[]>()

function patternsOf(set: RuleSet): readonly RegExp[] {
  let known = patterns.get(set)
  if (!known) {
    const sources = set.rules.map(({ words }) => words.source)
    known = Array.from({ length: Math.ceil(sources.length / rulesAtOnce) }, (_, n) => {
      return new RegExp(sources.slice(n * rulesAtOnce, (n + 1) * rulesAtOnce).join('|'))
    })
    patterns.set(set, known)
  }
  return known
}

function match(sets: readonly RuleSet[], words: string): ReturnClass | undefined {
  for (const set of sets) {
    for (const some of patternsOf(set)) if (some.test(words)) return set.class
  }
  return undefined
}
