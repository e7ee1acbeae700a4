/**
 * Mobile numbers in E.164 form. The metadata used know every country's calling code and lengths but not which of its
 * ranges are in use: numbering plans change faster than installations do, and a number refused in error is a
 * subscriber lost.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Reads a number of the form `+4915112345678`, blanks around it tolerated, separators not.
 * @returns undefined unless it is E.164 with a known calling code and a length its country has
 */
export function parseMobileNumber(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^\+[1-9][0-9]{1,14}$/.test(trimmed)) return undefined
  const number = parsePhoneNumberFromString(trimmed)
  return number?.isPossible() && number.number === trimmed ? trimmed : undefined
}

/**
 * Reads a number as tables hold it: `+49 (0)151 123-456 78`, `0049…`. Only numbers with the code of their country; which one
 * others belong to, the table does not say.
 * @returns undefined unless what is left is one that `parseMobileNumber` reads
 */
export function parseWrittenMobileNumber(text: string): string | undefined {
  const bare = text.replace(/\(0\)/, '').replace(/[\s().\-/]/g, '')
  return parseMobileNumber(bare.replace(/^00/, '+'))
}
