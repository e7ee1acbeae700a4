/** How many recipients campaigns of a client usually have. */
import type { Sql } from '../connection/database.ts'

/** Recipients of the campaigns of a client that were sent last, by the totals of the ledger; `most` of them at most. */
export async function latestAudiences(sql: Sql, clientId: number, most: number): Promise<readonly number[]> {
  const rows = await sql<{ recipients: number }[]>`
    select t.recipients
    from (
      select id from campaigns
      where client_id = ${clientId} and state = 'sent' and deleted_at is null
      order by active_at desc, id desc
      limit ${most}
    ) m
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id`
  return rows.map(({ recipients }) => recipients)
}
