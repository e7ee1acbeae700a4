/**
 * Erases other traces of a contact: texts of mails and bounces, hits, returned mail, events, rows of imports, and files. Each
 * function removes one kind and can be repeated.
 */

import { forgetForwardsTo } from '../campaigns/forwards.ts'
import { previewMinutes } from '../campaigns/previews.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { eraseFormRows } from '../forms/consents.ts'
import { forgetLettersTo } from '../jobs/jobs.ts'
import { erasedEmail } from '../subscribers/address-hash.ts'
import { forgetConfirmationsOf } from '../subscribers/confirmations.ts'
import type { RemovedKind } from './erasures.ts'
import { eraseExports, eraseImportRows, eraseSamples, eraseUploads } from './file-traces.ts'
import { eraseHits, eraseReturnedMails, eraseTestMails, eraseTexts, eraseUnmatchedMails } from './mail-traces.ts'
import { isOurs, type Tracing } from './tracing.ts'

/** Removes one kind. @returns the number of removed items */
type Remove = (sql: Sql, tracing: Tracing) => Promise<number>

/** In the order in which data is passed on, so that data that moves meanwhile is found at its next place. */
export const traces: readonly { readonly kind: RemovedKind; readonly remove: Remove }[] = [
  { kind: 'texts', remove: eraseTexts },
  { kind: 'hits', remove: eraseHits },
  { kind: 'returnedMails', remove: eraseReturnedMails },
  { kind: 'returnedMails', remove: eraseUnmatchedMails },
  { kind: 'events', remove: eraseNewEvents },
  { kind: 'events', remove: erasePublishedEvents },
  { kind: 'files', remove: eraseUploads },
  { kind: 'importRows', remove: eraseImportRows },
  { kind: 'others', remove: eraseSamples },
  { kind: 'files', remove: eraseExports },
  { kind: 'others', remove: eraseFormTraces },
  { kind: 'others', remove: eraseBulkChangeRows },
  { kind: 'others', remove: eraseRules },
  { kind: 'others', remove: eraseTestMails },
  { kind: 'others', remove: eraseFromTestGroups },
  { kind: 'others', remove: eraseFormerAddresses },
  { kind: 'others', remove: erasePreviews },
  { kind: 'others', remove: eraseOccurrences },
]

/** The remaining part of an event: its type, and its list or campaign. It keeps its sequence number, so that readers miss nothing. */
function erasedEvent(sql: Sql, { hash }: Tracing): Fragment {
  // all are texts: jsonb_build_object is not immutable, so a distributed database would not call it with columns of the row to change
  return sql`jsonb_strip_nulls(jsonb_object(
    '{EmailAddress, ListID, CampaignID, State, Cause, BounceType, Class}'::text[],
    array[${hash}::text, data ->> 'ListID', data ->> 'CampaignID', data ->> 'State', data ->> 'Cause', data ->> 'BounceType', data ->> 'Class']))`
}

async function eraseNewEvents(sql: Sql, tracing: Tracing): Promise<number> {
  const { count } = await sql`
    update events set data = ${erasedEvent(sql, tracing)}
    where client_id = ${tracing.clientId} and ${isOurs(sql, tracing, sql`data ->> 'EmailAddress'`)}`
  return count
}

/** Events per statement. */
const eventsOfStep = 20_000

async function erasePublishedEvents(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  // also those whose time has ended, until their month is removed
  const [head] = await sql<{ first: number | null; last: number }[]>`
    select (select min(sequence) from published_events where client_id = ${clientId}) as first, last_sequence as last
    from event_heads where client_id = ${clientId}`
  let erased = 0
  for (let from = head?.first ?? Number.MAX_SAFE_INTEGER; head && from <= head.last; from += eventsOfStep) {
    const { count } = await sql`
      update published_events set data = ${erasedEvent(sql, tracing)}
      where client_id = ${clientId} and sequence >= ${from} and sequence < ${from + eventsOfStep}
        and ${isOurs(sql, tracing, sql`data ->> 'EmailAddress'`)}`
    erased += count
  }
  return erased
}

async function eraseBulkChangeRows(sql: Sql, { clientId, subscriberIds }: Tracing): Promise<number> {
  if (subscriberIds.length === 0) return 0
  const { count } = await sql`
    update bulk_change_rows
    set before = case when before is null then null else '{}'::jsonb end, copied = case when copied is null then null else '{}'::jsonb end
    where client_id = ${clientId} and subscriber_id = any(${subscriberIds as number[]}::bigint[])
      and (before <> '{}' or copied <> '{}')`
  return count
}

/** What the contact sent off with forms, and agreed to there. */
function eraseFormTraces(sql: Sql, { clientId, spellings }: Tracing): Promise<number> {
  return eraseFormRows(sql, clientId, spellings)
}

/** Erases the address in segments, audiences as they were judged, and bulk changes whose rules name it. */
async function eraseRules(sql: Sql, { clientId, spellings, hash }: Tracing): Promise<number> {
  let erased = 0
  for (const [table, column] of [
    ['segments', 'rules'],
    ['campaign_audiences', 'audience'],
    ['bulk_changes', 'rule'],
    ['bulk_changes', 'about'],
  ] as const) {
    for (const spelling of spellings) {
      // does not match part of a longer address
      const pattern = `(?<![\\w.+-])${spelling.replace(/[^\w@-]/g, '\\$&')}(?![\\w-]|\\.\\w)`
      const { count } = await sql`
        update ${sql(table)} set ${sql(column)} = regexp_replace(${sql(column)}::text, ${pattern}, ${hash}, 'gi')::jsonb
        where client_id = ${clientId} and ${sql(column)}::text ~* ${pattern}`
      erased += count
    }
  }
  return erased
}

/** Deletes groups that become empty. */
async function eraseFromTestGroups(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count } = await sql`
    update test_groups g
    set addresses = array(
      select a.email from unnest(g.addresses) with ordinality a (email, place) where not ${isOurs(sql, tracing, sql`a.email`)} order by a.place)
    where client_id = ${clientId} and exists (select 1 from unnest(g.addresses) a (email) where ${isOurs(sql, tracing, sql`a.email`)})`
  await sql`delete from test_groups where client_id = ${clientId} and addresses = '{}'`
  return count
}

/** Erases the address in the history of members whose address was changed. */
async function eraseFormerAddresses(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count } = await sql`
    update preference_history
    set from_value = case when ${isOurs(sql, tracing, sql`from_value`)} then ${erasedEmail}::text else from_value end,
      to_value = case when ${isOurs(sql, tracing, sql`to_value`)} then ${erasedEmail}::text else to_value end
    where client_id = ${clientId} and preference = 'address'
      and (${isOurs(sql, tracing, sql`from_value`)} or ${isOurs(sql, tracing, sql`to_value`)})`
  return count
}

/** Deletes earlier previews, which may show the contact's values. */
async function erasePreviews(sql: Sql, { clientId, lookedAt }: Tracing): Promise<number> {
  const { count } = await sql`delete from previews where client_id = ${clientId} 
      and expires_at <= ${lookedAt}::timestamptz + make_interval(mins => ${previewMinutes})`
  return count
}

async function eraseOccurrences(sql: Sql, tracing: Tracing): Promise<number> {
  const { accountId, clientId, address } = tracing
  const lists = await sql<{ id: number }[]>`select id from lists where client_id = ${clientId}`
  await forgetConfirmationsOf(
    sql,
    lists.map(({ id }) => ({ accountId, listId: id, address })),
  )
  await forgetForwardsTo(sql, accountId, address)
  return forgetLettersTo(sql, clientId, address)
}
