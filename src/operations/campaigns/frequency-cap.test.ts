/** The frequency cap of a client: who is left out when a campaign is frozen and when it is handed over, and who is caught up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { type Entry, seedLedger } from '../../../test/harness/ledger.ts'
import { place } from '../../../test/harness/members.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { planDueCampaign } from '../../delivery/planning/plan.ts'
import { createLog } from '../../lib/log.ts'
import { claimNewRange } from '../../store/ledger/leases.ts'
import { append, openRecipients } from '../../store/ledger/ledger.ts'
import { rollUpRecipients } from '../../store/tracking/engagement-rollups.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers, () => ({}))
const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const { clientId } = world.client
const log = createLog('silent')

const accepted: Entry[] = [{ attempt: 1, kind: 'accepted' }]
const refusedMail: Entry[] = [{ attempt: 1, kind: 'refused', code: 550 }]
const unknown: Entry[] = [{ attempt: 1, kind: 'unknown' }]

/** A campaign that ended so many days ago, whose recipients are the given people. */
async function sent(daysAgo: number, people: Readonly<Record<string, Entry[]>>, { isRolledUp = true } = {}) {
  const campaign = await seedLedger(db, world, 'sent', Object.values(people))
  const { campaignId } = campaign
  for (const [index, name] of Object.keys(people).entries()) {
    const address = `${name}@x.example`
    await db`delete from subscribers where id = (select subscriber_id from audience where campaign_id = ${campaignId} and number = ${index + 1})`
    const [row] = await db`select 1 from subscribers where list_id = ${world.list.listId} and address = ${address}`
    if (!row) await place(db, world.list, 'Active', { address, name })
    await db`
      update audience set email = ${address}, address = ${address}, name = ${name}, subscriber_id = coalesce((
        select s.id from subscribers s where s.list_id = ${world.list.listId} and s.address = ${address}), subscriber_id)
      where campaign_id = ${campaignId} and number = ${index + 1}`
  }
  await db`update campaigns set started_at = now() - make_interval(days => ${daysAgo}), finished_at = now() - make_interval(days => ${daysAgo}) where id = ${campaignId}`
  await db`update log set at = now() - make_interval(days => ${daysAgo}) where campaign_id = ${campaignId}`
  if (isRolledUp)
    await rollUpRecipients(
      db,
      { clientId, campaignId },
      Object.keys(people).map((_, index) => index + 1),
    )
  else await db`insert into engagement_rollups (client_id, campaign_id) values (${clientId}, ${campaignId})`
  return campaign
}
const cap = (Mails: number, Days: number) => call('Client.SetFrequencyCap', { ...client, Mails, Days })
async function forget() {
  await db`update campaigns set started_at = now() - interval '99 days', finished_at = now() - interval '99 days' where started_at is not null`
  await db`delete from engagement_rollups`
  await db`delete from contact_engagement`
  await db`delete from subscribers`
}

let names = 0
async function draft() {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...client,
    Name: `Capped ${++names}`,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: { ListIDs: [world.list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { ...noContent, Kind: 'Html', Html: '<p>Hello</p><unsubscribe>Unsubscribe</unsubscribe>', Text: null },
  })
  return { ...key, CampaignID: CampaignID! }
}
async function start(campaign: { CampaignID: string }) {
  await call('Campaign.Send', { ...key, ...campaign, ConfirmationEmail: 'boss@x.example', SendDate: 'Immediately' })
  await planDueCampaign({ db, log, contentTasks: contentTasksHere }, new Date())
  const [row] = await db<{ id: number }[]>`select id from campaigns where public_id = ${campaign.CampaignID}`
  return { clientId, campaignId: row!.id }
}
/** Names of recipients, those who are left out with the reason. */
async function recipients({ campaignId }: { campaignId: number }) {
  const rows = await db<{ name: string; answer: string | null }[]>`
    select a.name, g.answer from audience a
    left join log g on g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded'
    where a.campaign_id = ${campaignId} order by a.name`
  return rows.map(({ name, answer }) => (answer === null ? name : `${name}: ${answer}`))
}
const over = (name: string) => `${name}: frequency cap`

test('without a cap no one is left out, and numbers beyond the limits are refused', async () => {
  assert.deepEqual({ ...(await call('Client.GetFrequencyCap', client)) }, { Mails: 0, Days: 0 })
  for (const [Mails, Days] of [
    [-1, 7],
    [51, 7],
    [1, 0],
    [1, 31],
  ] as const)
    await refused('Client.SetFrequencyCap', { ...client, Mails, Days }, 'InvalidParameter')
  await cap(2, 7)
  assert.deepEqual({ ...(await call('Client.GetFrequencyCap', client)) }, { Mails: 2, Days: 7 })
  await cap(0, 0)
  await sent(1, { ann: accepted })
  assert.deepEqual(await recipients(await start(await draft())), ['ann'])
})

test('who got as many mails on the last days is left out; today is one of the days, refused mails are none, unknown ones are', async () => {
  await forget()
  await sent(9, { old: accepted, two: accepted })
  await sent(6, { ann: accepted, bob: accepted, cid: accepted, dan: accepted })
  await sent(2, { ann: accepted, bob: refusedMail, cid: unknown, eva: accepted, two: accepted })
  await cap(2, 7)
  const campaign = await draft()
  const counted = await call('Campaign.CountAudience', campaign)
  assert.deepEqual([counted.Recipients, counted.Capped], [5, 2])
  const key = await start(campaign)
  assert.deepEqual(await recipients(key), [over('ann'), 'bob', over('cid'), 'dan', 'eva', 'old', 'two'])
  const [totals] = await db`select recipients, excluded from campaign_totals where campaign_id = ${key.campaignId}`
  assert.deepEqual({ ...totals }, { recipients: 7, excluded: 2 })
})

test('two mails of one day are two, and what is not rolled up yet counts', async () => {
  await forget()
  await sent(1, { ann: accepted, bob: accepted })
  await sent(1, { ann: accepted })
  await cap(2, 3)
  assert.deepEqual(await recipients(await start(await draft())), [over('ann'), 'bob'])
  await forget()
  await sent(2, { ann: accepted, bob: accepted })
  await sent(1, { ann: accepted }, { isRolledUp: false })
  assert.deepEqual(await recipients(await start(await draft())), [over('ann'), 'bob'])
})

test('a mail that another campaign handed over since the freeze counts at the hand-over', async () => {
  await forget()
  await place(db, world.list, 'Active', { address: 'ann@x.example', name: 'ann' })
  await place(db, world.list, 'Active', { address: 'bob@x.example', name: 'bob' })
  await cap(1, 7)
  const first = await start(await draft())
  assert.deepEqual(await recipients(first), ['ann', 'bob'])
  await sent(0, { ann: accepted }, { isRolledUp: false })
  const at = new Date()
  const lease = await claimNewRange(
    db,
    { ...first, owner: 'test', at, expiresAt: new Date(at.getTime() + 60_000) },
    100,
  )
  const next = await openRecipients(db, lease!)
  await append(db, lease!, [], next, at)
  assert.deepEqual(await recipients(first), [over('ann'), 'bob'])
})

test('those who were left out are caught up, once', async () => {
  await forget()
  await sent(3, { ann: accepted, bob: accepted })
  await sent(1, { ann: accepted, cid: accepted })
  await cap(2, 7)
  const campaign = await draft()
  const { campaignId } = await start(campaign)
  assert.deepEqual(await recipients({ campaignId }), [over('ann'), 'bob', 'cid'])
  await refused('Campaign.CatchUp', { ...campaign, Name: null }, 'NotResendable')
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind)
    select client_id, campaign_id, number, 1, 'accepted' from audience a
    where campaign_id = ${campaignId} and not exists (select 1 from log g where g.campaign_id = a.campaign_id and g.number = a.number)`
  await db`update campaigns set state = 'sent', finished_at = now() where id = ${campaignId}`
  await db`update campaign_totals set accepted = 2, planned = 0 where campaign_id = ${campaignId}`
  const before = await call('Campaign.GetFollowUps', campaign)
  assert.deepEqual([before.Capped, before.CanCatchUp], [1, true])
  const { CampaignID } = await call('Campaign.CatchUp', { ...campaign, Name: null })
  await refused('Campaign.CatchUp', { ...campaign, Name: 'Another' }, 'AlreadyResent')
  const caught = { ...key, CampaignID: CampaignID! }
  const counted = await call('Campaign.CountAudience', caught)
  assert.deepEqual([counted.Recipients, counted.Capped], [0, 1], 'not before the days are over')
  await db`update campaigns set started_at = now() - interval '20 days', finished_at = now() - interval '20 days' where id <> ${campaignId} and started_at is not null`
  await db`delete from contact_engagement`
  assert.deepEqual(await recipients(await start(caught)), ['ann'])
  const after = await call('Campaign.GetFollowUps', campaign)
  assert.equal(after.CanCatchUp, false)
})
