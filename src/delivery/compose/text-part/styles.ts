/** The parts of `style` attributes that matter to a text part: hidden elements, blocks, spacing. */

export type Style = ReadonlyMap<string, string>

const none: Style = new Map()

/** The declarations that hold; of two, the later or the important one (css-cascade §6). Names and values in lower case. */
export function readStyle(text: string | undefined): Style {
  if (text === undefined || text === '') return none
  const style = new Map<string, string>()
  const important = new Set<string>()
  for (const declaration of text.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim()
    const given = declaration.slice(colon + 1).trim()
    const isImportant = given.endsWith('!important')
    if (important.has(name) && !isImportant) continue
    if (isImportant) important.add(name)
    style.set(name, isImportant ? given.slice(0, -'!important'.length).trim() : given)
  }
  return style
}

/**
 * Is the element hidden from all readers? `mso-hide` alone hides in Outlook only, which has a copy of its own then: the usual
 * "bulletproof" button is marked so. Letters that are too small to read are asked for by `isSmall`.
 */
export function isHidden(style: Style): boolean {
  if (style.size === 0) return false
  const zero = (name: string) => lengthOf(style.get(name)) === 0
  return (
    style.get('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
    zero('opacity') ||
    zero('max-height') ||
    zero('max-width') ||
    (style.get('overflow') === 'hidden' && (zero('height') || zero('width')))
  )
}

/** Letters of up to two pixels are how preview texts are hidden. @returns undefined where the size is inherited */
export function isSmall(style: Style): boolean | undefined {
  const size = lengthOf(style.get('font-size'))
  return size === undefined ? undefined : size <= 2
}

/** Whether the element has a gap above or below. @param side of `margin` and `padding` */
export function isApart(style: Style, side: 'top' | 'bottom', properties: readonly Spacing[]): boolean | undefined {
  let known = false
  let sum = 0
  for (const property of properties) {
    const length = lengthOf(style.get(`${property}-${side}`)) ?? lengthOf(ofSide(style.get(property), side))
    if (length === undefined) continue
    known = true
    sum += length
  }
  return known ? sum >= apartFrom : undefined
}

export type Spacing = 'margin' | 'padding'

/** Half a line, in CSS pixels. */
export const apartFrom = 8

/** Of `a`, `a b`, `a b c` and `a b c d`, the part for top or bottom. */
function ofSide(shorthand: string | undefined, side: 'top' | 'bottom'): string | undefined {
  const parts = shorthand?.split(/\s+/, 5)
  return parts && (side === 'bottom' ? (parts[2] ?? parts[0]) : parts[0])
}

/** A length in CSS pixels, as far as it is known without the rest of the page: percentages of nothing are zero too. */
export function lengthOf(value: string | undefined): number | undefined {
  const [, digits, unit = ''] =
    /^(-?[0-9]{0,9}\.?[0-9]{1,9})(px|pt|pc|cm|mm|in|em|rem|ex|ch|vh|vw|%)?$/.exec(value?.trim() ?? '') ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (number === 0) return 0
  const factor = unit === '' ? 1 : pixels[unit]
  return factor === undefined ? undefined : number * factor
}

/** Relative ones for letters of 16 pixels. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
}
