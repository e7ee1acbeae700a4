/**
 * Segments of a list: rules in a small closed language, all of which must hold. A segment without rules, and one whose rules cannot
 * be read or name a custom field the list does not have (any more), has no members and no campaign is sent to it: a rule that is
 * lost must never widen an audience. See docs/decisions/subscribers.md#segments-are-conditions-joined-by-and.
 */
import { Refusal } from '../../contract/refusals.ts'
import { type Condition, consentOf, countMembers } from '../../store/campaigns/audience.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  deleteSegmentRow,
  insertSegment,
  lockSegments,
  readSegmentRules,
  readSegmentsOfLists,
  replaceSegmentRow,
  type SegmentRow,
} from '../../store/lists/segments.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
import { type CustomField, findField, readCustomFields } from '../lists/custom-fields.ts'
import { readCustomValues } from '../lists/custom-values.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine, line } from '../text-rules/single-line.ts'
import { compileSegment, findSegmentOf } from './choosing.ts'

export type { Condition }
export type Operator = Condition['operator']

/** What the caller gives; absent is null. */
export interface GivenRule {
  readonly field: string | null
  readonly operator: Operator
  readonly value: string | null
}

export const mostRules = 50
export const mostSegments = 200

/**
 * @param given none for a segment without members, until it gets rules
 * @returns its identifier
 * @throws Refusal SegmentNameEmpty, DuplicateSegmentName, InvalidSegmentRule, TooManySegmentRules,
 * TooManySegments; ValueTooLong or InvalidCharacters for a name that is not one short line
 */
export async function createSegment(
  db: Database,
  list: ListRef,
  name: string | null,
  given: readonly (GivenRule | null)[],
): Promise<string> {
  const { clean, rules } = await readSegment(db, list, name, given)
  return transaction(db, async sql => {
    const present = await lockedSegments(sql, list, clean)
    if (present.length >= mostSegments) {
      throw new Refusal('TooManySegments', `A list has at most ${mostSegments} segments.`)
    }
    return insertSegment(sql, list, { name: clean, rules })
  })
}

/** The list of a segment made of rules. @throws Refusal SegmentIsTree for a segment of the client */
export function listOfSegment({ list }: SegmentRef): ListRef {
  if (list) return list
  throw new Refusal(
    'SegmentIsTree',
    'The segment is of the client, not of a list: Segment.GetTree and Segment.SetTree are for it.',
  )
}

/** Replaces the name and the rules. @throws Refusal UnknownSegment, SegmentIsTree, and as createSegment does */
export async function replaceSegment(
  db: Database,
  segment: SegmentRef,
  name: string | null,
  given: readonly (GivenRule | null)[],
): Promise<void> {
  await transaction(db, sql => replaceWithin(sql, segment, name, given))
}

async function replaceWithin(
  sql: Transaction,
  segment: SegmentRef,
  name: string | null,
  given: readonly (GivenRule | null)[],
): Promise<void> {
  const list = listOfSegment(segment)
  const { clean, rules } = await readSegment(sql, list, name, given)
  await lockedSegments(sql, list, clean, segment.segmentName)
  if (!(await replaceSegmentRow(sql, list, segment.segmentName, { name: clean, rules }))) {
    throw new Refusal('UnknownSegment')
  }
}

/** Adds rules to those of a segment. @throws Refusal as replaceSegment does */
export async function addRules(db: Database, segment: SegmentRef, given: readonly (GivenRule | null)[]): Promise<void> {
  if (given.length === 0) throw new Refusal('SegmentRulesRequired')
  await transaction(db, async sql => {
    // first, so that rules that another call adds meanwhile are among those that are present
    const list = listOfSegment(segment)
    if (!(await lockSegments(sql, list))) throw new Refusal('InvalidListId')
    const present = await readRulesOfSegment(sql, list, segment.segmentName)
    await replaceWithin(sql, segment, segment.segmentName, [...present, ...given])
  })
}

/** Takes all rules from a segment: it has no members then. @throws Refusal UnknownSegment */
export async function clearRules(db: Database, segment: SegmentRef): Promise<void> {
  await replaceSegment(db, segment, segment.segmentName, [])
}

async function readSegment(
  sql: Sql,
  list: ListRef,
  name: string | null,
  given: readonly (GivenRule | null)[],
): Promise<{ readonly clean: string; readonly rules: readonly Condition[] }> {
  const clean = readSegmentName(name)
  if (given.length > mostRules) throw new Refusal('TooManySegmentRules', `A segment has at most ${mostRules} rules.`)
  const fields = await readCustomFields(sql, list)
  return { clean, rules: given.map((rule, index) => checkRule(fields, rule, { rule: index + 1, rules: given.length })) }
}

/**
 * The segments of a list, which change one after another until the transaction ends.
 * @param except the present name of the segment that is to have the name
 * @throws Refusal InvalidListId, DuplicateSegmentName
 */
async function lockedSegments(sql: Transaction, list: ListRef, name: string, except?: string) {
  if (!(await lockSegments(sql, list))) throw new Refusal('InvalidListId')
  const present = await readSegmentsOfLists(sql, list, [list.listId])
  if (present.some(segment => segment.name !== except && segmentKey(segment.name) === segmentKey(name))) {
    throw new Refusal('DuplicateSegmentName', 'The list has a segment of this name already.')
  }
  return present
}

/** @throws Refusal UnknownSegment, SegmentInDraft */
export async function deleteSegment(db: Database, list: ListRef, name: string | null): Promise<void> {
  const outcome = await deleteSegmentRow(db, list, (await findSegment(db, list, name)).name)
  if (outcome === 'unknown') throw new Refusal('UnknownSegment')
  if (outcome === 'in draft') throw new Refusal('SegmentInDraft')
}

/** The rules as they were given, also when they name a field that is gone. @throws Refusal UnknownSegment */
export async function readRulesOfSegment(sql: Sql, list: ListRef, name: string | null): Promise<readonly Condition[]> {
  const { rules } = await findSegment(sql, list, name)
  return parseRules(rules) ?? []
}

/**
 * The conditions of a segment with the custom fields that its list has now.
 * @returns undefined as `readRules` does: no member matches
 * @throws Refusal UnknownSegment
 */
export async function findConditionsOfSegment(
  sql: Sql,
  list: ListRef,
  name: string | null,
): Promise<readonly Condition[] | undefined> {
  const { rules } = await findSegment(sql, list, name)
  const fields = await readCustomFields(sql, { clientId: list.clientId, listId: list.listId })
  return readRules(
    rules,
    fields.map(({ key }) => key),
  )
}

/** How many active subscribers a segment has now. @throws Refusal UnknownSegment */
export async function countSegment(sql: Sql, list: ListRef, name: string | null): Promise<number> {
  const { clientId, listId } = list
  const tree = await compileSegment(sql, clientId, await findSegmentOf(sql, list, name))
  if (tree === undefined) return 0
  return countMembers(sql, clientId, { sources: [{ listId, tree }], exclusions: [] }, noLimit)
}

/**
 * Reads stored rules: an array of `{ field, operator, value }`; `field` is `email`, `name`, `consent.measuring` or a custom field's key, with or
 * without brackets; `value` may be left out for `is set` and `is not set`.
 * @param keys of the list's custom fields
 * @returns undefined for anything else, and for no rules: such a segment has no audience rather than the whole list
 */
export function readRules(rules: unknown, keys: readonly string[]): readonly Condition[] | undefined {
  const conditions = parseRules(rules)?.map(condition => resolve(condition, keys))
  return conditions?.every(condition => condition !== undefined) ? conditions : undefined
}

/** @throws Refusal SegmentNameEmpty, ValueTooLong, InvalidCharacters */
export function readSegmentName(name: string | null): string {
  const clean = cleanLine('Name', (name ?? '').trim(), longestName).normalize('NFC')
  if (clean === '') throw new Refusal('SegmentNameEmpty')
  return clean
}

/** Names of segments that differ in case alone are the same. */
export function segmentKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

const longestName = 100
const longestValue = 254
/** More than a list can have. */
const noLimit = 2 ** 31 - 1

const operators: readonly Operator[] = ['equals', 'not equals', 'contains', 'not contains', 'is set', 'is not set']

/** A segment by its name, without regard to case. @throws Refusal UnknownSegment */
export async function findSegment(sql: Sql, list: ListRef, name: string | null): Promise<SegmentRow> {
  const key = segmentKey(name ?? '')
  const present = await readSegmentsOfLists(sql, list, [list.listId])
  const found = present.find(segment => segmentKey(segment.name) === key)
  const rules = found && (await readSegmentRules(sql, list, found.name))
  if (!found || rules === undefined) throw new Refusal('UnknownSegment', 'The list has no segment of this name.')
  return { name: found.name, rules }
}

/** A rule as it is stored. What can never hold, or never fail, by mistake is refused. */
function checkRule(fields: readonly CustomField[], rule: GivenRule | null, where: Where): Condition {
  if (rule === null) throw invalidRuleRefusal(where, ' is empty.')
  const field = bareField(rule.field ?? '')
  const definition = findField(fields, rule.field)
  if (!definition && !isOwnField(field)) {
    throw invalidRuleRefusal(
      where,
      ' must name Email, Name, Consent with a purpose or the key of a custom field of the list.',
      {
        Fault: 'Field',
      },
    )
  }
  const { operator } = rule
  const value = line(rule.value, { max: longestValue })?.normalize('NFC')
  if (value === undefined)
    throw invalidRuleRefusal(where, ` must have a value of one line, at most ${longestValue} characters long.`)
  if (isPresence(operator)) {
    if (value !== '') throw invalidRuleRefusal(where, ' takes no value: it asks whether there is one.')
  } else if (value === '') throw invalidRuleRefusal(where, ' needs a value.')
  if (!definition) {
    const own = field.toLowerCase()
    if (own === 'email' && isEquality(operator) && !parseAddress(value)) {
      throw invalidRuleRefusal(where, ' must have an email address as its value.')
    }
    if (consentOf(own)) return consentRule(own, operator, value, where)
    return { field: own, operator, value }
  }
  return { field: definition.key, operator, value: isEquality(operator) ? readValue(definition, value, where) : value }
}

/** A condition about consent; a value that is no answer would never hold, or never fail. */
function consentRule(field: string, operator: Operator, value: string, where: Where): Condition {
  const answer = answers.find(known => known.toLowerCase() === value.toLowerCase())
  if (!isEquality(operator) || answer === undefined) {
    throw invalidRuleRefusal(where, ` asks whether consent Equals or NotEquals ${answers.join(', ')}.`)
  }
  return { field, operator, value: answer }
}

const answers = ['Granted', 'Denied', 'Unknown'] as const

/** A value the field can have, in the spelling it is stored with. */
function readValue(definition: CustomField, value: string, where: Where): string {
  try {
    const read = readCustomValues([definition], [{ Key: definition.key, Value: value }]).get(definition.key)
    const [text] = typeof read === 'string' ? [read] : (read ?? [])
    if (text !== undefined) return text
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw invalidRuleRefusal(where, `: ${cause.detail}`, { cause, DataType: definition.dataType })
  }
  throw invalidRuleRefusal(where, ` must have a value that [${definition.key}] can have.`, {
    DataType: definition.dataType,
  })
}

/** Which of the rules that are judged together, from 1: where some are added, after those that are present. */
interface Where {
  readonly rule: number
  readonly rules: number
}

interface Fault extends ErrorOptions {
  readonly Fault?: 'Field' | 'Value'
  /** Of the field that cannot have the value. */
  readonly DataType?: string
}

function invalidRuleRefusal(
  { rule, rules }: Where,
  what: string,
  { Fault = 'Value', DataType = 'Text', cause }: Fault = {},
): Refusal {
  const data = { Rule: rule, Rules: rules, Fault, DataType }
  return new Refusal('InvalidSegmentRule', `Rule ${rule}${what}`, { data, ...(cause !== undefined && { cause }) })
}

/** The rules as they are stored; undefined for what cannot be read, and for none. */
export function parseRules(rules: unknown): readonly Condition[] | undefined {
  if (!Array.isArray(rules) || rules.length === 0 || rules.length > mostRules) return undefined
  const conditions = rules.map(parseRule)
  return conditions.every(condition => condition !== undefined) ? conditions : undefined
}

function parseRule(rule: unknown): Condition | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined
  const { field, operator, value = '' } = rule as Record<string, unknown> // checked below, member by member
  const known = operators.find(candidate => candidate === operator)
  if (known === undefined || typeof field !== 'string' || typeof value !== 'string') return undefined
  const bare = bareField(field)
  if (bare === '' || (value === '' && !isPresence(known))) return undefined
  return { field: isOwnField(bare) ? bare.toLowerCase() : bare, operator: known, value }
}

/** With the key as the list spells it now, and addresses as they are compared everywhere. */
function resolve(condition: Condition, keys: readonly string[]): Condition | undefined {
  const { field, operator, value } = condition
  if (field === 'email' && isEquality(operator)) {
    return { ...condition, value: parseAddress(value)?.address ?? value }
  }
  if (isOwnField(field)) return condition
  const key = keys.find(known => known.toLowerCase() === field.toLowerCase())
  return key === undefined ? undefined : { ...condition, field: key }
}

/** `[City]` and `City` name the same field. */
function bareField(field: string): string {
  return field
    .trim()
    .normalize('NFC')
    .replace(/^\[(.*)\]$/s, '$1')
}

function isOwnField(field: string): boolean {
  return /^(?:email|name)$/i.test(field) || consentOf(field.toLowerCase()) !== undefined
}

function isEquality(operator: Operator): boolean {
  return operator === 'equals' || operator === 'not equals'
}

function isPresence(operator: Operator): boolean {
  return operator === 'is set' || operator === 'is not set'
}
