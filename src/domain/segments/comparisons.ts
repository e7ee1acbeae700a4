/** Comparisons of numbers and dates, from the operators of leaves. */
import type { DateTest, NumberCondition } from '../../store/segments/conditions.ts'
import type { StoredLeaf } from './stored.ts'

type Range = Pick<NumberCondition, 'from' | 'to' | 'withFrom' | 'withTo'>

/** @returns undefined for an operator that compares no numbers */
export function numberRangeOf({ operator, values = [] }: StoredLeaf): Range | undefined {
  const [first = '0', second = first] = values
  const open = { from: null, to: null, withFrom: true, withTo: true }
  switch (operator) {
    case 'Exactly':
      return { ...open, from: first, to: first }
    case 'AtLeast':
      return { ...open, from: first }
    case 'AtMost':
      return { ...open, to: first }
    case 'MoreThan':
      return { ...open, from: first, withFrom: false }
    case 'LessThan':
      return { ...open, to: first, withTo: false }
    case 'Between':
      return { ...open, from: first, to: second }
    default:
      return undefined
  }
}

/** Of a leaf whose operator compares dates. */
export function dateTestOf({ operator, values = [], days = 1 }: StoredLeaf): DateTest {
  const [first = '', second = first] = values
  switch (operator) {
    case 'On':
      return { kind: 'between', from: first, to: first }
    case 'Before':
      return { kind: 'between', from: null, to: dayAfter(first, -1) }
    case 'After':
      return { kind: 'between', from: dayAfter(first, 1), to: null }
    case 'BetweenDates':
      return { kind: 'between', from: first, to: second }
    case 'InLastDays':
      return { kind: 'days', from: 1 - days, to: 0 }
    case 'InNextDays':
      return { kind: 'days', from: 0, to: days - 1 }
    case 'EveryYearOn':
      return { kind: 'every year', month: Number(first.slice(0, 2)), day: Number(first.slice(3, 5)) }
    case 'EveryYearInNextDays':
      return { kind: 'anniversary', days }
    default:
      throw new Error(`${operator} compares no dates`)
  }
}

/** Of a date of the years 1753 to 9998. */
function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
