/** Chooses what entries or events are about. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { shorten } from './subjects.tsx'

/** Lists, campaigns and segments of a client; what else was chosen by a link stays chosen. */
export function AboutField({
  clientId,
  ...field
}: {
  readonly clientId: string
  readonly value: string
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}) {
  const { t } = useLingui()
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId })).data ?? []
  const campaigns = useQuery(read('Campaign.List', { ClientID: clientId, Limit: 100 })).data?.Campaigns ?? []
  const segments = useQuery(read('Segment.ListAll', { ClientID: clientId })).data ?? []
  const groups = [
    {
      group: t`Campaigns`,
      items: campaigns.map(({ CampaignID = '', Name = '' }) => ({ value: CampaignID, label: shorten(Name) })),
    },
    { group: t`Lists`, items: lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: shorten(Name) })) },
    {
      group: t`Segments`,
      items: segments.map(({ SegmentID = '', Title = '' }) => ({ value: SegmentID, label: shorten(Title) })),
    },
  ].filter(({ items }) => items.length > 0)
  const isListed = field.value === '' || groups.some(({ items }) => items.some(({ value }) => value === field.value))
  return (
    <NativeSelect
      label={t`About`}
      data={[
        { value: '', label: t`Everything` },
        ...(isListed ? [] : [{ value: field.value, label: t`One object` }]),
        ...groups,
      ]}
      {...field}
    />
  )
}
