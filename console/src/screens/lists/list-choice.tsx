/** Which list of a client a page is about: one, or all. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'

export interface ListChoiceProps {
  readonly clientId: string
  /** Undefined for all. */
  readonly list: string | undefined
  readonly onChange: (list: string | undefined) => void
}

/** Nothing where a client has no two lists. */
export function ListChoice({ clientId, list, onChange }: ListChoiceProps) {
  const { t } = useLingui()
  const { data: lists = [] } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  if (lists.length < 2) return null
  return (
    <NativeSelect
      label={t`List`}
      value={list ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t`All lists` },
        ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name })),
      ]}
      maw="22rem"
      mb="0.75rem"
    />
  )
}
