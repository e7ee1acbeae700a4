/** Text of several lines as callers may give it. */
import { Refusal } from '../../contract/refusals.ts'

/**
 * Reads a parameter that is plain text of several lines: line breaks become \n, blanks around it are cut off.
 * @param most UTF-16 units
 * @returns the text, '' for null and blank text
 * @throws Refusal ValueTooLong, InvalidCharacters
 */
export function cleanLines(parameter: string, text: string | null, most: number): string {
  const clean = (text ?? '').replace(/\r\n?/g, '\n').trim()
  if (clean.length > most) throw new Refusal('ValueTooLong', `${parameter} is longer than ${most} characters.`)
  if (/[^\P{Cc}\n]/u.test(clean) || !clean.isWellFormed())
    throw new Refusal('InvalidCharacters', `${parameter} must not hold control characters besides line breaks.`)
  return clean
}
