import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, seedLedger } from '../../test/harness/ledger.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seed, seedList } from '../../test/harness/seed.ts'
import { publishEvents, recordEvents } from '../store/events/events.ts'
import { recordTransitions } from '../store/lists/statistics.ts'
import { handlers } from './handlers.ts'

const limits = { warn: 0.1, hold: 0.3 }
const now = new Date('2026-02-03T12:00:00Z')
const { db, other, call, refused } = await operationsTest(handlers, () => ({
  complaintLimits: limits,
  dailyLimit: 5000,
  now: () => now,
}))
const accepted: Entry = { attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }
const refusal: Entry = { attempt: 1, kind: 'refused', code: 550, answer: 'not wanted', bounce: 'S' }

/** A client with a campaign of each state, a list besides its own, a domain, and twelve events. */
async function busyClient(accessLevel = 63) {
  const world = await seed(db, { accessLevel })
  const { clientId } = world.client
  for (const state of ['draft', 'scheduled', 'sending', 'paused', 'cancelled'] as const)
    await seedLedger(db, world, state)
  const sent = await seedLedger(db, world, 'sent', [[accepted], [accepted], [refusal], [accepted]])
  await db`update campaigns set started_at = '2026-02-02T09:00:00Z' where id = ${sent.campaignId}`
  await db`
    update campaign_totals set unsubscribes = 1, complaints = 1, bounces = 1 where campaign_id = ${sent.campaignId}`
  await db`
    insert into engagement (client_id, campaign_id, rules_version, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
    values (${clientId}, ${sent.campaignId}, 1, 9, 2, 4, 1)`
  const list = await seedList(db, world.client, 'Second')
  await recordTransitions(db, [
    { ...list, from: null, to: 'Active', count: 7 },
    { ...list, from: 'Active', to: 'Unsubscribed', count: 2 },
  ])
  await db`
    insert into list_days (client_id, list_id, day, active, unsubscribed, bounced, deleted)
    values (${clientId}, ${list.listId}, (now() at time zone ${list.timeZone})::date - 29, 100, 0, 3, 1),
      (${clientId}, ${list.listId}, (now() at time zone ${list.timeZone})::date - 30, 1000, 1000, 1000, 1000)`
  await db`
    insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public, checked_at, verified_at)
    values (${clientId}, 'good.example', 's', '', '', '', '', ${now}, ${now}), (${clientId}, 'new.example', 's', '', '', '', '', null, null)`
  await recordEvents(
    db,
    Array.from({ length: 12 }, (_, n) => ({ clientId, type: 'subscriber.subscribed' as const, at: now, data: { n } })),
  )
  await publishEvents(db, clientId, 100)
  return { world, list, sent }
}

const overview = (ApiKey: string, ClientID: string) => call('Client.GetOverview', { ApiKey, ClientID })
const zeros = { Joined: 0, Unsubscribed: 0, Bounced: 0, Deleted: 0 }

test('the overview shows what is under way, what was sent with its rates, lists, complaints, limits, domains and events', async () => {
  const { world, list, sent } = await busyClient()
  const found = await overview(world.accountKey, world.client.clientPublicId)
  assert.deepEqual(
    rowsOf(found.Next).map(({ State, DueDate }) => [State, DueDate]),
    [
      ['Sending', '2026-02-01 10:00:00'],
      ['Paused', '2026-02-01 10:00:00'],
      ['Scheduled', '2026-02-01 10:00:00'],
    ],
  )
  const [last] = rowsOf(found.Last)
  const rate = (Count: number, Of: number) => ({ Count, Of })
  const { Name: _name, ...rates } = last!
  assert.deepEqual(rates, {
    CampaignID: sent.publicId,
    SentDate: '2026-02-02 10:00:00',
    Opened: rate(2, 3),
    Clicked: rate(1, 3),
    Unsubscribed: rate(1, 3),
    Bounced: rate(1, 4),
    Complained: rate(1, 3),
  })
  assert.deepEqual(found.Lists, [
    {
      ListID: list.listPublicId,
      Name: 'Second',
      Counts: { Active: 5, Joined: 107, Unsubscribed: 2, Bounced: 3, Deleted: 1 },
    },
    { ListID: world.list.listPublicId, Name: world.list.title, Counts: { Active: 0, ...zeros } },
  ])
  assert.deepEqual(found.Standing, { Held: false, Complaints: rate(1, 3), WarnAbove: '0.1', HoldAbove: '0.3' })
  assert.deepEqual(found.Limit, { DailyLimit: 5000, SentToday: 0, NextDate: '2026-02-04 00:00:00' })
  assert.deepEqual(found.Domains, [
    { Domain: 'good.example', Verified: true, CheckedDate: '2026-02-03 13:00:00' },
    { Domain: 'new.example', Verified: false, CheckedDate: null },
  ])
  assert.deepEqual(
    rowsOf(found.Events).map(({ Sequence }) => Sequence),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
  )
})

test('what the caller may not read is absent and not 0', async () => {
  const reports = 1
  const subscribers = 2
  const sends = 4
  for (const [level, present] of [
    [subscribers, []],
    [reports, ['Next', 'Last', 'counts']],
    [reports | subscribers, ['Next', 'Last', 'counts', 'Events']],
    [reports | sends, ['Next', 'Last', 'counts', 'Standing', 'Limit', 'Domains']],
  ] as const) {
    const { world } = await busyClient(level)
    const { Lists, ...found } = await overview(world.clientKey, world.client.clientPublicId)
    const names = Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [name]))
    const counts = rowsOf(Lists).map(({ Counts }) => Counts !== null)
    assert.deepEqual(counts, [present.includes('counts' as never), present.includes('counts' as never)])
    assert.deepEqual(names.toSorted(), present.filter(name => name !== 'counts').toSorted(), `AccessLevel ${level}`)
  }
})

test('a held client is shown as held, and a foreign client is unknown', async () => {
  const world = await seed(db)
  await db`update clients set held_at = now() where id = ${world.client.clientId}`
  const { Standing } = await overview(world.accountKey, world.client.clientPublicId)
  assert.equal(Standing!.Held, true)
  for (const ClientID of [other.client.clientPublicId, '', '0'.repeat(32)])
    await refused('Client.GetOverview', { ApiKey: world.accountKey, ClientID }, 'InvalidClientId')
})
