/** A colour, or none: then it is that of the theme. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { readColor } from '../../../lib/contrast.ts'
import { ColorSwatch } from '../../color-swatch.tsx'

export function ColorField({
  label,
  value,
  initial,
  onChange,
  isLocked,
}: {
  readonly label: string
  readonly value: string
  /** The colour of an empty field; empty if that depends on other settings. */
  readonly initial: string
  readonly onChange: (color: string) => void
  readonly isLocked: boolean
}) {
  const { t } = useLingui()
  /** What is typed; a colour that is half typed is not given on, since the service takes none. */
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  function type(next: string) {
    setTyped(next)
    const given = next.trim()
    if (given === '' || readColor(given) !== undefined) onChange(given === initial ? '' : given)
  }
  const isWrong = typed !== '' && readColor(typed) === undefined
  return (
    <TextInput
      label={label}
      value={typed}
      maxLength={7}
      readOnly={isLocked}
      autoComplete="off"
      placeholder={initial === '' ? t`Same as the mail` : initial}
      error={isWrong ? t`Write a colour like #9a3412.` : undefined}
      onChange={event => type(event.currentTarget.value)}
      rightSection={
        <ColorSwatch
          label={label}
          value={readColor(typed) ?? (initial === '' ? '#ffffff' : initial)}
          isOff={isLocked}
          onChange={type}
        />
      }
    />
  )
}
