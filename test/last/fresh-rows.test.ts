/**
 * No statement reads much more than it returns or changes, not even of tables that PostgreSQL has no statistics of: after a burst it
 * plans for a few rows of a table with many, and a plan that looks at all rows for each row takes minutes. Every statement that
 * the tests of this run sent (test/harness/statements.ts) runs on full tables. `node test/run.mjs <its tests> test/last` judges some.
 *
 * A statement fails here though its tables have the right indexes? With two columns given as values, `campaign_id = $2 and client_id = $1`,
 * the planner without statistics expects one row, and then reads by these alone and compares the rest of the key row by row. Join `lateral` with a
 * subquery that ends in `offset 0`, so that the whole key is looked up; choose rows of an update or delete by `= any(array(select …))`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { moreTime } from '../harness/effort.ts'
import { fillTables } from '../harness/full-tables.ts'
import { type Judge, placeFinder, startJudge } from '../harness/judge.ts'
import type { Effort } from '../harness/plans.ts'
import { recordedStatements } from '../harness/statements.ts'
import { storeStatements } from '../harness/store-statements.ts'

const rows = 20_000
/** Rows that may be read for one that is returned or changed. */
const mostPerRow = 20
/** Rows that any statement may read. */
const floor = 1_000
/** What those of `linear` may read: each row of a table a few times, never each row for each. */
const mostLinear = 20 * rows

/** Statements that read more by their nature, but never all rows for each row. The list only shrinks. */
const linear: readonly string[] = [
  // what one form, one import, one segment or one campaign has, of which these tables are full
  'address-requests.ts: insertAddressRequest',
  'contact-rows.ts: eraseMemberships',
  'engagement-rollups.ts: queueHistory',
  'forms.ts: insertForm',
  'forms.ts: readWordingsByHash',
  'freeze-exclusions.ts: excludePaused',
  'law.ts: countBasis',
  'people.ts: countPeople',
  'places.ts: readPlacesOfCampaign',
  'variants.ts: releaseRest',
  'processing.ts: countMembersByAnswer',
  'segments.ts: findSize',
  'sign-ups.ts: claimSignUps',
  'sign-ups.ts: countSignUps',
  'sign-ups.ts: deleteOldSignUps',
  'tags.ts: readCampaignsOfTag',
  'tags.ts: readSegmentsOfTag',
  'waves.ts: confirmedPermille',
  'waves.ts: flowOf',
  'waves.ts: readFlow',
  'writing-tags.ts: countNewTags',
  'link-tags.ts: bindLinkTags',
  // a client has few of these, as their limits say; holds and buckets are few by their nature
  'feeds.ts: readFeeds',
  'file-traces.ts: eraseExports',
  'guards.ts: findActiveHolds',
  'segments.ts: findSegmentsOfClient',
  'senders.ts: readSendersOf',
  'throttle.ts: forgetFullBuckets',
  'throttle.ts: loadBuckets',
  // of the catalogue
  'placement.ts: readPlacements',
  // each member may have had several addresses
  'withdrawals.ts: readNamesOfMembers',
  // what a count or a summary goes over, or what a job that runs now and then looks through
  'account-overview.ts: readClientsByNeed',
  'accounts.ts: readOnlySiteUrl',
  'backups.ts: readBackupFigures',
  'bulk-changes.ts: countOpen',
  'campaign-pages.ts: readNumberedCampaigns',
  'choosing.ts: chooseRuled',
  'complaint-alarms.ts: findActiveAlarms',
  'contact-file.ts: readImportsOfContact',
  'daily-limits.ts: beginDay',
  'daily-limits.ts: readReservedBeside',
  'daily-limits.ts: readSentOn',
  'domain-counts.ts: countDomains',
  'erasures.ts: readErasuresSign',
  'factors.ts: readRecoveryCodesLeft',
  'growth.ts: readGrowthDays',
  'history.ts: countLinks',
  'images.ts: countImages',
  'imports.ts: hasImported',
  'imports.ts: moveImport',
  'imports.ts: openImports',
  'lifecycle.ts: retryFailed',
  'lifecycle.ts: settleUnknown',
  'log-facts.ts: readCampaignFacts',
  'freeze-exclusions.ts: excludeUnasked',
  'member-pages.ts: countUpTo',
  'metrics.ts: readInboundOfDay',
  'metrics.ts: readLedgerSums',
  'metrics.ts: openWork',
  'metrics.ts: readFormFigures',
  'metrics.ts: readQueueFigures',
  'outbox.ts: readOutboxCampaigns',
  'processes.ts: readKnownProcesses',
  'processing.ts: readAccessTo',
  'processing.ts: readLastBackups',
  'recipient-events.ts: readRecipientEvents',
  'recipient-events.ts: readRecipientsOfEvents',
  'recipients-of.ts: readSendingProgress',
  'staging.ts: countRange',
  'staging.ts: readJoiningMonths',
  'staging.ts: readLossesOf',
  'staging.ts: markDuplicates',
  'suppression-list.ts: countAddresses',
  'test-sends.ts: testMailsOf',
  // purges and erasures go through what they may remove
  'api-keys.ts: purgeClientOfKeys',
  'contact-rows.ts: findErased',
  'deletions.ts: endRestoring',
  'deletions.ts: removeDeletion',
  'file-traces.ts: eraseImportRows',
  'file-traces.ts: eraseSamples',
  'file-traces.ts: eraseUploads',
  'idempotency.ts: purgeIdempotencyKeys',
  'images.ts: readUnshownImages',
  'mail-traces.ts: eraseTestMails',
  'purge.ts: deleted',
  'purge.ts: deletedClients',
  'purge.ts: readImportsToPurge',
  'purge.ts: purgeBulkChanges',
  'purge.ts: purgeImports',
  'traces.ts: eraseBulkChangeRows',
  'traces.ts: eraseFormerAddresses',
  'traces.ts: eraseNewEvents',
  'traces.ts: erasePublishedEvents',
  'traces.ts: eraseRules',
  'withdrawals.ts: removeFiles',
  'withdrawals.ts: removePublished',
  'withdrawals.ts: removeTracking',
  'waiting.ts: findReasonToWait',
  // of what one campaign, template, client or account has some of, the full tables have 20,000
  'api-keys.ts: insertApiKey',
  'approvals.ts: readApprovalsOf',
  'comments.ts: deleteCommentRow',
  'comments.ts: insertComment',
  'comments.ts: markResolved',
  'complaint-alarms.ts: isCampaignHeld',
  'complaint-alarms.ts: releaseCampaign',
  'complaint-alarms.ts: releaseClient',
  'custom-fields.ts: deleteCustomField',
  'draft-rows.ts: readDraft',
  'guards.ts: readMissedSchedules',
  'guards.ts: readPulse',
  'images.ts: readImageByPublicId',
  'imported-content.ts: copyTemplateFiles',
  'invitations.ts: readInvitationToMail',
  'invitations.ts: markAccepted',
  'logins.ts: findFirstAccountUser',
  'plans.ts: contentRevision',
  'preflight.ts: findCheckedCampaign',
  'processes.ts: recordProcess',
  'recipient-steps.ts: readNumbersByAddress',
  'report-links.ts: insertReportLink',
  'report-links.ts: markReportLinkRevoked',
  'report-links.ts: readTrackingOf',
  'segments.ts: readSegmentsOfCampaign',
  'senders.ts: upsertSender',
  'sending.ts: findCampaignContent',
  'sending.ts: findCampaignForSending',
  'sign-in.ts: findLastAccountOf',
  'sign-in.ts: renewDevice',
  'suppressions.ts: lockEntry',
  'suppressions.ts: readSuppressedForCampaign',
  'teams.ts: readTeamOf',
  'template-revisions.ts: keepFirstTemplateRevision',
  'uploads.ts: addChunk',
  'workers.ts: forgetWorkers',
  // the table has one account, client or campaign, whose rows are all 20,000
  'freezing.ts: lastIdOf',
  'enrolling.ts: nextDated',
  'enrolling.ts: nextExisting',
  'series.ts: insertSeries',
  'mailbox-reports.ts: readMailsOfClient',
  'member-pages.ts: pageOfMembers',
  'places.ts: placeNames',
  'sign-ups.ts: countHeld',
  'link-tags.ts: readTaggingCampaign',
  'forms.ts: readForms',
  'deletions.ts: readDeletionsIn',
  'sessions.ts: openSessions',
  // looked for among all, and few are found
  'freezing.ts: findNextFreeze',
  'partitions.ts: readPartitions', // of the catalogue
  // a page looks at no more than 10,000 entries, the choice of actors at 5,000
  'audit-reading.ts: readAuditActors',
  'audit-reading.ts: readAuditEntries',
  'bounces.ts: readNewBounces',
  'among-clients.ts: findAmongClients',
  'among-clients.ts: findClientsWith',
  'claiming.ts: claimWaiting',
  'claiming.ts: claimRows',
  'classified.ts: readNextRecipients',
  'leases.ts: readCampaignsOf',
  'leases.ts: readLeftCampaigns',
  'leases.ts: openTokens',
  'leases.ts: releaseRange',
  'returned.ts: readUnknownsThatWereHit',
  'staging.ts: readRowsWith',
  // a group of rows is joined with all of its kind by a hash, or the group is as large
  'copying.ts: readSources',
  'suppressions.ts: deleteEntries',
  'suppressions.ts: insertEntries',
  'suppressions.ts: readSuppressedAmong',
  // found since the types of their rows may have several members (store-statements.ts); not examined yet
  'classified.ts: readLinksOf',
  'comments.ts: authorOf',
  'complaint-alarms.ts: readHeldCampaigns',
  'contact-file.ts: testMailsOfContact',
  'drafts.ts: holdListsOfDraft',
  'drafts.ts: readListsOfCampaign',
  'exports.ts: insertExport',
  'history.ts: readRecipientsByAddress',
  'ledger.ts: append',
  'mail-traces.ts: readErasedMails',
  'partitions.ts: makeCampaignPartitions',
  'person-grants.ts: countMembers',
  'previews.ts: insertPreview',
  'sign-in.ts: insertDevice',
  'uploads.ts: beginUpload',
  'webhooks.ts: insertWebhook',
  'removing.ts: deleteInSteps',
  'removing.ts: countUpTo',
  'counts.ts: countOlder',
  'webhook-leases.ts: claimWebhooks',
  'leases.ts: claimLeftRange',
  'leases.ts: renewLease',
  'leases.ts: settleLeft',
  // up to 20 mails of each report; a sample of contacts
  'runs.ts: readSentReports',
  'contact-finding.ts: readShareOfContacts',
  // those whom one campaign left out
  'frequency-cap.ts: countCapped',
  // the editions of an account's series; who is due at once, and who was appended with one batch; the ranges of a campaign that wait
  'account-month.ts: countAccountMonth',
  'series.ts: countDue',
  'planning.ts: readAppended',
  // a range of members, or a batch of them, beside those who are in the series or got its mail
  'enrolling.ts: enrol',
  'timing.ts: readWaiting',
  // judged since a statement is known by its beginning (judge.ts): each member of an audience or a list, or each contact with a tag, is looked at;
  // all opt-outs of one campaign, all images of one owner and all series of one client; one member has all of the history; a job of a day
  'audience-counts.ts: groupAudience',
  'audience.ts: countUnknown',
  'consent.ts: writeConsent',
  'contact-finding.ts: countContactsFound',
  'enrolling.ts: countExisting',
  'events.ts: publishEvents',
  'images.ts: softDeleteImage',
  'leave-reasons.ts: readReasonCounts',
  'members.ts: forgetSome',
  'series.ts: readSeriesOf',
]

/** Statements that may read more than that. The list only shrinks. */
const beyond: readonly string[] = [
  // a campaign has few links that give tags; a sample looks at as many members as its part of them says
  'tagged.ts: giveTags',
  'people.ts: samplePeople',
  'people.ts: showPeople',
  // the fields of 20,000 lists of a campaign; all rows of a table, one time for a backup
  'sending.ts: readLinkValues',
  'snapshot.ts: takeSnapshots',
  // each of 4,000 members is looked up in several lists
  'audience-counts.ts: countMembersOnce',
  'audience-counts.ts: measureAudience',
  'audience.ts: countMembers',
  // a step of a purge looks for the rows that it may remove in joins of several tables
  'purge.ts: deleteSteps',
  // a client with 20,000 lists; a contact who got 20,000 mails
  'contact-search.ts: contacts',
  'mail-traces.ts: eraseHits',
  // several looks for each of 20,000 rows take longer than a statement has here
  'history.ts: readCampaignOptOuts',
  'staging.ts: judgeRange',
  // found since then, too
  'audience-counts.ts: countOfList',
  'reports.ts: readClickPage',
  // the fingerprint of a campaign with 20,000 lists, segments that name others, and variants
  'approvals.ts: carryApproval',
  'approvals.ts: insertRequest',
  'approvals.ts: presentCampaign',
  'approval-mail.ts: findApprovalToMail',
]

/** The most entries that both lists may have. A text is judged by one sample, which differs from run to run: what fails by some is here. */
const mostExceptions = 226

const { TEST_STATEMENTS, TEST_IS_WHOLE } = process.env
let database: TestDatabase
let judge: Judge
before(async () => {
  database = await freshDatabase()
  moreTime.publish(300_000)
  await fillTables(database.db, rows)
  judge = await startJudge(database.url)
})
after(async () => {
  await judge?.end()
  await database?.drop()
})

test('of 20,000 rows without statistics few are read for each that is returned or changed', async () => {
  const placeOf = placeFinder()
  const worst = new Map<string, Effort>()
  let judged = 0
  for (const sample of recordedStatements(TEST_STATEMENTS!)) {
    const place = placeOf(sample.text)
    // those of `beyond` may read any number of rows, and most of them take all the time that a statement has here
    if (place === undefined || beyond.includes(place)) continue
    moreTime.publish(120_000)
    const effort = await judge.judge(sample)
    if (!effort) continue
    judged++
    if (effort.read > Math.max(floor, mostPerRow * effort.gained) && effort.read > (worst.get(place)?.read ?? 0))
      worst.set(place, effort)
  }
  const failed = [...worst].filter(([place, { read }]) => !(linear.includes(place) && read <= mostLinear))
  const said = failed.map(([place, { read, gained }]) => `${place}: ${read} rows for ${gained}`)
  assert.equal(failed.length, 0, `of ${judged} statements\n${said.join('\n')}`)
  if (TEST_IS_WHOLE) assert.ok(judged > 800, `${judged} statements were judged`)
  const places = new Set(storeStatements().map(({ place }) => place))
  const gone = [...linear, ...beyond].filter(place => !places.has(place))
  assert.deepEqual(gone, [], 'there are no such statements any more')
  assert.ok(linear.length + beyond.length <= mostExceptions, 'the lists only shrink')
})
