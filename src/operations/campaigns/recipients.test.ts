import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type Entry, type LedgerCampaign, ledgerAt, seedLedger } from '../../../test/harness/ledger.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let world: World
let api: Caller

before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers)
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
})

const targetOf = ({ publicId }: LedgerCampaign) => ({ ApiKey: world.accountKey, CampaignID: publicId })
const accepted: Entry = { attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }
const refused: Entry = { attempt: 1, kind: 'refused', code: 550, answer: '5.7.1 not wanted', bounce: 'S' }
const unknown: Entry = { attempt: 1, kind: 'unknown', answer: 'the connection was lost' }

test('the ledger shows the state of every recipient, page by page and by state', async () => {
  const { db } = database
  const at = new Date('2026-02-01T10:30:00Z')
  const one = await seedLedger(
    db,
    world,
    'paused',
    [
      [],
      [{ attempt: 1, kind: 'handing over' }, accepted],
      [{ attempt: 1, kind: 'deferred', code: 450, answer: '4.2.0 later', at: 5, retryAt: at }],
      [
        { attempt: 1, kind: 'deferred', code: 450, answer: '4.2.0 later', retryAt: ledgerAt },
        { attempt: 2, kind: 'refused', code: 550, answer: '5.7.1 no & <never>', at: 7 },
      ],
      [unknown],
      [{ attempt: 1, kind: 'excluded', answer: 'suppressed' }],
      [
        refused,
        { attempt: 2, kind: 'deferred', answer: 'to be sent again', retryAt: ledgerAt, loginId: 7 },
        { attempt: 3, kind: 'accepted', code: 250, answer: 'taken', at: 60 },
      ],
      [unknown, { attempt: 2, kind: 'accepted', answer: 'settled as accepted', at: 90, loginId: 7 }],
    ],
    { done: false },
  )
  const row = (number: number, State: string, Attempts: number, more: object = {}) => ({
    Number: number,
    EmailAddress: `R${number}.l${one.publicId}`,
    ListID: world.list.listPublicId,
    State,
    Attempts,
    Date: '2026-02-01 10:00:00',
    Code: 0,
    Answer: null,
    RetryDate: null,
    ...more,
  })
  const facts = [
    row(1, 'Planned', 0, { Date: null }),
    row(2, 'Accepted', 1, { Code: 250, Answer: 'taken' }),
    row(3, 'Deferred', 1, {
      Code: 450,
      Answer: '4.2.0 later',
      Date: '2026-02-01 10:05:00',
      RetryDate: '2026-02-01 11:30:00',
    }),
    row(4, 'Refused', 2, { Code: 550, Answer: '5.7.1 no & <never>', Date: '2026-02-01 10:07:00' }),
    row(5, 'Unknown', 1, { Answer: 'the connection was lost' }),
    row(6, 'Excluded', 0, { Answer: 'suppressed' }),
    row(7, 'Accepted', 2, { Code: 250, Answer: 'taken', Date: '2026-02-01 11:00:00' }),
    row(8, 'Accepted', 1, { Answer: 'settled as accepted', Date: '2026-02-01 11:30:00' }),
  ]
  const read = async (params: object) =>
    (await api.call('Campaign.GetRecipients', { ...targetOf(one), ...params })).map(found => ({
      ...found,
      EmailAddress: String(found.EmailAddress).replace(/\.l\d+@people\.example$/, `.l${one.publicId}`),
    }))
  assert.deepEqual(await read({}), facts)
  assert.deepEqual(await read({ Limit: 3 }), facts.slice(0, 3))
  assert.deepEqual(await read({ After: 3, Limit: 2 }), facts.slice(3, 5))
  assert.deepEqual(await read({ After: 8 }), [])
  for (const State of ['Planned', 'Accepted', 'Deferred', 'Refused', 'Unknown', 'Excluded', 'HandingOver', 'accepted'])
    assert.deepEqual(
      await read({ State }),
      facts.filter(fact => fact.State.toLowerCase() === State.toLowerCase()),
      State,
    )
  assert.deepEqual(await read({ State: 'Accepted', After: 2, Limit: 1 }), [facts[6]])

  const progress = await api.call('Campaign.GetProgress', targetOf(one))
  assert.deepEqual(progress, {
    State: 'Paused',
    Recipients: 8,
    Planned: 1,
    HandingOver: 0,
    Accepted: 3,
    Deferred: 1,
    Refused: 1,
    Unknown: 1,
    Excluded: 1,
    DueDate: '2026-02-01 10:00:00',
    SentDate: '2026-02-01 10:00:00',
    FinishedDate: null,
  })
})

test('who lies below the mark of a range and is open is being handed over', async () => {
  const { db } = database
  const later = { attempt: 1, kind: 'deferred', code: 450, answer: 'later' } as const
  const one = await seedLedger(
    db,
    world,
    'sending',
    [[accepted], [], [{ ...later, retryAt: ledgerAt }], [{ ...later, retryAt: new Date('2026-02-02T00:00:00Z') }], []],
    { done: false },
  )
  const { campaignId } = one
  await db`update leases set owner = 'a sender', handed = 4, opened_at = ${ledgerAt} where campaign_id = ${campaignId}`
  await db`
    update campaign_totals set planned = 1, deferred = 1, handing_over = 2 where campaign_id = ${campaignId}`
  const states = (await api.call('Campaign.GetRecipients', targetOf(one))).map(row => `${row.State} ${row.Attempts}`)
  assert.deepEqual(states, ['Accepted 1', 'HandingOver 1', 'HandingOver 2', 'Deferred 1', 'Planned 0'])
  const numbers = (await api.call('Campaign.GetRecipients', { ...targetOf(one), State: 'HandingOver' })).map(
    row => row.Number,
  )
  assert.deepEqual(numbers, [2, 3])
})

test('a draft has no recipients yet', async () => {
  const one = await seedLedger(database.db, world, 'draft')
  assert.deepEqual(await api.call('Campaign.GetRecipients', targetOf(one)), [])
  const { State, Recipients, SentDate } = await api.call('Campaign.GetProgress', targetOf(one))
  assert.deepEqual([State, Recipients, SentDate], ['Draft', 0, null])
})

for (const [fact, params, refusal] of [
  ['a state that does not exist', { State: 'Lost' }, 'InvalidRecipientState'],
  ['a number below zero', { After: -1 }, 'InvalidParameter'],
  ['a page that is too long', { Limit: 1001 }, 'InvalidParameter'],
  ['a page of less than no rows', { Limit: -1 }, 'InvalidParameter'],
] as const)
  test(`${fact} is refused with ${refusal}`, async () => {
    const one = await seedLedger(database.db, world, 'sent', [[accepted]])
    await api.refused('Campaign.GetRecipients', { ...targetOf(one), ...params }, refusal)
  })
