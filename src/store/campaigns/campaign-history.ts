/** The history of campaigns: actions and their actors. */
import type { Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { perClient } from '../per-client.ts'

/** The caller, and where the call came from. */
export interface Actor {
  readonly loginId: number
  readonly username: string
  readonly wire: string
  readonly remote: string
  /** The principal as the audit log records it; if absent, the login of `loginId`, or the service. */
  readonly principal?: { readonly kind: 'login' | 'person' | 'key'; readonly id: number }
  /** True for a user of the account, as opposed to a client's login. */
  readonly account?: boolean
}

export interface AuditEntry {
  readonly action: string
  readonly from: string
  readonly to: string
  /** Plain JSON, such as a number of recipients, one recipient, or the relay's reply to a test mail. */
  readonly detail?: object
}

/** The service acted by itself, without a login. */
export const theService: Actor = { loginId: 0, username: 'Lettershop', wire: '', remote: '' }

/** @returns the id of the row */
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

/** Records one action on any number of campaigns. @returns the ids of the rows, in the given order */
export async function recordHistory(
  sql: Sql,
  entries: readonly HistoryEntry[],
  { loginId, username, wire, remote }: Actor,
  action: string,
  at: Date,
): Promise<readonly number[]> {
  const ids: number[] = []
  await perClient(entries, async (clientId, own, places) => {
    const rows = await sql<{ id: number }[]>`
      insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
      select ${clientId}, g."campaignId", ${at}, ${action}, ${loginId}, ${username}, ${wire}, ${remote}, g."from", g."to", g.detail
      from rows from (
        jsonb_to_recordset(${sql.json(own)}) as ("campaignId" bigint, "from" text, "to" text, detail jsonb)
      ) with ordinality as g
      order by g.ordinality
      returning id`
    for (const [n, { id }] of rows.entries()) ids[places[n]!] = id
  })
  return ids
}

/** The rows of a campaign, newest first. Dates, also those in details, are in the given time zone. */
export async function readAuditEntriesOf(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
  limit: number,
) {
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
