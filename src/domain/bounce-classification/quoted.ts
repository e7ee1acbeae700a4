/**
 * The reply of the other server inside the sentences of its reporter. Reporters write what they think may be the reason
 * ("it was rejected by the recipient domain"), and the reply of the other server comes after a colon, in quotes or in brackets.
 */
import { sequence } from '../../lib/patterns.ts'
import { codeAt } from './codes.ts'

export interface QuotedReply {
  /** Plain text from the reply's code or first word on. */
  readonly words: string
  /** It begins with its code, so that all of it is the other server's; else it is believed only where it says something. */
  readonly coded: boolean
}

/**
 * The quoted reply of a text.
 * @param words plain text
 * @param isReply it is known to be a reply itself; else it is if it begins with a code
 * @returns undefined where the text is a reply that passes on no other, or quotes nothing
 */
export function quotedReply(words: string, isReply = false): QuotedReply | undefined {
  if (isReply || beginsWithReply.test(words)) {
    const passed = passedOn.exec(words)
    return passed ? replyAt(words, passed[0].length, true) : undefined
  }
  const at = codeAt(words)
  // a temporary status of the reporter's own contradicts the quoted reply: both are judged together
  if (at !== undefined && introduces.test(words.slice(Math.max(0, at - 40), at)) && !temporary.test(words.slice(0, at)))
    return replyAt(words, at, true)
  if (at !== undefined) return undefined
  const introduced = introducer.exec(words)
  return introduced ? replyAt(words, introduced.index + introduced[0].length, false) : undefined
}

/** @param at where the reply begins: what opens before it, closes it */
function replyAt(words: string, at: number, coded: boolean): QuotedReply | undefined {
  const open = words[at - 1] ?? ''
  const close = closing.get(open)
  const end = close === undefined ? -1 : endOf(words, at, open, close)
  const reply = words.slice(at, end < 0 ? words.length : end)
  return isWorded.test(reply) ? { words: reply, coded } : undefined
}

/** Where a quotation or bracket ends: brackets may hold brackets, and an apostrophe inside a word ends nothing. */
function endOf(words: string, from: number, open: string, close: string): number {
  let depth = 1
  for (let at = from; at < words.length; at++) {
    const one = words[at]
    if (one === close && !(close === "'" && (words[at - 1] === '\\' || isLetter.test(words[at + 1] ?? '')))) {
      if (--depth === 0) return at
    } else if (one === open && close !== open) depth++
  }
  return -1
}

const beginsWithReply = /^[45][0-5]\d(?:[ -]|$)/
/** Exchange Online passes a reply on inside one of its own. */
const passedOn =
  /^(?:[45]\d\d )?[45]\.\d{1,3}\.\d{1,3} remote server (?:returned|said|responded)(?: an error| message| with)? ?(?:->|:)? ?['"]?(?=[45][0-5]\d[ -])/
const introduces =
  /(?:[:>#=]|<<|\b(?:said|says|returned|replied|responded|reported|answered|was|with|error|code|reply|response|status|problem|failure|because|following)) ?['"([{<]{0,2}$|['"([{<]$/
const temporary = /(?<![\d.])4\.\d\.\d{1,3}(?![\d.])/
const introducer = sequence([
  /\b/,
  [
    sequence([
      /(?:host|server|system|mta|gateway|side|site|mailer) (?:[\w.[\]()-]{1,253} ){0,2}/,
      /(?:said|says|replied|responded|answered|reported|returned)/,
      /(?: (?:as follows|with|the following|error|this)){0,2}/,
    ]),
    /(?:error|reply|response|answer|reason|message) (?:of|from|by|that|returned)[^:"'<>]{1,60}(?:was|is|returned|said|gave)/,
    /responded as follows|(?:reason|error|diagnostic|problem)(?: (?:was|is|given))?/,
  ],
  / ?: ?['"[(]{0,2}/,
])
/** It has words besides its code and status. */
const isWorded = /[^\W\d_]{3,}|[^\x00-\x7f]{2}/
const isLetter = /[\p{L}\d]/u
const closing: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['"', '"'],
  ["'", "'"],
])
