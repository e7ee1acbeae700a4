/** Inputs for the custom fields of a list, each by its type. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { Check } from '../../ui/check.tsx'
import layout from '../../ui/layout.module.css'
import type { Field } from '../lists/fields-query.ts'
import css from '../profile/profile.module.css'

/** By the tag of a field; several for one that holds several. */
export type Values = Readonly<Record<string, readonly string[]>>

export function FieldInputs({
  fields,
  values,
  onChange,
}: {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly onChange: (values: Values) => void
}) {
  return fields.map(field => (
    <Input
      key={field.Key}
      field={field}
      value={values[field.Key ?? ''] ?? []}
      onChange={value => onChange({ ...values, [field.Key ?? '']: value })}
    />
  ))
}

function Input({
  field: { FieldName = '', DataType, Options = [] },
  value,
  onChange,
}: {
  readonly field: Field
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}) {
  const { t } = useLingui()
  const [text = ''] = value
  if (DataType === 'MultiSelectMany') {
    return (
      <fieldset className={`${css.checks} ${layout.scrolled12}`}>
        <legend>{FieldName}</legend>
        {Options.map(option => (
          <Check
            key={option}
            label={option}
            checked={value.includes(option)}
            onChange={isChosen => onChange(isChosen ? [...value, option] : value.filter(one => one !== option))}
          />
        ))}
      </fieldset>
    )
  }
  if (DataType === 'MultiSelectOne' || DataType === 'Country' || DataType === 'USState') {
    // a value may be an option no more, or a country in a spelling of another interface
    const present = text === '' ? [] : [text]
    return (
      <NativeSelect
        label={FieldName}
        value={text}
        onChange={event => onChange([event.currentTarget.value])}
        data={[{ value: '', label: t`Unknown` }, ...new Set([...present, ...Options])]}
      />
    )
  }
  return (
    <TextInput
      type={DataType === 'Date' ? 'date' : 'text'}
      inputMode={DataType === 'Number' ? 'decimal' : undefined}
      label={FieldName}
      value={DataType === 'Date' ? text.slice(0, 10) : text}
      onChange={event => onChange([event.currentTarget.value])}
      maxLength={250}
      dir="auto"
      autoComplete="off"
    />
  )
}

/** As the operations take them. A field without a value is given empty, which clears it. */
export function customFieldsOf(fields: readonly Field[], values: Values) {
  return fields.flatMap(({ Key = '' }) => {
    const given = (values[Key] ?? []).filter(value => value !== '')
    return given.length === 0 ? [{ Key, Value: '' }] : given.map(Value => ({ Key, Value }))
  })
}

/** @param known keys without brackets, as the service answers them */
export function valuesOf(known: readonly { readonly Key?: string; readonly Value?: string }[]): Values {
  const values: Record<string, string[]> = {}
  for (const { Key = '', Value = '' } of known) values[`[${Key}]`] = [...(values[`[${Key}]`] ?? []), Value]
  return values
}
