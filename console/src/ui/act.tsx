/** A button that makes one call, and the place where its refusal is shown. */
import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from './refused.tsx'

/** One call of a screen. @param run what is called, and what is read again afterwards */
export function useAct(run: () => Promise<unknown>) {
  return useMutation({ mutationFn: run })
}

export interface ActProps extends Omit<ButtonProps, 'loading'> {
  readonly of: ReturnType<typeof useAct>
  readonly label?: string
  readonly children: ReactNode
}

/** @param label needed if the text alone does not name its object */
export function Act({ of: { mutate, isPending }, label, children, ...props }: ActProps) {
  return (
    <Button variant="default" {...props} aria-label={label} loading={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  )
}

/** Why the last of these calls was refused. */
export function ActsRefused({ of: acts }: { readonly of: readonly ReturnType<typeof useAct>[] }) {
  return <Refused error={acts.find(({ error }) => error)?.error} />
}
