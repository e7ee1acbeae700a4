/** A button for what nothing takes back: a dialog says what is lost, and the button there does it. */
import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogButton } from './dialog-button.tsx'
import { Form } from './form.tsx'

export interface AskFirstProps extends ButtonProps {
  /** The question. */
  readonly title: string
  /** What becomes of it. */
  readonly text: ReactNode
  /** Of the button that does it. */
  readonly label: string
  /** Calls the service, reads again what changed, and goes elsewhere where the screen is of what is gone. */
  readonly run: () => Promise<unknown>
  /** In a row of a table, where the words alone do not name the object. */
  readonly 'aria-label'?: string
  readonly isWide?: boolean
  /** The words of the button that asks. */
  readonly children: ReactNode
}

/** Without a variant it looks as on a screen of one thing: red and plain, beside the other buttons. */
export function AskFirst({ title, text, label, run, isWide = false, children, ...button }: AskFirstProps) {
  return (
    <DialogButton
      {...(button.variant === undefined ? { variant: 'subtle', c: 'var(--bad)' } : {})}
      {...button}
      dialog={close => (
        <Dialog title={title} onClose={close}>
          <Form submit={() => run().then(close)} label={label} isDangerous isWide={isWide}>
            {text}
          </Form>
        </Dialog>
      )}
    >
      {children}
    </DialogButton>
  )
}
