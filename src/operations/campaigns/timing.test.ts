/** When mails go out, over the contract: what is chosen comes back, copies have it, and steps of series have hours of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedLedger } from '../../../test/harness/ledger.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers)
const key = { ApiKey: world.accountKey }
const chosen: Omit<ParamsOf<'Campaign.SetTiming'>, 'ApiKey' | 'CampaignID'> = {
  ...{ AllowedFrom: '09:00', AllowedUntil: '17:30', AllowedDays: ['Monday', 'Friday'], SpreadHours: 4 },
  ...{ TimeZoneField: '', PastZones: 'Refuse' },
}

const timingOf = (CampaignID: string) => call('Campaign.GetTiming', { ...key, CampaignID })

test('what is chosen comes back, and nothing chosen is the same as before', async () => {
  const { publicId: CampaignID } = await seedLedger(db, world, 'draft')
  const before = await timingOf(CampaignID)
  await call('Campaign.SetTiming', { ...key, CampaignID, ...chosen })
  assert.deepEqual(await timingOf(CampaignID), chosen)
  const none = { ...chosen, AllowedFrom: '', AllowedUntil: '', AllowedDays: [], SpreadHours: 0 }
  await call('Campaign.SetTiming', { ...key, CampaignID, ...none })
  assert.deepEqual(await timingOf(CampaignID), before)
})

test('a duplicate and a resend go out at the times of their campaign', async () => {
  const sent = await seedLedger(db, world, 'sent', [[{ attempt: 1, kind: 'accepted' }]])
  const timing = {
    hours: { from: 540, until: 1050, days: [1, 5] },
    spreadHours: 4,
    beginsAt: '2026-03-01T12:00:00.000Z',
  }
  await db`update campaigns set timing = ${db.json(timing)} where id = ${sent.campaignId}`
  const copy = await call('Campaign.Duplicate', { ...key, CampaignID: sent.publicId, Name: null })
  assert.deepEqual(await timingOf(copy.CampaignID!), chosen)
  const again = { ...key, CampaignID: sent.publicId, Subject: 'Have you seen it?', Name: null, AfterHours: null }
  const resend = await call('Campaign.Resend', again)
  assert.deepEqual(await timingOf(resend.CampaignID!), chosen)
  const [row] = await db<{ begins: number }[]>`
    select count(*)::integer as begins from campaigns where client_id = ${sent.clientId} and id <> ${sent.campaignId} and timing ? 'beginsAt'`
  assert.equal(row!.begins, 0, 'neither has begun')
})

test('a step of a series has the hours of the series', async () => {
  const { publicId } = await seedLedger(db, world, 'draft')
  const step = { StepID: null, DelayMinutes: 0, FromTime: null, ToTime: null, SegmentID: null, CampaignID: publicId }
  const id = await call('Series.Create', {
    ...{ ...key, ListID: world.list.listPublicId, Name: 'Welcome', Trigger: 'Api', Tag: null, DateField: null },
    ...{
      DateDays: null,
      DateYearly: null,
      SegmentID: null,
      AgainAfterDays: null,
      GoalSegmentID: null,
      GoalClick: null,
    },
    Steps: [step],
  } as never)
  const [row] = await db<{ id: string }[]>`
    select replace(m.public_id::text, '-', '') as id from campaigns m
    join series r on r.client_id = m.client_id and r.id = m.series_id
    where r.public_id = ${id}`
  await refused('Campaign.SetTiming', { ...key, CampaignID: row!.id, ...chosen }, 'InvalidTiming')
  assert.equal((await timingOf(row!.id)).SpreadHours, 0)
})
