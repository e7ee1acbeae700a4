/**
 * Campaigns that follow another: a resend goes to those who did not react to it, a catch-up to those whom the frequency cap left out. Those that
 * follow each other are a family; `follows_root` names its first campaign. A campaign has at most one of each kind, which the index
 * `campaigns_follows` keeps; a draft that is deleted makes room for another. See docs/decisions/campaigns.md#a-resend-follows-its-campaign.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import type { CampaignKey } from '../keys.ts'
import type { StoredCampaignState } from '../states.ts'
import { lettersTo } from '../tracking/contact-engagement.ts'
import { reactions } from '../tracking/reactions.ts'
import { readTrackedKinds } from './tracked-kinds.ts'

export type FollowUpKind = 'resend' | 'catch up'

/** Whom a campaign that follows another is narrowed to. */
export interface Followed {
  readonly kind: FollowUpKind
  /** The campaign that it follows, then the one which that follows, and so on to the first. */
  readonly campaignIds: readonly number[]
}

export interface FamilyMember {
  readonly campaignId: number
  readonly publicId: string
  readonly name: string
  readonly subject: string
  readonly state: StoredCampaignState
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly isDeleted: boolean
  /** False also for a campaign that asked for consent. */
  readonly trackOpens: boolean
  readonly trackClicks: boolean
  /** Null of the first campaign; so are the kind and the hours. */
  readonly followsId: number | null
  readonly followsAs: FollowUpKind | null
  readonly followsAfterHours: number | null
}

/** A campaign with those that it follows and that follow it, in the order in which they were made. Deleted ones are among them if they were sent. */
export async function readFamily(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<readonly FamilyMember[]> {
  return sql<FamilyMember[]>`
    with first as (
      select coalesce(follows_root, id) as id from campaigns where client_id = ${clientId} and id = ${campaignId}
    )
    select m.id as campaign_id, m.public_id, m.name, m.subject, m.state, m.started_at, m.finished_at, m.deleted_at is not null as is_deleted,
      ${readTrackedKinds(sql)}, m.follows_id, m.follows_as, m.follows_after_hours
    from campaigns m
    where m.client_id = ${clientId} and (m.deleted_at is null or m.started_at is not null) and m.id = any(array(
      select id from first
      union all
      select f.id from campaigns f where f.client_id = ${clientId} and f.follows_root = (select id from first)
    ))
    order by m.id`
}

/** Subjects of variants of campaigns, beside those of the campaigns themselves. */
export async function readVariantSubjects(
  sql: Sql,
  clientId: number,
  campaignIds: readonly number[],
): Promise<readonly string[]> {
  const rows = await sql<{ subject: string }[]>`
    select subject from campaign_variants
    where client_id = ${clientId} and campaign_id = any(${campaignIds as number[]}::bigint[]) and subject is not null`
  return rows.map(({ subject }) => subject)
}

/** The campaigns that one follows, that one first: the next, and so on to the first of the family. */
export function predecessors(family: readonly FamilyMember[], campaignId: number): readonly FamilyMember[] {
  const byId = new Map(family.map(member => [member.campaignId, member]))
  const found: FamilyMember[] = []
  for (
    let next = byId.get(byId.get(campaignId)?.followsId ?? 0);
    next && !found.includes(next);
    next = byId.get(next.followsId ?? 0)
  )
    found.push(next)
  return found
}

/** @returns undefined for a campaign that follows none */
export async function readFollowed(sql: Sql, key: CampaignKey): Promise<Followed | undefined> {
  const { clientId, campaignId } = key
  const [row] = await sql<{ followsId: number; followsAs: FollowUpKind }[]>`
    select follows_id, follows_as from campaigns where client_id = ${clientId} and id = ${campaignId} and follows_id is not null`
  if (!row) return undefined
  const earlier = predecessors(await readFamily(sql, key), campaignId).map(member => member.campaignId)
  // one that was deleted for good has no row: nothing is known of it, so no person is in the audience
  return { kind: row.followsAs, campaignIds: earlier.length > 0 ? earlier : [row.followsId] }
}

/** Makes a new draft follow a campaign, whose row is locked. @returns false if another campaign of the kind follows it */
export async function follow(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  followsId: number,
  kind: FollowUpKind,
  afterHours: number | null,
): Promise<boolean> {
  try {
    await sql`
      update campaigns m
      set follows_id = ${followsId}, follows_as = ${kind}, follows_after_hours = ${afterHours}, follows_root = (
        select coalesce(o.follows_root, o.id) from campaigns o where o.client_id = ${clientId} and o.id = ${followsId})
      where m.client_id = ${clientId} and m.id = ${campaignId}`
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'campaigns_follows')) return false
    throw error
  }
}

/** Lists that a campaign went to, also by segments; deleted ones are left out. */
export async function readListsSentTo(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`
    select l.id from lists l
    where l.client_id = ${clientId} and l.deleted_at is null and l.id in (
      select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId})
    order by l.id`
  return rows.map(({ id }) => id)
}

/** For each of these campaigns all that follow it, directly or not, itself first. Drafts that were deleted are left out. */
export async function readFollowers(
  sql: Sql,
  clientId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await sql<{ id: number; followsId: number }[]>`
    select f.id, f.follows_id from campaigns f
    where f.client_id = ${clientId} and (f.deleted_at is null or f.started_at is not null) and f.follows_root in (
      select coalesce(m.follows_root, m.id) from campaigns m
      where m.client_id = ${clientId} and m.id = any(${campaignIds as number[]}::bigint[]))
    order by f.id`
  return new Map(
    campaignIds.map(id => {
      const meant = [id]
      // a campaign is made after the one that it follows
      for (const row of rows) if (meant.includes(row.followsId)) meant.push(row.id)
      return [id, meant]
    }),
  )
}

/**
 * Of people who opened or clicked one of these mails: how often one did so who had reacted to an earlier one of them. Mails that follow another have
 * few such people, so they are looked up one by one.
 * @param campaignIds in the order in which they were made
 */
export async function countReactedBefore(
  sql: Sql,
  clientId: number,
  campaignIds: readonly number[],
): Promise<{ readonly opened: number; readonly clicked: number }> {
  const [, ...later] = campaignIds
  if (later.length === 0) return { opened: 0, clicked: 0 }
  const { opened, clicked } = reactions(sql, 'o')
  const [row] = await sql<{ opened: number; clicked: number }[]>`
    select (count(*) filter (where b.opened))::integer as opened, (count(*) filter (where r.clicked and b.clicked))::integer as clicked
    from (
      select o.campaign_id, o.number, ${clicked} > 0 as clicked from opens o
      where o.client_id = ${clientId} and o.campaign_id = any(${later as number[]}::bigint[]) and ${opened} > 0
      offset 0
    ) r
    cross join lateral (
      select address from audience
      where client_id = ${clientId} and campaign_id = r.campaign_id and number = r.number
      limit 1
    ) p
    cross join lateral (
      select count(*) > 0 as opened, bool_or(${clicked} > 0) as clicked
      from (${lettersTo(sql, clientId, sql`p.address`, sql`${campaignIds as number[]}::bigint[]`)}) e
      join opens o on o.client_id = ${clientId} and o.campaign_id = e.campaign_id and o.number = e.number
      where e.campaign_id < r.campaign_id and ${opened} > 0
    ) b`
  return row!
}
