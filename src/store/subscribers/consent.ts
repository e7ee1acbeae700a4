/**
 * Consent of subscribers by purpose, per membership. Each change writes its history row with the proof, and a refusal of measuring queues
 * the removal of what was recorded before, all in one statement.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import { publishAnswers } from './consent-events.ts'
import { consentColumns, consentPreferences, type Purpose, purposes } from './purposes.ts'

/** The channel that the worker of withdrawals listens to. */
export const withdrawalsChannel = 'withdrawals_wait'

/** Stores consent for a purpose. @param consent null: unknown @returns false if it is unchanged */
export async function writeConsent(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  purpose: Purpose,
  consent: boolean | null,
  evidence: object,
): Promise<boolean> {
  const column = sql(consentColumns[purpose])
  const [row] = await sql<{ isChanged: boolean; withdraws: boolean }[]>`
    with locked as materialized (
      select list_id, id, address, email, name, state, ${column} as consent
      from subscribers
      where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}
        and ${column} is distinct from ${consent}::boolean
      for update
    ), changed as (
      update subscribers s
      set ${column} = ${consent}, last_open_on = case when ${endsHygiene(sql, purpose, consent)} then null else last_open_on end
      where s.client_id = ${clientId} and s.id = any(array(select id from locked))
    ), ${withdrawTracking(sql, clientId, purpose === 'measuring' ? withdrawing(sql, clientId, consent) : noMembers(sql))}, published as (
      ${publishAnswers(
        sql,
        clientId,
        sql`select k.*, ${consentPreferences[purpose]}::text as preference, ${consent}::boolean as answer,
            ${sql.json(evidence as never)}::jsonb as evidence
          from locked k`,
      )}
    ), recorded as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, list_id, id, clock_timestamp(), ${consentPreferences[purpose]}, ${answerWord(sql, sql`consent`)},
        ${answerWord(sql, sql`${consent}::boolean`)}, ${sql.json(evidence as never)}
      from locked
    )
    select exists (select 1 from locked) as is_changed, exists (select 1 from withdrawn) as withdraws`
  if (row!.withdraws) await wakeWithdrawals(sql)
  return row!.isChanged
}

/** Whether the date of the last open of a member `s` is not kept any more after an answer. */
function endsHygiene(sql: Sql, purpose: Purpose, consent: boolean | null): Fragment {
  if (consent !== false) return sql`false`
  return purpose === 'hygiene' ? sql`true` : purpose === 'measuring' ? sql`s.hygiene_consent is not true` : sql`false`
}

/**
 * Statements, as two parts of a `with`, for members who may not be tracked any more from now on. Part of the statement that stores their answer, so
 * that neither is without the other: letters that were sent before become silent, so that nothing more is recorded from them (hits.ts), and the
 * removal of what was recorded is queued; where `withdrawn` has rows, the caller then wakes the worker (`wakeWithdrawals`). It looks for letters
 * to former addresses again, in whatever way they were written (domain/erasures/withdrawals.ts).
 * @param members a `select` of their list_id, id and address
 */
export function withdrawTracking(sql: Sql, clientId: number, members: Fragment): Fragment {
  return sql`
    silenced as (
      ${silenceRecipients(
        sql,
        clientId,
        sql`
        select m.list_id, m.id, x.address
        from (${members}) m
        cross join lateral (
          select m.address
          union
          select lower(from_value) from preference_history
          where client_id = ${clientId} and list_id = m.list_id and subscriber_id = m.id and preference = 'address'
        ) x`,
      )}
    ), withdrawn as (
      insert into tracking_withdrawals (client_id, list_id, subscriber_id)
      select ${clientId}, m.list_id, m.id from (${members}) m
      returning 1
    )`
}

/** In a statement without tables: in a distributed database another one would notify those who listen to a worker. */
export async function wakeWithdrawals(sql: Sql): Promise<void> {
  await sql`select pg_notify(${withdrawalsChannel}, '')`
}

/** The statement that makes letters silent. @param sought a `select` of the members' list_id, id, and an address of each */
export function silenceRecipients(sql: Sql, clientId: number, sought: Fragment): Fragment {
  return sql`
    insert into silent_recipients (client_id, campaign_id, number)
    select ${clientId}, a.campaign_id, a.number
    from (${sought}) m
    cross join lateral (
      select campaign_id, number from audience
      where client_id = ${clientId} and address = m.address and list_id = m.list_id and subscriber_id = m.id offset 0
    ) a
    order by a.campaign_id, a.number
    on conflict do nothing`
}

/** Who may not be tracked any more after an answer: they refused, or took back what their list needs. */
function withdrawing(sql: Sql, clientId: number, consent: boolean | null): Fragment {
  return sql`
    select k.list_id, k.id, k.address
    from locked k
    where ${consent}::boolean is false or ${consent}::boolean is null and exists (
      select 1 from lists where client_id = ${clientId} and id = k.list_id and tracking = 'consent')`
}

function noMembers(sql: Sql): Fragment {
  return sql`select list_id, id, address from locked where false`
}

/** The last answer of a member about a purpose, with its proof. */
export interface Answer extends Pick<MemberKey, 'listId' | 'subscriberId'> {
  readonly purpose: Purpose
  /** Null: withdrawn, and not known since. */
  readonly consent: boolean | null
  readonly at: Date
  readonly evidence: Readonly<Record<string, unknown>>
}

/** The last answers of members about each purpose; purposes that nothing was said of are missing. */
export async function readLastAnswers(
  sql: Sql,
  clientId: number,
  members: readonly Pick<MemberKey, 'listId' | 'subscriberId'>[],
): Promise<readonly Answer[]> {
  const rows = await sql<(Omit<Answer, 'purpose' | 'consent'> & { preference: string; toValue: string | null })[]>`
    select m.list_id, m.subscriber_id, h.preference, h.to_value, h.at, h.evidence
    from unnest(${members.map(({ listId }) => listId)}::bigint[], ${members.map(({ subscriberId }) => subscriberId)}::bigint[]) as m (list_id, subscriber_id)
    cross join unnest(${Object.values(consentPreferences)}::text[]) as p (preference)
    cross join lateral (
      select preference, to_value, at, evidence
      from preference_history
      where client_id = ${clientId} and list_id = m.list_id and subscriber_id = m.subscriber_id and preference = p.preference
      order by at desc
      limit 1
    ) h`
  return rows.map(({ preference, toValue, ...row }) => ({
    ...row,
    purpose: purposes.find(purpose => consentPreferences[purpose] === preference)!,
    consent: toValue === null ? null : toValue === 'granted',
  }))
}

/** A boolean as history rows store it. */
export function answerWord(sql: Sql, value: Fragment) {
  return sql`case ${value} when true then 'granted' when false then 'denied' end`
}

/** The membership of an address that is not deleted, with its consent; undefined if the address has no membership. */
export async function readConsentOfAddress(
  sql: Sql,
  { clientId, listId }: Pick<MemberKey, 'clientId' | 'listId'>,
  address: string,
) {
  const [row] = await sql<{ subscriberId: number; trackingConsent: boolean | null }[]>`
    select id as subscriber_id, tracking_consent
    from subscribers
    where client_id = ${clientId} and list_id = ${listId} and address = ${address} and state <> 'Deleted'`
  return row
}
