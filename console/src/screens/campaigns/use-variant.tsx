/** Which variant of a test is shown or mailed. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read } from '../../api/call.ts'

/** @returns the letter, empty for a campaign without a test, and the field that chooses it, which such a campaign lacks */
export function useVariant(campaignId: string): { readonly variant: string; readonly choice: ReactNode } {
  const { t } = useLingui()
  const { data } = useQuery(read('Campaign.GetVariants', { CampaignID: campaignId }))
  const [chosen, setChosen] = useState('A')
  const letters = (data?.Variants ?? []).map(({ Variant = '' }) => Variant)
  const variant = letters.includes(chosen) ? chosen : ''
  const choice = letters.length > 0 && (
    <NativeSelect
      label={t`Variant`}
      value={variant}
      onChange={event => setChosen(event.currentTarget.value)}
      data={letters}
      mb="sm"
    />
  )
  return { variant, choice }
}
