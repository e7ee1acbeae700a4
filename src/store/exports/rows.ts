/**
 * Rows of exports: each function is a `select` for one COPY, so that a file is one snapshot and is never in memory completely. All
 * columns are text, in the order of `domain/exports/columns.ts`.
 */
import { membersOfSource, type SegmentTree } from '../campaigns/audience.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { lastEntry, rangeOf, recipientState } from '../ledger/recipient-state.ts'
import type { State } from '../lists/statistics.ts'
import { localTime } from '../local-time.ts'
import type { RecipientState } from '../states.ts'
import { evidenceColumns, evidenceJoins } from '../subscribers/history.ts'
import { reasonNames } from '../subscribers/leave-reasons.ts'
import { pausedUntil } from '../subscribers/pauses.ts'
import { consentColumns, consentPreferences, type Purpose, purposes } from '../subscribers/purposes.ts'
import { isOfScope, type SuppressionScope, tableOf } from '../subscribers/suppressions.ts'

export interface MembersOf {
  readonly clientId: number
  readonly listId: number
  readonly timeZone: string
  readonly states: readonly State[]
  /** Of a segment, which has active members only; null for the complete list. */
  readonly tree: SegmentTree | null
  /** Keys of custom fields. */
  readonly fields: readonly string[]
}

/** Memberships, oldest first. Fields are text; several options are a JSON array. */
export function memberRows(sql: Sql, { clientId, listId, timeZone, states, tree, fields }: MembersOf): Fragment {
  const values = fields.reduce((all, key) => sql`${all}, s.fields ->> ${key}::text`, sql``)
  const chosen =
    tree === null ? sql`` : sql`and s.id in (select m.id from (${membersOfSource(sql, clientId, { listId, tree })}) m)`
  const answers = purposes
    .map(purpose => answerAndDate(sql, { clientId, timeZone }, purpose))
    .reduce((all, one) => sql`${all}, ${one}`)
  const wanted = states.reduce((all, state) => sql`${all}, ${state}::text`, sql`''`)
  return sql`
    select s.email, s.name, s.mobile_number, s.state, ${localTime(sql, 's.joined_at', timeZone)} ${values},
      ${localTime(sql, 's.state_at', timeZone)}, s.language, ${answers}, ${basisWord(sql)}, s.basis_until::text,
      ${pausedUntil(sql, clientId, sql`s.address`)}, ${reasonWord(sql)}, r.comment, (
        select jsonb_agg(t.name order by lower(t.name), t.id)::text
        from tagged_contacts g
        join contact_tags t on t.client_id = ${clientId} and t.id = g.tag_id
        where g.client_id = ${clientId} and g.address = s.address
      )
    from subscribers s
    left join leave_reasons r on r.client_id = ${clientId} and r.subscriber_id = s.id and r.left_at = s.state_at and s.state = 'Unsubscribed'
    where s.client_id = ${clientId} and s.list_id = ${listId} and s.state in (${wanted}) ${chosen}
    order by s.id`
}

/** The present answer of a member `s` about a purpose, and when it was recorded; empty where nothing was said. */
function answerAndDate(
  sql: Sql,
  { clientId, timeZone }: Pick<MembersOf, 'clientId' | 'timeZone'>,
  purpose: Purpose,
): Fragment {
  const answer = sql(`s.${consentColumns[purpose]}`)
  return sql`
    case ${answer} when true then 'Granted' when false then 'Denied' end,
    case when ${answer} is not null then (
      select ${localTime(sql, 'h.at', timeZone)}
      from preference_history h
      where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id and h.preference = ${consentPreferences[purpose]}::text
      order by h.at desc
      limit 1
    ) end`
}

function basisWord(sql: Sql): Fragment {
  return sql`case s.basis when 'legitimate interest' then 'LegitimateInterest' else initcap(s.basis) end`
}

/** The reason `r` for leaving, as the wires name it. */
function reasonWord(sql: Sql): Fragment {
  const names = Object.entries(reasonNames).map(([reason, name]) => sql`when ${reason} then ${name}`)
  return sql`case r.reason ${names.reduce((all, one) => sql`${all} ${one}`)} end`
}

/** All transitions of the members of a list, member by member. */
export function historyRows(
  sql: Sql,
  { clientId, listId, timeZone }: Pick<MembersOf, 'clientId' | 'listId' | 'timeZone'>,
): Fragment {
  return sql`
    select e.email, ${localTime(sql, 'e.at', timeZone)}, e.from_state, e.to_state, e.cause, e.by, e.wire, e.remote, e.agent,
      e.campaign, e.username, e.detail
    from (
      select s.email, h.subscriber_id, h.at, h.from_state, h.to_state, h.cause, m.name as campaign, ${evidenceColumns(sql)}
      from subscriber_history h
      join subscribers s on s.client_id = ${clientId} and s.id = h.subscriber_id
      ${evidenceJoins(sql, clientId)}
      where h.client_id = ${clientId} and h.list_id = ${listId}
    ) e
    order by e.subscriber_id, e.at`
}

/** The recipients of a campaign in the order of its audience. @param state null for all states */
export function recipientRows(
  sql: Sql,
  campaign: CampaignKey & { readonly timeZone: string },
  state: RecipientState | null,
): Fragment {
  const { clientId, campaignId, timeZone } = campaign
  return sql`
    select f.number, f.email, f.name, l.title, f.state,
      case when f.state <> 'handing over' then ${localTime(sql, 'f.at', timeZone)} end,
      case when f.state <> 'handing over' then f.code end, case when f.state <> 'handing over' then f.answer end
    from (
      select a.number, a.email, a.name, a.list_id, p.at, p.code, p.answer, ${recipientState(sql, 'p', 'r', sql`a.number`)} as state
      from audience a
      left join lateral (${lastEntry(sql, campaign, sql`a.number`)}) p on true
      left join lateral (${rangeOf(sql, campaign, sql`a.number`)}) r on true
      where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
    ) f
    left join lists l on l.client_id = ${clientId} and l.id = f.list_id
    ${state === null ? sql`` : sql`where f.state = ${state}`}
    order by f.number`
}

/** The suppression list of an account, a client or a list, sorted by the bytes of the addresses. */
export function suppressionRows(
  sql: Sql,
  {
    clientId,
    timeZone,
    scope,
  }: { readonly clientId: number; readonly timeZone: string; readonly scope: SuppressionScope },
): Fragment {
  return sql`
    select s.email, s.reason, ${localTime(sql, 's.at', timeZone)}, m.name, s.evidence ->> 'by',
      coalesce(i.username, s.evidence ->> 'username')
    from ${sql(tableOf(scope))} s
    left join campaigns m on m.client_id = ${clientId} and m.id = (s.evidence ->> 'campaignId')::bigint
    left join logins i on i.id = (s.evidence ->> 'loginId')::bigint
    where ${isOfScope(sql, scope)}
    order by s.address collate "C"`
}

/** The rows of an import with their verdicts, in the order of the file. @param leftAlone only rows that undoing left unchanged */
export function verdictRows(
  sql: Sql,
  { clientId, importId }: { readonly clientId: number; readonly importId: number },
  leftAlone: boolean,
): Fragment {
  return sql`
    select number, email, name, verdict, reason, duplicate_of, array_to_string(dropped, '; '), left_alone,
      (select string_agg(concat(l.key, ': ', l.value ->> 1, ' (', l.value ->> 0, ')'), '; ' order by l.key collate "C")
       from jsonb_each(losses) l),
      case when reason = 'InvalidEmail' then email end
    from import_rows
    where client_id = ${clientId} and import_id = ${importId} ${leftAlone ? sql`and left_alone is not null` : sql``}
    order by number`
}
