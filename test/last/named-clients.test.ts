/**
 * Each statement about rows of a client compares every table of a client with a parameter, so that tables can be distributed by client (design
 * §7): what a join or a subquery says about another table names no client to a distributed database. Judged are the statements that
 * the tests of this run sent, as PostgreSQL parses them; `node test/run.mjs <its tests> test/last` judges some.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { placeFinder } from '../harness/judge.ts'
import { unnamedTables } from '../harness/named-clients.ts'
import { recordedStatements } from '../harness/statements.ts'
import { storeStatements } from '../harness/store-statements.ts'
import { clientTables, notOfTenants } from '../harness/tenant-tables.ts'

/** Statements that cannot name one client, as `file: declaration`. */
const amongAllClients: readonly string[] = [
  // an identifier or a token is looked up, and its row has the client
  'access.ts: campaignsByPublicId',
  'access.ts: listsByPublicId',
  'access.ts: segmentsByPublicId',
  'access.ts: templatesByPublicId',
  'hits.ts: hitCampaign',
  'assets.ts: assetOfCampaign',
  'assets.ts: assetOfTemplate',
  'images.ts: servedImage',
  'deletions.ts: lockDeletion',
  'recipients.ts: listMember',
  'recipients.ts: recipientMembers',
  'returned.ts: returnedRecipients',
  'sending.ts: audienceMember',
  'sending.ts: linkValues',
  'sending.ts: startedCampaign',
  'lost-commits.ts: campaignOfJournal',
  // work is looked for, or counted, among all clients
  'asking.ts: claimAsk',
  'bulk-changes.ts: claimBulkChange',
  'claiming.ts: renewClaim',
  'diagnosis.ts: lastCheckedDomains',
  'erasures.ts: claimErasure',
  'exports.ts: claimExport',
  'fetching.ts: claimFetch',
  'freezing.ts: isFreezing',
  'plans.ts: dueCampaigns',
  'sending.ts: sendableCampaigns',
  'under-way.ts: allCampaignsUnderWay',
  'uploads.ts: claimExpired',
  'webhook-leases.ts: claimWebhooks',
  'bounces.ts: newBounces',
  'classified.ts: newerRules',
  'classified.ts: outdateRules',
  'classified.ts: redoneCampaign',
  'classified.ts: staleRecipients',
  'events.ts: clientsToPublish',
  'events.ts: purgeEvents',
  'followed.ts: clientHeads',
  'guards.ts: missedSchedules',
  'metrics.ts: ledgerSums',
  'metrics.ts: openWork',
  'metrics.ts: queues',
  'images.ts: unshownImages',
  'imports.ts: claimImport',
  'plans.ts: nextDueCampaign',
  'purge.ts: deleteSteps',
  'purge.ts: deleted',
  'claiming.ts: claimRows',
  // of the record beside the database, which is of the whole installation
  'erasures.ts: allErasures',
  'erasures.ts: erasuresSign',
  'erasures.ts: insertReplayed',
  'leases.ts: campaignsOf',
  'leases.ts: leftCampaigns',
  'leases.ts: openTokens',
  'exports.ts: purgeExports',
  'purge.ts: importsToPurge',
  'purge.ts: purgeBulkChanges',
  'purge.ts: purgeImports',
  'link-keys.ts: linkKeyRows',
  'freezing.ts: nextFreeze',
  'recipients-of.ts: sendingProgress',
  'returned.ts: unknownsThatWereHit',
  'sending.ts: adoptPublicUrl',
  'lifecycle.ts: closingCampaigns',
  'transitions.ts: lockFinished',
  'transitions.ts: lockMissed',
  // an account looks at all its clients
  'account-month.ts: countAccountMonth',
  'account-overview.ts: clientsByNeed',
  'complaint-alarms.ts: findActiveAlarms',
  'deletions.ts: deletionsIn',
]

/** Statements that could name one client for each of their tables, and do not yet. */
const notYet: readonly string[] = [
  // rows of several clients in one statement
  'campaign-history.ts: recordHistory',
  'campaign-unsubscribes.ts: recordCampaignUnsubscribes',
  'campaign-unsubscribes.ts: withdrawCampaignUnsubscribes',
  'classified.ts: addEngagement',
  'classified.ts: addHours',
  'classified.ts: addLinks',
  'classified.ts: hitsOf',
  'classified.ts: rememberCounted',
  'classified.ts: settingsOf',
  'consent.ts: writeConsents',
  'events.ts: recordCampaignEvents',
  'events.ts: recordEvents',
  'hits.ts: recordHits',
  'log-facts.ts: campaignFacts',
  'lost-commits.ts: countMissing',
  'memberships.ts: changeStates',
  'memberships.ts: insertMembers',
  'memberships.ts: lockMemberships',
  'memberships.ts: updateDetails',
  'opt-outs.ts: clientWideAmong',
  'opt-outs.ts: lastChanges',
  'opt-outs.ts: leaversAmong',
  'opt-outs.ts: lockLeavers',
  'opt-outs.ts: recordRepeatedOptOuts',
  'statistics.ts: recordTransitions',
  'subscribers.ts: activeAmong',
  'transitions.ts: writeState',
  // a further table is joined by the client of the first, or read by the key of a row of it
  'address-changes.ts: changeAddresses',
  'address-changes.ts: lockAddressed',
  'approval-mail.ts: approvalToMail',
  'audience-counts.ts: sampleOf',
  'audience.ts: campaignSources',
  'bounces.ts: bounceDetails',
  'bounces.ts: softBouncesInARow',
  'branding.ts: brandingOf',
  'bulk-changes.ts: changesOf',
  'bulk-changes.ts: holdBulkChange',
  'bulk-changes.ts: publishBulkChange',
  'campaign-list.ts: campaignsWithCounts',
  'campaign-pages.ts: numberedCampaigns',
  'claiming.ts: releaseClaim',
  'claiming.ts: uncountAttempt',
  'classified.ts: nextRecipients',
  'client-overview.ts: campaignsUnderWay',
  'client-overview.ts: largestLists',
  'client-overview.ts: latestCampaigns',
  'complaint-alarms.ts: alarmsOf',
  'complaint-alarms.ts: releaseCampaign',
  'complaints.ts: complaintPage',
  'consent.ts: writeConsent',
  'contact-file.ts: importsOfContact',
  'contact-file.ts: mailsOfContact',
  'contact-search.ts: contacts',
  'contact-timeline.ts: contactMemberships',
  'contact-timeline.ts: contactTimeline',
  'copying.ts: readSources',
  'domain-counts.ts: domainsStanding',
  'draft-rows.ts: keepFirstRevision',
  'draft-rows.ts: placesOfCampaign',
  'draft-rows.ts: readDraft',
  'draft-rows.ts: readRevision',
  'engagement.ts: engagementOf',
  'exports.ts: addChunk',
  'file-traces.ts: eraseImportRows',
  'file-traces.ts: eraseUploads',
  'growth.ts: growthBounds',
  'history.ts: campaignOptOuts',
  'hit-counts.ts: countHits',
  'imported-content.ts: findUnimportedSource',
  'imported-content.ts: presentSource',
  'imported-content.ts: removeUnusedFiles',
  'imported-content.ts: storeImportedPage',
  'imports.ts: publishImport',
  'lifecycle.ts: retryFailed',
  'lists.ts: softDeleteList',
  'mailbox-reports.ts: mailsOfClient',
  'member-mails.ts: memberMails',
  'member-pages.ts: pageOfMembers',
  'outbox.ts: outboxCampaigns',
  'plans.ts: contentRevision',
  'preferences.ts: membershipsOfAddress',
  'preferences.ts: setLanguage',
  'preflight.ts: acknowledge',
  'preflight.ts: checkedCampaign',
  'purge.ts: purgeList',
  'report-links.ts: sharedCampaign',
  'report-links.ts: trackingOf',
  'reports.ts: bouncePage',
  'reports.ts: openPage',
  'reports.ts: unsubscribePage',
  'segments.ts: deleteSegmentRow',
  'segments.ts: namedSegments',
  'segments.ts: segmentsOfCampaign',
  'sending.ts: campaignContent',
  'sending.ts: campaignForSending',
  'setup.ts: milestonesOf',
  'staging.ts: judgeRange',
  'suppressions.ts: deleteEntries',
  'suppressions.ts: insertEntries',
  'system-mail.ts: sentCampaign',
  'template-revisions.ts: keepFirstTemplateRevision',
  'template-revisions.ts: templateNow',
  'test-sends.ts: memberOfCampaign',
  'transitions.ts: endCancelled',
  'uploads.ts: addChunk',
  'waiting.ts: waitsFor',
  'webhooks.ts: webhooksOf',
  'writing.ts: updateMembers',
]

/** The most entries that both lists may have. */
const mostExceptions = 177

const { TEST_STATEMENTS, TEST_IS_WHOLE } = process.env
let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database?.drop())

test('every table of a client is compared with a parameter', async () => {
  const tables = await clientTables(database.db)
  const ofTenants = new Set(tables.map(({ name }) => name).filter(name => !notOfTenants.has(name)))
  const placeOf = placeFinder()
  const found = new Map<string, string>()
  let judged = 0
  for (const [sample] of recordedStatements(TEST_STATEMENTS!)) {
    const place = placeOf(sample!.text)
    if (place === undefined) continue
    judged++
    const unnamed = await unnamedTables(sample!.text, ofTenants)
    if (unnamed.length > 0) found.set(place, unnamed.map(({ table, alias }) => `${table} ${alias}`).join(', '))
  }
  const excepted = new Set([...amongAllClients, ...notYet])
  const failed = [...found].filter(([place]) => !excepted.has(place)).sort()
  assert.deepEqual(failed, [], `of ${judged} statements`)
  const places = new Set(storeStatements().map(({ place }) => place))
  assert.deepEqual(
    [...excepted].filter(place => !places.has(place)),
    [],
    'there are no such statements any more',
  )
  if (TEST_IS_WHOLE) assert.ok(judged > 800, `${judged} statements were judged`)
  assert.ok(excepted.size <= mostExceptions, 'the lists only shrink: give the new statement one client')
})
