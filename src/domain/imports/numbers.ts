/** Numbers as people and programs of many countries write them. */
import { sequence } from '../../lib/patterns.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import { withAsciiDigits } from './digits.ts'

/** The character before the fraction. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

const longestNumber = 60
/** Digits that an exponent may add. */
const mostZeros = 20

/** Signs and codes of currencies that stand before or behind a number. */
const currency = sequence(
  [
    /^/u,
    [
      /\p{Sc}/u,
      /(?:EUR|USD|CHF|GBP|PLN|SEK|NOK|DKK|ISK|CZK|HUF|RON|BGN|TRY|TL|BRL|MXN|ARS|JPY|CNY|RMB|KRW|INR|RUB|UAH|CAD|AUD|NZD|ZAR|ILS|SGD|HKD)\b/u,
      /(?:R|US|A|C|CA|NZ|HK|MX)\$|kr\b\.?|zł|Kč|Ft\b|Fr\b\.?|lei\b|лв\.?|руб\.?|р\.|円|元|원/u,
    ],
    /\s*/u,
  ],
  'iu',
)
const currencyBehind = sequence(
  [
    /\s*/u,
    [
      /\p{Sc}/u,
      /\b(?:EUR|USD|CHF|GBP|PLN|SEK|NOK|DKK|ISK|CZK|HUF|RON|BGN|TRY|TL|BRL|MXN|ARS|JPY|CNY|RMB|KRW|INR|RUB|UAH|CAD|AUD|NZD|ZAR|ILS|SGD|HKD)/u,
      /\bkr\.?|zł|Kč|\bFt|\bFr\.?|\blei|лв\.?|руб\.?|р\.|円|元|원|%|‰/u,
    ],
    /$/u,
  ],
  'iu',
)

/** Digits in groups of three, or of two as in India, and what separates them: a blank, an apostrophe, or the other sign. */
const grammars: Readonly<Record<DecimalSign, RegExp>> = {
  point: /^(?:\d+|\d{1,3}(?:([ ,'])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})?(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i,
  comma: /^(?:\d+|\d{1,3}(?:([ .'])\d{3})(?:\1\d{3})*)?(?:,(\d*))?(?:e([+-]?\d{1,2}))?$/i,
}

/** @returns the number as digits with a point, as a custom field keeps it; undefined for a text that is no number */
export function parseNumber(text: string, sign: DecimalSign): string | undefined {
  // most are written so
  if (/^-?\d{1,15}$/.test(text)) return text
  const { body, isNegative } = bareNumber(text)
  return body === undefined ? undefined : written(body, sign, isNegative)
}

/** @returns the signs by which a text is a number; both with `isSame` where they make the same of it */
export function signsOf(text: string): { readonly signs: readonly DecimalSign[]; readonly isSame: boolean } {
  const read = decimalSigns.map(sign => parseNumber(text, sign))
  const signs = decimalSigns.filter((_, index) => read[index] !== undefined)
  return { signs, isSame: signs.length === 2 && read[0] === read[1] }
}

/** The currency or percent sign that a number has; '' where it has none. */
export function unitOf(text: string): string {
  return /^-?[\d.,]+$/.test(text) ? '' : bareNumber(text).unit
}

function bareNumber(text: string): {
  readonly body: string | undefined
  readonly isNegative: boolean
  readonly unit: string
} {
  let unit = ''
  if (text.length > longestNumber || !/\p{Nd}/u.test(text)) return { body: undefined, isNegative: false, unit }
  let body = withAsciiDigits(text)
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\uff0b-\uff0e\uff05\uff10-\uff19]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2019\u02bc\u00b4\u066c]/g, "'")
    .replace(/\u066b/g, '.')
    .replace(/[\u2212\u2013]/g, '-')
    .trim()
  let isNegative = false
  const inBrackets = /^\((.+)\)$/.exec(body)
  if (inBrackets) {
    isNegative = true
    body = inBrackets[1]!.trim()
  }
  const cut = (pattern: RegExp, isSign: boolean) => {
    const found = pattern.exec(body)
    if (!found) return
    body = body.slice(0, found.index) + body.slice(found.index + found[0].length)
    if (!isSign) unit ||= found[0].trim()
    else if (found[0].includes('-')) isNegative = !isNegative
  }
  cut(/^[+-]\s*/, true)
  cut(currency, false)
  cut(/^[+-]\s*/, true)
  cut(currencyBehind, false)
  // programs such as SAP write the sign of a number behind it
  cut(/\s*-$/, true)
  return { body: body.trim(), isNegative, unit }
}

function written(body: string, sign: DecimalSign, isNegative: boolean): string | undefined {
  const found = grammars[sign].exec(body)
  if (!found) return undefined
  const [, , fraction = '', exponent] = found
  const whole = body.slice(0, body.search(sign === 'point' ? /[.e]|$/i : /[,e]|$/i)).replace(/\D/g, '')
  if (whole === '' && fraction === '') return undefined
  const value = exponent === undefined ? joined(whole, fraction) : shifted(whole, fraction, Number(exponent))
  return value === undefined ? undefined : `${isNegative ? '-' : ''}${value}`
}

function joined(whole: string, fraction: string): string {
  return `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Without a floating-point number, which would round. */
function shifted(whole: string, fraction: string, exponent: number): string | undefined {
  if (Math.abs(exponent) > mostZeros) return undefined
  const at = whole.length + exponent
  const digits = whole + fraction
  const padded = at <= 0 ? '0'.repeat(1 - at) + digits : digits.padEnd(at, '0')
  const point = at <= 0 ? 1 : at
  const behind = trimEndOf(padded.slice(point), '0')
  return joined(padded.slice(0, point).replace(/^0+(?=\d)/, ''), behind)
}
