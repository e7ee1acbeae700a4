/** What the check of a campaign needs of the law that applies to its lists. */
import type { Database, Sql } from '../connection/database.ts'
import { wasCancelled } from '../connection/failures.ts'
import { transaction } from '../connection/transaction.ts'
import type { ConsentRules } from '../lists/lists.ts'

/** Rules of consent of the lists of a campaign that are not deleted, by their titles. */
export async function readRulesOfLists(
  sql: Sql,
  clientId: number,
  campaignId: number,
): Promise<readonly (ConsentRules & { readonly listId: number; readonly title: string })[]> {
  return sql<(ConsentRules & { readonly listId: number; readonly title: string })[]>`
    select l.id as list_id, l.title, l.law, l.tracking, l.personalising, l.hygiene, l.anonymous_opens
    from lists l
    where l.client_id = ${clientId} and l.deleted_at is null and l.id in (
      select cl.list_id from campaign_lists cl where cl.client_id = ${clientId} and cl.campaign_id = ${campaignId})
    order by lower(l.title), l.id`
}

export interface StoredBasisCount {
  readonly listId: number
  /** Active members without a recorded basis. */
  readonly without: number
  /** Active members whose implied consent ends within 30 days. */
  readonly ending: number
}

const limitMs = 1_000

/** Counts of lists, all in one pass. @returns undefined if counting takes longer than a second */
export async function countBasis(
  db: Database,
  clientId: number,
  listIds: readonly number[],
): Promise<readonly StoredBasisCount[] | undefined> {
  try {
    return await transaction(db, async sql => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}::text, true)`
      return sql<StoredBasisCount[]>`
        select o.list_id, c.without, c.ending
        from unnest(${listIds as number[]}::bigint[]) as o (list_id)
        cross join lateral (
          select (count(*) filter (where s.basis is null))::integer as without,
            (count(*) filter (
              where s.basis = 'implied' and s.basis_until between current_date and current_date + 30))::integer as ending
          from subscribers s
          where s.client_id = ${clientId} and s.list_id = o.list_id and s.state = 'Active') c`
    })
  } catch (error) {
    if (wasCancelled(error)) return undefined
    throw error
  }
}
