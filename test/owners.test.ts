/** Facts that have one owner in the program (design §2, "One owner per fact"), held against the sources. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort()
  .map(name => [name, readFileSync(join(source, name), 'utf8')] as const)

/** The files with text that matches, one entry for each match. */
function filesWith(pattern: RegExp): readonly string[] {
  return sources.flatMap(([name, text]) => Array.from(text.matchAll(pattern), () => name))
}

test('NUL is taken out of text in lib/storable-text.ts', () =>
  assert.deepEqual(filesWith(/replace(?:All)?\('\\0'/g), [
    'domain/content/pages.ts', // as browsers do: U+FFFD, in pages that are kept whole
    'lib/storable-text.ts',
    'protocols/body-limits.ts', // looks at UTF-16 as if it were ASCII; nothing of it is stored
  ]))

test('occurrences within a sliding window are counted in store/occurrences.ts', () =>
  assert.deepEqual(filesWith(/\b(?:from|into) occurrences\b/g), ['store/occurrences.ts', 'store/occurrences.ts']))

/** It runs them again after a deadlock or a change of the tables, which a bare `begin` would answer with an error. */
test('transactions of the program go through store/transaction.ts', () =>
  assert.deepEqual(filesWith(/\bdb\.begin\b|\.begin\(\s*(?:async\b|\(?\w*\)?\s*=>)|unsafe\(['"`]begin/g), [
    'store/migrate.ts', // one migration in one message; what is not done when it fails stops the start
    'store/open.ts', // asks whether a pooler keeps sessions; it writes nothing
    'store/transaction.ts',
  ]))

/** Written out a second time, a key or a set of states goes its own way. */
for (const [what, pattern, owner] of [
  [
    'the keys of campaigns, recipients and memberships',
    /readonly clientId: (?:number|string);?\s+(?:readonly )?campaignId: (?:number|string)\s*\}|(?:interface|type) (?:CampaignKey|RecipientKey|MemberKey)\b/g,
    'store/keys.ts',
  ],
  ['the states of a campaign', /'draft'\s*\|\s*'scheduled'\s*\|\s*'sending'/g, 'store/states.ts'],
  ['the states of a recipient', /'accepted'\s*\|\s*'deferred'\s*\|\s*'refused'\s*\|\s*'unknown'/g, 'store/states.ts'],
  [
    'the states of a membership',
    /'Active'\s*\|\s*'Unconfirmed'\s*\|\s*'Unsubscribed'\s*\|\s*'Bounced'/g,
    'store/statistics.ts',
  ],
] as const)
  test(`${what} are declared in ${owner}`, () => assert.deepEqual([...new Set(filesWith(pattern))], [owner]))

test('names and brackets of merge tags are written in domain/content/merge-tags.ts', () =>
  assert.deepEqual(
    [...new Set(filesWith(/'(?:firstname|lastname|forwardtoafriend|currentday)',|\\\[\[\^\[\\\]|\\\[unsubscribe/g))],
    ['domain/content/merge-tags.ts'],
  ))

/** The lock, the table of states, the row of the history and the event belong to each change (domain/campaigns/transitions.ts). */
test("a campaign's state and its dates are written in store/transitions.ts, which domain/campaigns/transitions.ts calls", () => {
  const column = String.raw`\b(?:state|started_at|finished_at|missed_at)\b`
  const assigned = new RegExp(
    String.raw`\bupdate\s+(?:only\s+)?(?:public\.)?campaigns\b[^;\x60]*?\bset\b(?:(?!\b(?:where|from|returning)\b)[^;])*?${column}\s*=(?!=)`,
    'gi',
  )
  assert.deepEqual([...new Set(filesWith(assigned))], ['store/transitions.ts'])
  // a new one is a draft
  assert.deepEqual(filesWith(new RegExp(String.raw`\binsert\s+into\s+campaigns\s*\([^)]*${column}`, 'gi')), [])
  assert.deepEqual(
    [...new Set(filesWith(/\bwriteState\(/g))],
    ['domain/campaigns/transitions.ts', 'store/transitions.ts'],
  )
  assert.deepEqual(filesWith(/\binto campaign_history\b/g), ['store/campaign-history.ts'])
})

test('senders are woken in store/sending.ts', () =>
  assert.deepEqual(filesWith(/pg_notify\('campaign_due'/g), ['store/sending.ts']))
