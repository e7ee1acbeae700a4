/** The state of a recipient: its last entry, and the high-water mark of its range. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { RecipientState } from '../states.ts'
import { isDue, isOpen, lastEntries, lastEntry, rangeOf, recipientState, waitingState } from './recipient-state.ts'

/** Rows of log and leases need no others here. */
const clientId = 1
const minute = (n: number) => new Date(Date.UTC(2026, 10, 22, 10, n))
/** The lease was opened at minute 10. */
const openedAt = minute(10)
let campaigns = 0
let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

interface Logged {
  readonly attempt: number
  readonly kind: RecipientState
  readonly at?: Date
  readonly retryAt?: Date
}

interface Range {
  readonly handed?: number
  readonly done?: boolean
}

/** The ledger of a campaign: entries of its recipient 5, and its range from 1 to 10, if it was claimed. */
async function ledger(entries: readonly Logged[], range: Range | undefined) {
  const { db } = database
  const key = { clientId, campaignId: ++campaigns }
  for (const { attempt, kind, at = minute(1), retryAt } of entries)
    await db`insert into log ${db({ ...key, number: 5, attempt, kind, at, retryAt: retryAt ?? null })}`
  // of other recipients, whose entries are later
  for (const number of [4, 6])
    await db`insert into log ${db({ ...key, number, attempt: 9, kind: 'refused', at: minute(9) })}`
  if (range) {
    const { handed = 0, done = false } = range
    await db`
      insert into leases ${db({ ...key, low: 1, high: 10, owner: 'o', token: campaigns, expiresAt: openedAt, openedAt, handed, done })}`
  }
  return key
}

const deferred = (attempt: number, retryAt: Date): Logged => ({ attempt, kind: 'deferred', retryAt })

const cases: readonly {
  readonly name: string
  readonly entries?: readonly Logged[]
  readonly range?: Range
  readonly state: RecipientState
  readonly open: boolean
  readonly due: boolean
}[] = [
  { name: 'nothing logged, not claimed', state: 'planned', open: true, due: true },
  { name: 'nothing logged, above the mark', range: { handed: 4 }, state: 'planned', open: true, due: true },
  { name: 'nothing logged, at the mark', range: { handed: 5 }, state: 'handing over', open: true, due: true },
  {
    name: 'nothing logged, below the mark of a range that is done',
    range: { handed: 9, done: true },
    state: 'planned',
    open: true,
    due: true,
  },
  {
    name: 'a hand-over without outcome, which is no state of its own',
    entries: [{ attempt: 1, kind: 'handing over' }],
    range: { handed: 4 },
    state: 'planned',
    open: true,
    due: true,
  },
  ...(['accepted', 'refused', 'unknown', 'excluded'] as const).map(kind => ({
    name: `${kind}, below the mark`,
    entries: [{ attempt: 1, kind }],
    range: { handed: 9 },
    state: kind,
    open: false,
    due: false,
  })),
  {
    name: 'deferred until after the lease was opened, below the mark',
    entries: [deferred(1, minute(11))],
    range: { handed: 9 },
    state: 'deferred',
    open: true,
    due: false,
  },
  {
    name: 'deferred until the lease was opened, above the mark',
    entries: [deferred(1, minute(10))],
    range: { handed: 4 },
    state: 'deferred',
    open: true,
    due: true,
  },
  {
    name: 'deferred until the lease was opened, below the mark',
    entries: [deferred(1, minute(10))],
    range: { handed: 9 },
    state: 'handing over',
    open: true,
    due: true,
  },
  {
    name: 'deferred, then accepted by a clock that is behind',
    entries: [deferred(1, minute(5)), { attempt: 2, kind: 'accepted', at: minute(0) }],
    range: { handed: 9 },
    state: 'accepted',
    open: false,
    due: false,
  },
  {
    name: 'an unknown of the same attempt that is settled later',
    entries: [
      { attempt: 1, kind: 'unknown', at: minute(1) },
      { attempt: 1, kind: 'refused', at: minute(2) },
    ],
    state: 'refused',
    open: false,
    due: false,
  },
]

for (const { name, entries = [], range, ...expected } of cases)
  test(`${name}: the recipient is ${expected.state}${expected.due ? ', and due' : ''}`, async () => {
    const { db } = database
    const key = await ledger(entries, range)
    const [found] = await db`
      select ${recipientState(db, 'e', 'r', db`n.number`)} as state, ${isOpen(db, 'e')} as open, ${isDue(db, 'e', db`${openedAt}`)} as due
      from (values (5)) n (number)
      left join lateral (${lastEntry(db, key, db`n.number`)}) e on true
      left join lateral (${rangeOf(db, key, db`n.number`)}) r on true`
    assert.deepEqual(found, expected)
  })

test('the last entries of a range are those of each of its recipients, one by one', async () => {
  const { db } = database
  const key = await ledger(
    [deferred(1, minute(5)), { attempt: 2, kind: 'unknown' }, { attempt: 3, kind: 'handing over' }],
    {},
  )
  const range =
    await db`select number, attempt, kind from (${lastEntries(db, { ...key, low: 1, high: 5 })}) e order by number`
  const each = await db`
    select e.number, e.attempt, e.kind
    from generate_series(1, 5) n (number)
    cross join lateral (${lastEntry(db, key, db`n.number`)}) e
    order by n.number`
  assert.deepEqual([...range], [...each])
  assert.deepEqual(
    [...range],
    [
      { number: 4, attempt: 9, kind: 'refused' },
      { number: 5, attempt: 2, kind: 'unknown' },
    ],
  )
})

test('columns of another table can identify the campaign', async () => {
  const { db } = database
  const keys = [
    await ledger([{ attempt: 1, kind: 'accepted' }], {}),
    await ledger([{ attempt: 1, kind: 'unknown' }], {}),
  ]
  const rows = await db`
    select e.kind
    from leases l
    cross join lateral (${lastEntry(db, { clientId: db`l.client_id`, campaignId: db`l.campaign_id` }, db`5`)}) e
    where l.campaign_id = any(${keys.map(key => key.campaignId)}::bigint[])
    order by l.campaign_id`
  assert.deepEqual([...rows], [{ kind: 'accepted' }, { kind: 'unknown' }])
})

test('before its first attempt a recipient is planned, before every other deferred', async () => {
  const { db } = database
  const rows = await db`select ${waitingState(db, db`n.attempt`)} as state from generate_series(1, 3) n (attempt)`
  assert.deepEqual(
    rows.map(row => row.state),
    ['planned', 'deferred', 'deferred'],
  )
})
