/** One contact of a client: memberships, suppression entries, and a timeline of all events. */
import type { Sql } from '../connection/database.ts'
import type { BounceClass } from '../inbound/bounce-classes.ts'
import { instantOf, microseconds } from '../instants.ts'
import { type StoredStepKind, stepsOf } from '../ledger/recipient-steps.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import type { Basis } from './consenting-members.ts'
import { evidenceColumns, evidenceJoins, preferenceChanges, stateChanges, suppressionChanges } from './history.ts'
import type { LeaveReason } from './leave-reasons.ts'
import { pausedUntil } from './pauses.ts'
import { entriesAgainst, sha1Of } from './suppression-keys.ts'
import type { SuppressionRow } from './suppression-list.ts'

export interface ContactKey {
  readonly clientId: number
  readonly timeZone: string
  /** Normalised. */
  readonly address: string
  /** True to include deleted lists and campaigns that can be restored, because their data is still stored. */
  readonly withDeleted?: boolean
}

/** Conditions on a list or a campaign. @param table its name in the statement */
function isShown(sql: Sql, { withDeleted = false }: ContactKey, table: 'l' | 'c') {
  return withDeleted ? sql`` : sql`and ${sql(`${table}.deleted_at`)} is null`
}

export interface ContactMembership {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  readonly email: string
  readonly name: string
  readonly mobileNumber: string | null
  readonly state: State
  /** Local times of the client. */
  readonly stateDate: string
  readonly joinedDate: string
  /** Null if the contact was not asked. */
  readonly trackingConsent: boolean | null
  readonly personalisingConsent: boolean | null
  readonly hygieneConsent: boolean | null
  readonly basis: Basis | null
  /** `YYYY-MM-DD`. */
  readonly basisUntil: string | null
  /** The last day of the person's pause, `YYYY-MM-DD`; the same in every membership. */
  readonly pausedUntil: string | null
  /** Why the contact left, where it said so; null unless Unsubscribed. */
  readonly leaveReason: LeaveReason | null
  readonly leaveComment: string | null
  /** `YYYY-MM-DD`, where it is kept for hygiene. */
  readonly lastOpenOn: string | null
  readonly language: string | null
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** Maximum memberships per contact, latest first. */
const mostMemberships = 100

/** Whether a client has any row of an address: a membership, a recipient, a suppression entry, or what came with a form. */
export async function isKnownContact(
  sql: Sql,
  { accountId, clientId, address }: { readonly accountId: number; readonly clientId: number; readonly address: string },
): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    select exists (select 1 from subscribers where client_id = ${clientId} and address = ${address})
      or exists (select 1 from audience where client_id = ${clientId} and address = ${address})
      or exists (select 1 from suppressions where client_id = ${clientId} and address = ${address})
      or exists (select 1 from list_suppressions where client_id = ${clientId} and address = ${address})
      -- who signed up and did not confirm, or left since
      or exists (select 1 from form_sign_ups where client_id = ${clientId} and address = ${address})
      or exists (select 1 from form_consents where client_id = ${clientId} and address = ${address})
      or exists (select 1 from account_suppressions where account_id = ${accountId} and address = ${address}) as is_known`
  return row!.isKnown
}

/** Memberships in lists that are not deleted, latest first. */
export async function readContactMemberships(sql: Sql, key: ContactKey) {
  const { clientId, address, timeZone } = key
  return sql<ContactMembership[]>`
    select s.list_id, l.public_id as list_public_id, l.title, s.email, s.name, s.mobile_number, s.state,
      ${localTime(sql, 's.state_at', timeZone)} as state_date, ${localTime(sql, 's.joined_at', timeZone)} as joined_date,
      s.tracking_consent, s.personalising_consent, s.hygiene_consent, s.basis, s.basis_until::text, s.last_open_on::text, s.language, s.fields,
      ${pausedUntil(sql, clientId, sql`s.address`)} as paused_until, r.reason as leave_reason, r.comment as leave_comment
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id ${isShown(sql, key, 'l')}
    left join leave_reasons r on r.client_id = ${clientId} and r.subscriber_id = s.id and r.left_at = s.state_at and s.state = 'Unsubscribed'
    where s.client_id = ${clientId} and s.address = ${address}
    order by s.joined_at desc, s.id desc
    limit ${mostMemberships}`
}

/** Maximum suppression entries per contact. */
const mostEntries = 200

/**
 * Entries of suppression lists that apply to the contact by its address, its domain or a hash, in the order of precedence,
 * without those of deleted lists.
 */
export async function readContactSuppressions(sql: Sql, key: ContactKey) {
  const { clientId, address, timeZone } = key
  const asked = { clientId: sql`${clientId}`, lists: null, address: sql`k.address`, sha1: sql`k.sha1` }
  return sql<(SuppressionRow & { readonly listId: number | null })[]>`
    select e.scope, e.list_id, l.public_id as list_public_id, e.address, e.email, e.reason, ${localTime(sql, 'e.at', timeZone)} as date, e.evidence,
      m.name as campaign_name, i.username
    from (select ${address}::text as address, ${sha1Of(address)}::text as sha1) k
    cross join lateral (${entriesAgainst(sql, asked)} limit ${mostEntries}) e
    left join lists l on l.client_id = ${clientId} and l.id = e.list_id ${isShown(sql, key, 'l')}
    left join campaigns m on m.client_id = ${clientId} and m.id = (e.evidence ->> 'campaignId')::bigint
    left join logins i on i.id = (e.evidence ->> 'loginId')::bigint
    where e.list_id is null or l.id is not null
    order by e.place, e.address = ${address}, e.list_id`
}

/** A change of a membership, a preference or a suppression (`kind` is null), or a step of a mail. */
export interface TimelineRow {
  /** Microseconds since 1970. */
  readonly at: number
  /** Local time of the client. */
  readonly date: string
  /** Null if the entry belongs to no list, or the list is deleted. */
  readonly listPublicId: string | null
  /** The mail, for a step of a mail. */
  readonly mailId: number | null
  readonly mailPublicId: string | null
  readonly mailName: string | null
  readonly number: number | null
  readonly kind: StoredStepKind | null
  readonly attempt: number | null
  readonly code: number | null
  readonly text: string | null
  readonly class: BounceClass | null
  readonly link: string | null
  readonly retryDate: string | null
  readonly fromState: State | null
  readonly toState: State | null
  readonly cause: string | null
  readonly by: string | null
  readonly wire: string | null
  readonly remote: string | null
  readonly agent: string | null
  readonly detail: string | null
  /** The campaign whose mail led to the change. */
  readonly campaignPublicId: string | null
  readonly username: string | null
}

/** Position of the last entry of the previous page: its instant, and the number of shown entries with this instant. */
export type TimelineMark = readonly [at: number, shown: number]

/** Maximum campaigns of a contact that are read, latest first. */
export const mostCampaigns = 1000

/**
 * Events of a contact, newest first. Entries of one instant are in causal order.
 * @param withMails whether steps of mails are included
 */
export async function readContactTimeline(
  sql: Sql,
  key: ContactKey,
  page: {
    readonly withMails: boolean
    readonly after: TimelineMark | undefined
    readonly limit: number
    /** Maximum campaigns that are read, latest first. */
    readonly campaigns?: number
  },
): Promise<TimelineRow[]> {
  const { clientId, address, timeZone } = key
  const { withMails, after, limit, campaigns = mostCampaigns } = page
  const steps = sql`
    union all
    select t.at, a.list_id, null, null, null, '{}'::jsonb, a.campaign_id, a.number, t.kind, t.attempt, t.code, t.text, t.class, t.link,
      t.retry_at, t.place
    from (
      select u.campaign_id, u.number, u.list_id
      from audience u
      join campaigns c on c.client_id = ${clientId} and c.id = u.campaign_id ${isShown(sql, key, 'c')}
      where u.client_id = ${clientId} and u.address = ${address}
      order by u.campaign_id desc
      limit ${campaigns}
    ) a
    cross join lateral (${stepsOf(sql, clientId, sql`a.campaign_id`, sql`a.number`)}) t`
  return sql<TimelineRow[]>`
    select ${microseconds(sql, 'h.at')} as at, ${localTime(sql, 'h.at', timeZone)} as date, l.public_id as list_public_id,
      h.campaign_id as mail_id, g.public_id as mail_public_id, g.name as mail_name, h.number, h.kind, h.attempt, h.code, h.text, h.class, h.link,
      ${localTime(sql, 'h.retry_at', timeZone)} as retry_date, h.from_state, h.to_state, h.cause, ${evidenceColumns(sql)}
    from (
      select *
      from (
        select t.at, s.list_id, t.from_state, t.to_state, t.cause, t.evidence, null::bigint as campaign_id, null::integer as number,
          null::text as kind, null::integer as attempt, null::smallint as code, null::text as text, null::text as class, null::text as link,
          null::timestamptz as retry_at, 7 as place
        from (
          select s.client_id, s.list_id, s.id
          from subscribers s
          join lists l on l.client_id = ${clientId} and l.id = s.list_id ${isShown(sql, key, 'l')}
          where s.client_id = ${clientId} and s.address = ${address}
        ) s
        cross join lateral (
          ${stateChanges(sql, clientId)}
          union all
          select p.at, null, null, p.cause, p.evidence from (${preferenceChanges(sql, clientId)}) p
        ) t
        union all
        select at, list_id, null, null, cause, evidence, null, null, null, null, null, null, null, null, null, 8
        from (${suppressionChanges(sql, clientId, sql`${address}`, null)}) p
        ${withMails ? steps : sql``}
      ) h
      ${after === undefined ? sql`` : sql`where h.at <= ${instantOf(sql, after[0])}`}
      order by ${newestFirst(sql)}
      limit ${limit} offset ${after?.[1] ?? 0}
    ) h
    left join lists l on l.client_id = ${clientId} and l.id = h.list_id ${isShown(sql, key, 'l')}
    left join campaigns g on g.client_id = ${clientId} and g.id = h.campaign_id
    ${evidenceJoins(sql, clientId)}
    order by ${newestFirst(sql)}`
}

/** The order is total except for equal entries, so that pages neither repeat nor omit entries. */
function newestFirst(sql: Sql) {
  return sql`
    h.at desc, h.place desc, h.campaign_id desc, h.number desc, h.attempt desc, h.kind = 'handing over', h.kind, h.list_id, h.cause,
    h.link, h.text`
}
