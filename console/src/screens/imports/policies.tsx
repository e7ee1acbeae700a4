/** How rows are read and what they may change: dates, values of members, empty cells, duplicates, the usual state. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { Panel } from '../../ui/page.tsx'
import { type Changes, hasTarget, type Mapping } from './columns.ts'
import { dateTargets } from './date-targets.ts'
import own from './imports.module.css'
import { dateOrders } from './targets.ts'

type Policy = 'Values' | 'EmptyCells' | 'Duplicates' | 'DefaultState' | 'Dates'

interface Question {
  readonly label: MessageDescriptor
  readonly answers: Readonly<Record<string, MessageDescriptor>>
}

const questions: Readonly<Record<Policy, Question>> = {
  Values: {
    label: msg`Existing values of members`,
    answers: {
      Overwrite: msg`become those of the file`,
      FillEmpty: msg`are kept; only empty ones are filled`,
      AddOnly: msg`are kept: only new people are added`,
    },
  },
  EmptyCells: {
    label: msg`An empty cell`,
    answers: { Leave: msg`keeps the value of a member`, Erase: msg`erases the value of a member` },
  },
  Duplicates: {
    label: msg`If several rows have the same address`,
    answers: { Last: msg`the last one is used`, First: msg`the first one is used` },
  },
  DefaultState: {
    label: msg`Rows without a state`,
    answers: { Active: msg`are active`, Unconfirmed: msg`are unconfirmed, and get no mail until they confirm` },
  },
  Dates: {
    label: msg`Date format`,
    answers: dateOrders,
  },
}

function hasDates({ Columns = [] }: Mapping): boolean {
  return Columns.some(({ DataType }) => DataType === 'Date')
}

export function Policies({
  mapping,
  isAsked,
  onChange,
}: {
  readonly mapping: Mapping
  /** Whether the order of dates could not be found out. */
  readonly isAsked: boolean
  readonly onChange: (changes: Changes) => void
}) {
  const { t, i18n } = useLingui()
  const shown = Object.entries(questions).filter(
    ([policy]) => policy !== 'Dates' || isAsked || hasTarget(mapping, ...dateTargets) || hasDates(mapping),
  ) as [Policy, Question][] // of the table
  return (
    <Panel title={t`Import options`}>
      <div className={own.questions}>
        {shown.map(([policy, { label, answers }]) => (
          <NativeSelect
            key={policy}
            label={i18n._(label)}
            value={mapping[policy]}
            error={policy === 'Dates' && isAsked ? t`Choose it here, then check the rows again.` : undefined}
            onChange={event => onChange({ [policy]: event.currentTarget.value })}
            data={Object.entries(answers).map(([value, text]) => ({ value, label: i18n._(text) }))}
          />
        ))}
      </div>
    </Panel>
  )
}
