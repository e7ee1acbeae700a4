import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { place } from '../../test/harness/members.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import type { Refusal } from '../contract/refusals.ts'
import type { ListRef } from '../domain/access/access.ts'
import { access } from '../domain/access/access.ts'
import { countInBackground, countSaved, judgedOf, usualLimits } from '../domain/segments/counting.ts'
import { compileStored } from '../domain/segments/trees.ts'
import { samplePeople } from '../store/segments/people.ts'
import { lists } from './lists.ts'
import { segmentTrees } from './segment-trees.ts'
import { segments } from './segments.ts'

type Tree = NonNullable<ParamsOf<'Segment.SetTree'>['Tree']>
type Leaf = NonNullable<NonNullable<Tree['Leaves']>[number]>

let database: TestDatabase
let world: World
let second: ListRef
let call: Caller['call']
let refused: Caller['refused']

const fields = [
  ['City', 'Text', ''],
  ['Score', 'Number', ''],
  ['Born', 'Date', ''],
  ['Flower', 'MultiSelectOne', 'Rose||Tulip'],
  ['Colours', 'MultiSelectMany', 'Red||Blue||Green'],
] as const

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  const { db } = database
  ;({ call, refused } = caller(db, { ...segments, ...segmentTrees, ...lists }))
  for (const [FieldName, DataType, Options] of fields)
    await call('List.CreateCustomField', { ...ofList(), FieldName, DataType, Options })
  second = await seedList(db, world.client, 'Second')
  const people = [
    ['ada@x.example', 'Ada', { City: 'Köln', Score: '5', Born: '1990-02-28', Colours: ['Red', 'Blue'] }],
    ['ben@x.example', 'Ben', { City: 'Bonn', Score: '10' }],
    ['cleo@y.example', '', { Flower: 'Tulip' }],
  ] as const
  for (const [address, name, values] of people) await place(db, world.list, 'Active', { address, name, fields: values })
  await place(db, world.list, 'Unsubscribed', { address: 'left@x.example', name: 'Ada', fields: { City: 'Köln' } })
  await place(db, second, 'Active', { address: 'ada@x.example', name: 'Ada', fields: {} })
  await place(db, second, 'Active', { address: 'dora@y.example', name: 'Dora', fields: {} })
})
after(() => database.drop())

const ofClient = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const ofList = (list = world.list) => ({ ApiKey: world.accountKey, ListID: list.listPublicId })
const ofSegment = (SegmentID: string) => ({ ApiKey: world.accountKey, SegmentID })
const none = { Key: null, Values: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }
const leaf = (given: Partial<Leaf> & Pick<Leaf, 'Subject' | 'Operator'>): Leaf => ({ ...none, ...given })
const all = (...leaves: Leaf[]): Tree => ({ Match: 'All', Leaves: leaves, Groups: null })
const named = (name: string) => leaf({ Subject: 'Name', Operator: 'Is', Values: [name] })

let titles = 0
const save = (Tree: Tree, list: ListRef | null = world.list, more = {}) =>
  call('Segment.SetTree', {
    ...ofClient(),
    ListID: list?.listPublicId ?? null,
    Title: `Tree ${++titles}`,
    Tree,
    ...more,
  })
const count = async (Tree: Tree, list: ListRef | null = world.list) => {
  const { State, Count, Unknown } = await call('Segment.CountTree', {
    ...ofClient(),
    ListID: list?.listPublicId ?? null,
    Tree,
  })
  return [State, Count, Unknown]
}

test('a tree is saved, read and saved again without a change', async () => {
  const other = await save(all(named('Ada')))
  const [tag] = await database.db`
    insert into contact_tags (client_id, name) values (${world.client.clientId}, 'Friends') returning id`
  assert.ok(tag)
  const [campaign] = await database.db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, tags)
    values (${world.client.clientId}, 'Spring', 'S', 'F', 'f@x.example', 'f@x.example', 'http://x.example/', '', '{spring}')
    returning public_id`
  const leaves = [
    leaf({ Subject: 'Address', Operator: 'AnyOf', Values: ['ada@x.example', 'Ben@X.example'] }),
    leaf({ Subject: 'Domain', Operator: 'Is', Values: ['x.example'] }),
    leaf({ Subject: 'State', Operator: 'NoneOf', Values: ['Bounced', 'Deleted'] }),
    leaf({ Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 }),
    leaf({ Subject: 'ConfirmedDate', Operator: 'BetweenDates', Values: ['2025-01-01', '2025-12-31'] }),
    leaf({ Subject: 'Source', Operator: 'AnyOf', Values: ['Import', 'Api'] }),
    leaf({ Subject: 'Tag', Operator: 'AllOf', Values: ['Friends'] }),
    leaf({ Subject: 'Field', Key: '[Born]', Operator: 'EveryYearInNextDays', Days: 7 }),
    leaf({ Subject: 'Field', Key: '[Born]', Operator: 'EveryYearOn', Values: ['02-29'] }),
    leaf({ Subject: 'Field', Key: '[Score]', Operator: 'Between', Values: ['1.50', '+7'] }),
    leaf({ Subject: 'Field', Key: '[Colours]', Operator: 'AllOf', Values: ['Red', 'Blue'] }),
    leaf({ Subject: 'List', Key: second.listPublicId, Operator: 'Is' }),
    leaf({ Subject: 'List', Key: second.listPublicId, Operator: 'NoneOf', Values: ['Active', 'Unsubscribed'] }),
    leaf({ Subject: 'Segment', Key: other, Operator: 'IsNot' }),
    leaf({ Subject: 'Consent', Key: 'Measuring', Operator: 'Is', Values: ['Granted'] }),
    leaf({ Subject: 'Opened', Operator: 'AtMost', Days: 90, Times: 0 }),
    leaf({
      Subject: 'Clicked',
      Operator: 'AtLeast',
      CampaignID: campaign!.publicId as string,
      Link: 'https://x.example/',
      Times: 2,
    }),
    leaf({ Subject: 'Sent', Operator: 'Exactly', CampaignTag: 'spring', Times: 1 }),
  ]
  const groups = [
    {
      Match: 'None' as const,
      Leaves: leaves.slice(9),
      Groups: [{ Match: 'Any' as const, Leaves: leaves.slice(0, 2), Groups: [] }],
    },
  ]
  const SegmentID = await save({ Match: 'Any', Leaves: leaves.slice(0, 9), Groups: groups as never })
  const rows = () => database.db`select * from segments where public_id = ${SegmentID}`
  const before = await rows()
  const read = await call('Segment.GetTree', ofSegment(SegmentID))
  const asGiven = (tree: unknown) =>
    JSON.parse(JSON.stringify(tree), (key, value) =>
      value === '' || (Array.isArray(value) && value.length === 0 && key !== '') ? null : value,
    )
  assert.deepEqual(asGiven(read.Tree), asGiven({ Match: 'Any', Leaves: leaves.slice(0, 9), Groups: groups }))
  assert.deepEqual(read.Problems, [])
  await call('Segment.SetTree', { ...ofClient(), SegmentID, Title: read.Title!, Tree: read.Tree as Tree })
  assert.deepEqual(await rows(), before)
})

const refusedTrees: readonly (readonly [why: string, tree: () => Tree, path: string])[] = [
  ['a group without conditions', () => all(), ''],
  [
    'an inner group without conditions',
    () => ({ Match: 'All', Leaves: [named('x')], Groups: [{ Match: 'Any', Leaves: [], Groups: null }] }),
    'Groups[0]',
  ],
  ['51 conditions', () => all(...Array.from({ length: 51 }, () => named('x'))), ''],
  [
    'an operator of another subject',
    () => all(named('x'), leaf({ Subject: 'Name', Operator: 'InLastDays', Days: 3 })),
    'Leaves[1]',
  ],
  [
    'a number operator on text',
    () => all(leaf({ Subject: 'Field', Key: 'City', Operator: 'AtLeast', Values: ['5'] })),
    'Leaves[0]',
  ],
  [
    'no number',
    () => all(leaf({ Subject: 'Field', Key: 'Score', Operator: 'AtLeast', Values: ['five'] })),
    'Leaves[0]',
  ],
  [
    'a range upside down',
    () => all(leaf({ Subject: 'Field', Key: 'Score', Operator: 'Between', Values: ['7', '5'] })),
    'Leaves[0]',
  ],
  ['no date', () => all(leaf({ Subject: 'Field', Key: 'Born', Operator: 'On', Values: ['2025-02-29'] })), 'Leaves[0]'],
  [
    'no month and day',
    () => all(leaf({ Subject: 'Field', Key: 'Born', Operator: 'EveryYearOn', Values: ['02-30'] })),
    'Leaves[0]',
  ],
  [
    'days beyond a year',
    () => all(leaf({ Subject: 'Field', Key: 'Born', Operator: 'EveryYearInNextDays', Days: 367 })),
    'Leaves[0]',
  ],
  [
    'no option',
    () => all(leaf({ Subject: 'Field', Key: 'Colours', Operator: 'AnyOf', Values: ['Red', 'Pink'] })),
    'Leaves[0]',
  ],
  ['an unknown field', () => all(leaf({ Subject: 'Field', Key: 'Nope', Operator: 'IsKnown' })), 'Leaves[0]'],
  ['an unknown tag', () => all(leaf({ Subject: 'Tag', Operator: 'AnyOf', Values: ['Nope'] })), 'Leaves[0]'],
  ['an unknown list', () => all(leaf({ Subject: 'List', Operator: 'Is', Key: 'f'.repeat(32) })), 'Leaves[0]'],
  ['an unknown segment', () => all(leaf({ Subject: 'Segment', Operator: 'Is', Key: 'x' })), 'Leaves[0]'],
  [
    'an unknown campaign',
    () => all(leaf({ Subject: 'Sent', Operator: 'AtLeast', CampaignID: 'f'.repeat(32), Times: 1 })),
    'Leaves[0]',
  ],
  [
    'a tag that no campaign has',
    () => all(leaf({ Subject: 'Sent', Operator: 'AtLeast', CampaignTag: 'nope', Times: 1 })),
    'Leaves[0]',
  ],
  ['an event without a scope', () => all(leaf({ Subject: 'Sent', Operator: 'AtLeast', Times: 1 })), 'Leaves[0]'],
  [
    'an event with two scopes',
    () => all(leaf({ Subject: 'Sent', Operator: 'AtLeast', Times: 1, Days: 3, CampaignTag: 'spring' })),
    'Leaves[0]',
  ],
  ['401 days', () => all(leaf({ Subject: 'Opened', Operator: 'AtLeast', Times: 1, Days: 401 })), 'Leaves[0]'],
  ['an event without Times', () => all(leaf({ Subject: 'Opened', Operator: 'AtLeast', Days: 4 })), 'Leaves[0]'],
  [
    'a link of opens',
    () => all(leaf({ Subject: 'Opened', Operator: 'AtLeast', Times: 1, Days: 3, Link: 'https://x.example/' })),
    'Leaves[0]',
  ],
  ['Days where none belong', () => all({ ...named('x'), Days: 3 }), 'Leaves[0]'],
  ['a Key where none belongs', () => all({ ...named('x'), Key: 'City' }), 'Leaves[0]'],
  ['no value', () => all(leaf({ Subject: 'Name', Operator: 'Is' })), 'Leaves[0]'],
  ['an empty value', () => all(named(' ')), 'Leaves[0]'],
  [
    'an unknown purpose',
    () => all(leaf({ Subject: 'Consent', Key: 'x', Operator: 'Is', Values: ['Granted'] })),
    'Leaves[0]',
  ],
]
for (const [why, tree, path] of refusedTrees) {
  test(`a tree is refused with its place: ${why}`, async () => {
    const params = { ...ofClient(), ...ofList(), Title: 'Refused', Tree: tree() }
    await refused('Segment.SetTree', params, 'InvalidSegmentTree')
    await assert.rejects(call('Segment.CountTree', params), error => (error as Refusal).data?.Path === path)
  })
}

test('a segment needs a name of its own, and a list or client of its own', async () => {
  const Tree = all(named('Ada'))
  const SegmentID = await save(Tree, world.list, { Title: 'Mine' })
  await refused('Segment.SetTree', { ...ofClient(), ...ofList(), Title: 'mine', Tree }, 'DuplicateSegmentName')
  await refused('Segment.SetTree', { ...ofClient(), ...ofList(), Title: ' ', Tree }, 'SegmentNameEmpty')
  // the same name is free on another list, and for the client
  for (const list of [second, null]) await save(Tree, list, { Title: 'Mine' })
  const { list, client } = await seed(database.db)
  await refused(
    'Segment.SetTree',
    { ...ofClient(), ListID: list.listPublicId, Title: 'Foreign', Tree },
    'InvalidListId',
  )
  await refused(
    'Segment.SetTree',
    { ...ofClient(), ClientID: client.clientPublicId, Title: 'Foreign', Tree },
    'InvalidClientId',
  )
  await refused('Segment.GetTree', ofSegment('f'.repeat(32)), 'UnknownSegment')
  assert.equal(await call('Segment.SetTree', { ...ofClient(), SegmentID, Title: 'Renamed', Tree }), SegmentID)
})

test('counts are of active people, of a client each person once', async () => {
  assert.deepEqual(await count(all(named('Ada'))), ['Exact', 1, 0])
  assert.deepEqual(await count(all(named('Ada')), null), ['Exact', 1, 0])
  const anybody = all(leaf({ Subject: 'Address', Operator: 'IsKnown' }))
  assert.deepEqual(await count(anybody), ['Exact', 3, 0])
  assert.deepEqual(await count(anybody, null), ['Exact', 4, 0])
  // no person was measured: who did not open is not known
  const silent = all(leaf({ Subject: 'Opened', Operator: 'AtMost', Days: 90, Times: 0 }))
  assert.deepEqual(await count(silent), ['Exact', 0, 3])
  assert.deepEqual(await count(silent, null), ['Exact', 0, 4])
  assert.deepEqual(await count({ Match: 'Any', Leaves: [named('Ada'), ...silent.Leaves!], Groups: null }), [
    'Exact',
    1,
    2,
  ])
})

test('state is outside the tree: no group can let in who has left', async () => {
  const left = leaf({ Subject: 'State', Operator: 'Is', Values: ['Unsubscribed'] })
  assert.deepEqual(await count({ Match: 'Any', Leaves: [left, named('Ada')], Groups: null }), ['Exact', 1, 0])
})

test('a count that takes too long is about, and the exact one follows as an event', async () => {
  const SegmentID = await save(all(leaf({ Subject: 'Address', Operator: 'IsKnown' })))
  const ref = await access(database.db).segment(
    access(database.db).authenticate({ apiKey: world.accountKey } as never),
    SegmentID,
    'ReadAudience',
  )
  const about = await countSaved(database.db, ref, { ...usualLimits, few: 0, exact: 0, sample: 10_000 })
  // a sample of so few may meet no person
  assert.ok(['About', 'Counting'].includes(about.state), about.state)
  assert.notEqual(about.counted?.people, 0)
  const { clientId, segmentId } = ref
  const [job] = await database.db`select key from graphile_worker.jobs where task_identifier = 'segmentCount'`
  assert.equal(job!.key, `segment ${segmentId}`)
  await countInBackground(database.db, { clientId, segmentId, isAsked: true })
  const events =
    await database.db`select type, data from events where client_id = ${clientId} and type = 'segment.counted'`
  assert.deepEqual(
    events.map(({ data }) => data),
    [{ SegmentID, Title: `Tree ${titles}`, Count: 3, Unknown: 0 }],
  )
  const { Sizes } = (await call('Segment.ListAll', ofClient())).find(segment => segment.SegmentID === SegmentID)!
  assert.deepEqual(
    (Sizes as readonly { People: number }[]).map(({ People }) => People),
    [3],
  )
  const { State, Count } = await call('Segment.Count', ofSegment(SegmentID))
  assert.deepEqual([State, Count], ['Exact', 3])
})

test('a sample of all ids is exact', async () => {
  for (const list of [world.list, null]) {
    const listId = list?.listId ?? null
    const rules = { match: 'Any', leaves: [{ subject: 'Domain', operator: 'Is', values: ['x.example'] }], groups: [] }
    const compiled = await compileStored(database.db, world.client.clientId, { listId, rules })
    const judged = await judgedOf(database.db, world.client.clientId, listId, compiled)
    const { people, unknown, looked } = await samplePeople(database.db, judged, 1)
    assert.deepEqual({ people, unknown, looked }, { people: 2, unknown: 0, looked: list ? 3 : 5 })
  }
})

test('engagement that is not rolled up yet has no count', async () => {
  const Tree = all(leaf({ Subject: 'Opened', Operator: 'AtLeast', Days: 90, Times: 1 }))
  await database.db`update engagement_history set is_queued = false`
  try {
    assert.deepEqual(await count(Tree), ['NotAvailable', null, null])
    assert.deepEqual(await count(all(named('Ada'))), ['Exact', 1, 0])
  } finally {
    await database.db`update engagement_history set is_queued = true`
  }
})

test('a sample says which conditions hold, and an explanation what each says', async () => {
  const Tree: Tree = {
    Match: 'Any',
    Leaves: [named('Ada'), leaf({ Subject: 'Opened', Operator: 'AtLeast', Days: 90, Times: 1 })],
    Groups: [{ Match: 'None', Leaves: [leaf({ Subject: 'Name', Operator: 'IsKnown' })], Groups: null }],
  }
  const SegmentID = await save(Tree)
  const sample = await call('Segment.Sample', ofSegment(SegmentID))
  const people = (sample.People as { Email: string; Leaves: string[] }[]).map(({ Email, Leaves }) => [Email, Leaves])
  assert.deepEqual(people.toSorted(), [
    ['ada@x.example', ['Leaves[0]', 'Groups[0].Leaves[0]']],
    ['cleo@y.example', []],
  ])
  const given = await call('Segment.SampleTree', { ...ofClient(), ...ofList(), Tree })
  assert.deepEqual(given.People, sample.People)
  const { In, Memberships, Suppressed } = await call('Segment.Explain', {
    ...ofSegment(SegmentID),
    Email: 'BEN@x.example',
  })
  assert.deepEqual(
    { In, Memberships, Suppressed },
    {
      In: false,
      Suppressed: '',
      Memberships: [
        {
          ListID: world.list.listPublicId,
          State: 'Active',
          Answer: 'Unknown',
          Leaves: [
            { Path: 'Leaves[0]', Answer: 'No' },
            { Path: 'Leaves[1]', Answer: 'Unknown' },
            { Path: 'Groups[0].Leaves[0]', Answer: 'Yes' },
          ],
        },
      ],
    },
  )
  const left = await call('Segment.Explain', { ...ofSegment(SegmentID), Email: 'left@x.example' })
  const [membership] = left.Memberships as { State: string; Answer: string }[]
  assert.deepEqual([left.In, membership!.State, membership!.Answer], [false, 'Unsubscribed', 'Yes'])
  await database.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${world.client.clientId}, 'ada@x.example', 'ada@x.example', 'complained', now())`
  const ada = await call('Segment.Explain', { ...ofSegment(SegmentID), Email: 'ada@x.example' })
  assert.deepEqual([ada.In, ada.Suppressed], [true, 'complained'])
  const stranger = await call('Segment.Explain', { ...ofSegment(SegmentID), Email: 'stranger@x.example' })
  assert.deepEqual([stranger.In, stranger.Memberships], [false, []])
  await refused('Segment.Explain', { ...ofSegment(SegmentID), Email: 'no address' }, 'InvalidEmail')
})

test('without its field a segment is empty and says why, also where a group excludes', async () => {
  await call('List.CreateCustomField', { ...ofList(second), FieldName: 'Town', DataType: 'Text', Options: '' })
  const Tree: Tree = {
    Match: 'None',
    Leaves: [leaf({ Subject: 'Field', Key: '[Town]', Operator: 'Is', Values: ['x'] })],
    Groups: null,
  }
  const SegmentID = await save(Tree, second)
  const nested = await save(
    {
      Match: 'Any',
      Leaves: [named('Dora'), leaf({ Subject: 'Segment', Key: SegmentID, Operator: 'IsNot' })],
      Groups: null,
    },
    null,
  )
  assert.deepEqual(await count(Tree, second), ['Exact', 2, 0])
  await call('List.DeleteCustomField', { ...ofList(second), Key: '[Town]' })
  const lost = { Path: 'Leaves[0]', Kind: 'Field', Name: '[Town]', Problem: 'The field [Town] was deleted.' }
  for (const [id, problem] of [
    [SegmentID, lost],
    [nested, { ...lost, Path: 'Leaves[1]', Problem: `Segment "Tree ${titles - 1}": ${lost.Problem}` }],
  ] as const) {
    const counted = await call('Segment.Count', ofSegment(id))
    assert.deepEqual([counted.State, counted.Count, counted.Problems], ['Exact', 0, [problem]])
    assert.deepEqual((await call('Segment.GetTree', ofSegment(id))).Problems, [problem])
    assert.deepEqual((await call('Segment.Sample', ofSegment(id))).People, [])
    const explained = await call('Segment.Explain', { ...ofSegment(id), Email: 'dora@y.example' })
    assert.deepEqual([explained.In, explained.Problems], [false, [problem]])
  }
  await call('List.CreateCustomField', { ...ofList(second), FieldName: 'Town', DataType: 'Text', Options: '' })
  assert.equal((await call('Segment.Count', ofSegment(nested))).Count, 3)
})

test('a segment that others contain is not deleted, and they are named', async () => {
  const inner = await save(all(named('Ada')))
  const outer = await save(all(leaf({ Subject: 'Segment', Key: inner, Operator: 'Is' })), null, { Title: 'Outer' })
  await refused('Segment.Remove', ofSegment(inner), 'SegmentInUse')
  await assert.rejects(call('Segment.Remove', ofSegment(inner)), { data: { Segments: ['Outer'] } })
  const listed = (await call('Segment.ListAll', ofClient())).find(({ SegmentID }) => SegmentID === inner)!
  assert.deepEqual(listed.UsedBy, ['Outer'])
  const containing = (await call('Segment.ListAll', ofClient())).find(({ SegmentID }) => SegmentID === outer)!
  assert.deepEqual(containing.RefersTo, [{ Kind: 'Segment', Key: inner }])
  await call('Segment.Remove', ofSegment(outer))
  await call('Segment.Remove', ofSegment(inner))
})

test('segments in each other are no circle, five deep at most, with 200 conditions at most', async () => {
  const within = (SegmentID: string, more: Leaf[] = []) =>
    all(leaf({ Subject: 'Segment', Key: SegmentID, Operator: 'Is' }), ...more)
  const chain = [await save(all(leaf({ Subject: 'Domain', Operator: 'Is', Values: ['x.example'] })))]
  while (chain.length < 6) chain.push(await save(within(chain.at(-1)!)))
  const set = (SegmentID: string, Tree: Tree) => ({ ...ofClient(), SegmentID, Title: `Chain ${++titles}`, Tree })
  await refused(
    'Segment.SetTree',
    { ...ofClient(), ...ofList(), Title: 'Seven', Tree: within(chain.at(-1)!) },
    'InvalidSegmentTree',
  )
  await refused('Segment.SetTree', set(chain[0]!, within(chain[0]!)), 'InvalidSegmentTree')
  await refused('Segment.SetTree', set(chain[0]!, within(chain[5]!)), 'InvalidSegmentTree')
  // too deep from where it is used
  await refused('Segment.SetTree', set(chain[0]!, within(await save(all(named('x'))))), 'InvalidSegmentTree')
  assert.equal((await call('Segment.Count', ofSegment(chain[5]!))).Count, 2)
  const large = await save(all(...Array.from({ length: 50 }, () => named('x'))), second)
  const four = Array.from({ length: 4 }, () => leaf({ Subject: 'Segment', Key: large, Operator: 'IsNot' }))
  await refused('Segment.SetTree', { ...ofClient(), Title: 'Large', Tree: all(...four) }, 'InvalidSegmentTree')
  await save(all(...four.slice(1)), second)
})

test('rules that would make a segment too large which contains theirs are refused, and stay as they were', async () => {
  const rules = (count: number) =>
    Array.from({ length: count }, () => ({ Field: 'Name', Operator: 'IsSet' as const, Value: null }))
  const SegmentID = await call('Segment.Add', { ...ofList(second), Title: 'Growing', Rules: rules(30) })
  const five = Array.from({ length: 5 }, () => leaf({ Subject: 'Segment', Key: SegmentID, Operator: 'Is' }))
  const outer = await save(all(...five), second)
  const grown = { ...ofSegment(SegmentID), Title: 'Growing', Rules: rules(50) }
  await refused('Segment.Replace', grown, 'InvalidSegmentTree')
  await refused('Segment.AddRules', { ...ofSegment(SegmentID), Rules: rules(20) }, 'InvalidSegmentTree')
  assert.equal(rowsOf((await call('Segment.Read', ofSegment(SegmentID))).Rules).length, 30)
  assert.deepEqual((await call('Segment.GetTree', ofSegment(outer))).Problems, [])
  await call('Segment.Replace', { ...grown, Rules: rules(31) })
  await call('Segment.ClearRules', ofSegment(SegmentID))
  await call('Segment.Remove', ofSegment(outer))
  await call('Segment.Replace', grown)
})

test('rules and trees are the same where rules can say it', async () => {
  const Rules = [
    { Field: 'Name', Operator: 'IsSet' as const, Value: null },
    { Field: '[City]', Operator: 'Contains' as const, Value: 'ö' },
  ]
  const SegmentID = await call('Segment.Add', { ...ofList(), Title: 'Of rules', Rules })
  const { Tree } = await call('Segment.GetTree', ofSegment(SegmentID))
  const simple = all(
    leaf({ Subject: 'Name', Operator: 'IsKnown' }),
    leaf({ Subject: 'Field', Key: '[City]', Operator: 'Contains', Values: ['ö'] }),
  )
  assert.deepEqual(
    (Tree!.Leaves as Leaf[]).map(({ Subject, Operator }) => [Subject, Operator]),
    [
      ['Name', 'IsKnown'],
      ['Field', 'Contains'],
    ],
  )
  const tree = await save(simple, world.list, { Title: 'Of a tree' })
  assert.deepEqual(
    await call('Segment.GetRules', { ...ofList(), Name: 'Of a tree' }),
    await call('Segment.GetRules', { ...ofList(), Name: 'Of rules' }),
  )
  // a tree that says more
  await call('Segment.SetTree', {
    ...ofClient(),
    SegmentID: tree,
    Title: 'Of a tree',
    Tree: { ...simple, Match: 'Any' },
  })
  await refused('Segment.GetRules', { ...ofList(), Name: 'Of a tree' }, 'SegmentIsTree')
  await refused('Segment.Read', ofSegment(tree), 'SegmentIsTree')
  await refused('Segment.AddRules', { ...ofSegment(tree), Rules }, 'SegmentIsTree')
  assert.equal(await call('Segment.GetCount', { ...ofList(), Name: 'Of a tree' }), 2)
})
