/** The sample client of an account: one at most, in no bill, and never mailed to relays. */
import type { Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import type { CampaignKey } from '../keys.ts'
import type { ClientRef } from './access.ts'
import type { ClientBasics } from './clients.ts'

/** Undefined where there is none, or it is deleted. */
export async function sampleClient(sql: Sql, accountId: number): Promise<ClientRef | undefined> {
  const [row] = await sql<ClientRef[]>`
    select account_id, id as client_id, public_id as client_public_id, time_zone
    from clients
    where account_id = ${accountId} and is_sample and deleted_at is null`
  return row
}

/** Whether mail of a client is to stay here. */
export async function isSampleClient(sql: Sql, clientId: number): Promise<boolean> {
  const rows = await sql`select from clients where id = ${clientId} and is_sample`
  return rows.length > 0
}

/** The time zone of an account, an IANA name. */
export async function timeZoneOfAccount(sql: Sql, accountId: number): Promise<string> {
  const [row] = await sql<{ timeZone: string }[]>`select time_zone from accounts where id = ${accountId}`
  return row!.timeZone
}

/**
 * Part of the transaction that makes sample data, which has locked the account. It was created some weeks ago, so that it is none of the
 * clients an account makes within half an hour. @returns undefined when another client of the account has the email address
 */
export async function insertSampleClient(
  sql: Transaction,
  accountId: number,
  { companyName, contactName, email, country, timeZone, timeZoneLabel }: ClientBasics,
  createdAt: Date,
): Promise<ClientRef | undefined> {
  try {
    const [row] = await sql<ClientRef[]>`
      insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, is_sample, created_at)
      values (${accountId}, ${companyName}, ${contactName}, ${email}, ${country}, ${timeZone}, ${timeZoneLabel}, true, ${createdAt})
      returning account_id, id as client_id, public_id as client_public_id, time_zone`
    return row
  } catch (error) {
    if (isUniqueViolation(error, 'clients_email')) return undefined
    throw error
  }
}

/**
 * Who joined a sample list in this transaction joined so many days ago instead, and the list is older than that: the days of the list,
 * histories and events move with them, so that all of it agrees.
 */
export async function joinedDaysAgo(
  sql: Transaction,
  { clientId, timeZone }: ClientRef,
  listId: number,
  days: number,
): Promise<void> {
  await sql`
    with joined as (
      update subscribers s
      set joined_at = s.joined_at - make_interval(days => ${days}), state_at = s.state_at - make_interval(days => ${days})
      where s.client_id = ${clientId} and s.list_id = ${listId} and s.joined_at = now()
    ), noted as (
      update subscriber_history h
      set at = h.at - make_interval(days => ${days})
      where h.client_id = ${clientId} and h.list_id = ${listId} and h.at = now()
    ), told as (
      update events e set at = e.at - make_interval(days => ${days}) where e.client_id = ${clientId} and e.at = now()
    ), counted as (
      update list_days d
      set day = d.day - ${days}::integer
      where d.client_id = ${clientId} and d.list_id = ${listId} and d.day = (now() at time zone ${timeZone})::date
    )
    update lists l
    set created_at = least(l.created_at, now() - make_interval(days => ${days + 1}))
    where l.client_id = ${clientId} and l.id = ${listId}`
}

/** A draft that was written in this transaction was written so many days ago instead: before it was sent. */
export async function writtenDaysAgo(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  days: number,
): Promise<void> {
  await sql`
    with saved as (
      update campaign_revisions r
      set at = r.at - make_interval(days => ${days})
      where r.client_id = ${clientId} and r.campaign_id = ${campaignId}
    )
    update campaigns m
    set created_at = m.created_at - make_interval(days => ${days})
    where m.client_id = ${clientId} and m.id = ${campaignId}`
}

/** Clients of sample data that were removed and are to be purged. @returns whether the client is one of them */
export async function isRemovedSample(sql: Sql, clientId: number): Promise<boolean> {
  const rows = await sql`select from clients where id = ${clientId} and is_sample and deleted_at is not null`
  return rows.length > 0
}
