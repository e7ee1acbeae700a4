/**
 * Rolls up the ledger of campaigns into the engagement of persons. The transaction in which the sending of a campaign begins or resumes puts it here, and it
 * is rolled up when no sender has a range of it any more. Until then readers of days look into its ledger themselves, so they miss nothing,
 * and sending pays nothing for each mail. See docs/decisions/tracking.md#days-of-a-person-are-rolled-up.
 *
 * Campaigns of earlier versions are rolled up once, with their opens and clicks.
 */
import { findClientsWith } from '../among-clients.ts'
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { claimWaiting, countedClaims, fence } from '../jobs/claiming.ts'
import type { Range } from '../jobs/range.ts'
import type { CampaignKey } from '../keys.ts'
import { perClient } from '../per-client.ts'
import { addDays, dayOf, dayOfHour, isKept, isPerson, personOf } from './contact-engagement.ts'
import { handOvers, isMeasured } from './hand-overs.ts'

export const rollUpClaims = countedClaims('engagement_rollups')

export interface ClaimedRollUp extends CampaignKey {
  readonly id: number
  readonly claim: number
  /** Begun by an earlier version: its opens and clicks are rolled up too. */
  readonly isHistory: boolean
}

/** Puts campaigns here that are being sent from now on. A roll-up under way loses its claim and begins anew when they have ended. */
export async function queueRollUps(sql: Sql, campaigns: readonly CampaignKey[]): Promise<void> {
  await perClient(
    campaigns,
    (clientId, own) => sql`
      insert into engagement_rollups as r (client_id, campaign_id)
      select ${clientId}, unnest(${own.map(({ campaignId }) => campaignId)}::bigint[])
      on conflict (client_id, campaign_id) do update set rolled_to = 0, claim = r.claim + 1, claimed_until = '-infinity'`,
  )
}

/** Claims a campaign that can be rolled up; undefined if no campaign can be. */
export async function claimRollUp(sql: Sql): Promise<ClaimedRollUp | undefined> {
  const [claimed] = await claimWaiting<ClaimedRollUp>(sql, rollUpClaims, {
    isWaiting: clientId => sql`(t.is_history or ${isQuiet(sql, clientId)})`,
    order: sql`t.is_history, t.campaign_id desc`,
    returning: sql`t.client_id, t.id, t.campaign_id, t.claim, t.is_history`,
  })
  return claimed
}

/** Whether nothing is added to the ledger of the campaign of row `t` before it is sent again. */
function isQuiet(sql: Sql, clientId: Fragment): Fragment {
  return sql`exists (
    select 1 from campaigns m where m.client_id = ${clientId} and m.id = t.campaign_id and m.state <> 'sending' offset 0
  ) and not exists (
    select 1 from leases l where l.client_id = ${clientId} and l.campaign_id = t.campaign_id and not l.done and l.owner <> '' offset 0
  )`
}

export interface HeldRollUp extends ClaimedRollUp {
  readonly rolledTo: number
  readonly recipients: number
}

/** Locks the row of a claim until the transaction ends; undefined if it is lost. */
export async function holdRollUp(sql: Transaction, claimed: ClaimedRollUp): Promise<HeldRollUp | undefined> {
  const [held] = await sql<HeldRollUp[]>`
    select t.client_id, t.id, t.campaign_id, t.claim, t.is_history, t.rolled_to, coalesce(n.recipients, 0) as recipients
    from engagement_rollups t
    left join campaign_totals n on n.client_id = ${claimed.clientId} and n.campaign_id = t.campaign_id
    where t.client_id = ${claimed.clientId} and t.id = ${claimed.id} and t.claim = ${claimed.claim}
    for update of t`
  return held
}

/** Rolls up a range of recipients, and moves the cursor behind it. */
export async function rollUpRange(sql: Transaction, held: HeldRollUp, { from, to }: Range): Promise<void> {
  const recipients = sql`
    select ${recipientColumns(sql)} from audience
    where client_id = ${held.clientId} and campaign_id = ${held.campaignId} and number between ${from} and ${to}`
  await sql`${rollUp(sql, held, recipients, held.isHistory)}`
  await sql`
    update engagement_rollups set rolled_to = ${to} where ${fence(sql, rollUpClaims, held)}`
}

/** Rolls up single recipients, whose outcome was recorded outside the sending of their campaign. */
export async function rollUpRecipients(sql: Sql, key: CampaignKey, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  const recipients = sql`
    select a.* from unnest(${numbers as number[]}::integer[]) as n (number)
    cross join lateral (
      select ${recipientColumns(sql)} from audience
      where client_id = ${key.clientId} and campaign_id = ${key.campaignId} and number = n.number offset 0
    ) a`
  await sql`${rollUp(sql, key, recipients, false)}`
}

/**
 * Ends the roll-up of a campaign. One of an earlier version that may not have been complete is done again like a campaign of this one.
 */
export async function endRollUp(sql: Sql, held: HeldRollUp): Promise<void> {
  const ended = await sql`
    delete from engagement_rollups t
    where ${fence(sql, rollUpClaims, held)} and (not t.is_history or exists (
      select 1 from campaigns m
      where m.client_id = ${held.clientId} and m.id = t.campaign_id and m.state in ('sent', 'cancelled')
        and m.finished_at < now() - interval '1 day' offset 0))`
  if (ended.count === 0)
    await sql`
      update engagement_rollups set is_history = false, rolled_to = 0, claimed_until = '-infinity'
      where ${fence(sql, rollUpClaims, held)}`
}

const recipientColumns = (sql: Sql) => sql`campaign_id, number, list_id, subscriber_id, address, tracked`

/** @param those a `select` of the recipients */
function rollUp(sql: Sql, { clientId, campaignId }: CampaignKey, those: Fragment, withHits: boolean): Fragment {
  const hits = sql`
    union all
    select a.person, ${dayOfHour(sql, clientId, sql`x.hour::bigint`)}, false, false, true, (x.counts ->> 3)::integer > 0, false, false
    from recipients a
    cross join lateral (
      select counted from opens
      where client_id = ${clientId} and campaign_id = ${campaignId} and number = a.number and counted is not null
      limit 1
    ) o
    cross join lateral jsonb_each(o.counted -> 'hours') as x (hour, counts)
    where ((x.counts ->> 1)::integer > 0 or (x.counts ->> 3)::integer > 0) and ${isKept(sql, clientId)}`
  return sql`
    with recipients as materialized (
      select a.campaign_id, a.number, ${personOf(sql, clientId, 'a')} as person, ${isMeasured(sql, clientId, 'a')} as is_measured
      from (${those} offset 0) a
      where ${isPerson(sql, sql`a.address`)}
    )
    ${addDays(
      sql,
      clientId,
      ['accepted', 'measured', 'opened', 'clicked', 'bounced', 'unaccepted'],
      sql`
      select a.person as address, ${dayOf(sql, clientId, sql`h.at`)} as day, h.kind = 'accepted' as accepted,
        h.kind = 'accepted' and a.is_measured as measured, false as opened, false as clicked, false as bounced, h.kind <> 'accepted' as unaccepted
      from recipients a
      cross join lateral (${handOvers(sql, { clientId, campaignId }, sql`a.number`)}) h
      union all
      select a.person, ${dayOf(sql, clientId, sql`b.at`)}, false, false, false, false, true, false
      from recipients a
      cross join lateral (
        select at from campaign_bounces where client_id = ${clientId} and campaign_id = ${campaignId} and number = a.number limit 1
      ) b
      ${withHits ? hits : sql``}`,
    )}`
}

/** Whether all campaigns of a client that began before there were roll-ups are rolled up: until then the days of its persons are incomplete. */
export async function isHistoryComplete(sql: Sql, clientId: number): Promise<boolean> {
  const [row] = await sql<{ complete: boolean }[]>`
    select is_queued and not exists (
      select 1 from engagement_rollups where client_id = ${clientId} and is_history
    ) as complete
    from engagement_history`
  return row?.complete ?? false
}

/** A process that has not reported for so long has ended. */
const silentSeconds = 120

/**
 * Puts the campaigns of earlier versions here, once, when no process of an earlier version can record any more.
 * @param schema the schema with roll-ups @returns false while there may be such a process
 */
export async function queueHistory(sql: Transaction, schema: number): Promise<boolean> {
  const [history] = await sql<{ isQueued: boolean; isEarly: boolean }[]>`
    select is_queued, exists (
      select 1 from processes where schema < ${schema} and seen_at > now() - make_interval(secs => ${silentSeconds})
    ) as is_early
    from engagement_history for update`
  if (!history || history.isQueued) return true
  if (history.isEarly) return false
  const started = await findClientsWith(sql, 'campaigns', sql`started_at is not null`)
  const clients = started.map(clientId => ({ clientId }))
  await perClient(
    clients,
    clientId => sql`
      insert into former_addresses (client_id, address, former, list_id, subscriber_id)
      select distinct ${clientId}::bigint, s.address, lower(h.from_value), h.list_id, h.subscriber_id
      from preference_history h
      join subscribers s on s.client_id = ${clientId} and s.list_id = h.list_id and s.id = h.subscriber_id
      where h.client_id = ${clientId} and h.preference = 'address' and h.from_value like '%@%' and lower(h.from_value) <> s.address
      on conflict do nothing`,
  )
  await perClient(
    clients,
    clientId => sql`
      insert into engagement_rollups as r (client_id, campaign_id, is_history)
      select client_id, id, true from campaigns where client_id = ${clientId} and started_at is not null
      on conflict (client_id, campaign_id) do update set is_history = true, rolled_to = 0, claim = r.claim + 1, claimed_until = '-infinity'`,
  )
  await sql`update engagement_history set is_queued = true`
  return true
}
