/** Who gets a section: everybody, or people for whom a condition holds. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../api/call.ts'
import { languages } from '../../../lib/languages.ts'
import { type Comparison, readShownTo, type ShownTo, type Subject, writeShownTo } from './condition.ts'
import css from './sections.module.css'

interface ShownToFieldProps {
  readonly clientId: string
  readonly value: string
  /** Keys of custom fields. */
  readonly fields: readonly string[]
  readonly isLocked: boolean
  readonly onChange: (condition: string) => void
}

const people = ['firstname', 'lastname', 'email']

export function ShownToField({ clientId, value, fields, isLocked, onChange }: ShownToFieldProps) {
  const { t } = useLingui()
  const read = readShownTo(value)
  /** What is chosen and says nothing yet. */
  const [begun, setBegun] = useState<ShownTo>()
  const present = value === '' && begun ? begun : read
  const { subject, field, comparison } = present
  function change(next: ShownTo) {
    const isComplete =
      next.subject === 'field'
        ? next.field !== '' && (next.value.trim() !== '' || next.comparison === 'known' || next.comparison === 'empty')
        : next.value.trim() !== ''
    setBegun(next)
    onChange(isComplete ? writeShownTo(next, fields) : '')
  }
  const subjects: readonly (readonly [Subject, string])[] = [
    ['everybody', t`Everybody`],
    ['field', t`People with a certain field`],
    ['tag', t`People with a certain tag`],
    ['segment', t`People in a segment`],
    ['language', t`People with a certain language`],
    ...(subject === 'other' ? [['other', t`Another condition`] as const] : []),
  ]
  const comparisons: readonly (readonly [Comparison, string])[] = [
    ['=', t`is`],
    ['!=', t`is not`],
    ...(subject === 'field'
      ? ([
          ['*=', t`contains`],
          ['known', t`is known`],
          ['empty', t`is empty`],
        ] as const)
      : []),
  ]
  const choices = (all: readonly (readonly [string, string])[]) => all.map(([one, label]) => ({ value: one, label }))
  const keys = [...fields, ...people, ...(field !== '' && ![...fields, ...people].includes(field) ? [field] : [])]
  return (
    <div className={css.looks}>
      <NativeSelect
        label={t`Shown to`}
        value={subject}
        disabled={isLocked}
        data={choices(subjects)}
        onChange={event => {
          const next = event.currentTarget.value as Subject // one of the choices
          change({ subject: next, field: keys[0] ?? '', comparison: '=', value: '' })
        }}
      />
      {subject === 'other' && (
        <TextInput
          label={t`Condition`}
          value={value}
          readOnly={isLocked}
          maxLength={500}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
      {subject === 'field' && (
        <NativeSelect
          label={t`Field`}
          value={field}
          disabled={isLocked}
          data={keys}
          onChange={event => change({ ...present, field: event.currentTarget.value })}
        />
      )}
      {subject !== 'everybody' && subject !== 'other' && (
        <NativeSelect
          label={t`Comparison`}
          value={comparison}
          disabled={isLocked}
          data={choices(comparisons)}
          onChange={event => change({ ...present, comparison: event.currentTarget.value as Comparison })}
        />
      )}
      {subject === 'tag' && <TagInput {...{ clientId, isLocked, present, change }} />}
      {subject === 'segment' && <SegmentInput {...{ clientId, isLocked, present, change }} />}
      {((subject === 'field' && comparison !== 'known' && comparison !== 'empty') || subject === 'language') && (
        <Autocomplete
          label={subject === 'language' ? t`Language` : t`Value`}
          value={present.value}
          readOnly={isLocked}
          maxLength={200}
          data={subject === 'language' ? Object.keys(languages) : []}
          onChange={next => change({ ...present, value: next })}
        />
      )}
    </div>
  )
}

interface NameInputProps {
  readonly clientId: string
  readonly isLocked: boolean
  readonly present: ShownTo
  readonly change: (next: ShownTo) => void
}

function TagInput({ clientId, ...props }: NameInputProps) {
  const { t } = useLingui()
  const tags = useQuery(read('Tag.List', { ClientID: clientId }))
  return <NameInput label={t`Tag`} names={(tags.data ?? []).map(({ Name = '' }) => Name)} {...props} />
}

function SegmentInput({ clientId, ...props }: NameInputProps) {
  const { t } = useLingui()
  const segments = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  return <NameInput label={t`Segment`} names={(segments.data ?? []).map(({ Title = '' }) => Title)} {...props} />
}

function NameInput({
  label,
  names,
  isLocked,
  present,
  change,
}: Omit<NameInputProps, 'clientId'> & { readonly label: string; readonly names: readonly string[] }) {
  return (
    <Autocomplete
      label={label}
      value={present.value}
      readOnly={isLocked}
      maxLength={200}
      data={[...new Set(names)]}
      onChange={next => change({ ...present, value: next })}
    />
  )
}

/** What a closed section says of its condition. @param recipients null where it is not known, undefined while it is not counted */
export function ShownToLine({
  condition,
  recipients,
}: {
  readonly condition: string
  readonly recipients: number | null | undefined
}) {
  return (
    <span className={css.shownTo}>
      <Trans>
        Shown to: <span dir="auto">{condition}</span>
      </Trans>
      {recipients !== undefined && ' · '}
      {recipients === null && <Trans>number of people not known</Trans>}
      {typeof recipients === 'number' && <Plural value={recipients} one="# person" other="# people" />}
    </span>
  )
}
