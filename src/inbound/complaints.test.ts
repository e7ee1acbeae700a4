import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccounts } from '../../test/harness/accounting.ts'
import { dump } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { assertAccounted, history, member, type Placed, place } from '../../test/harness/members.ts'
import { type Mailed, mail, note, processorOf, source, usualFeedback } from '../../test/harness/returned.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { sendChecks } from '../../test/harness/send-checks.ts'
import { resumeCampaign, retryCampaign } from '../domain/campaigns/lifecycle/lifecycle.ts'
import { sendCampaign } from '../domain/campaigns/lifecycle/sending.ts'
import { holdOf, readStanding, releaseHold } from '../domain/clients/complaints.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Actor } from '../store/campaigns/campaign-history.ts'
import { findNextDueCampaign } from '../store/campaigns/plans.ts'
import { readSendableCampaigns } from '../store/campaigns/sending.ts'

let database: TestDatabase

before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const longAgo = new Date('2026-01-01T00:00:00Z')
const sentAt = new Date('2026-02-01T09:00:00Z')
const now = new Date('2026-02-02T09:00:00Z')
const account: Actor = { loginId: 1, username: 'alice', wire: 'json', remote: '192.0.2.1', account: true }
const client: Actor = { loginId: 2, username: 'carla', wire: 'json', remote: '192.0.2.2', account: false }
const abuse = note('complaint', 'abuse')

const people = (world: World, count: number): Promise<Placed[]> =>
  Promise.all(Array.from({ length: count }, () => place(database.db, world.list, 'Active', { at: longAgo })))

/** A world with a campaign to some people and to many more without rows. */
async function mailed(count: number, more: number, options: Partial<Parameters<typeof mail>[3]> = {}) {
  const { db } = database
  const world = await seed(db)
  const members = await people(world, count)
  const campaign = await mail(db, world.list, members, { at: sentAt, more, ...options })
  return { world, members, campaign }
}

const apply = (campaign: Mailed, number: number, limits = usualFeedback.complaints, at = now) =>
  processorOf(database.db, { complaints: limits }, () => at).apply(source(campaign, number, abuse, at))

async function complainAll(campaign: Mailed, from: number, to: number, limits?: { warn: number; hold: number }) {
  for (let number = from; number <= to; number++) await apply(campaign, number, limits)
}

async function facts({ clientId, campaignId }: Mailed) {
  const [row] = await database.db`
    select m.state, c.held_at is not null as held, t.complaints,
      array(select a.kind || case when a.campaign_id is null then ' of client' else ' of campaign' end
        from complaint_alarms a where a.client_id = m.client_id order by a.id) as alarms,
      array(select e.type from events e where e.client_id = m.client_id and e.type <> 'recipient.complained'
        and e.type not like 'subscriber%' order by e.id) as events
    from campaigns m
    join clients c on c.id = m.client_id
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return { ...row } as { state: string; held: boolean; complaints: number; alarms: string[]; events: string[] }
}

test('who complains is unsubscribed and suppressed, and counted once', async () => {
  const { db } = database
  const { world, members, campaign } = await mailed(2, 100_000)
  assert.equal((await apply(campaign, 1)).done, 'complaint')
  const after = await dump(db)
  assert.deepEqual(await apply(campaign, 1), { done: 'nothing', why: 'this complaint is known', settled: false })
  assert.deepEqual(await dump(db), after)
  const { address } = members[0]!
  assert.deepEqual(await history(db, world.list, address), ['null>Active placed', 'Active>Unsubscribed complained'])
  assert.equal((await member(db, world.list, members[1]!.address))?.state, 'Active')
  const [row] = await db`select reason, evidence from suppressions where address = ${address}`
  assert.equal(row!.reason, 'complained')
  assert.equal(row!.evidence.detail, 'abuse: this is complaint')
  assert.equal(row!.evidence.campaignId, campaign.campaignId)
  const [event] =
    await db`select data from events where client_id = ${campaign.clientId} and type = 'recipient.complained'`
  assert.deepEqual(event!.data, {
    CampaignID: campaign.publicId,
    ListID: world.list.listPublicId,
    EmailAddress: address,
    FeedbackType: 'abuse',
  })
  assert.deepEqual(await facts(campaign), { state: 'sent', held: false, complaints: 1, alarms: [], events: [] })
})

for (const type of ['not-spam', 'auth-failure', 'virus'])
  test(`${type} is no complaint`, async () => {
    const { db } = database
    const { campaign } = await mailed(1, 0)
    const before = await dump(db)
    const effect = await processorOf(db).apply(source(campaign, 1, note('complaint', type)))
    assert.equal(effect.done, 'nothing')
    assert.deepEqual(await dump(db), before)
  })

test('a feedback loop that reports an opt-out makes the person leave, and is no complaint', async () => {
  const { db } = database
  const { world, members, campaign } = await mailed(1, 0)
  assert.equal((await processorOf(db).apply(source(campaign, 1, note('complaint', 'opt-out')))).done, 'opt-out')
  assert.equal((await member(db, world.list, members[0]!.address))?.state, 'Unsubscribed')
  assert.equal((await facts(campaign)).complaints, 0)
})

test('an old complaint does nothing to who has come back since', async () => {
  const { db } = database
  const { world, members, campaign } = await mailed(1, 0)
  const { subscriberId, address } = members[0]!
  const all = subscriptions(db)
  await all.unsubscribeMember(world.list, world.list.listId, subscriberId, { by: 'page' })
  const how = { resubscribe: true, publicUrl: 'https://mail.example' }
  await all.add(world.list, { email: address, name: null }, how, { by: 'api' })
  assert.equal((await apply(campaign, 1)).done, 'complaint')
  assert.equal((await member(db, world.list, address))?.state, 'Active')
  assert.equal((await db`select 1 from suppressions where address = ${address}`).length, 0)
  assert.equal((await facts(campaign)).complaints, 1)
})

test('few complaints do nothing; above the first limit there is one warning of the campaign and one of the client', async () => {
  const { campaign } = await mailed(12, 5000 - 12)
  await complainAll(campaign, 1, 5)
  assert.deepEqual((await facts(campaign)).alarms, [])
  await complainAll(campaign, 6, 12)
  assert.deepEqual(await facts(campaign), {
    state: 'sent',
    held: false,
    complaints: 12,
    alarms: ['warning of campaign', 'warning of client'],
    events: ['complaints.high', 'complaints.high'],
  })
})

test('above the second limit a campaign is paused and its client held, and its history says why', async () => {
  const { db } = database
  const { world, campaign } = await mailed(5, 1000 - 5, { state: 'sending' })
  await complainAll(campaign, 1, 4)
  assert.equal((await facts(campaign)).state, 'sending')
  await apply(campaign, 5)
  assert.deepEqual(await facts(campaign), {
    state: 'paused',
    held: true,
    complaints: 5,
    alarms: ['hold of campaign', 'hold of client'],
    events: ['campaign.held', 'client.held'],
  })
  const [entry] =
    await db`select action, username, from_state, to_state, detail from campaign_history where campaign_id = ${campaign.campaignId}`
  assert.deepEqual(
    { ...entry },
    {
      action: 'hold',
      username: 'Lettershop',
      fromState: 'sending',
      toState: 'paused',
      detail: { held: 'complaints 0.50 %: 5 of 1000 mails', waiting: 0 },
    },
  )
  const hold = await holdOf(db, world.client, now)
  assert.deepEqual([hold.held, hold.complaints, hold.mails], [true, 5, 1000])
  assert.deepEqual(hold.campaigns, [campaign.publicId])
  assert.deepEqual(await readStanding(db, world.client, usualFeedback.complaints, now), {
    held: true,
    share: { complaints: 5, mails: 1000 },
    high: 'complaints 0.50 %: 5 of 1000 mails',
  })
  await assertAccounted(db)
})

test('a limit of 0 holds nothing', async () => {
  const { campaign } = await mailed(9, 0, { state: 'sending' })
  await complainAll(campaign, 1, 9, { warn: 0, hold: 0 })
  assert.deepEqual(await facts(campaign), { state: 'sending', held: false, complaints: 9, alarms: [], events: [] })
})

test('many small campaigns hold their client together, none of them alone', async () => {
  const { db } = database
  const world = await seed(db)
  const campaigns = []
  for (let n = 0; n < 3; n++)
    campaigns.push(await mail(db, world.list, await people(world, 2), { at: sentAt, more: 300 }))
  for (const campaign of campaigns) await complainAll(campaign, 1, 2)
  assert.deepEqual((await facts(campaigns[0]!)).alarms, ['hold of client'])
  // what began long ago is not judged any more
  const old = await seed(db)
  const campaign = await mail(db, old.list, await people(old, 6), { at: new Date('2025-11-01T09:00:00Z') })
  await complainAll(campaign, 1, 6)
  assert.deepEqual(await facts(campaign), {
    state: 'sent',
    held: false,
    complaints: 6,
    alarms: ['warning of campaign'],
    events: ['complaints.high'],
  })
})

test('other clients are not held', async () => {
  const one = await mailed(5, 0, { state: 'sending' })
  const other = await mailed(5, 0, { state: 'sending' })
  await complainAll(one.campaign, 1, 5)
  assert.deepEqual(await facts(other.campaign), {
    state: 'sending',
    held: false,
    complaints: 0,
    alarms: [],
    events: [],
  })
})

test('complaints that come at once through several processes are all counted, and hold once', async () => {
  const { db } = database
  const { campaign } = await mailed(40, 0, { state: 'sending' })
  const processes = [processorOf(db, {}, () => now), processorOf(db, {}, () => now)]
  await Promise.all(
    processes.flatMap(one =>
      Array.from({ length: 40 }, (_, index) => one.apply(source(campaign, index + 1, abuse, now))),
    ),
  )
  const { alarms, ...rest } = await facts(campaign)
  assert.deepEqual(alarms.filter(alarm => alarm.startsWith('hold')).sort(), ['hold of campaign', 'hold of client'])
  assert.equal(rest.complaints, 40)
  assert.equal(rest.state, 'paused')
  await assertAccounts(db, campaign)
  await assertAccounted(db)
})

test('nothing of a held client is planned, claimed, sent, resumed or retried until a user releases it', async () => {
  const { db } = database
  const { world, campaign } = await mailed(8, 0, { state: 'sending' })
  await complainAll(campaign, 1, 5)
  const { clientId } = campaign
  const key = { ...world.client, campaignPublicId: '', campaignId: 0 }
  const [draft] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, due_at)
    values (${clientId}, 'Draft', 's', 'f', 'f@x.example', 'f@x.example', 'https://x.example/', '<p>x</p>', 'draft', null),
      (${clientId}, 'Due', 's', 'f', 'f@x.example', 'f@x.example', 'https://x.example/', '<p>x</p>', 'scheduled', ${sentAt})
    returning id`
  const another = await mail(db, world.list, await people(world, 2), { at: sentAt, state: 'sending' })
  await db`update leases set done = false, expires_at = ${sentAt} where campaign_id = ${another.campaignId}`
  const paused = await mail(db, world.list, await people(world, 2), { at: sentAt, state: 'paused' })
  const order = {
    confirmationEmail: 'b@x.example',
    sendDate: 'immediately',
    publicUrl: 'https://mail.example',
    stoppable: false,
    by: account,
  }
  const attempts = [
    () => sendCampaign(db, { ...key, campaignId: draft!.id }, order, now, sendChecks(db)),
    () => resumeCampaign(db, { ...key, ...paused }, account, now),
    () => retryCampaign(db, { ...key, ...paused }, account, now),
  ]
  const before = await dump(db)
  for (const attempt of attempts) await assert.rejects(attempt, { refusal: 'ClientHeld' })
  assert.deepEqual(await dump(db), before)
  const claimable = async () => (await readSendableCampaigns(db, now, 100)).some(one => one.clientId === clientId)
  const plannable = async () => (await findNextDueCampaign(db, now, []))?.clientId
  assert.equal(await claimable(), false)
  assert.notEqual(await plannable(), clientId)

  await releaseHold(db, world.client, account, now)
  assert.equal(await claimable(), true)
  assert.equal(await plannable(), clientId)
  assert.equal((await facts(campaign)).state, 'sending', 'what was paused for complaints goes on')
  assert.equal((await facts(paused)).state, 'paused', 'what a person paused does not')
  assert.deepEqual((await facts(campaign)).events.slice(-2), ['campaign.resumed', 'client.released'])
  const after = await dump(db)
  await releaseHold(db, world.client, account, now)
  assert.deepEqual(await dump(db), after)
  const { alarms, held } = await holdOf(db, world.client, now)
  assert.equal(held, false)
  assert.deepEqual(new Set(alarms.map(({ releasedAs }) => releasedAs)), new Set(['alice']))
})

test('a held campaign is released by a user of the account, not by the client', async () => {
  const { db } = database
  // all campaigns of the client together have few complaints
  const world = await seed(db)
  await mail(db, world.list, await people(world, 1), { at: sentAt, more: 100_000 })
  const campaign = await mail(db, world.list, await people(world, 12), { at: sentAt, state: 'sending' })
  await complainAll(campaign, 1, 5)
  assert.deepEqual((await facts(campaign)).alarms, ['hold of campaign'])
  const ref = { ...world.client, ...campaign, campaignPublicId: campaign.publicId }
  await assert.rejects(resumeCampaign(db, ref, client, now), { refusal: 'CampaignHeld' })
  assert.equal((await facts(campaign)).state, 'paused')
  await resumeCampaign(db, ref, account, now)
  assert.equal((await facts(campaign)).state, 'sending')
  // what was known then counts no more; what came after does
  await complainAll(campaign, 6, 9)
  assert.equal((await facts(campaign)).state, 'sending')
  await complainAll(campaign, 10, 10)
  assert.equal((await facts(campaign)).state, 'paused')
  assert.deepEqual((await facts(campaign)).alarms, ['hold of campaign', 'hold of campaign'])
})
