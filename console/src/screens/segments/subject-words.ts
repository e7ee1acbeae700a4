/** What conditions are about and how they are compared, in words; offered.ts has the tables. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Part } from './offered.ts'
import type { Operator, Subject } from './types.ts'

/** As the list of operators names them. */
export const operatorWords: Readonly<Record<Operator, MessageDescriptor>> = {
  Is: msg`is`,
  IsNot: msg`is not`,
  Contains: msg`contains`,
  NotContains: msg`does not contain`,
  Begins: msg`begins with`,
  AnyOf: msg`is one of`,
  AllOf: msg`has all of`,
  NoneOf: msg`is not one of`,
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

export const parts: Readonly<Record<Part, MessageDescriptor>> = {
  behaviour: msg`What people did`,
  person: msg`The person`,
  fields: msg`Custom fields`,
  places: msg`Lists and segments`,
}

export const subjectWords: Readonly<Record<Subject, MessageDescriptor>> = {
  Opened: msg`Opened a mail`,
  Clicked: msg`Clicked a link`,
  Accepted: msg`Got a mail`,
  Sent: msg`Was sent a mail`,
  Bounced: msg`A mail bounced`,
  Address: msg`Email address`,
  Domain: msg`Domain of the address`,
  Name: msg`Name`,
  State: msg`State`,
  StateDate: msg`Date of the last change of state`,
  JoinedDate: msg`Date of joining`,
  ConfirmedDate: msg`Date of confirmation`,
  Source: msg`How the person joined`,
  Import: msg`Import that the person came with`,
  Tag: msg`Tags`,
  Consent: msg`Consent`,
  Field: msg`Custom field`,
  List: msg`Is on a list`,
  Segment: msg`Is in a segment`,
}
