/** A segment of a list or of its client, or none. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'

export interface SegmentChoiceProps {
  readonly clientId: string
  readonly listId: string
  readonly label: string
  readonly description?: ReactNode
  /** The word for none. */
  readonly none: string
  readonly value: string
  readonly onChange: (segmentId: string) => void
}

export function SegmentChoice({ clientId, listId, label, description, none, value, onChange }: SegmentChoiceProps) {
  const { data = [] } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const offered = data.filter(({ ListID = '' }) => ListID === '' || ListID === listId)
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: none },
        ...offered.map(({ SegmentID = '', Title = '' }) => ({ value: SegmentID, label: Title })),
      ]}
    />
  )
}
