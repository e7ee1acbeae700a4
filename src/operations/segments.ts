/** Segment.*: parts of a list, chosen by rules. */

import type { SegmentOperator } from '../contract/own-records.ts'
import type { OutputOf } from '../contract/shapes.ts'
import {
  type Condition,
  countSegment,
  createSegment,
  deleteSegment,
  type Operator,
  rulesOfSegment,
} from '../domain/lists/segments.ts'
import type { HandlersOf } from './dependencies.ts'

export const segments: HandlersOf<'Segment'> = {
  'Segment.Create': ({ Name, Rules }, { list }, { db }) =>
    createSegment(
      db,
      list,
      Name,
      (Rules ?? []).map(rule => rule && { field: rule.Field, operator: operators[rule.Operator], value: rule.Value }),
    ),

  'Segment.Delete': ({ Name }, { list }, { db }) => deleteSegment(db, list, Name),

  async 'Segment.GetRules'({ Name }, { list }, { db }) {
    const rules = await rulesOfSegment(db, list, Name)
    return rules.map(({ field, operator, value }) => ({
      Field: wireField(field),
      Operator: wireOperator(operator),
      Value: value === '' ? null : value,
    }))
  },

  'Segment.GetCount': ({ Name }, { list }, { db }) => countSegment(db, list, Name),
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
  Object.entries(operators).map(([wire, stored]) => [stored, wire as WireOperator]), // the table's own keys
)

function wireOperator(operator: Operator): WireOperator {
  return wireOperators.get(operator)! // the table above has every one
}

/** Custom fields as List.GetCustomFields names them. */
function wireField(field: Condition['field']): string {
  return { email: 'Email', name: 'Name' }[field] ?? `[${field}]`
}
