/**
 * What a condition can be about, how it is compared and what is asked for, without words: the editor's view of the tables of the service, which
 * test/console/segment-subjects.test.ts compares with it.
 */
import type { FieldType } from '../lists/field-types.ts'
import type { Leaf, Operator, Subject } from './types.ts'

/** What is asked for beside subject and operator. */
export type ValueKind =
  | 'nothing'
  | 'text'
  | 'texts'
  | 'number'
  | 'two numbers'
  | 'date'
  | 'two dates'
  | 'days'
  | 'day of the year'
  | 'times'

export const valueKinds: Readonly<Record<Operator, ValueKind>> = {
  Is: 'text',
  IsNot: 'text',
  Contains: 'text',
  NotContains: 'text',
  Begins: 'text',
  AnyOf: 'texts',
  AllOf: 'texts',
  NoneOf: 'texts',
  IsEmpty: 'nothing',
  IsKnown: 'nothing',
  Exactly: 'number',
  AtLeast: 'number',
  AtMost: 'number',
  MoreThan: 'number',
  LessThan: 'number',
  Between: 'two numbers',
  On: 'date',
  Before: 'date',
  After: 'date',
  BetweenDates: 'two dates',
  InLastDays: 'days',
  InNextDays: 'days',
  EveryYearOn: 'day of the year',
  EveryYearInNextDays: 'days',
}

/** In the list of subjects. */
export type Part = 'behaviour' | 'person' | 'fields' | 'places'

const texts = ['Is', 'IsNot', 'Contains', 'NotContains', 'Begins', 'AnyOf', 'NoneOf'] as const
const known = ['IsKnown', 'IsEmpty'] as const
const pastDates = ['InLastDays', 'On', 'Before', 'After', 'BetweenDates'] as const
const allDates = ['InNextDays', 'EveryYearOn', 'EveryYearInNextDays', ...pastDates] as const
const options = ['AnyOf', 'NoneOf'] as const
const events = { part: 'behaviour', operators: ['AtLeast', 'AtMost', 'Exactly'] } as const

/** In the order in which they are offered. */
export const subjects: Readonly<Record<Subject, { readonly part: Part; readonly operators: readonly Operator[] }>> = {
  Opened: events,
  Clicked: events,
  Accepted: events,
  Sent: events,
  Bounced: events,
  Address: { part: 'person', operators: texts },
  Domain: { part: 'person', operators: texts },
  Name: { part: 'person', operators: [...texts, ...known] },
  State: { part: 'person', operators: options },
  StateDate: { part: 'person', operators: pastDates },
  JoinedDate: { part: 'person', operators: pastDates },
  ConfirmedDate: { part: 'person', operators: pastDates },
  Source: { part: 'person', operators: options },
  Import: { part: 'person', operators: options },
  Tag: { part: 'person', operators: ['AnyOf', 'AllOf', 'NoneOf'] },
  Consent: { part: 'person', operators: options },
  // by the type of the field
  Field: { part: 'fields', operators: [] },
  List: { part: 'places', operators: ['Is', 'IsNot'] },
  Segment: { part: 'places', operators: ['Is', 'IsNot'] },
}

export const subjectNames = Object.keys(subjects) as readonly Subject[] // its own keys

export const fieldOperators: Readonly<Record<FieldType, readonly Operator[]>> = {
  Text: [...texts, ...known],
  Number: ['AtLeast', 'AtMost', 'MoreThan', 'LessThan', 'Exactly', 'Between', ...known],
  Date: [...allDates, ...known],
  MultiSelectOne: [...options, ...known],
  MultiSelectMany: ['AnyOf', 'AllOf', 'NoneOf', ...known],
  Country: [...options, ...known],
  USState: [...options, ...known],
}

/** @param fieldType of a custom field; undefined while it is not known */
export function operatorsOf(subject: Subject, fieldType: FieldType | undefined): readonly Operator[] {
  if (subject !== 'Field') return subjects[subject].operators
  return fieldOperators[fieldType ?? 'Text']
}

export function isEvent(subject: Subject): boolean {
  return subjects[subject].part === 'behaviour'
}

/** Days, and times, that the service takes for events. */
export const mostEventDays = 400
/** Days that it takes for dates, a century of them; of a day that comes every year those of a year. */
export const mostDays = 36_500
export const mostDaysOfYear = 366

/** A condition that is chosen newly: what most people mean by it. */
export function newLeaf(subject: Subject, key = '', fieldType?: FieldType): Leaf {
  const [Operator = 'Is'] = operatorsOf(subject, fieldType)
  if (isEvent(subject)) return { Subject: subject, Operator: 'AtLeast', Times: 1, Days: 90 }
  const named = key === '' ? {} : { Key: key }
  if (subject === 'Consent') return { Subject: subject, Key: 'Measuring', Operator, Values: ['Granted'] }
  return withOperator({ Subject: subject, ...named, Operator }, Operator)
}

/** The condition with another operator: values that still fit are kept. */
export function withOperator(leaf: Leaf, Operator: Operator): Leaf {
  const { Subject, Key, Values = [] } = leaf
  if (isEvent(Subject)) return { ...leaf, Operator }
  const kept = { Subject, ...(Key && { Key }), Operator }
  const kind = valueKinds[Operator]
  // the values of a list are states there
  if (Subject === 'List') return { ...kept, ...(Values.length > 0 && { Values: [...Values] }) }
  if (Subject === 'Segment' || kind === 'nothing') return kept
  if (kind === 'days') return { ...kept, Days: leaf.Days ?? (Operator === 'EveryYearInNextDays' ? 7 : 30) }
  if (kind === valueKinds[leaf.Operator]) return { ...kept, Values: [...Values] }
  if (kind === 'day of the year' || kind.endsWith('date') || kind.endsWith('dates')) return { ...kept, Values: [] }
  const isTextual = (one: ValueKind) => one === 'text' || one === 'texts'
  const fits =
    (isTextual(kind) && isTextual(valueKinds[leaf.Operator])) || kind.endsWith('numbers') || kind === 'number'
  return { ...kept, Values: fits ? (kind === 'text' || kind === 'number' ? Values.slice(0, 1) : [...Values]) : [] }
}

/** Whether nothing is missing that the service needs. */
export function isComplete(leaf: Leaf): boolean {
  const { Subject, Key = '', Operator, Values = [], Days, CampaignID = '', CampaignTag = '' } = leaf
  const filled = Values.filter(value => value !== '').length
  if (isEvent(Subject)) return Boolean(CampaignID || CampaignTag || Days)
  if (Subject === 'List' || Subject === 'Segment') return Key !== ''
  if (Subject === 'Field' && Key === '') return false
  switch (valueKinds[Operator]) {
    case 'nothing':
      return true
    case 'days':
      return Days !== undefined
    case 'two numbers':
    case 'two dates':
      return filled === 2
    default:
      return filled > 0
  }
}
