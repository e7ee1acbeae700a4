/** The segment editor's tables are those of the service: each subject is there, and what the editor offers is taken. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostLeaves as mostLeavesOffered, mostLevels } from '../../console/src/screens/segments/editing.ts'
import {
  fieldOperators as fieldOperatorsOffered,
  isComplete,
  isEvent,
  mostDays,
  mostDaysOfYear,
  mostEventDays,
  newLeaf,
  operatorsOf,
  subjectNames,
  type ValueKind,
  valueKinds,
} from '../../console/src/screens/segments/offered.ts'
import {
  deepestTree,
  eventDays,
  fieldOperators,
  mostLeaves,
  type Operator,
  operatorRow,
  operators,
  type Subject,
  subjectRow,
  subjects,
} from '../../src/domain/segments/subjects.ts'

test('the editor offers every subject of the service, and no other', () => {
  assert.deepEqual([...subjectNames].sort(), Object.keys(subjects).sort())
})

test('what asks for events is the same', () => {
  for (const subject of subjectNames) assert.equal(isEvent(subject), subjectRow(subject).event === true, subject)
})

test('every operator that is offered for a subject or a field is taken, and one is offered for each', () => {
  for (const subject of subjectNames.filter(name => name !== 'Field'))
    assertOffered(operatorsOf(subject, undefined), subjectRow(subject).operators, subject)
  assert.deepEqual(Object.keys(fieldOperatorsOffered).sort(), Object.keys(fieldOperators).sort())
  for (const [type, taken] of Object.entries(fieldOperators))
    assertOffered(operatorsOf('Field', type as keyof typeof fieldOperators), taken, type) // its own keys
})

function assertOffered(offered: readonly Operator[], taken: readonly Operator[], what: string) {
  assert.ok(offered.length > 0, what)
  assert.deepEqual(
    offered.filter(operator => !taken.includes(operator)),
    [],
    what,
  )
}

test('an operator asks for the values that the service takes', () => {
  const kindOf = (operator: Operator): ValueKind => {
    const { values, of, days } = operatorRow(operator)
    if (days) return 'days'
    if (values === 'none') return 'nothing'
    if (of === 'month and day') return 'day of the year'
    if (of === 'number' || of === 'date') return values === 'two' ? `two ${of}s` : of
    return values === 'many' ? 'texts' : 'text'
  }
  const names = Object.keys(operators) as Operator[] // its own keys
  assert.deepEqual(valueKinds, Object.fromEntries(names.map(name => [name, kindOf(name)])))
})

test('limits are the same', () => {
  assert.deepEqual(
    { mostEventDays, mostDays, mostDaysOfYear, mostLeavesOffered, mostLevels },
    {
      mostEventDays: eventDays[1],
      mostDays: operators.InLastDays.days[1],
      mostDaysOfYear: operators.EveryYearInNextDays.days[1],
      mostLeavesOffered: mostLeaves,
      mostLevels: deepestTree,
    },
  )
})

test('a condition that is chosen newly asks for values of its own, or has what is needed', () => {
  const hasValues = (subject: Subject) => isEvent(subject) || subject === 'Consent' || subject.endsWith('Date')
  for (const subject of subjectNames) assert.equal(isComplete(newLeaf(subject)), hasValues(subject), subject)
})
