import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countAllHits, type SentCampaign, seedSent } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { rules } from '../domain/bot-filter/rules.ts'
import { countSome } from '../domain/campaigns/reports/counting.ts'
import {
  readCampaignHours,
  readEngagementOf,
  readLinksEngagement,
  requestReclassifying,
} from '../store/tracking/engagement.ts'
import { botFilter } from './bot-filter.ts'
import { createHits, type Visit } from './hits.ts'

let database: TestDatabase
let world: World

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const person = { remote: '192.0.2.77', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
const scanner = { remote: '198.51.100.9', agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }
const day = new Date('2026-05-04T10:00:00Z').getTime()

/** Records hits at seconds of the day, one after another. */
async function record(
  { campaignId }: SentCampaign,
  number: number,
  given: readonly (readonly [seconds: number, link: number | null, who?: Partial<Visit>])[],
) {
  for (const [seconds, link, who = person] of given) {
    const { open, click } = createHits(database.db, { now: () => new Date(day + seconds * 1000) })
    const visit = { ...person, ...who, campaignId, number }
    if (link === null) await open(visit)
    else await click(visit, link)
  }
}

async function settle(options: Parameters<typeof botFilter>[1] = {}) {
  await countAllHits(database.db)
  const step = botFilter(database.db, { settleMs: 0, ...options })
  let steps = 0
  while (await step()) steps++
  return steps
}

async function numbers(campaign: SentCampaign) {
  const { db } = database
  const { classifiedDate, ...sums } = await readEngagementOf(db, campaign, 'Etc/UTC')
  return {
    sums: { ...sums },
    links: (await readLinksEngagement(db, campaign)).map(({ url: _, ...row }) => Object.values(row)),
    hours: (await readCampaignHours(db, campaign, 'Etc/UTC')).map(
      ({ date, opens, humanOpens, clicks, humanClicks }) => [date, opens, humanOpens, clicks, humanClicks],
    ),
  }
}

const eventsOf = async (campaign: SentCampaign) => {
  const rows = await database.db`
    select type, data from events where client_id = ${campaign.clientId} and data ->> 'CampaignID' = ${campaign.campaignPublicId}
    order by id`
  return rows.map(({ type, data }) => [type, data.EmailAddress, data.Link ?? '', data.Machine, data.Reason])
}

/** A person, a person after a scanner, a scanner alone. */
async function mixed() {
  const campaign = await seedSent(database.db, world)
  await record(campaign, 1, [
    [0, null],
    [30, 1],
    [4000, null],
  ])
  await record(campaign, 2, [
    [1, 1, { ...scanner, method: 'HEAD' }],
    [2, 1, scanner],
    [2.1, 2, scanner],
    [7200, 2],
  ])
  await record(campaign, 3, [[5, null, scanner]])
  return campaign
}

const expected = {
  sums: {
    opens: 4,
    uniqueOpens: 3,
    clicks: 4,
    uniqueClicks: 2,
    humanOpens: 3,
    humanUniqueOpens: 2,
    humanClicks: 2,
    humanUniqueClicks: 2,
    classifiedHits: 7,
    machineHits: 3,
    rulesVersion: rules.version,
    redoing: false,
  },
  links: [
    [1, 2, 2, 1, 1],
    [2, 2, 1, 1, 1],
  ],
  hours: [
    ['2026-05-04 10:00:00', 2, 1, 3, 1],
    ['2026-05-04 11:00:00', 1, 1, 0, 0],
    ['2026-05-04 12:00:00', 0, 0, 1, 1],
  ],
}

test('people and machines are counted separately in sums, links and hours', async () => {
  const campaign = await mixed()
  await settle()
  assert.deepEqual(await numbers(campaign), expected)
})

test('the numbers are the same when each hit is classified before the next comes', async () => {
  const campaign = await seedSent(database.db, world)
  const reference = await mixed()
  const raw = await database.db`
    select number, link, at, remote, agent, method from hits where campaign_id = ${reference.campaignId} order by at desc`
  for (const { number, link, at, remote, agent, method } of raw) {
    await record(campaign, number, [[(at.getTime() - day) / 1000, link, { remote, agent, method }]])
    await settle()
  }
  assert.deepEqual(await numbers(campaign), expected)
})

test('the first open and click of a recipient become events, and the first of a person when a machine came before', async () => {
  const campaign = await mixed()
  await settle()
  const [one, two, three] = campaign.recipients.map(({ email }) => email)
  const [shop, second] = campaign.links
  assert.deepEqual(
    (await eventsOf(campaign)).toSorted(),
    [
      ['recipient.clicked', one, shop, false, 'person'],
      ['recipient.clicked', two, shop, true, 'agent: Barracuda'],
      ['recipient.clicked', two, second, true, 'agent: Barracuda'],
      ['recipient.clicked', two, second, false, 'person'],
      ['recipient.opened', one, '', false, 'person'],
      ['recipient.opened', three, '', true, 'agent: Barracuda'],
    ].toSorted(),
  )
  await record(campaign, 1, [
    [9000, null],
    [9001, 1],
  ])
  await settle()
  assert.equal((await eventsOf(campaign)).length, 6, 'a second one is no event')
})

test('a recipient is left alone until the hits have settled', async () => {
  const campaign = await seedSent(database.db, world)
  await record(campaign, 1, [[0, null]])
  await settle({ settleMs: 10_000, now: () => new Date(day + 9_000) })
  assert.equal((await numbers(campaign)).sums.humanOpens, 0)
  await settle({ settleMs: 10_000, now: () => new Date(day + 10_000) })
  assert.equal((await numbers(campaign)).sums.humanOpens, 1)
})

test('newer rules classify everything anew, publish nothing twice, and an older program leaves it alone', async () => {
  const { db } = database
  const campaign = await mixed()
  await settle()
  const published = await eventsOf(campaign)
  const newer = { ...rules, version: rules.version + 1, machines: [{ name: 'all', pattern: /^/ }] }
  await settle({ rules: newer, most: 2 })
  const { sums } = await numbers(campaign)
  assert.deepEqual(
    [sums.opens, sums.clicks, sums.humanOpens, sums.humanClicks, sums.machineHits, sums.rulesVersion, sums.redoing],
    [4, 4, 0, 0, 7, newer.version, false],
  )
  assert.deepEqual(await eventsOf(campaign), published)

  await record(campaign, 1, [[9000, null]])
  assert.equal(await settle(), 0, 'the older one does nothing')
  await db`update engagement set rules_version = ${rules.version}`
  await db`delete from hits where campaign_id = ${campaign.campaignId} and at = ${new Date(day + 9_000_000)}`
  await requestReclassifying(db, campaign)
  await settle()
  assert.deepEqual((await numbers(campaign)).hours, expected.hours, 'and back')
})

test('a hit that comes while its recipient is classified is not lost, and several bot filters do the work once', async () => {
  const { db } = database
  const campaign = await seedSent(db, world, { size: 40 })
  const steps = Array.from({ length: 4 }, () =>
    botFilter(db, { settleMs: 0, now: () => new Date(day + 86_400_000), most: 7 }),
  )
  const { open, click } = createHits(db, { now: () => new Date(day) })
  const work = Array.from({ length: 400 }, (_, i) => {
    const visit = { ...person, campaignId: campaign.campaignId, number: 1 + ((i * 7) % 40) }
    return () => (i % 4 === 0 ? click(visit, 1) : open(visit))
  })
  await Promise.all([
    ...steps.map(async step => {
      for (let i = 0; i < 30; i++) {
        await countSome(db)
        await step()
      }
    }),
    (async () => {
      for (let i = 0; i < work.length; i += 10) await Promise.all(work.slice(i, i + 10).map(run => run()))
    })(),
  ])
  await settle({ now: () => new Date(day + 86_400_000) })
  const { sums, hours, links } = await numbers(campaign)
  assert.deepEqual(
    [sums.opens, sums.clicks, sums.humanOpens, sums.humanClicks],
    [310, 100, 310, 100],
    'a click proves one open',
  )
  assert.deepEqual(hours, [['2026-05-04 10:00:00', 300, 300, 100, 100]])
  assert.deepEqual(links[0], [1, 100, sums.uniqueClicks, 100, sums.uniqueClicks])
  const [stale] =
    await db`select count(*)::integer as rows from opens where campaign_id = ${campaign.campaignId} and stale_at is not null`
  assert.equal(stale!.rows, 0)
  const events = await eventsOf(campaign)
  assert.equal(events.length, new Set(events.map(event => event.slice(0, 3).join())).size, 'each is published once')
})

test('a flood of hits on one recipient is counted, and looked at only as far as a person goes', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  const { open } = createHits(db, { now: () => new Date(day) })
  const flood = () =>
    Promise.all(Array.from({ length: 700 }, () => open({ ...person, campaignId: campaign.campaignId, number: 1 })))
  await flood()
  await flood()
  await settle()
  await flood()
  assert.equal(await settle(), 0, 'it is not looked at again')
  const { sums } = await numbers(campaign)
  assert.deepEqual([sums.opens, sums.classifiedHits], [2100, 1000])
})

test('a HEAD request that comes late is classified, and is in no number', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  await record(campaign, 1, [[100, 1]])
  await settle()
  assert.equal((await numbers(campaign)).sums.humanClicks, 1)
  await record(campaign, 1, [[99, 1, { method: 'HEAD' }]])
  await record(campaign, 2, [[99, 1, { method: 'HEAD' }]])
  await settle()
  const { sums } = await numbers(campaign)
  assert.deepEqual([sums.clicks, sums.uniqueOpens, sums.humanClicks, sums.classifiedHits], [1, 1, 0, 1])
  const [raw] =
    await db`select count(*)::integer as rows from hits where campaign_id = ${campaign.campaignId} and method = 'HEAD'`
  assert.equal(raw!.rows, 2)
})

test('a mail that was taken seconds ago cannot have been read', async () => {
  const { db } = database
  const campaign = await seedSent(db, world)
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at)
    values (${campaign.clientId}, ${campaign.campaignId}, 1, 1, 'accepted', ${new Date(day)})`
  await record(campaign, 1, [[3, 1]])
  await record(campaign, 2, [[3, 1]])
  await settle()
  const { sums } = await numbers(campaign)
  assert.deepEqual([sums.clicks, sums.humanClicks], [2, 1])
})
