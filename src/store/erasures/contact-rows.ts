/**
 * Erases a client's rows about an address: memberships, recipients of campaigns, entries of suppression lists. Rows that are
 * part of counts remain without personal data. A repeated call erases rows that were added meanwhile.
 */
import type { Sql, Transaction } from '../connection/database.ts'
import { lockAddresses } from '../inbound/returned.ts'
import { reviseHits } from '../ledger/totals.ts'
import { forgetDeleted, recordTransitions } from '../lists/statistics.ts'
import { forgetEnrolments } from '../series/series.ts'
import { erasedEmail, hashedAddressOf } from '../subscribers/address-hash.ts'
import { erasePause } from '../subscribers/pauses.ts'
import { sha1Of } from '../subscribers/suppression-keys.ts'
import { suppressAll } from '../subscribers/suppressions.ts'
import { forgetTags } from '../tags/tagged.ts'
import { eraseEngagement } from '../tracking/contact-engagement.ts'
import { addRemoved, type ErasureKey } from './erasures.ts'

export interface Erasing extends ErasureKey {
  readonly accountId: number
  readonly timeZone: string
  readonly address: string
  readonly hash: string
}

/** Deletes memberships of all lists, also deleted ones, with their history and the tags of the person, and corrects the lists' totals. */
export async function eraseMemberships(sql: Transaction, erasing: Erasing): Promise<void> {
  const { clientId, address } = erasing
  await erasePause(sql, erasing)
  await sql`delete from address_requests where client_id = ${clientId} and ${address} in (address, new_address)`
  const members = await lockAddresses(sql, clientId, [address])
  if (members.length > 0) await eraseMembers(sql, erasing, members)
  await forgetTags(sql, clientId, sql`t.address = ${address}`)
  await forgetEnrolments(sql, clientId, address)
}

async function eraseMembers(
  sql: Transaction,
  erasing: Erasing,
  members: Awaited<ReturnType<typeof lockAddresses>>,
): Promise<void> {
  const { clientId, timeZone } = erasing
  await recordTransitions(
    sql,
    members
      .filter(({ state }) => state !== 'Deleted')
      .map(({ listId, state }) => ({ clientId, listId, timeZone, from: state, to: 'Deleted', count: 1 })),
  )
  await forgetDeleted(
    sql,
    clientId,
    members.map(({ listId }) => ({ listId, count: 1 })),
  )
  const lists = members.map(({ listId }) => listId)
  const ids = members.map(({ subscriberId }) => subscriberId)
  for (const table of ['subscriber_history', 'preference_history', 'leave_reasons']) {
    await sql`
      delete from ${sql(table)} h
      using unnest(${lists}::bigint[], ${ids}::bigint[]) as g (list_id, id)
      where h.client_id = ${clientId} and h.list_id = g.list_id and h.subscriber_id = g.id`
  }
  await sql`delete from subscribers where client_id = ${clientId} and id = any(${ids}::bigint[])`
  const spellings = members.map(({ email }) => email.toLowerCase())
  await addRemoved(sql, erasing, { memberships: members.length }, { spellings, subscriberIds: ids })
}

/** Keeps recipients, so that the numbers of campaigns stay consistent. A hash replaces the address; names and values are removed. */
export async function eraseRecipients(sql: Transaction, erasing: Erasing): Promise<void> {
  const { clientId, erasureId, address, hash } = erasing
  const [found] = await sql<{ recipients: number; campaigns: number[]; spellings: string[] }[]>`
    with found as materialized (
      select campaign_id, number, email from audience where client_id = ${clientId} and address = ${address} for update
    ), erased as (
      update audience a set email = ${erasedEmail}, address = ${hash}, name = '', fields = '{}', traits = null, tracked = false
      from found f
      where a.client_id = ${clientId} and a.campaign_id = f.campaign_id and a.number = f.number
    ), kept as (
      insert into erased_recipients (client_id, campaign_id, number, erasure_id)
      select ${clientId}, campaign_id, number, ${erasureId} from found
    )
    select count(*)::integer as recipients, array(select campaign_id from found) as campaigns,
      array(select distinct lower(email) from found) as spellings
    from found`
  const { recipients, campaigns, spellings } = found!
  await reviseHits(sql, clientId, campaigns)
  await eraseEngagement(sql, clientId, address)
  if (recipients > 0) await addRemoved(sql, erasing, { recipients }, { spellings })
}

/**
 * Adds the hash of the address to the client's list. Removes the address and unkeyed hashes of it from the client's lists, with
 * their history. On the account's list the hash replaces the address, because that entry protects all clients.
 * @param evidence of the request
 */
export async function eraseSuppressions(sql: Transaction, erasing: Erasing, evidence: object): Promise<void> {
  const { accountId, clientId, address, hash } = erasing
  await suppressAll(sql, [{ clientId, address: hash, email: erasedEmail, reason: 'manual', evidence }])
  const [keys] = await sql<{ all: string[] }[]>`
    select array[${address}, '@md5:' || md5(${address}), ${`@sha1:${sha1Of(address)}`},
      '@sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')] as "all"`
  let suppressions = 0
  for (const table of ['suppressions', 'list_suppressions']) {
    const { count } =
      await sql`delete from ${sql(table)} where client_id = ${clientId} and address = any(${keys!.all}::text[])`
    suppressions += count
  }
  for (const table of ['suppression_history', 'list_suppression_history']) {
    await sql`delete from ${sql(table)} where client_id = ${clientId} and address = any(${keys!.all}::text[])`
  }
  const { count } = await sql`
    insert into account_suppressions (account_id, address, email, reason, at)
    select account_id, ${hash}, ${erasedEmail}, 'manual', at from account_suppressions
    where account_id = ${accountId} and address = ${address}
    on conflict do nothing
    returning 1`
  await sql`delete from account_suppressions where account_id = ${accountId} and address = ${address}`
  await sql`
    update account_suppression_history set address = ${hash}, evidence = '{}' where account_id = ${accountId} and address = ${address}`
  suppressions += count
  if (suppressions > 0) await addRemoved(sql, erasing, { suppressions })
}

/** Finds the address of a hash, after the database was restored to a time before the erasure; undefined if no row has it. */
export async function findErased(
  sql: Sql,
  { clientId, hash }: { readonly clientId: number; readonly hash: string },
): Promise<string | undefined> {
  for (const table of [
    'subscribers',
    'audience',
    'suppressions',
    'list_suppressions',
    'import_rows',
    'tagged_contacts',
    'form_sign_ups',
    'form_consents',
    'series_enrolments',
  ]) {
    const [found] = await sql<{ address: string }[]>`
      select address from ${sql(table)} where client_id = ${clientId} and ${hashedAddressOf(sql, sql`address`)} = ${hash} limit 1`
    if (found) return found.address
  }
  return undefined
}
