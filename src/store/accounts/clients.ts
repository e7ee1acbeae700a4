/** Clients: details, access, billing, and their objects. */

import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { isInvalidParameter, isUniqueViolation } from '../connection/violations.ts'
import { lockAccount } from '../limits/occurrences.ts'
import { localTime } from '../local-time.ts'
import { isRule } from '../subscribers/suppression-keys.ts'
import type { ClientRef } from './access.ts'
import { recordDeletion } from './deletions.ts'
import { putClientLogin } from './logins.ts'

export interface ClientBasics {
  readonly companyName: string
  readonly contactName: string
  readonly email: string
  readonly country: string
  /** IANA name. */
  readonly timeZone: string
  /** The caller's choice, returned unchanged. */
  readonly timeZoneLabel: string
}

/**
 * Creates a client, unless its account has created the maximum number within the last 30 minutes, including clients deleted since.
 * @param most 0 for no limit
 * @returns the public id, or the reason for a refusal
 */
export async function insertClient(
  db: Database,
  accountId: number,
  basics: ClientBasics,
  most: number,
): Promise<{ publicId: string } | 'limit' | 'email taken'> {
  try {
    return await transaction(db, async sql => {
      await lockAccount(sql, accountId)
      if (most > 0) {
        // this counts rows of clients, not recorded occurrences, so that clients created in other ways count too
        const [made] = await sql<{ recent: number }[]>`
          select count(*) as recent from clients
          where account_id = ${accountId} and created_at > now() - interval '30 minutes'`
        if (made!.recent >= most) return 'limit'
      }
      const [client] = await sql<{ publicId: string }[]>`
        insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
        values (${accountId}, ${basics.companyName}, ${basics.contactName}, ${basics.email}, ${basics.country},
          ${basics.timeZone}, ${basics.timeZoneLabel})
        returning public_id`
      return { publicId: client!.publicId }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'clients_email')) return 'email taken'
    throw error
  }
}

/** @returns false if another client of the account has the email address */
export async function updateClientBasics(sql: Sql, { clientId }: ClientRef, basics: ClientBasics): Promise<boolean> {
  try {
    await sql`
      update clients set company_name = ${basics.companyName}, contact_name = ${basics.contactName},
        email = ${basics.email}, country = ${basics.country}, time_zone = ${basics.timeZone},
        time_zone_label = ${basics.timeZoneLabel}
      where id = ${clientId}`
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'clients_email')) return false
    throw error
  }
}

/** Whether PostgreSQL knows a time zone: its list and Node's list can be of different years. Do not call it in a transaction. */
export async function knowsTimeZone(db: Database, timeZone: string): Promise<boolean> {
  try {
    await db`select now() at time zone ${timeZone}`
    return true
  } catch (error) {
    if (isInvalidParameter(error)) return false
    throw error
  }
}

/** Fees are exact decimals as text; null if they do not apply. */
export interface Billing {
  readonly billingType: string | null
  readonly currency: string | null
  readonly deliveryFee: string | null
  readonly costPerRecipient: string | null
  readonly designAndSpamTestFee: string | null
}

/** Sets access and billing of a client; its login is unchanged. */
export async function updateAccessAndBilling(
  sql: Sql,
  { clientId }: ClientRef,
  accessLevel: number,
  billing: Billing,
): Promise<void> {
  await sql`
    update clients set access_level = ${accessLevel}, billing_type = ${billing.billingType},
      currency = ${billing.currency}, delivery_fee = ${billing.deliveryFee}::numeric,
      cost_per_recipient = ${billing.costPerRecipient}::numeric,
      design_and_spam_test_fee = ${billing.designAndSpamTestFee}::numeric
    where id = ${clientId}`
}

/** @returns false if another login of the account has the user name; nothing changes then */
export async function updateAccessWithLogin(
  db: Database,
  client: ClientRef,
  accessLevel: number,
  billing: Billing,
  username: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const taken = new Error('taken')
  try {
    await transaction(db, async sql => {
      const done = await putClientLogin(sql, client.accountId, client.clientId, username, passwordHash)
      if (!done) throw taken // rolls the transaction back
      await updateAccessAndBilling(sql, client, accessLevel, billing)
    })
    return true
  } catch (error) {
    if (error === taken) return false
    throw error
  }
}

export type ClientRow = ClientBasics & Billing & { readonly accessLevel: number; readonly username: string | null }

export async function readClientRow(sql: Sql, { clientId }: Pick<ClientRef, 'clientId'>): Promise<ClientRow> {
  const [client] = await sql<ClientRow[]>`
    select c.company_name, c.contact_name, c.email, c.country, c.time_zone, c.time_zone_label, c.access_level,
      c.billing_type, c.currency, trim_scale(c.delivery_fee) as delivery_fee,
      trim_scale(c.cost_per_recipient) as cost_per_recipient,
      trim_scale(c.design_and_spam_test_fee) as design_and_spam_test_fee, l.username
    from clients c
    left join logins l on l.client_id = c.id
    where c.id = ${clientId}`
  return client!
}

/** The clients of an account by name, or those of the given ids. */
export async function readClientsOf(sql: Sql, accountId: number, clientIds: readonly number[] | null) {
  return sql<{ publicId: string; companyName: string }[]>`
    select public_id, company_name
    from clients
    where account_id = ${accountId} and deleted_at is null and (${clientIds}::bigint[] is null or id = any(${clientIds}))
    order by lower(company_name), id`
}

/** Marks a client as deleted. @param deletedBy name of the caller. @returns false if the client was deleted before */
export async function markClientDeleted(
  sql: Transaction,
  { accountId, clientId }: ClientRef,
  deletedBy: string,
): Promise<boolean> {
  const [deleted] = await sql<{ publicId: string; name: string }[]>`
    update clients set deleted_at = now() where id = ${clientId} and deleted_at is null
    returning public_id, company_name as name`
  if (deleted) await recordDeletion(sql, { accountId, clientId, kind: 'client', ...deleted, deletedBy })
  return deleted !== undefined
}

/** Undoes the deletion of a client. @returns false if another client of the account has the email address now */
export async function undeleteClient(sql: Transaction, clientId: number): Promise<boolean> {
  try {
    await sql`update clients set deleted_at = null where id = ${clientId}`
    return true
  } catch (error) {
    // two samples of an account have the same address, unless someone changed it
    if (isUniqueViolation(error, 'clients_email') || isUniqueViolation(error, 'clients_sample')) return false
    throw error
  }
}

/** Campaigns that have started, newest first. */
export async function readStartedCampaignsOf(sql: Sql, { clientId, timeZone }: ClientRef) {
  return sql<{ publicId: string; subject: string; name: string; sentDate: string; recipients: number }[]>`
    select c.public_id, c.subject, c.name,
      ${localTime(sql, 'c.started_at', timeZone)} as sent_date,
      coalesce(t.recipients, 0) as recipients
    from campaigns c
    left join campaign_totals t on t.client_id = ${clientId} and t.campaign_id = c.id
    where c.client_id = ${clientId} and c.deleted_at is null and c.series_id is null and c.started_at is not null
    order by c.started_at desc, c.id desc`
}

export interface SuppressedRow {
  readonly address: string
  readonly email: string
  readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual'
  /** Local time of the client. */
  readonly date: string
}

/** One page of suppressed addresses in their order, after the address given. Rules for domains and hashes are left out. */
export async function readSuppressedAfter(
  sql: Sql,
  { clientId, timeZone }: ClientRef,
  after: string,
  most: number,
): Promise<readonly SuppressedRow[]> {
  return sql<SuppressedRow[]>`
    select address, email, reason, ${localTime(sql, 'at', timeZone)} as date
    from suppressions
    where client_id = ${clientId} and address > ${after} and not ${isRule(sql)}
    order by address
    limit ${most}`
}

/** The templates of a client by name, with a flag whether a file (the screenshot) exists at the given path. */
export async function readTemplatesOfClient(sql: Sql, { clientId }: ClientRef, screenshotPath: string) {
  return sql<{ publicId: string; name: string; hasScreenshot: boolean }[]>`
    select t.public_id, t.name, f.path is not null as has_screenshot
    from templates t
    left join assets f
      on f.client_id = ${clientId} and f.owner = 'template' and f.owner_id = t.id and f.path = ${screenshotPath}
    where t.client_id = ${clientId} and t.deleted_at is null
    order by lower(t.name), t.id`
}

/** Options that the historical details of a client do not contain. */
export interface ClientOptions {
  /** Campaign.Send refuses campaigns that Campaign.Check does not find ready. */
  readonly sendOnlyReady: boolean
  /** Seconds in which a campaign that was sent at once can be stopped. */
  readonly stopSeconds: number
  /** Number of recipients above which sending asks for confirmation; null for ten times the usual audience. */
  readonly confirmAbove: number | null
  /** Campaigns need an approval before they are sent. */
  readonly approvalRequired: boolean
  /** Who asked for an approval does not give it, where another person may. */
  readonly approvalByAnother: boolean
}

export async function updateSendOnlyReady(sql: Sql, { clientId }: ClientRef, sendOnlyReady: boolean): Promise<void> {
  await sql`update clients set send_only_ready = ${sendOnlyReady} where id = ${clientId}`
}

export async function updateStopSeconds(sql: Sql, { clientId }: ClientRef, stopSeconds: number): Promise<void> {
  await sql`update clients set stop_seconds = ${stopSeconds} where id = ${clientId}`
}

export async function updateConfirmAbove(
  sql: Sql,
  { clientId }: ClientRef,
  confirmAbove: number | null,
): Promise<void> {
  await sql`update clients set confirm_above = ${confirmAbove} where id = ${clientId}`
}

/** @param byAnother undefined: as before */
export async function updateApproval(
  sql: Sql,
  { clientId }: ClientRef,
  { required, byAnother }: { readonly required: boolean; readonly byAnother: boolean | undefined },
): Promise<void> {
  await sql`
    update clients set approval_required = ${required}, approval_by_another = coalesce(${byAnother ?? null}::boolean, approval_by_another)
    where id = ${clientId}`
}

export async function readClientOptions(sql: Sql, { clientId }: ClientRef): Promise<ClientOptions> {
  const [row] = await sql<ClientOptions[]>`
    select send_only_ready, stop_seconds, approval_required, approval_by_another, confirm_above from clients where id = ${clientId}`
  return row!
}
