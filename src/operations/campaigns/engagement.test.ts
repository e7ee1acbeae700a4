import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { countSome } from '../../domain/campaigns/reports/counting.ts'
import * as campaigns from '../../domain/campaigns/reports/engagement.ts'
import { readSummary } from '../../domain/campaigns/reports/reports.ts'
import { countAccepted } from '../../store/ledger/campaign-hours.ts'
import { botFilter } from '../../tracking/bot-filter.ts'
import { createHits } from '../../tracking/hits.ts'
import type { CallOf, Dependencies } from '../dependencies.ts'
import { engagement } from './engagement.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const params = { ApiKey: '', CampaignID: '' }
const dependencies = () => ({ db: database.db }) as Dependencies // the handlers of this group use nothing else
const callOf = (campaign: unknown) => ({ campaign }) as CallOf<'Campaign.GetLinks'> // nor do they ask who calls

async function valuesOf(rows: Promise<AsyncIterable<object> | readonly object[]>) {
  const values: unknown[][] = []
  for await (const row of await rows) values.push(Object.values(row))
  return values
}

const person = { remote: '192.0.2.77', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
const robot = { remote: '198.51.100.7', agent: 'curl/8.5.0' }

async function sent(timeZone = 'Europe/Berlin') {
  return { ...(await seedSent(database.db, world)), timeZone }
}

test('both numbers: all, as the summary has them, and those of people', async () => {
  const { db } = database
  const campaign = await sent()
  const { open, click } = createHits(db, { now: () => new Date('2026-05-04T10:20:00Z') })
  const { campaignId } = campaign
  await open({ campaignId, number: 1, ...person })
  await click({ campaignId, number: 2, ...robot }, 1)
  await click({ campaignId, number: 2, ...robot, method: 'HEAD' }, 1)
  const before = await engagement['Campaign.GetEngagement'](params, callOf(campaign), dependencies())
  assert.deepEqual([before.TotalOpened, before.Clicks, before.HumanOpened, before.RulesVersion], [2, 1, 0, 0])
  const step = botFilter(db, { settleMs: 0 })
  while (await step());
  const { ClassifiedDate, ...after } = await engagement['Campaign.GetEngagement'](
    params,
    callOf(campaign),
    dependencies(),
  )
  assert.match(ClassifiedDate!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(after, {
    TotalOpened: 2,
    UniqueOpened: 2,
    Clicks: 1,
    UniqueClicked: 1,
    HumanOpened: 1,
    HumanUniqueOpened: 1,
    HumanClicks: 0,
    HumanUniqueClicked: 0,
    MachineShare: '0.5000',
    RulesVersion: 2,
    Reclassifying: false,
  })
  const { opens, uniqueOpens, clicks } = await readSummary(db, campaign)
  assert.deepEqual([opens, uniqueOpens, clicks], [2, 2, 1], 'the historical numbers are those of all GETs')
  assert.deepEqual(await valuesOf(engagement['Campaign.GetLinks'](params, callOf(campaign), dependencies())), [
    [1, campaign.links[0], 1, 1, 0, 0],
    [2, campaign.links[1], 0, 0, 0, 0],
  ])
  await engagement['Campaign.Reclassify'](params, callOf(campaign), dependencies())
  const asked = await engagement['Campaign.GetEngagement'](params, callOf(campaign), dependencies())
  assert.deepEqual([asked.Reclassifying, asked.HumanOpened], [true, 1])
  while (await step());
  const again = await engagement['Campaign.GetEngagement'](params, callOf(campaign), dependencies())
  assert.deepEqual({ ...again, ClassifiedDate: '' }, { ...after, ClassifiedDate: '' })
})

test('a campaign hour by hour in the client’s zone, also if an hour occurs twice', async () => {
  const { db } = database
  const campaign = await sent()
  const { clientId, campaignId } = campaign
  const at = (text: string) => new Date(`2024-10-27T${text}Z`)
  for (const [number, time] of [
    [1, '00:10:00'],
    [2, '00:59:59'],
    [3, '01:00:00'],
  ] as const)
    await db`
      with counted as (
        select ${number}::integer as number
      ), counts as (select 1 as accepted)
      ${countAccepted(db, campaign, at(time))}`
  await createHits(db, { now: () => at('00:30:00') }).open({ campaignId, number: 1, ...person })
  await createHits(db, { now: () => at('05:30:00') }).click({ campaignId, number: 1, ...robot }, 1)
  await countSome(db)
  await db`insert into campaign_unsubscribes ${db({ clientId, campaignId, number: 1, at: at('05:40:00') })}`
  await db`insert into campaign_bounces ${db({ clientId, campaignId, number: 2, type: 'H', at: at('01:00:00'), evidence: '' })}`
  await db`
    insert into campaign_complaints
    ${db({ clientId, campaignId, number: 3, at: at('09:00:00'), feedbackType: 'abuse', evidence: '' })}`
  const step = botFilter(db, { settleMs: 0 })
  while (await step());
  const hours = engagement['Campaign.GetTimeline'](params, callOf(campaign), dependencies())
  assert.deepEqual(await valuesOf(hours), [
    ['2024-10-27 02:00:00', 2, 1, 1, 0, 0, 0, 0, 0],
    ['2024-10-27 02:00:00', 1, 0, 0, 0, 0, 0, 1, 0],
    ['2024-10-27 06:00:00', 0, 0, 0, 1, 0, 1, 0, 0],
    ['2024-10-27 10:00:00', 0, 0, 0, 0, 0, 0, 0, 1],
  ])
  const half = await campaigns.readTimeline(db, { ...campaign, timeZone: 'Asia/Kolkata' })
  assert.equal(half[0]!.date, '2024-10-27 05:30:00')
})

test('a campaign without hits has zeros, no hours, and nothing to classify anew', async () => {
  const campaign = await sent()
  const found = await engagement['Campaign.GetEngagement'](params, callOf(campaign), dependencies())
  assert.deepEqual(
    [found.TotalOpened, found.HumanOpened, found.MachineShare, found.ClassifiedDate],
    [0, 0, '0.0000', null],
  )
  assert.deepEqual(await engagement['Campaign.GetTimeline'](params, callOf(campaign), dependencies()), [])
  await engagement['Campaign.Reclassify'](params, callOf(campaign), dependencies())
  const rows = await database.db`select 1 from engagement where campaign_id = ${campaign.campaignId}`
  assert.equal(rows.length, 0)
})
