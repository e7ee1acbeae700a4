/** The history of memberships: proof of every opt-in and opt-out. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import type { MembershipKey } from './memberships.ts'

export interface HistoryRow {
  /** Local time of the client, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string
  readonly fromState: State | null
  /** Null for changes before the membership existed. */
  readonly toState: State | null
  readonly cause: string
  readonly by: string | null
  readonly wire: string | null
  readonly remote: string | null
  readonly agent: string | null
  /** Public id of the campaign whose mail led to the change; null without a campaign, and if it was purged. */
  readonly campaignPublicId: string | null
  /** Owner of the key that was used; null if the login was deleted. */
  readonly username: string | null
  /** For a sign-up: its form and the page that showed it. For an import: its note about consent, the row of its file, and the row's text about consent or leaving. */
  readonly detail: string | null
}

/** Above the number of changes that a person makes. */
const most = 1000

/**
 * The history of a membership, oldest first, including preferences, and additions to and removals from the suppression lists
 * of account, client and list; empty if the membership does not exist.
 */
export async function readMembershipHistory(
  sql: Sql,
  { clientId, listId, address }: MembershipKey,
  timeZone: string,
): Promise<readonly HistoryRow[]> {
  return sql<HistoryRow[]>`
    select ${localTime(sql, 'h.at', timeZone)} as date, h.from_state, h.to_state, h.cause, ${evidenceColumns(sql)}
    from subscribers s
    cross join lateral (
      ${stateChanges(sql, clientId)}
      union all
      select o.at, b.state, b.state, o.cause, o.evidence
      from (
        ${preferenceChanges(sql, clientId)}
        union all
        select p.at, p.cause, p.evidence from (${suppressionChanges(sql, clientId, sql`s.address`, sql`array[s.list_id]`)}) p
      ) o
      cross join lateral (
        select coalesce((
          select c.to_state
          from subscriber_history c
          where c.client_id = ${clientId} and c.list_id = s.list_id and c.subscriber_id = s.id and c.at <= o.at
          order by c.at desc
          limit 1
        ), case when s.joined_at <= o.at then s.state end) as state
      ) b
    ) h
    ${evidenceJoins(sql, clientId)}
    where s.client_id = ${clientId} and s.list_id = ${listId} and s.address = ${address}
    order by h.at
    limit ${most}`
}

/** Columns with the evidence of a change `h`, from the tables of `evidenceJoins`. */
export function evidenceColumns(sql: Sql): Fragment {
  return sql`
    h.evidence ->> 'by' as by, h.evidence ->> 'wire' as wire, h.evidence ->> 'remote' as remote, h.evidence ->> 'agent' as agent,
    coalesce(h.evidence ->> 'detail', concat_ws('; ', 'form: ' || f.title, h.evidence ->> 'source', 'given on ' || (h.evidence ->> 'givenOn'),
      h.evidence ->> 'wording', n.consent ->> 'source', n.consent ->> 'date', n.consent ->> 'wording',
      ${importedRow(sql)})) as detail,
    m.public_id as campaign_public_id, coalesce(i.username, h.evidence ->> 'username') as username`
}

/** The row of the import's file, and what the file says about this person. */
function importedRow(sql: Sql): Fragment {
  return sql`
    'row ' || (h.evidence ->> 'row') || ' of ' || n.file_name, 'agreed on ' || (h.evidence ->> 'consentAt'),
    'agreed from ' || (h.evidence ->> 'consentAddress'), 'confirmed on ' || (h.evidence ->> 'confirmedAt'),
    'left on ' || (h.evidence ->> 'optOutAt'), 'reason: ' || (h.evidence ->> 'optOutReason')`
}

export function evidenceJoins(sql: Sql, clientId: number): Fragment {
  return sql`
    left join campaigns m on m.client_id = ${clientId} and m.id = (h.evidence ->> 'campaignId')::bigint
    left join imports n on n.client_id = ${clientId} and n.id = (h.evidence ->> 'importId')::bigint
    left join forms f on f.client_id = ${clientId} and f.id = (h.evidence ->> 'formId')::bigint
    left join logins i on i.id = (h.evidence ->> 'loginId')::bigint`
}

/** Transitions of a membership `s`: at, from_state, to_state, cause, evidence. */
export function stateChanges(sql: Sql, clientId: number): Fragment {
  return sql`
    select c.at, c.from_state, c.to_state, c.cause, c.evidence
    from subscriber_history c
    where c.client_id = ${clientId} and c.list_id = s.list_id and c.subscriber_id = s.id`
}

/** Preferences of a membership `s`, and changes of its address: at, cause, evidence. */
export function preferenceChanges(sql: Sql, clientId: number): Fragment {
  return sql`
    select at,
      case preference
        when 'tracking' then 'tracking consent ' || coalesce(to_value, 'withdrawn')
        when 'personalising' then 'consent to personalising ' || coalesce(to_value, 'withdrawn')
        when 'hygiene' then 'consent to keeping the last open ' || coalesce(to_value, 'withdrawn')
        when 'basis' then 'basis: ' || coalesce(to_value, 'unknown')
        when 'address' then 'address changed'
        when 'opt-out' then 'unsubscribed again'
        when 'pause' then coalesce('paused until ' || to_value, 'pause ended')
        when 'field' then 'field ' || to_value || ' changed'
        when 'reason' then 'reason for leaving: ' || to_value
        else preference || ' ' || coalesce(to_value, 'left open')
      end as cause,
      case preference
        when 'address' then evidence || jsonb_build_object('detail', 'from ' || from_value || ' to ' || to_value)
        else evidence
      end as evidence
    from preference_history
    where client_id = ${clientId} and list_id = s.list_id and subscriber_id = s.id`
}

/**
 * Additions and removals of an address on the suppression lists of the account, the client and its lists: at, list_id, cause, evidence.
 * @param lists ids as an array; null for all lists of the client
 */
export function suppressionChanges(sql: Sql, clientId: number, address: Fragment, lists: Fragment | null): Fragment {
  const change = (scope: string) => sql`
    coalesce(
      ${`suppressed${scope === '' ? '' : ` for ${scope}`}: `} || to_reason,
      ${`suppression${scope === '' ? '' : ` of ${scope}`} lifted: `} || from_reason) as cause, evidence`
  return sql`
    select at, null::bigint as list_id, ${change('')}
    from suppression_history
    where client_id = ${clientId} and address = ${address}
    union all
    select at, null, ${change('the account')}
    from account_suppression_history
    where account_id = (select account_id from clients where id = ${clientId}) and address = ${address}
    union all
    select at, list_id, ${change('the list')}
    from list_suppression_history
    where client_id = ${clientId} and address = ${address} ${lists === null ? sql`` : sql`and list_id = any(${lists})`}`
}

export interface CampaignOptOutRow {
  readonly email: string
  readonly listPublicId: string
  readonly at: Date
  /** Local time of the client, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string
  readonly by: string
  readonly remote: string
  readonly agent: string
  /** Number of distinct links of the campaign that the recipient followed within so many seconds of the opt-out. */
  readonly linksFollowed: number
}

/** Above the number of opt-outs of a campaign that are restored at once. */
const mostOptOuts = 100_000

/** The counted opt-outs of a campaign, oldest first, with their evidence. */
export async function readCampaignOptOuts(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignKey & { readonly timeZone: string },
  secondsAround: number,
): Promise<readonly CampaignOptOutRow[]> {
  return sql<CampaignOptOutRow[]>`
    select a.email, l.public_id as list_public_id, h.at,
      ${localTime(sql, 'h.at', timeZone)} as date,
      coalesce(h.evidence ->> 'by', '') as by, coalesce(h.evidence ->> 'remote', '') as remote,
      coalesce(h.evidence ->> 'agent', '') as agent,
      (select count(distinct i.link)::integer
       from hits i
       where i.client_id = ${clientId} and i.campaign_id = a.campaign_id and i.number = a.number and i.link is not null
         and i.at between h.at - make_interval(secs => ${secondsAround}) and h.at + make_interval(secs => ${secondsAround})
      ) as links_followed
    from campaign_unsubscribes u
    cross join lateral (
      select * from audience where client_id = ${clientId} and campaign_id = ${campaignId} and number = u.number offset 0
    ) a
    join lists l on l.client_id = ${clientId} and l.id = a.list_id
    cross join lateral (
      select at, evidence
      from subscriber_history
      where client_id = ${clientId} and list_id = a.list_id and subscriber_id = a.subscriber_id
        and cause = 'unsubscribed' and evidence ->> 'campaignId' = ${String(campaignId)}::text
      order by at desc
      limit 1
    ) h
    where u.client_id = ${clientId} and u.campaign_id = ${campaignId}
    order by h.at
    limit ${mostOptOuts}`
}

export async function countLinks(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<number> {
  const [row] = await sql<{ links: number }[]>`
    select count(*)::integer as links from links where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row!.links
}

/** The memberships with these addresses that a campaign was sent to, with their numbers in its audience. */
export async function readRecipientsByAddress(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  addresses: readonly string[],
) {
  return sql<{ listId: number; subscriberId: number; number: number }[]>`
    select list_id, subscriber_id, number
    from audience
    where client_id = ${clientId} and campaign_id = ${campaignId} and address = any (${addresses as string[]}::text[])
    order by list_id, address`
}
