import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type Entry, type LedgerCampaign, seedLedger } from '../../../test/harness/ledger.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type Actor, theService } from '../../store/campaigns/campaign-history.ts'
import { findNextDueCampaign } from '../../store/campaigns/plans.ts'
import { readSendableCampaigns } from '../../store/campaigns/sending.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { readMissedSchedules } from '../../store/limits/guards.ts'
import { deleteClient } from '../clients/clients.ts'
import type { CampaignAction, CampaignState } from './states.ts'
import {
  beginCampaign,
  changeState,
  finishCampaigns,
  lockOrRefuse,
  stopForDeletedClient,
  withdrawBegun,
  withdrawMissed,
} from './transitions.ts'

let database: TestDatabase
let world: World
const at = new Date('2026-03-01T12:00:00Z')
const due = new Date('2026-02-01T09:00:00Z')
const accepted: Entry = { attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }
const carla: Actor = { loginId: 7, username: 'carla', wire: 'json', remote: '192.0.2.1' }

before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())
beforeEach(async () => {
  // sets are of the whole database
  await database.db`truncate campaigns cascade`
  world = await seed(database.db)
})

const history = async ({ campaignId }: LedgerCampaign) =>
  (
    await database.db<{ action: string; username: string; fromState: string; toState: string; detail: object }[]>`
      select action, username, from_state, to_state, detail from campaign_history where campaign_id = ${campaignId} order by id`
  ).map(({ action, username, fromState, toState, detail }) => ({ action, username, fromState, toState, detail }))

const events = async () =>
  (
    await database.db<{ type: string; data: { CampaignID: string; Reason?: string } }[]>`
      select type, data from events where client_id = ${world.client.clientId} order by id`
  ).map(({ type, data }) => [type, data.CampaignID, data.Reason])

const row = async ({ campaignId }: LedgerCampaign) => {
  const [found] = await database.db`
    select state, due_at, missed_at, started_at, finished_at, link_version from campaigns where id = ${campaignId}`
  return { ...found }
}

const run = <Value>(work: (sql: Transaction) => Promise<Value>) => transaction(database.db, work)
const change = (one: LedgerCampaign, cause: CampaignAction) =>
  run(async sql => changeState(sql, [await lockOrRefuse(sql, one)], { cause, actor: carla, at }))

test('a deleted client: what is scheduled is a draft, what is being sent is paused, with history and event', async () => {
  const states: readonly CampaignState[] = ['draft', 'scheduled', 'held', 'sending', 'paused', 'cancelled', 'sent']
  const all = new Map<CampaignState, LedgerCampaign>()
  for (const state of states) {
    const recipients = ['draft', 'scheduled', 'held'].includes(state) ? [] : [[accepted], []]
    all.set(state, await seedLedger(database.db, world, state, recipients, { done: false }))
  }
  const untouched = await Promise.all(
    ['draft', 'held', 'paused', 'cancelled', 'sent'].map(state => row(all.get(state as CampaignState)!)),
  ) // of states
  await deleteClient(database.db, world.client, carla, at)
  const reason = 'the client was deleted'
  const common = { action: 'delete client', username: 'carla' }
  assert.deepEqual(await history(all.get('scheduled')!), [
    { ...common, fromState: 'scheduled', toState: 'draft', detail: { reason, due: due.toISOString() } },
  ])
  assert.deepEqual(await history(all.get('sending')!), [
    { ...common, fromState: 'sending', toState: 'paused', detail: { reason, waiting: 1 } },
  ])
  assert.deepEqual(await events(), [['campaign.paused', all.get('sending')!.publicId, reason]])
  const { state, dueAt, missedAt } = await row(all.get('scheduled')!)
  assert.deepEqual({ state, dueAt, missedAt }, { state: 'draft', dueAt: null, missedAt: null })
  for (const [index, name] of ['draft', 'held', 'paused', 'cancelled', 'sent'].entries()) {
    assert.deepEqual(await row(all.get(name as CampaignState)!), untouched[index])
    assert.deepEqual(await history(all.get(name as CampaignState)!), [])
  }

  await deleteClient(database.db, world.client, carla, at)
  assert.equal((await history(all.get('sending')!)).length, 1, 'a second deletion does nothing')

  await database.db`update clients set deleted_at = null where id = ${world.client.clientId}`
  assert.equal(await findNextDueCampaign(database.db, at, []), undefined, 'an undone deletion begins nothing')
  assert.equal((await readSendableCampaigns(database.db, at, 10)).length, 0, 'and sends nothing')
})

test('a beginning and an end have their row, their date and their event', async () => {
  const one = await seedLedger(database.db, world, 'scheduled')
  await run(sql => beginCampaign(sql, one, at))
  assert.deepEqual(await row(one), {
    ...{ state: 'sending', dueAt: due, missedAt: null, startedAt: at, finishedAt: null, linkVersion: 1 },
  })
  await database.db`insert into campaign_totals ${database.db({ clientId: one.clientId, campaignId: one.campaignId, recipients: 0, nextNumber: 1 })}`
  const end = new Date('2026-03-01T13:00:00Z')
  assert.deepEqual(await run(sql => finishCampaigns(sql, end)), [
    { clientId: one.clientId, campaignId: one.campaignId },
  ])
  assert.deepEqual(await run(sql => finishCampaigns(sql, end)), [])
  const { state, startedAt, finishedAt } = await row(one)
  assert.deepEqual({ state, startedAt, finishedAt }, { state: 'sent', startedAt: at, finishedAt: end })
  assert.deepEqual(await history(one), [
    { action: 'begin', username: 'Lettershop', fromState: 'scheduled', toState: 'sending', detail: {} },
    { action: 'finish', username: 'Lettershop', fromState: 'sending', toState: 'sent', detail: {} },
  ])
  assert.deepEqual(await events(), [
    ['campaign.started', one.publicId, undefined],
    ['campaign.finished', one.publicId, undefined],
  ])
})

test('all that have no open recipient finish at once, each with its row; none that has one, is paused or deleted', async () => {
  const { db } = database
  const over = [
    await seedLedger(db, world, 'sending', [[accepted]]),
    await seedLedger(db, world, 'sending', [[accepted], [accepted]]),
    await seedLedger(db, world, 'sending', [[accepted]]),
  ]
  const open = await seedLedger(db, world, 'sending', [[accepted], []])
  const paused = await seedLedger(db, world, 'paused', [[accepted]])
  const gone = await seedLedger(db, world, 'sending', [[accepted]])
  await db`update campaigns set deleted_at = now() where id = ${gone.campaignId}`
  const finished = await run(sql => finishCampaigns(sql, at))
  assert.deepEqual(
    finished.map(({ campaignId }) => campaignId).sort((a, b) => a - b),
    over.map(({ campaignId }) => campaignId),
  )
  for (const one of over)
    assert.deepEqual(
      (await history(one)).map(({ toState }) => toState),
      ['sent'],
    )
  assert.deepEqual(
    (await events()).map(([type]) => type),
    Array(3).fill('campaign.finished'),
  )
  for (const one of [open, paused, gone]) assert.deepEqual(await history(one), [])
})

test('a missed schedule is a draft that says when it was due, until it is scheduled anew', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'scheduled')
  const latest = new Date(due.getTime() + 1)
  assert.deepEqual(await run(sql => withdrawMissed(sql, due, at)), [], 'it is in time')
  assert.deepEqual(await run(sql => withdrawMissed(sql, latest, at)), [
    { campaignPublicId: one.publicId, missedAt: due },
  ])
  assert.deepEqual(await run(sql => withdrawMissed(sql, latest, at)), [])
  const { state, dueAt, missedAt } = await row(one)
  assert.deepEqual({ state, dueAt, missedAt }, { state: 'draft', dueAt: null, missedAt: due })
  assert.equal((await readMissedSchedules(db)).length, 1)
  assert.deepEqual(await history(one), [
    {
      ...{ action: 'miss', username: 'Lettershop', fromState: 'scheduled', toState: 'draft' },
      detail: { reason: 'its schedule was missed by too long', due: due.toISOString() },
    },
  ])
  assert.deepEqual(await events(), [])

  const schedule = { dueAt: at, confirmationEmail: 'boss@client.example', publicUrl: 'https://mail.example' }
  await run(async sql =>
    changeState(sql, [await lockOrRefuse(sql, one)], { cause: 'send', actor: carla, at, schedule }),
  )
  await change(one, 'unschedule')
  assert.equal((await readMissedSchedules(db)).length, 0, 'the schedule that a person ended was not missed')
})

test('a campaign that is being planned is not missed', async () => {
  const one = await seedLedger(database.db, world, 'scheduled')
  await run(async sql => {
    await lockOrRefuse(sql, one)
    assert.deepEqual(await run(other => withdrawMissed(other, at, at)), [])
    await beginCampaign(sql, one, at)
  })
  assert.deepEqual(
    (await history(one)).map(({ action }) => action),
    ['begin'],
  )
})

test('a campaign that had begun before commits were lost is a draft, with the reason', async () => {
  const one = await seedLedger(database.db, world, 'scheduled')
  for (let twice = 0; twice < 2; twice++) await run(sql => withdrawBegun(sql, one, at))
  assert.deepEqual(
    (await history(one)).map(({ action, username, toState }) => [action, username, toState]),
    [['withdraw', 'Lettershop', 'draft']],
  )
  assert.deepEqual((await row(one)).missedAt, due)
})

test('a refused change leaves nothing, of a set neither', async () => {
  const { db } = database
  const both = [await seedLedger(db, world, 'sending', [[]]), await seedLedger(db, world, 'draft')]
  await assert.rejects(
    run(async sql => {
      const locked = [await lockOrRefuse(sql, both[0]!), await lockOrRefuse(sql, both[1]!)]
      const refused = await changeState(sql, locked, { cause: 'pause', actor: carla, at }).catch(
        (error: unknown) => error,
      )
      assert.deepEqual((await sql`select count(*)::integer as n from campaign_history`)[0]!.n, 0)
      throw refused
    }),
    (error: unknown) => error instanceof Refusal && error.refusal === 'CampaignNotSending',
  )
  assert.equal((await row(both[0]!)).state, 'sending')
})

/** Causes that come at once: whichever is first, each change follows from the state before it, and the last row is the state. */
for (const [from, causes] of [
  ['sending', ['pause', 'pause', 'pause', 'pause']],
  ['sending', ['pause', 'stop', 'hold']],
  ['sending', ['cancel', 'pause', 'finish']],
  ['scheduled', ['unschedule', 'begin', 'stop', 'miss']],
  ['scheduled', ['delete', 'delete client', 'begin']],
  ['paused', ['resume', 'cancel', 'release']],
  ['draft', ['send', 'send', 'send']],
] as const satisfies readonly (readonly [CampaignState, readonly CampaignAction[]])[])
  test(`${causes.join(', ')} of a ${from} campaign at once: one history`, async () => {
    const one = await seedLedger(database.db, world, from, from === 'sending' || from === 'paused' ? [[accepted]] : [])
    const byCause: { readonly [Cause in CampaignAction]?: () => Promise<unknown> } = {
      finish: () => run(sql => finishCampaigns(sql, at)),
      begin: () => run(sql => beginCampaign(sql, one, at)),
      miss: () => run(sql => withdrawMissed(sql, at, at)),
      'delete client': () => run(sql => stopForDeletedClient(sql, one.clientId, carla, at)),
    }
    const outcomes = await Promise.allSettled(causes.map(cause => byCause[cause]?.() ?? change(one, cause)))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Refusal, String(outcome.reason))
    const rows = (await history(one)).filter(({ fromState, toState }) => fromState !== toState)
    let state: string = from
    for (const entry of rows) {
      assert.equal(entry.fromState, state)
      state = entry.toState
    }
    assert.equal((await row(one)).state, state === 'held' ? 'paused' : state)
    assert.ok(rows.length > 0)
    if (new Set(causes).size === 1) assert.equal(rows.length, 1, 'one wins')
    const announced = (await events()).filter(([, id]) => id === one.publicId)
    assert.ok(announced.length <= rows.length, 'an event belongs to a change')
  })

test('the second of two causes waits for the first, and sees its state', async () => {
  const one = await seedLedger(database.db, world, 'sending', [[accepted]])
  let second: Promise<unknown> | undefined
  await run(async sql => {
    await changeState(sql, [await lockOrRefuse(sql, one)], { cause: 'finish', actor: theService, at })
    second = assert.rejects(change(one, 'pause'), { refusal: 'AlreadySent' })
    await database.db`select pg_sleep(0.1)` // time enough to get ahead, if nothing made it wait
  })
  await second
  assert.deepEqual(
    (await history(one)).map(({ action }) => action),
    ['finish'],
  )
})
