/** A condition as a sentence in the reader's language. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { dateTime, locale, number } from '../../lib/format.ts'
import { eventSentence } from './event-sentences.ts'
import type { Names } from './names.ts'
import { isEvent } from './offered.ts'
import { subjectWords } from './subject-words.ts'
import type { Leaf } from './types.ts'

/** In the place of what is not chosen yet. */
const open = '…'

export function sentenceOf(i18n: I18n, leaf: Leaf, names: Names): string {
  const say = (message: MessageDescriptor) => i18n._(message)
  const { Subject, Key = '' } = leaf
  const quote = (name: string | undefined) => (name ? say(msg`“${name}”`) : open)
  if (isEvent(Subject)) return eventSentence(say, leaf, names)
  if (Subject === 'List' || Subject === 'Segment') {
    const isNot = leaf.Operator === 'IsNot'
    const place = quote(Key && (Subject === 'List' ? names.list(Key) : names.segment(Key)))
    const [state] = leaf.Values ?? []
    if (Subject === 'List' && state !== undefined && state !== 'Active') {
      const word = names.value({ ...leaf, Subject: 'State' }, state) ?? state
      return say(isNot ? msg`is not on the list ${place} as: ${word}` : msg`is on the list ${place} as: ${word}`)
    }
    if (Subject === 'List') return say(isNot ? msg`is not on the list ${place}` : msg`is on the list ${place}`)
    return say(isNot ? msg`is not in the segment ${place}` : msg`is in the segment ${place}`)
  }
  const values = (leaf.Values ?? [])
    .filter(value => value !== '')
    .map(value => names.value(leaf, value) ?? quote(value))
  if (Subject === 'Tag') return say(tagSentence(leaf, values))
  if (Subject === 'Consent') return say(consentSentence(Key, leaf, values))
  const subject = Subject === 'Field' ? (names.field(Key) ?? (Key || open)) : say(subjectWords[Subject])
  return say(comparison(subject, leaf, values))
}

function tagSentence({ Operator }: Leaf, values: readonly string[]): MessageDescriptor {
  const [all, any] = [join(values, 'conjunction'), join(values, 'disjunction')]
  if (Operator === 'NoneOf' || Operator === 'IsNot') return msg`does not have the tag ${any}`
  return Operator === 'AllOf' ? msg`has all of the tags ${all}` : msg`has the tag ${any}`
}

const purposes: Readonly<Record<string, MessageDescriptor>> = {
  Measuring: msg`Consent to tracking`,
  Personalising: msg`Consent to personal content`,
  Hygiene: msg`Consent to the date of the last open`,
}

/** Names of the consents, by the key of a condition. */
export const consentPurposes = purposes

function consentSentence(key: string, { Operator }: Leaf, values: readonly string[]): MessageDescriptor {
  const answer = join(values, 'disjunction')
  const isNot = Operator === 'NoneOf' || Operator === 'IsNot'
  if (key === 'Personalising')
    return isNot ? msg`consent to personal content is not: ${answer}` : msg`consent to personal content: ${answer}`
  if (key === 'Hygiene')
    return isNot
      ? msg`consent to the date of the last open is not: ${answer}`
      : msg`consent to the date of the last open: ${answer}`
  return isNot ? msg`consent to tracking is not: ${answer}` : msg`consent to tracking: ${answer}`
}

function comparison(
  subject: string,
  { Operator, Days = 0, Values = [] }: Leaf,
  values: readonly string[],
): MessageDescriptor {
  const [first = open] = values
  const any = join(values, 'disjunction')
  const all = join(values, 'conjunction')
  const [from, until] = [dateTime(Values[0]) || open, dateTime(Values[1]) || open]
  const [least, most] = [amount(Values[0]), amount(Values[1])]
  switch (Operator) {
    case 'Is':
      return msg`${subject} is ${first}`
    case 'IsNot':
      return msg`${subject} is not ${first}`
    case 'Contains':
      return msg`${subject} contains ${first}`
    case 'NotContains':
      return msg`${subject} does not contain ${first}`
    case 'Begins':
      return msg`${subject} begins with ${first}`
    case 'AnyOf':
      return msg`${subject} is ${any}`
    case 'AllOf':
      return msg`${subject} has all of ${all}`
    case 'NoneOf':
      return msg`${subject} is not ${any}`
    case 'IsEmpty':
      return msg`${subject} is empty`
    case 'IsKnown':
      return msg`${subject} is known`
    case 'Exactly':
      return msg`${subject} is exactly ${least}`
    case 'AtLeast':
      return msg`${subject} is at least ${least}`
    case 'AtMost':
      return msg`${subject} is at most ${least}`
    case 'MoreThan':
      return msg`${subject} is more than ${least}`
    case 'LessThan':
      return msg`${subject} is less than ${least}`
    case 'Between':
      return msg`${subject} is between ${least} and ${most}`
    case 'On':
      return msg`${subject} is on ${from}`
    case 'Before':
      return msg`${subject} is before ${from}`
    case 'After':
      return msg`${subject} is after ${from}`
    case 'BetweenDates':
      return msg`${subject} is between ${from} and ${until}`
    case 'InLastDays':
      return msg`${plural(Days, { one: `${subject} is today`, other: `${subject} is in the last # days` })}`
    case 'InNextDays':
      return msg`${plural(Days, { one: `${subject} is today`, other: `${subject} is in the next # days` })}`
    case 'EveryYearOn': {
      const day = dayOfYear(Values[0])
      return msg`${subject} is on ${day} (every year)`
    }
    case 'EveryYearInNextDays':
      return msg`${plural(Days, {
        one: `${subject} is today (every year)`,
        other: `${subject} is in the next # days (every year)`,
      })}`
  }
}

function join(values: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return values.length === 0 ? open : new Intl.ListFormat(locale(), { type }).format(values)
}

function amount(value: string | undefined): string {
  if (value === undefined || value.trim() === '') return open
  const known = Number(value)
  return Number.isFinite(known) ? number(known) : value
}

/** @param value MM-DD */
export function dayOfYear(value: string | undefined): string {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(value ?? '') ?? []
  if (month === undefined) return open
  // a leap year has 29 February
  const moment = new Date(Date.UTC(2024, Number(month) - 1, Number(day)))
  return new Intl.DateTimeFormat(locale(), { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(moment)
}
