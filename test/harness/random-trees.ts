/** Random trees about a world of segments. */
import type { StoredLeaf, StoredTree } from '../../src/domain/segments/stored.ts'
import { fieldOperators, operatorRow, subjects } from '../../src/domain/segments/subjects.ts'
import {
  type Draw,
  dateValues,
  links,
  numberValues,
  optionValues,
  type SegmentWorld,
  textValues,
} from './segment-world.ts'

export function randomTree(draw: Draw, world: SegmentWorld, listId: number | null, depth = 1): StoredTree {
  const { below, oneOf } = draw
  const leaves = Array.from({ length: below(4) }, () => randomLeaf(draw, world, listId))
  const groups =
    depth < 4
      ? Array.from({ length: below(depth === 1 ? 3 : 2) }, () => randomTree(draw, world, listId, depth + 1))
      : []
  if (leaves.length + groups.length === 0)
    return { match: 'All', leaves: [randomLeaf(draw, world, listId)], groups: [] }
  return { match: oneOf(['All', 'Any', 'None']), leaves, groups }
}

const subjectNames = Object.keys(subjects) as (keyof typeof subjects)[]
const wordsOf = (values: readonly string[]) => values.filter(value => value !== '')
const addresses = ['person1@x.example', 'PERSON7+news@y.example', 'person9.x@xn--bcher-kva.example', 'nobody@x.example']
const numbers = ['5', '4.5', '0', '-3', '+7', '.5', '100', '12345678901234567890.4']
const dates = dateValues.filter(
  date =>
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    date < '9999' &&
    !['2023-02-30', '2023-02-29', '1900-02-29', '2026-13-01'].includes(date),
)

function randomLeaf(draw: Draw, world: SegmentWorld, listId: number | null): StoredLeaf {
  const { below, oneOf } = draw
  const subject = below(3) === 0 ? 'Field' : oneOf(subjectNames)
  if (subject === 'Field') return randomFieldLeaf(draw, world, listId)
  const operator = oneOf(subjects[subject].operators as readonly StoredLeaf['operator'][])
  const leaf = { subject, operator }
  const some = <Value>(values: readonly Value[]) => {
    const chosen = values.filter(() => below(2) === 0)
    return operatorRow(operator).values === 'many' && chosen.length > 0 ? chosen : [oneOf(values)]
  }
  switch (subject) {
    case 'Address':
      return withValues(draw, leaf, addresses, ['person1', '@x', 'PERSON', 'example'])
    case 'Domain':
      return withValues(draw, leaf, ['x.example', 'y.example', 'xn--bcher-kva.example'], ['x', 'mail', 'EXAMPLE'])
    case 'Name':
      return withValues(draw, leaf, ['ada', 'Ada Lovelace', 'ädä', '花子', 'zoë'], ['ad', 'Ä', 'lace'])
    case 'StateDate':
    case 'JoinedDate':
    case 'ConfirmedDate':
      return withDate(draw, leaf)
    case 'State':
      return { ...leaf, values: some(['Active', 'Unsubscribed', 'Bounced']) }
    case 'Source':
      return { ...leaf, values: some(['Import', 'Form', 'Api', 'Console', 'Other']) }
    case 'Import':
      return { ...leaf, ids: some(world.importIds) }
    case 'Tag':
      return { ...leaf, ids: some(world.tagIds) }
    case 'List':
      return {
        ...leaf,
        ids: [oneOf(world.lists).listId],
        values: below(2) === 0 ? [] : some(['Active', 'Unsubscribed', 'Deleted']),
      }
    case 'Segment': {
      const ids = [...world.segments.keys()]
      return ids.length === 0 ? { subject: 'Name', operator: 'IsKnown' } : { ...leaf, ids: [oneOf(ids)] }
    }
    case 'Consent':
      return {
        ...leaf,
        key: oneOf(['Measuring', 'Personalising', 'Hygiene']),
        values: some(['Granted', 'Denied', 'Unknown']),
      }
    default: {
      const scope = oneOf([
        { days: oneOf([1, 2, 7, 30, 90, 365, 400]) },
        { campaignId: oneOf(world.campaigns).id },
        { campaignTag: oneOf(world.campaigns.flatMap(({ tags }) => tags)) },
      ] as const)
      const link = subject === 'Clicked' && below(2) === 0 ? { link: oneOf(links) } : {}
      return { ...leaf, ...scope, ...link, times: oneOf([0, 1, 1, 2, 3]) }
    }
  }
}

function withValues(
  { below, oneOf }: Draw,
  leaf: StoredLeaf,
  wholes: readonly string[],
  parts: readonly string[],
): StoredLeaf {
  switch (operatorRow(leaf.operator).values) {
    case 'none':
      return leaf
    case 'many': {
      const chosen = wholes.filter(() => below(2) === 0)
      return { ...leaf, values: chosen.length > 0 ? chosen : [oneOf(wholes)] }
    }
    case 'one':
    case 'two':
      return { ...leaf, values: [oneOf(leaf.operator === 'Is' || leaf.operator === 'IsNot' ? wholes : parts)] }
  }
}

function withDate({ below, oneOf }: Draw, leaf: StoredLeaf): StoredLeaf {
  const row = operatorRow(leaf.operator)
  if (row.days) return { ...leaf, days: oneOf([1, 2, 7, 30, 364, 365, 366].filter(days => days <= row.days![1])) }
  if (row.of === 'month and day') return { ...leaf, values: [oneOf(['02-29', '02-28', '03-01', '11-26', '12-31'])] }
  const first = oneOf(dates)
  if (row.values === 'one') return { ...leaf, values: [first] }
  const second = below(3) === 0 ? first : oneOf(dates)
  return { ...leaf, values: [first, second].toSorted() }
}

function randomFieldLeaf(draw: Draw, world: SegmentWorld, listId: number | null): StoredLeaf {
  const { below, oneOf } = draw
  const key = oneOf(world.fieldsOf.get(listId ?? world.lists[0]!.listId)!)
  const type = key === 'Score' ? 'Number' : key === 'Born' ? 'Date' : key === 'Colours' ? 'MultiSelectMany' : 'Text'
  const leaf = { subject: 'Field', operator: oneOf(fieldOperators[type]), key } as const
  const row = operatorRow(leaf.operator)
  if (row.days || row.of === 'date' || row.of === 'month and day') return withDate(draw, leaf)
  if (row.of === 'number') {
    const [first, second] = [oneOf(numbers), oneOf(numbers)].toSorted((a, b) => Number(a) - Number(b)) as [
      string,
      string,
    ]
    return { ...leaf, values: row.values === 'two' ? [first, second] : [below(2) === 0 ? first : second] }
  }
  const values = { Score: numberValues, Born: dateValues, Colours: optionValues }[key] ?? [...textValues, 'Red']
  return withValues(draw, leaf, wordsOf(values), ['köln', 'r', '%', '-02-', '1', '花'])
}
