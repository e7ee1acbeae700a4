/**
 * Enrolling people in a series. What happens is found in the numbered events of the client, behind a cursor: nothing is added to the work of
 * joining or tagging, and no event is missed or read twice. A person is in a series once, by its address; who is through may come again.
 */
import { findAmongClients } from '../among-clients.ts'
import { type Audience, type IdRange, type IdSet, recipientsOf } from '../campaigns/audience.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { openingFrom } from './hours.ts'
import type { SeriesKey, SeriesSettings, StepSettings } from './series.ts'

/** The channel that the poller listens to. */
export const seriesChannel = 'series_due'

/** Wakes the worker of series once the transaction is committed. */
export async function wakeSeries(sql: Sql): Promise<void> {
  await sql`select pg_notify(${seriesChannel}, '')`
}

/** A series that takes people. */
export interface OpenSeries extends SeriesKey {
  readonly settings: SeriesSettings
  readonly timeZone: string
  /** Its list, and the segment of it that is enrolled. */
  readonly audience: Audience
  readonly first: { readonly stepId: number; readonly settings: StepSettings }
}

/** Who is enrolled: members with the instants at which their clocks start, or all of a range at one instant. */
export type Enrolled =
  | { readonly ids: readonly number[]; readonly at: readonly Date[] }
  | { readonly range: IdRange; readonly at: Date; readonly which?: Fragment }

/** Days after which a birthday comes again. */
const yearDays = 300

/**
 * Enrols members of the list and the segment who are active.
 * @returns how many were enrolled; who is in the series, or must not come again yet, is not
 */
export async function enrol(sql: Transaction, series: OpenSeries, people: Enrolled): Promise<number> {
  const { clientId, seriesId, settings, audience, first, timeZone } = series
  const again = settings.trigger.on === 'date' && settings.trigger.yearly ? yearDays : settings.againAfterDays
  const among: IdRange | IdSet = 'ids' in people ? { only: people.ids } : people.range
  const [at, joined, which] =
    'ids' in people
      ? [
          sql`w.at`,
          sql`join unnest(${people.ids as number[]}::bigint[], ${people.at.map(one => one.toISOString())}::timestamptz[]) as w (id, at) on w.id = s.id`,
          sql`true`,
        ]
      : [sql`${people.at}::timestamptz`, sql``, people.which ?? sql`true`]
  const latest = 'ids' in people ? new Date(Math.max(0, ...people.at.map(one => one.getTime()))) : people.at
  const due = sql`${at} + make_interval(mins => ${first.settings.delayMinutes}::integer)`
  const [row] = await sql<{ enrolled: number; dueAt: Date | null }[]>`
    with found as materialized (
      select s.id, s.address ${recipientsOf(sql, clientId, audience, among)}
        and ${which} and ${mayCome(sql, series, again, sql`${latest}::timestamptz`)}
    ), put as (
      insert into series_enrolments as e (client_id, series_id, address, subscriber_id, enrolled_at, step_id, next_at)
      select ${clientId}::bigint, ${seriesId}::bigint, s.address, s.id, ${at}, ${first.stepId}::bigint, ${openingFrom(sql, due, first.settings, timeZone)}
      from found s ${joined}
      order by s.address
      on conflict (client_id, address, series_id) do update
      set run = e.run + 1, subscriber_id = excluded.subscriber_id, enrolled_at = excluded.enrolled_at, step_id = excluded.step_id,
        next_at = excluded.next_at, ended_at = null, outcome = null
      where e.ended_at is not null
      returning next_at
    )
    select count(*)::integer as enrolled, min(next_at) as due_at from put`
  const { enrolled, dueAt } = row!
  if (enrolled === 0) return 0
  await sql`
    update series_steps set waiting = waiting + ${enrolled}, due_at = least(due_at, ${dueAt}::timestamptz)
    where client_id = ${clientId} and id = ${first.stepId}`
  await sql`update series set enrolled = enrolled + ${enrolled} where client_id = ${clientId} and id = ${seriesId}`
  await wakeSeries(sql)
  return enrolled
}

/** Whether a member `s` is not in a series, or is through and may come again. Callers that enrol hold the row of the series. */
function mayCome(sql: Sql, { clientId, seriesId }: SeriesKey, againAfterDays: number | null, at: Fragment): Fragment {
  return sql`not exists (
    select 1 from series_enrolments e
    where e.client_id = ${clientId} and e.address = s.address and e.series_id = ${seriesId}
      and not coalesce(e.ended_at is not null and e.enrolled_at + make_interval(days => ${againAfterDays}::integer) <= ${at}, false) offset 0)`
}

/** Locks a running series for one piece of work. @returns false if it does not run (any more), or another process is at it */
export async function holdRunning(sql: Transaction, { clientId, seriesId }: SeriesKey): Promise<boolean> {
  const rows = await sql`
    select 1 from series
    where client_id = ${clientId} and id = ${seriesId} and state = 'running' and deleted_at is null
    for no key update skip locked`
  return rows.length > 0
}

/** A running series that has events to read, or undefined. */
export function findSeriesBehind(sql: Sql): Promise<SeriesKey | undefined> {
  return findRunningSeries(
    sql,
    sql`t.settings -> 'trigger' ->> 'on' in ('joined', 'tag') and t.last_sequence < (
      select h.last_sequence from event_heads h where h.client_id = t.client_id)`,
    sql`t.last_sequence, t.id`,
  )
}

async function findRunningSeries(sql: Sql, isFound: Fragment, order: Fragment): Promise<SeriesKey | undefined> {
  const [found] = await findAmongClients<SeriesKey>(sql, {
    table: 'series',
    columns: sql`, t.id as series_id`,
    isFound: sql`t.state = 'running' and t.deleted_at is null and ${isFound}`,
    order,
    most: 1,
  })
  return found
}

/** Causes of a joined member who only came back by a correction: an opt-out that was undone or repaired, a contact that was restored. */
const corrections = ['undone', 'repaired', 'restored']

/** Events of one transaction. */
const eventsAtOnce = 5000

/** A person whom an event enrols, and when it happened. */
export interface Triggered {
  /** As it was written. */
  readonly email: string
  readonly at: Date
}

/**
 * The people whom events behind the cursor of a series enrol, and the cursor behind these events. People who were tagged by an import are
 * left out; imports record no one as joined.
 */
export async function readTriggered(
  sql: Transaction,
  { clientId, seriesId }: SeriesKey,
  { trigger }: SeriesSettings,
): Promise<{ readonly people: readonly Triggered[]; readonly upTo: number }> {
  const [bounds] = await sql<{ after: number; upTo: number; startedAt: Date; list: string }[]>`
    select r.last_sequence as after, least(h.last_sequence, greatest(r.last_sequence, h.first_kept - 1) + ${eventsAtOnce}) as up_to, r.started_at,
      replace(l.public_id::text, '-', '') as list
    from series r
    join event_heads h on h.client_id = ${clientId}
    join lists l on l.client_id = ${clientId} and l.id = r.list_id
    where r.client_id = ${clientId} and r.id = ${seriesId}`
  const { after, upTo, startedAt, list } = bounds!
  const isTrigger =
    trigger.on === 'tag'
      ? sql`e.type = 'contact.tagged' and e.data ->> 'Source' <> 'Import' and exists (
          select 1 from contact_tags t
          where t.client_id = ${clientId} and t.id = ${trigger.tagId} and e.data -> 'Tags' ? t.name)`
      : sql`e.type in ('subscriber.subscribed', 'subscriber.confirmed') and e.data ->> 'ListID' = ${list}
          and e.data ->> 'Cause' <> all(${corrections}::text[])`
  const people = await sql<Triggered[]>`
    select e.data ->> 'EmailAddress' as email, min(e.at) as at
    from published_events e
    where e.client_id = ${clientId} and e.sequence > ${after} and e.sequence <= ${upTo} and e.at >= ${startedAt} and ${isTrigger}
    group by e.data ->> 'EmailAddress'`
  return { people, upTo }
}

/** The active members of a list with these addresses. */
export async function findMembers(
  sql: Sql,
  clientId: number,
  listId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (addresses.length === 0) return new Map()
  const rows = await sql<{ address: string; id: number }[]>`
    select s.address, s.id
    from unnest(${addresses as string[]}::text[]) as w (address)
    cross join lateral (
      select address, id, state from subscribers where client_id = ${clientId} and list_id = ${listId} and address = w.address limit 1
    ) s
    where s.state = 'Active'`
  return new Map(rows.map(({ address, id }) => [address, id]))
}

export async function moveCursor(sql: Sql, { clientId, seriesId }: SeriesKey, upTo: number): Promise<void> {
  await sql`update series set last_sequence = ${upTo} where client_id = ${clientId} and id = ${seriesId}`
}

/** A running series whose dates of today were not all looked at, or undefined. @param at now */
export function findSeriesOfDates(sql: Sql, at: Date): Promise<SeriesKey | undefined> {
  return findRunningSeries(
    sql,
    sql`t.settings -> 'trigger' ->> 'on' = 'date' and t.dated_on < (
      select (${at}::timestamptz at time zone c.time_zone)::date from clients c where c.id = t.client_id)`,
    sql`t.dated_on, t.id`,
  )
}

/** A range of members whose dates are looked at for a day. */
export interface DatedRange extends IdRange {
  /** YYYY-MM-DD. */
  readonly day: string
  /** The beginning of the day in the client's zone. */
  readonly at: Date
}

/** The next members to look at; undefined if a day has no more, which is then done. */
export async function nextDated(
  sql: Transaction,
  { clientId, seriesId }: SeriesKey,
  size: number,
): Promise<DatedRange | undefined> {
  const [row] = await sql<{ day: string; at: Date; after: number; upTo: number | null }[]>`
    select (r.dated_on + 1)::text as day, (r.dated_on + 1)::timestamp at time zone c.time_zone as at, r.dated_after as after, (
        select max(id) from (
          select id from subscribers s where s.client_id = ${clientId} and s.id > r.dated_after order by id limit ${size}) n
      ) as up_to
    from series r
    join clients c on c.id = r.client_id
    where r.client_id = ${clientId} and r.id = ${seriesId}`
  const { day, at, after, upTo } = row!
  if (upTo !== null) {
    await sql`update series set dated_after = ${upTo} where client_id = ${clientId} and id = ${seriesId}`
    return { day, at, after, upTo }
  }
  await sql`
    update series set dated_on = dated_on + 1, dated_after = 0 where client_id = ${clientId} and id = ${seriesId}`
  return undefined
}

/**
 * Whether a member `s` has a date whose day has come. 29 February is 28 February in years without it.
 * @param days after the date; before it where negative
 */
export function hasDate(sql: Sql, key: string, days: number, yearly: boolean, day: string): Fragment {
  const text = sql`left(s.fields ->> ${key}::text, 10)`
  const wanted = sql`(${day}::text::date - ${days}::integer)`
  const ofYear = sql`case when to_char(${wanted}, 'MM-DD') = '02-28' and to_char(${wanted} + 1, 'MM-DD') = '03-01' then array['02-28', '02-29'] else array[to_char(${wanted}, 'MM-DD')] end`
  const matches = yearly
    ? sql`right(${text}, 5) = any(${ofYear}) and ${text} collate "C" <= to_char(${wanted}, 'YYYY-MM-DD') collate "C"`
    : sql`${text} = to_char(${wanted}, 'YYYY-MM-DD')`
  return sql`(jsonb_typeof(s.fields -> ${key}::text) = 'string' and ${matches})`
}

/** Begins to enrol the members who are there now. */
export async function beginExisting(sql: Sql, { clientId, seriesId }: SeriesKey, at: Date): Promise<void> {
  await sql`
    update series set existing_at = ${at}, existing_after = 0 where client_id = ${clientId} and id = ${seriesId}`
  await wakeSeries(sql)
}

/** A running series that enrols members who were there before, or undefined. */
export function findSeriesOfExisting(sql: Sql): Promise<SeriesKey | undefined> {
  return findRunningSeries(sql, sql`t.existing_at is not null`, sql`t.existing_at, t.id`)
}

/** The next members to enrol; undefined behind the last one, when it is done. */
export async function nextExisting(
  sql: Transaction,
  { clientId, seriesId }: SeriesKey,
  size: number,
): Promise<(IdRange & { readonly at: Date }) | undefined> {
  const [row] = await sql<{ at: Date; after: number; upTo: number | null }[]>`
    select r.existing_at as at, r.existing_after as after, (
        select max(id) from (
          select id from subscribers s where s.client_id = ${clientId} and s.id > r.existing_after order by id limit ${size}) n
      ) as up_to
    from series r
    where r.client_id = ${clientId} and r.id = ${seriesId}`
  const { at, after, upTo } = row!
  await sql`
    update series set ${upTo === null ? sql`existing_at = null` : sql`existing_after = ${upTo}`}
    where client_id = ${clientId} and id = ${seriesId}`
  return upTo === null ? undefined : { at, after, upTo }
}

/** Counts the members whom `enrol` would take now. */
export async function countExisting(
  sql: Sql,
  { clientId, seriesId }: SeriesKey,
  audience: Audience,
  againAfterDays: number | null,
  at: Date,
): Promise<number> {
  const [row] = await sql<{ people: number }[]>`
    select count(*)::integer as people
    from (select s.address ${recipientsOf(sql, clientId, audience)}) s
    where ${mayCome(sql, { clientId, seriesId }, againAfterDays, sql`${at}::timestamptz`)}`
  return row!.people
}
