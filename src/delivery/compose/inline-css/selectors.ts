/**
 * Selectors: how specific they are, and whether they match an element always, or only in a state (`:hover`), in mail programs that change
 * the page (`[data-ogsc]`, `u + .body`), or where case does not count.
 */
import type { Selector } from 'css-what'
import type { ChildNode, Element } from 'domhandler'
import type { StyledPage } from './page.ts'
import { loadParsers } from './parsers.ts'

export interface ReadSelector {
  /** Comparable: ids before classes before names. */
  readonly specificity: number
  match(node: Element): Match | undefined
}

export type Match = 'always' | 'sometimes'

export type Test = (node: ChildNode) => boolean

export interface ReadSelectors {
  readonly selectors: readonly ReadSelector[]
  /** Whether the rule is for pseudo-elements, too. */
  readonly isForPseudoElements: boolean
  /** Tests of the `style` attribute, which inlining must not change the result of. */
  readonly styleTests: readonly Test[]
}

/** Pseudo-classes that the page alone decides about. */
const ofPage = new Set([
  ...['root', 'empty', 'any-link', 'first-child', 'last-child', 'only-child', 'nth-child', 'nth-last-child'],
  ...['first-of-type', 'last-of-type', 'only-of-type', 'nth-of-type', 'nth-last-of-type', 'is', 'where', 'not'],
])
/** Pseudo-classes that every browser knows, about which more than the page decides. */
const ofState = new Set([
  ...['hover', 'active', 'focus', 'focus-within', 'focus-visible', 'link', 'visited', 'target', 'lang'],
  ...['checked', 'indeterminate', 'default', 'enabled', 'disabled', 'read-only', 'read-write', 'required', 'optional'],
  ...['valid', 'invalid', 'in-range', 'out-of-range', 'placeholder-shown'],
])
const pseudoElements = new Set(['before', 'after', 'first-line', 'first-letter', 'selection', 'marker', 'placeholder'])
const anything = { type: 'universal', namespace: null } as Selector // its type is an enum of a module that is loaded later
/** Classes and ids of elements that mail programs put around a letter: Gmail, Thunderbird, Samsung Mail. */
const wrappers = /^(?:a3s|ii|moz-text-html|messageviewbody|messagewebviewdiv)$/i

/** @returns a reader of the selectors of a rule; it finds none in what every browser drops */
export function selectorReader(page: StyledPage): (text: string) => ReadSelectors {
  const { cssSelect } = loadParsers()
  const attributes = new Set(page.nodes.flatMap(({ attribs }) => Object.keys(attribs)))
  const compile = (tokens: readonly Selector[], quirksMode = false) =>
    cssSelect.compile<ChildNode, Element>([[...tokens]], { quirksMode })

  /** Without what only some states and mail programs fulfil. */
  function loosened(tokens: readonly Selector[]): readonly Selector[] {
    const isDropped = (token: Selector, index: number) =>
      isStateful(token) ||
      isOfProgram(token, attributes) ||
      // Gmail has a `u` before the element that replaces the body
      (token.type === 'tag' && token.name === 'u' && isSiblingCombinator(tokens[index + 1])) ||
      (isSiblingCombinator(token) && index === 1 && isTag(tokens[0], 'u'))
    return fillEmptyCompounds(tokens.filter((token, index) => !isDropped(token, index)))
  }

  function selector(tokens: readonly Selector[], isKnownRule: boolean): ReadSelector {
    const loose = loosened(tokens)
    const isSame = loose.length === tokens.length && loose.every((token, index) => token === tokens[index])
    const matchesAlways = isKnownRule && !tokens.some(isStateful) ? compile(tokens) : undefined
    const matchesSometimes = isSame && matchesAlways && !page.isQuirky ? undefined : compile(loose, page.isQuirky)
    return {
      specificity: specificityOf(tokens),
      match(node) {
        if (matchesAlways?.(node)) return 'always'
        return matchesSometimes?.(node) ? 'sometimes' : undefined
      },
    }
  }

  return text => {
    const lists = parse(text)
    // a browser that does not know one of the selectors drops the rule
    const isKnownRule = lists.every(tokens => tokens.every(isKnown) && !isCombinator(tokens[0] ?? anything))
    const ofElements = lists.filter(tokens => !tokens.some(({ type }) => type === 'pseudo-element'))
    return {
      selectors: ofElements.map(tokens => selector(tokens, isKnownRule)),
      isForPseudoElements: ofElements.length < lists.length,
      styleTests: lists.flat().flatMap(token => (isStyleTest(token) ? [compile([token])] : [])),
    }
  }
}

function parse(text: string): readonly Selector[][] {
  // a name must not begin with a digit (css-syntax §4.3.10), which css-what allows
  if (/[.#]-?\d/.test(text.replace(/\[[^\]]*\]/g, ''))) return []
  try {
    return loadParsers().cssWhat.parse(text.replace(/\/\*.*?(?:\*\/|$)/gs, ''))
  } catch {
    return []
  }
}

/** Does every browser know it? */
function isKnown(token: Selector): boolean {
  switch (token.type) {
    case 'pseudo':
      if (Array.isArray(token.data)) return ofPage.has(token.name) && token.data.flat().every(isKnown)
      return (ofPage.has(token.name) || ofState.has(token.name)) && !/\bof\b/.test(token.data ?? '')
    case 'pseudo-element':
      return pseudoElements.has(token.name)
    case 'attribute':
      return token.action !== 'not' && token.namespace === null
    case 'tag':
    case 'universal':
      return token.namespace === null
    case 'descendant':
    case 'child':
    case 'adjacent':
    case 'sibling':
      return true
    default:
      return false
  }
}

function isStateful(token: Selector): boolean {
  if (token.type !== 'pseudo') return false
  return !isKnown(token) || ofState.has(token.name) || (Array.isArray(token.data) && token.data.flat().some(isStateful))
}

/** Is it there only once a mail program has changed the page? */
function isOfProgram(token: Selector, attributes: ReadonlySet<string>): boolean {
  if (token.type !== 'attribute') return false
  const isName = token.ignoreCase === 'quirks'
  return isName ? wrappers.test(token.value) : !attributes.has(token.name.toLowerCase())
}

function isCombinator({ type }: Selector): boolean {
  return ['descendant', 'child', 'adjacent', 'sibling', 'parent', 'column-combinator'].includes(type)
}

function isSiblingCombinator(token: Selector | undefined): boolean {
  return token?.type === 'adjacent' || token?.type === 'sibling'
}

function isTag(token: Selector | undefined, name: string): boolean {
  return token?.type === 'tag' && token.name === name
}

/** With `*` where nothing is left of a compound. */
function fillEmptyCompounds(tokens: readonly Selector[]): readonly Selector[] {
  return tokens.length === 0
    ? [anything]
    : tokens.flatMap((token, index) => {
        const isLast = index === tokens.length - 1
        const before = tokens[index - 1]
        const isEmpty = isCombinator(token) && (!before || isCombinator(before))
        return [...(isEmpty ? [anything] : []), token, ...(isLast && isCombinator(token) ? [anything] : [])]
      })
}

function specificityOf(tokens: readonly Selector[]): number {
  return tokens.reduce((sum, token) => sum + specificityOfToken(token), 0)
}

function specificityOfToken(token: Selector): number {
  switch (token.type) {
    case 'attribute':
      return token.name === 'id' && token.ignoreCase === 'quirks' ? 1_000_000 : 1_000
    case 'pseudo':
      if (token.name === 'where') return 0
      return Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 1_000
    case 'tag':
    case 'pseudo-element':
      return 1
    default:
      return 0
  }
}

function isStyleTest(token: Selector): boolean {
  return token.type === 'attribute' && token.name.toLowerCase() === 'style'
}
