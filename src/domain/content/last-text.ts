/**
 * How the last text of a letter looks: what is added below it is written alike. Read from styles of elements, from attributes of old
 * HTML, and from plain rules of style sheets; media queries and selectors with conditions are left out.
 */
import { type Color, contrastOf, inkOn, nearest, readable, readColor } from './contrast.ts'
import { attributeOf, type OpenTag, type Text, type Token, visibleText } from './markup.ts'

export interface TextLook {
  readonly family: string
  /** Pixels. */
  readonly size: number
  readonly align: 'left' | 'center' | 'right' | undefined
  /** Can be read on what is behind the letter. */
  readonly color: Color
}

/** Small print and headlines are no footer: sizes in between are taken as they are. */
const sizes = { least: 11, most: 16, usual: 12 } as const
const usualFamily = 'sans-serif'

/** Elements without an end, which hold no text. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const unseen = new Set(['head', 'title', 'style', 'script', 'textarea', 'noscript', 'template', 'select', 'svg'])

export function lookOfLastText(tokens: readonly Token[]): TextLook {
  const { chain, root } = lastText(tokens)
  const rules = rulesOf(tokens)
  const styles = styleOf(chain, rules)
  const paper = colorOf(lastOf(root.map((_, n) => backgroundOf(root, n, rules)))) ?? '#ffffff'
  const color = colorOf(styles.get('color'))
  return {
    family: familyOf(styles.get('font-family')),
    size: sizeOf(styles.get('font-size')),
    align: alignOf(styles.get('text-align')),
    color: color === undefined ? inkOn(paper) : nearest(color, one => contrastOf(one, paper) >= readable),
  }
}

/** The style of a paragraph with this look. */
export function styleOfLook({ family, size, align, color }: TextLook): string {
  return `font-family:${family};font-size:${size}px;color:${color}${align === undefined ? '' : `;text-align:${align}`}`
}

interface Element {
  readonly tag: OpenTag
  readonly id: string | undefined
  readonly classes: ReadonlySet<string>
  readonly parent: Element | undefined
  readonly depth: number
}

/** The elements around the last text that can be seen, and those of the page itself; each from outside to inside. */
function lastText(tokens: readonly Token[]): { readonly chain: readonly Element[]; readonly root: readonly Element[] } {
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  let hidden = 0
  let inside: Element | undefined
  let [chain, root]: (Element | undefined)[] = []
  for (const token of tokens) {
    if (token.kind === 'text' && hidden === 0 && isSeen(token)) chain = inside
    if (token.kind === 'open' && !empty.has(token.name) && (inside?.depth ?? 0) < deepest) {
      inside = elementOf(token, inside)
      count(token.name, 1)
      if (isHidden(token)) hidden++
      if (token.name === 'html' || token.name === 'body') root = inside
    }
    if (token.kind !== 'close' || (counts.get(token.name) ?? 0) === 0) continue
    for (let closed = ''; inside && closed !== token.name; inside = inside.parent) {
      closed = inside.tag.name
      count(closed, -1)
      if (isHidden(inside.tag)) hidden--
    }
  }
  return { chain: withParents(chain), root: withParents(root) }
}

function isSeen(text: Text): boolean {
  return text.rawIn === undefined && /[\p{L}\p{N}]/u.test(visibleText(text))
}

function elementOf(tag: OpenTag, parent: Element | undefined): Element {
  const classes = new Set((attributeOf(tag, 'class') ?? '').toLowerCase().split(/\s+/))
  return { tag, id: attributeOf(tag, 'id')?.toLowerCase(), classes, parent, depth: (parent?.depth ?? 0) + 1 }
}

function withParents(element: Element | undefined): readonly Element[] {
  const all: Element[] = []
  for (let one = element; one; one = one.parent) all.push(one)
  return all.reverse()
}

/** Pages are not nested deeper (nesting.ts); what is not closed counts too. */
const deepest = 600

function isHidden(tag: OpenTag): boolean {
  if (unseen.has(tag.name)) return true
  const style = attributeOf(tag, 'style') ?? ''
  return /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|mso-hide\s{0,9}:\s{0,9}all|font-size\s{0,9}:\s{0,9}[01](?:px|pt|em)?\s{0,9}(?:;|!|$)/i.test(
    style,
  )
}

/** `p.a#b` */
interface Compound {
  /** '' for any. */
  readonly name: string
  readonly id: string | undefined
  readonly classes: readonly string[]
}

interface Rule {
  /** From inside to outside. */
  readonly selector: readonly Compound[]
  readonly declarations: string
  readonly weight: number
}

/** Of all style elements, the weakest first. */
const most = { css: 200_000, rules: 2_000 } as const

function rulesOf(tokens: readonly Token[]): readonly Rule[] {
  let css = ''
  for (const token of tokens) if (token.kind === 'text' && token.rawIn === 'style') css += `${token.text}\n`
  if (css.length > most.css) return []
  const rules: Rule[] = []
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/<!--|-->/g, ' ')
  for (let at = 0; at < plain.length && rules.length < most.rules; ) {
    const opening = plain.indexOf('{', at)
    if (opening < 0) break
    // statements such as @import end before it
    const before = plain.slice(at, opening)
    const head = before.slice(before.lastIndexOf(';') + 1).trim()
    const end = endOfBlock(plain, opening)
    if (!head.startsWith('@')) rules.push(...readRule(head, plain.slice(opening + 1, end)))
    at = end + 1
  }
  return rules.sort((a, b) => a.weight - b.weight)
}

function endOfBlock(css: string, opening: number): number {
  let depth = 0
  for (let at = opening; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

function readRule(head: string, declarations: string): readonly Rule[] {
  return head.split(',').flatMap(one => {
    const parts = one.toLowerCase().replaceAll('>', ' ').trim().split(/\s+/)
    if (!parts.every(part => /^(?:\*|[a-z][\w-]*)?(?:[.#][\w-]+)*$/.test(part))) return []
    const selector = parts.map(compoundOf).reverse()
    const weight = selector.reduce(
      (sum, { name, id, classes }) => sum + (name === '' ? 0 : 1) + (id ? 10_000 : 0) + classes.length * 100,
      0,
    )
    return [{ selector, declarations, weight }]
  })
}

function compoundOf(part: string): Compound {
  const marks = part.split(/(?=[.#])/)
  const named = (mark: string) => marks.flatMap(one => (one.startsWith(mark) ? [one.slice(1)] : []))
  const [name = ''] = /^[.#]/.test(part) ? [] : marks
  return { name: name === '*' ? '' : name, id: named('#')[0], classes: named('.') }
}

/** @param chain from the page to the element that is looked at */
function matches({ selector }: Rule, chain: readonly Element[]): boolean {
  let at = chain.length - 1
  for (const [n, part] of selector.entries()) {
    if (n === 0 && !isPart(part, chain[at])) return false
    while (at >= 0 && !isPart(part, chain[at])) at--
    if (at < 0) return false
    at--
  }
  return true
}

function isPart({ name, id, classes }: Compound, element: Element | undefined): boolean {
  return (
    element !== undefined &&
    (name === '' || name === element.tag.name) &&
    (id === undefined || id === element.id) &&
    classes.every(one => element.classes.has(one))
  )
}

const inherited = ['color', 'font-family', 'font-size', 'text-align'] as const

/** What the innermost element inherits or has. */
function styleOf(chain: readonly Element[], rules: readonly Rule[]): ReadonlyMap<string, string> {
  const styles = new Map<string, string>()
  for (const n of chain.keys()) {
    const own = declared(chain, n, rules)
    for (const name of inherited) {
      const value = own.get(name)
      if (value !== undefined && value !== 'inherit') styles.set(name, value)
    }
  }
  return styles
}

function backgroundOf(chain: readonly Element[], n: number, rules: readonly Rule[]): string | undefined {
  const own = declared(chain, n, rules)
  return own.get('background-color') ?? own.get('background')
}

function lastOf(values: readonly (string | undefined)[]): string | undefined {
  return values.findLast(value => value !== undefined && value !== 'transparent' && value !== 'none')
}

function declared(chain: readonly Element[], n: number, rules: readonly Rule[]): ReadonlyMap<string, string> {
  const { tag } = chain[n]! // a key of the chain
  const around = chain.slice(0, n + 1)
  const all = new Map<string, string>()
  const important = new Map<string, string>()
  const read = (css: string) => {
    for (const [name, value] of declarations(css)) {
      if (/!\s{0,9}important$/i.test(value)) important.set(name, value.replace(/\s{0,9}!\s{0,9}important$/i, ''))
      else all.set(name, value)
    }
  }
  const attributes: readonly (readonly [name: string, value: string | undefined])[] = [
    ['background-color', attributeOf(tag, 'bgcolor')],
    [
      'color',
      tag.name === 'font' ? attributeOf(tag, 'color') : tag.name === 'body' ? attributeOf(tag, 'text') : undefined,
    ],
    ['font-family', tag.name === 'font' ? attributeOf(tag, 'face') : undefined],
    ['text-align', tag.name === 'center' ? 'center' : tag.name === 'table' ? undefined : attributeOf(tag, 'align')],
  ]
  for (const [name, value] of attributes) if (value !== undefined) all.set(name, value.trim())
  for (const rule of rules) if (matches(rule, around)) read(rule.declarations)
  read(attributeOf(tag, 'style') ?? '')
  return new Map([...all, ...important])
}

function declarations(css: string): readonly (readonly [name: string, value: string])[] {
  return css.split(';').flatMap(one => {
    const colon = one.indexOf(':')
    const [name, value] = [one.slice(0, colon).trim().toLowerCase(), one.slice(colon + 1).trim()]
    if (colon < 0 || value === '') return []
    if (name !== 'font') return [[name, value] as const]
    // font: italic 12px/18px Arial, sans-serif
    const [, size = '', family = ''] =
      /(\d[\d.]{0,9}(?:px|pt|em|rem|%))(?:\/\S{1,20})?\s{1,9}(.{1,300})$/.exec(value) ?? []
    return size === '' ? [] : [['font-size', size] as const, ['font-family', family] as const]
  })
}

function familyOf(value: string | undefined): string {
  // it is in an attribute with double quotes
  const family = (value ?? '').replaceAll('"', "'").trim()
  return /^[\w\s,'-]{1,300}$/.test(family) ? family : usualFamily
}

function sizeOf(value: string | undefined): number {
  const [, number = '', unit = ''] = /^(\d{1,3}(?:\.\d{1,3})?)(px|pt|em|rem|%)$/.exec(value?.trim() ?? '') ?? []
  if (number === '') return sizes.usual
  const pixels = { px: 1, pt: 4 / 3, em: 16, rem: 16, '%': 0.16 }[unit] ?? 1
  return Math.min(sizes.most, Math.max(sizes.least, Math.round(Number(number) * pixels)))
}

function alignOf(value: string | undefined): TextLook['align'] {
  const given = value?.toLowerCase()
  return given === 'center' || given === 'right' || given === 'left' ? given : undefined
}

const named: Readonly<Record<string, Color>> = {
  ...{ black: '#000000', white: '#ffffff', gray: '#808080', grey: '#808080', silver: '#c0c0c0', navy: '#000080' },
  ...{ red: '#ff0000', maroon: '#800000', green: '#008000', blue: '#0000ff', purple: '#800080', teal: '#008080' },
  ...{ darkgray: '#a9a9a9', darkgrey: '#a9a9a9', lightgray: '#d3d3d3', lightgrey: '#d3d3d3', dimgray: '#696969' },
  ...{ whitesmoke: '#f5f5f5', gainsboro: '#dcdcdc', beige: '#f5f5dc', ivory: '#fffff0', orange: '#ffa500' },
}

/** Of a colour, or of a background that begins with one. */
function colorOf(value: string | undefined): Color | undefined {
  const given = (value ?? '').trim().toLowerCase()
  const [, red, green, blue] = /^rgba?\(\s{0,9}(\d{1,3})[\s,]{1,9}(\d{1,3})[\s,]{1,9}(\d{1,3})/.exec(given) ?? []
  if (red !== undefined && green !== undefined && blue !== undefined) {
    return `#${[red, green, blue].map(one => Math.min(255, Number(one)).toString(16).padStart(2, '0')).join('')}`
  }
  const [first = ''] = given.split(/\s/, 1)
  return readColor(first) ?? (/^[0-9a-f]{6}$/.test(first) ? `#${first}` : named[first])
}
