/**
 * Which properties set the same longhands: `padding` and `padding-top`, `font` and `line-height`. Says yes where it does not know.
 * `test/browser/inlining.test.ts` compares it with every shorthand of the browser.
 */

/** Properties whose name does not begin with that of what they belong to. */
const families: readonly (readonly [name: RegExp, family: string])[] = [
  [/^line-height$/, 'font'],
  [/^(?:top|right|bottom|left|inset.*)$/, 'inset'],
  [/^(?:(?:min|max)-)?(?:width|height|inline-size|block-size)$/, 'size'],
  [/^(?:gap|columns?(?:-.*)?|row-(?:gap|rule.*)|rule(?:-.*)?|grid(?:-.*)?)$/, 'grid'],
  [/^(?:place|align|justify)-/, 'place'],
  [/^(?:word-wrap|overflow.*)$/, 'overflow'],
  [/^(?:page-break|break)-/, 'break'],
  [/^(?:white-space.*|text-wrap.*|text-space-.*)$/, 'white-space'],
  [
    /^(?:timeline-trigger|trigger|position-try|interest|caret|event|view|container|contain|corner|offset|mask|marker)/,
    'rare',
  ],
]
/** Families of which any two properties may set the same. */
const mixed = new Set(['flex', 'grid', 'place', 'break', 'white-space', 'overflow', 'rare'])
const logical = /(?:^|-)(?:inline|block)(?:-|$)/
const borderPart = /^border(?:-(top|right|bottom|left))?(?:-(width|style|color))?$/

/** The name without the prefix of one browser, in lower case; names of custom properties stay. */
function plainName(name: string): string {
  return name.startsWith('--') ? name : name.toLowerCase().replace(/^-(?:webkit|moz|ms|o)-/, '')
}

/** What two overlapping properties have in common; those of different families do not overlap, but for `all`. */
function familyOf(name: string): string {
  const plain = plainName(name)
  if (plain.startsWith('--')) return plain
  return families.find(([pattern]) => pattern.test(plain))?.[1] ?? /^[^-]*/.exec(plain)![0]
}

/** May one declaration decide over a longhand that the other sets? */
export function doOverlap(one: string, other: string): boolean {
  const [a, b] = [plainName(one), plainName(other)]
  if (a === b || a === 'all' || b === 'all') return true
  const family = familyOf(a)
  if (family !== familyOf(b)) return false
  if (mixed.has(family) || a.startsWith(`${b}-`) || b.startsWith(`${a}-`)) return true
  // which side a logical property means depends on the direction of the text
  if (logical.test(a) || logical.test(b)) return true
  if (family === 'font') return a === 'font' || b === 'font'
  if (family === 'inset') return a === 'inset' || b === 'inset'
  return family === 'border' && doBordersOverlap(a, b)
}

/** `border-top` and `border-color`, `border-radius` and the radius of a corner. */
function doBordersOverlap(a: string, b: string): boolean {
  if (a.endsWith('spacing') && b.endsWith('spacing')) return true
  if (a.endsWith('radius') && b.endsWith('radius')) return a === 'border-radius' || b === 'border-radius'
  const [first, second] = [borderPart.exec(a), borderPart.exec(b)]
  if (!first || !second) return false
  const [, side, part] = first
  const [, otherSide, otherPart] = second
  const isSame = (x: string | undefined, y: string | undefined) => x === undefined || y === undefined || x === y
  return isSame(side, otherSide) && isSame(part, otherPart)
}
