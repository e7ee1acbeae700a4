/**
 * Style sheets as declarations: each with the selectors it is for, its place in the order, and whether it holds always or only where a
 * condition does (`@media`, `@supports`). Read by a parser that recovers from errors as browsers do.
 */
import type { Atrule, CssNode, Declaration as DeclarationNode, Rule } from 'css-tree'
import type { SheetText } from './page.ts'
import { loadParsers } from './parsers.ts'

export interface Declaration {
  readonly name: string
  /** As it is written, without `!important`. */
  readonly value: string
  readonly isImportant: boolean
  /** Of two declarations with the same specificity the one with the larger number wins. */
  readonly order: number
  /** The same for declarations of one rule. */
  readonly rule: number
  /** Where `!important` would be added in the source; or that it is one of a `style` attribute, and may be repeated there or not. */
  readonly place: number | 'own' | 'fixed'
}

export interface StyleRule {
  readonly selectors: string
  readonly isConditional: boolean
  readonly declarations: readonly Declaration[]
}

export interface Sheets {
  readonly rules: readonly StyleRule[]
  /** Properties that `@keyframes` change: an animation beats what is not important, and nothing that is. */
  readonly animated: readonly string[]
}

/** Rules in these hold where a condition does. Those of all other at-rules are no style rules. */
const conditionalAtRules = new Set(['media', 'supports', 'container', 'starting-style', 'document', '-moz-document'])
/** They change which rule wins. No mail program is known to support them. */
const layering = new Set(['layer', 'scope'])

class Unreadable extends Error {}

/** @returns undefined for sheets whose order we cannot know: layers, scopes, nested rules */
export function readSheets(sheets: readonly SheetText[]): Sheets | undefined {
  const rules: StyleRule[] = []
  const animated: string[] = []
  let order = 0

  function readBlock(nodes: Iterable<CssNode>, sheet: SheetText, isConditional: boolean) {
    for (const node of nodes) {
      if (node.type === 'Rule') {
        const declarations = declarationsOf(node, sheet).map(one => ({ ...one, order: order++, rule: rules.length }))
        if (declarations.length > 0 && node.prelude.type === 'Raw')
          rules.push({ selectors: node.prelude.value, isConditional, declarations })
      } else if (node.type === 'Atrule') readAtRule(node, sheet, isConditional)
    }
  }

  function readAtRule(node: Atrule, sheet: SheetText, isConditional: boolean) {
    const name = node.name.toLowerCase()
    if (layering.has(name) && node.block) throw new Unreadable()
    if (conditionalAtRules.has(name) && node.block) {
      const isAlways = name === 'media' && isAllMedia(node.prelude?.type === 'Raw' ? node.prelude.value : '')
      readBlock(node.block.children, sheet, isConditional || !isAlways)
    } else if (/^(?:-\w+-)?keyframes$/.test(name)) {
      for (const frame of node.block?.children ?? [])
        if (frame.type === 'Rule') animated.push(...declarationsOf(frame, sheet).map(({ name }) => name))
    }
  }

  try {
    for (const sheet of sheets) readBlock(parse(sheet.css), sheet, !isAllMedia(sheet.media))
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
  return { rules, animated: [...new Set(animated)] }
}

/** The declarations of a `style` attribute. @param mayRaise whether they may be repeated behind it as important */
export function readStyle(text: string, mayRaise: boolean): readonly Declaration[] {
  // nothing can follow where a bracket, a string or a comment is open
  const isClosed = () => parseList(`${text};--end:1`).at(-1)?.name === '--end'
  const place = mayRaise && isClosed() ? 'own' : 'fixed'
  return parseList(text).map((one, order) => ({ ...one, order, rule: -1, place }))
}

function parseList(text: string) {
  const list = loadParsers().parseCss(text, { context: 'declarationList', ...raw })
  return list.type === 'DeclarationList'
    ? [...list.children].flatMap(node => (node.type === 'Declaration' ? readDeclaration(node, 0) : []))
    : []
}

const raw = { positions: true, parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false } as const

function parse(css: string): Iterable<CssNode> {
  const sheet = loadParsers().parseCss(css, raw)
  return sheet.type === 'StyleSheet' ? sheet.children : []
}

function declarationsOf({ block }: Rule, { start }: SheetText) {
  return [...block.children].flatMap(node => readDeclaration(node, start))
}

function readDeclaration(node: CssNode, start: number): readonly Omit<Declaration, 'order' | 'rule'>[] {
  if (node.type === 'Rule' || node.type === 'Atrule' || (node.type === 'Raw' && node.value.includes('{')))
    throw new Unreadable()
  if (node.type !== 'Declaration' || !isName(node)) return []
  const { loc } = node.value
  const value = node.value.type === 'Raw' ? node.value.value.trim() : ''
  if (!loc || value === '') return []
  // `!ie` and the like: browsers drop it
  if (typeof node.important === 'string') return []
  const name = node.property.startsWith('--') ? node.property : node.property.toLowerCase()
  return [{ name, value, isImportant: node.important, place: start + loc.end.offset }]
}

/** Not `*zoom`, which browsers drop. */
function isName({ property }: DeclarationNode): boolean {
  return /^(?:--|-?[a-z_])[\w-]*$/i.test(property)
}

function isAllMedia(media: string): boolean {
  return /^\s*(?:all\s*)?$/i.test(media)
}
