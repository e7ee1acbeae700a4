/** Numbers of series, step by step: sums over the editions of a step. */
import type { Sql } from '../connection/database.ts'
import { openOf } from '../ledger/totals.ts'
import { localTime } from '../local-time.ts'
import type { SeriesKey } from './series.ts'

export interface EditionNumbers {
  readonly campaignId: number
  readonly publicId: string
  readonly recipients: number
  readonly accepted: number
  readonly excluded: number
  readonly refused: number
  readonly open: number
  readonly humanUniqueOpens: number
  readonly humanUniqueClicks: number
  readonly unsubscribes: number
  readonly bounces: number
  readonly complaints: number
  /** The step that it mailed; null for one that mailed no one. */
  readonly stepId: number | null
}

/** Campaigns of a series that have begun, the newest first. */
export async function readEditions(sql: Sql, { clientId, seriesId }: SeriesKey): Promise<readonly EditionNumbers[]> {
  return sql<EditionNumbers[]>`
    select m.id as campaign_id, m.public_id, t.recipients, t.accepted, t.excluded, t.refused, ${openOf(sql)} as open,
      coalesce(e.human_unique_opens, 0) as human_unique_opens, coalesce(e.human_unique_clicks, 0) as human_unique_clicks,
      t.unsubscribes, t.bounces, t.complaints, m.series_step_id as step_id
    from campaigns m
    join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
    left join engagement e on e.client_id = ${clientId} and e.campaign_id = m.id
    where m.client_id = ${clientId} and m.series_id = ${seriesId} and m.started_at is not null and m.deleted_at is null
    order by m.id desc`
}

export interface EnrolledRow {
  readonly address: string
  readonly stepId: number | null
  /** Local times of the client. */
  readonly nextDate: string | null
  readonly enrolledDate: string
  readonly endedDate: string | null
  readonly outcome: string | null
  readonly run: number
}

/** Of one contact. */
export interface EnrolmentRow extends Pick<EnrolledRow, 'nextDate' | 'enrolledDate' | 'endedDate' | 'outcome' | 'run'> {
  readonly seriesName: string
}

/** The series in which an address is or was. */
export async function readEnrolmentsOf(
  sql: Sql,
  { clientId, address, timeZone }: { readonly clientId: number; readonly address: string; readonly timeZone: string },
): Promise<readonly EnrolmentRow[]> {
  return sql<EnrolmentRow[]>`
    select r.name as series_name, ${localTime(sql, 'e.next_at', timeZone)} as next_date, ${localTime(sql, 'e.enrolled_at', timeZone)} as enrolled_date,
      ${localTime(sql, 'e.ended_at', timeZone)} as ended_date, e.outcome, e.run
    from series_enrolments e
    join series r on r.client_id = ${clientId} and r.id = e.series_id
    where e.client_id = ${clientId} and e.address = ${address}
    order by e.enrolled_at, e.id`
}

/** Who is or was in a series, by address, after one. */
export async function readEnrolled(
  sql: Sql,
  { clientId, seriesId, timeZone }: SeriesKey & { readonly timeZone: string },
  after: string,
  limit: number,
): Promise<readonly EnrolledRow[]> {
  return sql<EnrolledRow[]>`
    select address, step_id, ${localTime(sql, 'next_at', timeZone)} as next_date, ${localTime(sql, 'enrolled_at', timeZone)} as enrolled_date,
      ${localTime(sql, 'ended_at', timeZone)} as ended_date, outcome, run
    from series_enrolments
    where client_id = ${clientId} and series_id = ${seriesId} and address > ${after}
    order by address
    limit ${limit}`
}
