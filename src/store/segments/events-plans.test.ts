/** Conditions on events look up the rows of each person, even without statistics, and never read a campaign from end to end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { effortOf, type PlanNode } from '../../../test/harness/plans.ts'
import { seed } from '../../../test/harness/seed.ts'
import type { EventCondition } from './conditions.ts'
import { eventHolds } from './events.ts'

const recipients = 50_000
const asked = 20
/** Rows of all tables for a person: its mail in each of three campaigns with entries, hits and links, its days. */
const mostPerPerson = 60
let database: TestDatabase
let clientId: number
const campaigns: number[] = []

before(async () => {
  database = await freshDatabase()
  const { db } = database
  for (const table of ['log_first', 'audience_first', 'opens_first', 'contact_engagement', 'campaign_bounces', 'links'])
    await db.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
  const world = await seed(db)
  clientId = world.client.clientId
  for (let n = 0; n < 3; n++) {
    const [row] = await db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
      values (${clientId}, 'Plans', 'Hi', 'Carla', 'carla@client.example', 'carla@client.example', '', '', 'sent', now(), now())
      returning id`
    const campaignId = row!.id as number
    campaigns.push(campaignId)
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select ${clientId}::bigint, ${campaignId}::bigint, n, ${world.list.listId}::bigint, n, n || '@example.com', n || '@example.com', '', '{}'
      from generate_series(1, ${recipients}) n`
    await db`
      insert into log (client_id, campaign_id, number, attempt, kind)
      select ${clientId}::bigint, ${campaignId}::bigint, n, 1, 'accepted' from generate_series(1, ${recipients}) n`
    await db`
      insert into opens (client_id, campaign_id, number, opens, first_at, counted)
      select ${clientId}::bigint, ${campaignId}::bigint, n, 1, now(), '{"all": [1, 1, 1, 1], "hours": {}, "links": {"1": [1, 1]}}'
      from generate_series(1, ${recipients}, 5) n`
    await db`insert into links select ${clientId}, ${campaignId}, n, 'https://shop.example/' || n from generate_series(1, 3) n`
  }
  await db`insert into engagement_rollups (client_id, campaign_id) values (${clientId}, ${campaigns[0]!})`
  await db`
    insert into contact_engagement (client_id, address, upto, accepted, measured)
    select ${clientId}, n || '@example.com', current_date, 1::bit(400), 1::bit(400) from generate_series(1, ${recipients}) n`
  await db`insert into former_addresses values (${clientId}, '7@example.com', '8@example.com', ${world.list.listId}, 8)`
})
after(() => database.drop())

for (const event of ['sent', 'accepted', 'opened', 'clicked', 'bounced'] as const)
  for (const scope of ['days', 'campaigns'] as const)
    for (const link of event === 'clicked' ? [null, 'https://shop.example/1'] : [null])
      test(`${event}, by ${scope}${link ? ', of a link' : ''}`, async () => {
        const { db } = database
        const condition: EventCondition = {
          ...{ is: 'event', event, link, times: { is: 'at most', count: 0 } },
          scope: scope === 'days' ? { days: 90 } : { campaigns },
        }
        const person = { address: db`p.address`, today: db`current_date` }
        const [row] = await db<{ plan: [{ Plan: PlanNode }] }[]>`
          explain (analyze, format json, timing off)
          select ${eventHolds(db, clientId, condition, person)}
          from (select n || '@example.com' as address from generate_series(1, ${asked}) n) p`
        const [{ Plan }] = Object.values(row!)[0] as [{ Plan: PlanNode }]
        const { read } = effortOf(Plan)
        assert.ok(read <= asked * mostPerPerson, `${read} rows for ${asked} persons`)
      })
