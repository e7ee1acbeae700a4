/**
 * What a leaf of a segment may ask: its subjects, which operators each takes, and which members of the leaf go with them. The check, the
 * documents and the console read these tables.
 */

import type { SegmentSubject, TreeOperator } from '../../contract/groups/segment-trees.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import type { DataType } from '../../store/lists/custom-fields.ts'
import { memberStates } from '../../store/lists/statistics.ts'

export type Subject = OutputOf<typeof SegmentSubject>
export type Operator = OutputOf<typeof TreeOperator>

/** Leaves of a tree, of a tree with the segments in it, and how deep segments may be in each other. */
export const mostLeaves = 50
export const mostExpandedLeaves = 200
export const mostNested = 5
export const deepestTree = 4
/** Values of one leaf. */
export const mostValues = 100

interface OperatorRow {
  /** How many Values it takes, and what they are. */
  readonly values: 'none' | 'one' | 'two' | 'many'
  readonly of?: 'text' | 'number' | 'date' | 'month and day'
  /** The range of Days, where it takes them. */
  readonly days?: readonly [from: number, to: number]
}

const many = { values: 'many', of: 'text' } as const
const one = { values: 'one', of: 'text' } as const
const none = { values: 'none' } as const
const number = { values: 'one', of: 'number' } as const
const date = { values: 'one', of: 'date' } as const

/** Of attributes. Events take AtLeast, AtMost and Exactly with Times instead of Values. */
export const operators = {
  Is: one,
  IsNot: one,
  Contains: one,
  NotContains: one,
  Begins: one,
  AnyOf: many,
  AllOf: many,
  NoneOf: many,
  IsEmpty: none,
  IsKnown: none,
  Exactly: number,
  AtLeast: number,
  AtMost: number,
  MoreThan: number,
  LessThan: number,
  Between: { values: 'two', of: 'number' },
  On: date,
  Before: date,
  After: date,
  BetweenDates: { values: 'two', of: 'date' },
  InLastDays: { ...none, days: [1, 36_500] },
  InNextDays: { ...none, days: [1, 36_500] },
  EveryYearOn: { values: 'one', of: 'month and day' },
  EveryYearInNextDays: { ...none, days: [1, 366] },
} as const satisfies Record<Operator, OperatorRow>

export function operatorRow(operator: Operator): OperatorRow {
  return operators[operator]
}

const texts = ['Is', 'IsNot', 'Contains', 'NotContains', 'Begins', 'AnyOf', 'NoneOf'] as const
const presence = ['IsEmpty', 'IsKnown'] as const
const sets = ['Is', 'IsNot', 'AnyOf', 'NoneOf'] as const
const numbers = ['Exactly', 'AtLeast', 'AtMost', 'MoreThan', 'LessThan', 'Between'] as const
const dates = [
  'On',
  'Before',
  'After',
  'BetweenDates',
  'InLastDays',
  'InNextDays',
  'EveryYearOn',
  'EveryYearInNextDays',
] as const
const times = ['AtLeast', 'AtMost', 'Exactly'] as const

/** What the Key of a leaf names. */
export type KeyOf = 'field' | 'list' | 'segment' | 'purpose'

interface SubjectRow {
  /** Nothing for a Field: fieldOperators has them. */
  readonly operators: readonly Operator[]
  readonly key?: KeyOf
  /** The Values it knows; of others text, or what the operator takes. */
  readonly values?: readonly string[]
  /** An event: CampaignID, CampaignTag or Days, and Times. */
  readonly event?: true
  /** Takes a Link, too. */
  readonly link?: true
}

export const consentAnswers = ['Granted', 'Denied', 'Unknown'] as const
export const sources = ['Import', 'Form', 'Api', 'Console', 'Other'] as const
export const consentPurposes = ['Measuring', 'Personalising', 'Hygiene'] as const

export const subjects = {
  Address: { operators: [...texts, ...presence] },
  Domain: { operators: texts },
  Name: { operators: [...texts, ...presence] },
  State: { operators: sets, values: memberStates },
  StateDate: { operators: dates },
  JoinedDate: { operators: dates },
  ConfirmedDate: { operators: dates },
  Source: { operators: sets, values: sources },
  Import: { operators: sets },
  Tag: { operators: [...sets, 'AllOf'] },
  Field: { operators: [], key: 'field' },
  List: { operators: sets, key: 'list', values: memberStates },
  Segment: { operators: ['Is', 'IsNot'], key: 'segment' },
  Consent: { operators: sets, key: 'purpose', values: consentAnswers },
  Sent: { operators: times, event: true },
  Accepted: { operators: times, event: true },
  Opened: { operators: times, event: true },
  Clicked: { operators: times, event: true, link: true },
  Bounced: { operators: times, event: true },
} as const satisfies Record<Subject, SubjectRow>

export function subjectRow(subject: Subject): SubjectRow {
  return subjects[subject]
}

const anyField = [...texts, ...presence] as const
const choice = ['AnyOf', 'NoneOf', 'Is', 'IsNot', 'Contains', 'NotContains', 'Begins', ...presence] as const

/** The operators of custom fields, those that an editor offers first before those of the flat rules. */
export const fieldOperators: Readonly<Record<DataType, readonly Operator[]>> = {
  Text: anyField,
  Number: [...numbers, ...anyField],
  Date: [...dates, ...anyField],
  MultiSelectOne: choice,
  MultiSelectMany: ['AnyOf', 'AllOf', 'NoneOf', 'Is', 'IsNot', 'Contains', 'NotContains', 'Begins', ...presence],
  Country: choice,
  USState: choice,
}

/** Days of an event, and its Times. */
export const eventDays = [1, 400] as const
export const eventTimes = [0, 400] as const
