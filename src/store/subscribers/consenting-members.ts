/** Members with their answers, the rules of their lists, and the basis that they are mailed on. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import type { ConsentRules } from '../lists/lists.ts'
import { localTime } from '../local-time.ts'
import { consentPreferences, type Purpose, purposes } from './purposes.ts'

/** What allows that a member is mailed. */
export const bases = ['express', 'implied', 'contract', 'legitimate interest'] as const
export type Basis = (typeof bases)[number]

export interface ConsentingMember extends Pick<MemberKey, 'listId' | 'subscriberId'> {
  readonly email: string
  readonly rules: ConsentRules
  readonly consents: Readonly<Record<Purpose, boolean | null>>
  readonly basis: Basis | null
  /** `YYYY-MM-DD`. */
  readonly basisUntil: string | null
  /** `YYYY-MM-DD`. */
  readonly lastOpenOn: string | null
}

/** Which memberships of an address. */
export interface MembersOfAddress {
  readonly clientId: number
  readonly address: string
  /** Only that of this list; undefined for those of all lists. */
  readonly listId: number | undefined
}

/** Memberships that are not deleted, of lists that are not deleted. */
export async function readConsentingMembers(sql: Sql, which: MembersOfAddress): Promise<readonly ConsentingMember[]> {
  const { clientId, address, listId } = which
  return sql<ConsentingMember[]>`
    select s.list_id, s.id as subscriber_id, s.email, s.basis, s.basis_until::text, s.last_open_on::text,
      jsonb_build_object('measuring', s.tracking_consent, 'personalising', s.personalising_consent, 'hygiene', s.hygiene_consent)
        as consents,
      jsonb_build_object('law', l.law, 'tracking', l.tracking, 'personalising', l.personalising, 'hygiene', l.hygiene,
        'anonymousOpens', l.anonymous_opens) as rules
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address} and s.state <> 'Deleted'
      ${listId === undefined ? sql`` : sql`and s.list_id = ${listId}`}
    order by s.list_id, s.address`
}

/** The same, locked until the transaction ends in the common lock order of members. */
export async function lockConsentingMembers(
  sql: Transaction,
  which: MembersOfAddress,
): Promise<readonly ConsentingMember[]> {
  const { clientId, address, listId } = which
  await sql`
    select 1 from subscribers
    where client_id = ${clientId} and address = ${address} ${listId === undefined ? sql`` : sql`and list_id = ${listId}`}
    order by list_id, address
    for update`
  return readConsentingMembers(sql, which)
}

/**
 * Stores an answer in the history alone: a later one is in force, or it is another proof of the one that is. The same is stored once.
 * @param at when it was given, if another is in force since; null for now
 */
export async function noteAnswer(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  purpose: Purpose,
  consent: boolean | null,
  at: Date | null,
  evidence: object,
): Promise<void> {
  const answer = consent === null ? null : consent ? 'granted' : 'denied'
  await sql`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, ${listId}, ${subscriberId}, coalesce(g.at, clock_timestamp()), g.preference, null, g.answer,
      ${sql.json(evidence as never)}
    from (values (${at}::timestamptz, ${consentPreferences[purpose]}::text, ${answer}::text)) as g (at, preference, answer)
    where not exists (
      select 1 from preference_history h
      where h.client_id = ${clientId} and h.list_id = ${listId} and h.subscriber_id = ${subscriberId} and h.at = g.at
        and h.preference = g.preference and h.to_value is not distinct from g.answer)`
}

/** @param until `YYYY-MM-DD`; null for no end @returns false if it is unchanged */
export async function writeBasis(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  basis: Basis | null,
  until: string | null,
  evidence: object,
): Promise<boolean> {
  const { count } = await sql`
    with locked as materialized (
      select list_id, id, basis, basis_until
      from subscribers
      where client_id = ${clientId} and list_id = ${listId} and id = ${subscriberId}
        and (basis, basis_until) is distinct from (${basis}::text, ${until}::text::date)
      for update
    ), changed as (
      update subscribers s set basis = ${basis}, basis_until = ${until}::text::date
      where s.client_id = ${clientId} and s.id = any(array(select id from locked))
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, list_id, id, clock_timestamp(), 'basis', nullif(concat_ws(' until ', basis, basis_until), ''),
      nullif(concat_ws(' until ', ${basis}::text, ${until}::text), ''), ${sql.json(evidence as never)}
    from locked`
  return count > 0
}

/** The proof of an answer, as callers see it. */
export interface ProofRow {
  readonly preference: string
  /** Local times of the client. */
  readonly since: string
  readonly givenDate: string
  readonly by: string
  readonly username: string
  readonly wire: string
  readonly remote: string
  readonly agent: string
  readonly campaignPublicId: string | null
  readonly wording: string
  readonly source: string
  readonly note: string
}

/**
 * The proofs of the last answers of a member and of its basis, one row of each preference that was ever set. The words of an answer from an
 * import are those of the import's note of consent.
 */
export async function readLastProofs(
  sql: Sql,
  { clientId, listId, subscriberId }: MemberKey,
  timeZone: string,
): Promise<readonly ProofRow[]> {
  const preferences = [...purposes.map(purpose => consentPreferences[purpose]), 'basis']
  const text = (name: string) => sql`coalesce(h.evidence ->> ${name}, '')`
  return sql<ProofRow[]>`
    select h.preference, ${localTime(sql, 'h.at', timeZone)} as since,
      coalesce(${localTime(sql, sql`coalesce(h.evidence ->> 'givenAt', h.evidence ->> 'consentAt')::timestamptz`, timeZone)},
        n.consent ->> 'date', '') as given_date,
      ${text('by')} as by, coalesce(i.username, h.evidence ->> 'username', '') as username, ${text('wire')} as wire,
      ${text('remote')} as remote, ${text('agent')} as agent, m.public_id as campaign_public_id,
      coalesce(h.evidence ->> 'wording', n.consent ->> 'wording', '') as wording,
      coalesce(h.evidence ->> 'source', n.consent ->> 'source', '') as source, ${text('detail')} as note
    from unnest(${preferences}::text[]) as p (preference)
    cross join lateral (
      select preference, at, evidence
      from preference_history
      where client_id = ${clientId} and list_id = ${listId} and subscriber_id = ${subscriberId} and preference = p.preference
      order by at desc
      limit 1
    ) h
    left join campaigns m on m.client_id = ${clientId} and m.id = (h.evidence ->> 'campaignId')::bigint
    left join imports n on n.client_id = ${clientId} and n.id = (h.evidence ->> 'importId')::bigint
    left join logins i on i.id = (h.evidence ->> 'loginId')::bigint`
}
