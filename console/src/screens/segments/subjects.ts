/**
 * What a condition can be about, how it is compared and what is asked for: the editor's view of the table of the service, which
 * test/console/segment-subjects.test.ts compares with it.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
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

/** As the list of operators names them. */
export const operatorWords: Readonly<Record<Operator, MessageDescriptor>> = {
  Is: msg`is`,
  IsNot: msg`is not`,
  Contains: msg`contains`,
  NotContains: msg`does not contain`,
  Begins: msg`begins with`,
  AnyOf: msg`is one of`,
  AllOf: msg`has all of`,
  NoneOf: msg`is none of`,
  IsEmpty: msg`is empty`,
  IsKnown: msg`is known`,
  Exactly: msg`is exactly`,
  AtLeast: msg`is at least`,
  AtMost: msg`is at most`,
  MoreThan: msg`is more than`,
  LessThan: msg`is less than`,
  Between: msg`is between`,
  On: msg`is on`,
  Before: msg`is before`,
  After: msg`is after`,
  BetweenDates: msg`is between two dates`,
  InLastDays: msg`is in the last days`,
  InNextDays: msg`is in the next days`,
  EveryYearOn: msg`is every year on`,
  EveryYearInNextDays: msg`is every year in the next days`,
}

const texts = ['Is', 'IsNot', 'Contains', 'NotContains', 'Begins', 'AnyOf', 'NoneOf'] as const
const known = ['IsKnown', 'IsEmpty'] as const
const pastDates = ['InLastDays', 'On', 'Before', 'After', 'BetweenDates'] as const
const allDates = ['InNextDays', 'EveryYearOn', 'EveryYearInNextDays', ...pastDates] as const
const options = ['AnyOf', 'NoneOf'] as const

export interface SubjectWords {
  readonly label: MessageDescriptor
  /** Of the list of subjects. */
  readonly part: Part
  readonly operators: readonly Operator[]
}

export const parts = {
  behaviour: msg`What people did`,
  person: msg`The person`,
  fields: msg`Custom fields`,
  places: msg`Lists and segments`,
} as const satisfies Record<string, MessageDescriptor>
export type Part = keyof typeof parts

const events = { part: 'behaviour', operators: ['AtLeast', 'AtMost', 'Exactly'] } as const

export const subjects: Readonly<Record<Subject, SubjectWords>> = {
  Opened: { label: msg`Opened a mail`, ...events },
  Clicked: { label: msg`Clicked a link`, ...events },
  Accepted: { label: msg`Got a mail`, ...events },
  Sent: { label: msg`Was sent a mail`, ...events },
  Bounced: { label: msg`A mail bounced`, ...events },
  Address: { label: msg`Email address`, part: 'person', operators: texts },
  Domain: { label: msg`Domain of the address`, part: 'person', operators: texts },
  Name: { label: msg`Name`, part: 'person', operators: [...texts, ...known] },
  State: { label: msg`State`, part: 'person', operators: options },
  StateDate: { label: msg`Date of the last change of state`, part: 'person', operators: pastDates },
  JoinedDate: { label: msg`Date of joining`, part: 'person', operators: pastDates },
  ConfirmedDate: { label: msg`Date of confirmation`, part: 'person', operators: pastDates },
  Source: { label: msg`How the person joined`, part: 'person', operators: options },
  Import: { label: msg`Import that the person came with`, part: 'person', operators: options },
  Tag: { label: msg`Tags`, part: 'person', operators: ['AnyOf', 'AllOf', 'NoneOf'] },
  Consent: { label: msg`Consent`, part: 'person', operators: options },
  Field: { label: msg`Custom field`, part: 'fields', operators: [] },
  List: { label: msg`Is on a list`, part: 'places', operators: ['Is', 'IsNot'] },
  Segment: { label: msg`Is in a segment`, part: 'places', operators: ['Is', 'IsNot'] },
}

/** In the order in which they are offered. */
export const subjectNames = Object.keys(subjects) as readonly Subject[] // its own keys

const fieldOperators: Readonly<Record<FieldType, readonly Operator[]>> = {
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
