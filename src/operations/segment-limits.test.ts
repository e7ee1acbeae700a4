/** Segments at their limits: depth, conditions, values and numbers; deleted campaigns; dates around changes of the clock. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { seedSent } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { place } from '../../test/harness/members.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { Refusal } from '../contract/refusals.ts'
import { lists } from './lists.ts'
import { segmentTrees } from './segment-trees.ts'
import { segments } from './segments.ts'

type Tree = NonNullable<ParamsOf<'Segment.SetTree'>['Tree']>
type Leaf = NonNullable<NonNullable<Tree['Leaves']>[number]>

let database: TestDatabase
let world: World
let call: Caller['call']

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  ;({ call } = caller(database.db, { ...segments, ...segmentTrees, ...lists }))
  for (const [FieldName, DataType] of [
    ['City', 'Text'],
    ['Score', 'Number'],
  ] as const)
    await call('List.CreateCustomField', { ...ofList(), FieldName, DataType, Options: '' })
})
after(() => database.drop())

const ofList = (list = world.list) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const ofTree = (Tree: Tree, list = world.list) => ({ ...ofList(list), ClientID: world.client.clientPublicId, Tree })
const none = { Key: null, Values: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }
const leaf = (given: Partial<Leaf> & Pick<Leaf, 'Subject' | 'Operator'>): Leaf => ({ ...none, ...given })
const all = (...leaves: Leaf[]): Tree => ({ Match: 'All', Leaves: leaves, Groups: null })
const named = (name: string) => leaf({ Subject: 'Name', Operator: 'Is', Values: [name] })
const score = (Operator: Leaf['Operator'], ...Values: string[]) =>
  leaf({ Subject: 'Field', Key: 'Score', Operator, Values })
const event = (part: Partial<Leaf>) => leaf({ Subject: 'Opened', Operator: 'AtLeast', Times: 1, ...part })

/** A chain of groups around a condition: the tree itself is the first. */
const deep = (groups: number): Tree =>
  groups === 1 ? all(named('x')) : { Match: 'All', Leaves: null, Groups: [deep(groups - 1) as never] }

/** Where the tree is refused; undefined where it is counted. */
async function refusedAt(tree: Tree): Promise<string | undefined> {
  try {
    await call('Segment.CountTree', ofTree(tree))
    return undefined
  } catch (error) {
    assert.equal((error as Refusal).refusal, 'InvalidSegmentTree')
    return (error as Refusal).data?.Path as string
  }
}

const many = (count: number, value = 'x') => Array.from({ length: count }, (_, n) => `${value}${n}`)

test('a tree is taken at each of its limits, and refused one beyond, with its place', async () => {
  const cases: readonly (readonly [what: string, tree: Tree, refusedAt: string | undefined])[] = [
    ['4 groups deep', deep(4), undefined],
    ['5 groups deep', deep(5), 'Groups[0].Groups[0].Groups[0].Groups[0]'],
    ['50 conditions', all(...many(50).map(named)), undefined],
    ['50 and one in a group', { ...all(...many(50).map(named)), Groups: [all(named('x')) as never] }, ''],
    ['100 values', all(leaf({ Subject: 'Name', Operator: 'AnyOf', Values: many(100) })), undefined],
    ['101 values', all(leaf({ Subject: 'Name', Operator: 'AnyOf', Values: many(101) })), 'Leaves[0]'],
    ['254 characters', all(named('x'.repeat(254))), undefined],
    ['255 characters', all(named('x'.repeat(255))), 'Leaves[0]'],
    ['a link of 2,048', all(event({ Subject: 'Clicked', Days: 3, Link: `https://x/${'y'.repeat(2038)}` })), undefined],
    [
      'a link of 2,049',
      all(event({ Subject: 'Clicked', Days: 3, Link: `https://x/${'y'.repeat(2039)}` })),
      'Leaves[0]',
    ],
  ]
  for (const [what, tree, expected] of cases) assert.equal(await refusedAt(tree), expected, what)
})

test('numbers out of range are refused, and those at its ends are not', async () => {
  const cases: readonly (readonly [what: string, leaf: Leaf, isTaken: boolean])[] = [
    ...[-2_147_483_648, -1, 401, 2_147_483_647].map(
      Times => [`${Times} times`, event({ Times, Days: 3 }), false] as const,
    ),
    ...[0, 400].map(Times => [`${Times} times`, event({ Times, Days: 3 }), true] as const),
    ...[-2_147_483_648, -1, 0, 401, 2_147_483_647].map(Days => [`${Days} days`, event({ Days }), false] as const),
    ...[1, 400].map(Days => [`${Days} days`, event({ Days }), true] as const),
    ...['1e5', 'NaN', 'Infinity', '-Infinity', '0x10', '1,5', '٣', '1 000', '--1', '.', '9'.repeat(41)].map(
      text => [text.slice(0, 20), score('AtLeast', text), false] as const,
    ),
    ...['0', '-0', '+7', '.5', '5.', '9'.repeat(40), `0.${'0'.repeat(37)}1`].map(
      text => [text.slice(0, 20), score('AtLeast', text), true] as const,
    ),
    ...[-1, 0].map(
      Days =>
        [`${Days} days of joining`, leaf({ Subject: 'JoinedDate', Operator: 'InLastDays', Days }), false] as const,
    ),
    ...['1752-12-31', '9999-01-01', '2026-13-01', '2026-02-30', '10000-01-01', '20260101', 'today'].map(
      date => [date, leaf({ Subject: 'JoinedDate', Operator: 'Before', Values: [date] }), false] as const,
    ),
    ...['1753-01-01', '9998-12-31', '2028-02-29'].map(
      date => [date, leaf({ Subject: 'JoinedDate', Operator: 'Before', Values: [date] }), true] as const,
    ),
  ]
  for (const [what, given, isTaken] of cases)
    assert.equal(await refusedAt(all(given)), isTaken ? undefined : 'Leaves[0]', what)
})

test('numbers compare exactly, however large and however written; other text compares with nothing', async () => {
  const list = await seedList(database.db, world.client, 'Scores')
  await call('List.CreateCustomField', { ...ofList(list), FieldName: 'Score', DataType: 'Number', Options: '' })
  const nines = '9'.repeat(39)
  for (const Score of [nines, `-${nines}`, `0.${'0'.repeat(37)}1`, '007', '7.0', 'seven', '1e3', 'NaN', ''])
    await place(database.db, list, 'Active', { fields: { Score } })
  for (const [given, expected] of [
    [score('AtLeast', nines), 1],
    [score('MoreThan', nines), 0],
    [score('LessThan', `-${nines.slice(1)}`), 1],
    [score('MoreThan', '0'), 4],
    [score('Exactly', '+7.00'), 2],
    [score('Between', '-1', '1'), 1],
    [score('LessThan', '0'), 1],
  ] as const) {
    const { Count } = await call('Segment.CountTree', ofTree(all(given), list))
    assert.equal(Count, expected, `${given.Operator} ${given.Values![0]!.slice(0, 10)}`)
  }
})

test('a segment about a deleted campaign is empty, also where it asks for those who were not sent it', async () => {
  const { db } = database
  const list = await seedList(db, world.client, 'Of a campaign')
  await place(db, list, 'Active')
  const { campaignId } = await seedSent(db, world, { size: 0, lists: [list] })
  const [{ publicId }] = (await db`select public_id from campaigns where id = ${campaignId}`) as never as [
    { publicId: string },
  ]
  const notSent = leaf({ Subject: 'Sent', Operator: 'AtMost', Times: 0, CampaignID: publicId })
  const save = (Title: string, Tree: Tree) => call('Segment.SetTree', { ...ofTree(Tree, list), Title })
  const inner = await save('Not sent', all(notSent))
  const outer = await save('Around', all(leaf({ Subject: 'Segment', Key: inner, Operator: 'IsNot' })))
  const either = await save('Either', { Match: 'Any', Leaves: [named('Ann'), notSent], Groups: null })
  const count = async (SegmentID: string) => {
    const { Count, Problems } = await call('Segment.Count', { ApiKey: world.accountKey, SegmentID })
    return [Count, (Problems as readonly { Kind: string }[]).map(({ Kind }) => Kind)]
  }
  assert.deepEqual(
    [await count(inner), await count(outer), await count(either)],
    [
      [1, []],
      [0, []],
      [1, []],
    ],
  )
  await db`update campaigns set deleted_at = now() where id = ${campaignId}`
  for (const id of [inner, outer, either]) assert.deepEqual(await count(id), [0, ['Campaign']])
})

for (const [zone, moments] of [
  // summer time begins and ends; the hour from 2 to 3 does not exist in March, and is there twice in October
  [
    'Europe/Berlin',
    [
      ['2026-03-28T22:59:59Z', '2026-03-28'],
      ['2026-03-28T23:00:00Z', '2026-03-29'],
      ['2026-03-29T21:59:59Z', '2026-03-29'],
      ['2026-03-29T22:00:00Z', '2026-03-30'],
      ['2026-10-25T00:30:00Z', '2026-10-25'],
      ['2026-10-25T01:30:00Z', '2026-10-25'],
      ['2026-10-25T22:59:59Z', '2026-10-25'],
      ['2026-10-25T23:00:00Z', '2026-10-26'],
    ],
  ],
  // the clock goes from 0 to 1 o'clock at midnight: the day begins at 1
  [
    'Asia/Beirut',
    [
      ['2026-03-28T21:59:59Z', '2026-03-28'],
      ['2026-03-28T22:00:00Z', '2026-03-29'],
      ['2026-03-29T20:59:59Z', '2026-03-29'],
      ['2026-03-29T21:00:00Z', '2026-03-30'],
    ],
  ],
  // a quarter of an hour, and the ends of the calendar
  [
    'Asia/Kathmandu',
    [
      ['2025-12-31T18:14:59Z', '2025-12-31'],
      ['2025-12-31T18:15:00Z', '2026-01-01'],
    ],
  ],
  [
    'Pacific/Kiritimati',
    [
      ['2028-02-28T09:59:59Z', '2028-02-28'],
      ['2028-02-28T10:00:00Z', '2028-02-29'],
      ['2028-02-29T10:00:00Z', '2028-03-01'],
    ],
  ],
  [
    'Pacific/Pago_Pago',
    [
      ['2028-02-29T10:59:59Z', '2028-02-28'],
      ['2028-02-29T11:00:00Z', '2028-02-29'],
    ],
  ],
] as const)
  test(`a moment is on the date that it had in the zone of the client: ${zone}`, async () => {
    const { db } = database
    await db`update clients set time_zone = ${zone} where id = ${world.client.clientId}`
    const list = await seedList(db, world.client, `Dates in ${zone}`)
    for (const [at] of moments)
      await place(db, list, 'Active', { at: new Date(at), address: `${at.toLowerCase()}@x.example` })
    const on = (Operator: 'On' | 'Before' | 'After' | 'EveryYearOn', date: string) =>
      call('Segment.CountTree', ofTree(all(leaf({ Subject: 'JoinedDate', Operator, Values: [date] })), list))
    for (const date of new Set(moments.map(([, day]) => day))) {
      const such = (holds: (day: string) => boolean) => moments.filter(([, day]) => holds(day)).length
      assert.equal(
        (await on('On', date)).Count,
        such(day => day === date),
        date,
      )
      assert.equal(
        (await on('Before', date)).Count,
        such(day => day < date),
        `before ${date}`,
      )
      assert.equal(
        (await on('After', date)).Count,
        such(day => day > date),
        `after ${date}`,
      )
      assert.equal(
        (await on('EveryYearOn', date.slice(5))).Count,
        such(day => day.slice(5) === date.slice(5)),
      )
    }
  })
