/**
 * Requests for approval of campaigns, and their decisions. A request holds a fingerprint of the campaign, so that any later change
 * makes the
 * approval void without a record of the change: see docs/decisions/content.md#an-approval-is-bound-to-what-it-approves.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { idsNamed } from '../segments/named-ids.ts'
import { joinSegment, type PlaceKind, placesTable, segmentName } from './places.ts'
import { utmOf } from './utm.ts'
import { testText } from './variants.ts'

export type StoredApproval = 'requested' | 'approved' | 'rejected' | 'withdrawn' | 'replaced'

export interface ApprovalRow {
  readonly id: number
  readonly revision: number
  readonly state: StoredApproval
  /** True if the request is open or approved, and the campaign (not begun yet) has changed since. */
  readonly isVoid: boolean
  /** Local times of the client. */
  readonly requestedDate: string
  readonly requestedBy: string
  readonly requesterPersonId: number | null
  readonly requesterLoginId: number | null
  readonly requestComment: string
  readonly decidedDate: string | null
  readonly decidedBy: string | null
  readonly decisionComment: string | null
}

/** Requests of a campaign, newest first. @param before id of the last request of the previous page; undefined for the first page */
export async function readApprovalsOf(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  {
    before,
    limit,
    timeZone,
  }: { readonly before?: number | undefined; readonly limit: number; readonly timeZone: string },
): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    select a.id, a.revision, a.state, ${isVoid(sql, clientId)} as is_void,
      ${localTime(sql, 'a.requested_at', timeZone)} as requested_date, a.requested_by, a.requester_person_id,
      a.requester_login_id, a.request_comment, ${localTime(sql, 'a.decided_at', timeZone)} as decided_date, a.decided_by,
      a.decision_comment
    from campaign_approvals a
    join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id
    join clients c on c.id = m.client_id
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
      and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
    order by a.id desc
    limit ${limit}`
}

/** Whether campaign `m` of client `c` has changed since the request `a`. */
export function isVoid(sql: Sql, clientId: number): Fragment {
  return sql`case when a.state in ('requested', 'approved') and m.started_at is null and m.state <> 'cancelled'
    then a.fingerprint <> ${fingerprint(sql, clientId)} else false end`
}

/**
 * Hashes everything that decides the content and the recipients of campaign `m` of client `c`: its revision, the stored content, the UTM
 * tags, its test with all variants, deleted lists, the rules of segments and of those that they refer to, the custom fields in the content, and of a
 * step the settings of its series. The members of lists are not
 * part of it.
 */
function fingerprint(sql: Sql, clientId: number): Fragment {
  const places = (kind: PlaceKind) => sql`(
    select jsonb_agg(jsonb_build_array(p.list_id, ${segmentName(sql)}, l.deleted_at is not null, s.rules) || ${rulesWithin(sql, clientId)}
      order by p.list_id, ${segmentName(sql)}, p.segment_id)
    from ${placesTable(sql, kind)} p
    join lists l on l.client_id = ${clientId} and l.id = p.list_id
    ${joinSegment(sql, clientId)}
    where p.client_id = ${clientId} and p.campaign_id = m.id)`
  const fields = sql`(
    select jsonb_agg(distinct lower(f.key))
    from campaign_lists p
    join custom_fields f on f.client_id = ${clientId} and f.list_id = p.list_id
    where p.client_id = ${clientId} and p.campaign_id = m.id
      and strpos(lower(concat(m.subject, m.preheader, m.html, m.text, ${testText(sql, clientId)})), '[' || lower(f.key)) > 0)`
  return sql`encode(sha256(convert_to(jsonb_build_array(m.revision, m.subject, m.from_name, m.from_email, m.reply_to, m.preheader,
    m.track_opens, m.track_clicks, m.html, m.text, ${utmOf(sql)}, ${places('sources')},
    ${places('exclusions')}, ${fields})::text || case when m.asks_for_consent then 'asks for consent' else '' end || ${testText(sql, clientId)} || case when m.series_id is null then '' else ${settingsOfSeries(sql, clientId)} end, 'UTF8')), 'hex')`
}

/** What decides who gets the steps of the series of a campaign `m`, and when; '' for a series that was deleted. */
function settingsOfSeries(sql: Sql, clientId: number): Fragment {
  return sql`coalesce((
    select concat(r.settings::text, (
      select jsonb_agg(t.settings order by t.place) from series_steps t
      where t.client_id = ${clientId} and t.series_id = r.id and t.removed_at is null))
    from series r
    where r.client_id = ${clientId} and r.id = m.series_id
  ), '')`
}

/**
 * Gives a copy the approval of its campaign, which has begun: the content is the same. Nothing happens where the campaign has none.
 */
export async function carryApproval(sql: Transaction, clientId: number, from: number, to: number): Promise<void> {
  await sql`
    insert into campaign_approvals (client_id, campaign_id, revision, fingerprint, state, requested_at, requested_by,
      requester_person_id, requester_login_id, request_comment, decided_at, decided_by, decision_comment)
    with present as materialized (
      select m.id, m.revision, ${fingerprint(sql, clientId)} as fingerprint
      from campaigns m
      join clients c on c.id = m.client_id
      where m.client_id = ${clientId} and m.id = ${to}
    )
    select ${clientId}::bigint, p.id, p.revision, p.fingerprint, 'approved', a.requested_at, a.requested_by, a.requester_person_id,
      a.requester_login_id, a.request_comment, a.decided_at, a.decided_by, a.decision_comment
    from present p, (
      select * from campaign_approvals
      where client_id = ${clientId} and campaign_id = ${from} and state = 'approved'
      order by id desc limit 1
    ) a`
}

/** The rules of segments that those of segment `s` refer to, at any depth, by their numbers; an empty array for none. */
function rulesWithin(sql: Sql, clientId: number): Fragment {
  return sql`coalesce((
    with recursive referred as (
      select s.id, s.rules
      union
      select n.id, n.rules
      from referred r
      cross join lateral ${idsNamed(sql, sql`r.rules`, 'Segment')} as named (id)
      join segments n on n.client_id = ${clientId} and n.id = (named.id)::bigint
    )
    select jsonb_agg(rules order by id) from referred where id <> s.id
  ), '[]')`
}

/** The present campaign with what its approval depends on. */
export interface PresentCampaign {
  readonly name: string
  readonly revision: number
  /** True if the stored content was made from the present source. */
  readonly isTaken: boolean
  /** True if the client requires approvals. */
  readonly isRequired: boolean
  /** True if the present campaign is approved. */
  readonly isApproved: boolean
}

/** @returns undefined if the campaign does not exist */
export async function presentCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<PresentCampaign | undefined> {
  const [row] = await sql<PresentCampaign[]>`
    select m.name, m.revision, m.taken_revision = m.content_revision as is_taken, c.approval_required as is_required,
      exists (
        select 1 from campaign_approvals a
        where a.client_id = ${clientId} and a.campaign_id = m.id and a.state = 'approved' and not ${isVoid(sql, clientId)}
      ) as is_approved
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

/** Whether the client of a campaign requires an approval and the present campaign has none. */
export async function lacksApproval(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql`
    select 1
    from campaigns m
    join clients c on c.id = m.client_id and c.approval_required
    where m.client_id = ${clientId} and m.id = ${campaignId} and not exists (
      select 1 from campaign_approvals a
      where a.client_id = ${clientId} and a.campaign_id = m.id and a.state = 'approved' and not ${isVoid(sql, clientId)}
    )`
  return row !== undefined
}

export interface NewRequest {
  readonly name: string
  readonly personId: number | null
  readonly loginId: number | null
  readonly comment: string
  readonly at: Date
}

/** Adds a request for the present campaign and ends an open one. The caller holds the lock of the campaign. @returns its id */
export async function insertRequest(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { name, personId, loginId, comment, at }: NewRequest,
): Promise<number> {
  await sql`
    update campaign_approvals set state = 'replaced'
    where client_id = ${clientId} and campaign_id = ${campaignId} and state in ('requested', 'approved')`
  const [row] = await sql<{ id: number }[]>`
    insert into campaign_approvals (client_id, campaign_id, revision, fingerprint, requested_at, requested_by,
      requester_person_id, requester_login_id, request_comment)
    -- a common table: a distributed database takes a recursion in a select of one client, and not in an insert
    with present as materialized (
      select m.id, m.revision, ${fingerprint(sql, clientId)} as fingerprint
      from campaigns m
      join clients c on c.id = m.client_id
      where m.client_id = ${clientId} and m.id = ${campaignId}
    )
    select ${clientId}, id, revision, fingerprint, ${at}, ${name}, ${personId}, ${loginId}, ${comment} from present
    returning id`
  return row!.id
}

/**
 * Ends an open request because the campaign has a new revision or begins. The request is void in any case; this removes it from the list of
 * open requests.
 */
export async function endRequest(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update campaign_approvals set state = 'replaced'
    where client_id = ${clientId} and campaign_id = ${campaignId} and state = 'requested'`
}

/** The caller holds the lock of the campaign. */
export async function decideRequest(
  sql: Transaction,
  { clientId, id }: { readonly clientId: number; readonly id: number },
  state: 'approved' | 'rejected' | 'withdrawn',
  { name, comment, at }: Pick<NewRequest, 'name' | 'comment' | 'at'>,
): Promise<void> {
  await sql`
    update campaign_approvals
    set state = ${state}, decided_at = ${at}, decided_by = ${name}, decision_comment = ${comment}
    where client_id = ${clientId} and id = ${id}`
}

/** Selects people with the right to approve. */
export interface ApproverScope {
  readonly accountId: number
  readonly clientId: number
  /** Roles with the right. */
  readonly roles: readonly string[]
  /** Bits of AccessLevel that all must be set for the right. */
  readonly level: number
}

/** Names of the people, then of the client's login, who may approve campaigns of a client. */
export async function readApproverNames(sql: Sql, scope: ApproverScope, most: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from (${approvers(sql, scope)}) a order by login_id is not null, lower(name), person_id limit ${most}`
  return rows.map(({ name }) => name)
}

/** Whether anyone except these may approve. */
export async function hasOtherApprover(
  sql: Sql,
  scope: ApproverScope,
  { personId, loginId }: { readonly personId: number | null; readonly loginId: number | null },
): Promise<boolean> {
  const [row] = await sql`
    select 1 from (${approvers(sql, scope)}) a
    where (a.person_id is not null and a.person_id is distinct from ${personId}::bigint)
      or (a.login_id is not null and a.login_id is distinct from ${loginId}::bigint)
    limit 1`
  return row !== undefined
}

/** People who may approve and subscribed to mails about requests, with their addresses. @param personId only this person; null for all */
export async function readApproversToMail(sql: Sql, scope: ApproverScope, personId: number | null, most: number) {
  const rows = await sql<{ id: number }[]>`
    select p.id
    from (${approvers(sql, scope)}) a
    join people p on p.id = a.person_id
    where p.email is not null and 'ApprovalAsked' = any(p.notifications)
      and (${personId}::bigint is null or p.id = ${personId}::bigint)
    order by p.id
    limit ${most}`
  return rows.map(({ id }) => id)
}

function approvers(sql: Sql, { accountId, clientId, roles, level }: ApproverScope): Fragment {
  return sql`
    select p.id as person_id, null::bigint as login_id, p.name
    from people p
    where p.removed_at is null and p.id in (
      select person_id from grants
      where account_id = ${accountId} and (client_id is null or client_id = ${clientId})
        and (role = any(${roles as string[]}::text[])
          or role = 'Custom' and access_level & ${level}::integer = ${level}::integer))
    union all
    select null, l.id, l.username
    from logins l
    join clients c on c.id = l.client_id
    where l.client_id = ${clientId} and l.withdrawn_at is null and c.access_level & ${level}::integer = ${level}::integer`
}
