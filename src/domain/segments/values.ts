/** Values of leaves: read by their operator and, of a custom field, by its type, in the spelling they are stored with. */
import { Refusal } from '../../contract/refusals.ts'
import type { CustomField } from '../lists/custom-fields.ts'
import { readCustomValues } from '../lists/custom-values.ts'
import { parseAddress } from '../text-rules/address.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { line } from '../text-rules/single-line.ts'
import type { GivenLeaf, Refuse } from './given.ts'
import { mostValues, operatorRow, subjectRow } from './subjects.ts'

const longestValue = 254
/** The decimal numbers that fields can hold (custom-values.ts). */
const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/
const longestNumber = 40

/** @throws Refusal as `refuse` makes it */
export function readLeafValues(leaf: GivenLeaf, field: CustomField | undefined, refuse: Refuse): readonly string[] {
  const { Operator: operator, Subject: subject } = leaf
  const { values: takes, of: kind = 'text' } = operatorRow(operator)
  const given = leaf.Values ?? []
  const texts = given.map(value => line(value, { max: longestValue })?.normalize('NFC'))
  if (texts.some(text => text === undefined || text === ''))
    throw refuse(`A value is one line of 1 to ${longestValue} characters.`)
  const values = texts as readonly string[] // as just checked
  const isLeftOut = subject === 'List' && values.length === 0
  if (!isLeftOut) checkNumber(takes, values.length, operator, refuse)
  switch (kind) {
    case 'number':
      return inOrder(
        values.map(text => readNumber(text, refuse)),
        (a, b) => Number(a) <= Number(b),
        refuse,
      )
    case 'date':
      return inOrder(
        values.map(text => readDay(text, refuse)),
        (a, b) => a <= b,
        refuse,
      )
    case 'month and day':
      return values.map(text => readMonthDay(text, refuse))
    case 'text':
      return [...new Set(values.map(text => readText(leaf, text, field, refuse)))]
  }
}

function checkNumber(takes: 'none' | 'one' | 'two' | 'many', given: number, operator: string, refuse: Refuse): void {
  const [fewest, most] = { none: [0, 0], one: [1, 1], two: [2, 2], many: [1, mostValues] }[takes] as [number, number]
  if (given >= fewest && given <= most) return
  const words = { none: 'no Values', one: 'one value', two: 'two Values', many: `1 to ${mostValues} Values` }[takes]
  throw refuse(`${operator} takes ${words}.`)
}

function inOrder(
  values: readonly string[],
  isInOrder: (a: string, b: string) => boolean,
  refuse: Refuse,
): readonly string[] {
  const [first, second] = values
  if (first !== undefined && second !== undefined && !isInOrder(first, second)) {
    throw refuse('The first value must not be after the second.')
  }
  return values
}

function readNumber(text: string, refuse: Refuse): string {
  if (text.length > longestNumber || !decimal.test(text)) throw refuse('The value is no decimal number.')
  return text
}

/** Years up to 9998: the day after it has four digits, too. */
function readDay(text: string, refuse: Refuse): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? parseLocalTime(text)?.slice(0, 'YYYY-MM-DD'.length) : undefined
  if (day === undefined || day >= '9999') throw refuse('The value is no date, YYYY-MM-DD.')
  return day
}

function readMonthDay(text: string, refuse: Refuse): string {
  // a leap year has all days
  if (!/^\d\d-\d\d$/.test(text) || parseLocalTime(`2024-${text}`) === undefined)
    throw refuse('The value is no month and day, MM-DD.')
  return text
}

function readText(leaf: GivenLeaf, text: string, field: CustomField | undefined, refuse: Refuse): string {
  const { Subject: subject, Operator: operator } = leaf
  const isWhole = operator !== 'Contains' && operator !== 'NotContains' && operator !== 'Begins'
  if (!isWhole) return text
  const known = subjectRow(subject).values
  if (known) {
    const value = known.find(one => one.toLowerCase() === text.toLowerCase())
    if (value === undefined) throw refuse(`The Values of ${subject} are ${known.join(', ')}.`)
    return value
  }
  if (subject === 'Address' && !parseAddress(text)) throw refuse('The value is no email address.')
  if (subject === 'Domain') {
    const domain = parseAddress(`a@${text.replace(/^@/, '')}`)?.address.slice(2)
    if (domain === undefined) throw refuse('The value is no domain.')
    return domain
  }
  return field ? fieldValue(field, text, refuse) : text
}

/** A value the field can have, in the spelling it is stored with. */
function fieldValue(field: CustomField, text: string, refuse: Refuse): string {
  try {
    const read = readCustomValues([field], [{ Key: field.key, Value: text }]).get(field.key)
    const [value] = typeof read === 'string' ? [read] : (read ?? [])
    if (value !== undefined) return value
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw refuse(cause.detail ?? cause.title)
  }
  throw refuse(`[${field.key}] cannot have this value.`)
}
