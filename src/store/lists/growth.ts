/** Daily figures of a list, which `statistics.ts` maintains. No query here counts subscribers. */
import type { Sql } from '../connection/database.ts'

export interface ListKey {
  readonly clientId: number
  readonly listId: number
}

export interface GrowthBounds {
  /** The first day with complete figures, `YYYY-MM-DD`. */
  readonly first: string
  readonly today: string
}

/** Days are those of the client's time zone. */
export async function readGrowthBounds(
  sql: Sql,
  { clientId, listId }: ListKey,
  timeZone: string,
): Promise<GrowthBounds> {
  const [row] = await sql<GrowthBounds[]>`
    select coalesce(t.days_from, (l.created_at at time zone ${timeZone})::date)::text as first, (now() at time zone ${timeZone})::date::text as today
    from lists l
    left join list_totals t on t.client_id = ${clientId} and t.list_id = l.id
    where l.client_id = ${clientId} and l.id = ${listId}`
  return row!
}

export interface GrowthDay {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly joined: number
  /** Confirmed opt-ins among `joined`. */
  readonly confirmed: number
  /** Of `joined`, those by imports; null on days on which that was not counted. */
  readonly imported: number | null
  readonly unsubscribed: number
  /** Complaints among `unsubscribed`. */
  readonly complained: number
  readonly bounced: number
  readonly deleted: number
  /** Active subscribers at the end of the day, or now. */
  readonly active: number
}

/** Every day of a range, both inclusive; a day without changes has the figures of the day before. */
export async function readGrowthDays(
  sql: Sql,
  { clientId, listId }: ListKey,
  from: string,
  until: string,
): Promise<GrowthDay[]> {
  return sql<GrowthDay[]>`
    select days.day::text, coalesce(d.active, 0) as joined, coalesce(d.confirmed, 0) as confirmed,
      case when d.day is null then 0 else d.imported end as imported,
      coalesce(d.unsubscribed, 0) as unsubscribed, coalesce(d.complained, 0) as complained, coalesce(d.bounced, 0) as bounced,
      coalesce(d.deleted, 0) as deleted, coalesce(d.active_at_end, before.active_at_end, 0) as active
    from (select day::date from generate_series(${from}::text::date, ${until}::text::date, interval '1 day') as day) days
    left join list_days d on d.client_id = ${clientId} and d.list_id = ${listId} and d.day = days.day
    left join lateral (
      select e.active_at_end
      from list_days e
      where e.client_id = ${clientId} and e.list_id = ${listId} and e.day < days.day and e.active_at_end is not null
      order by e.day desc
      limit 1
    ) before on d.active_at_end is null
    order by days.day`
}
