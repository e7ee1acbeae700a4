/** Chooses what entries or events are about. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { type CampaignChoice, campaignChoices, useFoundCampaigns } from '../campaigns/found-campaigns.ts'
import { shortName } from './subjects.tsx'

const pageSize = 100

/**
 * Lists, campaigns and segments of a client; what else was chosen by a link stays chosen. A client with many campaigns finds those that
 * changed long ago by name.
 */
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
  const [text, setText] = useState('')
  /** Keeps its name when the search ends. */
  const [picked, setPicked] = useState<CampaignChoice>()
  const latest = useQuery(read('Campaign.List', { ClientID: clientId, Limit: pageSize })).data
  const found = useFoundCampaigns(clientId, text)
  const campaigns = found ?? campaignChoices(latest?.Campaigns)
  const segments = useQuery(read('Segment.ListAll', { ClientID: clientId })).data ?? []
  const groups = [
    {
      group: t`Campaigns`,
      items: campaigns.map(({ value, label }) => ({ value, label: shortName(label) })),
    },
    { group: t`Lists`, items: lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: shortName(Name) })) },
    {
      group: t`Segments`,
      items: segments.map(({ SegmentID = '', Title = '' }) => ({ value: SegmentID, label: shortName(Title) })),
    },
  ].filter(({ items }) => items.length > 0)
  const isListed = field.value === '' || groups.some(({ items }) => items.some(({ value }) => value === field.value))
  return (
    <>
      {(latest?.NextCursor || text !== '') && (
        <TextInput
          type="search"
          label={t`Find a campaign`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
        />
      )}
      <NativeSelect
        label={t`About`}
        data={[
          { value: '', label: t`Everything` },
          ...(isListed
            ? []
            : [{ value: field.value, label: picked?.value === field.value ? shortName(picked.label) : t`One object` }]),
          ...groups,
        ]}
        value={field.value}
        onChange={event => {
          setPicked(found?.find(({ value }) => value === event.currentTarget.value))
          field.onChange(event)
        }}
      />
    </>
  )
}
