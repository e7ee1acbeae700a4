/**
 * Queries for the overview of an account over all its clients. Each condition has an index that holds only the matching rows, so the
 * history of a client does not make a query slower.
 */
import type { Sql } from '../connection/database.ts'
import { instantOf, microseconds } from '../instants.ts'
import { localTime } from '../local-time.ts'

/** In the order in which the overview sorts clients. */
export const clientNeeds = [
  'held',
  'complaints',
  'campaign paused',
  'approval',
  'domain',
  'webhook',
  'import',
  'sending',
  'scheduled',
] as const
export type ClientNeed = (typeof clientNeeds)[number]

/** Index of the first need in `clientNeeds`, from 1; a client without needs has the length of the list plus one. */
export interface NeedsKey {
  readonly place: number
  /** When the next campaign is due, in microseconds since 1970; `never` if no campaign is scheduled. */
  readonly nextAt: number
  readonly name: string
  readonly clientId: number
}

export interface NeedsRow extends NeedsKey {
  readonly publicId: string
  readonly companyName: string
  readonly needs: readonly ClientNeed[]
  /** Local time of the client; null if no campaign is scheduled. */
  readonly nextDate: string | null
}

/** A time after any schedule, and a safe integer. */
export const never = 9_000_000_000_000_000

/** Null means all clients of the account. */
type ClientIds = readonly number[] | null

export interface NeedsPage {
  readonly accountId: number
  readonly reached: ClientIds
  /** The clients whose campaigns, complaints and domains, webhooks, and imports the caller may see. */
  readonly campaigns: ClientIds
  readonly sending: ClientIds
  readonly webhooks: ClientIds
  readonly imports: ClientIds
  /** Only complaint warnings since this date count. */
  readonly warnedSince: Date
  /** Only failed imports since this date count. */
  readonly failedSince: Date
  readonly after: NeedsKey | undefined
  readonly limit: number
}

/** Clients sorted by need, then by their next campaign, then by name. */
export async function readClientsByNeed(sql: Sql, page: NeedsPage): Promise<NeedsRow[]> {
  const { accountId, reached, campaigns, sending, webhooks, imports, warnedSince, failedSince, after, limit } = page
  const within = (column: string, ids: ClientIds) =>
    ids === null ? sql`true` : sql`${sql(column)} = any(${ids as number[]}::bigint[])`
  const from =
    after &&
    sql`where (place, due_at, name, client_id) > (${after.place}::integer, ${
      after.nextAt === never ? sql`'infinity'::timestamptz` : instantOf(sql, after.nextAt)
    }, ${after.name}::text, ${after.clientId}::bigint)`
  return sql<NeedsRow[]>`
    with under_way as (
      select m.client_id, bool_or(m.state = 'sending' and m.series_id is null) as sending,
        min(m.due_at) filter (where m.state = 'scheduled' and m.series_id is null) as next_at,
        bool_or(m.state = 'paused' and coalesce((
          -- the service itself paused or held the campaign: no login did
          select h.login_id = 0
          from campaign_history h
          where h.client_id = m.client_id and h.campaign_id = m.id and h.action in ('pause', 'hold')
          order by h.id desc
          limit 1
        ), false)) as paused
      from campaigns m
      where m.deleted_at is null and m.state in ('scheduled', 'sending', 'paused') and ${within('m.client_id', campaigns)}
      group by m.client_id
    ), warned as (
      select distinct w.client_id
      from complaint_alarms w
      where w.at >= ${warnedSince} and w.kind = 'warning' and ${within('w.client_id', sending)} and not exists (
        select 1 from complaint_alarms r where r.client_id = w.client_id and r.campaign_id is null and r.released_at > w.at
      )
    ), broken as (
      select distinct client_id from sending_domains
      where checked_at is not null and verified_at is null and ${within('client_id', sending)}
    ), silent as (
      select distinct client_id from webhooks where paused_at is not null and ${within('client_id', webhooks)}
    ), failed as (
      -- the same list has no later import
      select distinct f.client_id
      from imports f
      where f.state = 'failed' and f.ended_at >= ${failedSince} and ${within('f.client_id', imports)} and not exists (
        select 1 from imports n where n.client_id = f.client_id and n.list_id = f.list_id and n.id > f.id
      )
    ), asked as (
      select distinct a.client_id
      from campaign_approvals a
      join campaigns m on m.client_id = a.client_id and m.id = a.campaign_id and m.deleted_at is null
      where a.state = 'requested' and ${within('a.client_id', reached)}
    ), standing as (
      select c.id as client_id, lower(c.company_name) collate "C" as name, coalesce(u.next_at, 'infinity') as due_at,
        c.held_at is not null and ${within('c.id', sending)} as is_held, w.client_id is not null as is_warned,
        coalesce(u.paused, false) as is_paused, q.client_id is not null as is_asked, b.client_id is not null as is_broken, s.client_id is not null as is_silent,
        f.client_id is not null as is_failed,
        coalesce(u.sending, false) as is_sending, u.next_at is not null as is_scheduled
      from clients c
      left join under_way u on u.client_id = c.id
      left join warned w on w.client_id = c.id
      left join asked q on q.client_id = c.id
      left join broken b on b.client_id = c.id
      left join silent s on s.client_id = c.id
      left join failed f on f.client_id = c.id
      where c.account_id = ${accountId} and c.deleted_at is null and ${within('c.id', reached)}
    ), placed as (
      select *, case when is_held then 1 when is_warned then 2 when is_paused then 3 when is_asked then 4 when is_broken then 5
        when is_silent then 6 when is_failed then 7 when is_sending then 8 when is_scheduled then 9 else 10 end as place
      from standing
    ), page as materialized (
      -- dates and names are computed for the rows of this page only
      select *
      from placed
      ${from ?? sql``}
      order by place, due_at, name, client_id
      limit ${limit}
    )
    select p.client_id, c.public_id, c.company_name, p.place, p.name,
      array_remove(array[
        case when is_held then 'held' end, case when is_warned then 'complaints' end, case when is_paused then 'campaign paused' end,
        case when is_asked then 'approval' end, case when is_broken then 'domain' end, case when is_silent then 'webhook' end, case when is_failed then 'import' end, case when is_sending then 'sending' end,
        case when is_scheduled then 'scheduled' end
      ], null) as needs,
      case when is_scheduled then ${localTime(sql, 'p.due_at', sql`c.time_zone`)} end as next_date,
      case when is_scheduled then ${microseconds(sql, 'p.due_at')} else ${never} end as next_at
    from page p
    join clients c on c.id = p.client_id
    order by p.place, p.due_at, p.name, p.client_id`
}
