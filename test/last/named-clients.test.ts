/**
 * Each statement about rows of a client compares every table of a client with a parameter, so that tables can be distributed by client (design
 * §7): what a join or a subquery says about another table names no client to a distributed database. Judged are the statements that
 * the tests of this run sent, as PostgreSQL parses them; `node test/run.mjs <its tests> test/last` judges some.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { placeFinder } from '../harness/judge.ts'
import { locksRows, unnamedTables } from '../harness/named-clients.ts'
import { recordedStatements } from '../harness/statements.ts'
import { storeStatements } from '../harness/store-statements.ts'
import { clientTables, notOfTenants } from '../harness/tenant-tables.ts'

/**
 * Statements that look among all clients, as `file: declaration`. None of them locks rows. What they find is read, locked and changed by other
 * statements, which name its client.
 */
const amongAllClients: readonly string[] = [
  // an identifier that the directory lacks, on PostgreSQL that is not distributed only
  'directory.ts: completeDirectory',
  // rows of one table that polls and retention look for, and the clients that have such rows
  'among-clients.ts: findAmongClients',
  'among-clients.ts: findClientsWith',
  // work that waits longest is found, whichever client it belongs to
  'claiming.ts: claimWaiting',
  'classified.ts: readStaleRecipients',
  'diagnosis.ts: readLastCheckedDomains',
  'events.ts: readClientsToPublish',
  'followed.ts: readClientHeads',
  'freezing.ts: findNextFreeze',
  'hit-counts.ts: waitingBatches',
  'images.ts: readUnshownImages',
  'leases.ts: readCampaignsOf',
  'leases.ts: readLeftCampaigns',
  'plans.ts: findNextDueCampaign',
  'enrolling.ts: findSeriesBehind',
  'planning.ts: findDueStep',
  'series.ts: findBegunSteps',
  'returned.ts: readUnknownsThatWereHit',
  'sending.ts: readSendableCampaigns',
  'transitions.ts: lockFinished',
  'under-way.ts: readAllCampaignsUnderWay',
  'webhook-leases.ts: claimWebhooks',
  'engagement-rollups.ts: isQuiet',
  'segments.ts: readSegmentsToCount',
  // retention looks for what is old
  'removing.ts: dropEmpty',
  'campaigns.ts: startedCampaigns',
  'choices.ts: readAllRetentionChoices',
  'purge.ts: purgeImports',
  // of the installation as such: its metrics, its partitions, its keys, its backups, the record of erasures beside the database
  'erasures.ts: readAllErasures',
  'erasures.ts: readErasuresSign',
  'link-keys.ts: linkKeyRows',
  'metrics.ts: readLedgerSums',
  'metrics.ts: openWork',
  'metrics.ts: readFormFigures',
  'metrics.ts: readQueueFigures',
  'partitions.ts: makeCampaignPartitions',
  'recipients-of.ts: readSendingProgress',
  'snapshot.ts: takeSnapshots',
  // an account looks at all its clients
  'account-month.ts: countAccountMonth',
  'account-overview.ts: readClientsByNeed',
  'complaint-alarms.ts: findActiveAlarms',
  'deletions.ts: lockDeletion',
  'deletions.ts: readDeletionsIn',
]

/** Statements that could name one client for each of their tables, and do not yet. */
const notYet: readonly string[] = [
  // what a page skips is skipped in indexes that begin with the list and have no client
  'member-pages.ts: pageOfMembers',
]

/** The most entries that both lists may have. */
const mostExceptions = 47

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
  const locking: string[] = []
  const seen = new Set<string>()
  let judged = 0
  for (const sample of recordedStatements(TEST_STATEMENTS!)) {
    const place = placeOf(sample.text)
    if (place === undefined) continue
    judged++
    seen.add(place)
    const unnamed = await unnamedTables(sample.text, ofTenants)
    if (unnamed.length === 0) continue
    found.set(place, unnamed.map(({ table, alias }) => `${table} ${alias}`).join(', '))
    if (await locksRows(sample.text)) locking.push(place)
  }
  const excepted = new Set([...amongAllClients, ...notYet])
  const failed = [...found].filter(([place]) => !excepted.has(place)).sort()
  assert.deepEqual(failed, [], `of ${judged} statements`)
  assert.deepEqual(
    locking,
    [],
    'these lock rows of all clients: find them without locks, then lock them with their client',
  )
  const places = new Set(storeStatements().map(({ place }) => place))
  assert.deepEqual(
    [...excepted].filter(place => !places.has(place)),
    [],
    'there are no such statements any more',
  )
  if (TEST_IS_WHOLE) {
    assert.ok(judged > 800, `${judged} statements were judged`)
    // one that is made of too many parts is not recognised among those that were sent
    const needless = [...excepted].filter(place => seen.has(place) && !found.has(place))
    assert.deepEqual(needless, [], 'these name a client for each table: remove the exception')
  }
  assert.ok(excepted.size <= mostExceptions, 'the lists only shrink: give the new statement one client')
})

// also those that no test sends with values, such as exports, and those that are made of too many parts to know their place
test('a statement about one client compares no client of one table with that of another', () => {
  const compared = storeStatements().filter(({ text }) => /\b\w+\.client_id = \w+\.client_id\b/.test(text))
  const places = new Set(compared.map(({ place }) => place))
  assert.deepEqual(
    [...places].filter(place => !amongAllClients.includes(place)),
    [],
  )
})
