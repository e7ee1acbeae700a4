/**
 * Segments of a list: rules in a small closed language, all of which must hold. A segment without rules, and one whose rules cannot
 * be read or name a custom field the list does not have (any more), has no members and no campaign is sent to it: a rule that is
 * lost must never widen an audience. See docs/decisions/subscribers.md#rules-of-segments-are-joined-by-and.
 */
import { Refusal } from '../../contract/refusals.ts'
import { countMembers } from '../../store/campaigns/audience.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  deleteSegmentRow,
  insertSegment,
  lockSegments,
  readSegmentRules,
  readSegmentsOfLists,
  readStoredSegment,
  replaceSegmentRow,
  type SegmentRow,
} from '../../store/lists/segments.ts'
import { readAllSegments } from '../../store/segments/referred.ts'
import { lockSegmentsOfClient } from '../../store/segments/segments.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
import { type CustomField, findField, readCustomFields } from '../lists/custom-fields.ts'
import { readCustomValues } from '../lists/custom-values.ts'
import { parseAddress } from '../text-rules/address.ts'
import { line } from '../text-rules/single-line.ts'
import { compileSegment, findSegmentOf } from './choosing.ts'
import {
  bareField,
  consentOf,
  isEquality,
  isOwnField,
  isPresence,
  mostRules,
  type Operator,
  parseRules,
  type Rule,
} from './flat.ts'
import { listOfSegment, mostSegments, readSegmentName, segmentKey, treeOnlyRefusal } from './names.ts'
import { readStored } from './stored.ts'
import { refuseLargeUsers, refuseWhileUsed } from './trees.ts'

/** What the caller gives; absent is null. */
export interface GivenRule {
  readonly field: string | null
  readonly operator: Operator
  readonly value: string | null
}

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

/** Replaces the name and the rules. @throws Refusal UnknownSegment, SegmentIsTree, InvalidSegmentTree, and as createSegment does */
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
  await lockSegmentsOfClient(sql, list.clientId)
  const { clean, rules } = await readSegment(sql, list, name, given)
  await lockedSegments(sql, list, clean, segment.segmentName)
  const present = await readAllSegments(sql, list.clientId)
  await refuseLargeUsers(sql, list.clientId, present, readStored(rules), segment.segmentId)
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
    await lockSegmentsOfClient(sql, list.clientId)
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
): Promise<{ readonly clean: string; readonly rules: readonly Rule[] }> {
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

/** Deletes a segment of a list by its name. @throws Refusal UnknownSegment, SegmentInDraft, SegmentInUse */
export async function deleteSegmentOf(db: Database, list: ListRef, name: string | null): Promise<void> {
  const { clientId } = list
  const found = await readStoredSegment(db, clientId, {
    listId: list.listId,
    name: (await findSegment(db, list, name)).name,
  })
  if (!found) throw new Refusal('UnknownSegment')
  await deleteSegment(db, { clientId, segmentId: found.segmentId })
}

/** @throws Refusal UnknownSegment, SegmentInDraft, SegmentInUse */
export async function deleteSegment(db: Database, segment: Pick<SegmentRef, 'clientId' | 'segmentId'>): Promise<void> {
  const outcome = await transaction(db, async sql => {
    await refuseWhileUsed(sql, segment)
    return deleteSegmentRow(sql, segment)
  })
  if (outcome === 'unknown') throw new Refusal('UnknownSegment')
  if (outcome === 'in draft') throw new Refusal('SegmentInDraft')
}

/** The rules as they were given, also when they name a field that is gone. @throws Refusal UnknownSegment */
export async function readRulesOfSegment(sql: Sql, list: ListRef, name: string | null): Promise<readonly Rule[]> {
  const { rules } = await findSegment(sql, list, name)
  if (!Array.isArray(rules)) {
    throw treeOnlyRefusal()
  }
  return parseRules(rules) ?? []
}

/** How many active subscribers a segment has now. @throws Refusal UnknownSegment */
export async function countSegment(sql: Sql, list: ListRef, name: string | null): Promise<number> {
  const { clientId, listId } = list
  const tree = await compileSegment(sql, clientId, await findSegmentOf(sql, list, name))
  if (tree === undefined) return 0
  return countMembers(sql, clientId, { sources: [{ listId, tree }], exclusions: [] }, noLimit)
}

const longestValue = 254
/** More than a list can have. */
const noLimit = 2 ** 31 - 1

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
function checkRule(fields: readonly CustomField[], rule: GivenRule | null, where: Where): Rule {
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
function consentRule(field: string, operator: Operator, value: string, where: Where): Rule {
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
