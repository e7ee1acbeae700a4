import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { seed, seedList } from '../../../../test/harness/seed.ts'
import { sendChecks } from '../../../../test/harness/send-checks.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { freezeAudience } from '../../../store/campaigns/freezing.ts'
import type { CampaignRef } from '../../access/access.ts'
import { readAudience } from '../drafting/sources.ts'
import { readHistory } from './history.ts'
import { type SendOrder, sendCampaign } from './sending.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

/** 12:00 in Berlin, 13:00 UTC+2 in summer would be another; here winter: UTC+1. */
const now = new Date('2026-11-21T11:00:00Z')
const order: SendOrder = {
  confirmationEmail: 'boss@client.example',
  sendDate: 'Immediately',
  publicUrl: 'https://m.example',
  stoppable: false,
  by: { loginId: 1, username: 'carla', wire: 'json', remote: '192.0.2.1' },
}

async function draft({ members = 1, lists = 1, state = 'draft' } = {}): Promise<CampaignRef & { listId: number }> {
  const { db } = database
  const { client, list } = await seed(db)
  const { clientId } = client
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    select ${clientId}, ${list.listId}, key, key, 'Text', n
    from unnest('{City,Likes,Zip}'::text[]) with ordinality as given (key, n)`
  if (members > 0) {
    await db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      select ${clientId}, ${list.listId}, 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 'Active', now(), now(),
        jsonb_build_object('City', case when n % 2 = 0 then 'Berlin' else 'Bonn' end, 'Likes', jsonb_build_array('a' || n, 'all'))
      from generate_series(1, ${members}) n`
  }
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
    values (${clientId}, 'News', 'S', 'F', 'f@client.example', 'f@client.example', 'https://x.example/', '<p>x</p>', ${state})
    returning id, public_id`
  if (lists > 0)
    await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${row!.id}, ${list.listId})`
  return { ...client, campaignId: row!.id as number, campaignPublicId: row!.publicId as string, listId: list.listId }
}

const rowOf = async ({ campaignId }: CampaignRef) =>
  (await database.db`select state, due_at, confirmation_email, public_url from campaigns where id = ${campaignId}`)[0]!

for (const [sendDate, dueAt] of [
  ['Immediately', '2026-11-21T11:00:00.000Z'],
  ['  IMMEDIATELY ', '2026-11-21T11:00:00.000Z'],
  ['2026-12-24 18:30:15', '2026-12-24T17:30:15.000Z'],
  ['2027-07-01 09:00:00', '2027-07-01T07:00:00.000Z'],
  ['2026-11-22', '2026-11-21T23:00:00.000Z'],
  ['2026-11-21 11:56:00', '2026-11-21T10:56:00.000Z'],
] as const) {
  test(`${sendDate} in Berlin is due at ${dueAt}`, async () => {
    const campaign = await draft()
    await sendCampaign(database.db, campaign, { ...order, sendDate }, now, sendChecks(database.db))
    const row = await rowOf(campaign)
    assert.deepEqual(
      { ...row, dueAt: (row.dueAt as Date).toISOString() },
      { state: 'scheduled', dueAt, confirmationEmail: 'boss@client.example', publicUrl: 'https://m.example' },
    )
  })
}

test('the history has the due date in the zone of its other dates', async () => {
  const campaign = await draft()
  await sendCampaign(database.db, campaign, { ...order, sendDate: '2027-07-01 09:00:00' }, now, sendChecks(database.db))
  const [event] = await readHistory(database.db, campaign)
  assert.deepEqual(event, {
    date: '2026-11-21 12:00:00',
    action: 'send',
    username: 'carla',
    detail: 'draft → scheduled; due: 2027-07-01 09:00:00; revision: 1',
  })
})

const refused: readonly (readonly [
  code: number,
  fact: string,
  change: Partial<SendOrder>,
  setting?: Parameters<typeof draft>[0],
])[] = [
  [5, 'no date', { sendDate: null }],
  [5, 'an empty date', { sendDate: '' }],
  [5, 'a day the calendar lacks', { sendDate: '2026-02-30 10:00:00' }],
  [5, 'another format', { sendDate: '24.12.2026' }],
  [337, 'a date in the past', { sendDate: '2026-11-21 11:54:59' }],
  [338, 'no confirmation address', { confirmationEmail: null }],
  [338, 'a blank confirmation address', { confirmationEmail: ' ' }],
  [339, 'a bad confirmation address', { confirmationEmail: 'boss' }],
  [339, 'a confirmation address with a line break', { confirmationEmail: 'a@b.example\r\nBcc: c@d.example' }],
  [332, 'no list', {}, { lists: 0 }],
  [340, 'an empty list', {}, { members: 0 }],
  [331, 'a scheduled campaign', {}, { state: 'scheduled' }],
  [331, 'a sending campaign', {}, { state: 'sending' }],
  [331, 'a sent campaign', {}, { state: 'sent' }],
]
for (const [code, fact, change, setting] of refused) {
  test(`${fact} is refused with ${code} and changes nothing`, async () => {
    const campaign = await draft(setting)
    const before = await rowOf(campaign)
    await assert.rejects(
      sendCampaign(database.db, campaign, { ...order, ...change }, now, sendChecks(database.db)),
      (error: unknown) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, code)
        return true
      },
    )
    assert.deepEqual(await rowOf(campaign), before)
  })
}

test('of two calls at once, one sends and the other is refused', async () => {
  const campaign = await draft()
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => sendCampaign(database.db, campaign, order, now, sendChecks(database.db))),
  )
  assert.equal(results.filter(result => result.status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 331)
})

test('the senders are notified when the campaign is durable', async () => {
  const campaign = await draft()
  const heard = new Promise(
    resolve =>
      void database.db
        .listen('campaign_due', resolve)
        .then(() => sendCampaign(database.db, campaign, order, now, sendChecks(database.db))),
  )
  await heard
  const [row] = await database.db`select state from campaigns where id = ${campaign.campaignId}`
  assert.equal(row!.state, 'scheduled')
})

const segments: readonly (readonly [rules: unknown, members: readonly string[] | 'refused'])[] = [
  [[{ field: '[City]', operator: 'equals', value: 'berlin' }], ['p2', 'p4']],
  [[{ field: 'City', operator: 'not equals', value: 'Berlin' }], ['p1', 'p3', 'p5']],
  [[{ field: 'Likes', operator: 'equals', value: 'A3' }], ['p3']],
  [
    [
      { field: 'Likes', operator: 'contains', value: 'al' },
      { field: 'City', operator: 'equals', value: 'Berlin' },
    ],
    ['p2', 'p4'],
  ],
  [[{ field: 'email', operator: 'contains', value: 'P5@' }], ['p5']],
  [[{ field: 'Name', operator: 'equals', value: "person 1' or true --" }], []],
  [[{ field: 'Zip', operator: 'is set' }], []],
  [[{ field: 'Zip', operator: 'is not set' }], ['p1', 'p2', 'p3', 'p4', 'p5']],
  [[{ field: 'cITY', operator: 'equals', value: 'Bonn' }], ['p1', 'p3', 'p5']],
  [[{ field: 'Gone', operator: 'is not set' }], 'refused'],
  [
    [
      { field: 'City', operator: 'is set' },
      { field: 'Gone', operator: 'not equals', value: 'x' },
    ],
    'refused',
  ],
  [[], 'refused'],
  [{}, 'refused'],
  [[{ field: 'City', operator: 'like', value: '%' }], 'refused'],
  [[{ field: 'City', operator: 'equals' }], 'refused'],
]
for (const [rules, members] of segments) {
  test(`a segment ${JSON.stringify(rules)} has ${JSON.stringify(members)}`, async () => {
    const { db } = database
    const campaign = await draft({ members: 5, lists: 0 })
    const { clientId, campaignId, listId } = campaign
    await db`insert into segments (client_id, list_id, name, rules) values (${clientId}, ${listId}, 'Some', ${db.json(rules as never)})`
    await db`insert into campaign_lists (client_id, campaign_id, list_id, segment) values (${clientId}, ${campaignId}, ${listId}, 'Some')`
    const audience = await readAudience(db, clientId, campaignId)
    if (members === 'refused') {
      assert.equal(audience, undefined)
      await assert.rejects(sendCampaign(db, campaign, order, now, sendChecks(db)), { code: 314 })
      return
    }
    await db.begin(sql => freezeAudience(sql, campaign, audience!, now))
    const rows = await db`select address from audience where campaign_id = ${campaignId} order by number`
    assert.deepEqual(
      rows.map(row => row.address),
      members.map(name => `${name}@example.com`),
    )
  })
}

test('a deleted list is no recipient', async () => {
  const campaign = await draft()
  const { db } = database
  const second = await seedList(db, campaign, 'Second')
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${campaign.clientId}, ${campaign.campaignId}, ${second.listId})`
  await db`update lists set deleted_at = now() where id = ${campaign.listId}`
  await assert.rejects(sendCampaign(db, campaign, order, now, sendChecks(db)), { code: 340 })
})
