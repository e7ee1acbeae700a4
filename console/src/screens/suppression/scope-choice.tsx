/** Chooses among the suppression lists of a client: its own, which holds for all its mail, or that of one of its lists. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'

export interface ScopeChoiceProps {
  readonly clientId: string
  /** Values before those of the lists. */
  readonly others: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly description?: ReactNode
  readonly className?: string | undefined
}

export function ScopeChoice({ clientId, others, value, onChange, description, className = '' }: ScopeChoiceProps) {
  const { t } = useLingui()
  const { data: lists = [] } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const options = [...others, ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))]
  // one that came with the address of the screen, and is not among them any more, or not yet
  const isKnown = options.some(option => option.value === value)
  return (
    <NativeSelect
      className={className}
      label={t`Applies to`}
      description={description}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={isKnown ? options : [...options, { value, label: t`Another list` }]}
    />
  )
}
