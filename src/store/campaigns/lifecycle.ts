/**
 * Actions on campaigns while they are sent: retry failed recipients, settle unknown ones, and exclude the open ones of a cancelled
 * campaign.
 * They append to the log, and update counters in the same statement. The lock order is campaign, lease, totals; ranges leased to a sender
 * are left alone.
 */

import type { CampaignRef } from '../accounts/access.ts'
import { recordDeletion } from '../accounts/deletions.ts'
import { findAmongClients } from '../among-clients.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { claimRows, fence, nextToken } from '../jobs/claiming.ts'
import type { CampaignKey } from '../keys.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { type Lease, leaseClaims } from '../ledger/leases.ts'
import { isOpen, lastEntry, rangeOf } from '../ledger/recipient-state.ts'
import { countMoves } from '../ledger/totals.ts'
import { keepCounted } from '../limits/daily-limits.ts'
import { readSuppressionJoins } from '../subscribers/suppression-keys.ts'
import { rollUpRecipients } from '../tracking/engagement-rollups.ts'
import { listsOf, readCampaignSources } from './audience.ts'

/** Marks a campaign as deleted for all callers; the purge removes its rows later. @param deletedBy name of the caller */
export async function markDeleted(
  sql: Transaction,
  { accountId, clientId, campaignId }: CampaignRef,
  deletedBy: string,
): Promise<void> {
  const [deleted] = await sql<{ publicId: string; name: string }[]>`
    update campaigns set deleted_at = now() where client_id = ${clientId} and id = ${campaignId}
    returning public_id, name`
  if (deleted) await recordDeletion(sql, { accountId, clientId, kind: 'campaign', ...deleted, deletedBy })
}

/** Undoes the deletion of a campaign. @returns of a draft, what another campaign has now: its name, or its place behind the campaign that it follows */
export async function undeleteCampaign(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
): Promise<'name' | 'place' | undefined> {
  try {
    await sql`update campaigns set deleted_at = null where client_id = ${clientId} and id = ${campaignId}`
    return undefined
  } catch (error) {
    if (isUniqueViolation(error, 'campaigns_draft_name')) return 'name'
    if (isUniqueViolation(error, 'campaigns_follows')) return 'place'
    throw error
  }
}

/**
 * Retries refused recipients, and deferred ones before their time. Left out: addresses that do not exist (hard bounces), recipients
 * who were
 * suppressed or left since, and ranges leased to a sender at this moment.
 * @param loginId of the caller
 * @returns the number of recipients
 */
export async function retryFailed(sql: Transaction, key: CampaignKey, at: Date, loginId: number): Promise<number> {
  const { clientId, campaignId } = key
  await holdFreeRanges(sql, key)
  const suppressions = await readSuppressionJoins(
    sql,
    clientId,
    listsOf({ sources: await readCampaignSources(sql, clientId, campaignId) }),
  )
  const moves = sql`select kind as before, 'deferred' as after, 1 as recipients from chosen`
  const token = await nextToken(sql, leaseClaims.sequence!)
  const [row] = await sql<{ retried: number }[]>`
    with failed as (
      select distinct number from log
      where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'refused'
      union
      select distinct number from log
      where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'deferred'
    ), chosen as materialized (
      select p.number, p.attempt + 1 as attempt, p.kind, r.low
      from failed f
      join lateral (${lastEntry(sql, key, sql`f.number`)}) p on true
      ${freeRange(sql, key, sql`f.number`)}
      join audience a on a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number = f.number
      join lists l on l.client_id = ${clientId} and l.id = a.list_id and l.deleted_at is null
      join subscribers s on s.client_id = ${clientId} and s.list_id = a.list_id and s.id = a.subscriber_id and s.state = 'Active'
      ${suppressions.join(sql`a.address`)}
      -- recipients that are due now were retried by another call, whose clock may be ahead of this one's
      where (p.kind = 'refused' or (p.kind = 'deferred' and p.retry_at > greatest(p.at, ${at})))
        and not ${suppressions.isSuppressed}
        and not exists (
          select 1 from campaign_bounces b
          where b.client_id = ${clientId} and b.campaign_id = a.campaign_id and b.number = a.number and b.type = 'H'
        )
    ), appended as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer, retry_at, login_id)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, 'deferred', ${at}::timestamptz, 'to be sent again', ${at}::timestamptz,
        ${loginId}::bigint
      from chosen
    ), unbounced as (
      -- the present attempt has not bounced yet
      delete from campaign_bounces b
      using chosen c
      where b.client_id = ${clientId} and b.campaign_id = ${campaignId} and b.number = c.number and c.kind = 'refused'
      returning b.class
    ), unclassed as (
      update campaign_bounce_classes k
      set recipients = k.recipients - u.recipients
      from (select class, count(*)::integer as recipients from unbounced where class is not null group by class) u
      where k.client_id = ${clientId} and k.campaign_id = ${campaignId} and k.class = u.class
    ), reopened as (
      ${reopen(sql, key, at, token)}
    ), ${countMoves(sql, key, moves, at, sql`(select -count(*) from unbounced)`, false)}
    select count(*)::integer as retried from chosen`
  return row!.retried
}

/**
 * Settles unknown recipients: as accepted, as refused, or by sending again.
 * @param number in the audience, 0 for all
 * @param loginId of the caller; 0 if returned mail or a click settled it
 * @returns the number of recipients; sending again leaves out ranges leased to a sender at this moment
 */
export async function settleUnknown(
  sql: Transaction,
  key: CampaignKey,
  number: number,
  as: 'accepted' | 'refused' | 'deferred',
  at: Date,
  loginId: number,
  answer = as === 'deferred' ? 'to be sent again' : `settled as ${as}`,
): Promise<number> {
  const { clientId, campaignId } = key
  if (as === 'deferred') await holdFreeRanges(sql, key)
  const range = as === 'deferred' ? freeRange(sql, key, sql`f.number`) : sql`cross join (select 0 as low) r`
  const retryAt = as === 'deferred' ? at : null
  const reopened = as === 'deferred' ? reopen(sql, key, at, await nextToken(sql, leaseClaims.sequence!)) : sql`select 1`
  const moves = sql`select 'unknown' as before, ${as}::text as after, 1 as recipients from chosen`
  const [row] = await sql<{ settled: readonly number[] }[]>`
    with doubtful as (
      select distinct number from log
      where client_id = ${clientId} and campaign_id = ${campaignId} and kind = 'unknown'
        and (${number} = 0 or number = ${number})
    ), chosen as materialized (
      select p.number, p.attempt + 1 as attempt, r.low
      from doubtful f
      join lateral (${lastEntry(sql, key, sql`f.number`)}) p on true
      ${range}
      where p.kind = 'unknown'
    ), appended as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer, retry_at, login_id)
      select ${clientId}::bigint, ${campaignId}::bigint, number, attempt, ${as}::text, ${at}::timestamptz, ${answer}::text, ${retryAt}::timestamptz,
        ${loginId}::bigint
      from chosen
    ), reopened as (
      ${reopened}
    ), ${countMoves(sql, key, moves, at, sql`0`, as === 'accepted')}
    select array(select number from chosen) as settled`
  const { settled } = row!
  if (as !== 'accepted') await keepCounted(sql, clientId, settled.length)
  else await rollUpRecipients(sql, key, settled)
  return settled.length
}

/** Whether the audience contains this number. */
export async function hasRecipient(sql: Sql, { clientId, campaignId }: CampaignKey, number: number): Promise<boolean> {
  const [found] = await sql`
    select 1 from audience where client_id = ${clientId} and campaign_id = ${campaignId} and number = ${number}`
  return found !== undefined
}

/** Cancelled campaigns that may still have open recipients. */
export async function readClosingCampaigns(sql: Sql): Promise<CampaignKey[]> {
  return findAmongClients<CampaignKey>(sql, {
    table: 'campaigns',
    columns: sql`, t.id as campaign_id`,
    isFound: sql`t.state = 'cancelled' and t.finished_at is null
      and exists (select 1 from clients c where c.id = t.client_id and c.deleted_at is null)`,
    order: sql`t.id`,
    most: 100,
  })
}

/** Whether a campaign is cancelled and not over, even if deleted. Locks the row until the transaction ends. */
export async function isClosing(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql`
    select 1 from campaigns
    where client_id = ${clientId} and id = ${campaignId} and state = 'cancelled' and finished_at is null
    for no key update`
  return row !== undefined
}

/** Claims a range of a cancelled campaign that its sender has released; concurrent callers get different ranges. */
export async function takeFreeRange(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  at: Date,
): Promise<Lease | undefined> {
  const [lease] = await claimRows<Lease>(sql, leaseClaims, {
    clientId,
    candidates: sql`
      select campaign_id, low
      from leases t
      where client_id = ${clientId} and campaign_id = ${campaignId} and not done and owner = ''
      order by low
      limit 1`,
    // the range is closed before the transaction ends
    until: sql`${at}`,
    set: sql`, opened_at = ${at}`,
    returning: sql`t.client_id, t.campaign_id, t.low, t.high, t.token, t.opened_at, t.time_zone`,
  })
  return lease
}

/** Excludes the open recipients of a range of a cancelled campaign, and closes the range. */
export async function excludeRange(sql: Transaction, lease: Lease, at: Date): Promise<void> {
  const { clientId, campaignId, low, high } = lease
  const moves = sql`select coalesce(kind, 'planned') as before, 'excluded' as after, 1 as recipients from open`
  await sql`
    with open as (
      select a.number, p.attempt, p.kind
      from audience a
      left join lateral (${lastEntry(sql, lease, sql`a.number`)}) p on true
      where a.client_id = ${clientId} and a.campaign_id = ${campaignId} and a.number between ${low} and ${high}
        and ${isOpen(sql, 'p')}
    ), appended as (
      insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
      select ${clientId}::bigint, ${campaignId}::bigint, number, coalesce(attempt, 0) + 1, 'excluded', ${at}::timestamptz, ${exclusion.cancelled}
      from open
    ), closed as (
      update leases set done = true, owner = ''
      where ${fence(sql, leaseClaims, lease)}
    ), ${countMoves(sql, lease, moves, at, sql`0`, false)}
    select 1`
}

/** Prevents senders from claiming free ranges until the transaction ends. */
async function holdFreeRanges(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    select 1 from leases
    where client_id = ${clientId} and campaign_id = ${campaignId} and (done or owner = '')
    order by low
    for update`
}

/** Joins the range of a number as `r`, unless a sender holds its lease: the range is released or completed. */
function freeRange(sql: Sql, key: CampaignKey, number: Fragment): Fragment {
  return sql`
    join lateral (${rangeOf(sql, key, number)}) r on r.high >= ${number} and (r.done or r.owner = '')`
}

/**
 * Makes the ranges of `chosen` claimable; none of them is in flight.
 * @param token a new one, which fences off their earlier holders
 */
function reopen(sql: Sql, { clientId, campaignId }: CampaignKey, at: Date, token: number): Fragment {
  return sql`
    update leases
    set done = false, owner = '', token = ${token}, expires_at = ${at}, due_at = ${at}, handed = 0
    where client_id = ${clientId} and campaign_id = ${campaignId} and low in (select low from chosen)`
}

/** @returns false if the value is unchanged */
export async function setAtLeastOnce(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  atLeastOnce: boolean,
): Promise<boolean> {
  const { count } = await sql`
    update campaigns set at_least_once = ${atLeastOnce}
    where client_id = ${clientId} and id = ${campaignId} and at_least_once <> ${atLeastOnce}`
  return count > 0
}
