/** The sample client of an account: at most one, never billed, and never mailed through a relay. */
import type { Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { daysEarlier } from '../instants.ts'
import type { CampaignKey } from '../keys.ts'
import type { ClientRef } from './access.ts'
import type { ClientBasics } from './clients.ts'

/** Undefined if the account has no sample client, or it is deleted. */
export async function findSampleClient(sql: Sql, accountId: number): Promise<ClientRef | undefined> {
  const [row] = await sql<ClientRef[]>`
    select account_id, id as client_id, public_id as client_public_id, time_zone
    from clients
    where account_id = ${accountId} and is_sample and deleted_at is null`
  return row
}

/** Whether the client is a sample, whose mail must not leave the installation. */
export async function isSampleClient(sql: Sql, clientId: number): Promise<boolean> {
  const rows = await sql`select 1 from clients where id = ${clientId} and is_sample`
  return rows.length > 0
}

/** The time zone of an account, an IANA name. */
export async function readTimeZoneOfAccount(sql: Sql, accountId: number): Promise<string> {
  const [row] = await sql<{ timeZone: string }[]>`select time_zone from accounts where id = ${accountId}`
  return row!.timeZone
}

/**
 * Inserts the sample client in the transaction that makes the sample data and has locked the account. Its creation date is some weeks ago,
 * so that it does not count against the limit of new clients. @returns undefined if another client of the account has the email address
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
 * Dates all joins of this transaction so many days back, and makes the list older than they are. Daily counts, history rows and events are
 * moved too, so that they agree.
 */
export async function backdateJoining(
  sql: Transaction,
  { clientId, timeZone }: ClientRef,
  listId: number,
  days: number,
): Promise<void> {
  // earlier groups are days back; `now()` itself is that of the machine which wrote the row
  const isNew = (instant: string) => sql`${sql(instant)} > now() - interval '12 hours'`
  await sql`
    update subscribers
    set joined_at = ${daysEarlier(sql, 'joined_at', days)}, state_at = ${daysEarlier(sql, 'state_at', days)}
    where client_id = ${clientId} and list_id = ${listId} and ${isNew('joined_at')}`
  await sql`
    update subscriber_history set at = ${daysEarlier(sql, 'at', days)}
    where client_id = ${clientId} and list_id = ${listId} and ${isNew('at')}`
  await sql`update events set at = ${daysEarlier(sql, 'at', days)} where client_id = ${clientId} and ${isNew('at')}`
  await sql`
    update list_days set day = day - ${days}::integer
    where client_id = ${clientId} and list_id = ${listId} and day = (now() at time zone ${timeZone})::date`
  await sql`
    update lists set created_at = least(created_at, now() - make_interval(days => ${days + 1}))
    where client_id = ${clientId} and id = ${listId}`
}

/** Dates a draft that this transaction inserted so many days back, before it was sent. */
export async function backdateWriting(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  days: number,
): Promise<void> {
  await sql`
    update campaign_revisions set at = ${daysEarlier(sql, 'at', days)}
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  await sql`
    update campaigns set created_at = ${daysEarlier(sql, 'created_at', days)}
    where client_id = ${clientId} and id = ${campaignId}`
}

/** Sample clients that were removed and will be purged. @returns true if the client is one of them */
export async function isRemovedSample(sql: Sql, clientId: number): Promise<boolean> {
  const rows = await sql`select 1 from clients where id = ${clientId} and is_sample and deleted_at is not null`
  return rows.length > 0
}
