import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import type { ListRef } from '../../domain/access/access.ts'
import { openers } from '../../domain/campaigns/reports/reports.ts'
import { recordCampaignUnsubscribes } from '../../store/campaigns/campaign-unsubscribes.ts'
import { createHits } from '../../tracking/hits.ts'
import type { CallOf, Dependencies } from '../dependencies.ts'
import { reports } from './reports.ts'

let database: TestDatabase
let world: World
let second: ListRef
let campaign: SentCampaign
let stranger: SentCampaign

const from = { remote: '192.0.2.1', agent: '' }

/** Five recipients and an excluded one, of two lists in turn; a second campaign with hits of its own must not show. */
before(async () => {
  database = await freshDatabase()
  const { db } = database
  world = await seed(db)
  second = await seedList(db, world.client, 'Second')
  const links = ['http://shop.example/a', 'http://shop.example/b?x=1&y=<2>', 'http://shop.example/a']
  campaign = await seedSent(db, world, { size: 6, excluded: 1, lists: [world.list, second], links })
  stranger = await seedSent(db, await seed(db), { size: 4 })
  const { open, click } = createHits(db)
  const visits = [
    [campaign, 4, 'o'],
    [campaign, 1, 'o'],
    [campaign, 1, 'o'],
    [campaign, 2, 1],
    [campaign, 2, 2],
    [campaign, 2, 3],
    [campaign, 2, 3],
    [campaign, 5, 2],
    [campaign, 5, 'o'],
    [stranger, 3, 'o'],
    [stranger, 3, 1],
  ] as const
  for (const [{ campaignId }, number, what] of visits)
    await (what === 'o' ? open({ campaignId, number, ...from }) : click({ campaignId, number, ...from }, what))
  for (const { clientId, campaignId, recipients } of [campaign, stranger])
    for (const number of [3, 3, 1, 99]) {
      const subscriberId = recipients[number - 1]?.subscriberId ?? 0
      await recordCampaignUnsubscribes(db, [{ clientId, campaignId, number, subscriberId }])
    }
  for (const [number, type] of [
    [5, 'S'],
    [3, 'H'],
  ] as const)
    await db`
      insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence)
      values (${campaign.clientId}, ${campaign.campaignId}, ${number}, ${type}, now(), '550')`
  await db`update campaign_totals set bounces = 2 where campaign_id = ${campaign.campaignId}`
})
after(() => database.drop())

type Report = keyof typeof reports

async function ask(name: Report, about: Pick<SentCampaign, 'campaignId'> & object = campaign) {
  const call = { campaign: about, origin: { wire: 'json', remote: '', publicUrl: '' } } as unknown as CallOf<Report> // reports read nothing else
  const dependencies = { db: database.db } as Dependencies // nor anything else of the dependencies
  const value = await reports[name]({ ApiKey: null, CampaignID: null }, call, dependencies)
  if (typeof value !== 'object' || !(Symbol.asyncIterator in value)) return value
  return gather(value as AsyncIterable<unknown>)
}

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const gathered: Item[] = []
  for await (const item of items) gathered.push(item)
  return gathered
}

const who = (number: number) => {
  const { email, list } = campaign.recipients[number - 1]!
  return { EmailAddress: email, ListID: list.listPublicId }
}

test('the summary is of those a copy was meant for', async () => {
  assert.deepEqual(await ask('Campaign.GetSummary'), {
    Recipients: 5,
    TotalOpened: 5,
    Clicks: 5,
    Unsubscribed: 2,
    Bounced: 2,
    UniqueOpened: 4,
  })
})

test('opens are in the order of the audience, and a click counts as one', async () => {
  assert.deepEqual(await ask('Campaign.GetOpens'), [
    { ...who(1), NumberOfOpens: 2 },
    { ...who(2), NumberOfOpens: 1 },
    { ...who(4), NumberOfOpens: 1 },
    { ...who(5), NumberOfOpens: 1 },
  ])
})

test('clicks are per recipient and address, as text; an address linked twice is one', async () => {
  assert.deepEqual(await ask('Campaign.GetSubscriberClicks'), [
    {
      ...who(2),
      ClickedLinks: [
        { Link: 'http://shop.example/a', Clicks: '3' },
        { Link: 'http://shop.example/b?x=1&y=<2>', Clicks: '1' },
      ],
    },
    { ...who(5), ClickedLinks: [{ Link: 'http://shop.example/b?x=1&y=<2>', Clicks: '1' }] },
  ])
})

test('bounces are H or S', async () => {
  assert.deepEqual(await ask('Campaign.GetBounces'), [
    { ...who(3), BounceType: 'H' },
    { ...who(5), BounceType: 'S' },
  ])
})

test('who unsubscribed is there once, and recipients come from the list they were on', async () => {
  assert.deepEqual(await ask('Campaign.GetUnsubscribes'), [who(1), who(3)])
  assert.notEqual(who(1).ListID, who(2).ListID)
})

test('an address is reported as it was when the campaign started, and a list even when it is deleted', async () => {
  const { db } = database
  await db`update subscribers set email = 'changed@people.example' where id = ${campaign.recipients[0]!.subscriberId}`
  await db`update lists set deleted_at = now() where id = ${second.listId}`
  assert.deepEqual(await ask('Campaign.GetUnsubscribes'), [who(1), who(3)])
})

test('a draft has zeros and empty lists', async () => {
  const [draft] = await database.db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${world.client.clientId}, 'Draft', 'News', 'Carla', 'c@client.example', 'c@client.example', 'http://p.example/', '')
    returning id`
  const about = { ...world.client, campaignId: draft!.id as number }
  assert.deepEqual(await ask('Campaign.GetSummary', about), {
    Recipients: 0,
    TotalOpened: 0,
    Clicks: 0,
    Unsubscribed: 0,
    Bounced: 0,
    UniqueOpened: 0,
  })
  for (const name of Object.keys(reports) as Report[]) // the keys of an object literal are its type's
    if (name !== 'Campaign.GetSummary')
      assert.deepEqual(await ask(name, about), name === 'Campaign.GetForwards' ? 0 : [], name)
})

test('a campaign is looked up under its own client only', async () => {
  const about = { ...stranger, clientId: world.client.clientId }
  assert.equal(((await ask('Campaign.GetSummary', about)) as { Recipients: number }).Recipients, 0)
  assert.deepEqual(await ask('Campaign.GetOpens', about), [])
  assert.deepEqual(await ask('Campaign.GetSubscriberClicks', about), [])
})

for (const limit of [1, 2, 3, 4, 5])
  test(`pages of ${limit} put together are the whole report, each recipient once`, async () => {
    const rows = await gather(openers(database.db, campaign, limit))
    assert.deepEqual(
      rows.map(({ number }) => number),
      [1, 2, 4, 5],
    )
  })
