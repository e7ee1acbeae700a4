/**
 * The columns of `campaigns` with its state, and the dates that belong to a state. No other file writes
 * them. `domain/campaign-state/states.ts` decides which transitions are allowed, and `domain/campaign-state/transitions.ts` is the
 * only caller of `writeState`.
 */
import { findAmongClients } from '../among-clients.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { openOf } from '../ledger/totals.ts'
import { perClient } from '../per-client.ts'
import type { StoredCampaignState } from '../states.ts'
import { queueRollUps } from '../tracking/engagement-rollups.ts'
import { isFreezing } from './freezing.ts'

/** A campaign whose row is locked, so that it does not change until the transaction ends. */
export interface LockedCampaign extends CampaignKey {
  readonly campaignPublicId: string
  readonly state: StoredCampaignState
  /** True if its audience is frozen. */
  readonly started: boolean
  readonly dueAt: Date | null
}

/** Locks a campaign, which serialises changes of its state. @returns undefined if the campaign does not exist */
export async function lockCampaign(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
): Promise<LockedCampaign | undefined> {
  const [row] = await sql<LockedCampaign[]>`
    select ${lockedColumns(sql)}
    from campaigns m
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null
    for no key update`
  return row
}

/** Locks a deleted campaign for its restore. */
export async function lockDeletedCampaign(
  sql: Transaction,
  clientId: number,
  publicId: string,
): Promise<LockedCampaign | undefined> {
  const [row] = await sql<LockedCampaign[]>`
    select ${lockedColumns(sql)}
    from campaigns m
    where m.client_id = ${clientId} and m.public_id = ${publicId} and m.deleted_at is not null
    for no key update`
  return row
}

/** Locks campaigns in sending that have no open recipient: found without a lock, then locked client by client. */
export async function lockFinished(sql: Transaction): Promise<LockedCampaign[]> {
  const isFinished = sql`m.state = 'sending' and not m.rolling and m.deleted_at is null and ${openOf(sql)} = 0`
  const finished = await sql<CampaignKey[]>`
    select m.client_id, m.id as campaign_id
    from campaigns m
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where ${isFinished} and not ${isFreezing(sql)}`
  // locks both rows: a concurrent retry may reopen recipients
  return perClient(
    finished,
    (clientId, own) => sql<LockedCampaign[]>`
      select ${lockedColumns(sql)}
      from campaigns m
      join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = m.id
      where m.client_id = ${clientId} and m.id = any(${own.map(({ campaignId }) => campaignId)}::bigint[])
        and ${isFinished} and not ${isFreezing(sql, clientId)}
      order by m.id
      for no key update of m, t`,
  )
}

/** Locks scheduled campaigns that were due before `latest`. A campaign that is being planned has begun in time and is left out. */
export async function lockMissed(sql: Transaction, latest: Date): Promise<LockedCampaign[]> {
  const isMissed = sql`state = 'scheduled' and deleted_at is null and due_at < ${latest}`
  const missed = await findAmongClients<CampaignKey>(sql, {
    table: 'campaigns',
    columns: sql`, t.id as campaign_id`,
    isFound: isMissed,
  })
  return perClient(
    missed,
    (clientId, own) => sql<LockedCampaign[]>`
      select ${lockedColumns(sql)}
      from campaigns m
      where m.client_id = ${clientId} and m.id = any(${own.map(({ campaignId }) => campaignId)}::bigint[]) and ${isMissed}
      order by m.id
      for no key update skip locked`,
  )
}

/** Locks a client's campaigns that are scheduled or being sent. */
export async function lockUnderWay(sql: Transaction, clientId: number): Promise<LockedCampaign[]> {
  return sql<LockedCampaign[]>`
    select ${lockedColumns(sql)}
    from campaigns m
    where m.client_id = ${clientId} and m.state in ('scheduled', 'sending') and m.deleted_at is null
    order by m.id
    for no key update`
}

/** Counts the open recipients of a campaign. @returns undefined until its whole audience is frozen */
export async function countWaiting(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<number | undefined> {
  const [row] = await sql<{ waiting: number }[]>`
    select ${openOf(sql)} as waiting
    from campaign_totals t
    join campaigns m on m.client_id = ${clientId} and m.id = t.campaign_id
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId} and not ${isFreezing(sql, clientId)}`
  return row?.waiting
}

function lockedColumns(sql: Sql): Fragment {
  return sql`m.client_id, m.id as campaign_id, m.public_id as campaign_public_id, m.state, m.started_at is not null as started,
    m.due_at`
}

/** Fields that scheduling adds to a draft. */
export interface Schedule {
  readonly dueAt: Date
  readonly confirmationEmail: string
  /** The base URL of all links, without a trailing slash. */
  readonly publicUrl: string
}

/** A state with the columns that are written with it. */
export type NewState =
  /** `missed`: stores the scheduled date as missed. */
  | { readonly state: 'draft'; readonly missed: boolean }
  /** Without a schedule the existing one is kept. */
  | { readonly state: 'scheduled'; readonly schedule: Schedule | undefined }
  /** `begins`: the moment of the start; undefined if the campaign resumes. */
  | { readonly state: 'sending'; readonly begins: Date | undefined }
  | { readonly state: 'paused' | 'cancelled' }
  | { readonly state: 'sent'; readonly at: Date }

/** Writes a state of campaigns that this transaction has locked. @param at time of the transition, which orders the list of campaigns */
export async function writeState(
  sql: Transaction,
  campaigns: readonly LockedCampaign[],
  entered: NewState,
  at: Date,
): Promise<void> {
  await perClient(
    campaigns,
    (clientId, own) => sql`
      update campaigns m
      set state = ${entered.state}, active_at = ${at}, ${besideState(sql, entered)}
      where m.client_id = ${clientId} and m.id = any(${own.map(({ campaignId }) => campaignId)}::bigint[])`,
  )
  if (entered.state === 'sending') await queueRollUps(sql, campaigns)
}

/** Clears columns of other states: a draft has no due date, a scheduled campaign no missed date, an unfinished one no end. */
function besideState(sql: Sql, entered: NewState): Fragment {
  switch (entered.state) {
    case 'draft':
      return entered.missed ? sql`missed_at = m.due_at, due_at = null` : sql`due_at = null`
    case 'scheduled': {
      if (!entered.schedule) return sql`missed_at = null`
      const { dueAt, confirmationEmail, publicUrl } = entered.schedule
      return sql`missed_at = null, due_at = ${dueAt}, confirmation_email = ${confirmationEmail}, public_url = ${publicUrl}`
    }
    case 'sending':
      // the start fixes the version of the key that signs its links
      return entered.begins
        ? sql`started_at = ${entered.begins}, finished_at = null, link_version = coalesce((
            select max(version) from link_keys where signs_at <= now() and revoked_at is null), 1)`
        : sql`finished_at = null`
    case 'paused':
    case 'cancelled':
      return sql`finished_at = null`
    case 'sent':
      return sql`finished_at = ${entered.at}`
  }
}

/** Ends a cancelled campaign once no recipient is open. @returns true if it ended now */
export async function endCancelled(sql: Sql, { clientId, campaignId }: CampaignKey, at: Date): Promise<boolean> {
  const { count } = await sql`
    update campaigns m
    set finished_at = ${at}
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.state = 'cancelled' and m.finished_at is null
      and not ${isFreezing(sql, clientId)}
      and not exists (
        select 1 from campaign_totals t
        where t.client_id = ${clientId} and t.campaign_id = m.id and ${openOf(sql)} > 0
      )`
  return count > 0
}
