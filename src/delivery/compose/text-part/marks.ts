/**
 * The characters that stand for something else while a text part is made: values filled in later, and the addresses of links.
 * They are noncharacters (Unicode §23.7), which no author's text may contain, so none of it is lost.
 */
import { decodeHTML } from 'entities'

/** Marks the place of the piece with this number: a value of the recipient, or the token. */
export function placeMark(number: number): string {
  return `\ufdd0${number}\ufdd1`
}

/** Marks the place of the address of the link with this number, in angle brackets. */
export function linkMark(number: number): string {
  return `\ufdd2${number}\ufdd3`
}

/** Splits a text at its places: every other part is the number of a piece. */
export const places = /\ufdd0(\d+)\ufdd1/
/** A link's address and the space before it. */
export const linkMarks = / ?\ufdd2(\d+)\ufdd3/g

/** The author's text without what could be taken for a mark. */
export function removeMarks(text: string): string {
  return text.replace(/[\ufdd0-\ufddf]/g, '')
}

/** Source text of HTML as the reader sees it: character references decoded, places kept, controls left out. */
export function decodeSource(source: string): string {
  if (!source.includes('&') && !source.includes('\ufdd0')) return withoutControls(source)
  return source
    .split(/(\ufdd0\d+\ufdd1)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutControls(removeMarks(decodeHTML(part)))))
    .join('')
}

function withoutControls(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/g, '')
}

/** Columns that a value filled in later is expected to take: a first name, a number. */
const valueColumns = 8

/** Columns of a text in a fixed-width font (UAX #11): wide characters take two, combining ones none. */
export function columnsOf(text: string): number {
  const plain = text.replace(linkMarks, '').replace(/\ufdd0\d+\ufdd1/g, ' '.repeat(valueColumns))
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length
  let columns = 0
  for (const character of plain) {
    if (zeroWidth.test(character)) continue
    columns += wide.test(character) ? 2 : 1
  }
  return columns
}

const zeroWidth = /[\p{M}\p{Cf}]/u
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/u
