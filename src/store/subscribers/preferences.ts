/** A person's preferences with a client: the memberships of the address, and other choices. */
import { isInHygiene, isTracked } from '../campaigns/audience.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import type { MemberKey } from '../keys.ts'
import type { ShownTo } from '../lists/preference-page.ts'
import type { State } from '../lists/statistics.ts'
import type { Purpose } from './purposes.ts'
import type { AddressKey } from './suppressions.ts'

export interface PreferenceRow {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  /** '' for none. */
  readonly description: string
  readonly shownTo: ShownTo
  readonly confirmOptIn: boolean
  /** True if an opt-out from the list applies to all lists of the client. */
  readonly clientWide: boolean
  readonly subscriberId: number
  readonly state: Extract<State, 'Active' | 'Unconfirmed' | 'Unsubscribed'>
  readonly language: string | null
  readonly fields: Readonly<Record<string, string | readonly string[]>>
}

/** A list that the person is not on and can join. */
export type JoinableList = Pick<PreferenceRow, 'listId' | 'listPublicId' | 'title' | 'description' | 'confirmOptIn'>

/** Maximum lists on one page; more would be confusing. */
const most = 200

/** The memberships of an address except bounced and deleted ones, by the title of their list. */
export async function readMembershipsOfAddress(
  sql: Sql,
  { clientId, address }: AddressKey,
): Promise<readonly PreferenceRow[]> {
  return sql<PreferenceRow[]>`
    select l.id as list_id, l.public_id as list_public_id, l.title, l.description, l.shown_to, l.confirm_opt_in,
      l.unsubscribe_scope = 'client' as client_wide,
      s.id as subscriber_id, s.state, s.language, s.fields
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address} and s.state in ('Active', 'Unconfirmed', 'Unsubscribed')
    order by lower(l.title), l.id
    limit ${most}`
}

/** Lists for every reader of the client that the address never was on, by title. */
export async function readJoinableLists(sql: Sql, { clientId, address }: AddressKey): Promise<readonly JoinableList[]> {
  return sql<JoinableList[]>`
    select l.id as list_id, l.public_id as list_public_id, l.title, l.description, l.confirm_opt_in
    from lists l
    where l.client_id = ${clientId} and l.deleted_at is null and l.shown_to = 'everyone'
      and not exists (select 1 from subscribers s where s.client_id = ${clientId} and s.list_id = l.id and s.address = ${address})
    order by lower(l.title), l.id
    limit ${most}`
}

/** The membership by which an address gets the link to its preferences: of an active one the latest, else of another. */
export async function readLinkMember(
  sql: Sql,
  { clientId, address }: AddressKey,
): Promise<Omit<MemberKey, 'clientId'> | undefined> {
  const [row] = await sql<Omit<MemberKey, 'clientId'>[]>`
    select s.list_id, s.id as subscriber_id
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id and l.deleted_at is null
    join clients c on c.id = ${clientId} and c.deleted_at is null
    where s.client_id = ${clientId} and s.address = ${address} and s.state in ('Active', 'Unconfirmed', 'Unsubscribed')
    order by s.state = 'Active' desc, s.id desc
    limit 1`
  return row
}

/** What a membership says of each purpose, and what its list asks for. */
export interface ConsentRow {
  readonly listId: number
  readonly subscriberId: number
  readonly title: string
  /** Neither the membership nor its list was deleted. */
  readonly isOpen: boolean
  readonly asked: Readonly<Record<Purpose, boolean>>
  /** Null if nothing is known. */
  readonly consents: Readonly<Record<Purpose, boolean | null>>
  /** Opens and clicks are recorded at present. */
  readonly isTracked: boolean
  /** The date of the last open is kept at present, and nothing else. */
  readonly isInHygiene: boolean
}

/**
 * All memberships of an address with what they say of each purpose, by the title of their list: those that ended among them, because their
 * letters are still read.
 */
export async function readConsentRowsOfAddress(
  sql: Sql,
  { clientId, address }: AddressKey,
): Promise<readonly ConsentRow[]> {
  return sql<ConsentRow[]>`
    select l.id as list_id, s.id as subscriber_id, l.title,
      s.state <> 'Deleted' and l.deleted_at is null as is_open,
      jsonb_build_object('measuring', l.tracking <> 'never', 'personalising', l.personalising, 'hygiene', l.hygiene) as asked,
      jsonb_build_object('measuring', s.tracking_consent, 'personalising', s.personalising_consent, 'hygiene', s.hygiene_consent) as consents,
      ${isTracked(sql, sql`l.tracking`)} as is_tracked,
      not ${isTracked(sql, sql`l.tracking`)} and ${isInHygiene(sql, sql`l.hygiene`)} as is_in_hygiene
    from subscribers s
    join lists l on l.client_id = ${clientId} and l.id = s.list_id
    where s.client_id = ${clientId} and s.address = ${address}
    order by lower(l.title), l.id`
}

/**
 * Sets the language of all memberships of an address, with a history row for each change.
 * @param language null for the language of the browser or the list
 */
export async function setLanguage(
  sql: Transaction,
  { clientId, address }: AddressKey,
  language: string | null,
  evidence: object,
): Promise<void> {
  await sql`
    with locked as materialized (
      select list_id, id, language
      from subscribers
      where client_id = ${clientId} and address = ${address} and language is distinct from ${language}::text
      order by list_id, address
      for update
    ), changed as (
      update subscribers s set language = ${language}
      from locked k
      where s.client_id = ${clientId} and s.id = k.id
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, list_id, id, clock_timestamp(), 'language', language, ${language}, ${sql.json(evidence as never)}
    from locked`
}

/**
 * Gives members of an address that have no language one, that of another membership if it has one. With a history row for each change.
 * The caller has locked the memberships of the address.
 */
export async function setFirstLanguage(
  sql: Transaction,
  { clientId, address }: AddressKey,
  subscriberIds: readonly number[],
  language: string,
  evidence: object,
): Promise<void> {
  if (subscriberIds.length === 0) return
  await sql`
    with changed as (
      update subscribers s
      set language = coalesce((
        select o.language from subscribers o
        where o.client_id = ${clientId} and o.address = ${address} and o.language is not null order by o.list_id limit 1), ${language}::text)
      where s.client_id = ${clientId} and s.address = ${address} and s.id = any(${subscriberIds as number[]}::bigint[]) and s.language is null
      returning s.list_id, s.id, s.language
    )
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
    select ${clientId}, list_id, id, clock_timestamp(), 'language', null, language, ${sql.json(evidence as never)}
    from changed`
}

/** Records changes of custom fields by their reader, one history row each; the values are in the evidence. */
export async function recordFieldChanges(
  sql: Transaction,
  { clientId, listId, subscriberId }: MemberKey,
  changes: readonly { readonly key: string; readonly from: string; readonly to: string }[],
  evidence: object,
): Promise<void> {
  await sql`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, to_value, evidence)
    select ${clientId}, ${listId}, ${subscriberId}, clock_timestamp(), 'field', g.key,
      ${sql.json(evidence as never)}::jsonb || jsonb_build_object('detail', 'from “' || g.from || '” to “' || g.to || '”')
    from jsonb_to_recordset(${sql.json(changes as never)}) as g (key text, "from" text, "to" text)`
}
