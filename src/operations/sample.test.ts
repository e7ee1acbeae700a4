/** Sample data: whole, marked, true to the ledger, and gone on request. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccounts } from '../../test/harness/accounting.ts'
import { type Caller, caller, contents } from '../../test/harness/caller.ts'
import { countAllHits } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { seedKey } from '../../test/harness/people.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { sentLetter, site } from '../domain/sample/letters.ts'
import { workOffBounces } from '../inbound/bounce-processor.ts'
import { createLog } from '../lib/log.ts'
import { countAccountMonth } from '../store/accounts/account-month.ts'
import { purge, purgedTables, purgeSample } from '../store/purge.ts'
import { botFilter } from '../tracking/bot-filter.ts'
import { handlers } from './handlers.ts'

let database: TestDatabase
let world: World
let api: Caller
const log = createLog('silent')
const setup = { hasRelays: false, hasPublicUrl: false, roles: ['api'] }

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  api = caller(database.db, handlers, { setup })
})
after(() => database?.drop())

const sampleOf = async (ApiKey: string) => (await api.call('Setup.GetStatus', { ApiKey })).SampleClientID

async function made(ApiKey = world.accountKey) {
  const { db } = database
  const { ClientID } = await api.call('Sample.Create', { ApiKey })
  const [sent] = await db<{ clientId: number; campaignId: number; publicId: string }[]>`
    select m.client_id, m.id as campaign_id, m.public_id
    from campaigns m join clients c on c.id = m.client_id
    where c.public_id = ${ClientID!} and m.state = 'sent'`
  return { ClientID: ClientID!, ...sent! }
}

/** What processes of other roles do in the seconds after. */
async function settled() {
  const { db } = database
  await countAllHits(db)
  const classify = botFilter(db)
  while (await classify());
  while (await workOffBounces({ db, log, softBounces: 0 }, new AbortController().signal));
}

test('sample data is a client with lists, people, fields, segments, a template, a draft, and a campaign that was sent', async () => {
  const { db } = database
  const ApiKey = world.accountKey
  const { ClientID, publicId: CampaignID, ...sent } = await made()
  await settled()
  const { BasicDetails } = await api.call('Client.GetDetail', { ApiKey, ClientID })
  assert.equal(BasicDetails!.CompanyName, 'Sample: Bloom Flowers')
  const lists = itemsOf(await api.call('Client.GetLists', { ApiKey, ClientID }))
  assert.deepEqual(
    lists.map(({ Name }) => Name),
    ['Bloom letter', 'Workshops'],
  )
  const [first] = lists
  assert.equal(itemsOf(await api.call('List.GetCustomFields', { ApiKey, ListID: first!.ListID! })).length, 2)
  assert.equal(itemsOf(await api.call('Client.GetSegments', { ApiKey, ClientID })).length, 2)
  assert.equal(itemsOf(await api.call('Client.GetTemplates', { ApiKey, ClientID })).length, 1)
  const names = itemsOf((await api.call('Campaign.List', { ApiKey, ClientID })).Campaigns)
  assert.deepEqual(names.map(({ Name, State }) => [Name, State]).sort(), [
    ['Spring letter', 'Sent'],
    ['Summer letter', 'Draft'],
  ])

  const [spring] = names.filter(({ Name }) => Name === 'Spring letter')
  assert.ok(spring!.CreatedDate! < spring!.SentDate!, 'it was written before it was sent')

  await assertAccounts(db, sent)
  const summary = await api.call('Campaign.GetSummary', { ApiKey, CampaignID })
  assert.ok(summary.Recipients > 150)
  assert.ok(summary.TotalOpened > 50 && summary.Clicks > 10 && summary.Unsubscribed > 0 && summary.Bounced > 0)
  const [engagement] = await db`
    select machine_opens, machine_clicks, human_unique_opens from engagement where campaign_id = ${sent.campaignId}`
  assert.ok(engagement!.machineOpens > 0 && engagement!.machineClicks > 0 && engagement!.humanUniqueOpens > 50)
  const links = await db<
    { url: string }[]
  >`select url from links where campaign_id = ${sent.campaignId} order by number`
  assert.ok(links.length >= 4 && links.every(({ url }) => url.startsWith(site) && sentLetter.html.includes(url)))

  const growth = itemsOf((await api.call('List.GetGrowth', { ApiKey, ListID: first!.ListID! })).Days)
  assert.ok(growth.filter(({ Joined }) => Joined > 0).length >= 3, 'subscribers joined on several days')
  const [counts] = await db`
    select count(*) filter (where state = 'Active')::integer as active, t.active as total
    from subscribers s join list_totals t on t.list_id = s.list_id
    where t.list_id = (select id from lists where public_id = ${first!.ListID!}) group by t.active`
  assert.equal(counts!.active, counts!.total)
})

test('no address of it can be reached, and no mail was handed over for it', async () => {
  const { db } = database
  const { clientId, campaignId } = await made()
  const addresses = await db<{ address: string }[]>`
    select address from subscribers where client_id = ${clientId}
    union select address from audience where campaign_id = ${campaignId}`
  assert.ok(addresses.length > 150)
  for (const { address } of addresses) assert.match(address, /\.example$/)
  const jobs = await db<{ task: string }[]>`select task_identifier as task from graphile_worker.jobs`
  assert.deepEqual(
    jobs.filter(({ task }) => /mail|notice|letter/i.test(task)),
    [],
  )
})

test('a second call names what is there and makes nothing', async () => {
  const { db } = database
  const first = await api.call('Sample.Create', { ApiKey: world.accountKey })
  const before = await contents(db)
  assert.deepEqual(await api.call('Sample.Create', { ApiKey: world.accountKey }), { ...first, Created: false })
  assert.deepEqual(await contents(db), before)
})

test('calls at the same time make one', async () => {
  const { accountId, accountKey: ApiKey } = await seed(database.db)
  const answers = await Promise.all([1, 2, 3].map(() => api.call('Sample.Create', { ApiKey })))
  assert.equal(new Set(answers.map(({ ClientID }) => ClientID)).size, 1)
  assert.equal(answers.filter(({ Created }) => Created).length, 1)
  const rows = await database.db`select 1 from clients where account_id = ${accountId} and is_sample`
  assert.equal(rows.length, 1)
})

test('the checklist does not take sample data for steps that were taken, and says where it is', async () => {
  const { accountId, accountKey: ApiKey } = await seed(database.db)
  await database.db`update clients set deleted_at = now() where account_id = ${accountId}`
  const { ClientID } = await made(ApiKey)
  const { Steps, SampleClientID } = await api.call('Setup.GetStatus', { ApiKey })
  assert.equal(SampleClientID, ClientID)
  assert.deepEqual(new Set(itemsOf(Steps).map(({ State }) => State)), new Set(['Todo']))
})

test('a caller of another client does not see it', async () => {
  const { secret } = await seedKey(database.db, world.accountId, ['Reports'], [world.client.clientId])
  await made()
  assert.notEqual(await sampleOf(world.accountKey), '')
  assert.equal(await sampleOf(secret), '')
})

test('it counts in no month of the account, and is no client that was created just now', async () => {
  const { db } = database
  const { accountId, accountKey: ApiKey } = await seed(db)
  await made(ApiKey)
  await countAccountMonth(db, accountId, new Date())
  const [month] = await db`select campaigns, accepted from account_months where account_id = ${accountId}`
  assert.deepEqual({ ...month }, { campaigns: 0, accepted: 0 })
  const limited = caller(db, handlers, { clientsPerHalfHour: 2 })
  const client = { CompanyName: 'A', ContactName: 'B', Country: 'Germany', Timezone: 'Etc/UTC' }
  await limited.call('Client.Create', { ApiKey, ...client, EmailAddress: 'a@a.example' })
  await limited.refused('Client.Create', { ApiKey, ...client, EmailAddress: 'b@a.example' }, 'ClientCreationLimit')
})

test('another client with the address of the sample prevents it, and nothing remains', async () => {
  const { accountId, accountKey: ApiKey } = await seed(database.db)
  await database.db`update clients set email = 'Rosa@bloom-flowers.example' where account_id = ${accountId}`
  await api.refused('Sample.Create', { ApiKey }, 'EmailTaken')
})

test('while sending is held there is no sample data, and nothing is left behind', async () => {
  const { db } = database
  const { accountKey: ApiKey } = await seed(db)
  await db`insert into holds (kind, detail, since) values ('by hand', 'for a while', now())`
  await api.refused('Sample.Create', { ApiKey }, 'ClientHeld')
  await db`delete from holds`
  assert.equal((await api.call('Sample.Create', { ApiKey })).Created, true)
})

test('removed, it is gone for every caller at once, cannot be restored, and the job leaves no row of it', async () => {
  const { db } = database
  const { accountKey: ApiKey } = await seed(db)
  const { ClientID, clientId, publicId: CampaignID } = await made(ApiKey)
  await settled()
  await api.call('Sample.Remove', { ApiKey })
  assert.equal(await sampleOf(ApiKey), '')
  await api.refused('Client.GetDetail', { ApiKey, ClientID }, 'InvalidClientId')
  await api.refused('Campaign.GetSummary', { ApiKey, CampaignID }, 'InvalidCampaignId')
  assert.deepEqual(itemsOf((await api.call('Deleted.List', { ApiKey })).Deleted), [])
  await api.refused('Deleted.Restore', { ApiKey, Kind: 'Client', ID: ClientID }, 'UnknownDeletion')
  const again = await api.call('Sample.Create', { ApiKey })
  assert.equal(again.Created, true, 'a new one is made while the old one waits for its job')

  await purgeSample(db, clientId)
  for (const table of purgedTables) {
    const rows = await db`select 1 from ${db(table)} where client_id = ${clientId}`
    assert.equal(rows.length, 0, table)
  }
  assert.equal((await db`select 1 from clients where id = ${clientId}`).length, 0)
  await purgeSample(db, clientId)
  await api.call('Sample.Remove', { ApiKey })
  await api.call('Sample.Remove', { ApiKey })
  assert.equal(await sampleOf(ApiKey), '')
})

test('a client that is no removed sample is never purged by the job', async () => {
  const { db } = database
  const { clientId } = await made()
  await purgeSample(db, clientId)
  await purgeSample(db, world.client.clientId)
  await purge(db)
  const rows = await db`select 1 from clients where id in (${clientId}, ${world.client.clientId})`
  assert.equal(rows.length, 2)
})
