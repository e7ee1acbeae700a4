/** Tests of variants over the contract: content of other campaigns, approvals, checks, follow-ups. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedLedger } from '../../../test/harness/ledger.ts'
import { place } from '../../../test/harness/members.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { rowsOf } from '../../../test/harness/rows.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { composeOnce } from '../../delivery/drafts/preflight.ts'
import { contentOf } from '../../domain/campaigns/variants/contents.ts'
import { tokens } from '../../domain/tokens/tokens.ts'
import { decideRequest, insertRequest, presentCampaign } from '../../store/campaigns/approvals.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { handlers } from '../handlers.ts'

/** The variants of the test mails. */
const mailed: number[] = []
const { db, world, call, refused } = await operationsTest(handlers, () => ({
  async deliverTest({ variant, recipients }) {
    mailed.push(variant)
    return recipients.map(() => ({ state: 'accepted', code: 250, answer: '' }))
  },
}))
const key = { ApiKey: world.accountKey }
const settings: Omit<ParamsOf<'Campaign.SetVariants'>, 'ApiKey' | 'CampaignID' | 'Others'> = {
  ...{ SharePercent: 50, HoldoutPercent: 0, DecidedBy: 'Clicks', WaitMinutes: 60, Otherwise: 'A' },
  ...{ UsualPercent: '', HopedPercent: '' },
}
const other = (change: object) => ({ Subject: '', FromName: '', ContentOf: '', ...change })
let drafts = 0

async function draft(html = '<p>One</p><unsubscribe>out</unsubscribe>', change: object = {}) {
  const { clientId, clientPublicId } = world.client
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...{ ...key, ClientID: clientPublicId, Name: `Draft ${++drafts}`, Subject: 'First', Preheader: '' },
    ...{ FromName: 'Carla', FromEmail: 'carla@client.example', ReplyTo: 'carla@client.example' },
    ...{ Audience: { ListIDs: [world.list.listPublicId] }, Content: { Kind: 'Html', Html: html, Text: '' } },
    ...{ Tracking: null, Utm: null, AsksForConsent: null, InlineCss: null },
    ...change,
  } as never)
  const [row] = await db<{ id: number }[]>`select id from campaigns where public_id = ${CampaignID}`
  return { CampaignID, campaignId: row!.id, clientId }
}

const textOf = async ({ clientId, campaignId }: { clientId: number; campaignId: number }, variant: number) =>
  contentOf((await findCampaignContent(db, clientId, campaignId))!, variant)

test('content of another draft is copied, and what becomes of that draft changes nothing', async () => {
  const one = await draft()
  const source = await draft('<p>Other [City]</p><unsubscribe>out</unsubscribe>', { Preheader: 'Look inside' })
  await call('Campaign.SetVariants', {
    ...key,
    CampaignID: one.CampaignID,
    Others: [other({ ContentOf: source.CampaignID })],
    ...settings,
  })
  await db`update campaigns set deleted_at = now() where id = ${source.campaignId}`
  const copied = await textOf(one, 2)
  assert.match(copied.html, /Other \[City\]/)
  assert.deepEqual([copied.preheader, copied.subject], ['Look inside', 'First'])
  assert.doesNotMatch((await textOf(one, 1)).html, /Other/)
  const kept = [other({ ContentOf: 'B', Subject: 'Second' }), other({ FromName: 'Rosa' })]
  await call('Campaign.SetVariants', { ...key, CampaignID: one.CampaignID, Others: kept, ...settings })
  const again = await textOf(one, 2)
  assert.match(again.html, /Other \[City\]/)
  assert.deepEqual([again.subject, (await textOf(one, 3)).fromName], ['Second', 'Rosa'])
  await refused(
    'Campaign.SetVariants',
    { ...key, CampaignID: one.CampaignID, Others: [other({ ContentOf: one.CampaignID })], ...settings },
    'InvalidVariants',
  )
})

test('the content of another client is not found', async () => {
  const one = await draft()
  const stranger = await seed(db)
  const [foreign] = await db<{ publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${stranger.client.clientId}, 'Foreign', '', '', '', '', '', '<p>Secret</p>')
    returning replace(public_id::text, '-', '') as public_id`
  const Others = [other({ ContentOf: foreign!.publicId })]
  await refused(
    'Campaign.SetVariants',
    { ...key, CampaignID: one.CampaignID, Others, ...settings },
    'InvalidCampaignId',
  )
})

test('an approval is of all variants and of how they are tested', async () => {
  const one = await draft()
  const set = (change: object) =>
    call('Campaign.SetVariants', {
      ...key,
      CampaignID: one.CampaignID,
      Others: [other({ Subject: 'Second' })],
      ...settings,
      ...change,
    })
  const isApproved = async () => (await presentCampaign(db, one))!.isApproved
  const approve = async () => {
    await transaction(db, async sql => {
      const by = { name: 'Carla', comment: '', at: new Date() }
      const id = await insertRequest(sql, one, { ...by, personId: null, loginId: null })
      await decideRequest(sql, { clientId: one.clientId, id }, 'approved', by)
    })
  }
  await set({})
  await approve()
  assert.equal(await isApproved(), true)
  await set({})
  assert.equal(await isApproved(), true, 'the same test')
  await set({ SharePercent: 40 })
  assert.equal(await isApproved(), false)
  await approve()
  await set({ SharePercent: 40, Others: [other({ Subject: 'Third' })] })
  assert.equal(await isApproved(), false)
  await approve()
  await set({ Others: [] })
  assert.equal(await isApproved(), false)
})

test('each variant is composed on its own before the campaign is sent', async () => {
  const one = await draft()
  const source = await draft('<p>[if:City=Bonn]never closed</p><unsubscribe>out</unsubscribe>')
  await call('Campaign.SetVariants', {
    ...key,
    CampaignID: one.CampaignID,
    Others: [other({ ContentOf: source.CampaignID })],
    ...settings,
  })
  const compose = composeOnce({ db, tokens: tokens(testKeys), contentTasks: contentTasksHere })
  const campaign = { ...world.client, campaignId: one.campaignId, campaignPublicId: one.CampaignID ?? '' }
  const anybody = { listId: 0, tracked: true, email: 'reader@example.com', name: '', fields: {} }
  assert.ok(!('fault' in (await compose(campaign, anybody, 'https://mail.example', 1))))
  assert.ok('fault' in (await compose(campaign, anybody, 'https://mail.example', 2)))
})

test('tests are planned with the honest number of people', async () => {
  const one = await draft()
  const plan = {
    ...key,
    CampaignID: one.CampaignID,
    Variants: 2,
    SharePercent: 50,
    HoldoutPercent: 0,
    DecidedBy: 'Clicks',
  } as const
  const usual = await call('Campaign.PlanTest', { ...plan, UsualPercent: '', HopedPercent: '' })
  assert.deepEqual([usual.NeededPerVariant, usual.IsEnough], [4023, false])
  const opens = await call('Campaign.PlanTest', { ...plan, DecidedBy: 'Opens', UsualPercent: '', HopedPercent: '' })
  assert.equal(opens.NeededPerVariant, 2469)
  const large = await call('Campaign.PlanTest', { ...plan, UsualPercent: '1,5', HopedPercent: '40.25' })
  assert.ok(large.NeededPerVariant < 50)
})

test('a campaign without variants has no test, and one that has not begun shows what was set', async () => {
  const one = await draft()
  assert.equal((await call('Campaign.GetVariants', { ...key, CampaignID: one.CampaignID })).State, 'None')
  await call('Campaign.SetVariants', {
    ...key,
    CampaignID: one.CampaignID,
    Others: [other({ Subject: 'Second' })],
    ...settings,
  })
  const found = await call('Campaign.GetVariants', { ...key, CampaignID: one.CampaignID })
  assert.deepEqual(
    [
      found.State,
      found.Otherwise,
      found.UsualPercent,
      found.HopedPercent,
      rowsOf(found.Variants).map(one => one?.Subject),
    ],
    ['NotBegun', 'A', '2', '3', ['First', 'Second']],
  )
})

test('a resend needs a subject that no variant of its campaign had', async () => {
  const sent = await seedLedger(db, world, 'sent', [[{ attempt: 1, kind: 'accepted' }]])
  await db`
    insert into campaign_variants (client_id, campaign_id, variant, subject)
    values (${sent.clientId}, ${sent.campaignId}, 1, null), (${sent.clientId}, ${sent.campaignId}, 2, 'The second subject')`
  const resend = { ...key, CampaignID: sent.publicId, Name: null, AfterHours: null }
  await refused('Campaign.Resend', { ...resend, Subject: 'the SECOND  subject' }, 'SubjectNotNew')
  await call('Campaign.Resend', { ...resend, Subject: 'A third one' })
})

async function checked(change: object, test: Partial<typeof settings> = {}) {
  const one = await draft(undefined, change)
  const Others = [other({ Subject: 'Second' })]
  await call('Campaign.SetVariants', { ...key, CampaignID: one.CampaignID, Others, ...settings, ...test })
  const findings = async () => {
    const { Findings } = await call('Campaign.Check', { ...key, CampaignID: one.CampaignID })
    return rowsOf(Findings).filter(({ Code }) => /^Test/.test(Code ?? ''))
  }
  return { ...one, findings }
}

test('a check says that a test has too few people to name a winner, and nothing where a person decides', async () => {
  await place(db, world.list, 'Active', { address: 'ada@people.example' })
  const { findings } = await checked({})
  assert.deepEqual(
    (await findings()).map(({ Code, Detail }) => [Code, Detail]),
    [['TestTooSmall', '0 of 4023']],
  )
  assert.deepEqual(await (await checked({}, { DecidedBy: 'Hand' })).findings(), [])
})

test('a test of clicks that are not recorded any more is impossible', async () => {
  const { campaignId, findings } = await checked({})
  await db`update campaigns set track_clicks = false where id = ${campaignId}`
  assert.deepEqual(
    (await findings()).map(({ Code }) => Code),
    ['TestImpossible'],
  )
})

test('a test mail shows the variant that was asked for', async () => {
  const { CampaignID } = await checked({})
  const order = { ...key, CampaignID, Recipients: ['boss@client.example'], PersonalizeAs: '' }
  mailed.length = 0
  await call('Campaign.SendVariantTest', { ...order, Variant: 'b' })
  await call('Campaign.SendTest', order)
  await refused('Campaign.SendVariantTest', { ...order, Variant: 'C' }, 'InvalidVariants')
  assert.deepEqual(mailed, [2, 1])
})
