/**
 * The removal of what was recorded about members who may not be tracked any more: opens and clicks one by one, and what was published of
 * them. Sums of campaigns stay. The answer itself made their letters silent (consent.ts), so nothing is added meanwhile. Every step can be
 * repeated.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { deleteExport } from '../exports/exports.ts'
import { claimWaiting, countedClaims, fence } from '../jobs/claiming.ts'
import type { CampaignKey, MemberKey } from '../keys.ts'
import { addToTotals } from '../ledger/totals.ts'
import { newRevision } from '../revisions.ts'
import { untagLetters } from '../tags/link-tags.ts'
import { silenceRecipients } from './consent.ts'

/** How processes claim withdrawals. */
export const withdrawalClaims = countedClaims('tracking_withdrawals')

export interface ClaimedWithdrawal extends MemberKey {
  readonly id: number
  readonly claim: number
  /** `hits`: what was recorded; `events`: what was published of it. */
  readonly stage: 'hits' | 'events'
}

/** Published events of a client are read once for all who refused in so many minutes. */
const gatherMinutes = 60

/** Claims the withdrawal that has waited longest; undefined if none is due. */
export async function claimWithdrawal(sql: Sql): Promise<ClaimedWithdrawal | undefined> {
  const [claimed] = await claimWaiting<ClaimedWithdrawal>(sql, withdrawalClaims, {
    isWaiting: () => sql`(t.stage = 'hits' or t.at < now() - make_interval(mins => ${gatherMinutes}))`,
    order: sql`t.stage = 'events', t.id`,
    returning: sql`t.client_id, t.id, t.list_id, t.subscriber_id, t.claim, t.stage`,
  })
  return claimed
}

/** An address of a member as it was written, with its list: how events name a member. */
export interface MemberName {
  readonly email: string
  readonly listPublicId: string
}

/** Present and former names of members of a client; erased ones have none. */
export async function readNamesOfMembers(
  sql: Sql,
  clientId: number,
  members: readonly Pick<MemberKey, 'listId' | 'subscriberId'>[],
): Promise<readonly MemberName[]> {
  return sql<MemberName[]>`
    select e.email, l.public_id as list_public_id
    from unnest(
      ${members.map(({ listId }) => listId)}::bigint[], ${members.map(({ subscriberId }) => subscriberId)}::bigint[]
    ) as m (list_id, subscriber_id)
    join lists l on l.client_id = ${clientId} and l.id = m.list_id
    cross join lateral (
      select email from subscribers where client_id = ${clientId} and list_id = m.list_id and id = m.subscriber_id
      union
      select from_value from preference_history
      where client_id = ${clientId} and list_id = m.list_id and subscriber_id = m.subscriber_id and preference = 'address'
        and from_value is not null
    ) e`
}

/**
 * Makes all letters of a member to these addresses silent.
 * @param addresses in their normal form
 * @returns campaigns whose letters to the member may have opens or clicks
 */
export async function silenceMember(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  addresses: readonly string[],
): Promise<readonly CampaignKey[]> {
  await silenceRecipients(
    sql,
    clientId,
    sql`select ${listId}::bigint as list_id, ${subscriberId}::bigint as id, x.address from unnest(${addresses as string[]}::text[]) x (address)`,
  )
  return sql<CampaignKey[]>`
    select ${clientId}::bigint as client_id, a.campaign_id
    from (${lettersOf(sql, { clientId, listId, subscriberId }, addresses)}) a
    where exists (
      select 1 from hits h where h.client_id = ${clientId} and h.campaign_id = a.campaign_id and h.number = a.number offset 0
    ) or exists (
      select 1 from opens o where o.client_id = ${clientId} and o.campaign_id = a.campaign_id and o.number = a.number offset 0)`
}

function lettersOf(sql: Sql, { clientId, listId, subscriberId }: MemberKey, addresses: readonly string[]) {
  return sql`
    select campaign_id, number from audience
    where client_id = ${clientId} and address = any(${addresses as string[]}::text[]) and list_id = ${listId}
      and subscriber_id = ${subscriberId}`
}

/**
 * Removes opens and clicks of a member one by one, and remembers how many went of each campaign. The caller holds the lock of counting, and has
 * counted the campaigns.
 */
export async function removeTracking(
  sql: Transaction,
  member: MemberKey,
  addresses: readonly string[],
  names: readonly MemberName[],
): Promise<void> {
  const { clientId } = member
  await sql`
    with letters as materialized (
      ${lettersOf(sql, member, addresses)}
    ), raw as (
      delete from hits h using letters a
      where h.client_id = ${clientId} and h.campaign_id = a.campaign_id and h.number = a.number
      returning h.campaign_id
    ), opened as (
      delete from opens o using letters a
      where o.client_id = ${clientId} and o.campaign_id = a.campaign_id and o.number = a.number
      returning o.campaign_id, o.opens, o.clicks
    ), clicked as (
      delete from clicks k using letters a
      where k.client_id = ${clientId} and k.campaign_id = a.campaign_id and k.number = a.number
    ), removed as (
      -- as totals count them
      select campaign_id, sum(opens) as removed_opens, sum(clicks) as removed_clicks
      from (
        select campaign_id, case when opens + clicks > 0 then greatest(opens, 1) else 0 end as opens, clicks from opened
        union all
        select campaign_id, 0, 0 from raw
      ) r
      group by campaign_id
    ), ${addToTotals(sql, clientId, sql`removed`, ['removed_opens', 'removed_clicks'], sql`hits_revision = ${newRevision()}`)}
    select 1`
  await untagLetters(sql, clientId, sql`select l.campaign_id, l.number from (${lettersOf(sql, member, addresses)}) l`)
  await sql`
    delete from events
    where client_id = ${clientId} and ${isEngagementOf(sql, names)}`
}

/** Whether an event says that one of these opened or clicked, or got or lost a tag by a click. */
function isEngagementOf(sql: Sql, names: readonly MemberName[]) {
  const keys = names.map(({ email, listPublicId }) => `${listPublicId} ${email.toLowerCase()}`)
  const addresses = names.map(({ email }) => email.toLowerCase())
  return sql`(
    (type in ('recipient.opened', 'recipient.clicked')
      and (data ->> 'ListID') || ' ' || lower(data ->> 'EmailAddress') = any(${keys}::text[]))
    or (type in ('contact.tagged', 'contact.untagged') and data ->> 'Source' = 'Link'
      and lower(data ->> 'EmailAddress') = any(${addresses}::text[])))`
}

/** Ends the first stage. */
export async function waitForEvents(
  sql: Sql,
  withdrawal: Pick<ClaimedWithdrawal, 'clientId' | 'id' | 'claim'>,
): Promise<void> {
  await sql`
    update tracking_withdrawals t set stage = 'events', claimed_until = '-infinity' where ${fence(sql, withdrawalClaims, withdrawal)}`
}

/** All withdrawals of a client whose events are still to be removed. */
export async function readWaitingForEvents(
  sql: Sql,
  clientId: number,
): Promise<(MemberKey & { readonly id: number })[]> {
  return sql`
    select client_id, id, list_id, subscriber_id from tracking_withdrawals
    where client_id = ${clientId} and stage = 'events' order by id limit ${mostTogether}`
}

const mostTogether = 5_000
/** Events of a statement. */
const eventsOfStep = 20_000

/**
 * Removes from the published events of a client who opened and clicked. Each keeps its number, so that readers miss none, its list and its
 * campaign.
 */
export async function removePublished(
  sql: Sql,
  clientId: number,
  names: readonly MemberName[],
  signal: AbortSignal,
): Promise<void> {
  const [head] = await sql<{ first: number | null; last: number }[]>`
    select (select min(sequence) from published_events where client_id = ${clientId}) as first, last_sequence as last
    from event_heads where client_id = ${clientId}`
  for (let from = head?.first ?? Number.MAX_SAFE_INTEGER; head && from <= head.last; from += eventsOfStep) {
    signal.throwIfAborted()
    await sql`
      update published_events
      set data = jsonb_strip_nulls(jsonb_set(
        jsonb_set('{"EmailAddress": ""}', '{ListID}', coalesce(data -> 'ListID', 'null')), '{CampaignID}', coalesce(data -> 'CampaignID', 'null')))
      where client_id = ${clientId} and sequence >= ${from} and sequence < ${from + eventsOfStep} 
        and ${isEngagementOf(sql, names)}`
  }
}

/** Deletes files with everything that is known of a person, made before they refused: they contain opens and clicks. */
export async function removeFiles(sql: Sql, clientId: number, names: readonly MemberName[]): Promise<void> {
  const addresses = names.map(({ email }) => email.toLowerCase())
  const files = await sql<{ clientId: number; exportId: number }[]>`
    select client_id, id as export_id from exports
    where client_id = ${clientId} and kind = 'access request' and lower(about ->> 'address') = any(${addresses}::text[])
      and created_at < clock_timestamp() - make_interval(mins => ${gatherMinutes})`
  for (const file of files) await deleteExport(sql, file)
}

export async function endWithdrawals(sql: Sql, clientId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from tracking_withdrawals where client_id = ${clientId} and id = any(${ids as number[]}::bigint[])`
}
