/** The rules of a segment: a small closed language. All conditions must hold. */
import type { Condition } from '../store/plans.ts'

export type { Condition }

const operators: readonly Condition['operator'][] = [
  'equals',
  'not equals',
  'contains',
  'not contains',
  'is set',
  'is not set',
]

/**
 * Reads stored rules: an array of `{ field, operator, value }`; `field` is `email`, `name` or a custom field's key, with or
 * without brackets; `value` may be left out for `is set` and `is not set`.
 * @returns undefined for anything else: an unreadable segment has no audience rather than the whole list
 */
export function readRules(rules: unknown): readonly Condition[] | undefined {
  if (!Array.isArray(rules) || rules.length === 0 || rules.length > 50) return undefined
  const conditions = rules.map(readCondition)
  return conditions.every(condition => condition !== undefined) ? conditions : undefined
}

function readCondition(rule: unknown): Condition | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined
  const { field, operator, value = '' } = rule as Record<string, unknown> // checked below, member by member
  const known = operators.find(candidate => candidate === operator)
  if (known === undefined || typeof field !== 'string' || typeof value !== 'string') return undefined
  const key = field.replace(/^\[(.*)\]$/, '$1')
  if (key === '' || (value === '' && !known.startsWith('is '))) return undefined
  return { field: /^(?:email|name)$/i.test(key) ? key.toLowerCase() : key, operator: known, value }
}
