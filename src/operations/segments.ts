/** Segment.*: parts of a list, selected by rules. */

import type { SegmentOperator } from '../contract/groups/every-wire/segments.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { readCustomFieldsOfLists } from '../domain/lists/custom-fields.ts'
import { consentOf, type Operator, type Rule } from '../domain/segments/flat.ts'
import {
  addRules,
  clearRules,
  countSegment,
  createSegment,
  deleteSegment,
  deleteSegmentOf,
  listOfSegment,
  readRulesOfSegment,
  replaceSegment,
} from '../domain/segments/rules.ts'
import { readSegmentByPage } from '../domain/subscribers/member-pages.ts'
import { readNamedSegments, type SegmentNameRow } from '../store/lists/segments.ts'
import { purposeNames } from './consents.ts'
import type { Handlers, HandlersOf } from './dependencies.ts'
import { memberOnWire } from './members.ts'
import type { segmentTrees } from './segment-trees.ts'

export const segments: Omit<HandlersOf<'Segment'>, keyof typeof segmentTrees> &
  Pick<Handlers, 'Client.ListSegments' | 'List.ListSegments'> = {
  async 'Segment.Create'({ Name, Rules }, { list }, { db }) {
    if ((Rules ?? []).length === 0) throw new Refusal('SegmentRulesRequired')
    await createSegment(db, list, Name, givenRules(Rules))
  },

  'Segment.Add': ({ Title, Rules }, { list }, { db }) => createSegment(db, list, Title, givenRules(Rules)),

  'Segment.Replace': ({ Title, Rules }, { segment }, { db }) => replaceSegment(db, segment, Title, givenRules(Rules)),

  async 'Segment.AddRules'({ Rules }, { segment }, { db }) {
    await addRules(db, segment, givenRules(Rules))
  },

  'Segment.ClearRules': (_params, { segment }, { db }) => clearRules(db, segment),

  'Segment.Remove': (_params, { segment }, { db }) => deleteSegment(db, segment),

  async 'Segment.Read'(_params, { segment }, { db }) {
    const list = listOfSegment(segment)
    const [rules, count] = await Promise.all([
      readRulesOfSegment(db, list, segment.segmentName),
      countSegment(db, list, segment.segmentName),
    ])
    return {
      ListID: list.listPublicId,
      SegmentID: segment.segmentPublicId,
      Title: segment.segmentName,
      Rules: rules.map(ruleOnWire),
      ActiveSubscribers: count,
    }
  },

  async 'Segment.PageMembers'(params, { segment }, { db }) {
    const { rows, total } = await readSegmentByPage(db, segment, {
      changedAfter: params.ChangedAfter,
      page: params.Page,
      pageSize: params.PageSize,
      order: params.Order,
      descending: params.Descending,
    })
    const lists = [...new Set(rows.map(({ listId }) => listId))]
    const definitions = await readCustomFieldsOfLists(db, segment.clientId, lists)
    return { Members: rows.map(row => memberOnWire(row, definitions.get(row.listId) ?? [])), Total: total }
  },

  async 'Client.ListSegments'(_params, { client }, { db }) {
    return (await readNamedSegments(db, client, null)).map(segmentOnWire)
  },

  async 'List.ListSegments'(_params, { list }, { db }) {
    return (await readNamedSegments(db, list, list.listId)).map(segmentOnWire)
  },

  'Segment.Delete': ({ Name }, { list }, { db }) => deleteSegmentOf(db, list, Name),

  async 'Segment.GetRules'({ Name }, { list }, { db }) {
    const rules = await readRulesOfSegment(db, list, Name)
    return rules.map(ruleOnWire)
  },

  'Segment.GetCount': ({ Name }, { list }, { db }) => countSegment(db, list, Name),
}

/** The record of a segment. */
export function segmentOnWire({ listPublicId, publicId, name }: SegmentNameRow) {
  return { ListID: listPublicId, SegmentID: publicId, Title: name }
}

function givenRules(rules: ParamsOf<'Segment.Create'>['Rules']) {
  return (rules ?? []).map(rule => rule && { field: rule.Field, operator: operators[rule.Operator], value: rule.Value })
}

function ruleOnWire({ field, operator, value }: Rule) {
  return { Field: wireField(field), Operator: wireOperator(operator), Value: value === '' ? null : value }
}

type WireOperator = OutputOf<typeof SegmentOperator>

const operators = {
  Equals: 'equals',
  NotEquals: 'not equals',
  Contains: 'contains',
  NotContains: 'not contains',
  IsSet: 'is set',
  IsNotSet: 'is not set',
} as const satisfies Record<WireOperator, Operator>

const wireOperators = new Map<Operator, WireOperator>(
  Object.entries(operators).map(([wire, stored]) => [stored, wire as WireOperator]), // keys of the table
)

function wireOperator(operator: Operator): WireOperator {
  return wireOperators.get(operator)! // the table above contains all operators
}

/** Custom fields with the names of List.GetCustomFields. */
function wireField(field: Rule['field']): string {
  const purpose = consentOf(field)
  if (purpose) return `Consent.${purposeNames[purpose]}`
  return { email: 'Email', name: 'Name' }[field] ?? `[${field}]`
}
