import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, ledgerAt, seedLedger } from '../../../test/harness/ledger.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedPerson } from '../../../test/harness/people.ts'
import { rowsOf } from '../../../test/harness/rows.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import type { ListedCampaign } from '../../contract/groups/overviews.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { listCampaigns } from '../../domain/campaigns/reports/campaign-list.ts'
import { countCampaignDomains, readDomains } from '../../domain/campaigns/reports/domain-counts.ts'
import { handlers } from '../handlers.ts'

const { db, world, other, call, refused } = await operationsTest(handlers)

const states = ['Draft', 'Scheduled', 'Sending', 'Paused', 'Cancelled', 'Sent']

/** @param active minutes after the first of January; several campaigns may have one moment */
async function seedCampaign({ client }: World, name: string, state: string, active: number): Promise<void> {
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, active_at)
    values (${client.clientId}, ${name}, 'News', 'Carla', 'c@client.example', 'c@client.example', '', '', ${state.toLowerCase()},
      '2026-01-01T00:00:00Z'::timestamptz + ${active}::integer * interval '1 minute')`
}

type Listed = OutputOf<typeof ListedCampaign>

async function allPages({ client, accountKey }: World, params: object): Promise<Listed[]> {
  const rows: Listed[] = []
  let Cursor = ''
  for (let n = 0; n < 60; n++) {
    const page = await call('Campaign.List', { ApiKey: accountKey, ClientID: client.clientPublicId, ...params, Cursor })
    rows.push(...rowsOf(page.Campaigns))
    Cursor = page.NextCursor!
    if (Cursor === '') return rows
  }
  assert.fail('the pages do not end')
}

test('pages hold each campaign of a client once, those first that changed last, whichever state is asked for', async () => {
  const own = await seed(db)
  for (let n = 0; n < 30; n++) await seedCampaign(own, `Letter ${n}`, states[n % 6]!, Math.floor(n / 3))
  await db`update campaigns set deleted_at = now() where client_id = ${own.client.clientId} and name = 'Letter 29'`
  const names = Array.from({ length: 29 }, (_, n) => `Letter ${n}`).toSorted()
  for (const Limit of [1, 4, 29, 0]) {
    const rows = await allPages(own, { Limit })
    assert.deepEqual(rows.map(({ Name }) => Name).toSorted(), names)
    const dates = rows.map(({ ActiveDate }) => ActiveDate)
    assert.deepEqual(dates, dates.toSorted().reverse())
    for (const State of states) {
      const some = await allPages(own, { State, Limit })
      assert.deepEqual(
        some.map(({ Name }) => Name),
        rows.filter(row => row.State === State).map(({ Name }) => Name),
      )
    }
  }
})

test('a search finds a part of a name in any case, over as many calls as it takes, and signs of patterns mean themselves', async () => {
  const own = await seed(db)
  for (let n = 0; n < 25; n++)
    await seedCampaign(own, n % 10 === 3 ? `Frühling 10%_${n}` : `Letter ${n}`, n % 2 ? 'Sent' : 'Draft', n)
  const names = async (params: object) => (await allPages(own, params)).map(({ Name }) => Name)
  assert.deepEqual(await names({ Search: 'FRÜHLING', Limit: 2 }), [
    'Frühling 10%_23',
    'Frühling 10%_13',
    'Frühling 10%_3',
  ])
  assert.deepEqual(await names({ Search: '%_1' }), ['Frühling 10%_13'])
  assert.deepEqual(await names({ Search: 'hling', State: 'Draft' }), [])
  assert.deepEqual(await names({ Search: '_etter' }), [])

  // each call looks at four names
  const found: string[] = []
  const request = { state: null, search: 'frühling', limit: 2 }
  let [cursor, calls] = ['', 0]
  do {
    const page = await listCampaigns(db, own.client, { ...request, cursor }, 4)
    found.push(...page.rows.map(({ name }) => name))
    cursor = page.nextCursor
    calls++
  } while (cursor !== '' && calls < 20)
  assert.deepEqual(found, ['Frühling 10%_23', 'Frühling 10%_13', 'Frühling 10%_3'])
  assert.equal(calls, 7)
})

test('a row has the dates, the ledger’s counts, and what people and machines did', async () => {
  const own = await seed(db)
  const one = await seedLedger(db, own, 'sending', [[], [accepted], [accepted], [refusal], [deferral]], { done: false })
  const { clientId } = own.client
  await db`
    update campaign_totals set opens = 9, unique_opens = 2, clicks = 5, unique_clicks = 1, unsubscribes = 1, complaints = 1
    where campaign_id = ${one.campaignId}`
  await db`
    insert into engagement (client_id, campaign_id, rules_version, human_opens, human_unique_opens, human_clicks, human_unique_clicks)
    values (${clientId}, ${one.campaignId}, 1, 4, 2, 3, 1)`
  await db`update campaigns set active_at = '2026-02-01T09:00:00Z' where id = ${one.campaignId}`
  const { Campaigns } = await call('Campaign.List', { ApiKey: own.accountKey, ClientID: own.client.clientPublicId })
  const [row] = rowsOf(Campaigns)
  const progress = await call('Campaign.GetProgress', { ApiKey: own.accountKey, CampaignID: one.publicId })
  const counts = row!.Counts!
  const { CampaignID, Name, State, ...states } = progress as Record<string, unknown>
  assert.deepEqual([CampaignID ?? row!.CampaignID, Name ?? row!.Name, State], [row!.CampaignID, row!.Name, row!.State])
  assert.deepEqual({ ...row, ...counts, ...states }, { ...row, ...counts })
  const engagement = await call('Campaign.GetEngagement', { ApiKey: own.accountKey, CampaignID: one.publicId })
  for (const name of [
    'TotalOpened',
    'UniqueOpened',
    'Clicks',
    'UniqueClicked',
    'HumanOpened',
    'HumanUniqueClicked',
  ] as const)
    assert.equal(counts[name], engagement[name], name)
  assert.deepEqual([row!.ActiveDate, counts.Unsubscribed, counts.Complained], ['2026-02-01 10:00:00', 1, 1])
})

test('who may not read reports sees the campaigns without their counts', async () => {
  const own = await seed(db)
  await seedCampaign(own, 'Letter', 'Sent', 0)
  const { session } = await seedPerson(db, own.accountId, 'Designer', own.client.clientId)
  const ClientID = own.client.clientPublicId
  const { Campaigns } = await call('Campaign.List', { ClientID }, { session })
  assert.deepEqual(
    rowsOf(Campaigns).map(({ Name, Counts }) => [Name, Counts]),
    [['Letter', null]],
  )
})

test('a change of state makes a campaign the first of the list', async () => {
  const own = await seed(db)
  const one = await seedLedger(db, own, 'sending', [[]], { done: false })
  await seedCampaign(own, 'Later', 'Sent', 0)
  await db`update campaigns set active_at = '2020-01-01' where id = ${one.campaignId}`
  assert.equal((await allPages(own, {}))[0]!.Name, 'Later')
  await call('Campaign.Pause', { ApiKey: own.accountKey, CampaignID: one.publicId })
  const [first] = await allPages(own, {})
  assert.equal(first!.State, 'Paused')
  assert.ok(first!.ActiveDate! > '2026')
})

test('what is no state, cursor, search or limit is refused, and a foreign client is unknown', async () => {
  const target = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
  for (const params of [
    { State: 'sent' },
    { Cursor: Buffer.from('["a"]').toString('base64url') },
    { Search: 'x'.repeat(300) },
    { Limit: 1001 },
  ])
    await refused('Campaign.List', { ...target, ...params }, 'InvalidParameter')
  await refused('Campaign.List', { ...target, ClientID: other.client.clientPublicId }, 'InvalidClientId')
})

const accepted: Entry = { attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }
const refusal: Entry = { attempt: 1, kind: 'refused', code: 550, answer: '5.7.1 not wanted', bounce: 'S' }
const deferral: Entry = { attempt: 1, kind: 'deferred', code: 450, answer: 'later', retryAt: ledgerAt }
const unknown: Entry = { attempt: 1, kind: 'unknown', answer: 'the connection was lost' }

/** Eight recipients at three domains. */
async function seedDomains(own: World) {
  const one = await seedLedger(
    db,
    own,
    'sending',
    [[accepted], [accepted], [refusal], [deferral], [unknown], [accepted], [], [accepted]],
    { done: false },
  )
  await db`
    update audience set address = 'r' || number || '@' || (array['large.example', 'middle.example', 'small.example'])[
      case when number <= 4 then 1 when number <= 7 then 2 else 3 end]
    where campaign_id = ${one.campaignId}`
  await db`
    insert into opens (client_id, campaign_id, number, opens, first_at, clicks, counted)
    values (${own.client.clientId}, ${one.campaignId}, 1, 3, now(), 1, '{"all":[3,1,1,1]}'),
      (${own.client.clientId}, ${one.campaignId}, 2, 2, now(), 0, '{"all":[2,0,0,0]}'),
      (${own.client.clientId}, ${one.campaignId}, 6, 1, now(), 0, null)`
  const campaign = { ...own.client, campaignId: one.campaignId, campaignPublicId: one.publicId }
  return { campaign, target: { ApiKey: own.accountKey, CampaignID: one.publicId } }
}

const zero = {
  Accepted: 0,
  Deferred: 0,
  Refused: 0,
  Unknown: 0,
  Bounced: 0,
  HumanUniqueOpened: 0,
  HumanUniqueClicked: 0,
}

test('a campaign by domains has delivery outcomes and human engagement, without machines', async () => {
  const { target } = await seedDomains(await seed(db))
  const { CountedDate, ...answer } = await call('Campaign.GetDomains', target)
  assert.match(CountedDate!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(answer, {
    State: 'Counted',
    EngagementKnown: true,
    Domains: [
      {
        ...zero,
        Domain: 'large.example',
        Recipients: 4,
        Accepted: 2,
        Refused: 1,
        Deferred: 1,
        Bounced: 1,
        HumanUniqueOpened: 1,
        HumanUniqueClicked: 1,
      },
      { ...zero, Domain: 'middle.example', Recipients: 3, Accepted: 1, Unknown: 1 },
      { ...zero, Domain: 'small.example', Recipients: 1, Accepted: 1 },
    ],
    Others: null,
  })
})

test('domains beyond the largest are one sum, so that nothing is lost', async () => {
  const { campaign } = await seedDomains(await seed(db))
  const { domains, others } = await readDomains(db, campaign, { most: 1 })
  assert.deepEqual(
    domains!.map(({ domain }) => domain),
    ['large.example'],
  )
  assert.deepEqual([others!.recipients, others!.accepted, others!.unknown], [4, 2, 1])
})

test('a large campaign is counted by a job, once for all who ask; until then there are no numbers, not zeros', async () => {
  const { campaign } = await seedDomains(await seed(db))
  const large = { small: 3 }
  const jobs = async () =>
    (await db`select 1 from graphile_worker.jobs where task_identifier = 'campaignDomains'`).length
  const unasked = await jobs()
  for (let n = 0; n < 3; n++) {
    const { counting, domains, countedDate } = await readDomains(db, campaign, large)
    assert.deepEqual([counting, domains, countedDate], [true, undefined, null])
  }
  assert.equal(await jobs(), unasked + 1)
  await countCampaignDomains(db, campaign)
  const counted = await readDomains(db, campaign, large)
  assert.deepEqual([counted.counting, counted.domains!.length], [false, 3])
  // old numbers are shown while they are counted anew
  await db`
    update campaign_domain_counts set counted_at = now() - interval '1 hour', asked_at = now() - interval '1 hour'
    where campaign_id = ${campaign.campaignId}`
  const old = await readDomains(db, campaign, large)
  assert.deepEqual([old.counting, old.domains!.length], [true, 3])
  assert.equal(await jobs(), unasked + 2)
})

test('counts of one campaign at the same time leave one', async () => {
  const { campaign } = await seedDomains(await seed(db))
  await Promise.all(Array.from({ length: 6 }, () => countCampaignDomains(db, campaign)))
  const rows = await db<{ recipients: number }[]>`
    select recipients from campaign_domains where campaign_id = ${campaign.campaignId} order by 1`
  assert.deepEqual(
    rows.map(({ recipients }) => recipients),
    [1, 3, 4],
  )
})

test('a campaign that has not started has no domains', async () => {
  const own = await seed(db)
  await seedCampaign(own, 'Draft', 'Draft', 0)
  const [row] = await db`select public_id from campaigns where client_id = ${own.client.clientId}`
  const answer = await call('Campaign.GetDomains', { ApiKey: own.accountKey, CampaignID: row!.publicId as string })
  assert.deepEqual(answer, { State: 'Counted', CountedDate: null, EngagementKnown: true, Domains: [], Others: null })
})
