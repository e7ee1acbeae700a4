/** Campaigns to segments of a client and to trees, from the draft to the frozen audience. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { place } from '../../../test/harness/members.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { rowsOf } from '../../../test/harness/rows.ts'
import { seedList } from '../../../test/harness/seed.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { freezeNextRange } from '../../delivery/planning/freezing.ts'
import { planDueCampaign } from '../../delivery/planning/plan.ts'
import type { ClientRef, ListRef } from '../../domain/access/access.ts'
import { createLog } from '../../lib/log.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers, () => ({}))
const log = createLog('silent')
const key = { ApiKey: world.accountKey }

type Tree = NonNullable<ParamsOf<'Segment.SetTree'>['Tree']>
type Leaf = NonNullable<NonNullable<Tree['Leaves']>[number]>
const leaf = (given: Partial<Leaf> & Pick<Leaf, 'Subject' | 'Operator'>): Leaf => ({
  Key: null,
  Values: null,
  Days: null,
  CampaignID: null,
  CampaignTag: null,
  Link: null,
  Times: null,
  ...given,
})
const named = (Operator: Leaf['Operator'], ...Values: string[]) => leaf({ Subject: 'Name', Operator, Values })
const tree = (Match: Tree['Match'], ...Leaves: Leaf[]): Tree => ({ Match, Leaves, Groups: [] })

let clients = 0
/** Another client of the account, without lists. */
async function seedClient(): Promise<ClientRef> {
  const { accountId, timeZone } = world.client
  const [row] = await db<{ id: number; publicId: string }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${accountId}, ${`Further ${++clients}`}, 'Carla', ${`further${clients}@x.example`}, 'Germany', ${timeZone}, '(GMT+01:00) Berlin')
    returning id, public_id`
  return { accountId, timeZone, clientId: row!.id, clientPublicId: row!.publicId }
}

/** A client with three lists: ann is on all, bob on two and cid on the last one; dan has left the first, and eva the last. */
async function scene() {
  const client = await seedClient()
  const lists = [
    await seedList(db, client, 'One'),
    await seedList(db, client, 'Two'),
    await seedList(db, client, 'Three'),
  ] as const
  const put = (list: ListRef, name: string, state: 'Active' | 'Unsubscribed' = 'Active') =>
    place(db, list, state, { address: `${name.toLowerCase()}@x.example`, name })
  const [one, two, three] = lists
  await put(one, 'Ann')
  await put(two, 'Ann')
  await put(three, 'Ann')
  await put(two, 'Bob')
  await put(three, 'Bob')
  await put(three, 'Cid')
  await put(one, 'Dan', 'Unsubscribed')
  await put(two, 'Dan')
  await put(three, 'Eva', 'Unsubscribed')
  return { client, one, two, three, put }
}

let titles = 0
const save = async (
  client: ClientRef,
  Tree: Tree,
  given: { ListID?: string; SegmentID?: string; Title?: string } = {},
) =>
  call('Segment.SetTree', {
    ...key,
    ClientID: client.clientPublicId,
    SegmentID: null,
    ListID: null,
    Title: `Segment ${++titles}`,
    Tree,
    ...given,
  })

type Audience = NonNullable<ParamsOf<'Campaign.CreateDraft'>['Audience']>
const none = { ListIDs: [], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] } as const
const by = (SegmentID: string, list?: ListRef) => ({ ListID: list?.listPublicId ?? null, Name: null, SegmentID })

let names = 0
async function draftTo(client: ClientRef, audience: Partial<Audience>) {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...key,
    ClientID: client.clientPublicId,
    Name: `To segments ${++names}`,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: { ...none, ...audience },
    Content: { ...noContent, Kind: 'Html', Html: '<p>Hello</p><unsubscribe>Unsubscribe</unsubscribe>', Text: null },
  })
  return { ...key, CampaignID: CampaignID! }
}
const shown = async (draft: { CampaignID: string }) =>
  (await call('Campaign.GetDraft', { ...key, ...draft })).Audience?.Segments as {
    ListID: string
    Name: string
    SegmentID?: string
  }[]
const counted = async (draft: { CampaignID: string }) =>
  (await call('Campaign.CountAudience', { ...key, ...draft })).Recipients
const send = (draft: { CampaignID: string }, SendDate = 'Immediately') =>
  call('Campaign.Send', { ...key, ...draft, ConfirmationEmail: 'boss@x.example', SendDate })
const plan = (freezeSize = 1000) => planDueCampaign({ db, log, contentTasks: contentTasksHere, freezeSize }, new Date())
const makeDue = ({ CampaignID }: { CampaignID: string }) =>
  db`update campaigns set due_at = now() - interval '1 minute' where public_id = ${CampaignID}`
/** Who is frozen, and from which list; the excluded are left out. */
async function frozen({ CampaignID }: { CampaignID: string }) {
  const rows = await db<{ name: string; title: string }[]>`
    select a.name, l.title
    from audience a join campaigns m on m.id = a.campaign_id join lists l on l.id = a.list_id
    where m.public_id = ${CampaignID} and not exists (
      select 1 from log g where g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded')
    order by a.name`
  return rows.map(({ name, title }) => `${name} ${title}`)
}
const stateOf = async ({ CampaignID }: { CampaignID: string }) =>
  (await db<{ state: string }[]>`select state from campaigns where public_id = ${CampaignID}`)[0]!.state
async function sentTo(client: ClientRef, audience: Partial<Audience>) {
  const draft = await draftTo(client, audience)
  const recipients = await counted(draft)
  await send(draft)
  await plan()
  const people = await frozen(draft)
  assert.equal(recipients, people.length)
  return people
}

test('a segment of the client alone is all its lists, each address once, from the list that was created first', async () => {
  const { client } = await scene()
  const all = await save(client, tree('All', named('IsKnown')))
  assert.deepEqual(await sentTo(client, { Segments: [by(all)] }), ['Ann One', 'Bob Two', 'Cid Three', 'Dan Two'])
})

test('lists that are made after the draft belong to all lists, until the campaign begins', async () => {
  const { client, one } = await scene()
  const all = await save(client, tree('All', named('IsKnown')))
  const draft = await draftTo(client, { Segments: [by(all)] })
  const before = await shown(draft)
  assert.deepEqual(before, [{ ListID: '', Name: `Segment ${titles}`, SegmentID: all }])
  const add = async (title: string, name: string) => {
    const ListID = await call('List.Create', {
      ...key,
      ClientID: client.clientPublicId,
      Title: title,
      UnsubscribePage: '',
      ConfirmOptIn: false,
      ConfirmationSuccessPage: '',
    })
    const [row] = await db<{ id: number }[]>`select id from lists where public_id = ${ListID}`
    await place(db, { ...one, listId: row!.id }, 'Active', { address: `${name.toLowerCase()}@x.example`, name })
  }
  await add('Four', 'Fay')
  assert.equal(await counted(draft), 5)
  assert.deepEqual(await shown(draft), before)
  await send(draft, '2099-01-01 00:00:00')
  await add('Five', 'Gil')
  await makeDue(draft)
  await plan()
  assert.deepEqual(await frozen(draft), ['Ann One', 'Bob Two', 'Cid Three', 'Dan Two', 'Fay Four', 'Gil Five'])
  await add('Six', 'Hal')
  const [after] = await db<{ lists: number }[]>`
    select count(*)::integer as lists from campaign_lists l join campaigns m on m.id = l.campaign_id where m.public_id = ${draft.CampaignID}`
  assert.equal(after!.lists, 5)
})

test('beside lists it chooses from these lists; with a list of its own the other lists stay complete', async () => {
  const { client, one, two, three } = await scene()
  const all = await save(client, tree('All', named('IsNot', 'Ann')))
  const lists = { ListIDs: [one.listPublicId, three.listPublicId] }
  assert.deepEqual(await sentTo(client, { ...lists, Segments: [by(all)] }), ['Bob Three', 'Cid Three'])
  assert.deepEqual(await sentTo(client, { ListIDs: [one.listPublicId], Segments: [by(all, two)] }), [
    'Ann One',
    'Bob Two',
    'Dan Two',
  ])
})

test('a person is excluded by the address, whichever list the mail would go by', async () => {
  const { client, one, three } = await scene()
  const cid = await save(client, tree('Any', named('Is', 'Cid'), named('Is', 'Bob')))
  const everyone = await save(client, tree('All', named('IsKnown')))
  assert.deepEqual(await sentTo(client, { Segments: [by(everyone)], ExcludedSegments: [by(cid)] }), [
    'Ann One',
    'Dan Two',
  ])
  // only as a member of the first list, where neither of them is
  assert.deepEqual(await sentTo(client, { ListIDs: [three.listPublicId], ExcludedSegments: [by(cid, one)] }), [
    'Ann Three',
    'Bob Three',
    'Cid Three',
  ])
})

test('no group swallows the state of a member or a suppression', async () => {
  const { client, one, two, put } = await scene()
  await put(one, 'Sue')
  await call('Suppression.Add', {
    ...key,
    ClientID: client.clientPublicId,
    ListID: null,
    EmailAddress: 'sue@x.example',
  })
  const swallow = await save(client, {
    Match: 'Any',
    Leaves: [
      named('IsKnown'),
      named('IsEmpty'),
      leaf({ Subject: 'State', Operator: 'AnyOf', Values: ['Active', 'Unsubscribed'] }),
    ],
    Groups: [tree('None', named('Is', 'a name that no member has'))],
  } as Tree)
  assert.deepEqual(await sentTo(client, { ListIDs: [one.listPublicId, two.listPublicId], Segments: [by(swallow)] }), [
    'Ann One',
    'Bob Two',
    'Dan Two',
  ])
})

test('a renamed segment keeps its campaigns, and they show its new name', async () => {
  const { client, one } = await scene()
  const ofClient = await save(client, tree('All', named('Is', 'Ann')), { Title: 'Before' })
  const ofList = await save(client, tree('All', named('Is', 'Ann')), { Title: 'Before', ListID: one.listPublicId })
  const draft = await draftTo(client, {
    Segments: [by(ofClient), { ListID: one.listPublicId, Name: 'before', SegmentID: null }],
  })
  assert.deepEqual(await shown(draft), [
    { ListID: '', Name: 'Before', SegmentID: ofClient },
    { ListID: one.listPublicId, Name: 'Before' },
  ])
  await save(client, tree('All', named('Is', 'Bob')), { Title: 'After', SegmentID: ofClient })
  await save(client, tree('All', named('Is', 'Ann')), { Title: 'Later', SegmentID: ofList })
  assert.deepEqual(
    (await shown(draft)).map(({ Name }) => Name),
    ['After', 'Later'],
  )
  await send(draft)
  await plan()
  assert.deepEqual(await frozen(draft), ['Ann One', 'Bob Two'])
  await refused('Segment.Remove', { ...key, SegmentID: '0'.repeat(32) }, 'UnknownSegment')
  await call('Segment.Remove', { ...key, SegmentID: ofClient })
  assert.deepEqual(
    (await shown(draft)).map(({ Name }) => Name),
    ['After', 'Later'],
  )
})

test('the audience stays readable as it was judged', async () => {
  const { client, one } = await scene()
  const inner = await save(client, tree('All', named('Is', 'Ann')), { Title: 'Inner' })
  const outer = await save(client, tree('All', leaf({ Subject: 'Segment', Operator: 'Is', Key: inner })), {
    Title: 'Outer',
  })
  const draft = await draftTo(client, { Segments: [by(outer)], ExcludedListIDs: [] })
  const unjudged = await call('Campaign.GetJudgedAudience', { ...key, ...draft })
  assert.deepEqual([unjudged.JudgedDate, unjudged.Places], ['', []])
  await send(draft)
  await plan()
  await save(client, tree('All', named('Is', 'Bob')), { Title: 'Changed', SegmentID: inner })
  await call('Segment.Remove', { ...key, SegmentID: outer })
  const judged = await call('Campaign.GetJudgedAudience', { ...key, ...draft })
  assert.notEqual(judged.JudgedDate, '')
  assert.deepEqual(judged.Places, [{ Excluded: false, ListID: '', ListTitle: '', SegmentID: outer }])
  assert.deepEqual(
    (judged.Segments as { Title: string; Tree: Tree }[]).map(({ Title, Tree }) => [
      Title,
      Tree.Leaves![0]!.Subject,
      Tree.Leaves![0]!.Values,
    ]),
    [
      ['Outer', 'Segment', []],
      ['Inner', 'Name', ['Ann']],
    ],
  )
  assert.deepEqual(await frozen(draft), [`Ann ${one.title}`])
})

test('a segment that lost a field matches no one: refused, found by the check, and paused when it is due', async () => {
  const { client, one } = await scene()
  await call('List.CreateCustomField', {
    ...key,
    ListID: one.listPublicId,
    FieldName: 'City',
    DataType: 'Text',
    Options: '',
  })
  const city = leaf({ Subject: 'Field', Key: '[City]', Operator: 'IsEmpty' })
  const lost = await save(client, tree('Any', city, named('IsKnown')))
  const draft = await draftTo(client, { Segments: [by(lost)] })
  await send(draft, '2099-01-01 00:00:00')
  await call('List.DeleteCustomField', { ...key, ListID: one.listPublicId, Key: '[City]' })
  await makeDue(draft)
  await plan()
  assert.equal(await stateOf(draft), 'paused')
  assert.deepEqual(await frozen(draft), [])
  const other = await draftTo(client, { Segments: [by(lost)] })
  await refused(
    'Campaign.Send',
    { ...key, ...other, ConfirmationEmail: 'boss@x.example', SendDate: 'Immediately' },
    'InvalidSegments',
  )
  // as an exclusion it must not let everyone in
  const excluding = await draftTo(client, { ListIDs: [one.listPublicId], ExcludedSegments: [by(lost)] })
  await refused('Campaign.CountAudience', { ...key, ...excluding }, 'InvalidSegments')
})

test('the check says of how many it is not known what they did, and whether earlier events are still being gathered', async () => {
  const { client } = await scene()
  const found = async (audience: Partial<Audience>) => {
    const { Findings } = await call('Campaign.Check', { ...(await draftTo(client, audience)) })
    return rowsOf(Findings)
      .filter(({ Code }) => Code?.startsWith('Engagement'))
      .map(({ Code, Detail }) => [Code, Detail])
  }
  // Ann, Bob, Cid and Dan are on lists and were never mailed
  const unopened = await save(client, tree('All', leaf({ Subject: 'Opened', Operator: 'AtMost', Times: 0, Days: 90 })))
  const unsent = await save(client, tree('All', leaf({ Subject: 'Sent', Operator: 'AtMost', Times: 0, Days: 90 })))
  const names = await save(client, tree('All', named('IsKnown')))
  assert.deepEqual(await found({ Segments: [by(unopened)] }), [['EngagementUnknown', '4 addresses left out']])
  assert.deepEqual(await found({ Segments: [by(names)], ExcludedSegments: [by(unopened)] }), [
    ['EngagementUnknown', '4 addresses not excluded'],
  ])
  assert.deepEqual(await found({ Segments: [by(unsent)] }), [], 'whether a mail was sent is always known')
  await db`update engagement_history set is_queued = false`
  try {
    assert.deepEqual(await found({ Segments: [by(unsent)] }), [['EngagementIncomplete', null]])
    assert.deepEqual(await found({ Segments: [by(names)] }), [], 'a segment that asks for no event is not concerned')
  } finally {
    await db`update engagement_history set is_queued = true`
  }
})

test('all lists in ranges: each address once, and a copy takes what is there', async () => {
  const { client, two } = await scene()
  const all = await save(client, tree('All', named('IsKnown')))
  const draft = await draftTo(client, { Segments: [by(all)] })
  await send(draft)
  await plan(2)
  assert.deepEqual(await frozen(draft), [])
  while (await freezeNextRange({ db, log, now: () => new Date(), freezeSize: 2 }));
  assert.deepEqual(await frozen(draft), ['Ann One', 'Bob Two', 'Cid Three', 'Dan Two'])
  const { CampaignID } = await call('Campaign.Duplicate', { ...key, ...draft, Name: null })
  const copy = { ...key, CampaignID: CampaignID! }
  assert.deepEqual(await shown(copy), await shown(draft))
  // a draft to all lists does not keep one from being deleted
  await call('List.Delete', { ...key, ListID: two.listPublicId })
  assert.equal(await counted(copy), 3)
})

test('names that are no segment, and contradictions, are refused', async () => {
  const { client, one, two } = await scene()
  const ofList = await save(client, tree('All', named('IsKnown')), { ListID: one.listPublicId, Title: 'Here' })
  const ofClient = await save(client, tree('All', named('IsKnown')), { Title: 'Everywhere' })
  const stranger = await scene()
  const foreign = await save(stranger.client, tree('All', named('IsKnown')))
  const tried = (audience: Partial<Audience>) =>
    call('Campaign.CreateDraft', {
      ...key,
      ClientID: client.clientPublicId,
      Audience: { ...none, ...audience },
    } as never)
  for (const Segments of [
    [by(ofList, two)],
    [by(foreign)],
    [by('0'.repeat(32))],
    [{ ListID: null, Name: 'Here', SegmentID: null }],
    [{ ListID: two.listPublicId, Name: 'Here', SegmentID: null }],
  ])
    await assert.rejects(tried({ Segments }), { refusal: 'InvalidSegments' })
  await assert.rejects(tried({ Segments: [by(ofClient)], ExcludedSegments: [by(ofClient)] }), {
    refusal: 'InvalidSegments',
  })
  await assert.rejects(tried({ Segments: [by(ofClient, one)], ExcludedSegments: [by(ofClient)] }), {
    refusal: 'InvalidSegments',
  })
  // one list of it is no contradiction
  await tried({ Segments: [by(ofClient)], ExcludedSegments: [by(ofClient, one)] })
  const bare = await seedClient()
  const nowhere = await save(bare, tree('All', named('IsKnown')))
  await assert.rejects(
    call('Campaign.CreateDraft', {
      ...key,
      ClientID: bare.clientPublicId,
      Audience: { ...none, Segments: [by(nowhere)] },
    } as never),
    { refusal: 'InvalidSegments' },
  )
})

test('bulk changes take the members of the list who are in a segment of the client, pages everyone once', async () => {
  const { client, three } = await scene()
  const SegmentID = await save(client, tree('None', named('Is', 'Ann')), { Title: 'Not Ann' })
  const rule = { Search: null, Domain: null, NameBegins: null, JoinedSince: null, JoinedUntil: null }
  const wanted = {
    ...key,
    ListID: three.listPublicId,
    Action: 'Unsubscribe',
    State: null,
    Segment: 'not ANN',
    ...rule,
  } as const
  assert.equal((await call('BulkChange.Count', wanted)).Subscribers, 2)
  // a segment of the list comes before one of the client
  await save(client, tree('All', named('Is', 'Cid')), { Title: 'Not Ann', ListID: three.listPublicId })
  assert.equal((await call('BulkChange.Count', wanted)).Subscribers, 1)
  await refused('BulkChange.Count', { ...wanted, Segment: 'None' }, 'UnknownSegment')
  const page = {
    ...key,
    SegmentID,
    ChangedAfter: null,
    Page: 1,
    PageSize: 10,
    Order: 'Name',
    Descending: false,
  } as const
  const { Members, Total } = await call('Segment.PageMembers', page)
  assert.equal(Total, 3)
  assert.deepEqual(
    (Members as unknown as { Name: string }[]).map(({ Name }) => Name),
    ['Bob', 'Cid', 'Dan'],
  )
})
