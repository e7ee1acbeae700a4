/** A checkbox with a label and what it means. */
import { useId } from 'react'
import css from './check.module.css'

export interface CheckProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Check({ label, description, checked, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className={css.check}>
      <input
        type="checkbox"
        id={id}
        aria-describedby={description === undefined ? undefined : `${id}-more`}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {description !== undefined && <p id={`${id}-more`}>{description}</p>}
    </div>
  )
}
