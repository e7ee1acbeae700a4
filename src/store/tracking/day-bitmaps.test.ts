import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed } from '../../../test/harness/seed.ts'
import type { Database } from '../connection/database.ts'
import { addDays, type EngagementKind, engagementKinds } from './contact-engagement.ts'
import { countDays, keptDays, lastDays, latestDay, moveOn, noDays, oneDay, subtract, unite } from './day-bitmaps.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

/** Days since 1970. */
const first = 20_000
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const dayOf = (date: string) => Date.parse(date) / 86_400_000

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Happened {
  readonly address: string
  readonly day: number
  readonly kinds: readonly EngagementKind[]
}

async function add(db: Database, clientId: number, happened: readonly Happened[]): Promise<void> {
  const has = (kind: EngagementKind) => happened.map(({ kinds }) => kinds.includes(kind))
  await addDays(
    db,
    clientId,
    engagementKinds,
    db`
    select * from unnest(
      ${happened.map(({ address }) => address)}::text[], ${happened.map(({ day }) => dateOf(day))}::text[]::date[],
      ${has('accepted')}::boolean[], ${has('measured')}::boolean[], ${has('opened')}::boolean[], ${has('clicked')}::boolean[],
      ${has('bounced')}::boolean[], ${has('unaccepted')}::boolean[]
    ) as d (address, day, accepted, measured, opened, clicked, bounced, unaccepted)`,
  )
}

test('bitmaps hold the days that a set of days holds: late ones, gaps of years, the same day twice', async () => {
  const { db } = database
  const { clientId } = (await seed(db)).client
  const below = numbers(71)
  const people = ['ada@people.example', 'bob@people.example', 'cid@people.example']
  const expected = new Map<string, Set<number>>()
  const latest = new Map<string, number>()
  let now = first
  for (let step = 0; step < 150; step++) {
    // mostly the next days; sometimes more than all that is kept; events come up to 450 days late
    now += below(10) === 0 ? below(900) : below(4)
    const happened = Array.from({ length: 1 + below(5) }, () => ({
      address: people[below(people.length)]!,
      day: now - (below(3) === 0 ? below(450) : 0),
      kinds: engagementKinds.filter(() => below(3) === 0),
    }))
    await add(db, clientId, happened)
    for (const { address, day, kinds } of happened) {
      latest.set(address, Math.max(latest.get(address) ?? 0, day))
      for (const kind of kinds) {
        const key = `${address} ${kind}`
        expected.set(key, (expected.get(key) ?? new Set()).add(day))
      }
    }
  }
  const rows = await db<Record<string, string>[]>`
    select address, upto::text, accepted_on::text, opened_on::text, clicked_on::text,
      ${engagementKinds.map(kind => db`${db(kind)}::text`).reduce((all, one) => db`${all}, ${one}`)}
    from contact_engagement where client_id = ${clientId} order by address`
  assert.deepEqual(
    rows.map(({ address }) => address),
    people,
  )
  for (const row of rows) {
    const upto = latest.get(row.address!)!
    assert.equal(row.upto, dateOf(upto))
    for (const kind of engagementKinds) {
      const days = [...(expected.get(`${row.address} ${kind}`) ?? [])].sort((one, other) => one - other)
      const kept = days.filter(day => day > upto - keptDays)
      const bits = row[kind] ?? ''
      const found = [...bits].flatMap((bit, place) => (bit === '1' ? [upto - keptDays + 1 + place] : []))
      assert.deepEqual(found, kept, `${row.address} ${kind}`)
      const latestOf = { accepted: row.acceptedOn, opened: row.openedOn, clicked: row.clickedOn }[kind as 'accepted']
      if (kind in { accepted: 0, opened: 0, clicked: 0 })
        assert.equal(latestOf, days.length ? dateOf(days.at(-1)!) : null)
      for (const window of [1, 2, 7, 90, 399, keptDays]) {
        for (const today of [upto, upto + 1, upto + 30, upto + 500]) {
          const moved = moveOn(db, db`${db(kind)}`, db`${dateOf(today)}::text::date - upto`)
          const [counted] = await db<{ count: number }[]>`
            select ${countDays(db, lastDays(db, moved, window))} as count
            from contact_engagement where client_id = ${clientId} and address = ${row.address!}`
          assert.equal(counted!.count, kept.filter(day => day > today - window).length, `${kind}, ${window} days`)
        }
      }
    }
  }
})

test('a row is not written again for days that it has', async () => {
  const { db } = database
  const { clientId } = (await seed(db)).client
  const once: Happened = { address: 'eve@people.example', day: first, kinds: ['accepted', 'measured'] }
  await add(db, clientId, [once, once])
  const version = () =>
    db<{ at: string }[]>`select ctid::text as at from contact_engagement where client_id = ${clientId}`.then(
      ([row]) => row!.at,
    )
  const before = await version()
  await add(db, clientId, [once])
  assert.equal(await version(), before)
  await add(db, clientId, [{ ...once, day: first - 3 }])
  assert.notEqual(await version(), before)
})

test('days are taken out, and the latest is found', async () => {
  const { db } = database
  const both = unite(db, oneDay(db, db`3`), oneDay(db, db`399`))
  const upto = db`date '2026-11-26'`
  const [row] = await db`
    select ${latestDay(db, both, upto)}::text as latest, ${latestDay(db, subtract(db, both, oneDay(db, db`3`)), upto)}::text as first,
      ${latestDay(db, noDays(db), upto)} as none, ${subtract(db, oneDay(db, db`3`), oneDay(db, db`3`))} as emptied,
      ${subtract(db, oneDay(db, db`3`), db`null::bit(400)`)} = ${oneDay(db, db`3`)} as kept,
      ${countDays(db, oneDay(db, db`400`))} as too_old, ${countDays(db, oneDay(db, db`-1`))} as too_late`
  assert.deepEqual(
    { ...row },
    {
      latest: '2026-11-23',
      first: dateOf(dayOf('2026-11-26') - 399),
      none: null,
      emptied: null,
      kept: true,
      tooOld: 0,
      tooLate: 0,
    },
  )
})
