/** Queries for the first-run checklist. */
import type { Sql } from '../connection/database.ts'

/**
 * The oldest clients of an account, or of the given ids. The sample client is left out, because people did not create its data.
 * @param clientIds null for all
 */
export async function readOldestClients(
  sql: Sql,
  accountId: number,
  clientIds: readonly number[] | null,
  limit: number,
): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from clients
    where account_id = ${accountId} and deleted_at is null and not is_sample and (${clientIds}::bigint[] is null or id = any(${clientIds}))
    order by created_at, id
    limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Steps that a client has completed. */
export interface Milestones {
  /** At least one list has an active subscriber. */
  readonly subscribers: boolean
  /** Mail from at least one of its domains is signed. */
  readonly domain: boolean
  /** At least one campaign began sending. */
  readonly campaign: boolean
}

export async function readMilestonesOf(sql: Sql, clientId: number): Promise<Milestones> {
  const [row] = await sql<Milestones[]>`
    select
      exists (
        select 1 from lists l
        join list_totals t on t.client_id = ${clientId} and t.list_id = l.id
        where l.client_id = ${clientId} and l.deleted_at is null and t.active > 0
      ) as subscribers,
      exists (
        select 1 from sending_domains where client_id = ${clientId} and verified_at is not null
      ) as domain,
      exists (
        select 1 from campaigns where client_id = ${clientId} and started_at is not null and deleted_at is null
      ) as campaign`
  return row!
}
