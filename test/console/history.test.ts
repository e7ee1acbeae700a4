/** Reading a campaign's history for its sentences, subjects without tags, and names of programs in words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWords } from '../../console/src/lib/plain-words.ts'
import { shownSubject } from '../../console/src/lib/subjects.ts'
import { readEvent, readShare, readTestResults } from '../../console/src/screens/report/history-events.ts'
import { campaignActions } from '../../src/domain/campaign-state/states.ts'

const entry = (Action: string, Detail: string) =>
  readEvent({ Action, Detail, Username: 'Eva', Date: '2026-03-20 10:52:00' })

for (const [action, detail, kind] of [
  ['send', 'draft → scheduled; due: 2026-03-21 09:00:00; revision: 7', 'scheduled'],
  ['unschedule', 'scheduled → draft', 'stopped'],
  ['begin', 'scheduled → sending', 'started'],
  ['pause', 'sending → paused', 'paused'],
  ['pause', 'sending → paused; waiting: 12135', 'paused'],
  ['resume', 'paused → sending', 'resumed'],
  ['resume', 'paused → sending; released: hold', 'released'],
  ['hold', 'sending → paused; held: complaints 0.5 %: 12 of 2400 mails', 'held'],
  ['cancel', 'scheduled → draft', 'stopped'],
  ['cancel', 'paused → cancelled', 'cancelled'],
  ['finish', 'sending → sent', 'finished'],
  ['miss', 'scheduled → draft; due: 2026-03-20 09:00:00; reason: its schedule was missed by too long', 'missed'],
  ['withdraw', 'scheduled → draft; reason: mails of it went out', 'withdrawn'],
  ['delete client', 'sending → paused; reason: the client was deleted', 'clientDeleted'],
  ['retry', 'sent → sending; recipients: 12135', 'retried'],
  ['settle', 'sent; as: accepted; number: 0; recipients: 3', 'markedSent'],
  ['settle', 'sent; as: refused; number: 4; recipients: 1', 'markedFailed'],
  ['settle as retry', 'sent → sending; as: retry; number: 0; recipients: 3', 'sentAgain'],
  ['test', 'draft; revision: 2; recipients: eva@example.com, max@example.com', 'testSent'],
  ['tested', 'draft; test: 5; results: eva@example.com accepted (250 ok)', 'testResult'],
  ['promise', 'draft; atLeastOnce: true', 'atLeastOnce'],
  ['promise', 'draft; atLeastOnce: false', 'atMostOnce'],
  ['request approval', 'draft; revision: 2', 'approvalRequested'],
  ['approve', 'draft; revision: 2', 'approved'],
  ['reject', 'draft; comment: no; revision: 2', 'rejected'],
  ['withdraw request', 'draft; revision: 2', 'requestWithdrawn'],
  ['delete', 'draft', 'deleted'],
  ['restore', 'draft', 'restored'],
  ['teleport', 'draft → sent', undefined],
] as const)
  test(`"${action}" with "${detail}" is ${kind ?? 'an unknown entry'}`, () =>
    assert.equal(entry(action, detail).kind, kind))

test('every action that the service records has a sentence', () => {
  // a stop and a release are recorded as pause and resume; an edit is not recorded
  const others = new Set(['stop', 'release', 'edit'])
  const missing = campaignActions.filter(action => !others.has(action) && entry(action, '').kind === undefined)
  assert.deepEqual(missing, [])
})

test('facts are read by name, and a comment that looks like a fact stays a comment', () => {
  const { from, to, facts } = entry('send', 'draft → scheduled; due: 2026-03-21 09:00:00; revision: 7')
  assert.deepEqual([from, to], ['draft', 'scheduled'])
  assert.deepEqual(facts, { due: '2026-03-21 09:00:00', revision: '7' })
  const held = entry('hold', 'sending → paused; held: complaints 0.5 %: 12 of 2400 mails; waiting: 12135')
  assert.deepEqual(held.facts, { held: 'complaints 0.5 %: 12 of 2400 mails', waiting: '12135' })
  const rejected = entry('reject', 'draft; comment: shorter; due: today\nrevision: 1; revision: 2')
  assert.deepEqual(rejected.facts, { comment: 'shorter; due: today\nrevision: 1', revision: '2' })
})

test('results of a test mail and complaints of a hold are read', () => {
  assert.deepEqual(
    readTestResults('eva@example.com accepted (250 queued), max@example.com refused (550 no, (really))'),
    [
      { address: 'eva@example.com', state: 'Accepted', answer: '250 queued' },
      { address: 'max@example.com', state: 'Refused', answer: '550 no, (really)' },
    ],
  )
  assert.deepEqual(readShare('complaints 0.5 %: 12 of 2400 mails'), { complaints: 12, mails: 2400 })
  assert.equal(readShare('too many'), undefined)
})

for (const [subject, shown] of [
  ['Hello [firstname,fallback=friend], it is spring', 'Hello friend, it is spring'],
  ['Hello [FirstName, fallback = friend]!', 'Hello friend!'],
  ['Hello [firstname], it is spring', 'Hello, it is spring'],
  ['[City,fallback=Your town] in May', 'Your town in May'],
  ['[Newsletter] May', '[Newsletter] May'],
  ['', ''],
] as const)
  test(`the subject "${subject}" is shown as "${shown}"`, () => assert.equal(shownSubject(subject), shown))

test('a name of a program is shown in words', () => {
  assert.equal(plainWords('campaign.approval_ended'), 'Campaign approval ended')
  assert.equal(plainWords('Campaign GetBounceSummary'), 'Campaign get bounce summary')
})
