/**
 * How segments are stored (`segments.rules`): an array is flat rules, an object a tree. A tree names lists, segments, tags, imports and
 * campaigns by their ids and fields by their keys, which never change. Both are read as trees here.
 */

import type { SegmentMatch } from '../../contract/groups/segment-trees.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { consentOf, parseRules, type Rule } from './flat.ts'
import {
  consentPurposes,
  deepestTree,
  mostLeaves,
  type Operator,
  operators,
  type Subject,
  subjects,
} from './subjects.ts'

export type Match = OutputOf<typeof SegmentMatch>

export interface StoredTree {
  readonly match: Match
  readonly leaves: readonly StoredLeaf[]
  readonly groups: readonly StoredTree[]
}

export interface StoredLeaf {
  readonly subject: Subject
  readonly operator: Operator
  /** Of a field its key; of consent its purpose. */
  readonly key?: string
  /** Of lists, segments, tags, imports. */
  readonly ids?: readonly number[]
  readonly values?: readonly string[]
  readonly days?: number
  readonly campaignId?: number
  readonly campaignTag?: string
  readonly link?: string
  readonly times?: number
}

/**
 * The tree of stored rules of either form.
 * @returns undefined for rules that cannot be read, and for none: such a segment is empty
 */
export function readStored(rules: unknown): StoredTree | undefined {
  if (Array.isArray(rules)) return treeOfRules(rules)
  const tree = readTree(rules, 1)
  return tree && leavesOf(tree).length <= mostLeaves ? tree : undefined
}

/** A leaf and its place: `Groups[0].Leaves[2]`. */
export interface PlacedLeaf {
  readonly path: string
  readonly leaf: StoredLeaf
}

/** All leaves of a tree, from top to bottom. */
export function leavesOf(tree: StoredTree, path = ''): readonly PlacedLeaf[] {
  return [
    ...tree.leaves.map((leaf, index) => ({ path: leafPath(path, index), leaf })),
    ...tree.groups.flatMap((group, index) => leavesOf(group, groupPath(path, index))),
  ]
}

export function leafPath(path: string, index: number): string {
  return `${path}${path === '' ? '' : '.'}Leaves[${index}]`
}

export function groupPath(path: string, index: number): string {
  return `${path}${path === '' ? '' : '.'}Groups[${index}]`
}

/** The rules that say the same as a tree; undefined for one that says more than rules can. */
export function rulesOf({ match, leaves, groups }: StoredTree): readonly Rule[] | undefined {
  if (match !== 'All' || groups.length > 0) return undefined
  const rules = leaves.map(ruleOf)
  return rules.every(rule => rule !== undefined) ? rules : undefined
}

function ruleOf({ subject, key = '', operator, values = [] }: StoredLeaf): Rule | undefined {
  const same = ruleOperators.find(known => rowOperators[known] === operator)
  const field = { Address: 'email', Name: 'name', Field: key, Consent: `consent.${key.toLowerCase()}` }[
    subject as 'Name'
  ] // undefined for others
  return same && field !== undefined ? { field, operator: same, value: values[0] ?? '' } : undefined
}

const rowOperators = {
  equals: 'Is',
  'not equals': 'IsNot',
  contains: 'Contains',
  'not contains': 'NotContains',
  'is set': 'IsKnown',
  'is not set': 'IsEmpty',
} as const satisfies Record<Rule['operator'], Operator>
const ruleOperators = Object.keys(rowOperators) as Rule['operator'][] // of the table

function treeOfRules(rules: readonly unknown[]): StoredTree | undefined {
  const conditions = parseRules(rules)
  if (!conditions) return undefined
  const leaves = conditions.map(({ field, operator, value }): StoredLeaf => {
    const purpose = consentOf(field)
    const about = purpose
      ? ({ subject: 'Consent', key: consentPurposes.find(known => known.toLowerCase() === purpose)! } as const) // one for each purpose
      : field === 'email'
        ? ({ subject: 'Address' } as const)
        : field === 'name'
          ? ({ subject: 'Name' } as const)
          : ({ subject: 'Field', key: field } as const)
    return { ...about, operator: rowOperators[operator], ...(value !== '' && { values: [value] }) }
  })
  return { match: 'All', leaves, groups: [] }
}

function readTree(value: unknown, depth: number): StoredTree | undefined {
  if (typeof value !== 'object' || value === null || depth > deepestTree) return undefined
  const { match, leaves = [], groups = [] } = value as Record<string, unknown> // checked member by member
  if (match !== 'All' && match !== 'Any' && match !== 'None') return undefined
  if (!Array.isArray(leaves) || !Array.isArray(groups) || leaves.length + groups.length === 0) return undefined
  const read = { leaves: leaves.map(readLeaf), groups: groups.map(group => readTree(group, depth + 1)) }
  if (!read.leaves.every(leaf => leaf !== undefined) || !read.groups.every(group => group !== undefined))
    return undefined
  return { match, leaves: read.leaves, groups: read.groups }
}

function readLeaf(value: unknown): StoredLeaf | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const leaf = value as Record<string, unknown> // checked member by member
  const isKnown =
    typeof leaf.subject === 'string' &&
    leaf.subject in subjects &&
    typeof leaf.operator === 'string' &&
    leaf.operator in operators &&
    Object.entries(leaf).every(([name, member]) => memberTypes[name]?.(member))
  return isKnown ? (leaf as unknown as StoredLeaf) : undefined // as just checked
}

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => Number.isSafeInteger(value)
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)
const memberTypes: Readonly<Record<string, ((value: unknown) => boolean) | undefined>> = {
  subject: isText,
  operator: isText,
  key: isText,
  ids: isListOf(isNumber),
  values: isListOf(isText),
  days: isNumber,
  campaignId: isNumber,
  campaignTag: isText,
  link: isText,
  times: isNumber,
}
