import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { dump, type SentCampaign } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { assertAccounted, history, place } from '../../../test/harness/members.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { findScannerOptOuts, repairOptOuts } from './repairing.ts'
import { type Subscriptions, subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database
let subject: Subscriptions
before(async () => {
  database = await freshDatabase()
  db = database.db
  subject = subscriptions(db)
})
afterEach(() => assertAccounted(db))
after(() => database.drop())

const byLogin = { by: 'api', wire: 'json', loginId: 1 }
const machine = { by: 'page', remote: '192.0.2.77', agent: 'Gateway/1.0' }
const person = { by: 'page', remote: '198.51.100.9', agent: 'Mozilla/5.0' }

/** A campaign sent to members that were placed with their histories. */
async function sentTo(world: World, size: number): Promise<SentCampaign> {
  const { clientId } = world.client
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, 'Spring', 'News', 'C', 'c@client.example', 'c@client.example', 'http://x.example/', '<p>', 'sent', now(), now())
    returning id, public_id`
  const campaignId = campaign!.id as number
  for (const link of [1, 2, 3, 4])
    await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${campaignId}, ${link}, 'http://shop.example/')`
  const recipients = []
  for (let number = 1; number <= size; number++) {
    const { subscriberId, address } = await place(db, world.list, 'Active')
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      values (${clientId}, ${campaignId}, ${number}, ${world.list.listId}, ${subscriberId}, ${address}, ${address}, '', '{}')`
    recipients.push({ number, subscriberId, email: address, list: world.list })
  }
  await db`insert into campaign_totals (client_id, campaign_id, recipients, accepted) values (${clientId}, ${campaignId}, ${size}, ${size})`
  return { ...world.client, campaignId, campaignPublicId: campaign!.publicId as string, recipients, links: [] }
}

function leave({ campaignId, recipients, ...client }: SentCampaign, number: number, evidence: object) {
  const { list, subscriberId } = recipients[number - 1]!
  return subject.unsubscribeMember(client, list.listId, subscriberId, { by: 'page', ...evidence, campaignId, number })
}

async function unsubscribes({ campaignId }: SentCampaign) {
  const [row] = await db`
    select t.unsubscribes, (select count(*) from campaign_unsubscribes u where u.campaign_id = t.campaign_id) as rows
    from campaign_totals t where campaign_id = ${campaignId}`
  assert.equal(row!.unsubscribes, row!.rows)
  return row!.rows as number
}

test('opt-outs of a burst and of who followed every link are found with their reasons; people are not', async () => {
  const world = await seed(db)
  const sent = await sentTo(world, 9)
  for (const number of [1, 2, 3, 4, 5]) await leave(sent, number, machine)
  await leave(sent, 6, person)
  await leave(sent, 7, { ...person, by: 'one-click' })
  await leave(sent, 8, { by: 'mail' })
  for (const link of [1, 2, 3])
    await db`
      insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
      values (${sent.clientId}, ${sent.campaignId}, 7, 'click', ${link}, now(), '198.51.100.0', 'Mozilla/5.0'),
        (${sent.clientId}, ${sent.campaignId}, 6, 'click', 1, now(), '198.51.100.0', 'Mozilla/5.0'),
        (${sent.clientId}, ${sent.campaignId}, 6, 'click', ${link}, now() - interval '1 minute', '198.51.100.0', 'Mozilla/5.0')`
  const was = await dump(db)
  const found = await findScannerOptOuts(db, sent)
  assert.deepEqual(await dump(db), was)
  const number = (email: string) => sent.recipients.find(recipient => recipient.email === email)!.number
  assert.deepEqual(
    found.map(({ optOut, reason }) => [number(optOut.email), reason, optOut.network]),
    [...[1, 2, 3, 4, 5].map(n => [n, 'Burst', '192.0.2.0']), [7, 'EveryLink', '198.51.100.0']],
  )
})

test('those named come back with evidence of who repaired it, once, and the campaign counts them no more', async () => {
  const world = await seed(db)
  const sent = await sentTo(world, 4)
  for (const number of [1, 2, 3]) await leave(sent, number, machine)
  assert.equal(await unsubscribes(sent), 3)
  const emails = [sent.recipients[0]!.email.toUpperCase(), sent.recipients[1]!.email, sent.recipients[3]!.email]
  assert.equal(await repairOptOuts(db, sent, [...emails, 'absent@x.example', emails[1]!], byLogin, new Date()), 2)
  assert.equal(await unsubscribes(sent), 1)
  const was = await dump(db)
  assert.equal(await repairOptOuts(db, sent, emails, byLogin, new Date()), 0)
  assert.deepEqual(await dump(db), was)
  assert.deepEqual(await history(db, world.list, sent.recipients[0]!.email), [
    'null>Active placed',
    'Active>Unsubscribed unsubscribed',
    'Unsubscribed>Active repaired',
  ])
  const [row] = await db`
    select evidence from subscriber_history where cause = 'repaired' and subscriber_id = ${sent.recipients[0]!.subscriberId}`
  assert.deepEqual(row!.evidence, { ...byLogin, campaignId: sent.campaignId, number: 1 })
})

test('who left otherwise does not come back: because of another campaign, long ago, by complaint, or barred since', async () => {
  const world = await seed(db)
  const sent = await sentTo(world, 5)
  const other = await sentTo(world, 1)
  const { list } = sent.recipients[0]!
  await subject.unsubscribeMember(sent, list.listId, sent.recipients[0]!.subscriberId, {
    ...machine,
    campaignId: other.campaignId,
    number: 1,
  })
  await leave(sent, 2, machine)
  await db`update subscriber_history set at = at - interval '31 days' where subscriber_id = ${sent.recipients[1]!.subscriberId}`
  await leave(sent, 3, { by: 'complaint' })
  await leave(sent, 4, machine)
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${sent.clientId}, ${sent.recipients[3]!.email}, '', 'manual', now())`
  await subject.unsubscribe(world.list, sent.recipients[4]!.email, { by: 'api' })
  const was = await dump(db)
  const emails = sent.recipients.map(({ email }) => email)
  assert.equal(await repairOptOuts(db, sent, emails, byLogin, new Date()), 0)
  assert.deepEqual(await dump(db), was)
  const stranger = { ...(await seed(db)).client, campaignId: sent.campaignId, campaignPublicId: '' }
  await leave(sent, 5, machine)
  assert.equal(await repairOptOuts(db, stranger, emails, byLogin, new Date()), 0)
})

test('nothing is changed when one address is invalid, or when there are too many', async () => {
  const world = await seed(db)
  const sent = await sentTo(world, 1)
  await leave(sent, 1, machine)
  const was = await dump(db)
  const { email } = sent.recipients[0]!
  for (const [emails, refusal] of [
    [[email, 'nonsense'], 'InvalidEmail'],
    [[email, null], 'InvalidEmail'],
    [Array.from({ length: 10_001 }, () => email), 'ValueTooLong'],
  ] as const)
    await assert.rejects(
      repairOptOuts(db, sent, emails, byLogin, new Date()),
      error => error instanceof Refusal && error.refusal === refusal,
    )
  assert.deepEqual(await dump(db), was)
})

test('many hundreds come back in one call', async () => {
  const world = await seed(db)
  const sent = await sentTo(world, 620)
  await Promise.all(sent.recipients.map(({ number }) => leave(sent, number, machine)))
  assert.equal(await unsubscribes(sent), 620)
  assert.equal((await findScannerOptOuts(db, sent)).length, 620)
  assert.equal(
    await repairOptOuts(
      db,
      sent,
      sent.recipients.map(({ email }) => email),
      byLogin,
      new Date(),
    ),
    620,
  )
  assert.equal(await unsubscribes(sent), 0)
})
