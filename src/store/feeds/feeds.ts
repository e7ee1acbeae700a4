/** Feeds: their settings, and how far they are. */
import type { ClientRef } from '../accounts/access.ts'
import { findClientsWith } from '../among-clients.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'

export interface FeedSchedule {
  readonly every: 'Daily' | 'Weekly' | 'Monthly'
  /** Of a week: 1 for Monday to 7. */
  readonly weekday: number
  /** Of a month: the last day of one that has no such day. */
  readonly monthDay: number
  /** 0 to 23, in the time zone of the client. */
  readonly hour: number
}

interface NamedSegment {
  readonly ListID: string
  readonly Name: string
  readonly SegmentID: string
}

/** As callers give it, by public ids: what was deleted since is found out when a campaign is made. */
export interface FeedAudience {
  readonly ListIDs: readonly string[]
  readonly Segments: readonly NamedSegment[]
  readonly ExcludedListIDs: readonly string[]
  readonly ExcludedSegments: readonly NamedSegment[]
}

export interface FeedSettings extends FeedSchedule {
  readonly url: string
  readonly audience: FeedAudience
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  /** Public id; '' for the letter of this service. */
  readonly template: string
  readonly language: string
  readonly minItems: number
  readonly maxItems: number
  readonly action: 'Draft' | 'Approval' | 'Send'
  /** Of a campaign that is sent; 0 for the number above which people confirm it. */
  readonly mostRecipients: number
}

export interface FeedKey {
  readonly clientId: number
  readonly feedId: number
}

export type FeedState = 'new' | 'waiting' | 'failing' | 'stopped'

export interface FeedRow extends FeedKey {
  readonly publicId: string
  readonly title: string
  readonly paused: boolean
  readonly settings: FeedSettings
  readonly state: FeedState
  readonly problem: string
  readonly failures: number
  /** Whether the first look is done. */
  readonly isNoted: boolean
}

/** Dates are in the time zone of the client. */
export interface DatedFeed extends FeedRow {
  readonly problemDate: string | null
  readonly nextDate: string
  readonly createdDate: string
  readonly changedDate: string
}

export interface NewFeed {
  readonly title: string
  readonly paused: boolean
  readonly settings: FeedSettings
  readonly personId: number | null
}

/** The channel that the poller listens to. */
export const feedsChannel = 'feeds'

/** @returns the public id; undefined if the client has the maximum number of feeds */
export async function insertFeed(
  sql: Transaction,
  { clientId }: ClientRef,
  { title, paused, settings, personId }: NewFeed,
  most: number,
): Promise<string | undefined> {
  // the lock makes concurrent calls of one client count one after the other
  await lockClient(sql, clientId)
  const [present] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select 1 from feeds where client_id = ${clientId} limit ${most}) f`
  if (present!.count >= most) return undefined
  const [feed] = await sql<{ publicId: string }[]>`
    insert into feeds (client_id, title, paused, settings, person_id)
    values (${clientId}, ${title}, ${paused}, ${sql.json(settings as never)}, ${personId})
    returning public_id`
  await sql`select pg_notify(${feedsChannel}, '')`
  return feed!.publicId
}

/**
 * Changes a feed and ends the claim on it. One that had stopped or failed is looked at anew; a draft that waits to be sent stays a draft.
 * @param next when it is looked at next; undefined for a first look at once, which only notes what is there
 */
export async function updateFeed(
  sql: Transaction,
  { clientId, feedId }: FeedKey,
  { title, paused, settings, personId }: NewFeed,
  next: Date | undefined,
): Promise<void> {
  await sql`
    update feeds
    set title = ${title}, paused = ${paused}, settings = ${sql.json(settings as never)}, person_id = ${personId}, changed_at = now(),
      state = ${next ? 'waiting' : 'new'}, noted_at = ${next ? sql`noted_at` : sql`null`}, problem = '', problem_at = null, failures = 0, attempts = 0, pending_campaign_id = null, etag = '', last_modified = '',
      next_at = ${next ?? new Date()}, claim = claim + 1, claimed_until = '-infinity'
    where client_id = ${clientId} and id = ${feedId}`
  await sql`select pg_notify(${feedsChannel}, '')`
}

/** Deletes a feed with its items and runs; its campaigns stay. */
export async function deleteFeed(sql: Transaction, { clientId, feedId }: FeedKey): Promise<void> {
  await sql`delete from feeds where client_id = ${clientId} and id = ${feedId}`
  for (const table of ['feed_items', 'feed_runs'])
    await sql`delete from ${sql(table)} where client_id = ${clientId} and feed_id = ${feedId}`
}

/** @param lock until the transaction ends */
export async function findFeed(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  publicId: string,
  lock = false,
): Promise<DatedFeed | undefined> {
  const [feed] = await sql<DatedFeed[]>`
    select client_id, id as feed_id, public_id, title, paused, settings, state, problem, failures, noted_at is not null as is_noted,
      ${localTime(sql, 'problem_at', timeZone)} as problem_date, ${localTime(sql, 'next_at', timeZone)} as next_date,
      ${localTime(sql, 'created_at', timeZone)} as created_date, ${localTime(sql, 'changed_at', timeZone)} as changed_date
    from feeds
    where client_id = ${clientId} and public_id = ${publicId}::uuid
    ${lock ? sql`for update` : sql``}`
  return feed
}

/** By title, after a place. */
export async function readFeeds(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  after: readonly [title: string, id: number] | undefined,
  limit: number,
): Promise<readonly (DatedFeed & { readonly sortTitle: string })[]> {
  const [title, id] = after ?? ['', 0]
  return sql<(DatedFeed & { sortTitle: string })[]>`
    select client_id, id as feed_id, public_id, title, paused, settings, state, problem, failures, noted_at is not null as is_noted, lower(title) as sort_title,
      ${localTime(sql, 'problem_at', timeZone)} as problem_date, ${localTime(sql, 'next_at', timeZone)} as next_date,
      ${localTime(sql, 'created_at', timeZone)} as created_date, ${localTime(sql, 'changed_at', timeZone)} as changed_date
    from feeds
    where client_id = ${clientId} and (lower(title), id) > (${title}, ${id})
    order by lower(title), id
    limit ${limit}`
}

/** Facts for the notice that a feed fails; undefined once it is deleted. */
export async function readFeedToMail(sql: Sql, { clientId, feedId }: FeedKey) {
  const [row] = await sql<
    {
      readonly title: string
      readonly publicId: string
      readonly state: FeedState
      readonly problem: string
      readonly personId: number | null
      readonly companyName: string
      readonly clientPublicId: string
      readonly clientEmail: string
    }[]
  >`
    select f.title, f.public_id, f.state, f.problem, f.person_id, c.company_name, c.public_id as client_public_id, c.email as client_email
    from feeds f
    join clients c on c.id = ${clientId} and c.deleted_at is null
    where f.client_id = ${clientId} and f.id = ${feedId}`
  return row
}

/**
 * Has the feeds of a database that may be older than its mails looked at as for the first time: what they show now may have been mailed since.
 * @returns how many
 */
export async function renewFeeds(sql: Sql): Promise<number> {
  let renewed = 0
  for (const clientId of await findClientsWith(sql, 'feeds', sql`noted_at is not null`)) {
    const { count } = await sql`
      update feeds
      set noted_at = null, pending_campaign_id = null, etag = '', last_modified = '', claim = claim + 1, claimed_until = '-infinity'
      where client_id = ${clientId} and noted_at is not null`
    renewed += count
  }
  return renewed
}
