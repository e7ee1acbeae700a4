/**
 * Text of one line, and web addresses, as callers may give them. Control characters never pass, so nothing stored can break
 * out of a header, a line or an SMTP command.
 */
import { Refusal } from '../../contract/refusals.ts'

/**
 * Reads text of one line: blanks around it are cut off, control characters and line separators refuse it.
 * @param max most UTF-16 units
 * @returns the text, '' for null and blank text, undefined when it is too long or not one clean line
 */
export function line(text: string | null, { max }: { readonly max: number }): string | undefined {
  const trimmed = trimBlanks(text ?? '')
  if (trimmed.length > max || unprintable.test(trimmed) || !trimmed.isWellFormed()) return undefined
  return trimmed
}

/**
 * Reads a parameter that is text of one line, saying what is wrong with it.
 * @param max most UTF-16 units
 * @returns the text, '' for null and blank text
 * @throws Refusal ValueTooLong, InvalidCharacters
 */
export function cleanLine(parameter: string, text: string | null, max: number): string {
  const clean = line(text, { max: Number.POSITIVE_INFINITY })
  if (clean === undefined) {
    throw new Refusal('InvalidCharacters', `${parameter} must be one line without control characters.`)
  }
  if (clean.length > max) throw new Refusal('ValueTooLong', `${parameter} is longer than ${max} characters.`)
  return clean
}

/**
 * Reads an absolute http or https URL of at most 2,000 characters that carries no user name or password.
 * @returns the URL as it came, without blanks around it; undefined for anything else, null and the empty string included
 */
export function webAddress(text: string | null): string | undefined {
  const url = line(text, { max: longestUrl })
  // the parser would quietly drop or encode white space and forgive missing or backward slashes
  if (!url || !/^https?:\/\/[^\s/\\]/i.test(url) || /\s/.test(url)) return undefined
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') return undefined
  return url
}

/** Text on one line: a run of control characters and line separators becomes a space, blanks around it are cut off. */
export function asOneLine(text: string): string {
  return text.replace(lineBreaking, ' ').trim()
}

/**
 * Text as a header of a mail may carry it: on one line, and without invisible characters that change how the rest
 * is shown or compared (right-to-left overrides and other direction controls, zero-width spaces, soft hyphens, tag
 * characters). Joiners stay, which Persian, Indic scripts and emoji need, and so do the tags of a regional flag.
 */
export function headerText(text: string): string {
  return asOneLine(text.toWellFormed().replace(unseen, '$<flag>'))
}

/**
 * The same for a subject: a direction mark (LRM, RLM, ALM) stays between letters or digits. Hebrew and
 * Arabic with Latin words, numbers and punctuation need it, and a single one turns no letters. Among other invisible characters it goes.
 */
export function subjectText(text: string): string {
  const letters = [...text.matchAll(/[\p{L}\p{N}]/gu)]
  const first = letters[0]?.index ?? 0
  const last = letters.at(-1)?.index ?? 0
  const kept = text.toWellFormed().replace(unseen, (run, flag: string | undefined, at: number) => {
    const isMark = /^[\u200e\u200f\u061c]$/.test(run)
    return flag ?? (isMark && first < at && at < last ? run : '')
  })
  return asOneLine(kept)
}

const lineBreaking = /[\p{Cc}\u2028\u2029]+/gu
/** U+FFF9 to U+FFFB, the interlinear annotations, are not among the default ignorable characters. */
const unseen =
  /(?<flag>\u{1F3F4}[\u{E0030}-\u{E007A}]{3,7}\u{E007F})|(?:(?![\u200c\u200d])(?=\p{Default_Ignorable_Code_Point})\p{Cf}|[\ufff9-\ufffb])+/gu

const longestUrl = 2000

/** C0 and C1 controls (`\p{Cc}`), and the separators some readers break lines at. */
const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/

/** Without spaces and tabs at its ends. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
