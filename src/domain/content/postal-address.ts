/**
 * Whether a text holds a postal address: one that is given, however its lines are set, or something that looks like one: a street or a
 * post-office box with a postal code near it. Linear.
 */
import { sequence } from '../../lib/patterns.ts'

/** Letters and digits alone, so that line breaks, commas, bullets and cells of tables do not matter. */
export function compact(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Whether all parts of the address are in the text. @param address one line or several; '' is in no text */
export function holdsGivenAddress(text: string, address: string): boolean {
  const parts = address
    .split(/[\n,;·|]/)
    .map(compact)
    .filter(part => part !== '')
  const within = compact(text)
  return parts.length > 0 && parts.every(part => within.includes(part))
}

/** Postal codes of the countries of docs/law.md, and of others that write them alike. */
const postalCode =
  /(?<![\p{L}\p{N}])(?:\d{5}-\d{3,4}|\d{5}|〒?\s?\d{3}[-‐－]\d{4}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|(?:A|CH|NL|DK|B|L)-\d{4}|\d{4}\s?[A-Z]{2}|\d{4}(?=\s+\p{Lu}))(?![\p{L}\p{N}])/gu

/** A street with a number on either side, a post-office box, or parts of a Japanese address. */
const streets: readonly RegExp[] = [
  sequence(
    [
      /\d{1,5}[a-z]?,?\s(?:[\p{L}.’'-]{1,30}\s){0,4}/u,
      [
        /street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|sq|place/,
        /pl|terrace|close|crescent|highway|hwy|parkway|pkwy|suite|ste|broadway|gardens?|hill|row|walk|quay|park|mews/,
      ],
      /(?![\p{L}])/u,
    ],
    'iu',
  ),
  /(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee|ring|damm|ufer|markt|graben|hof|chaussee|steig)\s?\d{1,4}/iu,
  /(?<!\p{L})(?:am|an der|im|in der|auf der|zum|zur|unter den)\s\p{Lu}[\p{L}-]{2,30}\s\d{1,4}/u,
  /\d{1,4}(?:\s?(?:bis|ter|quater|[a-d]))?,?\s(?:rue|avenue|av\.|boulevard|bd|place|pl\.|chemin|impasse|quai|all[ée]e|route|cours|square|passage|montée|rang)\s/iu,
  /(?<!\p{L})(?:via|viale|piazza|piazzale|corso|largo|vicolo|strada|lungotevere)\s(?:[\p{L}.’'-]{1,30}\s){0,4}[\p{L}.’'-]{1,30},?\s(?:n\.?\s?)?\d{1,4}/iu,
  /(?<!\p{L})(?:calle|c\/|avenida|avd?a?\.|paseo|plaza|rua|r\.|praça|alameda|travessa|rodovia|largo|estrada)\s?(?:[\p{L}.’'ºª-]{1,30}\s){0,5}[\p{L}.’'-]{1,30},?\s(?:n[.ºo°]{0,2}\s?)?\d{1,5}/iu,
  /(?<!\p{L})(?:p\.?\s?o\.?\s?box|postfach|bo[iî]te postale|b\.?p\.?|casella postale|apartado|caixa postal|c\.?p\.?)\s?\d{1,6}/iu,
  /(?:東京都|北海道|(?:京都|大阪)府|\p{sc=Han}{2,3}県).{1,30}(?:市|区|町|村|郡)/u,
]

/** Characters on each side of a postal code in which the street is looked for. */
const near = 120
/** A page of numbers has as many that look like codes. */
const mostCodes = 500

export function looksLikeAddress(text: string): boolean {
  const spaced = text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, ' ')
  let looked = 0
  for (const { 0: code, index } of spaced.matchAll(postalCode)) {
    if (++looked > mostCodes) return false
    const around = spaced.slice(Math.max(0, index - near), index + code.length + near)
    // what is the code itself is no number of a house
    const besides = `${spaced.slice(Math.max(0, index - near), index)} ${spaced.slice(index + code.length, index + code.length + near)}`
    if (streets.some(street => street.test(besides)) || streets.at(-1)?.test(around)) return true
  }
  return false
}
