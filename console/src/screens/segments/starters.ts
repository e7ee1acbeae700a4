/** Segments to start from. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Field } from '../lists/fields-query.ts'
import type { Leaf, Tree } from './types.ts'

export interface Starter {
  readonly id: string
  readonly label: MessageDescriptor
  readonly meaning: MessageDescriptor
  readonly tree: Tree
}

const inDays = (Subject: Leaf['Subject'], Days: number, Operator: Leaf['Operator'] = 'AtLeast', Times = 1): Leaf => ({
  Subject,
  Operator,
  Times,
  Days,
})

const always: readonly Starter[] = [
  {
    id: 'active',
    label: msg`Active in the last 90 days`,
    meaning: msg`Opened a mail or clicked a link.`,
    tree: { Match: 'Any', Leaves: [inDays('Opened', 90), inDays('Clicked', 90)], Groups: [] },
  },
  {
    id: 'asleep',
    label: msg`Never opened`,
    meaning: msg`Got mails on at least 5 days of the last year and opened none.`,
    tree: {
      Match: 'All',
      Leaves: [inDays('Accepted', 365, 'AtLeast', 5), inDays('Opened', 365, 'Exactly', 0)],
      Groups: [],
    },
  },
  {
    id: 'new',
    label: msg`New this month`,
    meaning: msg`Joined in the last 30 days.`,
    tree: { Match: 'All', Leaves: [{ Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 }], Groups: [] },
  },
  {
    id: 'unclicked',
    label: msg`Readers without a click`,
    meaning: msg`Opened in the last 180 days and clicked nothing.`,
    tree: { Match: 'All', Leaves: [inDays('Opened', 180), inDays('Clicked', 180, 'Exactly', 0)], Groups: [] },
  },
]

/** Of a date field, such as a birthday. */
function birthday({ Key = '' }: Field): Starter {
  return {
    id: 'birthday',
    label: msg`Birthday this week`,
    meaning: msg`The day of a date field is today or in the next 6 days, every year.`,
    tree: { Match: 'All', Leaves: [{ Subject: 'Field', Key, Operator: 'EveryYearInNextDays', Days: 7 }], Groups: [] },
  }
}

/** @param fields of the lists that the segment is of */
export function startersFor(fields: readonly Field[]): readonly Starter[] {
  const dates = fields.filter(({ DataType }) => DataType === 'Date')
  const named = dates.find(({ FieldName = '' }) => /birth|geburt|naissance|anniv|nacimiento|cumple/i.test(FieldName))
  const field = named ?? dates[0]
  return field ? [...always, birthday(field)] : always
}
