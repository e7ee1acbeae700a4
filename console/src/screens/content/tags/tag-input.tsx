/** A line of text or an address in which tags stand: they are inserted where the caret is. */
import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { TagPicker } from './tag-picker.tsx'

export interface TagInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> {
  readonly label: string
  readonly clientId: string
  readonly fields: readonly string[]
  readonly value: string
  readonly onChange: (text: string) => void
}

export function TagInput({ clientId, fields, value, onChange, ...input }: TagInputProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  /** Where the caret was when the picker was opened. */
  const [range, setRange] = useState<readonly [number, number]>()
  const { label } = input
  return (
    <>
      <TextInput
        {...input}
        ref={field}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        rightSection={
          !input.readOnly && (
            <IconButton
              icon="tag"
              label={t`Insert a tag: ${label}`}
              onClick={() => {
                const { selectionStart, selectionEnd } = field.current!
                setRange([selectionStart ?? value.length, selectionEnd ?? value.length])
              }}
            />
          )
        }
      />
      {range && (
        <TagPicker
          clientId={clientId}
          fields={fields}
          onClose={() => setRange(undefined)}
          onPick={source => {
            setRange(undefined)
            const [start, end] = range
            onChange(value.slice(0, start) + source + value.slice(end))
            requestAnimationFrame(() => {
              field.current?.focus()
              field.current?.setSelectionRange(start + source.length, start + source.length)
            })
          }}
        />
      )}
    </>
  )
}
