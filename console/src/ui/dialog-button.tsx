/** A button that opens a dialog. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** @param dialog makes what is open, which closes itself by the function it is given */
export function DialogButton({
  dialog,
  children,
  ...button
}: ButtonProps & {
  readonly dialog: (close: () => void) => ReactNode
  readonly children: ReactNode
  readonly 'aria-label'?: string | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
