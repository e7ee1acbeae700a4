/** Campaigns of a client by a part of their name, as choices. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../lib/debounced.ts'

export interface CampaignChoice {
  readonly value: string
  readonly label: string
}

/** A campaign without a name is known by its subject. */
export function campaignChoices(campaigns: ValueOf<'Campaign.List'>['Campaigns'] = []): readonly CampaignChoice[] {
  return campaigns.map(({ CampaignID = '', Name, Subject = '' }) => ({ value: CampaignID, label: Name || Subject }))
}

const mostFound = 50
/** A call looks at 2,000 campaigns. */
const mostCalls = 10
/** Milliseconds after the last key. */
const pause = 300

/** @returns undefined while nothing is typed, and until the first answer */
export function useFoundCampaigns(clientId: string, text: string): readonly CampaignChoice[] | undefined {
  const wanted = useDebounced(text.trim(), pause)
  const { data } = useQuery({
    queryKey: ['Campaign.List', 'found', { ClientID: clientId, Search: wanted }],
    queryFn: ({ signal }) => findCampaigns(clientId, wanted, signal),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  return wanted === '' ? undefined : data
}

async function findCampaigns(
  ClientID: string,
  Search: string,
  signal: AbortSignal,
): Promise<readonly CampaignChoice[]> {
  const found: CampaignChoice[] = []
  let Cursor: string | undefined
  for (let calls = 0; calls < mostCalls && found.length < mostFound; calls++) {
    const page = await call(
      'Campaign.List',
      { ClientID, Search, Limit: mostFound, ...(Cursor ? { Cursor } : {}) },
      { signal },
    )
    found.push(...campaignChoices(page.Campaigns))
    Cursor = page.NextCursor || undefined
    if (Cursor === undefined) break
  }
  return found.slice(0, mostFound)
}
