/** Numbered pages of a client's campaigns. */
import type { Fragment, Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'

export interface CampaignsAsked {
  readonly clientId: number
  readonly timeZone: string
  readonly kind: 'Sent' | 'Scheduled' | 'Draft'
  /** Spellings of each tag; a campaign must have all tags. */
  readonly tags: readonly (readonly string[])[]
  /** For sent campaigns: the client's days, both inclusive. */
  readonly from: string | undefined
  readonly until: string | undefined
}

export interface NumberedCampaignRow {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  /** Local times of the client; null if the event has not happened. */
  readonly createdDate: string
  readonly dueDate: string | null
  readonly sentDate: string | null
  readonly timeZoneLabel: string
  readonly recipients: number
  readonly tags: readonly string[]
}

/** Counts a client's campaigns, at most some thousands. The indexes campaigns_started and campaigns_active serve this query. */
export async function countCampaigns(sql: Sql, asked: CampaignsAsked): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from campaigns m where m.client_id = ${asked.clientId} and ${isAsked(sql, asked)}`
  return row!.count
}

/** Sorted by the date of their kind: start, due date, or creation. */
export async function readNumberedCampaigns(
  sql: Sql,
  asked: CampaignsAsked,
  { offset, limit, descending }: { readonly offset: number; readonly limit: number; readonly descending: boolean },
): Promise<readonly NumberedCampaignRow[]> {
  const local = (column: string) => localTime(sql, column, asked.timeZone)
  const direction = descending ? sql`desc` : sql`asc`
  const date = { Sent: sql`m.started_at`, Scheduled: sql`m.due_at`, Draft: sql`m.created_at` }[asked.kind]
  return sql<NumberedCampaignRow[]>`
    select m.id, m.public_id, m.name, m.subject, m.from_name, m.from_email, m.reply_to, m.tags, c.time_zone_label,
      ${local('m.created_at')} as created_date, ${local('m.due_at')} as due_date, ${local('m.started_at')} as sent_date,
      coalesce(t.recipients, 0) as recipients
    from campaigns m
    join clients c on c.id = m.client_id
    left join campaign_totals t on t.client_id = ${asked.clientId} and t.campaign_id = m.id
    where m.client_id = ${asked.clientId} and ${isAsked(sql, asked)}
    order by ${date} ${direction}, m.id ${direction}
    offset ${offset}
    limit ${limit}`
}

/** Conditions on campaigns; the statement names the client. */
function isAsked(sql: Sql, { kind, tags, from, until, timeZone }: CampaignsAsked): Fragment {
  const day = (date: string) => sql`(${date}::text::date::timestamp at time zone ${timeZone})`
  const after = (date: string) => sql`((${date}::text::date + 1)::timestamp at time zone ${timeZone})`
  return sql`m.deleted_at is null and m.series_id is null
    and ${kind === 'Sent' ? sql`m.started_at is not null` : sql`m.started_at is null and m.state = ${kind.toLowerCase()}`}
    ${tags.reduce((all, spellings) => sql`${all} and m.tags && ${spellings as string[]}::text[]`, sql``)}
    ${from === undefined ? sql`` : sql`and m.started_at >= ${day(from)}`}
    ${until === undefined ? sql`` : sql`and m.started_at < ${after(until)}`}`
}
