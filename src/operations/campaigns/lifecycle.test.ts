import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller, contents } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type Entry, type LedgerCampaign, seedLedger } from '../../../test/harness/ledger.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import {
  type CampaignAction,
  type CampaignState,
  campaignActions,
  campaignStates,
} from '../../domain/campaign-state/states.ts'
import {
  beginCampaign,
  changeState,
  finishCampaigns,
  lockOrRefuse,
  withdrawBegun,
  withdrawMissed,
} from '../../domain/campaign-state/transitions.ts'
import { stopCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { theService } from '../../store/campaigns/campaign-history.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let world: World
let api: Caller
let clock: Date

before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
  clock = new Date('2026-03-01T12:00:00Z')
  api = caller(database.db, handlers, {
    now: () => clock,
    deliverTest: async ({ recipients }) => recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' })),
  })
})

const targetOf = ({ publicId }: LedgerCampaign) => ({ ApiKey: world.accountKey, CampaignID: publicId })
const accepted: Entry = { attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }
const refused: Entry = { attempt: 1, kind: 'refused', code: 550, answer: '5.7.1 not wanted', bounce: 'S' }
const unknown: Entry = { attempt: 1, kind: 'unknown', answer: 'the connection was lost' }

const totals = async ({ campaignId }: LedgerCampaign) => {
  const [row] = await database.db`
    select recipients, planned, handing_over, accepted, deferred, refused, unknown, excluded, bounces
    from campaign_totals where campaign_id = ${campaignId}`
  return { ...row }
}
const stateOf = async ({ campaignId }: LedgerCampaign) => {
  const [row] = await database.db<
    {
      state: CampaignState
      startedAt: Date | null
      deletedAt: Date | null
      finishedAt: Date | null
      dueAt: Date | null
    }[]
  >`select state, started_at, deleted_at, finished_at, due_at from campaigns where id = ${campaignId}`
  const { state, startedAt, ...dates } = row!
  return { ...dates, state: state === 'paused' && !startedAt ? 'held' : state }
}
const history = async ({ campaignId }: LedgerCampaign) =>
  (
    await database.db`
      select action, username, wire, remote, from_state, to_state, detail
      from campaign_history where campaign_id = ${campaignId} order by id`
  ).map(row => ({ ...row }))

const doing: Readonly<Record<CampaignAction, (campaign: LedgerCampaign) => Promise<unknown>>> = {
  send: one =>
    api.call('Campaign.Send', { ...targetOf(one), ConfirmationEmail: 'boss@client.example', SendDate: '2027-01-01' }),
  unschedule: one => api.call('Campaign.Unschedule', targetOf(one)),
  pause: one => api.call('Campaign.Pause', targetOf(one)),
  stop: one => database.db.begin(sql => stopCampaign(sql, one, 'it cannot be composed', new Date())),
  resume: one => api.call('Campaign.Resume', targetOf(one)),
  cancel: one => api.call('Campaign.Cancel', targetOf(one)),
  retry: one => api.call('Campaign.RetryFailed', targetOf(one)),
  settle: one => api.call('Campaign.SettleUnknown', { ...targetOf(one), Number: 0, As: 'Accepted' }),
  'settle as retry': one => api.call('Campaign.SettleUnknown', { ...targetOf(one), Number: 0, As: 'Retry' }),
  test: one => api.call('Campaign.SendTest', { ...targetOf(one), Recipients: ['boss@client.example'] }),
  promise: one => api.call('Campaign.SetAtLeastOnce', { ...targetOf(one), AtLeastOnce: true }),
  'request approval': one => api.call('Campaign.RequestApproval', { ...targetOf(one), Revision: 1 }),
  edit: one => api.call('Campaign.UpdateDraft', { ...targetOf(one), Revision: 1, Subject: 'Other' }),
  delete: one => api.call('Campaign.Delete', targetOf(one)),
  restore: one => changeOne(one, 'restore'),
  begin: one => database.db.begin(sql => beginCampaign(sql, one, clock)),
  finish: () => database.db.begin(sql => finishCampaigns(sql, clock)),
  miss: () => database.db.begin(sql => withdrawMissed(sql, clock, clock)),
  withdraw: one => database.db.begin(sql => withdrawBegun(sql, one, clock)),
  hold: one => changeOne(one, 'hold'),
  release: one => changeOne(one, 'release'),
  'delete client': () => api.call('Client.Delete', { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }),
}

/** As complaints and restoring do, which have tests of their own. */
function changeOne(one: LedgerCampaign, cause: 'hold' | 'release' | 'restore') {
  return database.db.begin(async sql =>
    changeState(sql, [await lockOrRefuse(sql, one)], { cause, actor: theService, at: clock }),
  )
}

/** Those whose row of the history names the service, with the name the history gives them. */
const byTheService: { readonly [Action in CampaignAction]?: string } = {
  ...{ stop: 'pause', begin: 'begin', finish: 'finish', miss: 'miss', withdraw: 'withdraw', hold: 'hold' },
  release: 'resume',
  restore: 'restore',
}

/** As a person would expect it, in the order of campaignStates. */
const expected: Readonly<Record<CampaignAction, readonly (CampaignState | RefusalName)[]>> = {
  send: ['scheduled', 'AlreadySent', 'AlreadySent', 'AlreadySent', 'AlreadySent', 'AlreadySent', 'AlreadySent'],
  unschedule: [
    'CampaignNotScheduled',
    'draft',
    'CampaignNotScheduled',
    'CampaignNotScheduled',
    'CampaignNotScheduled',
    'CampaignNotScheduled',
    'CampaignNotScheduled',
  ],
  pause: ['CampaignNotSending', 'CampaignNotSending', 'held', 'paused', 'paused', 'CampaignCancelled', 'AlreadySent'],
  stop: ['draft', 'held', 'held', 'paused', 'paused', 'cancelled', 'sent'],
  resume: [
    'CampaignNotPaused',
    'CampaignNotPaused',
    'scheduled',
    'sending',
    'sending',
    'CampaignCancelled',
    'AlreadySent',
  ],
  cancel: ['CampaignNotSending', 'draft', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'AlreadySent'],
  retry: [
    'CampaignNotStarted',
    'CampaignNotStarted',
    'CampaignNotStarted',
    'sending',
    'paused',
    'CampaignCancelled',
    'sending',
  ],
  settle: ['CampaignNotStarted', 'CampaignNotStarted', 'CampaignNotStarted', 'sending', 'paused', 'cancelled', 'sent'],
  'settle as retry': [
    'CampaignNotStarted',
    'CampaignNotStarted',
    'CampaignNotStarted',
    'sending',
    'paused',
    'CampaignCancelled',
    'sending',
  ],
  test: ['draft', 'scheduled', 'held', 'sending', 'paused', 'cancelled', 'sent'],
  promise: ['draft', 'scheduled', 'held', 'AlreadySent', 'AlreadySent', 'CampaignCancelled', 'AlreadySent'],
  'request approval': ['draft', 'scheduled', 'held', 'AlreadySent', 'AlreadySent', 'CampaignCancelled', 'AlreadySent'],
  edit: [
    'draft',
    'CampaignNotDraft',
    'CampaignNotDraft',
    'CampaignNotDraft',
    'CampaignNotDraft',
    'CampaignNotDraft',
    'CampaignNotDraft',
  ],
  delete: ['draft', 'draft', 'cancelled', 'cancelled', 'cancelled', 'cancelled', 'sent'],
  restore: [...campaignStates],
  begin: ['draft', 'sending', 'held', 'sending', 'paused', 'cancelled', 'sent'],
  finish: ['draft', 'scheduled', 'held', 'sent', 'paused', 'cancelled', 'sent'],
  miss: ['draft', 'draft', 'held', 'sending', 'paused', 'cancelled', 'sent'],
  withdraw: ['draft', 'draft', 'held', 'sending', 'paused', 'cancelled', 'sent'],
  hold: ['draft', 'scheduled', 'held', 'paused', 'paused', 'cancelled', 'sent'],
  release: ['draft', 'scheduled', 'scheduled', 'sending', 'sending', 'cancelled', 'sent'],
  'delete client': ['draft', 'draft', 'held', 'paused', 'paused', 'cancelled', 'sent'],
}

for (const action of campaignActions)
  for (const [index, state] of campaignStates.entries()) {
    const end = expected[action][index]!
    test(`${action} of a ${state} campaign: ${end}`, async () => {
      const recipients = ['draft', 'scheduled', 'held'].includes(state) ? [] : [[accepted], [refused], [unknown]]
      const one = await seedLedger(database.db, world, state, recipients)
      if (recipients.length === 0) await member('member@people.example')
      const before = await contents(database.db)
      const said = await doing[action](one).then(
        () => undefined,
        (error: unknown) => (error instanceof Refusal ? error.refusal : assert.fail(String(error))),
      )
      if (said !== undefined) {
        assert.equal(said, end)
        assert.deepEqual(await contents(database.db), before, 'it was refused but left a trace')
        return
      }
      const row = await stateOf(one)
      assert.equal(row.state, end)
      assert.equal(row.deletedAt !== null, action === 'delete')
      if (end === 'draft') assert.equal(row.dueAt, null)
      if (end === 'sending' || end === 'paused') assert.equal(row.finishedAt, null)
      if (end === 'sent') assert.notEqual(row.finishedAt, null)
      const entries = await history(one)
      if (action !== 'test') assert.ok(entries.length <= 1, 'one change is one row')
      const [{ username: user } = { username: '' }] =
        await database.db`select username from logins where account_id = ${world.accountId} and client_id is null`
      if (
        end === state &&
        !['delete', 'restore', 'test', 'promise', 'request approval', 'retry', 'settle', 'settle as retry'].includes(
          action,
        )
      ) {
        assert.deepEqual(entries, [], 'nothing happened')
      } else {
        const [{ detail, ...entry } = assert.fail('no history')] = entries as Record<string, unknown>[]
        const serviceAction = byTheService[action]
        const who =
          serviceAction !== undefined
            ? { action: serviceAction, username: 'Lettershop', wire: '', remote: '' }
            : { action, username: user, wire: 'json', remote: '192.0.2.1' }
        if (action === 'stop')
          assert.deepEqual(detail, { reason: 'it cannot be composed', ...(state === 'sending' && { waiting: 0 }) })
        assert.deepEqual(entry, {
          ...who,
          fromState: state,
          toState: end,
        })
      }
      if (recipients.length === 0) return
      const counted = await totals(one)
      const sum = ['planned', 'handingOver', 'accepted', 'deferred', 'refused', 'unknown', 'excluded']
      assert.equal(
        sum.reduce((total, name) => total + Number(counted[name]), 0),
        3,
      )
    })
  }

async function member(email: string) {
  await database.db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${world.client.clientId}, ${world.list.listId}, ${email}, ${email}, 'Active', now(), now())`
}

test('a campaign that was held cannot begin under a name another draft has by now', async () => {
  const { db } = database
  const held = await seedLedger(db, world, 'held')
  const draft = await seedLedger(db, world, 'draft')
  await db`update campaigns set name = 'Same' where id in (${held.campaignId}, ${draft.campaignId})`
  await api.refused('Campaign.Resume', targetOf(held), 'DuplicateCampaignName')
})

test('retry takes who may be reached, once, and leaves who is gone, suppressed, left or held by a sender', async () => {
  const { db } = database
  const later = new Date('2026-03-01T15:00:00Z')
  const one = await seedLedger(db, world, 'sent', [
    [accepted],
    [refused],
    [{ ...refused, bounce: 'H' }],
    [refused],
    [refused],
    [{ attempt: 1, kind: 'deferred', code: 450, answer: 'later', retryAt: later }],
    [{ ...refused, bounce: undefined as never }],
    [unknown],
  ])
  const { clientId, campaignId } = one
  const [four] = await db`select address from audience where campaign_id = ${campaignId} and number = 4`
  await db`insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${four!.address}, '', 'manual', now())`
  await db`
    update subscribers set state = 'Unsubscribed' where client_id = ${clientId} and id = (
      select subscriber_id from audience where campaign_id = ${campaignId} and number = 5)`
  assert.deepEqual(await totals(one), {
    recipients: 8,
    planned: 0,
    handingOver: 0,
    accepted: 1,
    deferred: 1,
    refused: 5,
    unknown: 1,
    excluded: 0,
    bounces: 4,
  })
  assert.equal(await api.call('Campaign.RetryFailed', targetOf(one)), 3)
  const after = await totals(one)
  assert.deepEqual([after.refused, after.deferred, after.bounces], [3, 3, 3])
  const bounces = await db`select number from campaign_bounces where campaign_id = ${campaignId} order by number`
  assert.deepEqual(
    bounces.map(row => row.number),
    [3, 4, 5],
  )
  const [lease] = await db`select done, owner, due_at <= ${clock} as due from leases where campaign_id = ${campaignId}`
  assert.deepEqual({ ...lease }, { done: false, owner: '', due: true })
  // a second click finds no further recipient
  assert.equal(await api.call('Campaign.RetryFailed', targetOf(one)), 0)
  assert.deepEqual(await totals(one), after)
  const deferred = await api.call('Campaign.GetRecipients', { ...targetOf(one), State: 'Deferred' })
  assert.deepEqual(
    deferred.map(row => [row.Number, row.Attempts, row.RetryDate]),
    [2, 6, 7].map(number => [number, 1, '2026-03-01 13:00:00']),
  )
  assert.equal((await stateOf(one)).state, 'sending')
  assert.deepEqual(
    (await history(one)).map(row => row.detail),
    [{ recipients: 3 }],
  )
})

test('a range a sender holds is left to it', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sending', [[refused], [unknown], []], { done: false })
  const hold = (owner: string) => db`update leases set owner = ${owner} where campaign_id = ${one.campaignId}`
  await hold('a sender')
  assert.equal(await api.call('Campaign.RetryFailed', targetOf(one)), 0)
  assert.equal(await api.call('Campaign.SettleUnknown', { ...targetOf(one), Number: 2, As: 'Retry' }), 0)
  assert.deepEqual(await history(one), [])
  await hold('')
  assert.equal(await api.call('Campaign.RetryFailed', targetOf(one)), 1)
  assert.equal(await api.call('Campaign.SettleUnknown', { ...targetOf(one), Number: 2, As: 'Retry' }), 1)
  const { deferred, planned } = await totals(one)
  assert.deepEqual([deferred, planned], [2, 1])
})

for (const [As, state, count] of [
  ['Accepted', 'sent', 'accepted'],
  ['Refused', 'sent', 'refused'],
  ['Retry', 'sending', 'deferred'],
] as const)
  test(`unknowns are settled as ${As}, one or all, and not twice`, async () => {
    const one = await seedLedger(database.db, world, 'sent', [[unknown], [accepted], [unknown], [unknown]])
    const before = await totals(one)
    const settle = (number: number) => api.call('Campaign.SettleUnknown', { ...targetOf(one), Number: number, As })
    assert.equal(await settle(3), 1)
    assert.equal(await settle(3), 0)
    assert.equal(await settle(2), 0)
    assert.deepEqual(await totals(one), { ...before, unknown: 2, [count]: Number(before[count]) + 1 })
    assert.equal(await settle(0), 2)
    assert.deepEqual(await totals(one), { ...before, unknown: 0, [count]: Number(before[count]) + 3 })
    assert.equal(await settle(0), 0)
    assert.equal((await stateOf(one)).state, state)
    await api.refused('Campaign.SettleUnknown', { ...targetOf(one), Number: 5, As }, 'UnknownRecipient')
    await api.refused('Campaign.SettleUnknown', { ...targetOf(one), Number: -1, As }, 'UnknownRecipient')
  })

test('cancelling ends sending, and every recipient stays accounted for', async () => {
  const { db } = database
  const one = await seedLedger(
    db,
    world,
    'sending',
    [
      [accepted],
      [],
      [{ attempt: 1, kind: 'deferred', code: 450, answer: 'later', retryAt: new Date('2099-01-01') }],
      [refused],
      [],
    ],
    { done: false },
  )
  // the last one is in no range yet
  const { campaignId } = one
  await db`update leases set high = 4, due_at = '2099-01-01' where campaign_id = ${campaignId}`
  await db`update campaign_totals set next_number = 5 where campaign_id = ${campaignId}`
  await api.call('Campaign.Cancel', targetOf(one))
  const ended = await totals(one)
  assert.deepEqual([ended.planned, ended.deferred, ended.excluded, ended.accepted, ended.refused], [0, 0, 3, 1, 1])
  assert.deepEqual((await stateOf(one)).finishedAt, clock)
  const excluded = await api.call('Campaign.GetRecipients', { ...targetOf(one), State: 'Excluded' })
  assert.deepEqual(
    excluded.map(row => [row.Number, row.Answer, row.Attempts]),
    [
      [2, 'cancelled', 0],
      [3, 'cancelled', 1],
      [5, 'cancelled', 0],
    ],
  )
  const before = await contents(db)
  await api.call('Campaign.Cancel', targetOf(one))
  assert.deepEqual(await contents(db), before, 'a second click changes nothing')
})

test('what a sender holds of a cancelled campaign is excluded once it has given it back', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sending', [[accepted], [], []], { done: false })
  await db`update leases set owner = 'a sender' where campaign_id = ${one.campaignId}`
  await api.call('Campaign.Cancel', targetOf(one))
  assert.deepEqual([(await totals(one)).planned, (await stateOf(one)).finishedAt], [2, null])
  await db`update leases set owner = '' where campaign_id = ${one.campaignId}`
  await api.call('Campaign.Cancel', targetOf(one))
  assert.deepEqual([(await totals(one)).excluded, (await stateOf(one)).finishedAt], [2, clock])
})
