/** Reasons for an erasure to wait. */
import type { Sql } from '../connection/database.ts'
import { lastEntry, rangeOf, recipientState } from '../ledger/recipient-state.ts'
import { endedImports, rowsOf } from './file-traces.ts'
import { isUnjudged } from './mail-traces.ts'
import { isErased, type Tracing } from './tracing.ts'

/**
 * The work that must end before the erasure can be completed, as a sentence; undefined if nothing remains. Transactions that began before
 * the erasure may still write the address.
 */
export async function findReasonToWait(sql: Sql, tracing: Tracing): Promise<string | undefined> {
  const { clientId, erasureId, lookedAt } = tracing
  const ofRecipient = { clientId, campaignId: sql`r.campaign_id` }
  const [row] = await sql<Record<keyof typeof waiting, boolean>[]>`
    select
      exists (
        select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start < ${lookedAt}
      ) as transactions,
      exists (
        select 1 from erased_recipients r
        left join lateral (${lastEntry(sql, ofRecipient, sql`r.number`)}) e on true
        left join lateral (${rangeOf(sql, ofRecipient, sql`r.number`)}) g on true
        where r.client_id = ${clientId} and r.erasure_id = ${erasureId}
          and ${recipientState(sql, 'e', 'g', sql`r.number`)} = 'handing over'
      ) as mails,
      exists (
        select 1 from erased_recipients r where r.client_id = ${clientId} and r.erasure_id = ${erasureId} and ${isUnjudged(sql, clientId)}
      ) as hits,
      exists (
        select 1 from erased_recipients r join campaign_bounces t on t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.worked_at is null
      ) as bounces,
      exists (
        select 1 from erased_recipients r join mailbox t on ${isErased(sql, tracing)} and t.state = 'waiting'
      ) as returned_mails,
      exists (
        select 1 from imports i
        where i.client_id = ${clientId} and i.created_at <= ${lookedAt} and i.state <> all(${endedImports}::text[])
          and (i.rows is null or exists (select 1 from import_rows r where ${rowsOf(sql, tracing)}))
      ) as imports,
      exists (
        select 1 from uploads where client_id = ${clientId} and created_at <= ${lookedAt} and import_id is null
      ) as uploads`
  const [first] = (Object.keys(waiting) as (keyof typeof waiting)[]).filter(what => row![what])
  return first && waiting[first]
}

/** Sorted by usual duration, longest first. */
const waiting = {
  imports: 'An import that was begun before, and may hold the contact, is not finished: write it or cancel it.',
  mails: 'A mail to the contact is being handed over.',
  uploads: 'A file that was uploaded before is being received or read.',
  returnedMails: 'A mail that came back has not been read yet.',
  bounces: 'A bounce has not been worked off yet.',
  hits: 'Opens or clicks have not been judged yet.',
  transactions: 'A transaction that began before is still running.',
} as const
