/** What was done to campaigns, and who did it. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'

/** Who asked, and from where. */
export interface Actor {
  readonly loginId: number
  readonly username: string
  readonly wire: string
  readonly remote: string
  /** What called, as the audit log knows it; absent, it is the login of `loginId`, or the service. */
  readonly principal?: { readonly kind: 'login' | 'person' | 'key'; readonly id: number }
  /** A user of the account, not of a client. */
  readonly account?: boolean
}

export interface AuditEntry {
  readonly action: string
  readonly from: string
  readonly to: string
  /** Plain JSON: how many, which recipient, what a test mail's relay said. */
  readonly detail?: object
}

/** No login: the service itself did it. */
export const theService: Actor = { loginId: 0, username: 'Lettershop', wire: '', remote: '' }

/** @returns the number of the row */
export async function recordAuditEntry(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  actor: Actor,
  { action, from, to, detail = {} }: AuditEntry,
  at: Date,
): Promise<number> {
  const [id] = await recordHistory(sql, [{ clientId, campaignId, from, to, detail }], actor, action, at)
  return id!
}

export interface HistoryEntry extends CampaignKey, Required<Omit<AuditEntry, 'action'>> {}

/** Records one action on any number of campaigns. @returns the numbers of the rows, in the order given */
export async function recordHistory(
  sql: Sql,
  entries: readonly HistoryEntry[],
  { loginId, username, wire, remote }: Actor,
  action: string,
  at: Date,
): Promise<readonly number[]> {
  if (entries.length === 0) return []
  const rows = await sql<{ id: number }[]>`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
    select g."clientId", g."campaignId", ${at}, ${action}, ${loginId}, ${username}, ${wire}, ${remote}, g."from", g."to", g.detail
    from rows from (
      jsonb_to_recordset(${sql.json(entries)})
        as ("clientId" bigint, "campaignId" bigint, "from" text, "to" text, detail jsonb)
    ) with ordinality as g
    order by g.ordinality
    returning id`
  return rows.map(({ id }) => id)
}

/** The rows of a campaign, newest first. Dates are in the time zone given, those of details too. */
export async function auditEntriesOf(sql: Sql, { clientId, campaignId }: CampaignKey, timeZone: string, limit: number) {
  return sql<
    { action: string; username: string; date: string; from: string; to: string; detail: Record<string, unknown> }[]
  >`
    select action, username, ${localTime(sql, 'at', timeZone)} as date,
      from_state as from, to_state as to,
      case
        when detail ->> 'due' is null then detail
        else detail || jsonb_build_object('due', ${localTime(sql, sql`(detail ->> 'due')::timestamptz`, timeZone)})
      end as detail
    from campaign_history
    where client_id = ${clientId} and campaign_id = ${campaignId}
    order by id desc
    limit ${limit}`
}
