/**
 * What a mail system's words say. Evidence against an address must agree: words and code that contradict each other
 * never make a recipient gone. See docs/bounces.md.
 */
import type { ReturnClass } from './classes.ts'
import { evidenceOf, nameless, plain } from './plain.ts'
import type { RuleSet } from './rule.ts'
import { broad, narrow } from './rules/all.ts'
import { meaningOf, statusesIn } from './status.ts'

/** What is known of one failure. */
export interface Said {
  /** SMTP reply code; undefined: looked for at the front of the text. */
  readonly code?: number | undefined
  /** The status a report has a field for; what the text holds is looked for anyway. */
  readonly status?: string | undefined
  readonly text: string
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
 */
export function classifyReply(
  code: number | undefined,
  text: string,
): { class: ReturnClass; status: string | undefined; evidence: string } {
  const { class: found, status, evidence } = judge({ code, text })
  return { class: found, status, evidence }
}

/** Classifies words, an SMTP reply code and a status that belong together. Pure; linear in the length of the text. */
export function judge(said: Said): Judgement {
  const whole = plain(said.text)
  const words = nameless(whole)
  const inText = statusesIn(whole)
  const status = bestStatus(said.status, inText)
  const code = said.code ?? codeIn(words)
  const meaning = status === undefined ? undefined : meaningOf(status)
  // what the server itself said outranks the field of whoever reports it
  const temporary = code !== undefined ? code < 500 : (inText[0] ?? said.status ?? '').startsWith('4')
  const judged = (found: ReturnClass, by: Judgement['by']): Judgement => ({
    class:
      found === 'recipient gone' && (temporary || (code !== undefined && !fits(code, inText))) ? 'transient' : found,
    status,
    code,
    evidence: evidenceOf(said.text),
    by,
  })

  const exact = match(narrow, words)
  if (exact !== undefined) {
    const contradicts = exact === 'recipient gone' && meaning?.decides === true && meaning.class !== exact
    return contradicts ? judged(meaning.class, 'status') : judged(exact, 'words')
  }
  if (meaning?.decides) return judged(meaning.class, 'status')
  const vague = match(broad, words)
  if (vague !== undefined) return judged(vague, 'broad words')
  if (meaning) return judged(meaning.class, 'status')
  const byCode = code === undefined ? undefined : codes.get(code)
  if (byCode) return judged(byCode, 'status')
  if (temporary) return judged('transient', 'digit')
  return judged('unknown', code === undefined && status === undefined ? 'nothing' : 'digit')
}

/** A permanent code with a temporary status is a contradiction. */
function fits(code: number, statuses: readonly string[]): boolean {
  return statuses[0] === undefined || statuses[0].charCodeAt(0) - 48 === Math.floor(code / 100)
}

/** Codes that mean one thing (RFC 5321 §4.2.3, RFC 7504, RFC 4954 §6, RFC 7505). */
const codes: ReadonlyMap<number, ReturnClass> = new Map([
  [521, 'dns'],
  [556, 'dns'],
  [530, 'policy'],
  [534, 'policy'],
  [535, 'policy'],
  [538, 'policy'],
  [552, 'mailbox full'],
])

/** The first that means something by itself, the report's own field first; else the first there is. */
function bestStatus(field: string | undefined, inText: readonly string[]): string | undefined {
  const all = field === undefined ? inText : [field, ...inText]
  return all.find(one => meaningOf(one)?.decides) ?? all.find(one => meaningOf(one)) ?? inText[0] ?? field
}

/** The first SMTP reply code of refusals. @param words plain text */
export function codeIn(words: string): number | undefined {
  const found =
    /(?:^|[\s:;>("'=])([45][0-5]\d)(?=[ \-:;)#]|$)(?! (?:bytes|kb|mb|seconds|minutes|hours|lines|messages))/.exec(words)
  return found ? Number(found[1]) : undefined
}

function match(sets: readonly RuleSet[], words: string): ReturnClass | undefined {
  for (const set of sets) {
    for (const one of set.rules) if (one.words.test(words)) return set.class
  }
  return undefined
}
