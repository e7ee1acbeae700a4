/**
 * Requests for the approval of campaigns, and what became of them. A request holds the fingerprint of what is to be approved, so
 * that a change of it needs no trace to make the approval void: see docs/decisions/content.md#an-approval-is-bound-to-what-it-approves.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import { utmOf } from './utm.ts'

export type StoredApproval = 'requested' | 'approved' | 'rejected' | 'withdrawn' | 'replaced'

export interface ApprovalRow {
  readonly id: number
  readonly revision: number
  readonly state: StoredApproval
  /** Requested or approved, and the campaign that did not begin yet is not what it was then. */
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

/** Requests of a campaign, the newest first. @param before the id of the last one read; undefined for the first page */
export async function approvalsOf(
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
    join campaigns m on m.client_id = a.client_id and m.id = a.campaign_id
    join clients c on c.id = m.client_id
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
      and (${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint)
    order by a.id desc
    limit ${limit}`
}

/** Whether the request `a` of a campaign `m` of a client `c` is about something else than the campaign is now. */
export function isVoid(sql: Sql, clientId: number): Fragment {
  return sql`case when a.state in ('requested', 'approved') and m.started_at is null and m.state <> 'cancelled'
    then a.fingerprint <> ${fingerprint(sql, clientId)} else false end`
}

/**
 * Of everything that decides what mails of a campaign `m` of a client `c` say and whom they go to: its revision, its content as it is
 * sent, the UTM tags, lists that were deleted, the rules of segments, and the custom fields that the content names. Who is in a list
 * is not part of it.
 */
function fingerprint(sql: Sql, clientId: number): Fragment {
  const places = (table: Fragment) => sql`(
    select jsonb_agg(jsonb_build_array(p.list_id, p.segment, l.deleted_at is not null, s.rules) order by p.list_id, p.segment)
    from ${table} p
    join lists l on l.client_id = p.client_id and l.id = p.list_id
    left join segments s on s.client_id = p.client_id and s.list_id = p.list_id and s.name = p.segment and p.segment <> ''
    where p.client_id = ${clientId} and p.campaign_id = m.id)`
  const fields = sql`(
    select jsonb_agg(distinct lower(f.key))
    from campaign_lists p
    join custom_fields f on f.client_id = p.client_id and f.list_id = p.list_id
    where p.client_id = ${clientId} and p.campaign_id = m.id
      and strpos(lower(concat(m.subject, m.preheader, m.html, m.text)), '[' || lower(f.key)) > 0)`
  return sql`encode(sha256(convert_to(jsonb_build_array(m.revision, m.subject, m.from_name, m.from_email, m.reply_to, m.preheader,
    m.track_opens, m.track_clicks, m.html, m.text, ${utmOf(sql)}, ${places(sql`campaign_lists`)},
    ${places(sql`campaign_exclusions`)}, ${fields})::text, 'UTF8')), 'hex')`
}

/** What a campaign is now, as far as its approval is about it. */
export interface PresentCampaign {
  readonly name: string
  readonly revision: number
  /** What is sent is made from the present source. */
  readonly isTaken: boolean
  /** The client wants nothing sent that is not approved. */
  readonly isRequired: boolean
  /** Approved as it is now. */
  readonly isApproved: boolean
}

/** @returns undefined when it does not exist (any more) */
export async function presentCampaign(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
): Promise<PresentCampaign | undefined> {
  const [row] = await sql<PresentCampaign[]>`
    select m.name, m.revision, m.taken_revision = m.content_revision as is_taken, c.approval_required as is_required,
      exists (
        select from campaign_approvals a
        where a.client_id = m.client_id and a.campaign_id = m.id and a.state = 'approved' and not ${isVoid(sql, clientId)}
      ) as is_approved
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row
}

/** Whether the client of a campaign wants it approved and it is not, as it is now. */
export async function lacksApproval(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean> {
  const [row] = await sql`
    select 1
    from campaigns m
    join clients c on c.id = m.client_id and c.approval_required
    where m.client_id = ${clientId} and m.id = ${campaignId} and not exists (
      select from campaign_approvals a
      where a.client_id = m.client_id and a.campaign_id = m.id and a.state = 'approved' and not ${isVoid(sql, clientId)}
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

/** Adds a request for the campaign as it is now; one that was open ends. The campaign is locked. @returns its id */
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
    select ${clientId}, m.id, m.revision, ${fingerprint(sql, clientId)}, ${at}, ${name}, ${personId}, ${loginId}, ${comment}
    from campaigns m
    join clients c on c.id = m.client_id
    where m.client_id = ${clientId} and m.id = ${campaignId}
    returning id`
  return row!.id
}

/**
 * Ends a request that was not decided: the campaign has another revision, or begins. It is void without this too; this keeps what
 * waits for a decision as short as it is.
 */
export async function endRequest(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`
    update campaign_approvals set state = 'replaced'
    where client_id = ${clientId} and campaign_id = ${campaignId} and state = 'requested'`
}

/** The campaign is locked. */
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

/** Whose right to approve is looked for. */
export interface ApproversOf {
  readonly accountId: number
  readonly clientId: number
  /** The roles that give it. */
  readonly roles: readonly string[]
  /** The bits of AccessLevel that give it, all of them. */
  readonly level: number
}

/** Names of people, then of the client's login, who may approve the campaigns of a client. */
export async function approverNames(sql: Sql, of: ApproversOf, most: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from (${approvers(sql, of)}) a order by login_id is not null, lower(name), person_id limit ${most}`
  return rows.map(({ name }) => name)
}

/** Whether someone else than these may approve. */
export async function hasOtherApprover(
  sql: Sql,
  of: ApproversOf,
  { personId, loginId }: { readonly personId: number | null; readonly loginId: number | null },
): Promise<boolean> {
  const [row] = await sql`
    select 1 from (${approvers(sql, of)}) a
    where (a.person_id is not null and a.person_id is distinct from ${personId}::bigint)
      or (a.login_id is not null and a.login_id is distinct from ${loginId}::bigint)
    limit 1`
  return row !== undefined
}

/** The people who may approve and chose to be told of requests, each with where to. @param personId only this one; null for all */
export async function approversToMail(sql: Sql, of: ApproversOf, personId: number | null, most: number) {
  const rows = await sql<{ id: number }[]>`
    select p.id
    from (${approvers(sql, of)}) a
    join people p on p.id = a.person_id
    where p.email is not null and 'ApprovalAsked' = any(p.notifications)
      and (${personId}::bigint is null or p.id = ${personId}::bigint)
    order by p.id
    limit ${most}`
  return rows.map(({ id }) => id)
}

function approvers(sql: Sql, { accountId, clientId, roles, level }: ApproversOf): Fragment {
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
