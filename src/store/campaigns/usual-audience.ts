/** The usual number of recipients of a client's campaigns. */
import type { Sql } from '../connection/database.ts'

/** Numbers of recipients of the client's latest campaigns, from the totals of the ledger; at most `most`. */
export async function readLatestAudiences(sql: Sql, clientId: number, most: number): Promise<readonly number[]> {
  const rows = await sql<{ recipients: number }[]>`
    select t.recipients
    from (
      select id from campaigns
      where client_id = ${clientId} and state = 'sent' and deleted_at is null and series_id is null
      order by active_at desc, id desc
      limit ${most}
    ) m
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id`
  return rows.map(({ recipients }) => recipients)
}
