/**
 * Guesses the encoding of cells that are no UTF-8, by what they would say in each: names of countries, languages and months, which ICU
 * has in all languages, say which letters follow each other. Cells of tables are names, too few and too short for what detectors of
 * running text go by, and most octets of a file are ASCII, which says nothing.
 */
import { findDecoder } from '../../../lib/charset.ts'

/** Which languages are written in an encoding. Of two encodings that fit alike, the first one is taken. */
// biome-ignore format: a table reads by its lines
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'ca', 'ga', 'en'],
  'windows-1250': ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl'],
  'windows-1251': ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['lt', 'lv', 'et'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  gb18030: ['zh'],
  big5: ['zh-Hant'],
  shift_jis: ['ja'],
  'euc-jp': ['ja'],
  'euc-kr': ['ko'],
  'iso-8859-2': ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl'],
  'koi8-r': ['ru', 'bg'],
  'koi8-u': ['uk'],
  ibm866: ['ru', 'uk'],
  macintosh: ['de', 'fr', 'es', 'it', 'pt', 'sv', 'da', 'nb', 'is'],
  'x-mac-cyrillic': ['ru', 'uk', 'bg'],
}

/** What a person may choose, the most usual first. */
export const encodings: readonly string[] = ['utf-8', 'utf-16le', 'utf-16be', ...Object.keys(languagesOf)]

/** Cells that a guess is made of. */
const mostCells = 400
/** What a pair of letters that its language hardly has costs, as a logarithm; of Han, each is one of some thousand. */
const unlikely = Math.log(1e-5)
const ofThousands = Math.log(1 / 2_500)
const rare = Math.log(1e-6)
/** The bonus of the most usual encoding, once for a file: it decides where a letter or two are not enough. */
const usual = ['windows-1252', 3] as const
/** The bonus for the language of the list, for each letter. */
const ofList = 0.35

/**
 * @param cells octets of cells of which each has some outside ASCII
 * @param language of the list, which is preferred
 * @returns an encoding, the best of those that fit first, with what they make of the cells; empty where none fits
 */
export function rankEncodings(cells: readonly Uint8Array[], language?: string): readonly string[] {
  const looked = cells.slice(0, mostCells)
  const octets = looked.reduce((sum, cell) => sum + cell.length, 0)
  if (octets === 0) return []
  return Object.keys(languagesOf)
    .map(encoding => ({ encoding, score: scoreOf(encoding, looked, language) / octets }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((one, other) => other.score - one.score)
    .map(({ encoding }) => encoding)
}

/** Quotes, dashes and signs of word processors stand between words, as ASCII's do. */
const wordPattern =
  /[^\s\d!-/:-@[-`{-\x7e\u2013\u2014\u2018-\u201f\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122«»°§©®€£¥]+/g

/** How likely cells are in an encoding, in that of its languages which fits them best. */
function scoreOf(encoding: string, cells: readonly Uint8Array[], language: string | undefined): number {
  const decoder = findDecoder(encoding)! // one of the table
  const words: string[] = []
  let broken = 0
  for (const cell of cells) {
    const text = decoder.decode(cell).normalize('NFC')
    // octets that are no character there, and controls, which no cell holds
    for (const _ of text.matchAll(/[\ufffd\x80-\x9f\p{Co}\p{Cn}]/gu)) broken++
    words.push(...(text.match(wordPattern) ?? []))
  }
  let best = Number.NEGATIVE_INFINITY
  for (const known of languagesOf[encoding]!) {
    const model = modelOf(known)
    let score = broken * rare * 2 + (encoding === usual[0] ? usual[1] : 0)
    for (const word of words) {
      score += model.scoreOf(word)
      if (language === known || language?.startsWith(`${known}-`)) score += ofList * word.length
    }
    best = Math.max(best, score)
  }
  return best
}

interface Model {
  /** The logarithm of how likely a word is, over the octets that it has. */
  scoreOf(word: string): number
}

const models = new Map<string, Model>()

function modelOf(language: string): Model {
  const known = models.get(language)
  if (known) return known
  const model = /^(?:zh|ja|ko)/.test(language) ? signsOf(language) : lettersOf(language)
  models.set(language, model)
  return model
}

/** Pairs of letters, as an alphabet has them. */
function lettersOf(language: string): Model {
  const pairs = new Map<string, number>()
  const firsts = new Map<string, number>()
  const letters = new Set<string>()
  for (const word of wordsOf(language)) {
    const lower = ` ${word.toLowerCase().normalize('NFC')} `
    for (let at = 1; at < lower.length; at++) {
      const pair = lower.slice(at - 1, at + 1)
      letters.add(pair[1]!)
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      firsts.set(pair[0]!, (firsts.get(pair[0]!) ?? 0) + 1)
    }
  }
  const logOf = (pair: string) => {
    if (!letters.has(pair[1]!)) return /[a-z ]/.test(pair[1]!) ? ofThousands : rare
    // a pair that was not met is not impossible
    return Math.log(((pairs.get(pair) ?? 0) + 0.1) / ((firsts.get(pair[0]!) ?? 0) + 0.1 * letters.size))
  }
  return {
    scoreOf(word) {
      // capital letters inside a word in lower case are a sign of another encoding
      const mixed = word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
      const strange = word.match(/[^\p{L}\p{M}]/gu)?.length ?? 0
      const lower = ` ${word.toLowerCase().normalize('NFC')} `
      let score = (mixed + strange) * unlikely
      for (let at = 1; at < lower.length; at++) score += Math.max(rare, logOf(lower.slice(at - 1, at + 1)))
      return score
    },
  }
}

/** Signs of which there are thousands: those that names of countries have, and those that each reader knows. */
function signsOf(language: string): Model {
  const ofNames = new Set(wordsOf(language).flatMap(word => [...word]))
  const known = commonSigns(language)
  return {
    scoreOf(word) {
      // no one writes a sign between letters
      let score = /[A-Za-z]/.test(word) ? unlikely : 0
      for (const sign of word) {
        if (/[A-Za-z]/.test(sign)) score += Math.log(1 / 60)
        else if (/[\uff61-\uff9f]/.test(sign)) score += unlikely
        else if (ofNames.has(sign)) score += Math.log(1 / 400)
        else score += known.has(sign) ? ofThousands : rare * 1.5
      }
      return score
    },
  }
}

/** The signs of the first level of a national standard: those in use, by their octets. */
function commonSigns(language: string): ReadonlySet<string> {
  const [encoding, first, last] = firstLevel[language] ?? firstLevel.zh!
  const decoder = findDecoder(encoding)! // one of the table
  const signs = new Set<string>()
  for (let lead = first; lead <= last; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) signs.add(decoder.decode(Uint8Array.of(lead, trail)))
    if (encoding === 'big5')
      for (let trail = 0x40; trail <= 0x7e; trail++) signs.add(decoder.decode(Uint8Array.of(lead, trail)))
  }
  return signs
}
const firstLevel: Readonly<Record<string, readonly [encoding: string, first: number, last: number]>> = {
  zh: ['gb18030', 0xb0, 0xd7],
  'zh-Hant': ['big5', 0xa4, 0xc6],
  ja: ['euc-jp', 0xb0, 0xcf],
  ko: ['euc-kr', 0xb0, 0xc8],
}

/** Words of a language with letters outside ASCII or not: names of countries, languages and months. */
function wordsOf(language: string): readonly string[] {
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const texts: string[] = []
  for (let one = 65; one <= 90; one++) {
    for (let two = 65; two <= 90; two++) {
      const code = String.fromCharCode(one, two)
      texts.push(regions.of(code) ?? '', languages.of(code.toLowerCase()) ?? '')
    }
  }
  for (const style of ['long', 'short'] as const) {
    const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
    for (let n = 0; n < 12; n++) texts.push(month.format(Date.UTC(2024, n, 15)))
  }
  // in these encodings Romanian has letters with a cedilla
  const written = language === 'ro' ? texts.map(text => text.replace(/[ȘșȚț]/g, letter => cedillas[letter]!)) : texts
  return written.flatMap(text => text.match(/[\p{L}\p{M}]+/gu) ?? [])
}

const cedillas: Readonly<Record<string, string>> = { Ș: 'Ş', ș: 'ş', Ț: 'Ţ', ț: 'ţ' }
