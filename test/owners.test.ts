/** Facts that have one owner in the program (design §2, "One owner per fact"), held against the sources. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .filter(name => name !== 'client/paths.ts') // generated from the owners
  .sort()
  .map(name => [name, readFileSync(join(source, name), 'utf8')] as const)

/** The files with text that matches, one entry for each match. */
function filesWith(pattern: RegExp): readonly string[] {
  return sources.flatMap(([name, text]) => Array.from(text.matchAll(pattern), () => name))
}

test('NUL is taken out of text in lib/storable-text.ts', () =>
  assert.deepEqual(filesWith(/replace(?:All)?\('\\0'/g), [
    'domain/content/pages.ts', // as browsers do: U+FFFD, in pages that are kept complete
    'domain/imports/readers/table.ts', // U+FFFD, so that a person who looks at the row sees it
    'lib/other-processes.ts', // of a command line that Linux shows
    'lib/storable-text.ts',
    'protocols/body-limits.ts', // looks at UTF-16 as if it were ASCII; nothing of it is stored
  ]))

test('text in another encoding than UTF-8 is decoded in lib/charset.ts', () =>
  assert.deepEqual(filesWith(/\bTextDecoder(?:Stream)?\((?!\)|'utf-8')/g), ['lib/charset.ts']))

test('occurrences within a sliding window are counted in store/limits/occurrences.ts', () =>
  assert.deepEqual([...new Set(filesWith(/\b(?:from|into) occurrences\b/g))], ['store/limits/occurrences.ts']))

/** It runs them again after a deadlock or a change of the tables, which a bare `begin` would answer with an error. */
test('transactions of the program go through store/connection/transaction.ts', () =>
  assert.deepEqual(
    [...new Set(filesWith(/\bdb\.begin\b|\.begin\(\s*(?:async\b|\(?\w*\)?\s*=>)|unsafe\(['"`]begin/g))],
    [
      'store/backups/loading.ts', // a restore, whose rows come from a file that is read once
      'store/backups/snapshot.ts', // reads for as long as a backup takes, and writes nothing
      'store/connection/engine.ts', // tries what the server can do; each is rolled back
      'store/connection/transaction.ts',
      'store/distribution/distributing.ts', // on the connection that holds the lock; the next run goes on where one failed
      'store/distribution/snapshot.ts', // holds a lock for a moment, and writes nothing
      'store/distribution/unfinished.ts', // as distributing.ts
      'store/migrate.ts', // one migration in one message; what is not done when it fails stops the start
    ],
  ))

/** Written out a second time, a key or a set of states goes its own way. */
for (const [what, pattern, owner] of [
  [
    'the keys of campaigns, recipients and memberships',
    /readonly clientId: (?:number|string);?\s+(?:readonly )?campaignId: (?:number|string)\s*\}|(?:interface|type) (?:CampaignKey|RecipientKey|MemberKey)\b/g,
    'store/keys.ts',
  ],
  ['the states of a campaign', /'draft'\s*\|\s*'scheduled'\s*\|\s*'sending'/g, 'store/states.ts'],
  ['the states of a recipient', /'accepted'\s*\|\s*'deferred'\s*\|\s*'refused'\s*\|\s*'unknown'/g, 'store/states.ts'],
] as const)
  test(`${what} are declared in ${owner}`, () => assert.deepEqual([...new Set(filesWith(pattern))], [owner]))

test('the states of a membership are declared once for the wire and once for the store', () =>
  assert.deepEqual(filesWith(/'Active',\s*'Unconfirmed',\s*'Unsubscribed',\s*'Bounced',\s*'Deleted'/g), [
    'contract/groups/contacts.ts',
    'store/lists/statistics.ts',
  ]))

test('the last entry of the log is a recipient’s state in store/ledger/recipient-state.ts', () => {
  assert.deepEqual(filesWith(/\battempt desc\b/g), [
    'store/ledger/lost-commits.ts', // of the entries of a journal, which are not in the log
    'store/ledger/recipient-state.ts',
    'store/ledger/recipient-state.ts',
    'store/subscribers/contact-timeline.ts', // the order of entries of one instant, which decides no state
  ])
  assert.deepEqual([...new Set(filesWith(/kind <> 'handing over'/g))], ['store/ledger/recipient-state.ts'])
  assert.deepEqual(filesWith(/\bretry_at <=/g), [])
  assert.deepEqual(filesWith(/\blow desc\b/g), ['store/ledger/recipient-state.ts'])
})

test('the counters of a campaign are written in store/ledger/totals.ts', () => {
  assert.deepEqual(filesWith(/\b(?:update|insert into|merge into) campaign_totals\b/gi), [
    ...Array<string>(2).fill('store/ledger/leases.ts'), // `next_number`: which ranges are claimed, no counter
    ...Array<string>(6).fill('store/ledger/totals.ts'),
  ])
  const [, leases = ''] = sources.find(([name]) => name === 'store/ledger/leases.ts') ?? []
  assert.match(leases, /update campaign_totals t\s+set next_number = [^,]*, [^,=]*\s+from/)
  assert.match(leases, /update campaign_totals t set next_number = \$\{[^,=]*\}\s+where/)
})

test('sums of the counters of states are written in store/ledger/totals.ts', () =>
  assert.deepEqual(
    [...new Set(filesWith(/\b(?:planned|accepted) \+ (?:t\.)?handing_over\b/g))],
    ['store/ledger/totals.ts'],
  ))

test('names and brackets of merge tags are written in domain/content/merge-tags.ts', () =>
  assert.deepEqual(
    [...new Set(filesWith(/'(?:firstname|lastname|forwardtoafriend|currentday)',|\\\[\[\^\[\\\]|\\\[unsubscribe/g))],
    // columns of other houses' files have such names too
    ['domain/content/merge-tags.ts', 'domain/imports/known-fields.ts', 'domain/imports/readers/formats.ts'],
  ))

/** Bounces are shown in several places; one place decides their effect on a person. */
for (const [what, pattern, owners] of [
  [
    'what a hard bounce does to memberships and suppressions',
    /move\([^)]*'bounceHard'\)|by: 'bounce'|\bsuppress\([^)]*'bounced'/g,
    ['domain/subscribers/returned.ts'],
  ],
  ['rows of bounces', /insert into campaign_bounces\b/g, ['store/inbound/bounces.ts']],
  ['an opt-out by mail', /by: 'mail'/g, ['inbound/processor.ts']],
] as const)
  test(`${what}: ${owners.join(', ')}`, () => assert.deepEqual([...new Set(filesWith(pattern))], owners))

test('a reply code is put in front of its answer, or looked for there, in domain/subscribers/returned.ts alone', () =>
  assert.deepEqual(
    filesWith(
      /starts_with\((?:\w+\.)?answer\b|concat_ws\([^)]*\b(?:code|answer)\b|answer\.startsWith\(|evidence\.startsWith\(/g,
    ),
    ['domain/subscribers/returned.ts'], // the sentence a history shows
  ))

test('whom a bounce or a returned mail is about is looked up in store/inbound/returned.ts, and not as for public pages', () =>
  assert.deepEqual(
    filesWith(/store\/recipients\.ts'/g).filter(name => !name.startsWith('http/')),
    [],
  ))

/** Each other timer with its purpose: none works through rows that a process could claim. */
test('work is polled for in lib/poller.ts', () => {
  const others: Readonly<Record<string, string>> = {
    'delivery/guards/disk-space.ts': 'asks the disk for its free space',
    'delivery/guards/guards.ts': 'the heartbeat, which is also made on demand',
    'delivery/relays/throttle.ts': 'exchanges the rate limits of relays with other senders while mails are sent',
    'delivery/range/deliver.ts': 'renews the lease of a range while it is delivered',
    'delivery/relays/transport.ts': 'looks after open SMTP sessions',
    'domain/background/holding.ts': 'prolongs claims while work is done under them',
    'domain/backups/pace.ts': 'reads a backup no faster than at its pace',
    'domain/tokens/link-keys.ts': 'reads the versions of the link key again',
    'inbound/mailbox/listener.ts': 'ends SMTP sessions that take too long',
    'inbound/mailbox/mailbox.ts': 'reads the certificate again',
    'events/stream/catch-up.ts': 'writes pages to a reader no faster than it reads',
    'events/stream/fan-out.ts': 'leaves the event loop to calls while many readers are written to',
    'events/stream/stream.ts': 'writes comment lines, and looks whether readers still have their rights',
    'http/connections.ts': 'ends connections that stand still',
    'lib/launcher.ts': 'looks whether npm is gone',
    'lib/poller.ts': 'the poller',
    'lib/timers.ts': 'the timers themselves',
    'sender-process.ts': 'reports to its service what the relays did',
    'store/connection/engine.ts': 'tries a server again that did not answer, before anything starts',
    'store/connection/watchdog.ts': 'looks whether connections answer',
    // loops that sleep
    'cli/import-client.ts': 'waits as long as the API of another program asks for',
    'cli/import-steps.ts': 'asks the service how far an import is',
    'cli/top.ts': 'draws a frame every two seconds',
    'domain/background/ranged.ts': 'waits for a database that is away, before it takes an attempt back',
    'domain/imports/api/ask.ts': 'waits as long as the API of another program asks for',
    'domain/imports/api/fetching.ts': 'waits likewise',
    'cli/export.ts': 'asks the service how far an export is',
    'store/embedded/embedded.ts': 'waits until the embedded server has started',
    'store/jobs/jobs.ts': 'starts graphile-worker again when it has ended',
    'store/distribution/snapshot.ts': 'waits before it asks again for writes to be held',
    'store/migrate.ts': 'waits before it asks for the locks of a migration again',
  }
  const found = filesWith(/\bsetInterval\b|[tT]imers\.every\b|setTimeout as sleep/g)
  assert.deepEqual([...new Set(found)], Object.keys(others).sort())
})

/** Each other `skip locked` with its purpose: rows that are held for one transaction only, whose lock is the claim. */
test('rows are claimed in store/jobs/claiming.ts', () => {
  const others: Readonly<Record<string, string>> = {
    'store/inbound/bounces.ts': 'a bounce while it is worked off',
    'store/jobs/claiming.ts': 'claims',
    'store/forms/sign-ups.ts': 'sign-ups while it is decided what follows them',
    'store/connection/engine.ts': 'tries whether locks of rows work',
    'store/events/events.ts': 'the events of a client while they are numbered',
    'store/ledger/leases.ts': 'calls for ranges whose lease ran out, which claims nothing yet',
    'store/campaigns/domain-counts.ts': 'a campaign while its domains are counted',
    'store/campaigns/freezing.ts': 'an audience while a range of it is frozen',
    'store/campaigns/plans.ts': 'a due campaign while it is planned',
    'store/campaigns/transitions.ts': 'schedules that were missed, which become drafts at once',
    'store/series/enrolling.ts': 'a series while a piece of its work is done',
    'store/series/planning.ts': 'people who wait for a step while it is planned',
  }
  assert.deepEqual([...new Set(filesWith(/\bskip locked\b/g))], Object.keys(others).sort())
  assert.deepEqual(
    filesWith(/nextval\('(?:lease_tokens|webhook_leases)'\)/g),
    // a range that no sender had gets its first token
    ['store/ledger/leases.ts'],
  )
})

/** The lock, the table of states, the row of the history and the event belong to each change (domain/campaign-state/transitions.ts). */
test("a campaign's state and its dates are written in store/campaigns/transitions.ts, which domain/campaign-state/transitions.ts calls", () => {
  const column = String.raw`\b(?:state|started_at|finished_at|missed_at)\b`
  const assigned = new RegExp(
    String.raw`\bupdate\s+(?:only\s+)?(?:public\.)?campaigns\b[^;\x60]*?\bset\b(?:(?!\b(?:where|from|returning)\b)[^;])*?${column}\s*=(?!=)`,
    'gi',
  )
  assert.deepEqual([...new Set(filesWith(assigned))], ['store/campaigns/transitions.ts'])
  // a new one is a draft
  assert.deepEqual(filesWith(new RegExp(String.raw`\binsert\s+into\s+campaigns\s*\([^)]*${column}`, 'gi')), [])
  assert.deepEqual(
    [...new Set(filesWith(/\bwriteState\(/g))],
    ['domain/campaign-state/transitions.ts', 'store/campaigns/transitions.ts'],
  )
  assert.deepEqual(filesWith(/\binto campaign_history\b/g), ['store/campaigns/campaign-history.ts'])
})

test('senders are woken in store/campaigns/sending.ts', () =>
  assert.deepEqual(filesWith(/pg_notify\('campaign_due'/g), ['store/campaigns/sending.ts']))

test('a time zone is written for readers in lib/zone-name.ts, for pages and the console', () => {
  const console = fileURLToPath(new URL('../console/src', import.meta.url))
  const screens = readdirSync(console, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => [`console/${name}`, readFileSync(join(console, name), 'utf8')] as const)
  const writing = /replaceAll\('_', ' '\)/
  assert.deepEqual(
    [...sources, ...screens].filter(([, text]) => writing.test(text)).map(([name]) => name),
    [
      'contract/time-zones.ts', // reads what callers write
      'domain/campaigns/timing/zone-names.ts', // reads what a field says of a person
      'lib/zone-name.ts',
    ],
  )
})
