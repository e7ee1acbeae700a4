/** Why people left: one row for each membership that ended, beside the opt-out, which never waits for it. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey, MemberKey } from '../keys.ts'
import { readOfMember } from './memberships.ts'

/** In the order in which they are offered. */
export const leaveReasons = [
  'too many',
  'not interesting',
  'never signed up',
  'other address',
  'hard to read',
  'other',
] as const
export type LeaveReason = (typeof leaveReasons)[number]

export interface GivenReason {
  readonly reason: LeaveReason
  readonly comment: string
  readonly campaignId: number | undefined
  readonly number: number | undefined
}

/**
 * Stores the reason for memberships that are unsubscribed, with a history row and an event for each; a later reason replaces an earlier one.
 * The same again writes nothing.
 */
export async function storeReason(
  sql: Transaction,
  clientId: number,
  members: readonly Omit<MemberKey, 'clientId'>[],
  { reason, comment, campaignId, number }: GivenReason,
  evidence: object,
): Promise<void> {
  await sql`
    with given as materialized (
      select * from (select s.list_id, s.id, s.email, s.name, s.state, s.state_at
      from unnest(${members.map(({ listId }) => listId)}::bigint[], ${members.map(({ subscriberId }) => subscriberId)}::bigint[]) as g (list_id, id)
      join subscribers s on s.client_id = ${clientId} and s.id = g.id and s.list_id = g.list_id
      where s.state = 'Unsubscribed'
      order by s.list_id, s.address
      for update of s) l
    ), stored as (
      insert into leave_reasons (client_id, list_id, subscriber_id, left_at, reason, comment, campaign_id, number, at)
      select ${clientId}, list_id, id, state_at, ${reason}, ${comment}, ${campaignId ?? null}, ${number ?? null}, statement_timestamp() from given
      on conflict (client_id, subscriber_id, left_at) do update
      set reason = excluded.reason, comment = excluded.comment, at = excluded.at
      where (leave_reasons.reason, leave_reasons.comment) <> (excluded.reason, excluded.comment)
      returning subscriber_id
    ), changed as (
      select g.* from given g join stored on stored.subscriber_id = g.id
    ), noted as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, to_value, evidence)
      select ${clientId}, list_id, id, clock_timestamp(), 'reason', ${reason}, ${sql.json(evidence as never)} from changed
    )
    insert into events (client_id, type, at, data)
    select ${clientId}, 'subscriber.leave_reason', clock_timestamp(), ${readOfMember(
      sql,
      sql`'Reason', ${reasonNames[reason]}::text, 'Comment', ${comment}::text, 'CampaignID', coalesce((
        select replace(c.public_id::text, '-', '') from campaigns c where c.client_id = ${clientId} and c.id = ${campaignId ?? null}), '')`,
    )}
    from changed m
    join lists l on l.client_id = ${clientId} and l.id = m.list_id`
}

/** As the wires and files say it. */
export const reasonNames = {
  'too many': 'TooMany',
  'not interesting': 'NotInteresting',
  'never signed up': 'NeverSignedUp',
  'other address': 'OtherAddress',
  'hard to read': 'HardToRead',
  other: 'Other',
} as const satisfies Record<LeaveReason, string>

export interface ReasonCount {
  readonly reason: LeaveReason
  readonly people: number
}

/** The unsubscribes of a campaign by their reason; those that were undone do not count. */
export async function readReasonCounts(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<readonly ReasonCount[]> {
  return sql<ReasonCount[]>`
    select r.reason, count(*)::integer as people
    from (${countedReasons(sql, { clientId, campaignId })}) r
    group by r.reason`
}

export interface LeaveComment {
  readonly reason: LeaveReason
  readonly comment: string
}

/** What people wrote, latest first. */
export async function readLeaveComments(
  sql: Sql,
  campaign: CampaignKey,
  most: number,
): Promise<readonly LeaveComment[]> {
  return sql<LeaveComment[]>`
    select r.reason, r.comment from (${countedReasons(sql, campaign)}) r
    where r.comment <> '' order by r.at desc limit ${most}`
}

/** One row per recipient who left through the campaign and said why. */
function countedReasons(sql: Sql, { clientId, campaignId }: CampaignKey) {
  return sql`
    select r.reason, r.comment, r.at
    from campaign_unsubscribes u
    cross join lateral (
      select r.reason, r.comment, r.at from leave_reasons r
      where r.client_id = ${clientId} and r.campaign_id = ${campaignId} and r.number = u.number
      order by r.at desc
      limit 1
    ) r
    where u.client_id = ${clientId} and u.campaign_id = ${campaignId}`
}
