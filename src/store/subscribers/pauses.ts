/**
 * Pauses: no campaign of a client goes to the address until a day has passed in the client's time zone. A pause belongs to the person, so it
 * is stored by address and holds for every list; states of memberships stay as they are.
 * See docs/decisions/preferences.md#a-pause-is-a-date-of-the-person.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { AddressKey } from './suppressions.ts'

/** A `select` of the addresses `p` that are paused; the last day counts. */
export function pausedAddresses(sql: Sql, clientId: number, today: Fragment): Fragment {
  return sql`select p.address from contact_pauses p where p.client_id = ${clientId} and p.until >= ${today}`
}

/** The last day of the pause of a row's address, `YYYY-MM-DD`; null without one that goes on. */
export function pausedUntil(sql: Sql, clientId: number, address: Fragment): Fragment {
  return sql`(
    select p.until::text from contact_pauses p
    where p.client_id = ${clientId} and p.address = ${address}
      and p.until >= (select (now() at time zone c.time_zone)::date from clients c where c.id = ${clientId}))`
}

/** @returns the last day of a pause that goes on, `YYYY-MM-DD` */
export async function readPausedUntil(sql: Sql, { clientId, address }: AddressKey): Promise<string | undefined> {
  const [row] = await sql<{ until: string | null }[]>`
    select ${pausedUntil(sql, clientId, sql`${address}::text`)} as until`
  return row?.until ?? undefined
}

/** The day in the client's time zone after so many days, `YYYY-MM-DD`. */
export async function readDayAfter(sql: Sql, clientId: number, now: Date, days: number): Promise<string> {
  const [row] = await sql<{ day: string }[]>`
    select ((${now}::timestamptz at time zone time_zone)::date + ${days}::integer)::text as day from clients where id = ${clientId}`
  return row!.day
}

/**
 * Pauses an address or ends its pause, with a history row for each of its memberships and one event. What is so already is not written again.
 * @param until the last day, `YYYY-MM-DD`; null for none
 * @returns whether it changed
 */
export async function storePause(
  sql: Transaction,
  { clientId, address }: AddressKey,
  until: string | null,
  evidence: object,
): Promise<boolean> {
  const [changed] = await sql<{ before: string | null }[]>`
    with members as materialized (
      -- locked in the common order, which serialises pauses of one person
      select list_id, id, email from subscribers where client_id = ${clientId} and address = ${address}
      order by list_id, address
      for update
    ), present as (
      select (select until from contact_pauses where client_id = ${clientId} and address = ${address}) as until
      where exists (select 1 from members)
    ), changed as (
      select until as before from present where until is distinct from ${until}::date
    ), removed as (
      delete from contact_pauses
      where client_id = ${clientId} and address = ${address} and ${until}::date is null and exists (select 1 from changed)
    ), stored as (
      insert into contact_pauses (client_id, address, until)
      select ${clientId}, ${address}, ${until}::date from changed where ${until}::date is not null
      on conflict (client_id, address) do update set until = excluded.until
    ), noted as (
      insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value, evidence)
      select ${clientId}, m.list_id, m.id, clock_timestamp(), 'pause', c.before::text, ${until}::text, ${sql.json(evidence as never)}
      from members m cross join changed c
    ), published as (
      insert into events (client_id, type, at, data)
      select ${clientId}, ${until === null ? 'subscriber.resumed' : 'subscriber.paused'}, clock_timestamp(), jsonb_build_object(
        'EmailAddress', (select email from members order by id desc limit 1), 'PausedUntil', ${until ?? ''}::text,
        'By', coalesce(${sql.json(evidence as never)}::jsonb ->> 'by', ''))
      from changed
    )
    select before::text as before from changed`
  return changed !== undefined
}

/**
 * The address of memberships has changed: a pause goes along, and the later of two counts. The old address keeps its pause while it has
 * memberships. In the transaction of the change.
 */
export async function movePause(sql: Transaction, clientId: number, from: string, to: string): Promise<void> {
  await sql`
    insert into contact_pauses (client_id, address, until)
    select client_id, ${to}, until from contact_pauses where client_id = ${clientId} and address = ${from}
    on conflict (client_id, address) do update set until = greatest(contact_pauses.until, excluded.until)`
  await sql`
    delete from contact_pauses
    where client_id = ${clientId} and address = ${from}
      and not exists (select 1 from subscribers s where s.client_id = ${clientId} and s.address = ${from})`
}

/** Erases the pause of an address. */
export async function erasePause(sql: Sql, { clientId, address }: AddressKey): Promise<void> {
  await sql`delete from contact_pauses where client_id = ${clientId} and address = ${address}`
}
