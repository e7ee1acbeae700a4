/** Ledger queries for people: recipients of a campaign with their states, and numbers by state. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import type { RecipientState, StoredCampaignState } from '../states.ts'
import { lastEntry, rangeOf, recipientState } from './recipient-state.ts'

/** Numbers of recipients by state. */
export interface LedgerCounts {
  readonly planned: number
  readonly handingOver: number
  readonly accepted: number
  readonly deferred: number
  readonly refused: number
  readonly unknown: number
  readonly excluded: number
}

export interface Progress extends LedgerCounts {
  readonly state: StoredCampaignState
  /** Dates are in the client's time zone. */
  readonly dueDate: string | null
  readonly sentDate: string | null
  readonly finishedDate: string | null
  readonly recipients: number
}

/** Reads one row, whatever the size of the campaign. Undefined for a deleted campaign. */
export async function findCampaignProgress(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
): Promise<Progress | undefined> {
  const [row] = await sql<Progress[]>`
    select ${progressColumns(sql, timeZone)}
    from campaigns m
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

/** Columns for the campaign `m` with the totals `t`. @param timeZone a name, or an SQL expression */
function progressColumns(sql: Sql, timeZone: string | Fragment): Fragment {
  return sql`m.state,
    ${localTime(sql, 'm.due_at', timeZone)} as due_date,
    ${localTime(sql, 'm.started_at', timeZone)} as sent_date,
    ${localTime(sql, 'm.finished_at', timeZone)} as finished_date,
    coalesce(t.recipients, 0) as recipients, coalesce(t.planned, 0) as planned, coalesce(t.handing_over, 0) as handing_over,
    coalesce(t.accepted, 0) as accepted, coalesce(t.deferred, 0) as deferred, coalesce(t.refused, 0) as refused,
    coalesce(t.unknown, 0) as unknown, coalesce(t.excluded, 0) as excluded`
}

export interface SendingProgress extends Progress {
  readonly clientId: number
  readonly campaignPublicId: string
}

/** Campaigns of all clients in sending, oldest first, and further ones by their identifiers. */
export async function readSendingProgress(
  sql: Sql,
  mostSending: number,
  further: readonly string[],
): Promise<readonly SendingProgress[]> {
  return sql<SendingProgress[]>`
    with wanted as (
      (select client_id, id from campaigns where state = 'sending' order by client_id, id limit ${mostSending})
      union
      select client_id, id from campaigns where public_id = any(${further as string[]}::uuid[])
    )
    select m.client_id, m.public_id as campaign_public_id, ${progressColumns(sql, sql`c.time_zone`)}
    from wanted w
    join campaigns m on m.client_id = w.client_id and m.id = w.id
    join clients c on c.id = m.client_id
    left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.deleted_at is null and c.deleted_at is null`
}

export interface LedgerRow {
  readonly number: number
  readonly email: string
  /** Null after the list's row was purged. */
  readonly listPublicId: string | null
  readonly state: RecipientState
  /** Attempts, including one in progress; decisions of people do not count. */
  readonly attempts: number
  /** Time of the transition to this state, in the given time zone; null for planned recipients and those in flight. */
  readonly date: string | null
  readonly code: number | null
  readonly answer: string | null
  readonly retryDate: string | null
}

/** States with few recipients at the end, which have their own index. */
export type RareState = Exclude<RecipientState, 'planned' | 'handing over' | 'accepted'>

/** Numbers of recipients above `after` that have ever been in the state, in order. */
export async function readNumbersEverIn(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  state: RareState,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await sql<{ number: number }[]>`
    select distinct number from log
    where client_id = ${clientId} and campaign_id = ${campaignId} and kind = ${state} and number > ${after}
    order by number
    limit ${limit}`
  return rows.map(({ number }) => number)
}

/**
 * Limits of the search: all numbers below `firstOpen` are settled, and none from `nextNumber` on was sent to. Both are 0 before the
 * start.
 */
export async function readFrontier(sql: Sql, { clientId, campaignId }: CampaignKey) {
  const [row] = await sql<{ firstOpen: number; nextNumber: number; recipients: number }[]>`
    select t.next_number, t.recipients,
      least(t.next_number, (
        select min(low) from leases
        where client_id = ${clientId} and campaign_id = ${campaignId} and not done
      )) as first_open
    from campaign_totals t
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}`
  return row ?? { firstOpen: 0, nextNumber: 0, recipients: 0 }
}

export interface WantedRows extends CampaignKey {
  readonly numbers: readonly number[]
  /** Null for all states. */
  readonly state: RecipientState | null
  readonly timeZone: string
}

/** Recipients among the numbers that are in the state, in order. */
export async function readLedgerRows(sql: Sql, wanted: WantedRows): Promise<LedgerRow[]> {
  const { clientId, campaignId, numbers, state, timeZone } = wanted
  return sql<LedgerRow[]>`
    select f.number, f.email, l.public_id as list_public_id, f.state,
      (select count(*)::integer from log e
        where e.client_id = ${clientId} and e.campaign_id = ${campaignId} and e.number = f.number
          and e.login_id is null and e.kind not in ('handing over', 'excluded'))
        + (f.state = 'handing over')::integer as attempts,
      case when f.state <> 'handing over' then ${localTime(sql, 'f.at', timeZone)} end as date,
      case when f.state <> 'handing over' then f.code end as code,
      case when f.state <> 'handing over' then f.answer end as answer,
      case when f.state = 'deferred' then ${localTime(sql, 'f.retry_at', timeZone)} end as retry_date
    from (
      select a.number, a.email, a.list_id, p.at, p.code, p.answer, p.retry_at,
        ${recipientState(sql, 'p', 'r', sql`a.number`)} as state
      from unnest(${numbers as number[]}::integer[]) n (number)
      cross join lateral (
        select * from audience
        where client_id = ${clientId} and campaign_id = ${campaignId} and number = n.number
        limit 1
      ) a
      left join lateral (${lastEntry(sql, wanted, sql`n.number`)}) p on true
      left join lateral (${rangeOf(sql, wanted, sql`n.number`)}) r on true
    ) f
    left join lists l on l.client_id = ${clientId} and l.id = f.list_id
    where ${state}::text is null or f.state = ${state}
    order by f.number`
}
