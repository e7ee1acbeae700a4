/** SMTP reply codes in words. */
import type { ReturnClass } from './classes.ts'

/** The first SMTP reply code of refusals. @param words plain text */
export function codeIn(words: string): number | undefined {
  const at = codeAt(words)
  return at === undefined ? undefined : Number(words.slice(at, at + 3))
}

/** The place of the code in the text. Amounts, and longer numbers (telephones), are no codes. */
export function codeAt(words: string): number | undefined {
  const found = code.exec(words)
  return found ? found.index + found[0].length - 3 : undefined
}

const code =
  /(?:^|[\s:;>("'=[])[45][0-5]\d(?=[ \-:;)#'"]|$)(?! (?:bytes|kb|mb|seconds|minutes|hours|lines|messages))(?![ -](?:\d{4}|[0136-9]\d\d)\b)/

/** Codes that mean one thing (RFC 5321 §4.2.3, RFC 7504, RFC 4954 §6, RFC 7505). */
export const meaningOfCode: ReadonlyMap<number, ReturnClass> = new Map([
  [521, 'dns'],
  [556, 'dns'],
  [530, 'policy'],
  [534, 'policy'],
  [535, 'policy'],
  [538, 'policy'],
  [552, 'mailbox full'],
])
