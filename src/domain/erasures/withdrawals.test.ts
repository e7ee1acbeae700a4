import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countAllHits, seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { countRecipientEvents } from '../../store/campaigns/recipient-events.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordEvents } from '../../store/events/events.ts'
import { writeConsents } from '../../store/subscribers/consent.ts'
import { botFilter } from '../../tracking/bot-filter.ts'
import { createHits } from '../../tracking/hits.ts'
import { setConsent } from '../subscribers/consent.ts'
import { workOnWithdrawal } from './withdrawals.ts'

let database: TestDatabase
let world: World

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const from = { remote: '192.0.2.77', agent: 'Thunderbird' }
const going = new AbortController().signal

/** Both stages of all withdrawals, as if an hour had passed. */
async function finish(): Promise<void> {
  const { db } = database
  while (await workOnWithdrawal(db, going));
  await db`update tracking_withdrawals set at = at - interval '2 hours'`
  while (await workOnWithdrawal(db, going));
  assert.equal((await db`select 1 from tracking_withdrawals`).length, 0)
}

async function hitsOf(campaignId: number) {
  const { db } = database
  await countAllHits(db)
  const rows = await db`select number from hits where campaign_id = ${campaignId} order by number`
  const opens = await db`select number from opens where campaign_id = ${campaignId} order by number`
  const [totals] = await db`select opens, unique_opens, clicks from campaign_totals where campaign_id = ${campaignId}`
  return { hits: rows.map(row => row.number), opens: opens.map(row => row.number), totals: { ...totals } }
}

test('hits that were not counted yet are in the sums, and gone afterwards', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { campaignId, recipients } = campaign
  const { open, click } = createHits(db)
  await open({ campaignId, number: 1, ...from })
  await click({ campaignId, number: 1, ...from }, 1)
  await open({ campaignId, number: 2, ...from })
  await setConsent(db, world.list, recipients[0]!.subscriberId, 'measuring', false, { by: 'page' })
  await finish()
  assert.deepEqual(await hitsOf(campaignId), {
    hits: [2],
    opens: [2],
    totals: { opens: 2, uniqueOpens: 2, clicks: 1 },
  })
  const asked = { clientId: world.client.clientId, campaignId, timeZone: 'Etc/UTC', since: undefined } as const
  // the pages of a report have as many events as are left
  assert.equal(await countRecipientEvents(db, { ...asked, kind: 'Open' }), 1)
  assert.equal(await countRecipientEvents(db, { ...asked, kind: 'Click' }), 0)
})

test('who refused is not classified, so nothing of it is published', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { campaignId, recipients } = campaign
  const { open } = createHits(db, { now: () => new Date(Date.now() - 60_000) })
  await open({ campaignId, number: 1, ...from })
  await open({ campaignId, number: 2, ...from })
  await countAllHits(db)
  await setConsent(db, world.list, recipients[0]!.subscriberId, 'measuring', false, { by: 'page' })
  const step = botFilter(db)
  while (await step());
  const events = await db`select data ->> 'EmailAddress' as email from events where type = 'recipient.opened'`
  assert.deepEqual(
    events.map(row => row.email),
    [recipients[1]!.email],
  )
  await finish()
})

test('letters to former addresses become silent too, in whatever way those were written', async () => {
  const { db } = database
  const { clientId } = world.client
  const campaign = await seedSent(db, world)
  const { campaignId, recipients } = campaign
  const { subscriberId } = recipients[0]!
  // it was sent to Sam@bücher.example, which was changed twice since
  const former = 'sam@xn--bcher-kva.example'
  await db`update audience set email = 'Sam@bücher.example', address = ${former} where campaign_id = ${campaignId} and number = 1`
  await db`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value)
    values (${clientId}, ${world.list.listId}, ${subscriberId}, now(), 'address', 'Sam@bücher.example', 'sam@new.example')`
  const { open } = createHits(db)
  await open({ campaignId, number: 1, ...from })
  await setConsent(db, world.list, subscriberId, 'measuring', false, { by: 'page' })
  await finish()
  await open({ campaignId, number: 1, ...from })
  assert.deepEqual((await hitsOf(campaignId)).hits, [])
})

test('what was published keeps its number and loses the person; other lists and other events stay', async () => {
  const { db } = database
  const { clientId } = world.client
  const campaign = await seedSent(db, world)
  const { email, subscriberId } = campaign.recipients[0]!
  const data = { EmailAddress: email, CampaignID: 'c', Machine: false }
  const [list] = await db`select public_id from lists where id = ${world.list.listId}`
  const ListID = list!.publicId as string
  await db`insert into event_heads (client_id, last_sequence) values (${clientId}, 3) on conflict (client_id) do update set last_sequence = 3`
  await db`
    insert into published_events (client_id, sequence, type, at, published_at, data)
    values (${clientId}, 1, 'recipient.opened', now(), now(), ${db.json({ ...data, ListID })}),
      (${clientId}, 2, 'recipient.opened', now(), now(), ${db.json({ ...data, ListID: 'another' })}),
      (${clientId}, 3, 'subscriber.unsubscribed', now(), now(), ${db.json({ ...data, ListID })})`
  await transaction(db, sql =>
    recordEvents(sql, [{ clientId, type: 'recipient.clicked', at: new Date(), data: { ...data, ListID } }]),
  )
  await setConsent(db, world.list, subscriberId, 'measuring', false, { by: 'page' })
  await finish()
  const rows = await db`select sequence, data from published_events where client_id = ${clientId} order by sequence`
  assert.deepEqual(
    rows.map(row => [row.sequence, row.data]),
    [
      [1, { EmailAddress: '', ListID, CampaignID: 'c' }],
      [2, { ...data, ListID: 'another' }],
      [3, { ...data, ListID }],
    ],
  )
  assert.equal((await db`select 1 from events where data ->> 'EmailAddress' = ${email}`).length, 0)
})

test('a batch of refusals, and an agreement taken back on a list that needs one, are refusals too', async () => {
  const { db } = database
  const { clientId } = world.client
  const campaign = await seedSent(db, world)
  const { campaignId, recipients } = campaign
  const [one, two] = recipients
  await transaction(db, sql =>
    writeConsents(sql, [{ clientId, address: one!.email, consents: { tracking: false }, evidence: { by: 'api' } }]),
  )
  await db`update lists set tracking = 'consent' where id = ${world.list.listId}`
  await setConsent(db, world.list, two!.subscriberId, 'measuring', true, { by: 'page' })
  await setConsent(db, world.list, two!.subscriberId, 'measuring', null, { by: 'page' })
  await db`update lists set tracking = 'always' where id = ${world.list.listId}`
  const { open } = createHits(db)
  for (const { number } of recipients) await open({ campaignId, number, ...from })
  assert.deepEqual((await hitsOf(campaignId)).hits, [3])
  await finish()
})

test('a claim that ends leaves the work to the next process', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { campaignId, recipients } = campaign
  await createHits(db).open({ campaignId, number: 1, ...from })
  await setConsent(db, world.list, recipients[0]!.subscriberId, 'measuring', false, { by: 'page' })
  // a process claimed it and was killed
  await db`update tracking_withdrawals set claim = claim + 1, claimed_until = now() + interval '1 minute', claimed_by = 'gone'`
  await db`update tracking_withdrawals set claimed_until = now() - interval '1 second'`
  await finish()
  assert.deepEqual((await hitsOf(campaignId)).hits, [])
})
