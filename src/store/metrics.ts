/** Database figures for metrics: cheap statements over unfinished work, as sums without clients or names. */
import { inTime } from '../lib/in-time.ts'
import type { Database, Sql, Transaction } from './connection/database.ts'
import { transaction } from './connection/transaction.ts'
import type { FeedState } from './feeds/feeds.ts'
import type { LedgerCounts } from './ledger/recipients-of.ts'

/** Maximum duration of a statement for metrics, in milliseconds: a scrape must not load a slow database further. */
const limitMs = 1_000

export interface LedgerSums extends LedgerCounts {
  /** State of the campaigns: scheduled, sending or paused. */
  readonly state: string
  readonly campaigns: number
}

/** Recipients of unfinished campaigns by the campaign's state, through the index `campaigns_under_way`. */
export async function readLedgerSums(sql: Sql): Promise<LedgerSums[]> {
  return sql<LedgerSums[]>`
    select c.state, count(*) as campaigns,
      coalesce(sum(t.planned), 0)::bigint as planned, coalesce(sum(t.handing_over), 0)::bigint as handing_over,
      coalesce(sum(t.accepted), 0)::bigint as accepted, coalesce(sum(t.deferred), 0)::bigint as deferred,
      coalesce(sum(t.refused), 0)::bigint as refused, coalesce(sum(t.unknown), 0)::bigint as unknown,
      coalesce(sum(t.excluded), 0)::bigint as excluded
    from campaigns c left join campaign_totals t on t.client_id = c.client_id and t.campaign_id = c.id
    where c.deleted_at is null and c.state in ('scheduled', 'sending', 'paused')
    group by c.state`
}

export interface OpenWork {
  readonly kind: 'import' | 'export' | 'bulk change' | 'erasure' | 'inbound mail'
  readonly open: number
}

/** Waiting work and work in progress; each count reads a partial index of open rows. */
export async function openWork(sql: Sql): Promise<OpenWork[]> {
  return sql<OpenWork[]>`
    select 'import' as kind, (select count(*) from imports where state = 'fetching')
      + (select count(*) from imports where state in ('reading', 'judging', 'committing', 'undoing')) as open
    union all select 'export', count(*) from exports where state = 'waiting'
    union all select 'bulk change', count(*) from bulk_changes where state in ('choosing', 'changing', 'undoing')
    union all select 'erasure', count(*) from erasures where state = 'waiting'
    union all select 'inbound mail', count(*) from mailbox where state = 'waiting'`
}

export interface Queues {
  /** Stored batches of hits that are not counted yet; at most `mostBatches`. */
  readonly uncountedHits: number
  /** Undelivered events, summed over webhooks that are not paused. */
  readonly webhookEvents: number
  readonly webhooksFailing: number
  readonly webhooksPaused: number
  /** Due campaigns that no sender has planned yet. */
  readonly campaignsDue: number
  /** In seconds; null if none is due. */
  readonly oldestCampaignDue: number | null
  readonly oldestInboundMail: number | null
  /** Age of the oldest uncounted batch of hits. */
  readonly oldestUncountedHit: number | null
  /** Delay of recipients in sending whose next attempt is due and that no sender has claimed. */
  readonly oldestRecipientsDue: number | null
}

const mostBatches = 100_000

/** Lengths and ages of queues. */
export async function readQueueFigures(sql: Sql): Promise<Queues[]> {
  return sql<Queues[]>`
    select
      (select count(*) from (select 1 from uncounted_hits limit ${mostBatches}) u) as uncounted_hits,
      (select coalesce(sum(greatest(0, h.last_sequence - w.published_to)), 0)::bigint
        from webhooks w join event_heads h on h.client_id = w.client_id where w.paused_at is null) as webhook_events,
      (select count(*) from webhooks where paused_at is null and failures > 0) as webhooks_failing,
      (select count(*) from webhooks where paused_at is not null) as webhooks_paused,
      (select count(*) from campaigns
        where state = 'scheduled' and deleted_at is null and due_at <= now()) as campaigns_due,
      (select extract(epoch from now() - min(due_at))::double precision from campaigns
        where state = 'scheduled' and deleted_at is null and due_at <= now()) as oldest_campaign_due,
      (select extract(epoch from now() - min(due_at))::double precision from mailbox
        where state = 'waiting' and due_at <= now()) as oldest_inbound_mail,
      (select extract(epoch from now() - times[1])::double precision from uncounted_hits order by id limit 1)
        as oldest_uncounted_hit,
      (select extract(epoch from now() - min(l.due_at))::double precision
        from campaigns m
        join leases l on l.client_id = m.client_id and l.campaign_id = m.id
        where m.state = 'sending' and m.deleted_at is null and not l.done and l.expires_at <= now()
          and l.due_at > '-infinity' and l.due_at <= now()) as oldest_recipients_due`
}

export interface JobFigures {
  /** Name of the kind of job. */
  readonly task: string
  /** Jobs that wait for their first attempt, or are running. */
  readonly queued: number
  /** Failed jobs that will be retried. */
  readonly retrying: number
  /** Jobs that failed for the last time. */
  readonly failed: number
  /** How long the oldest job is overdue; null if none is. */
  readonly oldestDue: number | null
}

/** Maximum number of graphile-worker's jobs that are read, due ones first. */
const mostJobs = 100_000

/**
 * Background jobs by kind. The first part walks the index of runnable jobs, oldest first; the second reads the oldest rows for jobs
 * that cannot run, which have no index. With a million jobs each reads 100,000 rows, and both take 80 ms.
 */
export async function readJobFigures(sql: Sql): Promise<JobFigures[]> {
  return sql<JobFigures[]>`
    select t.identifier as task,
      count(*) filter (where attempts = 0 or locked_at is not null and attempts < max_attempts) as queued,
      count(*) filter (where attempts > 0 and locked_at is null and attempts < max_attempts) as retrying,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))
        ::double precision as oldest_due
    from (
      (select task_id, attempts, max_attempts, locked_at, run_at from graphile_worker._private_jobs
        where is_available order by priority, run_at limit ${mostJobs})
      union all
      select task_id, attempts, max_attempts, locked_at, run_at
      from (select * from graphile_worker._private_jobs limit ${mostJobs}) stored
      where not is_available
    ) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier`
}

/** Mails received within the last day, by result, through the index `mailbox_by_age`. */
export async function readInboundOfDay(
  sql: Sql,
): Promise<
  { readonly state: 'waiting' | 'read' | 'unrecognised' | 'unmatched' | 'unreadable'; readonly mails: number }[]
> {
  return sql`select state, count(*) as mails from mailbox where at > now() - interval '1 day' group by state`
}

export interface FormFigure {
  readonly kind: 'waiting' | 'held' | 'waves' | `feeds ${FeedState}`
  readonly count: number
}

const mostSignUps = 100_000

/**
 * Sign-ups of forms that wait for a decision or are held by a wave, each up to `mostSignUps`, waves that hold now, and feeds that are not paused by
 * their state.
 */
export async function readFormFigures(sql: Sql): Promise<FormFigure[]> {
  return sql<FormFigure[]>`
    select 'waiting' as kind, count(*) as count from (select 1 from form_sign_ups where state = 'new' limit ${mostSignUps}) n
    union all select 'held', count(*) from (
      select 1
      from (select distinct client_id, form_id from form_waves where state in ('holding', 'passed')) w
      join form_sign_ups s on s.client_id = w.client_id and s.form_id = w.form_id and s.state = 'held'
      limit ${mostSignUps}
    ) h
    union all select 'waves', count(*) from form_waves where state = 'holding'
    union all select 'feeds ' || state, count(*) from feeds where not paused group by state`
}

/** @returns the result of `read`, or undefined if the database fails or needs longer than `limitMs` */
export async function readForMetrics<Value>(
  db: Database,
  read: (sql: Transaction) => Promise<Value>,
): Promise<Value | undefined> {
  const found = transaction(db, async sql => {
    await sql.unsafe(`set local statement_timeout = ${limitMs}`)
    return read(sql)
  })
  // also if no connection is free
  return inTime(limitMs * 2, found)
}
