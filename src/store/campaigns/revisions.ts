/** The stored revisions of a campaign, and their thinning. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import type { SavedBy } from './draft-rows.ts'
import { removeUnusedFiles } from './imported-content.ts'

export interface RevisionRow extends Pick<SavedBy, 'username' | 'means' | 'action'> {
  readonly revision: number
  readonly savedDate: string
  readonly restored: number | null
  readonly name: string
}

/** Newest first. @param before the last revision of the previous page */
export async function readRevisionsOf(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  {
    before,
    limit,
    timeZone,
  }: { readonly before: number | undefined; readonly limit: number; readonly timeZone: string },
): Promise<RevisionRow[]> {
  return sql<RevisionRow[]>`
    select revision, ${localTime(sql, 'at', timeZone)} as saved_date, username, means, action, restored,
      settings ->> 'name' as name
    from campaign_revisions
    where client_id = ${clientId} and campaign_id = ${campaignId}
      and (${before ?? null}::integer is null or revision < ${before ?? null})
    order by revision desc
    limit ${limit}`
}

/**
 * Deletes revisions above `most`. Those closest to their predecessor in relation to their age go first, so that the remaining ones become
 * sparser with age. The first and the `newest` ones stay. Sources and files that no remaining revision uses are deleted too.
 */
export async function thinRevisions(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { most, newest }: { readonly most: number; readonly newest: number },
  at: Date,
): Promise<void> {
  const removed = await sql`
    with kept as (
      select revision, at, lag(at) over (order by revision) as before, row_number() over (order by revision desc) as age,
        count(*) over () as revisions
      from campaign_revisions
      where client_id = ${clientId} and campaign_id = ${campaignId}
    ), excess as (
      select revision
      from kept
      where revisions > ${most} and age > ${newest} and before is not null
      order by extract(epoch from at - before) / (1 + greatest(0, extract(epoch from ${at} - at))), revision
      limit (select greatest(0, max(revisions) - ${most}) from kept)
    )
    delete from campaign_revisions
    where client_id = ${clientId} and campaign_id = ${campaignId} and revision = any(array(select revision from excess))`
  if (removed.count === 0) return
  const { count } = await sql`
    delete from campaign_contents
    where client_id = ${clientId} and campaign_id = ${campaignId} and revision not in (
      select content_revision from campaign_revisions where client_id = ${clientId} and campaign_id = ${campaignId})`
  if (count > 0) await removeUnusedFiles(sql, { clientId, campaignId })
}
