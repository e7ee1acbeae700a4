/** Campaign.List: the campaigns of a client in every state. See docs/decisions/overviews.md#a-search-looks-at-a-bounded-number-of-campaigns. */
import { CampaignState } from '../../../contract/groups/every-wire/sending.ts'
import {
  type ListedCampaignRow,
  readCampaignsWithCounts,
  walkCampaigns,
} from '../../../store/campaigns/campaign-list.ts'
import type { Sql } from '../../../store/connection/database.ts'
import type { StoredCampaignState } from '../../../store/states.ts'
import type { ClientRef } from '../../access/access.ts'
import { cutPage, readCursorPage, type SortKey } from '../../paging/cursors.ts'
import { readFilter, readSearch } from '../../text-rules/filters.ts'

/** Absent is null. */
export interface CampaignListRequest {
  readonly state: string | null
  readonly search: string | null
  readonly cursor: string | null
  readonly limit: number
}

/** Names that one call of a search looks at: some milliseconds. */
const mostSearched = 2000

/**
 * Those first that changed last. A search looks at the next names in that order, a bounded number of them: its page may hold few
 * campaigns or none and still have a next one.
 * @throws Refusal InvalidParameter
 */
export async function listCampaigns(
  sql: Sql,
  client: ClientRef,
  request: CampaignListRequest,
  searched = mostSearched,
): Promise<{ readonly rows: readonly ListedCampaignRow[]; readonly nextCursor: string }> {
  const state = readFilter('State', request.state, CampaignState.values)
  const search = readSearch(request.search)
  const { after, limit } = readCursorPage(request, isPlace)
  const states = (state === undefined ? CampaignState.values : [state]).map(
    one => one.toLowerCase() as StoredCampaignState, // the words of the wire in lower case are the store's
  )
  const most = search === '' ? limit : Math.max(limit, searched)
  const walked = await walkCampaigns(sql, { clientId: client.clientId, states, search, after, most: most + 1 })
  const looked = cutPage(walked, most, ({ activeAt, campaignId }) => [activeAt, campaignId])
  const found = looked.rows.filter(place => place.found)
  const page = cutPage(found, limit, ({ activeAt, campaignId }) => [activeAt, campaignId])
  const ids = page.rows.map(({ campaignId }) => campaignId)
  const details = new Map((await readCampaignsWithCounts(sql, client, ids)).map(row => [row.campaignId, row]))
  return {
    // one that was deleted between the two statements is left out
    rows: ids.flatMap(id => details.get(id) ?? []),
    nextCursor: page.nextCursor || looked.nextCursor,
  }
}

function isPlace(values: SortKey): values is readonly [number, number] {
  return values.length === 2 && values.every(Number.isSafeInteger)
}
