/** Tags by link: people's clicks give them, machines' never, and what is withdrawn takes them away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countAllHits, type SentCampaign, seedSent } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { rules } from '../domain/bot-filter/rules.ts'
import { workOnWithdrawal } from '../domain/erasures/withdrawals.ts'
import { changeAddress } from '../domain/subscribers/address-change.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { transaction } from '../store/connection/transaction.ts'
import { bindLinkTags, readLinkTags, replaceLinkTags } from '../store/tags/link-tags.ts'
import { insertTags } from '../store/tags/tags.ts'
import { requestReclassifying } from '../store/tracking/engagement.ts'
import { botFilter } from './bot-filter.ts'
import { createHits } from './hits.ts'

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

let seconds = 0
async function click({ campaignId }: SentCampaign, number: number, link: number, who = person) {
  seconds += 3600
  const at = new Date(day + seconds * 1000)
  await createHits(database.db, { now: () => at }).click({ ...who, campaignId, number }, link)
}

async function settle(options: Parameters<typeof botFilter>[1] = {}) {
  await countAllHits(database.db)
  const step = botFilter(database.db, { settleMs: 0, ...options })
  while (await step());
}

let names = 0
/** A sent campaign whose link gives a tag. @returns it, and the id of the tag */
async function tagging(link: string, tagId?: number) {
  const { db } = database
  const { clientId } = world.client
  const campaign = await seedSent(db, world)
  const id = await transaction(db, async sql => {
    const given = tagId ?? (await insertTags(sql, clientId, [{ name: `Tag ${++names}`, color: 'Grey' }]))[0]!.tagId
    await replaceLinkTags(sql, campaign, { url: link, sentUrl: link, tagIds: [given] })
    return given
  })
  return { campaign, tagId: id }
}

async function taggedWith(tagId: number): Promise<string[]> {
  const rows = await database.db<{ address: string; people: number }[]>`
    select g.address, t.people from tagged_contacts g join contact_tags t on t.id = g.tag_id
    where g.tag_id = ${tagId} order by g.address`
  if (rows.length > 0) assert.equal(rows[0]!.people, rows.length)
  return rows.map(({ address }) => address)
}

const second = 'https://shop.example/two'

test('who clicks the link gets its tag; who clicks another, and a machine, do not', async () => {
  const { campaign, tagId } = await tagging(second)
  const [one, two, three] = campaign.recipients
  await click(campaign, 1, 2)
  await click(campaign, 2, 1)
  await click(campaign, 3, 2, scanner)
  await settle()
  assert.deepEqual(await taggedWith(tagId), [one!.email])
  const events =
    await database.db`select data from events where type = 'contact.tagged' and data ->> 'EmailAddress' = any(${[one!.email, two!.email, three!.email]}::text[])`
  assert.deepEqual(
    events.map(({ data }) => [data.EmailAddress, data.Source]),
    [[one!.email, 'Link']],
  )
})

test('links to one page are one link, whatever their fragments are', async () => {
  const { campaign, tagId } = await tagging('https://shop.example/two')
  await database.db`update links set url = 'https://shop.example/two#offer' where campaign_id = ${campaign.campaignId} and number = 2`
  await click(campaign, 1, 2)
  await settle()
  assert.deepEqual(await taggedWith(tagId), [campaign.recipients[0]!.email])
})

test('rules by which the click was a machine’s take the tag away, and give it back', async () => {
  const { campaign, tagId } = await tagging(second)
  const { db } = database
  await click(campaign, 1, 2)
  await settle()
  assert.equal((await taggedWith(tagId)).length, 1)
  const machines = [...rules.machines, { name: 'test', pattern: /Firefox/ }]
  const strict = { ...rules, version: rules.version + 1, machines }
  await settle({ rules: strict })
  const counted = await db`select machine_clicks from engagement where campaign_id = ${campaign.campaignId}`
  assert.equal(counted[0]!.machineClicks, 1)
  assert.deepEqual(await taggedWith(tagId), [])
  await settle({ rules: { ...rules, version: rules.version + 2 } })
  assert.equal((await taggedWith(tagId)).length, 1)
  await db`update engagement set rules_version = ${rules.version}, redone_to = null`
})

test('a tag that was there before stays, and one taken away by hand is not given by classifying again', async () => {
  const { campaign, tagId } = await tagging(second)
  const { db } = database
  const [had, taken] = campaign.recipients
  const { clientId } = world.client
  await db`insert into tagged_contacts (client_id, address, tag_id, source) values (${clientId}, ${had!.email}, ${tagId}, 'hand')`
  await db`update contact_tags set people = people + 1 where id = ${tagId}`
  await click(campaign, 1, 2)
  await click(campaign, 2, 2)
  await settle()
  assert.equal((await taggedWith(tagId)).length, 2)
  await db`delete from tagged_contacts where tag_id = ${tagId} and address = ${taken!.email}`
  await db`update contact_tags set people = people - 1 where id = ${tagId}`
  await requestReclassifying(db, campaign)
  await settle()
  assert.deepEqual(await taggedWith(tagId), [had!.email])
  const [row] = await db`select source from tagged_contacts where tag_id = ${tagId}`
  assert.equal(row!.source, 'hand')
})

test('who withdraws from tracking loses the tag; another click that still counts keeps it', async () => {
  const { db } = database
  const { campaign, tagId } = await tagging(second)
  const [refuses] = campaign.recipients
  await click(campaign, 1, 2)
  await settle()
  await setConsent(db, world.list, refuses!.subscriberId, 'measuring', false, { by: 'page' })
  while (await workOnWithdrawal(db, new AbortController().signal));
  assert.deepEqual(await taggedWith(tagId), [])
  const left = await db`
    select 1 from events where data ->> 'EmailAddress' = ${refuses!.email} and type in ('contact.tagged', 'contact.untagged')`
  assert.equal(left.length, 0)
  // and nothing is recorded any more
  await click(campaign, 1, 2)
  await settle()
  assert.deepEqual(await taggedWith(tagId), [])
})

test('a recipient who is not tracked gets no tag, and one with a new address gets it there', async () => {
  const { db } = database
  const { campaign, tagId } = await tagging(second)
  const [untracked, moved] = campaign.recipients
  await db`update audience set tracked = false where campaign_id = ${campaign.campaignId} and number = 1`
  const to = `moved.${moved!.email}`
  await changeAddress(db, world.client, { email: moved!.email, newEmail: to, listId: null }, { by: 'api' })
  await click(campaign, 1, 2)
  await click(campaign, 2, 2)
  await settle()
  assert.deepEqual(await taggedWith(tagId), [to])
  assert.ok(untracked)
})

test('a draft’s links are bound to their targets in mails when it begins', async () => {
  const { db } = database
  const { campaign, tagId } = await tagging(second)
  await transaction(db, sql => bindLinkTags(sql, campaign, url => `${url}?utm_source=news`))
  const [row] = await db`select url, sent_url from campaign_link_tags where campaign_id = ${campaign.campaignId}`
  assert.deepEqual({ ...row }, { url: second, sentUrl: `${second}?utm_source=news` })
  await db`update links set url = ${`${second}?utm_source=news`} where campaign_id = ${campaign.campaignId} and number = 2`
  await click(campaign, 1, 2)
  await settle()
  assert.equal((await taggedWith(tagId)).length, 1)
  assert.equal((await readLinkTags(db, campaign))[0]!.url, second)
})
