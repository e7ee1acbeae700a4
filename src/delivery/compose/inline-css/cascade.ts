/**
 * Which declarations of the sheets are written to an element, and which become important, so that the same declaration wins as before in
 * every state. A copy in a `style` attribute beats all that is not important in the sheets; so
 *
 * - a copy is made only where everything that beats the declaration has a copy too, or is important;
 * - a declaration that holds sometimes becomes important, and with it all that beats it on any element that it may match, the author's
 *   own `style` included. Where one of these cannot, since something important beats it, none does.
 *
 * All other declarations stay in the sheets alone.
 */
import { doOverlap } from './properties.ts'
import type { Match } from './selectors.ts'
import type { Declaration } from './sheets.ts'

/** A declaration as it concerns one element. */
export interface Entry {
  readonly declaration: Declaration
  readonly specificity: number
  readonly match: Match
}

/** Of what a `style` attribute sets. */
export const ownSpecificity = Number.POSITIVE_INFINITY

/** What applies to elements that are alike, weakest first, as `compareEntries` sorts it. */
export type Group = readonly Entry[]

export interface Plan {
  /** Those that become important, in their sheet or in a `style` attribute. */
  readonly raised: ReadonlySet<Declaration>
  /** Copies for the elements of a group, weakest first. */
  copiesFor(group: Group): readonly Declaration[]
}

/** The order of the cascade (css-cascade-5 §6.1), weakest first. */
export function compareEntries(a: Entry, b: Entry): number {
  return (
    Number(a.declaration.isImportant) - Number(b.declaration.isImportant) ||
    a.specificity - b.specificity ||
    a.declaration.order - b.declaration.order
  )
}

/** @param isFixed of a declaration that cannot become important, whatever it meets */
export function planCopies(groups: readonly Group[], isFixed: (declaration: Declaration) => boolean): Plan {
  const raised = findRaised(groups, isFixed)
  return { raised, copiesFor: group => withoutRepetition(copiesOf(group, raised), group.filter(isOwn)) }
}

function findRaised(groups: readonly Group[], isFixed: (one: Declaration) => boolean): ReadonlySet<Declaration> {
  const unsafe = new Set<Declaration>()
  const wanted = new Set<Declaration>()
  /** For each declaration, those that have to become important with it, since they beat it. */
  const needs = new Map<Declaration, Set<Declaration>>()
  for (const group of groups) {
    for (const { declaration } of group) if (isFixed(declaration)) unsafe.add(declaration)
    for (const [weaker, stronger] of conflictsOf(group)) {
      const [below, above] = [weaker.declaration, stronger.declaration]
      if (below.isImportant) continue
      if (above.isImportant) {
        if (isMoreSpecific(weaker, stronger)) unsafe.add(below)
        continue
      }
      needs.set(below, (needs.get(below) ?? new Set()).add(above))
      if (weaker.match === 'always' && stronger.match === 'sometimes') wanted.add(above)
    }
  }
  const isUnsafe = findReachable(unsafe, invertGraph(needs))
  return findReachable(
    [...wanted].filter(one => !isUnsafe.has(one)),
    needs,
  )
}

/** What an element gets, weakest first. */
function copiesOf(group: Group, raised: ReadonlySet<Declaration>): readonly Declaration[] {
  const copied: Declaration[] = []
  const isHarmless = (above: Entry) =>
    isOwn(above) || above.declaration.isImportant || raised.has(above.declaration) || copied.includes(above.declaration)
  for (let index = group.length - 1; index >= 0; index--) {
    const entry = group[index]!
    const { declaration, match } = entry
    if (match !== 'always' || isOwn(entry)) continue
    const isHeldBack = (above: Entry) => doDiffer(above.declaration, declaration) && !isHarmless(above)
    // one that is important wins by its sheet; its copy is for programs that drop sheets
    if (declaration.isImportant || !group.slice(index + 1).some(isHeldBack)) copied.unshift(declaration)
  }
  return copied
}

/**
 * Without what a stronger copy, or the author's own style, sets again. Kept is what a weaker kept one of another name would beat
 * otherwise, and what a rule says twice for programs that do not know the second value.
 */
function withoutRepetition(copies: readonly Declaration[], own: readonly Entry[]): readonly Declaration[] {
  const kept: Declaration[] = []
  for (const [index, copy] of copies.entries()) {
    const isSetAgain =
      own.some(({ declaration }) => declaration.name === copy.name) ||
      copies.slice(index + 1).some(({ name, rule }) => name === copy.name && rule !== copy.rule)
    const hidesAnother = kept.some(({ name }) => name !== copy.name && doOverlap(name, copy.name))
    if (!isSetAgain || hidesAnother) kept.push(copy)
  }
  return kept
}

export function isOwn({ specificity }: Entry): boolean {
  return specificity === ownSpecificity
}

/** Pairs of which the second wins, and changes something by that. */
function* conflictsOf(group: Group): Generator<readonly [weaker: Entry, stronger: Entry]> {
  for (const [index, stronger] of group.entries())
    for (const weaker of group.slice(0, index))
      if (doDiffer(weaker.declaration, stronger.declaration)) yield [weaker, stronger]
}

function doDiffer(one: Declaration, other: Declaration): boolean {
  return one !== other && !(one.name === other.name && one.value === other.value) && doOverlap(one.name, other.name)
}

function isMoreSpecific(a: Entry, b: Entry): boolean {
  return (a.specificity - b.specificity || a.declaration.order - b.declaration.order) > 0
}

type Graph = ReadonlyMap<Declaration, ReadonlySet<Declaration>>

/** All that can be reached, the beginnings included. */
function findReachable(beginnings: Iterable<Declaration>, graph: Graph): ReadonlySet<Declaration> {
  const found = new Set(beginnings)
  for (const one of found) for (const next of graph.get(one) ?? []) found.add(next)
  return found
}

function invertGraph(graph: Graph): Graph {
  const result = new Map<Declaration, Set<Declaration>>()
  for (const [from, all] of graph) for (const to of all) result.set(to, (result.get(to) ?? new Set()).add(from))
  return result
}
