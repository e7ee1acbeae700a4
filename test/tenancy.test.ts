// biome-ignore-all lint/suspicious/noTemplateCurlyInString: statements are compared as they stand in a source
/**
 * Each row of a client names the client, and so does each statement about such rows, so that tables can be distributed by
 * client (design §7). Lists name what does not do so: what looks among all clients by its nature, and what might name one and does not yet.
 * A statement that is on no list fails, and so does an entry that is no longer needed; the second list only shrinks.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { statementsOf, storeStatements } from './harness/store-statements.ts'

/** Tables whose rows are not a client's; their client_id is a reference that may be absent. */
const notOfTenants = new Set(['audit_log', 'grants', 'logins', 'mailbox'])

/** Append-only, read through an index that begins with client_id. */
const withoutPrimaryKey = new Set([
  'hits',
  'list_suppression_history',
  'preference_history',
  // its partitions have one each
  'published_events',
  'subscriber_history',
  'suppression_history',
])

/** Looked up by an identifier alone, before the client is known. */
const keysWithoutClient = new Set([
  'campaigns_id',
  'campaigns_public_id_key',
  'lists_id',
  'lists_public_id_key',
  'templates_public_id_key',
  'webhooks_public_id_key',
])

/** Statements that name tables of a client but cannot name one client, as `file: declaration`, an entry for each statement. */
const amongAllClients: readonly string[] = [
  // an identifier or a token is looked up, and its row tells the client
  'access.ts: campaignsByPublicId',
  'access.ts: listsByPublicId',
  'access.ts: segmentsByPublicId',
  'access.ts: templatesByPublicId',
  'hits.ts: hitCampaign',
  'assets.ts: assetOfCampaign',
  'assets.ts: assetOfTemplate',
  'images.ts: servedImage',
  'lost-commits.ts: campaignOfJournal',
  'deletions.ts: lockDeletion',
  'recipients.ts: listMember',
  'recipients.ts: recipientMembers',
  'returned.ts: returnedRecipients',
  'sending.ts: audienceMember',
  'sending.ts: linkValues',
  'sending.ts: startedCampaign',
  // work is looked for, or counted, among all clients
  'diagnosis.ts: lastCheckedDomains',
  'diagnosis.ts: lastCheckedDomains',
  'bounces.ts: newBounces',
  'classified.ts: newerRules',
  'classified.ts: outdateRules',
  'classified.ts: redoneCampaign',
  'classified.ts: staleRecipients',
  'events.ts: clientsToPublish',
  'events.ts: purgeEvents',
  'followed.ts: clientHeads',
  'guards.ts: missedSchedules',
  'under-way.ts: allCampaignsUnderWay',
  'metrics.ts: ledgerSums',
  'metrics.ts: openWork',
  'metrics.ts: queues',
  'images.ts: unshownImages',
  'asking.ts: claimAsk',
  'fetching.ts: claimFetch',
  'imports.ts: claimImport',
  'bulk-changes.ts: claimBulkChange',
  'exports.ts: claimExport',
  'erasures.ts: claimErasure',
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
  'plans.ts: dueCampaigns',
  'freezing.ts: isFreezing',
  'freezing.ts: nextFreeze',
  'recipients-of.ts: sendingProgress',
  'returned.ts: unknownsThatWereHit',
  'sending.ts: adoptPublicUrl',
  'sending.ts: sendableCampaigns',
  'uploads.ts: claimExpired',
  'lifecycle.ts: closingCampaigns',
  'transitions.ts: lockFinished',
  'transitions.ts: lockMissed',
  'webhook-leases.ts: claimWebhooks',
  'webhook-leases.ts: claimWebhooks',
  // an account looks at all its clients
  'account-month.ts: countAccountMonth',
  'account-overview.ts: clientsByNeed',
  'complaint-alarms.ts: findActiveAlarms',
  'deletions.ts: deletionsIn',
]

/** The most entries that `notYet` may have. */
const mostNotYet = 36

/** Statements that could name one client each, and do not yet. */
const notYet: readonly string[] = [
  // rows of several clients in one statement
  'campaign-history.ts: recordHistory',
  'log-facts.ts: campaignFacts',
  'campaign-unsubscribes.ts: recordCampaignUnsubscribes',
  'campaign-unsubscribes.ts: stillTheirs',
  'campaign-unsubscribes.ts: withdrawCampaignUnsubscribes',
  'classified.ts: addEngagement',
  'classified.ts: addHours',
  'classified.ts: addLinks',
  'classified.ts: hitsOf',
  'classified.ts: rememberCounted',
  'classified.ts: settingsOf',
  'events.ts: recordCampaignEvents',
  'events.ts: recordEvents',
  'hits.ts: recordHits',
  'lost-commits.ts: countMissing',
  'consent.ts: writeConsents',
  'memberships.ts: asEvent',
  'memberships.ts: changeStates',
  'memberships.ts: insertMembers',
  'memberships.ts: lockMemberships',
  'memberships.ts: publishUpdates',
  'memberships.ts: updateDetails',
  'opt-outs.ts: clientWideAmong',
  'opt-outs.ts: lastChanges',
  'opt-outs.ts: leaversAmong',
  'opt-outs.ts: lockLeavers',
  'opt-outs.ts: recordRepeatedOptOuts',
  'statistics.ts: recordTransitions',
  'statistics.ts: recordTransitions',
  'subscribers.ts: activeAmong',
  'totals.ts: addToTotals',
  'transitions.ts: writeState',
  // another part of the statement names the client
  'imports.ts: columns',
  'staging.ts: isTakenBack',
  'webhook-leases.ts: endWebhookLease',
  'webhook-leases.ts: renewWebhookLease',
]

interface Table {
  readonly name: string
  readonly optional: boolean
  /** Names of unique indexes, with their columns; an expression is an empty name. */
  readonly keys: readonly { readonly name: string; readonly primary: boolean; readonly columns: readonly string[] }[]
}

let database: TestDatabase
let tables: readonly Table[]
before(async () => {
  database = await freshDatabase()
  // partitions have the keys of their table
  tables = await database.db<Table[]>`
    select c.relname as name, not a.attnotnull as optional,
      coalesce((
        select json_agg(json_build_object('name', x.relname, 'primary', i.indisprimary, 'columns', (
          select json_agg(pg_get_indexdef(i.indexrelid, k, false) order by k) from generate_series(1, i.indnkeyatts) k)) order by x.relname)
        from pg_index i
        join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and i.indisunique
      ), '[]') as keys
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`
})
after(() => database?.drop())

const ofTenants = () => tables.filter(({ name }) => !notOfTenants.has(name))

describe('tables of a client', () => {
  test('every row names its client, but for tables whose rows are not of one client', () => {
    const optional = tables.filter(table => table.optional).map(({ name }) => name)
    assert.deepEqual(optional, [...notOfTenants])
  })

  test('every table has a primary key', () => {
    const without = ofTenants().filter(({ keys }) => !keys.some(({ primary }) => primary))
    assert.deepEqual(
      without.map(({ name }) => name),
      [...withoutPrimaryKey],
    )
  })

  test('every primary key and unique index contains client_id', () => {
    const without = ofTenants().flatMap(({ keys }) => keys.filter(({ columns }) => !columns.includes('client_id')))
    assert.deepEqual(
      without.map(({ name }) => name),
      [...keysWithoutClient],
    )
  })
})

/** Tables after from, join, into, update and `lock table`, and the further ones of `from a, b`. */
function namedTables(text: string): string[] {
  const after =
    /\b(?:from|join|into|update|table)\s+(?:only\s+)?(\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*)/gi
  return [...text.matchAll(after)].flatMap(([, names]) => names!.split(',').map(name => name.trim().split(/\s/)[0]!))
}

/** A parameter is compared with client_id, or is what an insert puts there. What joins rows of several clients names none. */
const namesOneClient = (text: string) =>
  /\bclient_id\s*=\s*\$\{/.test(text) ||
  /\(client_id\b[^)]*\)\s*=\s*\(\$\{/.test(text) ||
  /\binto\s+\w+(?:\s+(?:as\s+)?\w+)?\s*\(client_id\b[^)]*\)\s*(?:values\s*\(|select\s+(?:distinct\s+)?)\$\{/.test(
    text,
  ) ||
  /\$\{[^}]*\}(?:::bigint)? as client_id\b/.test(text) ||
  /\$\{sql\(\{ clientId,/.test(text) ||
  // keys of what is claimed begin with it
  /\bfence\(sql, leaseClaims,/.test(text)

describe('statements about tables of a client', () => {
  test('every statement names one client', () => {
    const names = new Set(ofTenants().map(({ name }) => name))
    const without = storeStatements()
      .filter(({ text }) => namedTables(text).some(name => names.has(name)) && !namesOneClient(text))
      .map(({ place }) => place)
    assert.deepEqual(without.sort(), [...amongAllClients, ...notYet].sort())
    assert.ok(notYet.length <= mostNotYet, 'it only shrinks: give the new statement one client')
  })

  for (const [text, expected] of [
    ['select 1 from links where client_id = ${clientId}', true],
    ['select 1 from links l where l.client_id = ${a.clientId}', true],
    ['select 1 from links where (client_id, campaign_id) = (${clientId}, ${campaignId})', true],
    ['insert into links (client_id, number) values (${clientId}, 1)', true],
    ['insert into links as l (client_id, number)\n select ${clientId}, 1', true],
    ['insert into links ${sql({ clientId, ...row })}', true],
    ['select 1 from (select ${clientId}::bigint as client_id) c join links l on l.client_id = c.client_id', true],
    ['insert into links (client_id, number) select g.client_id, 1 from given g', false],
    ['select 1 from links l join campaigns m on m.client_id = l.client_id', false],
    ['select client_id from links where number = ${number}', false],
  ] as const)
    test(`"${text}" names ${expected ? 'one client' : 'no client'}`, () => assert.equal(namesOneClient(text), expected))

  test('statements are found whole, with what is put into them, and with the declaration around them', () => {
    const source = [
      'export async function first() {',
      "  const rows = await sql<{ n: number }[]>`select ${sql`a ${'}'} from lists`} from campaigns`",
      '  await db`update `; sql(`no statement`)',
      '}',
      'const second = tx => tx`delete from links where id = ${by({ id: `x` })}`',
    ].join('\n')
    assert.deepEqual(statementsOf('folder/file.ts', source), [
      { place: 'file.ts: first', text: "select ${sql`a ${'}'} from lists`} from campaigns" },
      { place: 'file.ts: first', text: 'update ' },
      { place: 'file.ts: second', text: 'delete from links where id = ${by({ id: `x` })}' },
    ])
  })

  for (const [text, expected] of [
    ['select 1 from campaigns c, lists as l where x', ['campaigns', 'lists']],
    ['insert into links (a, b) select 1', ['links']],
    ['update webhooks set x = 1 from events e join opens on true', ['webhooks', 'events', 'opens']],
    ['lock table link_keys in share mode', ['link_keys']],
  ] as const)
    test(`the tables of "${text}" are found`, () => assert.deepEqual(namedTables(text), expected))
})
