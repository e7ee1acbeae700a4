/** What came of forms, by day in the client's time zone, and submissions by hour. */
import { findClientsWith } from '../among-clients.ts'
import type { Database, Fragment, Sql } from '../connection/database.ts'
import { perClient } from '../per-client.ts'
import type { FormKey } from './forms.ts'

/** The words of FormRefusalReason in the contract. */
export type RefusalReason =
  | 'Token'
  | 'TooFast'
  | 'TooOld'
  | 'Reused'
  | 'ProofOfWork'
  | 'Honeypot'
  | 'Incomplete'
  | 'FormRate'
  | 'NetworkRate'
  | 'DomainRate'
  | 'AddressRate'
  | 'MailLimit'
  | 'Suppressed'
export type CountKind = 'shown' | 'submitted' | 'mailed' | 'confirmed' | 'abandoned' | `refused ${RefusalReason}`

export interface Counted extends FormKey {
  readonly kind: CountKind
  readonly count: number
}

/** What this process has counted since it began, over all forms: for metrics. */
const countedHere = new Map<CountKind, number>()

export function readCountsOfProcess(): ReadonlyMap<CountKind, number> {
  return countedHere
}

/** Adds to the counts of today. Rows are locked in the order of their keys. */
export async function addCounts(sql: Sql, counted: readonly Counted[]): Promise<void> {
  for (const { kind, count } of counted) countedHere.set(kind, (countedHere.get(kind) ?? 0) + count)
  await perClient(
    sumOf(counted),
    (clientId, own) => sql`
      insert into form_counts as c (client_id, form_id, day, kind, count)
      select ${clientId}, g.form_id, ${today(sql, clientId)}, g.kind, g.count
      from unnest(${own.map(({ formId }) => formId)}::bigint[], ${own.map(({ kind }) => kind)}::text[],
        ${own.map(({ count }) => count)}::integer[]) as g (form_id, kind, count)
      -- counts of a form that was deleted meanwhile are of no use
      where exists (select 1 from forms f where f.client_id = ${clientId} and f.id = g.form_id)
      order by g.form_id, g.kind
      on conflict (client_id, form_id, day, kind) do update set count = c.count + excluded.count`,
  )
}

/** Each form and kind once. */
function sumOf(counted: readonly Counted[]): readonly Counted[] {
  const sums = new Map<string, Counted>()
  for (const one of counted) {
    const key = `${one.clientId} ${one.formId} ${one.kind}`
    sums.set(key, { ...one, count: (sums.get(key)?.count ?? 0) + one.count })
  }
  return [...sums.values()]
}

function today(sql: Sql, clientId: number): Fragment {
  return sql`(now() at time zone (select time_zone from clients where id = ${clientId}))::date`
}

/** Adds to the submissions of the present hour. */
export async function addToHours(sql: Sql, counted: readonly (FormKey & { readonly count: number })[]): Promise<void> {
  await perClient(
    sumOf(counted.map(one => ({ ...one, kind: 'submitted' }))),
    (clientId, own) => sql`
      insert into form_hours as h (client_id, form_id, hour, submitted)
      select ${clientId}, form_id, date_trunc('hour', now()), count
      from unnest(${own.map(({ formId }) => formId)}::bigint[], ${own.map(({ count }) => count)}::integer[]) as g (form_id, count)
      order by form_id
      on conflict (client_id, form_id, hour) do update set submitted = h.submitted + excluded.submitted`,
  )
}

/** Deletes hours that no longer count. @param most hours of a statement */
export async function deleteOldHours(db: Database, days: number, most: number): Promise<void> {
  const isOld = db`hour < now() - make_interval(days => ${days})`
  for (const clientId of await findClientsWith(db, 'form_hours', isOld))
    for (let deleted = most; deleted === most; ) {
      const { count } = await db`
        delete from form_hours
        where client_id = ${clientId} and (form_id, hour) in (
          select form_id, hour from form_hours where client_id = ${clientId} and ${isOld} order by hour limit ${most})`
      deleted = count
    }
}

export interface DayCount extends Pick<Counted, 'formId' | 'kind' | 'count'> {
  /** YYYY-MM-DD. */
  readonly day: string
}

/** The counts of a form's last days, today included, in the order of the days. @param formId null for all forms of the client */
export async function readCounts(
  sql: Sql,
  clientId: number,
  formId: number | null,
  days: number,
): Promise<readonly DayCount[]> {
  return sql<DayCount[]>`
    select form_id, day::text, kind, count from form_counts
    where client_id = ${clientId} and (${formId}::bigint is null or form_id = ${formId}) and day > ${today(sql, clientId)} - ${days}::integer
    order by day, kind`
}
