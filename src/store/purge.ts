/**
 * The daily purge: deletes clients, lists, templates and campaigns that were marked as deleted more than 30 days ago, with all
 * dependent rows
 * (design §3), in steps short enough not to delay other work. The next purge continues an interrupted one.
 * See docs/decisions/storage.md#deleted-objects-are-kept-for-30-days.
 */

import { purgeClientOfKeys } from './accounts/api-keys.ts'
import { type DeletedKind, endRestoring, keptDays } from './accounts/deletions.ts'
import { purgeIdempotencyKeys } from './accounts/idempotency.ts'
import { removeWithoutGrants } from './accounts/person-grants.ts'
import { isRemovedSample } from './accounts/sample.ts'
import { deviceDays } from './accounts/sign-in.ts'
import { findAmongClients, findClientsWith } from './among-clients.ts'
import { purgeBulkChanges, purgeBulkChangesOf } from './bulk-changes/purge.ts'
import type { Database, Fragment, Sql } from './connection/database.ts'
import { transaction } from './connection/transaction.ts'
import { removeClientFromDirectory, removeFromDirectory } from './directory.ts'
import { type DeletedImage, deleteUnshown, readUnshownImages } from './images/images.ts'
import { purgeImportsOf } from './imports/purge.ts'
import type { CampaignKey } from './keys.ts'
import { handedOf } from './ledger/totals.ts'
import { keepCounted } from './limits/daily-limits.ts'
import { makePartitions } from './partitions.ts'
import { forgetTagsOfGone } from './tags/tagged.ts'

/** Rows per statement. */
const step = 5000

/**
 * Dependent tables of each object, its own table last. A test compares the client's tables with the schema: a new table with
 * a client_id must be listed here.
 */
const campaignTables = [
  'campaign_lists',
  'campaign_exclusions',
  'campaign_revisions',
  'campaign_contents',
  'campaign_acknowledgements',
  'campaign_approvals',
  'campaign_comments',
  'campaign_freezes',
  'campaign_zones',
  'campaign_variants',
  'campaign_tests',
  'campaign_audiences',
  'campaign_link_tags',
  'links',
  'hits',
  'uncounted_hits',
  'opens',
  'clicks',
  'engagement',
  'link_totals',
  'mail_programs',
  'campaign_hours',
  'campaign_domains',
  'campaign_domain_counts',
  'campaign_unsubscribes',
  'campaign_bounces',
  'campaign_bounce_classes',
  'campaign_arrivals',
  'campaign_complaints',
  'mailbox',
  'log',
  'leases',
  'audience',
  'campaign_totals',
  'campaign_history',
  'erased_recipients',
  'silent_recipients',
  'anonymous_opens',
  'engagement_rollups',
  'report_links',
  'retention_campaigns',
]
/** Purged by imports/purge.ts. */
const importTables = ['import_rows', 'import_counts', 'import_asks', 'imports']
/** Purged by bulk-changes/purge.ts. */
const bulkChangeTables = ['bulk_change_rows', 'bulk_changes']
const listTables = [
  'custom_fields',
  'segments',
  'subscriber_history',
  'preference_history',
  'leave_reasons',
  'address_requests',
  'list_suppression_history',
  'list_suppressions',
  'subscribers',
  'list_days',
  'list_totals',
]
/** Of sign-up forms. */
const formTables = [
  'form_sign_ups',
  'form_tokens',
  'form_counts',
  'form_hours',
  'form_waves',
  'form_wordings',
  'form_consents',
  'forms',
]
/** Of feeds. */
const feedTables = ['feed_runs', 'feed_items', 'feeds']
/** Of reports by mail. */
const reportTables = ['report_mails', 'report_runs', 'report_recipients', 'report_mailings']
const clientTables = [
  // of clients; those of lists went before. Sizes go with their segment
  'segment_sizes',
  'editors',
  'complaint_alarms',
  'suppression_history',
  'events',
  'published_events',
  'event_heads',
  'webhook_attempts',
  'webhooks',
  'client_days',
  'grants',
  'test_groups',
  'blocks',
  'series_mails',
  'series_enrolments',
  'series_steps',
  'series',
  'tagged_contacts',
  'contact_tags',
  'deletions',
  'senders',
  'client_brandings',
  'sending_domains',
  'assets',
  'previews',
  'upload_chunks',
  'uploads',
  'export_chunks',
  'exports',
  'image_copies',
  'images',
  'suppressions',
  'contact_pauses',
  'erasures',
  'retention_choices',
  'retention_edges',
  'tracking_withdrawals',
  'contact_engagement',
  'former_addresses',
  'logins',
  'campaigns',
  'template_revisions',
  'templates',
  'lists',
]

/** How long occurrences for limits of minutes are kept, in milliseconds. */
const limitKeptMs = 3_600_000

/** All tables whose rows of a purged client are deleted. */
export const purgedTables: readonly string[] = [
  ...campaignTables,
  ...importTables,
  ...bulkChangeTables,
  ...listTables,
  ...formTables,
  ...feedTables,
  ...reportTables,
  ...clientTables,
]

/** The handler of the `purge` job. What ends by its age alone is removed by `domain/retention/worker.ts`. */
export async function purge(db: Database, now = new Date()): Promise<void> {
  await makePartitions(db, now)
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  for (const one of await deleted(db, 'campaigns', before)) {
    if (await endsRestoring(db, 'campaign', one, before)) await purgeCampaign(db, one.clientId, one.id)
  }
  for (const one of await deleted(db, 'templates', before)) {
    if (await endsRestoring(db, 'template', one, before)) await purgeTemplate(db, one.clientId, one.id)
  }
  for (const one of await deleted(db, 'lists', before)) {
    if (await endsRestoring(db, 'list', one, before)) await purgeList(db, one.clientId, one.id)
  }
  for (const one of await readUnshownImages(db, before)) await purgeImage(db, one, before)
  for (const one of await deletedClients(db, before)) {
    if (await endsRestoring(db, 'client', one, before)) await purgeClient(db, one.clientId)
  }
  await deleteSteps(db, 'occurrences', db`at < ${before}`)
  await deleteSteps(db, 'sign_in_attempts', db`since < ${new Date(now.getTime() - limitKeptMs)}`)
  await deleteSteps(db, 'shared_buckets', db`at < ${new Date(now.getTime() - limitKeptMs)}`)
  await purgePeople(db, before)
  await purgeBulkChanges(db, now)
  await purgeIdempotencyKeys(db)
  await deleteOldOfClients(db, 'address_requests', db`at < ${before}`)
  // the last day is over in every time zone
  await deleteOldOfClients(db, 'contact_pauses', db`until < ${new Date(now.getTime() - 2 * 86_400_000)}::date`)
  await deleteOldOfClients(db, 'editors', db`until < ${now}`)
  await deleteOldOfClients(db, 'previews', db`expires_at < ${now}`)
  await deleteSteps(db, 'sessions', db`expires_at < ${now}`)
  await deleteSteps(db, 'devices', db`last_at < ${new Date(now.getTime() - deviceDays * 86_400_000)}`)
}

interface Owned {
  readonly clientId: number
  readonly id: number
  readonly publicId: string
}

async function deleted(sql: Sql, table: 'campaigns' | 'templates' | 'lists', before: Date) {
  return findAmongClients<Owned>(sql, {
    table,
    columns: sql`, t.id, t.public_id`,
    isFound: sql`t.deleted_at < ${before}`,
    order: sql`t.deleted_at`,
  })
}

async function deletedClients(sql: Sql, before: Date): Promise<readonly Owned[]> {
  return sql<Owned[]>`
    select id as client_id, id, public_id from clients where deleted_at < ${before} order by deleted_at`
}

/**
 * Ends the time in which an object can be restored. The steps of its purge are separate transactions, so this one decides first: a
 * concurrent restore locks the entry in the register, and later ones find no entry.
 * @returns false if the object was restored meanwhile
 */
async function endsRestoring(
  db: Database,
  kind: Exclude<DeletedKind, 'asset'>,
  { clientId, id, publicId }: Owned,
  before: Date,
): Promise<boolean> {
  return transaction(db, async sql => {
    await endRestoring(sql, clientId, kind, publicId, before)
    const [found] =
      kind === 'client'
        ? await sql`select 1 from clients where id = ${clientId} and deleted_at < ${before}`
        : await sql`
            select 1 from ${sql(`${kind}s`)} where client_id = ${clientId} and id = ${id} and deleted_at < ${before}`
    return found !== undefined
  })
}

async function purgeCampaign(db: Database, clientId: number, id: number): Promise<void> {
  for (const table of campaignTables) {
    if (table === 'campaign_totals') await deleteTotals(db, { clientId, campaignId: id })
    else await deleteSteps(db, table, db`client_id = ${clientId} and campaign_id = ${id}`)
  }
  await deleteFiles(db, clientId, 'campaign', id)
  await removeFromDirectory(db, 'campaign', [id])
  await deleteSteps(db, 'campaigns', db`client_id = ${clientId} and id = ${id}`)
}

/** Mails that the campaign sent today keep counting for the client's daily limit. */
async function deleteTotals(db: Database, { clientId, campaignId }: CampaignKey): Promise<void> {
  await transaction(db, async sql => {
    const [gone] = await sql<{ mails: number }[]>`
      delete from campaign_totals t
      where t.client_id = ${clientId} and t.campaign_id = ${campaignId}
      returning ${handedOf(sql)} + t.unknown as mails`
    if (gone) await keepCounted(sql, clientId, gone.mails)
  })
}

async function purgeTemplate(db: Database, clientId: number, id: number): Promise<void> {
  await deleteFiles(db, clientId, 'template', id)
  await deleteSteps(db, 'template_revisions', db`client_id = ${clientId} and template_id = ${id}`)
  await removeFromDirectory(db, 'template', [id])
  await deleteSteps(db, 'templates', db`client_id = ${clientId} and id = ${id}`)
}

/** Keeps and serves the image while a campaign or template refers to it, although it can no longer be restored. */
async function purgeImage(db: Database, image: DeletedImage, before: Date): Promise<void> {
  await transaction(db, async sql => {
    await endRestoring(sql, image.clientId, 'asset', image.publicId, before)
    await deleteUnshown(sql, image, before)
  })
}

/** Keeps the list's own row if a campaign was sent to it, because the campaign's reports show its name. */
async function purgeList(db: Database, clientId: number, id: number): Promise<void> {
  await purgeImportsOf(db, clientId, id)
  await purgeBulkChangesOf(db, clientId, id)
  const segments = await db<{ id: number }[]>`select id from segments where client_id = ${clientId} and list_id = ${id}`
  await removeFromDirectory(
    db,
    'segment',
    segments.map(segment => segment.id),
  )
  for (const table of listTables) {
    if (table === 'subscribers') await deleteMembers(db, clientId, id)
    else await deleteSteps(db, table, db`client_id = ${clientId} and list_id = ${id}`)
  }
  const { count } = await db`
    delete from lists l
    where l.client_id = ${clientId} and l.id = ${id} and not exists (
      select 1 from campaign_lists c where c.client_id = ${clientId} and c.list_id = l.id
    ) and not exists (
      select 1 from campaign_exclusions e where e.client_id = ${clientId} and e.list_id = l.id
    )`
  if (count > 0) await removeFromDirectory(db, 'list', [id])
}

/** With the tags of people who are on no list any more. */
async function deleteMembers(db: Database, clientId: number, listId: number): Promise<void> {
  for (let deleted = step; deleted === step; ) {
    deleted = await transaction(db, async sql => {
      const rows = await sql<{ address: string }[]>`
        delete from subscribers
        where client_id = ${clientId} and id = any(array(
          select id from subscribers where client_id = ${clientId} and list_id = ${listId} limit ${step}))
        returning address`
      await forgetTagsOfGone(
        sql,
        clientId,
        rows.map(({ address }) => address),
      )
      return rows.length
    })
  }
}

async function purgeClient(db: Database, clientId: number): Promise<void> {
  for (const table of purgedTables) await deleteSteps(db, table, db`client_id = ${clientId}`)
  await purgeClientOfKeys(db, clientId)
  await removeClientFromDirectory(db, clientId)
  await db`delete from clients where id = ${clientId}`
}

/**
 * The handler of the `purgeSample` job: purges removed sample data, however recently it was removed. Also deletes rows that concurrent work
 * for the client wrote after the first pass.
 */
export async function purgeSample(db: Database, clientId: number): Promise<void> {
  if (!(await isRemovedSample(db, clientId))) return
  await purgeClient(db, clientId)
  for (const table of purgedTables) await deleteSteps(db, table, db`client_id = ${clientId}`)
  await removeClientFromDirectory(db, clientId)
}

/** Deletes people whose last grant was on a purged client, and links to them that ended long ago. */
async function purgePeople(db: Database, before: Date): Promise<void> {
  const without = await db<{ id: number }[]>`
    select id from people p where removed_at is null and not exists (select 1 from grants where person_id = p.id)`
  for (const { id } of without) await transaction(db, sql => removeWithoutGrants(sql, id))
  await deleteSteps(db, 'invitations', db`least(expires_at, accepted_at, revoked_at) < ${before}`)
  await deleteSteps(db, 'password_resets', db`expires_at < ${before}`)
}

async function deleteFiles(db: Database, clientId: number, owner: 'campaign' | 'template', id: number): Promise<void> {
  await deleteSteps(db, 'assets', db`client_id = ${clientId} and owner = ${owner} and owner_id = ${id}`)
}

/** Deletes rows of clients by their age. Each client that has some is found first: each step names it. */
async function deleteOldOfClients(db: Database, table: string, isOld: Fragment): Promise<void> {
  for (const clientId of await findClientsWith(db, table, isOld))
    await deleteSteps(db, table, db`client_id = ${clientId} and ${isOld}`)
}

/**
 * Deletes rows that meet the condition, which names the client of a client's rows, with a transaction per step. A ctid is unique only within a partition, so steps compare
 * tableoid too.
 */
async function deleteSteps(db: Database, table: string, condition: Fragment): Promise<void> {
  for (;;) {
    const { count } = await db`
      delete from ${db(table)} t
      using (select tableoid as part, ctid as place from ${db(table)} where ${condition} limit ${step}) chosen
      where t.tableoid = chosen.part and t.ctid = chosen.place and ${condition}`
    if (count < step) return
  }
}
