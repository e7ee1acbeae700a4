/** The settings of a condition: its subject, the comparison, and the values. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { css as parts_ } from '../../ui/page.tsx'
import { EventInputs } from './event-inputs.tsx'
import { isEvent, newLeaf, operatorsOf, type Part, subjectNames, subjects, withOperator } from './offered.ts'
import css from './segments.module.css'
import { consentPurposes } from './sentences.ts'
import { operatorWords, parts, subjectWords } from './subject-words.ts'
import type { Leaf, Operator, Subject } from './types.ts'
import { type Choices, isSameKey } from './use-choices.ts'
import { ValueInputs } from './value-inputs.tsx'

export interface LeafFormProps {
  readonly leaf: Leaf
  readonly choices: Choices
  readonly isLocked: boolean
  readonly onChange: (leaf: Leaf) => void
}

export function LeafForm(props: LeafFormProps) {
  const { leaf, choices, isLocked, onChange } = props
  const { t, i18n } = useLingui()
  const field = choices.fields.find(({ Key }) => isSameKey(Key, leaf.Key))
  const operators = operatorsOf(leaf.Subject, field?.DataType)
  // one that the service knows and this list does not is kept
  const offered = operators.includes(leaf.Operator) ? operators : [...operators, leaf.Operator]
  return (
    <fieldset className={css.inputs} disabled={isLocked}>
      <SubjectSelect {...props} />
      {leaf.Subject === 'Consent' && (
        <NativeSelect
          label={t`Consent`}
          value={leaf.Key ?? ''}
          onChange={event => onChange({ ...leaf, Key: event.currentTarget.value })}
          data={Object.entries(consentPurposes).map(([value, label]) => ({ value, label: i18n._(label) }))}
        />
      )}
      {isEvent(leaf.Subject) ? (
        <EventInputs leaf={leaf} choices={choices} onChange={onChange} />
      ) : (
        <>
          {offered.length > 1 && (
            <NativeSelect
              label={t`Comparison`}
              value={leaf.Operator}
              onChange={event => onChange(withOperator(leaf, event.currentTarget.value as Operator))} // its own options
              data={offered.map(value => ({ value, label: i18n._(operatorWords[value]) }))}
            />
          )}
          <ValueInputs leaf={leaf} field={field} choices={choices} onChange={onChange} />
        </>
      )}
      {leaf.Subject === 'State' && (
        <p className={`${css.wide} ${parts_.quiet} ${parts_.small}`}>
          <Trans>Only active subscribers are in a segment, whatever its conditions say.</Trans>
        </p>
      )}
    </fieldset>
  )
}

/** A custom field is a subject of its own for the reader. */
function SubjectSelect({ leaf, choices, onChange }: LeafFormProps) {
  const { t, i18n } = useLingui()
  const partsShown = Object.keys(parts) as Part[] // its own keys
  const fieldItems = choices.fields.map(({ Key = '', FieldName = '' }) => ({
    value: fieldValue(Key),
    label: FieldName,
  }))
  const present = leaf.Subject === 'Field' ? fieldValue(leaf.Key ?? '') : leaf.Subject
  const isLost = leaf.Subject === 'Field' && !choices.fields.some(({ Key }) => isSameKey(Key, leaf.Key))
  const lost = isLost ? [{ value: present, label: t`Deleted field ${leaf.Key ?? ''}` }] : []
  const data = partsShown
    .map(part => ({
      group: i18n._(parts[part]),
      items:
        part === 'fields'
          ? [...fieldItems, ...lost]
          : subjectNames
              .filter(name => subjects[name].part === part)
              .map(value => ({ value: value as string, label: i18n._(subjectWords[value]) })),
    }))
    .filter(({ items }) => items.length > 0)
  const known = choices.fields.find(({ Key }) => isSameKey(Key, leaf.Key))
  return (
    <NativeSelect
      label={t`Condition about`}
      value={known && leaf.Subject === 'Field' ? fieldValue(known.Key ?? '') : present}
      onChange={event => {
        const { value } = event.currentTarget
        const field = choices.fields.find(({ Key = '' }) => fieldValue(Key) === value)
        if (field) onChange(newLeaf('Field', field.Key, field.DataType))
        else if (!value.startsWith(fieldPrefix)) onChange(changeSubject(leaf, value as Subject)) // its own options
      }}
      data={data}
    />
  )
}

const fieldPrefix = 'Field '
const fieldValue = (key: string) => `${fieldPrefix}${key}`

/** From one event to another the campaign and the days stay. */
function changeSubject(leaf: Leaf, subject: Subject): Leaf {
  if (!isEvent(leaf.Subject) || !isEvent(subject)) return newLeaf(subject)
  const { Link: _, ...rest } = leaf
  return { ...rest, Subject: subject }
}
