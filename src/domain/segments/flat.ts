/**
 * Rules as they were stored before there were trees, and still are where they say all: conditions of one field each, all of which must hold.
 */
import { type Purpose, purposes } from '../../store/subscribers/purposes.ts'

/**
 * `field` is `email`, `name`, the key of a custom field, or `consent.` with a purpose, whose values are Granted, Denied and Unknown. No key has a
 * point.
 */
export interface Rule {
  readonly field: string
  readonly operator: 'equals' | 'not equals' | 'contains' | 'not contains' | 'is set' | 'is not set'
  readonly value: string
}
export type Operator = Rule['operator']

export const mostRules = 50

/** The purpose of a rule about consent. */
export function consentOf(field: string): Purpose | undefined {
  return purposes.find(purpose => field === `consent.${purpose}`)
}

const operators: readonly Operator[] = ['equals', 'not equals', 'contains', 'not contains', 'is set', 'is not set']

/** The rules as they are stored; undefined for what cannot be read, and for none. */
export function parseRules(rules: unknown): readonly Rule[] | undefined {
  if (!Array.isArray(rules) || rules.length === 0 || rules.length > mostRules) return undefined
  const read = rules.map(parseRule)
  return read.every(rule => rule !== undefined) ? read : undefined
}

function parseRule(rule: unknown): Rule | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined
  const { field, operator, value = '' } = rule as Record<string, unknown> // checked below, member by member
  const known = operators.find(candidate => candidate === operator)
  if (known === undefined || typeof field !== 'string' || typeof value !== 'string') return undefined
  const bare = bareField(field)
  if (bare === '' || (value === '' && !isPresence(known))) return undefined
  return { field: isOwnField(bare) ? bare.toLowerCase() : bare, operator: known, value }
}

/** `[City]` and `City` name the same field. */
export function bareField(field: string): string {
  return field
    .trim()
    .normalize('NFC')
    .replace(/^\[(.*)\]$/s, '$1')
}

/** Whether a rule is of a member, not of a custom field. */
export function isOwnField(field: string): boolean {
  return /^(?:email|name)$/i.test(field) || consentOf(field.toLowerCase()) !== undefined
}

/** Whether the whole value is compared. */
export function isEquality(operator: Operator): boolean {
  return operator === 'equals' || operator === 'not equals'
}

/** Whether a rule takes no value. */
export function isPresence(operator: Operator): boolean {
  return operator === 'is set' || operator === 'is not set'
}
