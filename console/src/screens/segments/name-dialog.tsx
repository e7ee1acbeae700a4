/** Asks for a name of a segment, or of a template of segments. */
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { newKey } from '../../lib/new-key.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'

export function NameDialog({
  title,
  label,
  name: proposed,
  submitLabel,
  children,
  onClose,
  onSubmit,
}: {
  readonly title: string
  /** Of the field. */
  readonly label: string
  readonly name: string
  readonly submitLabel: string
  /** Above the field. */
  readonly children?: ReactNode
  readonly onClose: () => void
  /** @param idempotencyKey one for each name, however often the button is pressed */
  readonly onSubmit: (name: string, idempotencyKey: string) => Promise<unknown>
}) {
  const [name, setName] = useState(proposed)
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={() => onSubmit(name.trim(), idempotencyKey)} label={submitLabel} isWide>
        {children}
        <TextInput
          label={label}
          value={name}
          onChange={event => {
            setName(event.currentTarget.value)
            setIdempotencyKey(newKey())
          }}
          maxLength={100}
          autoComplete="off"
          required
          data-first
        />
      </Form>
    </Dialog>
  )
}
