/** Runs of feeds: claimed, and what came of them. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { ClaimLost, claimWaiting, countedAttempts, fence } from '../jobs/claiming.ts'
import { localTime } from '../local-time.ts'
import type { FeedKey, FeedRow } from './feeds.ts'

export const feedClaims = countedAttempts('feeds')

export interface FeedClaim extends FeedKey {
  readonly claim: number
  /** Attempts including this one. */
  readonly attempts: number
}

/** A feed that is looked at, with its client. */
export interface FeedAtWork extends FeedRow, FeedClaim, ClientRef {
  readonly dueAt: Date
  readonly etag: string
  readonly lastModified: string
  readonly createdAt: Date
  /** Null before the first look, which only notes what is there. */
  readonly notedAt: Date | null
  readonly problemAt: Date | null
  readonly clientEmail: string
  /** A draft that was made and is to be sent or approved, and whether it is still a draft. */
  readonly pending: { readonly campaignId: number; readonly publicId: string; readonly isDraft: boolean } | undefined
}

/** Claims the feed that has been due for longest, of clients that were not deleted; undefined if none is. */
export async function claimFeed(sql: Sql): Promise<FeedClaim | undefined> {
  const [claimed] = await claimWaiting<FeedClaim>(sql, feedClaims, {
    isWaiting: clientId => sql`not t.paused and t.state <> 'stopped' and t.next_at <= now()
      and exists (select 1 from clients c where c.id = ${clientId} and c.deleted_at is null)`,
    order: sql`t.next_at, t.id`,
    returning: sql`t.client_id, t.id as feed_id, t.claim, t.attempts`,
  })
  return claimed
}

/** A claimed feed; undefined if its client was deleted. */
export async function readFeedAtWork(
  sql: Sql,
  { clientId, feedId, claim, attempts }: FeedClaim,
): Promise<FeedAtWork | undefined> {
  const [row] = await sql<
    (Omit<FeedAtWork, 'claim' | 'attempts' | 'pending'> & {
      readonly campaignId: number | null
      readonly campaignPublicId: string | null
      readonly isDraft: boolean
    })[]
  >`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.email as client_email,
      f.id as feed_id, f.public_id, f.title, f.paused, f.settings, f.state, f.problem, f.problem_at, f.failures, f.noted_at is not null as is_noted, f.next_at as due_at,
      f.etag, f.last_modified, f.created_at, f.noted_at, m.id as campaign_id, m.public_id as campaign_public_id,
      coalesce(m.state = 'draft' and m.deleted_at is null, false) as is_draft
    from feeds f
    join clients c on c.id = ${clientId} and c.deleted_at is null
    left join campaigns m on m.client_id = ${clientId} and m.id = f.pending_campaign_id
    where f.client_id = ${clientId} and f.id = ${feedId}`
  if (!row) return undefined
  const { campaignId, campaignPublicId, isDraft, ...feed } = row
  const pending = campaignId === null ? undefined : { campaignId, publicId: campaignPublicId!, isDraft }
  return { ...feed, claim, attempts, pending }
}

export interface SeenChange {
  readonly state?: 'waiting' | 'failing' | 'stopped'
  readonly problem?: string
  readonly problemAt?: Date | null
  readonly failures?: number
  readonly etag?: string
  readonly lastModified?: string
  readonly nextAt?: Date
  readonly notedAt?: Date
  readonly pendingCampaignId?: number | null
}

/** Records how far a claimed feed is, and ends the claim. @throws ClaimLost if it was changed, deleted, or is another process's */
export async function settleFeed(sql: Transaction, feed: FeedAtWork, change: SeenChange): Promise<void> {
  const { clientId, feedId, claim } = feed
  const next = { ...feed, nextAt: feed.dueAt, pendingCampaignId: feed.pending?.campaignId ?? null, ...change }
  const { count } = await sql`
    update feeds
    set state = ${next.state}, problem = ${next.problem}, problem_at = ${next.problemAt}, failures = ${next.failures},
      etag = ${next.etag}, last_modified = ${next.lastModified}, next_at = ${next.nextAt},
      noted_at = ${next.notedAt}, pending_campaign_id = ${next.pendingCampaignId}, attempts = 0, claimed_until = '-infinity'
    where client_id = ${clientId} and ${fence(sql, feedClaims, { clientId, id: feedId, claim })}`
  if (count === 0) throw new ClaimLost('The feed was changed or deleted, or another process works on it.')
}

/** Those of the keys, in hexadecimal digits, by which no item is known yet. */
export async function readUnknownKeys(
  sql: Sql,
  { clientId, feedId }: FeedKey,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = await sql<{ key: string }[]>`
    select k.key
    from unnest(${keys as string[]}::text[]) k (key)
    cross join lateral (
      select 1 from feed_items where client_id = ${clientId} and feed_id = ${feedId} and key = decode(k.key, 'hex') limit 1
    ) f`
  const found = new Set(known.map(({ key }) => key))
  return new Set(keys.filter(key => !found.has(key)))
}

/** Items that one run forgets; it leaves others to the next. */
const mostForgotten = 300

/** Notes items, those that are known too, and forgets those that the feed had last before `before`. */
export async function noteItems(
  sql: Transaction,
  { clientId, feedId }: FeedKey,
  keys: readonly string[],
  { at, before }: { readonly at: Date; readonly before: Date },
): Promise<void> {
  await sql`
    insert into feed_items (client_id, feed_id, key, seen_at)
    select ${clientId}, ${feedId}, decode(k, 'hex'), ${at} from unnest(${[...new Set(keys)].sort()}::text[]) k
    on conflict (client_id, feed_id, key) do update set seen_at = excluded.seen_at`
  // materialized: items of the client are found by their age, not all items of the feed looked at
  const old = await sql<{ key: string }[]>`
    with old as materialized (select feed_id, key from feed_items where client_id = ${clientId} and seen_at < ${before})
    select encode(key, 'hex') as key from old where feed_id = ${feedId} limit ${mostForgotten}`
  // one by one: without statistics PostgreSQL would look for several among all items of the feed
  for (const { key } of old)
    await sql`
      delete from feed_items where client_id = ${clientId} and feed_id = ${feedId} and key = decode(${key}, 'hex')`
}

/** Forgets all items of a feed, which leads elsewhere now. */
export async function forgetItems(sql: Transaction, { clientId, feedId }: FeedKey): Promise<void> {
  await sql`delete from feed_items where client_id = ${clientId} and feed_id = ${feedId}`
}

export interface NewRun {
  readonly dueAt: Date
  readonly at: Date
  readonly items: number
  readonly newItems: number
  readonly campaignId: number | null
}

/** The key of a campaign that was made in this transaction. */
export async function findMade(sql: Transaction, clientId: number, publicId: string): Promise<number> {
  const [campaign] = await sql<{ id: number }[]>`
    select id from campaigns where client_id = ${clientId} and public_id = ${publicId}::uuid`
  return campaign!.id
}

/** @returns false if the run has been recorded before */
export async function insertRun(
  sql: Transaction,
  { clientId, feedId }: FeedKey,
  { dueAt, at, items, newItems, campaignId }: NewRun,
  kept: number,
): Promise<boolean> {
  const { count } = await sql`
    insert into feed_runs (client_id, feed_id, due_at, at, items, new_items, campaign_id)
    values (${clientId}, ${feedId}, ${dueAt}, ${at}, ${items}, ${newItems}, ${campaignId})
    on conflict (client_id, feed_id, due_at) do nothing`
  await sql`
    delete from feed_runs
    where client_id = ${clientId} and feed_id = ${feedId} and due_at < (
      select min(due_at) from (
        select due_at from feed_runs where client_id = ${clientId} and feed_id = ${feedId} order by due_at desc limit ${kept}
      ) r)`
  return count > 0
}

/** What followed of the campaign of a run. */
export async function recordOutcome(
  sql: Sql,
  { clientId, feedId }: FeedKey,
  campaignId: number,
  outcome: string,
): Promise<void> {
  await sql`
    update feed_runs set outcome = ${outcome}
    where client_id = ${clientId} and feed_id = ${feedId} and campaign_id = ${campaignId}`
}

export interface RunRow {
  readonly date: string
  readonly items: number
  readonly newItems: number
  /** Public id; null without a campaign, or once it is purged. */
  readonly campaign: string | null
  readonly outcome: string
}

/** The last runs of a feed, the newest first. */
export async function readRuns(
  sql: Sql,
  { clientId, feedId }: FeedKey,
  timeZone: string,
  most: number,
): Promise<readonly RunRow[]> {
  return sql<RunRow[]>`
    select ${localTime(sql, 'r.at', timeZone)} as date, r.items, r.new_items, r.outcome, m.public_id as campaign
    from feed_runs r
    left join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id and m.deleted_at is null
    where r.client_id = ${clientId} and r.feed_id = ${feedId}
    order by r.due_at desc
    limit ${most}`
}
