/** Audiences as they were judged when their campaigns began. They stay readable when lists and segments change or are deleted. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

/** Names and identifiers as they were. */
export interface JudgedAudience {
  readonly asksForConsent: boolean
  readonly places: readonly {
    readonly isExcluded: boolean
    /** '' for all lists of the client. */
    readonly listId: string
    readonly listTitle: string
    /** '' for the complete list. */
    readonly segmentId: string
  }[]
  readonly segments: readonly { readonly segmentId: string; readonly title: string; readonly tree: object }[]
}

export async function keepJudgedAudience(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  audience: JudgedAudience,
  at: Date,
): Promise<void> {
  await sql`
    insert into campaign_audiences (client_id, campaign_id, judged_at, audience)
    values (${clientId}, ${campaignId}, ${at}, ${sql.json(audience as never)})
    on conflict (client_id, campaign_id) do update set judged_at = excluded.judged_at, audience = excluded.audience`
}

/** With the date in a time zone; undefined before the campaign begins, and for one that an earlier version began. */
export async function readJudgedAudience(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignKey & { readonly timeZone: string },
): Promise<(JudgedAudience & { readonly judgedDate: string }) | undefined> {
  const [row] = await sql<{ audience: JudgedAudience; judgedDate: string }[]>`
    select audience, ${localTime(sql, 'judged_at', timeZone)} as judged_date
    from campaign_audiences
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row && { ...row.audience, judgedDate: row.judgedDate }
}
