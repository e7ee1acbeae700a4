/** Campaign.Page, and the tags that campaigns are found by. */
import { Refusal } from '../../../contract/refusals.ts'
import {
  type CampaignsAsked,
  countCampaigns,
  type NumberedCampaignRow,
  readNumberedCampaigns,
} from '../../../store/campaigns/campaign-pages.ts'
import { readSpellingsOf, updateTags } from '../../../store/campaigns/tags.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { tagKey } from '../../../store/tags/tag-key.ts'
import type { CampaignRef, ClientRef } from '../../access/access.ts'
import { readNumberedPage } from '../../paging/paging.ts'
import { readDay } from '../../text-rules/dates.ts'
import { line } from '../../text-rules/single-line.ts'

const mostTags = 20
const longestTag = 50

/** Absent is null. */
export interface CampaignsRequest {
  readonly kind: CampaignsAsked['kind']
  readonly tags: readonly (string | null)[]
  /** Days of the client. */
  readonly sentFrom: string | null
  readonly sentUntil: string | null
  readonly page: number
  readonly pageSize: number
  readonly descending: boolean
}

/** @throws Refusal InvalidParameter, InvalidDate */
export async function readCampaignsByPage(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  request: CampaignsRequest,
): Promise<{ readonly rows: readonly NumberedCampaignRow[]; readonly total: number }> {
  const { offset, limit } = readNumberedPage(request)
  const asked = {
    clientId,
    timeZone,
    kind: request.kind,
    tags: await readSpellingsOf(sql, clientId, readTags(request.tags)),
    from: readDay('SentFrom', request.sentFrom),
    until: readDay('SentUntil', request.sentUntil),
  }
  const total = await countCampaigns(sql, asked)
  if (offset >= total) return { rows: [], total }
  return { rows: await readNumberedCampaigns(sql, asked, { offset, limit, descending: request.descending }), total }
}

/** Replaces them. @throws Refusal InvalidParameter */
export async function setTags(sql: Sql, campaign: CampaignRef, tags: readonly (string | null)[]): Promise<void> {
  await updateTags(sql, campaign, readTags(tags))
}

/** In the order given, each once, whatever its case. @throws Refusal InvalidParameter */
function readTags(given: readonly (string | null)[]): readonly string[] {
  const tags = new Map<string, string>()
  for (const text of given) {
    const tag = line(text, { max: longestTag })
    if (tag === undefined || tag === '') {
      throw new Refusal('InvalidParameter', `A tag is one line of 1 to ${longestTag} characters.`)
    }
    if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  if (tags.size > mostTags) throw new Refusal('InvalidParameter', `A campaign has at most ${mostTags} tags.`)
  return [...tags.values()]
}
