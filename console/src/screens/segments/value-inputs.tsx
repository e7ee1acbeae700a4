/** What a condition compares with: a text, several, numbers, dates, days, or something of the client that is chosen by its name. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { locale } from '../../lib/format.ts'
import { Check } from '../../ui/check.tsx'
import layout from '../../ui/layout.module.css'
import { css as parts } from '../../ui/page.tsx'
import type { Field } from '../lists/fields-query.ts'
import profile from '../profile/profile.module.css'
import { NumberInput } from './event-inputs.tsx'
import { mostDays, mostDaysOfYear, valueKinds } from './offered.ts'
import css from './segments.module.css'
import type { Leaf } from './types.ts'
import type { Choice, Choices } from './use-choices.ts'
import { wordedValues } from './value-words.ts'

interface Props {
  readonly leaf: Leaf
  readonly field: Field | undefined
  readonly choices: Choices
  readonly onChange: (leaf: Leaf) => void
}

export function ValueInputs(props: Props) {
  const { leaf, onChange, choices } = props
  const { t } = useLingui()
  const options = useOptions(props)
  const { Subject, Operator, Values = [] } = leaf
  const setValues = (next: readonly string[]) => onChange({ ...leaf, Values: [...next] })
  if (Subject === 'List' || Subject === 'Segment')
    return (
      <>
        <PlaceSelect
          label={Subject === 'List' ? t`List` : t`Segment`}
          value={leaf.Key ?? ''}
          from={Subject === 'List' ? choices.lists : choices.segments}
          onChange={Key => onChange({ ...leaf, Key })}
        />
        {Subject === 'List' && <StateOnList {...props} />}
      </>
    )
  switch (valueKinds[Operator]) {
    case 'nothing':
    case 'times':
      return null
    case 'text':
      return options ? (
        <NativeSelect
          label={t`Value`}
          value={Values[0] ?? ''}
          onChange={event => setValues([event.currentTarget.value])}
          data={[
            ...(Values[0] && options.some(({ value }) => value === Values[0])
              ? []
              : [{ value: Values[0] ?? '', label: Values[0] || t`Choose a value` }]),
            ...options,
          ]}
        />
      ) : (
        <TextInput
          label={t`Value`}
          value={Values[0] ?? ''}
          onChange={event => setValues([event.currentTarget.value])}
          maxLength={250}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
      )
    case 'texts':
      return options ? (
        <OptionChecks options={options} values={Values} onChange={setValues} />
      ) : (
        <Lines values={Values} onChange={setValues} label={Subject === 'Tag' ? t`Tags` : t`Values`} />
      )
    case 'number':
      return <Decimal label={t`Number`} value={Values[0]} onChange={value => setValues([value])} />
    case 'two numbers':
      return (
        <>
          <Decimal label={t`From`} value={Values[0]} onChange={value => setValues([value, Values[1] ?? ''])} />
          <Decimal label={t`To`} value={Values[1]} onChange={value => setValues([Values[0] ?? '', value])} />
        </>
      )
    case 'date':
      return <DateInput label={t`Date`} value={Values[0]} onChange={value => setValues([value])} />
    case 'two dates':
      return (
        <>
          <DateInput label={t`From`} value={Values[0]} onChange={value => setValues([value, Values[1] ?? ''])} />
          <DateInput label={t`Until`} value={Values[1]} onChange={value => setValues([Values[0] ?? '', value])} />
        </>
      )
    case 'days':
      return (
        <NumberInput
          key={Operator}
          label={t`Days`}
          description={t`1 is today alone.`}
          value={leaf.Days}
          least={1}
          most={Operator === 'EveryYearInNextDays' ? mostDaysOfYear : mostDays}
          onChange={Days => onChange({ ...leaf, Days })}
        />
      )
    case 'day of the year':
      return <DayOfYear value={Values[0]} onChange={value => setValues([value])} />
  }
}

/** A state there; one that says nothing means active. */
function StateOnList({ leaf, onChange }: Props) {
  const { t, i18n } = useLingui()
  const { Values: [state = 'Active'] = [], ...rest } = leaf
  return (
    <NativeSelect
      label={t`State on that list`}
      value={state}
      onChange={event => {
        const { value } = event.currentTarget
        onChange(value === 'Active' ? rest : { ...leaf, Values: [value] })
      }}
      data={Object.entries(wordedValues.State ?? {}).map(([value, label]) => ({ value, label: i18n._(label) }))}
    />
  )
}

/** What can be chosen; undefined where any text can be given. */
function useOptions({ leaf: { Subject }, field, choices }: Props): readonly Choice[] | undefined {
  const { i18n } = useLingui()
  const worded = wordedValues[Subject]
  if (worded) return Object.entries(worded).map(([value, label]) => ({ value, label: i18n._(label) }))
  if (Subject === 'Import' && choices.imports.length > 0) return choices.imports
  if (Subject === 'Tag' && choices.tags.length > 0) return choices.tags.map(value => ({ value, label: value }))
  if (Subject !== 'Field' || !field?.Options || field.Options.length === 0) return undefined
  return field.Options.map(value => ({ value, label: value }))
}

function OptionChecks({
  options,
  values,
  onChange,
}: {
  readonly options: readonly Choice[]
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}) {
  const { t } = useLingui()
  // a value may be an option no more
  const lost = values.filter(value => value !== '' && !options.some(one => one.value === value))
  return (
    <fieldset className={`${profile.checks} ${layout.scrolled12}`}>
      <legend>{t`Values`}</legend>
      {[...options, ...lost.map(value => ({ value, label: value }))].map(({ value, label }) => (
        <Check
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={isChosen => onChange(isChosen ? [...values, value] : values.filter(one => one !== value))}
        />
      ))}
    </fieldset>
  )
}

/** Several texts, each on a line of its own. */
function Lines({
  label,
  values,
  onChange,
}: {
  readonly label: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}) {
  const { t } = useLingui()
  return (
    <Textarea
      label={label}
      description={t`One on each line.`}
      rows={Math.min(8, Math.max(3, values.length + 1))}
      value={values.join('\n')}
      onChange={event => {
        const { value } = event.currentTarget
        onChange(value === '' ? [] : value.split('\n'))
      }}
      dir="auto"
      spellCheck={false}
    />
  )
}

function PlaceSelect({
  label,
  value,
  from,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly from: readonly Choice[]
  readonly onChange: (value: string) => void
}) {
  const { t } = useLingui()
  const isKnown = from.some(one => one.value === value)
  const first = value === '' ? t`Choose` : t`Does not exist any more`
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        ...(isKnown ? [] : [{ value, label: first }]),
        ...from.map(one => ({ value: one.value, label: one.label })),
      ]}
    />
  )
}

interface OneValue {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Decimal text with a point, as the service takes it; a comma is understood. */
function Decimal({ label, value = '', onChange }: OneValue) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      onChange={event => onChange(event.currentTarget.value.replace(',', '.').replace(/[^\d.+-]/g, ''))}
      maxLength={30}
      autoComplete="off"
    />
  )
}

function DateInput({ label, value = '', onChange }: OneValue) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value.slice(0, 10)}
      onChange={event => onChange(event.currentTarget.value)}
      max="9999-12-31"
    />
  )
}

/** 29 February is one of the days: a leap year has it. */
const leapYear = 2024

function DayOfYear({ value = '', onChange }: Omit<OneValue, 'label'>) {
  const { t } = useLingui()
  const id = useId()
  const [month = '', day = ''] = value.split('-')
  const shown = month === '' ? '01' : month
  const names = new Intl.DateTimeFormat(locale(), { month: 'long', timeZone: 'UTC' })
  const days = new Date(Date.UTC(leapYear, Number(shown), 0)).getUTCDate()
  const two = (number: number) => String(number).padStart(2, '0')
  return (
    <>
      <NativeSelect
        label={t`Month`}
        value={month}
        onChange={event => {
          const next = Number(event.currentTarget.value)
          const most = new Date(Date.UTC(leapYear, next, 0)).getUTCDate()
          onChange(`${two(next)}-${two(Math.min(Number(day) || 1, most))}`)
        }}
        data={[
          ...(month === '' ? [{ value: '', label: t`Choose a month` }] : []),
          ...Array.from({ length: 12 }, (_, n) => ({
            value: two(n + 1),
            label: names.format(new Date(Date.UTC(leapYear, n, 1))),
          })),
        ]}
      />
      <NativeSelect
        label={t`Day`}
        aria-describedby={value === '02-29' ? id : undefined}
        value={day}
        disabled={month === ''}
        onChange={event => onChange(`${shown}-${event.currentTarget.value}`)}
        data={[
          ...(day === '' ? [{ value: '', label: '' }] : []),
          ...Array.from({ length: days }, (_, n) => ({ value: two(n + 1), label: String(n + 1) })),
        ]}
      />
      {value === '02-29' && (
        <p id={id} className={`${css.wide} ${parts.quiet} ${parts.small}`}>
          <Trans>In years without 29 February, 28 February counts.</Trans>
        </p>
      )}
    </>
  )
}
