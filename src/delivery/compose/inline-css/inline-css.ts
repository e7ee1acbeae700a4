/**
 * Rules of `<style>` elements as `style` attributes, for mail programs that drop the former. The elements stay, since media queries work
 * nowhere else, and what an element looks like stays the same in every state: see `cascade.ts`. Only `style` attributes change, and
 * `!important` is added in the sheets; everything else stays byte for byte.
 * See docs/decisions/content.md#style-rules-are-inlined-when-a-campaign-is-compiled.
 */
import type { Element } from 'domhandler'
import { type Change, replaceSpans } from '../../../domain/content/markup.ts'
import { isNestedTooDeep } from '../../../domain/content/nesting.ts'
import { compareEntries, type Entry, type Group, isOwn, ownSpecificity, planCopies } from './cascade.ts'
import { readPage, type StyledPage, type StyledTag } from './page.ts'
import { doOverlap } from './properties.ts'
import { type ReadSelectors, selectorReader, type Test } from './selectors.ts'
import { type Declaration, readSheets, readStyle, type Sheets, type StyleRule } from './sheets.ts'

/** Rules times elements: matching more would take longer than a second. */
const mostMatches = 2_000_000
/** Declarations for one element are compared with each other: more pairs would take as long. */
const mostPairs = 5_000_000

/** @returns the HTML as it was where it has no styles, or too many, or where its elements are nested too deeply for a tree */
export function inlineCss(html: string): string {
  if (!/<style[\s>]/i.test(html) || isNestedTooDeep(html)) return html
  const page = readPage(html)
  const sheets = page && readSheets(page.sheets)
  return page && sheets ? replaceSpans(html, findChanges(html, page, sheets)) : html
}

interface ReadRule extends ReadSelectors {
  readonly declarations: readonly Declaration[]
}

function findChanges(html: string, page: StyledPage, { rules, animated }: Sheets): readonly Change[] {
  const read = readRules(page, rules)
  if (!read) return []
  const styleTests = read.flatMap(rule => rule.styleTests)
  const shared = new Set(page.tags.flatMap(({ nodes }) => (nodes.length > 1 ? nodes : [])))
  const groupOf = grouping(read)
  const groups = new Map<Element, Group>()
  for (const node of page.nodes) {
    const group = groupOf(node, styleTests.length === 0 && !shared.has(node))
    if (!group) return []
    groups.set(node, group)
  }
  const ofPseudoElements = new Set(read.flatMap(rule => (rule.isForPseudoElements ? rule.declarations : [])))
  const isFixed = (one: Declaration) =>
    one.place === 'fixed' ||
    ofPseudoElements.has(one) ||
    animated.some(name => doOverlap(name, one.name)) ||
    /\brevert-layer\b/i.test(one.value)
  const plan = planCopies([...new Set(groups.values())], isFixed)
  const { raised } = plan
  const addedTo = remember((group: Group): Added => {
    const own = group.filter(isOwn).map(({ declaration }) => declaration)
    return {
      before: written(plan.copiesFor(group)),
      behind: written(
        own.filter(one => raised.has(one)),
        ' !important',
      ),
    }
  })
  const changes = page.tags.flatMap(tag => {
    const [first, ...others] = tag.nodes.map(node => addedTo(groups.get(node)!))
    if (!first || others.some(({ before }) => before !== first.before)) return []
    return changeStyle(html, tag, first, styleTests)
  })
  const inSheets = [...raised].flatMap(({ place }) =>
    typeof place === 'number' ? [{ start: place, end: place, text: ' !important' }] : [],
  )
  return [...changes, ...inSheets]
}

/** What a `style` attribute gets besides what its author wrote. */
interface Added {
  readonly before: string
  readonly behind: string
}

/** @returns undefined for more rules than we match */
function readRules(page: StyledPage, rules: readonly StyleRule[]): readonly ReadRule[] | undefined {
  const read = selectorReader(page)
  const result: ReadRule[] = []
  let matches = 0
  for (const { selectors: text, isConditional, declarations } of rules) {
    matches += page.nodes.length * text.split(',').length
    if (matches > mostMatches) return undefined
    const { selectors, ...rest } = read(text)
    const asConditional = selectors.map(selector => ({
      ...selector,
      match: (node: Element) => selector.match(node) && ('sometimes' as const),
    }))
    result.push({ ...rest, declarations, selectors: isConditional ? asConditional : selectors })
  }
  return result
}

/** @returns a function that gives elements to which the same applies the same group; undefined for more than we compare */
function grouping(rules: readonly ReadRule[]): (node: Element, mayRaise: boolean) => Group | undefined {
  const known = new Map<string, Group>()
  let pairs = 0
  return (node, mayRaise) => {
    const matched = rules.flatMap((rule, index) => matchesOf(rule, node).map(match => ({ ...match, rule, index })))
    const own = node.attribs.style ?? ''
    const key = `${matched.map(({ index, match, specificity }) => [index, match, specificity]).join(' ')} ${mayRaise} ${own}`
    const present = known.get(key)
    if (present) return present
    const ofRules = matched.flatMap(({ rule, ...match }) =>
      rule.declarations.map(declaration => ({ ...match, declaration })),
    )
    const ofOwn = readStyle(own, mayRaise).map(declaration => ({
      declaration,
      specificity: ownSpecificity,
      match: 'always' as const,
    }))
    const group = [...ofRules, ...ofOwn].sort(compareEntries)
    pairs += group.length ** 2
    known.set(key, group)
    return pairs > mostPairs ? undefined : group
  }
}

/** How specifically a rule matches an element always, and how specifically sometimes, where that is more. */
function matchesOf({ selectors }: ReadRule, node: Element): readonly Pick<Entry, 'match' | 'specificity'>[] {
  let always = -1
  let sometimes = -1
  for (const { specificity, match } of selectors) {
    const found = specificity > always ? match(node) : undefined
    if (found === 'always') always = specificity
    else if (found) sometimes = Math.max(sometimes, specificity)
  }
  return [
    ...(always >= 0 ? [{ match: 'always' as const, specificity: always }] : []),
    ...(sometimes > always ? [{ match: 'sometimes' as const, specificity: sometimes }] : []),
  ]
}

/** Quotes inside become single ones where they can: some mail programs do not decode references in styles. */
function written(declarations: readonly Declaration[], importance = ''): string {
  return declarations
    .map(({ name, value }) => `${name}: ${value.includes("'") ? value : value.replaceAll('"', "'")}${importance};`)
    .join(' ')
    .replace(/\s*[\r\n]\s*/g, ' ')
}

/** What the author wrote in the attribute stays as it is. */
function changeStyle(
  html: string,
  { nodes, nameEnd, style }: StyledTag,
  added: Added,
  tests: readonly Test[],
): readonly Change[] {
  if (added.before + added.behind === '') return []
  const around = (text: string, { before, behind }: Added) =>
    [before, behind === '' ? text : `${text.trim().replace(/;$/, '')};`, behind].filter(part => part !== '').join(' ')
  const text = around(style?.text ?? '', added)
  // raised in the attribute or not at all
  if (added.behind === '' && nodes.some(node => tests.some(test => test(node) !== test(withStyle(node, text)))))
    return []
  const [, name = 'style=', quote = '"', raw = ''] = style
    ? (/^([^=]*=\s*)(["']?)(.*?)\2$/s.exec(html.slice(style.start, style.end)) ?? [])
    : []
  const mark = quote === '' ? '"' : quote
  const quoted = (css: string) => {
    const escaped = css.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return mark === "'" ? escaped.replaceAll("'", '&#39;') : escaped.replaceAll('"', '&quot;')
  }
  const own = quote === '' ? raw.replaceAll('"', '&quot;') : raw
  const value = around(own, { before: quoted(added.before), behind: quoted(added.behind) })
  return style
    ? [{ start: style.start, end: style.end, text: `${name}${mark}${value}${mark}` }]
    : [{ start: nameEnd, end: nameEnd, text: ` ${name}${mark}${value}${mark}` }]
}

/** The element as it would be with another style. */
function withStyle(node: Element, style: string): Element {
  const copy = node.cloneNode(false)
  copy.attribs.style = style
  return copy
}

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
