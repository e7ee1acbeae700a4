/** The job that removes what was kept long enough: what goes, what stays, and what happens when it is disturbed. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { countAllHits, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { retain } from '../../../test/harness/retention.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { createLog } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import { readKeptOfCampaign } from '../../store/retention/kept.ts'
import { removingLock } from '../../store/retention/removing.ts'
import { recordHits } from '../../store/tracking/hits.ts'
import { botFilter } from '../../tracking/bot-filter.ts'
import type { ClientRef } from '../access/access.ts'
import { chooseRetention, forEver } from './retention.ts'
import { usualDays } from './rules.ts'
import { workOnRetention } from './worker.ts'

let database: TestDatabase
let db: Database
let world: World
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  await db.unsafe('truncate hits, opens, clicks, campaigns, retention_edges, retention_choices cascade')
  world = await seed(db)
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** A campaign sent so many days ago, whose first recipient opened it and clicked then. */
async function sent(days: number, owner: World = world): Promise<SentCampaign> {
  const campaign = await seedSent(db, owner)
  const { campaignId } = campaign
  const at = daysAgo(days)
  await db`update campaigns set started_at = ${at}, finished_at = ${at} where client_id = ${campaign.clientId} and id = ${campaignId}`
  await hit(campaign, at, null)
  await hit(campaign, new Date(at.getTime() + 60_000), 1)
  await countAllHits(db)
  while (await botFilter(db)());
  return campaign
}

async function hit({ clientId, campaignId }: SentCampaign, at: Date, link: number | null): Promise<void> {
  const request = { remote: '192.0.2.0', agent: 'Thunderbird', method: 'GET', prefetch: false } as const
  await recordHits(db, [{ clientId, campaignId, number: 1, link, at, ...request }])
}

async function choose(client: ClientRef, kind: string, days: number): Promise<void> {
  await chooseRetention(db, client, { kind, given: days }, { usual: usualDays, by: 'carla' })
}

/** Rows of a campaign. */
async function rowsOf({ clientId, campaignId }: SentCampaign): Promise<Record<'hits' | 'opens' | 'clicks', number>> {
  const count = async (table: string) =>
    (await db`select 1 from ${db(table)} where client_id = ${clientId} and campaign_id = ${campaignId}`).length
  return { hits: await count('hits'), opens: await count('opens'), clicks: await count('clicks') }
}
const all = { hits: 2, opens: 1, clicks: 1 }
const none = { hits: 0, opens: 0, clicks: 0 }

/** Everything that is counted of a campaign. */
async function sumsOf({ clientId, campaignId }: SentCampaign) {
  const tables = ['campaign_totals', 'engagement', 'link_totals', 'campaign_hours', 'mail_programs']
  const sums: Record<string, readonly unknown[]> = {}
  for (const table of tables)
    sums[table] = (
      await db`select t::text as row from ${db(table)} t where client_id = ${clientId} and campaign_id = ${campaignId} order by 1`
    ).map(({ row }) => row)
  return sums
}

/** Puts single opens and clicks into partitions of their months, as they are made ahead. */
async function withMonths(...days: readonly number[]): Promise<void> {
  const { makePartitions } = await import('../../store/partitions.ts')
  for (const day of days) await makePartitions(db, daysAgo(day))
}

describe('by campaigns', () => {
  test('opens and clicks per person go after their time with all sums staying, younger ones stay', async () => {
    const [old, young] = [await sent(1200), await sent(1000)]
    const before = await sumsOf(old)
    assert.equal(before.engagement!.length, 1)
    assert.deepEqual(await retain(db), [])
    assert.deepEqual([await rowsOf(old), await rowsOf(young)], [none, { ...all, hits: 0 }])
    assert.deepEqual(await sumsOf(old), before)
    assert.notEqual((await readKeptOfCampaign(db, old)).removedDate, null)
    assert.equal((await readKeptOfCampaign(db, young)).removedDate, null)
  })

  test('a campaign waits for the others of its partition, a month at most', async () => {
    const [due, overdue, young] = [await sent(1100), await sent(1130), await sent(10)]
    await retain(db)
    assert.equal((await rowsOf(due)).opens, 1)
    assert.equal((await rowsOf(overdue)).opens, 0)
    await db`delete from clicks where campaign_id = ${young.campaignId}`
    await db`delete from opens where campaign_id = ${young.campaignId}`
    await db`update campaigns set started_at = null, finished_at = null where id = ${young.campaignId}`
    await retain(db)
    assert.equal((await rowsOf(due)).opens, 0)
  })

  test('a client that keeps them longer keeps its rows in the same partition, and one that keeps them for ever', async () => {
    const [longer, forever] = [await seed(db), await seed(db)]
    await choose(longer.client, 'OpensAndClicks', 2000)
    await choose(forever.client, 'OpensAndClicks', forEver)
    const campaigns = [await sent(1500), await sent(1500, longer), await sent(3000, forever), await sent(2100, longer)]
    await retain(db)
    const opens = await Promise.all(campaigns.map(async one => (await rowsOf(one)).opens))
    assert.deepEqual(opens, [0, 1, 1, 0])
  })

  test('a click afterwards is not recorded and changes no sum, and its campaign exists', async () => {
    const old = await sent(1200)
    await hit(old, new Date(), 1)
    await retain(db)
    const before = await sumsOf(old)
    // what was recorded before and not counted yet is left out too
    await countAllHits(db)
    await hit(old, new Date(), 2)
    await countAllHits(db)
    assert.deepEqual(await sumsOf(old), before)
    assert.deepEqual(
      [
        ...(await recordHits(db, [
          {
            clientId: old.clientId,
            campaignId: old.campaignId,
            number: 1,
            link: 1,
            at: new Date(),
            remote: '',
            agent: '',
            method: 'GET',
            prefetch: false,
          },
        ])),
      ],
      [old.campaignId],
    )
  })

  test('a campaign that is sent again keeps them until it has ended anew', async () => {
    const old = await sent(1200)
    await db`update campaigns set state = 'sending', finished_at = null where id = ${old.campaignId}`
    await retain(db)
    assert.equal((await rowsOf(old)).opens, 1)
    await db`update campaigns set state = 'sent', finished_at = now() where id = ${old.campaignId}`
    await retain(db)
    assert.equal((await rowsOf(old)).opens, 1)
  })
})

describe('by months', () => {
  test('single opens and clicks go with their month, and what was counted of them stays', async () => {
    await withMonths(800, 450, 100)
    const [oldest, old, young] = [await sent(800), await sent(450), await sent(100)]
    const before = [await sumsOf(oldest), await sumsOf(old), await sumsOf(young)]
    assert.deepEqual(await retain(db), [])
    assert.deepEqual(
      [await rowsOf(oldest), await rowsOf(old), await rowsOf(young)],
      [{ ...all, hits: 0 }, { ...all, hits: 0 }, all],
    )
    assert.deepEqual([await sumsOf(oldest), await sumsOf(old), await sumsOf(young)], before)
    const names = await db<{ name: string }[]>`
      select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'hits'::regclass`
    const month = daysAgo(800).toISOString().slice(0, 7).replace('-', '_')
    assert.ok(!names.some(({ name }) => name === `hits_${month}`), 'its partition is dropped')
    assert.notEqual((await readKeptOfCampaign(db, oldest)).hitsFromDate, null)
    assert.equal((await readKeptOfCampaign(db, young)).hitsFromDate, null)
  })

  test('a client that keeps them longer keeps its rows of the month, one with a shorter period does not', async () => {
    await withMonths(500, 200)
    const [longer, shorter] = [await seed(db), await seed(db)]
    await choose(longer.client, 'RawHits', 900)
    await choose(shorter.client, 'RawHits', 60)
    const [usual, kept] = [await sent(500), await sent(500, longer)]
    const [young, gone] = [await sent(200), await sent(200, shorter)]
    await retain(db)
    const hits = await Promise.all([usual, kept, young, gone].map(async one => (await rowsOf(one)).hits))
    assert.deepEqual(hits, [0, 2, 2, 0])
    assert.equal((await readKeptOfCampaign(db, kept)).hitsFromDate, null)
    assert.notEqual((await readKeptOfCampaign(db, gone)).hitsFromDate, null)
  })

  test('a later click of someone whose first ones are removed adds to what was counted', async () => {
    await withMonths(500, 0)
    const campaign = await sent(500)
    const [before] =
      await db`select human_opens, human_unique_clicks, human_clicks from engagement where campaign_id = ${campaign.campaignId}`
    assert.deepEqual({ ...before }, { humanOpens: 1, humanUniqueClicks: 1, humanClicks: 1 })
    await retain(db)
    await hit(campaign, daysAgo(1), 2)
    await countAllHits(db)
    while (await botFilter(db)());
    const engagement = () =>
      db`select human_opens, human_unique_clicks, human_clicks, clicks from engagement where campaign_id = ${campaign.campaignId}`
    assert.deepEqual({ ...(await engagement())[0] }, { humanOpens: 1, humanUniqueClicks: 1, humanClicks: 2, clicks: 2 })
    // newer rules have nothing to judge by
    await db`update engagement set redone_to = 0 where campaign_id = ${campaign.campaignId}`
    while (await botFilter(db)());
    assert.deepEqual({ ...(await engagement())[0] }, { humanOpens: 1, humanUniqueClicks: 1, humanClicks: 2, clicks: 2 })
  })

  test('those of no month’s partition go one by one', async () => {
    const old = await sent(5000)
    const forever = await seed(db)
    await choose(forever.client, 'OpensAndClicks', forEver)
    await choose(forever.client, 'RawHits', forEver)
    const kept = await sent(5000, forever)
    await retain(db)
    assert.deepEqual([(await rowsOf(old)).hits, (await rowsOf(kept)).hits], [0, 2])
  })
})

describe('the job', () => {
  const parts = () => ({ db, retention: usualDays, auditMonths: 24, log: createLog('silent') })
  const due = () => db`update retention_work set next_at = '-infinity', claimed_until = '-infinity'`
  const nextInHours = async () =>
    (await db<{ hours: number }[]>`select extract(epoch from next_at - now()) / 3600 as hours from retention_work`)[0]!
      .hours

  test('is done once a day, by one process', async () => {
    const old = await sent(1200)
    await due()
    await Promise.all([1, 2, 3].map(() => workOnRetention(parts(), new AbortController().signal)))
    assert.equal((await rowsOf(old)).opens, 0)
    assert.ok((await nextInHours()) > 23)
    const later = await sent(1200)
    await workOnRetention(parts(), new AbortController().signal)
    assert.equal((await rowsOf(later)).opens, 1)
  })

  test('waits until it may begin', async () => {
    const old = await sent(1200)
    await due()
    await db`update retention_work set begins_at = now() + interval '1 hour'`
    await workOnRetention(parts(), new AbortController().signal)
    assert.equal((await rowsOf(old)).opens, 1)
    await db`update retention_work set begins_at = '-infinity'`
  })

  test('goes on where it was stopped, with marks that are already there', async () => {
    const old = await sent(1200)
    await db`insert into retention_campaigns (client_id, campaign_id) values (${old.clientId}, ${old.campaignId})`
    await db`delete from clicks where campaign_id = ${old.campaignId}`
    await retain(db)
    assert.deepEqual(await rowsOf(old), none)
    const [mark] = await db`select is_done from retention_campaigns where campaign_id = ${old.campaignId}`
    assert.equal(mark!.isDone, true)
  })

  test('two at once remove each row once and fail nothing', async () => {
    const campaigns = [await sent(1200), await sent(1300), await sent(10)]
    const inUse = (await Promise.all([retain(db), retain(db), retain(db)])).flat()
    await retain(db)
    assert.deepEqual((await rowsOf(campaigns[0]!)).opens, 0)
    assert.deepEqual((await rowsOf(campaigns[2]!)).opens, 1)
    assert.ok(inUse.every(step => ['engagement', 'hits', 'events'].includes(step)))
  })

  test('gives way to readers of a table, and comes back in minutes', async () => {
    const old = await sent(1200)
    await due()
    await db.begin(async sql => {
      await sql`select count(*) from opens`
      await workOnRetention(parts(), new AbortController().signal)
      assert.equal((await rowsOf(old)).opens, 1)
    })
    assert.ok((await nextInHours()) < 1)
    await retain(db)
    assert.equal((await rowsOf(old)).opens, 0)
  })

  test('waits for a backup, which has all rows or the mark', async () => {
    const old = await sent(1200)
    const backup = await db.reserve()
    await backup`select pg_advisory_lock_shared(${removingLock})`
    assert.ok((await retain(db)).includes('engagement'))
    assert.deepEqual([(await rowsOf(old)).opens, (await readKeptOfCampaign(db, old)).removedDate], [1, null])
    backup.release()
    while ((await retain(db)).length > 0);
    assert.equal((await rowsOf(old)).opens, 0)
  })
})

describe('deleted members', () => {
  test('go with their history if they were never mailed and never left; all others stay', async () => {
    const { clientId, listId } = world.list
    await choose(world.client, 'DeletedMembers', 90)
    const member = async (name: string, days: number, ...causes: readonly (readonly [string, string])[]) => {
      const address = `${name}@people.example`
      const [row] = await db<{ id: number }[]>`
        insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
        values (${clientId}, ${listId}, ${address}, ${address}, 'Deleted', ${daysAgo(days)}, ${daysAgo(days + 9)}) returning id`
      for (const [state, cause] of causes)
        await db`
          insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause)
          values (${clientId}, ${listId}, ${row!.id}, ${daysAgo(days)}, ${state}, ${cause})`
      return row!.id
    }
    const added = ['Active', 'added'] as const
    const deleted = ['Deleted', 'deleted'] as const
    const goes = await member('goes', 91, added, deleted)
    await member('young', 89, added, deleted)
    await member('left', 91, added, ['Unsubscribed', 'unsubscribed'], deleted)
    await member('moved', 91, added, ['Deleted', 'moved'])
    await member('mailed', 91, added, deleted)
    const campaign = await seedSent(db, world, { size: 1 })
    await db`update audience set address = 'mailed@people.example' where campaign_id = ${campaign.campaignId}`
    await db`update list_totals set deleted = 5 where client_id = ${clientId} and list_id = ${listId}`
    await retain(db)
    const left = await db<{ address: string }[]>`
      select address from subscribers where client_id = ${clientId} and state = 'Deleted' order by address`
    assert.deepEqual(
      left.map(({ address }) => address.split('@')[0]),
      ['left', 'mailed', 'moved', 'young'],
    )
    assert.equal(
      (await db`select 1 from subscriber_history where client_id = ${clientId} and subscriber_id = ${goes}`).length,
      0,
    )
    const [totals] = await db`select deleted from list_totals where client_id = ${clientId} and list_id = ${listId}`
    assert.equal(totals!.deleted, 4)
  })
})
