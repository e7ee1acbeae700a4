/** A form that makes one call: it is submitted once at a time, shows why it was refused, and takes the focus back to what is wrong. */

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import layout from './layout.module.css'
import { css } from './page.tsx'
import { Refused } from './refused.tsx'

export interface FormProps {
  readonly submit: () => Promise<unknown>
  readonly label: string
  readonly children: ReactNode
  /** Beside the button. */
  readonly aside?: ReactNode
  /** For what ends something. */
  readonly isDangerous?: boolean
  readonly isWide?: boolean
  /** Shows why it was refused; `Refused` unless given. */
  readonly refusedAs?: ((error: unknown) => ReactNode) | undefined
}

export function Form({ submit, label, children, aside, isDangerous = false, isWide = false, refusedAs }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: submit,
    onError: () => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form ref={form} className={isWide ? `${css.form} ${layout.unbounded}` : css.form} onSubmit={onSubmit}>
      {refusedAs && error ? refusedAs(error) : <Refused error={error} />}
      {children}
      <div className={css.actions}>
        <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red.9' } : {})}>
          {label}
        </Button>
        {aside}
      </div>
    </form>
  )
}
