/**
 * What else says something of an erased contact: texts of mails and bounces, hits, returned mail, events, rows of imports and files. Each
 * function removes one kind, and finds nothing when it is called again.
 */

import { forgetForwardsTo } from '../campaigns/forwards.ts'
import type { Fragment, Sql } from '../connection/database.ts'
import { deleteExport, type ExportKey } from '../exports/exports.ts'
import type { ImportKey } from '../imports/imports.ts'
import { forgetLettersTo } from '../jobs/jobs.ts'
import { lastEntry, rangeOf, recipientState } from '../ledger/recipient-state.ts'
import { erasedEmail } from '../subscribers/address-hash.ts'
import { forgetConfirmationsOf } from '../subscribers/confirmations.ts'
import { removeUpload, type UploadKey } from '../uploads/uploads.ts'
import type { Erasing } from './contact-rows.ts'
import type { RemovedKind } from './erasures.ts'

export interface Tracing extends Erasing {
  /** All spellings of the address that were found, in lower case. */
  readonly spellings: readonly string[]
  /** Of its memberships. */
  readonly subscriberIds: readonly number[]
  /** What began before may hold the contact. */
  readonly lookedAt: Date
}

/** Removes one kind. @returns how much it removed */
type Remove = (sql: Sql, tracing: Tracing) => Promise<number>

/** In the order in which things are passed on: what moves meanwhile is found where it went. */
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
  { kind: 'others', remove: eraseBulkChangeRows },
  { kind: 'others', remove: eraseRules },
  { kind: 'others', remove: eraseTestMails },
  { kind: 'others', remove: eraseFromTestGroups },
  { kind: 'others', remove: eraseFormerAddresses },
  { kind: 'others', remove: erasePreviews },
  { kind: 'others', remove: eraseOccurrences },
]

/** Whether a row `t` of the client is of the recipient `r`, and `r` of this erasure. */
function isErased(sql: Sql, { clientId, erasureId }: Tracing): Fragment {
  return sql`r.client_id = ${clientId} and r.erasure_id = ${erasureId} and t.campaign_id = r.campaign_id and t.number = r.number`
}

function isOurs(sql: Sql, { spellings }: Tracing, email: Fragment): Fragment {
  return sql`lower(${email}) = any(${spellings as string[]}::text[])`
}

/** What relays and reports said: the status (RFC 3463) stays, the rest may name the contact. Why the service itself excluded a recipient stays. */
async function eraseTexts(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const status = sql`substring(t.answer from '^[245]\\.\\d{1,3}\\.\\d{1,3}')`
  const { count: answers } = await sql`
    update log t set answer = ${status} from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.kind <> 'excluded' and t.answer is distinct from ${status}`
  const { count: bounces } = await sql`
    update campaign_bounces t set evidence = '', reported = '', mail_id = null from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.worked_at is not null
      and (t.evidence <> '' or t.reported <> '' or t.mail_id is not null)`
  const { count: complaints } = await sql`
    update campaign_complaints t set evidence = '', mail_id = null from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and (t.evidence <> '' or t.mail_id is not null)`
  return answers + bounces + complaints
}

/** Network address and program of opens and clicks, once they are judged: the counts stay as they are. */
async function eraseHits(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count } = await sql`
    update hits t set remote = '', agent = '' from erased_recipients r
    where t.client_id = ${clientId} and ${isErased(sql, tracing)} and (t.remote <> '' or t.agent <> '') and not ${isUnjudged(sql, clientId)}`
  return count
}

/** Whether hits of the recipient `r` are not all judged. */
function isUnjudged(sql: Sql, clientId: number): Fragment {
  return sql`(
    exists (
      select from opens o
      where o.client_id = ${clientId} and o.campaign_id = r.campaign_id and o.number = r.number and o.stale_at is not null
    ) or exists (
      select from uncounted_hits u
      where u.client_id = ${clientId} and u.campaign_id = r.campaign_id and r.number = any(u.numbers)
    ))`
}

async function eraseReturnedMails(sql: Sql, tracing: Tracing): Promise<number> {
  const { count } = await sql`
    delete from mailbox t using erased_recipients r
    where ${isErased(sql, tracing)} and t.state <> 'waiting'`
  return count
}

/** Mail that could not be matched with a client belongs to none, and may be the contact's; base64 inside of it is not looked into. */
async function eraseUnmatchedMails(sql: Sql, { spellings }: Tracing): Promise<number> {
  const { count } = await sql`
    delete from mailbox
    where state in ('unmatched', 'unreadable') and client_id is null and exists (
      select from unnest(${spellings as string[]}::text[]) as s (spelling)
      where position(s.spelling in lower(sender || ' ' || recipient || ' ' || coalesce(evidence, '') || ' ' || encode(raw, 'escape'))) > 0)`
  return count
}

/** What stays of an event: what happened, to which list or campaign. Its place in the order stays, so that readers miss nothing. */
function erasedEvent(sql: Sql, { hash }: Tracing): Fragment {
  return sql`jsonb_strip_nulls(jsonb_build_object('EmailAddress', ${hash}::text, 'ListID', data -> 'ListID', 'CampaignID', data -> 'CampaignID',
    'State', data -> 'State', 'Cause', data -> 'Cause', 'BounceType', data -> 'BounceType', 'Class', data -> 'Class'))`
}

async function eraseNewEvents(sql: Sql, tracing: Tracing): Promise<number> {
  const { count } = await sql`
    update events set data = ${erasedEvent(sql, tracing)}
    where client_id = ${tracing.clientId} and ${isOurs(sql, tracing, sql`data ->> 'EmailAddress'`)}`
  return count
}

/** Events of one statement. */
const eventsOfStep = 20_000

async function erasePublishedEvents(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const [head] = await sql<{ first: number; last: number }[]>`
    select first_kept as first, last_sequence as last from event_heads where client_id = ${clientId}`
  let erased = 0
  for (let from = head?.first ?? 0; head && from <= head.last; from += eventsOfStep) {
    const { count } = await sql`
      update published_events set data = ${erasedEvent(sql, tracing)}
      where client_id = ${clientId} and sequence >= ${from} and sequence < ${from + eventsOfStep}
        and ${isOurs(sql, tracing, sql`data ->> 'EmailAddress'`)}`
    erased += count
  }
  return erased
}

/** Rows of an import `i` that are the contact's, before and after they were erased. */
function rowsOf(sql: Sql, tracing: Tracing): Fragment {
  const { address, hash } = tracing
  return sql`
    r.client_id = i.client_id and r.import_id = i.id
      and (r.address in (${address}, ${hash}) or ${isOurs(sql, tracing, sql`btrim(r.email)`)})`
}

/** An import that will not read its file again. */
const endedImports = ['done', 'undone', 'cancelled', 'failed']

/** The files of imports that have ended and hold the contact, or never came to be read; and those that no operation has used. */
async function eraseUploads(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId, lookedAt } = tracing
  const files = await sql<UploadKey[]>`
    select u.client_id, u.id as upload_id
    from uploads u
    left join imports i on i.client_id = u.client_id and i.id = u.import_id
    where u.client_id = ${clientId} and u.created_at <= ${lookedAt} and case
      when i.id is null then u.claimed_until <= now()
      else i.state = any(${endedImports}::text[]) and (i.rows is null or exists (select from import_rows r where ${rowsOf(sql, tracing)}))
    end`
  for (const file of files) await removeUpload(sql, file)
  return files.length
}

/** Rows keep their verdict, so that an import adds up. Those that are still to be written have a hash that is suppressed. */
async function eraseImportRows(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId, hash } = tracing
  const imports = await sql<ImportKey[]>`
    select client_id, id as import_id from imports where client_id = ${clientId} and rows is not null`
  let erased = 0
  for (const { importId } of imports) {
    const { count } = await sql`
      update import_rows r
      set address = case when r.address is null then null else ${hash}::text end, email = ${erasedEmail}, name = null,
        mobile_number = null, fields = '{}', evidence = null, before = null, written = null, reason = null, dropped = null
      from imports i
      where i.client_id = ${clientId} and i.id = ${importId} and ${rowsOf(sql, tracing)} and r.email <> ${erasedEmail}`
    erased += count
  }
  return erased
}

/** An import shows the first rows of its file. */
async function eraseSamples(sql: Sql, { clientId, spellings }: Tracing): Promise<number> {
  const isNamedIn = (text: Fragment) =>
    sql`exists (select from unnest(${spellings as string[]}::text[]) s (spelling) where position(s.spelling in lower(${text})) > 0)`
  const { count } = await sql`
    update imports i
    set source = jsonb_set(source, '{parts}', (
      select jsonb_agg(jsonb_set(p.part, '{sample}', coalesce((
        select jsonb_agg(r.cells order by r.place)
        from jsonb_array_elements(p.part -> 'sample') with ordinality r (cells, place)
        where not ${isNamedIn(sql`r.cells::text`)}), '[]')) order by p.place)
      from jsonb_array_elements(i.source -> 'parts') with ordinality p (part, place)))
    where client_id = ${clientId} and ${isNamedIn(sql`(source -> 'parts')::text`)}`
  return count
}

/** Files that were made before cannot be looked into: all of them go. */
async function eraseExports(sql: Sql, { clientId, lookedAt }: Tracing): Promise<number> {
  const files = await sql<ExportKey[]>`
    select client_id, id as export_id from exports where client_id = ${clientId} and created_at <= ${lookedAt}`
  for (const file of files) await deleteExport(sql, file)
  return files.length
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

/** Segments and bulk changes that were made for this address name it. */
async function eraseRules(sql: Sql, { clientId, spellings, hash }: Tracing): Promise<number> {
  let erased = 0
  for (const [table, column] of [
    ['segments', 'rules'],
    ['bulk_changes', 'rule'],
    ['bulk_changes', 'about'],
  ] as const) {
    for (const spelling of spellings) {
      // not a part of a longer address
      const pattern = `(?<![\\w.+-])${spelling.replace(/[^\w@-]/g, '\\$&')}(?![\\w-]|\\.\\w)`
      const { count } = await sql`
        update ${sql(table)} set ${sql(column)} = regexp_replace(${sql(column)}::text, ${pattern}, ${hash}, 'gi')::jsonb
        where client_id = ${clientId} and ${sql(column)}::text ~* ${pattern}`
      erased += count
    }
  }
  return erased
}

/** Test mails to the address, in the history of campaigns. */
async function eraseTestMails(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count: asked } = await sql`
    update campaign_history h
    set detail = jsonb_set(detail, '{recipients}', (
      select jsonb_agg(case when ${isOurs(sql, tracing, sql`e.email`)} then ${erasedEmail}::text else e.email end order by e.place)
      from jsonb_array_elements_text(h.detail -> 'recipients') with ordinality e (email, place)))
    where client_id = ${clientId} and action = 'test' and exists (
      select from jsonb_array_elements_text(h.detail -> 'recipients') e (email) where ${isOurs(sql, tracing, sql`e.email`)})`
  const { count: sent } = await sql`
    update campaign_history h
    set detail = jsonb_set(detail, '{results}', (
      select jsonb_agg(
        case when ${isOurs(sql, tracing, sql`e.result ->> 'email'`)}
          then e.result || jsonb_build_object('email', ${erasedEmail}::text, 'answer', '') else e.result end order by e.place)
      from jsonb_array_elements(h.detail -> 'results') with ordinality e (result, place)))
    where client_id = ${clientId} and action = 'tested' and exists (
      select from jsonb_array_elements(h.detail -> 'results') e (result) where ${isOurs(sql, tracing, sql`e.result ->> 'email'`)})`
  return asked + sent
}

/** Groups that had no one else go. */
async function eraseFromTestGroups(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId } = tracing
  const { count } = await sql`
    update test_groups g
    set addresses = array(
      select a.email from unnest(g.addresses) with ordinality a (email, place) where not ${isOurs(sql, tracing, sql`a.email`)} order by a.place)
    where client_id = ${clientId} and exists (select from unnest(g.addresses) a (email) where ${isOurs(sql, tracing, sql`a.email`)})`
  await sql`delete from test_groups where client_id = ${clientId} and addresses = '{}'`
  return count
}

/** In the history of who has another address by now. */
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

/** They live for minutes, and may show the contact's values. */
async function erasePreviews(sql: Sql, { clientId, lookedAt }: Tracing): Promise<number> {
  const { count } = await sql`delete from previews where client_id = ${clientId} and expires_at > ${lookedAt}`
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

/**
 * What must come to its end before all can be removed, as a sentence; undefined where there is nothing. Transactions that began before
 * the erasure may still write the address down.
 */
export async function waitsFor(sql: Sql, tracing: Tracing): Promise<string | undefined> {
  const { clientId, erasureId, lookedAt } = tracing
  const ofRecipient = { clientId: sql`r.client_id`, campaignId: sql`r.campaign_id` }
  const [row] = await sql<Record<keyof typeof waiting, boolean>[]>`
    select
      exists (
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start < ${lookedAt}
      ) as transactions,
      exists (
        select from erased_recipients r
        left join lateral (${lastEntry(sql, ofRecipient, sql`r.number`)}) e on true
        left join lateral (${rangeOf(sql, ofRecipient, sql`r.number`)}) g on true
        where r.client_id = ${clientId} and r.erasure_id = ${erasureId}
          and ${recipientState(sql, 'e', 'g', sql`r.number`)} = 'handing over'
      ) as mails,
      exists (
        select from erased_recipients r where r.client_id = ${clientId} and r.erasure_id = ${erasureId} and ${isUnjudged(sql, clientId)}
      ) as hits,
      exists (
        select from erased_recipients r join campaign_bounces t on t.client_id = ${clientId} and ${isErased(sql, tracing)} and t.worked_at is null
      ) as bounces,
      exists (
        select from erased_recipients r join mailbox t on ${isErased(sql, tracing)} and t.state = 'waiting'
      ) as returned_mails,
      exists (
        select from imports i
        where i.client_id = ${clientId} and i.created_at <= ${lookedAt} and i.state <> all(${endedImports}::text[])
          and (i.rows is null or exists (select from import_rows r where ${rowsOf(sql, tracing)}))
      ) as imports,
      exists (
        select from uploads where client_id = ${clientId} and created_at <= ${lookedAt} and import_id is null
      ) as uploads`
  const [first] = (Object.keys(waiting) as (keyof typeof waiting)[]).filter(what => row![what])
  return first && waiting[first]
}

/** In the order of how soon it usually ends, the longest first. */
const waiting = {
  imports: 'An import that was begun before, and may hold the contact, is not finished: write it or cancel it.',
  mails: 'A mail to the contact is being handed over.',
  uploads: 'A file that was uploaded before is being received or read.',
  returnedMails: 'A mail that came back has not been read yet.',
  bounces: 'A bounce has not been worked off yet.',
  hits: 'Opens or clicks have not been judged yet.',
  transactions: 'A transaction that began before is still running.',
} as const

/** Mails of the contact that the folder transport may have written: to campaigns and as tests, and those of the service by their address. */
export async function erasedMails(sql: Sql, tracing: Tracing) {
  const { clientId, erasureId, spellings } = tracing
  const campaigns = await sql<{ campaignPublicId: string; number: number }[]>`
    select m.public_id as campaign_public_id, r.number
    from erased_recipients r
    join campaigns m on m.client_id = r.client_id and m.id = r.campaign_id
    where r.client_id = ${clientId} and r.erasure_id = ${erasureId}`
  const tests = await sql<{ campaignPublicId: string; test: number; index: number }[]>`
    select m.public_id as campaign_public_id, (h.detail ->> 'test')::bigint as test, e.place::integer - 1 as index
    from campaign_history h
    join campaigns m on m.client_id = h.client_id and m.id = h.campaign_id
    cross join lateral jsonb_array_elements(h.detail -> 'results') with ordinality e (result, place)
    where h.client_id = ${clientId} and h.action = 'tested' and ${isOurs(sql, tracing, sql`e.result ->> 'email'`)}`
  return { campaigns, tests, spellings }
}
