/** Checkboxes and radio buttons, each with a label and an explanation. */
import { type ReactNode, useId } from 'react'
import css from './check.module.css'

export interface CheckProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Check({ label, description, checked, onChange }: CheckProps) {
  return (
    <OptionLabel label={label} description={description}>
      {given => (
        <input type="checkbox" {...given} checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
      )}
    </OptionLabel>
  )
}

export interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly of: readonly { readonly value: Value; readonly label: string; readonly description: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few. */
export function Choice<Value extends string>({ label, of: options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {options.map(one => (
        <OptionLabel key={one.value} label={one.label} description={one.description}>
          {given => (
            <input
              type="radio"
              name={name}
              {...given}
              checked={one.value === value}
              onChange={() => onChange(one.value)}
            />
          )}
        </OptionLabel>
      ))}
    </fieldset>
  )
}

function OptionLabel({
  label,
  description,
  children,
}: {
  readonly label: string
  readonly description: string | undefined
  readonly children: (given: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  return (
    <div className={css.check}>
      {children({ id, 'aria-describedby': description === undefined ? undefined : `${id}-more` })}
      <label htmlFor={id}>{label}</label>
      {description !== undefined && <p id={`${id}-more`}>{description}</p>}
    </div>
  )
}
